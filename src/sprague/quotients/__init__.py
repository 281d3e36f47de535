"""Misère quotients: monoids whose elements are classes of sums of heaps that misère play does not distinguish."""
