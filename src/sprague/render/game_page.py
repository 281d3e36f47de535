"""The page about a game that `sprague show` prints, as text (`game_text`) and as a `GamePage` (`game_page`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sprague.errors import SpragueError
from sprague.games import Game, Observation, Theorem, find_game, game_title, observations
from sprague.language.statements import Statement
from sprague.results.base import play_of
from sprague.results.games import DiscoveredTheorem, GameEntry, GamePage, ObservationStatement, TheoremStatement
from sprague.rules import Ruleset
from sprague.rules.termination import NO_RANK
from sprague.solver.reasons import ByProof
from sprague.solver.solver import Solver
from sprague.tables.search import explain_endless_play

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof

THEOREMS = "Theorems"
P_NAME = "P-position"
P_DEFINITION = "A P-position is a position from which the player to move loses, if both play perfectly."
LONGEST_FORMULA = 240  # maximum number of characters of a formula that the page shows


def game_text(rule: Ruleset) -> str:
    """Return the page about a game as text: the rule, the theorems and the observations, one paragraph per line."""
    return "\n".join(_lines(rule))


def game_page(rule: Ruleset) -> GamePage:
    """Return the page about a game as a `GamePage` with the rule, the theorems and the observations."""
    discovered = [
        DiscoveredTheorem(statement=proof.statement(), play=play_of(proof.misere), proof=proof.effort())
        for proof in _proofs(rule)
    ]
    return GamePage(**description_fields(rule), discovered=discovered)


def description_fields(rule: Ruleset) -> dict[str, Any]:
    """Return the fields of a `GameDescription`: the rule of a game, and its theorems and observations."""
    entry = find_game(rule.name.partition(":")[0]) if rule.name else None
    return {
        "game": rule.name or str(rule),
        "title": game_title(rule),
        "summary": entry.summary if entry else None,
        "rule": str(rule),
        "description": _description(rule),
        "latex": rule.latex(),
        "rank": str(rule.rank) if rule.rank else None,
        "sources": [str(source) for source in entry.sources] if entry else [],
        "theorems": [
            TheoremStatement(
                **_statement_fields(theorem),
                formula=_with_order(rule, theorem.formula),
                grundy_formula=_grundy_formula(rule, theorem),
            )
            for theorem in _theorems(rule)
        ],
        "observations": [ObservationStatement(**_statement_fields(one), seen=one.seen) for one in observations(rule)],
    }


def game_entry(entry: Game[...]) -> GameEntry:
    """Return the `GameEntry` of a game for the list of all games in the catalogue."""
    return GameEntry(**entry_fields(entry))


def entry_fields(entry: Game[...]) -> dict[str, Any]:
    """Return the name, title, parameters and summary of a game of the catalogue, as the fields of a `GameEntry`."""
    return {
        "name": entry.name,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "parameters": {key: str(default) for key, default in entry.parameters.items()},
        "summary": entry.summary,
    }


def _lines(rule: Ruleset) -> Iterator[str]:
    entry = find_game(rule.name.partition(":")[0]) if rule.name else None
    if entry:
        yield from _heading(game_title(rule) or entry.title, "=")
        yield from (entry.summary, "") if entry.summary else ("",)
    yield from (str(rule), "", *_description(rule).splitlines())
    known = [list(_entry(theorem, *_in_formulas(rule, theorem))) for theorem in _theorems(rule)]
    known += [_discovered(proof) for proof in _proofs(rule)]
    if entry and not known:
        known = [["The catalogue has no closed formula for this game; sprague solve searches positions."]]
    seen = [list(_entry(found, f"Observed for {found.seen}; not proved.")) for found in observations(rule)]
    for heading, entries in ((THEOREMS, known), ("Observations (not proved)", seen)):
        if entries:
            yield from ("", *_heading(heading, "-"))
            if heading == THEOREMS and any(P_NAME in line for lines in entries for line in lines):
                yield from (P_DEFINITION, "")
        for number, lines in enumerate(entries):
            yield from [""] if number else []
            yield from lines
    if entry and entry.sources:
        yield from ("", *_heading("References", "-"), *map(str, entry.sources))


def _description(rule: Ruleset) -> str:
    """Return the rule in English sentences, with an example of endless play if a short search finds one."""
    text = rule.describe()
    if rule.rank is None:
        with suppress(SpragueError):
            if (found := explain_endless_play(rule)) != NO_RANK:
                text += f"\n{found[:1].upper()}{found[1:]}{'' if found.endswith('…') else '.'}"
    return text


def _heading(text: str, sign: str) -> Iterator[str]:
    yield from (text, sign * len(text))


def _entry(known: Theorem | Observation, *more: str) -> Iterator[str]:
    yield f"In {'misère' if known.misere else 'normal'} play: {known.title}"
    yield from (f"  {text}" for text in (known.statement, *more, f"Source: {known.source}"))


def _in_formulas(rule: Ruleset, theorem: Theorem) -> Iterator[str]:
    """Yield the formulas of a theorem, except very long ones, in the form that `sprague check` reads."""
    values = theorem.grundy_formula
    for formula in (theorem.formula, values if isinstance(values, str) else None):
        if formula is not None and len(formula) <= LONGEST_FORMULA:
            yield f"Formula: {_with_order(rule, formula)}"


def _with_order(rule: Ruleset, formula: str | None) -> str | None:
    """Return a formula of a theorem, with a prefix such as "in some order" if the formula assumes an order of piles."""
    return None if formula is None else str(Statement.read_claim(rule, formula))


def _grundy_formula(rule: Ruleset, theorem: Theorem) -> str | list[str | None] | None:
    values = theorem.grundy_formula
    return (
        [_with_order(rule, formula) for formula in values] if isinstance(values, tuple) else _with_order(rule, values)
    )


def _theorems(rule: Ruleset) -> list[Theorem]:
    """Return the theorems of the catalogue about a game, for normal and misère play."""
    return [reason.theorem for misere in (False, True) for reason in Solver(rule, misere).theorems]


def _proofs(rule: Ruleset) -> list[Proof]:
    """Return the stored proofs about a game, for normal and misère play."""
    found = (reason for misere in (False, True) for reason in Solver(rule, misere).proofs)
    return [reason.proof for reason in found if isinstance(reason, ByProof)]


def _discovered(proof: Proof) -> list[str]:
    play = "misère" if proof.misere else "normal"
    return [
        f"In {play} play: stored theorem",
        f"  {proof.statement()[:1].upper()}{proof.statement()[1:]}.",
        f"  Proof: {proof.effort()}",
    ]


def _statement_fields(known: Theorem | Observation) -> dict[str, Any]:
    return {
        "title": known.title,
        "statement": known.statement,
        "play": play_of(known.misere),
        "source": str(known.source),
    }
