"""Requests to the application in the process of the test; its workers are separate processes."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import httpx
from fastapi import FastAPI

from sprague.web.app import create_app
from sprague.web.settings import Settings
from tests.waiting import LONGEST

BASE = "http://127.0.0.1"
Answer = TypeVar("Answer")


def apart(function: Callable[[], Awaitable[Answer]]) -> Answer:
    """Run an asynchronous function in a thread of its own: in that of a test the loop of a browser may be running."""
    with anyio.from_thread.start_blocking_portal() as portal:
        return portal.call(function)


class Laboratory:
    """An application and its event loop, which run in a thread of their own while a test asks."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.app: FastAPI = create_app(settings or Settings())
        self._portal_context = anyio.from_thread.start_blocking_portal()

    def __enter__(self) -> Laboratory:
        self._portal = self._portal_context.__enter__()
        self._lifespan = self.app.router.lifespan_context(self.app)
        self._portal.call(self._lifespan.__aenter__)
        return self

    def __exit__(self, *failure: Any) -> None:
        self._portal.call(self._lifespan.__aexit__, None, None, None)
        self._portal_context.__exit__(None, None, None)

    def run(self, function: Callable[..., Awaitable[Any]], *arguments: Any) -> Any:
        """Run an asynchronous function where the application runs."""
        return self._portal.call(function, *arguments)

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=BASE, timeout=LONGEST)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def request() -> httpx.Response:
            async with self.client() as client:
                return await client.request(method, path, **more)

        answer: httpx.Response = self.run(request)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        """Return the response to a request that must succeed."""
        return self._answered(self.ask("GET", path, params=query))

    def post(self, path: str, **question: Any) -> Any:
        return self._answered(self.ask("POST", path, json=question))

    def request_error(self, path: str, **question: Any) -> tuple[int, str]:
        """Return the status and the message of a request that must fail."""
        answer = self.ask("POST", path, json=question)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["detail"]

    def ended(self, job: Any) -> Any:
        """Return a job after its end, from its last event."""
        events = self.ask("GET", f"/api/v1/jobs/{job['id']}/events").text
        return json.loads(events.strip().rpartition("data: ")[2])

    def done(self, **question: Any) -> Any:
        """Return the result of a job that must succeed."""
        job = self.ended(self.post("/api/v1/jobs", **question))
        assert job["state"] == "done", job
        return job["result"]

    @staticmethod
    def _answered(answer: httpx.Response) -> Any:
        assert answer.status_code < 300, answer.text
        return answer.json()
