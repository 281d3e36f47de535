"""The web server: FastAPI application, routes, tasks that run in worker processes, jobs, security, and pages."""
