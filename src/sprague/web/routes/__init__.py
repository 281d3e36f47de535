"""What can be asked of the server, a module for each subject; each hands the question to the workers."""
