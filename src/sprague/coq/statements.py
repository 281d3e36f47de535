"""Statements of theorems, which Sprague derives only from the heading of a Coq file (`state`, `Statement`).

`sprague verify --coq` does not trust the statements in a file. Sprague writes a separate file of statements
(`Statement`) from the rule and the formula in the heading. Coq compiles the file of statements first, so no definition
or notation in the untrusted file can change the meaning of the statements. A third file lets Coq compare the theorems
of the untrusted file with the statements, and print the axioms that the proofs use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sprague.automata.numeration import Numeration as Digits
from sprague.automata.numeration import numeration as digits_of
from sprague.certificates.evidence import FUNCTION, HEAPS, VALUES
from sprague.coq.formulas.formula_theorem import (
    TranslatedClaim,
    claim_definition_text,
    claim_statement_text,
    subjects_of,
    translate_claim,
)
from sprague.coq.headings import Heading
from sprague.coq.heap_theorems import breaking_moves, moves_text
from sprague.coq.numerations import Numeration
from sprague.coq.printer import rule_text
from sprague.coq.rule_translation import CoqRule
from sprague.coq.sampling import PRINTING, Membership, Samples, sample_claim, sample_heaps, sample_rule
from sprague.coq.syntax import identifiers
from sprague.errors import SpragueError
from sprague.language.statements import POWER
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset

FILE = """\
(** The statements that the theorems of a file must prove, written by sprague from this heading:

{heading}
*)
From Coq Require Import NArith ZArith List.
From Sprague Require Import Game{libraries}.
Import ListNotations.

