"""The checker's own view of a game: all moves in all orders of the piles, and the proof that play ends.

Play ends if a rank, natural numbers in lexicographic order, falls with every move. That it does not fall
is a system of linear conditions, and none of these systems may have a solution in natural numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, gcd, prod

from sprague.checker.atoms import Atom, Fact, IsPower, at_least, atoms_of, equals
from sprague.checker.budget import Budget
from sprague.checker.solvable import is_solvable
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import check
from sprague.rules.conditions import Condition
from sprague.rules.equations import solve_equations
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Ruleset
from sprague.rules.standing import turns

MOST_ORDERS = 50_000  # of the piles: the moves are written out for each


@dataclass(frozen=True)
class Move:
    """A kind of move in one order of the piles: the entries reached, and when it is legal.

    Names that are not entries of the position are the mover's choice, natural numbers each.
    """

    target: tuple[Linear, ...]
    where: frozenset[Atom]

    def placed(self, order: Sequence[int], names: Sequence[str]) -> Move:
        """The move in which the pile order[i] plays the part of pile i."""
        part = {name: Linear.of(names[place]) for name, place in zip(names, order, strict=True)}
        entries = tuple(self.target[order.index(place)] for place in range(len(order)))
        return Move(entries, self.where).substitute(part).renamed(names)

    def renamed(self, names: Sequence[str]) -> Move:
        """With the choices named in the order in which they appear, so that equal moves are equal."""
        written = [*(name for entry in self.target for name in entry.names)]
        written += sorted(name for atom in self.where for name in atom.names)
        choices = dict.fromkeys(name for name in written if name not in names)
        new = {name: Linear.of(f"${number}") for number, name in enumerate(choices)}
        return self.substitute(new)

    def substitute(self, values: dict[str, Linear]) -> Move:
        target = tuple(entry.substitute(values) for entry in self.target)
        return Move(target, frozenset(atom.substitute(values) for atom in self.where))


#: The number of a move, and where its piles stand in another one that is the same but for that.
Placed = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Play:
    """A game on labelled entries: all moves in all orders, what a position is, and where play is over.

    `stop` and `win` are alternatives of conjunctions, and so is `lost`: where the player to move wins without a
    look at the moves. `floors` has the least value of each entry, and `domain` alternatives of what else makes a
    position: there is always one, and it asks for nothing where the floors say all. The entries of each of the `blocks`
    may come in any order, and `blocking` options may be forbidden. Of each move `placed` tells which move it is with
    piles in other places, itself or one before it, and where the piles of that one then stand; or it is empty.
    """

    names: tuple[str, ...]
    floors: tuple[int, ...]
    moves: tuple[Move, ...]
    stop: tuple[tuple[Atom, ...], ...] = ()
    win: tuple[tuple[Atom, ...], ...] = ()
    domain: tuple[tuple[Atom, ...], ...] = ((),)
    lost: tuple[tuple[Atom, ...], ...] = ()
    blocks: tuple[tuple[int, ...], ...] = ()
    blocking: int = 0
    placed: tuple[Placed, ...] = ()

    @staticmethod
    def of(rule: Ruleset) -> Play:
        many = prod(factorial(len(block)) for block in rule.blocks)
        if many > MOST_ORDERS:
            raise OutOfReach(f"expected at most {MOST_ORDERS:,} orders of the piles, got {many:,}; check fewer piles")
        moves: dict[Move, Placed] = {}
        first: dict[int, Move] = {}  # of each family
        turned = turns(rule.families, rule.names, rule.written.standings)
        for family, (source, turn) in zip(rule.families, turned, strict=True):
            target = [entry for entry in family.target if isinstance(entry, Linear)]
            if len(target) < len(family.target):
                raise SpragueError("expected a linear rule, got one with a function; there is no certificate for those")
            atoms: list[Atom] = []
            for condition in family.where:
                atoms += atoms_of(condition)
            written = Move(tuple(target), frozenset(atoms))
            for order in orders(rule.blocks, len(rule.names)):
                check()
                move = written.placed(order, rule.names)
                if move in moves:
                    continue
                itself = (len(moves), tuple(range(len(order))))
                other = first.setdefault(source, move)
                number, before = moves.get(other, itself)
                places = tuple(order[turn[place]] for place in before)
                moves[move] = (number, places) if other.placed(places, rule.names) == move else itself
        floors = tuple(rule.lowest(name) for name in rule.names)
        stop, win, domain = map(_conjunctions, (rule.stop, rule.win, rule.domain))
        placed = tuple(moves.values())
        return Play(rule.names, floors, tuple(moves), stop, win, domain, (), rule.blocks, rule.blocking, placed)

    @property
    def is_everywhere(self) -> bool:
        """Whether every tuple that reaches the floors is a position."""
        return () in self.domain

    def with_pile(self, name: str, powers: bool) -> Play:
        """The sum with one more Nim pile of this name, of v chips or, as a number, of 2**v.

        Where play is over in the game, the sum goes on with the Nim pile alone: who moves takes all of it and wins,
        unless it is empty.
        """
        choice = Linear.of("$0")
        there: list[Atom] = [at_least(Linear.of(name) - choice, 1)]
        here: list[Atom] = []
        if powers:
            there.append(IsPower(choice, 2))
            here.append(IsPower(Linear.of(name), 2))
        taken = Move((*(Linear.of(old) for old in self.names), choice), frozenset(there))
        kept = tuple(Move((*move.target, Linear.of(name)), move.where) for move in self.moves)
        over, empty = self.stop + self.win, int(powers)
        win = tuple((*group, equals(Linear.of(name), Linear.of(empty))) for group in over)
        lost = tuple((*group, at_least(Linear.of(name), empty + 1)) for group in over)
        names, floors = (*self.names, name), (*self.floors, 0)
        domain = tuple((*group, *here) for group in self.domain)
        return Play(names, floors, (*kept, taken), win=win, domain=domain, lost=lost)


def orders(blocks: Sequence[Sequence[int]], entries: int) -> Iterator[list[int]]:
    """Every order of so many entries in which only those of a block have changed places."""
    for chosen in product(*(permutations(block) for block in blocks)):
        order = list(range(entries))
        for block, places in zip(blocks, chosen, strict=True):
            for part, place in zip(block, places, strict=True):
                order[part] = place
        yield order


def _conjunctions(alternatives: Sequence[Sequence[Condition]]) -> tuple[tuple[Atom, ...], ...]:
    return tuple(
        tuple(atom for condition in conjunction for atom in atoms_of(condition)) for conjunction in alternatives
    )


# --------------------------------------------------------------------------------- play ends


def check_rank(play: Play, terms: Sequence[Linear], budget: Budget) -> None:
    """Show that linear terms, in lexicographic order, are natural numbers and fall with every move."""
    raised = {name: Linear.of(name) + floor for name, floor in zip(play.names, play.floors, strict=True)}
    for term in terms:
        if set(term.names) - set(play.names):
            raise SpragueError(f"expected a rank in {', '.join(play.names)}, got '{term}'")
        negative = at_least(-term, 1)
        if is_solvable([negative.substitute(raised)], budget) and any(
            is_solvable([atom.substitute(raised) for atom in (*group, negative)], budget) for group in play.domain
        ):
            raise NotVerified(f"the rank '{term}' is not a natural number at every position")
    for move in play.moves:
        reached = dict(zip(play.names, move.target, strict=True))
        falls = [term - term.substitute(reached) for term in terms]
        before: list[Atom] = []
        for fall in falls:
            if _possible(play, move, [*before, at_least(-fall, 1)], budget):
                raise NotVerified(f"the rank may rise with the move to {_text(move.target)}, so play need not end")
            before.append(equals(fall))
        if _possible(play, move, before, budget):
            raise NotVerified(f"the rank may stay as it is with the move to {_text(move.target)}, so play need not end")


def check_quadratic_rank(play: Play, piles: int, word: str, budget: Budget) -> None:
    """Show that the sum of squares ("squares") or of products of two piles ("pairs") falls with every move.

    With y = x + ℓ s, for numbers s and a linear term ℓ, the sum of squares falls by ℓ (-2 s·x - ℓ s·s). A
    product of two integers is at least 1 if both are positive or both negative. While the total stays the
    same, the sum of products falls by half of what the sum of squares rises.
    """
    for move in play.moves:
        choices = sorted({name for atom in move.where for name in atom.names} - set(play.names))
        equations = [a.linear for a in move.where if isinstance(a, Fact) and a.relation == "=" and not a.residues]
        solved, _ = solve_equations(equations, choices)
        changes = [
            (entry - Linear.of(name)).substitute(solved)
            for name, entry in zip(play.names[:piles], move.target[:piles], strict=True)
        ]
        step = next((change for change in changes if change != Linear()), Linear())
        unit = _primitive(step)
        factors = [_multiple(change, unit) for change in changes]
        if None in factors:
            # The rank may fall all the same: this says nothing against the certificate.
            raise OutOfReach(
                f"the checker sees squares fall along lines only, and the move to {_text(move.target)} goes along none"
            )
        along = [factor or 0 for factor in factors]
        if word == "pairs" and sum(along) != 0 and unit != Linear():
            raise NotVerified(f"the move to {_text(move.target)} changes the number of chips, as this rank must not")
        other = unit * -sum(factor * factor for factor in along)
        for name, factor in zip(play.names, along, strict=False):
            other = other - 2 * factor * Linear.of(name)
        if word == "pairs":
            other = -other
        wrong = (
            [equals(unit)],
            [equals(other)],
            [at_least(unit), at_least(-other)],
            [at_least(-unit), at_least(other)],
        )
        if any(_possible(play, move, list(case), budget) for case in wrong):
            raise NotVerified(f"the rank may stay or rise with the move to {_text(move.target)}, so play need not end")


def _possible(play: Play, move: Move, more: Sequence[Atom], budget: Budget) -> bool:
    """Whether a legal move satisfies these atoms too, or may do so for all the checker knows.

    That both positions are in the domain is looked at only where it matters.
    """
    perhaps = _solvable(play, move, more, budget)
    if not perhaps or play.is_everywhere:
        return perhaps
    reached = dict(zip(play.names, move.target, strict=True))
    return any(
        _solvable(play, move, [*more, *left, *(atom.substitute(reached) for atom in there)], budget)
        for left in play.domain
        for there in play.domain
    )


def _solvable(play: Play, move: Move, more: Sequence[Atom], budget: Budget) -> bool:
    """Whether some natural numbers are a move between tuples that reach the floors, and satisfy these atoms."""
    up = {name: Linear.of(name) + floor for name, floor in zip(play.names, play.floors, strict=True) if floor}
    atoms: list[Atom] = []
    powers = {name for atom in move.where if isinstance(atom, IsPower) for name in atom.names}
    for entry, floor in zip(move.target, play.floors, strict=True):
        if entry.is_name and entry.names[0] not in play.names and entry.names[0] not in powers:
            if floor:
                up[entry.names[0]] = entry + floor
        else:
            atoms.append(at_least(entry, floor))
    for atom in (*move.where, *more):
        # A power is at least 1, which is all that is used of it here.
        atoms.append(at_least(atom.term, 1) if isinstance(atom, IsPower) else atom)
    return is_solvable([atom.substitute(up) for atom in atoms], budget)


def _primitive(term: Linear) -> Linear:
    """The term divided by the greatest number that divides it all."""
    divisor = gcd(term.constant, *(factor for _, factor in term.coefficients))
    if divisor < 2:
        return term
    return Linear(tuple((name, factor // divisor) for name, factor in term.coefficients), term.constant // divisor)


def _multiple(term: Linear, unit: Linear) -> int | None:
    """The number by which the unit must be multiplied to give the term."""
    if term == Linear():
        return 0
    if unit.names:
        name = unit.names[0]
        factor = term.coefficient(name) // unit.coefficient(name)
    else:
        factor = term.constant // unit.constant
    return factor if unit * factor == term else None


def _text(target: Sequence[Linear]) -> str:
    return f"({', '.join(str(entry).replace('$', 'choice ') for entry in target)})"
