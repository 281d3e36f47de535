"""Notebook widgets, by anywidget: `SliceView`, sliders through a table, and `Board`, a match to play."""

from __future__ import annotations

from sprague.errors import SpragueError

try:
    import anywidget as anywidget
except ImportError:
    raise SpragueError("widgets need anywidget: pip install 'sprague[notebook]'") from None
