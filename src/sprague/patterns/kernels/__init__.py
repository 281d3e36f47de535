"""The inner loops of the search for patterns. They know no game: moves come in as arrays of vectors.

Plain functions, called through `sprague.compiling`. As plain Python and compiled they must do the same: numbers of
64 bits are written `np.uint64(…)` wherever they meet others.
"""

from sprague.patterns.kernels.columns import note_column
from sprague.patterns.kernels.repeats import find_repeat
from sprague.patterns.kernels.sequences import borders

__all__ = ["borders", "find_repeat", "note_column"]
