"""Small widgets for notebooks, by anywidget: a slider through slices of a table, and a board to play on."""

from __future__ import annotations

from sprague.errors import SpragueError

try:
    import anywidget as anywidget
except ImportError:
    raise SpragueError("widgets need anywidget: pip install 'sprague[notebook]'") from None
