"""A formula as a statement of Coq about numbers, and what it takes to prove that it tells the set of an automaton.

What is said is written with the functions of Coq's library (`N.lxor`, `N.max`, `mod`) and the few in `coq/Functions.v`.
Two conventions of formulas are spelt out, where positions leave room for them: v2(0) and low2(0) are larger than any
number, and what is said of a function of something that is no natural number is false.
"""

from __future__ import annotations

from sprague.coq.numbers import Numbers
from sprague.coq.said import Said, all_of, negation, some_of, uncovered
from sprague.coq.sums import Number
from sprague.coq.zeros import HOLDS, of_zeros, zeros_compared
from sprague.rules.column_programs import ColumnProgram
from sprague.rules.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power


class Telling(Numbers):
    """What formulas of one game say."""

    def said(self, formula: Formula) -> Said:
        match formula:
            case Junction("and", parts):
                return all_of([self.said(part) for part in parts])
            case Junction(_, parts):
                return some_of([self.said(part) for part in parts])
            case Not(part):
                return negation(self.said(part))
            case Chain():
                return all_of([self.compared(link) for link in formula.links()])
            case Compare():
                return self.compared(formula)
            case Member():
                return self.said(formula.meaning)
            case Power(term, base):
                self.need(base, f"a power of {base}")
                text = self.placed(self.number(term, []), [])
                atom = self.read(f"(IsPower {self.places[text]})", [self.places[text]])
                bound = self.bound("e")
                return Said(f"exists {bound}, {text} = {base} ^ {bound}", atom, True)
            case Columns(terms, base, modulus):
                self.need(base, f"columns in base {base}")
                conditions: list[Said] = []
                texts = [self.placed(self.number(term, conditions), conditions) for term in terms]
                places = "; ".join(str(self.places[text]) for text in texts)
                atom = self.atom(f"column_sums {self.base} eq_refl [{places}]%nat {modulus}")
                bound = self.bound("i")
                listed = f"column_sum {base} {bound} [{'; '.join(texts)}]"
                return all_of([*conditions, Said(f"forall {bound}, {listed} mod {modulus} = 0", atom, True)])
            case Exists():
                raise uncovered("'exists', a number that is not told")
            case ColumnProgram():
                raise uncovered("a column program, which says how an automaton reads")
        raise uncovered(f"'{formula}'")

    def compared(self, link: Compare) -> Said:
        """The left side less the right one stands in its relation to 0, where the functions in it are defined."""
        difference = link.left - link.right
        counted = [(call, factor) for call, factor in difference.calls if of_zeros(call)]
        if counted:
            return zeros_compared(self, difference, counted, link.relation)
        conditions: list[Said] = []
        endless: list[tuple[str, int]] = []  # where low2(0) would be larger than any number, with which sign
        number = self.number(difference, conditions, endless)
        said = self.at_zero(number, link.relation)
        for text, factor in endless:
            zero = self.at_zero(Number(((1, text),)), "=")
            larger = HOLDS[link.relation](factor)
            said = some_of([zero, said]) if larger else all_of([negation(zero), said])
        return all_of([*conditions, said])
