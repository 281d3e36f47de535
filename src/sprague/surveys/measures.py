"""The measures that a survey may ask for by name."""

from __future__ import annotations

from sprague.errors import SpragueError
from sprague.surveys.discovery_measure import DISCOVER, DISCOVER_MISERE, DISCOVER_QUICKLY, with_digits
from sprague.surveys.heaps_measure import HEAPS, with_steps
from sprague.surveys.measure import Measure
from sprague.surveys.period_measure import PERIODS

MEASURES = {measure.name: measure for measure in (PERIODS, DISCOVER, DISCOVER_MISERE, DISCOVER_QUICKLY, HEAPS)}


def find_measure(name: str) -> Measure:
    """The measure of this name.

    >>> find_measure("periods").version
    1
    """
    kind, colon, said = name.partition(":")
    if kind == HEAPS.name and colon:
        return with_steps(said)
    if kind == DISCOVER.name and colon:
        return with_digits(said)
    if name not in MEASURES:
        raise SpragueError(f"unknown measure {name!r}; expected {', '.join(MEASURES)}")
    return MEASURES[name]
