"""Matches: players, hints, explanations, transcripts and environments for learning agents, without input or output."""
