"""The web server: its FastAPI application, routes, tasks that run in worker processes, jobs, security, and pages."""
