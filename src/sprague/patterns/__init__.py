"""What tables show: periods with their proofs, sequences, symmetries, bounds, counts, values far out."""
