"""Formulas said of piles with other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from sprague.rules.formula_notation import KEYWORDS
from sprague.rules.tokens import Token, tokens_of


def renamed(text: str, names: Sequence[str], new: Sequence[str]) -> str:
    """A formula about piles with these names as it is written of piles with new names, one for each.

    >>> renamed("a = b and even(v2(c - a))", "abc", "cxy")
    'c = x and even(v2(y - c))'

    A name of the formula's own that is now a pile's gets another.

    >>> renamed("all piles x: x mod 3 = a", "ab", "xy")
    'all piles x1: x1 mod 3 = x'

    Stages and groups of a column program may be called like piles: they are told from these by where they stand.

    >>> renamed("columns(a, b in b) { a: 1 one of b -> a }", "ab", "xa")
    'columns(x, a in b) { a: 1 one of b -> a }'
    """
    tokens = tokens_of(text, "a formula", KEYWORDS - set(names))
    inside = set(_of_programs(tokens))
    spoken = {token.text for token in tokens if token.kind == "name" and token not in inside}
    goes = dict(zip(names, new, strict=True))
    for own in sorted(spoken - set(names)):
        if own in new:
            others = (f"{own}{number}" for number in count(1))
            goes[own] = next(name for name in others if name not in spoken and name not in new)
    said, end = "", 0
    for token in tokens:
        is_name = token.kind == "name" and token not in inside
        shown = goes.get(token.text, token.typed) if is_name else token.typed
        said += text[end : token.offset] + shown
        end = token.end
    return said


def _of_programs(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words of column programs: all in their braces, and groups in their heads."""
    in_head = in_braces = False
    for before, token in pairwise([Token("end", "", -1), *tokens]):
        in_head = token.text == "columns" or (in_head and token.text != "{")
        in_braces = token.text == "{" or (in_braces and before.text != "}")
        if in_braces or (in_head and before.text == "in") or token.text == "fibonacci":
            yield token
