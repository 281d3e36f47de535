"""What workers do: for each subject the questions, the answers, and the functions that ask the library.

A function here takes a question, a model that was checked, and returns the body of the answer as bytes. It runs in a
worker process under limits that were set before; what the library refuses is told to whoever asked.
"""
