"""Moves in Coq: strategies, plans and counts of options that Coq checks."""
