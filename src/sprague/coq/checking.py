"""Certificates and files of theorems checked by Coq, and told in the words of `sprague.verify`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sprague.checker import Verified
from sprague.checker.reading import load
from sprague.coq.assistant import check_text, find_coq
from sprague.coq.sentences import read_theorems
from sprague.coq.theorem_file import theorem_file
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.rules.notation import parse

DEFAULT = Limits(seconds=600)
SAID = {
    "p-positions": "the set is exactly that of the P-positions",
    "grundy-values": "the sets are exactly the positions of the first Grundy values",
    "grundy-function": "the set has each position with its Grundy value",
    "totals": "the set that the totals tell is exactly that of the P-positions",
    "heaps": "the values of all heaps repeat as told, and those of sums are their nim-sums",
    "window": "the positions of value 0 in the window are exactly the P-positions",
}


@dataclass(frozen=True, repr=False)
class VerifiedByCoq(Verified):
    """What Coq has accepted: the same as `Verified`, with the version of Coq in place of pairs of states."""

    coq: str = ""

    def to_json(self) -> dict[str, object]:
        found = super().to_json()
        del found["pairs"]
        return {**found, "coq": self.coq}


def verify_by_coq(certificate: str | Path | Mapping[str, object], limits: Limits | None = None) -> Verified:
    """Have Coq check a certificate, given as a file or as the object in it.

    The same errors as those of `sprague.verify`, and an error if there is no Coq on the machine.
    """
    coq = find_coq()
    data = certificate if isinstance(certificate, Mapping) else load(Path(certificate))
    limits = Limits.of(limits).otherwise(DEFAULT)
    with limits.watch():
        file = theorem_file(data, limits)
        check_text(file.text, file.theorems)
    rule, misere = parse(str(data["rule"])), data["play"] == "misere"
    sentences = [
        f"Verified for all positions of {rule} in {'misère' if misere else 'normal'} play: "
        f"{SAID[str(data['kind'])]} ({coq}, no axioms).",
        f"Play ends, because {_rank_words(data['rank'])} falls with every move.",
    ]
    if file.claim is not None:
        verdict = "says the same." if file.unproved is None else f"is NOT verified: {file.unproved}."
        sentences.append(f"The formula '{file.claim}' {verdict}")
    play = "misere" if misere else "normal"
    return VerifiedByCoq(
        str(data["kind"]), str(rule), play, tuple(sentences), 0, file.claim, file.unproved, coq=str(coq)
    )


def _rank_words(rank: object) -> str:
    """How a rank is called, which Coq has found to fall."""
    assert isinstance(rank, Mapping)
    if "quadratic" in rank:
        squares = rank["quadratic"] == "squares"
        return "the sum of the squares of the piles" if squares else "the sum of the products of two piles"
    return ", then ".join(map(str, rank["terms"]))


def check_file(path: Path, limits: Limits | None = None) -> list[str]:
    """Have Coq check a file of theorems; what it has accepted, in sentences, with what the theorems say.

    A file with sentences that those of `sprague export` do not have is refused, as Coq would do what they say.
    """
    coq = find_coq()
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SpragueError(f"expected a file of Coq, got {str(path)!r}: {error}") from None
    theorems = read_theorems(text, path.name)
    if not theorems:
        raise SpragueError(f"expected a file with theorems, got {str(path)!r}, which states none")
    names = [theorem.name for theorem in theorems]
    with Limits.of(limits).otherwise(DEFAULT).watch():
        check_text(text, names, is_ours=False)
    return [
        f"Verified: {coq} accepts {', '.join(names)} of {path.name}, which rest on no axioms.",
        *(theorem.statement for theorem in theorems if not theorem.is_lemma),
        "What game, set and told stand for in them is defined in the file, and not compared with any rule: read it, or "
        "have a certificate checked.",
    ]
