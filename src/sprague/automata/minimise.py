"""Minimisation to a canonical form, in which equal sets have equal arrays.

Moore's refinement is fastest on ordinary automata but takes as many rounds as the longest chain of
states; Hopcroft's takes O(n log n) always. So: a few rounds of Moore, then Hopcroft on what is
left. Both are exact.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain

kernels = jit.compile_lazily(plain)

Table = npt.NDArray[np.int32]
Labels = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

Entry = TypeVar("Entry", bound=np.generic)

ROUNDS = 20  # of Moore, before Hopcroft
FEW = 1024  # entries of a table in which states that cannot be reached do no harm: the quotient leaves them out


def frozen(array: npt.NDArray[Entry]) -> npt.NDArray[Entry]:
    """The same numbers in a compact array that cannot be written to.

    All arrays go into kernels in this form: numba compiles a kernel anew for each other one.
    """
    out = np.ascontiguousarray(array).view()
    out.setflags(write=False)
    return out


def minimise(table: Table, labels: npt.ArrayLike, rounds: int = ROUNDS) -> tuple[Table, Labels]:
    """The least automaton that labels every word as this one does, numbered breadth first.

    Labels are small natural numbers, such as 0 and 1 for "accepts". Each row of the table holds
    the targets of one state, symbol by symbol; state 0 is the start.

    >>> table, labels = minimise(np.array([[2, 1], [1, 2], [0, 1]]), [0, 1, 0])
    >>> table.tolist(), labels.tolist()
    ([[0, 1], [1, 0]], [0, 1])
    """
    rows = frozen(np.asarray(table, np.int32))
    marks = np.asarray(labels).astype(np.int8)
    if rows.size > FEW and (reached := kernels.order_of_reach(rows)).size < rows.shape[0]:
        name = np.full(rows.shape[0], -1, np.int32)
        name[reached] = np.arange(reached.size, dtype=np.int32)
        rows, marks = frozen(name[rows[reached]]), marks[reached]
    group, count, stable = kernels.refine(rows, frozen(marks), rounds)
    if not stable:
        group, count = kernels.split(rows, group, count)
    out, member = kernels.quotient(rows, group, count)
    return out, marks[member]
