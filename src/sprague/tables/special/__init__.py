"""Tables for two kinds of games only: Dynamic Nim, and three-pile games of differences such as Sharing Nim.

They are used by `sprague.winning_numbers`, `sprague.rows`, the commands `rows` and `values`, and the papers on these
games. Nothing else in Sprague depends on them.
"""
