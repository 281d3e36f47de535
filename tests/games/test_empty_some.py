"""Empty-Some: the two solved cases, and the theorems of docs/empty-some.md."""

from __future__ import annotations

import json
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

import sprague
from sprague.certificates.verification import verify
from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.games import game
from sprague.games.empty_some import DivisorEmptied, DivisorKept
from sprague.games.support.catalogue import theorems
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import TotalsProof
from sprague.proofs.totals import Totals, check_totals, count_totals, find_redistribution, positions_of_totals
from tests.empty_three_of_five import totals_of_three_of_five
from tests.layers import sample
from tests.oracle import Oracle
from tests.snapshots import refused


@pytest.mark.parametrize(("boxes", "empty", "limit"), [(3, 1, 8), (3, 2, 11), (4, 3, 7), (5, 1, 5)])
@pytest.mark.parametrize("misere", [False, True])
def test_the_ends_of_empty_some_are_solved(boxes: int, empty: int, limit: int, misere: bool) -> None:
    rule = sprague.game("empty-some", boxes=boxes, empty=empty)
    oracle = Oracle(rule.options)
    for position in combinations_with_replacement(range(1, limit), boxes):
        theorem = theorems(rule, misere)[0]
        assert theorem.is_p(position) == (oracle.outcome(position, misere) == "P")
        assert all(oracle.outcome(move, misere) == "P" for move in theorem.winning_moves(position))


def totals_by_definition(boxes: int, kept: tuple[int, ...], misere: bool, limit: int) -> list[int]:
    """The totals below a limit that P-positions have: each total from the smaller ones."""
    found: list[int] = []
    for total in range(boxes, limit):
        for position in combinations_with_replacement(range(1, total), boxes):
            if sum(position) != total:
                continue
            sums = [sum(chosen) for size in kept for chosen in combinations(position, size)]
            if not any(s in found for s in sums) and not (misere and max(sums) < boxes):
                found.append(total)
                break
    return found


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "empty-some:boxes=2,empty=1",
        "empty-some:boxes=3,empty=1",
        "empty-some:boxes=3,empty=2",
        "empty-some:boxes=4,empty=1",
        "empty-some:boxes=5,empty=2",
        "empty-some:boxes=5,empty=3",
        "selective-empty-redistribute:boxes=4",
    ],
)
def test_totals_are_those_of_the_definition(name: str, misere: bool) -> None:
    kind = find_redistribution(game(name))
    assert kind is not None
    members, tried = count_totals(kind, misere, 26, np.zeros(0, dtype=np.bool_), 10**9)
    assert np.flatnonzero(members).tolist() == totals_by_definition(kind.piles, kind.kept, misere, 26)
    assert tried > 0


def test_emptying_two_of_five_has_irregular_totals() -> None:
    kind = find_redistribution(game("empty-some:boxes=5,empty=2"))
    assert kind is not None
    members, _ = count_totals(kind, False, 290, np.zeros(0, dtype=np.bool_), 10**9)
    missing = np.flatnonzero(~members)
    assert missing[5:30].tolist() == [
        *(7, 8, 11, 12, 15, 16, 27, 28, 31, 32, 43, 44, 47, 48, 59, 60, 63, 64),
        *(93, 94, 97, 98, 109, 110, 113),
    ]
    assert missing[-4:].tolist() == [250, 267, 274, 287]


def divisor_law(boxes: int, kept: int, misere: bool) -> Totals:
    """The kept boxes divide the boxes (docs/empty-some.md, Theorems 1 and 2)."""
    q = boxes // kept
    if misere:
        first, last, period = boxes, 2 * boxes - kept - 1, kept * (q - 1) * (2 * q - 1)
    else:
        first, last, period = kept, boxes - 1, boxes * (q - 1)
    residues = set(range(period)) - {number % period for number in range(first, last + 1)}
    return Totals(boxes, period, (), tuple(sorted(residues)))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("boxes", "kept"),
    sample(
        [(2, 1), (3, 1), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2), (6, 3), (8, 4), (9, 3), (10, 5)],
        expensive=lambda boxes, kept: boxes >= 8,
    ),
)
def test_kept_boxes_that_divide_the_boxes(boxes: int, kept: int, misere: bool) -> None:
    rule = game("empty-some", boxes=boxes, empty=boxes - kept)
    kind = find_redistribution(rule)
    assert kind is not None
    law = divisor_law(boxes, kept, misere)
    assert check_totals(kind, law, misere).failure is None
    if boxes <= 4:
        oracle = Oracle(rule.options)
        small = [p for p in combinations_with_replacement(range(1, 14), boxes) if sum(p) <= 13]
        assert {sum(p) for p in small if oracle.outcome(p, misere) == "P"} == {n for n in range(14) if n in law}


