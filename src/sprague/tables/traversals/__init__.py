"""Traversals: the orders in which a table is filled, one class for each."""
