"""Python functions used in rules."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass

from sprague.errors import SpragueError


@dataclass(frozen=True, slots=True)
class Function:
    """A Python function of one number; pickled, like every function, by the name under which a module has it."""

    function: Callable[[int], int]

    def __call__(self, argument: int) -> int:
        return self.function(argument)

    def __deepcopy__(self, memo: object) -> Function:
        return self

    def __reduce__(self) -> tuple[type[Function], tuple[Callable[[int], int]]]:
        try:
            pickle.dumps(self.function)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise SpragueError(
                "expected a function that a module has under its name, for a rule that is to be pickled, got "
                f"{self.function!r}; define it there with 'def', or write it as an expression such as 2x - 1"
            ) from None
        return Function, (self.function,)
