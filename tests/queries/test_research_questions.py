"""Questions of researchers about the catalogue: answers compared with brute force and verified by the checker."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import sprague
from sprague.checker import NotVerified
from sprague.checker import verify as check
from sprague.queries.answers import SetAnswer, TruthAnswer
from tests.layers import sample
from tests.oracle import Oracle

Members = Callable[[int], set[tuple[int, ...]]]
CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
COINS = "(x, y) -> (x - 2, y) ; (x, y - 1) ; (x - 1, y + 2)"
SUBTRACTION = "n -> n - k where k in {1, 3, 4}"
PASS = (
    "(a, b | p) -> (a - k, b | p) where k >= 1 ; (a - k, b - k | p) where k >= 1 ; (a, b | p - 1) where a + b >= 1 "
    "any order positions where p <= 1"
)
KNIGHT = "(a, b) -> (a - 1, b - 2) ; (a - 2, b - 1)"


@cache
def cold(game: str, limit: int, misere: bool = False) -> frozenset[tuple[int, ...]]:
    """The P-positions of a game with all numbers below a limit, by definition, in every order of equal piles."""
    rule = sprague.game(game)
    oracle = Oracle(rule.options)
    return frozenset(
        one
        for one in product(range(limit), repeat=len(rule.names))
        if rule.is_position(one) and oracle.outcome(rule.position(one), misere) == "P"
    )


@cache
def values(game: str, limit: int) -> dict[tuple[int, ...], int]:
    """The Grundy values of the positions of a game with all numbers below a limit, by definition."""
    rule = sprague.game(game)
    oracle = Oracle(rule.options)
    return {
        one: oracle.grundy(rule.position(one))
        for one in product(range(limit), repeat=len(rule.names))
        if rule.is_position(one)
    }


def lower(limit: int) -> set[int]:
    """The smaller piles of the P-positions of Wythoff's game that are not terminal."""
    return {a for a, b in cold("wythoff", 2 * limit + 2) if a < b and a < limit}


@dataclass(frozen=True)
class SetQuestion:
    """A question with free names; `members` returns the members with numbers below a bound, by brute force."""

    game: str
    question: str
    members: Callable[[int], set[tuple[int, ...]]]
    bound: int = 12


@dataclass(frozen=True)
class TruthQuestion:
    """A question without free names, its answer, and the smallest witness or counterexample by brute force."""

    game: str
    question: str
    answer: bool | Callable[[], bool]
    numbers: Callable[[], dict[str, int]] | None = None


def box(bound: int, entries: int = 2) -> list[tuple[int, ...]]:
    """All tuples of numbers below a bound, by their sum."""
    return sorted(product(range(bound), repeat=entries), key=lambda one: (sum(one), one))


def cold_with(moves: set[tuple[int, int]], limit: int) -> set[tuple[int, int]]:
    """The P-positions, with both piles below a limit, of Wythoff's game with additional moves, by definition."""
    found: set[tuple[int, int]] = set()
    firsts, seconds, differences = set(), set(), set()  # the lines of Wythoff's moves that reach a P-position
    for a, b in box(limit):
        reaches = a in firsts or b in seconds or a - b in differences
        if reaches or any((a - i, b - j) in found for i, j in moves):
            continue
        found.add((a, b))
        firsts.add(a)
        seconds.add(b)
        differences.add(a - b)
    return found


def added_moves(bound: int) -> set[tuple[int, ...]]:
    """The moves with which Wythoff's game has the same P-positions, by playing each of the games."""
    plain = cold_with(set(), 60)
    return {(0, 0)} ^ {(i, j) for i, j in box(bound) if cold_with({(i, j), (j, i)} - {(0, 0)}, 60) == plain}


