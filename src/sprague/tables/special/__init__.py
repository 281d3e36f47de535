"""Tables for two special kinds of games: Dynamic Nim, and three-pile games of differences such as Sharing Nim.

These tables serve the functions `sprague.winning_numbers` and `sprague.rows`, the commands `rows` and `values`, and the
papers on Dynamic Nim and Sharing Nim. No other part of Sprague uses the tables of Dynamic Nim and of games of
differences.
"""
