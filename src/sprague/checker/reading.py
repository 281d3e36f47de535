"""The checker's reading of certificates, with distrust: sizes, types and keys are checked, and all else refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

from sprague.checker.heaps import ClaimedPeriod
from sprague.checker.quotients import Quotient
from sprague.checker.sets import Dfa
from sprague.checker.totals import Totals
from sprague.checker.windows import Window, Windows
from sprague.errors import SpragueError, reason_of
from sprague.rules.ruleset import Ruleset

MOST_BYTES = 50_000_000  # of a file, read whole: about what an automaton of all transitions allowed takes
MOST_TRANSITIONS = 5_000_000  # of an automaton: as lists of Python they take some hundred megabytes
MOST_TEXT = 20_000  # of a text, such as a formula: far more than anyone would read
MOST_GENERATORS = 1_000  # of a quotient: each has a list of products, as long as there are elements


def load(path: Path) -> dict[str, object]:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            refuse("each key once", [key for key, _ in pairs])
        return found

    def number(text: str) -> NoReturn:
        refuse("whole numbers", text)

    try:
        # What is no file might never end, or never begin.
        if not S_ISREG(path.stat().st_mode):
            raise SpragueError(f"expected a file with a certificate, got {str(path)!r}, which is no regular file")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SpragueError(f"expected a file with a certificate, got {str(path)!r}: {reason_of(error)}") from None
    except ValueError as error:  # a path that no system has
        if isinstance(error, SpragueError):
            raise
        raise SpragueError(f"expected a file with a certificate, got {str(path)!r}: {error}") from None
    if len(content) > MOST_BYTES:
        refuse(f"at most {MOST_BYTES:,} bytes", len(content))
    try:
        data = json.loads(content.decode(), object_pairs_hook=once, parse_constant=number, parse_float=number)
    except SpragueError:
        raise
    except (ValueError, RecursionError):
        raise SpragueError(f"expected a certificate, a JSON object, got {str(path)!r}, which is no JSON") from None
    if not isinstance(data, dict):
        refuse("a JSON object", data)
    return data


def refuse(expected: str, got: object) -> NoReturn:
    raise SpragueError(f"not a certificate: expected {expected}, got {_shown(got)}")


def _shown(value: object) -> str:
    """What came, as text of a bearable length."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # too many digits, too deep
        return f"a {type(value).__name__} that is too large to show"
    return text if len(text) <= 200 else f"{text[:200]}…"


def check_keys(data: Mapping[str, object], what: str, needed: set[str], possible: set[str]) -> None:
    if missing := sorted(needed - set(data)):
        refuse(f"{what} with {missing[0]!r}", sorted(map(str, data)))
    if unknown := sorted(map(str, set(data) - needed - possible)):
        refuse(f"{what} without {unknown[0]!r}", sorted(map(str, data)))


def read_text(value: object, key: str) -> str:
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        refuse(f"{key!r} to be text of at most {MOST_TEXT:,} characters", value)
    return value


