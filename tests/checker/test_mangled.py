"""No certificate, however mangled, ends in anything but a verdict or an error that says what is wrong."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sprague.checker import Verified, verify
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.patterns.periods import Period, find_period
from tests.checker.samples import certificate_of, totals_certificate

DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]
ODD = [None, True, -1, 0, 1, 2, 10**30, 10**5000, 1.5, float("nan"), "", "x", "(" * 3000, [], {}, [[]], {"a": 1}, DEEP]


def mangled(certificate: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A copy in which up to three places were deleted, changed a little or replaced by anything."""
    found = copy.deepcopy(certificate)
    for _ in range(chance.choice((1, 1, 2, 3))):
        place: Any = found
        while isinstance(place, dict | list) and place:
            key: Any = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
            value = place[key]
            if isinstance(value, dict | list) and chance.random() < 0.65:
                place = value
                continue
            near = [value + 1, value - 1, value * 2] if isinstance(value, int) else [value]
            near += [value[:-1], value * 2, value.replace("1", "3")] if isinstance(value, str) else []
            place[key] = chance.choice(near if chance.random() < 0.5 else ODD)
            if chance.random() < 0.1:
                del place[key]
            break
    return found


def outcome_of(certificate: object) -> str:
    try:
        return type(verify(certificate)).__name__  # type: ignore[arg-type]
    except SpragueError as error:
        return type(error).__name__


def test_a_mangled_certificate_ends_in_a_verdict() -> None:
    chance = Random(1)
    names = ("nim 2", "wythoff", "values", "function", "dynamic", "misère nim")
    whole = [certificate_of(name) | {"claim": None} for name in names] + [totals_certificate("keep two of four")]
    found = {outcome_of(mangled(certificate, chance)) for certificate in whole for _ in range(80)}
    assert {"SpragueError", "NotVerified", "Verified"} <= found


def random_rule(chance: Random) -> str:
    """A rule with finitely many moves, whose choices have residues, powers and bounds of several kinds."""
    names = "xy"[: chance.randint(1, 2)]
    families = []
    for _ in range(chance.randint(1, 3)):
        target, where = [], []
        for name in names:
            choice = chance.choice("kj")
            target.append(chance.choice([name, f"{name} - {chance.randint(1, 4)}", f"{name} - {choice}"]))
        for choice in {entry[-1] for entry in target} & {"k", "j"}:
            bound = chance.choice(
                [
                    f"1 <= {choice} <= {chance.randint(1, 6)}",
                    f"1 <= {choice} <= 9, {choice} power of {chance.randint(2, 3)}",
                    f"{choice} + 1 power of 2, 1 <= {choice} <= 7",
                    f"1 <= {choice} <= 7, {choice} mod {chance.randint(2, 3)} = 1",
                    f"1 <= {choice} <= x mod 3",
                ]
            )
            where.append(bound)
        if chance.random() < 0.3:
            where.append(chance.choice(["x mod 3 = 1", "x >= 3", "x != 2"]))
        families.append(f"({', '.join(target)})" + (f" where {', '.join(where)}" if where else ""))
    ends = chance.choice(["", "", " piles >= 1", " stop when x <= 1", " win when x = 2"])
    return f"({', '.join(names)}) -> {' ; '.join(families)}{ends}"


def test_periods_of_random_rules_are_verified_and_mangled_ones_end_in_a_verdict() -> None:
    chance, verified = Random(7), 0
    outcomes = set()
    for _ in range(60):
        rule = random_rule(chance)
        try:
            found = find_period(rule, limits=Limits(positions=5_000))
        except SpragueError:
            continue
        if not isinstance(found, Period):
            continue
        certificate = json.loads(json.dumps(found.certificate()))
        assert isinstance(verify(copy.deepcopy(certificate)), Verified), rule
        verified += 1
        outcomes |= {outcome_of(mangled(certificate, chance)) for _ in range(5)}
    assert verified >= 15
    assert {"Verified", "NotVerified", "SpragueError"} <= outcomes


def test_a_choice_may_be_a_power_or_follow_from_an_equation() -> None:
    found = find_period("(x) -> (x - k) where 1 <= k <= 8, k power of 2")
    assert isinstance(found, Period)
    certificate = found.certificate()
    del certificate["game"]
    assert "x has period 3 from 0 on" in str(verify(certificate))
    same = "(x) -> (u) where u = x - k, 1 <= k <= 2j, j <= 4, k power of 2"
    assert "x has period 3 from 0 on" in str(verify(certificate | {"rule": same}))


@pytest.mark.parametrize("what", [7, None, [], b"file"])
def test_what_is_neither_file_nor_object_is_refused(what: Any) -> None:
    with pytest.raises(SpragueError, match=r"^not a certificate: expected a file, the object in it, or a proof, got "):
        verify(what)


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(SpragueError, match=f"^expected a file with a certificate, got '{path}', which is no reg"):
            verify(path)
    with pytest.raises(SpragueError, match=r"^expected a file with a certificate, got '\\x00': embedded null"):
        verify("\0")
