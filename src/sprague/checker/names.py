"""Whether a certificate names the game that its rule is.

This file alone of the checker looks into the catalogue: a name means there what it means, and nowhere else.
"""

from __future__ import annotations

from sprague.errors import NotVerified, SpragueError
from sprague.games import game
from sprague.rules.certificate import UNNAMED
from sprague.rules.ruleset import Ruleset


def check_name(name: str, rule: Ruleset) -> None:
    """Refuse a name under which the catalogue has no game, or another.

    >>> from sprague.rules.notation import parse
    >>> check_name("nim:piles=2", parse("(a, b) -> (u, b) where u < a any order"))
    """
    if name in (str(rule), UNNAMED):
        return
    try:
        found = game(name)
    except SpragueError as error:
        raise NotVerified(f"the certificate names a game that is not in the catalogue: {error}") from None
    if str(found) != str(rule):
        raise NotVerified(f"the certificate is not about the game it names, {name!r}: that is {found}")
