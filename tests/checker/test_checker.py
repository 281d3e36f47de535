"""The independent checker: what is true passes, and nothing else does."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import sprague
from sprague.checker import Verified, verify
from sprague.checker.digits import Digits, Fact, IsPower, Tracker, at_least, equals, solvable
from sprague.commands.command_line import app
from sprague.errors import NotVerified, SpragueError
from sprague.patterns.periods import find_period
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.rules import Linear, parse, parse_term
from sprague.rules.conditions import Residue
from tests.oracle import Oracle

Certificate = dict[str, Any]

NIM_2 = "(a, b) -> (u, b) where u < a any order"
SHARING = "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order"
COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
LIMITED = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
SHARED_NIM = "a = b and even(v2(c - a))"
COOKIE_SET = "x mod 4 = 0 and y mod 4 < 2 or x mod 4 = 2 and y mod 4 < 2 and false"
WYTHOFF = "a = 0 and b = 0 or b = fib_shift(a) and fib_zeros(a) mod 2 = 0"

#: Game, claim (several: Grundy values), whether in misère play.
PROVED: dict[str, tuple[str, str | tuple[str, ...], bool]] = {
    "nim 2": (NIM_2, "a = b", False),
    "nim 3": ("nim:piles=3", "xor = 0", False),
    "nim 4": ("nim:piles=4", "xor = 0", False),
    "misère nim": (NIM_2, "a = b and a >= 2 or max(a, b) = 1 and a != b", True),
    "moore": ("moore-nim:piles=3,width=2", "all columns base 2 mod 3 = 0", False),
    "wythoff": ("wythoff", WYTHOFF, False),
    "trim": ("trim:piles=2", "all columns base 3 mod 3 = 0", False),
    "boxes 2": ("empty-transfer:boxes=2", "all piles odd", False),
    "boxes 3": ("empty-transfer:boxes=3", "v2(a) = v2(b) and v2(b) = v2(c)", False),
    "boxes 2 misère": (
        "empty-transfer:boxes=2",
        "(a = 1 or a mod 3 = 2) and (b = 1 or b mod 3 = 2) and a + b > 2",
        True,
    ),
    "redistribute 4": ("empty-redistribute:boxes=4", "all piles odd", False),
    "sharing": (SHARING, SHARED_NIM, False),
    "dynamic": ("dynamic-nim:piles=2,stop=1,limit=x", "a + b <= 1 or t < low2(a xor b xor 1)", False),
    "bounded": (LIMITED, "a mod 3 = b mod 3", False),
    "values": (LIMITED, ("a mod 3 = b mod 3", "a mod 3 = 0 and b mod 3 = 1", "a mod 3 = 0 and b mod 3 = 2"), False),
    "function": (NIM_2, "value = a xor b", False),
    "function with an end": (
        "(a) -> (u) where u < a <= u + 2 stop when a = 1 win when a = 2",
        "a <= 2 and value = 0 or a >= 3 and value = (a - 2) mod 3",
        False,
    ),
    "function by powers": ("empty-transfer:boxes=2", "power = low2(bitor(a - 1, b - 1) + 1)", False),
}
SMALL = (
    "nim 2",
    "misère nim",
    "boxes 2",
    "wythoff",
    "trim",
    "bounded",
    "values",
    "function",
    "function with an end",
    "dynamic",
)


@cache
def _proved(name: str) -> Certificate:
    game, claim, misere = PROVED[name]
    found = prove(game, list(claim) if isinstance(claim, tuple) else claim, misere=misere)
    assert isinstance(found, Proof), str(found)
    return json.loads(json.dumps(found.certificate()))  # type: ignore[no-any-return]


def certificate_of(name: str) -> Certificate:
    """A fresh copy of a true certificate."""
    return copy.deepcopy(_proved(name))


def members(certificate: Certificate, automaton: Certificate, limit: int) -> set[tuple[int, ...]]:
    """The tuples with entries below a limit that an automaton accepts, by walking through its table."""
    name = certificate["numeration"]
    digits = 2 if name == "fibonacci" else int(name)

    def written(number: int) -> list[int]:
        if name == "fibonacci":
            word = []
            for weight in (21, 13, 8, 5, 3, 2, 1):
                word.append(int(number >= weight))
                number -= weight * word[-1]
            return word
        return [number // digits**place % digits for place in range(6, -1, -1)]

    found = set()
    for position in product(range(limit), repeat=len(certificate["tracks"])):
        state = 0
        for column in zip(*map(written, position), strict=True):
            symbol = 0
            for digit in column:
                symbol = symbol * digits + digit
            state = automaton["transitions"][state][symbol]
        if state in automaton["accepting"]:
            found.add(position)
    return found


def true_sets(certificate: Certificate, limit: int) -> list[set[tuple[int, ...]]]:
    """What the automata of a certificate of this kind, rule and play should accept, by the oracle."""
    rule = parse(certificate["rule"])
    oracle = Oracle(rule.options, rule.is_won)
    positions = [
        position
        for position in product(range(limit), repeat=len(rule.names))
        if all(entry >= rule.lowest(name) for entry, name in zip(position, rule.names, strict=True))
    ]
    kind = certificate["kind"]
    if kind == "p-positions":
        misere = certificate["play"] == "misere"
        return [{p for p in positions if oracle.outcome(rule.position(p), misere) == "P"}]
    values = {position: oracle.grundy(rule.position(position)) for position in positions}
    if kind == "grundy-values":
        return [{p for p in positions if values[p] == g} for g in range(len(certificate["automata"]))]
    powers = certificate["value"] == "power of two"
    return [{(*p, 2**g if powers else g) for p, g in values.items() if (2**g if powers else g) < limit}]


def automata_of(certificate: Certificate) -> list[Certificate]:
    return certificate["automata"] if "automata" in certificate else [certificate["automaton"]]


# ------------------------------------------------------------------------------- what is true


@pytest.mark.parametrize("name", PROVED)
def test_a_true_certificate_is_verified(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.checker.certificates.MOST_COMPARED", 400)  # the slowest part, and no proof
    certificate = certificate_of(name)
    found = verify(certificate)
    assert (found.kind, found.play) == (certificate["kind"], certificate["play"])
    assert found.pairs > 0
    assert str(found).startswith(f"Verified for all positions of {parse(certificate['rule'])} in ")
    assert "a comparison, not a proof" in str(found)
    limit = 9 if len(certificate["tracks"]) < 4 else 5
    assert [members(certificate, a, limit) for a in automata_of(certificate)] == true_sets(certificate, limit)


def test_what_is_verified_is_said_in_sentences() -> None:
    assert str(verify(certificate_of("nim 2"))) == (
        "Verified for all positions of (a, b) -> (u, b) where u < a any order in normal play: the set is exactly that "
        "of the P-positions (3 pairs of states). Play ends, because a + b falls with every move. The set was compared "
        "with the formula 'a = b' on all positions with entries below 100 and on 300 larger ones: a comparison, "
        "not a proof."
    )


def test_all_values_may_be_claimed_where_there_are_no_others() -> None:
    certificate = certificate_of("values") | {"claim": None}
    with pytest.raises(NotVerified, match=r"^\(1, 2\) has none of the values listed$"):
        verify({**certificate, "all": True})
    fourth = prove(LIMITED, [*PROVED["values"][1], "a mod 3 = 1 and b mod 3 = 2"])
    assert isinstance(fourth, Proof)
    assert "and there are no others" in str(verify({**fourth.certificate(), "all": True, "claim": None}))


def test_a_formula_that_cannot_be_decided_by_trying_is_not_compared() -> None:
    certificate = certificate_of("nim 2") | {"claim": "exists n: a + n = b and n + b = a"}
    assert "was not compared with the set: expected a bound for n" in str(verify(certificate))


# ------------------------------------------------------------------------------------ mutations


def same_language(one: Certificate, two: Certificate) -> bool:
    """Whether two automata accept the same words."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    for first, second in waiting:
        if (first in one["accepting"]) != (second in two["accepting"]):
            return False
        for pair in zip(one["transitions"][first], two["transitions"][second], strict=True):
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def passes(certificate: Certificate) -> bool:
    try:
        verify(certificate)
    except SpragueError:
        return False
    return True


