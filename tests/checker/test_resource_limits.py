"""Small certificates that require much work: the checker ends within its budget and needs little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.checker.samples import NIM, NIM_VALUE, PARITY_VALUES, changed

MEMORY = 2_000_000_000  # bytes of address space for the interpreter and the check


def _nested(depth: int) -> Any:
    formula: Any = ["compare", "a", "=", "b"]
    for _ in range(depth):
        formula = ["not", formula]
    return formula


def _maxima(count: int) -> Any:
    return ["compare", ["+", *(["max", "a", ["+", "b", n]] for n in range(count))], "=", 0]


def _claim(formula: Any) -> dict[str, Any]:
    return changed(NIM, "claims", 0, "formula", to=formula)


LARGE_EQUATION = ["compare", ["+", "a", "c", "d"], "=", ["*", 97, ["+", "b", "e"]]]
LARGE_LINE = {"steps": [10**30, -(10**30)], "amount": "u"}
MANY = [f"p{n}" for n in range(40)]
BOMBS: dict[str, Any] = {
    "large coefficient": _claim(["compare", ["*", 10**30, "a"], "=", "b"]),
    "large modulus": _claim(["compare", ["mod", "a", 10**30], "=", ["mod", "b", 10**29]]),
    "large quotient": _claim(["compare", ["div", "a", 10**15 + 1], "=", ["div", "b", 10**15]]),
    "large constant": _claim(["compare", "a", "=", ["+", "b", 10**30]]),
    "many maxima": _claim(_maxima(40)),
    "maxima in maxima": _claim(["compare", ["max", *[["max", *[["+", "a", n] for n in range(50)]]] * 50], "=", 0]),
    "many quotients": _claim(["compare", ["+", *(["div", "a", n] for n in range(2, 60))], "=", "b"]),
    "many remainders": _claim(["compare", ["+", *(["mod", "a", n] for n in range(2, 60))], "=", "b"]),
    "many quantifiers": _claim(["exists", "c", ["exists", "d", ["exists", "e", LARGE_EQUATION]]]),
    "many alternatives": changed(
        NIM,
        *("rule", "moves", 0, "where"),
        to=["and", ["compare", "u", "<", "a"]]
        + [["or", ["compare", ["mod", "u", n], "=", 1], ["compare", "a", "=", n]] for n in range(2, 60)],
    ),
    "deep": _claim(_nested(99)),
    "too deep": json.dumps(_claim("DEEP")).replace('"DEEP"', '["not", ' * 5000 + '["and"]' + "]" * 5000),
    "many piles": {
        **NIM,
        "rule": {"piles": MANY, "moves": [{"to": [["u", *MANY[1:]]], "where": ["compare", "u", "<", "p0"]}]},
        "claims": [],
    },
    "large block": changed(NIM, "rule", "block", to=1000),
    "many values": changed(PARITY_VALUES, "automata", to=PARITY_VALUES["automata"] * 50),
    "large recurrence": changed(NIM, "numeration", to=[9, 9, 9, 9, 9, 9]),
    "no recurrence": changed(NIM, "numeration", to=[999, -998, 997, -996, 995, -994]),
    "large floor": changed(NIM, "rule", "least_pile", to=2**62),
    "large steps": changed(NIM, "rank", to={"quadratic": "squares", "lines": [LARGE_LINE]}),
    "window": {
        **{key: NIM[key] for key in ("format", "version", "play", "rule")},
        "kind": "window",
        "rank": NIM["rank"],
        "window": {"what": "grundy", "idle": [], "steps": [], "windows": [
            {"piles": [0], "preperiods": [2**62], "periods": [1], "values": [0], "too_soon": [None], "too_short": [[]]}
        ]},
    },
    "heaps": {
        **{key: NIM_VALUE[key] for key in ("format", "version", "play", "rule")},
        "kind": "heaps",
        "heaps": {
            "moves": [{"taken": 2**62, "parts": 9, "distinct": True, "heap": 2**62}],
            "preperiod": 0, "period": 1, "saltus": 0, "values": [0], "mask": 2**62, "turns": True,
        },
    },
    "totals": {
        **{key: NIM[key] for key in ("format", "version", "play", "rule", "rank")},
        "kind": "totals",
        "totals": {"preperiod": 2**62, "period": 2**62, "small": [], "residues": []},
    },
}  # fmt: skip

PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
from sprague.checker import Budget, CheckerError, verify
size = 1 + len(open(sys.argv[1]).read()) // 1000
budget = Budget(steps=300_000 * size, seconds=None)
try:
    print("verified" if verify(sys.argv[1], budget) else "undecided")
except CheckerError as error:
    print(type(error).__name__)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_an_expensive_certificate_is_decided_or_refused_within_its_budget(name: str, tmp_path: Path) -> None:
    """A certificate gets 300,000 steps for each kilobyte, which take less than a second."""
    file = tmp_path / "expensive.json"
    file.write_text(BOMBS[name] if isinstance(BOMBS[name], str) else json.dumps(BOMBS[name]))
    command = [sys.executable, "-c", PROGRAM.format(memory=MEMORY), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() in ("verified", "undecided", "OutOfReach", "NotVerified", "NotACertificate")
