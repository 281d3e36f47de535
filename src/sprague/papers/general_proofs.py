"""Proofs of claims for all positions of given games, by the kernel equation.

A claim that is re-run by tables goes as far as the tables. A `GeneralProof` beside it decides it for all positions of
the games that it names, or decides a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import Theorem, game, theorems

if TYPE_CHECKING:
    from sprague.proofs.proof import AutomatonProof


@dataclass(frozen=True)
class GeneralProof:
    """A proof of a claim, or of a `part` of it, for all positions of some games.

    It proves the outcomes, or the Grundy values if `grundy`, that a theorem of each game states, and that the proved
    set has a further `property`. `title` is the beginning of the theorem's title, if the game has several;
    `description` names the games if they are many. The proofs for `far_games` take seconds and are left to a far run.
    """

    games: Sequence[str]
    misere: bool = False
    grundy: bool = False
    part: str = ""
    title: str = ""
    description: str = ""
    property: Callable[[AutomatonProof], bool] | None = None
    far_games: Sequence[str] = ()

    def run(self, far: bool) -> str:
        """Run the proofs and return a description; raise an error if one of them fails."""
        for name in self._chosen(far):
            proof = _prove_theorem(name, self._theorem(name), self.grundy)
            if self.property is not None and not self.property(proof):
                raise SpragueError(f"the property of {name} that was to be proved does not hold")
        return self.describe(far)

    def describe(self, far: bool) -> str:
        """Return the part that is proved, and the games, as text."""
        named = self.description or _group_games(self._chosen(far)) + (" in misère play" if self.misere else "")
        return f"{self.part}, {named}" if self.part else named

    def _chosen(self, far: bool) -> list[str]:
        return [*self.games, *(self.far_games if far else ())]

    def _theorem(self, name: str) -> Theorem:
        attribute = "grundy_formula" if self.grundy else "formula"
        known = [one for one in theorems(game(name), self.misere) if getattr(one, attribute) is not None]
        return next(theorem for theorem in known if theorem.title.startswith(self.title))


def game_specs(name: str, parameter: str, *values: object) -> list[str]:
    """Return the specifications of a game with several values of a parameter.

    >>> game_specs("nim", "piles", 2, 3)
    ['nim:piles=2', 'nim:piles=3']
    """
    return [f"{name}:{parameter}={value}" for value in values]


@cache
def _prove_theorem(name: str, theorem: Theorem, grundy: bool) -> AutomatonProof:
    from sprague.proofs.proof import AutomatonProof
    from sprague.proofs.proving import prove

    claim = theorem.grundy_formula if grundy else theorem.formula
    assert claim is not None
    found = prove(game(name), claim, misere=theorem.misere)
    if not isinstance(found, AutomatonProof):
        raise SpragueError(f"{theorem} was to be proved for {name}, but {found}")
    return found


def _group_games(games: Sequence[str]) -> str:
    """Return specifications of games as text, those of the same name together.

    >>> _group_games(["nim:piles=2", "nim:piles=3", "wythoff"])
    'nim:piles=2, piles=3; wythoff'
    """
    by_name: dict[str, list[str]] = {}
    for spec in games:
        name, _, parameters = spec.partition(":")
        by_name.setdefault(name, []).append(parameters)
    return "; ".join(f"{name}:{', '.join(given)}" if given != [""] else name for name, given in by_name.items())
