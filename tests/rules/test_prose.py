"""Moves and rules in words."""

from __future__ import annotations

import pytest

from sprague.rules import parse
from sprague.rules.conditions import Chain, Condition, Power
from sprague.rules.expressions import Expression
from sprague.rules.linear import Linear
from sprague.rules.prose import condition_text
from tests.snapshots import snapshot

Position = tuple[int, ...]

NIM = "(a, b) -> (u, b) where u < a any order"
TRANSFER = "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1"
SHARE = "(a, b, c) -> (u, v, w) where u + v + w = b + c"
COOKIES = "(x, y) -> (x - 2, y) ; (x - 1, y + 1) ; (x - 1, y - 1) ; (x - 1, y + 3)"
LIMITED = "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order"

SENTENCES: list[tuple[str, Position, Position, str]] = [
    ("(a) -> (u) where u < a", (2,), (1,), "take 1 chip from the pile"),
    ("(a) -> (u) where u < a", (2,), (0,), "take 2 chips from the pile"),
    ("(a) -> (a + 1) where a < 5", (2,), (3,), "add 1 chip to the pile"),
    ("(a) -> (0)", (5,), (0,), "empty the pile"),
    ("(a) -> (a)", (5,), (5,), "leave the piles as they are"),
    # Piles are counted in the order given, options may be sorted.
    (NIM, (2, 1), (0, 1), "take 2 chips from the 1st pile"),
    (NIM, (1, 2), (0, 1), "take 2 chips from the 2nd pile"),
    (NIM, (2, 1), (0, 2), "take 1 chip from the 2nd pile"),
    # Several piles at once
    (COOKIES, (3, 3), (1, 3), "take 2 chips from the 1st pile"),
    (COOKIES, (3, 3), (2, 4), "move 1 chip from the 1st pile to the 2nd"),
    (COOKIES, (3, 3), (2, 2), "take 1 chip from the 1st pile and 1 chip from the 2nd pile"),
    (COOKIES, (3, 3), (2, 6), "take 1 chip from the 1st pile, then add 3 chips to the 2nd pile"),
    ("(a, b) -> (b, a)", (0, 7), (7, 0), "move 7 chips from the 2nd pile to the 1st"),
    (
        "(a, b, c) -> (a - 1, b - 1, c - 2)",
        (2, 2, 2),
        (1, 1, 0),
        "take 1 chip from the 1st pile, 1 chip from the 2nd pile and 2 chips from the 3rd pile",
    ),
    ("(a, b, c) -> (a - 2, b + 1, c + 1)", (2, 0, 0), (0, 1, 1), "share out 2 chips as (0, 1, 1)"),
    # Piles that are emptied, whatever they held
    (TRANSFER, (1, 3, 2), (1, 1, 3), "empty the 1st pile, then move 1 chip from the 3rd pile to it"),
    (TRANSFER, (1, 3, 2), (1, 1, 1), "empty the 2nd pile, then move 1 chip from the 3rd pile to it"),
    (SHARE, (9, 2, 3), (3, 1, 1), "empty the 1st pile, then share out 5 chips as (3, 1, 1)"),
    (SHARE, (9, 2, 3), (2, 2, 1), "empty the 1st pile, then move 2 chips from the 3rd pile to it"),
    ("(a, b, c) -> (c, 0, c)", (4, 5, 6), (6, 0, 6), "empty the 1st and 2nd piles, then add 6 chips to the 1st pile"),
    ("(a, b, c) -> (0, 0, 0)", (4, 5, 6), (0, 0, 0), "empty the 1st, 2nd and 3rd piles"),
    # Remembered numbers
    (LIMITED, (5, 2, 2), (1, 5, 1), "take 1 chip from the 2nd pile; t becomes 1"),
    (LIMITED, (5, 2, 2), (2, 3, 3), "take 2 chips from the 1st pile; t becomes 3"),
    ("(a | s, t) -> (a | t, s + 1)", (3, 0, 1), (3, 1, 1), "leave the piles as they are; s becomes 1; t becomes 1"),
]


@pytest.mark.parametrize(("rule", "position", "option", "sentence"), SENTENCES)
def test_a_move_is_told_in_a_sentence(rule: str, position: Position, option: Position, sentence: str) -> None:
    told = {move.option: move.sentence for move in parse(rule).moves(position)}
    assert told[option] == sentence


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


