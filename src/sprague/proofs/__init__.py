"""Proofs about all positions of a game: kernel equation, Grundy values, periods, stored theorems."""
