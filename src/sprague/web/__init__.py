"""The web server: a FastAPI application with routes, worker processes that run tasks, jobs, security and pages."""
