"""Misère quotients: sums of heaps in misère play, up to indistinguishability."""
