"""`to_coq` exports a certificate as a Coq file that states and proves its theorem.

The export covers sets that automata recognise by reading digits in a base, or digits whose weights satisfy a
recurrence. The export covers three kinds of sets: the P-positions in normal play (also with `block`) or misère play,
the positions of each Grundy value up to a limit, and Grundy functions. The export covers rules with a least pile, `stop
when`, `win when`, `positions where`, remembered numbers, several groups of interchangeable piles, and piecewise linear
terms. The export also covers periods of games that break heaps (`heap_theorems`). If the export does not cover a
certificate, the error message names the construct that is not covered.

The Coq file contains the rule in a form close to the notation. The evidence in the file contains a hint for each move:
the numbers that determine the move (`rule_translation`). The evidence also contains plans (`moves.plans`) or option
counts (`moves.option_counts`). A plan finds a move into a set of positions while it reads the digits of a position.
Option counts are automata that count the options of a position in a set. You do not need to trust the evidence, because
Coq checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, VALUES
from sprague.coq.automaton_tables import DEFAULT_LIMITS, Automaton, StateLimit
from sprague.coq.digit_conditions import DigitCondition, Member, No, Yes, conjunction
from sprague.coq.export_input import Certificate, DigitSets
from sprague.coq.headings import Heading
from sprague.coq.heap_theorems import heaps_to_coq
from sprague.coq.moves.option_counts import count_options
from sprague.coq.moves.plans import Plan, Planner
from sprague.coq.numerations import Numeration
from sprague.coq.printer import Shorthand, automaton_text, count_text, hint_text, plan_text, rule_text
from sprague.coq.rank_proofs import rank_text
from sprague.coq.rule_terms import NotCovered
from sprague.coq.rule_translation import CoqRule
from sprague.coq.statements import set_propositions
from sprague.coq.syntax import escape_comment, identifiers
from sprague.language.statements import POWER
from sprague.limits import Limits

HEAD = """\
(** {title}

{heading}

    Exported by sprague from a certificate. To check this file: coqc -Q LIBRARY Sprague FILE.v *)
From Coq Require Import NArith ZArith List.
From Sprague Require Import Game {words}Strategies Numerations Moves Ranks Plans Theorems{more}.
Import ListNotations.

(** The rule. A position is a list of {entries}. *)
Definition game : rule := {game}.
"""

SET = """
(** {what}: an automaton that reads {digits} of {read} side by side. *)
Definition {name} : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
"""

EVIDENCE = """
(** Evidence, which Coq checks: how moves are guessed, why play ends, and how a move into the set is found. Numbers and
    trees have names, because Coq reads names faster. *)
{names}Local Open Scope Z_scope.
Definition evidence : evidence := Evidence
  [{hints}]
  ({rank})
  ({into}).
"""

MISERE = """
(** A plan that finds a move from every position of the set that has a move. *)
{names}Definition misere : misere_evidence := MisereEvidence without_moves
  ({escape}).
"""

POSITIONS = """
Lemma checked : check{kind} {digits} game {given} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem p_positions : {statement}.
Proof. exact (Theorems.p_positions{kind} {digits} game {given} checked). Qed.
"""

BLOCKING = """
(** Evidence for the number of options in the set, for each move in each order of interchangeable entries. *)
{names}Definition tallies : list tally :=
  [{tallies}].

Lemma checked : check_blocking {digits} {most} game set evidence tallies = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem p_positions : {statement}.
Proof. exact (BlockingTheorem.p_positions_blocking {digits} {most} game set evidence tallies checked). Qed.
"""

VALUES_PROOF = """
{names}Definition plans : list plan := [{plans}].

Lemma checked : check_classes {digits} game sets evidence plans = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem grundy_values : {statement}.
Proof.
  intros x Px. pose proof (GrundyValues.grundy_values {digits} game sets evidence plans checked x Px) as G.
  exact {proof}.