def joining_moves(bound: int) -> set[tuple[int, int]]:
    """The moves (i, j) with i <= j that join two P-positions of Wythoff's game, from its pairs.

    If (A_n, B_n) is the n-th P-position, these moves are (A_n - A_m, B_n - B_m) and (A_n - B_m, B_n - A_m). The
    recurrence of A and B is Wythoff's.
    """
    pairs: list[tuple[int, int]] = []
    for n in range(8 * bound):
        used = {number for pair in pairs for number in pair}
        least = next(number for number in range(len(used) + 1) if number not in used)
        pairs.append((least, least + n))
    joined = {(c - a, d - b) for a, b in pairs for c, d in pairs}
    joined |= {(c - b, d - a) for a, b in pairs for c, d in pairs}
    return {(i, j) for i, j in joined if 0 <= i <= j < bound}


def least_counterexample(holds: Callable[[int, int], bool]) -> dict[str, int]:
    a, b = next(one for one in box(12) if not holds(*one))
    return {"a": a, "b": b}


def closed_under_one(a: int, b: int) -> bool:
    found = cold("wythoff", 14)
    return (a, b) not in found or (a + 1, b + 1) in found


def won_in_the_larger_pile(a: int, b: int) -> bool:
    found = cold("wythoff", 14)
    return a > b or (a, b) in found or any((a, u) in found for u in range(b))


def without_diagonal(k: int) -> str:
    """Wythoff's game without the move that takes k chips from both piles."""
    return f"(a, b) -> (u, b) where u < a ; (a, u) where u < b ; (a - j, b - j) where j >= 1, j != {k}"


#: Wythoff's game without the moves that take chips from the smaller of two different piles
LARGER_PILE = "(a, b) -> (u, b) where u < a, a >= b ; (a, u) where u < b, b >= a ; (a - j, b - j) where j >= 1"


def spread(a: int) -> list[int]:
    return sorted(b for x, b in cold(COOKIES, 30) if x == a)


