"""Which theorems there are about a game."""

from __future__ import annotations

from math import gcd

from sprague.games._subtraction_transfer.blocks import Conjecture3, Proposition24, Proposition25
from sprague.games._subtraction_transfer.finite_state import FiniteState
from sprague.games._subtraction_transfer.packs import Proposition22
from sprague.games._subtraction_transfer.parity import Corollary23, SheLovesMe, Theorem21, all_flip, flips_by_transfers
from sprague.games._subtraction_transfer.shift_law import Conjecture1, Conjecture2, ShiftLaw
from sprague.games._subtraction_transfer.theorem import RedAndBlue


def known_theorems(a: int, b: int, transfers: tuple[int, ...]) -> list[RedAndBlue]:
    """What is known about the game, the most special theorem first."""
    n = gcd(a, b, *transfers)
    found: list[RedAndBlue] = []
    if transfers == (a,) and a == b:
        found.append(Proposition24(a, b, transfers))
    if n > 1:
        if transfers == (n,) and a == b and a // n % 2 == 0:
            found += [Corollary23(a, b, transfers), Corollary23(a, b, transfers, misere=True)]
        inner = known_theorems(a // n, b // n, tuple(c // n for c in transfers))
        return found + [Proposition22(a, b, transfers, theorem) for theorem in inner]
    if transfers == (1,):
        if a == b and a % 2 == 0:
            found += [Theorem21(a, b, transfers), Theorem21(a, b, transfers, misere=True)]
        if a == b and a % 2 == 1 and a >= 3:
            found.append(Conjecture1(a, b, transfers))
        if b == 1 and a >= 2:
            found.append(Proposition25(a, b, transfers))
        if a == 1 and b >= 2:
            found.append(Conjecture2(a, b, transfers))
    if a == b >= 2 and transfers == tuple(range(1, a + 1)):
        found.append(Conjecture3(a, b, transfers))
    if all_flip(a, b, transfers) or flips_by_transfers(a, b, transfers):
        found += [SheLovesMe(a, b, transfers), SheLovesMe(a, b, transfers, misere=True)]
    if len(transfers) == 1 and (a >= 2 * transfers[0] or transfers[0] >= 2 * a):
        found.append(ShiftLaw(a, b, transfers))
    return [*found, FiniteState(a, b, transfers)]
