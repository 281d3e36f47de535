"""Reference tables of outcomes and Grundy values, printed in the papers or computed for them, against the oracle.

The file is long because it contains the printed tables and one small test for each kind of table.

`vectors.json` holds the computed ones. The computed tables come from larger tables, reduced to sizes that the oracle
computes quickly:

- Empty & Transfer: equal boxes to 10, 7, 5 chips for 5, 6, 7 boxes (known to 64, 35, 22); three boxes in
  misère play: (1, 1, z) to z = 48 (400), counts to 24 (60); Grundy values: (1, 1, z) to z = 48 (60),
  greatest values to boxes of 20 (60).
- Empty-All-But-One: sizes of boxes to 80, 30, 28 for 2, 3, 4 boxes (200).
- Empty & Redistribute: lists of P-positions with 5 and 7 boxes to norm 22 (30, 40); norms of P-positions for at
  most 9 boxes (15, 12), to norms between 40 and 18 (80). Empty-Some: norms to between 40 and 20 (100, 90, 80).
- Sharing Nim: rows and lists of 2- and 3-positions to pile 48 (1000, 500 and 300). Entropy Reduction: misère play
  with three boxes to 32 (60), numbers of P-positions with four to 16 (60).
- Dynamic Nim: counts of errors for four and five piles only, not for three piles of up to 24.
- Subtraction-transfer: periods for a, b, c <= 3 (8).
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

import sprague
from tests.oracle import Oracle, Position

pytestmark = pytest.mark.papers

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))


@cache
def oracle(spec: str) -> Oracle:
    rule = sprague.game(spec)
    return Oracle(rule.options, rule.is_won)


def up_to(top: int, piles: int, least: int) -> list[Position]:
    """All positions with piles from least to top, sorted."""
    return list(combinations_with_replacement(range(least, top + 1), piles))


def of_norm(norm: int, boxes: int, least: int = 1) -> Iterator[Position]:
    """All ways to fill the boxes with so many chips in all, at least so many in each, sorted."""
    if boxes == 1:
        if norm >= least:
            yield (norm,)
        return
    for first in range(least, norm // boxes + 1):
        for rest in of_norm(norm - first, boxes - 1, first):
            yield (first, *rest)


def read_position(text: str) -> Position:
    return tuple(map(int, text.split(",")))


def listed(key: str) -> list[Position]:
    return sorted(map(tuple, VECTORS[key]))


@pytest.mark.parametrize(
    ("key", "spec", "piles", "least", "top", "misere"),
    [
        ("empty_transfer_k3_P_positions_max12", "empty-transfer:boxes=3", 3, 1, 12, False),
        ("empty_transfer_k4_P_positions_max12", "empty-transfer:boxes=4", 4, 1, 12, False),
        ("empty_transfer_k5_P_positions_max8", "empty-transfer:boxes=5", 5, 1, 8, False),
        ("empty_transfer_k3_misere_P_positions_max12", "empty-transfer:boxes=3", 3, 1, 12, True),
    ],
)
def test_p_positions_with_boxes_up_to(key: str, spec: str, piles: int, least: int, top: int, misere: bool) -> None:
    found = [position for position in up_to(top, piles, least) if oracle(spec).outcome(position, misere) == "P"]
    assert found == listed(key)


@pytest.mark.parametrize(
    ("key", "boxes", "norm", "misere"),
    [
        ("empty_redistribute_k3_P_positions_norm_le30", 3, 30, False),
        ("empty_redistribute_k5_P_positions_norm_le22", 5, 22, False),
        ("empty_redistribute_k7_P_positions_norm_le22", 7, 22, False),
        ("empty_redistribute_k2_misere_P_positions_norm_le26", 2, 26, True),
        ("empty_redistribute_k3_misere_P_positions_norm_le26", 3, 26, True),
        ("empty_redistribute_k4_misere_P_positions_norm_le26", 4, 26, True),
    ],
)
def test_p_positions_of_empty_redistribute_with_norm_up_to(key: str, boxes: int, norm: int, misere: bool) -> None:
    game = oracle(f"empty-redistribute:boxes={boxes}")
    positions = [position for total in range(norm + 1) for position in of_norm(total, boxes)]
    assert sorted(position for position in positions if game.outcome(position, misere) == "P") == listed(key)


def norms_of_p_positions(spec: str, boxes: int, limit: int, misere: bool) -> list[int]:
    game = oracle(spec)
    return [
        norm
        for norm in range(boxes, limit + 1)
        if any(game.outcome(position, misere) == "P" for position in of_norm(norm, boxes))
    ]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("boxes", range(2, 10))
def test_norms_of_p_positions_of_empty_redistribute(boxes: int, misere: bool) -> None:
    known = VECTORS[f"empty_redistribute_{'misere_' if misere else ''}S_norms"][str(boxes)]
    found = norms_of_p_positions(f"empty-redistribute:boxes={boxes}", boxes, known["limit"], misere)
    assert found == known["norms"]


@pytest.mark.parametrize(("boxes", "empty"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)])
def test_norms_of_p_positions_of_empty_some(boxes: int, empty: int) -> None:
    known = VECTORS["empty_some_norms_without_P"][f"k={boxes},j={empty}"]
    found = norms_of_p_positions(f"empty-some:boxes={boxes},empty={empty}", boxes, known["limit"], misere=False)
    assert sorted(set(range(boxes, known["limit"] + 1)) - set(found)) == known["R"]


@pytest.mark.parametrize(("boxes", "limit"), [(2, 40), (3, 24), (4, 18), (5, 17), (6, 15)])
def test_norms_of_p_positions_of_selective_empty_redistribute_are_multiples(boxes: int, limit: int) -> None:
    found = norms_of_p_positions(f"selective-empty-redistribute:boxes={boxes}", boxes, limit, misere=False)
    assert found == list(range(boxes, limit + 1, boxes))


def test_grundy_values_of_empty_transfer_with_two_boxes() -> None:
    game = oracle("empty-transfer:boxes=2")
    found = [[game.grundy((min(x, y), max(x, y))) for y in range(1, 33)] for x in range(1, 33)]
    assert found == VECTORS["empty_transfer_k2_grundy_1to32"]


@pytest.mark.parametrize(("boxes", "top"), [(5, 10), (6, 7), (7, 5)])
def test_equal_boxes_of_empty_transfer(boxes: int, top: int) -> None:
    game = oracle(f"empty-transfer:boxes={boxes}")
    found = [size for size in range(1, top + 1) if game.outcome((size,) * boxes) == "P"]
    assert found == VECTORS[f"empty_transfer_k{boxes}_equal_boxes_P_max{top}"]


@pytest.mark.parametrize(("boxes", "norm"), [(3, 14), (5, 9), (6, 8), (7, 9)])
def test_smallest_failure_of_the_doubling_law_of_empty_transfer(boxes: int, norm: int) -> None:
    game = oracle(f"empty-transfer:boxes={boxes}")
    failures = [
        [list(position), game.outcome(position) == "P"]
        for total in range(boxes, norm + 1)
        for position in of_norm(total, boxes)
        if game.outcome(position) != game.outcome(tuple(2 * size for size in position))
    ]
    assert next(iter(failures), None) == VECTORS["empty_transfer_doubling_counterexamples"][str(boxes)]


@pytest.mark.parametrize("boxes", [3, 5, 6, 7])
def test_smallest_failure_of_proposition_6_for_other_numbers_of_boxes(boxes: int) -> None:
    game = oracle(f"empty-transfer:boxes={boxes}")
    known, is_p, reduced = VECTORS["empty_transfer_prop6_counterexamples"][str(boxes)]
    failures = []
    for total in range(boxes, sum(known) + 1):
        for position in of_norm(total, boxes):
            for size in set(position):
                doubled = sorted(2 * other for other in position)
                doubled[doubled.index(2 * size)] -= 1
                after = tuple(sorted(doubled))
                if game.outcome(position) != game.outcome(after):
                    failures.append((position, game.outcome(position) == "P", after))
    assert {failure[0] for failure in failures} == {tuple(known)}
    assert (tuple(known), is_p, tuple(reduced)) in failures


def test_one_large_box_of_misere_empty_transfer() -> None:
    game = oracle("empty-transfer:boxes=3")
    found = [size for size in range(1, 49) if game.outcome((1, 1, size), True) == "P"]
    assert found == VECTORS["empty_transfer_k3_misere_(1,1,z)_z_le_48"]


def test_counts_of_misere_p_positions_of_empty_transfer_by_largest_box() -> None:
    game = oracle("empty-transfer:boxes=3")
    found = [
        sum(game.outcome((*pair, largest), True) == "P" for pair in up_to(largest, 2, 1)) for largest in range(1, 25)
    ]
    assert found == VECTORS["empty_transfer_k3_misere_P_counts_by_max_1..24"]


@pytest.mark.parametrize("bound", [5, 10, 20])
def test_greatest_grundy_value_of_empty_transfer(bound: int) -> None:
    game = oracle("empty-transfer:boxes=3")
    known = VECTORS["empty_transfer_k3_grundy_max_per_box_bound"][str(bound)]
    assert max(game.grundy(position) for position in up_to(bound, 3, 1)) == known


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("boxes", "top", "largest"), [(2, 40, 80), (3, 16, 30), (4, 8, 28)])
def test_empty_all_but_one_depends_on_each_box_alone(boxes: int, top: int, largest: int, misere: bool) -> None:
    game = oracle(f"empty-all-but-one:boxes={boxes}")
    sizes = set(VECTORS[f"empty_all_but_one_k{boxes}_P_box_sizes_{'misere' if misere else 'normal'}_max{largest}"])
    single = [((1,) * (boxes - 1) + (size,)) for size in range(1, largest + 1)]
    for position in [*up_to(top, boxes, 1), *single]:
        is_p = sizes.issuperset(position) and not (misere and max(position) < boxes)
        assert game.outcome(position, misere) == ("P" if is_p else "N"), position


@pytest.mark.parametrize(
    ("key", "spec", "positions"),
    [
        ("empty_transfer_k3_grundy_max9", "empty-transfer:boxes=3", up_to(9, 3, 1)),
        ("empty_all_but_one_k3_grundy_le12", "empty-all-but-one:boxes=3", up_to(12, 3, 1)),
        (
            "empty_redistribute_k3_grundy_norm_le_14",
            "empty-redistribute:boxes=3",
            [position for position in up_to(12, 3, 1) if sum(position) <= 14],
        ),
    ],
)
def test_tables_of_grundy_values(key: str, spec: str, positions: list[Position]) -> None:
    known = {read_position(text): value for text, value in VECTORS[key].items()}
    assert {position: oracle(spec).grundy(position) for position in positions} == known


@pytest.mark.parametrize(
    ("key", "spec", "first"),
    [
        ("empty_transfer_k3_grundy_row_(1,1,z)_z_le_48", "empty-transfer:boxes=3", (1, 1, 1)),
        ("empty_redistribute_k3_grundy_(1,1,z)_z_le_24", "empty-redistribute:boxes=3", (1, 1, 1)),
        ("sharing_nim_G00n_n_le_48", "sharing-nim:piles=3", (0, 0, 0)),
        ("sharing_nim_G01n_n_1_to_48", "sharing-nim:piles=3", (0, 1, 1)),
        ("sharing_nim_G02n_n_2_to_48", "sharing-nim:piles=3", (0, 2, 2)),
    ],
)
def test_rows_of_grundy_values(key: str, spec: str, first: tuple[int, int, int]) -> None:
    known = VECTORS[key]
    a, b, start = first
    assert [oracle(spec).grundy((a, b, start + step)) for step in range(len(known))] == known
    assert start + len(known) - 1 in (24, 48)


def test_grundy_values_of_sharing_nim() -> None:
    game = oracle("sharing-nim:piles=3")
    found = {str(b): [game.grundy((0, a, b)) for a in range(b + 1)] for b in range(33)}
    assert found == VECTORS["sharing_nim_G0ab_table_b_le_32"]


@pytest.mark.parametrize(("value", "a"), list(product([2, 3], range(4))))
def test_positions_of_sharing_nim_with_grundy_value(value: int, a: int) -> None:
    game = oracle("sharing-nim:piles=3")
    found = [b for b in range(2 * a, 49) if game.grundy((0, a, b)) == value]
    assert found == VECTORS[f"sharing_nim_{value}-positions_a{a}_b_le_48"]


@pytest.mark.parametrize("least", [0, 1])
def test_number_of_p_positions_of_sharing_nim(least: int) -> None:
    game = oracle("sharing-nim:piles=3")
    known = VECTORS["sharing_nim_count_P_positions"][f"piles_ge_{least}"]
    found = [sum(game.outcome(position) == "P" for position in of_norm(n, 3, least)) for n in range(len(known))]
    assert found == known
    assert found == [n // 3 + (1 - least) for n in range(40)]


def test_misere_p_positions_of_entropy_reduction() -> None:
    game = oracle("entropy-reduction:piles=3")
    found = [(x, y) for x in range(33) for y in range(x + 1) if game.outcome((0, y, x), True) == "P"]
    assert found == listed("entropy_k3_misere_P_reduced_x_le_32")


def test_p_positions_of_entropy_reduction_with_four_boxes() -> None:
    game = oracle("entropy-reduction:piles=4")
    found = [position for position in up_to(16, 3, 0) if game.outcome((0, *position)) == "P"]
    assert found == listed("entropy_k4_P_reduced_(0,a,b,c)_c_le_16")
    counts = [sum(position[-1] == c for position in found) for c in range(17)]
    assert counts == VECTORS["entropy_k4_number_of_P_by_c_0..16"]


def test_grundy_values_of_entropy_reduction_with_four_boxes() -> None:
    game = oracle("entropy-reduction:piles=4")
    known = {read_position(text): value for text, value in VECTORS["entropy_k4_grundy_(0,a,b,c)_c_le_8"].items()}
    assert {position: game.grundy((0, *position)) for position in up_to(8, 3, 0)} == known


def test_p_positions_of_one_bottle() -> None:
    game = oracle("one-bottle:piles=3")
    found = [(a, b) for b in range(7) for a in range(b + 1) if game.outcome((0, a, b)) == "P"]
    assert found[:10] == [(0, 0), (0, 1), (1, 1), (0, 3), (3, 3), (0, 4), (1, 4), (3, 4), (4, 4), (0, 6)]


@pytest.mark.parametrize("rule", ["sharing", "entropy"])
def test_grundy_values_of_graph_nim_on_a_path_of_three(rule: str) -> None:
    game = oracle(f"graph-nim:graph=path3,rule={rule}")
    known = VECTORS[f"graph_nim_P3_{rule}_grundy_u,v_in_-6..6"]
    found = {}
    for u, v in product(range(-6, 7), repeat=2):
        middle = max(0, -u, -v)  # only the differences from the middle pile matter
        found[f"{u},{v}"] = game.grundy((middle + u, middle, middle + v))
    assert found == known


def test_p_positions_of_graph_nim_on_a_path_of_four() -> None:
    game = oracle("graph-nim:graph=path4")
    positions = [position for position in product(range(5), repeat=4) if min(position) == 0]
    found = [position for position in positions if game.outcome(position) == "P"]
    assert found == listed("graph_nim_P4_sharing_P_positions_spread_le_4")


@pytest.mark.parametrize("base", [2, 3, 4, 5])
def test_p_positions_of_rim(base: int) -> None:
    found = [position for position in up_to(8, 3, 0) if oracle(f"rim:piles=3,base={base}").outcome(position) == "P"]
    assert found == [tuple(position) for position in VECTORS["rim_k_P_positions_small"][f"k={base},boxes=3,size<=8"]]


def smallest_winning_number(game: Oracle, piles: Position) -> int:
    """The least t with which the player to move wins: the smallest number whose removal wins; -1 if none does."""
    return next((t for t in range(1, max(piles) + 1) if game.outcome((*piles, t)) == "N"), -1)


@pytest.mark.parametrize("key", [key for key in VECTORS if key.startswith("dynamic_nim_g_")])
def test_smallest_winning_numbers_of_dynamic_nim(key: str) -> None:
    matched = re.match(r"dynamic_nim_g_k(\d+)_n(\d+)_f=(N|2N-1)_piles_le_(\d+)", key)
    assert matched is not None
    stop, piles, limit, top = int(matched[1]), int(matched[2]), matched[3].replace("N", "x"), int(matched[4])
    game = oracle(f"dynamic-nim:piles={piles},stop={stop},limit={limit}")
    positions = [position for position in up_to(top, piles, 0) if sum(position) > stop]
    known = {read_position(text): value for text, value in VECTORS[key].items()}
    assert {position: smallest_winning_number(game, position) for position in positions} == known


@pytest.mark.parametrize(
    ("stop", "position"),
    [(2, (1, 1, 1, 1)), (4, (2, 3, 3)), (3, (1, 1, 1, 1, 1))],
)
def test_no_move_wins_at_the_first_failure_of_the_ideal_theorem(stop: int, position: Position) -> None:
    game = oracle(f"dynamic-nim:piles={len(position)},stop={stop},limit=x")
    assert smallest_winning_number(game, position) == -1
    assert ideal_number(position, stop) in (2, 4)


def ideal_number(piles: Position, stop: int) -> int:
    """The smallest winning number as the ideal theorem of Dynamic Nim has it, for stop >= 1; -1 for infinity."""
    block = 1 << stop.bit_length()
    excess = sum(pile % block for pile in piles) - stop
    if excess % block:
        return excess & -excess
    high = 0
    for pile in piles:
        high ^= pile - pile % block
    return high & -high or -1


@pytest.mark.parametrize(
    ("stop", "piles", "top", "known"),
    [
        (*map(int, re.findall(r"\d+", key)), known)
        for key, known in VECTORS["dynamic_nim_companion_fails_error_counts_f=N"].items()
    ],
)
def test_how_often_the_ideal_theorem_of_dynamic_nim_fails(stop: int, piles: int, top: int, known: list[int]) -> None:
    game = oracle(f"dynamic-nim:piles={piles},stop={stop},limit=x")
    positions = [position for position in up_to(top, piles, 0) if sum(position) >= stop]
    pairs = [(smallest_winning_number(game, position), ideal_number(position, stop)) for position in positions]
    wrong = [(found, ideal) for found, ideal in pairs if found != ideal]
    assert [len(pairs), len(wrong), sum(-1 in pair for pair in wrong)] == known


@pytest.mark.parametrize(
    ("stop", "taken", "limit", "position", "number"),
    [(1, 8, 22, (0, 25), 24), (5, 24, 5, (0, 37), 24), (2, 8, 18, (26,), 24), (8, 16, 7, (0, 40), 16)],
)
def test_one_unsuitable_limit_spoils_dynamic_nim(
    stop: int, taken: int, limit: int, position: Position, number: int
) -> None:
    rule = sprague.game(
        "dynamic-nim", piles=len(position), stop=stop, limit=lambda x: limit if x == taken else 2 * x - 1
    )
    assert smallest_winning_number(Oracle(rule.options), position) == number
    assert ideal_number(position, stop) != number


def grundy_table(a: int, b: int, c: int, rows: int, columns: int) -> list[list[int]]:
    game = oracle(f"subtraction-transfer:a={a},b={b},c={c}")
    return [[game.grundy((red, blue)) for blue in range(columns)] for red in range(rows)]


@pytest.mark.parametrize("key", [key for key in VECTORS if key.startswith("lengyel_G_")])
def test_grundy_values_of_subtraction_transfer(key: str) -> None:
    a, b, c = map(int, re.findall(r"\d+", key)[:3])
    assert grundy_table(a, b, c, 16, 16) == VECTORS[key]


PRINTED_BY_LENGYEL = {
    (2, 2, 1): """
        0 0 1 1 0 0 1 1 0 0 1
        1 0 0 1 1 0 0 1 1 0 0
        1 1 0 0 1 1 0 0 1 1 0
        0 1 1 0 0 1 1 0 0 1 1
        0 0 1 1 0 0 1 1 0 0 1
        1 0 0 1 1 0 0 1 1 0 0
        1 1 0 0 1 1 0 0 1 1 0
        0 1 1 0 0 1 1 0 0 1 1
        0 0 1 1 0 0 1 1 0 0 1
        1 0 0 1 1 0 0 1 1 0 0
        1 1 0 0 1 1 0 0 1 1 0""",
    (4, 4, 2): """
        0 0 0 0 1 1 1 1 0 0 0
        0 0 0 0 1 1 1 1 0 0 0
        1 1 0 0 0 0 1 1 1 1 0
        1 1 0 0 0 0 1 1 1 1 0
        1 1 1 1 0 0 0 0 1 1 1
        1 1 1 1 0 0 0 0 1 1 1
        0 0 1 1 1 1 0 0 0 0 1
        0 0 1 1 1 1 0 0 0 0 1
        0 0 0 0 1 1 1 1 0 0 0
        0 0 0 0 1 1 1 1 0 0 0
        1 1 0 0 0 0 1 1 1 1 0""",
    (2, 2, 2): """
        0 0 1 1 0 0 1 1 0 0 1
        0 0 1 1 0 0 1 1 0 0 1
        2 2 3 3 2 2 3 3 2 2 3
        2 2 3 3 2 2 3 3 2 2 3
        0 0 1 1 0 0 1 1 0 0 1
        0 0 1 1 0 0 1 1 0 0 1
        2 2 3 3 2 2 3 3 2 2 3
        2 2 3 3 2 2 3 3 2 2 3
        0 0 1 1 0 0 1 1 0 0 1
        0 0 1 1 0 0 1 1 0 0 1
        2 2 3 3 2 2 3 3 2 2 3""",
    (2, 1, 1): """
        0 1 0 1 0 1 0 1 0 1 0
        0 1 0 1 0 1 0 1 0 1 0
        2 3 2 3 2 3 2 3 2 3 2
        1 0 1 0 1 0 1 0 1 0 1
        1 0 1 0 1 0 1 0 1 0 1
        2 3 2 3 2 3 2 3 2 3 2
        0 1 0 1 0 1 0 1 0 1 0
        0 1 0 1 0 1 0 1 0 1 0
        2 3 2 3 2 3 2 3 2 3 2
        1 0 1 0 1 0 1 0 1 0 1
        1 0 1 0 1 0 1 0 1 0 1""",
    (1, 2, 1): """
        0 0 1 1 0 0 1 1 0 0 1
        1 2 0 3 1 2 0 3 1 2 0
        0 1 1 0 0 1 1 0 0 1 1
        2 0 3 1 2 0 3 1 2 0 3
        1 1 0 0 1 1 0 0 1 1 0
        0 2 1 3 0 2 1 3 0 2 1
        1 0 0 1 1 0 0 1 1 0 0
        2 1 3 0 2 1 3 0 2 1 3
        0 0 1 1 0 0 1 1 0 0 1
        1 2 0 3 1 2 0 3 1 2 0
        0 1 1 0 0 1 1 0 0 1 1""",
}


@pytest.mark.parametrize("parameters", PRINTED_BY_LENGYEL)
def test_tables_printed_by_lengyel(parameters: tuple[int, int, int]) -> None:
    printed = [[int(entry) for entry in row.split()] for row in PRINTED_BY_LENGYEL[parameters].strip().splitlines()]
    assert grundy_table(*parameters, 11, 11) == printed


def test_every_play_of_the_olympiad_position_ends_alike() -> None:
    """Amy and Bob's cookies, 20 on the red plate and 14 on the blue one: parity is all that matters."""
    game = oracle("subtraction-transfer:a=2,b=2,c=1")
    assert game.grundy((20, 14)) == 1
    assert {game.grundy(option) for option in game.options((20, 14))} == {0}


