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

from sprague.checker.budget import DEFAULT, Budget
from sprague.checker.certificates import read_head
from sprague.checker.digits import Digits
from sprague.coq.by_digits import by_digits
from sprague.coq.export import to_coq
from sprague.coq.terms import NotCovered
from sprague.coq.words import Subject, words_of, write_words
from sprague.coq.writing import comment
from sprague.limits import Limits
from sprague.rules.notation import parse

SEVERAL = " | "  # between the formulas of a claim about several Grundy values


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
    limits = Limits.of(limits).otherwise(DEFAULT)
    read_head(dict(certificate))
    with limits.watch():
        certificate = by_digits(certificate, Budget.of(limits))
    text = to_coq(certificate, limits)
    claim = certificate.get("claim")
    if not isinstance(claim, str):
        return _closed(text)
    try:
        if certificate.get("kind") == "heaps":
            raise NotCovered("a formula beside values of heaps is not covered yet")
        rule, digits = parse(str(certificate["rule"])), Digits.of(str(certificate["numeration"]))
        pairs = zip(claim.split(SEVERAL), _subjects(certificate), strict=True)
        more = [write_words(words_of(rule, said, digits, subject.number), said, subject) for said, subject in pairs]
    except NotCovered as error:
        said = f"\n(** The formula is not proved in this file: {comment(str(error))}. *)\n"
        return _closed(text + said, claim, str(error))
    return _closed("".join([text, *more]), claim)


def _closed(text: str, claim: str | None = None, unproved: str | None = None) -> TheoremFile:
    """The file with the question at its end what its theorems rest on: one for all, as each takes Coq a second."""
    theorems = tuple(re.findall(r"^Theorem (\w+) ", text, re.MULTILINE))
    pairs = ", ".join(theorems)
    asked = f"Definition theorems := ({pairs}).\nPrint Assumptions theorems.\n"
    return TheoremFile(f"{text}\n(** What the theorems rest on: no axiom. *)\n{asked}", theorems, claim, unproved)


def _subjects(certificate: Mapping[str, object]) -> list[Subject]:
    """What is said by each automaton of a certificate."""
    value = "grundy_value (move game) %"
    match certificate.get("kind"), certificate.get("automata"):
        case "grundy-values", list(automata):
            return [Subject(f"{value} {n}", "grundy_values", f"set{n}", f"_{n}") for n in range(len(automata))]
        case "grundy-function", _:
            by_power = certificate.get("value") == "power of two"
            return [Subject(f"{value} value", "grundy_function", of_value=True, by_power=by_power)]
    if (blocking := parse(str(certificate["rule"])).blocking) > 0:
        return [Subject(f"p_position_blocking {blocking} game %", "p_positions")]
    play = "Misere" if certificate.get("play") == "misere" else "Normal"
    return [Subject(f"p_position {play} game %", "p_positions")]
