"""`is_valid`: whether a word of digits represents a number, for tests of numerations and learners."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sprague.automata.numeration import Numeration


def is_valid(numeration: Numeration, digits: npt.ArrayLike) -> bool:
    """Return whether a word of digits is valid, that is, represents a number in the numeration."""
    word = np.asarray(digits)
    if word.size and (int(word.min()) < 0 or int(word.max()) >= numeration.digits):
        return False
    state = 0
    for digit in word.tolist() if numeration.is_restricted else ():
        state = int(numeration.validity[state, digit])
    return state < len(numeration.expansion.terms)
