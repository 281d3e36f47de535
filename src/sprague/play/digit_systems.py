"""`find_digit_system` finds the digits, such as binary digits, that the theorem about a game uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.language.conditions import Columns, Formula
from sprague.language.formula_parser import parse_formula
from sprague.rules import Ruleset
from sprague.solver.reasons import ByProof, ByTheorem, Reason

if TYPE_CHECKING:
    from sprague.automata.numeration import Numeration

MOST_BITS = 64  # maximum size, in bits, of a number whose digits are shown


@dataclass(frozen=True)
class DigitSystem:
    """A numeration whose digits decide the outcomes of a game.

    The attribute `modulus` is m if the theorem about the game requires that the digit sum of each column is 0 modulo m,
    otherwise None. For example, in a P-position of Nim written in binary, the number of ones in each column is even.
    """

    numeration: Numeration
    modulus: int | None

    def weights(self, largest: int) -> list[int]:
        """Return the weights of the digits of numbers up to `largest`, in descending order.

        >>> from sprague.automata.numeration import BINARY
        >>> DigitSystem(BINARY, 2).weights(5)
        [4, 2, 1]
        """
        count = 1
        while (weights := self.numeration.expansion.weights(count + 1))[-1] <= largest:
            count += 1
        return weights[count - 1 :: -1]


def find_digit_system(rule: Ruleset, reasons: Sequence[Reason]) -> DigitSystem | None:
    """Return the digit system of the strongest theorem or proof that uses digits, or None if none uses digits.

    >>> from sprague.games import game
    >>> from sprague.solver.solver import Solver
    >>> rule = game("moore-nim")
    >>> system = find_digit_system(rule, Solver(rule).reasons)
    >>> str(system.numeration), system.modulus
    ('base 2', 3)
    """
    return next(filter(None, (_of_reason(rule, reason) for reason in reasons)), None)


def _of_reason(rule: Ruleset, reason: Reason) -> DigitSystem | None:
    match reason:
        case ByTheorem(theorem=theorem) if theorem.formula is not None:
            from sprague.proofs.numeration_choice import needed_bases

            formula = parse_formula(theorem.formula, rule.names, rule.piles)
            needed = needed_bases(formula)
            return DigitSystem(needed.pop(), _column_modulus(rule, formula)) if len(needed) == 1 else None
        case ByProof(proof=proof):
            from sprague.proofs.proof import AutomatonProof

            if isinstance(proof, AutomatonProof):
                return DigitSystem(proof.positions.numeration, _column_modulus(rule, _claim(rule, proof.claim)))
    return None


def _claim(rule: Ruleset, text: str | None) -> Formula | None:
    """Return the formula of a stored claim, or None if the claim has no formula that this version can read."""
    try:
        return None if text is None else parse_formula(text, rule.names, rule.piles)
    except SpragueError:
        return None


def _column_modulus(rule: Ruleset, formula: Formula | None) -> int | None:
    """Return m if a formula contains the condition that the digit sum of the piles in every column is 0 modulo m."""
    even = parse_formula("xor = 0", rule.names, rule.piles)
    for node in _nodes(formula):
        if node == even:
            return 2
        if isinstance(node, Columns) and sorted(map(str, node.terms)) == sorted(rule.piles):
            return node.modulus
    return None


def _nodes(tree: object) -> Iterator[object]:
    """Yield all nodes of the syntax tree of a formula."""
    if isinstance(tree, tuple | list | frozenset):
        for part in tree:
            yield from _nodes(part)
    elif is_dataclass(tree) and not isinstance(tree, type):
        yield tree
        for field in fields(tree):
            yield from _nodes(getattr(tree, field.name))
