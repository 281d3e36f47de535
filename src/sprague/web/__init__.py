"""The web server: FastAPI application, routes, tasks in worker processes, jobs, security, and browser pages."""
