"""Tasks of worker processes: requests, responses, and the functions that answer them.

A function here takes a question, a model that was checked, and returns the body of the answer as bytes. It runs in a
worker process under limits that were set before; what the library refuses is told to whoever asked.
"""
