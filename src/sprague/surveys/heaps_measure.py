"""The measure `heaps` of a survey: how the values of a game that takes and breaks go on.

A row has the `code` of the game, if it is an octal one, and that of its standard form (`standard`, whose values are
those of the game, but for `shift` places: see `sprague.tables.standard_form`). The values are those of the standard
form, computed once for all games that have it. There are

- the `period` and `preperiod`, proved for all heaps by the theorem in `sprague.patterns.heap_periods`, and the
  `last_exception`, the heap before the preperiod ends;
- of all heaps below `heaps` the `largest` value and the first that has it, `largest_at`;
- in the sparse space with the fewest rare heaps (`sprague.tables.heaps`) how many of these there are, `rare`, and the
  last one, `last_rare`; its `mask` in binary digits, and whether odd and even change places from heap to heap,
  `by_place`;
- for games with a period a `digest` of the values of the standard form, equal for games with the same ones.

The class is *periodic*; if no period was found, *rare values stop*, where no rare heap lies in the second half of what
was looked at, *rare values go on*, or *no sparse space*, where none is of use.

How far a game is followed depends on the work: the number of heaps is doubled as long as all sums formed stay below
`steps`, by an estimate that depends on the values alone. So a row is the same on every machine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256

import numpy as np

from sprague.errors import SpragueError
from sprague.patterns.heap_periods import heaps_to_check
from sprague.patterns.sequences import SequencePeriod, find_sequence_period
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking
from sprague.rules.breaking_rules import need_breakings
from sprague.rules.octal import format_code
from sprague.surveys.measure import INTEGER, TEXT, TRUTH, Cell, Measure
from sprague.tables.heaps import Heaps, SparseSpace, Values
from sprague.tables.standard_form import StandardForm, standard_form

NAME, VERSION = "heaps", 1
STEPS = 1 << 26  # sums for one game, where nothing else is said: a tenth of a second
FIRST = 1 << 10
STOPPED = 2  # rare values stop if all are among the first 1 / 2 of the heaps

COLUMNS = {
    "code": TEXT,
    "standard": TEXT,
    "shift": INTEGER,
    "heaps": INTEGER,
    "period": INTEGER,
    "preperiod": INTEGER,
    "last_exception": INTEGER,
    "largest": INTEGER,
    "largest_at": INTEGER,
    "rare": INTEGER,
    "last_rare": INTEGER,
    "mask": TEXT,
    "by_place": TRUTH,
    "digest": TEXT,
    "class": TEXT,
}


@dataclass(frozen=True)
class Course:
    """How the values of a game go on, as far as it was followed."""

    heaps: int
    largest: int
    largest_at: int
    period: SequencePeriod | None
    digest: str | None
    space: SparseSpace | None
    last_rare: int

    @property
    def kind(self) -> str:
        if self.period is not None:
            return "periodic"
        if self.space is None:
            return "no sparse space"
        return "rare values stop" if STOPPED * self.last_rare < self.heaps else "rare values go on"


def with_steps(text: str) -> Measure:
    """The measure with other steps than usual, `steps=2^32` or a number; it has them in its name.

    >>> with_steps("steps=2^10").name
    'heaps:steps=1024'
    """
    matched = re.fullmatch(r"steps=(?:2\^([0-9]{1,2})|([0-9]{1,18}))", text)
    if matched is None:
        raise SpragueError(f"expected a number of steps, such as {NAME}:steps=2^32, got {NAME + ':' + text!r}")
    steps = 2 ** int(matched[1]) if matched[1] else int(matched[2])
    return Measure(f"{NAME}:steps={steps}", VERSION, heaps_columns, partial(heaps_of, steps=steps), classes="class")


def heaps_columns(game: Ruleset) -> dict[str, str]:
    return dict(COLUMNS)


def heaps_of(game: Ruleset, steps: int = STEPS) -> dict[str, Cell]:
    """The row of a game.

    >>> from sprague.games import game
    >>> row = heaps_of(game("(n) -> (n - 1) ; (u) + (v) where u + v = n - 2"))
    >>> row["code"], row["period"], row["preperiod"], row["class"]
    ('0.37', None, None, 'rare values go on')
    """
    moves = need_breakings(game)
    form = standard_form(moves)
    course = follow(form.moves, steps)
    row: dict[str, Cell] = dict.fromkeys(COLUMNS) | {
        "code": format_code(moves),
        "standard": format_code(form.moves),
        "shift": form.shift,
        "heaps": form.shift + course.heaps,
        "largest": course.largest,
        "largest_at": form.shift + course.largest_at,
        "digest": course.digest,
        "class": course.kind,
    }
    if course.period is not None:
        preperiod = _preperiod(course.period, form)
        row |= {"period": course.period.period, "preperiod": preperiod}
        row |= {"last_exception": preperiod - 1 if preperiod else None}
    if course.space is not None:
        space = course.space
        row |= {"rare": space.rare, "last_rare": form.shift + course.last_rare if space.rare else None}
        row |= {"mask": f"{space.mask:b}", "by_place": space.by_place}
    return row


def _preperiod(seen: SequencePeriod, form: StandardForm) -> int:
    """The least preperiod of the values of the standard form, with as many zeros before them as it says."""
    start = form.shift + seen.preperiod
    if seen.preperiod == 0:
        values = Heaps(form.moves).up_to(seen.period)
        while start > 0 and values[(start - 1 - form.shift) % seen.period] == 0:
            start -= 1
    return start


@lru_cache(maxsize=4096)
def follow(moves: tuple[Breaking, ...], steps: int) -> Course:
    """The values of a game, as long as no period is proved and there are steps left."""
    heaps, limit, done = Heaps(moves), FIRST, 0
    while True:
        values = heaps.up_to(limit)
        seen = find_sequence_period(values, saltus=False)
        if seen and heaps_to_check(moves, seen.preperiod, seen.period) <= limit:
            return _course(heaps, values, seen)
        done += heaps.steps_to(2 * limit)
        if done > steps:
            return _course(heaps, values, None)
        limit *= 2


def _course(heaps: Heaps, values: Values, period: SequencePeriod | None) -> Course:
    space = heaps.find_space()
    last_rare = int(np.flatnonzero(space.is_rare(values))[-1]) if space and space.rare else 0
    digest = None
    if period is not None:
        told = values[: period.preperiod + period.period].astype("<u4").tobytes()
        digest = sha256(f"{period.preperiod} {period.period} ".encode() + told).hexdigest()[:16]
    return Course(len(values), int(values.max()), int(np.argmax(values)), period, digest, space, last_rare)


HEAPS = Measure(NAME, VERSION, heaps_columns, heaps_of, classes="class")
