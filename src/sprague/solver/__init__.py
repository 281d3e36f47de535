"""The solver decides positions and sums of games by the strongest available reason: theorem, proof, table or search."""