@pytest.mark.parametrize("boxes", sample([3, 5, 7, 9], expensive=lambda boxes: boxes == 9))
def test_two_of_an_odd_number_of_boxes_kept_in_misere_play(boxes: int) -> None:
    kind = find_redistribution(game("empty-some", boxes=boxes, empty=boxes - 2))
    assert kind is not None
    period = (boxes - 1) * (boxes - 2)
    residues = set(range(period)) - {number % period for number in range(boxes, 2 * boxes - 2)}
    assert check_totals(kind, Totals(boxes, period, (), tuple(sorted(residues))), True).failure is None


@pytest.mark.slow
def test_two_of_five_boxes_kept() -> None:
    rule = game("empty-some:boxes=5,empty=3")
    kind = find_redistribution(rule)
    assert kind is not None
    totals = totals_of_three_of_five()
    assert totals.states == 14
    members, _ = count_totals(kind, False, 300, np.zeros(0, dtype=np.bool_), 10**9)
    assert totals.contains_many(np.arange(300)[:, None]).tolist() == members.tolist()
    positions = positions_of_totals(rule, kind, totals, misere=False, most_states=100_000)
    assert check_kernel(rule, positions).failure is None


@pytest.mark.parametrize(("boxes", "empty", "times"), [(2, 1, 4), (3, 1, 2), (3, 1, 3), (3, 2, 2), (4, 1, 2)])
def test_scaling(boxes: int, empty: int, times: int) -> None:
    small, large = (find_redistribution(game("empty-some", boxes=d * boxes, empty=d * empty)) for d in (1, times))
    assert small is not None
    assert large is not None
    none = np.zeros(0, dtype=np.bool_)
    few, _ = count_totals(small, False, 15, none, 10**9)
    many, _ = count_totals(large, False, 15 * times, none, 10**9)
    assert many.tolist() == np.repeat(few, times).tolist()


@pytest.mark.parametrize(
    ("empty", "misere", "first"), [(2, False, [42, 43]), (3, False, [64, 65, 66, 67]), (2, True, [66, 67])]
)
def test_scaling_fails_with_ten_boxes(empty: int, misere: bool, first: list[int]) -> None:
    small, large = (find_redistribution(game("empty-some", boxes=5 * d, empty=d * empty)) for d in (1, 2))
    assert small is not None
    assert large is not None
    none = np.zeros(0, dtype=np.bool_)
    few, _ = count_totals(small, misere, 34, none, 10**9)
    many, _ = count_totals(large, misere, first[-1] + 1, none, 10**9)
    differ = np.flatnonzero(np.repeat(few, 2)[: len(many)] != many)
    assert differ.tolist() == first
    assert not many[differ].any()


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.usefixtures("long_turns")
def test_a_certificate_with_millions_of_positions_is_verified(misere: bool) -> None:
    proof = discover("empty-some:boxes=6,empty=5", misere=misere)
    assert isinstance(proof, TotalsProof)
    assert verify(proof.certificate()).examined > 1_000
    certificate = json.loads(json.dumps(proof.certificate()))
    certificate["totals"]["residues"].append(1 if not misere else 7)
    certificate["totals"]["residues"].sort()
    with refused(SpragueError):
        verify(certificate)


@pytest.mark.parametrize(
    ("boxes", "empty", "limit"),
    [
        (4, 2, 90),
        (6, 2, 80),
        (6, 3, 80),
        (6, 4, 80),
        (8, 2, 60),
        (8, 4, 60),
        (8, 6, 60),
        (9, 3, 50),
        (9, 6, 60),
        (10, 2, 50),
    ],
)
def test_the_catalogue_knows_the_laws(boxes: int, empty: int, limit: int) -> None:
    rule = game("empty-some", boxes=boxes, empty=empty)
    kind = find_redistribution(rule)
    (theorem,) = theorems(rule)
    assert kind is not None
    assert isinstance(theorem, DivisorKept | DivisorEmptied)
    members, _ = count_totals(kind, False, limit, np.zeros(0, dtype=np.bool_), 10**9)
    assert [theorem.is_norm(n) for n in range(limit)] == members.tolist()
    for norm in [*np.flatnonzero(members).tolist(), next(n for n in range(10**30, 10**31) if theorem.is_norm(n))]:
        position = theorem.p_position(norm)
        assert rule.position(position) == position
        assert sum(position) == norm
        assert theorem.is_p(position)


@pytest.mark.parametrize(("boxes", "empty", "chips"), [(6, 2, 14), (6, 4, 15), (6, 3, 14)])
def test_the_laws_are_those_of_the_oracle(boxes: int, empty: int, chips: int) -> None:
    rule = game("empty-some", boxes=boxes, empty=empty)
    (theorem,) = theorems(rule)
    oracle = Oracle(rule.options)
    for position in combinations_with_replacement(range(1, chips), boxes):
        if sum(position) <= chips:
            assert theorem.is_p(position) == (oracle.outcome(position) == "P")
            assert all(oracle.outcome(option) == "P" for option in theorem.winning_moves(position))


def test_too_many_boxes_to_look_at_every_choice_are_searched() -> None:
    assert theorems(game("empty-some", boxes=40, empty=20)) == []
