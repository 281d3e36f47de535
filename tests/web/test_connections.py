"""Idle connections are closed, and connections in use stay open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from sprague.web.connections import IdleTimeoutProtocol
from tests.waiting import LONGEST
from tests.web.asking import apart

TILE_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Application:
    """An application that answers when the test allows it."""

    def __init__(self) -> None:
        self.request, self.may_answer = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.request.set()
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(application: Application, protocol: type[IdleTimeoutProtocol]) -> AsyncIterator[int]:
    """A server; its port."""
    config = uvicorn.Config(
        application, port=0, http=protocol, lifespan="off", log_level="critical", timeout_keep_alive=3600
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await running


def test_a_line_without_a_whole_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.web.connections.IDLE_SECONDS", 0.05)

    async def said(port: int, *pieces: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for piece in pieces:
            writer.write(piece)
        found = await asyncio.wait_for(reader.read(), LONGEST)
        writer.close()
        return found

    async def two_lines() -> list[bytes]:
        async with serving(Application(), IdleTimeoutProtocol) as port:
            return list(await asyncio.gather(said(port), said(port, b"GET / HT")))

    assert apart(two_lines) == [b"", b""]


def test_a_line_is_closed_only_after_what_was_asked_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.web.connections.IDLE_SECONDS", 3600.0)  # the test looks instead
    lines: list[IdleTimeoutProtocol] = []

    class Noted(IdleTimeoutProtocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            lines.append(self)

    async def one_line() -> bytes:
        application = Application()
        async with serving(application, Noted) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(TILE_HEADER + TILE_HEADER[:9])
            await asyncio.wait_for(application.request.wait(), LONGEST)
            (line,) = lines
            for _ in range(3):  # what is under way is not interrupted, however often one looks
                line._check_idle()
                assert not line.transport.is_closing()
            application.may_answer.set()
            answer = await reader.readuntil(b"ok")
            line._check_idle()  # the second request has not come
            answer += await asyncio.wait_for(reader.read(), LONGEST)
            writer.close()
            return answer

    assert apart(one_line).endswith(b"ok")
