"""The file of a theorem: the set of a certificate proved (`export`), and the same set in words where there are any.

>>> nim = {
...     "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
...     "rule": "(a, b) -> (u, b) where u < a any order", "tracks": ["a", "b"], "rank": {"terms": ["a + b"]},
...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}, "claim": "a = b",
... }
>>> [line for line in theorem_file(nim).text.splitlines() if line.endswith((" a = b.", "told a b)."))]
['Definition told (a b : N) : Prop := a = b.', '  (p_position Normal game [a; b] <-> told a b).']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sprague.coq.export import to_coq
from sprague.coq.terms import NotCovered
from sprague.coq.words import words_of, write_words
from sprague.coq.writing import comment
from sprague.limits import Limits
from sprague.rules.notation import parse


@dataclass(frozen=True)
class TheoremFile:
    """A file of Coq, the theorems in it, the formula that it proves beside, and the reason if it does not."""

    text: str
    theorems: tuple[str, ...]
    claim: str | None = None
    unproved: str | None = None


def theorem_file(certificate: Mapping[str, object], limits: Limits | None = None) -> TheoremFile:
    """All that a certificate says as a file of Coq; what is not covered is refused, with the reason.

    Where only the formula is not covered, the file is about the set alone.
    """
    text = to_coq(certificate, limits)
    theorems = tuple(re.findall(r"^Print Assumptions (\w+)\.$", text, re.MULTILINE))
    claim = certificate.get("claim")
    if not isinstance(claim, str):
        return TheoremFile(text, theorems)
    play = "Misere" if certificate.get("play") == "misere" else "Normal"
    try:
        if certificate["kind"] != "p-positions":
            raise NotCovered("formulas of Grundy values are not told to Coq yet")
        words = words_of(parse(str(certificate["rule"])), claim, int(str(certificate["numeration"])))
    except NotCovered as error:
        said = f"\n(** The formula is not proved in this file: {comment(str(error))}. *)\n"
        return TheoremFile(text + said, theorems, claim, str(error))
    more = write_words(words, claim, f"p_position {play} game %")
    return TheoremFile(text + more, (*theorems, "in_words"), claim)
