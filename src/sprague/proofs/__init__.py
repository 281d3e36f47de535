"""Proofs about all positions: kernel equation, Grundy values, stored theorems."""