LAST = "Play ends when no move is left. The player who made the last move wins; in misère play, loses."
DESCRIPTIONS: list[tuple[str, list[str]]] = [
    (
        "(a) -> (u) where u < a",
        [
            "A position is one pile of chips, (a). A pile may be empty.",
            "A move leads from (a) to (u): a becomes u, where u is less than a.",
            LAST,
            "Play always ends: every move lowers the number of chips.",
        ],
    ),
    (
        "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
        [
            "A position is three piles of chips, (a, b, c). Every pile always holds at least 1 chip.",
            "A move leads from (a, b, c) to (u, v, c): "
            "empty a, then a becomes u and b becomes v, where u + v equals b.",
            "The order of the piles does not matter: any of them may play the parts of a, b and c.",
            LAST,
            "Play always ends: every move lowers the number of chips.",
        ],
    ),
    (
        "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t stop when a + b <= 3 piles >= 2",
        [
            "A position is two piles of chips and one remembered number, (a, b | t). "
            "Every pile always holds at least 2 chips.",
            "A move leads from (a, b | t) to (a - d, b | 2d - 1): "
            "take d chips from a; t becomes 2d - 1, where d is at least 1 and at most t.",
            "Play ends when no move is left, or as soon as a + b is at most 3. "
            "The player who made the last move wins; in misère play, loses.",
            "Play always ends: every move lowers the number of chips.",
        ],
    ),
    (
        "(a, b) -> (a - 1, b + 1) ; (a + b, b - 3) ; (a, b) where a != b ; (a - k, b - k) where k >= 1 "
        "win when (a = 0, b = 0) or a mod 2 = 1",
        [
            "A position is two piles of chips, (a, b). A pile may be empty.",
            "There are four kinds of move.",
            "1. From (a, b) to (a - 1, b + 1): move 1 chip from a to b.",
            "2. From (a, b) to (a + b, b - 3): take 3 chips from b, then add b chips to a.",
            "3. From (a, b) to (a, b): nothing changes, where a differs from b.",
            "4. From (a, b) to (a - k, b - k): take k chips from a and k chips from b, where k is at least 1.",
            LAST + " But whoever reaches a position in which a equals 0 and b equals 0 or a is odd wins at once.",
            "It has not been shown that play always ends; a computation that meets a cycle will stop and show it.",
        ],
    ),
]


@pytest.mark.parametrize(("rule", "lines"), DESCRIPTIONS)
def test_a_rule_is_described_in_sentences(rule: str, lines: list[str]) -> None:
    assert parse(rule).describe().split("\n") == lines


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("any order", ["The order of the piles"]),
        ("any order of a, b", ["The order of a and b"]),
        ("any order of d, a, b", ["The order of a, b and d"]),
        ("any order of a, b any order of c, d", ["The order of a and b", "The order of c and d"]),
        ("", []),
    ],
)
def test_only_the_piles_whose_order_does_not_matter_are_said_to_be_such(orders: str, told: list[str]) -> None:
    lines = parse(f"(a, b, c, d) -> (a - 1, b, c, d) {orders}").describe().split("\n")
    said = [line.split(" does not matter: ") for line in lines if "order" in line]
    assert [start for start, _ in said] == told
    for start, rest in said:
        # Only where all piles are meant may the rest of the sentence speak of every part.
        assert ("any of them may play the parts of a, b, c and d" in rest) == (start == "The order of the piles")


A, B, ONE = Linear.of("a"), Linear.of("b"), Linear.of(1)


def chain(sides: tuple[Linear | Expression, ...], relations: tuple[str, ...]) -> Chain:
    return Chain(tuple(side if isinstance(side, Expression) else Expression.of(side) for side in sides), relations)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (chain((A, B), ("<",)), "a is less than b"),
        (chain((A, B), ("<=",)), "a is at most b"),
        (chain((A, B), ("=",)), "a equals b"),
        (chain((A, B), ("!=",)), "a differs from b"),
        (chain((A, B), (">=",)), "a is at least b"),
        (chain((A, B), (">",)), "a is more than b"),
        (chain((ONE, A, B), ("<=", "<=")), "a is at least 1 and at most b"),
        (chain((ONE, A, B), ("<", "<")), "a is more than 1 and less than b"),
        (chain((B, A, ONE), (">=", ">")), "b is at least a and a is more than 1"),
        (Power.of(A - B, 3), "a - b is a power of 3 (1, 3, 9, …)"),
    ],
)
def test_a_condition_in_words(condition: Condition, text: str) -> None:
    assert condition_text(condition) == text
