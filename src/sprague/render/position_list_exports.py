"""Lists of positions of a table: text, JSON, CSV, b-file and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.language.latex import name_latex
from sprague.rules import Position, Ruleset
from sprague.tables.slices import FixedPiles, take_slice
from sprague.tables.table import Table


@dataclass(frozen=True)
class PositionList:
    """The P-positions within the bound of a table or, if `value` is given, the positions of that Grundy value.

    With some piles `fixed` it lists the others in every order.
    """

    table: Table
    value: int | None = None
    fixed: FixedPiles = None

    @property
    def game(self) -> Ruleset:
        return self.table.game

    def __iter__(self) -> Iterator[Position]:
        """The positions with the fewest chips first, equal numbers of chips in lexicographic order."""
        table, wanted = (self.table.outcomes(), "P") if self.value is None else (self.table, self.value)
        if not self.fixed:
            yield from table.by_chips(wanted)
        else:
            found = (position for position, value in take_slice(table, self.fixed).items() if value == wanted)
            yield from sorted(found, key=table.chips_first)

    @property
    def heading(self) -> str:
        """What is listed, how far, and by what reason."""
        what = "P-positions" if self.value is None else f"positions of Grundy value {self.value}"
        play = " in misère play" if self.table.misere else ""
        single = " with one heap" if self.game.takes_sums else ""
        held = "".join(f", {name} = {height}" for name, height in (self.fixed or {}).items())
        return f"{what} of {self.game.display_name}{single}{play}{held}, {self.table.bound}, by {self.reason}"

    @property
    def reason(self) -> str:
        """What the list is taken from; of games whose positions are sums, a table holds single heaps."""
        return "a table of all heaps" if self.game.takes_sums else "a table of all positions"


def list_to_text(listing: PositionList, pile: str | None = None) -> str:
    """One position a line, after a line that says what they are."""
    lines = [",".join(map(str, entries)) for entries in _entries(listing, pile)]
    return "\n".join([f"# {listing.heading}: {len(lines):,}", *lines]) + "\n"


def list_to_json(listing: PositionList, pile: str | None = None) -> str:
    """One object: the game, the bound, and the list."""
    table = listing.table
    bound = {"limit": table.limit} if table.limit is not None else {"chips": table.chips}
    data: dict[str, object] = {
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
    """A line of names, then a line for each position."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(listing.game.names if pile is None else [pile])
    writer.writerows(_entries(listing, pile))
    return out.getvalue()


def list_to_bfile(listing: PositionList, pile: str | None = None) -> str:
    """The b-file of the OEIS, `n a(n)` a line from n = 1 on: the sizes of one pile, as they come in the list.

    It ends with the last position that none beyond the table can precede:

    >>> import sprague
    >>> table = sprague.tabulate("wythoff", limit=12, what="outcome")
    >>> list(PositionList(table))
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    >>> list_to_bfile(PositionList(table), "a").splitlines()
    ['1 0', '2 1', '3 3', '4 4']
    """
    return "".join(f"{n} {entry}\n" for n, entry in enumerate(list_to_sequence(listing, pile), start=1))


def list_to_sequence(listing: PositionList, pile: str | None = None) -> list[int]:
    """The sizes of one pile in the positions of the list, as far as it lacks none."""
    check_list_is_sequence(listing.game, pile)
    end = listing.table.complete_below
    return [entries[0] for position, entries in _pairs(listing, pile) if sum(position) < end]


def check_list_is_sequence(rule: Ruleset, pile: str | None) -> None:
    """Refuse what a b-file, or an entry of the OEIS, cannot hold; before the work, if it is asked then."""
    if rule.remembered:
        raise SpragueError("a b-file holds a sequence of positions in order of their chips; this game has more to them")
    if pile is None and len(rule.names) > 1:
        raise SpragueError(f"a b-file holds one sequence of numbers; choose a pile: --pile {' or '.join(rule.names)}")


def check_pile(rule: Ruleset, pile: str | None) -> None:
    """Refuse a pile that the game does not have."""
    if pile is not None and pile not in rule.names:
        raise SpragueError(f"expected one of the piles {', '.join(rule.names)}, got {pile!r}")


def list_to_latex(listing: PositionList, pile: str | None = None) -> str:
    """A tabular environment, one position a line."""
    names = listing.game.names if pile is None else (pile,)
    lines = [
        rf"\begin{{tabular}}{{{'r' * len(names)}}}",
        " & ".join(f"${name_latex(name)}$" for name in names) + r" \\ \hline",
    ]
    lines += [" & ".join(map(str, entries)) + r" \\" for entries in _entries(listing, pile)]
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


def _entries(listing: PositionList, pile: str | None) -> Iterator[tuple[int, ...]]:
    """The positions, or of each only one pile."""
    return (entries for _, entries in _pairs(listing, pile))


def _pairs(listing: PositionList, pile: str | None) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Each position with what is listed of it: all of it, or one pile."""
    check_pile(listing.game, pile)
    names = listing.game.names
    yield from ((position, position if pile is None else (position[names.index(pile)],)) for position in listing)


LIST_FORMATS: dict[str, Callable[[PositionList, str | None], str]] = {
    "text": list_to_text,
    "json": list_to_json,
    "csv": list_to_csv,
    "bfile": list_to_bfile,
    "latex": list_to_latex,
}
