"""Matches between players, with hints, explanations, transcripts, and environments for learning agents."""