@pytest.mark.parametrize("name", SMALL)
def test_a_changed_automaton_passes_only_if_it_means_the_same(name: str) -> None:
    original = certificate_of(name)
    original["claim"] = None
    chance = Random(name)
    refused = 0
    for which, automaton in enumerate(automata_of(original)):
        states, symbols = len(automaton["transitions"]), len(automaton["transitions"][0])
        changes: list[tuple[int, int, int]] = [(state, -1, 0) for state in range(states)]
        for _ in range(40):
            changes.append((chance.randrange(states), chance.randrange(symbols), chance.randrange(states)))
        for state, symbol, target in changes[:60]:
            changed = copy.deepcopy(original)
            mutant = automata_of(changed)[which]
            if symbol < 0:
                mutant["accepting"] = sorted({state} ^ set(mutant["accepting"]))
            else:
                mutant["transitions"][state][symbol] = target
            same = same_language(automaton, mutant)
            # Leading zeros that matter are refused even if the words accepted are the same.
            same &= mutant["transitions"][0][0] == 0
            assert passes(changed) == same, (name, which, state, symbol, target)
            refused += not same
    assert refused > 10


@pytest.mark.parametrize("limits", [{"SOON": 1}, {"SOON": 1, "MOST_IMAGE": 2}, {"MOST_IMAGE": 0}], ids=str)
@pytest.mark.parametrize("name", ["misère nim", "boxes 3", "redistribute 4", "dynamic", "wythoff"])
def test_every_way_to_search_finds_the_same(name: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    right = certificate_of(name) | {"claim": None}
    wrong = copy.deepcopy(right)
    wrong["automaton"]["accepting"] = sorted({0} ^ set(wrong["automaton"]["accepting"]))
    with pytest.raises(NotVerified) as usual:
        verify(wrong)
    for limit, value in limits.items():
        monkeypatch.setattr(f"sprague.checker.kernel.{limit}", value)
    assert passes(right)
    with pytest.raises(NotVerified) as other:
        verify(wrong)
    assert str(other.value) == str(usual.value)


def changed_rules(text: str) -> set[str]:
    """The rule with one number, sign or relation changed."""
    found = set()
    swaps = {"<": "<=", "<=": "<", ">=": ">", ">": ">=", "-": "+", "+": "-", "=": "<="}
    for match in re.finditer(r"\d+|<=|>=|(?<!-)>|<|=|[-+](?!>)|any order|piles >= 1", text):
        old = match.group()
        news = [str(int(old) + 1), str(int(old) + 3)] if old.isdigit() else [swaps.get(old, "")]
        found |= {text[: match.start()] + new + text[match.end() :] for new in news}
    return found - {text}


@pytest.mark.parametrize("name", [n for n in PROVED if n not in ("nim 4", "redistribute 4")])
def test_a_changed_rule_or_play_passes_only_if_the_set_is_right_for_it(name: str) -> None:
    original = certificate_of(name)
    original["claim"] = None
    changes = [{"rule": rule} for rule in changed_rules(original["rule"])]
    changes.append({"play": "normal" if original["play"] == "misere" else "misere"})
    changes += [{"numeration": other} for other in ("2", "3", "fibonacci") if other != original["numeration"]]
    refused = 0
    for change in changes:
        changed = original | change
        if not passes(changed):
            refused += 1
            continue
        limit = 9 if len(original["tracks"]) < 4 else 5
        assert [members(changed, a, limit) for a in automata_of(changed)] == true_sets(changed, limit), change
    assert refused >= 3


@pytest.mark.parametrize(
    ("name", "claim", "message"),
    [
        ("nim 2", "a <= b + 1", r"\(0, 1\) is in the formula, but not the set: 'a <= b \+ 1' is another claim"),
        ("nim 2", "a = b and a < 40", r"\(40, 40\) is in the set, but not the formula"),
        ("nim 2", "a = b and a < 1000", r"is in the set, but not the formula"),
        ("sharing", "a = b and odd(v2(c - a))", r"\(0, 0, 0\) is in the set"),
        ("values", "a mod 3 = b mod 3 | a mod 3 = 0 | a = 1", r"\(0, 0\) is in the formula"),
        ("function", "value = a + b", r"\(1, 1, 0\) is in the set"),
    ],
)
def test_a_claim_that_differs_is_refused(name: str, claim: str, message: str) -> None:
    with pytest.raises(NotVerified, match=message):
        verify(certificate_of(name) | {"claim": claim})


@pytest.mark.parametrize(
    ("name", "rank", "message"),
    [
        (
            "nim 2",
            {"terms": ["a"]},
            r"^the rank may stay as it is with the move to \(a, choice 0\), so play need not end$",
        ),
        ("nim 2", {"terms": ["2a - b"]}, "^the rank '2a - b' is not a natural number at every position$"),
        ("nim 2", {"terms": []}, "the rank may stay as it is"),
        ("boxes 3", {"terms": ["a + b"]}, "the rank may rise"),
        ("nim 2", {"quadratic": "pairs"}, "does not go along a line|changes the number of chips"),
        ("sharing", {"terms": ["a + b + c"]}, "the rank may stay as it is"),
        ("sharing", {"quadratic": "pairs"}, "the rank may stay or rise"),
    ],
)
def test_a_rank_that_does_not_fall_is_refused(name: str, rank: object, message: str) -> None:
    with pytest.raises(NotVerified, match=message):
        verify(certificate_of(name) | {"rank": rank})


@pytest.mark.parametrize(
    ("rule", "rank"),
    [
        ("(a, b) -> (a - 1, b + 1)", {"terms": ["a"]}),
        ("(a, b) -> (a - 1, u) where u <= 2b + 7 ; (a, u) where u < b", {"terms": ["a", "b"]}),
        ("(a, b) -> (u, v) where u + v = a + b, u < a, v < a any order", {"quadratic": "squares"}),
        ("(a, b) -> (a - 1, b + 1) where b + 1 <= a - 1 any order", {"quadratic": "squares"}),
        ("(a, b) -> (a - k, b + k) where 1 <= k <= a, a <= b any order", {"quadratic": "pairs"}),
    ],
)
def test_the_rank_of_every_kind_is_shown_to_fall(rule: str, rank: object) -> None:
    # The set of nothing is wrong, but only after the rank has been accepted.
    nothing = {"transitions": [[0] * 4], "accepting": []}
    with pytest.raises(NotVerified, match=r"^\(0, 0\) is not in the set, but no move leads into it$"):
        verify(certificate_of("nim 2") | {"rule": rule, "rank": rank, "automaton": nothing})


def test_without_a_rank_a_second_solution_of_the_equation_would_pass() -> None:
    # From (a) one may stay: the equation has no solution; from pairs that swap it has two. A rank has neither.
    swapped = {
        "rule": "(a) -> (a + 1) where a mod 2 = 0 ; (a - 1) where a mod 2 = 1",
        "tracks": ["a"],
        "rank": {"terms": ["a"]},
        "automaton": {"transitions": [[0, 1], [0, 1]], "accepting": [0]},
        "claim": None,
    }
    with pytest.raises(NotVerified, match="the rank may rise"):
        verify(certificate_of("nim 2") | swapped)


# ------------------------------------------------------------------- what is wrong, in what words

DFA = {
    "odd or even": ([[0, 1], [0, 1]], [0]),
    "odd": ([[0, 1], [0, 1]], [1]),
    "all": ([[0, 0]], [0]),
    "zero": ([[0, 1], [1, 1]], [0]),
    "less than two": ([[0, 1], [2, 2], [2, 2]], [0, 1]),
}


APART = "is in the set, and a move leads to another position of it"
LOST = "is in the set, but play is over there and the last to move has lost"
WON = "is not in the set, but play is over there and the last to move has won"


@pytest.mark.parametrize(
    ("rule", "play", "automaton", "message"),
    [
        ("(a) -> (u) where u < a", "normal", "zero", None),
        ("(a) -> (u) where u < a", "normal", "odd or even", f"(2) {APART}: (0)"),
        ("(a) -> (u) where u < a", "normal", "odd", "(0) is not in the set, but no move leads into it"),
        ("(a) -> (u) where u < a", "misere", "zero", f"(0) {LOST}"),
        ("(a) -> (u) where u < a piles >= 1", "normal", "zero", "(0) is in the set, but is not a position of the game"),
        ("(a) -> (a - 1) stop when a <= 1", "normal", "zero", f"(1) {WON}"),
        ("(a) -> (a - 1) win when a <= 1", "misere", "zero", f"(1) {WON}"),
        ("(a) -> (u) where u < a win when a <= 1", "misere", "less than two", None),
        ("(a) -> (a - 1)", "normal", "odd or even", None),
        ("(a) -> (a - 1)", "misere", "odd", None),
        ("(a) -> (a - 1) win when a = 0", "misere", "odd or even", None),
        ("(a) -> (a - 1) stop when a = 0", "misere", "odd", None),
        ("(a) -> (a - k) where k >= 1, k mod 2 = 1", "normal", "odd or even", None),
        ("(a) -> (a - k) where k >= 1, k power of 2", "normal", "odd or even", f"(2) {APART}: (0)"),
    ],
)  # fmt: skip
def test_the_smallest_failing_position_is_named(rule: str, play: str, automaton: str, message: str | None) -> None:
    transitions, accepting = DFA[automaton]
    certificate = {
        "certificate": "sprague", "version": 1, "kind": "p-positions", "rule": rule, "play": play, "tracks": ["a"],
        "numeration": "2", "rank": {"terms": ["a"]}, "automaton": {"transitions": transitions, "accepting": accepting},
    }  # fmt: skip
    if message is None:
        assert isinstance(verify(certificate), Verified)
        return
    with pytest.raises(NotVerified) as raised:
        verify(certificate)
    assert str(raised.value) == message


def test_words_that_are_no_fibonacci_digits_must_not_be_accepted() -> None:
    certificate = certificate_of("wythoff") | {"claim": None}
    rows = certificate["automaton"]["transitions"]
    dead = next(s for s, row in enumerate(rows) if set(row) == {s} and s not in certificate["automaton"]["accepting"])
    rows[dead][:] = [len(rows)] * 4
    rows.append([len(rows)] * 4)
    assert passes(certificate)
    # Now 11 over 11, the digits of no number, and that alone, is a member.
    one = rows[0][3]
    rows += [list(rows[one]), [dead] * 4]
    rows[0][3] = len(rows) - 2
    rows[-2][3] = len(rows) - 1
    certificate["automaton"]["accepting"].append(len(rows) - 1)
    with pytest.raises(NotVerified, match="is in the set by digits that are not those of a number"):
        verify(certificate)


def edit(path: str, value: object) -> Callable[[Certificate], None]:
    def change(certificate: Certificate) -> None:
        *inner, last = path.split("/")
        place: Any = certificate
        for key in inner:
            place = place[int(key) if key.isdigit() else key]
        if value is ...:
            del place[last]
        else:
            place[int(last) if last.isdigit() else last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("certificate", "other", "expected \"certificate\": \"sprague\", got 'other'"),
        ("version", 2, 'expected "version": 1, got 2'),
        ("version", True, 'expected "version": 1, got True'),
        ("kind", "guess", "expected 'kind' to be one of p-positions, grundy-values, grundy-function, totals, window"),
        ("rank", ..., "expected a certificate with 'rank'"),
        ("extra", 1, "expected a certificate without 'extra'"),
        ("play", "fair", "expected 'play' to be one of normal, misere, got 'fair'"),
        ("rule", 7, "expected 'rule' to be text of at most 20,000 characters, got 7"),
        ("game", 7, "expected 'game' to be text of at most 20,000 characters, got 7"),
        ("numeration", "11", "expected 'numeration' to be one of fibonacci, 2, 3"),
        ("tracks", ["b", "a"], "expected tracks a, b, got ['b', 'a']"),
        ("rank", {"terms": ["a"], "quadratic": "squares"}, "expected a rank such as"),
        ("rank/terms", "a", "expected 'terms' to be a list of texts, got 'a'"),
        ("rank", {"quadratic": "cubes"}, "expected 'quadratic' to be one of squares, pairs, got 'cubes'"),
        ("automaton", [], "expected an automaton, got []"),
        ("automaton/start", 0, "expected an automaton without 'start'"),
        ("automaton/transitions", [], "expected 1 to 1,250,000 states, got []"),
        ("automaton/transitions/1", [0, 1], "expected 'transitions' to be a list of 4 natural numbers, got [0, 1]"),
        ("automaton/transitions/1/2", -1, "expected 'transitions' to be natural numbers, got [1, 1, -1, 1]"),
        ("automaton/transitions/1/2", 1.0, "expected 'transitions' to be natural numbers, got [1, 1, 1.0, 1]"),
        ("automaton/transitions/1/2", True, "expected 'transitions' to be natural numbers, got [1, 1, True, 1]"),
        ("automaton/transitions/1/2", 2, "expected transitions to states below 2, got 2"),
        ("automaton/transitions/0/0", 1, "expected leading zeros not to matter"),
        ("automaton/accepting", [0, 0], "expected accepting states below 2, each once, got [0, 0]"),
        ("automaton/accepting", [2], "expected accepting states below 2, each once, got [2]"),
        ("claim", "a = b | a = b", "expected a claim of 1 formulas"),
    ],
)  # fmt: skip
def test_what_is_not_a_certificate_is_refused(path: str, value: object, message: str) -> None:
    certificate = certificate_of("nim 2")
    edit(path, value)(certificate)
    with pytest.raises(SpragueError) as raised:
        verify(certificate)
    assert not isinstance(raised.value, NotVerified)
    assert str(raised.value).startswith("not a certificate: ")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("values", {"play": "misere"}, "expected normal play for Grundy values, got 'misere'"),
        ("values", {"automata": []}, "expected 1 to 100 automata, one for each value from 0, got []"),
        ("values", {"all": 1}, 'expected "all" to be true or false, got 1'),
        ("function", {"tracks": ["a", "b", "a"]}, "expected tracks with different names"),
        ("function", {"tracks": ["a", "b"]}, "expected tracks a, b and one for the value"),
        ("function", {"value": "square"}, "expected 'value' to be one of number, power of two, got 'square'"),
        ("trim", {"numeration": "2"}, "expected 'transitions' to be a list of 4 natural numbers"),
        ("redistribute 4", {"numeration": "10"}, "expected at most 4,096 columns of digits, got 10000"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(name: str, change: Certificate, message: str) -> None:
    with pytest.raises(SpragueError) as raised:
        verify(certificate_of(name) | change)
    assert message in str(raised.value)


def test_powers_need_digits_of_their_base() -> None:
    rule = {"rule": "(a, b) -> (a - k, b) where k power of 3 any order"}
    with pytest.raises(SpragueError, match="expected digits in base 3 for powers of 3, got base 2"):
        verify(certificate_of("nim 2") | rule)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "which is no JSON"),
        ("[1]", r"expected a JSON object, got \[1\]"),
        ('{"a": 1, "a": 2}', r"expected each key once, got \['a', 'a'\]"),
        ('{"a": NaN}', "expected whole numbers, got 'NaN'"),
        ('{"a": 1.5}', "expected whole numbers, got '1.5'"),
        ("[" * 100_000, "which is no JSON"),
        ('{"a": ' + "9" * 5000 + "}", "which is no JSON"),
        ("\xff", "which is no JSON"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(SpragueError, match=message):
        verify(path)


# -------------------------------------------------------------------------------------- windows

PERIODIC = {
    "cookies": (COOKIES, "grundy", False),
    "preperiod": ("subtraction-transfer:a=2,b=3,c=2", "grundy", False),
    "misère": (COOKIES, "outcome", True),
    "parts": (LIMITED, "grundy", False),
    "conditions": (
        "(x, y) -> (x - 2, y) where x mod 3 = 1 ; (x - 1, y) ; (x, y - 1) where x + y >= 5",
        "grundy",
        False,
    ),
    "win": ("(x) -> (x - 1) ; (x - 3) where x >= 5 piles >= 1 win when x <= 2", "outcome", True),
}


@cache
def _periodic(name: str) -> Certificate:
    game, what, misere = PERIODIC[name]
    return find_period(game, what=what, misere=misere).evidence.to_json()  # type: ignore[union-attr]


@pytest.mark.parametrize("name", PERIODIC)
def test_a_window_is_verified(name: str) -> None:
    found = verify(copy.deepcopy(_periodic(name)))
    assert found.kind == "window"
    assert found.play == ("misere" if PERIODIC[name][2] else "normal")


def test_what_a_window_has_shown_is_said_in_sentences() -> None:
    assert str(verify(copy.deepcopy(_periodic("preperiod")))) == (
        "Verified for all positions of (x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 2, y + 2) in normal play: in Grundy "
        "values, x has period 4 from 4 on, y has period 6 from 0 on, and none is less or begins sooner (90 positions "
        "looked at). Play ends, because 3x + 2y falls with every move."
    )


@pytest.mark.parametrize("name", PERIODIC)
def test_a_window_with_another_value_is_refused(name: str) -> None:
    for number, window in enumerate(_periodic(name)["windows"]):
        rows = window["values"]
        while isinstance(rows[0], list):
            rows = rows[-1]
        for place in range(len(rows)):
            for value in (rows[place] + 1, 0 if rows[place] else 2):
                changed = copy.deepcopy(_periodic(name))
                inner = changed["windows"][number]["values"]
                while isinstance(inner[0], list):
                    inner = inner[-1]
                inner[place] = value
                assert not passes(changed)


def test_a_window_for_another_rule_passes_only_if_it_is_right_for_it() -> None:
    passed = 0
    for name, (_, what, misere) in PERIODIC.items():
        for rule in sorted(changed_rules(str(_periodic(name)["rule"]))):
            changed = copy.deepcopy(_periodic(name)) | {"rule": rule}
            if not passes(changed):
                continue
            passed += 1
            game = parse(rule)
            oracle = Oracle(game.options, game.is_won)
            (window,) = changed["windows"]
            sizes = [m + p for m, p in zip(window["preperiods"], window["periods"], strict=True)]
            for heights in product(*map(range, sizes)):
                value: Any = window["values"]
                for height in heights:
                    value = value[height]
                position = tuple(height + game.floor for height in heights)
                expected = oracle.grundy(position) if what == "grundy" else int(oracle.outcome(position, misere) == "N")
                assert value == expected, (rule, position)
    assert passed < 10


def doubled(certificate: Certificate) -> None:
    """The first window with twice the first period."""
    window = certificate["windows"][0]
    m, p = window["preperiods"][0], window["periods"][0]
    window["values"] += window["values"][m : m + p]
    window["periods"][0] = 2 * p


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("cookies", doubled, "nothing shows that the period 8 is the least"),
        ("preperiod", edit("windows/0/too_soon/0", None), "nothing shows that the preperiod 4 is the least"),
        ("preperiod", edit("windows/0/too_short/0", []), "nothing shows that the period 4 is the least"),
        ("cookies", edit("idle", [0]), r"expected each pile in one window at most, got piles \[0, 0, 1\]"),
        ("parts", edit("what", "outcome"), "only Grundy values of games without conditions may be checked part"),
        ("misère", edit("what", "grundy"), "expected outcomes in misère play, got Grundy values; there are none"),
        ("cookies", edit("windows/0/periods/0", 0), "expected a preperiod and a period of at least 1 for each pile"),
        ("cookies", edit("windows/0/periods/0", 5), "expected 5 values along a pile with preperiod 0 and period 5"),
        ("cookies", edit("windows/0/values/0/0", -1), "expected 'values' to be natural numbers"),
        ("cookies", edit("windows", []), "expected a window for each part of the game"),
        ("cookies", edit("what", "hope"), "expected 'what' to be one of grundy, outcome, got 'hope'"),
        ("cookies", edit("rule", "(x, y) -> (u, y) where u < x ; (x, y - 1)"), "a choice without a bound of its own"),
        ("cookies", edit("rule", "(x, y) -> (y, x) where y < x ; (x - 1, y - 1)"), "a rule with a rank|fixed numbers"),
        ("cookies", edit("rule", "(x, y) -> (x - 2, y) ; (x, y - 2) where x <= y ; (x - 1, y + 1)"), "compares piles"),
        ("cookies", edit("rule", "(x, y) -> (x - 2, y) ; (x, y - 2) where x power of 2"), "got a power"),
    ],
)  # fmt: skip
def test_a_changed_window_is_refused(name: str, change: Callable[[Certificate], None], message: str) -> None:
    certificate = copy.deepcopy(_periodic(name))
    change(certificate)
    with pytest.raises(SpragueError, match=message):
        verify(certificate)


