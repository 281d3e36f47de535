"""Jobs: web tasks that take long, with request models and the functions that check and run a job."""
