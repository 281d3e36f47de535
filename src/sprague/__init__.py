"""Sprague: a laboratory for pile games. Write the rule of a game once; the rest is derived from it."""

from sprague.errors import SpragueError
from sprague.games import game, games
from sprague.rules import Ruleset, parse
from sprague.solve import Answer, solve

__version__ = "0.1.0"
__all__ = ["Answer", "Ruleset", "SpragueError", "game", "games", "parse", "solve"]