def read_texts(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > 100:
        refuse(f"{key!r} to be a list of texts", value)
    return tuple(read_text(one, key) for one in value)


def one_of(data: Mapping[str, object], key: str, values: tuple[str, ...]) -> str:
    value = data.get(key)
    if not isinstance(value, str) or value not in values:
        refuse(f"{key!r} to be one of {', '.join(values)}", value)
    return value


def read_numbers(value: object, key: str, count: int | None = None) -> tuple[int, ...]:
    if not isinstance(value, list) or (count is not None and len(value) != count):
        refuse(f"{key!r} to be a list of {'' if count is None else f'{count} '}natural numbers", value)
    if not all(type(one) is int and 0 <= one < 2**63 for one in value):
        refuse(f"{key!r} to be natural numbers", value)
    return tuple(value)


def read_automaton(data: object, symbols: int) -> Dfa:
    """A total table over this many columns of digits for which leading zeros do not matter."""
    if not isinstance(data, dict):
        refuse("an automaton", data)
    check_keys(data, "an automaton", {"transitions", "accepting"}, set())
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
    return Dfa(table, frozenset(accepting))


def read_windows(data: object, rule: Ruleset) -> Windows:
    """Read what periods are claimed."""
    if not isinstance(data, dict):
        refuse("a window", data)
    check_keys(data, "a window", {"what", "idle", "windows"}, set())
    if rule.remembered:
        refuse("a rule that remembers no number next to a window", str(rule))
    if not isinstance(data["windows"], list) or not 1 <= len(data["windows"]) <= len(rule.piles):
        refuse("a window for each part of the game", data["windows"])
    what = one_of(data, "what", ("grundy", "outcome"))
    return Windows(what, read_numbers(data["idle"], "idle"), tuple(map(_one_window, data["windows"])))


def _one_window(data: object) -> Window:
    keys = {"piles", "preperiods", "periods", "values", "too_soon", "too_short"}
    if not isinstance(data, dict):
        refuse("a window", data)
    check_keys(data, "a window", keys, set())
    piles, preperiods, periods = (read_numbers(data[key], key) for key in ("piles", "preperiods", "periods"))
    count = len(piles)
    if not count or len(preperiods) != count or len(periods) != count or min(periods) < 1:
        refuse("a preperiod and a period of at least 1 for each pile", data["periods"])
    flat: list[object] = [data["values"]]
    for m, p in zip(preperiods, periods, strict=True):
        rows: list[object] = []
        for row in flat:
            if not isinstance(row, list) or len(row) != m + p:
                refuse(f"{m + p} values along a pile with preperiod {m} and period {p}", row)
            rows += row
        flat = rows
    soon, short = data["too_soon"], data["too_short"]
    if not isinstance(soon, list) or not isinstance(short, list) or not len(soon) == len(short) == count:
        refuse("too_soon and too_short for each pile", soon)
    places = tuple(None if one is None else read_numbers(one, "too_soon", count) for one in soon)
    factors = tuple(_factors(row, count) for row in short)
    return Window(piles, preperiods, periods, read_numbers(flat, "values"), places, factors)


def _factors(row: object, count: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not isinstance(row, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in row):
        refuse("pairs of a prime factor and a position", row)
    return tuple((read_numbers([q], "too_short")[0], read_numbers(heights, "too_short", count)) for q, heights in row)


def read_totals(data: object) -> Totals:
    """Read a set of numbers with a period."""
    if not isinstance(data, dict):
        refuse("totals", data)
    check_keys(data, "totals", {"preperiod", "period", "small", "residues"}, set())
    preperiod, period = read_numbers([data["preperiod"], data["period"]], "preperiod and period")
    small, residues = read_numbers(data["small"], "small"), read_numbers(data["residues"], "residues")
    if period < 1 or any(number >= preperiod for number in small) or any(number >= period for number in residues):
        refuse("a period of at least 1, small totals below the preperiod and residues below the period", data)
    return Totals(preperiod, period, frozenset(small), frozenset(residues))


def read_quotient(data: object) -> Quotient:
    """Read a monoid with its P-elements and the elements of heaps."""
    if not isinstance(data, dict):
        refuse("a quotient", data)
    check_keys(data, "a quotient", {"products", "p", "heaps", "repeat"}, set())
    rows = data["products"]
    if not isinstance(rows, list) or len(rows) > MOST_GENERATORS:
        refuse(f"at most {MOST_GENERATORS} generators", rows)
    size = len(rows[0]) if rows and isinstance(rows[0], list) else 1
    products = tuple(read_numbers(row, "products", size) for row in rows)
    p, heaps = read_numbers(data["p"], "p"), read_numbers(data["heaps"], "heaps")
    if not heaps or any(element >= size for row in (*products, p, heaps) for element in row):
        refuse(f"elements below {size}, one for each heap from 0 on", max((*p, *heaps), default=None))
    repeat = data["repeat"]
    if repeat is None:
        return Quotient(products, frozenset(p), heaps, None)
    if not isinstance(repeat, dict):
        refuse('a repeat such as {"start": 5, "period": 3}, or null', repeat)
    check_keys(repeat, "a repeat", {"start", "period"}, set())
    start, period = read_numbers([repeat["start"], repeat["period"]], "start and period")
    if not start or not period:
        refuse("a start and a period of at least 1", repeat)
    return Quotient(products, frozenset(p), heaps, (start, period))


def read_heaps(data: object) -> ClaimedPeriod:
    """The values of the first heaps, from where on they repeat or rise, and a mask that saves work."""
    if not isinstance(data, dict):
        refuse("a period of heaps", data)
    check_keys(data, "a period of heaps", {"preperiod", "period", "values", "mask", "turns"}, {"saltus"})
    names = ["preperiod", "period", "mask", "turns"]
    preperiod, period, mask, turns = read_numbers([data[name] for name in names], ", ".join(names))
    if period < 1 or turns > 1:
        refuse("a period from 1 on, and 0 or 1 for 'turns'", [period, turns])
    values = read_numbers(data["values"], "values", preperiod + period)
    (saltus,) = read_numbers([data.get("saltus", 0)], "saltus")
    if max(*values, saltus) > MOST_TRANSITIONS:
        refuse(f"values of at most {MOST_TRANSITIONS:,}", max(*values, saltus))
    return ClaimedPeriod(preperiod, period, saltus, values, mask, bool(turns))
