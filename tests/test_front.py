"""Public objects: each has a short `repr` and can be pickled, and arguments of wrong types are refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import sprague
from sprague.limits import Limits
from tests.snapshots import refused, snapshot

NIM = sprague.game("nim:piles=2")
COOKIES = sprague.parse("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)")
FAR = (10**5000, 5)

OBJECTS: dict[str, Callable[[], object]] = {
    "a game of the catalogue": lambda: sprague.catalogue()[-1],
    "a game with parameters": lambda: sprague.games.find_game("rim"),
    "a rule": lambda: COOKIES,
    "a rule with a name": lambda: NIM,
    "a component": lambda: NIM @ (5, 3),
    "an answer": lambda: sprague.solve(NIM, FAR),
    "an answer in misère play": lambda: sprague.solve(COOKIES, (1, 0), misere=True),
    "a reason": lambda: sprague.solve(COOKIES, (0, 0)).because,
    "a sum": lambda: sprague.Sum(NIM @ (3, 5), NIM @ (1, 2)),
    "a move in a sum": lambda: sprague.Sum(NIM @ FAR).winning_moves[0],
    "a table": lambda: sprague.tabulate(NIM, 4),
    "a period": lambda: sprague.find_period("subtraction-transfer:a=2,b=3,c=2"),
    "a period that was not found": lambda: sprague.find_period(
        "(x, y) -> (x - 1, y - 1)", budget=Limits(positions=1_000)
    ),
    "a quotient": lambda: sprague.misere_quotient("0.75"),
    "a proof": lambda: sprague.prove(NIM, "a = b"),
    "a proof by a window": lambda: sprague.discover("subtraction-transfer:a=2,b=3,c=2", words=False),
    "a refutation": lambda: sprague.prove(NIM, "a = b or a = 1"),
    "a proof that was not found": lambda: sprague.discover(
        "empty-transfer:boxes=3", misere=True, budget=Limits(positions=10)
    ),
    "a match": lambda: sprague.Match(NIM, (3, 5)).play((3, 4)),
    "a match with large piles": lambda: sprague.Match(NIM, FAR, misere=True),
    "a match in a sum": lambda: sprague.Match.of_sum(NIM @ (3, 5), COOKIES @ (1, 2)),
    "an analysis": lambda: sprague.Match(NIM, (0, 1)).analyse().moves[0],
    "limits": lambda: Limits(seconds=3),
    "winning numbers": lambda: sprague.winning_numbers("dynamic-nim:piles=2,stop=3,limit=2x-1", limit=6),
}


@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS)
def test_public_objects_have_a_repr_and_can_be_pickled(make: Callable[[], object]) -> None:
    thing = make()
    snapshot(repr(thing))
    again = pickle.loads(pickle.dumps(thing))
    assert again == thing
    assert repr(again) == repr(thing)


@pytest.mark.slow
def test_the_repr_of_a_game_or_a_sum_evaluates_to_it() -> None:
    for thing in (COOKIES, NIM, NIM @ (5, 3)):
        assert eval(repr(thing)) == thing


def test_a_verified_certificate_has_a_repr_and_can_be_pickled(tmp_path: Path) -> None:
    proof = sprague.prove(NIM, "a = b")
    assert isinstance(proof, sprague.Proof)
    proof.save(tmp_path / "nim.json")
    found = sprague.verify(tmp_path / "nim.json")
    snapshot(repr(found))
    assert pickle.loads(pickle.dumps(found)) == found


def anything(value: object) -> None:
    """A function that accepts any argument."""


#: Every argument of every public function, and some of what must not be taken for it.
NO_FLAGS: tuple[object, ...] = (None, 0, 1, "no", "yes", [], {}, (1,), 2.5, np.array(1), np.array([1, 0]), object())
NO_NUMBERS: tuple[object, ...] = (
    True,
    2.5,
    "3",
    b"3",
    [],
    {},
    (1,),
    np.array([1, 2]),
    float("nan"),
    object(),
    anything,
)
NO_WORDS: tuple[object, ...] = (None, True, 3, b"grundy", "value", [], ["grundy"], np.array([1, 2]), object())
NO_FUNCTIONS: tuple[object, ...] = (True, 0, 3, "print", [], {}, (1,), np.array([1, 2]), object())
NO_LIMITS: tuple[object, ...] = (True, 0, 3, 2.5, "3", [], {}, np.array([1, 2]), object(), anything)
NO_GAMES: tuple[object, ...] = (None, True, 3, b"nim", [], {}, ("nim",), np.array([1, 2]), object(), anything)
NO_POSITIONS: tuple[object, ...] = (
    None,
    True,
    3,
    2.5,
    "35",
    [],
    {},
    ["3", "5"],
    [None, None],
    np.array(3),
    np.array([1.5, 2]),
    object(),
)
NO_FILES: tuple[object, ...] = (None, True, 3, [], {}, ("table",), np.array(3), object(), "a\0b")
DYNAMIC = "dynamic-nim:piles=2,stop=0,limit=x"
SHARING = "sharing-nim"
COMPONENT = NIM @ (1, 2)
TABLE = sprague.tabulate(NIM, 4)
NUMBERS = sprague.winning_numbers(DYNAMIC, 4)
FOUND = sprague.prove(NIM, "a = b")
NO_NAMES = (None, 3, "", "a b", "3", ["a"])
DOORS: dict[str, tuple[Callable[[Any], object], tuple[object, ...]]] = {
    "solve, game": (lambda odd: sprague.solve(odd, (1, 2)), NO_GAMES),
    "solve, position": (lambda odd: sprague.solve(NIM, odd), NO_POSITIONS),
    "solve, misere": (lambda odd: sprague.solve(NIM, (1, 2), misere=odd), NO_FLAGS),
    "solve, budget": (lambda odd: sprague.solve(NIM, (1, 2), budget=odd), NO_LIMITS),
    "solve, every_move": (lambda odd: sprague.solve(NIM, (1, 2), every_move=odd), NO_FLAGS),
    "Sum, component": (sprague.Sum, (None, 3, "nim", (1, 2), NIM)),
    "Sum, budget": (lambda odd: sprague.Sum(COMPONENT, budget=odd), NO_LIMITS),
    "Sum, every_move": (lambda odd: sprague.Sum(COMPONENT, every_move=odd), NO_FLAGS),
    "Match, game": (lambda odd: sprague.Match(odd, (1, 2)), NO_GAMES),
    "Match, position": (lambda odd: sprague.Match(NIM, odd), NO_POSITIONS),
    "Match, misere": (lambda odd: sprague.Match(NIM, (1, 2), misere=odd), NO_FLAGS),
    "Match, budget": (lambda odd: sprague.Match(NIM, (1, 2), budget=odd), NO_LIMITS),
    "Match, forbid": (lambda odd: sprague.Match(NIM, (1, 2), forbid=odd), (None, True, 3, "35", [3], [None], object())),
    "Match, players": (lambda odd: sprague.Match(NIM, (1, 2), players=odd), (None, True, 3, "abc", [1, 2], object())),
    "Match, a move": (lambda odd: sprague.Match(NIM, (1, 2)).play(odd), NO_POSITIONS),
    "Match, moves to take back": (lambda odd: sprague.Match(NIM, (1, 2)).play((1, 1)).undo(odd), NO_NUMBERS),
    "Match, a transcript": (sprague.Match.from_text, (None, True, 3, b"sprague match 1", [], object())),
    "Match, a sum": (sprague.Match.of_sum, (None, 3, "nim", (1, 2), NIM)),
    "Match, a move in a sum": (
        lambda odd: sprague.Match.of_sum(COMPONENT, COMPONENT).play(odd),
        (*NO_POSITIONS, [(1, 2), None], [(1, 2), 3]),
    ),
    "game, name": (sprague.game, NO_GAMES),
    "game, piles": (lambda odd: sprague.game("nim", piles=odd), NO_NUMBERS),
    "game, a set of numbers": (
        lambda odd: sprague.game("subtraction-transfer", c=odd),
        (None, True, 2.5, b"x", [None], ["2"], np.array([1.5]), object()),
    ),
    "game, rule": (lambda odd: sprague.game("graph-nim", rule=odd), NO_WORDS),
    "parse, text": (sprague.parse, NO_GAMES),
    "parse, functions": (
        lambda odd: sprague.parse("(a | t) -> (a - 1 | f(t))", functions=odd),
        (True, 3, "f", [], [("f", abs)], np.array([1, 2]), {"f": 3}, {3: abs}, anything),
    ),
    "parse, name": (lambda odd: sprague.parse("(a) -> (a - 1)", name=odd), (None, True, 3, b"nim", ["nim"])),
    "tabulate, game": (lambda odd: sprague.tabulate(odd, 4), NO_GAMES),
    "tabulate, limit": (lambda odd: sprague.tabulate(NIM, odd), NO_NUMBERS),
    "tabulate, chips": (lambda odd: sprague.tabulate(NIM, chips=odd), NO_NUMBERS),
    "tabulate, what": (lambda odd: sprague.tabulate(NIM, 4, what=odd), NO_WORDS),
    "tabulate, misere": (lambda odd: sprague.tabulate(NIM, 4, what="outcome", misere=odd), NO_FLAGS),
    "tabulate, cap": (lambda odd: sprague.tabulate(NIM, 4, cap=odd), NO_NUMBERS),
    "tabulate, budget": (lambda odd: sprague.tabulate(NIM, 4, budget=odd), NO_LIMITS),
    "tabulate, progress": (lambda odd: sprague.tabulate(NIM, 4, progress=odd), NO_FUNCTIONS),
    "rows, game": (lambda odd: sprague.rows(odd, [1], 8), NO_GAMES),
    "rows, rows": (lambda odd: sprague.rows(SHARING, odd, 8), (None, 3, "12", [1.5], np.array(3), object())),
    "rows, limit": (lambda odd: sprague.rows(SHARING, [1], odd), (None, *NO_NUMBERS)),
    "rows, cap": (lambda odd: sprague.rows(SHARING, [1], 8, cap=odd), NO_NUMBERS),
    "rows, budget": (lambda odd: sprague.rows(SHARING, [1], 8, budget=odd), NO_LIMITS),
    "rows, progress": (lambda odd: sprague.rows(SHARING, [1], 8, progress=odd), NO_FUNCTIONS),
    "winning_numbers, game": (lambda odd: sprague.winning_numbers(odd, 4), NO_GAMES),
    "winning_numbers, limit": (lambda odd: sprague.winning_numbers(DYNAMIC, odd), (None, *NO_NUMBERS)),
    "winning_numbers, misere": (lambda odd: sprague.winning_numbers(DYNAMIC, 4, misere=odd), NO_FLAGS),
    "winning_numbers, budget": (lambda odd: sprague.winning_numbers(DYNAMIC, 4, budget=odd), NO_LIMITS),
    "winning_numbers, progress": (lambda odd: sprague.winning_numbers(DYNAMIC, 4, progress=odd), NO_FUNCTIONS),
    "WinningNumbers, piles": (lambda odd: NUMBERS[odd], (None, 2.5, "12", np.array(3), np.array([1.5, 2]), object())),
    "WinningNumbers, limit": (lambda odd: NUMBERS.outcome((1, 2), odd), (None, *NO_NUMBERS)),
    "find_period, game": (sprague.find_period, NO_GAMES),
    "find_period, what": (lambda odd: sprague.find_period("cookies", what=odd), NO_WORDS),
    "find_period, misere": (lambda odd: sprague.find_period("cookies", what="outcome", misere=odd), NO_FLAGS),
    "find_period, budget": (lambda odd: sprague.find_period("cookies", budget=odd), NO_LIMITS),
    "misere_quotient, game": (sprague.misere_quotient, NO_GAMES),
    "misere_quotient, heaps": (lambda odd: sprague.misere_quotient("0.75", odd), NO_NUMBERS),
    "misere_quotient, budget": (lambda odd: sprague.misere_quotient("0.75", 3, budget=odd), NO_LIMITS),
    "prove, game": (lambda odd: sprague.prove(odd, "a = b"), NO_GAMES),
    "prove, claim": (lambda odd: sprague.prove(NIM, odd), NO_GAMES),
    "prove, misere": (lambda odd: sprague.prove(NIM, "a = b", misere=odd), NO_FLAGS),
    "prove, budget": (lambda odd: sprague.prove(NIM, "a = b", budget=odd), NO_LIMITS),
    "ask, game": (lambda odd: sprague.ask(odd, "true"), NO_GAMES),
    "ask, question": (lambda odd: sprague.ask(NIM, odd), NO_GAMES),
    "ask, misere": (lambda odd: sprague.ask(NIM, "true", misere=odd), NO_FLAGS),
    "ask, let": (lambda odd: sprague.ask(NIM, "true", let=odd), (3, "Q=nim", {"Q": 3}, {3: "nim"}, ["Q"])),
    "ask, budget": (lambda odd: sprague.ask(NIM, "true", budget=odd), NO_LIMITS),
    "ask, progress": (lambda odd: sprague.ask(NIM, "true", progress=odd), NO_FUNCTIONS),
    "compare, first": (lambda odd: sprague.compare(odd, NIM), NO_GAMES),
    "compare, misere": (lambda odd: sprague.compare(NIM, NIM, misere=odd), NO_FLAGS),
    "compare, budget": (lambda odd: sprague.compare(NIM, NIM, budget=odd), NO_LIMITS),
    "compare, progress": (lambda odd: sprague.compare(NIM, NIM, progress=odd), NO_FUNCTIONS),
    "compare, values": (lambda odd: sprague.compare(NIM, NIM, values=odd), ("2", 2.0, True, -1, 21)),
    "compare, limit": (lambda odd: sprague.compare(NIM, NIM, limit=odd), ("2", 2.0, True, 0)),
    "sequence, game": (lambda odd: sprague.sequence(odd, "least b: P(a, b)"), NO_GAMES),
    "sequence, misere": (lambda odd: sprague.sequence(NIM, count="chips", misere=odd), NO_FLAGS),
    "sequence, differences": (lambda odd: sprague.sequence(NIM, count="chips", differences=odd), NO_FLAGS),
    "sequence, count": (lambda odd: sprague.sequence(NIM, count=odd), ("piles", 3, True)),
    "sequence, budget": (lambda odd: sprague.sequence(NIM, count="chips", budget=odd), NO_LIMITS),
    "sequence, progress": (lambda odd: sprague.sequence(NIM, count="chips", progress=odd), NO_FUNCTIONS),
    "discover, game": (sprague.discover, NO_GAMES),
    "discover, misere": (lambda odd: sprague.discover(NIM, misere=odd), NO_FLAGS),
    "discover, values": (lambda odd: sprague.discover(NIM, values=odd), NO_NUMBERS),
    "discover, numerations": (
        lambda odd: sprague.discover(NIM, numerations=odd),
        (True, 2, "2", [], ["0"], [None], {}, np.array([1, 2]), object()),
    ),
    "discover, budget": (lambda odd: sprague.discover(NIM, budget=odd), NO_LIMITS),
    "discover, progress": (lambda odd: sprague.discover(NIM, progress=odd), NO_FUNCTIONS),
    "discover, words": (lambda odd: sprague.discover(NIM, words=odd), NO_FLAGS),
    "discover_family, game": (lambda odd: sprague.discover_family(odd, "piles", (2, 3)), (*NO_GAMES, NIM)),
    "discover_family, parameter": (lambda odd: sprague.discover_family("nim", odd, (2, 3)), (None, True, 3, b"piles")),
    "discover_family, values": (
        lambda odd: sprague.discover_family("nim", "piles", odd),
        (None, True, 3, "23", b"23", [2, "3"], [2, 3.0], [3, 2], {2: 3}, object()),
    ),
    "discover_family, misere": (lambda odd: sprague.discover_family("nim", "piles", (2, 3), misere=odd), NO_FLAGS),
    "discover_family, numerations": (
        lambda odd: sprague.discover_family("nim", "piles", (2, 3), numerations=odd),
        (True, 2, "2", [], ["0"]),
    ),
    "discover_family, budget": (lambda odd: sprague.discover_family("nim", "piles", (2, 3), budget=odd), NO_LIMITS),
    "discover_family, progress": (
        lambda odd: sprague.discover_family("nim", "piles", (2, 3), progress=odd),
        NO_FUNCTIONS,
    ),
    "verify, certificate": (sprague.verify, (None, True, 3, b"x", [], {}, np.array([1, 2]), object())),
    "keep": (sprague.keep, (None, True, 3, "x", [], {}, object())),
    "verify, budget": (lambda odd: sprague.verify({}, odd), NO_LIMITS),
    "Limits, seconds": (lambda odd: Limits(seconds=odd), (True, -1, "3", [], float("nan"), object())),
    "Limits, memory": (lambda odd: Limits(memory=odd), (*NO_NUMBERS, -1)),
    "Limits, cancel": (lambda odd: Limits(cancel=odd), NO_LIMITS),
    "Limits.otherwise": (lambda odd: Limits().with_defaults(odd), NO_LIMITS),
    "Limits.stricter": (lambda odd: Limits().stricter(odd), NO_LIMITS),
    "Ruleset, @": (lambda odd: NIM @ odd, NO_POSITIONS),
    "Ruleset.options": (NIM.options, NO_POSITIONS),
    "Ruleset.moves": (NIM.moves, NO_POSITIONS),
    "Ruleset.move_to, position": (lambda odd: NIM.move_to(odd, (0, 0)), NO_POSITIONS),
    "Ruleset.move_to, option": (lambda odd: NIM.move_to((1, 2), odd), NO_POSITIONS),
    "Ruleset.is_terminal": (NIM.is_terminal, NO_POSITIONS),
    "Ruleset.is_won": (NIM.is_won, NO_POSITIONS),
    "Ruleset.adding, piles": (lambda odd: sprague.Ruleset.adding(odd, [(-1,)]), (None, 3, [3], [], object())),
    "Ruleset.adding, vectors": (
        lambda odd: sprague.Ruleset.adding("x", odd),
        (None, 3, "3", [3], [("3",)], [(1, 2)], [()]),
    ),
    "Table, []": (lambda odd: TABLE[odd], NO_POSITIONS),
    "Table, a slice": (lambda odd: TABLE[odd:, 1], (2.5, "3", [], object())),
    "Table.row": (TABLE.row, (*NO_POSITIONS, (1, 2), ("x", None))),
    "Table.diagonal": (TABLE.diagonal, NO_POSITIONS),
    "Table.along, start": (lambda odd: TABLE.along(odd, (1, 1)), NO_POSITIONS),
    "Table.along, step": (lambda odd: TABLE.along((0, 0), odd), (*NO_POSITIONS, (0, 0))),
    "Table.items": (lambda odd: list(TABLE.items(odd)), NO_NUMBERS),
    "Table.first_difference": (TABLE.first_difference, NO_GAMES),
    "Table.load": (sprague.Table.load, NO_FILES),
    "Table.save": (TABLE.save, NO_FILES),
    "piles": (sprague.piles, NO_NAMES),
    "choice": (sprague.choice, NO_NAMES),
    "choices": (sprague.choices, NO_NAMES),
    "remembered": (sprague.remembered, NO_NAMES),
    "move": (lambda odd: sprague.move(odd, (1,)), (None, 3, "a", (), ("a",), sprague.choices("k"))),
    "move, target": (lambda odd: sprague.move(sprague.piles("a"), odd), (None, 3, "a", (), ("a",), (1, 2))),
    "move, where": (
        lambda odd: sprague.move(sprague.piles("a"), (0,), where=odd),
        (None, 3, True, "a > 0", ("a > 0",), sprague.piles("a")),
    ),
    "minimum": (sprague.minimum, (None, "a", 1.5, b"a", ("a",))),
    "maximum": (sprague.maximum, (None, "a", 1.5, b"a", ("a",))),
    "survey, game": (lambda odd: sprague.survey(odd, "a=1..2"), (None, 3, "no-such-game", "(a) -> (a - 1)")),
    "survey, over": (lambda odd: sprague.survey("subtraction-transfer", odd), (None, 3, "", "a", {"a": "x"})),
    "survey, measure": (lambda odd: sprague.survey("cookies", "a=1", measure=odd), (None, 3, "no-such-measure")),
    "survey, workers": (lambda odd: sprague.survey("cookies", "a=1", workers=odd), NO_NUMBERS),
    "use_store": (sprague.use_store, tuple(odd for odd in NO_FILES if odd is not None)),
    "Proof, in": (lambda odd: odd in FOUND, NO_POSITIONS),
    "Proof.save": (lambda odd: FOUND.save(odd), NO_FILES),  # type: ignore[union-attr]
}


@pytest.mark.parametrize(("call", "odd"), DOORS.values(), ids=DOORS)
def test_no_argument_of_a_wrong_type_ends_in_an_error_of_python(
    call: Callable[[Any], object], odd: tuple[object, ...]
) -> None:
    for value in odd:
        with pytest.raises(sprague.SpragueError):
            call(value)


def test_all_public_functions_are_tried_with_wrong_types() -> None:
    tried = {door.partition(",")[0].partition(".")[0] for door in DOORS}
    functions = {name for name in sprague.__all__ if isinstance(getattr(sprague, name), FunctionType)}
    assert functions - tried == {"catalogue"}  # which takes no argument


REFUSED: list[str] = [
    "solve(None, (1, 2))",
    "solve('nim', None)",
    "solve('nim', '3;5')",
    "solve('nim', (True, 2))",
    "solve('nim', (1, 2), budget=3)",
    "game('@nim.rule')",
    "keep(3)",
    "solve('nim', (1, 2), misere='yes')",
    "solve('nim', (1, 2), every_move='no')",
    "tabulate(NIM, 4, progress=3)",
    "tabulate(NIM, 4, what='value')",
    "discover(NIM, misere=1)",
    "discover(NIM, values='3')",
    "discover(NIM, numerations='2')",
    "discover_family(None, 't', (1, 2))",
    "discover_family('nim', 3, (1, 2))",
    "discover_family('nim', 'piles', 3)",
    "discover_family('nim', 'piles', [2, '3'])",
    "discover(NIM, progress=3)",
    "Table.load(None)",
    "tabulate(NIM, 4).row(None)",
    "tabulate(NIM, 4).along((0, 0), 3)",
    "tabulate(NIM, 4).first_difference(3)",
    "parse('(a) -> (a - 1)', functions=True)",
    "parse('(a) -> (a - 1)', name=3)",
    "Ruleset.adding('xy', [(1,)])",
    "winning_numbers('dynamic-nim', 4)[None]",
    "Sum('nim')",
    "Sum(NIM @ (1, 2), budget=3)",
    "NIM @ 3",
    "game(None)",
    "parse(3)",
    "tabulate(None, 4)",
    "tabulate(NIM, 4, budget=3)",
    "tabulate(NIM, 'x')",
    "tabulate(NIM, 4).save(3)",
    "rows(None, [1], 10)",
    "rows('sharing-nim', 3, 10)",
    "rows('sharing-nim', ['x'], 10)",
    "winning_numbers(None, limit=3)",
    "winning_numbers('dynamic-nim', limit='x')",
    "winning_numbers('dynamic-nim', limit=0)",
    "find_period(None)",
    "prove(None, 'a = b')",
    "prove(NIM, 3)",
    "prove(NIM, [3])",
    "prove(NIM, 'a = b', budget=3)",
    "discover(None)",
    "discover(NIM, budget=3)",
    "verify(3)",
    "NIM.options(3)",
    "NIM.moves(3)",
    "NIM.move_to(3, 4)",
    "NIM.move_to((3, 4), 5)",
]


@pytest.mark.parametrize("call", REFUSED)
def test_a_wrong_type_is_refused(call: str) -> None:
    with refused(sprague.SpragueError):
        eval(call, {name: getattr(sprague, name) for name in dir(sprague)} | {"NIM": NIM})


@pytest.mark.parametrize(
    ("name", "meant"), [("period", "find_period"), ("quotient", "misere_quotient"), ("discovr", "discover")]
)
def test_a_name_that_is_nearly_right_is_suggested(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'; did you mean '{meant}'"):
        getattr(sprague, name)
