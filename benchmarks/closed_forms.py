"""Benchmark of closed forms at any size: outcome, winning moves and explanation, at n and at 2n binary digits.

Each time is the processor time, in seconds, for a random position and for the position after its first winning move.
Neither position has been solved before. A ratio near 2 means linear time. The benchmark only prints its results.
"""

from __future__ import annotations

import random
import sys
import time

import sprague
from results import record

GAMES = [
    ("nim", 3, False),
    ("nim", 3, True),
    ("moore-nim", 3, False),
    ("moore-nim", 3, True),
    ("wythoff", 2, False),
    ("wythoff", 2, True),
    ("rim:base=10", 3, False),
    ("trim", 3, False),
    ("empty-transfer", 2, False),
    ("empty-transfer", 2, True),
    ("empty-transfer", 3, False),
    ("empty-transfer", 4, False),
    ("empty-all-but-one", 3, False),
    ("empty-all-but-one", 3, True),
    ("empty-redistribute", 7, False),
    ("empty-redistribute", 4, True),
    ("selective-empty-redistribute", 4, False),
    ("sharing-nim", 3, False),
    ("sharing-nim", 3, True),
    ("graph-nim", 3, False),
    ("dynamic-nim:stop=3,limit=2x-1", 3, False),
    ("subtraction-transfer:a=5,b=5,c=1", 2, False),
]


def seconds(name: str, entries: int, misere: bool, bits: int, seed: int) -> float:
    source = random.Random(f"{seed} {bits}")
    position = [source.getrandbits(bits) | 1 << (bits - 1) for _ in range(entries)]
    start = time.process_time()
    answer = sprague.solve(name, position, misere=misere)
    reached = [sprague.solve(name, move, misere=misere) for move in answer.winning_moves[:1]]
    taken = time.process_time() - start
    assert answer.because.kind == "theorem"
    assert all(after.outcome == "P" for after in reached)
    return taken


def main() -> None:
    bits = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"{'game':36} {'play':7} {f'{bits:,} digits':>18} {'twice as many':>14} {'ratio':>6}")
    rows = []
    for name, entries, misere in GAMES:
        seconds(name, entries, misere, 10_000, 0)  # import and cache everything that is computed once
        once, twice = (
            min(seconds(name, entries, misere, size, seed) for seed in range(3)) for size in (bits, 2 * bits)
        )
        play = "misère" if misere else "normal"
        print(f"{name:36} {play:7} {once:17.3f}s {twice:13.3f}s {twice / once:6.1f}", flush=True)
        rows.append((name, play, once, twice, twice / once))
    record(("game", "play", "once, s", "twice as many, s", "ratio"), rows, {"binary digits of a pile": bits})


if __name__ == "__main__":
    main()
