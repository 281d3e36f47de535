"""Plug-ins: objects that installed packages offer to Sprague through entry points.

A package adds games or measures by entry points in its `pyproject.toml`. For example, the line `herons = "heron_games"`
in the table `[project.entry-points."sprague.games"]` adds the games of the module heron_games. The line `mass =
"heron_games.measures:mass"` in the table `[project.entry-points."sprague.measures"]` adds a measure. Sprague reads the
entry points when plug-ins are first needed. If a plug-in fails to load, a `SpragueWarning` names it, and all other
plug-ins still work.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple

from sprague.errors import SpragueWarning


class Plugin(NamedTuple):
    """An entry point with the object that it names."""

    group: str
    name: str
    package: str
    value: object


@cache
def load_plugins(group: str) -> tuple[Plugin, ...]:
    """Return the plug-ins of a group of entry points, sorted by name, and warn of plug-ins that cannot be loaded."""
    found = []
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        plugin = Plugin(group, point.name, point.dist.name if point.dist else point.value, None)
        try:
            found.append(plugin._replace(value=point.load()))
        except Exception as error:  # an exception in the module of a plug-in must not disable other plug-ins
            report_plugin(plugin, f"{type(error).__name__}: {error}")
    return tuple(found)


@cache
def report_plugin(plugin: Plugin, problem: str) -> None:
    """Warn that a plug-in is not used, and why; the warning is given only once in each process."""
    warnings.warn(
        f"the plug-in {plugin.name!r} ({plugin.group}) of the package {plugin.package!r} is not used: {problem}",
        SpragueWarning,
        stacklevel=2,
    )
