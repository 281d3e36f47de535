"""Connections to the server; idle ones are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from asyncio import Protocol as Base
else:
    Base = AutoHTTPProtocol

MAX_CONNECTIONS = 1_000  # at the same time; the next ones are told that the server is busy
IDLE_SECONDS = 30.0  # seconds for the head of a request to arrive


class IdleTimeoutProtocol(Base):
    """A line as uvicorn serves it, which is closed if no request is complete on it for some time.

    uvicorn itself waits for ever for a request that comes a byte at a time.
    """

    cycle: Any  # the request that was read last, as uvicorn calls it
    loop: Any
    transport: Any

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._met: Any = None
        self._timer = self.loop.call_later(IDLE_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close the line if the last request is answered and no other has come since; otherwise look again later."""
        is_silent = self.cycle is self._met and (self.cycle is None or self.cycle.response_complete)
        if is_silent:
            self.transport.close()
            return
        self._met = self.cycle
        self._timer = self.loop.call_later(IDLE_SECONDS, self._look)
