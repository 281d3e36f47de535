"""Numpy as a lazy import: `np` imports numpy at its first use; `has_numpy` tells whether numpy is installed.

Rules, positions, theorems, small searches and matches need only the standard library. Code that needs only the standard
library also runs where numpy is not installed, for example in a browser. Therefore, the modules for rules, positions,
theorems, small searches and matches import `np` from this module. Modules that always use arrays import numpy directly.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeGuard

from sprague.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:

    class _Numpy:
        """The module numpy, imported at the first access to one of its attributes."""

        def __getattr__(self, name: str) -> Any:
            try:
                import numpy
            except ImportError:
                raise MissingExtraError(
                    "tables, proofs and formulas on arrays need numpy; install numpy with: pip install numpy"
                ) from None
            found = getattr(numpy, name)
            setattr(self, name, found)
            return found

    np = _Numpy()

__all__ = ["has_numpy", "is_array", "np"]


@cache
def has_numpy() -> bool:
    """Return whether numpy is installed, so that tables can be computed."""
    return find_spec("numpy") is not None


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Return whether a value is a numpy array, without importing numpy.

    >>> is_array(3), is_array(np.arange(3))
    (False, True)
    """
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)
