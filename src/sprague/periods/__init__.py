"""Periods of games: search, proof, and observations in sequences."""
