"""Translation of formulas to Coq statements, and proofs that automata recognise these formulas."""
