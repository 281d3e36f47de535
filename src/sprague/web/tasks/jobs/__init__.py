"""Web tasks that take long: one module for each kind of job."""
