"""Pictures of periods: values with lines at the period's boundaries."""

from __future__ import annotations

from sprague.errors import SpragueError
from sprague.periods.period import Period
from sprague.render.pictures.picture import Picture
from sprague.render.pictures.row_plot import row_of_table
from sprague.render.pictures.value_maps import heat_map, outcome_map
from sprague.tables.tabulate import tabulate

FEW = 12  # heights that are shown in any case


def period_map(found: Period, *, dark: bool = False) -> Picture:
    """The values of one or two piles, with their periods marked."""
    rule, evidence = found.game, found.evidence
    if len(rule.piles) > 2:
        raise SpragueError(f"{rule.label}: a picture of periods shows one or two piles, got {len(rule.piles)}")
    pairs = list(zip(found.preperiods, found.periods, strict=True))
    marks = [[] if m is None or p is None else [m, m + p] for m, p in pairs]
    marked = [
        f"{name}: period {last - first}{f' from {first}' if first else ''}"
        for name, (first, last) in ((name, ends) for name, ends in zip(rule.piles, marks, strict=True) if ends)
    ]
    ends = [m + 2 * p for m, p in pairs if m is not None and p is not None]
    table = tabulate(rule, max(FEW, *ends), what=evidence.what, misere=evidence.misere)
    if evidence.what == "outcome":
        return outcome_map(table, dark=dark, marks=marks, marked=marked)
    if len(rule.piles) == 1:
        return row_of_table(table, dark=dark, marks=marks[0], marked=marked[0] if marked else "")
    return heat_map(table, dark=dark, marks=marks, marked=marked)
