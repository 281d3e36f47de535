"""The solver, which decides positions and sums of games by the strongest reason: theorem, proof, table or search."""
