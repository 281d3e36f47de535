"""All that is known about a position, strongest reason first: theorem, proof, table, search; sums of games."""
