"""Size limits of automata: limits on states, on pairs of states and on memory.

Each operation passes its size limit to its kernel, which stops at the limit. An operation whose result would be too
large therefore stops before it uses up the memory. Callers set the limits with `Limits.watch`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from sprague import limits
from sprague.automata.numeration import Numeration
from sprague.automata.words import count_symbols
from sprague.errors import OutOfReach

# default limits on the states of an automaton and on pairs of states
STATES = PAIRS = 2_000_000

# The greatest size limit; its product with the number of symbols fits into 64 bits.
MOST = 1 << 40

# Estimates of the peak memory in bytes. The memory estimates include copies of growing arrays, reversed transitions and
# hash tables.
BYTES_PER_ENTRY = 24
BYTES_PER_STATE = 128
# memory for a pair of states, its predecessor and its hash table entry; the arrays grow by doubling
BYTES_PER_PAIR = 64
BYTES_PER_LINE = 256  # memory for one line of a text file and the numbers in the line
BYTES_PER_NUMBER = 12  # memory for a four-byte number in a list that grows by doubling


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """A size limit on states, pairs or transitions; `memory` is the memory limit from which it is derived, if any."""

    most: int
    what: str
    memory: int | None = None

    def check(self, operation: str, reached: int) -> None:
        """Raise OutOfReach if the number of states, pairs or transitions in an operation exceeds the size limit."""
        if reached > self.most:
            raise self.refusal(operation)

    def refusal(self, operation: str, needed: int | None = None) -> OutOfReach:
        """Return the OutOfReach error for an operation that exceeds the size limit; `needed` is the size, if known."""
        most = f"{self.most:,} {self.what}"
        if self.memory is not None:
            most += f" ({_format_bytes(self.memory)} of memory)"
        fact = f"more than {most}" if needed is None else f"{needed:,} {self.what}, more than the limit of {most}"
        name = self.what if self.memory is None else "memory"
        return OutOfReach(
            f"{operation} would need {fact}; use fewer piles or smaller numbers, or allow more with Limits({name}=…)"
        )


def state_limit(symbols: int, most: int | None = None) -> SizeLimit:
    """Return the size limit on the states of an automaton; the limit is at most `most`."""
    wanted = _states()
    if most is not None:
        wanted = min(most, wanted)
    return _within_memory(wanted, "states", BYTES_PER_ENTRY * symbols + BYTES_PER_STATE)


def check_state_count(what: str, needed: int, tracks: int, numeration: Numeration) -> None:
    """Raise OutOfReach if an automaton needs more states than the size limit allows."""
    bound = state_limit(count_symbols(tracks, numeration))
    if needed > bound.most:
        raise bound.refusal(what, needed)


def subset_limits(symbols: int, most: int | None = None) -> tuple[SizeLimit, SizeLimit]:
    """Return two size limits of a subset construction: on the number of subsets, and on the sum of their sizes."""
    bound = state_limit(2 * symbols, most)
    return bound, _within_memory(None, "members of subsets", 2 * BYTES_PER_NUMBER)


def pair_limit() -> SizeLimit:
    """Return the size limit on the pairs of states in a comparison."""
    return _within_memory(_pairs(), "pairs", BYTES_PER_PAIR)


def subset_pair_limits() -> tuple[SizeLimit, SizeLimit]:
    """Return two size limits of a comparison with a subset construction: on pairs, and on the total size of subsets."""
    return (
        _within_memory(_pairs(), "pairs", 2 * BYTES_PER_PAIR),
        _within_memory(None, "members of subsets", 2 * BYTES_PER_NUMBER),
    )


def guess_product_limits(symbols: int) -> tuple[SizeLimit, SizeLimit]:
    """Return two size limits of a product that quantifies digits: on its pairs of states, and on its transitions."""
    return (
        _within_memory(None, "pairs", 2 * (BYTES_PER_PAIR + BYTES_PER_ENTRY * symbols)),
        _within_memory(None, "transitions", 2 * BYTES_PER_NUMBER),
    )


def text_limit() -> SizeLimit:
    """Return the size limit on the transitions of an automaton in a text file."""
    return _within_memory(None, "transitions", BYTES_PER_LINE)


def _format_bytes(count: int) -> str:
    """Return a number of bytes as text, such as "12.3 MB".

    >>> _format_bytes(999), _format_bytes(12_345_678), _format_bytes(4 << 30)
    ('999 bytes', '12.3 MB', '4.3 GB')
    """
    for size, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def _within_memory(most: int | None, what: str, each: int) -> SizeLimit:
    allowed = limits.current().memory
    return _fitting(most, what, each, _default_memory() if allowed is None else allowed)


@lru_cache(maxsize=1024)
def _fitting(most: int | None, what: str, each: int, memory: int) -> SizeLimit:
    fit = min(max(memory // each, 1), MOST)
    return SizeLimit(most, what) if most is not None and most <= fit else SizeLimit(fit, what, memory)


def _states() -> int:
    allowed = limits.current().states
    return STATES if allowed is None else min(allowed, MOST)


def _pairs() -> int:
    allowed = limits.current().pairs
    return PAIRS if allowed is None else min(allowed, MOST)


_default_memory = cache(limits.default_memory)
