"""`PositionList`, a list of P-positions or of all positions of one Grundy value, and its export to several formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sprague.errors import SpragueError
from sprague.language.latex import name_latex
from sprague.render.export_formats import SEQUENCE_FORMATS, bfile_text, csv_text, latex_row, latex_tabular
from sprague.results.base import VERSION
from sprague.rules import Position, Ruleset
from sprague.tables.slices import FixedPiles, take_slice
from sprague.tables.table import Table

MOST_SHOWN = 24  # maximum number of P-positions in the summary of a table
MOST_CELLS = 300_000  # maximum number of table cells that are searched for P-positions


@dataclass(frozen=True)
class PositionList:
    """A list of the P-positions of a table or, if `value` is given, of the positions whose Grundy value is `value`.

    If some piles are fixed, positions that differ in the order of the other piles are listed separately.
    """

    table: Table
    value: int | None = None
    fixed: FixedPiles = None

    @property
    def game(self) -> Ruleset:
        """The game whose positions are listed."""
        return self.table.game

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions by number of chips; positions with equally many chips are sorted lexicographically."""
        table, wanted = (self.table.outcomes(), "P") if self.value is None else (self.table, self.value)
        if not self.fixed:
            yield from table.by_chips(wanted)
        else:
            found = (position for position, value in take_slice(table, self.fixed).items() if value == wanted)
            yield from sorted(found, key=table.chips_first)

    @property
    def heading(self) -> str:
        """The heading of the list: the kind of positions, the game, the bound and the method."""
        what = "P-positions" if self.value is None else f"positions of Grundy value {self.value}"
        play = " in misère play" if self.table.misere else ""
        single = " with one heap" if self.game.takes_sums else ""
        held = "".join(f", {name} = {height}" for name, height in (self.fixed or {}).items())
        return f"{what} of {self.game.display_name}{single}{play}{held}, {self.table.bound}, by {self.reason}"

    @property
    def reason(self) -> str:
        """A text that names the source of the list: a table of all positions or, for games of heaps, of all heaps."""
        return "a table of all heaps" if self.game.takes_sums else "a table of all positions"


def list_to_text(listing: PositionList, pile: str | None = None) -> str:
    """Return a list of positions as text: a heading, then one position per line."""
    lines = [",".join(map(str, entries)) for entries in _entries(listing, pile)]
    return "\n".join([f"# {listing.heading}: {len(lines):,}", *lines]) + "\n"


def list_to_json(listing: PositionList, pile: str | None = None) -> str:
    """Return a list of positions as one JSON object: the game, the bound, and the positions."""
    table = listing.table
    bound = {"limit": table.limit} if table.limit is not None else {"chips": table.chips}
    data: dict[str, object] = {
        "version": VERSION,
        "game": table.game.name or str(table.game),
        "rule": str(table.game),
        "play": "misere" if table.misere else "normal",
        **bound,
        **({"fix": dict(listing.fixed)} if listing.fixed else {}),
        "value": listing.value,
        "because": {"kind": "table", "source": f"{listing.reason}, {table.bound}"},
        "positions" if pile is None else pile: [list(e) if pile is None else e[0] for e in _entries(listing, pile)],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


def list_to_csv(listing: PositionList, pile: str | None = None) -> str:
    """Return a list of positions as a CSV file with a line for each position."""
    return csv_text(listing.game.names if pile is None else [pile], _entries(listing, pile))


def list_to_bfile(listing: PositionList, pile: str | None = None) -> str:
    """Return a b-file of the OEIS that lists the sizes of one pile in a list of positions.

    The list is sorted by number of chips. The b-file ends at the first number of chips for which the table may not
    contain all positions.

    >>> import sprague
    >>> table = sprague.tabulate("wythoff", limit=12, what="outcome")
    >>> list(PositionList(table))
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    >>> list_to_bfile(PositionList(table), "a").splitlines()
    ['1 0', '2 1', '3 3', '4 4']
    """
    return bfile_text(1, list_to_sequence(listing, pile))


def list_to_sequence(listing: PositionList, pile: str | None = None, kind: str = "bfile") -> list[int]:
    """Return the sizes of one pile in a list of positions, up to the point where the list may be incomplete."""
    check_list_is_sequence(listing.game, pile, kind)
    end = listing.table.complete_below
    return [entries[0] for position, entries in _pairs(listing, pile) if sum(position) < end]


def check_list_is_sequence(rule: Ruleset, pile: str | None, kind: str = "bfile") -> None:
    """Raise an error if a list of positions cannot be exported as a sequence of the given `kind`, such as a b-file."""
    if rule.remembered:
        raise SpragueError(
            f"{SEQUENCE_FORMATS[kind]} sorts positions by the number of chips, but positions of the game also "
            "contain remembered numbers; choose --format csv"
        )
    if pile is None and len(rule.names) > 1:
        piles = " or ".join(rule.names)
        raise SpragueError(
            f"{SEQUENCE_FORMATS[kind]} contains one number per position; choose the pile with --pile {piles}"
        )


def check_pile(rule: Ruleset, pile: str | None) -> None:
    """Raise an error if the pile that the option `--pile` names is not a pile of the game."""
    if pile is not None and pile not in rule.names:
        raise SpragueError(f"expected --pile to be {' or '.join(rule.names)}, got {pile!r}")


def list_to_latex(listing: PositionList, pile: str | None = None) -> str:
    """Return a `PositionList` as a LaTeX tabular environment, one position per row."""
    names = listing.game.names if pile is None else (pile,)
    head = latex_row(f"${name_latex(name)}$" for name in names)
    rows = [latex_row(map(str, entries)) for entries in _entries(listing, pile)]
    return latex_tabular("r" * len(names), [rf"{head} \hline", *rows])


def _entries(listing: PositionList, pile: str | None) -> Iterator[tuple[int, ...]]:
    """Return the positions of a list or, if a pile is given, the sizes of the pile in the positions."""
    return (entries for _, entries in _pairs(listing, pile))


def _pairs(listing: PositionList, pile: str | None) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Yield each position of a list together with its entries to export: all entries, or the size of one pile."""
    check_pile(listing.game, pile)
    names = listing.game.names
    yield from ((position, position if pile is None else (position[names.index(pile)],)) for position in listing)


def first_p_positions(table: Table, most: int = MOST_SHOWN) -> list[Position]:
    """Return the P-positions of a table that have the fewest chips, but at most `most` of them.

    >>> import sprague
    >>> first_p_positions(sprague.tabulate("nim", limit=8), 5)
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)]

    The search doubles the bound on the piles until enough P-positions are found.
    """
    rule, outcomes = table.game, table.outcomes()
    widest = table.widest
    found: list[Position] = []
    width = min(4 + rule.floor, widest)
    while True:
        box = outcomes[(slice(0, width),) * len(rule.names)]
        cells = (tuple(cell) for cell in np.argwhere(box == "P").tolist())
        # The part `box` of the table contains all positions with fewer than `complete` chips.
        complete = width + (len(rule.piles) - 1) * rule.floor if width < widest else None
        members = sorted((cell for cell in cells if rule.position(cell) == cell), key=table.chips_first)
        found = [p for p in members if complete is None or table.chips_first(p)[0] < complete][:most]
        if len(found) == most or width == widest or (2 * width) ** len(rule.names) > MOST_CELLS:
            return found
        width = min(2 * width, widest)


LIST_FORMATS: dict[str, Callable[[PositionList, str | None], str]] = {
    "text": list_to_text,
    "json": list_to_json,
    "csv": list_to_csv,
    "bfile": list_to_bfile,
    "latex": list_to_latex,
}
