"""The measures of surveys: what is computed for each game, with typed columns.

A measure is a pure function of a game. Its version grows when what it computes changes, so that rows of different
meaning never come to stand in one file.

`discover:base=2` reads these digits alone, and looks for no words: many games at a time are proved sooner.

A row has the `status`, proved or undecided; what `kind` of proof it is and how it is written (`digits`, `states`,
or `preperiod` and `period`); the theorem or the reason why there is none, in words; and a `digest` of the
certificate, by which `sprague discover GAME -o FILE` can be compared with the row.

>>> from sprague.games import game
>>> row = discovered(game("empty-some:boxes=6,empty=4"))
>>> row["status"], row["kind"], row["period"]
('proved', 'totals', 12)

What is undecided may be decided with wider limits, or, as there are seconds among them, on a faster machine.
What is proved is proved.

A row has the `code` of the game, if it is an octal one, and that of its standard form (`standard`, whose values are
those of the game, but for `shift` places: see `sprague.tables.standard_form`). The values are those of the standard
form, computed once for all games that have it. There are

- the `period` and `preperiod`, proved for all heaps by the theorem in `sprague.periods.heap_periods`, and the
  `last_exception`, the heap before the preperiod ends;
- of all heaps below `heaps` the `largest` value and the first that has it, `largest_at`;
- in the sparse space with the fewest rare heaps (`sprague.tables.heap_values`) how many of these there are, `rare`,
  and the last one, `last_rare`; its `mask` in binary digits, and whether odd and even change places from heap to heap,
  `by_place`;
- for games with a period a `digest` of the values of the standard form, equal for games with the same ones.

The class is *periodic*; if no period was found, *rare values stop*, where no rare heap lies in the second half of what
was looked at, *rare values go on*, or *no sparse space*, where none is of use.

How far a game is followed depends on the work: the number of heaps is doubled as long as all sums formed stay below
`steps`, by an estimate that depends on the values alone. So a row is the same on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256

import numpy as np

from sprague.automata.numeration import numeration
from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.periods.heap_periods import heaps_to_check
from sprague.periods.period import PURELY, ULTIMATELY, Period, find_period
from sprague.periods.recurrence import Recurrence, find_recurrence
from sprague.periods.sequences import SequencePeriod, find_sequence_period
from sprague.periods.windows import rule_of
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking, need_breakings
from sprague.rules.octal_codes import format_code
from sprague.tables.heap_values import Heaps, SparseSpace, Values
from sprague.tables.standard_form import StandardForm, standard_form

Cell = int | float | str | bool | None

INTEGER, NUMBER, TEXT, TRUTH = "integer", "number", "text", "truth"


@dataclass(frozen=True)
class Measure:
    """`of` gives a game's row; `columns` names its columns and their types, which may depend on the kind of game.

    `classes` is the column by which rows are counted in a summary, if there is one. Both functions must
    be found by name in a module, as other processes look them up there.
    """

    name: str
    version: int
    columns: Callable[[Ruleset], dict[str, str]]
    of: Callable[[Ruleset], Mapping[str, Cell]]
    classes: str = ""


def period_names(piles: int) -> list[str]:
    """p, q, r, s for the periods of up to four piles; p1, p2, … for more."""
    return list("pqrs"[:piles]) if piles <= 4 else [f"p{number}" for number in range(1, piles + 1)]


def period_columns(game: Ruleset) -> dict[str, str]:
    names = period_names(len(game.piles))
    found = dict.fromkeys(names, INTEGER)
    found |= {f"pre_{name}": INTEGER for name in names}
    return found | {"largest": INTEGER, "class": TEXT}


def periods_of(game: Ruleset) -> dict[str, Cell]:
    """Least periods and preperiods of each pile, proved; the largest Grundy value; the class.

    >>> from sprague.games import game
    >>> periods_of(game("subtraction-transfer:a=2,b=3,c=2"))
    {'p': 4, 'q': 6, 'pre_p': 4, 'pre_q': 0, 'largest': 3, 'class': 'ultimately periodic'}

    A class says whether all piles are periodic purely, or only from some height on, or not all were found to be, and
    whether there are more Grundy values than 0 and 1.
    """
    periods, preperiods, largest, kind = _proved(game)
    names = period_names(len(game.piles))
    row: dict[str, Cell] = dict(zip(names, periods, strict=True))
    row |= {f"pre_{name}": number for name, number in zip(names, preperiods, strict=True)}
    two = "two-valued, " if largest is not None and largest <= 1 else ""
    return row | {"largest": largest, "class": two + kind}


def _proved(game: Ruleset) -> tuple[Sequence[int | None], Sequence[int | None], int | None, str]:
    """Periods, preperiods, the largest value and the kind; without a certificate, which takes longer to make."""
    _, steps = rule_of(game)
    if steps.is_free and not game.floor and steps.order is not None:
        quick = find_recurrence(steps, keep=False)
        if isinstance(quick, Recurrence):
            return quick.periods, quick.preperiods, quick.largest, ULTIMATELY if any(quick.preperiods) else PURELY
    found = find_period(game)
    # What is not periodic throughout may have larger values further out.
    largest = found.largest if isinstance(found, Period) and None not in found.periods else None
    return found.periods, found.preperiods, largest, found.kind


PERIODS = Measure("periods", 1, period_columns, periods_of, classes="class")


LIMITS = Limits(positions=1_000_000, pairs=100_000, seconds=30)
#: For one game among hundreds.
QUICKLY = Limits(positions=150_000, states=600, pairs=50_000, seconds=5)
DISCOVERY_COLUMNS = {
    "rule": TEXT,
    "status": TEXT,
    "kind": TEXT,
    "digits": TEXT,
    "states": INTEGER,
    "preperiod": INTEGER,
    "period": INTEGER,
    "result": TEXT,
    "digest": TEXT,
}


def discovery_columns(game: Ruleset) -> dict[str, str]:
    return dict(DISCOVERY_COLUMNS)


def discovered(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in normal play."""
    return _row(game, False, LIMITS)


