"""Periods of games: search for periods, proof of periods, and observed periods of sequences."""
