"""Words of symbols, which encode the digit columns of tuples of numbers: `encode_word`, `decode_word`, `count_symbols`.

A column of digits d_0, d_1, … is encoded as the symbol Σ d_i · digits**(tracks - 1 - i); track 0 has the greatest
weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sprague.automata.numeration import Numeration
from sprague.errors import OutOfReach, SpragueError

Position = tuple[int, ...]
Word = npt.NDArray[np.int32]

# limit on the number of symbols; with more symbols, even small automata take minutes to compute
MOST_SYMBOLS = 1 << 16


def decode_word(word: Word, tracks: int, numeration: Numeration) -> Position:
    """Return the tuple of numbers that a word of symbols encodes."""
    rest = np.asarray(word, np.int64)
    numbers = []
    for _ in range(tracks):
        rest, digit = np.divmod(rest, numeration.digits)
        numbers.append(numeration.read(digit))
    return tuple(numbers[::-1])


def encode_word(position: Sequence[int], numeration: Numeration) -> Word:
    """Return the word of symbols that encodes a tuple of numbers, without leading zeros."""
    written = [numeration.write(number) for number in position]
    word = np.zeros(max((digits.size for digits in written), default=0), np.int32)
    for digits in written:
        word *= numeration.digits
        word[word.size - digits.size :] += digits
    return word


def digit_columns(tracks: int, numeration: Numeration) -> npt.NDArray[np.int64]:
    """Return the digits that each symbol of a word encodes, as an array with one row for each track."""
    symbols = np.arange(count_symbols(tracks, numeration), dtype=np.int64)
    weights = [numeration.digits ** (tracks - 1 - track) for track in range(tracks)]
    return np.array([symbols // weight % numeration.digits for weight in weights], np.int64).reshape(
        tracks, symbols.size
    )


@lru_cache(maxsize=64)
def arranged_symbols(sources: tuple[int, ...], tracks: int, numeration: Numeration) -> npt.NDArray[np.int64]:
    """Return an array that maps each symbol to the symbol of its digits on the tracks `sources[0]`, `sources[1]`, ….

    Proofs need the same few symbol arrays repeatedly, so the function caches its results.
    """
    columns = digit_columns(tracks, numeration)
    symbol = np.zeros(columns.shape[1], np.int64)
    for source in sources:
        symbol = symbol * numeration.digits + columns[source]
    symbol.setflags(write=False)
    return symbol


def count_symbols(tracks: int, numeration: Numeration) -> int:
    """Return the number of different symbols on a given number of tracks; raise OutOfReach if there are too many."""
    if tracks < 0:
        raise SpragueError(f"expected 0 or more tracks, got {tracks!r}")
    symbols = int(numeration.digits**tracks)
    if symbols > MOST_SYMBOLS:
        raise OutOfReach(
            f"an automaton that reads {tracks} numbers in {numeration} has {symbols:,} symbols, more than the "
            f"limit of {MOST_SYMBOLS:,}; use fewer piles"
        )
    return symbols
