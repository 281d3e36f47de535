"""Access checks and security headers."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from sprague.limits import Limits
from sprague.web.settings import Settings
from sprague.web.worker_pool import make_task
from tests.snapshots import snapshot
from tests.web.asking import Laboratory
from tests.web.tasks import wait_until_cancelled

TOKEN = "a secret that nobody guesses"


@pytest.mark.parametrize(
    "path", ["/", "/board", "/api/v1/health", "/js/api.js", "/docs", "/nowhere", "/api/v1/games/x/picture.svg"]
)
def test_every_answer_has_the_headers(lab: Laboratory, path: str) -> None:
    headers = lab.ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers


def test_a_drawing_may_have_styles_and_can_do_nothing(lab: Laboratory) -> None:
    policy = lab.ask("GET", "/api/v1/games/nim/picture.svg").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8137", 200),
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("[::1]:80", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:8137", 421),
        ("", 421),
    ],
)
def test_a_name_that_a_stranger_gave_to_this_machine_is_refused(lab: Laboratory, host: str, status: int) -> None:
    assert lab.ask("GET", "/api/v1/health", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
    ],
)
def test_pages_of_other_sites_cannot_ask(lab: Laboratory, headers: dict[str, str], status: int) -> None:
    assert lab.ask("GET", "/api/v1/health", headers=headers).status_code == status


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(lab: Laboratory) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 50_000

    for content in (b"x" * 2_000_000, pieces()):
        answer = lab.ask("POST", "/api/v1/rule", content=content)
        assert answer.status_code == 413
        snapshot(answer.json()["detail"])


def test_a_body_that_does_not_come_is_not_waited_for(lab: Laboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.web.security.BODY_SECONDS", 0.2)

    async def drops() -> AsyncIterator[bytes]:
        yield b" "
        await asyncio.Event().wait()

    answer = lab.ask("POST", "/api/v1/rule", content=drops())
    assert answer.status_code == 408
    snapshot(answer.json()["detail"])


def test_files_outside_of_the_pages_are_not_served(lab: Laboratory) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/js/../../app.py", "/..%2fapp.py"):
        assert lab.ask("GET", path).status_code in (404, 405)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Laboratory]:
    with Laboratory(Settings(token=TOKEN, loopback=False, workers=1, jobs=1)) as laboratory:
        yield laboratory


def basic(secret: str) -> str:
    return "Basic " + base64.b64encode(f"anyone:{secret}".encode()).decode()


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (None, 401),
        ("Bearer wrong", 401),
        ("Bearer", 401),
        (TOKEN, 401),
        ("Basic !!!", 401),
        (basic("wrong"), 401),
        (basic(TOKEN), 200),
        (f"Bearer {TOKEN}", 200),
    ],
)
def test_a_token_is_asked_for_and_accepted(guarded: Laboratory, given: str | None, status: int) -> None:
    headers = {} if given is None else {"authorization": given}
    for path in ("/api/v1/health", "/openapi.json", "/docs"):
        answer = guarded.ask("GET", path, headers={"host": "laboratory.example", **headers})
        assert answer.status_code == status
        assert ("www-authenticate" in answer.headers) == (status == 401)


def test_a_public_server_has_strict_limits_and_keeps_nothing() -> None:
    ours, strangers = Settings(), Settings().strict()
    assert strangers.public
    assert not strangers.keeps_theorems
    for name in ("seconds", "memory", "positions", "states", "patience", "searched", "queue", "body"):
        assert getattr(strangers, name) < getattr(ours, name)


def test_one_client_of_a_public_server_cannot_take_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(workers=1, jobs=1, each=1)
    with Laboratory(settings) as lab:
        pool = lab.app.state.queries.pool
        endless = pool.submit(make_task(wait_until_cancelled, limits=Limits()))  # the only worker is busy

        async def together() -> list[httpx.Response]:
            async with lab.client() as client:
                paths = [f"/api/v1/propose?game=wythoff&seed={n}" for n in range(3)]
                request = pending = {asyncio.create_task(client.get(path)) for path in paths}
                while len(pending) > 1:
                    _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                pool.cancel(endless)
                return await asyncio.gather(*request)

        answers: list[Any] = lab.run(together)
        assert sorted(answer.status_code for answer in answers) == [200, 429, 429]
        request_error = next(answer for answer in answers if answer.status_code == 429)
        assert request_error.headers["retry-after"] == "1"
        monkeypatch.setattr("sprague.web.job_service.run", wait_until_cancelled)
        first = lab.post("/api/v1/jobs", kind="discover", game="empty-transfer:boxes=5")
        status, message = lab.request_error("/api/v1/jobs", kind="table", game="nim", limit=9)
        assert status == 429
        snapshot(message)
        lab.ask("DELETE", f"/api/v1/jobs/{first['id']}")
