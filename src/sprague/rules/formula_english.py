"""Printer of formulas that are an `or` of several groups as English sentences."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from sprague.errors import SpragueError
from sprague.language.conditions import Formula, Junction
from sprague.linear.terms import Linear
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import Statement

FEWEST = 3  # groups that are told apart: two can be taken in as they are written
SOME_ORDER = "in some order: "


def alternatives_sentences(rule: Ruleset, claim: str) -> list[str]:
    """What a claim says, a line for each group of conditions; nothing if it is no `or` of several.

    >>> from sprague.rules.rule_parser import parse
    >>> circle = parse("(a, b, c) -> (a - 1, b - 1, c) in a circle")
    >>> alternatives_sentences(circle, "a = max and b = 0 or b = max and c = 0 or c = max and a = 0")
    ['For some turn of the circle a, b, c: a = max, b = 0.']
    >>> for line in alternatives_sentences(circle, "a = b and (c = 0 or c = 4) or b = c + 1 and a > 4 or a is odd"):
    ...     print(line)
    One of these holds:
    - a = b and (c = 0 or c = 4)
    - b = c + 1 and a > 4
    - a is odd
    """
    formula = Statement.read_claim(rule, claim).formula
    if not (isinstance(formula, Junction) and formula.word == "or" and len(formula.parts) >= FEWEST):
        return []
    if claim.startswith("for every order") or not any(isinstance(part, Junction) for part in formula.parts):
        return []
    if (groups := _written(rule, claim.removeprefix(SOME_ORDER), formula)) is None:
        return []  # `at least 3 piles = min` is an `or` that nobody has to read
    first = formula.parts[0]
    if isinstance(first, Junction) and first.word == "and" and _are_turns(formula.parts, rule.names):
        conditions = _written(rule, groups[0], first) or [groups[0]]
        return [f"For some turn of the circle {', '.join(rule.names)}: {', '.join(conditions)}."]
    begin = "In some order of the piles, one" if claim.startswith(SOME_ORDER) else "One"
    return [f"{begin} of these holds:", *(f"- {group}" for group in groups)]


def _written(rule: Ruleset, text: str, formula: Junction) -> list[str] | None:
    """The parts of a formula as they stand in its text; None where they cannot be told apart there."""
    word, found = f" {formula.word} ", [""]
    for piece in text.split(word):
        is_open = found[-1].count("(") != found[-1].count(")")
        found = [*found[:-1], found[-1] + word + piece] if is_open else [*found, piece]
    with suppress(SpragueError):  # what is no formula was cut at the wrong place
        if [Statement.read_claim(rule, part).formula.key for part in found[1:]] == [part.key for part in formula.parts]:
            return found[1:]
    return None


def _are_turns(parts: Sequence[Formula], names: Sequence[str]) -> bool:
    """Whether the groups are the first one, said of the piles turned round by every number of places."""
    turned = [dict(zip(names, map(Linear.of, [*names[by:], *names[:by]]), strict=True)) for by in range(len(names))]
    return {part.key for part in parts} == {parts[0].substitute(turn).key for turn in turned}
