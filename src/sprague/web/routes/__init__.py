"""Routes (URLs) of the web server, one module for each subject."""
