"""First values and P-positions of an entry of the atlas, computed from a table of its game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

import sprague
from sprague.atlas.fingerprint import box_digest, box_limit
from sprague.atlas.records import ValueRow
from sprague.render.pictures.thumbnail import fixed_entries
from sprague.rules import Position, Ruleset
from sprague.tables.table import Table

FIRST = 24  # number of values in a row
ROWS = 8  # number of rows of values, for games with several piles
MOST_POSITIONS = 40  # number of P-positions
#: The piles of the table are below this limit, for each number of entries of a position.
LIMITS = {1: 128, 2: 40, 3: 24, 4: 12, 5: 9}
MISERE_HEAPS = 13  # limit in misère play with splits, where the search of all sums grows fast
FEWEST = 7  # limit for positions with more entries


@dataclass(frozen=True)
class FirstValues:
    """First values and P-positions; the P-positions with fewer than `chips` chips are complete."""

    rows: tuple[ValueRow, ...]
    positions: tuple[Position, ...]
    chips: int
    box: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> FirstValues:
        rows = tuple(ValueRow(row["fixed"], row["along"], row["first"], tuple(row["values"])) for row in data["rows"])
        return FirstValues(rows, tuple(map(tuple, data["positions"])), data["chips"], data["box"])


def compute_first_values(rule: Ruleset, misere: bool) -> FirstValues:
    """Return the first values and P-positions of a game in normal or misère play."""
    limit = max(rule.floor + LIMITS.get(len(rule.names), FEWEST), box_limit(rule))
    sums = misere and rule.splits
    if sums:
        limit = MISERE_HEAPS
    what: Literal["grundy", "outcome"] = "outcome" if misere or rule.blocking else "grundy"
    table = sprague.tabulate(rule, limit, what=what, misere=misere)

    # The table contains all positions whose largest possible pile is below the limit.
    whole = limit + rule.floor * (len(rule.names) - 1)
    members = sorted((one for one in table.P_positions() if sum(one) < whole), key=lambda one: (sum(one), one))
    chips = whole if len(members) <= MOST_POSITIONS else sum(members[MOST_POSITIONS])
    listed = tuple(one for one in members if sum(one) < chips)
    p_value = "P" if what == "outcome" else 0
    box = "" if sums else box_digest(rule, lambda position: bool(table[position] == p_value))
    return FirstValues(tuple(value_rows(rule, table, limit)), listed, chips, box)


def value_rows(rule: Ruleset, table: Table, limit: int) -> list[ValueRow]:
    """Return the values along the last pile, for the least sizes of the pile before; other entries are fixed."""
    *_, last = rule.piles
    rising = rule.piles[-2] if len(rule.piles) > 1 else None
    fixed = fixed_entries(table)
    found = []
    for step in range(min(ROWS, limit - rule.lowest(rising)) if rising else 1):
        if rising:
            fixed[rising] = rule.lowest(rising) + step
        index = tuple(slice(rule.floor, None) if name == last else fixed[name] for name in rule.names)
        cells = np.asarray(table[index])[:FIRST]
        if table.what == "outcome":
            cells = np.select([cells == "P", cells == "N"], [0, 1], -1)
        values = tuple(int(value) for value in cells)
        others = {name: int(fixed[name]) for name in rule.names if name != last}
        if max(values) >= 0:
            found.append(ValueRow(others, last, rule.floor, values))
    return found
