"""Whether a formula and a set are the same: shown for all positions, refuted by one, or left open with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sprague.checker.budget import Budget
from sprague.checker.digits import Digits, Places
from sprague.checker.formulas import Translation
from sprague.checker.ground import Ground
from sprague.checker.play import Play
from sprague.checker.search import Finding, Search
from sprague.checker.sets import Dfa
from sprague.checker.values import OtherDigits
from sprague.errors import Cancelled, NotVerified, OutOfReach
from sprague.limits import Limits
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import Order, Statement

#: What a formula may take unless a caller sets stricter limits: the set is what counts, and it has been shown before.
PATIENCE = Limits(seconds=60)


@dataclass(frozen=True)
class Described:
    """A set that a formula may describe, over named tracks: written in these digits, or in any that suit (None)."""

    tracks: tuple[str, ...]
    digits: Digits | None
    written: Callable[[Digits, Budget], Dfa]


def check_claim(text: str, rule: Ruleset, play: Play, described: Described, budget: Budget) -> str | None:
    """Show that a formula is true at the positions in the set and at no others; else the reason why it was not shown.

    Raises `NotVerified` with a position if they differ.
    """
    claimed = Statement.read(rule, text, *described.tracks[len(rule.names) :])
    try:
        with PATIENCE.watch():
            found = _difference(claimed, play, described, budget)
    except Cancelled:
        raise
    except OutOfReach as error:
        return str(error)
    if found is not None:
        raise NotVerified(f"{found}: '{text}' is another claim")
    return None


def _difference(claimed: Statement, play: Play, described: Described, budget: Budget) -> Finding | None:
    """A position in the set and not in the formula, or the other way round; none if there is none."""
    digits, told = _told(claimed, described, budget)
    target = described.written(digits, budget)
    positions = Ground.of(play, digits, budget).positions
    columns = list(digits.columns(len(described.tracks)))
    machines = (target, told, positions)

    def after(known: Known, symbol: int) -> Known:
        places = None if known[3] is None else digits.follow(known[3], columns[symbol])
        if places is None:
            return 0, 0, 0, None
        one, two, three = (dfa.transitions[state][symbol] for dfa, state in zip(machines, known[:3], strict=True))
        return one, two, three, places

    def wrong(known: Known) -> str | None:
        in_set, in_formula, is_position = (
            state in dfa.accepting for dfa, state in zip(machines, known[:3], strict=True)
        )
        if known[3] is None or not is_position or in_set == in_formula:
            return None
        return "is in the set, but not in the formula" if in_set else "is in the formula, but not in the set"

    start: Known = (0, 0, 0, digits.begin(len(described.tracks)))
    done = Search(start, after, wrong, columns, digits).run(budget.pairs)
    return (done or budget.out_of_pairs())[1]


#: The states of the set, of the formula and of what is a position, and the last digits (None: of no number).
Known = tuple[int, int, int, Places | None]


def _told(claimed: Statement, described: Described, budget: Budget) -> tuple[Digits, Dfa]:
    """The formula as a set, in the orders of the piles that it means."""
    digits = described.digits or Digits.of("2")
    try:
        return digits, _translated(claimed, digits, budget)
    except OtherDigits as error:
        if described.digits is not None:
            raise
        digits = error.digits
        return digits, _translated(claimed, digits, budget)


def _translated(claimed: Statement, digits: Digits, budget: Budget) -> Dfa:
    translation = Translation(digits, budget)
    relations = translation.relations
    blocks = [[claimed.names[place] for place in block] for block in claimed.blocks]
    joined = relations.one_of if claimed.order is Order.SOME else relations.all_of
    found = relations.in_orders(translation.relation(claimed.formula), blocks, joined)
    return relations.over(found, claimed.names)
