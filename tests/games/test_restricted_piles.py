"""Games of the literature with restricted or ordered piles, compared with their definitions."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague.certificates.verification import verify
from sprague.proofs.proof import Proof, Refutation
from sprague.proofs.store import keep, load_proof
from sprague.rules import parse
from tests.oracle import Oracle
from tests.snapshots import refusal, snapshot

Position = tuple[int, ...]

CHOMP = parse(
    """
    (a, b, c) -> (a, b, u) where u < c                         # a bite into the third row
                 (a, u, c) where u < b ; (a, u, u) where u < c # into the second
                 (u, b, c) where u < a ; (u, u, c) where u < b ; (u, u, u) where u < c
    positions where a >= 1, a >= b, b >= c
    """
)
WELTER = parse("(a, b, c) -> (u, b, c) where u < a any order positions where a != b, a != c, b != c")
CHOCOLATE = parse(
    """
    (y, z) -> (u, z) where u < y ; (y, w) where w < z
              (u, w) where u < y, w < z, 2u <= w, w <= 2u + 1   # what is cut off reaches into the columns
    positions where 2y <= z
    """
)
STRIP = parse(
    "(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c positions where a < b, b < c"
)
CIRCLE = parse("(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle")


def bites(position: Position) -> set[Position]:
    """Chomp with three rows: all squares to the right of one, and below it, are eaten; the last is poisoned."""
    found = set()
    for row, width in enumerate(position):
        for column in range(width):
            rest = [min(other, column) if number >= row else other for number, other in enumerate(position)]
            # Bites into a row above leave the rows below it shorter.
            found.add(tuple(rest))
    return {rest for rest in found if rest[0] >= 1}


def slides(position: Position) -> set[Position]:
    """Coins on a strip of squares; one is moved to the left, and jumps over none."""
    found = set()
    for number, square in enumerate(position):
        before = position[number - 1] if number else -1
        found |= {(*position[:number], free, *position[number + 1 :]) for free in range(before + 1, square)}
    return found


def cuts(position: Position) -> set[Position]:
    """A chocolate bar whose columns have heights 0 1 1 2 2 …, z of them, cut off at height y."""
    y, z = position
    return {(height, z) for height in range(y)} | {(min(y, width // 2), width) for width in range(z)}


def by_coins(position: Position) -> set[Position]:
    """Welter's game: a coin is moved to a free square to the left."""
    free = {
        (number, square) for number, coin in enumerate(position) for square in range(coin) if square not in position
    }
    return {tuple(sorted((*position[:n], square, *position[n + 1 :]))) for n, square in free}


def welter(position: Position) -> int:
    """Welter's function: coins are mated, those first that are congruent to the highest power of two."""
    coins, value = list(position), 0
    while len(coins) > 1:
        one, two = max(combinations(coins, 2), key=lambda pair: (pair[0] ^ pair[1]) & -(pair[0] ^ pair[1]))
        value ^= (one ^ two) - 1
        coins.remove(one)
        coins.remove(two)
    return value ^ sum(coins)


