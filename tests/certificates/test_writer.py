"""Every certificate that Sprague writes satisfies the schema, is read back, and states the proved theorem."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given, reject
from jsonschema import Draft202012Validator

import sprague
from sprague import Limits, SpragueError
from sprague.certificates.evidence import KINDS
from sprague.certificates.reader import certificate_schema, read_certificate
from sprague.periods.period import Period
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proof import Proof
from sprague.rules.termination import WeightedSums
from tests.layers import sample
from tests.properties.notation_rules import Meant, any_rule
from tests.properties.random_rules import examples
from tests.properties.test_rules import attempt

VALIDATOR = Draft202012Validator(certificate_schema())
SLOW = ("totals, misère",)  # which the checker takes half a minute for
NIM = "(a, b) -> (u, b) where u < a any order"


def check(certificate: dict[str, Any]) -> dict[str, Any]:
    """The certificate as a file has it, which fits the schema and is read without an error."""
    data: dict[str, Any] = json.loads(json.dumps(certificate))
    assert data == certificate
    VALIDATOR.validate(data)
    read_certificate(data)
    return data


#: What is proved, and the kind of its certificate.
PROVED: dict[str, tuple[str, Callable[[], Any]]] = {
    "equal piles": ("p-positions", lambda: sprague.prove(NIM, "a = b")),
    "sharing": ("p-positions", lambda: sprague.prove("sharing-nim", "a = b and even(v2(c - a))")),
    "every order": ("p-positions", lambda: sprague.prove("nim:piles=3", "for every order: a = b xor c")),
    "without a claim": ("p-positions", lambda: sprague.discover("wythoff", words=False)),
    "fibonacci": ("p-positions", lambda: sprague.discover("wythoff")),
    "moore": ("p-positions", lambda: sprague.prove("moore-nim:piles=4,width=3", "all columns mod 4 = 0")),
    "misère": ("p-positions", lambda: sprague.discover("nim:piles=2", misere=True)),
    "block": ("p-positions", lambda: sprague.prove("(a) -> (u) where u < a block 1", "a <= 1")),
    "names": (
        "p-positions",
        lambda: sprague.prove("(n_R, max) -> (n_R - k', max) where k' >= 1 any order", "n_R = max"),
    ),
    "values": ("grundy-values", lambda: sprague.prove("nim:piles=2", ["a = b", "a = b + 1 and odd(a)"])),
    "discovered values": ("grundy-values", lambda: sprague.discover("nim:piles=2", values=2)),
    "function": ("grundy-function", lambda: sprague.prove("nim:piles=2", "value = a xor b")),
    "powers": (
        "grundy-function",
        lambda: sprague.prove("empty-transfer:boxes=2", "power = low2(bitor(a - 1, b - 1) + 1)"),
    ),
    "totals": ("totals", lambda: sprague.discover("empty-redistribute")),
    "totals, misère": ("totals", lambda: sprague.discover("empty-some:boxes=5,empty=2", misere=True)),
    "window": ("window", lambda: sprague.find_period("subtraction-transfer:a=2,b=3,c=2")),
    "discovered window": ("window", lambda: sprague.discover("subtraction-transfer:a=2,b=3,c=2", words=False)),
    "window of outcomes": (
        "window",
        lambda: sprague.find_period("(x, y) -> (x - 2, y) ; (x - 1, y + 1)", what="outcome"),
    ),
    "window with conditions": (
        "window",
        lambda: sprague.find_period("(x, y) -> (x - 1, y) where y even ; (x, y - 1) stop when x + y <= 2 piles >= 1"),
    ),
    "window of all positions": (
        "window",
        lambda: sprague.find_period("(a) -> (a - k) where k in 2..5 positions where a odd or 0 < 3"),
    ),
    "heaps": ("heaps", lambda: sprague.find_period("kayles")),
    "heaps with a claim": ("heaps", lambda: sprague.prove("kayles", "n = 0")),
    "values of heaps": ("heaps", lambda: sprague.prove("(n) -> (u) + (v) where u + v = n - 1", "value = n mod 2")),
    "heaps that rise": ("heaps", lambda: sprague.find_period("0.8")),
    "quotient": ("misere-quotient", lambda: sprague.misere_quotient("kayles")),
    "quotient of some heaps": ("misere-quotient", lambda: sprague.misere_quotient("0.77", 10)),
}


@pytest.mark.parametrize(("kind", "make"), sample(PROVED.values(), 5), ids=PROVED)
def test_a_certificate_fits_the_schema_and_reads_back(kind: str, make: Callable[[], Any]) -> None:
    proved = make()
    data = check(proved.certificate())
    assert data["kind"] == kind
    read = read_certificate(data)
    rule = proved.rule if kind == "misere-quotient" else proved.game
    assert len(read.rule.names) == len(rule.names)
    if isinstance(proved, Proof):
        assert len(read.claims) == (0 if proved.claim is None else proved.claim.count(" | ") + 1)
        assert read.quotations.get("claims") == proved.claim
        again = prove_certificate(data, proved.game)
        assert (again.kind, again.claim, again.misere) == (proved.kind, proved.claim, proved.misere)
        assert again.certificate() == data


@pytest.mark.parametrize("name", sample([name for name in PROVED if name not in SLOW], 5))
def test_the_independent_checker_verifies_it(name: str) -> None:
    _, make = PROVED[name]
    data = make().certificate()
    assert sprague.verify(data)
    if "automaton" in data:  # of another set the same is no theorem
        accepting = sorted({0} ^ set(data["automaton"]["accepting"]))
        with pytest.raises(SpragueError):
            sprague.verify(data | {"automaton": data["automaton"] | {"accepting": accepting}})


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _ in PROVED.values()} == set(KINDS)


def test_the_rank_of_a_window_may_be_its_own() -> None:
    found = sprague.find_period("(x, y) -> (x - 1, y + 5) ; (x, y - 1)")
    assert isinstance(found, Period)
    read = read_certificate(check(found.certificate()))
    assert isinstance(read.rank, WeightedSums)


@pytest.mark.slow
@examples(25)
@given(any_rule())
def test_certificates_of_random_rules_fit_the_schema(meant: Meant) -> None:
    rule = attempt(meant.text)
    if isinstance(rule, str) or rule.obstacle is not None or rule.rank is None:
        reject()
    limits = Limits(positions=300, states=30, pairs=1_000, seconds=2)
    found = sprague.discover(rule, budget=limits, words=False)
    event(type(found).__name__)
    if isinstance(found, Proof):
        data = check(found.certificate())
        assert prove_certificate(data, rule).certificate() == data
