"""The class `Picture`, a matplotlib figure that can be saved, and the themes, axes and titles of all pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from sprague.errors import MissingExtraError, OutOfReach, SpragueError
from sprague.rules import Ruleset
from sprague.tables.slices import FixedPiles, Slice, take_slice
from sprague.tables.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PICTURE_FORMATS = ("png", "svg", "pdf")
MARGIN = 0.15  # margin around the drawing in inches
DEFAULT_DENSITY = 200.0  # dots per inch


@dataclass(frozen=True, slots=True)
class Theme:
    """A colour theme of pictures, for a light or for a dark background.

    The colour of P-positions, which have Grundy value 0, contrasts most with the background, also for colour-blind
    readers and in print without colours.
    """

    background: str
    foreground: str
    muted: str
    zero: str  # colour of P-positions and of the value 0
    n_position: str
    mark: str  # colour of dashed lines and of marked record values
    scale: tuple[float, float]  # range of the colour map that is used for values of at least 1


LIGHT = Theme("#ffffff", "#1a1a1a", "#8c8c8c", "#000000", "#dbe7f3", "#c2185b", (1.0, 0.3))
DARK = Theme("#121417", "#e8e8e8", "#7d8590", "#ffffff", "#24435f", "#ff6fae", (0.08, 0.8))


def find_theme(dark: bool) -> Theme:
    """Return the light or the dark theme of pictures."""
    return DARK if dark else LIGHT


@dataclass(frozen=True, repr=False)
class Picture:
    """A matplotlib figure with a title; `density` is its number of dots per inch."""

    figure: Figure
    title: str
    density: float = DEFAULT_DENSITY

    def write(self, kind: str, made_by: str = "") -> bytes:
        """Return the picture as a png, svg or pdf file; its metadata contains the title and the command `made_by`."""
        if kind not in PICTURE_FORMATS:
            raise SpragueError(f"expected the picture format {' or '.join(PICTURE_FORMATS)}, got {kind!r}")
        import matplotlib

        out = io.BytesIO()
        # Write no date and no random identifiers, so that equal pictures give equal files.
        with matplotlib.rc_context({"svg.hashsalt": "sprague", "svg.fonttype": "path"}):
            self.figure.savefig(
                out,
                format=kind,
                dpi=self.density,
                facecolor=self.figure.get_facecolor(),
                metadata=self._metadata(kind, made_by),
            )
        return out.getvalue()

    def _metadata(self, kind: str, made_by: str) -> Mapping[str, str | None]:
        if kind == "svg":
            return {"Title": self.title, "Creator": "sprague", "Description": made_by, "Date": None}
        if kind == "pdf":
            return {"Title": self.title, "Creator": made_by or "sprague", "CreationDate": None}
        return {"Title": self.title, "Software": "sprague", "Description": made_by}

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return the picture as PNG for a notebook, with its width and height in pixels at 96 dots per inch."""
        width, height = self.figure.get_size_inches()
        return self.write("png"), {"width": round(96 * width), "height": round(96 * height)}


def require_matplotlib() -> None:
    """Raise an error if matplotlib, which draws all pictures, is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("pictures need matplotlib: pip install 'sprague[plot]'") from None


def new_figure(width: float, height: float, colours: Theme) -> Figure:
    """Return an empty matplotlib figure for a picture; `width` and `height` are in inches."""
    require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=colours.background)


def place_axes(figure: Figure, left: float, bottom: float, width: float, height: float, colours: Theme) -> Axes:
    """Add axes to the figure of a picture; coordinates are in inches from the lower left corner of the figure."""
    whole_width, whole_height = figure.get_size_inches()
    axes = figure.add_axes((left / whole_width, bottom / whole_height, width / whole_width, height / whole_height))
    axes.set_facecolor(colours.background)
    axes.tick_params(colors=colours.foreground, labelsize=9)
    for spine in axes.spines.values():
        spine.set_color(colours.muted)
    axes.xaxis.label.set_color(colours.foreground)
    axes.yaxis.label.set_color(colours.foreground)
    axes.title.set_color(colours.foreground)
    return axes


def write_title(axes: Axes, text: str, colours: Theme, inches: float) -> None:
    """Write the title of a picture above its axes; wrap the title between words, but not within parentheses."""
    import re
    import textwrap

    whole = re.sub(r"\([^()]*\)", lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    lines = textwrap.wrap(whole, max(int(inches * 11), 20), break_long_words=False, break_on_hyphens=False)
    axes.set_title("\n".join(lines), color=colours.foreground, fontsize=10, loc="left", pad=8)


MOST_CELLS = 4_000 * 4_000  # maximum number of cells of a picture

_NAMES = {"grundy": "Grundy value", "outcome": "outcome", "remoteness": "remoteness", "suspense": "suspense"}
_TITLES = {"grundy": "Grundy values", "outcome": "Outcomes", "remoteness": "Remoteness", "suspense": "Suspense"}


def cut_for_picture(table: Table, fixed: FixedPiles, most_axes: int = 2) -> Slice:
    """Return the part of a table that a picture shows; raise an error if the part has too many axes or cells."""
    of_differences = not fixed and table.is_of_differences and most_axes == 2
    axes = 2 if of_differences else len(table.game.names) - len(fixed or {})
    if not of_differences:
        check_axes(table.game, fixed, most_axes)
    side = prod([table.limit if table.limit is not None else (table.chips or 0) + 1] * axes)
    if side > MOST_CELLS:
        raise OutOfReach(f"a picture shows at most {MOST_CELLS:,} cells, got {side:,}; choose a smaller limit")
    return take_slice(table, fixed)


def check_axes(game: Ruleset, fixed: FixedPiles, most_axes: int) -> None:
    """Raise an error if a picture of a table would have too many axes; the message proposes piles to hold fixed."""
    open_names = [name for name in game.names if name not in (fixed or {})]
    if len(open_names) > most_axes:
        example = ",".join(f"{name}={game.lowest(name)}" for name in open_names[most_axes:])
        raise SpragueError(
            f"{game.label}: a picture has at most {most_axes} axes, but {len(open_names)} piles are not fixed; "
            f"fix some of the piles {', '.join(open_names)}, for example with --fix {example}"
        )


def value_name(table: Table) -> str:
    """Return the name of a table's values for the labels of a picture, such as "Grundy value"."""
    return _NAMES[table.what]


def slice_title(part: Slice, what: str | None = None) -> str:
    """Return the title of a picture: the kind of values, the game, the fixed piles and the bound of the table.

    >>> import sprague
    >>> from sprague.tables.slices import FixedPiles, take_slice
    >>> slice_title(take_slice(sprague.tabulate("nim", limit=8), {"c": 0}))
    'Grundy values of nim:piles=3, c = 0, piles < 8'
    """
    table = part.table
    play = " in misère play" if table.misere else ""
    if part.is_of_differences:
        held = f", positions ({table.game.floor}, a, b)"
    else:
        held = "".join(f", {name} = {height}" for name, height in part.fixed.items())
    return f"{what or _TITLES[table.what]} of {table.game.display_name}{play}{held}, {table.bound}"
