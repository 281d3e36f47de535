"""Formulas in Coq: their statements, and the proofs that automata recognise them."""
