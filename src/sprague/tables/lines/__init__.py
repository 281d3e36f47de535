"""Lines of a table: sets of positions that differ only in one entry, whose outcomes are found 64 at a time."""
