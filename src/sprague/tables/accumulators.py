"""Accumulators: what the positions of each fibre have been seen to be worth.

What is asked for decides what an accumulator holds (see `sprague.tables.kernels`). Bit sets of Grundy values begin
small and are made larger when a kernel comes upon a value that does not fit: it says how far it came, and goes on
from there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.tables.layout import refuse_if_too_large
from sprague.tables.request import Request


def first_words(cap: int | None) -> int:
    """How many words a bit set has at first."""
    return 1 if cap is None else min(4, (cap + 63) // 64)


def bytes_each(request: Request) -> int:
    """How many bytes an accumulator takes at first."""
    outcome = 8 * (request.rule.blocking + 1) if request.rule.blocking else 1
    return {"grundy": 8 * first_words(request.cap), "outcome": outcome}.get(request.what, 8)


class Accumulators:
    """Accumulators, in `totals`, that have seen nothing at first."""

    def __init__(self, request: Request, count: int, memory: int) -> None:
        self.request, self.memory = request, memory
        self.totals: npt.NDArray[Any]
        if request.what == "grundy":
            self.totals = np.zeros((max(1, count), first_words(request.cap)), dtype=np.uint64)
        elif request.rule.blocking:
            self.totals = np.full((max(1, count), request.rule.blocking + 1), -1, dtype=np.int64)
        elif request.what == "outcome":
            self.totals = np.zeros((max(1, count), 1), dtype=np.uint8)
        else:
            self.totals = np.full((max(1, count), 2), -1, dtype=np.int32)

    def grow(self) -> None:
        """Make bit sets of twice the size: a value has turned up that did not fit."""
        refuse_if_too_large(
            self.request.rule.label,
            "sharing bit sets",
            2 * self.totals.nbytes,
            self.memory,
            "lower the bound, or ask for a cap",
        )
        self.totals = np.concatenate((self.totals, np.zeros_like(self.totals)), axis=1)
