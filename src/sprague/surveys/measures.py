"""Measures of a survey, such as `periods` and `heaps`: a measure computes one row with typed columns for each game.

A measure is a pure function of a game. The version number of a measure increases when the meaning of the measure
changes, so that all rows of one survey file have the same meaning.

The measure `periods` finds the least period and preperiod of each pile, with a proof.

The measure `discover` runs `sprague.discover` for each game. The column `status` is `proved` or `undecided`. The column
`kind` contains the kind of proof, such as `totals`. The size of the proof is in the columns `digits` and `states`, or
in the columns `preperiod` and `period`. The column `result` contains the theorem as text, or the reason why there is no
theorem. The column `digest` identifies the certificate that `sprague discover GAME --certificate FILE` writes. The
limits include a time limit in seconds, so larger limits or a faster machine may decide an undecided game. The measure
`discover:base=2` uses only base 2 and looks for no formula, which is faster for many games.

>>> from sprague.games import game
>>> row = measure_discovery(game("empty-some:boxes=6,empty=4"))
>>> row["status"], row["kind"], row["period"]
('proved', 'totals', 12)

The measure `heaps` computes the values of single heaps of a taking-and-breaking game. The column `code` is the octal
code of the game, if there is one, and `standard` is the code of its standard form. The values of the game are the
values of the standard form, shifted by `shift` heaps (see `sprague.tables.standard_form`). The values of a standard
form are computed only once, even if several games have this form. The measure `heaps` also computes the following
columns:

- `period` and `preperiod` are proved for all heaps (see `sprague.periods.heap_periods`), and `last_exception` is the
  last heap of the preperiod.
- `largest` is the largest value of all heaps below `heaps`, and `largest_at` is the first heap with this value.
- `rare` is the number of rare heaps in the sparse space with the fewest rare heaps (`sprague.tables.heap_values`), and
  `last_rare` is the last rare heap.
- `mask` is the mask of the sparse space in binary digits, and `by_place` tells whether common heaps of even size and of
  odd size have values of opposite parity.
- `digest` is a hash of the values of the standard form, so games with equal values have equal digests; the digest is
  given only for games with a period.

The class of a row is *periodic* if a period was found, and *no sparse space* if there is neither a period nor a useful
sparse space. In all other cases, the class is *rare values go on* if the second half of the computed heaps contains a
rare heap, and *rare values stop* if not.

The number of computed heaps doubles as long as the estimated number of nim-sums stays below `steps`. The estimated
number of nim-sums depends only on the values, so the measured row is the same on every machine.
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
from sprague.periods.heap_periods import count_heaps_to_check
from sprague.periods.period import PURELY, ULTIMATELY, Period, find_period
from sprague.periods.recurrence import Recurrence, find_recurrence
from sprague.periods.sequences import SequencePeriod, find_sequence_period
from sprague.periods.windows import spell_out_rule
from sprague.plugins import load_plugins, report_plugin
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking, require_breakings
from sprague.rules.octal_codes import format_code
from sprague.tables.heap_values import HeapValues, SparseSpace, Values
from sprague.tables.standard_form import StandardForm, standard_form

Cell = int | float | str | bool | None

INTEGER, NUMBER, TEXT, BOOLEAN = "integer", "number", "text", "truth"

LIMITS = Limits(positions=1_000_000, pairs=100_000, seconds=30)
QUICK_LIMITS = Limits(
    positions=1 << 22, states=2_000, pairs=50_000, seconds=5
)  # limits on the search for a theorem about one game, suitable for a survey of hundreds of games
# default limit on the nim-sums that are computed for one game; 2^26 nim-sums take about 0.1 seconds
DEFAULT_STEPS = 1 << 26
FIRST_HEAPS = 1 << 10  # number of heaps that are computed before the first search for a period

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
    "by_place": BOOLEAN,
    "digest": TEXT,
    "class": TEXT,
}


@dataclass(frozen=True)
class Measure:
    """A measure of a survey: `compute` returns the row of a game; `columns` returns the names and types of the columns.

    The type of a column is "integer", "number", "text" or "truth". If `class_column` is the name of a column, the
    summary of a survey counts the rows with each value of this column. The functions `columns` and `compute` must be
    attributes of a module, because worker processes import them by name.
    """

    name: str
    version: int
    columns: Callable[[Ruleset], dict[str, str]]
    compute: Callable[[Ruleset], Mapping[str, Cell]]
    class_column: str = ""


def find_measure(name: str) -> Measure:
    """Return the measure of a survey with the given name, which may include parameters.

    >>> find_measure("periods").version
    1
    >>> find_measure("heaps:steps=2^10").name
    'heaps:steps=1024'
    >>> find_measure("discover:base=1,1").name
    'discover:base=fibonacci'
    """
    kind, colon, parameters = name.partition(":")
    if kind == HEAPS.name and colon:
        return _heap_measure(parameters)
    if kind == DISCOVER.name and colon:
        return _discovery_measure(parameters)
    if name in MEASURES:
        return MEASURES[name]
    known = MEASURES | plugin_measures()
    if name not in known:
        raise SpragueError(f"unknown measure {name!r}; expected {', '.join(known)}")
    return known[name]


def plugin_measures() -> dict[str, Measure]:
    """Return the measures of installed packages by name, found by entry points in the group "sprague.measures".

    If a plug-in is not a measure, or its name is already taken, the function omits and reports the plug-in.
    """
    found: dict[str, Measure] = {}
    for plugin in load_plugins("sprague.measures"):
        if not isinstance(plugin.value, Measure):
            report_plugin(plugin, f"expected a sprague.surveys.Measure, got {type(plugin.value).__name__}")
        elif plugin.value.name in MEASURES | found:
            report_plugin(plugin, f"a measure {plugin.value.name!r} exists already")
        else:
            found[plugin.value.name] = plugin.value
    return found


# Periods


def period_names(piles: int) -> list[str]:
    """Return the column names of the measure `periods`: p, q, r, s for up to four piles; p1, p2, … for more piles."""
    return list("pqrs"[:piles]) if piles <= 4 else [f"p{number}" for number in range(1, piles + 1)]


def period_columns(game: Ruleset) -> dict[str, str]:
    """Return the columns of the measure `periods` for a game."""
    names = period_names(len(game.piles))
    found = dict.fromkeys(names, INTEGER)
    found |= {f"pre_{name}": INTEGER for name in names}
    return found | {"largest": INTEGER, "class": TEXT}


def measure_periods(game: Ruleset) -> dict[str, Cell]:
    """Compute the measure `periods`: least periods and preperiods of the piles, largest Grundy value, and class.

    >>> from sprague.games import game
    >>> measure_periods(game("subtraction-transfer:a=2,b=3,c=2"))
    {'p': 4, 'q': 6, 'pre_p': 4, 'pre_q': 0, 'largest': 3, 'class': 'ultimately periodic'}

    The class states whether all piles are purely periodic, all piles are periodic after a preperiod, or some pile has
    no known period. The class also states whether all Grundy values are 0 or 1.
    """
    periods, preperiods, largest, kind = _find_periods(game)
    names = period_names(len(game.piles))
    row: dict[str, Cell] = dict(zip(names, periods, strict=True))
    row |= {f"pre_{name}": number for name, number in zip(names, preperiods, strict=True)}
    two = "two-valued, " if largest is not None and largest <= 1 else ""
    return row | {"largest": largest, "class": two + kind}


def _find_periods(game: Ruleset) -> tuple[Sequence[int | None], Sequence[int | None], int | None, str]:
    """Return the periods and preperiods of a game's piles, the largest Grundy value, and the kind of periodicity.

    The function computes no certificate, because a certificate takes longer to compute.
    """
    _, steps = spell_out_rule(game)
    if steps.is_unconditional and not game.floor and steps.order is not None:
        quick = find_recurrence(steps, keep=False)
        if isinstance(quick, Recurrence):
            return quick.periods, quick.preperiods, quick.largest, ULTIMATELY if any(quick.preperiods) else PURELY
    found = find_period(game)
    # If some pile has no period, larger positions may have larger values.
    largest = found.largest if isinstance(found, Period) and None not in found.periods else None
    return found.periods, found.preperiods, largest, found.kind


PERIODS = Measure("periods", 1, period_columns, measure_periods, class_column="class")


# Discovery


def discovery_columns(game: Ruleset) -> dict[str, str]:
    """Return the columns of a measure that discovers theorems; the columns are the same for all games."""
    return dict(DISCOVERY_COLUMNS)


def measure_discovery(game: Ruleset) -> dict[str, Cell]:
    """Compute the measure `discover` for a game in normal play."""
    return _discovery_row(game, discover(game, budget=LIMITS))


def measure_misere_discovery(game: Ruleset) -> dict[str, Cell]:
    """Compute the measure `discover-misere` for a game in misère play."""
    return _discovery_row(game, discover(game, misere=True, budget=LIMITS))


def measure_quick_discovery(game: Ruleset) -> dict[str, Cell]:
    """Compute the measure `discover-quickly` for a game in normal play, within a few seconds."""
    return _discovery_row(game, discover(game, budget=QUICK_LIMITS))


def _measure_in_base(game: Ruleset, digits: str) -> dict[str, Cell]:
    return _discovery_row(game, discover(game, numerations=[numeration(digits)], words=False, budget=LIMITS))


def _discovery_measure(text: str) -> Measure:
    """Return the measure `discover` for one numeration, such as `base=3` or `base=fibonacci`.

    The name of the measure includes the numeration (a base or the Fibonacci numbers).
    """
    key, equals, name = text.partition("=")
    if (key, equals) != ("base", "="):
        raise SpragueError(f"expected a base, such as {DISCOVER.name}:base=2, got {f'{DISCOVER.name}:{text}'!r}")
    digits = numeration(name).name
    compute = partial(_measure_in_base, digits=digits)
    return Measure(f"{DISCOVER.name}:base={digits}", 1, discovery_columns, compute, class_column="status")


def _discovery_row(game: Ruleset, found: Proof | Undecided) -> dict[str, Cell]:
    row: dict[str, Cell] = {"rule": str(game)}
    if not isinstance(found, Proof):
        return row | {"status": "undecided", "result": str(found)}
    row |= {"status": "proved", "kind": found.kind, "result": found.statement(), "digest": proof_digest(found)}
    if isinstance(found, AutomatonProof):
        row |= {"digits": found.automata[0].numeration.name, "states": sum(a.states for a in found.automata)}
    elif isinstance(found, TotalsProof):
        row |= {"preperiod": found.totals.preperiod, "period": found.totals.period}
    elif isinstance(found, WindowProof):
        row |= {"preperiod": _largest(found.period.preperiods), "period": _largest(found.period.periods)}
    return row


def _largest(numbers: tuple[int | None, ...]) -> int:
    """Return the largest of the periods or preperiods of the piles."""
    return max(number for number in numbers if number is not None)


def proof_digest(proof: Proof) -> str:
    """Return a digest of the rule and the evidence of a certificate; the discovery measures record this digest."""
    data = {key: value for key, value in proof.certificate().items() if key not in ("quotations", "claims", "hints")}
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


DISCOVER = Measure("discover", 1, discovery_columns, measure_discovery, class_column="status")
DISCOVER_MISERE = Measure("discover-misere", 1, discovery_columns, measure_misere_discovery, class_column="status")
DISCOVER_QUICKLY = Measure("discover-quickly", 2, discovery_columns, measure_quick_discovery, class_column="status")


# Values of heaps


@dataclass(frozen=True)
class _HeapSequence:
    """A summary of the computed values of single heaps."""

    heaps: int
    largest: int
    largest_at: int
    period: SequencePeriod | None
    digest: str | None
    space: SparseSpace | None
    last_rare: int

    @property
    def kind(self) -> str:
        """The class of the sequence of heap values, determined by the period and the rare values of the sequence."""
        if self.period is not None:
            return "periodic"
        if self.space is None:
            return "no sparse space"
        return "rare values stop" if 2 * self.last_rare < self.heaps else "rare values go on"


def heap_columns(game: Ruleset) -> dict[str, str]:
    """Return the columns of the measure `heaps`, which are the same for all games."""
    return dict(HEAP_COLUMNS)


def measure_heaps(game: Ruleset, steps: int = DEFAULT_STEPS) -> dict[str, Cell]:
    """Compute the measure `heaps`: the period and the statistics of the values of single heaps.

    >>> from sprague.games import game
    >>> row = measure_heaps(game("(n) -> (n - 1) ; (u) + (v) where u + v = n - 2"))
    >>> row["code"], row["period"], row["preperiod"], row["class"]
    ('0.37', None, None, 'rare values go on')
    """
    moves = require_breakings(game)
    form = standard_form(moves)
    sequence = _compute_heap_sequence(form.moves, steps)
    row: dict[str, Cell] = dict.fromkeys(HEAP_COLUMNS) | {
        "code": format_code(moves),
        "standard": format_code(form.moves),
        "shift": form.shift,
        "heaps": form.shift + sequence.heaps,
        "largest": sequence.largest,
        "largest_at": form.shift + sequence.largest_at,
        "digest": sequence.digest,
        "class": sequence.kind,
    }
    if sequence.period is not None:
        preperiod = _shifted_preperiod(sequence.period, form)
        row |= {"period": sequence.period.period, "preperiod": preperiod}
        row |= {"last_exception": preperiod - 1 if preperiod else None}
    if (space := sequence.space) is not None:
        row |= {"rare": space.rare, "last_rare": form.shift + sequence.last_rare if space.rare else None}
        row |= {"mask": f"{space.mask:b}", "by_place": space.by_place}
    return row


def _heap_measure(text: str) -> Measure:
    """Return the measure `heaps` with the given number of steps, such as `steps=2^32` or `steps=1000`.

    The name of the measure includes the number of steps.
    """
    matched = re.fullmatch(r"steps=(?:2\^([0-9]{1,2})|([0-9]{1,18}))", text)
    if matched is None:
        raise SpragueError(f"expected a number of steps, such as heaps:steps=2^32, got {'heaps:' + text!r}")
    steps = 2 ** int(matched[1]) if matched[1] else int(matched[2])
    compute = partial(measure_heaps, steps=steps)
    return Measure(f"heaps:steps={steps}", HEAPS.version, heap_columns, compute, class_column="class")


def _shifted_preperiod(period: SequencePeriod, form: StandardForm) -> int:
    """Return the least preperiod of the sequence of `shift` zeros followed by the values of the standard form."""
    start = form.shift + period.preperiod
    if period.preperiod == 0:
        values = HeapValues(form.moves).up_to(period.period)
        while start > 0 and values[(start - 1 - form.shift) % period.period] == 0:
            start -= 1
    return start


@lru_cache(maxsize=4096)
def _compute_heap_sequence(moves: tuple[Breaking, ...], steps: int) -> _HeapSequence:
    """Compute the values of single heaps until a period is proved or the number of nim-sums exceeds `steps`."""
    heaps, limit, done = HeapValues(moves), FIRST_HEAPS, 0
    while True:
        values = heaps.up_to(limit)
        period = find_sequence_period(values, saltus=False)
        if period and count_heaps_to_check(moves, period.preperiod, period.period) <= limit:
            return _summarise_heaps(heaps, values, period)
        done += heaps.count_sums(2 * limit)
        if done > steps:
            return _summarise_heaps(heaps, values, None)
        limit *= 2


def _summarise_heaps(heaps: HeapValues, values: Values, period: SequencePeriod | None) -> _HeapSequence:
    space = heaps.find_sparse_space()
    last_rare = int(np.flatnonzero(space.is_rare(values))[-1]) if space and space.rare else 0
    digest = None
    if period is not None:
        content = values[: period.preperiod + period.period].astype("<u4").tobytes()
        digest = sha256(f"{period.preperiod} {period.period} ".encode() + content).hexdigest()[:16]
    return _HeapSequence(len(values), int(values.max()), int(np.argmax(values)), period, digest, space, last_rare)


HEAPS = Measure("heaps", 1, heap_columns, measure_heaps, class_column="class")

MEASURES = {measure.name: measure for measure in (PERIODS, DISCOVER, DISCOVER_MISERE, DISCOVER_QUICKLY, HEAPS)}
