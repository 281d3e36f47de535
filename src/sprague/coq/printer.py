"""Functions that print rules, hints, automata and plans as Coq text (`rule_text`, `hint_text`, …).

Coq needs 0.1 milliseconds to read a number written in digits, but only 0.01 milliseconds to read a name. Coq also reads
lists in brackets slowly, and the evidence in a Coq file contains tens of thousands of numbers. Therefore the printer
defines a short name for each number. The printer builds lists by functions of `coq/Theorems.v` that prepend one, two,
four or eight numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sprague.coq.automaton_tables import Automaton
from sprague.coq.moves.condition_automata import State
from sprague.coq.moves.option_counts import CountLevel, OptionCount
from sprague.coq.moves.plans import Plan
from sprague.coq.moves.strategies import Strategy
from sprague.coq.rule_terms import condition_text, term_text
from sprague.coq.rule_translation import CoqRule, Move
from sprague.coq.syntax import identifiers, list_text


def rule_text(rule: CoqRule, names: Sequence[str]) -> str:
    """Return the Coq text of a rule; `names` contains the names of the entries in Coq."""
    clauses = " ".join(f"({condition_text(c, names)})" for c in (rule.positions, rule.stop, rule.win))
    moves = ";\n   ".join(_move_text(move, names) for move in rule.moves)
    lets = " ".join(f"let {name} := Var {place} in" for place, name in enumerate(names))
    return f"{lets}\n  Rule {rule.entries} {list_text(rule.groups)}%nat {clauses}\n  [{moves}]"


def _move_text(move: Move, names: Sequence[str]) -> str:
    choices = identifiers(move.choices, names)
    every = [*names, *choices]
    lets = "".join(f"let {name} := Var {len(names) + place} in " for place, name in enumerate(choices))
    target = "; ".join(term_text(term, every) for term in move.target)
    return f"{lets}Written {len(choices)} [{target}]%term ({condition_text(move.condition, every)})"


def hint_text(move: Move, entries: int) -> str:
    """Return a move's hint as Coq text: the terms of its choices, and its guesses."""
    names = [f"(Var {place})" for place in range(entries + len(move.hint.guesses))]
    chosen = "; ".join(term_text(term, names) for term in move.hint.choices)
    guesses = "; ".join(f"{guess.word} {guess.number}" for guess in move.hint.guesses)
    return f"Hint [{chosen}]%term {list_text(move.hint.target)}%nat [{guesses}]"


def automaton_text(automaton: Automaton, base: int) -> str:
    """Return the Coq text of an automaton; a state consists of the tree of its next states and an accepting flag."""
    rows = (
        f"({_tree_text(row, base)}, {'true' if state in automaton.accepting else 'false'})"
        for state, row in enumerate(automaton.transitions)
    )
    return "[" + ";\n   ".join(rows) + "]"


def _tree_text(row: Sequence[int], base: int) -> str:
    if len(set(row)) == 1:
        return f"Leaf {row[0] + 1}"
    part = len(row) // base
    inside = (_tree_text(row[digit * part : (digit + 1) * part], base) for digit in range(base))
    return f"Node [{'; '.join(inside)}]"


def _strategy_text(strategy: Strategy, short: Shorthand) -> str:
    """Return the Coq text of a strategy."""
    states = (short.integers(_numbers(state)) for state in strategy.states)
    cells = (
        f"C {short.positive(number)} {short.integers(_numbers(cell.state))} "
        f"{short.positives([1 if j is None else j + 1 for j in cell.successors])} "
        f"{short.positives([guess + 1 for guess in cell.guesses])}"
        for number, cell in enumerate(strategy.cells, 1)
    )
    numbers = list_text(list_text(guessed) for guessed in strategy.numbers)
    parts = (";\n     ".join(part) for part in (states, cells))
    return "Strategy [\n     " + "] [\n     ".join(parts) + f"]\n    1 {strategy.zeros} {numbers}%N"


def _numbers(state: State) -> list[int]:
    return [number for part in state for number in (part if isinstance(part, tuple) else (part,))]


