"""What can be said of a position: the language of formulas, and their values at any size and on arrays."""
