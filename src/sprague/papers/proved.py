"""Claims of the papers that are proved for all positions.

A claim that is re-run by tables goes as far as the tables. Those listed here are also decided by the kernel
equation, for all positions of the games named. Where that covers a part of the claim, `part` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import Theorem, game, theorems

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton
    from sprague.papers.claims import Claim
    from sprague.proofs.proof import AutomatonProof

#: Larger proofs, of some seconds each, are left to a far run.
SLOW = {("empty-all-but-one:boxes=4", True)}
MOST_SEEN = 3  # games of a proof that show what it says


@dataclass(frozen=True)
class Proved:
    """What is proved of a claim: the outcomes or the Grundy values of games, or a property of a set proved.

    `title` tells which theorem of the games, if there are several; `in_words` the games, if they are many.
    """

    games: Sequence[str]
    misere: bool = False
    grundy: bool = False
    part: str = ""
    title: str = ""
    in_words: str = ""
    also: Callable[[AutomatonProof], bool] | None = None

    def run(self, far: bool) -> str:
        """For which games it is proved, in words; an error if one of the proofs fails."""
        for name in self._within(far):
            proof = _proof(name, self._theorem(name), self.grundy)
            if self.also is not None and not self.also(proof):
                raise SpragueError(f"the property of {name} that was to be proved does not hold")
        return self.words(far)

    def words(self, far: bool) -> str:
        """What is proved when it is run, and for which games."""
        named = self.in_words or _listed(self._within(far)) + (" in misère play" if self.misere else "")
        return f"{self.part}, {named}" if self.part else named

    def _within(self, far: bool) -> list[str]:
        return [name for name in self.games if far or (name, self.misere) not in SLOW]

    def _theorem(self, name: str) -> Theorem:
        attribute = "grundy_formula" if self.grundy else "formula"
        known = [one for one in theorems(game(name), self.misere) if getattr(one, attribute) is not None]
        return next(theorem for theorem in known if theorem.title.startswith(self.title))


@cache
def _proof(name: str, theorem: Theorem, grundy: bool) -> AutomatonProof:
    from sprague.proofs.proof import AutomatonProof
    from sprague.proofs.proving import prove

    claim = theorem.grundy_formula if grundy else theorem.formula
    assert claim is not None
    found = prove(game(name), claim, misere=theorem.misere)
    if not isinstance(found, AutomatonProof):
        raise SpragueError(f"{theorem} was to be proved for {name}, but {found}")
    return found


def _listed(games: Sequence[str]) -> str:
    """Games by their parameters, those of the same name together.

    >>> _listed(["nim:piles=2", "nim:piles=3", "wythoff"])
    'nim:piles=2, piles=3; wythoff'
    """
    by_name: dict[str, list[str]] = {}
    for spec in games:
        name, _, parameters = spec.partition(":")
        by_name.setdefault(name, []).append(parameters)
    return "; ".join(f"{name}:{', '.join(given)}" if given != [""] else name for name, given in by_name.items())


def games_of(claim: Claim) -> list[tuple[str, bool]]:
    """Games in which a claim can be seen, and whether in misère play: those of its proof, or those it is about.

    >>> from sprague.papers import find_claims
    >>> games_of(find_claims("ferguson/prop-4")[0]), games_of(find_claims("sharing-nim/story")[0])
    ([('empty-transfer:boxes=3', False)], [('one-bottle', False), ('sharing-nim', False)])
    """
    if claim.id in PROVED:
        return [(name, PROVED[claim.id].misere) for name in PROVED[claim.id].games[:MOST_SEEN]]
    return [(name, claim.misere) for name in claim.games]


def preimage(positions: Automaton, factors: Sequence[int], constants: Sequence[int]) -> Automaton:
    """The tuples x for which the tuple of all factor * x_i + constant is in the set.

    >>> from sprague.automata.atoms import linear
    >>> [x for x in range(9) if x in preimage(linear((1,), -7, "<="), [2], [-1])]
    [1, 2, 3, 4]
    """
    from sprague.automata import atoms

    found = positions
    tracks = positions.tracks
    for place, (factor, constant) in enumerate(zip(factors, constants, strict=True)):
        # The new number is read on one more track, and then takes the place of the old one.
        link = atoms.linear((factor, -1), constant, "=", positions.numeration).arrange((tracks, place), tracks + 1)
        both = found.arrange(range(tracks), tracks + 1) & link
        found = both.arrange([None if track == place else track for track in range(tracks)] + [place], tracks)
    return found


def doubles(proof: AutomatonProof) -> bool:
    """Proposition 5: the set is that of the positions which, doubled, are in it."""
    boxes = len(proof.game.names)
    return preimage(proof.positions, [2] * boxes, [0] * boxes) == proof.positions


def doubles_less_one(proof: AutomatonProof) -> bool:
    """Proposition 6: likewise with one chip less in one of the boxes, whichever."""
    boxes = len(proof.game.names)
    return all(
        preimage(proof.positions, [2] * boxes, [-int(other == place) for other in range(boxes)]) == proof.positions
        for place in range(boxes)
    )


def is_palindrome(proof: AutomatonProof) -> bool:
    """Whether (0, a, b) and (0, b - a, b), a <= b, are always both in or both out of each of the sets proved."""
    from sprague.automata import atoms

    zero = atoms.linear((1,), 0, "=").arrange((0,), 3)
    turned = atoms.linear((1, 1, -1), 0, "=")
    for members in proof.automata:
        columns = (members & zero).project(0) & atoms.linear((1, -1), 0, "<=")
        if (columns.arrange((1, 2), 3) & turned).project(1) != columns:
            return False
    return True


def _all(name: str, key: str, *values: object) -> list[str]:
    return [f"{name}:{key}={value}" for value in values]


_FOUR = _all("empty-transfer", "boxes", 4)
_THREE_PILES = _all("sharing-nim", "piles", 3)
_LIMITS = [(piles, limit) for piles in (1, 2, 3) for limit in ("x", "2x-1")]


def _dynamic(*stops: int) -> list[str]:
    from sprague.games.dynamic_nim import satisfies_companion

    return [
        f"dynamic-nim:piles={piles},stop={stop},limit={limit}"
        for piles, limit in _LIMITS
        for stop in stops
        if stop == 0 or satisfies_companion(stop, piles)
    ]


def _values(title: str, *games: tuple[int, int, int | str]) -> Proved:
    """The values of subtraction-transfer games; periods are left to the claim's own computation."""
    specs = [f"subtraction-transfer:a={a},b={b},c={c}" for a, b, c in games]
    return Proved(specs, grundy=True, part="the values", title=title)


