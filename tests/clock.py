"""How long something took: tests of seconds that are kept hold on a busy machine too."""

from __future__ import annotations

import time


class Clock:
    """Started when it is made; its seconds are those on the wall, or the processor's own, whichever are fewer.

    On a machine that others use as well, the clock on the wall counts their work too.
    """

    def __init__(self) -> None:
        self._began = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        wall, own = self._began
        return min(time.monotonic() - wall, time.process_time() - own)
