"""`decide_heap_claim`: decide claims about single heaps of taking-and-breaking games by a table or a proved period.

The claim is first compared with a table of small heaps. If the table contradicts the claim, the table gives the
smallest counterexample. If the claim agrees with the table and a period is proved, a finite automaton recognises the
pairs (heap, Grundy value) of the game. The claim is true if and only if its automaton recognises exactly the pairs
(heap, Grundy value) of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.exploration import digit_pairs, explore
from sprague.automata.least_member import find_least_member
from sprague.automata.numeration import Numeration
from sprague.formulas.position_set import PositionSet
from sprague.language.conditions import Power, all_of
from sprague.language.positions import Position
from sprague.language.statements import POWER
from sprague.periods.heap_periods import HeapEvidence
from sprague.periods.period import NoPeriod
from sprague.proofs.grundy import MOST_SHOWN, ValueFailure, WrongValue
from sprague.proofs.heap_proofs import HeapsProof, known_results, prove_period
from sprague.proofs.kernel_equation import Failure
from sprague.proofs.numeration_choice import choose_numeration
from sprague.proofs.proof import Refutation
from sprague.proofs.translation import translate
from sprague.proofs.undecided import Undecided
from sprague.rules.breaking import breaking_obstacle
from sprague.rules.ruleset import Ruleset
from sprague.tables.tabulate import tabulate

COMPARED = 1 << 12  # number of positions in the table with which a claim is first compared
LARGEST = 1 << 8  # bound on the heap sizes in the table with which a claim is first compared
MISERE = 12  # bound on the heap sizes in a misère table, which needs a search through all sums of heaps
POWERS = 62  # number of powers of two with which a claim is compared; all of them fit into 64 bits


def decide_heap_claim(rule: Ruleset, claim: PositionSet, misere: bool) -> HeapsProof | Refutation | Undecided:
    """Decide a claim about the P-positions or the Grundy values of the single heaps of a game."""
    text = str(claim)
    limit = rule.floor + (MISERE if misere else min(LARGEST, max(4, int(COMPARED ** (1 / len(rule.names))))))
    wrong = _wrong_in_table(rule, claim, misere, limit)
    if wrong is not None:
        return wrong
    compared = f"all heaps of fewer than {limit} chips" if len(rule.names) == 1 else f"all piles < {limit}"
    agrees = f"the claim agrees with a table of {compared}, but"
    if misere:
        return Undecided(rule, misere, text, f"{agrees} misère play has no theorem on periods; try the misère quotient")
    if (kind := breaking_obstacle(rule)) is not None:
        return Undecided(
            rule, misere, text, f"{agrees} no theorem on periods applies to this game: {kind}{known_results(rule)}"
        )
    found = prove_period(rule, limits.current().positions)
    if isinstance(found, NoPeriod):
        return Undecided(rule, misere, text, f"{agrees} {found.reason}")
    return _compared(found, claim)


def _wrong_in_table(rule: Ruleset, claim: PositionSet, misere: bool, limit: int) -> Refutation | None:
    """Return a refutation with the smallest heap at which a table contradicts the claim, or None if both agree."""
    of_values = len(claim.names) > len(rule.names)
    table = tabulate(rule, limit, what="outcome" if misere else "grundy", misere=misere)
    rows, values = table.arrays()
    order = np.lexsort([*(rows[:, entry] for entry in reversed(range(rows.shape[1]))), rows.sum(axis=1)])
    rows, values = rows[order].astype(np.int64), values[order].astype(np.int64)
    if not of_values:
        inside = claim.mask(list(rows.T))
        wrong = np.flatnonzero(inside != (values == 0))
        return _misplaced(rule, claim, misere, _position(rows[wrong[0]]), values[wrong[0]]) if len(wrong) else None
    by_power = claim.names[-1] == POWER
    numbers = 1 << np.arange(POWERS) if by_power else np.arange(max(limit, int(values.max()) + 1) + 1)
    given = claim.mask([*(column[:, None] for column in rows.T), numbers[None, :]])
    right = (1 << values if by_power else values)[:, None] == numbers[None, :]
    wrong = np.flatnonzero((given != right).any(axis=1))
    if not len(wrong):
        return None
    claimed = numbers[given[wrong[0]]][:MOST_SHOWN]
    return _wrong_value(rule, claim, _position(rows[wrong[0]]), int(values[wrong[0]]), claimed.tolist())


def _position(row: Sequence[int]) -> Position:
    return tuple(int(entry) for entry in row)


def _misplaced(rule: Ruleset, claim: PositionSet, misere: bool, position: Position, value: int) -> Refutation:
    inside = position in claim
    described = f"it is a{'n N' if inside else ' P'}-position" if misere else f"it has Grundy value {value}"
    failure = Failure(position, f"{'in the set' if inside else 'not in the set'}, but {described}")
    return Refutation(rule, misere, str(claim), failure, position)


def _wrong_value(
    rule: Ruleset, claim: PositionSet, position: Position, value: int, claimed: Sequence[int]
) -> Refutation:
    wrong = WrongValue(position, value, tuple(claimed), claim.names[-1] == POWER)
    return Refutation(rule, False, str(claim), ValueFailure(position, str(wrong), value=value), wrong_value=wrong)


def _compared(truth: HeapsProof, claim: PositionSet) -> HeapsProof | Refutation | Undecided:
    """Decide a claim by comparing its automaton with the automaton of the values of all heaps."""
    rule, by_power = truth.game, claim.names[-1] == POWER
    spoken = all_of([claim.formula, Power.of(POWER, 2)]) if by_power else claim.formula
    digits = choose_numeration(rule, spoken)
    rises = truth.heaps.saltus and len(claim.names) > 1
    if digits.base is None or rises:
        what = "unbounded Grundy values" if rises else "periods in Fibonacci digits"
        return Undecided(rule, False, str(claim), f"{truth.statement()}; claims about {what} cannot be decided yet")
    claimed_set = translate(claim.formula, claim.names, digits)
    real = _heaps_automaton(truth.heaps, digits, len(claim.names) > 1, by_power)
    differ = claimed_set ^ real
    found = differ.smallest()
    if found is None:
        return HeapsProof(rule, False, str(claim), truth.period)
    position = find_least_member(lambda within: (differ & within).smallest(), found, 1, digits)[:1]
    value = truth.grundy(position)
    if len(claim.names) == 1:
        return _misplaced(rule, claim, False, position, value)
    candidates = (1 << v for v in range(POWERS)) if by_power else range(max(truth.heaps.values) + 2)
    claimed = [number for number in candidates if (*position, number) in claimed_set]
    return _wrong_value(rule, claim, position, value, claimed[:MOST_SHOWN])


def _heaps_automaton(heaps: HeapEvidence, digits: Numeration, of_values: bool, by_power: bool) -> Automaton:
    """Return the automaton of the heaps of value 0, of all pairs (heap, value), or of all pairs (heap, 2^value).

    A state of the automaton is a pair: the heap read so far, reduced by whole periods, and the value read so far.
    """
    base, first = digits.base, heaps.preperiod + heaps.period
    assert base is not None

    def folded(heap: int) -> int:
        if heaps.saltus:  # if the values rise with each period, only small heaps have the value 0
            return min(heap, first)
        return heap if heap < first else heaps.preperiod + (heap - heaps.preperiod) % heaps.period

    def is_zero(heap: int) -> bool:
        return heap < first and not heaps.values[heap]

    values = [1 << int(value) if by_power else int(value) for value in heaps.values]
    if not of_values:
        return explore(1, digits, range(base), 0, lambda heap, digit: folded(base * heap + digit), is_zero)
    beginnings = {value // base**places for value in values for places in range(value.bit_length() + 1)}

    def step(known: tuple[int, int], column: tuple[int, int]) -> tuple[int, int]:
        heap, value = known
        longer = base * value + column[1]
        # The state (0, -1) rejects every continuation, because no Grundy value begins with the digits read so far.
        return (folded(base * heap + column[0]), longer) if value >= 0 and longer in beginnings else (0, -1)

    return explore(
        2, digits, digit_pairs(digits), (0, 0), step, lambda known: known[1] >= 0 and values[known[0]] == known[1]
    )
