"""Digests of games and of sets of P-positions; the atlas compares digests to find the entries about a game.

Two rules have the same `shape_digest` if they have the same normal form, and therefore define the same game. Two sets
have the same `box_digest` if they contain the same positions of a small box, which does not prove that the sets are
equal. Two sets with the same `set_digest` have the same automaton, and are therefore equal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from sprague.rules import Position, Ruleset
from sprague.rules.normal_form import normal_form

# Maps the number of entries of a position to the number of values that each entry takes in the fingerprint. Each entry
# takes 2 values if the number of entries is not listed.
BOX = {1: 64, 2: 16, 3: 8, 4: 5, 5: 4, 6: 3}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shape_digest(rule: Ruleset) -> str:
    """Return the digest of the normal form of a rule.

    >>> from sprague.rules import parse
    >>> one, other = "(n) -> (u) where n - 2 <= u < n", "(m) -> (m - k) where 1 <= k <= 2"
    >>> shape_digest(parse(one)) == shape_digest(parse(other))
    True
    """
    return _digest(normal_form(rule))


def box_limit(rule: Ruleset) -> int:
    """Return the limit n of the small box of a rule; the box contains the positions with all entries less than n."""
    return rule.floor + BOX.get(len(rule.names), 2)


def box_members(rule: Ruleset) -> list[tuple[int, ...]]:
    """Return the positions in the box of a rule, with the piles in every order."""
    everything = product(range(rule.floor, box_limit(rule)), repeat=len(rule.names))
    return [entries for entries in everything if rule.is_position(entries)]


def box_digest(rule: Ruleset, is_p: Callable[[Position], bool]) -> str:
    """Return the digest of the set that contains the P-positions in the small box of a rule."""
    members = [entries for entries in box_members(rule) if is_p(rule.position(entries))]
    return _digest(f"{len(rule.names)} {box_limit(rule)} {members}")


def set_digest(certificate: Mapping[str, Any], entries: int) -> str | None:
    """Return the digest of the automaton of the P-positions in a certificate, or None if the certificate has none."""
    if certificate.get("kind") != "p-positions" or "automaton" not in certificate:
        return None
    return _digest(json.dumps([entries, certificate["numeration"], certificate["automaton"]], sort_keys=True))
