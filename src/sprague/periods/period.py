"""`find_period`: search for the least periods of a game, prove them, and format them as plain data or as text.

A pile has the period p from the preperiod m on if adding p to the pile never changes the value of a position in which
the pile is at least m, whatever the other piles are. A game need not have periods. For example, (x, y) -> (x - 1, y -
1) has the values min(x, y) mod 2, so the period of each pile begins later as the other pile grows. No algorithm decides
for all games of move vectors whether a period exists (Larsson and Wästlund 2013). So the search for a period has a
limit, and a game may have a period even if the search finds none.

Sprague proves each period that it reports. `Period.evidence` contains a window of values that implies the period for
all positions (see `sprague.periods.windows`). For taking-and-breaking games, a separate theorem proves periods (see
`sprague.periods.heap_periods`).
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.certificates.writer import CertificateData, write_certificate
from sprague.errors import OutOfReach, SpragueError
from sprague.files import write_atomically
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of, theorems
from sprague.limits import Limits, default_memory
from sprague.notebook_html import as_html
from sprague.periods.heap_periods import HeapEvidence, find_heap_evidence
from sprague.periods.move_vectors import Vector, VectorMoves
from sprague.periods.recurrence import DEFAULT_BUDGET, NoRecurrence, Recurrence, find_recurrence, kernel_mode
from sprague.periods.sequences import find_sequence_period
from sprague.periods.windows import (
    Window,
    WindowEvidence,
    find_idle_piles,
    find_independent_parts,
    least_period,
    make_window,
    restrict_to_piles,
    spell_out_rule,
)
from sprague.progress import ProgressCallback
from sprague.results.base import Measure, PeriodMeasure, play_of
from sprague.results.tables import PeriodResult
from sprague.rules import Linear, Ruleset, parse
from sprague.rules.breaking import breaking_obstacle, find_breakings
from sprague.rules.labelled_moves import expand_moves
from sprague.rules.termination import Rank, WeightedSums
from sprague.tables.search import explain_endless_play
from sprague.tables.tabulate import tabulate

PURELY, ULTIMATELY, NONE = "purely periodic", "ultimately periodic", "none found"
ARITHMETICALLY = "arithmetically periodic"
TABLED = 1 << 21  # default limit on the number of positions in a table in which periods are searched


@dataclass(frozen=True, repr=False)
class Period:
    """The least preperiod and least period of each pile of a game, with a proof; both are None if no period is known.

    Adding `periods[i]` chips to pile i does not change the value of a position if the pile has at least `preperiods[i]`
    chips. If all piles have periods, `largest` is the largest value of any position; the outcomes P and N count as 0
    and 1. If heaps break into three or more heaps, values can grow by `saltus` with each period; then there is no
    largest value.

    >>> import sprague
    >>> found = sprague.find_period("subtraction-transfer:a=2,b=2,c=1")
    >>> found.periods, found.preperiods, found.largest
    ((4, 4), (0, 0), 1)
    """

    game: Ruleset
    periods: tuple[int | None, ...]
    preperiods: tuple[int | None, ...]
    largest: int | None
    evidence: WindowEvidence | HeapEvidence
    reason: str = ""

    @property
    def kind(self) -> str:
        """The kind of periodicity: pure, ultimate or arithmetic; "none found" if no period is known for some pile."""
        if None in self.periods:
            return NONE
        if self.saltus:
            return ARITHMETICALLY
        return PURELY if all(m == self.game.floor for m in self.preperiods) else ULTIMATELY

    @property
    def saltus(self) -> int:
        """The increase of values with each period: g(n + period) = g(n) + saltus from the preperiod on."""
        return self.evidence.saltus if isinstance(self.evidence, HeapEvidence) else 0

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of the period, which `sprague.verify` checks, to a file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     find_period("0.77").save(f"{folder}/kayles.json")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The file cannot be written; a `MissingFileError` if its folder does not exist.
        """
        write_atomically(path, json.dumps(self.certificate(), ensure_ascii=False) + "\n")

    def certificate(self) -> CertificateData:
        """Return the certificate of the periods, a JSON object that `sprague verify` checks.

        >>> find_period("subtraction-transfer:a=2,b=3,c=2").certificate()["kind"]
        'window'
        """
        evidence = self.evidence
        return write_certificate(
            self.game,
            kind=evidence.kind,
            misere=evidence.misere,
            evidence=evidence.to_json(),
            rank=evidence.rank,
        )

    @property
    def windows(self) -> tuple[Window, ...]:
        """The windows that prove the periods; the tuple is empty for taking-and-breaking games."""
        return self.evidence.windows if isinstance(self.evidence, WindowEvidence) else ()

    @property
    def last_exceptions(self) -> tuple[int | None, ...]:
        """The last height of each pile before its period begins; None if the period is unknown or begins at once."""
        return tuple(None if m is None or m == self.game.floor else m - 1 for m in self.preperiods)

    def _repr_html_(self) -> str:
        return as_html(f"Periods of {self.game.display_name}\n{self}\n{self.evidence}; {self.kind}")

    def __repr__(self) -> str:
        return f"<Period of {self.game.display_name}: {'; '.join(str(self).splitlines())}>"

    def __str__(self) -> str:
        lines = []
        for name, m, p in zip(self.game.piles, self.preperiods, self.periods, strict=True):
            if p is None:
                lines.append(f"{name}: no period found, but one may exist ({self.reason})")
            else:
                start = "from the beginning" if m == self.game.floor else f"from {name} = {m} on"
                rise = f"and saltus {self.saltus} " if self.saltus else ""
                lines.append(f"{name}: period {p} {rise}{start}")
        return "\n".join(lines)


