"""AST of rules: moves, endings, positions and arrangements as they were written.

This is what `str`, LaTeX and words show. What the house computes with are the linear families that it falls into
(`cases`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.language.conditions import FALSE, TRUE, Formula, Junction, all_of, some_of
from sprague.language.expressions import Expression
from sprague.linear.terms import Applied, Linear
from sprague.rules.families import Conjunction, Family, new_names

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset

WrittenTarget = tuple[Expression | Applied, ...]


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A kind of move as it is written: what each entry becomes, in each part of the option, and when it is legal."""

    parts: tuple[WrittenTarget, ...]
    where: Formula = TRUE

    @staticmethod
    def of(family: Family) -> WrittenMove:
        parts = (
            tuple(Expression.of(entry) if isinstance(entry, Linear) else entry for entry in part)
            for part in family.parts
        )
        return WrittenMove(tuple(parts), all_of(family.where))

    @property
    def entries(self) -> WrittenTarget:
        """The entries of all parts, one part after another."""
        return tuple(entry for part in self.parts for entry in part)

    def choices(self, known: Sequence[str]) -> tuple[str, ...]:
        """The names that are the mover's choice, in order of appearance."""
        return tuple(new_names([term.names for term in (*self.entries, *conjuncts(self.where))], known))


CIRCLE, ROW = "circle", "row"
DOMAIN = "positions where"  # how a rule begins to say which tuples are positions


@dataclass(frozen=True, slots=True)
class Standing:
    """Piles that stand in a circle or in a row, in this order: moves may start at any of them."""

    word: str
    piles: tuple[str, ...]

    def written(self, piles: Sequence[str]) -> str:
        """The clause, in a rule with these piles."""
        return f"in a {self.word}" + ("" if self.piles == tuple(piles) else f" of {', '.join(self.piles)}")


@dataclass(frozen=True, slots=True)
class Written:
    """A rule's moves, when play ends, which tuples are positions, and how piles stand."""

    moves: tuple[WrittenMove, ...] = ()
    stop: Formula = FALSE
    win: Formula = FALSE
    domain: Formula = TRUE
    standings: tuple[Standing, ...] = ()

    @staticmethod
    def of(families: Iterable[Family], *clauses: Iterable[Conjunction]) -> Written:
        """How a rule is written that is made of families, with alternatives for `stop`, `win` and `domain`."""
        stop, win, domain = (some_of([all_of(one) for one in alternatives]) for alternatives in clauses)
        return Written(tuple(map(WrittenMove.of, families)), stop, win, domain)

    @property
    def clauses(self) -> tuple[tuple[str, Formula], ...]:
        """What is said of positions, each with the words that begin it."""
        return (DOMAIN, self.domain), ("stop when", self.stop), ("win when", self.win)


def rule_text(rule: Ruleset) -> str:
    """The rule in the notation, as it is read."""
    moves = [
        rule.option_text(move.parts) + (f" where {listed(move.where)}" if move.where != TRUE else "")
        for move in rule.written.moves
    ]
    text = f"{rule.tuple_text(rule.names)} -> " + " ; ".join(moves)
    for block in rule.blocks:
        everywhere = len(block) == len(rule.piles)
        text += " any order" + ("" if everywhere else " of " + ", ".join(rule.piles[i] for i in block))
    text += "".join(f" {standing.written(rule.piles)}" for standing in rule.written.standings)
    if rule.floor:
        text += f" piles >= {rule.floor}"
    for word, condition in rule.written.clauses:
        if condition != (TRUE if word == DOMAIN else FALSE):
            text += f" {word} {listed(condition)}"
    return f"{text} block {rule.blocking}" if rule.blocking else text


def conjuncts(condition: Formula) -> tuple[Formula, ...]:
    """The conditions that all hold, as they are listed after `where`."""
    return condition.parts if isinstance(condition, Junction) and condition.word == "and" else (condition,)


def disjuncts(condition: Formula) -> tuple[Formula, ...]:
    """The conditions of which one holds."""
    return condition.parts if isinstance(condition, Junction) and condition.word == "or" else (condition,)


def listed(condition: Formula) -> str:
    """A condition as it is written after `where`: a list with commas, if several hold.

    >>> from sprague.language.conditions import Chain
    >>> first, second = Chain.of(Linear.of(1), "<=", Linear.of("k")), Chain.of(Linear.of("k"), "<", Linear.of("a"))
    >>> print(listed(all_of([first, second])))
    1 <= k, k < a
    """
    parts = conjuncts(condition)
    if not parts:
        return str(TRUE)
    if len(parts) == 1:
        return str(parts[0])
    return ", ".join(f"({part})" if isinstance(part, Junction) and part.parts else str(part) for part in parts)
