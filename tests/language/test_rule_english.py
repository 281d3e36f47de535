"""English descriptions of moves and rules."""

from __future__ import annotations

import pytest

from sprague.language.conditions import Chain, Condition, Power
from sprague.language.expressions import Expression
from sprague.language.rule_english import condition_text
from sprague.linear.terms import Linear
from sprague.rules import parse
from tests.snapshots import snapshot

Position = tuple[int, ...]

NIM = "(a, b) -> (u, b) where u < a any order"
TRANSFER = "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1"
SHARE = "(a, b, c) -> (u, v, w) where u + v + w = b + c"
COOKIES = "(x, y) -> (x - 2, y) ; (x - 1, y + 1) ; (x - 1, y - 1) ; (x - 1, y + 3)"
LIMITED = "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order"

SENTENCES: list[tuple[str, Position, Position]] = [
    ("(a) -> (u) where u < a", (2,), (1,)),
    ("(a) -> (u) where u < a", (2,), (0,)),
    ("(a) -> (a + 1) where a < 5", (2,), (3,)),
    ("(a) -> (0)", (5,), (0,)),
    ("(a) -> (a)", (5,), (5,)),
    # Piles are counted in the order given, options may be sorted.
    (NIM, (2, 1), (0, 1)),
    (NIM, (1, 2), (0, 1)),
    (NIM, (2, 1), (0, 2)),
    # Several piles at once
    (COOKIES, (3, 3), (1, 3)),
    (COOKIES, (3, 3), (2, 4)),
    (COOKIES, (3, 3), (2, 2)),
    (COOKIES, (3, 3), (2, 6)),
    ("(a, b) -> (b, a)", (0, 7), (7, 0)),
    ("(a, b, c) -> (a - 1, b - 1, c - 2)", (2, 2, 2), (1, 1, 0)),
    ("(a, b, c) -> (a - 2, b + 1, c + 1)", (2, 0, 0), (0, 1, 1)),
    # Piles that are emptied, whatever they held
    (TRANSFER, (1, 3, 2), (1, 1, 3)),
    (TRANSFER, (1, 3, 2), (1, 1, 1)),
    (SHARE, (9, 2, 3), (3, 1, 1)),
    (SHARE, (9, 2, 3), (2, 2, 1)),
    ("(a, b, c) -> (c, 0, c)", (4, 5, 6), (6, 0, 6)),
    ("(a, b, c) -> (0, 0, 0)", (4, 5, 6), (0, 0, 0)),
    # Remembered numbers
    (LIMITED, (5, 2, 2), (1, 5, 1)),
    (LIMITED, (5, 2, 2), (2, 3, 3)),
    ("(a | s, t) -> (a | t, s + 1)", (3, 0, 1), (3, 1, 1)),
]


@pytest.mark.parametrize(("rule", "position", "option"), SENTENCES)
def test_a_move_is_described_in_a_sentence(rule: str, position: Position, option: Position) -> None:
    sentences = {move.option: move.sentence for move in parse(rule).moves(position)}
    snapshot(sentences[option])


@pytest.mark.slow
@pytest.mark.parametrize(
    "pile",
    [
        1,
        2,
        3,
        4,
        10,
        11,
        12,
        13,
        14,
        20,
        21,
        22,
        23,
        31,
        64,
    ],
)
def test_piles_are_counted_as_in_english(pile: int) -> None:
    names = [f"x{number}" for number in range(1, 65)]
    rule = parse(f"({', '.join(names)}) -> ({', '.join(['x1 - 1', *names[1:]])}) any order")
    (move,) = rule.moves([int(number == pile) for number in range(1, 65)])
    snapshot(move.sentence)


DESCRIPTIONS: list[str] = [
    "(a) -> (u) where u < a",
    "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
    "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t stop when a + b <= 3 piles >= 2",
    "(a, b) -> (a - 1, b + 1) ; (a + b, b - 3) ; (a, b) where a != b ; (a - k, b - k) where k >= 1 "
    "win when (a = 0, b = 0) or a mod 2 = 1",
]


@pytest.mark.parametrize("rule", DESCRIPTIONS)
def test_a_rule_is_described_in_sentences(rule: str) -> None:
    snapshot(parse(rule).describe())


@pytest.mark.parametrize(
    ("orders", "sentences"),
    [
        ("any order", ["The order of the piles"]),
        ("any order of a, b", ["The order of a and b"]),
        ("any order of d, a, b", ["The order of a, b and d"]),
        ("any order of a, b any order of c, d", ["The order of a and b", "The order of c and d"]),
        ("", []),
    ],
)
def test_only_interchangeable_piles_are_described_as_interchangeable(orders: str, sentences: list[str]) -> None:
    lines = parse(f"(a, b, c, d) -> (a - 1, b, c, d) {orders}").describe().split("\n")
    phrases = [line.split(" does not matter: ") for line in lines if "order" in line]
    assert [start for start, _ in phrases] == sentences
    for start, rest in phrases:
        # The rest of the sentence names all piles only if the clause covers all piles.
        assert ("they may be taken as a, b, c and d in any order" in rest) == (start == "The order of the piles")


A, B, ONE = Linear.of("a"), Linear.of("b"), Linear.of(1)


def chain(sides: tuple[Linear | Expression, ...], relations: tuple[str, ...]) -> Chain:
    return Chain(tuple(side if isinstance(side, Expression) else Expression.of(side) for side in sides), relations)


@pytest.mark.parametrize(
    "condition",
    [
        chain((A, B), ("<",)),
        chain((A, B), ("<=",)),
        chain((A, B), ("=",)),
        chain((A, B), ("!=",)),
        chain((A, B), (">=",)),
        chain((A, B), (">",)),
        chain((ONE, A, B), ("<=", "<=")),
        chain((ONE, A, B), ("<", "<")),
        chain((B, A, ONE), (">=", ">")),
        Power.of(A - B, 3),
    ],
)
def test_a_condition_in_words(condition: Condition) -> None:
    snapshot(condition_text(condition))
