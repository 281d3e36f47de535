"""Traversals: one class for each order in which a table can be filled."""
