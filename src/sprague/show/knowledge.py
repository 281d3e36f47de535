"""A game as `sprague show` tells of it: its rule, what is proved, and, apart from that, what was only seen."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator

from sprague.games import Observation, Theorem, find_game, observations, theorems
from sprague.rules import Ruleset

LONGEST_FORMULA = 240


def game_text(rule: Ruleset) -> str:
    """The page about a game, as wide as the terminal; lines are not broken for a file or a pipe."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return "\n".join(_fitted(line, width) for line in _lines(rule))


def game_data(rule: Ruleset) -> dict[str, object]:
    """The same as plain data."""
    entry = find_game(rule.name.partition(":")[0]) if rule.name else None
    return {
        "game": rule.name or str(rule),
        "title": entry.title if entry else None,
        "summary": entry.summary if entry else None,
        "rule": str(rule),
        "description": rule.describe(),
        "latex": rule.latex(),
        "rank": str(rule.rank) if rule.rank else None,
        "sources": [str(source) for source in entry.sources] if entry else [],
        "theorems": [
            _told(theorem) | {"formula": theorem.formula, "grundy_formula": theorem.grundy_formula}
            for theorem in _proved(rule)
        ],
        "observations": [_told(seen) | {"seen": seen.seen} for seen in observations(rule)],
    }


def _lines(rule: Ruleset) -> Iterator[str]:
    entry = find_game(rule.name.partition(":")[0]) if rule.name else None
    if entry:
        yield from _heading(entry.title, "=")
        yield from (entry.summary, "")
    yield from (str(rule), "", *rule.describe().splitlines())
    if entry:
        yield from ("", *_heading("What is known", "-"))
        known, seen = _proved(rule), observations(rule)
        if not known:
            yield "No closed form is known to the catalogue; positions are searched."
        for number, theorem in enumerate(known):
            yield from [""] if number else []
            yield from _entry(theorem, *_in_formulas(theorem))
        if seen:
            yield from ("", *_heading("What was seen, and is not proved", "-"))
        for number, observation in enumerate(seen):
            yield from [""] if number else []
            yield from _entry(observation, f"Seen for {observation.seen}; not proved.")
        yield from ["", *(f"Source: {source}" for source in entry.sources)] if entry.sources else []


def _heading(text: str, sign: str) -> Iterator[str]:
    yield from (text, sign * len(text))


def _entry(known: Theorem | Observation, *more: str) -> Iterator[str]:
    yield f"In {'misère' if known.misere else 'normal'} play: {known.title}"
    yield from (f"  {text}" for text in (known.statement, *more, f"From: {known.source}"))


def _in_formulas(theorem: Theorem) -> Iterator[str]:
    """The theorem in the notation of `sprague check`, unless that is longer than anyone would type."""
    values = theorem.grundy_formula
    for formula in (theorem.formula, values if isinstance(values, str) else None):
        if formula is not None and len(formula) <= LONGEST_FORMULA:
            yield f"Formula: {formula}"


def _proved(rule: Ruleset) -> list[Theorem]:
    return theorems(rule) + theorems(rule, misere=True)


def _told(known: Theorem | Observation) -> dict[str, object]:
    return {
        "title": known.title,
        "statement": known.statement,
        "play": "misere" if known.misere else "normal",
        "source": str(known.source),
    }


def _fitted(line: str, width: int | None) -> str:
    if width is None or len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
