"""Formulas said of piles with other names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from sprague.rules.formula_notation import KEYWORDS
from sprague.rules.tokens import tokens_of


def renamed(text: str, names: Sequence[str], new: Sequence[str]) -> str:
    """A formula about piles with these names as it is written of piles with new names, one for each.

    >>> renamed("a = b and even(v2(c - a))", "abc", "cxy")
    'c = x and even(v2(y - c))'

    A name of the formula's own that is now a pile's gets another.

    >>> renamed("all piles x: x mod 3 = a", "ab", "xy")
    'all piles x1: x1 mod 3 = x'
    """
    tokens = tokens_of(text, "a formula", KEYWORDS - set(names))
    spoken = {token.text for token in tokens if token.kind == "name"}
    goes = dict(zip(names, new, strict=True))
    for own in sorted(spoken - set(names)):
        if own in new:
            others = (f"{own}{number}" for number in count(1))
            goes[own] = next(name for name in others if name not in spoken and name not in new)
    said, end = "", 0
    for token in tokens:
        shown = goes.get(token.text, token.typed) if token.kind == "name" else token.typed
        said += text[end : token.offset] + shown
        end = token.end
    return said
