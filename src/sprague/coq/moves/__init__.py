"""Moves in Coq: choices, plans and counts that Coq checks."""
