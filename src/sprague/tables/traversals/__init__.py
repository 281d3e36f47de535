"""Traversals of tables: one class for each order in which the positions of a table can be computed."""
