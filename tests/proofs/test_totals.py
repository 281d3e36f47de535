"""Totals: the games to which they apply, their correct sets, and wrong claims that are refused."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

import sprague
from sprague import jit
from sprague.automata import atoms
from sprague.automata.numeration import BINARY
from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.proofs.proof import TotalsProof
from sprague.proofs.totals import (
    Redistribution,
    Totals,
    WrongTotal,
    check_totals,
    count_totals,
    find_redistribution,
    guess_totals,
    positions_of_totals,
)
from sprague.proofs.winning_moves import positions_with_total
from sprague.rules import parse
from tests.expected_tables import positions_within
from tests.oracle import Oracle, Position
from tests.snapshots import refused

NONE = np.zeros(0, dtype=np.bool_)


def rule_with(piles: int, kept: tuple[int, ...], floor: int = 1) -> sprague.Ruleset:
    """Keep one of these numbers of piles, and share out their chips anew."""
    names = [f"x{i}" for i in range(1, piles + 1)]
    new = [f"y{i}" for i in range(1, piles + 1)]
    moves = [f"({', '.join(new)}) where {' + '.join(new)} = {' + '.join(names[:size])}" for size in kept]
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order piles >= {floor}")


def literal_options(piles: int, kept: tuple[int, ...], floor: int, position: Position) -> list[Position]:
    """Return the same options by trying every position with a total that a move may keep."""
    totals = {sum(x) for size in kept for x in combinations_with_kept(position, size)}
    most = max(totals)
    return [option for option in combinations_with_replacement(range(floor, most + 1), piles) if sum(option) in totals]


def combinations_with_kept(position: Position, size: int) -> list[Position]:
    from itertools import combinations

    return list(combinations(position, size))


KINDS = [
    (2, (1,), 1),
    (3, (1,), 1),
    (3, (2,), 1),
    (3, (1, 2), 1),
    (4, (2,), 1),
    (4, (1, 3), 1),
    (3, (2,), 2),
    (4, (3,), 1),
]


def true_totals(kind: tuple[int, tuple[int, ...], int], misere: bool, limit: int) -> set[int]:
    """The totals below a limit that some P-position has, by the oracle."""
    piles, kept, floor = kind
    oracle = Oracle(lambda position: literal_options(piles, kept, floor, position))
    high = limit - (piles - 1) * floor
    return {
        sum(position)
        for position in combinations_with_replacement(range(floor, high), piles)
        if sum(position) < limit and oracle.outcome(position, misere) == "P"
    }


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_totals_are_those_of_p_positions(kind: tuple[int, tuple[int, ...], int], misere: bool) -> None:
    limit = 16 if kind[0] > 2 else 20
    rule = find_redistribution(rule_with(*kind))
    assert rule == Redistribution(kind[0], kind[2], kind[1])
    members, tried = count_totals(rule, misere, limit, NONE, 10**9)
    assert set(np.flatnonzero(members).tolist()) == true_totals(kind, misere, limit)
    assert tried > 0
    # Going on from what is known gives the same.
    more, again = count_totals(rule, misere, limit, members[: limit // 2], 10**9)
    assert (more == members).all()
    assert again < tried


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_plain_and_compiled_kernels_agree(monkeypatch: pytest.MonkeyPatch, misere: bool) -> None:
    rule = Redistribution(4, 1, (1, 3))
    found = []
    for how in ("plain", "compiled"):
        monkeypatch.setattr(jit, "mode", how)
        members, tried = count_totals(rule, misere, 60, NONE, 10**8)
        totals = guess_totals(members)
        assert totals is not None
        found.append((members.tolist(), tried, totals, check_totals(rule, totals, misere)))
    assert found[0] == found[1]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", [*(kind for kind in KINDS if kind[2] == 1), (5, (4,), 1)], ids=str)
def test_a_guess_is_proved_and_its_witnesses_are_p_positions(
    kind: tuple[int, tuple[int, ...], int], misere: bool
) -> None:
    rule = rule_with(*kind)
    redistribution = find_redistribution(rule)
    assert redistribution is not None
    members, _ = count_totals(redistribution, misere, 128, NONE, 10**8)
    totals = guess_totals(members)
    assert totals is not None
    assert (totals.flags(128) == members).all()
    walked = check_totals(redistribution, totals, misere)
    assert walked.failure is None
    proof = TotalsProof(rule, misere, None, totals, walked.tried)
    for total, witness in walked.positions.items():
        assert sum(witness) == total
        assert total in totals
        assert witness in proof
    wanted = [total for total in (*range(60), *range(10**40, 10**40 + totals.period)) if total in totals]
    for total, position in zip(wanted, positions_with_total(redistribution, totals, misere, wanted), strict=True):
        assert sum(position) == total
        assert position in proof
    oracle = Oracle(rule.options)
    for position in positions_within(rule, {2: 14, 3: 8, 4: 5, 5: 4}[kind[0]] + kind[2]):
        assert (position in proof) is (oracle.outcome(position, misere) == "P")


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", [(2, (1,), 1), (3, (1,), 1), (3, (2,), 1), (4, (1, 3), 1), (4, (3,), 1)], ids=str)
def test_changed_totals_are_refused(kind: tuple[int, tuple[int, ...], int], misere: bool) -> None:
    rule = find_redistribution(rule_with(*kind))
    assert rule is not None
    totals = guess_totals(count_totals(rule, misere, 128, NONE, 10**8)[0])
    assert totals is not None
    m, p = totals.preperiod, totals.period
    same = Totals(m, 2 * p, totals.small, tuple(sorted({*totals.residues, *(r + p for r in totals.residues)})))
    later = Totals(m + 3, p, tuple(n for n in range(m + 3) if n in totals), totals.residues)
    for claim in (totals, same, later):
        assert check_totals(rule, claim, misere).failure is None
    changed = [Totals(m, p, totals.small, tuple(sorted({*totals.residues} ^ {r}))) for r in range(p)]
    changed += [Totals(m, p, tuple(sorted({*totals.small} ^ {n})), totals.residues) for n in range(m)]
    changed += [Totals(m, p + 1, totals.small, totals.residues), Totals(m, p, totals.small, ())]
    changed += [Totals(m + 1, p, totals.small, tuple(sorted((r + 1) % p for r in totals.residues)))]
    if p % 2 == 0:
        changed.append(Totals(m, p // 2, totals.small, tuple(sorted({r % (p // 2) for r in totals.residues}))))
    truth = totals.flags(600)
    refused = 0
    for claim in changed:
        failure = check_totals(rule, claim, misere).failure
        assert (failure is None) is bool((claim.flags(600) == truth).all()), claim
        refused += failure is not None
    assert refused >= len(changed) - 1


def test_failure_beyond_the_window() -> None:
    # No totals at all: every position would be P, so the least total of one is missing.
    rule = Redistribution(3, 1, (2,))
    assert check_totals(rule, Totals(0, 1, (), ()), False).failure == WrongTotal(3, is_claimed=False)
    # The least total is listed, but nothing after it: (1, 1, 3) would be P too.
    assert check_totals(rule, Totals(4, 1, (3,), ()), False).failure == WrongTotal(5, is_claimed=False)


@pytest.mark.slow
def test_steps_are_limited() -> None:
    with Limits(positions=10).watch(), refused(OutOfReach):
        check_totals(Redistribution(4, 1, (1,)), Totals(2, 10, (), (0,)), False)
    members, tried = count_totals(Redistribution(4, 1, (2,)), False, 400, NONE, 500)
    assert len(members) < 400
    assert tried > 500
    assert (members == count_totals(Redistribution(4, 1, (2,)), False, 400, NONE, 10**9)[0][: len(members)]).all()


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a any order",
        "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b - 1 any order piles >= 1",
        "(a, b) -> (u, v) where u + v = 2b any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b any order",
        "(a, b) -> (u, v) where u + v = b piles >= 1",
        "(a, b) -> (u, v) where u + v = b, u >= 2 any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b, u < v any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b, a >= 3 any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b, u mod 2 = 0 any order piles >= 1",
        "(a, b) -> (u, v) where u + v = b any order piles >= 1 stop when a + b <= 3",
        "(a, b) -> (u, v) where u + v = b any order piles >= 1 win when a + b <= 3",
        "(a, b | t) -> (u, v | t) where u + v = b any order piles >= 1",
        "(a, b, c) -> (u, v, w) where u + v + w = a ; (u, v, c) where u + v = a any order piles >= 1",
    ],
)
def test_other_games_do_not_depend_on_totals_alone(text: str) -> None:
    assert find_redistribution(parse(text)) is None


def test_words_do_not_matter() -> None:
    for text in (
        "(p, q, r) -> (u, v, w) where u >= 1, u + v + w = q + r any order piles >= 1",
        "(a, b, c) -> (w, u, v) where a + b = u + v + w, v >= 1 any order piles >= 1",
    ):
        assert find_redistribution(parse(text)) == Redistribution(3, 1, (2,)), text


def test_positions_from_an_automaton_of_totals() -> None:
    rule = rule_with(3, (2,))
    kind = find_redistribution(rule)
    assert kind is not None
    totals = atoms.linear((1,), 0, ">", BINARY) & ~atoms.linear((1,), 2, "=", BINARY)
    for misere in (False, True):
        found = positions_of_totals(rule, kind, totals, misere, 10_000)
        for position in positions_within(rule, 7):
            good = not any(total in totals for total in kind.kept_totals(position))
            assert (position in found) is (good and (not misere or not rule.is_terminal(position)))


def test_a_set_of_numbers_in_words() -> None:
    for totals, text in (
        (Totals(0, 1, (), ()), "no number"),
        (Totals(5, 1, (2, 4), ()), "only 2, 4"),
        (Totals(0, 1, (), (0,)), "all n"),
        (Totals(3, 1, (), (0,)), "n >= 3"),
        (Totals(5, 3, (2,), (1, 2)), "2, and n >= 5 with n mod 3 in {1, 2}"),
        (Totals(0, 4, (), (3,)), "n mod 4 in {3}"),
    ):
        assert str(totals) == text
        assert [n for n in range(30) if n in totals] == np.flatnonzero(totals.flags(30)).tolist()


@pytest.mark.parametrize(
    "entries", [(0, 0, (), ()), (3, 2, (3,), ()), (3, 2, (-1,), ()), (3, 2, (), (2,)), (3, 2, (), (-1,))]
)
def test_what_is_no_set_of_numbers(entries: tuple[int, int, tuple[int, ...], tuple[int, ...]]) -> None:
    with refused(SpragueError, f"Totals(preperiod={entries[0]}, period={entries[1]}"):
        Totals(*entries)


def test_no_guess_without_a_period() -> None:
    assert guess_totals(np.array([False, True, False, False, True, False, True, False])) is None
    assert guess_totals(np.array([True] + [False, True, False] * 6)) == Totals(1, 3, (0,), (2,))
