"""Search for the periods of games, proofs of periods, and periods observed in sequences."""
