"""Exact integer linear algebra: terms, constraints, simplex."""
