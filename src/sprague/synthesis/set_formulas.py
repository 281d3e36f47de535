"""`describe_set` finds a formula or a column program for the set that an automaton accepts.

`describe_function` uses the same search to find a formula for a Grundy function.

An automaton is a table of states, which is hard to understand. Often the set of an automaton has a short formula, such
as `xor = 0` or `a = b and even(v2(c - a))`. The search has these steps:

1. terms and conditions are enumerated by cost; a single condition can describe the set (`engine`);
2. if the set is a Presburger set, linear comparisons and residues describe it (`presburger`);
3. two or three of the enumerated conditions are combined, perhaps with finitely many exceptions;
4. separate searches handle sets of pairs whose ratio is nearly the golden ratio (`golden_shifts`), and the differences
  of such pairs (`golden_differences`);
5. parts of the proved formulas are removed or replaced by simpler conditions (`simplification`);
6. if no formula was found so far, or only a long formula for a small automaton, many conditions are combined.

Without `golden_shifts`, no formula is found for variants of Wythoff's game such as the game that stops at two chips.

All steps are bounded by numbers of terms, conditions, pairs and sample positions, and not by seconds. The result
therefore depends only on the set, as long as the search ends before the time limit. If the time limit ends the search,
the cheapest proved formula is returned.

Every formula is translated into a minimal automaton, which is compared with the given automaton. Minimal automata are
equal exactly if their sets are equal, so every returned formula is proved. A short formula is returned at once. If
several longer formulas are found, the cheapest is returned (`formula_cost`).

If no formula is found, the automaton is converted into a column program (`column_synthesis`), unless the program is too
long. Three column programs are tried: for the set, for the set together with all tuples that are not positions, and for
the set after subtracting the least height from each pile. The shortest program is translated into an automaton and
compared like a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from sprague import limits as watching
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.language.column_programs import ColumnProgram
from sprague.language.expressions import Expression
from sprague.language.positions import Position
from sprague.language.statements import POWER, VALUE
from sprague.limits import Limits
from sprague.linear.terms import Linear
from sprague.proofs.grundy import add_nim_pile
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.column_synthesis import column_program
from sprague.synthesis.engine import FormulaEngine
from sprague.synthesis.exceptions import list_exceptions
from sprague.synthesis.formula_cost import is_clear, reading_key
from sprague.synthesis.golden_differences import golden_difference_formulas
from sprague.synthesis.golden_shifts import golden_shift_formulas
from sprague.synthesis.presburger import presburger_formula
from sprague.synthesis.sample_box import SampleBox

WIDE = 60_000  # number of small positions on which a formula is tested before it is translated
NARROW = 1_000  # number of small positions on which a formula with a quantifier is tested before it is translated
# maximum costs of a formula that ends the search early: after the single conditions, after the Presburger formulas, and
# after the other short formulas
VERY_SHORT, SHORT, MEDIUM = 6, 12, 24
DEFAULT = Limits(seconds=60)  # the default time limit of a search for formulas; most searches end within 10 seconds
# maximum number of states for which disjunctions of many conditions are searched if a long formula is known
FEW_STATES = 24
# maximum number of states for which disjunctions of many conditions are searched if no formula is known; for sets with
# 720 to 826 states, the search never found a formula
MOST_STATES = 400
SIMPLIFIED = 3  # maximum number of proved formulas that are simplified
STATES = 20_000  # maximum number of states of the automata in a comparison of a set with a formula
# finds the condition `min = max` in a formula; for two piles, the condition can be written as `a = b`
_EQUAL = re.compile(r"(?<![\w|])(?<!\d)(?<![-+] )(?:min = max|max = min)(?! [-+]|\w)")
_SPREAD = re.compile(r"(?<![\w|] )\bmin \+ (\d+) >= max(?! [-+])")
MOST_TEXT = 1_000  # maximum length of a column program
MOST_IGNORED = 4  # largest entry of a position that can be listed as an exception to a formula


def describe_set(
    rule: Ruleset, automaton: Automaton, limits: Limits | None = None, *, programs: bool = True
) -> str | None:
    """Return a formula that is true for exactly the positions that the automaton accepts, or None.

    The formula can be a column program.

    >>> from sprague.automata import atoms
    >>> from sprague.rules import parse
    >>> nim = parse("(a, b, c) -> (u, b, c) where u < a any order")
    >>> describe_set(nim, atoms.digit_sum_zero(3, 2))
    'xor = 0'

    If a formula depends on the order of interchangeable piles, it begins with `in some order:`, as in `prove`.

    Args:
        rule: The game.
        automaton: The automaton of the set; it must accept only positions of the game.
        limits: Limits on the search; by default 60 seconds. A time limit that ends the search can change the result.
        programs: Whether the formula may be a column program.

    Returns:
        The formula, or None if no formula is found.
    """
    search = _FormulaSearch(rule, automaton)
    with suppress(OutOfTime), Limits.of(limits).with_defaults(DEFAULT).watch():
        search.run()
        return search.best or (search.program() if programs else None)
    return search.best


def describe_set_briefly(rule: Ruleset, automaton: Automaton) -> str | None:
    """Return a single condition, perhaps with exceptions, that describes the set of an automaton, or None."""
    search = _FormulaSearch(rule, automaton)
    with suppress(OutOfTime):
        search.run(single=True)
    return search.best


def describe_by_columns(rule: Ruleset, automaton: Automaton) -> str | None:
    """Return a column program for the set of an automaton, or None if there is no program of limited length."""
    with suppress(OutOfTime):
        return _FormulaSearch(rule, automaton).program()
    return None


def describe_golden_differences(rule: Ruleset, automaton: Automaton) -> str | None:
    """Return a formula if the set consists of differences of P-positions of a game like Wythoff's, else None."""
    with suppress(OutOfTime):
        search = _FormulaSearch(rule, automaton)
        if search.prepare(NARROW):
            return search.first(golden_difference_formulas(rule.names, automaton.numeration))
    return None