# --------------------------------------------------------------------------------------- totals

#: Game, misère, and the totals of its P-positions: preperiod, period, small, residues.
TOTALS: dict[str, tuple[str, bool, tuple[int, int, list[int], list[int]]]] = {
    "redistribute 3": ("empty-redistribute:boxes=3", False, (3, 3, [], [0, 2])),
    "redistribute 4": ("empty-redistribute:boxes=4", False, (4, 2, [], [0])),
    "keep two of four": ("empty-some:boxes=4,empty=2", False, (4, 4, [], [0, 1])),
    "redistribute 3 misère": ("empty-redistribute:boxes=3", True, (4, 2, [], [0])),
}


def totals_certificate(name: str) -> Certificate:
    game, misere, (preperiod, period, small, residues) = TOTALS[name]
    rule = sprague.game(game)
    return {
        "certificate": "sprague", "version": 1, "kind": "totals", "rule": str(rule), "claim": None,
        "play": "misere" if misere else "normal", "rank": {"terms": [str(Linear.sum(rule.piles))]},
        "totals": {"preperiod": preperiod, "period": period, "small": small, "residues": residues},
    }  # fmt: skip


def totals_by_oracle(certificate: Certificate, limit: int) -> set[int]:
    """The totals below a limit that P-positions have."""
    rule = parse(certificate["rule"])
    oracle = Oracle(rule.options)
    return {
        sum(position)
        for position in combinations_with_replacement(range(rule.floor, limit), len(rule.piles))
        if sum(position) < limit and oracle.outcome(position, certificate["play"] == "misere") == "P"
    }


