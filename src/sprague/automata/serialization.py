"""Serialization of automata as JSON data (`to_data`) and as text in the format of the program Walnut (`to_walnut`).

The first line of a Walnut text names the numeration of each track: for example, `msd_2 msd_2` means two numbers in base
2, most significant digit first. The names `msd_fib` and `msd_trib` stand for Fibonacci and Tribonacci digits. The
following lines of a Walnut text describe the states, beginning with the start state. Each state has a line with its
number and its output (1 if accepting), then one line such as `0 1 -> 3` for each transition. A word is rejected if one
of its columns has no transition. See H. Mousavi, Automatic theorem proving in Walnut, arXiv:1603.06017.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.automata.automaton import Automaton, determinise, everything, nothing
from sprague.automata.nondeterministic import Nondeterministic
from sprague.automata.numeration import BINARY, FIBONACCI, TRIBONACCI, Numeration, base
from sprague.automata.recurrences import LARGEST_BASE
from sprague.automata.size_limits import state_limit, text_limit
from sprague.automata.words import count_symbols, digit_columns
from sprague.errors import SpragueError


def to_data(automaton: Automaton) -> dict[str, object]:
    """Return the transitions and accepting states of an automaton as JSON data, without its tracks and numeration.

    >>> from sprague.automata.atoms import linear
    >>> to_data(linear((1, -1), 0, "="))
    {'transitions': [[0, 1, 1, 0], [1, 1, 1, 1]], 'accepting': [0]}
    """
    return {"transitions": automaton.table.tolist(), "accepting": np.flatnonzero(automaton.accepting).tolist()}


def from_data(data: object, tracks: int, numeration: Numeration) -> Automaton:
    """Return the automaton of JSON data written by `to_data`; raise SpragueError if the data is malformed."""
    if (
        not isinstance(data, Mapping)
        or not isinstance(rows := data.get("transitions"), list)
        or not isinstance(ends := data.get("accepting"), list)
        or not all(isinstance(row, list) for row in rows)
    ):
        raise SpragueError(
            "expected an automaton with 'transitions', a list of rows, and 'accepting', a list of states"
        )
    states = len(rows)
    if len({len(row) for row in rows}) > 1:
        raise SpragueError("expected the same number of transitions for each state, got rows of unequal length")
    wrong = [target for row in rows for target in row if type(target) is not int or not 0 <= target < states]
    if wrong:
        raise SpragueError(f"expected transitions to states from 0 to {states - 1}, got {str(wrong[0])[:40]}")
    wrong = [end for end in ends if type(end) is not int or not 0 <= end < states]
    if wrong:
        raise SpragueError(f"expected accepting states from 0 to {states - 1}, got {str(wrong[0])[:40]}")
    accepting = np.zeros(states, np.bool_)
    accepting[ends] = True
    return Automaton(tracks, numeration, np.array(rows), accepting)


Numbers = npt.NDArray[np.int64]

# Walnut's names of numerations other than base b.
SYSTEMS = {FIBONACCI: "fib", TRIBONACCI: "trib"}

_STATE = re.compile(r"(\d{1,9})\s+([+-]?\s*\d{1,9})", re.ASCII)
# Every line of a Walnut text matches `_TRANSITION` in at most one way, so matching takes linear time even on very long
# lines.
_TRANSITION = re.compile(r"([\d\s*]*)->\s*([\d\s]*\d)", re.ASCII)
_COLUMN = re.compile(r"\d+|\*", re.ASCII)
_DIGITS = re.compile(r"(?:(msd|lsd)_?)?(\w*)", re.ASCII)


def to_walnut(automaton: Automaton) -> str:
    """Return an automaton as text in Walnut's format, without the dead state.

    >>> from sprague.automata.atoms import linear
    >>> print(to_walnut(linear((1, -1), 0, "=")), end="")
    msd_2 msd_2
    <BLANKLINE>
    0 1
    0 0 -> 0
    1 1 -> 0

    A set of tuples of length 0 is a truth value, which Walnut writes as `true` or `false`.
    """
    if not automaton.tracks:
        return "false\n" if automaton.is_empty else "true\n"
    kept = automaton.useful.copy()
    kept[0] = True  # the start state is written even if the automaton accepts nothing
    leads = kept[automaton.table] & kept[:, None] & (not automaton.is_empty)
    transitions, bound = int(leads.sum()), text_limit()
    if transitions > bound.most:
        raise bound.refusal("an automaton as text", transitions)
    name = np.cumsum(kept) - 1
    columns = [" ".join(map(str, column)) for column in digit_columns(automaton.tracks, automaton.numeration).T]
    lines = [" ".join([_system(automaton.numeration)] * automaton.tracks)]
    for state in np.flatnonzero(kept).tolist():
        lines += ["", f"{name[state]} {int(automaton.accepting[state])}"]
        for symbol in np.flatnonzero(leads[state]).tolist():
            lines.append(f"{columns[symbol]} -> {name[automaton.table[state, symbol]]}")
    return "\n".join(lines) + "\n"


def _system(digits: Numeration) -> str:
    """Return Walnut's name of a numeration."""
    if digits.is_restricted and digits not in SYSTEMS:
        raise SpragueError(
            f"Walnut has no name for {digits}; "
            "the Walnut format supports only bases, Fibonacci digits and Tribonacci digits"
        )
    return f"msd_{SYSTEMS.get(digits, digits.name)}"


