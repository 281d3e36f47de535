"""Every closed form with a formula is proved for all positions, and every changed formula is refuted by a position.

Theorems are found by way of the catalogue. A search verifies the counterexample of each refutation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, permutations

import numpy as np
import pytest

import sprague
from sprague import Ruleset
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, Numeration
from sprague.certificates.evidence import FUNCTION
from sprague.formulas.position_set import PositionSet
from sprague.games import Theorem, theorems
from sprague.games.dynamic_nim import Ideal, companion_witness, satisfies_companion
from sprague.language.formula_parser import parse_formula
from sprague.papers.ferguson.transfer import doubles, doubles_less_one, preimage
from sprague.papers.sharing_nim.symmetry import is_palindrome
from sprague.proofs.grundy import ValueFailure, check_function
from sprague.proofs.proof import AutomatonProof, Refutation
from sprague.proofs.proving import prove
from tests.expected_tables import positions_within
from tests.layers import sample
from tests.oracle import Oracle, Position

SUBTRACTION = [
    *[(2, 2, 1), (4, 4, 2), (2, 2, 2), (3, 3, 3), (2, 1, 1), (3, 3, 1), (1, 2, 1)],
    *[(1, 3, 2), (3, 3, "1/2/3"), (6, 2, 3), (1, 2, 4), (6, 6, 2)],
    # These have a preperiod: proved by the window of rows up to where they repeat.
    *[(2, 2, 3), (3, 2, 2), (4, 6, 4)],
]

GAMES = [
    # Every game with its defaults: so one that is added is here as well.
    *(entry.name for entry in sprague.catalogue()),
    *(f"nim:piles={piles}" for piles in (2, 3, 4, 5)),
    *(f"moore-nim:piles={piles},width={width}" for piles, width in [(3, 1), (3, 2), (4, 2), (4, 3)]),
    "exact-nim:piles=4",
    *(f"chocolate-bar:k={k}" for k in (1, 2)),
    "wythoff",
    *(f"trim:piles={piles}" for piles in (1, 2, 3)),
    *("rim:piles=2,base=4", "rim:piles=3,base=2"),
    *(f"empty-transfer:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"empty-all-but-one:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"selective-empty-redistribute:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"empty-redistribute:boxes={boxes}" for boxes in (2, 3, 4, 5, 6)),
    *("empty-some:boxes=2,empty=1", "empty-some:boxes=4,empty=2", "empty-some:boxes=4,empty=3"),
    *(f"sharing-nim:piles={piles}" for piles in (2, 3)),
    *(f"graph-nim:graph={graph},rule={rule}" for graph in ("path3", "1-2/1-3") for rule in ("sharing", "entropy")),
    *(f"dynamic-nim:piles={piles},stop={stop},limit=2x-1" for piles, stop in [(1, 0), (2, 1), (2, 3), (3, 2)]),
    *(f"subtraction-transfer:a={a},b={b},c={c}" for a, b, c in SUBTRACTION),
]

#: True, and proved by `make bench`, but too large for a test.
WIDE = ("empty-all-but-one:boxes=4", "empty-redistribute:boxes=6")
TOO_LARGE = {(name, True) for name in (*WIDE, "empty-some:boxes=4,empty=3")}

#: Piles below this, above the least, are looked at one by one.
LIMITS = {1: 40, 2: 12, 3: 7, 4: 5, 5: 3, 6: 3}


def with_formula(attribute: str) -> list[tuple[Ruleset, Theorem]]:
    """Return the theorems with formulas; equal formulas about the same rule occur once."""
    found: dict[object, tuple[Ruleset, Theorem]] = {}
    for rule in map(sprague.game, GAMES):
        for theorem in [*theorems(rule), *theorems(rule, misere=True)]:
            claim = getattr(theorem, attribute)
            if claim is not None and (rule.label, theorem.misere) not in TOO_LARGE:
                found.setdefault((str(rule), claim, theorem.misere), (rule, theorem))
    return list(found.values())


def label(entry: object) -> str:
    if isinstance(entry, Theorem):
        return f"{entry.title}{'-misère' * entry.misere}"
    return entry.label if isinstance(entry, Ruleset) else str(entry)


OUTCOMES, FUNCTIONS = with_formula("formula"), with_formula("grundy_formula")


def is_expensive(rule: Ruleset, *rest: object) -> bool:
    """Return whether an automaton of the game has many states."""
    name, _, parameters = rule.label.partition(":")
    return name.startswith("empty-") and parameters in ("boxes=4", "boxes=5", "boxes=6")


@cache
def proved(rule: Ruleset, theorem: Theorem, attribute: str) -> AutomatonProof:
    found = prove(rule, getattr(theorem, attribute), misere=theorem.misere)
    assert isinstance(found, AutomatonProof), f"{rule.label}, {theorem}: {found}"
    return found


def small_positions(rule: Ruleset) -> list[Position]:
    return list(positions_within(rule, rule.floor + LIMITS[len(rule.names)]))


@cache
def oracle_of(rule: Ruleset) -> Oracle:
    return Oracle(cache(rule.options), rule.is_won)


# Proved, and the same as the closed form


@pytest.mark.parametrize(("rule", "theorem"), sample(OUTCOMES, 2, expensive=is_expensive), ids=label)
def test_the_formula_is_proved_and_is_the_closed_form(rule: Ruleset, theorem: Theorem) -> None:
    proof = proved(rule, theorem, "formula")
    assert theorem.formula is not None
    claim = PositionSet(parse_formula(theorem.formula, rule.names, rule.piles), rule.names, rule.blocks)
    positions = small_positions(rule)
    for position, is_claimed in zip(positions, claim.mask(list(np.array(positions).T)), strict=True):
        assert is_claimed == (position in proof) == theorem.is_p(position), position


@pytest.mark.parametrize(("rule", "theorem"), sample(FUNCTIONS, 3), ids=label)
def test_grundy_values_are_proved_and_are_those_of_the_closed_form(rule: Ruleset, theorem: Theorem) -> None:
    proof = proved(rule, theorem, "grundy_formula")
    for position in small_positions(rule):
        value = theorem.grundy(position)
        if proof.what == FUNCTION:
            assert value is not None
            values = [
                w for w in range(2 * value + 9) if (*position, 2**w if proof.by_power else w) in proof.automata[0]
            ]
            assert values == [value], position
        else:
            values = [w for w, members in enumerate(proof.automata) if position in members]
            assert values == ([value] if value is not None and value < len(proof.automata) else []), position


def test_the_theorems_that_must_be_proved_are_there() -> None:
    outcomes = {(rule.label.partition(":")[0], theorem.title) for rule, theorem in OUTCOMES}
    for name, title in [
        ("nim", "Bouton's theorem"),
        ("nim", "Bouton's rule for misère play"),
        ("moore-nim", "Moore's theorem"),
        ("trim", "The secret of Rim"),
        ("wythoff", "Wythoff's theorem"),
        ("empty-transfer", "Proposition 3"),
        ("empty-transfer", "Proposition 7 (misère), two boxes"),
        ("empty-transfer", "Proposition 4"),
        ("empty-transfer", "Propositions 5 and 6"),
        ("empty-all-but-one", "Proposition 7"),
        ("empty-all-but-one", "Proposition 7 (misère)"),
        ("selective-empty-redistribute", "Solution of Selective-Empty & Redistribute"),
        ("empty-redistribute", "Proposition 8"),
        ("empty-redistribute", "Proposition 8 (misère)"),
        ("sharing-nim", "Proposition 9"),
        ("sharing-nim", "Proposition 9 (misère)"),
        ("graph-nim", "Path of three piles"),
        ("dynamic-nim", "Theorem 1"),
        ("dynamic-nim", "Theorem 2"),
        ("dynamic-nim", "Theorem 3"),
        ("empty-some", "Kept boxes that divide the boxes"),
        ("subtraction-transfer", "Theorem 2.1"),
    ]:
        assert (name, title) in outcomes
    titles = {theorem.title for _, theorem in FUNCTIONS}
    assert titles >= {
        "Bouton's theorem",
        "Proposition 3",
        "Proposition 9",
        "Proposition 2.4",
        "Proposition 2.5",
        "Shift law",
    }
    assert titles >= {"Conjecture 1, now proved", "Conjecture 2, now proved", "Conjecture 3, now proved"}


# Sabotage


def replayed(rule: Ruleset, misere: bool, position: Position) -> str:
    """Return the true outcome by search; a typed rule has no theorems."""
    answer = sprague.solve(sprague.parse(str(rule)), position, misere=misere)
    assert answer.because.kind == "search"
    return answer.outcome


def assert_refuted(rule: Ruleset, misere: bool, claimed: Automaton, found: object) -> None:
    assert isinstance(found, Refutation), f"{rule.label}: {found}"
    assert found.misplaced is not None, str(found)
    assert found.misplaced in [rule.position(found.counterexample), *rule.options(found.counterexample)]
    claimed_outcome = "P" if found.misplaced in claimed else "N"
    assert replayed(rule, misere, found.misplaced) != claimed_outcome, str(found)


def only(rule: Ruleset, position: Position, numeration: Numeration = BINARY) -> Automaton:
    """Return the set of one position in all orders of interchangeable piles; other entries may follow the piles."""
    orders = {position}
    for block in rule.blocks:
        orders = {
            tuple(order[block.index(place)] if place in block else entry for place, entry in enumerate(one))
            for one in orders
            for order in permutations([one[place] for place in block])
        }
    return atoms.finite(sorted(orders), len(position), numeration)


@pytest.mark.parametrize(("rule", "theorem"), sample(OUTCOMES, 8, expensive=is_expensive), ids=label)
def test_a_position_dropped_or_added_is_found_out(rule: Ruleset, theorem: Theorem) -> None:
    proof = proved(rule, theorem, "formula")
    right = proof.positions
    positions = small_positions(rule)
    inside = [position for position in positions if position in right]
    outside = [position for position in positions if position not in right]
    for members, change in ((inside, "drop"), (outside, "add")):
        for position in members[:: max(1, len(members) // 2)][:2]:
            one = only(rule, position, right.numeration)
            wrong = right - one if change == "drop" else right | one
            assert wrong != right
            assert_refuted(rule, theorem.misere, wrong, prove(rule, wrong, misere=theorem.misere))


def slips(formula: str) -> Iterator[str]:
    """The formula with one number greater by one (not a modulus or a base), or with odd for even."""
    for number in re.finditer(r"(?<![\w.])[0-9]+", formula):
        if not re.search(r"(mod|base) $", formula[: number.start()]):
            yield f"{formula[: number.start()]}{int(number[0]) + 1}{formula[number.end() :]}"
    for word, other in (("odd", "even"), ("even", "odd")):
        for place in re.finditer(rf"\b{word}\b", formula):
            yield formula[: place.start()] + other + formula[place.end() :]
    yield f"not ({formula})"


@pytest.mark.parametrize(("rule", "theorem"), sample(OUTCOMES, 8, expensive=is_expensive), ids=label)
def test_a_number_shifted_by_one_is_refuted(rule: Ruleset, theorem: Theorem) -> None:
    right = proved(rule, theorem, "formula").positions
    assert theorem.formula is not None
    refuted = 0
    for wrong in islice(slips(theorem.formula), 3):
        if re.search(r"columns [^=]*= 1", wrong):
            continue  # only sums divisible by the modulus can be asked for
        found = prove(rule, wrong, misere=theorem.misere)
        if isinstance(found, AutomatonProof):
            assert found.positions == right, wrong  # it says the same in other words
            continue
        assert isinstance(found, Refutation), f"{rule.label}, {wrong}: {found}"
        claim = PositionSet(parse_formula(wrong, rule.names, rule.piles), rule.names, rule.blocks)
        assert found.misplaced is not None
        assert replayed(rule, theorem.misere, found.misplaced) != ("P" if found.misplaced in claim else "N"), wrong
        refuted += 1
    assert refuted


@pytest.mark.parametrize(("rule", "theorem"), sample(FUNCTIONS, 6), ids=label)
def test_a_wrong_value_is_found_out(rule: Ruleset, theorem: Theorem) -> None:
    proof = proved(rule, theorem, "grundy_formula")
    oracle = oracle_of(rule)
    if proof.what == FUNCTION:
        whole = proof.automata[0]
        entry = next(member for member in whole.members() if max(member) >= 3)
        lacking = whole - only(rule, entry)
        failure = check_function(rule, lacking, proof.by_power).failure
        assert isinstance(failure, ValueFailure)
        # The position that lost its value is at fault, and no other: there, or at a position with a move to it.
        assert rule.position(entry[:-1]) in [failure.position, *rule.options(failure.position)], str(failure)
        return
    for value, members in enumerate(proof.automata):
        member = next((position for position in small_positions(rule) if position in members), None)
        if member is None:
            continue
        wrong = [*proof.automata]
        wrong[value] = members - only(rule, member)
        refuted = prove(rule, wrong)
        assert isinstance(refuted, Refutation)
        near = [rule.position(refuted.counterexample), *rule.options(refuted.counterexample)]
        assert any(
            (position in wrong[other]) is not (oracle.grundy(position) == other)
            for position in near
            for other in range(value + 1)
        ), str(refuted)


# Dynamic Nim: proved where the companion condition holds, refuted where it fails


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["x", "2x-1"])
@pytest.mark.parametrize("piles", [1, 2, 3])
def test_dynamic_nim_follows_its_companion_condition(piles: int, limit: str) -> None:
    for stop in range(8):
        rule = sprague.game("dynamic-nim", piles=piles, stop=stop, limit=limit)
        if stop == 0 or satisfies_companion(stop, piles):
            (theorem,) = theorems(rule)
            assert isinstance(prove(rule, theorem.formula or ""), AutomatonProof), rule.label
            continue
        assert theorems(rule) == []
        found = prove(rule, Ideal(1, stop).formula)
        assert isinstance(found, Refutation)
        assert found.misplaced is not None
        assert found.misplaced[:-1] == companion_witness(stop, piles)
        assert replayed(rule, False, found.misplaced) == "P"


# Statements about a proved set


@pytest.mark.slow
def test_propositions_5_and_6_hold_for_all_positions() -> None:
    rule = sprague.game("empty-transfer", boxes=4)
    proof = proved(rule, theorems(rule)[0], "formula")
    assert doubles(proof)
    assert doubles_less_one(proof)
    # With a chip less in two boxes it fails.
    assert preimage(proof.positions, [2] * 4, [-1, -1, 0, 0]).difference(proof.positions) is not None


def test_doubling_fails_for_other_sets() -> None:
    two, three = (sprague.game("empty-transfer", boxes=boxes) for boxes in (2, 3))
    odd, powers = proved(two, theorems(two)[0], "formula"), proved(three, theorems(three)[0], "formula")
    assert not doubles(odd)
    assert odd.positions.difference(preimage(odd.positions, [2, 2], [0, 0])) == (1, 1)
    assert doubles(powers)
    assert not doubles_less_one(powers)


def test_sharing_nim_is_a_palindrome_and_goes_by_differences() -> None:
    rule = sprague.game("sharing-nim", piles=3)
    (normal,), (misere,) = theorems(rule), theorems(rule, misere=True)
    for proof in (proved(rule, normal, "grundy_formula"), proved(rule, misere, "formula")):
        assert is_palindrome(proof)
        for members in proof.automata:
            assert preimage(members, [1] * 3, [1] * 3) == members
    # Every set of positions that is not one is noticed: here (0, 1, 5) without (0, 4, 5).
    one_sided = replace(proof, automata=(proof.positions | only(rule, (0, 1, 5)),))
    assert not is_palindrome(one_sided)


# With the checker's own eyes

#: Right, and shown by the checker as well, but in more seconds than a test may take.
SLOW_TO_CHECK = {"empty-redistribute:boxes=4", "empty-redistribute:boxes=5", "empty-redistribute:boxes=6"}


@pytest.mark.parametrize(
    ("rule", "theorem", "attribute"),
    sample(
        [(*entry, "formula") for entry in OUTCOMES] + [(*entry, "grundy_formula") for entry in FUNCTIONS],
        7,
        expensive=is_expensive,
    ),
    ids=label,
)
def test_the_checker_shows_that_formula_and_set_are_the_same(rule: Ruleset, theorem: Theorem, attribute: str) -> None:
    if rule.label not in SLOW_TO_CHECK:
        found = sprague.verify(proved(rule, theorem, attribute).certificate())
        assert found, found.unproved
        assert found.claims
