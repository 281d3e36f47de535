"""Long tasks, one module for each kind of job."""
