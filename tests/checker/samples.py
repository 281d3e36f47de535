"""True certificates for the tests of the checker, and ways to change them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import sprague
from sprague.checker import verify
from sprague.errors import SpragueError
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.rules import Linear, parse
from tests.oracle import Oracle

Certificate = dict[str, Any]

NIM_2 = "(a, b) -> (u, b) where u < a any order"
SHARING = "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order"
COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
LIMITED = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
DISTINCT = f"{NIM_2} positions where a != b"
TWO_REGIONS = "(a, b) -> (u, b) where u < a ; (a, u) where u < b positions where a > b or b mod 2 = 0"
SHARED_NIM = "a = b and even(v2(c - a))"
COOKIE_SET = "x mod 4 = 0 and y mod 4 < 2 or x mod 4 = 2 and y mod 4 < 2 and false"
WYTHOFF = "a = 0 and b = 0 or b = fib_shift(a) and fib_zeros(a) mod 2 = 0"
FRAENKEL = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, |k - l| < 2 any order"

#: Game, claim (several: Grundy values), whether in misère play.
PROVED: dict[str, tuple[str, str | tuple[str, ...], bool]] = {
    "nim 2": (NIM_2, "a = b", False),
    "nim 3": ("nim:piles=3", "xor = 0", False),
    "nim 4": ("nim:piles=4", "xor = 0", False),
    "misère nim": (NIM_2, "a = b and a >= 2 or max(a, b) = 1 and a != b", True),
    "moore": ("moore-nim:piles=3,width=2", "all columns base 2 mod 3 = 0", False),
    "wythoff": ("wythoff", WYTHOFF, False),
    "fraenkel": (FRAENKEL, "a = 0 and b = 0 or b = fib2_shift(a) and fib2_zeros(a) mod 2 = 0", False),
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
    "distinct": (DISTINCT, "a xor b = 1", False),
    "distinct misère": (DISTINCT, "max >= 4 and xor = 1 or max <= 3 and xor = 2", True),
    "distinct function": (DISTINCT, "value + 1 = a xor b", False),
    "race": ("(a) -> (a + k) where 1 <= k <= 3 positions where a <= 13", "a mod 4 = 1", False),
    "circle": (
        "(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle",
        "a = c and b = d",
        False,
    ),
    "row": ("(a, b) -> (u, b) where u < a in a row", "a = b", False),
    "blocked": (f"{NIM_2} block 1", "xor <= 1", False),
    "blocked and stopped": (
        "(a) -> (a - k) where 1 <= k <= 3 stop when a <= 4 block 2",
        "a <= 4 or a mod 4 != 1",
        False,
    ),
    "two regions": (TWO_REGIONS, "max - min = 1 and sum mod 4 = 3 or max = 0", False),
    "two regions misère": (
        TWO_REGIONS,
        "a != 1 and max - min = 1 and sum mod 4 = 3 or a != 2 and max >= 1 and sum <= 2",
        True,
    ),
    "function by powers": ("empty-transfer:boxes=2", "power = low2(bitor(a - 1, b - 1) + 1)", False),
}
SMALL = (
    *(
        "nim 2",
        "misère nim",
        "boxes 2",
        "wythoff",
        "fraenkel",
        "trim",
        "bounded",
        "values",
        "function",
        "function with an end",
    ),
    *("dynamic", "distinct", "distinct misère", "race", "two regions misère"),
)


@cache
def _proved(name: str) -> Certificate:
    game, claim, misere = PROVED[name]
    found = prove(game, list(claim) if isinstance(claim, tuple) else claim, misere=misere)
    assert isinstance(found, Proof), str(found)
    certificate: Certificate = json.loads(json.dumps(found.certificate()))
    del certificate["game"]  # so that another rule may stand there
    return certificate


def certificate_of(name: str) -> Certificate:
    """A fresh copy of a true certificate."""
    return copy.deepcopy(_proved(name))


def members(certificate: Certificate, automaton: Certificate, limit: int) -> set[tuple[int, ...]]:
    """The tuples with entries below a limit that an automaton accepts, by walking through its table."""
    name = certificate["numeration"]
    weights = {"fibonacci": (21, 13, 8, 5, 3, 2, 1), "2,1": (41, 17, 7, 3, 1)}.get(name)
    digits = {"fibonacci": 2, "2,1": 3}[name] if weights else int(name)

    def written(number: int) -> list[int]:
        if weights:
            word = []
            for weight in weights:
                word.append(number // weight)
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
    oracle = Oracle(rule.options, rule.is_won, rule.blocking)
    positions = [position for position in product(range(limit), repeat=len(rule.names)) if rule.is_position(position)]
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


def changed_rules(text: str) -> set[str]:
    """The rule with one number, sign or relation changed."""
    found = set()
    swaps = {"<": "<=", "<=": "<", ">=": ">", ">": ">=", "-": "+", "+": "-", "=": "<="}
    for match in re.finditer(
        r"\d+|<=|>=|(?<!-)>|<|=|[-+](?!>)|any order|piles >= 1|positions where.*|in a row|in a circle", text
    ):
        old = match.group()
        news = [str(int(old) + 1), str(int(old) + 3)] if old.isdigit() else [swaps.get(old, "")]
        found |= {text[: match.start()] + new + text[match.end() :] for new in news}
    return found - {text}


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
