"""Routes (URL paths) of the web server, in one module for each subject."""
