"""How to see a set that no words were found for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sprague.automata.drawing import MOST_DOT, MOST_DRAWN

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof


def ways_to_see(proof: Proof, certificate: Path | None) -> Iterator[str]:
    """Commands that show the automaton of a proof without words, and how it may get words."""
    from sprague.certificates.kinds import P_POSITIONS
    from sprague.proofs.proof import AutomatonProof

    if proof.claim is not None or not isinstance(proof, AutomatonProof) or proof.kind != P_POSITIONS:
        return
    yield "no words were found for this set"
    if certificate is not None:
        states = proof.positions.states
        drawn = "-o automaton.svg" if states <= MOST_DRAWN else "-o automaton.dot"
        way = drawn if states <= MOST_DOT else "--format walnut"
        yield f"to see it: sprague automaton --from '{certificate}' {way}"
    yield "a formula that sprague check proves of this game and play is kept with the theorem"
