"""Matches: players, hints, transcripts; no input or output."""