@dataclass(frozen=True, repr=False)
class NoPeriod:
    """The result of a search that found no period for any pile; a period may still exist.

    >>> import sprague
    >>> found = find_period("(x, y) -> (x - 1, y - 1)", budget=sprague.Limits(positions=10_000))
    >>> bool(found), found.reason
    (False, 'no period fits a table with all piles < 64')
    """

    game: Ruleset
    reason: str

    @property
    def periods(self) -> tuple[None, ...]:
        return (None,) * len(self.game.piles)

    @property
    def preperiods(self) -> tuple[None, ...]:
        return (None,) * len(self.game.piles)

    @property
    def kind(self) -> str:
        return NONE

    def __bool__(self) -> Literal[False]:
        return False

    def _repr_html_(self) -> str:
        return as_html(f"Periods of {self.game.display_name}\n{self}")

    def __repr__(self) -> str:
        return f"<NoPeriod of {self.game.display_name}: {self.reason}>"

    def __str__(self) -> str:
        return f"no period found, but one may exist: {self.reason}"


def period_result(found: Period | NoPeriod, what: str, misere: bool) -> PeriodResult:
    """Convert the result of `find_period`, a `Period` or `NoPeriod`, into a `PeriodResult`."""
    proved = isinstance(found, Period)
    return PeriodResult(
        game=found.game.name or str(found.game),
        rule=str(found.game),
        what=cast("Measure", what),
        play=play_of(misere),
        piles=list(found.game.piles),
        preperiods=list(found.preperiods),
        periods=list(found.periods),
        saltus=found.saltus if isinstance(found, Period) else None,
        largest=found.largest if isinstance(found, Period) else None,
        class_=found.kind,
        proved=proved,
        reason=found.reason or None,
        sentences=period_lines(found),
    )


def period_lines(found: Period | NoPeriod) -> list[str]:
    """Return the result of `find_period` and its evidence as text, one fact per line."""
    evidence = [f"{found.evidence}; class: {found.kind}"] if isinstance(found, Period) else []
    return [*str(found).splitlines(), *evidence]