@pytest.mark.parametrize(
    ("parameters", "known"),
    [(read_position(text), known) for text, known in VECTORS["lengyel_periods_all_le_3"].items()],
)
def test_periods_of_subtraction_transfer(parameters: tuple[int, int, int], known: list[int]) -> None:
    """Two periods show that a period is the least one; the row before shows the same of the preperiod."""
    period, blue_period, preperiod, greatest = known
    table = grundy_table(*parameters, preperiod + 2 * period, 2 * blue_period)
    rows = table[preperiod:]
    columns = list(zip(*table, strict=True))
    assert least_period(rows) == period
    assert least_period(columns) == blue_period
    assert preperiod == 0 or table[preperiod - 1] != table[preperiod - 1 + period]
    assert max(map(max, table)) == greatest


def least_period(sequence: list[Any]) -> int:
    return next(step for step in range(1, len(sequence) + 1) if sequence[step:] == sequence[: len(sequence) - step])


@pytest.mark.parametrize(("boxes", "known"), [(2, []), (3, [])])
def test_losing_starts_of_fulves_merger(boxes: int, known: list[Position]) -> None:
    assert losing_starts(boxes, 10) == known


def test_losing_starts_of_fulves_merger_with_four_boxes() -> None:
    first = [(1, 1, 1, 1), (1, 1, 1, 3), (1, 1, 1, 5), (1, 1, 1, 7), (1, 1, 1, 9), (1, 3, 3, 3), (1, 3, 3, 5)]
    assert losing_starts(4, 10)[:7] == first


