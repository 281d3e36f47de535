"""Evaluation of formulas and column programs, on single positions of any size and on arrays."""
