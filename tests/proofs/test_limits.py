"""Proofs respect their limits on seconds, memory and states, and end when they are cancelled."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague import jit
from sprague.errors import Cancelled
from sprague.limits import Limits
from sprague.proofs.proof import Proof, Refutation
from sprague.proofs.proving import prove
from sprague.proofs.undecided import Undecided
from tests.fake_clocks import WorkClock, at_most_calls
from tests.properties.random_rules import examples
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
    with at_most_calls(500_000):
        found = prove(game, claim)
    assert isinstance(found, Undecided)
    snapshot(found.reason)
    assert "; use fewer piles" in found.reason


@pytest.mark.parametrize("seconds", [0, 0.5])
def test_the_time_limit_is_respected(seconds: float) -> None:
    rule = sprague.game("nim:piles=2")
    with WorkClock(seconds).running():
        found = prove(rule, LONG, budget=Limits(seconds=seconds))
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
    with WorkClock(1).running():
        found = prove(game, claim, misere=misere, budget=Limits(seconds=1))
    assert isinstance(found, Proof | Refutation | Undecided)


@pytest.mark.parametrize("where", ["thread", "process"])
def test_a_proof_is_cancelled_from_elsewhere(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    context = multiprocessing.get_context("spawn")
    cancel = context.Event()
    other = (threading.Thread if where == "thread" else context.Process)(target=cancel.set)
    looks = 0

    class SetAtTheFifthLook:
        def is_set(self) -> bool:
            nonlocal looks
            looks += 1
            if looks == 5:
                other.start()
                other.join()
            return cancel.is_set()

    monkeypatch.setattr(jit, "mode", "plain")  # where the thread that proves looks at the event, and no other
    with refused(Cancelled):
        prove("nim:piles=2", LONG, budget=Limits(cancel=SetAtTheFifthLook()))
    assert 5 <= looks < 10


def test_what_runs_inside_a_watch_keeps_to_it() -> None:
    with WorkClock(0.3).running(), Limits(seconds=0.3).watch():
        assert isinstance(prove("nim:piles=2", LONG, budget=Limits(seconds=60)), Undecided)
    with Limits(pairs=2).watch():
        assert isinstance(prove("sharing-nim", "a = b and even(v2(c - a))"), Undecided)


@pytest.mark.slow
def test_the_memory_limit_is_respected() -> None:
    program = """
import resource
from sprague.limits import Limits
from sprague.proofs.proving import prove
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
prove("nim:piles=3", "3 a = 2 b + c")
before = peak()
found = prove("nim:piles=3", "1000 a = 999 b + 777 c", budget=Limits(memory=300_000_000, states=10**9))
print(found.reason)
print(peak() - before)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    reason, grown = run.stdout.splitlines()
    assert "937,500" in reason
    assert int(grown) < 300_000_000
