"""Tables for two special kinds of games: Dynamic Nim, and three-pile games in which only differences of piles matter.

The functions `sprague.winning_numbers` and `sprague.rows`, the commands `rows` and `values`, and the papers on Dynamic
Nim and Sharing Nim use these tables.
"""