# The questions that the documentation promises, then others.
TRUTHS = [
    TruthQuestion("wythoff", "all a: exists unique b: P(a, b)", True),
    TruthQuestion("chocolate-bar", "all y, z: position(0, y, z) implies exists unique x: P(x, y, z)", True),
    TruthQuestion(
        "wythoff", "all a, b: P(a, b) implies P(a + 1, b + 1)", False, lambda: least_counterexample(closed_under_one)
    ),
    TruthQuestion(
        "wythoff",
        "all a, b: a <= b and N(a, b) implies exists u: u < b and P(a, u)",
        False,
        lambda: least_counterexample(won_in_the_larger_pile),
    ),
    TruthQuestion("wythoff", "exists finitely many (a, b): not (P(a, b) iff misere.P(a, b))", True),
    TruthQuestion(
        COOKIES,
        "exists d: all x, y: P(x, y) implies (exists c: y < c <= y + d and P(x, c)) or not exists c: c > y and P(x, c)",
        True,
        lambda: {"d": max(two - one for a in range(12) for one, two in zip(spread(a), spread(a)[1:], strict=False))},
    ),
    TruthQuestion(
        "wythoff",
        "all a, b: a < b and N(a, b) implies (exists u: u < b and P(a, u)) or exists j: j >= 1 and P(a - j, b - j)",
        lambda: cold(LARGER_PILE, 16) == cold("wythoff", 16),
    ),
    # Own questions
    TruthQuestion("nim:piles=3", "all a, b: exists unique c: P(a, b, c)", True),
    TruthQuestion("nim:piles=3", "all a, b, c: P(a, b, c) implies c <= a + b", True),
    TruthQuestion("nim:piles=2", "all a, b: value(a, b) <= a + b and (value(a, b) = 0 iff a = b)", True),
    TruthQuestion(SUBTRACTION, "exists p: p >= 1 and all n: P(n) iff P(n + p)", True, lambda: {"p": 7}),
    TruthQuestion(
        "wythoff",
        "exists a, b, c, d: P(a, b) and P(c, d) and b = a + 3 and d = c + 4 and c - a = 1",
        lambda: any((a + 1, a + 5) in cold("wythoff", 40) for a, b in cold("wythoff", 30) if b == a + 3),
    ),
    TruthQuestion(
        "wythoff", "all a, b: P(a, b) and a < b implies exists c: a < c <= a + 2 and P(c, c + b - a + 1)", True
    ),
    TruthQuestion("sharing-nim", "exists infinitely many c: P(1, 1, c)", True),
    TruthQuestion(COINS, "all x: exists y: P(x, y)", False, lambda: {"x": 2}),
]
SETS = [
    SetQuestion("wythoff", "all a, b: not (P(a, b) and P(a + i, b + j))", added_moves),
    SetQuestion(
        "wythoff",
        "k >= 1 and all a, b: N(a, b) implies (exists u: u < a and P(u, b) or u < b and P(a, u)) or "
        "exists j: j >= 1 and j != k and P(a - j, b - j)",
        lambda bound: {(k,) for k in range(1, bound) if cold(without_diagonal(k), 16) == cold("wythoff", 16)},
        bound=6,
    ),
    SetQuestion(
        "wythoff",
        "exists a, b, c, d: P(a, b) and P(c, d) and K.move(a, b; c, d) and a = i",
        lambda bound: {
            (a,)
            for a, b in cold("wythoff", 30)
            for c, d in ((a - 1, b - 2), (a - 2, b - 1))
            if a < bound and (c, d) in cold("wythoff", 30)
        },
    ),
    SetQuestion(
        "wythoff",
        "P(a, b) and not misere.P(a, b) or misere.P(a, b) and not P(a, b)",
        lambda bound: set(cold("wythoff", bound) ^ cold("wythoff", bound, True)),
    ),
    # Own questions
    SetQuestion("wythoff", "exists b: a < b and P(a, b)", lambda bound: {(a,) for a in lower(bound)}, bound=25),
    SetQuestion(
        "wythoff",
        "exists a, b, c, d: P(a, b) and P(c, d) and a < b and c < d and s = a + c",
        lambda bound: {(a + c,) for a in lower(bound) for c in lower(bound) if a + c < bound},
        bound=25,
    ),
    SetQuestion(
        "wythoff",
        "N(a, b) and exists unique c: c < a and P(c, b) and not P(a, c)",
        lambda bound: {
            (a, b)
            for a, b in box(bound)
            if sum((c, b) in cold("wythoff", bound) and (a, c) not in cold("wythoff", bound) for c in range(a)) == 1
        },
    ),
    SetQuestion(
        "nim:piles=3",
        "exists c: P(a, b, c) and c < a",
        lambda bound: {(a, b) for a, b in box(bound) if a ^ b < a},
    ),
    SetQuestion(
        "nim:piles=2",
        "value(a, b) = 3 and a < b",
        lambda bound: {one for one, value in values("nim:piles=2", bound).items() if value == 3 and one[0] < one[1]},
    ),
    SetQuestion(
        COOKIES,
        "value(x, y) = 1 and exists c, d: move(x, y; c, d) and value(c, d) = 2",
        lambda bound: {
            one
            for one, value in values(COOKIES, bound).items()
            if value == 1
            and any(values(COOKIES, bound + 2)[other] == 2 for other in sprague.game(COOKIES).options(one))
        },
        bound=9,
    ),
    SetQuestion(
        COINS,
        "N(x, y) and not exists c: c < x and P(c, y)",
        lambda bound: {
            (x, y)
            for x, y in box(bound)
            if (x, y) not in cold(COINS, bound) and not any((c, y) in cold(COINS, bound) for c in range(x))
        },
    ),
    SetQuestion(
        SUBTRACTION,
        "exists n: P(n) and P(n + d)",
        lambda bound: {
            (d,) for d in range(bound) for (n,) in cold(SUBTRACTION, 40) if (n + d,) in cold(SUBTRACTION, 60)
        },
    ),
    SetQuestion(
        "sharing-nim",
        "P(a, a + b, a + c)",
        lambda bound: {(a, b, c) for a, b, c in box(bound, 3) if (a, a + b, a + c) in cold("sharing-nim", 2 * bound)},
        bound=5,
    ),
    SetQuestion(
        "chocolate-bar:k=1",
        "exists z: P(x, y, z) and z <= 8",
        lambda bound: {
            (x, y) for x, y in box(bound) if any((x, y, z) in cold("chocolate-bar:k=1", 9) for z in range(9))
        },
        bound=9,
    ),
    SetQuestion(
        "nim:piles=2",
        "terminal(a - 1, b - 2) or N(a, b) and a < 2 and in some order: b = 3a",
        lambda bound: {
            (a, b) for a, b in box(bound) if (a, b) == (1, 2) or (a != b and a < 2 and (b == 3 * a or a == 3 * b))
        },
    ),
    SetQuestion(
        "wythoff",
        "d >= 1 and exists a, b: P(a, b) and exists infinitely many c: c >= a and P(c, c + d * 2)",
        lambda bound: set(),
    ),
    SetQuestion(
        "(a, b) -> (u, b) where u < a any order piles >= 1",
        "position(a, b) and not N(a, b)",
        lambda bound: {(a, a) for a in range(1, bound)},
    ),
]
OWN = 20  # number of questions that are not taken from the documentation