def losing_starts(boxes: int, top: int) -> list[Position]:
    """P-positions with an even number of chips in which some box is odd: the game has not been won yet."""
    game = oracle(f"fulves-merger:boxes={boxes}")
    starts = [position for position in up_to(top, boxes, 0) if sum(position) % 2 == 0]
    return [position for position in starts if any(size % 2 for size in position) and game.outcome(position) == "P"]


def test_a_won_position_is_won_in_misere_play_too() -> None:
    game = oracle("fulves-merger:boxes=2")
    assert [game.outcome(position, misere) for position in ((2, 4), (1, 3)) for misere in (False, True)] == [*"PPNN"]
    assert oracle("nim:piles=1").outcome((0,), True) == "N"


def test_table_of_losing_positions_of_nim() -> None:
    printed = """
        0 1 2 3 4 5 6 7
        1 0 3 2 5 4 7 6
        2 3 0 1 6 7 4 5
        3 2 1 0 7 6 5 4
        4 5 6 7 0 1 2 3
        5 4 7 6 1 0 3 2
        6 7 4 5 2 3 0 1
        7 6 5 4 3 2 1 0"""
    game = oracle("nim:piles=3")
    table = [[int(entry) for entry in row.split()] for row in printed.strip().splitlines()]
    for a, b, c in product(range(8), repeat=3):
        position = tuple(sorted((a, b, c)))
        assert game.outcome(position) == ("P" if table[a][b] == c else "N"), position


@pytest.mark.parametrize(
    "position", [(1, 8, 9), (2, 8, 10), (2, 9, 11), (3, 8, 11), (3, 9, 10), (5, 9, 12), (5, 11, 14)]
)
def test_larger_losing_positions_of_nim(position: Position) -> None:
    assert oracle("nim:piles=3").outcome(position) == "P"
