"""`IdleTimeoutProtocol` closes HTTP connections of the web server that are idle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from asyncio import Protocol as Base
else:
    Base = AutoHTTPProtocol

MAX_CONNECTIONS = 1_000  # maximum number of open connections; the server refuses additional connections
IDLE_SECONDS = 30.0  # time limit, in seconds, for the head of a request to arrive


class IdleTimeoutProtocol(Base):
    """An HTTP connection that closes if no complete request arrives within `IDLE_SECONDS`.

    Without this protocol, uvicorn waits forever for a request that arrives byte by byte.
    """

    cycle: Any  # the attribute in which uvicorn stores the most recent request
    loop: Any
    transport: Any

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._last_cycle: Any = None
        self._timer = self.loop.call_later(IDLE_SECONDS, self._check_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _check_idle(self) -> None:
        """Close the connection if no request has arrived since the last check, else schedule the next check."""
        is_silent = self.cycle is self._last_cycle and (self.cycle is None or self.cycle.response_complete)
        if is_silent:
            self.transport.close()
            return
        self._last_cycle = self.cycle
        self._timer = self.loop.call_later(IDLE_SECONDS, self._check_idle)
