"""The inner loops of the search for periods.

Plain functions, called through `sprague.jit`. As plain Python and compiled they must do the same: numbers of
64 bits are written `np.uint64(…)` wherever they meet others.
"""

from sprague.periods.kernels.repeats import find_repeat
from sprague.periods.kernels.sequences import borders, note_column

__all__ = ["borders", "find_repeat", "note_column"]
