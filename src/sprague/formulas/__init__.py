"""Evaluation of formulas and column programs, at single positions of any size and for arrays of positions."""
