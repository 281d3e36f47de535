"""Queries: first-order questions about proved sets, comparisons of games, and sequences."""