@pytest.mark.parametrize("name", TOTALS)
def test_totals_are_verified(name: str) -> None:
    certificate = totals_certificate(name)
    assert verify(certificate).kind == "totals"
    preperiod, period, small, residues = TOTALS[name][2]
    listed = {n for n in range(15) if (n in small if n < preperiod else n % period in residues)}
    assert listed == totals_by_oracle(certificate, 15)


@pytest.mark.parametrize("name", TOTALS)
def test_changed_totals_are_refused(name: str) -> None:
    preperiod, period, small, residues = TOTALS[name][2]
    for residue in range(period):
        changed = totals_certificate(name)
        changed["totals"]["residues"] = sorted({residue} ^ set(residues))
        assert not passes(changed)
    for total in range(preperiod):
        changed = totals_certificate(name)
        changed["totals"]["small"] = sorted({total} ^ set(small))
        assert not passes(changed)
    for other in range(1, 9):
        changed = totals_certificate(name)
        changed["totals"] |= {"period": other, "residues": [residue for residue in residues if residue < other]}
        assert passes(changed) == (other == period)
    changed = totals_certificate(name)
    changed["play"] = "normal" if TOTALS[name][1] else "misere"
    assert not passes(changed)


def test_what_totals_have_shown_is_said_in_sentences() -> None:
    assert str(verify(totals_certificate("keep two of four"))) == (
        "Verified for all positions of (a, b, c, d) -> (y1, y2, y3, y4) where y1 + y2 + y3 + y4 = a + b any order "
        "piles >= 1 in normal play: a position is P exactly if no move keeps a total listed (below 4: none; then those "
        "with residues modulo 4: 0, 1), and those are the totals of P-positions (210 positions looked at). Play ends, "
        "because a + b + c + d falls with every move."
    )


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("totals", 1, "expected totals, got 1"),
        ("totals/period", 0, "expected a period of at least 1, small totals below the preperiod and residues"),
        ("totals/residues", [9], "expected a period of at least 1, small totals below the preperiod and residues"),
        ("totals/residues", [0], "the total 5 is not listed, but a position with it is a P-position"),
        ("claim", "a = b", "is in the formula, but not the set: 'a = b' is another claim"),
        ("totals/period", 10**6, "expected at most 3,000,000 positions to look at"),
        ("rule", "(a, b) -> (u, v) where u + v = a any order of a piles >= 1", "shares out any piles of a number anew"),
        ("rule", "(a, b) -> (u, v) where u + v < a piles >= 1", "expected a game that shares chips out in any way"),
        ("rule", "(a, b) -> (u, b) where u < a", "expected a game that shares chips out in any way"),
    ],
)  # fmt: skip
def test_totals_that_do_not_fit_are_refused(path: str, value: object, message: str) -> None:
    certificate = totals_certificate("keep two of four")
    if path == "rule":
        certificate["rank"] = {"terms": ["a + b"]}
    edit(path, value)(certificate)
    with pytest.raises(SpragueError) as raised:
        verify(certificate)
    assert message in str(raised.value)


