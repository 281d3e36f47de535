"""The theorem that a formula describes the set of an automaton, and its proof.

That the automaton is right is a theorem by then. Here a formula is said to be true of the same numbers (`telling`), and
Coq finds that the two agree in all states that go together (`coq/Formulas.v`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from sprague.automata.numeration import Numeration as Digits
from sprague.coq.export_input import FUNCTION, POWER, VALUES
from sprague.coq.formulas.formula_translation import FormulaTranslator
from sprague.coq.formulas.linear_atoms import TranslatedFormula, all_of, not_covered, some_of
from sprague.coq.formulas.recurrent_digits import make_translator
from sprague.coq.formulas.subformulas import MOST_WEIGHT
from sprague.coq.headings import Heading
from sprague.coq.syntax import escape_comment, identifiers
from sprague.formulas.evaluation import truth
from sprague.language.conditions import Exists, Formula, Junction, Not
from sprague.language.statements import Order, Statement
from sprague.linear.terms import Linear
from sprague.rules.ruleset import Ruleset

MOST_ORDERS = 120
SAMPLE = 4096  # positions on which orders are compared


@dataclass(frozen=True)
class TranslatedClaim:
    """What is told of a position whose entries have these names in Coq: the statement, and what proves it."""

    variables: tuple[str, ...]
    told: str  # in one order of the entries
    statement: str  # in all orders that are meant, by means of `told`
    translator: FormulaTranslator
    formula: str


def translate_claim(rule: Ruleset, claim: str, digits: Digits, suffix: str = "") -> TranslatedClaim:
    """What a claim says of the positions of a rule, and of their values if it speaks of these.

    The suffix tells the names of several claims in one file apart.
    """
    statement = Statement.read_claim(rule, claim)
    found = _words(rule, statement, digits, suffix, by_subformulas=False)
    if digits.base and found.translator.weight > MOST_WEIGHT:
        return _words(rule, statement, digits, suffix, by_subformulas=True)
    return found


def _words(
    rule: Ruleset, statement: Statement, digits: Digits, suffix: str, *, by_subformulas: bool
) -> TranslatedClaim:
    names = statement.names
    variables = tuple(identifiers(names))
    called = dict(zip(names, variables, strict=True))
    lowest = {called[name]: rule.lowest(name) for name in rule.names}
    translator = make_translator(variables, lowest, digits, suffix)
    translator.by_subformulas = by_subformulas
    translator.renamed = called
    told = translator.translate(statement.formula).text  # what is not covered is noticed here
    parts: list[TranslatedFormula] = []
    for order in _orders(statement):
        translator.renamed = {name: called[other] for name, other in zip(names, order, strict=True)}
        said = translator.translate(statement.formula)
        parts.append(TranslatedFormula(f"told {' '.join(called[name] for name in order)}", said.formula))
    translator.renamed = called
    meant = all_of(parts) if statement.order is Order.EVERY else some_of(parts)
    translator.given += [
        translator.lower_bound(called[name], rule.lowest(name)) for name in rule.names if rule.lowest(name)
    ]
    if rule.is_restricted:
        alternatives = tuple(Junction("and", part) for part in rule.domain)
        translator.given.append(translator.translate(Junction("or", alternatives)))
    translator.given += translator.validity_conditions()
    return TranslatedClaim(variables, told, meant.text, translator, meant.formula)


def _orders(statement: Statement) -> list[tuple[str, ...]]:
    """Orders of the names in which the formula is to be said, as few as will do.

    Those that seem to add nothing to the others, on small numbers, are left out. Coq will see whether that was right.
    """
    found = list(_different_orders(statement))
    if len(found) == 1 or _is_endless(statement.formula):
        return found
    size = max(2, round(SAMPLE ** (1 / len(statement.names))))
    numbers = np.indices((size,) * len(statement.names)).reshape(len(statement.names), -1)
    named = dict(zip(statement.names, numbers, strict=True))
    true_of = [
        np.broadcast_to(
            truth(statement.formula, {name: named[o] for name, o in zip(named, order, strict=True)}), numbers[0].shape
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
    """Whether it asks for a number that has no bound, so that trying numbers does not tell whether it is true."""
    match formula:
        case Exists(_, body, bound):
            return bound is None or _is_endless(body)
        case Not(part):
            return _is_endless(part)
        case Junction(_, parts):
            return any(map(_is_endless, parts))
    return False


def _different_orders(statement: Statement) -> Iterator[tuple[str, ...]]:
    """All orders of the names in which the formula may be meant, without those in which it is written the same."""
    names = statement.names
    seen: set[object] = set()
    orders = [permutations(block) for block in statement.blocks]
    for chosen in product(*orders):
        order = list(names)
        for block, places in zip(statement.blocks, chosen, strict=True):
            for place, other in zip(block, places, strict=True):
                order[place] = names[other]
        swapped = {name: Linear.of(other) for name, other in zip(names, order, strict=True)}
        if (key := statement.formula.substitute(swapped).key) in seen:
            continue
        if len(seen) >= MOST_ORDERS:
            raise not_covered(f"one meant in more than {MOST_ORDERS} orders")
        seen.add(key)
        yield tuple(order)


@dataclass(frozen=True)
class Subject:
    """What a theorem says of positions by means of an automaton, so that it can be said in words.

    `says` is what it says, `theorem` its name, and `automaton` the name of the set. Where there are several, `number`
    tells them apart. A Grundy function is about one number more, which is `value` or, if it is `by_power`, 2 to it.
    """

    says: str
    theorem: str
    automaton: str = "set"
    number: str = ""
    of_value: bool = False
    by_power: bool = False


def subjects_of(heading: Heading, rule: Ruleset) -> list[Subject]:
    """Return the subject of each formula that a file with this heading can have."""
    value = "grundy_value (move game) %"
    if heading.kind == VALUES:
        return [Subject(f"{value} {n}", "grundy_values", f"set{n}", f"_{n}") for n in range(heading.values)]
    if heading.kind == FUNCTION:
        by_power = heading.track == POWER
        return [Subject(f"{value} value", "grundy_function", of_value=True, by_power=by_power)]
    if rule.blocking > 0:
        return [Subject(f"p_position_blocking {rule.blocking} game %", "p_positions")]
    return [Subject(f"p_position {'Misere' if heading.is_misere else 'Normal'} game %", "p_positions")]


def claim_definition_text(words: TranslatedClaim, subject: Subject) -> str:
    """Return the definition of `told`, after the column programs that it mentions."""
    programs = "".join(
        f"Definition {name} : program :=\n  {text}.\n" for text, name in words.translator.programs.items()
    )
    several, told = " ".join(words.variables), words.told.replace("told", f"told{subject.number}")
    return f"{programs}Definition told{subject.number} ({several} : N) : Prop := {told}.\n"


def claim_statement_text(words: TranslatedClaim, subject: Subject) -> str:
    """Return the statement of `in_words`."""
    entries = words.variables[:-1] if subject.of_value else words.variables
    position = f"[{'; '.join(entries)}]"
    bound = " ".join([*words.variables, *(["value"] if subject.by_power else [])])
    premise = " power = 2 ^ value ->" if subject.by_power else ""
    statement = words.statement.replace("told", f"told{subject.number}")
    says = subject.says.replace("%", position)
    return f"forall {bound} : N, is_position game {position} ->{premise}\n  ({says} <-> {statement})"


def claim_proof_text(words: TranslatedClaim, claim: str, subject: Subject) -> str:
    """The part of a file that says the set in words, after the theorem about the automaton."""
    translator = words.translator
    entries = words.variables[:-1] if subject.of_value else words.variables
    position, everything = (f"[{'; '.join(names)}]" for names in (entries, words.variables))
    more = translator.extra_numbers
    sizes = f"{len(words.variables)} {len(more)}"
    formulas = f"given{subject.number} words{subject.number}"
    read = translator.numeration_names
    bound = [*words.variables, *(["value"] if subject.by_power else [])]
    return WORDS.format(
        n=subject.number,
        claim=escape_comment(claim),
        bound=" ".join(bound),
        told=claim_definition_text(words, subject),
        more_words="".join(f" {name}" for name in translator.libraries),
        definitions="".join(
            one.definition(translator.definition_name(place))
            for place, one in enumerate(translator.definitions.values())
        ),
        atoms=";\n   ".join(
            f"({reach}%nat, {atom})" for atom, reach in zip(translator.atoms, translator.atom_ranges, strict=True)
        ),
        given=";\n   ".join(f"[{'; '.join(parts)}]" for parts in translator.given_by_place),
        words=words.formula,
        arguments=f"{read.base} {subject.automaton} {sizes} {read.atoms(f'atoms{subject.number}')} {formulas}",
        known_words=f"{read.theorem} {subject.automaton} {sizes} atoms{subject.number} {formulas} {read.more}",
        atom=read.atom,
        accepts=read.accepts,
        position=position,
        says=subject.says.replace("%", position),
        statement=claim_statement_text(words, subject),
        premises="here is_power" if subject.by_power else "here",
        known="rewrite is_power; " if subject.by_power else "",
        theorem=f"({subject.theorem} {position}{' value' if subject.of_value else ''} here)",
        set=subject.automaton,
        everything=everything,
        more=f"[{'; '.join(more)}]",
    )


WORDS = """
(** The same in words: {claim} *)
From Sprague Require Import Digits Reading Functions Atoms{more_words} Formulas Wording.
Local Open Scope N_scope.
{told}
{definitions}
(** What is read beside the automaton, and of how many numbers it speaks; what is given of each number. *)
Definition atoms{n} : list (nat * {atom}) :=
  [{atoms}].
Definition given{n} : list (list formula) :=
  [{given}].
Definition words{n} : formula := {words}.
Lemma words_checked{n} : told_ok {arguments} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem in_words{n} : {statement}.
Proof.
  intros {bound} {premises}.
  assert (known : {says} <-> {accepts} {set} {everything} = true).
  {{ {known}pose proof {theorem}; tauto. }}
  rewrite known, ({known_words}words_checked{n} {everything} {more} eq_refl eq_refl).
  - unfold told{n}, words{n}, atoms{n}. same_words.
  - unfold given{n}, atoms{n}. given_words here.
Qed.
"""
