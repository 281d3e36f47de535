"""Matches: players, hints, explanations, transcripts, and environments for learning agents; no input or output."""