def from_walnut(text: str) -> Automaton:
    r"""Return the automaton of a text in Walnut's format.

    >>> even = from_walnut("msd_2\n0 1\n 0 -> 0\n 1 -> 1\n1 0\n 0 -> 0\n 1 -> 1\n")
    >>> 6 in even, 7 in even
    (True, False)

    The symbol `*` matches every digit, and lines that begin with # are comments. A word is rejected if one of its
    columns has no transition. The automaton in a Walnut text need not be minimal or deterministic. If a state has
    several targets for a column, a word is accepted if at least one run accepts.
    """
    lines = _lines(text)
    number, header = next(lines, (0, ""))
    if not header:
        raise SpragueError(
            "expected an automaton in Walnut's format, with a first line such as 'msd_2', got an empty text"
        )
    if header in ("true", "false"):
        extra = next(lines, None)
        if extra is not None:
            raise SpragueError(f"line {extra[0]}: expected no line after {header!r}, got {_shown(extra[1])}")
        return (everything if header == "true" else nothing)(0)
    tracks, digits = _read_header(number, header)
    found = _Listing(tracks, digits)
    for number, line in lines:
        limits.check()
        found.add(number, line)
    return found.automaton()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a Walnut text that are neither empty nor comments, with their line numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _read_header(number: int, line: str) -> tuple[int, Numeration]:
    if "{" in line:
        raise SpragueError(
            f"line {number}: expected a numeration for each track, such as 'msd_2 msd_2', got {_shown(line)}; "
            "alphabets in braces are not supported"
        )
    words = line.split()
    systems = {_read_system(number, word): word for word in words}
    if len(systems) > 1:
        raise SpragueError(
            f"line {number}: expected the same numeration for all tracks, got {_shown(' and '.join(systems.values()))}"
        )
    digits = next(iter(systems))
    count_symbols(len(words), digits)  # `count_symbols` raises OutOfReach if there are too many symbols
    return len(words), digits


def _read_system(number: int, word: str) -> Numeration:
    """Return the numeration that a Walnut text names: `msd_3`, `msd3` or `3` is base 3, and `msd` is base 2."""
    match = _DIGITS.fullmatch(word)
    order, name = match.groups() if match else (None, "")
    if order == "lsd":
        raise SpragueError(
            f"line {number}: expected the most significant digit first, as in 'msd_2', got {_shown(word)}; "
            "reverse the automaton in Walnut"
        )
    if order and not name:
        return BINARY
    known = {word: digits for digits, word in SYSTEMS.items()} | {str(n): base(n) for n in range(2, LARGEST_BASE + 1)}
    if name not in known:
        raise SpragueError(
            f"line {number}: expected a numeration from msd_2 to msd_10, msd_fib or msd_trib, got {_shown(word)}"
        )
    return known[name]


