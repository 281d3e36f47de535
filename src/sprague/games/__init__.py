"""The catalogue of games: one module per game, with its rule, its sources and the theorems about it.

To add a game, write a file with a function that is decorated with `@catalogued(...)`, here or in a folder named by the
environment variable SPRAGUE_GAMES. Such a folder may also contain rules without Python, in files whose name ends in
`.rule`; the game is named after the file. `theory` contains mathematics that games share, `support` the catalogue
itself.
"""

from sprague.games.support.bibliography import PAPERS, SPRAGUE, Source, Work, bibliography
from sprague.games.support.catalogue import (
    Game,
    catalogue,
    catalogued,
    find_game,
    game,
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
