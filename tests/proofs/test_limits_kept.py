"""Proofs keep to their limits: seconds, memory, states; and they end when they are cancelled."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague.errors import Cancelled
from sprague.limits import Limits
from sprague.proofs.proof import Proof, Refutation
from sprague.proofs.proving import prove
from sprague.proofs.undecided import Undecided
from tests.clock import Clock
from tests.properties.rules import examples
from tests.snapshots import refused, snapshot

LONG = "1000000 a = 999999 b"  # two million carries


def twenty_piles() -> str:
    names = [f"a{i}" for i in range(20)]
    moves = (f"({', '.join(n if n != m else f'{m} - k' for n in names)}) where k >= 1" for m in names)
    return f"({', '.join(names)}) -> {' ; '.join(moves)}"


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("nim:piles=2", "a mod 999999999 = 1"),
        ("nim:piles=2", "999999999 a = b"),
        ("nim:piles=2", "v2(a) = 999999999"),
        (twenty_piles(), "xor = 0"),
        (twenty_piles(), "a0 = a1"),
    ],
)
def test_what_cannot_be_decided_is_refused_at_once(game: str, claim: str) -> None:
    clock = Clock()
    found = prove(game, claim)
    assert clock.seconds < 2
    assert isinstance(found, Undecided)
    snapshot(found.reason)
    assert "; use fewer piles" in found.reason


@pytest.mark.parametrize("seconds", [0, 0.5])
def test_seconds_are_kept(seconds: float) -> None:
    rule = sprague.game("nim:piles=2")
    clock = Clock()
    found = prove(rule, LONG, limits=Limits(seconds=seconds))
    assert clock.seconds < 1.1 * seconds + 1
    assert isinstance(found, Undecided)
    snapshot(found.reason)


SIZES = st.sampled_from([1, 2, 3, 7, 16, 99, 1000, 4096, 99_991, 999_999_999])


@st.composite
def conditions(draw: st.DrawFn, names: str) -> str:
    one, two, three = (draw(st.sampled_from(names)) for _ in range(3))
    n, m, k = (draw(SIZES) for _ in range(3))
    relation = draw(st.sampled_from(["=", "<", "<=", "!="]))
    return draw(
        st.sampled_from(
            [
                f"{n} {one} + {m} {two} {relation} {k} {three} + {n}",
                f"{one} mod {n} = {two} mod {m}",
                f"({n} {one} + {two}) mod {m} = {k}",
                f"v2({one}) {relation} v2({two}) + {n}",
                f"v2({n} {one} + {two}) mod {m} = {k}",
                f"{one} xor {two} {relation} {n} {three}",
                f"max({one}, {n}*{two}) {relation} min({three}, {m})",
            ]
        )
    )


@examples(25)
@given(st.data(), st.sampled_from(["nim:piles=2", "nim:piles=3", "sharing-nim", "empty-transfer:boxes=4"]))
def test_every_claim_is_answered_in_time(data: st.DataObject, game: str) -> None:
    names = {"nim:piles=2": "ab", "empty-transfer:boxes=4": "abcd"}.get(game, "abc")
    claim = f" {data.draw(st.sampled_from(['and', 'or']))} ".join(
        data.draw(st.lists(conditions(names), min_size=1, max_size=3))
    )
    misere = data.draw(st.booleans())
    clock = Clock()
    found = prove(game, claim, misere=misere, limits=Limits(seconds=1))
    assert clock.seconds < 2.1, claim
    assert isinstance(found, Proof | Refutation | Undecided)


def set_soon(cancel: Event, when: Synchronized[float]) -> None:
    time.sleep(0.5)
    when.value = time.monotonic()
    cancel.set()


@pytest.mark.parametrize("where", ["thread", "process"])
def test_a_proof_is_cancelled_from_elsewhere(where: str) -> None:
    context = multiprocessing.get_context("spawn")
    cancel, when = context.Event(), context.Value("d")
    other = (threading.Thread if where == "thread" else context.Process)(target=set_soon, args=(cancel, when))
    other.start()
    with refused(Cancelled):
        prove("nim:piles=2", LONG, limits=Limits(seconds=60, cancel=cancel))
    ended = time.monotonic()
    other.join()
    assert 0 < ended - when.value < 1


def test_what_runs_inside_a_watch_keeps_to_it() -> None:
    clock = Clock()
    with Limits(seconds=0.3).watch():
        assert isinstance(prove("nim:piles=2", LONG, limits=Limits(seconds=60)), Undecided)
    assert clock.seconds < 1.33
    with Limits(pairs=2).watch():
        assert isinstance(prove("sharing-nim", "a = b and even(v2(c - a))"), Undecided)


def test_memory_is_kept() -> None:
    program = """
import resource
from sprague.limits import Limits
from sprague.proofs.proving import prove
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
prove("nim:piles=3", "3 a = 2 b + c")
before = peak()
found = prove("nim:piles=3", "1000 a = 999 b + 777 c", limits=Limits(memory=300_000_000, states=10**9))
print(found.reason)
print(peak() - before)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    reason, grown = run.stdout.splitlines()
    assert "937,500" in reason
    assert int(grown) < 300_000_000
