"""Exact integer linear algebra: linear terms, systems of constraints, and the simplex method."""
