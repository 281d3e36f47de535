"""Whether what is said of positions is so: the truth of formulas, at any size and on arrays."""
