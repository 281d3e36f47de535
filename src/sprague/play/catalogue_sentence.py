"""`catalogue_sentence` returns the sentence that states the moves of a game of the catalogue."""

from __future__ import annotations

import re

from sprague.games import find_game
from sprague.rules import Ruleset

# Games whose description in the catalogue does not state the moves, because a parameter of the game lists the moves.
LISTS_OF_MOVES = ("octal", "subtraction-transfer", "vector-addition")


def catalogue_sentence(rule: Ruleset) -> str:
    """Return a sentence that states the moves of a catalogue game with its parameter values, or "" for other rules.

    >>> from sprague.rules import parse
    >>> import sprague
    >>> catalogue_sentence(sprague.game("dynamic-nim:limit=2x-1"))
    'Take x chips, at most t, from one pile; the next move may then take at most 2x-1 chips.'
    >>> catalogue_sentence(parse("(a) -> (a - 1)"))
    ''
    """
    name = rule.name.partition(":")[0]
    if not name or name in LISTS_OF_MOVES:
        return ""
    parts = find_game(name).summary.split("`")
    return "".join(_parameter(rule, part) if place % 2 else part for place, part in enumerate(parts))


def _parameter(rule: Ruleset, name: str) -> str:
    """Return a parameter's value in the name of a game, such as 3 in "nim:piles=3", or else the parameter's name."""
    # The pattern does not match <lambda>, which is the text of a parameter that is a Python function.
    found = re.search(rf"[:,]{re.escape(name)}=([^,<]+)", rule.name)
    return found[1] if found else name
