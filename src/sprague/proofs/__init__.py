"""Proofs about all positions of a game (by the kernel equation or by periods), and the store of proved theorems."""
