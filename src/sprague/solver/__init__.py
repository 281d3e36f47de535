"""Solving of positions and sums with the strongest reason: theorem, proof, table, search."""
