"""Jobs, the web tasks that take long: request models, and the functions that check and run a job."""
