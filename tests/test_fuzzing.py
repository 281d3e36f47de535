"""Fuzzing of all readers: some mutations of valid input, the same in every run, and inputs that longer runs found.

`python -m tests.fuzzing` runs longer.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzzing import NAMES, mutated, targets

pytestmark = pytest.mark.slow

EACH = 30  # mutations of each
#: What once ended in something else than an answer or a refusal.
FOUND = {
    "formulas": [b"v2" + b"1" * 5000 + b"(a) = 0"],
    "digits": [b"[1; " + b"1" * 5001 + b"]", b"[1; 1 1]", b"[1; 3,]", b"[1; ,]"],
}


def test_the_names_of_the_targets() -> None:
    assert tuple(targets()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_readers_answer_or_refuse(name: str) -> None:
    target, random = targets()[name], Random(name)
    assert "read" in map(target.outcome, target.good)
    for _ in range(EACH):
        target.outcome(mutated(target.good, random))


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, found in FOUND.items() for data in found])
def test_inputs_found_by_fuzzing_are_refused(name: str, data: bytes) -> None:
    assert targets()[name].outcome(data) == "refused"
