"""Misère quotients: the monoids of sums of heaps in misère play, up to indistinguishability."""
