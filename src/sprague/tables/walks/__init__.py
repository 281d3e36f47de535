"""The walks: each way of filling a table is one class, which says when it applies, what it takes, and how it goes."""
