"""The checker's own kernel equation: x is in the set exactly if no move leads from x into the set.

All x are read at once, column of digits by column of digits: the search goes over pairs of the state of
the set and the states that guessed moves can have led to, and there are finitely many pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.checker.digits import Atom, Digits, Fact, IsPower, Reading, Tracker, at_least, equals, with_named_powers
from sprague.checker.play import Move, Play
from sprague.checker.sets import EVERYTHING, Dfa, Following, Guesses, Machine, Walk, image, union
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Ruleset

MOST_PAIRS = 2_000_000
MOST_IMAGE = 30_000  # states of a set that saves guessing, beyond which it is guessed
SOON = 3_000  # pairs

Position = tuple[int, ...]


def moves_into(play: Play, target: Dfa, digits: Digits) -> list[Machine]:
    """All moves that lead into the set, guessed while the position left is read."""
    images: dict[object, Dfa | None] = {}
    return [_machine(play, move, target, digits, images) for move in play.moves]


def moves_anywhere(play: Play, digits: Digits) -> list[Machine]:
    """All moves at all, guessed while the position left is read."""
    machines = []
    for move in play.moves:
        lands = [at_least(entry, floor) for entry, floor in zip(move.target, play.floors, strict=True)]
        atoms = with_named_powers([*move.where, *lands])
        guessed = sorted({name for atom in atoms for name in atom.names} - set(play.names))
        machines.append(Machine(play.names, guessed, atoms, EVERYTHING, (), digits))
    return machines


def _without_guessing(machines: Sequence[Machine]) -> Following:
    """The positions with one of these moves: all in one set if it has few states, else as guessed."""
    found: Dfa | None = None
    for machine in machines:
        one = image(machine, MOST_IMAGE)
        found = one if found is None or one is None else union(found, one, MOST_IMAGE)
        if found is None:
            return Guesses(machines)
    return Guesses(()) if found is None else Walk(found)


def _machine(play: Play, move: Move, target: Dfa, digits: Digits, images: dict[object, Dfa | None]) -> Machine:
    """Guess the choices and the entries reached; where many are guessed, first add up those of the set."""
    move, reads = _named_entries(play, move)
    move = Move(move.target, frozenset(with_named_powers(move.where)))
    guessed = sorted({name for atom in move.where for name in atom.names} | set(reads) - set(play.names))
    guessed = [name for name in guessed if name not in play.names]
    if len(guessed) > 2 and (parts := _separate(play, move, reads, guessed)) is not None:
        inner, outer, sums = parts
        numbers = [f"#{place}" for place in range(len(sums))]
        kept = [name for name in dict.fromkeys(reads) if name in play.names]
        inside = [*inner, *(equals(term, Linear.of(number)) for (term, _), number in zip(sums, numbers, strict=True))]
        key = (frozenset(inside), tuple(reads))
        if key not in images:
            images[key] = image(Machine([*numbers, *kept], guessed, inside, target, reads, digits), MOST_IMAGE)
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
    play: Play, move: Move, reads: Sequence[str], guessed: Sequence[str]
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


# What is known of x: the states of the sets, what conditions know, the last digits (None: no digits of numbers).
Known = tuple[tuple[int, ...], tuple[tuple[Reading, ...], ...], tuple[int, ...] | None]
Pair = tuple[Known, int, int]


@dataclass(frozen=True)
class Claimed:
    """Sets of positions of which the last is checked and the others come before it (smaller Grundy values)."""

    sets: Sequence[Dfa]
    label: str = "the set"
    covers: bool = False


def check_equation(play: Play, claimed: Claimed, digits: Digits, misere: bool, rule: Ruleset | None = None) -> int:
    """Show the kernel equation for the last set among positions in none of the others; the pairs it took.

    With `covers`, show too that every position is in one of the sets. What is wrong mostly shows soon, so a
    short search comes first; then the positions with a move into the set are worked out as a set.
    """
    into = moves_into(play, claimed.sets[-1], digits)
    anywhere = moves_anywhere(play, digits) if misere else []
    pairs = _search(play, claimed, digits, misere, rule, Guesses(into), Guesses(anywhere), SOON)
    if pairs is None:
        several = _without_guessing(into), _without_guessing(anywhere)
        pairs = _search(play, claimed, digits, misere, rule, *several, MOST_PAIRS)
    if pairs is None:
        raise OutOfReach(f"checking takes more than {MOST_PAIRS:,} pairs of states; check a smaller game")
    return pairs


def _search(
    play: Play,
    claimed: Claimed,
    digits: Digits,
    misere: bool,
    rule: Ruleset | None,
    moves: Following,
    any_move: Following,
    most: int,
) -> int | None:
    """How many pairs there are, None if more than that; raises `NotVerified` at the first that is wrong."""
    target, names = claimed.sets[-1], play.names
    floors = [at_least(Linear.of(name), floor) for name, floor in zip(names, play.floors, strict=True) if floor]
    groups = [(*floors, *play.extra), *play.stop, *play.win, *play.lost]
    trackers = [[Tracker(atom, names, digits) for atom in group] for group in groups]
    columns = list(digits.columns(len(names)))
    stops = range(1, 1 + len(play.stop))
    wins = range(stops.stop, stops.stop + len(play.win))
    losses = range(wins.stop, len(groups))

    def verdict(pair: Pair) -> str | None:
        (states, readings, last), guesses, free = pair
        inside = [state in one.accepting for state, one in zip(states, claimed.sets, strict=True)]
        if last is None:
            return f"is in {claimed.label} by digits that are not those of a number" if inside[-1] else None
        met = [
            all(tracker.holds(reading) for tracker, reading in zip(group, known, strict=True))
            for group, known in zip(trackers, readings, strict=True)
        ]
        member = inside[-1]
        if not met[0]:
            return f"is in {claimed.label}, but is not a position of the game" if member else None
        if any(inside[:-1]):
            return f"is in {claimed.label}, and in that of a smaller value" if member else None
        if any(met[i] for i in losses):
            return f"is in {claimed.label}, but play is over there, so its value is 0" if member else None
        won, stopped = any(met[i] for i in wins), any(met[i] for i in stops)
        if misere and not won and (stopped or not any_move.accepts(free)):
            return f"is in {claimed.label}, but play is over there and the last to move has lost" if member else None
        if won or stopped:
            over = f"is not in {claimed.label}, but play is over there and the last to move has won"
            return None if member else over
        if moves.accepts(guesses):
            return f"is in {claimed.label}, and a move leads to another position of it" if member else None
        if not member:
            return f"is not in {claimed.label}, but no move leads into it"
        return None

    def verdict_on_cover(pair: Pair) -> str | None:
        (states, readings, last), _, _ = pair
        position = last is not None and all(
            tracker.holds(reading) for tracker, reading in zip(trackers[0], readings[0], strict=True)
        )
        covered = any(state in one.accepting for state, one in zip(states, claimed.sets, strict=True))
        return "has none of the values listed" if claimed.covers and position and not covered else None

    def after(pair: Pair, symbol: int) -> Pair:
        (states, readings, last), guesses, free = pair
        column = columns[symbol]
        states = tuple(one.transitions[state][symbol] for state, one in zip(states, claimed.sets, strict=True))
        if last is None or not digits.may_follow(last, column):
            # No number has these digits, however they go on.
            return (states, (), None), 0, 0
        known = tuple(
            tuple(tracker.after(reading, column) for tracker, reading in zip(group, known, strict=True))
            for group, known in zip(trackers, readings, strict=True)
        )
        following = moves.after(guesses, symbol)
        return (states, known, () if digits.base else column), following, any_move.after(free, symbol)

    nothing: tuple[int, ...] = () if digits.base else (0,) * len(names)
    start: Pair = (
        ((0,) * len(claimed.sets), tuple(tuple(t.start for t in group) for group in trackers), nothing),
        moves.start,
        any_move.start,
    )
    came: dict[Pair, tuple[Pair, int] | None] = {start: None}
    waiting = [start]
    for pair in waiting:
        wrong = verdict(pair) or verdict_on_cover(pair)
        if wrong is not None:
            position = _read(pair, came, columns, digits)
            raise NotVerified(_explained(position, wrong, target, digits, rule))
        for symbol in range(len(columns)):
            following = after(pair, symbol)
            if following not in came:
                if len(came) >= most:
                    return None
                came[following] = (pair, symbol)
                waiting.append(following)
    return len(came)


def _read(
    pair: Pair, came: dict[Pair, tuple[Pair, int] | None], columns: Sequence[tuple[int, ...]], digits: Digits
) -> Position:
    word = []
    while (before := came[pair]) is not None:
        pair, symbol = before
        word.append(columns[symbol])
    return tuple(digits.read(column[track] for column in reversed(word)) for track in range(len(columns[0])))


def _explained(position: Position, wrong: str, target: Dfa, digits: Digits, rule: Ruleset | None) -> str:
    """The position and what is wrong, with the move at fault where the rule finds it soon."""
    text = f"({', '.join(map(str, position))}) {wrong}"
    if rule is None or "a move leads to" not in wrong:
        return text
    try:
        options: Iterable[Position] = rule.options(position)
    except SpragueError:
        return text
    found = next((option for option in options if target.contains(option, digits)), None)
    return text if found is None else f"{text}: ({', '.join(map(str, found))})"
