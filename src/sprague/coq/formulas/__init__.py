"""Translation of formulas to Coq statements, and proofs that automata recognise the sets that the formulas describe."""
