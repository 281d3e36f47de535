"""Every closed form of every game agrees with exhaustive search.

The theorems come from the catalogue, so a theorem that is added to the file of a game is tested automatically.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest

import sprague
from sprague import Ruleset
from sprague.games import Source, Theorem, theorems
from sprague.games.nim import NimSum
from tests.expected_tables import positions_within
from tests.layers import sample
from tests.oracle import Oracle, Position


def square(x: int) -> int:
    return x * x


#: How far to go, by the number of entries of a position: piles below this, above the least.
LIMITS = {1: 40, 2: 14, 3: 8, 4: 6, 5: 4, 6: 3, 7: 3}

Choice = tuple[dict[str, object], int | None]


def usual(**parameters: object) -> Choice:
    """These parameters, with the usual limit."""
    return parameters, None


#: Parameters to try for each game besides its defaults, with a limit other than the usual one or None.
PARAMETERS: dict[str, list[Choice]] = {
    "nim": [usual(piles=1), ({"piles": 2}, 20), usual(piles=4), usual(piles=5)],
    "moore-nim": [
        usual(piles=1, width=1),
        usual(piles=2, width=1),
        usual(piles=3, width=1),
        usual(piles=3, width=3),
        usual(piles=4, width=2),
        usual(piles=4, width=3),
    ],
    "exact-nim": [usual(piles=4), usual(piles=5), usual(piles=6), usual(piles=7, least=3, most=3)],
    "chocolate-bar": [usual(k=k) for k in (1, 2, 4, 5)],
    "wythoff": [({}, 30)],
    "rim": [
        usual(piles=1, base=4),
        usual(piles=2, base=4),
        usual(piles=2, base=2),
        usual(piles=3, base=2),
    ],
    "trim": [usual(piles=1), ({"piles": 2}, 20), ({"piles": 4}, 5)],
    "empty-transfer": [usual(boxes=boxes) for boxes in (2, 4, 5, 6)],
    "empty-all-but-one": [({"boxes": 2}, 20), ({"boxes": 3}, 12), ({"boxes": 4}, 8), ({"boxes": 5}, 6)],
    "empty-redistribute": [({"boxes": 2}, 20), ({"boxes": 4}, 5), usual(boxes=5), usual(boxes=6)],
    "selective-empty-redistribute": [({"boxes": 2}, 20), ({"boxes": 4}, 5), ({"boxes": 5}, 3)],
    "empty-some": [
        ({"boxes": 2, "empty": 1}, 20),
        usual(boxes=3, empty=1),
        ({"boxes": 4, "empty": 1}, 5),
        usual(boxes=4, empty=3),
        usual(boxes=5, empty=2),
        usual(boxes=5, empty=3),
    ],
    "sharing-nim": [({"piles": 2}, 24), ({"piles": 3}, 14), usual(piles=4), usual(piles=5)],
    "graph-nim": [
        usual(graph=graph, rule=rule)
        for graph in ("path2", "path3", "path4", "cycle3", "cycle4", "star3", "complete3", "complete4")
        for rule in ("sharing", "entropy")
    ],
    "one-bottle": [({"piles": 2}, 24), usual(piles=4), usual(piles=5)],
    "dynamic-nim": [
        *(
            usual(piles=piles, stop=stop, limit=limit)
            for piles in (1, 2, 3)
            for stop in (0, 1, 3)
            for limit in ("x", "2x-1", "2x", 3)
        ),
        usual(piles=1, limit=square),
        usual(piles=2, stop=2, limit=square),
    ],
    "subtraction-transfer": [
        *(
            usual(a=a, b=b, c=c)
            for a, b, c in [(4, 4, 2), (2, 2, 2), (3, 1, 1), (3, 3, 1), (1, 2, 1), (1, 2, 4), (2, 3, 2), (4, 6, 4)]
        ),
        usual(a=3, b=3, c="1/2/3"),
        usual(a=2, b=1, c=(1, 4)),
    ],
    "vector-addition": [
        usual(vectors=[(-1, 2), (0, -3), (-2, 0), (-1, -1)]),
        usual(vectors=[(-1,), (-3,)]),
    ],
    "fulves-merger": [usual(boxes=2), usual(boxes=3), usual(boxes=4)],
}


def variants() -> Iterator[tuple[str, dict[str, object], int | None]]:
    for game in sprague.catalogue():
        yield game.name, {}, None
        for parameters, limit in PARAMETERS.get(game.name, []):
            yield game.name, parameters, limit


def label(variant: tuple[str, dict[str, object], int | None]) -> str:
    name, parameters, _ = variant
    return name + "".join(f"-{getattr(value, '__name__', value)}" for value in parameters.values())


SPLIT_LIMIT = 16


def small_positions(rule: Ruleset, limit: int | None) -> list[Position]:
    # From a heap that splits all its partitions are reached, which the oracle goes through one by one.
    usual = SPLIT_LIMIT if rule.splits else LIMITS.get(len(rule.names), 2)
    return list(positions_within(rule, rule.floor + (limit or usual)))


def oracle_of(rule: Ruleset) -> Oracle:
    options: Callable[[Position], list[Position]] = rule.options
    return Oracle(cache(options), rule.is_won)


def complaints(theorem: Theorem, oracle: Oracle, positions: list[Position]) -> Iterator[str]:
    """Return the differences between a theorem and exhaustive search."""
    for name in ("title", "statement"):
        if not getattr(theorem, name).strip():
            yield f"the {name} is empty"
    if not str(theorem.source).strip():
        yield "the source is empty"
    for position in filter(theorem.decides, positions):
        is_p = oracle.outcome(position, theorem.misere) == "P"
        value = theorem.grundy(position)
        options, moves = oracle.options(position), theorem.winning_moves(position)
        if theorem.is_p(position) is not is_p:
            yield f"{position} is {'P' if is_p else 'N'}"
        if value is not None and theorem.misere:
            yield f"{position} has no Grundy value in misère play, but {value} is given"
        if value is not None and not theorem.misere and value != oracle.grundy(position):
            yield f"{position} has the value {oracle.grundy(position)}, not {value}"
        for move in moves:
            if move not in options:
                yield f"{move} is no option of {position}"
            elif oracle.outcome(move, theorem.misere) != "P":
                yield f"from {position}, {move} does not win"
        if is_p and moves:
            yield f"{position} is P, but {moves[0]} is said to win"
        if not is_p and options and not moves:
            yield f"{position} is N, but no winning move is given"
        if len(set(moves)) < len(moves):
            yield f"a winning move from {position} is given twice"
        if not theorem.explain(position).strip():
            yield f"{position} is not explained"


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize("variant", sample(((variant,) for variant in variants()), 7), ids=label)
def test_theorems_agree_with_exhaustive_search(
    variant: tuple[str, dict[str, object], int | None], misere: bool
) -> None:
    name, parameters, limit = variant
    rule = sprague.game(name, **parameters)
    known = theorems(rule, misere)
    if not known:
        return
    oracle, positions = oracle_of(rule), small_positions(rule, limit)
    for theorem in known:
        assert list(complaints(theorem, oracle, positions)) == [], str(theorem)
    decided = [position for position in positions if any(theorem.decides(position) for theorem in known)]
    for position in decided[:: len(decided) // 40 or 1]:
        answer = sprague.solve(rule, position, misere=misere)
        assert answer.because.kind == "theorem", position
        assert answer.outcome == oracle.outcome(position, misere), position
        assert answer.explanation, position


def test_the_check_reaches_theorems_of_both_plays() -> None:
    for name in ("nim", "subtraction-transfer"):
        for misere in (False, True):
            assert theorems(sprague.game(name), misere)


def test_parameters_are_those_of_games_of_the_catalogue() -> None:
    assert PARAMETERS.keys() <= {game.name for game in sprague.catalogue()}


def test_a_rule_that_is_not_of_the_catalogue_has_no_theorems() -> None:
    assert theorems(sprague.parse("(a, b) -> (u, b) where u < a any order")) == []


# A theorem broken on purpose must be noticed.


@dataclass(frozen=True)
class WrongOutcome(NimSum):
    def is_p(self, position: Position) -> bool:
        return position == (2, 2, 3) or super().is_p(position)


@dataclass(frozen=True)
class WrongValue(NimSum):
    def grundy(self, position: Position) -> int:
        return sum(position)


@dataclass(frozen=True)
class IllegalMove(NimSum):
    def winning_moves(self, position: Position) -> list[Position]:
        return [] if self.is_p(position) else [(0, 0, 0)]


@dataclass(frozen=True)
class LosingMove(NimSum):
    def winning_moves(self, position: Position) -> list[Position]:
        return [] if self.is_p(position) else [(0, *position[1:])]


@dataclass(frozen=True)
class NoMove(NimSum):
    def winning_moves(self, position: Position) -> list[Position]:
        return []


@dataclass(frozen=True)
class MoveFromP(NimSum):
    def winning_moves(self, position: Position) -> list[Position]:
        return [(0, 0, 0)] if position == (0, 2, 2) else super().winning_moves(position)


@dataclass(frozen=True)
class TwiceTheSameMove(NimSum):
    def winning_moves(self, position: Position) -> list[Position]:
        return super().winning_moves(position) * 2


@dataclass(frozen=True)
class MisereValue(NimSum):
    misere = True


@dataclass(frozen=True)
class Speechless(NimSum):
    title = ""
    statement = " "
    source = Source("")

    def explain(self, position: Position) -> str:
        return ""


@pytest.mark.parametrize(
    ("theorem", "complaint"),
    [
        (WrongOutcome(), "(2, 2, 3) is N"),
        (WrongValue(), "(1, 2, 3) has the value 0, not 6"),
        (IllegalMove(), "(0, 0, 0) is no option of (0, 1, 2)"),
        (LosingMove(), "from (1, 1, 2), (0, 1, 2) does not win"),
        (NoMove(), "(0, 1, 2) is N, but no winning move is given"),
        (MoveFromP(), "(0, 2, 2) is P, but (0, 0, 0) is said to win"),
        (TwiceTheSameMove(), "a winning move from (0, 1, 2) is given twice"),
        (MisereValue(), "(0, 1, 1) has no Grundy value in misère play, but 0 is given"),
        (MisereValue(), "(0, 1, 1) is N"),
        (Speechless(), "the title is empty"),
        (Speechless(), "the statement is empty"),
        (Speechless(), "the source is empty"),
        (Speechless(), "(0, 1, 2) is not explained"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Theorem) else value,
)
def test_a_broken_theorem_is_noticed(theorem: Theorem, complaint: str) -> None:
    rule = sprague.game("nim")
    assert complaint in list(complaints(theorem, oracle_of(rule), small_positions(rule, 4)))


def test_a_sound_theorem_is_not_complained_about() -> None:
    rule = sprague.game("nim")
    assert list(complaints(NimSum(), oracle_of(rule), small_positions(rule, 4))) == []