{definitions}
"""

# The Coq file that compares theorems with statements and prints all axioms. The comparing file does not import the
# names of the checked file.
COMPARISON = """\
From Coq Require Import NArith List.
From Sprague Require Import Game.
Import ListNotations.
From {ours} Require {statement}.
From {theirs} Require {stated}.
{definitions}
Definition all_proofs := ({pairs}).
{questions}Print Assumptions all_proofs.
"""
OURS, THEIRS = "Ours", "Theirs"  # names of the Coq folders for the statements and for the checked file
# names of the Coq modules in the folders for the statements and for the checked file
STATEMENT, STATED = "Statement", "Stated"


@dataclass(frozen=True)
class Proposition:
    """The statement of one theorem in Coq: its name, its parameters (sets or values), and its text."""

    name: str
    parameters: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Statement:
    """A Coq file with statements of theorems, and samples on which Coq's rule and sets are tested.

    `given` contains the names of the sets that the file of statements defines. The checked file defines the sets that
    are not in `given`.
    """

    heading: Heading
    text: str
    propositions: tuple[Proposition, ...]
    given: frozenset[str]
    samples: Samples
    memberships: tuple[Membership, ...] = ()

    @property
    def theorems(self) -> tuple[str, ...]:
        """The names of the theorems that the checked file must contain."""
        return tuple(proposition.name for proposition in self.propositions)

    @property
    def comparison(self) -> str:
        """The text of the Coq file that compares the theorems of the checked file with the statements."""
        definitions = []
        for number, proposition in enumerate(self.propositions, 1):
            arguments = "".join(f" {self._source(name)}" for name in proposition.parameters)
            stated = f"{OURS}.{STATEMENT}.{proposition.name}{arguments}"
            definitions.append(f"Definition proof_{number} : {stated} := {THEIRS}.{STATED}.{proposition.name}.")
        return COMPARISON.format(
            ours=OURS,
            theirs=THEIRS,
            statement=STATEMENT,
            stated=STATED,
            definitions="\n".join(definitions),
            pairs=", ".join(f"proof_{number}" for number in range(1, len(definitions) + 1)),
            questions=self._questions(),
        )

    def _questions(self) -> str:
        if not self.memberships:
            return ""
        return PRINTING + "".join(one.question(self._source(one.set_name)) for one in self.memberships)

    def _source(self, name: str) -> str:
        return f"{OURS}.{STATEMENT}.given_{name}" if name in self.given else f"{THEIRS}.{STATED}.{name}"


def state(
    heading: Heading, words: Sequence[TranslatedClaim] | None = None, given: Mapping[str, tuple[str, str]] | None = None
) -> Statement:
    """Return the statements of the theorems that a Coq file with the given heading must prove.

    Args:
        heading: the rule, the play, the digits and the formulas.
        words: the formulas as Coq statements; by default they are translated here.
        given: the types and values of the sets, by name; by default the sets of the checked file are used.
    """
    rule, given = parse(heading.rule), given or {}
    if heading.kind == HEAPS:
        definitions = [f"Definition game : list breaking :=\n  {moves_text(breaking_moves(rule, heading.play))}.\n"]
        propositions, libraries = _heap_propositions(heading), ["Heaps"]
        samples, memberships = sample_heaps(rule), []
    else:
        digits = digits_of(heading.digits)
        numeration = Numeration.of(digits)
        coq_rule = CoqRule.of(rule)
        text = rule_text(coq_rule, identifiers(coq_rule.names))
        definitions = [f"Definition game : rule := {text}.\n", numeration.weight_definition]
        propositions, libraries = set_propositions(heading, rule, numeration), ["Options"]
        samples = sample_rule(rule, coq_rule)
        memberships = _sample_claims(heading, rule, numeration, samples)
        words = _translate(heading, rule, digits) if words is None else words
        if words:
            libraries += ["Functions", "ColumnPrograms"] if digits.base else ["Functions", "WeightedFormulas"]
    definitions += [f"Definition given_{name} : {kind} := {value}.\n" for name, (kind, value) in given.items()]
    kinds = {name: _type_of(name) for proposition in propositions for name in proposition.parameters}
    for proposition in propositions:
        binders = "".join(f" ({name} : {kinds[name]})" for name in proposition.parameters)
        definitions.append(f"Definition {proposition.name}{binders} : Prop :=\n  {proposition.text}.\n")
    definitions += ["Local Open Scope N_scope.\n"] if words else []
    for one, subject in zip(words or (), subjects_of(heading, rule), strict=False):
        proposition = Proposition(f"claim_correct{subject.number}", (), claim_statement_text(one, subject))
        definitions.append(
            f"{claim_definition_text(one, subject)}Definition {proposition.name} : Prop :=\n  {proposition.text}.\n"
        )
        propositions = [*propositions, proposition]
    return Statement(
        heading,
        FILE.format(
            heading=heading.text,
            libraries="".join(f" {name}" for name in libraries),
            definitions="\n".join(part for part in definitions if part),
        ),
        tuple(propositions),
        frozenset(given),
        samples,
        tuple(memberships),
    )


def _sample_claims(heading: Heading, rule: Ruleset, numeration: Numeration, samples: Samples) -> list[Membership]:
    """Return samples on which the formulas of a heading are compared with their sets in Coq."""
    positions = [sample.position for sample in samples.samples]
    track = heading.track if heading.kind == FUNCTION else None
    accepts = numeration.accepts.replace("weight", f"{OURS}.{STATEMENT}.weight")
    found = (
        sample_claim(rule, positions, claim, accepts, f"set{number}" if heading.values else "set", track)
        for number, claim in enumerate(heading.claims)
    )
    return [one for one in found if one is not None]


def _translate(heading: Heading, rule: Ruleset, digits: Digits) -> list[TranslatedClaim]:
    """Return the formulas of a heading as Coq statements."""
    subjects = subjects_of(heading, rule)
    if heading.claims and len(heading.claims) != len(subjects):
        raise SpragueError(
            f"expected {len(subjects)} formulas in the first comment of the file, got {len(heading.claims)}: "
            f"{heading.claims}"
        )
    pairs = zip(heading.claims, subjects, strict=False)
    return [translate_claim(rule, claim, digits, subject.number) for claim, subject in pairs]


def _type_of(parameter: str) -> str:
    return "list N" if parameter == "values" else "automaton"


def set_propositions(heading: Heading, rule: Ruleset, numeration: Numeration) -> list[Proposition]:
    """Return the statements of the Coq theorems about sets of positions that automata recognise."""
    accepts = numeration.accepts
    if heading.kind == VALUES:
        sets = tuple(f"set{value}" for value in range(heading.values))
        parts = [f"(grundy_value (move game) x {v} <-> {accepts} {name} x = true)" for v, name in enumerate(sets)]
        first = "forall x, is_position game x ->\n  " + " /\\\n  ".join(parts)
        found = [Proposition("grundy_values", sets, first)]
        if heading.complete:
            some = f"exists v, (v < {heading.values})%nat /\\ grundy_value (move game) x (N.of_nat v)"
            found.append(Proposition("no_others", (), f"forall x, is_position game x ->\n  {some}"))
        return found
    if heading.kind == FUNCTION:
        value = "(2 ^ v)%N" if heading.track == POWER else "v"
        same = f"(grundy_value (move game) x v <-> {accepts} set (x ++ [{value}]) = true)"
        return [Proposition("grundy_function", ("set",), f"forall x v, is_position game x ->\n  {same}")]
    play = "Misere" if heading.is_misere else "Normal"
    word = f"position_blocking {rule.blocking}" if rule.blocking else f"position {play}"
    text = (
        "forall x, is_position game x ->\n"
        f"  (p_{word} game x <-> {accepts} set x = true) /\\\n"
        f"  (n_{word} game x <-> {accepts} set x <> true)"
    )
    return [Proposition("p_positions", ("set",), text)]


def _heap_propositions(heading: Heading) -> list[Proposition]:
    """Return the statements of the theorems about the values of heaps."""
    preperiod, period = heading.preperiod, heading.period
    value = f"repeating values {preperiod}"
    found = [
        Proposition(
            "grundy_values",
            ("values",),
            "forall (heaps : list N) (v : N),\n"
            f"  grundy_value (heap_move game) heaps v <-> v = nim_sum (map ({value}) heaps)",
        ),
        Proposition(
            "period",
            ("values",),
            f"forall n : N, ({preperiod} <= n)%N -> {value} (n + {period}) = {value} n",
        ),
    ]
    if heading.least:
        found.append(
            Proposition(
                "least_period",
                ("values",),
                f"forall start q : N, (0 < q)%N -> (forall n, (start <= n)%N -> {value} (n + q) = {value} n) ->\n"
                f"  ({preperiod} <= start)%N /\\ ({period} <= q)%N",
            )
        )
    return found
