"""The catalogue of games: each game has a module with its rule, its sources and theorems about it.

To add a game, write a Python file with a function that is decorated with `@catalogued(...)`. Put the Python file of the
new game into the package `sprague.games`, or into a folder listed in the environment variable SPRAGUE_GAMES. A folder
listed in SPRAGUE_GAMES may also contain rule files, whose names end in `.rule`; each rule file is a game named after
the file. The package `games.theory` contains mathematics that several games share, and `games.support` contains the
catalogue itself.
"""

from sprague.games.support.bibliography import PAPERS, SPRAGUE, Source, Work, bibliography
from sprague.games.support.catalogue import (
    Game,
    catalogue,
    catalogued,
    find_game,
    game,
    game_title,
    join_heaps,
    observations,
    parse_sum,
    resolve,
    ruleset_of,
    theorems,
)
from sprague.games.support.parameters import pile_count, pile_names, whole, whole_numbers
from sprague.games.support.theorems import Observation, Theorem

__all__ = [
    "PAPERS",
    "SPRAGUE",
    "Game",
    "Observation",
    "Source",
    "Theorem",
    "Work",
    "bibliography",
    "catalogue",
    "catalogued",
    "find_game",
    "game",
    "game_title",
    "join_heaps",
    "observations",
    "parse_sum",
    "pile_count",
    "pile_names",
    "resolve",
    "ruleset_of",
    "theorems",
    "whole",
    "whole_numbers",
]
