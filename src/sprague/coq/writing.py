"""The text of a file for Coq: names, lists, automata, strategies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sprague.coq.conditions import Automaton
from sprague.coq.counts import Level, Tally
from sprague.coq.following import State
from sprague.coq.plans import Plan
from sprague.coq.rules import CoqRule, Move
from sprague.coq.sentences import trusted_names
from sprague.coq.shorthand import Shorthand
from sprague.coq.strategies import Strategy
from sprague.coq.terms import condition_text, term_text

#: Names that a file has for other things, and words of Coq.
TAKEN = frozenset(
    {
        *("as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let", "match"),
        *(
            "return",
            "then",
            "using",
            "where",
            "with",
            "mod",
            "div",
            "Prop",
            "Set",
            "Type",
            "N",
            "Z",
            "S",
            "O",
            "C",
            "T",
        ),
        *("game", "set", "evidence", "checked", "without_moves", "misere", "p_positions", "Leaf", "Node", "Var", "Num"),
        *("Times", "Add", "Sub", "Min", "Max", "Abs", "Le", "Lt", "Eq", "And", "Or", "Not", "Always", "Never", "Power"),
        *(
            "digits",
            "weight",
            "plans",
            "theorems",
            "told",
            "atoms",
            "given",
            "words",
            "in_words",
            "here",
            "v",
            "low",
            "dist",
            "column_sum",
            "tallies",
        ),
        *("C", "T", "X", "Y", *(f"{letter}{count}" for letter in "PQ" for count in (0, 1, 2, 4, 8))),
        *("Rule", "Written", "Evidence", "Hint", "Choice", "Entry", "Sums", "Squares", "Strategy"),
        *("Tally", "Level", "Alias"),
    }
)


def identifiers(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Names that Coq accepts, the same as in the rule where that can be.

    >>> identifiers(["a", "in", "a div 2"])
    ['a', 'in_', 'q']
    """
    found: list[str] = []
    # A value is never defined in a file, but spoken of by theorems under this name.
    used = {*TAKEN, *(trusted_names() - {"value"}), *taken}
    for name in names:
        known = name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) else "q"
        while known in used:
            known += "_"
        used.add(known)
        found.append(known)
    return found


def comment(text: str) -> str:
    """Text inside a comment of Coq, where quotes and brackets with stars would mean something."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def listed(items: Iterable[object]) -> str:
    return "[" + ";".join(map(str, items)) + "]"


def rule_text(rule: CoqRule, names: Sequence[str]) -> str:
    """The rule, in terms of these names of its entries."""
    clauses = " ".join(f"({condition_text(c, names)})" for c in (rule.positions, rule.stop, rule.win))
    moves = ";\n   ".join(_move_text(move, names) for move in rule.moves)
    return f"Rule {rule.entries} {listed(rule.groups)}%nat {clauses}\n  [{moves}]"


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
