"""What the front hands out: every object says in a line what it is, and travels; wrong types are refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import sprague
from sprague.limits import Limits

NIM = sprague.game("nim:piles=2")
COOKIES = sprague.parse("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)")
FAR = (10**5000, 5)

OBJECTS: dict[str, tuple[Callable[[], object], str]] = {
    "a game of the catalogue": (lambda: sprague.catalogue()[-1], "<Game wythoff>"),
    "a game with parameters": (lambda: sprague.games.find_game("rim"), "<Game rim:piles=3,base=3>"),
    "a rule": (lambda: COOKIES, "sprague.game('(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)')"),
    "a rule with a name": (lambda: NIM, "sprague.game('nim:piles=2')"),
    "a component": (lambda: NIM @ (5, 3), "sprague.game('nim:piles=2') @ (3, 5)"),
    "an answer": (
        lambda: sprague.solve(NIM, FAR),
        "<Answer: (5, a number of 5001 digits) of nim:piles=2 is N, because of theorem: Theorem (The game of NIM, "
        "Problem of the Week 90 (2004))>",
    ),
    "an answer in misère play": (
        lambda: sprague.solve(COOKIES, (1, 0), misere=True),
        "<Answer: (1, 0) of this game is P in misère play, because of search: all 2 positions that can be reached>",
    ),
    "a reason": (
        lambda: sprague.solve(COOKIES, (0, 0)).because,
        "Because(kind='search', source='all 1 position that can be reached')",
    ),
    "a sum": (
        lambda: sprague.Sum(NIM @ (3, 5), NIM @ (1, 2)),
        "Sum(sprague.game('nim:piles=2') @ (3, 5), sprague.game('nim:piles=2') @ (1, 2))",
    ),
    "a move in a sum": (
        lambda: sprague.Sum(NIM @ FAR).winning_moves[0],
        "SumMove(component=0, option=(5, 5))",
    ),
    "a table": (lambda: sprague.tabulate(NIM, 4), "<Table of nim:piles=2: grundy, piles < 4>"),
    "a period": (
        lambda: sprague.find_period("subtraction-transfer:a=2,b=3,c=2"),
        "<Period of subtraction-transfer:a=2,b=3,c=2: x: period 4 from x = 4 on; y: period 6 from the beginning>",
    ),
    "a proof": (
        lambda: sprague.prove(NIM, "a = b"),
        "<AutomatonProof: the P-positions of nim:piles=2 are exactly a = b>",
    ),
    "a proof by a window": (
        lambda: sprague.discover("subtraction-transfer:a=2,b=3,c=2"),
        "<WindowProof: the Grundy values of subtraction-transfer:a=2,b=3,c=2 repeat: x: period 4 from x = 4 on; y: "
        "period 6 from the beginning>",
    ),
    "a refutation": (
        lambda: sprague.prove(NIM, "a = b or a = 1"),
        "<Refutation of 'in some order: a = b or a = 1' for nim:piles=2: "
        "(0, 1) and its option (0, 0) are both in the set>",
    ),
    "a proof that was not found": (
        lambda: sprague.discover("empty-transfer:boxes=3", misere=True, limits=Limits(positions=100)),
        "<Undecided for empty-transfer:boxes=3: no automaton was proved within 100 positions>",
    ),
    "limits": (
        lambda: Limits(seconds=3),
        "Limits(seconds=3, memory=None, positions=None, states=None, pairs=None, cancel=None)",
    ),
    "winning numbers": (
        lambda: sprague.winning_numbers("dynamic-nim:piles=2,stop=3,limit=2x-1", limit=6),
        "<WinningNumbers of dynamic-nim:piles=2,stop=3,limit=2x-1: piles < 6>",
    ),
}


@pytest.mark.parametrize(("make", "shown"), OBJECTS.values(), ids=OBJECTS)
def test_an_object_says_what_it_is_and_travels(make: Callable[[], object], shown: str) -> None:
    thing = make()
    assert repr(thing) == shown
    again = pickle.loads(pickle.dumps(thing))
    assert again == thing
    assert repr(again) == shown


def test_what_was_verified_says_so_and_travels(tmp_path: Path) -> None:
    proof = sprague.prove(NIM, "a = b")
    assert isinstance(proof, sprague.Proof)
    proof.save(tmp_path / "nim.json")
    found = sprague.verify(tmp_path / "nim.json")
    assert repr(found) == "<Verified: p-positions of (a, b) -> (u, b) where u < a any order, normal play>"
    assert pickle.loads(pickle.dumps(found)) == found


GAME = "expected the name of a game or a rule, got None"
LIMITS = "expected limits such as Limits(seconds=10), got 3"
REFUSED: list[tuple[str, str]] = [
    ("solve(None, (1, 2))", GAME),
    ("solve('nim', None)", "expected a position such as (3, 5), got None"),
    ("solve('nim', '3,5')", "nim:piles=3: expected whole numbers, got ('3', ',', '5')"),
    ("solve('nim', (1, 2), limits=3)", LIMITS),
    ("solve('nim', (1, 2), misere='yes')", "expected misere to be True or False, got 'yes'"),
    ("Sum('nim')", "expected games at positions, such as game('nim') @ (3, 5, 7), got 'nim'"),
    ("Sum(NIM @ (1, 2), limits=3)", LIMITS),
    ("NIM @ 3", "nim:piles=2: expected a position such as (3, 5), got 3"),
    ("game(None)", GAME),
    ("parse(3)", "expected a rule as a text, got 3"),
    ("tabulate(None, 4)", GAME),
    ("tabulate(NIM, 4, limits=3)", LIMITS),
    ("tabulate(NIM, 'x')", "expected limit to be a whole number, got 'x'"),
    ("tabulate(NIM, 4).save(3)", "expected the name of a file, got 3"),
    ("rows(None, [1], 10)", GAME),
    ("rows('sharing-nim', 3, 10)", "expected rows as whole numbers, such as range(4), got 3"),
    ("rows('sharing-nim', ['x'], 10)", "expected rows as whole numbers, such as range(4), got ['x']"),
    ("winning_numbers(None, limit=3)", GAME),
    ("winning_numbers('dynamic-nim', limit='x')", "expected a limit of at least 1, got 'x'"),
    ("find_period(None)", GAME),
    ("prove(None, 'a = b')", GAME),
    ("prove(NIM, 3)", "expected a formula such as 'a = b', or a list of formulas, got 3"),
    ("prove(NIM, [3])", "expected a formula such as 'a = b', or a list of formulas, got [3]"),
    ("prove(NIM, 'a = b', limits=3)", LIMITS),
    ("discover(None)", GAME),
    ("discover(NIM, limits=3)", LIMITS),
    ("verify(3)", "not a certificate: expected a file or the object in it, got 3"),
    ("NIM.options(3)", "nim:piles=2: expected a position such as (3, 5), got 3"),
    ("NIM.moves(3)", "nim:piles=2: expected a position such as (3, 5), got 3"),
    ("NIM.move_to(3, 4)", "nim:piles=2: expected a position such as (3, 5), got 3"),
    ("NIM.move_to((3, 4), 5)", "nim:piles=2: expected a position such as (3, 5), got 5"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_wrong_type_is_refused(call: str, message: str) -> None:
    with pytest.raises(sprague.SpragueError) as caught:
        eval(call, {name: getattr(sprague, name) for name in dir(sprague)} | {"NIM": NIM})
    assert str(caught.value).endswith(message)
