"""`Subformula` and `QuantifiedFormula`: parts of a formula with their own definitions and automata in Coq files.

The variables of a subformula stand for entries of the position, or for entries minus their least values. Coq checks
that the automaton recognises the subformula, and then uses the automaton instead of the subformula. Subformulas that
differ only in their numbers share one automaton.

The automaton of a quantified formula recognises the values of the free variables for which the formula is true. Coq
checks the automaton of a quantified formula by following all choices of the digits of the bound variable
(`coq/Quantifiers.v`). Coq also follows the digits of extra numbers in the formula, such as `low2(a)`; given conditions
define these numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sprague.automata.numeration import base as digits_in
from sprague.coq.automaton_tables import Automaton
from sprague.coq.printer import automaton_text
from sprague.language.conditions import Formula
from sprague.proofs.translation import translate

MOST_WEIGHT = 12  # maximum weight of a formula that is not split into subformulas
LEAST_WEIGHT = 4  # minimum weight of a subformula that gets its own automaton
MOST_STATES = 2000  # limit on the states of the automaton of a subformula

PART = """
(** A subformula and an automaton that recognises it. *)
Definition set{n} : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
Definition atoms{n} : list (nat * atom {base}) :=
  [{atoms}].
Definition given{n} : list (list formula) :=
  [{given}].
Definition claim_formula{n} : formula := {formula}.
Lemma agree{n} : claim_ok {base} set{n} {sizes} atoms{n} given{n} claim_formula{n} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma part{n} : forall {free} : N, accepts {base} set{n} [{listed}] = true <->
  ({text}).
Proof.
  intros {free}.
  rewrite (claim_right {base} set{n} {sizes} atoms{n} given{n} claim_formula{n} eq_refl agree{n}
    [{listed}] [{more}] eq_refl eq_refl).
  - unfold claim_formula{n}, atoms{n}. same_statement.
  - unfold given{n}, atoms{n}. unfold_atoms. given_parts.
Qed.
#[local] Hint Resolve part{n} : claim.
"""


@dataclass(frozen=True)
class Subformula:
    """A subformula with a definition in a Coq file: its variables, its atoms, its text and its automaton."""

    base: int
    free: tuple[str, ...]
    extra_numbers: tuple[str, ...]
    # pairs of an atom and its range: an atom with the range r depends only on the first r variables
    atoms: tuple[tuple[str, int], ...]
    given: tuple[Sequence[str], ...]
    formula: str
    text: str
    automaton: Automaton

    @property
    def key(self) -> object:
        """A key for comparison: subformulas with equal keys share one Coq definition."""
        return self.free, self.text

    def text_for(self, numbers: Sequence[str]) -> str:
        """Return the Coq text of the subformula after its variables are replaced by other numbers."""
        named = dict(zip(self.free, numbers, strict=True))
        return re.sub(r"\bx\d+_", lambda found: named[found[0]], self.text)

    def definition(self, name: str) -> str:
        """Return the definition of the subformula for a Coq file, with its proof."""
        return PART.format(
            n=name,
            base=self.base,
            automaton=automaton_text(self.automaton, self.base),
            atoms=";\n   ".join(f"({reach}%nat, {atom})" for atom, reach in self.atoms),
            given=";\n   ".join(f"[{'; '.join(parts)}]" for parts in self.given),
            formula=self.formula,
            sizes=f"{len(self.free)} {len(self.extra_numbers)}",
            free=" ".join(self.free),
            listed="; ".join(self.free),
            more="; ".join(self.extra_numbers),
            text=self.text,
        )


# a quantified number may have at most this many digits more than the numbers of the position
ROUNDS = 100
QUANTIFIED = """
(** An existential formula and an automaton that recognises it; the digits of the bound number are guessed. *)
Definition set{n} : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
Definition atoms{n} : list (atom {base}) :=
  [{atoms}].
Definition body{n} : formula := Conj {given}
  {formula}.
Lemma start{n} : start_ok {base} {several} {count} atoms{n} body{n} {rounds} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Definition beside{n} : list (nat * atom {base}) :=
  [({several}%nat, some_number {base} eq_refl {several} {count} atoms{n} body{n} {rounds} start{n} {places} eq_refl)].
Lemma agree{n} : claim_ok {base} set{n} {several} 0 beside{n} {nothing} (Is 0) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma exists{n} : forall {free} : N, accepts {base} set{n} [{listed}] = true <->
  {text}.
Proof.
  intros {free}.
  pose proof (claim_right {base} set{n} {several} 0 beside{n} {nothing} (Is 0) eq_refl agree{n} [{listed}] []) as known.
  rewrite (known eq_refl eq_refl I). clear known.
  change (some_numbers {base} {count} atoms{n} body{n} [{listed}] <-> {text}).
  unfold some_numbers. split.
  - intros (g & len & T). {taken}
    unfold body{n}, atoms{n} in T. destruct T as [G T].
{known}    exists {bound}. apply (forward _ _ T). clear G T. same_statement.
  - intros ({bound} & T). exists [{found}]. split; [reflexivity|]. unfold body{n}, atoms{n}. split.
    + clear T. unfold_atoms. given_parts.
    + apply (backward _ _ T). clear T. same_statement.
Qed.
#[local] Hint Resolve exists{n} : claim.
"""
KNOWN = "    assert (E : {name} = {text}) by (clear T; given_number). subst {name}.\n"


@dataclass(frozen=True)
class QuantifiedFormula:
    """An existential subformula: its free and bound variables, its atoms, its text and its automaton.

    `extra_numbers` contains the Coq texts of function values in the formula. The automaton of a quantified formula
    reads only the free variables.
    """

    base: int
    free: tuple[str, ...]
    bound: str
    extra_numbers: tuple[str, ...]
    atoms: tuple[str, ...]
    given: str
    formula: str
    text: str
    automaton: Automaton

    @property
    def key(self) -> object:
        """A key for comparison: formulas that differ only in their names have equal keys."""
        return len(self.free), len(self.extra_numbers), self.atoms, self.given, self.formula

    @property
    def count(self) -> int:
        """The number of existentially quantified numbers: the bound variable and the extra numbers."""
        return 1 + len(self.extra_numbers)

    def definition(self, name: str) -> str:
        """Return the definition of the quantified formula for a Coq file, with its proof."""
        others = [f"more{place}_" for place in range(1, self.count)]
        taken = "[|]"
        for number in reversed([self.bound, *others]):
            taken = f"[|{number} {taken}]"
        return QUANTIFIED.format(
            n=name,
            base=self.base,
            atoms=";\n   ".join(self.atoms),
            given=self.given,
            formula=self.formula,
            automaton=automaton_text(self.automaton, self.base),
            several=len(self.free),
            nothing=f"[{'; '.join('[]' for _ in self.free)}]",
            places=f"[{'; '.join(map(str, range(len(self.free))))}]%nat",
            count=self.count,
            rounds=ROUNDS,
            free=" ".join(self.free),
            listed="; ".join(self.free),
            text=self.text,
            taken=f"destruct g as {taken}; try discriminate len. clear len.",
            known="".join(
                KNOWN.format(name=other, text=text) for other, text in zip(others, self.extra_numbers, strict=True)
            ),
            bound=self.bound,
            found="; ".join([self.bound, *self.extra_numbers]),
        )


def automaton_of(formula: Formula, free: Sequence[str], base: int) -> Automaton:
    """Return the automaton of a subformula; it accepts the values of the names `free` that make the subformula true."""
    return Automaton.of(translate(formula, free, digits_in(base)))