GAMES = {
    "chomp": (CHOMP, 6, bites),
    "welter": (WELTER, 7, by_coins),
    "strip": (STRIP, 7, slides),
    "chocolate": (CHOCOLATE, 12, cuts),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_options_and_tables_are_those_of_the_definition(name: str) -> None:
    rule, limit, options = GAMES[name]
    oracle = Oracle(options)
    table = sprague.tabulate(rule, limit)
    found = dict(table.items())
    assert len(found) == len(table) > 20
    for position in product(range(limit), repeat=len(rule.names)):
        assert (position in table) is rule.is_position(position)
        if rule.is_position(position):
            real = rule.position(position)
            assert set(rule.options(real)) == options(real)
            assert found[real] == table[position] == oracle.grundy(real)
            assert oracle.outcome(real, True) == sprague.solve(rule, real, misere=True).outcome
        else:
            assert table.to_array()[position] == -1


def test_three_rows_of_chomp() -> None:
    losing = list(sprague.tabulate(CHOMP, 12, what="outcome").P_positions())
    assert losing[:6] == [(1, 0, 0), (2, 1, 0), (2, 2, 1), (3, 1, 1), (3, 2, 0), (4, 2, 2)]
    oracle = Oracle(cache(bites))
    assert losing == [p for p in product(range(12), repeat=3) if CHOMP.is_position(p) and oracle.outcome(p) == "P"]


def test_the_value_of_welters_game_is_welters_function() -> None:
    table = sprague.tabulate(WELTER, 16)
    assert all(value == welter(position) for position, value in table.items())
    four = parse(
        "(a, b, c, d) -> (u, b, c, d) where u < a any order "
        "positions where a != b, a != c, a != d, b != c, b != d, c != d"
    )
    assert all(value == welter(position) for position, value in sprague.tabulate(four, 10).items())


@pytest.mark.parametrize(
    ("rule", "claim", "wrong"),
    [
        (parse("(a, b) -> (u, b) where u < a any order positions where a != b"), "a xor b = 1", "a xor b = 2"),
        (
            parse("(a, b) -> (u, b) where u < a any order positions where a != b"),
            "value + 1 = a xor b",
            "value = a xor b",
        ),
        (CHOCOLATE, "value = y xor z", "value = z - y"),
        (STRIP, "c - b - 1 = a", "c - b = a"),
        (CIRCLE, "a = c and b = d", "a = c"),
        (parse("(a, b, c) -> (u, b, c) where u < a in a circle"), "xor = 0", "a = b and c = 0"),
        (
            parse("(a, b, c, d) -> (u, v, w, d) where u <= a, v <= b, w <= c, u + v + w < a + b + c in a circle"),
            "all piles equal",
            "a = b and c = d",
        ),
    ],
    ids=str,
)
def test_theorems_are_proved_and_their_certificates_verified(rule: sprague.Ruleset, claim: str, wrong: str) -> None:
    proof = sprague.prove(rule, claim)
    assert isinstance(proof, Proof), str(proof)
    certificate = json.loads(json.dumps(proof.certificate()))
    snapshot(str(verify(certificate)))
    refuted = sprague.prove(rule, wrong)
    assert isinstance(refuted, Refutation)
    assert rule.is_position(refuted.counterexample)
    # Of another game the same set is no theorem.
    for clause in ("positions", "circles"):
        if clause in certificate["rule"]:
            other = {key: value for key, value in certificate["rule"].items() if key != clause}
            with pytest.raises(sprague.SpragueError):
                verify(certificate | {"rule": other})


def literal(position: Position, most: int) -> set[Position]:
    """Return the options of Circular Nim: take chips from at most this many neighbouring piles of the circle."""
    found = set()
    for start, heights in product(range(len(position)), product(range(max(position) + 1), repeat=most)):
        option = list(position)
        for place, height in enumerate(heights):
            option[(start + place) % len(position)] = height
        if tuple(option) != position and all(x <= y for x, y in zip(option, position, strict=True)):
            found.add(tuple(option))
    return found


@pytest.mark.parametrize(("piles", "most", "limit"), [(4, 1, 4), (5, 2, 3), (5, 3, 3), (6, 2, 2), (6, 3, 2), (6, 4, 2)])
def test_tables_of_circular_nim(piles: int, most: int, limit: int) -> None:
    names, new = "abcdef"[:piles], "uvwxyz"[:most]
    less = ", ".join(f"{u} <= {a}" for u, a in zip(new, names, strict=False))
    rule = parse(
        f"({', '.join(names)}) -> ({', '.join([*new, *names[most:]])}) "
        f"where {less}, {' + '.join(new)} < {' + '.join(names[:most])} in a circle"
    )
    oracle = Oracle(cache(lambda position: literal(position, most)))
    table = sprague.tabulate(rule, limit)
    assert dict(table.items()) == {p: oracle.grundy(p) for p in product(range(limit), repeat=piles)}


def test_a_table_of_some_tuples_is_saved_printed_and_exported(tmp_path: Path) -> None:
    table = sprague.tabulate(CHOCOLATE, 5)
    table.save(tmp_path / "bar.table")
    assert sprague.Table.load(tmp_path / "bar.table") == table
    assert str(table).splitlines() == [
        r"y\z  0  1  2  3  4",
        "  0  0  1  2  3  4",
        "  1        3  2  5",
        "  2              6",
        "  3",
        "  4",
    ]
    assert table.row((None, 4)) == [4, 5, 6, None, None]
    assert table.row((1, None)) == [None, None, 3, 2, 5]
    assert table.diagonal((0, 1)) == [1, 3, None, None]
    assert table[1, :].tolist() == [-1, -1, 3, 2, 5]
    assert np.asarray(table.outcomes())[1].tolist() == ["", "", "N", "N", "N"]
    refusal(lambda: table[1, 1])
    assert ((1, 1) in table, (1, 2) in table, len(table)) == (False, True, 9)
    empty = sprague.tabulate("(a, b) -> (u, b) where u < a positions where a >= 5, b >= 5", 4)
    assert (len(empty), list(empty.items()), (1, 1) in empty) == (0, [], False)


def test_a_stored_proof_decides_positions() -> None:
    proof = sprague.prove(STRIP, "c - b - 1 = a")
    assert isinstance(proof, Proof)
    keep(proof)
    assert load_proof(STRIP, misere=False) is not None
    far = (10**20, 10**20 + 7, 3 * 10**20)
    answer = sprague.solve(STRIP, far)
    assert (answer.outcome, answer.because.kind) == ("N", "proof")
    for option in answer.winning_moves:
        assert STRIP.is_position(option)
        assert option in proof
    total = sprague.Sum(STRIP @ (1, 2, 4), CIRCLE @ (1, 0, 0, 1))
    assert total.grundy == Oracle(slides).grundy((1, 2, 4)) ^ Oracle(cache(lambda p: literal(p, 2))).grundy(
        (1, 0, 0, 1)
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: sprague.find_period("(a) -> (a - 1) ; (a - 2) positions where a >= 1"),
        lambda: sprague.rows(WELTER, range(2), 9),
        lambda: sprague.winning_numbers("(a | t) -> (a - d | d) where 1 <= d <= t any order positions where a >= 1", 5),
    ],
)
def test_requests_about_all_heights_are_refused(make: object) -> None:
    assert callable(make)
    refusal(make)
