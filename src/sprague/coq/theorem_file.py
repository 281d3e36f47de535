"""The Coq file of a theorem: the set of a certificate with its proof (`export`), and the formula of the set, if any.

>>> nim = {
...     "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
...     "rule": "(a, b) -> (u, b) where u < a any order", "tracks": ["a", "b"], "rank": {"terms": ["a + b"]},
...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}, "claim": "a = b",
... }
>>> [line for line in theorem_file(nim).text.splitlines() if line.endswith((" a = b.", "told a b)."))]
['Definition told (a b : N) : Prop := a = b.', '  (p_position Normal game [a; b] <-> told a b).']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sprague.checker.budget import DEFAULT, Budget
from sprague.checker.certificates import read_head
from sprague.checker.digits import Digits
from sprague.checker.reading import read_automaton, read_heaps
from sprague.coq.by_digits import by_digits
from sprague.coq.conditions import Automaton
from sprague.coq.export import to_coq
from sprague.coq.headings import KINDS, SEVERAL, Heading
from sprague.coq.heaps import values_text
from sprague.coq.numerations import Numeration
from sprague.coq.statements import Statement, state
from sprague.coq.terms import NotCovered
from sprague.coq.words import Words, subjects_of, words_of, write_words
from sprague.coq.writing import automaton_text, comment
from sprague.limits import Limits
from sprague.rules.notation import parse


@dataclass(frozen=True)
class TheoremFile:
    """A file of Coq, and the statements that it has to prove.

    `claim` is the formula of the certificate, and `unproved` the reason if the file does not prove it.
    """

    text: str
    statement: Statement
    claim: str | None = None
    unproved: str | None = None

    @property
    def theorems(self) -> tuple[str, ...]:
        return self.statement.theorems


@dataclass(frozen=True)
class StatedCertificate:
    """The statements of a certificate: as `TheoremFile`, without the proofs."""

    certificate: Mapping[str, object]
    statement: Statement
    words: tuple[Words, ...]
    claim: str | None
    unproved: str | None


def theorem_file(certificate: Mapping[str, object], limits: Limits | None = None) -> TheoremFile:
    """Return the theorem of a certificate, with its proof, as a file of Coq.

    If only the formula is not covered, the file is about the set alone.

    Raises:
        NotCovered: The library does not cover this kind of certificate or rule.
    """
    limits = Limits.of(limits).otherwise(DEFAULT)
    stated = state_certificate(certificate, limits)
    heading, statement = stated.statement.heading, stated.statement
    text = to_coq(stated.certificate, limits)
    if stated.unproved is not None:
        text += f"\n(** The formula of the certificate is not proved in this file: {comment(stated.unproved)}. *)\n"
    if stated.words:
        subjects = subjects_of(heading, parse(heading.rule))
        for one, claim, subject in zip(stated.words, heading.claims, subjects, strict=True):
            text += write_words(one, claim, subject)
    # One question for all theorems, as each takes Coq a second.
    pairs = ", ".join(statement.theorems)
    text += f"\n(** The axioms that the theorems use: none. *)\nDefinition theorems := ({pairs}).\n"
    return TheoremFile(f"{text}Print Assumptions theorems.\n", statement, stated.claim, stated.unproved)


def state_certificate(
    certificate: Mapping[str, object], limits: Limits, *, with_words: bool = True
) -> StatedCertificate:
    """Return the statements that a file about this certificate has to prove; without the formula if so asked."""
    read_head(dict(certificate))
    with limits.watch():
        certificate = by_digits(certificate, Budget.of(limits))
    if certificate["kind"] not in KINDS:
        raise NotCovered(
            f"the export to Coq covers sets by automata and periods, got a certificate of {certificate['kind']!r}"
        )
    claim, words, unproved = certificate.get("claim"), [], None
    alone = {key: value for key, value in certificate.items() if key != "claim"}
    if isinstance(claim, str):
        try:
            words = _words(certificate, claim) if with_words else []
            unproved = None if with_words else "the file does not prove it"
        except NotCovered as error:
            unproved = str(error)
    certificate = certificate if words else alone
    heading = Heading.of({**certificate, "rule": str(parse(str(certificate["rule"])))}, least=_is_least(certificate))
    statement = state(heading, words, given_sets(certificate))
    return StatedCertificate(certificate, statement, tuple(words), claim if isinstance(claim, str) else None, unproved)


def _words(certificate: Mapping[str, object], claim: str) -> list[Words]:
    """The formulas of a certificate as statements of Coq."""
    if certificate["kind"] == "heaps":
        raise NotCovered("a formula beside values of heaps is not covered yet")
    heading, rule = Heading.of(certificate), parse(str(certificate["rule"]))
    pairs = zip(claim.split(SEVERAL), subjects_of(heading, rule), strict=True)
    return [words_of(rule, text, Digits.of(heading.digits), subject.number) for text, subject in pairs]


def _is_least(certificate: Mapping[str, object]) -> bool:
    return False


def given_sets(certificate: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """Return the type and the value of each set of a certificate, or of its list of values, by name."""
    rule, kind = parse(str(certificate["rule"])), certificate["kind"]
    if kind == "heaps":
        return {"values": ("list N", f"{values_text(read_heaps(certificate['heaps']).values)}%N")}
    base = Numeration.of(Digits.of(str(certificate["numeration"]))).base
    automata = certificate["automata"] if kind == "grundy-values" else [certificate["automaton"]]
    assert isinstance(automata, list)
    tracks = len(rule.names) + (kind == "grundy-function")
    found = {}
    for number, data in enumerate(automata):
        read = read_automaton(data, base**tracks)
        text = automaton_text(Automaton(read.transitions, read.accepting), base)
        name = f"set{number}" if kind == "grundy-values" else "set"
        found[name] = ("automaton", f"Eval vm_compute in make_automaton\n  {text}%positive")
    return found
