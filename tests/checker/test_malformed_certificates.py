"""Malformed certificates lead to a verdict or to an error of the checker, and to nothing else."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sprague.checker import Budget, CheckerError, NotACertificate, verify
from tests.checker.samples import NIM, NIM_VALUE, PARITY_VALUES, Certificate

ODD: list[Any] = [
    *(
        None,
        True,
        False,
        -1,
        0,
        1,
        2,
        10**30,
        10**40,
        1.5,
        float("nan"),
        "",
        "a",
        "value",
        "A",
        "→",
        [],
        {},
        [[]],
        {"a": 1},
    ),
    *(["and"], ["not", ["or"]], ["compare", "a", "=", "b"], ["+", "a", 1], ["max"], ["exists", "a", ["and"]], "\ud800"),
]


def corrupted(certificate: Certificate, random: Random) -> Certificate:
    """A copy in which up to three places were deleted, changed a little, or replaced by anything."""
    found = copy.deepcopy(certificate)
    for _ in range(random.choice((1, 1, 2, 3))):
        place: Any = found
        while isinstance(place, dict | list) and place:
            key: Any = random.choice(list(place)) if isinstance(place, dict) else random.randrange(len(place))
            value = place[key]
            if isinstance(value, dict | list) and value and random.random() < 0.7:
                place = value
                continue
            if random.random() < 0.15:
                del place[key]
            elif type(value) is int and random.random() < 0.5:
                place[key] = random.choice((value + 1, value - 1, 2 * value))
            else:
                place[key] = copy.deepcopy(random.choice(ODD))
            break
    return found


@pytest.mark.parametrize("sample", [NIM, NIM_VALUE, PARITY_VALUES], ids=lambda one: str(one["kind"]))
def test_a_malformed_certificate_ends_in_a_verdict(sample: Certificate) -> None:
    random = Random(sample["kind"])
    outcomes: set[object] = set()
    for _ in range(400):
        certificate = corrupted(sample, random)
        try:
            outcomes.add(bool(verify(certificate, Budget(steps=200_000, seconds=None))))
        except CheckerError as error:
            outcomes.add(type(error).__name__)
    assert {"NotACertificate", "NotVerified", True} <= outcomes


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"a": ' + "[" * 5000 + "]" * 5000 + "}", "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "1" * 5001 + "}", "a number has too many digits"),
        ('{"a": [-' + "1" * 5001 + "]}", "a number has too many digits"),
        ('{"a": }', "is not JSON"),
    ],
    ids=["deep object", "deep list", "long number", "long negative number", "no value"],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(content: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(content)
    with pytest.raises(NotACertificate, match=reason) as error:
        verify(file)
    assert "sys." not in str(error.value)
    assert "recursion" not in str(error.value)


def test_certificates_survive_json() -> None:
    assert verify(json.loads(json.dumps(NIM)))