def discovered_misere(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in misère play."""
    return _row(game, True, LIMITS)


def discovered_quickly(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in normal play within a few seconds."""
    return _row(game, False, QUICKLY)


def with_digits(text: str) -> Measure:
    """The measure that reads one kind of digits, `base=3` or `base=fibonacci`; it has them in its name.

    >>> with_digits("base=1,1").name
    'discover:base=fibonacci'
    """
    said, equals, name = text.partition("=")
    if (said, equals) != ("base", "="):
        raise SpragueError(f"expected digits, such as {DISCOVER.name}:base=2, got {f'{DISCOVER.name}:{text}'!r}")
    digits = numeration(name).name
    return Measure(
        f"{DISCOVER.name}:base={digits}", 1, discovery_columns, partial(_read, digits=digits), classes="status"
    )


def digest(proof: Proof) -> str:
    """A digest of what a certificate proves and how: of the rule and the evidence, not of claims and quotations."""
    data = {key: value for key, value in proof.certificate().items() if key not in ("quotations", "claims", "hints")}
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _read(game: Ruleset, digits: str) -> dict[str, Cell]:
    return _told(game, discover(game, numerations=[numeration(digits)], words=False, limits=LIMITS))


def _row(game: Ruleset, misere: bool, limits: Limits) -> dict[str, Cell]:
    return _told(game, discover(game, misere=misere, limits=limits))


def _told(game: Ruleset, found: Proof | Undecided) -> dict[str, Cell]:
    row: dict[str, Cell] = {"rule": str(game)}
    if not isinstance(found, Proof):
        return row | {"status": "undecided", "result": str(found)}
    row |= {"status": "proved", "kind": found.kind, "result": found.statement(), "digest": digest(found)}
    if isinstance(found, AutomatonProof):
        row |= {"digits": found.automata[0].numeration.name, "states": sum(a.states for a in found.automata)}
    elif isinstance(found, TotalsProof):
        row |= {"preperiod": found.totals.preperiod, "period": found.totals.period}
    elif isinstance(found, WindowProof):
        row |= {"preperiod": _largest(found.period.preperiods), "period": _largest(found.period.periods)}
    return row


def _largest(numbers: tuple[int | None, ...]) -> int:
    """Of the piles' periods or preperiods, all of which are known."""
    return max(number for number in numbers if number is not None)


DISCOVER = Measure("discover", 1, discovery_columns, discovered, classes="status")
DISCOVER_MISERE = Measure("discover-misere", 1, discovery_columns, discovered_misere, classes="status")
DISCOVER_QUICKLY = Measure("discover-quickly", 1, discovery_columns, discovered_quickly, classes="status")


NAME, VERSION = "heaps", 1
STEPS = 1 << 26  # sums for one game, where nothing else is said: a tenth of a second
FIRST = 1 << 10
STOPPED = 2  # rare values stop if all are among the first 1 / 2 of the heaps

HEAP_COLUMNS = {
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
    return dict(HEAP_COLUMNS)


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
    row: dict[str, Cell] = dict.fromkeys(HEAP_COLUMNS) | {
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


MEASURES = {measure.name: measure for measure in (PERIODS, DISCOVER, DISCOVER_MISERE, DISCOVER_QUICKLY, HEAPS)}


def find_measure(name: str) -> Measure:
    """The measure of this name.

    >>> find_measure("periods").version
    1
    """
    kind, colon, said = name.partition(":")
    if kind == HEAPS.name and colon:
        return with_steps(said)
    if kind == DISCOVER.name and colon:
        return with_digits(said)
    if name not in MEASURES:
        raise SpragueError(f"unknown measure {name!r}; expected {', '.join(MEASURES)}")
    return MEASURES[name]
