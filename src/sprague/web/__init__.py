"""The web server: a FastAPI application with routes, pages, jobs, access control, and a pool of worker processes."""
