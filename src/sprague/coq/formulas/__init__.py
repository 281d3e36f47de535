"""Formulas in Coq: statements, and proofs that automata recognise them."""
