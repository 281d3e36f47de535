"""`check_rank` checks that play ends: a rank, which is a tuple of natural numbers, falls with every move.

Ranks are compared lexicographically. A move that does not lower the rank is a solution of a system of relations, so the
check proves that the system has no solution. The check may omit relations from the system, because a system has no
solution if a part of the system has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .arithmetic import Comparison, Linear
from .automata import Relations, Variable
from .errors import Budget, NotVerified
from .formulas import Case, Names, links
from .game import Game, Step, shifted
from .notation import format_term
from .numeration import Numeration
from .trees import (
    FALSE,
    TRUE,
    Formula,
    Move,
    Rule,
    Term,
    TreeReader,
    free_names,
    read_list,
    read_number,
    read_object,
    read_word,
    refuse,
    subtrees,
)


@dataclass(frozen=True)
class Rank:
    """A rank, by which the checker proves that play ends: linear terms in lexicographic order, or a quadratic rank.

    A quadratic rank contains, for each move, the line along which the move changes the piles.
    """

    terms: tuple[Term, ...] = ()
    quadratic: str = ""
    lines: tuple[tuple[tuple[int, ...], Term], ...] = ()

    def __str__(self) -> str:
        if self.quadratic:
            squares = self.quadratic == "squares"
            return "the sum of the squares of the piles" if squares else "the sum of the products of two piles"
        return ", then ".join(map(format_term, self.terms))


def read_rank(data: object, rule: Rule) -> Rank:
    """Read the rank of a certificate, by which the checker proves that play ends."""
    reader = TreeReader()
    if isinstance(data, dict) and "quadratic" in data:
        fields = read_object(data, "a rank", ("quadratic", "lines"))
        word = read_word(fields["quadratic"], "quadratic", ("squares", "pairs"))
        lines = []
        items = read_list(fields["lines"], "lines", len(rule.moves), len(rule.moves))
        for move, one in zip(rule.moves, items, strict=True):
            line = read_object(one, "a line", ("steps", "amount"))
            steps = read_list(line["steps"], "steps", len(rule.piles), len(rule.piles))
            amount = reader.term(line["amount"])
            _check_linear(amount, (*rule.entries, *rule.choices(move)))
            lines.append((tuple(read_number(step) for step in steps), amount))
        return Rank(quadratic=word, lines=tuple(lines))
    fields = read_object(data, "a rank", ("terms",))
    terms = tuple(reader.term(one) for one in read_list(fields["terms"], "terms of a rank", 1))
    for term in terms:
        _check_linear(term, rule.entries)
    return Rank(terms)


def _check_linear(term: Term, names: Sequence[str]) -> None:
    if not _is_linear(term) or not free_names(term) <= set(names):
        refuse(f"a linear term in {', '.join(names)}", format_term(term))


def _is_linear(term: Term) -> bool:
    match term:
        case ("+", *terms) | ("-", *terms):
            return all(map(_is_linear, terms))
        case ("*", _, one):
            return _is_linear(one)
    return not isinstance(term, tuple)


def check_rank(rule: Rule, rank: Rank, budget: Budget) -> None:
    """Check that the rank falls with every move, which implies that play ends; raise `NotVerified` if it does not."""
    # Linear conditions can be decided in base 2; conditions that depend on digits in another base are weakened.
    weaker = Rule(
        rule.piles,
        rule.remembered,
        rule.least_pile,
        tuple(Move(move.parts, _weakened(move.where)) for move in rule.moves),
        rule.any_order,
        rule.circles,
        rule.rows,
        _weakened(rule.positions),
        FALSE,
        FALSE,
        0,
    )
    _Check(Game(weaker, Relations(Numeration((2,)), budget))).run(rank)


def _weakened(formula: Formula, positive: bool = True) -> Formula:
    """Weaken a formula: return a formula that follows from it and that uses only digits in base 2.

    If `positive` is false, the function strengthens the formula: the given formula follows from the result.
    """
    match formula:
        case ("and" | "or" as word, *parts):
            return (word, *(_weakened(part, positive) for part in parts))
        case ("not", part):
            return ("not", _weakened(part, not positive))
        case ("exists", name, body, *bound):
            return ("exists", name, _weakened(body, positive), *bound)
        case ("power", term, base) if base != 2 and positive:
            return ("compare", term, ">=", 1)
        case ("power", _, base) if base != 2:
            return FALSE
        case ("columns" | "program", *_):
            return TRUE if positive else FALSE
        case ("compare" | "in", *_) if not all(map(_is_binary, subtrees(formula))):
            return TRUE if positive else FALSE
    return formula


def _is_binary(term: Term) -> bool:
    """Return whether all functions of digits in a term use base 2."""
    match term:
        case ("valuation" | "lowest", base, _) if base != 2:
            return False
        case ("fib_shift" | "fib_zeros" | "fib_low", *_):
            return False
        case tuple():
            return all(map(_is_binary, subtrees(term)))
    return True


class _Check:
    """The check that a rank falls with every move of a rule."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compare = game.translation.comparison

    def run(self, rank: Rank) -> None:
        """Check that the rank falls with every move; raise `NotVerified` if it does not."""
        rule = self.game.rule
        if rank.quadratic:
            if (rule.circles or rule.rows) and rule.positions != TRUE:
                raise NotVerified(
                    "the checker does not support a quadratic rank for a rule with 'positions' and with piles in "
                    "a circle or row"
                )
            for move, (steps, amount) in zip(rule.moves, rank.lines, strict=True):
                self.check_line(move, steps, amount, rank.quadratic)
            return
        for term in rank.terms:
            self.check_symmetric(term)
            if not self.is_impossible(None, None, [(term, "<", 0)], self.game.names):
                raise NotVerified(f"the rank '{format_term(term)}' is negative at some position")
        for move in rule.moves:
            for one in shifted(rule, move):
                self.check_move(one, rank.terms)

    def check_symmetric(self, term: Term) -> None:
        """Check that a term of the rank does not depend on the order of interchangeable piles."""
        for group in self.game.rule.any_order:
            for other in group[1:]:
                (difference,) = self.game.translation.cases(
                    ("-", term, _swapped(term, group[0], other)), self.game.names
                )
                if not difference.linear.is_constant:
                    raise NotVerified(
                        f"the rank '{format_term(term)}' depends on the order of the piles, but the rule does not"
                    )

    def check_move(self, move: Move, terms: Sequence[Term]) -> None:
        """Check that a tuple of terms falls lexicographically with a move."""
        step = self.game.step(move)
        names = _names(self.game, move, step)
        after = dict(zip(self.game.rule.entries, step.target, strict=True))
        equal: list[tuple[Term, str, Term]] = []
        for term in terms:
            reached = _substituted(term, after)
            if not self.is_impossible(move, step, [*equal, (reached, ">", term)], names):
                raise NotVerified(f"the rank may rise with the move to {_shown(move)}, so play might never end")
            equal.append((reached, "=", term))
        if not self.is_impossible(move, step, equal, names):
            raise NotVerified(f"the rank may stay the same with the move to {_shown(move)}, so play might never end")

    def check_line(self, move: Move, steps: Sequence[int], amount: Term, word: str) -> None:
        """Check that a move adds a multiple of a fixed vector to the piles, and that the quadratic rank falls.

        The sum of the squares of the piles falls by amount * other, where other = -2 Σ s_i x_i - amount Σ s_i². The
        product of two integers is positive if both are positive or both are negative. For the rank "pairs", the move
        must not change the total number of chips. If the total is constant and Σ x_i² rises by r, the sum of all
        products x_i x_j with i < j falls by r / 2.
        """
        game = self.game
        piles = game.rule.piles
        step = game.step(move)
        names = _names(game, move, step)
        for number, variable, pile in zip(steps, step.target, piles, strict=False):
            if not self.is_impossible(move, step, [(variable, "!=", ("+", pile, ("*", number, amount)))], names):
                raise NotVerified(
                    f"the move to {_shown(move)} does not add {number} times {format_term(amount)} to a pile, as "
                    "the certificate states"
                )
        if word == "pairs" and sum(steps) != 0:
            raise NotVerified(
                f"the move to {_shown(move)} changes the total number of chips, but the rank 'pairs' requires "
                "a constant total"
            )
        sign = 1 if word == "pairs" else -1
        total = [("*", 2 * sign * number, pile) for number, pile in zip(steps, piles, strict=True)]
        squares: int = sum(number * number for number in steps)
        other = ("+", *total, ("*", sign * squares, amount))
        wrong: tuple[list[tuple[Term, str, Term]], ...] = (
            [(amount, "=", 0)],
            [(other, "=", 0)],
            [(amount, ">", 0), (other, "<", 0)],
            [(amount, "<", 0), (other, ">", 0)],
        )
        for conditions in wrong:
            if not self.is_impossible(move, step, conditions, names):
                raise NotVerified(f"the rank may stay or rise with the move to {_shown(move)}, so play might never end")

    def is_impossible(
        self, move: Move | None, step: Step | None, conditions: Sequence[tuple[Term, str, Term]], names: Names
    ) -> bool:
        """Return whether the given comparisons cannot all be true for a position, or for a move between positions.

        The function tries three proofs, each from more conditions: first the linear conditions of the move, then all
        conditions of the move, and finally also the rule's conditions on positions.
        """
        game = self.game
        if self._is_linearly_impossible(move, step, conditions, names):
            return True
        parts = [self.compare(left, relation, right, names) for left, relation, right in conditions]
        parts += step.parts if step else ()
        if game.relations.is_empty(parts):
            return True
        more = [*game.positions(), *(game.positions(step.target) if step else ())]
        return bool(more) and game.relations.is_empty([*parts, *more])

    def _is_linearly_impossible(
        self, move: Move | None, step: Step | None, conditions: Sequence[tuple[Term, str, Term]], names: Names
    ) -> bool:
        """Return whether the linear conditions of a move and the given linear comparisons have no common solution.

        Each pile is replaced by a variable for the difference between the pile and the least pile that the rule allows.
        Variables with the same factors in all conditions are replaced by one variable for their sum, which can be any
        natural number.
        """
        game = self.game
        asked: list[tuple[Term, str, Term]] = [*conditions]
        piles = list(game.x[: len(game.rule.piles)])
        if move is not None and step is not None:
            asked += [(link[1], link[2], link[3]) for link in _linked(move.where)]
            asked += list(zip(step.target, ["="] * len(step.target), move.to, strict=True))
            piles += [one for one in step.target[: len(game.rule.piles)] if one not in piles]
        found: list[tuple[Linear, str]] = []
        for left, relation, right in asked:
            match game.translation.cases(("-", left, right), names):
                case [Case(Linear(_, _, (), 1) as linear, (), 0, ())]:
                    raised = sum(factor for one, factor in linear.factors if one in piles) * game.rule.least_pile
                    found.append((linear.plus(Linear.of(raised)), relation))
        factors = [dict(linear.factors) for linear, _ in found]
        alike: dict[tuple[int, ...], Variable] = {}
        for one in dict.fromkeys(one for linear, _ in found for one in linear.variables):
            alike.setdefault(tuple(some.get(one, 0) for some in factors), one)
        left_over = set(alike.values())
        parts = []
        for linear, relation in found:
            some = tuple((one, factor) for one, factor in linear.factors if one in left_over)
            parts.append(Comparison(Linear(some, linear.constant), relation).relation(game.relations))
        return game.relations.is_empty(parts)


def _linked(formula: Formula) -> Iterator[Formula]:
    """Return those conjuncts of a formula that are comparisons."""
    match formula:
        case ("and", *parts):
            for part in parts:
                yield from _linked(part)
        case ("compare", *_):
            yield from links(formula)


def _names(game: Game, move: Move, step: Step) -> dict[str, Variable]:
    return {**game.names, **dict(zip(game.rule.choices(move), step.choices, strict=True))}


def _substituted(term: Term, new: dict[str, Variable]) -> Term:
    """Replace the names of entries in a linear term by the given variables."""
    match term:
        case str():
            return new[term]
        case (word, *parts):
            return (word, *(_substituted(part, new) for part in parts))
    return term


def _swapped(term: Term, one: str, two: str) -> Term:
    match term:
        case str():
            return two if term == one else one if term == two else term
        case (word, *parts):
            return (word, *(_swapped(part, one, two) for part in parts))
    return term


def _shown(move: Move) -> str:
    return f"({', '.join(map(format_term, move.to))})"
