"""Certificates as the export to Coq needs them: the rule, the claims, the rank and the evidence, as Python values.

Nothing here has to be trusted: Coq checks the evidence, and the statement is compared with the rule and the claims.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from sprague.automata.numeration import Numeration, numeration
from sprague.coq.dfa import Automaton
from sprague.errors import SpragueError, reason_of
from sprague.rules.linear import Linear
from sprague.rules.notation import parse, parse_term
from sprague.rules.ruleset import Ruleset

MOST_BYTES = 50_000_000  # of a file
MOST_TRANSITIONS = 5_000_000  # of an automaton
MOST_TEXT = 20_000  # characters of a rule or formula
MOST_SYMBOLS = 4096  # columns of digits that an automaton may read
SEVERAL = " | "  # separates the formulas of several Grundy values

P_POSITIONS, VALUES, FUNCTION = "p-positions", "grundy-values", "grundy-function"
TOTALS, WINDOW, HEAPS = "totals", "window", "heaps"
COMMON = {"certificate", "version", "kind", "rule", "play", "rank"}
OPTIONAL = {"made by", "game", "claim"}
KEYS: Mapping[str, tuple[set[str], set[str]]] = {  # needed, and optional
    P_POSITIONS: ({"numeration", "tracks", "automaton"}, set()),
    VALUES: ({"numeration", "tracks", "automata"}, {"all"}),
    FUNCTION: ({"numeration", "tracks", "automaton", "value"}, set()),
    TOTALS: ({"totals"}, set()),
    WINDOW: ({"window"}, set()),
    HEAPS: ({"heaps"}, set()),
    "misere-quotient": ({"quotient"}, set()),
}


@dataclass(frozen=True)
class Sets:
    """Sets of positions by automata over digits.

    `track` is what the automaton of a Grundy function reads after the position: `number` or `power of two`. `complete`
    says that the sets of Grundy values have all positions.
    """

    numeration: Numeration
    automata: tuple[Automaton, ...]
    track: str = "number"
    complete: bool = False


@dataclass(frozen=True)
class Totals:
    """The numbers `small`, all below the preperiod, and those from it on with one of the residues."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def __contains__(self, number: int) -> bool:
        return number in self.small if number < self.preperiod else number % self.period in self.residues


@dataclass(frozen=True)
class Window:
    """The values of some piles at heights below preperiod + period, row by row; beyond, they repeat."""

    piles: tuple[int, ...]
    preperiods: tuple[int, ...]
    periods: tuple[int, ...]
    values: tuple[int, ...]

    def value(self, heights: tuple[int, ...]) -> int:
        place = 0
        for height, m, p in zip(heights, self.preperiods, self.periods, strict=True):
            place = place * (m + p) + (height if height < m + p else m + (height - m) % p)
        return self.values[place]


@dataclass(frozen=True)
class Windows:
    """Windows of Grundy values or outcomes, and the piles on which nothing depends."""

    idle: tuple[int, ...]
    windows: tuple[Window, ...]


