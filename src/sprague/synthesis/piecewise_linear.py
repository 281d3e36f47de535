"""`piecewise_formulas`: formulas for sets in which one number is a piecewise linear function of the others.

If a pile may be lowered to any height, at most one height of this pile gives a P-position for given other piles. In the
P-positions of a chocolate bar game, for example, x is (y + 2z + 1) div 2 if y + z is even, and otherwise the minimum of
(2z - y) div 2 and (7z - 7y) div 6.

The automaton gives the value of the function for numbers of ten digits (`completion`). Differences over steps that are
divisible by all small numbers show the slopes of the linear pieces exactly, and a few neighbours show their constants.
The values of the function near zero show whether it is the minimum or the maximum of the pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.atoms import ascending_blocks
from sprague.automata.automaton import Automaton
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.completion import NONE, SEVERAL, Completion, Numbers
from sprague.synthesis.number_sets import ALWAYS, NEVER, FormulaText, conjunction, describe_residues, disjunction

Flags = NDArray[np.bool_]

MODULI = (1, 2, 3, 4)  # moduli to try; the residue of a linear form selects the linear pieces
NEAR = {1: 300, 2: 40}  # side of the box of small numbers, indexed by the number of other entries
FAR = 10**10  # approximate size of the large numbers
STEP = lcm(*range(1, 19))  # step between large numbers, divisible by all small numbers
SAMPLES = 200  # number of sample points with large numbers
PATCH = 12  # side of the box of neighbours of a sample point
MOST_PIECES = 3  # maximum number of linear pieces
MOST_CONSTANTS = 64  # maximum number of choices of constants


@dataclass(frozen=True)
class _Piece:
    """A linear piece `(factors · others + constant) div divisor`; possible constants are `least` to `most`."""

    factors: tuple[int, ...]
    divisor: int
    least: int
    most: int

    def at(self, others: Numbers, constant: int) -> Numbers:
        """Return the values of the linear piece with this constant."""
        return np.asarray((others @ np.array(self.factors) + constant) // self.divisor)

    def text(self, names: Sequence[str], constant: int) -> str:
        """Return the linear piece as a term of a formula.

        >>> _Piece((1, 2), 2, 0, 1).text("yz", 1), _Piece((-7, 7), 6, 0, 0).text("yz", 0)
        ('(y + 2z + 1) div 2', '(7z - 7y) div 6')
        """
        terms = [(factor, name) for factor, name in zip(self.factors, names, strict=True) if factor]
        terms.sort(key=lambda term: term[0] < 0)
        written = ""
        for factor, name in [*terms, (constant, "")]:
            if factor or not (terms or name):
                size = "" if abs(factor) == 1 and name else str(abs(factor))
                sign = (" - " if factor < 0 else " + ") if written else "-" * (factor < 0)
                written += f"{sign}{size}{name}"
        if self.divisor == 1:
            return written
        return f"{f'({written})' if ' ' in written else written} div {self.divisor}"


def piecewise_formulas(rule: Ruleset, automaton: Automaton, everywhere: Automaton) -> Iterator[str]:
    """Yield piecewise linear formulas that agree with a set for small and for large numbers.

    The argument `everywhere` is the automaton of all positions. Interchangeable piles are considered only in
    ascending order.
    """
    if automaton.numeration.base is None or len(rule.names) - 1 not in NEAR:
        return
    if rule.blocks:
        everywhere &= ascending_blocks(automaton.tracks, rule.blocks, automaton.numeration)
        automaton &= everywhere
    for track in reversed(range(len(rule.names))):
        limits.check()
        entry_function = _EntryFunction(rule, track, Completion(automaton, track), Completion(everywhere, track))
        if entry_function.is_function:
            yield from entry_function.formulas()


class _EntryFunction:
    """The search for a piecewise linear function that gives one entry from the others."""

    def __init__(self, rule: Ruleset, track: int, entry: Completion, anything: Completion) -> None:
        self.name = rule.names[track]
        self.others = [name for name in rule.names if name != self.name]
        self.entry = entry
        lowest = np.array([rule.lowest(name) for name in self.others])
        sides = [range(NEAR[len(self.others)])] * len(self.others)
        near = np.array(list(product(*sides)), np.int64) + lowest
        self.near = near[anything.values(near) != NONE]
        self.values = entry.values(self.near)

    @property
    def is_function(self) -> bool:
        """Whether the other entries determine this entry for small numbers."""
        return bool((self.values >= 0).any() and not (self.values == SEVERAL).any())

    def formulas(self) -> Iterator[str]:
        """Yield formulas for the function, for the least modulus that works."""
        slopes = self._slopes()
        if slopes is None:
            return
        for modulus in MODULI:
            # The first nonzero coefficient of a form is 1; forms that differ by a factor are not repeated.
            every = product(range(modulus), repeat=len(self.others))
            forms = [form for form in every if modulus == 1 or next((factor for factor in form if factor), 0) == 1]
            found = [formula for form in forms if (formula := self._by_residues(modulus, form, slopes)) is not None]
            if found:
                yield from (formula.text for formula in found)
                return  # formulas with larger moduli would only be longer, so stop here

    def _by_residues(self, modulus: int, form: tuple[int, ...], slopes: _Slopes) -> FormulaText | None:
        """Return the formula with a function for each residue of a form, or None."""
        limits.check()
        found: dict[str, set[int]] = {}
        for residue in range(modulus):
            here = self.near @ np.array(form) % modulus == residue
            if (self.values[here] == NONE).all():
                continue
            if (self.values[here] == NONE).any():
                return None
            text = self._function(slopes.within(modulus, form, residue), here)
            if text is None:
                return None
            found.setdefault(text, set()).add(residue)
        whole = NEVER
        for text, residues in found.items():
            condition = (
                describe_residues(_sum(self.others, form), modulus, frozenset(residues)) if modulus > 1 else ALWAYS
            )
            whole = disjunction(whole, conjunction(condition, FormulaText(f"{self.name} = {text}")))
        return whole

    def _function(self, pieces: Sequence[_Piece] | None, here: Flags) -> str | None:
        """Return the piece, or the min or max of the pieces, that agrees with the values for small numbers; or None."""
        if not pieces:
            return None
        choices = product(*(range(piece.least, piece.most + 1) for piece in pieces))
        nearest = sorted(choices, key=lambda constants: (sum(map(abs, constants)), constants))[:MOST_CONSTANTS]
        for constants in nearest:
            limits.check()
            rows = np.array([piece.at(self.near[here], c) for piece, c in zip(pieces, constants, strict=True)])
            for word, row in (("min", rows.min(axis=0)), ("max", rows.max(axis=0))):
                if np.array_equal(row, self.values[here]):
                    texts = [piece.text(self.others, c) for piece, c in zip(pieces, constants, strict=True)]
                    return texts[0] if len(texts) == 1 else f"{word}({', '.join(texts)})"
        return None

    # Large numbers

    def _slopes(self) -> _Slopes | None:
        """Return the slopes for large numbers, or None if the entry is not piecewise linear there."""
        count = len(self.others)
        random = np.random.default_rng(count)
        # Large sample points lie in the directions of small points, because a piece may cover a narrow region.
        seen_near = self.near[self.near.any(axis=1) & (self.values >= 0)]
        chosen = random.permutation(seen_near)[:SAMPLES]
        places = chosen * (FAR // chosen.max(axis=1, keepdims=True, initial=1))
        places += random.integers(0, FAR // 1000, size=places.shape)
        shifts = np.concatenate([np.zeros((1, count), np.int64), STEP * np.eye(count, dtype=np.int64)])
        steps = self.entry.values((places[:, None] + shifts).reshape(-1, count)).reshape(len(places), -1)
        defined = (steps >= 0).all(axis=1)
        seen = Counter(map(tuple, (steps[defined, 1:] - steps[defined, :1]).tolist()))
        kept = [slope for slope, times in seen.most_common() if times > 1]
        if not kept:
            return None
        patch = np.array(list(product(range(PATCH), repeat=count)), np.int64)
        rises = steps[:, 1:] - steps[:, :1]
        found = {}
        for slope in kept[: 4 * MOST_PIECES]:
            here = places[defined & (rises == np.array(slope)).all(axis=1)][:3]
            points = (here[:, None] + patch).reshape(-1, count)
            found[slope] = points, self.entry.values(points)
        return _Slopes(found)


@dataclass(frozen=True, eq=False)
class _Slopes:
    """The slopes of the entry for large numbers, as increments over STEP, with sample points for each slope."""

    points: dict[tuple[int, ...], tuple[Numbers, Numbers]]

    def within(self, modulus: int, form: tuple[int, ...], residue: int) -> list[_Piece] | None:
        """Return the pieces for the points where a linear form has a residue, or None if there are none or too many."""
        found = []
        for slope, (points, values) in self.points.items():
            here = (points @ np.array(form) % modulus == residue) & (values >= 0)
            if here.any():
                if (piece := _piece(slope, points[here], values[here])) is None:
                    continue  # this slope probably belongs to another residue
                found.append(piece)
        return found if 0 < len(found) <= MOST_PIECES else None


def _piece(slope: tuple[int, ...], points: Numbers, values: Numbers) -> _Piece | None:
    """Return the linear piece with this slope that has these values after rounding down, or None."""
    common = gcd(STEP, *slope)
    factors, divisor = tuple(rise // common for rise in slope), STEP // common
    over = divisor * values - points @ np.array(factors)
    least, most = int(over.max()), int(over.min()) + divisor - 1
    return _Piece(factors, divisor, least, most) if least <= most else None


def _sum(names: Sequence[str], form: Sequence[int]) -> str:
    terms = [name if factor == 1 else f"{factor}{name}" for name, factor in zip(names, form, strict=True) if factor]
    return " + ".join(terms)
