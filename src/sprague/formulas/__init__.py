"""Evaluation of formulas, on single positions of any size and on arrays."""
