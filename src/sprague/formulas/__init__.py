"""Evaluation of formulas and column programs, for single positions of any size and for arrays of positions."""
