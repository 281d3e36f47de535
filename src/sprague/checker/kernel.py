"""The checker's own kernel equation: x is in the set exactly if no move leads from x into the set.

Where m options may be forbidden: if at most m options of x are in the set (`blocking`).

All x are read at once, column of digits by column of digits: the search goes over pairs of the state of
the set and the states that guessed moves can have led to, and there are finitely many pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from sprague.checker.blocking import ManyOptions
from sprague.checker.budget import Budget
from sprague.checker.digits import Column, Digits, Places
from sprague.checker.ground import Ground
from sprague.checker.guessed_moves import moves_anywhere, moves_into, without_guessing
from sprague.checker.play import Play
from sprague.checker.search import Finding, Search
from sprague.checker.sets import Dfa, Following, Guesses
from sprague.errors import NotVerified, SpragueError
from sprague.rules.ruleset import Ruleset

SOON = 24_000  # columns read in a first, short search

Position = tuple[int, ...]


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
        target = claimed.sets[-1]
        into = moves_into(play, target, digits, budget)
        anywhere = moves_anywhere(play, digits) if misere else []
        guessed, guessed_anywhere = (Guesses(list(chain(*moves)), budget) for moves in (into, anywhere))
        done = run(guessed, guessed_anywhere, min(SOON // len(columns) + 1, budget.pairs))
        if done is None:
            known = without_guessing(play, into, target, digits, budget)
            done = run(known, without_guessing(play, anywhere, None, digits, budget), budget.pairs)
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
    last: Places | None


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
        places = self.digits.begin(len(self.columns[0]))
        return Known((0,) * len(self.claimed.sets), (0, 0, 0, 0), self.moves.start, self.any_move.start, places)

    def after(self, known: Known, symbol: int) -> Known:
        column = self.columns[symbol]
        sets = tuple(one.transitions[state][symbol] for state, one in zip(known.sets, self.claimed.sets, strict=True))
        places = None if known.last is None else self.digits.follow(known.last, column)
        if places is None:
            return Known(sets, (), 0, 0, None)
        return Known(
            sets,
            tuple(one.transitions[state][symbol] for state, one in zip(known.ground, self.ground.sets, strict=True)),
            self.moves.after(known.moves, symbol),
            self.any_move.after(known.any_move, symbol),
            places,
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
