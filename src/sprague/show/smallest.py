"""The smallest P-positions of a theorem, which say more to a reader than the formula does."""

from __future__ import annotations

from itertools import count, islice
from operator import add
from typing import TYPE_CHECKING

from sprague.rules.positions import Position, with_sum

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof

SHOWN = 12
ENOUGH = 20_000  # positions looked through


def smallest_members(proof: Proof) -> list[Position]:
    """The P-positions with the fewest chips, as far as they are found soon."""
    rule = proof.game
    lowest = [rule.lowest(name) for name in rule.names]
    candidates = (tuple(map(add, lowest, more)) for total in count() for more in with_sum(total, len(lowest)))
    members = (p for p in islice(candidates, ENOUGH) if rule.is_position(p) and rule.position(p) == p and proof.is_p(p))
    return list(islice(members, SHOWN))
