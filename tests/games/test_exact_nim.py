"""Exact Nim: the rule against an independent definition, and the closed forms against the oracle."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

import sprague
from sprague import SpragueError
from sprague.games import theorems
from sprague.games.exact_nim import FreePiles
from tests.games import literal_rules
from tests.games.closed_form_checks import HUGE, PLAYS, agree_with_oracle, unordered
from tests.oracle import Oracle, Position
from tests.snapshots import refused, snapshot


@pytest.mark.parametrize(("piles", "least", "most"), [(3, 2, 2), (4, 2, 3), (3, 1, 2), (4, 4, 4), (2, 1, 1)])
def test_the_moves_are_those_of_the_definition(piles: int, least: int, most: int) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    for position in unordered(piles, 3):
        assert set(rule.options(position)) == literal_rules.exact_nim(least, most)(position)


@pytest.mark.parametrize(("piles", "least", "most"), [(3, 2, 2), (4, 2, 3), (4, 3, 3), (5, 3, 4)])
def test_every_small_position(piles: int, least: int, most: int) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    agree_with_oracle(rule, unordered(piles, 3), misere=False)


@PLAYS
def test_least_one_is_moores_nim(misere: bool) -> None:
    agree_with_oracle(sprague.game("exact-nim", least=1), unordered(3, 5), misere)


@pytest.mark.parametrize(
    ("piles", "least", "most", "formula"),
    [
        (3, 2, 2, "a = 0 and b = 0"),
        (4, 2, 3, "a = 0 and b = 0 and c = 0"),
        (4, 3, 3, "a = 0 and b = 0"),
        (5, 3, 3, "a = 0 and b = 0 and c = 0"),
        (4, 2, 2, "at least 3 piles = min"),
        (5, 2, 3, "at least 4 piles = min"),
    ],
)
def test_the_formula_is_proved(piles: int, least: int, most: int, formula: str) -> None:
    rule = sprague.game("exact-nim", piles=piles, least=least, most=most)
    (theorem,) = theorems(rule)
    assert theorem.formula == formula
    assert sprague.prove(rule, formula)


def test_beyond_that_there_is_no_formula() -> None:
    (theorem,) = theorems(sprague.game("exact-nim", piles=5))
    assert theorem.formula is None


def test_most_below_least_is_refused() -> None:
    with refused(SpragueError):
        sprague.game("exact-nim", most=1)


# At most 2 most + least piles


def oracle_of(least: int, most: int) -> Oracle:
    return Oracle(cache(literal_rules.exact_nim(least, most)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piles", "least", "most", "top"),
    [
        *[(4, 2, 2, 7), (5, 2, 2, 7), (6, 2, 2, 5)],
        *[(6, 3, 3, 4), (7, 3, 3, 3), (8, 3, 3, 3), (9, 3, 3, 3)],
        *[(9, 4, 4, 2), (10, 4, 4, 2), (11, 4, 4, 2), (12, 4, 4, 2), (15, 5, 5, 1)],
        *[(6, 2, 3, 3), (7, 2, 3, 3), (8, 2, 3, 3), (10, 2, 4, 2), (11, 3, 4, 2)],
        *[(4, 1, 2, 4), (5, 1, 2, 3), (7, 1, 3, 3)],
    ],
)
def test_free_piles_are_right_up_to_2_most_plus_least(piles: int, least: int, most: int, top: int) -> None:
    theorem, oracle = FreePiles(piles, least, most), oracle_of(least, most)
    seen = set()
    for position in unordered(piles, top):
        is_p = oracle.outcome(position) == "P"
        seen.add(is_p)
        assert theorem.decides(position)
        assert theorem.is_p(position) == is_p, position
        moves = theorem.winning_moves(position)
        assert len(moves) == (not is_p), position
        assert all(move in oracle.options(position) and oracle.outcome(move) == "P" for move in moves), position
        assert theorem.explain(position).endswith(".")
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("least", "most", "position"),
    [
        (2, 2, (1, 1, 1, 1, 2, 2, 2)),
        (2, 3, (1, 1, 1, 1, 1, 2, 2, 2, 2)),
        (3, 3, (1, 1, 1, 1, 1, 2, 2, 2, 2, 2)),
        (1, 2, (1, 1, 1, 1, 1, 1)),
    ],
)
def test_the_theorem_does_not_decide_one_pile_more(least: int, most: int, position: Position) -> None:
    theorem = FreePiles(len(position), least, most)
    assert len(position) == theorem.covered + 1
    assert not theorem.decides(position)
    assert theorem.decides((0, *position[1:]))
    assert theorem.is_p(position) != (oracle_of(least, most).outcome(position) == "P")


def test_more_piles_are_covered_if_enough_are_empty() -> None:
    few = sprague.solve("exact-nim:piles=9", (0, 0, 0, 10**50, 10**60, 10**70, 10**80, 10**90, 10**100))
    assert few.because.kind == "theorem"
    many = sprague.solve("exact-nim:piles=7", (1, 1, 1, 1, 2, 2, 2))
    assert (many.because.kind, many.outcome) == ("search", "P")
    with refused(SpragueError):
        sprague.solve("exact-nim:piles=7", (10**4,) * 7)


def two_of_them_by_the_plain_rule(position: Position, most: int) -> bool:
    """The rule for `least` = 2 without choices, word by word: whether the position is P."""
    places = range(max(position).bit_length() - 1, -1, -1)
    for place in places:
        having = [pile for pile in position if pile >> place & 1]
        if len(having) in (0, most + 2):
            continue
        below = [pile % (1 << place) for pile in position]
        if len(having) == most + 3:
            return not any(below)
        if len(having) == 1:
            below.remove(having[0] % (1 << place))
            return all(sum(pile >> lower & 1 for pile in below) in (0, most + 1) for lower in range(place))
        return False
    return True


@pytest.mark.parametrize(("piles", "most", "top"), [(4, 2, 15), (5, 2, 9), (6, 2, 7), (7, 3, 5), (8, 3, 5), (10, 4, 3)])
def test_from_two_piles_on_there_is_a_rule_without_choices(piles: int, most: int, top: int) -> None:
    theorem = FreePiles(piles, 2, most)
    for position in unordered(piles, top):
        assert theorem.is_p(position) == two_of_them_by_the_plain_rule(position, most), position


def some_choice_decides(columns: list[set[int]], free: set[int], least: int, most: int) -> bool:
    """Theorem 3 of docs/exact-nim.md word by word: all sets S are tried, one after the other."""
    if not columns:
        return False
    (ones, *below), full = columns, least + most
    counted = len(free | ones)
    if counted < full:
        return counted >= least or some_choice_decides(below, free | ones, least, most)
    others = sorted(ones - free)
    for size in range(counted - full + 1):
        for chosen in combinations(others, size):
            now = free | set(chosen)
            if len(ones - now) <= full and (len(now) >= least or some_choice_decides(below, now, least, most)):
                return True
    return False


@pytest.mark.parametrize(("piles", "least", "most"), [(9, 3, 3), (8, 3, 3), (12, 4, 4), (11, 3, 4), (8, 2, 3)])
def test_several_columns_with_choices(piles: int, least: int, most: int) -> None:
    """Positions that are too large for the oracle, with columns that are likely to allow choices."""
    theorem, drawn, full = FreePiles(piles, least, most), random.Random(piles * least), least + most
    seen = set()
    for _ in range(400):
        columns: list[set[int]] = []
        for _ in range(4):
            near = (
                set(drawn.choice(columns))
                if columns and drawn.random() < 0.7
                else set(drawn.sample(range(piles), full))
            )
            columns.append(near ^ set(drawn.sample(range(piles), drawn.choice((0, 0, 1, 2)))))
        position = tuple(sorted(sum((i in ones) << 3 - at for at, ones in enumerate(columns)) for i in range(piles)))
        decided = some_choice_decides(columns, set(), least, most)
        assert theorem.is_p(position) != decided, position
        seen.add(decided)
    assert seen == {True, False}


def is_move(before: Position, after: Position, least: int, most: int) -> bool:
    """Whether a move leads from one position to another, both sorted and with piles that are all different."""
    lowered = sorted(set(before) - set(after))
    left = sorted(set(after) - set(before))
    return least <= len(lowered) <= most and all(new < old for new, old in zip(left, lowered, strict=True))


@pytest.mark.parametrize(("piles", "least", "most"), [(12, 4, 4), (15, 5, 5), (12, 3, 5), (10, 2, 4), (5, 2, 2)])
def test_piles_of_a_thousand_digits(piles: int, least: int, most: int) -> None:
    theorem, drawn = FreePiles(piles, least, most), random.Random(piles)
    for equal_above in (0, 1000, 3000):  # columns with all piles, with full ones, and with none that matter
        head = [1] * (least + most) + [0] * (piles - least - most)
        tail = 3322 - equal_above
        position = tuple(sorted(one * ((1 << equal_above) - 1) << tail | drawn.getrandbits(tail) for one in head))
        (move,) = theorem.winning_moves(position)
        assert is_move(position, move, least, most)
        assert theorem.is_p(move)
        assert not theorem.winning_moves(move)


def test_many_open_choices_are_counted_by_kind() -> None:
    """Any nine of 29 different piles might be free: ten million sets, which are all equivalent."""
    theorem, drawn = FreePiles(30, 10, 10), random.Random(1)
    piles = [0] * 30
    for _ in range(40):
        ones = drawn.sample(range(30), 20)
        piles = [2 * pile + (place in ones) for place, pile in enumerate(piles)]
    position = tuple(sorted((2 * pile + (place > 0)) << 40 for place, pile in enumerate(piles)))
    assert len(set(position)) == 30
    assert theorem.is_p(position)
    (move,) = theorem.winning_moves((position[0] + 1, *position[1:]))
    assert theorem.is_p(move)


@pytest.mark.slow
def test_huge_piles_of_exact_nim() -> None:
    answer = sprague.solve("exact-nim:piles=5", (HUGE // 3, HUGE // 5, HUGE // 7, HUGE // 11, HUGE // 13))
    assert (answer.outcome, answer.because.kind) == ("N", "theorem")
    assert sprague.solve("exact-nim:piles=5", answer.winning_moves[0]).outcome == "P"


@pytest.mark.parametrize(
    ("least", "most", "position"),
    [
        (2, 2, (0, 0, 0, 0, 5)),
        (2, 2, (1, 1, 1, 2, 7)),
        (2, 2, (0, 1, 1, 1, 6)),
        (2, 2, (0, 2, 2, 3, 3)),
        (2, 2, (0, 3, 3, 3, 3)),
        (2, 2, (1, 1, 1, 1, 1)),
        (3, 3, (0, 1, 1, 1, 1, 1, 1, 1, 2)),
    ],
)
def test_the_explanation_names_the_columns(least: int, most: int, position: Position) -> None:
    snapshot(FreePiles(len(position), least, most).explain(position))


def test_the_statement_names_the_covered_positions() -> None:
    (theorem,) = theorems(sprague.game("exact-nim", piles=5))
    assert isinstance(theorem, FreePiles)
    snapshot(theorem.statement)
