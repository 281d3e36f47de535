"""Lines of a table: positions that differ only in one entry, whose outcomes are computed 64 at a time."""
