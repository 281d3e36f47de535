"""A match: positions one after another, players, levels, hints, transcripts; no input or output."""
