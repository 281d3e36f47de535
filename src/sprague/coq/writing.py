"""The text of a file for Coq: names, lists, automata, strategies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sprague.coq.conditions import Automaton
from sprague.coq.counts import Level, Tally
from sprague.coq.following import State
from sprague.coq.plans import Plan
from sprague.coq.rules import CoqRule, Move
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
        *("C", "T", "Rule", "Written", "Evidence", "Hint", "Choice", "Entry", "Sums", "Squares", "Strategy"),
        *("Tally", "Level", "Alias"),
    }
)


def identifiers(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Names that Coq accepts, the same as in the rule where that can be.

    >>> identifiers(["a", "in", "a div 2"])
    ['a', 'in_', 'q']
    """
    found: list[str] = []
    used = {*TAKEN, *taken}
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


def state_text(state: State) -> str:
    return listed(number for part in state for number in (part if isinstance(part, tuple) else (part,)))


def strategy_text(strategy: Strategy) -> str:
    cells = (
        f"C {number} {state_text(cell.state)} {listed(1 if j is None else j + 1 for j in cell.onward)}%positive "
        f"{listed(map(state_text, cell.guesses))}"
        for number, cell in enumerate(strategy.cells, 1)
    )
    numbers = listed(listed(guessed) for guessed in strategy.numbers)
    return "Strategy [\n     " + ";\n     ".join(cells) + f"]\n    1 {strategy.zeros} {numbers}%N"


def plan_text(plan: Plan, base: int) -> str:
    through = (
        "None" if key is None else f"Some (Between {key.count} ({_made(key.into_target, base)}))"
        for key in plan.through
    )
    images = (
        f"Image {image.kind} ({_made(image.leads, base)})\n    ({strategy_text(image.found)})" for image in plan.images
    )
    orders = (f"({image}, {listed(order)})%nat" for image, order in plan.orders)
    parts = (";\n   ".join(part) for part in (through, images, orders))
    return "Plan\n  [" + "]\n  [".join(parts) + "]"


def tally_text(tally: Tally, base: int) -> str:
    aliases = (
        f"Alias {alias.other} ({_made(alias.covered, base)})\n    ({strategy_text(alias.instead)})"
        for alias in tally.aliases
    )
    several = (f"({strategy_text(less)},\n    {_level_text(level, base)})" for less, level in tally.several)
    others, more = (";\n   ".join(part) for part in (aliases, several))
    return f"Tally\n  [{others}]\n  ({_level_text(tally.single, base)})\n  [{more}]"


def _level_text(level: Level, base: int) -> str:
    return f"Level ({_made(level.ends, base)})\n    ({_made(level.has, base)})\n    ({strategy_text(level.last)})"


def _made(automaton: Automaton, base: int) -> str:
    return f"make_automaton {automaton_text(automaton, base)}"
