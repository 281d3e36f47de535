"""The catalogue: one file per game, with its rule and its sources.

A file that defines a function decorated with `@catalogued(...)` is all it takes to add a game. Put it
here, or in a folder named by the environment variable SPRAGUE_GAMES. There a rule may also stand alone, in a file whose
name ends in `.rule`: the game has the name of the file.
"""

from sprague.games.support.bibliography import PAPERS, SPRAGUE, Work, bibliography
from sprague.games.support.catalogue import (
    Game,
    Source,
    catalogue,
    catalogued,
    find_game,
    game,
    heaps_joined,
    observations,
    read_sum,
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
    "heaps_joined",
    "observations",
    "pile_count",
    "pile_names",
    "read_sum",
    "resolve",
    "ruleset_of",
    "theorems",
    "whole",
    "whole_numbers",
]
