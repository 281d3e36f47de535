"""The catalogue: one file per game, with its rule and its sources.

A file that defines a function decorated with `@catalogued(...)` is all it takes to add a game. Put it
here, or in a folder named by the environment variable SPRAGUE_GAMES. There a rule may also stand alone, in a file whose
name ends in `.rule`: the game has the name of the file.
"""

from sprague.games._bibliography import PAPERS, SPRAGUE, Work, bibliography
from sprague.games._catalogue import (
    Game,
    Source,
    catalogue,
    catalogued,
    find_game,
    game,
    observations,
    resolve,
    ruleset_of,
    theorems,
)
from sprague.games._parameters import pile_count, pile_names, whole, whole_numbers
from sprague.games._sums import heaps_joined, read_sum
from sprague.games._theory import Observation, Theorem

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
