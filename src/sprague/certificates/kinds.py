"""The kinds of certificates."""

from __future__ import annotations

P_POSITIONS, VALUES, FUNCTION = WITH_AUTOMATA = ("p-positions", "grundy-values", "grundy-function")
TOTALS, WINDOW, HEAPS, QUOTIENT = ("totals", "window", "heaps", "misere-quotient")
KINDS = (*WITH_AUTOMATA, TOTALS, WINDOW, HEAPS, QUOTIENT)
WITHOUT_RANK = (HEAPS, QUOTIENT)  # every move leaves smaller heaps, so that play ends
SEVERAL = " | "  # between the formulas of a quotation about several Grundy values
