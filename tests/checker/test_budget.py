"""The budget of the checker is kept, and what is beyond it is said with the figure."""

from __future__ import annotations

from threading import Event
from time import monotonic

import pytest

import sprague
from sprague.checker import verify
from sprague.errors import Cancelled, OutOfReach, OutOfTime
from sprague.limits import Limits
from tests.checker.samples import Certificate, certificate_of


def nim_of_eight() -> Certificate:
    """A true certificate that takes the checker minutes: each of 40,320 orders of the piles is looked at."""
    names = list("abcdefgh")
    even = [column.bit_count() % 2 for column in range(256)]
    return {
        "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
        "rule": str(sprague.game("nim:piles=8")), "tracks": names, "rank": {"terms": [" + ".join(names)]},
        "automaton": {"transitions": [even, [1] * 256], "accepting": [0]}, "claim": "xor = 0",
    }  # fmt: skip


def test_seconds_are_kept() -> None:
    started = monotonic()
    with pytest.raises(OutOfTime, match=r"^stopped after 0.5 seconds; allow more"):
        verify(nim_of_eight(), Limits(seconds=0.5))
    assert monotonic() - started < 1.55


def test_work_that_nobody_wants_ends() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        verify(nim_of_eight(), Limits(cancel=cancel))
    claim = "a = b and (a mod 99991 = 5 or a mod 99991 != 5)"
    with pytest.raises(Cancelled):
        verify(certificate_of("nim 2") | {"claim": claim}, Limits(cancel=cancel))


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (
            Limits(states=2),
            r"^checking takes more than 2 states; allow more with Limits\(states=…\), or check a smaller",
        ),
        (Limits(pairs=5), r"^checking takes more than 5 pairs of states; allow more with Limits\(pairs=…\), or check"),
    ],
)
def test_sizes_are_kept(limits: Limits, message: str) -> None:
    with pytest.raises(OutOfReach, match=message):
        verify(certificate_of("boxes 3"), limits)
