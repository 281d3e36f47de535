"""Web tasks, run by worker processes: request and response models, and the functions that answer requests.

A task function takes a validated request and returns the body of the response as bytes. It runs in a worker process
under limits; errors of the library become error responses.
"""
