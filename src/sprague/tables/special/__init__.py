"""Tables for two special kinds of games: Dynamic Nim, and three-pile games of differences such as Sharing Nim.

The tables serve `sprague.winning_numbers`, `sprague.rows`, the commands `rows` and `values`, and the papers on Dynamic
Nim and Sharing Nim. No other part of Sprague depends on these tables.
"""
