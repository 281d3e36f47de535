"""The text of a file for Coq: names, lists, automata, strategies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sprague.coq.counts import Level, Tally
from sprague.coq.dfa import Automaton
from sprague.coq.following import State
from sprague.coq.names import identifiers
from sprague.coq.plans import Plan
from sprague.coq.rules import CoqRule, Move
from sprague.coq.shorthand import Shorthand
from sprague.coq.strategies import Strategy
from sprague.coq.terms import condition_text, term_text


def comment(text: str) -> str:
    """Text inside a comment of Coq, where quotes and brackets with stars would mean something."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def listed(items: Iterable[object]) -> str:
    return "[" + ";".join(map(str, items)) + "]"


def rule_text(rule: CoqRule, names: Sequence[str]) -> str:
    """The rule, in terms of these names of its entries. The names are local: they cannot hide names of the library."""
    clauses = " ".join(f"({condition_text(c, names)})" for c in (rule.positions, rule.stop, rule.win))
    moves = ";\n   ".join(_move_text(move, names) for move in rule.moves)
    lets = " ".join(f"let {name} := Var {place} in" for place, name in enumerate(names))
    return f"{lets}\n  Rule {rule.entries} {listed(rule.groups)}%nat {clauses}\n  [{moves}]"


def _move_text(move: Move, names: Sequence[str]) -> str:
    choices = identifiers(move.choices, names)
    every = [*names, *choices]
    lets = "".join(f"let {name} := Var {len(names) + place} in " for place, name in enumerate(choices))
    target = "; ".join(term_text(term, every) for term in move.target)
    return f"{lets}Written {len(choices)} [{target}]%term ({condition_text(move.legal, every)})"


def hint_text(move: Move, entries: int) -> str:
    names = [f"(Var {place})" for place in range(entries + len(move.hint.guesses))]
    chosen = "; ".join(term_text(term, names) for term in move.hint.chosen)
    guesses = "; ".join(f"{guess.word} {guess.number}" for guess in move.hint.guesses)
    return f"Hint [{chosen}]%term {listed(move.hint.reached)}%nat [{guesses}]"


def automaton_text(automaton: Automaton, base: int) -> str:
    """For each state a tree and a verdict."""
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


def strategy_text(strategy: Strategy, short: Shorthand) -> str:
    states = (short.integers(_numbers(state)) for state in strategy.states)
    cells = (
        f"C {short.positive(number)} {short.integers(_numbers(cell.state))} "
        f"{short.positives([1 if j is None else j + 1 for j in cell.onward])} "
        f"{short.positives([guess + 1 for guess in cell.guesses])}"
        for number, cell in enumerate(strategy.cells, 1)
    )
    numbers = listed(listed(guessed) for guessed in strategy.numbers)
    parts = (";\n     ".join(part) for part in (states, cells))
    return "Strategy [\n     " + "] [\n     ".join(parts) + f"]\n    1 {strategy.zeros} {numbers}%N"


def _numbers(state: State) -> list[int]:
    return [number for part in state for number in (part if isinstance(part, tuple) else (part,))]


def plan_text(plan: Plan, short: Shorthand) -> str:
    through = (
        "None" if key is None else f"Some (Between {key.count} ({_made(key.into_target, short)}))"
        for key in plan.through
    )
    images = (
        f"Image {image.kind} ({_made(image.leads, short)})\n    ({strategy_text(image.found, short)})"
        for image in plan.images
    )
    away = (
        f"Taken {taken.image} {listed(taken.order)}%nat "
        + ("None" if taken.rest is None else f"(Some ({_made(taken.rest, short)}))")
        for taken in plan.away
    )
    parts = (";\n   ".join(part) for part in (through, images, away))
    return "Plan\n  [" + "]\n  [".join(parts) + "]"


def tally_text(tally: Tally, short: Shorthand) -> str:
    aliases = (
        f"Alias {alias.other} ({_made(alias.covered, short)})\n    ({strategy_text(alias.instead, short)})"
        for alias in tally.aliases
    )
    several = (f"({strategy_text(less, short)},\n    {_level_text(level, short)})" for less, level in tally.several)
    others, more = (";\n   ".join(part) for part in (aliases, several))
    return f"Tally\n  [{others}]\n  ({_level_text(tally.single, short)})\n  [{more}]"


def _level_text(level: Level, short: Shorthand) -> str:
    ends, has = _made(level.ends, short), _made(level.has, short)
    return f"Level ({ends})\n    ({has})\n    ({strategy_text(level.last, short)})"


def _made(automaton: Automaton, short: Shorthand) -> str:
    return f"make_automaton {short.automaton(automaton)}"
