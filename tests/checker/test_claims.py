"""Formulas next to sets: the true ones are shown to say the same, and every slip is found, with a position."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random

import pytest

from sprague.checker import verify
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.formulas import Translation
from sprague.errors import NotVerified, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.formulas.truth import truth
from sprague.limits import Limits
from sprague.rules import parse
from sprague.rules.formula_notation import parse_formula
from tests.checker.samples import PROVED, Certificate, automata_of, certificate_of, totals_certificate

ONE_SET = [name for name, (_, claim, _) in PROVED.items() if isinstance(claim, str) and name != "nim 4"]


@pytest.mark.parametrize(
    ("name", "claim", "message"),
    [
        ("nim 2", "a <= b + 1", r"^\(0, 1\) is in the formula, but not in the set: 'a <= b \+ 1' is another claim$"),
        ("nim 2", "a = b and not a = 131", r"^\(131, 131\) is in the set, but not in the formula"),
        (
            "nim 2",
            "a = b or a = 999 and b = 1000000",
            r"^\([0-9, ]+\) is in the formula, but not in",
        ),
        ("sharing", "a = b and odd(v2(c - a))", r"is in the formula, but not in the set|is in the set"),
        (
            "values",
            "a mod 3 = b mod 3 | a mod 3 = 0 | a = 1",
            r"is in the formula, .*: 'a mod 3 = 0' is another",
        ),
        ("function", "value = a + b", r"^\(1, 1, 0\) is in the set"),
        ("function by powers", "power = low2(bitor(a - 1, b - 1))", r"is in the (set|formula)"),
    ],
)
def test_a_claim_that_differs_is_refused(name: str, claim: str, message: str) -> None:
    with pytest.raises(NotVerified, match=message):
        verify(certificate_of(name) | {"claim": claim})


def member_of(certificate: Certificate, chance: Random) -> tuple[int, ...]:
    """A large member of the first set, found by walking through its automaton."""
    automaton = automata_of(certificate)[0]
    digits = Digits.of(certificate["numeration"])
    columns = list(digits.columns(len(certificate["tracks"])))
    rows, accepting = automaton["transitions"], set(automaton["accepting"])
    while True:
        state, word = 0, []
        for _ in range(chance.randint(8, 30)):
            symbol = chance.randrange(len(columns))
            state = rows[state][symbol]
            word.append(columns[symbol])
            if state in accepting and len(word) > 7:
                return tuple(digits.read(column[track] for column in word) for track in range(len(columns[0])))


def is_said(certificate: Certificate, position: tuple[int, ...]) -> str:
    """That a position is this one, in any order of the piles."""
    piles = parse(certificate["rule"]).piles
    tracks = certificate["tracks"]
    others = [f"{name} = {entry}" for name, entry in zip(tracks[len(piles) :], position[len(piles) :], strict=True)]
    orders = sorted(set(permutations(position[: len(piles)])))
    cases = [" and ".join([*(f"{n} = {e}" for n, e in zip(piles, o, strict=True)), *others]) for o in orders]
    return " or ".join(f"({case})" for case in cases)


@pytest.mark.parametrize("name", [name for name in ONE_SET if name not in ("moore", "dynamic", "redistribute 4")])
def test_one_large_position_more_or_less_is_found(name: str) -> None:
    certificate, chance = certificate_of(name), Random(name)
    rule, tracks = parse(certificate["rule"]), tuple(certificate["tracks"])
    right = PositionSet.read(rule, certificate["claim"], *tracks[len(rule.names) :])
    for _ in range(2):
        position = member_of(certificate, chance)
        claim = certificate["claim"].removeprefix("in some order: ")
        less = f"({claim}) and not ({is_said(certificate, position)})"
        with pytest.raises(NotVerified, match="is in the set, but not in the formula"):
            verify(certificate | {"claim": less})
        outside = next(p for p in ((n, *position[1:]) for n in range(1, 99)) if p not in right)
        more = f"({claim}) or ({is_said(certificate, outside)})"
        with pytest.raises(NotVerified, match="is in the formula, but not in the set"):
            verify(certificate | {"claim": more})


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ("in some order: a <= b and xor = 0", True),
        ("for every order: a = b", True),
        ("for every order: a <= b", True),
        ("for every order: xor = 0 and not (a = 3 and b = 3)", False),
        ("for every order: a <= b + 1", False),
        ("in some order: a <= b", False),
    ],
)
def test_the_order_that_a_formula_tells_is_kept(claim: str, shown: bool) -> None:
    certificate = certificate_of("nim 2") | {"claim": claim}
    if shown:
        assert verify(certificate)
    else:
        with pytest.raises(NotVerified, match="is another claim"):
            verify(certificate)


def slips(claim: str, names: list[str]) -> set[str]:
    """The claim with one number, sign, word or name changed."""
    swaps = {"<": "<=", "<=": "<", ">=": ">", ">": ">=", "=": "<=", "+": "-", "-": "+", "and": "or", "or": "and"}
    swaps |= {"even": "odd", "odd": "even", "max": "min", "xor": "bitor", "bitor": "bitand", "fib_zeros": "fib_shift"}
    found = set()
    for match in re.finditer(r"\d+|<=|>=|<|>|=|\+|-|[a-z_]+", claim):
        old = match.group()
        if old.isdigit():
            news = [str(int(old) + 1), str(int(old) + 2)]
        else:
            news = [swaps[old]] if old in swaps else [name for name in names if old in names]
        found |= {claim[: match.start()] + new + claim[match.end() :] for new in news}
    return found - {claim}


@pytest.mark.parametrize("name", ONE_SET)
def test_a_slip_in_a_formula_is_found_unless_it_says_the_same(name: str) -> None:
    certificate = certificate_of(name)
    rule, tracks = parse(certificate["rule"]), tuple(certificate["tracks"])
    right = PositionSet.read(rule, certificate["claim"], *tracks[len(rule.names) :])
    chance, refused, tried = Random(name), 0, 0
    every = sorted(slips(certificate["claim"], list(tracks)))
    for slip in chance.sample(every, min(10, len(every))):
        try:
            said = PositionSet.read(rule, slip, *tracks[len(rule.names) :])
        except SpragueError:
            continue
        lowest = [rule.lowest(name) if name in rule.names else 0 for name in tracks]
        places = [tuple(chance.randrange(low, 9) for low in lowest) for _ in range(300)]
        if certificate.get("value") == "power of two":
            places = [(*place[:-1], 2 ** (place[-1] % 4)) for place in places]
        real = [place for place in places if rule.is_position(place[: len(rule.names)])]
        differs = any((place in said) != (place in right) for place in real)
        tried += 1
        try:
            shown = bool(verify(certificate | {"claim": slip}))
        except NotVerified as error:
            refused += 1
            (position,) = re.findall(r"^\(([0-9, ]+)\) is in", str(error))
            place = tuple(int(entry) for entry in position.split(", "))
            assert (place in said) != (place in right), (slip, place)
        else:
            assert not (shown and differs), slip
    assert refused > tried // 3


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("v3(a) = v3(b) and a = b", "v3 is seen in base 3, and the set is written in base 2"),
        ("fib_shift(a) = b", "fib_shift is seen in Fibonacci digits, and the set is written in base 2"),
        ("v2(a) + v2(b) = 3", "a valuation is compared with more than a number or one other valuation"),
        ("v2(v2(a) + 1) = 0", "a function is applied to a valuation"),
        ("v2(a) mod 9999 = 1", "the residues modulo 9999 of valuations have too many cases"),
        ("a mod 99999999 = 3", "checking takes more than 20,000 states; allow more with Limits(states=…), or check a"),
    ],
)
def test_what_is_out_of_reach_is_said_not_to_be_verified(claim: str, reason: str) -> None:
    found = verify(certificate_of("nim 2") | {"claim": claim}, Limits(states=20_000))
    assert not found
    assert found.unproved is not None
    assert found.unproved.startswith(reason)
    assert f"The formula '{claim}' is NOT verified: {reason}" in str(found)
    assert found.to_json()["verified"] is False


def test_a_formula_without_a_bound_is_shown_too() -> None:
    assert verify(certificate_of("nim 2") | {"claim": "exists n: a + n = b and n + b = a"})


def test_time_that_is_over_leaves_the_set_verified() -> None:
    found = verify(
        certificate_of("nim 2") | {"claim": "a = b and (a mod 99991 = 5 or a mod 99991 != 5)"}, Limits(seconds=1)
    )
    assert not found
    assert found.unproved == "stopped after 1 seconds; allow more (limits=sprague.Limits(seconds=…), or --seconds)"


def test_a_claim_about_totals_is_shown_or_refuted() -> None:
    certificate = totals_certificate("redistribute 4")
    assert verify(certificate | {"claim": "all piles odd"})
    assert verify(certificate | {"claim": "v2(a) = 0 and v2(b) = 0 and v2(c) = 0 and v2(d) = 0"})
    with pytest.raises(NotVerified, match=r"^\(1, 1, 1, 101\) is in the set, but not in the formula"):
        verify(certificate | {"claim": "all piles odd and not max = 101"})
    misere = totals_certificate("redistribute 3 misère")
    assert verify(misere | {"claim": "sum >= 4 and all piles x: sum - x < 4 or odd(sum - x)"})
    with pytest.raises(NotVerified, match=r"^\(1, 1, 1\) is in the formula"):
        verify(misere | {"claim": "all piles x: sum - x < 4 or odd(sum - x)"})


def test_formulas_mean_the_same_to_the_checker_as_to_those_who_compute_them() -> None:
    names = ("a", "b", "c")
    chance = Random(11)
    for text, name in FORMULAS:
        formula = parse_formula(text, names)
        relation = Translation(Digits.of(name), Budget.of()).relation(formula)
        for _ in range(250):
            values = {name: chance.randrange(chance.choice((4, 70))) for name in names}
            numbers = [values[name] for name in relation.names]
            assert relation.dfa.contains(numbers, Digits.of(name)) == truth(formula, values), (text, values)


#: Formulas with every construct, and the digits they are about.
FORMULAS = [
    ("a + b <= 2c", "2"),
    ("a - b + 3 != c", "3"),
    ("(a - 2b) mod 5 < c mod 3", "2"),
    ("((a mod 3) - 2(b mod 4) + c) mod 7 in {1, 2, 4}", "2"),
    ("3 - (a mod 4) >= b mod 2", "10"),
    ("max(a, b, c) - min(a, b, c) = 2 or max(a - b, b - a) > 9", "2"),
    ("a xor b xor c < bitor(a - 1, b)", "2"),
    ("bitand(a, bitor(b, c) xor 5) = 1", "2"),
    ("v2(a - b) > v2(c) + 1", "2"),
    ("v2(a) = v2(b) and v2(b) <= v2(c)", "2"),
    ("v3(a + b - c) < 2", "3"),
    ("(v2(a - 2b) + c) mod 3 = 1", "2"),
    ("max(v2(a), v2(b)) >= 2", "2"),
    ("low2(a - b) < c", "2"),
    ("low3(a) - low3(b) > c", "3"),
    ("low2(low2(a)) = b", "2"),
    ("a - b power of 2 or a + 2c power of 2", "2"),
    ("all columns(a, b, c) base 3 mod 2 = 0", "3"),
    ("all columns(a - b, c) mod 2 = 0", "2"),
    ("not (a < b implies c <= a) iff even(a)", "2"),
    ("exists n <= a: a = 2n + b", "2"),
    ("exists n <= a + b: exists m <= n: 2n + 3m = a + b + c and m != a", "2"),
    ("all n <= a: n != b or n mod 3 = c", "2"),
    ("b = fib_shift(a) or fib_zeros(a) mod 2 = 0", "fibonacci"),
    ("fib_shift(a - b) > fib_shift(c) + 1", "fibonacci"),
    ("fib_zeros(a) = fib_zeros(b) + 1 or fib_zeros(a + b) > 2", "fibonacci"),
    ("a + b < c + 5 and a mod 2 = b mod 3", "fibonacci"),
    ("b = fib3_shift(a) or fib3_zeros(a) mod 2 = 0", "3,1"),
    ("fib2_shift(a - b) > fib2_shift(c) + 1", "2,1"),
    ("a + b < c + 5 and a mod 2 = b mod 3", "tribonacci"),
    ("a + b < 2c + 5 and a mod 2 = b mod 3", "4,-1"),
    ("true", "2"),
    ("false or a != a", "2"),
]
