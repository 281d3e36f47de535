"""`theorem_file` returns the complete Coq file of a certificate: the set, the theorem about it, and the formula.

>>> import sprague
>>> nim = sprague.prove("(a, b) -> (u, b) where u < a any order", "a = b")
>>> [line for line in theorem_file(nim.certificate()).text.splitlines() if line.endswith((" a = b.", "claim a b)."))]
['Definition claim (a b : N) : Prop := a = b.', '  (p_position Normal game [a; b] <-> claim a b).']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sprague.certificates.evidence import VALUES, Heaps
from sprague.coq.automaton_tables import DEFAULT_LIMITS, StateLimit
from sprague.coq.export import to_coq
from sprague.coq.export_input import SEVERAL, Certificate, DigitSets, convert_to_automata, read_certificate
from sprague.coq.formulas.formula_theorem import TranslatedClaim, claim_proof_text, subjects_of, translate_claim
from sprague.coq.headings import KINDS, Heading
from sprague.coq.printer import automaton_text
from sprague.coq.rule_terms import NotCovered
from sprague.coq.statements import Statement, state
from sprague.coq.syntax import escape_comment, list_text
from sprague.limits import Limits


@dataclass(frozen=True)
class TheoremFile:
    """The complete Coq file of a certificate, and the statements that the file must prove.

    `claim` is the formula of the certificate. If the file does not prove the formula, `unproved` states why.
    """

    text: str
    statement: Statement
    claim: str | None = None
    unproved: str | None = None


@dataclass(frozen=True)
class StatedCertificate:
    """The statements of the theorems of a certificate, without proofs; `TheoremFile` also contains the proofs."""

    certificate: Certificate
    statement: Statement
    words: tuple[TranslatedClaim, ...]
    claim: str | None
    unproved: str | None


def theorem_file(certificate: Mapping[str, object], budget: Limits | None = None) -> TheoremFile:
    """Return the complete Coq file of a certificate: its theorems with their proofs.

    If Coq does not cover the formula, the file contains only the theorem about the set.

    Raises:
        NotCovered: the Coq library does not cover this kind of certificate or rule.
    """
    budget = Limits.of(budget).with_defaults(DEFAULT_LIMITS)
    stated = state_certificate(read_certificate(certificate), budget)
    heading, statement = stated.statement.heading, stated.statement
    text = to_coq(stated.certificate, budget)
    if stated.unproved is not None:
        text += (
            f"\n(** The formula of the certificate is not proved in this file: {escape_comment(stated.unproved)}. *)\n"
        )
    if stated.words:
        subjects = subjects_of(heading, stated.certificate.rule)
        for one, claim, subject in zip(stated.words, heading.claims, subjects, strict=True):
            text += claim_proof_text(one, claim, subject)
    # One command prints the axioms of all theorems, because each command that prints axioms takes Coq a second.
    pairs = ", ".join(statement.theorems)
    text += f"\n(** The theorems use no axioms. *)\nDefinition theorems := ({pairs}).\n"
    return TheoremFile(f"{text}Print Assumptions theorems.\n", statement, stated.claim, stated.unproved)


def state_certificate(certificate: Certificate, limits: Limits, *, with_words: bool = True) -> StatedCertificate:
    """Return the statements that a Coq file must prove about a certificate, and the formula if Coq supports it."""
    with limits.watch():
        certificate = convert_to_automata(certificate, StateLimit.of(limits))
    if certificate.kind not in KINDS:
        raise NotCovered(f"the export to Coq does not cover certificates of the kind {certificate.kind!r}")
    claim = SEVERAL.join(certificate.claims) if certificate.claims else None
    words: list[TranslatedClaim] = []
    unproved: str | None = None
    if claim is not None:
        try:
            words = _words(certificate) if with_words else []
            unproved = None if with_words else "the file has no theorem about the formula"
        except NotCovered as error:
            unproved = str(error)
    if not words:
        certificate = replace(certificate, claims=())
    statement = state(Heading.of(certificate), words, _given_sets(certificate))
    return StatedCertificate(certificate, statement, tuple(words), claim, unproved)


def _words(certificate: Certificate) -> list[TranslatedClaim]:
    """Translate the formulas of a certificate to Coq statements."""
    sets, rule = certificate.evidence, certificate.rule
    if not isinstance(sets, DigitSets):
        raise NotCovered("the export to Coq does not cover formulas for the Grundy values of heaps")
    pairs = zip(certificate.claims, subjects_of(Heading.of(certificate), rule), strict=True)
    return [translate_claim(rule, text, sets.numeration, subject.number) for text, subject in pairs]


def _given_sets(certificate: Certificate) -> dict[str, tuple[str, str]]:
    """Return a mapping from the Coq names of the sets (or heap values) in a certificate to their types and values."""
    evidence = certificate.evidence
    if isinstance(evidence, Heaps):
        return {"values": ("list N", f"{list_text(evidence.values, '; ')}%N")}
    assert isinstance(evidence, DigitSets)
    found = {}
    for number, automaton in enumerate(evidence.automata):
        text = automaton_text(automaton, evidence.numeration.digits)
        name = f"set{number}" if certificate.kind == VALUES else "set"
        found[name] = ("automaton", f"Eval vm_compute in make_automaton\n  {text}%positive")
    return found
