"""Numbers of the OEIS for entries of the atlas, with the first terms by which each is compared with the values.

A number is listed only if the OEIS names the game at the sequence, or if the values are evidently those of the
sequence. The certainty of each number is part of the entry. `tests/website/test_recording.py` compares the terms with
the stored values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

NAMED = "sure: the OEIS names this game at the sequence, or its formula is evidently that of the game"
PROVED = "sure: the certificate proves the period, and the first values are those of the formula"
QUOTED = "quoted from docs/octal.md, where the periods were compared with the OEIS"
#: Relations of a sequence to the values of an entry, other than rows and tables by antidiagonals.
TRIANGLE, DIAGONAL = "Grundy values of a >= b, row by row", "Grundy values of the positions (n, n)"


@dataclass(frozen=True)
class ListedSequence:
    """A sequence of the OEIS: its number, its relation to the game, first terms, and how certain the relation is."""

    number: str
    what: str
    terms: tuple[int, ...]
    certainty: str = NAMED


def _terms(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _octal(number: str, terms: str, codes: str, first: int = 0) -> Iterator[tuple[str, tuple[ListedSequence, ...]]]:
    """Yield a sequence for each octal code; its first term is the Grundy value of a heap of `first` chips."""
    what = "Grundy values" + (f", from n = {first} on" if first else "")
    for code in codes.split():
        yield f"octal:code={code}", (ListedSequence(number, what, _terms(terms)),)


KAYLES = "1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2"
DAWSON = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2"
#: The sequences by the name of the game on the command line, in normal play.
SEQUENCES: dict[str, tuple[ListedSequence, ...]] = {
    "nim:piles=1": (ListedSequence("A001477", "Grundy values", _terms("0 1 2 3 4 5 6 7 8 9")),),
    "nim:piles=2": (ListedSequence("A003987", "Grundy values by antidiagonals", _terms("0 1 1 2 0 2 3 3 3 3")),),
    "wythoff": (
        ListedSequence("A004481", "Grundy values by antidiagonals", _terms("0 1 1 2 2 2 3 0 0 3 4 4 1 4 4")),
        ListedSequence("A317205", TRIANGLE, _terms("0 1 2 2 0 1 3 4 5 6 4 5 3 2 7 5 3 4 0 6 8 6 7 8 1 9 10 3")),
        ListedSequence("A047708", DIAGONAL, _terms("0 2 1 6 7 8 3 5")),
        ListedSequence("A000201", "smaller piles of the P-positions, without 0", _terms("1 3 4 6 8 9 11")),
        ListedSequence("A001950", "larger piles of the P-positions, without 0", _terms("2 5 7 10 13 15 18")),
        ListedSequence("A002251", "b for each a in the P-positions", _terms("0 2 1 5 7 3 10 4")),
    ),
    "sharing-nim:piles=3": (
        ListedSequence("A271620", "Grundy values of row 0", _terms("0 0 1 0 0 0 1 0 3 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0")),
    ),
    "grundys-game": (ListedSequence("A002188", "Grundy values", _terms("0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3")),),
    "couples-are-forever": (
        ListedSequence("A046695", "Grundy values, from n = 1 on", _terms("0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2")),
    ),
    "kayles": (ListedSequence("A002186", "Grundy values", _terms(f"0 {KAYLES}")),),
    "dawsons-chess": (ListedSequence("A002187", "Grundy values", _terms(DAWSON)),),
    "dawsons-kayles": (ListedSequence("A002187", "Grundy values, from n = 1 on", _terms(DAWSON)),),
    **dict(_octal("A002186", f"0 {KAYLES}", "0.771")),
    **dict(_octal("A002186", f"0 {KAYLES}", "4.4 4.41 4.42 4.43 4.6 4.61 4.62 4.63", 1)),
    **dict(_octal("A002187", DAWSON, "0.4 0.401 0.402 0.403 0.42 0.421 0.422 0.423", 2)),
    **dict(_octal("A071434", "1 1 2 2 3 3 1 1 4 4 3 3 2 2 1 1 4 4", "0.074 0.075 0.076 0.077", 2)),
    **dict(
        _octal("A071434", "1 1 2 2 3 3 1 1 4 4 3 3 2 2 1 1", "0.44 0.441 0.442 0.443 0.46 0.461 0.462 0.463", 3),
    ),
    **dict(_octal("A071435", "1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6", "0.177", 1)),
    **dict(
        _octal("A071435", "1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6", "0.45 0.451 0.452 0.453 0.47 0.471 0.472 0.473", 2),
    ),
    **dict(_octal("A071452", "1 1 1 2 2 2 3 3 1 1 1 4 4 4 3 3 2 2", "0.045 0.047", 3)),
    "octal:code=0.051": (ListedSequence("A071453", "Grundy values", (), QUOTED),),
    "octal:code=0.141": (ListedSequence("A125912", "Grundy values", (), QUOTED),),
    "wythoff-2": (
        ListedSequence("A001951", "smaller piles of the P-positions", _terms("0 1 2 4 5 7 8 9 11")),
        ListedSequence("A001952", "larger piles of the P-positions, without 0", _terms("3 6 10 13 17")),
    ),
}
#: The sequences n mod m by the modulus m.
RESIDUES = {2: "A000035", 3: "A010872", 4: "A010873", 5: "A010874", 6: "A010875", 7: "A010876", 8: "A010877"}


def known_sequences(names: Iterable[str], values: tuple[int, ...], verified: str) -> Iterator[ListedSequence]:
    """Yield the sequences of a game in normal play.

    Args:
        names: The names of the game on the command line.
        values: The first values of a game with one pile, from n = 0 on; empty for other games.
        verified: The statement of the checker, or an empty text.

    >>> [one.number for one in known_sequences([], (0, 1, 2) * 4, "n has period 3 from 0 on")]
    ['A010872']
    >>> list(known_sequences([], (0, 1, 2) * 4, "n has period 3 from 10 on"))
    []
    """
    found = {one.number: one for name in names for one in SEQUENCES.get(name, ())}
    period = re.search(r"period (\d+) from (\d+) on", verified)
    if period is not None:
        modulus, start = int(period[1]), int(period[2])
        residues = tuple(n % modulus for n in range(len(values)))
        if start + modulus <= len(values) and values == residues and modulus in RESIDUES:
            number = RESIDUES[modulus]
            found.setdefault(number, ListedSequence(number, f"Grundy values, n mod {modulus}", residues, PROVED))
    yield from found.values()
