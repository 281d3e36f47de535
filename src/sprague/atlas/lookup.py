"""The function `find_game` finds the atlas entries about a given game and about games with the same P-positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sprague.atlas.database import Atlas, load_atlas
from sprague.atlas.fingerprint import box_digest, box_limit, box_members, set_digest, shape_digest
from sprague.atlas.records import Entry
from sprague.errors import OutOfReach
from sprague.games import ruleset_of
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.tables.search import nim_sum, search

MOST_POSITIONS = 20_000  # maximum number of positions that are searched to find all P-positions with small piles
SAME_GAME = "the same game"
SAME_SET = "the same P-positions (equal automata)"


@dataclass(frozen=True, slots=True)
class AtlasMatch:
    """An atlas entry that matches a game; `reason` tells whether the game or only its P-positions are the same."""

    entry: Entry
    reason: str

    @property
    def is_same_game(self) -> bool:
        return self.reason == SAME_GAME

    def to_json(self) -> dict[str, Any]:
        """Return the matching entry of the atlas as a dictionary that can be written as JSON."""
        return {"id": self.entry.id, "title": self.entry.title, "reason": self.reason}


def find_game(
    game: Ruleset | str,
    misere: bool = False,
    *,
    is_p: Callable[[Position], bool] | None = None,
    certificate: Mapping[str, Any] | None = None,
    atlas: Atlas | None = None,
) -> list[AtlasMatch]:
    """Return the atlas entries about a game, then the entries about games with the same P-positions.

    If the certificates of two games have the same automaton, the games are proved to have the same P-positions. If a
    certificate is missing, or if the automata differ, the function compares only the P-positions in a small box, and
    the field `reason` of the match says so.

    >>> "nim:piles=2" in find_game("(x, y) -> (x, v) where v < y any order")[0].entry.names
    True

    Args:
        game: A ruleset, or the name or text of a rule.
        misere: Whether the player who makes the last move loses.
        is_p: A function that tests whether a position is a P-position; by default, a search finds the P-positions in a
            small box.
        certificate: A certificate about the P-positions of the game, if there is one.
        atlas: The atlas to search.
    """
    rule = ruleset_of(game)
    atlas = load_atlas() if atlas is None else atlas
    play = "misere" if misere else "normal"
    same = [entry for entry in atlas.with_shape(shape_digest(rule)) if entry.play == play]
    found = [AtlasMatch(entry, SAME_GAME) for entry in same]
    box = searched_box(rule, misere) if is_p is None else box_digest(rule, is_p)
    if box is None:
        return found
    digest = None if certificate is None else set_digest(certificate, len(rule.names))
    others = [entry for entry in atlas.with_box(box) if entry not in same]
    proved = [entry for entry in others if digest is not None and entry.set_digest == digest]
    observed = f"the same P-positions in a box: all entries below {box_limit(rule)}"
    found += [AtlasMatch(entry, SAME_SET) for entry in proved]
    return found + [AtlasMatch(entry, observed) for entry in others if entry not in proved]


def searched_box(rule: Ruleset, misere: bool) -> str | None:
    """Return the digest of the P-positions in the small box of a rule, or None if the search would be too large.

    Raises:
        CycleError: Play need not end.
    """
    if misere and rule.splits:
        return None  # a search would be too slow, because there are too many sums of components
    what = "outcome" if misere or rule.blocking else "grundy"
    starts = map(rule.position, box_members(rule))
    try:
        values = search(rule, starts, what, misere, Limits(positions=MOST_POSITIONS))
        return box_digest(rule, lambda position: nim_sum(rule, values, position) == 0)
    except OutOfReach:
        return None