@accepts_former_arguments
def find_period(
    game: Ruleset | str,
    *,
    what: PeriodMeasure = "grundy",
    misere: bool = False,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Period | NoPeriod:
    """Return the least preperiod and period of every pile of a game, with a proof; return `NoPeriod` if none was found.

    >>> found = find_period("subtraction-transfer:a=2,b=3,c=2")
    >>> found.periods, found.preperiods
    ((4, 6), (4, 0))
    >>> print(found)
    x: period 4 from x = 4 on
    y: period 6 from the beginning
    >>> print(find_period("(x, y) -> (x - 1, y - 1)", budget=Limits(positions=10_000)))
    no period found, but one may exist: no period fits a table with all piles < 64

    Args:
        game: A rule set with finitely many move vectors, a taking-and-breaking game, or the name of a game.
        what: The kind of value: `grundy` or `outcome`. Misère play has only outcomes.
        misere: Search for periods in misère play.
        budget: Limits on seconds, memory and positions. By default, the search computes at most 67 million positions,
            and each table in it has at most 2 million positions. In a taking-and-breaking game, the default is 131,072
            heaps.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The proved periods, or a `NoPeriod` that says how far the search went.

    Raises:
        SpragueError: The rule has moves or conditions for which no period can be proved; the message names them.
        OutOfReach: The search would exceed the limits.
    """
    rule = ruleset_of(game)
    given = Limits.of(budget)
    allowed = given.with_defaults(Limits(positions=DEFAULT_BUDGET, memory=default_memory()))
    positions, memory = allowed.positions or 0, allowed.memory or 0
    if positions < 1:
        raise SpragueError(f"'positions' must be at least 1, got {positions}")
    if positions > memory:  # each position takes a byte of memory
        raise OutOfReach(
            f"{positions:,} positions may need {positions / 1e9:,.1f} GB, but only {memory / 1e9:,.1f} GB are allowed; "
            "allow fewer positions with --positions (positions=…)"
        )
    kernel_mode(what, misere)  # `kernel_mode` raises an error for Grundy values in misère play
    with given.watch(progress):
        if rule.splits or (what == "grundy" and not misere and _clears_heaps(rule)):
            return _of_heaps(rule, what, misere, given.positions)
        return _found(rule, what, misere, positions, TABLED if given.positions is None else given.positions)


def _clears_heaps(rule: Ruleset) -> bool:
    """Return whether some move takes only whole heaps of one size, as in the octal game 0.1."""
    return find_breakings(rule) is not None and expand_moves(rule).vectors is None


def _of_heaps(rule: Ruleset, what: str, misere: bool, allowed: int | None) -> Period | NoPeriod:
    """Return the period of a taking-and-breaking game, or `NoPeriod` if no period was found."""
    if what != "grundy" or misere:
        raise SpragueError(
            f"{rule.label}: periods of heaps are computed only for Grundy values in normal play, not for {what}"
            + (" in misère play; use 'sprague quotient' to compute a misère quotient" if misere else "")
        )
    if (kind := breaking_obstacle(rule)) is not None:
        known = "".join(f"; known theorem: {theorem.statement}" for theorem in theorems(rule))
        raise SpragueError(
            f"{rule.label}: no period can be computed, because {kind}; each move must take a fixed number of "
            f"chips from one heap and may split the rest{known}"
        )
    return heap_period(rule, allowed)


def heap_period(rule: Ruleset, allowed: int | None = None) -> Period | NoPeriod:
    """Return the `Period` of single heaps of a taking-and-breaking game, from the values of at most `allowed` heaps."""
    found = find_heap_evidence(rule, allowed)
    if isinstance(found, str):
        return NoPeriod(rule, found)
    largest = None if found.saltus else int(found.values.max())
    return Period(rule, (found.period,), (found.preperiod,), largest, found)


def _found(rule: Ruleset, what: str, misere: bool, budget: int, tabled: int) -> Period | NoPeriod:
    """Return the `Period` of a game; it contains the periods of all independent parts for which one was found."""
    mode = kernel_mode(what, misere)
    labelled, steps = spell_out_rule(rule)
    if not steps.legal.any():
        raise SpragueError(f"{rule.label}: the rule has no legal move, because no choice satisfies the conditions")
    if steps.order is None and rule.rank is None:  # either a rank or an order of the piles proves that play ends
        raise SpragueError(
            f"{rule.label}: a period can be proved only for a game in which play always ends; "
            f"{explain_endless_play(rule)}"
        )
    idle = find_idle_piles(steps)
    by_parts = what == "grundy" and steps.is_unconditional
    active = tuple(i for i in range(steps.piles) if i not in idle)
    parts = find_independent_parts(steps, idle) if by_parts else [active] if active else []
    windows: list[Window] = []
    reason = ""
    for part in parts:
        own = restrict_to_piles(steps, part)
        found = find_recurrence(own, mode, budget)
        if isinstance(found, NoRecurrence):
            found = _by_tables(labelled, own, part, what, misere, tabled, budget)
        if isinstance(found, NoRecurrence):
            reason = found.reason
            continue
        assert found.values is not None
        windows.append(make_window(part, found.preperiods, found.periods, found.values))
    if not windows:  # a game with only idle piles has no period to certify
        return NoPeriod(rule, reason)
    largest = _largest_sum([window.values for window in windows]) if len(windows) == len(parts) else None
    periods: list[int | None] = [None] * steps.piles
    preperiods: list[int | None] = [None] * steps.piles
    for pile in idle:
        periods[pile], preperiods[pile] = 1, rule.floor
    for window in windows:
        for pile, m, p in zip(window.piles, window.preperiods, window.periods, strict=True):
            periods[pile], preperiods[pile] = p, m + rule.floor
    evidence = WindowEvidence(what, misere, _rank(rule, steps), tuple(windows), idle)
    return Period(rule, tuple(periods), tuple(preperiods), largest, evidence, reason)


def _rank(rule: Ruleset, steps: VectorMoves) -> Rank:
    """Return a rank that proves that play ends: the rule's own rank, or one that uses the pile order `steps.order`."""
    if rule.rank is not None:
        return rule.rank
    assert steps.order is not None
    return WeightedSums(rule.names, len(rule.piles), tuple(Linear.of(rule.piles[pile]) for pile in steps.order))


def _largest_sum(values: list[npt.NDArray[Any]]) -> int:
    """Return the largest nim-sum that values have if one value is taken from each independent part of a game."""
    sums = {0}
    for part in values:
        found = np.unique(part)
        sums = {total ^ int(value) for total in sums for value in found}
    return max(sums)


def _by_tables(
    rule: Ruleset, steps: VectorMoves, part: Vector, what: str, misere: bool, most: int, budget: int
) -> Recurrence | NoRecurrence:
    """Return proved periods of a part of a game; the periods are guessed from tables of increasing size."""
    own = rule if len(part) == len(rule.piles) else _part_rule(steps)
    mode = kernel_mode(what, misere)
    reason = "the piles cannot be separated from idle piles, because moves have conditions"
    if own is None:
        return NoRecurrence(0, reason)
    limit, tried = 16, 0
    reason = f"no table of at most {most:,} positions is large enough to show a period"
    while limit**steps.piles <= most:
        try:
            table = tabulate(own, limit + own.floor, what=cast("Measure", what), misere=misere)
        except OutOfReach:
            limits.check()
            break
        values = table.to_array()[(slice(own.floor, None),) * steps.piles]
        values = (values == "N").astype(np.uint8) if what == "outcome" else values.astype(np.uint16)
        guess = [_guess(values, axis) for axis in range(steps.piles)]
        found = _prove(steps, mode, what, misere, budget, guess, values)
        if found is not None:
            return found
        tried, limit = limit, 2 * limit
        reason = f"no period fits a table with all piles < {tried + own.floor}"
        if all(guess):
            reason = f"no period that fits a table with all piles < {tried + own.floor} holds beyond it"
    return NoRecurrence(tried**steps.piles, reason)


def _part_rule(steps: VectorMoves) -> Ruleset | None:
    """Return a rule for an independent part of a game, from its move vectors; None if the moves have conditions."""
    if not steps.is_unconditional:
        return None
    names = [f"x{i}" for i in range(1, steps.piles + 1)]
    moves = [
        ", ".join(str(Linear.of(name) + step) for name, step in zip(names, vector, strict=True))
        for vector in steps.vectors
    ]
    return parse(f"({', '.join(names)}) -> " + " ; ".join(f"({move})" for move in moves))


def _guess(values: npt.NDArray[Any], axis: int) -> tuple[int, int] | None:
    """Return a preperiod and a period of one pile that fit a table of values; None if no period fits."""
    slices = np.moveaxis(values, axis, 0).reshape(values.shape[axis], -1)
    seen = find_sequence_period(np.unique(slices, axis=0, return_inverse=True)[1].reshape(-1), saltus=False)
    return (seen.preperiod, seen.period) if seen else None


def _prove(
    steps: VectorMoves,
    mode: int,
    what: str,
    misere: bool,
    budget: int,
    guess: list[tuple[int, int] | None],
    values: npt.NDArray[Any],
) -> Recurrence | None:
    """Return the proved periods of a game, given guessed periods; None if the guess cannot be proved."""
    known = [(0, 1) if pair is None else pair for pair in guess]
    if steps.order is not None:
        # The search for recurrent rows needs no guess of the period of the first pile.
        if all(pair is not None for i, pair in enumerate(guess) if i != steps.order[0]):
            found = find_recurrence(steps, mode, budget, known)
            if isinstance(found, Recurrence):
                return found
        return None
    if None in guess:
        return None
    preperiods, periods = (tuple(pair[i] for pair in known) for i in (0, 1))
    window = np.ascontiguousarray(values[tuple(slice(m + p) for m, p in known)])
    none = (None,) * steps.piles
    if Window((), preperiods, periods, window, none, ()).first_wrong(steps, what, misere) is not None:
        return None
    least = [least_period(window, axis, m, p) for axis, (m, p) in enumerate(known)]
    window = np.ascontiguousarray(window[tuple(slice(m + p) for m, p in least)])
    return Recurrence(tuple(m for m, _ in least), tuple(p for _, p in least), int(window.max()), window)