def plan_text(plan: Plan, short: Shorthand) -> str:
    """Return the Coq text of a plan."""
    through = (
        "None" if key is None else f"Some (Between {key.count} ({_table_text(key.automaton, short)}))"
        for key in plan.key_sets
    )
    images = (
        f"Image {image.move} ({_table_text(image.automaton, short)})\n    ({_strategy_text(image.strategy, short)})"
        for image in plan.images
    )
    away = (
        f"Taken {removal.image} {list_text(removal.order)}%nat "
        + ("None" if removal.rest is None else f"(Some ({_table_text(removal.rest, short)}))")
        for removal in plan.removals
    )
    parts = (";\n   ".join(part) for part in (through, images, away))
    return "Plan\n  [" + "]\n  [".join(parts) + "]"


def count_text(count: OptionCount, short: Shorthand) -> str:
    """Return the option count of an ordered move as Coq text."""
    aliases = (
        f"Alias {alias.other} ({_table_text(alias.witnesses, short)})\n    ({_strategy_text(alias.strategy, short)})"
        for alias in count.aliases
    )
    several = (f"({_strategy_text(less, short)},\n    {_level_text(level, short)})" for less, level in count.several)
    others, more = (";\n   ".join(part) for part in (aliases, several))
    return f"Tally\n  [{others}]\n  ({_level_text(count.single, short)})\n  [{more}]"


def _level_text(level: CountLevel, short: Shorthand) -> str:
    ends, has = _table_text(level.witnesses, short), _table_text(level.positions, short)
    return f"Level ({ends})\n    ({has})\n    ({_strategy_text(level.strategy, short)})"


def _table_text(automaton: Automaton, short: Shorthand) -> str:
    return f"make_automaton {short.automaton(automaton)}"


STEPS = (8, 4, 2, 1)  # numbers k for which `coq/Theorems.v` has a function that prepends k items to a list


@dataclass
class Shorthand:
    """Short names for the numbers and trees in printed evidence, and the Coq module that defines them."""

    module: str
    base: int
    known: dict[str, str] = field(default_factory=dict)  # maps each short name to its Coq definition

    def positive(self, number: int) -> str:
        """Return the short name that stands for a positive number in the Coq text."""
        return self._named(f"_{number}", f"{number}%positive")

    def integer(self, number: int) -> str:
        """Return the short name that stands for an integer in the Coq text."""
        return self._named(f"z{number}", f"{number}%Z") if number >= 0 else self._named(f"z_{-number}", f"({number})%Z")

    def positives(self, numbers: Sequence[int]) -> str:
        """Return the Coq list of the short names of positive numbers."""
        return _list([self.positive(number) for number in numbers], "P")

    def integers(self, numbers: Sequence[int]) -> str:
        """Return the Coq list of the short names of integers."""
        return _list([self.integer(number) for number in numbers], "Q")

    def automaton(self, automaton: Automaton) -> str:
        """Return the Coq text of an automaton as the argument of `make_automaton`."""
        rows = (
            f"{'Y' if state in automaton.accepting else 'X'} {self._tree(row)}"
            for state, row in enumerate(automaton.transitions)
        )
        return "[" + ";\n   ".join(rows) + "]"

    def _tree(self, row: Sequence[int]) -> str:
        if len(set(row)) == 1:
            return self._named(f"l{row[0] + 1}", f"Leaf {row[0] + 1}")
        part = len(row) // self.base
        inside = [self._tree(row[digit * part : (digit + 1) * part]) for digit in range(self.base)]
        return f"(T {' '.join(inside)})" if self.base == 2 else f"(Node [{'; '.join(inside)}])"

    def _named(self, name: str, meaning: str) -> str:
        self.known[name] = meaning
        return name

    @property
    def definitions(self) -> str:
        """The Coq module that defines all short names used so far; a rule outside it may use the same names."""
        text = "".join(f"Definition {name} := {meaning}.\n" for name, meaning in self.known.items())
        return f"Module {self.module}.\n{text}End {self.module}.\nImport {self.module}.\n" if text else ""


def _list(names: Sequence[str], word: str) -> str:
    """Return the Coq text of a list of names, built by functions such as `P8`, which prepend several names."""
    begun: list[str] = []
    place = 0
    for step in STEPS:
        while len(names) - place >= step:
            begun.append(f"({word}{step} {' '.join(names[place : place + step])} ")
            place += step
    return "".join(begun) + f"{word}0" + ")" * len(begun)
