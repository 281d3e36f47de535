"""The closed forms of Ferguson's box games hold what exhaustive tables hold, and their moves are legal and win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import gcd

import pytest

import sprague
from sprague import Ruleset, SpragueError
from sprague.games._catalogue import theorems
from sprague.games._theory import Theorem
from sprague.games._two_boxes import (
    MisereTwoBoxes,
    TwoBoxes,
    move_to_value,
    two_box_value,
    two_box_value_by_halving,
    two_box_value_in_binary,
)
from sprague.games.empty_all_but_one import KeepOne, MisereKeepOne
from sprague.games.empty_redistribute import (
    AllOddRedistributed,
    MisereStrategy,
    Strategy,
    f,
    in_r,
    in_s,
    k7_class,
    p_position,
)
from sprague.games.empty_transfer import AllOdd, FewEven, FourBoxes, OnesAndTwos, ResiduesOfThree, ThreeBoxes
from sprague.games.selective_empty_redistribute import MultiplesOfBoxes
from tests.oracle import Oracle, Position

# What is legal, said once more and apart from the rules of the package


def is_transfer(position: Position, option: Position) -> bool:
    """Whether emptying a box and splitting another leads here."""
    for emptied, split in permutations(range(len(position)), 2):
        others = Counter(box for place, box in enumerate(position) if place not in (emptied, split))
        new = Counter(option)
        if others <= new and sum((new - others).elements()) == position[split]:
            return len(option) == len(position) and min(option) >= 1
    return False


def is_redistribution(position: Position, option: Position, emptied: range) -> bool:
    """Whether emptying one of these numbers of boxes and sharing out the rest leads here."""
    left = sum(option)
    return (
        len(option) == len(position)
        and min(option) >= 1
        and any(sum(kept) == left for count in emptied for kept in combinations(position, len(position) - count))
    )


def is_legal(game: str, position: Position, option: Position) -> bool:
    boxes = len(position)
    if game == "empty-transfer":
        return is_transfer(position, option)
    emptied = {
        "empty-all-but-one": range(boxes - 1, boxes),
        "empty-redistribute": range(1, 2),
        "selective-empty-redistribute": range(1, boxes),
    }
    return is_redistribution(position, option, emptied[game])


# Every theorem against tables


@dataclass(frozen=True)
class Case:
    """A theorem about a game: `limit` or `chips` bound the table, `near` the moves looked up among the options."""

    game: str
    boxes: int
    theorem: Theorem
    limit: int | None = None
    chips: int | None = None
    near: int = 10**9
    total: bool = True

    def __str__(self) -> str:
        return f"{self.game}-{self.boxes}-{type(self.theorem).__name__}"


TRANSFER, KEEP_ONE, ONE, SOME = (
    "empty-transfer",
    "empty-all-but-one",
    "empty-redistribute",
    "selective-empty-redistribute",
)

CASES = [
    Case(TRANSFER, 2, TwoBoxes(), limit=90, near=26),
    Case(TRANSFER, 2, MisereTwoBoxes(), limit=90, near=26),
    Case(TRANSFER, 3, ThreeBoxes(), limit=36, near=20),
    Case(TRANSFER, 4, FourBoxes(), limit=19, near=20),
    *(
        Case(TRANSFER, boxes, theorem, limit=limit, near=near, total=False)
        for boxes, limit, near in [(2, 60, 24), (3, 24, 20), (4, 14, 18), (5, 10, 17), (6, 8, 15), (7, 6, 14)]
        for theorem in (AllOdd(), FewEven(), OnesAndTwos())
    ),
    *(
        Case(TRANSFER, boxes, ResiduesOfThree(), limit=limit, total=False)
        for boxes, limit in [(5, 20), (6, 13), (7, 10), (8, 8)]
    ),
    *(
        Case(KEEP_ONE, boxes, theorem(boxes), limit=limit, near=near)
        for boxes, limit, near in [(2, 60, 24), (3, 32, 22), (4, 23, 18), (5, 12, 16)]
        for theorem in (KeepOne, MisereKeepOne)
    ),
    *(
        Case(ONE, boxes, theorem(boxes), chips=chips, near=near)
        for boxes, chips, near in [
            (2, 120, 60),
            (3, 60, 24),
            (4, 44, 20),
            (5, 36, 18),
            (6, 34, 16),
            (7, 33, 16),
            (8, 33, 15),
            (9, 32, 14),
            (10, 36, 15),
        ]
        for theorem in (Strategy, MisereStrategy)
    ),
    *(
        Case(ONE, boxes, AllOddRedistributed(boxes), chips=chips, near=near)
        for boxes, chips, near in [(2, 80, 40), (4, 40, 18), (6, 30, 14), (8, 27, 13)]
    ),
    *(
        Case(SOME, boxes, MultiplesOfBoxes(boxes), chips=chips, near=near)
        for boxes, chips, near in [(2, 100, 60), (3, 50, 20), (4, 40, 16), (5, 29, 13), (6, 25, 11), (7, 22, 10)]
    ),
    Case(SOME, 2, MisereTwoBoxes(), chips=80, near=40),
]


@cache
def rule_of(game: str, boxes: int) -> Ruleset:
    return sprague.game(game, boxes=boxes)


@cache
def outcomes(game: str, boxes: int, limit: int | None, chips: int | None, misere: bool) -> dict[Position, str]:
    rule = rule_of(game, boxes)
    return dict(sprague.tabulate(rule, limit, chips=chips, what="outcome", misere=misere).items())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_outcomes_and_moves_are_those_of_the_table(case: Case) -> None:
    theorem, rule = case.theorem, rule_of(case.game, case.boxes)
    table = outcomes(case.game, case.boxes, case.limit, case.chips, theorem.misere)
    decided = [position for position in table if theorem.decides(position)]
    assert decided
    assert not case.total or len(decided) == len(table)
    for position in decided:
        moves = theorem.winning_moves(position)
        assert theorem.is_p(position) == (table[position] == "P"), position
        assert len(set(moves)) == len(moves), position
        assert all(table[move] == "P" for move in moves), position
        assert all(is_legal(case.game, position, move) for move in moves), position
        if table[position] == "P":
            assert moves == []
        elif not moves:
            assert theorem.misere, position
            assert rule.options(position) == [], position
        if sum(position) <= case.near and moves:
            assert set(moves) <= set(rule.options(position)), position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_decided_position_is_explained_in_one_line(case: Case) -> None:
    table = outcomes(case.game, case.boxes, case.limit, case.chips, case.theorem.misere)
    for position in list(table)[:400]:
        if case.theorem.decides(position):
            words = case.theorem.explain(position)
            assert words.endswith("."), position
            assert "\n" not in words, position
    assert case.theorem.statement.endswith(".")
    assert str(case.theorem).startswith(case.theorem.title)


@pytest.mark.parametrize(("boxes", "limit"), [(2, 128), (3, 24), (4, 14), (5, 9), (6, 7), (7, 6)])
def test_grundy_values_of_empty_transfer_are_those_of_the_table(boxes: int, limit: int) -> None:
    table = dict(sprague.tabulate(rule_of(TRANSFER, boxes), limit).items())
    given: list[Theorem] = [OnesAndTwos(), *theorems(rule_of(TRANSFER, boxes))]
    for theorem in given:
        for position in filter(theorem.decides, table):
            assert theorem.grundy(position) in (None, table[position]), position
    assert boxes != 2 or all(TwoBoxes().grundy(position) is not None for position in table)
    assert all(OnesAndTwos().grundy(position) is not None for position in filter(OnesAndTwos().decides, table))


def test_two_boxes_have_the_same_values_in_all_these_games() -> None:
    for game in (TRANSFER, KEEP_ONE, ONE, SOME, "empty-some:empty=1"):
        table = sprague.tabulate(sprague.game(game, boxes=2), 24)
        assert all(two_box_value(*position) == value for position, value in table.items()), game


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("boxes", [2, 3, 4, 5, 6, 7, 9, 12])
def test_keep_one_is_right_box_by_box(boxes: int, misere: bool) -> None:
    """A box is worth keeping if its chips are a sum of k boxes that are not: by definition, for three periods.

    In misère play one of these must be k or more, because the position must not be terminal.
    """
    theorem: Theorem = MisereKeepOne(boxes) if misere else KeepOne(boxes)
    sums = [1] + [0] * boxes  # bit s of sums[c]: c boxes not worth keeping, together s chips
    lasting = 0  # the sums of k such boxes that make a P-position
    period = (boxes - 1) * (2 * boxes - 1)
    for box in range(1, 3 * period + 2):
        worth_keeping = bool(lasting >> box & 1)
        position = (*(1,) * (boxes - 1), box)
        if box >= boxes:
            assert theorem.is_p(position) != worth_keeping, box
        moves = theorem.winning_moves(position)
        assert bool(moves) == worth_keeping, box
        for move in moves:
            assert theorem.is_p(move)
            assert is_redistribution(position, move, range(boxes - 1, boxes))
            assert list(move) == sorted(move)
        if not worth_keeping:
            for count in range(1, boxes + 1):
                sums[count] |= sums[count - 1] << box
            if box >= boxes or not misere:
                lasting |= sums[boxes - 1] << box


# The values of two boxes


def test_both_methods_of_the_paper_for_two_boxes_agree_with_the_fast_one() -> None:
    pairs = [(x, y) for x in range(1, 200) for y in range(x, 200)]
    chance = random.Random(3)
    for _ in range(300):
        # Ones at the end of x - 1 and y - 1 together make the value large.
        ones = chance.randrange(200)
        mask = chance.getrandbits(ones)
        high = 1 << ones
        x, y = (1 + low + high * chance.getrandbits(40) for low in (mask, mask ^ (high - 1)))
        pairs.append((x, y))
    for x, y in pairs:
        assert two_box_value(x, y) == two_box_value_by_halving(x, y) == two_box_value_in_binary(x, y)


def test_the_example_of_the_paper_has_value_6() -> None:
    assert two_box_value(31, 54) == two_box_value_by_halving(31, 54) == two_box_value_in_binary(31, 54) == 6
    steps = [(31, 54), (16, 27), (8, 14), (4, 7), (2, 4), (1, 2), (1, 1)]
    assert [two_box_value(*step) for step in steps] == [6, 5, 4, 3, 2, 1, 0]


def test_each_smaller_value_is_reached_by_its_move() -> None:
    rule = rule_of(TRANSFER, 2)
    for position in combinations_with_replacement(range(1, 49), 2):
        options = set(rule.options(position))
        for value in range(two_box_value(*position)):
            move = move_to_value(position, value)
            assert move in options
            assert two_box_value(*move) == value


@pytest.mark.parametrize(
    ("position", "value", "message"),
    [
        ((31, 54), 6, "expected a value below 6, got 6 from (31, 54)"),
        ((31, 54), -1, "expected a value below 6, got -1 from (31, 54)"),
        ((3, 5), 0, "expected a position with a value above 0, got 0 from (3, 5)"),
    ],
)
def test_no_move_leads_to_a_value_that_is_not_smaller(position: Position, value: int, message: str) -> None:
    with pytest.raises(SpragueError) as caught:
        move_to_value(position, value)
    assert str(caught.value) == message


# Four boxes


def halve(position: Position) -> tuple[int, list[int]]:
    """The algorithm of the paper, step by step: the number of halvings and the boxes at the end."""
    boxes, halvings = list(position), 0
    while sum(box % 2 for box in boxes) <= 1:
        boxes, halvings = [(box + box % 2) // 2 for box in boxes], halvings + 1
    return halvings, boxes


def test_four_boxes_follow_the_halving_of_the_paper() -> None:
    chance = random.Random(5)
    for _ in range(2000):
        ones = chance.randrange(80)
        # One zero per column at most, below the place where the halving stops.
        less = [1 << ones] * 4
        for place in range(ones):
            box = chance.randrange(8)
            if box < 4:
                less[box] += 1 << place
        position = tuple(sorted(chance.getrandbits(9) * (1 << ones) + 2 * (1 << ones) - low + 1 for low in less))
        halvings, boxes = halve(position)
        theorem = FourBoxes()
        assert theorem.is_p(position) == all(box % 2 for box in boxes)
        for move in theorem.winning_moves(position):
            assert is_transfer(position, move)
            assert all(box % 2 for box in halve(move)[1])
            assert 1 << halvings in move


def transfers(position: Position) -> set[Position]:
    """All options of Empty & Transfer, by trying everything."""
    return {
        tuple(sorted([*(box for place, box in enumerate(position) if place not in (emptied, split)), moved, rest]))
        for emptied, split in permutations(range(len(position)), 2)
        for moved in range(1, position[split])
        for rest in [position[split] - moved]
    }


@pytest.mark.parametrize("boxes", range(2, 15))
def test_ones_and_twos_have_the_values_of_the_oracle(boxes: int) -> None:
    oracle = Oracle(transfers)
    for twos in range(boxes + 1):
        position = (1,) * (boxes - twos) + (2,) * twos
        moves = OnesAndTwos().winning_moves(position)
        assert OnesAndTwos().grundy(position) == oracle.grundy(position)
        assert bool(moves) == (oracle.grundy(position) > 0)
        assert all(oracle.grundy(move) == 0 and move in transfers(position) for move in moves)


def test_residues_of_three_need_at_least_five_boxes() -> None:
    """With four boxes and t = 3 the pattern would include an N-position, so t <= k - 2 is needed."""
    table = outcomes(TRANSFER, 4, 15, None, False)
    alike = [p for p in table if sum(b % 2 == 0 for b in p) >= 3 and sorted(b % 3 for b in p) == [1, 2, 2, 2]]
    assert any(table[position] == "N" for position in alike)
    assert not any(ResiduesOfThree().decides(position) for position in table)


# Empty & Redistribute


def test_f_is_as_in_the_paper() -> None:
    assert (f(7), f(61)) == (3, 6)
    values = {boxes: f(boxes) for boxes in range(2, 3000)}
    assert all((value == 1) == (boxes % 2 == 0) for boxes, value in values.items())
    assert 5 not in values.values()


def test_r_and_s_are_as_in_the_paper() -> None:
    assert [norm for norm in range(20) if in_r(norm, 6)] == [7, 9, 11, 13, 15, 17, 19]
    assert [norm for norm in range(45) if in_r(norm, 7)] == [8, 10, 12, 15, 18, 22, 26, 30, 34, 38, 42]
    s_of_7 = [7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29]
    assert [norm for norm in range(30) if in_s(norm, 7)] == s_of_7
    for boxes in range(2, 200):
        assert not any(in_s((boxes - 1) * j, boxes) for j in range(1, f(boxes) + 1))  # Lemma 4


def test_x_of_n_is_as_in_the_paper() -> None:
    assert p_position(7, 7) == (1,) * 7
    assert p_position(16, 7) == (1,) * 6 + (10,)
    assert p_position(28, 7) == (2,) * 6 + (16,)
    with pytest.raises(SpragueError, match=r"^expected a norm in S\(7\), got 22$"):
        p_position(22, 7)


@pytest.mark.parametrize("boxes", [*range(2, 20), 25, 43, 61, 64])
def test_every_norm_in_s_has_its_p_position(boxes: int) -> None:
    """The proof of Proposition 8: x(n) is P, and no move from it leaves a norm in S."""
    for norm in range(boxes, boxes * (f(boxes) + 3)):
        if in_s(norm, boxes):
            position = p_position(norm, boxes)
            assert sum(position) == norm
            assert min(position) >= 1
            assert len(position) == boxes
            assert Strategy(boxes).is_p(position)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("boxes", [3, 4, 6, 8, 10, 12, 13, 16])
def test_norms_are_those_of_p_positions_by_their_definition(boxes: int, misere: bool) -> None:
    """A norm n is one of P-positions if some position of norm n has no box whose removal leaves another such norm.

    A box b may stand in a position of norm n if n - b is not such a norm; so n must be a sum of k boxes like that.
    """
    found: set[int] = set()
    for norm in range(boxes, 5 * boxes + 3):
        allowed = [box for box in range(1, norm - boxes + 2) if norm - box not in found]
        sums = 1  # bit s: s is a sum of as many allowed boxes as were added
        for _ in range(boxes):
            added = 0
            for box in allowed:
                added |= sums << box
            sums = added & ((2 << norm) - 1)
        # The terminal position is the only one of norm k, and N in misère play.
        if sums >> norm & 1 and not (misere and norm == boxes):
            found.add(norm)
        theorem = MisereStrategy(boxes) if misere else Strategy(boxes)
        assert (theorem.level(norm) > 0) == (norm in found), norm


def test_p_positions_can_leave_a_norm_in_neither_set() -> None:
    """So "every n - x is in R(k)", as the paper says after the proof, is not the condition."""
    assert Strategy(2).is_p((1, 3))
    assert not in_r(1, 2)
    assert not in_s(1, 2)


def test_all_odd_and_the_general_strategy_agree() -> None:
    for boxes in (2, 4, 6):
        for position in combinations_with_replacement(range(1, 9), boxes):
            assert AllOddRedistributed(boxes).is_p(position) == Strategy(boxes).is_p(position)


def test_the_list_for_seven_boxes_is_complete() -> None:
    table = outcomes(ONE, 7, None, 44, False)
    assert all((k7_class(position) is not None) == (outcome == "P") for position, outcome in table.items())
    assert {k7_class(position) for position in table} == {None, 1, 2, 3, 4}
    assert k7_class((2, 2, 2, 2, 2, 2, 8)) == 3
    with pytest.raises(SpragueError, match=r"^expected 7 boxes, got 2: \(1, 3\)$"):
        k7_class((1, 3))


def test_misere_example_with_ten_boxes() -> None:
    position = (3,) * 5 + (4,) * 2 + (7, 11, 29)
    assert MisereStrategy(10).winning_moves(position) == [(3,) * 9 + (39,), (2,) * 9 + (23,)]


@pytest.mark.parametrize("boxes", [3, 5, 7])
def test_misere_p_positions_of_an_odd_number_of_boxes(boxes: int) -> None:
    for position in combinations_with_replacement(range(1, 8), boxes):
        stated = position[:-1] == (1,) * (boxes - 1) and position[-1] % 2 == 0
        assert MisereStrategy(boxes).is_p(position) == stated


# Selective Empty & Redistribute


def test_selective_p_positions_are_those_without_a_multiple_to_keep() -> None:
    for boxes in range(2, 8):
        for position in combinations_with_replacement(range(1, boxes + 1), boxes):
            sums = {sum(kept) % boxes for count in range(1, boxes) for kept in combinations(position, count)}
            assert MultiplesOfBoxes(boxes).is_p(position) == (0 not in sums)


def test_the_example_of_the_paper_two_in_each_box() -> None:
    assert all(MultiplesOfBoxes(boxes).is_p((2,) * boxes) == (boxes % 2 == 1) for boxes in range(2, 30))


@pytest.mark.parametrize("boxes", [12, 30, 64])
def test_selective_moves_with_many_boxes(boxes: int) -> None:
    chance = random.Random(boxes)
    theorem = MultiplesOfBoxes(boxes)
    starts = [[chance.randrange(1, 300) for _ in range(boxes)] for _ in range(50)]
    starts += [[r + boxes * chance.randrange(3) for _ in range(boxes)] for r in range(1, boxes)]
    # All alike but two: the sums of consecutive boxes take every remainder.
    starts += [[r] * (boxes - 2) + [r + 1, r + boxes - 1] for r in range(1, boxes) if gcd(r, boxes) == 1]
    for start in starts:
        position = tuple(sorted(start))
        moves = theorem.winning_moves(position)
        assert bool(moves) != theorem.is_p(position)
        for move in moves:
            assert theorem.is_p(move)
            assert len(move) == boxes
            sums = 1
            for box in position:
                sums |= sums << box
            assert sums >> sum(move) & 1
            assert sum(move) < sum(position)


# Which theorem is known of which game


@pytest.mark.parametrize(
    ("spec", "misere", "known"),
    [
        ("empty-transfer:boxes=2", False, ["TwoBoxes"]),
        ("empty-transfer:boxes=2", True, ["MisereTwoBoxes"]),
        ("empty-transfer:boxes=3", False, ["ThreeBoxes"]),
        ("empty-transfer:boxes=3", True, []),
        ("empty-transfer:boxes=4", False, ["FourBoxes"]),
        ("empty-transfer:boxes=5", False, ["OnesAndTwos", "AllOdd", "FewEven", "ResiduesOfThree"]),
        ("empty-transfer:boxes=5", True, []),
        ("empty-all-but-one:boxes=2", False, ["TwoBoxes", "KeepOne"]),
        ("empty-all-but-one:boxes=5", False, ["KeepOne"]),
        ("empty-all-but-one:boxes=5", True, ["MisereKeepOne"]),
        ("empty-redistribute:boxes=2", False, ["TwoBoxes"]),
        ("empty-redistribute:boxes=6", False, ["AllOddRedistributed"]),
        ("empty-redistribute:boxes=7", False, ["Strategy"]),
        ("empty-redistribute:boxes=7", True, ["MisereStrategy"]),
        ("selective-empty-redistribute:boxes=2", True, ["MisereTwoBoxes"]),
        ("selective-empty-redistribute:boxes=4", False, ["MultiplesOfBoxes"]),
        ("selective-empty-redistribute:boxes=4", True, []),
        ("empty-some:boxes=5,empty=1", False, ["Strategy"]),
        ("empty-some:boxes=5,empty=1", True, ["MisereStrategy"]),
        ("empty-some:boxes=5,empty=4", False, ["KeepOne"]),
        ("empty-some:boxes=5,empty=4", True, ["MisereKeepOne"]),
        ("empty-some:boxes=4,empty=2", False, ["HalfOfTheBoxes"]),
        ("empty-some:boxes=4,empty=2", True, []),
    ],
)
def test_theorems_of_a_game(spec: str, misere: bool, known: list[str]) -> None:
    assert [type(theorem).__name__ for theorem in theorems(sprague.game(spec), misere)] == known


@pytest.mark.parametrize(("boxes", "empty", "limit"), [(3, 1, 8), (3, 2, 11), (4, 3, 7), (5, 1, 5)])
@pytest.mark.parametrize("misere", [False, True])
def test_the_ends_of_empty_some_are_solved(boxes: int, empty: int, limit: int, misere: bool) -> None:
    rule = sprague.game("empty-some", boxes=boxes, empty=empty)
    oracle = Oracle(rule.options)
    for position in combinations_with_replacement(range(1, limit), boxes):
        theorem = theorems(rule, misere)[0]
        assert theorem.is_p(position) == (oracle.outcome(position, misere) == "P")
        assert all(oracle.outcome(move, misere) == "P" for move in theorem.winning_moves(position))


# Huge boxes: 200,000 binary digits

HUGE = 1 << 200_000


def huge_boxes(boxes: int, low: Callable[[random.Random], int]) -> Position:
    chance = random.Random(boxes)
    return tuple(sorted(chance.getrandbits(200_000) * 1024 * 9 + low(chance) for _ in range(boxes)))


@pytest.mark.parametrize(
    ("game", "theorem", "position"),
    [
        (TRANSFER, TwoBoxes(), (HUGE - 1, HUGE)),
        (TRANSFER, MisereTwoBoxes(), (HUGE, 3 * HUGE)),
        (TRANSFER, ThreeBoxes(), (HUGE, 2 * HUGE, 3 * HUGE)),
        (TRANSFER, ThreeBoxes(), (HUGE, HUGE + 1, HUGE + 2)),
        (TRANSFER, FourBoxes(), (HUGE, 2 * HUGE, 3 * HUGE, 4 * HUGE)),
        (TRANSFER, FourBoxes(), (HUGE - 1, HUGE, 2 * HUGE, 3 * HUGE)),
        (TRANSFER, FewEven(), (3, HUGE - 1, HUGE, HUGE, HUGE + 1)),
        (KEEP_ONE, KeepOne(7), huge_boxes(7, lambda chance: 6 + chance.randrange(30))),
        (KEEP_ONE, MisereKeepOne(7), huge_boxes(7, lambda chance: 50 + chance.randrange(30))),
        (ONE, Strategy(7), huge_boxes(7, lambda chance: chance.randrange(1, 9))),
        (ONE, AllOddRedistributed(8), huge_boxes(8, lambda chance: chance.randrange(1, 9))),
        (ONE, MisereStrategy(10), huge_boxes(10, lambda chance: chance.randrange(1, 9))),
        (SOME, MultiplesOfBoxes(9), huge_boxes(9, lambda chance: chance.randrange(1, 9))),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Theorem) else "",
)
def test_huge_boxes_are_decided_and_moved(game: str, theorem: Theorem, position: Position) -> None:
    assert theorem.decides(position)
    assert not theorem.is_p(position)
    moves = theorem.winning_moves(position)
    assert moves
    for move in moves:
        assert is_legal(game, position, move)
        after = AllOdd() if isinstance(theorem, FewEven) else theorem
        assert after.decides(move)
        assert after.is_p(move)
        assert len(after.explain(move)) < 1000
    assert len(theorem.explain(position)) < 1000


def test_huge_values() -> None:
    assert two_box_value(HUGE - 5, HUGE) == 200_000  # Lemma 2
    move = move_to_value((HUGE - 5, HUGE), 123_456)
    assert two_box_value(*move) == 123_456
    assert is_transfer((HUGE - 5, HUGE), move)
    assert ResiduesOfThree().decides((4, 10, HUGE * 2, HUGE * 2, 8 * HUGE))


def test_huge_positions_are_solved_by_name() -> None:
    answer = sprague.solve("empty-transfer", (HUGE, 2 * HUGE, 3 * HUGE))
    assert answer.outcome == "N"
    assert (HUGE, HUGE, HUGE) in answer.winning_moves
