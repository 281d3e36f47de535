"""Jobs: long web tasks, their request models, and the functions that check and run a job."""
