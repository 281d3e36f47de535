"""Samples: small positions on which the Coq version of a rule or formula is compared with the original.

A theorem in Coq is meaningful only if the rule was translated to Coq correctly. Therefore Coq computes the options of
small positions from its own definition of the game (`coq/Options.v`, and `heap_options` of `coq/Heaps.v`). Coq also
decides which small positions are in the set. Sprague compares the options from Coq with `Ruleset.options`, and the
decisions from Coq with the formula (`sprague.formulas.evaluation`). Neither `Ruleset.options` nor the evaluation of
formulas shares code with the translation to Coq.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial, prod

import numpy as np

from sprague.coq.rule_translation import CoqRule
from sprague.coq.syntax import list_text
from sprague.errors import NotVerified, SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.statements import VALUE, Order, Statement
from sprague.rules.ruleset import Ruleset

Position = tuple[int, ...]

MOST_POSITIONS = 120  # limit on the number of sample positions
# limit on the number of conditions that Coq evaluates; with this limit, the evaluation takes about a second
MOST_WORK = 60_000
HEAPS = 13  # number of sample heaps, which have 0 to 12 chips
VALUES = 4  # number of Grundy values for which each position is tested
LARGER = 3  # factor by which the limit on choices grows from one attempt to the next
ATTEMPTS = 3  # maximum number of attempts; the limit on choices grows from one attempt to the next

_ANSWER = re.compile(r"^ *= (.*?)\n *: list ", re.MULTILINE | re.DOTALL)
PRINTING = "Set Printing Width 1000000.\nSet Printing Depth 1000000.\nLocal Open Scope N_scope.\n"


@dataclass(frozen=True)
class Sample:
    """A sample position with its options by the rule; to find the options, Coq tries all choices below `bound`."""

    position: Position
    options: frozenset[Position]
    bound: int


@dataclass(frozen=True)
class Samples:
    """The sample positions on which a rule is compared with its translation to Coq.

    The function `canonical` returns the same tuple for equivalent positions. The number `constant` is the largest
    number in the text of the rule.
    """

    samples: tuple[Sample, ...]
    canonical: Callable[[Sequence[int]], Position]
    constant: int = 0
    are_heaps: bool = False

    @property
    def question(self) -> str:
        """The Coq command that computes the options of all sample positions."""
        if not self.samples:
            return ""
        if self.are_heaps:
            heaps = "; ".join(str(sample.position[0]) for sample in self.samples)
            return f"{PRINTING}Eval vm_compute in map (heap_options game) [{heaps}].\n"
        pairs = "; ".join(f"({sample.bound}%nat, {list_text(sample.position)})" for sample in self.samples)
        return f"{PRINTING}Eval vm_compute in map (fun p => options (fst p) game (snd p)) [{pairs}].\n"

    def compare(self, output: str) -> Samples:
        """Compare the options that Coq has computed with those of the rule; return the samples with missing options.

        Raises:
            NotVerified: Coq finds an option that the rule does not have.
        """
        if not self.samples:
            return self
        (answer,) = read_answers(output)
        if not isinstance(answer, list) or len(answer) != len(self.samples):
            raise SpragueError(f"expected the options of {len(self.samples)} positions from Coq, got {output[:200]!r}")
        left: list[Sample] = []
        for sample, computed in zip(self.samples, answer, strict=True):
            found = frozenset(self.canonical(option) for option in computed)
            if more := sorted(found - sample.options):
                raise NotVerified(self._difference(sample, more[0], "the rule in Coq", "the rule itself"))
            if found != sample.options:
                left.append(sample)
        return replace(self, samples=tuple(left))

    def larger(self) -> Samples:
        """Return the same sample positions with larger limits on the choices that Coq tries."""
        samples = (replace(one, bound=one.bound * LARGER + self.constant) for one in self.samples)
        return replace(self, samples=tuple(samples))

    def refuse(self) -> None:
        """Raise `NotVerified` if Coq has not found all options of some sample position."""
        for sample in self.samples:
            option = min(sample.options)
            raise NotVerified(self._difference(sample, option, "the rule itself", "the rule in Coq"))

    def _difference(self, sample: Sample, option: Position, one: str, other: str) -> str:
        return (
            f"the translation of the rule is wrong: {one} has a move from {sample.position} to {option} that {other} "
            "does not have; please report this rule as a bug"
        )


def read_answers(output: str) -> Iterator[object]:
    """Yield the lists that Coq has printed about the samples, such as lists of options."""
    for found in _ANSWER.finditer(output):
        yield json.loads(" ".join(found[1].replace(";", ",").replace("%N", "").split()))


def sample_rule(rule: Ruleset, coq_rule: CoqRule) -> Samples:
    """Return small positions of a rule with their options; on these samples, the rule is compared with Coq."""

    def canonical(entries: Sequence[int]) -> Position:
        found = list(entries)
        for block in rule.blocks:
            for place, value in zip(block, sorted(entries[place] for place in block), strict=True):
                found[place] = value
        return tuple(found)

    orders = prod(factorial(len(block)) for block in rule.blocks)
    samples: list[Sample] = []
    work = 0
    for position in _small_positions(rule):
        options = frozenset(map(canonical, rule.options(position)))
        bound = 2 + max([*position, *(entry for option in options for entry in option)], default=0)
        work += orders * sum(bound ** len(move.choices) for move in coq_rule.moves)
        if len(samples) == MOST_POSITIONS or (samples and work > MOST_WORK):
            break
        samples.append(Sample(position, options, bound))
    return Samples(tuple(samples), canonical, max(map(int, re.findall(r"\d+", str(rule))), default=0))


def _small_positions(rule: Ruleset) -> Iterator[Position]:
    """Yield the positions of a rule in ascending order of max(entry - least value of the entry)."""
    lowest = [rule.lowest(name) for name in rule.names]
    for size in range(1, 100):
        for heights in product(range(size), repeat=len(lowest)):
            position = tuple(low + height for low, height in zip(lowest, heights, strict=True))
            if max(heights) == size - 1 and rule.is_position(position):
                yield position


def sample_heaps(rule: Ruleset) -> Samples:
    """Return the smallest heaps with their options; on these samples, the moves are compared with Coq.

    The options of heaps are listed without empty heaps.
    """

    def canonical(heaps: Sequence[int]) -> Position:
        return tuple(sorted(heap for heap in heaps if heap))

    samples = (Sample((n,), frozenset(map(canonical, rule.options((n,)))), 0) for n in range(HEAPS))
    return Samples(tuple(samples), canonical, are_heaps=True)


@dataclass(frozen=True)
class Membership:
    """Sample tuples and the truth values of a formula on them, which are compared with a set in Coq."""

    accepts: str
    set_name: str
    tuples: tuple[Position, ...]
    expected: tuple[bool, ...]
    claim: str

    def question(self, source: str) -> str:
        """Return the Coq command that computes which of the tuples are in the set named `source`."""
        return f"Eval vm_compute in map ({self.accepts} {source}) {list_text(map(list_text, self.tuples))}.\n"

    def compare(self, answer: object) -> None:
        """Raise `NotVerified` if Coq's answer differs from the formula for some tuple."""
        if not isinstance(answer, list) or len(answer) != len(self.tuples):
            raise SpragueError(f"expected the members of a set from Coq, got {answer!r}")
        for numbers, found, expected in zip(self.tuples, answer, self.expected, strict=True):
            if found != expected:
                verdicts = "true" if expected else "false", "true" if found else "false"
                raise NotVerified(
                    f"the Coq translation of '{self.claim}' is wrong: the formula is {verdicts[0]} for {numbers}, "
                    f"but Coq computes {verdicts[1]}; please report this formula as a bug"
                )


