"""Answers about positions, with the strongest reason: theorem, proof, table, search."""