@dataclass(frozen=True)
class HeapValues:
    """The values of the heaps 0, 1, …, which repeat from the preperiod on, and rise by `saltus` with each period."""

    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]

    @property
    def is_least(self) -> bool:
        """Whether no smaller preperiod or period has the same values."""
        m, p, values = self.preperiod, self.period, self.values
        repeated = values[m:]
        shorter = any(p % q == 0 and repeated == repeated[:q] * (p // q) for q in range(1, p))
        return not self.saltus and not shorter and (m == 0 or values[m - 1] != values[m + p - 1])


@dataclass(frozen=True)
class Certificate:
    """A certificate: `rank` has linear terms in lexicographic order, or is `squares` or `pairs`."""

    kind: str
    rule: Ruleset
    play: str
    rank: tuple[Linear, ...] | str
    claims: tuple[str, ...]
    evidence: Sets | Totals | Windows | HeapValues | None

    @property
    def is_misere(self) -> bool:
        return self.play == "misere"


def load_certificate(path: Path) -> Certificate:
    """Read a certificate from a file."""
    return read_certificate(load_json(path))


def load_json(path: Path) -> dict[str, object]:
    """Read the JSON object of a file."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error
        raise SpragueError(f"expected a file with a certificate, got {str(path)!r}: {reason}") from None
    if len(content) > MOST_BYTES:
        refuse(f"at most {MOST_BYTES:,} bytes", len(content))
    try:
        data = json.loads(content.decode())
    except (ValueError, RecursionError):
        raise SpragueError(f"expected a certificate, a JSON object, got {str(path)!r}, which is no JSON") from None
    if not isinstance(data, dict):
        refuse("a JSON object", data)
    return data


def read_certificate(data: Mapping[str, object]) -> Certificate:
    """Return the certificate that a JSON object is.

    Raises:
        SpragueError: A key is missing or unknown, or has a value that the format does not allow.
    """
    if data.get("certificate") != "sprague" or data.get("version") != 1:
        refuse('"certificate": "sprague" of "version": 1', [data.get("certificate"), data.get("version")])
    kind = read_word(data, "kind", tuple(KEYS))
    needed, optional = KEYS[kind]
    check_keys(data, "a certificate", COMMON | needed, OPTIONAL | optional)
    rule = parse(read_text(data["rule"], "rule"))
    claim = data.get("claim")
    evidence: Sets | Totals | Windows | HeapValues | None = None
    if kind in (P_POSITIONS, VALUES, FUNCTION):
        evidence = _read_sets(data, kind, rule)
    elif kind == TOTALS:
        evidence = _read_totals(data["totals"])
    elif kind == WINDOW:
        evidence = _read_windows(data["window"], rule)
    elif kind == HEAPS:
        evidence = _read_heaps(data["heaps"])
    return Certificate(
        kind,
        rule,
        read_word(data, "play", ("normal", "misere")),
        _read_rank(data["rank"], rule),
        () if claim is None else split_claims(kind, read_text(claim, "claim")),
        evidence,
    )


def split_claims(kind: str, text: str) -> tuple[str, ...]:
    """Return the formulas of a text: one for each Grundy value, or one."""
    return tuple(text.split(SEVERAL)) if kind == VALUES else (text,)


def refuse(expected: str, got: object) -> NoReturn:
    shown = repr(got)
    raise SpragueError(
        f"not a certificate: expected {expected}, got {shown if len(shown) < 200 else shown[:200] + '…'}"
    )


def check_keys(data: Mapping[str, object], what: str, needed: set[str], optional: set[str]) -> None:
    if missing := sorted(needed - set(data)):
        refuse(f"{what} with {missing[0]!r}", sorted(map(str, data)))
    if unknown := sorted(map(str, set(data) - needed - optional)):
        refuse(f"{what} without {unknown[0]!r}", sorted(map(str, data)))


def read_text(value: object, key: str) -> str:
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        refuse(f"{key!r} to be text of at most {MOST_TEXT:,} characters", value)
    return value


def read_word(data: Mapping[str, object], key: str, words: tuple[str, ...]) -> str:
    value = data.get(key)
    if not isinstance(value, str) or value not in words:
        refuse(f"{key!r} to be one of {', '.join(words)}", value)
    return value


def read_numbers(value: object, key: str, count: int | None = None) -> tuple[int, ...]:
    if not isinstance(value, list) or (count is not None and len(value) != count):
        refuse(f"{key!r} to be a list of {'' if count is None else f'{count} '}natural numbers", value)
    if not all(type(one) is int and 0 <= one < 2**63 for one in value):
        refuse(f"{key!r} to be natural numbers", value)
    return tuple(value)


def read_object(value: object, what: str, needed: set[str], optional: set[str] | None = None) -> Mapping[str, object]:
    if not isinstance(value, dict):
        refuse(what, value)
    check_keys(value, what, needed, optional or set())
    return value


def _read_rank(value: object, rule: Ruleset) -> tuple[Linear, ...] | str:
    if not isinstance(value, Mapping) or len(value) != 1 or not set(value) <= {"terms", "quadratic"}:
        refuse("a rank such as {'terms': ['a + b']}", value)
    if "quadratic" in value:
        return read_word(value, "quadratic", ("squares", "pairs"))
    texts = value["terms"]
    if not isinstance(texts, list) or len(texts) > 100:
        refuse("'terms' to be a list of texts", texts)
    terms = tuple(parse_term(read_text(text, "terms")) for text in texts)
    for term, text in zip(terms, texts, strict=True):
        if set(term.names) - set(rule.names):
            refuse(f"a rank in {', '.join(rule.names)}", text)
    return terms


def _read_sets(data: Mapping[str, object], kind: str, rule: Ruleset) -> Sets:
    digits = numeration(read_text(data["numeration"], "numeration"))
    more = int(kind == FUNCTION)
    tracks = data["tracks"]
    if (
        not isinstance(tracks, list)
        or [*tracks[: len(rule.names)]] != [*rule.names]
        or (len(tracks) != len(rule.names) + more or len(set(tracks)) < len(tracks))
    ):
        refuse(f"tracks {', '.join(rule.names)}{' and one for the value' if more else ''}", tracks)
    symbols = digits.digits ** len(tracks)
    if symbols > MOST_SYMBOLS:
        refuse(f"at most {MOST_SYMBOLS:,} columns of digits", symbols)
    given = data["automata"] if kind == VALUES else [data["automaton"]]
    if not isinstance(given, list) or not given or len(given) > 100:
        refuse("automata, one for each value from 0", given)
    return Sets(
        digits,
        tuple(_read_automaton(one, symbols) for one in given),
        read_word(data, "value", ("number", "power of two")) if kind == FUNCTION else "number",
        data.get("all") is True,
    )


def _read_automaton(value: object, symbols: int) -> Automaton:
    """A total table over so many columns of digits, for which leading zeros do not matter."""
    data = read_object(value, "an automaton", {"transitions", "accepting"})
    rows = data["transitions"]
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_TRANSITIONS // symbols:
        refuse(f"1 to {MOST_TRANSITIONS // symbols:,} states", rows)
    table = tuple(read_numbers(row, "transitions", symbols) for row in rows)
    if any(target >= len(table) for row in table for target in row):
        refuse(f"transitions to states below {len(table)}", max(map(max, table)))
    if table[0][0] != 0:
        refuse("leading zeros not to matter: state 0 led back to itself by the symbol 0", table[0][0])
    accepting = read_numbers(data["accepting"], "accepting")
    if len(set(accepting)) < len(accepting) or any(state >= len(table) for state in accepting):
        refuse(f"accepting states below {len(table)}, each once", data["accepting"])
    return Automaton(table, frozenset(accepting))


def _read_totals(value: object) -> Totals:
    data = read_object(value, "totals", {"preperiod", "period", "small", "residues"})
    preperiod, period = read_numbers([data["preperiod"], data["period"]], "preperiod and period")
    small, residues = read_numbers(data["small"], "small"), read_numbers(data["residues"], "residues")
    if period < 1 or any(number >= preperiod for number in small) or any(number >= period for number in residues):
        refuse("a period of at least 1, small totals below the preperiod and residues below the period", value)
    return Totals(preperiod, period, frozenset(small), frozenset(residues))


def _read_windows(value: object, rule: Ruleset) -> Windows:
    data = read_object(value, "a window", {"what", "idle", "windows"})
    if rule.remembered:
        refuse("a rule that remembers no number next to a window", str(rule))
    if not isinstance(data["windows"], list) or not 1 <= len(data["windows"]) <= len(rule.piles):
        refuse("a window for each part of the game", data["windows"])
    return Windows(read_numbers(data["idle"], "idle"), tuple(map(_read_window, data["windows"])))


def _read_window(value: object) -> Window:
    keys = {"piles", "preperiods", "periods", "values", "too_soon", "too_short"}
    data = read_object(value, "a window", keys)
    piles, preperiods, periods = (read_numbers(data[key], key) for key in ("piles", "preperiods", "periods"))
    if not piles or not len(piles) == len(preperiods) == len(periods) or min(periods) < 1:
        refuse("a preperiod and a period of at least 1 for each pile", data["periods"])
    flat: list[object] = [data["values"]]
    for m, p in zip(preperiods, periods, strict=True):
        rows: list[object] = []
        for row in flat:
            if not isinstance(row, list) or len(row) != m + p:
                refuse(f"{m + p} values along a pile with preperiod {m} and period {p}", row)
            rows += row
        flat = rows
    return Window(piles, preperiods, periods, read_numbers(flat, "values"))


def _read_heaps(value: object) -> HeapValues:
    data = read_object(value, "a period of heaps", {"preperiod", "period", "values", "mask", "turns"}, {"saltus"})
    preperiod, period = read_numbers([data["preperiod"], data["period"]], "preperiod, period")
    if period < 1:
        refuse("a period from 1 on", period)
    (saltus,) = read_numbers([data.get("saltus", 0)], "saltus")
    return HeapValues(preperiod, period, saltus, read_numbers(data["values"], "values", preperiod + period))
