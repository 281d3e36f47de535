"""Numbers of the OEIS for entries of the atlas, with the first terms by which each is compared with the values.

Only sequences whose definition names the game, or whose definition is evidently the same, are listed. The certainty
tells where the number comes from. `tests/website/test_recording.py` compares the terms with the stored values.
"""

from __future__ import annotations

from dataclasses import dataclass

SURE = "sure: the sequence is defined by this game, or by an evident formula for it"
QUOTED = "quoted from docs/octal.md, where the periods were compared with the OEIS"
GIVEN = "quoted from memory of the literature; only the first terms were compared"


@dataclass(frozen=True)
class ListedSequence:
    """A sequence of the OEIS: its number, its relation to the game, first terms, and how certain the relation is."""

    number: str
    what: str
    terms: tuple[int, ...]
    certainty: str = SURE


def _terms(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


#: The sequences by the name of the game on the command line, in normal play.
SEQUENCES: dict[str, tuple[ListedSequence, ...]] = {
    "nim:piles=1": (ListedSequence("A001477", "Grundy values", _terms("0 1 2 3 4 5 6 7 8 9")),),
    "nim:piles=2": (ListedSequence("A003987", "Grundy values by antidiagonals", _terms("0 1 1 2 0 2 3 3 3 3")),),
    "wythoff": (
        ListedSequence("A004481", "Grundy values by antidiagonals", _terms("0 1 1 2 2 2 3 0 0 3 4 4 1 4 4")),
        ListedSequence("A317205", "Grundy values", (), GIVEN),
        ListedSequence("A000201", "smaller piles of the P-positions, without 0", _terms("1 3 4 6 8 9 11")),
        ListedSequence("A001950", "larger piles of the P-positions, without 0", _terms("2 5 7 10 13 15 18")),
        ListedSequence("A002251", "b for each a in the P-positions", _terms("0 2 1 5 7 3 10 4")),
    ),
    "sharing-nim:piles=3": (ListedSequence("A271620", "Grundy values of row 0", (), GIVEN),),
    "grundys-game": (ListedSequence("A002188", "Grundy values", _terms("0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3")),),
    "kayles": (ListedSequence("A002186", "Grundy values", _terms("0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2")),),
    "dawsons-chess": (ListedSequence("A002187", "Grundy values", _terms("0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3")),),
    "octal:code=0.16": (ListedSequence("A071430", "Grundy values", (), QUOTED),),
    "octal:code=0.44": (ListedSequence("A071434", "Grundy values", (), QUOTED),),
    "octal:code=0.45": (ListedSequence("A071435", "Grundy values", (), QUOTED),),
    "octal:code=0.56": (ListedSequence("A071436", "Grundy values", (), QUOTED),),
    "octal:code=0.045": (ListedSequence("A071452", "Grundy values", (), QUOTED),),
    "octal:code=0.051": (ListedSequence("A071453", "Grundy values", (), QUOTED),),
    "octal:code=0.127": (ListedSequence("A071464", "Grundy values", (), QUOTED),),
    "octal:code=0.141": (ListedSequence("A125912", "Grundy values", (), QUOTED),),
    "(n) -> (n - 1)": (ListedSequence("A000035", "Grundy values", _terms("0 1 0 1 0 1 0 1")),),
    "(n) -> (n - k) where 1 <= k <= 2": (ListedSequence("A010872", "Grundy values", _terms("0 1 2 0 1 2 0 1 2")),),
    "(n) -> (n - k) where 1 <= k <= 3": (ListedSequence("A010873", "Grundy values", _terms("0 1 2 3 0 1 2 3")),),
    "(n) -> (n - k) where 1 <= k <= 4": (ListedSequence("A010874", "Grundy values", _terms("0 1 2 3 4 0 1 2 3 4")),),
    "(n) -> (n - k) where 1 <= k <= 5": (ListedSequence("A010875", "Grundy values", _terms("0 1 2 3 4 5 0 1 2")),),
    "(n) -> (n - k) where 1 <= k <= 6": (ListedSequence("A010876", "Grundy values", _terms("0 1 2 3 4 5 6 0 1")),),
    "(n) -> (n - k) where 1 <= k <= 7": (ListedSequence("A010877", "Grundy values", _terms("0 1 2 3 4 5 6 7 0")),),
    "wythoff-2": (
        ListedSequence("A001951", "smaller piles of the P-positions", _terms("0 1 2 4 5 7 8 9 11")),
        ListedSequence("A001952", "larger piles of the P-positions, without 0", _terms("3 6 10 13 17")),
    ),
}