# ------------------------------------------------------------------------------------ its parts


@pytest.mark.parametrize("base", [2, 3, 0])
def test_conditions_read_by_digits_are_those_of_the_numbers(base: int) -> None:
    digits, chance = Digits(base), Random(base)
    for _ in range(60):
        term = Linear.build({"a": chance.randint(-3, 3), "b": chance.randint(-3, 3)}, chance.randint(-9, 9))
        residue = Residue(
            Linear.build({"a": chance.randint(-2, 2), "b": 1}, chance.randint(-3, 3)), chance.randint(1, 5)
        )
        residues = ((chance.choice((1, -1)), residue),) if chance.random() < 0.5 else ()
        fact = Fact(term, chance.choice((">=", "=", "!=")), residues)
        tracker = Tracker(fact, ("a", "b"), digits)
        for a, b in product(range(0, 40, 3), range(14)):
            words = [digits.write(number) for number in (a, b)]
            length = max(map(len, words))
            state = tracker.start
            for column in zip(*([0] * (length - len(word)) + word for word in words), strict=True):
                state = tracker.after(state, column)
            value = term.value({"a": a, "b": b}) + sum(s * r.value({"a": a, "b": b}) for s, r in residues)
            expected = {">=": value >= 0, "=": value == 0, "!=": value != 0}[fact.relation]
            assert tracker.holds(state) == expected, (fact, a, b)


