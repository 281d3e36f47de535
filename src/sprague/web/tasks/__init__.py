"""Tasks of worker processes: requests, responses, and the functions that answer them.

A task function takes a validated request and returns the body of the response as bytes. It runs in a worker process
under limits; errors of the library become error responses.
"""
