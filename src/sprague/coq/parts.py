"""Parts of a formula that have automata of their own, where all that is read together would have very many states.

A part speaks of few numbers, which may be entries of the position less their least value. Coq sees that the automaton
says the same as the part, and then reads it in its place. Parts that say the same of other numbers share one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sprague.coq.dfa import Automaton
from sprague.coq.writing import automaton_text

HEAVY = 12  # what weighs more is read in parts
LIGHT = 4  # what weighs less is as well read as it is
MOST_STATES = 2000  # of the automaton of a part

PART = """
(** A part of what is said: an automaton tells it of these numbers, which is seen by what is read beside it. *)
Definition set{n} : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
Definition atoms{n} : list (nat * atom {base}) :=
  [{atoms}].
Definition given{n} : list (list formula) :=
  [{given}].
Definition words{n} : formula := {formula}.
Lemma agree{n} : told_ok {base} set{n} {sizes} atoms{n} given{n} words{n} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma part{n} : forall {free} : N, accepts {base} set{n} [{listed}] = true <->
  ({text}).
Proof.
  intros {free}.
  rewrite (told_right {base} set{n} {sizes} atoms{n} given{n} words{n} eq_refl agree{n}
    [{listed}] [{more}] eq_refl eq_refl).
  - unfold words{n}, atoms{n}. same_words.
  - unfold given{n}, atoms{n}. open_words. given_parts.
Qed.
#[local] Hint Resolve part{n} : told.
"""


@dataclass(frozen=True)
class Part:
    """What is said of numbers with these names: what is read beside the automaton, and the text."""

    base: int
    free: tuple[str, ...]
    more: tuple[str, ...]
    atoms: tuple[tuple[str, int], ...]  # each with its reach
    given: tuple[Sequence[str], ...]
    formula: str
    text: str
    automaton: Automaton

    @property
    def key(self) -> object:
        return self.free, self.text

    def said_of(self, numbers: Sequence[str]) -> str:
        """The text, of other numbers."""
        named = dict(zip(self.free, numbers, strict=True))
        return re.sub(r"\bx\d+_", lambda found: named[found[0]], self.text)

    def written(self, name: str) -> str:
        """What a file says of it."""
        return PART.format(
            n=name,
            base=self.base,
            automaton=automaton_text(self.automaton, self.base),
            atoms=";\n   ".join(f"({reach}%nat, {atom})" for atom, reach in self.atoms),
            given=";\n   ".join(f"[{'; '.join(parts)}]" for parts in self.given),
            formula=self.formula,
            sizes=f"{len(self.free)} {len(self.more)}",
            free=" ".join(self.free),
            listed="; ".join(self.free),
            more="; ".join(self.more),
            text=self.text,
        )