def test_systems_are_solved_as_by_trying() -> None:
    chance = Random(5)
    outcomes = set()
    for _ in range(150):
        terms = [
            Linear.build({n: chance.randint(-2, 2) for n in "xyz"}, chance.randint(-4, 4))
            for _ in range(chance.randint(1, 3))
        ]
        bounded = at_least(parse_term("6 - x - y - z"))
        relations = [chance.choice((">=", "=", "!=")) for _ in terms]
        atoms = [bounded, *(Fact(term, relation) for term, relation in zip(terms, relations, strict=True))]
        tried = any(
            sum(numbers) <= 6
            and all(
                {">=": value >= 0, "=": value == 0, "!=": value != 0}[relation]
                for relation, term in zip(relations, terms, strict=True)
                for value in [term.value(dict(zip("xyz", numbers, strict=True)))]
            )
            for numbers in product(range(7), repeat=3)
        )
        assert solvable(atoms) == tried
        outcomes.add(tried)
    assert outcomes == {True, False}
    assert solvable([IsPower(Linear.of("x"), 7), equals(parse_term("2x - 6"))])  # weakened: 3 is at least 1


def test_fibonacci_digits_are_read_as_they_are_written() -> None:
    digits = Digits(0)
    words = [digits.write(number) for number in range(200)]
    assert [digits.read(word) for word in words] == list(range(200))
    assert all("11" not in "".join(map(str, word)) for word in words)
    assert words[12] == [1, 0, 1, 0, 1]


