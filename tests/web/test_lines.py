"""Lines on which nobody asks anything are closed; those that are used stay."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn

from sprague.web.lines import ImpatientProtocol
from tests.web.asking import apart

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """An application that takes its time."""
    await asyncio.sleep(1.0)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def said(port: int, *pieces: bytes) -> bytes:
    """What the server says on a line until it closes it; the pieces are sent at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
    found = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    return found


def test_a_line_without_a_whole_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.web.lines.PATIENCE", 0.3)

    async def three_lines() -> tuple[bytes, bytes, bytes]:
        config = uvicorn.Config(
            answer, port=0, http=ImpatientProtocol, lifespan="off", log_level="critical", timeout_keep_alive=600
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        found = await asyncio.gather(said(port), said(port, b"GET / HT"), said(port, HEAD, HEAD[:9]))
        server.should_exit = True
        await serving
        return found

    silent, slow, slow_later = apart(three_lines)
    assert (silent, slow) == (b"", b"")
    assert slow_later.endswith(b"ok")  # what is under way is not interrupted
