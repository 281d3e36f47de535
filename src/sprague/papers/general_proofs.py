"""Proofs of claims for all positions of given games; the proofs use automata.

A check by tables covers only the positions in the tables. A `GeneralProof` proves a claim, or a part of the claim, for
all positions of the listed games.
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
    """A proof that a claim, or the part of the claim in `part`, is true for all positions of the listed games.

    For each game, the class takes a theorem of the catalogue, and proves the outcomes that the theorem states, or the
    Grundy values if `grundy` is true. If `property` is given, the proved set must also have this property. If a game
    has several theorems, `title` selects the theorem whose title begins with this text. If the proof covers many games,
    `description` describes these games. The proofs for `far_games` take seconds each, and run only if a large range is
    tested.
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
        """Run the proofs and return a description of the proved games; raise an error if a proof fails."""
        for name in self._chosen(far):
            proof = _prove_theorem(name, self._theorem(name), self.grundy)
            if self.property is not None and not self.property(proof):
                raise SpragueError(
                    f"the proved set of positions of the game {name} does not have the property that the paper claims"
                )
        return self.describe(far)

    def describe(self, far: bool) -> str:
        """Return a text that states which part of the claim is proved, and for which games it is proved."""
        named = self.description or _group_games(self._chosen(far)) + (" in misère play" if self.misere else "")
        return f"{self.part}, {named}" if self.part else named

    def _chosen(self, far: bool) -> list[str]:
        return [*self.games, *(self.far_games if far else ())]

    def _theorem(self, name: str) -> Theorem:
        attribute = "grundy_formula" if self.grundy else "formula"
        known = [one for one in theorems(game(name), self.misere) if getattr(one, attribute) is not None]
        return next(theorem for theorem in known if theorem.title.startswith(self.title))


def game_specs(name: str, parameter: str, *values: object) -> list[str]:
    """Return the names of a game for several values of one parameter, such as "nim:piles=2" and "nim:piles=3".

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
        raise SpragueError(f"the theorem '{theorem}' could not be proved for the game {name}: {found}")
    return found


def _group_games(games: Sequence[str]) -> str:
    """Return the names of games as text; the parameters of the same game are grouped together.

    >>> _group_games(["nim:piles=2", "nim:piles=3", "wythoff"])
    'nim:piles=2, piles=3; wythoff'
    """
    by_name: dict[str, list[str]] = {}
    for spec in games:
        name, _, parameters = spec.partition(":")
        by_name.setdefault(name, []).append(parameters)
    return "; ".join(f"{name}:{', '.join(given)}" if given != [""] else name for name, given in by_name.items())
