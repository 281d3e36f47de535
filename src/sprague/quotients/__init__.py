"""Misère quotients: sums of heaps in misère play, told apart only where play can tell them apart."""
