"""Notebook widgets: `SliceView`, a table with sliders, and `Board`, a match against the computer."""

from __future__ import annotations

from sprague.errors import MissingExtraError

try:
    import anywidget as anywidget
except ImportError:
    raise MissingExtraError("widgets need anywidget: pip install 'sprague[notebook]'") from None
