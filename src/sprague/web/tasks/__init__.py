"""Web tasks, run by worker processes: request and response models, and the functions that answer requests.

A task function takes a validated request and returns the body of the response as bytes. Task functions run under
limits. An error that the library raises becomes an error response.
"""
