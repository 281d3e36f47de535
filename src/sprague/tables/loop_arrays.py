"""Families whose options are enumerated, as arrays of coefficients, which is what the kernels understand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sprague.rules import Linear, Ruleset
from sprague.rules.choices import Loops as FamilyLoops
from sprague.rules.conditions import Condition, Power
from sprague.rules.symmetry import arrangements
from sprague.tables.fibre_arrays import integers
from sprague.tables.fibres import Enumerated
from sprague.tables.kernels import AT_MOST, DIFFERENT, EQUAL, LESS, POWER, Loops


def loop_arrays(rule: Ruleset, enumerated: Sequence[Enumerated]) -> Loops:
    """The enumerated families, once for each arrangement of the piles, as arrays."""
    count = len(rule.names)
    chosen = [
        (one.family, loops, order)
        for one in enumerated
        for loops in rule.plays[one.family].loops
        if loops.possible
        for order in arrangements(range(count), rule.plays[one.family].classes)
    ]
    most = max((len(loops.loops) for _, loops, _ in chosen), default=0)
    width = count + most + 1
    builder = _LoopBuilder(rule, most, width)
    for number, loops, order in chosen:
        builder.add(number, loops, order)
    return builder.arrays()


class _LoopBuilder:
    def __init__(self, rule: Ruleset, most: int, width: int) -> None:
        self.rule, self.most, self.width = rule, most, width
        self.choices: list[int] = []
        self.target: list[list[list[int]]] = []
        self.guards: list[list[int]] = []
        self.guard_start = [0]
        self.bounds: list[list[int]] = []
        self.divisors: list[int] = []
        self.bound_start: list[list[list[int]]] = []
        self.power: list[list[int]] = []
        self.checks: list[list[list[int]]] = []
        self.moduli: list[list[int]] = []
        self.relations: list[int] = []
        self.check_start: list[list[int]] = []

    def add(self, number: int, loops: FamilyLoops, order: Sequence[int]) -> None:
        rule = self.rule
        columns = {name: order[part] for part, name in enumerate(rule.names)}
        columns |= {loop.name: len(rule.names) + depth for depth, loop in enumerate(loops.loops)}

        def row(term: Linear) -> list[int]:
            values = [0] * self.width
            values[-1] = term.constant
            for name, factor in term.coefficients:
                values[columns[name]] += factor
            return values

        derived = dict(loops.derived)
        target = [[0] * self.width for _ in rule.names]
        for part, entry in enumerate(rule.families[number].target):
            assert isinstance(entry, Linear)
            target[order[part]] = row(entry.substitute(derived))
        self.choices.append(len(loops.loops))
        self.target.append(target)
        self.guards += [row(guard) for guard in loops.guards]
        self.guard_start.append(len(self.guards))
        starts = [len(self.relations)]
        self._add_checks(loops.guard_checks, row)
        bound_starts = []
        for loop in loops.loops:
            starts.append(len(self.relations))
            self._add_checks(loop.checks, row)
            first = len(self.bounds)
            for bound in (*loop.lower, *loop.upper):
                self.bounds.append(row(bound.term))
                self.divisors.append(bound.divisor)
            bound_starts.append([first, first + len(loop.lower), len(self.bounds)])
        missing = self.most - len(loops.loops)
        self.bound_start.append(bound_starts + [[0, 0, 0]] * missing)
        self.power.append([loop.power_base or 0 for loop in loops.loops] + [0] * missing)
        starts.append(len(self.relations))
        self.check_start.append(starts + [starts[-1]] * (self.most + 2 - len(starts)))

    def _add_checks(self, checks: Sequence[Condition], row: Callable[[Linear], list[int]]) -> None:
        for check in checks:
            if isinstance(check, Power):
                self._add_check(row(check.term.linear), row(Linear()), [check.base, 0], POWER)
                continue
            for link in check.links():
                sides = (link.left, link.right)
                terms = [side.residue.term.linear if side.residue else side.linear for side in sides]
                moduli = [side.residue.modulus if side.residue else 0 for side in sides]
                code = {"<": LESS, "<=": AT_MOST, "=": EQUAL, "!=": DIFFERENT}[link.relation]
                self._add_check(row(terms[0]), row(terms[1]), moduli, code)

    def _add_check(self, left: list[int], right: list[int], moduli: list[int], relation: int) -> None:
        self.checks.append([left, right])
        self.moduli.append(moduli)
        self.relations.append(relation)

    def arrays(self) -> Loops:
        count, families = len(self.rule.names), len(self.choices)
        return Loops(
            integers(self.choices, (families,)),
            integers(self.target, (families, count, self.width)),
            integers(self.guards, (len(self.guards), self.width)),
            integers(self.guard_start, (families + 1,)),
            integers(self.bounds, (len(self.bounds), self.width)),
            integers(self.divisors, (len(self.divisors),)),
            integers(self.bound_start, (families, self.most, 3)),
            integers(self.power, (families, self.most)),
            integers(self.checks, (len(self.checks), 2, self.width)),
            integers(self.moduli, (len(self.moduli), 2)),
            integers(self.relations, (len(self.relations),)),
            integers(self.check_start, (families, self.most + 2)),
        )
