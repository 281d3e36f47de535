"""Hostile requests: every response is clear, no other client waits, and no worker is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import sprague
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.web.app import NOT_JSON
from sprague.web.errors import RequestError
from sprague.web.settings import Settings
from sprague.web.tasks.positions import PositionRequest, position
from sprague.web.worker_pool import CANCELLED, QueueFull, WorkerPool, make_task
from tests.fake_clocks import FakeClock, WorkClock
from tests.snapshots import snapshot
from tests.waiting import LONGEST, wait_until
from tests.web.asking import Laboratory, apart
from tests.web.tasks import broken, fine, greedy, stubborn, wait_until_cancelled

ENDLESS = "(a, b) -> (a + 1, b)"
CYCLE = "(a, b) -> (b, a)"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"1e999",
        b'{"game": NaN}',
        b'{"game": 5}',
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"game": "\\ud800"}',
    ],
)
def test_what_is_no_json_is_refused(lab: Laboratory, content: bytes) -> None:
    answer = lab.ask("POST", "/api/v1/rule", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"] == NOT_JSON or b'"game"' in content


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/api/v1/position", {"game": "nim", "position": "10^100000,5"}),
        ("/api/v1/position", {"game": "nim", "position": "9" * 30_000}),
        ("/api/v1/position", {"game": "nim", "position": "1," * 5_000 + "1"}),
        ("/api/v1/position", {"game": "nim:piles=999999999", "position": "3,5"}),
        ("/api/v1/rule", {"game": "nim:piles=" + "9" * 5_000}),
        ("/api/v1/rule", {"game": "(" * 3_000 + "a"}),
        ("/api/v1/rule", {"game": "(a) -> (a - 1) where " + " and ".join(["a >= 1"] * 1_200)}),
        ("/api/v1/rule", {"game": "@/etc/passwd"}),
        ("/api/v1/match", {"game": "@/etc/passwd", "position": "1"}),
        ("/api/v1/match", {"match": "sprague match 1\nplay: normal\ngame: @/etc/passwd\nstart: 1\n"}),
        ("/api/v1/position", {"game": CYCLE, "position": "1,2"}),
        ("/api/v1/jobs", {"kind": "table", "game": "nim", "limit": 10**30}),
        ("/api/v1/jobs", {"kind": "table", "game": "nim:piles=40", "limit": 2}),
        ("/api/v1/jobs", {"kind": "discover", "game": "nim", "seconds": 1e308}),
        ("/api/v1/jobs", {"kind": "discover", "game": "nim", "base": "9" * 99}),
        ("/api/v1/jobs", {"kind": "check", "game": "nim", "formula": "a = " + "9" * 9_000}),
        ("/api/v1/jobs", {"kind": "ask", "game": "nim", "question": "not " * 2_000 + "P(a, b, c)"}),
        ("/api/v1/jobs", {"kind": "ask", "game": "nim", "question": "P(a, b, " + "9" * 9_000 + ")"}),
        ("/api/v1/jobs", {"kind": "ask", "game": "nim", "question": "Q.P(a)", "let": {"Q": "/etc/passwd"}}),
        ("/api/v1/match", {"game": "nim", "position": "3,5,7", "surprise": 1}),
    ],
)
def test_huge_numbers_endless_rules_and_files_get_a_clear_refusal(
    lab: Laboratory, path: str, question: dict[str, Any]
) -> None:
    answer = lab.ask("POST", path, json=question)
    if answer.status_code == 202:  # it can be tried, and comes to a clear end
        job = lab.ended(answer.json())
        assert job["state"] == "failed" or job["result"]
        return
    assert 200 <= answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        message = answer.json()["detail"]
        assert "Traceback" not in message
        assert "root:" not in message
        assert len(message) < 2_000


def test_a_game_that_need_not_end_says_so(lab: Laboratory) -> None:
    assert lab.post("/api/v1/rule", game=ENDLESS)["rank"] is None
    job = lab.ended(lab.post("/api/v1/jobs", kind="table", game=CYCLE, limit=5))
    assert job["state"] == "failed"
    assert "(0, 0) -> (0, 0)" in job["error"]["detail"]
    snapshot(job["error"]["detail"])


@pytest.mark.slow
def test_two_hundred_clients_at_once_are_all_answered(site: str) -> None:
    positions = [(n % 6, n // 6 % 6, n // 36) for n in range(200)]

    async def all_together() -> list[httpx.Response]:
        # Each has a line of its own.
        async with httpx.AsyncClient(
            base_url=site, timeout=LONGEST, limits=httpx.Limits(max_connections=None)
        ) as client:
            questions = [{"game": "nim", "position": ",".join(map(str, position))} for position in positions]
            return await asyncio.gather(*(client.post("/api/v1/position", json=question) for question in questions))

    answers = apart(all_together)
    assert {answer.status_code for answer in answers} == {200}
    for (a, b, c), answer in zip(positions, answers, strict=True):
        assert answer.json()["grundy"] == a ^ b ^ c


def test_the_server_answers_while_workers_are_busy() -> None:
    with Laboratory(Settings(workers=1, jobs=1, patience=60.0)) as lab:
        # While the only worker does something that never ends, what needs no worker is answered.
        pool = lab.app.state.queries.pool
        endless = pool.submit(make_task(wait_until_cancelled, limits=Limits()))
        wait_until(lambda: endless.began is not None)
        assert lab.ask("GET", "/api/v1/health").status_code == 200
        assert not endless.future.done()
        pool.cancel(endless)
        assert endless.future.exception(LONGEST) is CANCELLED
        assert lab.post("/api/v1/position", game="nim", position="1,2,3")["outcome"] == "P"


def test_where_it_takes_long_to_tell_who_wins_the_options_are_there_all_the_same() -> None:
    piles = ", ".join("abcdefghi")
    game = f"({piles}) -> (a - k{piles[1:]}) where 1 <= k <= 2 any order"
    request = PositionRequest(game=game, position="20,21,22,23,24,25,26,27,28")
    with WorkClock(3).running(), Limits(seconds=3, positions=10**9).watch():
        response = json.loads(position(request))
    assert (response["outcome"], response["because"]) == (None, None)
    assert response["refusal"].startswith("stopped after 1.")
    assert response["refusal"].endswith(" seconds; this server allows no more time, so choose a smaller problem")
    assert len(response["options"]) == len(sprague.game(game).options(range(20, 29)))


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


def test_a_question_whose_worker_is_killed_is_answered_by_another(lab: Laboratory) -> None:
    for worker in lab.app.state.queries.pool.processes:
        os.kill(worker, signal.SIGKILL)
    assert lab.post("/api/v1/position", game="nim", position="17,5,7")["grundy"] == 17 ^ 5 ^ 7


def test_work_that_does_not_stop_is_ended_by_force_and_the_next_is_done(clock: FakeClock) -> None:
    pool = WorkerPool(workers=1, waiting=2, memory=1 << 28, resident=1 << 30)
    received: list[Progress] = []
    long = Limits(seconds=10**6)
    try:
        late = pool.submit(make_task(stubborn, limits=Limits(seconds=0.5), reports=True), received.append)
        wait_until(lambda: received)
        clock.advance(100)
        with pytest.raises(RequestError, match=r"longer than the 0\.5 seconds that this server allows") as refused:
            late.future.result(LONGEST)
        assert refused.value.refusal.status == 413
        assert received == [Progress(0.5, "half of it")]
        unwanted = pool.submit(make_task(stubborn, limits=long, reports=True), received.append)
        wait_until(lambda: len(received) == 2)
        waiting, other = (pool.submit(make_task(fine, limits=long)) for _ in range(2))
        assert (pool.queue_position(waiting), pool.queue_position(other)) == (0, 1)
        with pytest.raises(QueueFull):
            pool.submit(make_task(fine, limits=long))
        pool.cancel(waiting)
        assert waiting.future.exception() is CANCELLED
        clock.step = 0.1
        pool.cancel(unwanted)
        assert unwanted.future.exception(LONGEST) is CANCELLED
        assert other.future.result(LONGEST) == b"fine"
        with pytest.raises(RequestError, match="more memory than is allowed"):
            pool.submit(make_task(greedy, limits=long)).future.result(LONGEST)
        with pytest.raises(RequestError, match="internal error of the server: KeyError") as refused:
            pool.submit(make_task(broken, limits=long)).future.result(LONGEST)
        assert refused.value.refusal.status == 500
    finally:
        pool.close()
    assert pool.processes == []
