"""The moves of a game as machines that guess where they lead, while the position left is read."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.checker.atoms import Atom, Fact, IsPower, at_least, equals, with_named_powers
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.pile_by_pile import Separate
from sprague.checker.play import Move, Play
from sprague.checker.sets import EVERYTHING, Dfa, Following, Guesses, Machine, Walk, arranged, image, same_set, union
from sprague.errors import OutOfReach, OutOfTime
from sprague.rules.linear import Linear

FEW_GUESSED = 2  # numbers that are guessed at the same time without much ado
SMALL_IMAGE = 30_000  # states of a set that saves guessing, beyond which it is guessed


def moves_into(play: Play, target: Dfa, digits: Digits, budget: Budget) -> list[list[Machine]]:
    """For each move the machines that guess, while the position left is read, where in the set it leads."""
    images: dict[object, Dfa | None] = {}
    made: dict[object, Dfa] = {}
    return [
        _pile_by_pile(play, move, target, digits, made, budget)
        or [_machine(play, move, target, digits, images, budget)]
        for move in play.moves
    ]


def moves_anywhere(play: Play, digits: Digits) -> list[list[Machine]]:
    """For each move the machines that guess where it leads at all."""
    return [[_anywhere(play, move, group, digits) for group in play.domain] for move in play.moves]


def _anywhere(play: Play, move: Move, group: Sequence[Atom], digits: Digits) -> Machine:
    """A move to a position that is one by this alternative of the domain."""
    reached = dict(zip(play.names, move.target, strict=True))
    lands = [at_least(entry, floor) for entry, floor in zip(move.target, play.floors, strict=True)]
    atoms = with_named_powers([*move.where, *lands, *(atom.substitute(reached) for atom in group)])
    guessed = sorted({name for atom in atoms for name in atom.names} - set(play.names))
    return Machine(play.names, guessed, atoms, EVERYTHING, (), digits)


def without_guessing(
    play: Play, moves: Sequence[Sequence[Machine]], target: Dfa | None, digits: Digits, budget: Budget
) -> Following:
    """The positions with one of these moves into the set: all in one set if it has few states, else as guessed.

    Where the set stays the same as piles change places, so do the positions with a move into it: they are worked out
    for one place of the move.
    """
    small = _small(budget)
    images: dict[int, Dfa] = {}
    joined: Dfa | None = None
    try:
        for number, machines in enumerate(moves):
            source, order = play.placed[number] if play.placed else (number, ())
            if source in images and (target is None or same_set(target, arranged(target, order, digits))):
                one = arranged(images[source], order, digits)
            else:
                one = images[number] = image(machines, len(machines[0].columns), small)
            joined = one if joined is None else union(joined, one, small)
    except OutOfTime:
        raise
    except OutOfReach:
        return Guesses([machine for machines in moves for machine in machines], budget)
    return Guesses((), budget) if joined is None else Walk(joined)


def _small(budget: Budget) -> Budget:
    return Budget(min(SMALL_IMAGE, budget.states), budget.pairs, budget.positions)


def _pile_by_pile(
    play: Play, move: Move, target: Dfa, digits: Digits, made: dict[object, Dfa], budget: Budget
) -> list[Machine] | None:
    """Guess one pile, where many change each for itself; None if they do not, or if that takes many states."""
    move, reads = _named_entries(play, move)
    if sum(read not in play.names for read in reads) <= FEW_GUESSED:
        return None
    if (separate := Separate.of(play.names, reads, move.where)) is None:
        return None
    try:
        return separate.machines(target, made, digits, _small(budget))
    except OutOfTime:
        raise
    except OutOfReach:
        return None


def _machine(
    play: Play, move: Move, target: Dfa, digits: Digits, images: dict[object, Dfa | None], budget: Budget
) -> Machine:
    """Guess the choices and the entries reached; where many are guessed, first add up those of the set."""
    move, reads = _named_entries(play, move)
    move = Move(move.target, frozenset(with_named_powers(move.where)))
    guessed = sorted({name for atom in move.where for name in atom.names} | set(reads) - set(play.names))
    guessed = [name for name in guessed if name not in play.names]
    if len(guessed) > FEW_GUESSED and (parts := _separate(move, reads, guessed)) is not None:
        inner, outer, sums = parts
        numbers = [f"#{place}" for place in range(len(sums))]
        kept = [name for name in dict.fromkeys(reads) if name in play.names]
        inside = [*inner, *(equals(term, Linear.of(number)) for (term, _), number in zip(sums, numbers, strict=True))]
        key = (frozenset(inside), tuple(reads))
        if key not in images:
            machine = Machine([*numbers, *kept], guessed, inside, target, reads, digits)
            try:
                images[key] = image([machine], len(machine.columns), _small(budget))
            except OutOfTime:
                raise
            except OutOfReach:
                images[key] = None
        if (reached := images[key]) is not None:
            outside = [*outer, *(equals(term, Linear.of(n)) for (_, term), n in zip(sums, numbers, strict=True))]
            return Machine(play.names, numbers, outside, reached, [*numbers, *kept], digits)
    return Machine(play.names, guessed, move.where, target, reads, digits)


def _named_entries(play: Play, move: Move) -> tuple[Move, list[str]]:
    """The move with a name for each entry reached; a choice that the entry determines is written with it."""
    reads: list[str] = []
    powers = {name for atom in move.where if isinstance(atom, IsPower) for name in atom.names}
    for place, name in enumerate(play.names):
        entry = move.target[place]
        if entry.is_name:
            reads.append(entry.names[0])
            continue
        arrow = f"→{name}"
        reads.append(arrow)
        rest = Linear.of(arrow) - entry
        used = {name for other in move.target if other.is_name for name in other.names}
        # In →a = a - k the choice k is a - →a, if that is a natural number.
        taken = {*play.names, *powers, *used, *reads}
        free = [choice for choice, factor in entry.coefficients if abs(factor) == 1 and choice not in taken]
        if free:
            factor = entry.coefficient(free[0])
            value = (rest + factor * Linear.of(free[0])) * factor
            move = move.substitute({free[0]: value})
            move = Move(move.target, move.where | {at_least(value)})
        else:
            move = Move(move.target, move.where | {equals(rest)})
    return move, reads


def _separate(
    move: Move, reads: Sequence[str], guessed: Sequence[str]
) -> tuple[list[Atom], list[Atom], list[tuple[Linear, Linear]]] | None:
    """Conditions on what is guessed or kept, those on the position left, and sums of the one equal to the other."""
    inner: list[Atom] = []
    outer: list[Atom] = []
    sums: list[tuple[Linear, Linear]] = []
    for atom in move.where:
        if not atom.names & set(guessed):
            outer.append(atom)
        elif atom.names <= {*guessed, *reads}:
            inner.append(atom)
        elif isinstance(atom, Fact) and atom.relation == "=" and not atom.residues:
            there = Linear.build({name: factor for name, factor in atom.linear.coefficients if name in guessed})
            signs = {1 if factor > 0 else -1 for _, factor in there.coefficients}
            if len(signs) > 1:
                return None
            (sign,) = signs
            sums.append((there * sign, (there - atom.linear) * sign))
        else:
            return None
    return (inner, outer, sums) if len(sums) < len(guessed) else None
