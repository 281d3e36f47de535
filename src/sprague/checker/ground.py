"""Where a game is played: its positions, and those in which play is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.checker.atoms import Atom, DigitAtom, at_least, with_named_powers
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.play import Play
from sprague.checker.relations import Relations
from sprague.checker.sets import Dfa
from sprague.rules.linear import Linear


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