_NUMBER = "that the number is the smallest that wins"
_PILES = "1, 2 and 3 piles with f(N) = N and f(N) = 2N - 1"

PROVED: dict[str, Proved] = {
    "nim/theorem": Proved(["nim:piles=3"]),
    "nim/any-number-of-piles": Proved(_all("nim", "piles", 1, 2, 4, 5)),
    "ferguson/rim-secret": Proved([f"rim:piles={n},base={base}" for n, base in [(3, 2), (2, 3), (3, 3), (2, 4)]]),
    "ferguson/cor-k2": Proved(_all("empty-transfer", "boxes", 2)),
    "ferguson/prop-3": Proved(_all("empty-transfer", "boxes", 2), grundy=True),
    "ferguson/prop-4": Proved(_all("empty-transfer", "boxes", 3)),
    "ferguson/prop-5": Proved(_FOUR, also=doubles),
    "ferguson/prop-6": Proved(_FOUR, also=doubles_less_one),
    "ferguson/k4-algorithm": Proved(_FOUR),
    "ferguson/prop-7": Proved(_all("empty-all-but-one", "boxes", 2, 3, 4), title="Proposition 7"),
    "ferguson/prop-7-misere": Proved(_all("empty-all-but-one", "boxes", 2, 3, 4), misere=True),
    "ferguson/p-iff-norms-in-r": Proved(_all("empty-redistribute", "boxes", 3, 5), part="the corrected statement"),
    "ferguson/even-k": Proved(_all("empty-redistribute", "boxes", 2, 4, 6)),
    "ferguson/prop-8-misere-1": Proved(_all("empty-redistribute", "boxes", 3, 5), misere=True),
    "ferguson/prop-8-misere-2": Proved(_all("empty-redistribute", "boxes", 2), misere=True, part="the P-positions"),
    "ferguson/prop-8-misere-3": Proved(_all("empty-redistribute", "boxes", 4), misere=True, part="the P-positions"),
    "ferguson/prop-9": Proved(_THREE_PILES),
    "ferguson/prop-9-misere": Proved(_THREE_PILES, misere=True),
    "ferguson/transfer-misere-2": Proved(_all("empty-transfer", "boxes", 2), misere=True),
    "ferguson/new-referee-half": Proved(["empty-some:boxes=4,empty=2"], part="the P-positions"),
    "sharing-nim/p-positions": Proved(_THREE_PILES),
    "sharing-nim/1-positions": Proved(_THREE_PILES, grundy=True),
    "sharing-nim/palindrome": Proved(_THREE_PILES, grundy=True, part="for the values 0 and 1", also=is_palindrome),
    "sharing-nim/new-two-piles": Proved(_all("sharing-nim", "piles", 2), grundy=True),
    "sharing-nim/new-path3-sharing": Proved(["graph-nim:graph=path3,rule=sharing"]),
    "sharing-nim/new-path3-entropy": Proved(["graph-nim:graph=path3,rule=entropy"]),
    "dynamic-nim/theorem-1": Proved(
        _dynamic(2, 3, 4, 5, 6, 7), part=_NUMBER, in_words=f"{_PILES}, and k from 2 to 7 with the companion condition"
    ),
    "dynamic-nim/theorem-2": Proved(_dynamic(0), part=_NUMBER, in_words=_PILES),
    "dynamic-nim/theorem-3": Proved(_dynamic(1), part=_NUMBER, in_words=_PILES),
    "dynamic-nim/theorem-3-misere": Proved(_dynamic(0), misere=True, in_words=_PILES),
    "lengyel/theorem-2.1": _values("Theorem 2.1", (2, 2, 1), (4, 4, 1), (6, 6, 1)),
    "lengyel/corollary-2.3": _values("Corollary 2.3", (4, 4, 2), (6, 6, 3)),
    "lengyel/prop-2.4": _values("Proposition 2.4", (2, 2, 2), (3, 3, 3)),
    "lengyel/prop-2.5": _values("Proposition 2.5", (2, 1, 1), (3, 1, 1)),
    "lengyel/conjecture-1": _values("Conjecture 1", (3, 3, 1), (5, 5, 1)),
    "lengyel/conjecture-2": _values("Conjecture 2", (1, 2, 1), (1, 3, 1)),
    "lengyel/conjecture-3": _values("Conjecture 3", (2, 2, "1/2"), (3, 3, "1/2/3")),
}
