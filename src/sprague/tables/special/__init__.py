"""Tables for two special kinds of games: Dynamic Nim, and three-pile games of differences such as Sharing Nim.

These tables serve `sprague.winning_numbers`, `sprague.rows`, the commands `rows` and `values`, and the papers on these
games. No other part of Sprague depends on these tables.
"""