Qed.
"""

NO_OTHERS = """
Lemma checked_all : check_all {digits} game sets = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem no_others : {statement}.
Proof. exact (GrundyValues.grundy_all {digits} game sets evidence plans checked checked_all). Qed.
"""

FUNCTION_PROOF = """
Lemma checked : check_function {digits} {powers} game set evidence = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem grundy_function : {statement}.
Proof. exact (NimSum.grundy_function {digits} {powers} game set evidence checked). Qed.
"""

NONE = Plan((), (), ())
# files of the Coq library that are needed only for theorems about rules with `block`
BLOCKED = " CountLevels BlockingTheorem"


def to_coq(certificate: Certificate, budget: Limits | None = None) -> str:
    """Return the text of a Coq file that states the theorem of a certificate and proves it.

    Raises:
        NotCovered: the Coq library does not cover this kind of certificate or rule.

    >>> import sprague
    >>> from sprague.coq.export_input import read_certificate
    >>> nim = sprague.prove("(a, b) -> (u, b) where u < a any order", "a = b")
    >>> [line for line in to_coq(read_certificate(nim.certificate())).splitlines() if "Written" in line]
    ['  [let u := Var 2 in Written 1 [u; b]%term (u < a)].']
    """
    budget = Limits.of(budget).with_defaults(DEFAULT_LIMITS)
    with budget.watch():
        if certificate.kind == HEAPS:
            return heaps_to_coq(certificate)
        if certificate.kind not in KINDS:
            raise NotCovered(f"the export to Coq does not cover certificates of the kind {certificate.kind!r}")
        return KINDS[certificate.kind](_Certificate(certificate, StateLimit.of(budget)))


class _Certificate:
    """A certificate with automata that recognise its sets, and the data for its Coq file."""

    def __init__(self, data: Certificate, limit: StateLimit) -> None:
        assert isinstance(data.evidence, DigitSets)
        self.data, self.limit = data, limit
        self.ruleset, self.sets = data.rule, data.evidence
        self.numeration = Numeration.of(self.sets.numeration)
        self.base = self.numeration.base
        self.rule = CoqRule.of(self.ruleset)
        self.misere = data.is_misere
        self.heading = Heading.of(data)

    @property
    def automaton(self) -> Automaton:
        """The only automaton of the certificate."""
        (found,) = self.sets.automata
        return found

    def head(self, title: str, more: str = "") -> str:
        """Return the head of the Coq file: the title, the heading, the imports and the rule."""
        names = identifiers(self.rule.names)
        known = (
            name if name == known else f"{name} ({escape_comment(known)} in the rule)"
            for name, known in zip(names, self.rule.names, strict=True)
        )
        return (
            HEAD.format(
                title=f"{title}, for all positions.",
                heading=self.heading.text,
                words="" if self.sets.numeration.base else "RecurrentWeights DigitWords ",
                more=more,
                entries=", ".join(known),
                game=rule_text(self.rule, names),
            )
            + self.numeration.definition
        )

    def set_text(self, what: str, name: str, automaton: Automaton, more: Sequence[str] = ()) -> str:
        """Return the Coq definition of a set, given by its automaton."""
        read = ", ".join([*identifiers(self.rule.names), *more])
        return SET.format(
            what=what,
            name=name,
            digits=self.numeration.description,
            read=read,
            automaton=automaton_text(automaton, self.base),
        )

    def proof(self, theorem: str, template: str, **parts: object) -> str:
        """Return the Coq text of the theorem named `theorem` and of its proof."""
        propositions = set_propositions(self.heading, self.ruleset, self.numeration)
        (statement,) = (proposition.text for proposition in propositions if proposition.name == theorem)
        return template.format(digits=self.numeration.text, statement=statement, **parts)

    def evidence(self, planner: Planner, into: Plan) -> str:
        """Return the Coq definition of the evidence: the hints, the rank and the plan."""
        rule, short = planner.rule, Shorthand("Short_into", self.base)
        found = plan_text(into, short)
        return EVIDENCE.format(
            names=short.definitions,
            hints=";\n   ".join(hint_text(move, rule.entries) for move in rule.moves),
            rank=rank_text(self.data.rank, rule, planner.compiled, len(self.ruleset.piles)),
            into=found,
        )


def _positions(certificate: _Certificate) -> str:
    if certificate.rule.blocking:
        return _blocking(certificate)
    planner = Planner.of(certificate.rule, certificate.numeration, certificate.limit)
    automaton = certificate.automaton
    here = tuple(range(certificate.rule.entries))
    domain, inside = planner.compiled.domain, Member(automaton, here)
    play = "misère" if certificate.misere else "normal"
    text = certificate.head(f"The P-positions in {play} play") + certificate.set_text("The set", "set", automaton)
    if not certificate.misere:
        into = planner.plan(conjunction(domain, No(inside)), inside)
        proof = certificate.proof("p_positions", POSITIONS, kind="", given="set evidence")
        return text + certificate.evidence(planner, into) + proof
    without = planner.without_moves()
    free = Member(without, here)
    # In misère play, a terminal position is an N-position unless the clause 'win when' is true in the position.
    spared = conjunction(free, No(planner.compiled.win))
    into = planner.plan(conjunction(domain, conjunction(No(inside), No(spared))), inside)
    short = Shorthand("Short_escape", certificate.base)
    escape = plan_text(planner.plan(conjunction(domain, conjunction(inside, No(free))), domain), short)
    return (
        text
        + certificate.set_text("The positions without a move", "without_moves", without)
        + certificate.evidence(planner, into)
        + MISERE.format(names=short.definitions, escape=escape)
        + certificate.proof("p_positions", POSITIONS, kind="_misere", given="set evidence misere")
    )


def _blocking(certificate: _Certificate) -> str:
    """Return the Coq file about the P-positions of a rule with `block`."""
    most = certificate.rule.blocking
    if certificate.misere:
        raise NotCovered("misère play is not defined for rules with 'block'")
    planner = Planner.of(certificate.rule, certificate.numeration, certificate.limit)
    automaton = certificate.automaton
    short = Shorthand("Short_tallies", certificate.base)
    tallies = ";\n   ".join(count_text(count, short) for count in count_options(planner, automaton, most))
    blocked = "1 option" if most == 1 else f"{most} options"
    return (
        certificate.head(f"The P-positions in normal play, where up to {blocked} may be blocked", BLOCKED)
        + certificate.set_text("The set", "set", automaton)
        + certificate.evidence(planner, NONE)
        + certificate.proof("p_positions", BLOCKING, most=most, names=short.definitions, tallies=tallies)
    )


def _values(certificate: _Certificate) -> str:
    _refuse_blocking(certificate)
    planner = Planner.of(certificate.rule, certificate.numeration, certificate.limit)
    automata = certificate.sets.automata
    text = certificate.head(f"The positions of Grundy value 0 to {len(automata) - 1}", " GrundyValues")
    here = tuple(range(certificate.rule.entries))
    none: DigitCondition = Yes()  # the condition that a position is in none of the sets of smaller Grundy values
    plans = []
    short = Shorthand("Short_plans", certificate.base)
    for value, automaton in enumerate(automata):
        text += certificate.set_text(f"The positions of value {value}", f"set{value}", automaton)
        inside = Member(automaton, here)
        care = conjunction(planner.compiled.domain, conjunction(No(inside), none))
        plans.append(plan_text(planner.plan(care, inside), short))
        none = conjunction(No(inside), none)
    names = "; ".join(f"set{value}" for value in range(len(automata)))
    text += f"Definition sets : list automaton := [{names}].\n" + certificate.evidence(planner, NONE)
    count = len(automata)
    proofs = [f"(G {v}%nat (proj1 (Nat.ltb_lt {v} {count}) eq_refl))" for v in range(count)]
    text += certificate.proof(
        "grundy_values",
        VALUES_PROOF,
        names=short.definitions,
        plans=";\n".join(plans),
        proof=reduce(lambda rest, one: f"(conj {one} {rest})", reversed(proofs)),
    )
    return text + (certificate.proof("no_others", NO_OTHERS) if certificate.heading.complete else "")


def _refuse_blocking(certificate: _Certificate) -> None:
    if certificate.rule.blocking:
        raise NotCovered("games with 'block' have no Grundy values")


def _function(certificate: _Certificate) -> str:
    _refuse_blocking(certificate)
    powers = certificate.sets.track == POWER
    automaton = certificate.automaton
    planner = Planner.of(certificate.rule.with_nim_pile(powers), certificate.numeration, certificate.limit)
    inside = Member(automaton, tuple(range(planner.rule.entries)))
    into = planner.plan(conjunction(planner.compiled.domain, No(inside)), inside)
    read = "2^v" if powers else "v"
    return (
        certificate.head("The Grundy values", " NimSum")
        + certificate.set_text("Positions with their values v", "set", automaton, [read])
        + certificate.evidence(planner, into)
        + certificate.proof("grundy_function", FUNCTION_PROOF, powers=str(powers).lower())
    )


KINDS: Mapping[str, Callable[[_Certificate], str]] = {
    P_POSITIONS: _positions,
    VALUES: _values,
    FUNCTION: _function,
}