def answered(game: str, question: str) -> TruthAnswer | SetAnswer:
    found = sprague.ask(game, question, let={"K": KNIGHT} if "K." in question else None)
    assert isinstance(found, TruthAnswer | SetAnswer)
    return found


def certificate(answer: TruthAnswer | SetAnswer) -> dict[str, Any]:
    if isinstance(answer, SetAnswer):
        answer.__dict__["formula"] = None  # other tests are about formulas
    found: dict[str, Any] = json.loads(json.dumps(answer.certificate()))
    return found


@pytest.mark.parametrize("one", sample(TRUTHS, 2), ids=lambda one: one.question)
def test_yes_and_no(one: TruthQuestion) -> None:
    found = answered(one.game, one.question)
    assert isinstance(found, TruthAnswer)
    answer = one.answer() if callable(one.answer) else one.answer
    assert found.answer is answer
    if one.numbers is not None:
        assert (found.witness if answer else found.counterexample) == one.numbers()
    data = certificate(found)
    assert check(copy.deepcopy(data))
    with pytest.raises(NotVerified):
        check({**data, "answer": not answer})


@pytest.mark.parametrize("one", sample(SETS, 2), ids=lambda one: one.question)
def test_sets(one: SetQuestion) -> None:
    found = answered(one.game, one.question)
    assert isinstance(found, SetAnswer)
    expected = one.members(one.bound)
    assert {member for member in box(one.bound, len(found.names)) if member in found} == expected
    assert check(certificate(found))


def test_added_moves_are_those_that_join_no_two_pairs_of_wythoff() -> None:
    found = sprague.ask("wythoff", "all a, b: not (P(a, b) and P(a + i, b + j))")
    assert isinstance(found, SetAnswer)
    joining = joining_moves(40)
    assert all(((i, j) in found) == ((min(i, j), max(i, j)) not in joining) for i, j in box(40))


def test_there_are_enough_questions() -> None:
    assert len(TRUTHS) - 7 + len(SETS) - 4 >= OWN


@pytest.mark.slow
def test_positions_of_value_1_in_wythoff() -> None:
    found = sprague.ask("wythoff", "value(a, b) = 1")
    assert isinstance(found, SetAnswer)
    assert {one for one in box(16) if one in found} == {
        one for one, value in values("wythoff", 16).items() if value == 1
    }
    assert check(certificate(found))
    assert found.theorems[0].source == "catalogue"
    assert found.theorems[0].proof.game == sprague.game("wythoff")


@pytest.mark.slow
def test_wythoff_with_a_pass_and_value_1_differ_at_eight_positions() -> None:
    let = {"W": CERTIFICATES / "wythoff-pass.json", "V": CERTIFICATES / "wythoff-value-1.json"}
    found = sprague.ask("wythoff", "a <= b and not (W.P(a, b, 1) iff value(a, b) = 1)", let=let)
    assert isinstance(found, SetAnswer)
    assert sprague.ask("wythoff", "all a, b: value(a, b) = 1 iff V.P(a, b, 1)", let=let)
    plain = Oracle(sprague.game("wythoff").options)
    passing = Oracle(sprague.game(PASS).options)
    expected = [
        (a, b) for a, b in box(14) if a <= b and (passing.outcome((a, b, 1)) == "P") != (plain.grundy((a, b)) == 1)
    ]
    assert list(found) == expected
    assert len(expected) == 8