def sample_claim(
    rule: Ruleset, positions: Sequence[Position], claim: str, accepts: str, set_name: str, track: str | None
) -> Membership | None:
    """Return sample tuples on which a formula is compared with its set in Coq, or None if the evaluation fails.

    For a Grundy function, the automaton reads an additional number after the position; `track` is its name, `value` or
    `power`.
    """
    statement = Statement.read_claim(rule, claim)
    try:
        tuples = [
            (*position, *last)
            for position in positions
            for last in ([()] if track is None else [(v if track == VALUE else 2**v,) for v in range(VALUES)])
        ]
        expected = _verdicts(statement, tuples)
    except SpragueError:
        return None
    return Membership(accepts, set_name, tuple(tuples), expected, claim)


def _verdicts(statement: Statement, tuples: Sequence[Position]) -> tuple[bool, ...]:
    """Return the truth value of a claimed formula for each tuple, with the piles in every order or in some order."""
    columns = np.array(tuples, dtype=np.int64).T
    join = np.logical_and if statement.order is Order.EVERY else np.logical_or
    found = np.full(len(tuples), statement.order is Order.EVERY)
    for chosen in product(*(permutations(block) for block in statement.blocks)):
        order = list(range(len(columns)))
        for block, places in zip(statement.blocks, chosen, strict=True):
            for place, other in zip(block, places, strict=True):
                order[place] = other
        named = {name: columns[place] for name, place in zip(statement.names, order, strict=True)}
        found = join(found, np.broadcast_to(evaluate(statement.formula, named), found.shape))
    return tuple(found.tolist())
