"""Finite automata that recognise sets of tuples of numbers by reading digits; the package does not depend on games."""
