"""`FormulaEngine`: enumerative synthesis of formulas for sets, guided by counterexamples.

1. Terms are enumerated by cost (`term_bank`), and conditions on terms by cost (`bank_conditions`).
2. The stages of the search propose formulas that agree with a sample of positions, cheap formulas first. Proposals are
  single conditions, equivalences, pairs and triples of conditions, sets of numbers (`number_patterns`), functions of
  entries (`entry_functions`), and disjunctions of conjunctions (`cover`). If a stage ignores the smallest positions,
  its formula lists as exceptions the small positions at which it is wrong.
3. Each proposed formula is compared with the automaton. If a proposed formula is wrong, the counterexample joins the
   sample.

The result depends only on the set, because the sample is chosen with fixed seeds; a time limit only ends the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.language.formula_parser import rename_piles
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.bank_conditions import ConditionBank
from sprague.synthesis.cover import Cover
from sprague.synthesis.entry_functions import EntryTerm, entry_terms
from sprague.synthesis.formula_cost import formula_cost, is_clear, reading_key
from sprague.synthesis.number_patterns import every_pile_conditions, number_formulas
from sprague.synthesis.number_sets import AND, FormulaText
from sprague.synthesis.set_sample import LARGEST, Flags, Frame, SetSample
from sprague.synthesis.simplification import shorter_formulas, without_equivalence
from sprague.synthesis.term_bank import Numbers, TermBank

SHORT = 9  # maximum cost of a single condition that is accepted before other formulas are searched
TERMS = 2_500  # maximum number of terms that occur in conditions
ACCEPTED = 14  # maximum cost of a formula that is accepted at once
ROUNDS = 3  # maximum number of rounds of a stage; the counterexamples of a round join the sample of the next round
TRIED = 16  # maximum number of formulas that are compared with the automaton in a round
MOST_ROWS = 900  # maximum number of rows of a sample, counting all orders of each position
BOX = 30_000  # number of small positions that are examined to find sets of numbers
# a position can be an exception if each of its entries exceeds the minimum of the entry by at most this number
IGNORED = 3
EXCEPTION = 5  # minimum cost of a list of exceptions
PLAIN = 3  # maximum cost of the conditions in the search for disjunctions of cheap conditions
MOST_PARTS = 5  # maximum number of conjunctions in a disjunction
SOME_ORDER = "in some order: "  # the first words of a formula that depends on the order of interchangeable piles
MANY = 6  # formulas are searched only for positions with at most this many entries


_EQUATION = re.compile(r"(?:max|min) = \d*(?:max|min)(?: [-+] \d+)?")


class Prover(Protocol):
    """The protocol of an object that compares formulas with the automaton of the set."""

    refuted: list[tuple[Position, bool]]

    def proved(self, text: str) -> str | None:
        """Return the formula if it describes the set; else append a counterexample to `refuted`, and return None."""

    def proved_with_exceptions(self, text: str) -> str | None:
        """Add a list of finitely many exceptions to a formula; return the result if it describes the set, else None."""


Stage = Callable[["_View"], Iterator[FormulaText]]


@dataclass(eq=False)
class _View:
    """A sample of positions in one frame (`set_sample.Frame`), with cached terms and conditions."""

    frame: Frame
    sample: SetSample
    terms: TermBank
    more: Sequence[tuple[str, int]] = ()  # further conditions, each with its cost
    _cover: Cover | None = None

    @property
    def cover(self) -> Cover:
        """The search for formulas made of conditions."""
        if self._cover is None:
            sample = self.sample
            most = max(20, MOST_ROWS // len(self.frame.orders))
            if len(sample.positions) > most:
                sample = _thinned(sample, most)
            rows = self.frame.rows(sample.positions)
            bank = ConditionBank.of(self.frame, self.terms, rows, sample.automaton.numeration, self.more)
            self._cover = Cover(bank, sample.members)
        return self._cover

    @cached_property
    def plain(self) -> Cover:
        """The search for formulas made of cheap conditions, which rarely agree with the sample by chance."""
        return Cover(self.cover.bank.cheapest(PLAIN), self.cover.members)


def _thinned(sample: SetSample, most: int) -> SetSample:
    """Return a sample of at most `most` positions, half of which are members of the set."""
    random = np.random.default_rng(3)
    sizes = sample.positions.sum(axis=1)
    chosen = []
    for own in (np.flatnonzero(sample.members), np.flatnonzero(~sample.members)):
        order = own[np.argsort(sizes[own], kind="stable")]
        first, rest = order[: most // 4], order[most // 4 :]
        chosen += [first, random.permutation(rest)[: most // 4]]
    kept = np.sort(np.concatenate(chosen))
    return SetSample(sample.rule, sample.automaton, sample.positions[kept], sample.members[kept])


@dataclass
class FormulaEngine:
    """A search that enumerates terms and conditions to find a formula for one set."""

    rule: Ruleset
    automaton: Automaton
    prover: Prover
    # the name on the left side if all formulas must have the form `name = term`; None if formulas may have any form
    function: str | None = None
    extra: list[Position] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    banks: list[TermBank] = field(default_factory=list)
    entries: list[list[EntryTerm]] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)  # proved formulas that are too long to be accepted immediately
    of_every_pile: list[tuple[str, int]] = field(default_factory=list)  # conditions on every pile, with their costs
    views: dict[tuple[int, int, bool, bool], list[_View]] = field(default_factory=dict)
    numbers: dict[Frame, list[FormulaText]] = field(default_factory=dict)  # formulas that are correct for small piles

    def single(self) -> str | None:
        """Return a proved formula that is a single condition, perhaps with exceptions, or None."""
        if len(self.rule.names) > MANY:
            return None
        self.sample = SetSample.of(self.rule, self.automaton)
        if not self.sample.members.any() or self.sample.members.all():
            return self.prover.proved("true" if self.sample.members.any() else "false")
        self.frames = Frame.all_of(self.rule, self.automaton)
        self.banks = [frame.bank(self.automaton, TERMS, without=self.function) for frame in self.frames]
        if self.function is not None:
            self._entries(self._views())
        return self._stage(self._single) or self._stage(self._nearly, ignored=0)

    def of_pile_sets(self) -> str | None:
        """Return a proved formula that contains a condition on every pile, or None."""
        if not self.banks or self.function is not None:
            return None
        found = every_pile_conditions(self.rule, self.automaton)
        self.of_every_pile = [(formula.text, formula_cost(formula.text)) for formula in found]
        return self._stage(self._conjunctions) if self.of_every_pile else None

    def short(self) -> str | None:
        """Return a proved formula that consists of few conditions, perhaps with exceptions, or None."""
        if not self.banks:
            return None
        if self.function is None:
            self._entries(self._views())
        for stage, ignored in ((self._pairs, None), (self._single, IGNORED), (self._pairs, IGNORED)):
            if (found := self._stage(stage, ignored)) is not None:
                return found
        return None

    def long(self) -> str | None:
        """Return a proved formula that joins several conjunctions by `or`, or None."""
        if not self.banks:
            return None
        for stage, ignored in (
            (self._unions, None),
            (self._unions, IGNORED),
            (self._plain, None),
            (self._greedy, None),
        ):
            if (found := self._stage(stage, ignored)) is not None:
                return found
        return None

    def simplified(self, text: str) -> str:
        """Return the cheapest formula that is found by removing and replacing parts of a proved formula."""
        inner = text.removeprefix(SOME_ORDER)
        simpler = f"{text[: len(text) - len(inner)]}{without_equivalence(inner)}"
        while self.banks and (better := self._shorter(simpler)) is not None:
            text = simpler = better
        return text

    def _shorter(self, text: str) -> str | None:
        """Return a proved formula that is cheaper than a given formula and differs from it in few parts, or None."""
        proposals = set[str]()
        for view in self._views():
            frame, inner = view.frame, text.removeprefix(SOME_ORDER)
            if frame.turns or (text != inner and len(frame.orders) == 1 and not frame.is_sorted):
                continue
            if text != inner and frame.is_sorted:
                ascending = f"{_ascending(frame.rule)} and "
                if not inner.startswith(ascending):
                    continue
                inner = inner.removeprefix(ascending)
            elif text == inner and len(frame.orders) > 1:
                continue
            cover = view.cover
            proposals |= {_finished(frame, each) for each in shorter_formulas(inner, cover.bank, cover.members)}
        before, cost = len(self.prover.refuted), formula_cost(text)
        for proposal in sorted(proposals, key=reading_key):
            if formula_cost(proposal) >= cost or len(self.prover.refuted) - before >= TRIED:
                return None
            if (proved := self.prover.proved(proposal)) is not None and formula_cost(proved) < cost:
                return proved
        return None

    # Stages

    def _single(self, view: _View) -> Iterator[FormulaText]:
        yield from (formula for formula in view.cover.single() if formula_cost(formula.text) <= SHORT)

    def _nearly(self, view: _View) -> Iterator[FormulaText]:
        yield from view.cover.nearly()

    def _conjunctions(self, view: _View) -> Iterator[FormulaText]:
        yield from view.cover.single()
        yield from view.cover.conjunctions()

    def _pairs(self, view: _View) -> Iterator[FormulaText]:
        yield from self._conjunctions(view)
        yield from view.cover.disjunctions()
        yield from view.cover.equivalences()
        yield from self._numbers(view)

    def _unions(self, view: _View) -> Iterator[FormulaText]:
        yield from view.cover.equivalences()
        yield from view.cover.unions()

    def _plain(self, view: _View) -> Iterator[FormulaText]:
        yield from view.plain.greedy(MOST_PARTS)

    def _greedy(self, view: _View) -> Iterator[FormulaText]:
        yield from view.cover.greedy(MOST_PARTS)

    def _numbers(self, view: _View) -> list[FormulaText]:
        """Return formulas that are correct for all small positions, independently of the sample."""
        frame = view.frame
        if len(frame.orders) > 1:
            return []
        if frame not in self.numbers:
            self.numbers[frame] = list(number_formulas(frame, view.terms, self.automaton, *self._box()))
        return self.numbers[frame]

    def _box(self) -> tuple[Numbers, Flags]:
        tracks = len(self.rule.names)
        limit = max(2, min(240, int(BOX ** (1 / tracks) + 1e-9)))
        lowest = np.array([self.rule.lowest(name) for name in self.rule.names])
        box = np.indices((limit,) * tracks).reshape(tracks, -1).T + lowest
        sample = SetSample.of_positions(self.rule, self.automaton, box)
        return sample.positions, sample.members

    def _entries(self, views: Sequence[_View]) -> None:
        """Find entries that are functions of the other entries, and terms for these functions."""
        self.entries = []
        for view in views:
            found: list[EntryTerm] = []
            if len(view.frame.orders) == 1 and len(self.rule.names) > 1:
                names = self.rule.names if self.function is None else [self.function]
                tracks = sorted(map(self.rule.names.index, names), reverse=True)
                if any(frame.turns for frame in self.frames):
                    # keep equations for one entry only, because rotations turn these equations into equations for the
                    # other entries
                    tracks = tracks[:1]
                for track in tracks:
                    found += entry_terms(view.frame, self.sample, track)
            self.entries.append(found)

    # Methods for the loop over counterexamples

    def _views(self, ignored: int | None = None) -> list[_View]:
        """Return the views of the current sample, one for each frame; views of an unchanged sample are cached."""
        key = len(self.extra), ignored or 0, any(self.entries), bool(self.of_every_pile)
        if key not in self.views:
            self.views = {key: self._new_views(ignored)}
        return self.views[key]

    def _new_views(self, ignored: int | None) -> list[_View]:
        sample = self.sample.extended(self.extra) if self.extra else self.sample
        if ignored:
            sample = sample.without_small(ignored)
        entries = self.entries or [[] for _ in self.frames]
        views = [
            _View(frame, sample, bank, [*self.of_every_pile, *((entry.text, entry.cost) for entry in own)])
            for frame, bank, own in zip(self.frames, self.banks, entries, strict=True)
        ]
        return [view for view in views if sample.members.any() and not sample.members.all()]

    def _stage(self, stage: Stage, ignored: int | None = None) -> str | None:
        """Return the cheapest proved formula of a stage of the search, or None."""
        for _ in range(ROUNDS if ignored is None else 1):
            limits.check()
            before, proofs = len(self.prover.refuted), len(self.pending)
            waiting: list[str] = []
            for view in self._views(ignored):
                texts = {_finished(view.frame, formula) for formula in stage(view)}
                short = {text for text in texts if formula_cost(text) <= SHORT}
                # Accept a short formula without a search in the other orders of the piles.
                if (proved := self._first(short, ignored)) is not None:
                    return proved
                waiting += texts - short
            if (proved := self._first(waiting, ignored)) is not None:
                return proved
            if len(self.prover.refuted) == before or len(self.pending) > proofs:
                return None  # stop, because another round would propose only formulas of a higher cost
            self.extra += [position for position, _ in self.prover.refuted[before:] if max(position) < LARGEST]
        return None

    def _with_names(self, formula: str) -> str:
        """Return an equation with the names of the two piles instead of `max` and `min`: `a = 2b` for `max = 2min`."""
        piles = self.rule.piles
        if len(piles) != 2 or not self.rule.blocks or not _EQUATION.fullmatch(formula):
            return formula
        named = formula
        for word, name in zip(("max", "min"), piles, strict=True):
            named = re.sub(rf"(?<![a-z]){word}\b", name, named)
        return self.prover.proved(named) or formula

    def _first(self, texts: Iterable[str], ignored: int | None) -> str | None:
        """Return the first of the given formulas that is proved to describe the set, or None."""
        before = len(self.prover.refuted)
        prove = self.prover.proved if ignored is None else self.prover.proved_with_exceptions
        added = EXCEPTION if ignored else 0
        known = min(map(formula_cost, self.pending), default=None)
        for text in sorted(set(texts), key=reading_key)[: 4 * TRIED]:
            if known is not None and formula_cost(text) + added >= known:
                return None
            if (formula := prove(text)) is not None:
                if is_clear(formula, ACCEPTED):
                    return self._with_names(formula)
                self.pending.append(formula)  # a later stage may find a shorter formula
                return None
            if len(self.prover.refuted) - before >= TRIED:
                return None
        return None


def _finished(frame: Frame, formula: FormulaText) -> str:
    """Return the complete text of a formula; add all rotations, or the condition that piles ascend, if needed."""
    rule, text = frame.rule, formula.text
    names = rule.names
    if frame.turns:
        turned = [rename_piles(text, names, [*names[by:], *names[:by]]) for by in range(len(names))]
        return " or ".join(dict.fromkeys(turned))
    if not frame.is_sorted:
        return text
    words = set(re.findall(r"\w+", text))
    inner = frame.inner_names
    if not words & set(inner) and not any(re.search(rf"\d{name}\b", text) for name in inner):
        return text
    if frame.has_extremes:
        block = rule.blocks[0]
        for word, name in (("min", names[block[0]]), ("max", names[block[-1]])):
            text = re.sub(rf"(?<![a-z]){word}\b(?!\()", name, text)
    ordered = FormulaText(text, formula.joined)
    return f"{_ascending(rule)} and {ordered.inside(AND)}"


def _ascending(rule: Ruleset) -> str:
    """Return the condition that interchangeable piles are in ascending order."""
    return " and ".join(" <= ".join(rule.names[place] for place in block) for block in rule.blocks)
