"""The checker's own kernel equation: x is in the set exactly if no move leads from x into the set.

Where m options may be forbidden: if at most m options of x are in the set (`blocking`).

All x are read at once, column of digits by column of digits: the search goes over pairs of the state of
the set and the states that guessed moves can have led to, and there are finitely many pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

from sprague.checker.atoms import Atom, DigitAtom, Fact, IsPower, at_least, equals, with_named_powers
from sprague.checker.blocking import ManyOptions
from sprague.checker.budget import Budget
from sprague.checker.digits import Column, Digits
from sprague.checker.play import Move, Play
from sprague.checker.relations import Relations
from sprague.checker.search import Finding, Search
from sprague.checker.sets import EVERYTHING, Dfa, Following, Guesses, Machine, Walk, image, union
from sprague.errors import NotVerified, OutOfReach, OutOfTime, SpragueError
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Ruleset

SMALL_IMAGE = 30_000  # states of a set that saves guessing, beyond which it is guessed
SOON = 3_000  # pairs of a first, short search

Position = tuple[int, ...]


# ---------------------------------------------------------------------------- moves, as guesses


def moves_into(play: Play, target: Dfa, digits: Digits, budget: Budget) -> list[Machine]:
    """All moves that lead into the set, guessed while the position left is read."""
    images: dict[object, Dfa | None] = {}
    return [_machine(play, move, target, digits, images, budget) for move in play.moves]


def moves_anywhere(play: Play, digits: Digits) -> list[Machine]:
    """All moves at all, guessed while the position left is read."""
    machines = []
    for move, group in product(play.moves, play.domain):
        reached = dict(zip(play.names, move.target, strict=True))
        lands = [at_least(entry, floor) for entry, floor in zip(move.target, play.floors, strict=True)]
        atoms = with_named_powers([*move.where, *lands, *(atom.substitute(reached) for atom in group)])
        guessed = sorted({name for atom in atoms for name in atom.names} - set(play.names))
        machines.append(Machine(play.names, guessed, atoms, EVERYTHING, (), digits))
    return machines


def _without_guessing(machines: Sequence[Machine], budget: Budget) -> Following:
    """The positions with one of these moves: all in one set if it has few states, else as guessed."""
    small = _small(budget)
    try:
        sets = [image([machine], len(machine.columns), small) for machine in machines]
        return Walk(reduce(lambda one, two: union(one, two, small), sets)) if sets else Guesses((), budget)
    except OutOfTime:
        raise
    except OutOfReach:
        return Guesses(machines, budget)


def _small(budget: Budget) -> Budget:
    return Budget(min(SMALL_IMAGE, budget.states), budget.pairs, budget.positions)


def _machine(
    play: Play, move: Move, target: Dfa, digits: Digits, images: dict[object, Dfa | None], budget: Budget
) -> Machine:
    """Guess the choices and the entries reached; where many are guessed, first add up those of the set."""
    move, reads = _named_entries(play, move)
    move = Move(move.target, frozenset(with_named_powers(move.where)))
    guessed = sorted({name for atom in move.where for name in atom.names} | set(reads) - set(play.names))
    guessed = [name for name in guessed if name not in play.names]
    if len(guessed) > 2 and (parts := _separate(move, reads, guessed)) is not None:
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
            sign = 1 if there.coefficients[0][1] > 0 else -1
            if any(factor * sign < 0 for _, factor in there.coefficients):
                return None
            sums.append((there * sign, (there - atom.linear) * sign))
        else:
            return None
    return (inner, outer, sums) if len(sums) < len(guessed) else None


# ---------------------------------------------------------------------------------- the ground


@dataclass(frozen=True)
class Ground:
    """Where a game is played, as sets: its positions, and where play is over, each as in `Play`."""

    positions: Dfa
    stopped: Dfa
    won: Dfa
    lost: Dfa

    @property
    def sets(self) -> tuple[Dfa, Dfa, Dfa, Dfa]:
        return self.positions, self.stopped, self.won, self.lost

    @staticmethod
    def of(play: Play, digits: Digits, budget: Budget) -> Ground:
        relations = Relations(digits, budget)

        def where(alternatives: Sequence[Sequence[Atom]]) -> Dfa:
            cases: list[list[Atom | DigitAtom]] = [list(with_named_powers(atoms)) for atoms in alternatives]
            return relations.over(relations.of(cases), play.names)

        floors = [at_least(Linear.of(name), floor) for name, floor in zip(play.names, play.floors, strict=True)]
        positions = where([[*floors, *group] for group in play.domain])
        return Ground(positions, where(play.stop), where(play.win), where(play.lost))


# -------------------------------------------------------------------------------- the equation


@dataclass(frozen=True)
class Claimed:
    """Sets of positions of which the last is checked and the others come before it (smaller Grundy values)."""

    sets: Sequence[Dfa]
    label: str = "the set"
    covers: bool = False


def check_equation(
    play: Play, claimed: Claimed, digits: Digits, misere: bool, budget: Budget, rule: Ruleset | None = None
) -> int:
    """Show the kernel equation for the last set among positions in none of the others; the pairs it took.

    With `covers`, show too that every position is in one of the sets. What is wrong mostly shows soon, so a
    short search comes first; then the positions with a move into the set are worked out as a set.
    """
    ground = Ground.of(play, digits, budget)
    columns = list(digits.columns(len(play.names)))

    def run(moves: Following, any_move: Following, most: int) -> tuple[int, Finding | None] | None:
        whole = _Equation(claimed, ground, digits, misere, moves, any_move, columns, play.blocking)
        return Search(whole.start, whole.after, whole.wrong, columns, digits).run(most)

    if play.blocking:
        done = run(ManyOptions(play, claimed.sets[-1], digits, budget), Guesses((), budget), budget.pairs)
    else:
        into = moves_into(play, claimed.sets[-1], digits, budget)
        anywhere = moves_anywhere(play, digits) if misere else []
        done = run(Guesses(into, budget), Guesses(anywhere, budget), min(SOON, budget.pairs))
        if done is None:
            done = run(_without_guessing(into, budget), _without_guessing(anywhere, budget), budget.pairs)
    pairs, finding = done or budget.out_of_pairs()
    if finding is not None:
        raise NotVerified(_explained(finding, claimed.sets[-1], digits, rule))
    return pairs


@dataclass(frozen=True)
class Known:
    """What is known of x: the states of the sets, of the ground and of the moves guessed, and the last digits.

    None for the last digits: no number has digits like these. (In a base the last digits do not matter.)
    """

    sets: tuple[int, ...]
    ground: tuple[int, ...]
    moves: int
    any_move: int
    last: Column | None


@dataclass(frozen=True)
class _Equation:
    """The equation as it is read: whether x is in the set, and whether it should be."""

    claimed: Claimed
    ground: Ground
    digits: Digits
    misere: bool
    moves: Following
    any_move: Following
    columns: Sequence[Column]
    blocking: int = 0

    @property
    def start(self) -> Known:
        last = () if self.digits.base else (0,) * len(self.columns[0])
        return Known((0,) * len(self.claimed.sets), (0, 0, 0, 0), self.moves.start, self.any_move.start, last)

    def after(self, known: Known, symbol: int) -> Known:
        column = self.columns[symbol]
        sets = tuple(one.transitions[state][symbol] for state, one in zip(known.sets, self.claimed.sets, strict=True))
        if known.last is None or not self.digits.may_follow(known.last, column):
            return Known(sets, (), 0, 0, None)
        return Known(
            sets,
            tuple(one.transitions[state][symbol] for state, one in zip(known.ground, self.ground.sets, strict=True)),
            self.moves.after(known.moves, symbol),
            self.any_move.after(known.any_move, symbol),
            () if self.digits.base else column,
        )

    def wrong(self, known: Known) -> str | None:
        """What is wrong with the position that has been read."""
        *earlier, member = (state in one.accepting for state, one in zip(known.sets, self.claimed.sets, strict=True))
        label = self.claimed.label
        if known.last is None:
            return f"is in {label} by digits that are not those of a number" if member else None
        if known.ground[0] not in self.ground.positions.accepting:
            return f"is in {label}, but is not a position of the game" if member else None
        if self.claimed.covers and not member and not any(earlier):
            return "has none of the values listed"
        should, reason = (False, "and in that of a smaller value") if any(earlier) else self.should_be_member(known)
        if member == should:
            return None
        return f"is {'in' if member else 'not in'} {label}, {reason}"

    def should_be_member(self, known: Known) -> tuple[bool, str]:
        """Whether the equation puts the position into the set, and what to say where it is not so."""
        _, stopped, won, lost = (s in one.accepting for s, one in zip(known.ground, self.ground.sets, strict=True))
        if lost:
            return False, "but play is over there, so its value is 0"
        if self.misere and not won and (stopped or not self.any_move.accepts(known.any_move)):
            return False, "but play is over there and the last to move has lost"
        if won or stopped:
            return True, "but play is over there and the last to move has won"
        if self.moves.accepts(known.moves):
            more = f"and more than {self.blocking} of its options are in it"
            return False, more if self.blocking else "and a move leads to another position of it"
        few = f"but at most {self.blocking} of its options are"
        return True, few if self.blocking else "but no move from it leads into the set"


def _explained(finding: Finding, target: Dfa, digits: Digits, rule: Ruleset | None) -> str:
    """The position and what is wrong, with the move at fault where the rule finds it soon."""
    if rule is None or "a move leads to" not in finding.wrong:
        return str(finding)
    try:
        options: Iterable[Position] = rule.options(finding.position)
    except SpragueError:
        return str(finding)
    found = next((option for option in options if target.contains(option, digits)), None)
    return str(finding) if found is None else f"{finding}: ({', '.join(map(str, found))})"