@dataclass
class _Listing:
    """The states and transitions of a Walnut text, collected line by line."""

    tracks: int
    digits: Numeration
    # maps the number of each state in the text to the index of the state
    places: dict[int, int] = field(default_factory=dict)
    outputs: list[bool] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)  # the source of each transition
    symbols: list[int] = field(default_factory=list)
    # the target of each transition, given by the target's number in the text; the text may declare the target later
    targets: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def add(self, number: int, line: str) -> None:
        """Add the state or the transition that a line of a Walnut text describes."""
        if match := _STATE.fullmatch(line):
            self._add_state(number, int(match[1]), int("".join(match[2].split())))
        elif (match := _TRANSITION.fullmatch(line)) and max(map(len, _COLUMN.findall(line))) < 10:
            self._add_transition(number, _COLUMN.findall(match[1]), [int(word) for word in match[2].split()])
        else:
            raise SpragueError(
                f"line {number}: expected a state and its output such as '0 1', or a transition such as "
                f"'{' '.join('0' * min(self.tracks, 20))} -> 1', got {_shown(line)}"
            )

    def _add_state(self, number: int, name: int, output: int) -> None:
        if name in self.places:
            raise SpragueError(f"line {number}: state {name} is declared twice")
        if output not in (0, 1):
            raise SpragueError(
                f"line {number}: expected output 0 or 1 for state {name}, got {output}; automata with other "
                "outputs do not recognise a set"
            )
        # The limit includes the state to be added and the dead state.
        state_limit(count_symbols(self.tracks, self.digits)).check(f"reading line {number}", len(self.outputs) + 2)
        self.places[name] = len(self.outputs)
        self.outputs.append(output == 1)

    def _add_transition(self, number: int, column: list[str], targets: list[int]) -> None:
        if not self.outputs:
            raise SpragueError(f"line {number}: expected a state such as '0 1' before the first transition")
        if len(column) != self.tracks:
            raise SpragueError(f"line {number}: expected {self.tracks} digits before '->', got {len(column)}")
        symbols = [0]
        for word in column:
            choices = range(self.digits.digits) if word == "*" else [int(word)]
            if word != "*" and int(word) >= self.digits.digits:
                raise SpragueError(f"line {number}: expected digits from 0 to {self.digits.digits - 1}, got {word}")
            symbols = [symbol * self.digits.digits + digit for symbol in symbols for digit in choices]
        text_limit().check(f"reading line {number}", len(self.symbols) + len(symbols) * len(targets))
        for target in targets:
            self.symbols += symbols
            self.sources += [len(self.outputs) - 1] * len(symbols)
            self.targets += [target] * len(symbols)
            self.lines += [number] * len(symbols)

    def automaton(self) -> Automaton:
        """Return the automaton that the added lines of a Walnut text describe."""
        if not self.outputs:
            raise SpragueError("expected at least one state, such as '0 1', after the first line")
        unknown = next((i for i, target in enumerate(self.targets) if target not in self.places), None)
        if unknown is not None:
            raise SpragueError(
                f"line {self.lines[unknown]}: state {self.targets[unknown]} is not declared; "
                f"add the line '{self.targets[unknown]} 0' or '{self.targets[unknown]} 1'"
            )
        states, symbols = len(self.outputs), count_symbols(self.tracks, self.digits)
        places = np.array(self.sources, np.int64) * symbols + np.array(self.symbols, np.int64)
        # Remove duplicate transitions.
        edges = np.unique(places * states + np.array([self.places[target] for target in self.targets], np.int64))
        places, targets = edges // states, edges % states
        counts = np.bincount(places, minlength=states * symbols)
        accepting = np.array(self.outputs)
        if counts.max() > 1:
            offsets: Numbers = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
            start = np.zeros(1, np.int32)
            nfa = Nondeterministic(self.tracks, self.digits, offsets, targets.astype(np.int32), accepting, start)
            return determinise(nfa)
        table = np.full((states + 1) * symbols, states, np.int32)  # the last state is the dead state
        table[places] = targets
        return Automaton(self.tracks, self.digits, table.reshape(states + 1, symbols), np.append(accepting, False))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "…")
