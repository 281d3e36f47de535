"""Cache of games in play, reused between requests."""

from __future__ import annotations

from functools import lru_cache

from sprague.files import NoHome
from sprague.play.single_game import SingleGame
from sprague.proofs.theorem_files import store_folder
from sprague.rules import Ruleset
from sprague.web.tasks.requests import sizes

CONTESTS = 32  # that a worker remembers, each with what was searched for it


def contest_of(rule: Ruleset, misere: bool) -> SingleGame:
    """A game as it is played; what is searched for one question is there for the next."""
    return _contest(rule, rule.name, misere, _theorems_since())


@lru_cache(maxsize=CONTESTS)
def _contest(rule: Ruleset, _name: str, misere: bool, _since: int) -> SingleGame:
    # Rules that are equal may have different names, and the theorems of a game go by its name.
    return SingleGame(rule, misere, sizes())


def _theorems_since() -> int:
    """When a theorem was kept or forgotten last: what is known may be more, or less, from then on."""
    try:
        return store_folder().stat().st_mtime_ns
    except (OSError, NoHome):
        return 0
