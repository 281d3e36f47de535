"""The Coq theorem that a claimed formula describes the set that an automaton recognises, and its proof, as text.

The Coq file first proves that the automaton recognises the set. Coq then checks that the formula and the automaton
agree in all reachable pairs of states (`coq/Formulas.v`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from sprague.automata.numeration import Numeration as Digits
from sprague.certificates.evidence import FUNCTION, VALUES
from sprague.coq.formulas.formula_translation import FormulaTranslator
from sprague.coq.formulas.linear_atoms import TranslatedFormula, all_of, not_covered, some_of
from sprague.coq.formulas.recurrent_digits import make_translator
from sprague.coq.formulas.subformulas import MOST_WEIGHT
from sprague.coq.headings import Heading
from sprague.coq.syntax import escape_comment, identifiers
from sprague.formulas.evaluation import evaluate
from sprague.language.conditions import Exists, Formula, Junction, Not
from sprague.language.statements import POWER, Order, Statement
from sprague.linear.terms import Linear
from sprague.rules.ruleset import Ruleset

MOST_ORDERS = 120  # a statement repeats its formula for at most this many orders of the piles
SAMPLE = 4096  # number of positions at which a formula is evaluated to compare the orders of the piles


@dataclass(frozen=True)
class TranslatedClaim:
    """The Coq translation of a claimed formula: a statement about named entries, and the translator with the atoms."""

    variables: tuple[str, ...]
    definition: str  # Coq definition named `claim`: the claim for one order of the entries
    statement: str  # the claim for all orders of the entries, written with the definition `claim`
    translator: FormulaTranslator
    formula: str


def translate_claim(rule: Ruleset, claim: str, digits: Digits, suffix: str = "") -> TranslatedClaim:
    """Return the Coq translation of a claimed formula about the positions of a rule or their Grundy values.

    `suffix` distinguishes the names of several claims in one file.
    """
    statement = Statement.read_claim(rule, claim)
    found = _translate_orders(rule, statement, digits, suffix, by_subformulas=False)
    if digits.base and found.translator.weight > MOST_WEIGHT:
        return _translate_orders(rule, statement, digits, suffix, by_subformulas=True)
    return found


def _translate_orders(
    rule: Ruleset, statement: Statement, digits: Digits, suffix: str, *, by_subformulas: bool
) -> TranslatedClaim:
    names = statement.names
    variables = tuple(identifiers(names))
    called = dict(zip(names, variables, strict=True))
    lowest = {called[name]: rule.lowest(name) for name in rule.names}
    translator = make_translator(variables, lowest, digits, suffix)
    translator.by_subformulas = by_subformulas
    translator.renamed = called
    definition = translator.translate(statement.formula).text
    parts: list[TranslatedFormula] = []
    for order in _orders(statement):
        translator.renamed = {name: called[other] for name, other in zip(names, order, strict=True)}
        ordered = translator.translate(statement.formula)
        parts.append(TranslatedFormula(f"claim {' '.join(called[name] for name in order)}", ordered.formula))
    translator.renamed = called
    meant = all_of(parts) if statement.order is Order.EVERY else some_of(parts)
    translator.given += [
        translator.lower_bound(called[name], rule.lowest(name)) for name in rule.names if rule.lowest(name)
    ]
    if rule.is_restricted:
        alternatives = tuple(Junction("and", part) for part in rule.domain)
        translator.given.append(translator.translate(Junction("or", alternatives)))
    translator.given += translator.validity_conditions()
    return TranslatedClaim(variables, definition, meant.text, translator, meant.formula)


def _orders(statement: Statement) -> list[tuple[str, ...]]:
    """Return orders of interchangeable piles; the Coq statement contains a copy of the formula for each order.

    The function omits an order if, for small numbers, the statement has the same truth values without the copy for this
    order. Coq checks that the remaining copies of the formula are sufficient.
    """
    found = list(_different_orders(statement))
    if len(found) == 1 or _is_endless(statement.formula):
        return found
    size = max(2, round(SAMPLE ** (1 / len(statement.names))))
    numbers = np.indices((size,) * len(statement.names)).reshape(len(statement.names), -1)
    named = dict(zip(statement.names, numbers, strict=True))
    true_of = [
        np.broadcast_to(
            evaluate(statement.formula, {name: named[o] for name, o in zip(named, order, strict=True)}),
            numbers[0].shape,
        )
        for order in found
    ]
    join = np.logical_and if statement.order is Order.EVERY else np.logical_or
    meant = join.reduce(true_of)
    needed = list(range(len(found)))
    for place in reversed(range(len(found))):
        others = [other for other in needed if other != place]
        if others and np.array_equal(join.reduce([true_of[other] for other in others]), meant):
            needed = others
    return [found[place] for place in needed]


def _is_endless(formula: Formula) -> bool:
    """Return whether a formula has a quantifier without an upper bound, so that it cannot be evaluated."""
    match formula:
        case Exists(_, body, bound):
            return bound is None or _is_endless(body)
        case Not(part):
            return _is_endless(part)
        case Junction(_, parts):
            return any(map(_is_endless, parts))
    return False


def _different_orders(statement: Statement) -> Iterator[tuple[str, ...]]:
    """Yield orders of the interchangeable piles; each order turns the formula into a different formula."""
    names = statement.names
    known: set[object] = set()
    orders = [permutations(block) for block in statement.blocks]
    for chosen in product(*orders):
        order = list(names)
        for block, places in zip(statement.blocks, chosen, strict=True):
            for place, other in zip(block, places, strict=True):
                order[place] = names[other]
        swapped = {name: Linear.of(other) for name, other in zip(names, order, strict=True)}
        if (key := statement.formula.substitute(swapped).key) in known:
            continue
        if len(known) >= MOST_ORDERS:
            raise not_covered(f"a formula that is stated for more than {MOST_ORDERS} orders of the piles")
        known.add(key)
        yield tuple(order)


@dataclass(frozen=True)
class Subject:
    """The property of positions that a claimed formula describes, and the Coq theorem that an automaton decides it.

    `statement` is the property as Coq text, in which the character % stands for the position. `theorem` is the name of
    the theorem, and `automaton` the name of the set in Coq. `number` is a suffix that distinguishes the names of
    several properties in one file. If `of_value` is true, the automaton recognises a Grundy function: it also reads the
    Grundy value v, or 2**v if `by_power` is true.
    """

    statement: str
    theorem: str
    automaton: str = "set"
    number: str = ""
    of_value: bool = False
    by_power: bool = False


def subjects_of(heading: Heading, rule: Ruleset) -> list[Subject]:
    """For each claimed formula in a heading, return the property of positions that the formula describes."""
    value = "grundy_value (move game) %"
    if heading.kind == VALUES:
        return [Subject(f"{value} {n}", "grundy_values", f"set{n}", f"_{n}") for n in range(heading.values)]
    if heading.kind == FUNCTION:
        by_power = heading.track == POWER
        return [Subject(f"{value} value", "grundy_function", of_value=True, by_power=by_power)]
    if rule.blocking > 0:
        return [Subject(f"p_position_blocking {rule.blocking} game %", "p_positions")]
    return [Subject(f"p_position {'Misere' if heading.is_misere else 'Normal'} game %", "p_positions")]


def claim_definition_text(claim: TranslatedClaim, subject: Subject) -> str:
    """Return the Coq definition, named `claim`, of a claimed formula, and the definitions of its column programs."""
    programs = "".join(
        f"Definition {name} : program :=\n  {text}.\n" for text, name in claim.translator.programs.items()
    )
    several, definition = " ".join(claim.variables), re.sub(r"\bclaim\b", f"claim{subject.number}", claim.definition)
    return f"{programs}Definition claim{subject.number} ({several} : N) : Prop := {definition}.\n"


def claim_statement_text(claim: TranslatedClaim, subject: Subject) -> str:
    """Return the statement of the theorem `claim_correct` about a claimed formula, as Coq text."""
    entries = claim.variables[:-1] if subject.of_value else claim.variables
    position = f"[{'; '.join(entries)}]"
    bound = " ".join([*claim.variables, *(["value"] if subject.by_power else [])])
    premise = " power = 2 ^ value ->" if subject.by_power else ""
    statement = re.sub(r"\bclaim\b", f"claim{subject.number}", claim.statement)
    stated = subject.statement.replace("%", position)
    return f"forall {bound} : N, is_position game {position} ->{premise}\n  ({stated} <-> {statement})"


def claim_proof_text(claim: TranslatedClaim, formula: str, subject: Subject) -> str:
    """Return the Coq text of the theorem about a claimed formula and its proof, for the end of a Coq file."""
    translator = claim.translator
    entries = claim.variables[:-1] if subject.of_value else claim.variables
    position, everything = (f"[{'; '.join(numbers)}]" for numbers in (entries, claim.variables))
    more = translator.extra_numbers
    sizes = f"{len(claim.variables)} {len(more)}"
    formulas = f"given{subject.number} claim_formula{subject.number}"
    names = translator.numeration_names
    bound = [*claim.variables, *(["value"] if subject.by_power else [])]
    return CLAIM_PROOF.format(
        n=subject.number,
        formula_text=escape_comment(formula),
        bound=" ".join(bound),
        claim_definition=claim_definition_text(claim, subject),
        more_files="".join(f" {name}" for name in translator.libraries),
        definitions="".join(
            one.definition(translator.definition_name(place))
            for place, one in enumerate(translator.definitions.values())
        ),
        atoms=";\n   ".join(
            f"({count}%nat, {atom})" for atom, count in zip(translator.atoms, translator.atom_ranges, strict=True)
        ),
        given=";\n   ".join(f"[{'; '.join(parts)}]" for parts in translator.given_by_place),
        formula=claim.formula,
        arguments=f"{names.base} {subject.automaton} {sizes} {names.atoms(f'atoms{subject.number}')} {formulas}",
        known_formulas=f"{names.theorem} {subject.automaton} {sizes} atoms{subject.number} {formulas} {names.more}",
        atom=names.atom,
        accepts=names.accepts,
        position=position,
        subject=subject.statement.replace("%", position),
        statement=claim_statement_text(claim, subject),
        premises="here is_power" if subject.by_power else "here",
        known="rewrite is_power; " if subject.by_power else "",
        theorem=f"({subject.theorem} {position}{' value' if subject.of_value else ''} here)",
        set=subject.automaton,
        everything=everything,
        more=f"[{'; '.join(more)}]",
    )


CLAIM_PROOF = """
(** The same set by a formula: {formula_text} *)
From Sprague Require Import Digits DigitConditions Functions Atoms{more_files} Formulas FormulaTactics.
Local Open Scope N_scope.
{claim_definition}
{definitions}
(** Atoms, each with the count of the first numbers that it may mention; and the conditions that define each number. *)
Definition atoms{n} : list (nat * {atom}) :=
  [{atoms}].
Definition given{n} : list (list formula) :=
  [{given}].
Definition claim_formula{n} : formula := {formula}.
Lemma claim_checked{n} : claim_ok {arguments} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem claim_correct{n} : {statement}.
Proof.
  intros {bound} {premises}.
  assert (known : {subject} <-> {accepts} {set} {everything} = true).
  {{ {known}pose proof {theorem}; tauto. }}
  rewrite known, ({known_formulas}claim_checked{n} {everything} {more} eq_refl eq_refl).
  - unfold claim{n}, claim_formula{n}, atoms{n}. same_statement.
  - unfold given{n}, atoms{n}. given_conditions here.
Qed.
"""
