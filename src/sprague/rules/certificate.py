"""A name that certificates of version 1 have for a game without one."""

from __future__ import annotations

UNNAMED = "this game"
