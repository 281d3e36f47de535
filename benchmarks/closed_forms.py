"""Closed forms at any size: seconds for outcome and winning move, at n and at 2n binary digits.

A ratio near 2 is linear time. Prints, asserts nothing.
"""

from __future__ import annotations

import random
import sys
import time

import sprague

GAMES = [
    ("nim", 3, False),
    ("nim", 3, True),
    ("moore-nim", 3, False),
    ("wythoff", 2, False),
    ("trim", 3, False),
    ("empty-transfer", 2, False),
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


def seconds(name: str, entries: int, misere: bool, bits: int) -> float:
    source = random.Random(bits)
    position = [source.getrandbits(bits) | 1 << (bits - 1) for _ in range(entries)]
    start = time.perf_counter()
    answer = sprague.solve(name, position, misere=misere)
    taken = time.perf_counter() - start
    assert answer.because.kind == "theorem"
    return taken


def main() -> None:
    bits = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"{'game':36} {'play':7} {f'{bits:,} digits':>18} {'twice as many':>14} {'ratio':>6}")
    for name, entries, misere in GAMES:
        seconds(name, entries, misere, 1000)
        once, twice = (min(seconds(name, entries, misere, size) for _ in range(2)) for size in (bits, 2 * bits))
        play = "misère" if misere else "normal"
        print(f"{name:36} {play:7} {once:17.3f}s {twice:13.3f}s {twice / once:6.1f}", flush=True)


if __name__ == "__main__":
    main()