def test_the_checker_shares_no_code_with_solver_and_prover() -> None:
    files = sorted((Path(sprague.__file__).parent / "checker").glob("*.py"))
    assert len(files) == 9
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                own = module.startswith(("sprague.rules", "sprague.formulas", "sprague.errors", "sprague.checker"))
                assert own or module.split(".")[0] not in ("sprague", "numpy", "numba", ""), (file.name, module)


# ---------------------------------------------------------------------------------- the command


def test_the_command_says_what_was_verified(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2")))
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert (result.exit_code, result.stdout) == (0, f"{verify(path)}\n")
    result = CliRunner().invoke(app, ["verify", str(path), "--json"])
    assert json.loads(result.stdout) == verify(path).to_json()
    assert set(verify(path).to_json()) == {"verified", "kind", "rule", "play", "checked", "pairs"}


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2") | {"play": "misere"}))
    reason = "(0, 0) is in the set, but play is over there and the last to move has lost"
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert (result.exit_code, result.stdout) == (1, f"Not verified: {reason}\n")
    result = CliRunner().invoke(app, ["verify", str(path), "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"verified": False, "reason": reason})


def test_the_command_refuses_what_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(SpragueError, match=r"expected a file with a certificate, got '.*missing': No such file"):
        CliRunner().invoke(app, ["verify", str(tmp_path / "missing")], catch_exceptions=False)
