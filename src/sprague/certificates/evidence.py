"""Dataclasses for the evidence in certificates, and a reader `read_…_evidence` for each kind of evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.certificates.json_values import (
    LARGEST_NATURAL,
    Tree,
    read_boolean,
    read_list,
    read_natural,
    read_naturals,
    read_number,
    read_object,
    read_word,
    refuse,
)
from sprague.certificates.trees import read_formula
from sprague.errors import SpragueError
from sprague.language.conditions import Formula
from sprague.language.statements import POWER, VALUE
from sprague.rules.breaking import Breaking
from sprague.rules.ruleset import Ruleset

P_POSITIONS, VALUES, FUNCTION = WITH_AUTOMATA = ("p-positions", "grundy-values", "grundy-function")
TOTALS, WINDOW, HEAPS, QUOTIENT = ("totals", "window", "heaps", "misere-quotient")
KINDS = (*WITH_AUTOMATA, TOTALS, WINDOW, HEAPS, QUOTIENT)
# kinds of certificates that need no rank, because every move makes heaps smaller
WITHOUT_RANK = (HEAPS, QUOTIENT)
SEVERAL = " | "  # separator between the formulas for different Grundy values in one quotation


MOST_SYMBOLS = 4096  # limit on the number of different columns of digits that an automaton in a certificate reads
MOST_AUTOMATA = 100  # limit on the number of Grundy values; each value has its own automaton
# limit on the transitions of one automaton; as Python lists, the transitions take a few hundred megabytes
MOST_TRANSITIONS = 5_000_000
LARGEST_BASE = 10
LONGEST_RECURRENCE = 6

Vector = tuple[int, ...]


@dataclass(frozen=True)
class AutomatonTable:
    """An automaton in the evidence of a certificate; it reads columns of digits and starts in state 0."""

    transitions: Sequence[Sequence[int]]
    accepting: Vector


@dataclass(frozen=True)
class Automata:
    """Evidence that consists of automata; for a Grundy function, `track` is the name of the last track."""

    numeration: Vector
    automata: tuple[AutomatonTable, ...]
    track: str | None = None
    complete: bool = False


@dataclass(frozen=True)
class Totals:
    """Evidence of the kind `totals`: the numbers of chips that P-positions have, as an eventually periodic set."""

    preperiod: int
    period: int
    small: Vector
    residues: Vector


@dataclass(frozen=True)
class Window:
    """Evidence in a certificate: a periodic table of values, and proofs that its preperiods and periods are minimal."""

    piles: Vector
    preperiods: Vector
    periods: Vector
    values: list[Tree]
    too_soon: tuple[Vector | None, ...]
    too_short: tuple[tuple[tuple[int, Vector], ...], ...]


@dataclass(frozen=True)
class Step:
    """A move in the evidence of windows: the vector that it adds to the piles, and the condition of the move."""

    vector: Vector
    where: Formula


@dataclass(frozen=True)
class Windows:
    """Evidence in a certificate: periodic tables of Grundy values or outcomes; piles in `idle` do not affect values."""

    what: str
    idle: Vector
    windows: tuple[Window, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Heaps:
    """Evidence about heaps: the moves, the first values, and the period and saltus that determine all other values."""

    moves: tuple[Breaking, ...]
    preperiod: int
    period: int
    saltus: int
    values: Vector
    mask: int
    turns: bool

    @property
    def is_least(self) -> bool:
        """Whether the preperiod and the period in the evidence of heaps are the least possible."""
        m, p, repeated = self.preperiod, self.period, self.values[self.preperiod :]
        shorter = any(p % q == 0 and repeated == repeated[:q] * (p // q) for q in range(1, p))
        return not self.saltus and not shorter and (m == 0 or self.values[m - 1] != self.values[m + p - 1])


@dataclass(frozen=True)
class Repeat:
    """The period in the evidence of a misère quotient: from heap `start` on, the elements of heaps repeat."""

    start: int
    period: int
    moves: tuple[Breaking, ...]


@dataclass(frozen=True)
class Quotient:
    """Evidence of a misère quotient: products of elements and generators, the P-elements, the element of each heap."""

    products: tuple[Vector, ...]
    p: Vector
    heaps: Vector
    repeat: Repeat | None


Evidence = Automata | Totals | Windows | Heaps | Quotient


# Automata


def _read_numeration(value: Tree, where: str = "numeration") -> Vector:
    """Read the numeration in the evidence of a certificate: a base, or the coefficients of a recurrence."""
    numbers = read_list(value, where, 1, LONGEST_RECURRENCE)
    if len(numbers) == 1:
        return (read_natural(numbers[0], where, 2, LARGEST_BASE),)
    return tuple(read_number(number, where, -LARGEST_NATURAL, LARGEST_NATURAL) for number in numbers)


def _read_automaton(value: Tree, tracks: int, numeration: Vector, where: str) -> AutomatonTable:
    """Return an automaton in the evidence after checking that it has the given number of tracks."""
    read_object(value, where, ("transitions", "accepting"))
    rows = read_list(value["transitions"], f"{where}.transitions", 1)
    symbols = len(rows[0]) if isinstance(rows[0], list) else 0
    digits = round(symbols ** (1 / tracks))
    if digits**tracks != symbols or digits < 2 or (len(numeration) == 1 and digits != numeration[0]):
        base = numeration[0] if len(numeration) == 1 else "D"
        refuse(f"{where}.transitions[0]", f"{base}^{tracks} states, one for each column of digits", rows[0])
    if symbols > MOST_SYMBOLS or symbols * len(rows) > MOST_TRANSITIONS:
        most = f"{MOST_SYMBOLS:,} symbols and {MOST_TRANSITIONS:,} transitions"
        raise SpragueError(
            f"not a certificate: {where}: expected an automaton with at most {most}, got {symbols:,} symbols and "
            f"{symbols * len(rows):,} transitions"
        )
    for number, row in enumerate(rows):
        place = f"{where}.transitions[{number}]"
        for target in read_list(row, place, symbols, symbols):
            if type(target) is not int or not 0 <= target < len(rows):
                refuse(place, f"states from 0 to {len(rows) - 1}", target)
    if rows[0][0] != 0:
        refuse(f"{where}.transitions[0][0]", "0, because leading zeros do not matter", rows[0][0])
    accepting = read_naturals(value["accepting"], f"{where}.accepting", len(rows) - 1)
    if len(set(accepting)) < len(accepting):
        refuse(f"{where}.accepting", "each state once", list(accepting))
    return AutomatonTable(rows, accepting)


def read_p_positions_evidence(data: Tree, rule: Ruleset) -> Automata:
    """Return the evidence of a certificate of the kind `p-positions`: the automaton of the P-positions."""
    numeration = _read_numeration(data["numeration"])
    automaton = _read_automaton(data["automaton"], len(rule.names), numeration, "automaton")
    return Automata(numeration, (automaton,))


def read_grundy_values_evidence(data: Tree, rule: Ruleset) -> Automata:
    """Return the evidence of a certificate of the kind `grundy-values`: an automaton for each Grundy value."""
    numeration = _read_numeration(data["numeration"])
    automata = read_list(data["automata"], "automata", 1, MOST_AUTOMATA)
    found = [
        _read_automaton(automaton, len(rule.names), numeration, f"automata[{number}]")
        for number, automaton in enumerate(automata)
    ]
    return Automata(numeration, tuple(found), None, read_boolean(data.get("complete", False), "complete"))


def read_grundy_function_evidence(data: Tree, rule: Ruleset) -> Automata:
    """Return the evidence of a certificate of the kind `grundy-function`: the automaton of the Grundy function."""
    numeration = _read_numeration(data["numeration"])
    track = read_word(data["track"], "track", (VALUE, POWER))
    automaton = _read_automaton(data["automaton"], len(rule.names) + 1, numeration, "automaton")
    return Automata(numeration, (automaton,), track)


# Totals, windows


def read_totals_evidence(data: Tree, rule: Ruleset) -> Totals:
    """Return the evidence of a certificate of the kind `totals`: the numbers of chips in P-positions."""
    value = read_object(data["totals"], "totals", ("preperiod", "period", "small", "residues"))
    preperiod = read_natural(value["preperiod"], "totals.preperiod")
    period = read_natural(value["period"], "totals.period", 1)
    small = read_naturals(value["small"], "totals.small", preperiod - 1)
    return Totals(preperiod, period, small, read_naturals(value["residues"], "totals.residues", period - 1))


def read_windows_evidence(data: Tree, rule: Ruleset) -> Windows:
    """Return the evidence of a certificate of the kind `window`: windows of values and the moves."""
    value = read_object(data["window"], "window", ("what", "idle", "windows", "steps"))
    if rule.remembered:
        refuse("rule.remembered", "no remembered numbers with a window", list(rule.remembered))
    piles = len(rule.piles)
    what = read_word(value["what"], "window.what", ("grundy", "outcome"))
    idle = read_naturals(value["idle"], "window.idle", piles - 1)
    windows = [
        _read_window(window, piles, f"window.windows[{number}]")
        for number, window in enumerate(read_list(value["windows"], "window.windows", 1, piles))
    ]
    steps = []
    for number, step in enumerate(read_list(value["steps"], "window.steps")):
        place = f"window.steps[{number}]"
        read_object(step, place, ("vector", "where"))
        vector = read_list(step["vector"], f"{place}.vector", piles, piles)
        numbers = tuple(read_number(one, f"{place}.vector", -LARGEST_NATURAL, LARGEST_NATURAL) for one in vector)
        steps.append(Step(numbers, read_formula(step["where"], frozenset(rule.piles), f"{place}.where")))
    return Windows(what, idle, tuple(windows), tuple(steps))


def _read_window(value: Tree, of_rule: int, where: str) -> Window:
    read_object(value, where, ("piles", "preperiods", "periods", "values", "too_soon", "too_short"))
    piles = read_naturals(value["piles"], f"{where}.piles", of_rule - 1)
    preperiods = read_naturals(value["preperiods"], f"{where}.preperiods")
    periods = read_naturals(value["periods"], f"{where}.periods")
    count = len(piles)
    if not count or len(set(piles)) < count or len(preperiods) != count or len(periods) != count or min(periods) < 1:
        refuse(where, "distinct piles, each with a preperiod and a period of at least 1", value["piles"])
    _check_values(value["values"], [m + p for m, p in zip(preperiods, periods, strict=True)], f"{where}.values")
    soon = read_list(value["too_soon"], f"{where}.too_soon", count, count)
    short = read_list(value["too_short"], f"{where}.too_short", count, count)
    return Window(
        piles,
        preperiods,
        periods,
        value["values"],
        tuple(None if one is None else _read_heights(one, count, f"{where}.too_soon") for one in soon),
        tuple(_read_factors(one, count, f"{where}.too_short") for one in short),
    )


def _check_values(values: Tree, sizes: Sequence[int], where: str) -> None:
    level = [values]
    for size in sizes:
        level = [inner for row in level for inner in read_list(row, where, size, size)]
    for value in level:
        read_natural(value, where)


def _read_heights(value: Tree, count: int, where: str) -> Vector:
    return read_naturals(read_list(value, where, count, count), where)


def _read_factors(value: Tree, count: int, where: str) -> tuple[tuple[int, Vector], ...]:
    pairs = [read_list(pair, where, 2, 2) for pair in read_list(value, where)]
    return tuple((read_natural(prime, where, 2), _read_heights(heights, count, where)) for prime, heights in pairs)


# Heaps


def read_heaps_evidence(data: Tree, rule: Ruleset) -> Heaps:
    """Return the evidence of a certificate of the kind `heaps`: the first values and the period."""
    keys = ("moves", "preperiod", "period", "saltus", "values", "mask", "turns")
    value = read_object(data["heaps"], "heaps", keys)
    preperiod = read_natural(value["preperiod"], "heaps.preperiod")
    period = read_natural(value["period"], "heaps.period", 1)
    read_list(value["values"], "heaps.values", preperiod + period, preperiod + period)
    return Heaps(
        _read_moves(value["moves"], "heaps.moves"),
        preperiod,
        period,
        read_natural(value["saltus"], "heaps.saltus"),
        read_naturals(value["values"], "heaps.values"),
        read_natural(value["mask"], "heaps.mask"),
        read_boolean(value["turns"], "heaps.turns"),
    )


def _read_moves(value: Tree, where: str) -> tuple[Breaking, ...]:
    found = []
    for number, move in enumerate(read_list(value, where, 1)):
        place = f"{where}[{number}]"
        read_object(move, place, ("taken", "parts", "distinct", "heap"))
        taken, parts, heap = (read_natural(move[key], f"{place}.{key}") for key in ("taken", "parts", "heap"))
        if not taken and parts < 2:
            refuse(place, "a move that changes the heap", move)
        found.append(Breaking(taken, parts, 1, read_boolean(move["distinct"], f"{place}.distinct"), heap))
    return tuple(found)


def read_quotient_evidence(data: Tree, rule: Ruleset) -> Quotient:
    """Return the evidence of a certificate of the kind `misere-quotient`: a monoid and the element of each heap."""
    value = read_object(data["quotient"], "quotient", ("products", "p", "heaps", "repeat"))
    rows = read_list(value["products"], "quotient.products")
    size = len(rows[0]) if rows and isinstance(rows[0], list) else 1
    products = []
    for number, row in enumerate(rows):
        place = f"quotient.products[{number}]"
        products.append(read_naturals(read_list(row, place, size, size), place, size - 1))
    heaps = read_list(value["heaps"], "quotient.heaps", 1)
    repeat = None
    if value["repeat"] is not None:
        read_object(value["repeat"], "quotient.repeat", ("start", "period", "moves"))
        repeat = Repeat(
            read_natural(value["repeat"]["start"], "quotient.repeat.start", 1),
            read_natural(value["repeat"]["period"], "quotient.repeat.period", 1),
            _read_moves(value["repeat"]["moves"], "quotient.repeat.moves"),
        )
    return Quotient(
        tuple(products),
        read_naturals(value["p"], "quotient.p", size - 1),
        read_naturals(heaps, "quotient.heaps", size - 1),
        repeat,
    )
