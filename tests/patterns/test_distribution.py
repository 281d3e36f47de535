"""What is seen in tables: symmetries, records, counts, where values stand, conjectures compared."""

from __future__ import annotations

import numpy as np
import pytest

import sprague
from sprague.errors import SpragueError
from sprague.patterns.distribution import Records, count_by_chips, distribution, far_distribution, find_records
from sprague.patterns.observations import (
    compare,
    invariant_under_chips,
    invariant_under_swap,
    palindromic_columns,
    plane,
    rows_are_diagonals,
)
from sprague.rules import Position
from tests.oracle import Oracle


def oracle(name: str) -> Oracle:
    return Oracle(sprague.game(name).options)


# Symmetries


@pytest.mark.parametrize("what", ["grundy", "outcome"])
def test_a_plane_holds_the_values_of_two_piles_or_three(what: str) -> None:
    for name, lead in (("cookies", ()), ("sharing-nim", (0,))):
        table = sprague.tabulate(name, limit=9, what=what)
        known = oracle(name)
        for (a, b), value in np.ndenumerate(plane(table)):
            position = (*lead, a, b)
            wanted = known.grundy(table.game.position(position))
            assert value == (wanted if what == "grundy" else int(wanted > 0))
    assert plane(sprague.tabulate("empty-transfer:boxes=3", limit=5)).shape == (4, 4)
    chips = plane(sprague.tabulate("sharing-nim", chips=6))
    assert (chips[2, 4], chips[3, 4]) == (oracle("sharing-nim").grundy((0, 2, 4)), -1)


def test_columns_of_sharing_nim_are_palindromes_and_its_rows_diagonals() -> None:
    table = sprague.tabulate("sharing-nim", limit=60)
    assert palindromic_columns(table)
    assert rows_are_diagonals(table)
    # (0, 1) and (1, 1), then (0, 2) and (2, 2) in Nim with two piles: 1 and 0.
    nim = palindromic_columns(sprague.tabulate("nim:piles=2", limit=16))
    assert (nim.holds, nim.counterexample, nim.note) == (False, (0, 1), "value 1, but 0 at (1, 1)")
    assert rows_are_diagonals(sprague.tabulate("nim:piles=3", limit=8)).counterexample == (0, 0, 1)


def test_invariance() -> None:
    assert invariant_under_swap(sprague.tabulate("vector-addition:vectors=(-2,0)/(0,-2)", limit=9), 0, 1)
    assert invariant_under_swap(sprague.tabulate("cookies", limit=9), 0, 1).counterexample == (0, 1)
    assert invariant_under_chips(sprague.tabulate("sharing-nim", limit=9), 2)
    found = invariant_under_chips(sprague.tabulate("nim:piles=2", limit=9))
    assert str(found) == "a chip more on every pile changes nothing: fails first at (0, 1) (value 1, but 3 at (1, 2))"


# A conjecture compared


def test_the_smallest_counterexample_has_the_fewest_chips() -> None:
    table = sprague.tabulate("sharing-nim", limit=20, what="outcome")

    def equal_piles(position: Position) -> bool:
        return len(set(position)) < 3

    found = compare(table, equal_piles, "P means two equal piles")
    assert found.counterexample == (0, 0, 2)
    assert str(found) == "P means two equal piles: fails first at (0, 0, 2) (value N, conjectured P)"
    assert str(compare(table, lambda position: table[position])) == "the conjecture: no counterexample up to piles < 20"
    # In the order of the table (2, 2, 4), with fewer chips, comes after (0, 0, 9) if b is looked at first.
    marked = {(0, 0, 9), (1, 3, 4)}
    odd = compare(table, lambda position: "?" if position in marked else table[position])
    assert odd.counterexample == (1, 3, 4)


# Records, counts, values


def test_records() -> None:
    row = sprague.rows("sharing-nim", [0], 40)[0].tolist()
    found = find_records(row)
    assert (found.largest, found.at, found.seen) == (12, 24, 40)
    for place, value in found.records:
        assert value == row[place] > max(row[:place], default=-1)
    assert find_records([3, 3], start=5) == Records(((5, 3),), 7)
    with pytest.raises(SpragueError, match="expected a sequence of whole numbers, at least one"):
        find_records([])


def test_counts_by_chips() -> None:
    known = oracle("sharing-nim")
    every = [[(a, b, n - a - b) for a in range(n + 1) for b in range(n - a + 1)] for n in range(13)]
    sorted_p = tuple(len({tuple(sorted(x)) for x in level if known.grundy(tuple(sorted(x))) == 0}) for level in every)
    ordered_1 = tuple(sum(known.grundy(tuple(sorted(x))) == 1 for x in level) for level in every)
    for table in (sprague.tabulate("sharing-nim", chips=12), sprague.tabulate("sharing-nim", limit=13)):
        assert count_by_chips(table).counts == sorted_p == tuple(n // 3 + 1 for n in range(13))
        assert count_by_chips(table, 1, ordered=True).counts == ordered_1
    boxes = count_by_chips(sprague.tabulate("empty-transfer:boxes=2", limit=5), "P").counts
    assert boxes == (0, 0, 1, 0, 1, 0)
    assert (
        str(count_by_chips(sprague.tabulate("nim:piles=2", chips=2))) == "P-positions with n chips, n = 0 to 2: 1, 0, 1"
    )


def test_where_values_stand_near_by_and_far_out() -> None:
    known = oracle("sharing-nim")
    limit = 24
    far = far_distribution("sharing-nim", limit, 100)
    for spread in far.spreads:
        places = [(a, b) for b in range(limit) for a in range(b // 2 + 1) if known.grundy((0, a, b)) == spread.value]
        assert spread.count == len(places)
        assert (spread.first[1:], spread.last[1:]) == (places[0], places[-1])
        assert spread.furthest[1:] == max(places, key=lambda place: (place[0], -place[1]))
    assert far_distribution("sharing-nim", limit, 3).spreads == far.spreads[:3]
    near = distribution(sprague.tabulate("cookies", limit=12))
    cookies = oracle("cookies")
    rows = {}
    for x in range(12):
        for y in range(12):
            rows[cookies.grundy((x, y))] = x
    assert {spread.value: spread.furthest[0] for spread in near.spreads} == rows
    assert sum(spread.count for spread in near.spreads) == 144
    assert near[0].first == (0, 0)


def test_what_cannot_be_looked_at_is_refused() -> None:
    nim = sprague.tabulate("nim:piles=2", limit=4)
    with pytest.raises(SpragueError, match="expected a table of two or three piles, got 4"):
        plane(sprague.tabulate("nim:piles=4", limit=3))
    with pytest.raises(SpragueError, match="expected two places of piles, the first before the second, got 1 and 0"):
        invariant_under_swap(nim, 1, 0)
    with pytest.raises(SpragueError, match="expected the place of a pile, 0 to 1, got 2"):
        distribution(nim, 2)
    with pytest.raises(SpragueError, match="the value 9 does not occur for piles < 4"):
        distribution(nim)[9]
    with pytest.raises(SpragueError, match="values far out are for games of differences on three piles"):
        far_distribution("nim", 10, 4)
    with pytest.raises(SpragueError, match="expected a limit and a cap of at least 1, got 0 and 4"):
        far_distribution("sharing-nim", 0, 4)
