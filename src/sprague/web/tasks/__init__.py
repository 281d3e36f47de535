"""Web tasks, which worker processes run: request models, response models, and functions that answer requests.

A task function takes a validated request and returns the body of the response as bytes. Limits on time and memory apply
to every task function. The server converts an error that the library raises to an error response.
"""
