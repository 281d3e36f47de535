"""AST of rules (`RuleAst`, `MoveAst`), and parts of conditions (`conjuncts`, `disjuncts`, `condition_list`).

The modules that print rules (in the notation, in English, in LaTeX) use the AST. Computations use linear move families,
to which `sprague.rules.lowering` converts the AST.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sprague.errors import SpragueError
from sprague.language.conditions import FALSE, TRUE, Formula, Junction
from sprague.language.expressions import Expression
from sprague.language.tokens import Token
from sprague.linear.terms import Applied

MOST_PILES = 64  # maximum number of piles and remembered numbers
CIRCLE, ROW = "circle", "row"
DOMAIN = "positions where"  # the first words of the clause that states which tuples are positions

Block = tuple[int, ...]
TargetAst = tuple[Expression | Applied, ...]


@dataclass(frozen=True, slots=True)
class MoveAst:
    """The AST of a move: its condition and its option, which has several parts if the move splits a position."""

    parts: tuple[TargetAst, ...]
    where: Formula = TRUE

    @property
    def entries(self) -> TargetAst:
        """The new values of piles and remembered numbers in all parts of a move's option, as one tuple."""
        return tuple(entry for part in self.parts for entry in part)

    def choices(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the choices of the move, in order of appearance."""
        return tuple(new_names([term.names for term in (*self.entries, *conjuncts(self.where))], known))


def new_names(names: Iterable[Iterable[str]], known: Sequence[str]) -> list[str]:
    """Return the names in the terms of a move that are not in `known`, in the order of the terms."""
    return list(dict.fromkeys(name for of_term in names for name in sorted(of_term) if name not in known))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A clause of a rule that arranges piles in a circle or a row, so that a move may start at any of these piles."""

    word: str
    piles: tuple[str, ...]

    def written(self, piles: Sequence[str]) -> str:
        """Return the text of the clause that puts piles in a circle or a row, for a rule with the given piles."""
        return f"in a {self.word}" + ("" if self.piles == tuple(piles) else f" of {', '.join(self.piles)}")


@dataclass(frozen=True, slots=True)
class Function:
    """A Python function that the AST of a rule applies to a number; a pickle contains only its module and name."""

    function: Callable[[int], int]

    def __call__(self, argument: int) -> int:
        return self.function(argument)

    def __deepcopy__(self, memo: object) -> Function:
        return self

    def __reduce__(self) -> tuple[type[Function], tuple[Callable[[int], int]]]:
        try:
            pickle.dumps(self.function)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise SpragueError(
                f"a rule with the function {self.function!r} cannot be pickled; define the function with 'def' at "
                "the top level of a module, or write an expression such as 2x - 1"
            ) from None
        return Function, (self.function,)


@dataclass(frozen=True, slots=True)
class MoveSource:
    """The tokens of a parsed move to which error messages point: its condition, and the names of its choices."""

    where: Token
    choices: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class RuleSource:
    """The text of a parsed rule, and its tokens to which error messages point, such as the condition of a move."""

    text: str
    moves: tuple[MoveSource, ...]
    endings: tuple[tuple[Formula, Token], ...]


@dataclass(frozen=True)
class RuleAst:
    """The AST of a rule: piles, moves and clauses, as they were written.

    `blocks` are the groups of piles whose order does not matter; piles are given by index. `floor` is the least height
    of a pile. `blocking` is the number of options that a player who has moved may forbid to the opponent. `source` is
    None after the rule has been lowered and checked.
    """

    piles: tuple[str, ...]
    moves: tuple[MoveAst, ...]
    remembered: tuple[str, ...] = ()
    stop: Formula = FALSE
    win: Formula = FALSE
    domain: Formula = TRUE
    arrangements: tuple[Arrangement, ...] = ()
    blocks: tuple[Block, ...] = ()
    floor: int = 0
    blocking: int = 0
    functions: tuple[tuple[str, Callable[[int], int]], ...] = ()
    name: str = field(default="", compare=False)
    source: RuleSource | None = field(default=None, compare=False, repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all entries of a position of the rule: piles, then remembered numbers."""
        return self.piles + self.remembered

    @property
    def splits(self) -> bool:
        """Whether the option of some move in the AST is a sum of several positions."""
        return any(len(move.parts) > 1 for move in self.moves)

    @property
    def clauses(self) -> tuple[tuple[str, Formula], ...]:
        """The clauses of the rule that contain a condition: the first words of each clause, and its condition."""
        return (DOMAIN, self.domain), ("stop when", self.stop), ("win when", self.win)

    def tuple_text(self, entries: Sequence[object]) -> str:
        """Return the text of a position, or of the tuple of its names, in the notation: `(5, 9 | 3)`."""
        piles = ", ".join(map(str, entries[: len(self.piles)]))
        rest = ", ".join(map(str, entries[len(self.piles) :]))
        return f"({piles} | {rest})" if rest else f"({piles})"

    def option_text(self, parts: Iterable[Sequence[object]]) -> str:
        """Return the text of the option of a move in the notation; a sum is written `(u) + (v)`."""
        return " + ".join(map(self.tuple_text, parts))

    def __str__(self) -> str:
        moves = [
            self.option_text(move.parts) + (f" where {condition_list(move.where)}" if move.where != TRUE else "")
            for move in self.moves
        ]
        text = f"{self.tuple_text(self.names)} -> " + " ; ".join(moves)
        for block in self.blocks:
            everywhere = len(block) == len(self.piles)
            text += " any order" + ("" if everywhere else " of " + ", ".join(self.piles[i] for i in block))
        text += "".join(f" {arrangement.written(self.piles)}" for arrangement in self.arrangements)
        if self.floor:
            text += f" piles >= {self.floor}"
        for word, condition in self.clauses:
            if condition != (TRUE if word == DOMAIN else FALSE):
                text += f" {word} {condition_list(condition)}"
        return f"{text} block {self.blocking}" if self.blocking else text


def conjuncts(condition: Formula) -> tuple[Formula, ...]:
    """Return the operands of a conjunction (`and`); for any other condition, return a list of this condition alone."""
    return condition.parts if isinstance(condition, Junction) and condition.word == "and" else (condition,)


def disjuncts(condition: Formula) -> tuple[Formula, ...]:
    """Return the operands of a disjunction (`or`); for any other condition, return a list of this condition alone."""
    return condition.parts if isinstance(condition, Junction) and condition.word == "or" else (condition,)


def condition_list(condition: Formula) -> str:
    """Return the text of a condition as written after `where`: the operands of a conjunction are separated by commas.

    >>> from sprague.language.conditions import Chain, all_of
    >>> from sprague.linear.terms import Linear
    >>> first, second = Chain.of(Linear.of(1), "<=", Linear.of("k")), Chain.of(Linear.of("k"), "<", Linear.of("a"))
    >>> print(condition_list(all_of([first, second])))
    1 <= k, k < a
    """
    parts = conjuncts(condition)
    if not parts:
        return str(TRUE)
    if len(parts) == 1:
        return str(parts[0])
    return ", ".join(f"({part})" if isinstance(part, Junction) and part.parts else str(part) for part in parts)
