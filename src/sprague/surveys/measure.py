"""What a survey computes for each game: a measure, with columns of declared types.

A measure is a pure function of a game. Its version grows when what it computes changes, so that rows of different
meaning never come to stand in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sprague.rules import Ruleset

Cell = int | float | str | bool | None

INTEGER, NUMBER, TEXT, TRUTH = "integer", "number", "text", "truth"


@dataclass(frozen=True)
class Measure:
    """`of` gives a game's row; `columns` names its columns and their types, which may depend on the kind of game.

    `classes` is the column by which rows are counted in a summary, if there is one. Both functions must
    be found by name in a module, as other processes look them up there.
    """

    name: str
    version: int
    columns: Callable[[Ruleset], dict[str, str]]
    of: Callable[[Ruleset], Mapping[str, Cell]]
    classes: str = ""