@dataclass
class _FormulaSearch:
    """The search for a formula for one automaton."""

    rule: Ruleset
    automaton: Automaton
    refuted: list[tuple[Position, bool]] = field(
        default_factory=list
    )  # counterexamples to earlier formulas, with their membership
    tried: set[str] = field(default_factory=set)
    found: list[str] = field(default_factory=list)  # proved formulas
    simplified: set[str] = field(default_factory=set)  # proved formulas that have been simplified

    @property
    def best(self) -> str | None:
        """The cheapest formula that has been proved, or None."""
        return min(self.found, key=reading_key, default=None)

    @property
    def function(self) -> str | None:
        """The name of the entry that stands for the Grundy value, if there is one."""
        return next((name for name in self.rule.remembered if name in (VALUE, POWER)), None)

    def run(self, single: bool = False) -> None:
        """Search for formulas until a short one is proved; if `single` is true, search only for single conditions."""
        if not self.prepare():
            return
        engine = FormulaEngine(self.rule, self.automaton, self, self.function)
        engine.pending = self.found
        with Limits(states=STATES).watch():
            self.add(engine.single())
            if single or self.has_formula(VERY_SHORT):
                return
            self.search(engine)
            self.simplify(engine)

    def search(self, engine: FormulaEngine) -> None:
        """Search for formulas that are not single conditions, until a short formula is proved."""
        known = len(self.found)
        self.add(engine.of_pile_sets())
        # skip linear comparisons if a formula of medium length is proved, because linear comparisons are hardly shorter
        if len(self.found) == known or not self.has_formula(MEDIUM):
            self.add(self.presburger())
        if self.has_formula(SHORT):
            return
        self.add(engine.short())
        self.simplify(engine)
        if self.has_formula(MEDIUM):
            return
        self.add(self.first(golden_shift_formulas(self.wide, self.automaton)))
        if self.has_formula(MEDIUM):
            return
        if self.automaton.states <= (MOST_STATES if self.best is None else FEW_STATES):
            self.add(engine.long())

    def simplify(self, engine: FormulaEngine) -> None:
        """Simplify the cheapest of the proved formulas, unless one of them is short."""
        for text in sorted(self.found, key=reading_key)[:SIMPLIFIED]:
            if text not in self.simplified and not self.has_formula(SHORT):
                self.simplified.add(text)
                self.add(engine.simplified(text))

    def prepare(self, most: int = WIDE) -> bool:
        """Prepare the test of formulas on small positions; return whether a formula can describe the set."""
        self.domain = positions_automaton(self.rule, self.automaton.numeration)
        if self.automaton.tracks != len(self.rule.names) or not self.automaton <= self.domain:
            return False
        self.wide = SampleBox.of(self.rule, self.automaton, most)
        if not self.wide.is_closed():
            return False
        # Formulas are tested on sorted positions only, because the set does not depend on the order of interchangeable
        # piles.
        self.tested = self.wide.positions[self.wide.in_order]
        self.expected = self.wide.members[self.wide.in_order]
        return True

    def add(self, text: str | None) -> None:
        """Add a proved formula, if there is one; if the piles are a and b, `a = b` replaces `min = max`."""
        if text is None:
            return
        piles = self.rule.piles
        named = _EQUAL.sub(" = ".join(piles), text) if len(piles) == 2 else text
        named = _SPREAD.sub(r"max - min <= \1", named)
        if named != text and (proved := self.proved(named)) is not None:
            text = proved
        self.found.append(text)

    def has_formula(self, cost: int) -> bool:
        """Return whether a clear formula that costs at most `cost` has been proved."""
        return any(is_clear(text, cost) for text in self.found)

    def presburger(self) -> str | None:
        """Return a proved formula of linear comparisons and residues, or None."""
        rule = self.rule
        return presburger_formula(self.automaton, rule.names, domain=self.domain, piles=rule.piles, blocks=rule.blocks)

    def program(self) -> str | None:
        """Return the shortest column program that is proved to describe the set, or None."""
        if self.automaton.tracks != len(self.rule.names):
            return None
        texts = {str(program) for program in self.programs() if program is not None}
        return next(
            (candidate for text in sorted(texts, key=len) if (candidate := self.proved_program(text)) is not None), None
        )

    def programs(self) -> Iterator[ColumnProgram | None]:
        """Yield column programs for the set, and for the set together with all tuples that are not positions."""
        names = [Linear.of(name) for name in self.rule.names]
        everywhere = positions_automaton(self.rule, self.automaton.numeration)
        yield column_program(self.automaton, list(map(Expression.of, names)))
        if everywhere.states > 1:
            yield column_program(self.automaton | ~everywhere, list(map(Expression.of, names)))
            lowest = [self.rule.lowest(str(name)) for name in names]
            lowered = {track: -least for track, least in enumerate(lowest)}
            beyond = [Expression.of(name - least) for name, least in zip(names, lowest, strict=True)]
            yield column_program(atoms.add_to_tracks(self.automaton, lowered), beyond)

    def proved_program(self, text: str) -> str | None:
        """Return the text of a column program if it is short enough and proved to describe the set, else None."""
        if len(text) > MOST_TEXT:
            return None
        candidate = translate_set(
            PositionSet.read(self.rule, text), positions_automaton(self.rule, self.automaton.numeration)
        )
        return candidate.text if candidate.automaton == self.automaton else None

    def first(self, texts: Iterable[str]) -> str | None:
        """Return the simplest of the given formulas that is proved to describe the set, or None."""
        candidate = (self.proved(text) for text in sorted(set(texts), key=reading_key))
        return next((text for text in candidate if text is not None), None)

    def proved_with_exceptions(self, text: str) -> str | None:
        """Return a formula with a list of exceptions if the result is proved to describe the set, else None."""
        watching.check()
        try:
            candidate = translate_set(PositionSet.read(self.rule, text), self.domain)
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            return None
        if candidate.automaton == self.automaton:
            return candidate.text
        different = candidate.automaton ^ self.automaton
        if (exceptions := list_exceptions(self.rule, text, self.automaton, different)) is not None:
            return self.proved(exceptions)
        witness = next((one for one in different.members() if max(one) > MOST_IGNORED), None)
        if witness is not None:
            self.refuted.append((witness, witness in self.automaton))
        return None

    def proved(self, text: str) -> str | None:
        """Return a formula (with `in some order:` if needed) if it is proved to describe the set, else None."""
        if text in self.tried:
            return None
        watching.check()
        self.tried.add(text)
        try:
            positions = PositionSet.read(self.rule, text)
            if any((position in positions) != member for position, member in self.refuted):
                return None
            found = positions.mask([self.tested[:, i] for i in range(self.tested.shape[1])])
            if not np.array_equal(found, self.expected):
                wrong = tuple(self.tested[np.flatnonzero(found != self.expected)[0]].tolist())
                self.refuted.append((wrong, wrong in self.automaton))
                return None
            candidate = translate_set(positions, self.domain)
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            return None  # the formula has no automaton in the numeration of the set, or the automaton is too large
        if candidate.automaton == self.automaton:
            return candidate.text
        different = candidate.automaton.difference(self.automaton)
        assert different is not None  # different minimal automata accept different sets
        self.refuted.append((different, different in self.automaton))
        return None


def describe_function(rule: Ruleset, automaton: Automaton, as_power: bool, limits: Limits | None = None) -> str | None:
    """Return a formula for a Grundy function, given by an automaton that reads positions with values, or None.

    >>> from sprague.automata import atoms
    >>> from sprague.rules import parse
    >>> describe_function(parse("(a, b) -> (u, b) where u < a any order"), atoms.digit_sum_zero(3, 2), as_power=False)
    'value = xor'
    """
    together = add_nim_pile(rule, as_power)
    name = together.names[-1]
    if name not in (VALUE, POWER):
        return None  # `value` or `power` is already the name of a pile, so the formula cannot use the name
    return describe_set(together, automaton, limits)
