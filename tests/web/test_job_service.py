"""Jobs over the web API: executed in workers, watched by events, cancelled, and identified by their content."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import sprague
from sprague.proofs import theorem_files
from sprague.web.settings import Settings
from tests.snapshots import snapshot
from tests.waiting import wait_until
from tests.web.asking import Laboratory
from tests.web.tasks import WAITING, wait_until_cancelled

NIM = "(a, b) -> (u, b) where u < a any order"
LONG = {"kind": "discover", "game": "empty-transfer:boxes=5"}


def test_a_table_job_returns_a_summary(lab: Laboratory) -> None:
    job = lab.ended(lab.post("/api/v1/jobs", kind="table", game="nim:piles=2", limit=20))
    table = job["result"]
    assert table["p_positions"] == [[n, n] for n in range(20)]
    assert (table["positions"], table["largest"]) == (210, 31)
    assert job["command"] == "sprague table nim:piles=2 --limit 20"
    table = eval(job["python"], {"sprague": sprague})
    assert table[3, 5] == 6


def test_a_period_is_proved_and_its_certificate_verified(lab: Laboratory, tmp_path: Path) -> None:
    job = lab.ended(lab.post("/api/v1/jobs", kind="period", game="subtraction-transfer:a=2,b=3,c=2"))
    assert (job["result"]["periods"], job["result"]["preperiods"], job["result"]["proved"]) == ([4, 6], [4, 0], True)
    file = tmp_path / "certificate.json"
    file.write_bytes(lab.ask("GET", f"/api/v1/jobs/{job['id']}/certificate").content)
    sprague.verify(file)


def test_a_claim_is_proved_or_refuted(lab: Laboratory) -> None:
    proved = lab.done(kind="check", game="sharing-nim", formula="a = b and even(v2(c - a))")
    assert (proved["status"], proved["smallest"][0]) == ("proved", [0, 0, 0])
    refuted = lab.done(kind="check", game="sharing-nim", formula="a = b")
    assert refuted["status"] == "refuted"
    counterexample = tuple(refuted["counterexample"])
    misplaced = tuple(refuted["misplaced"])
    assert sprague.solve("sharing-nim", misplaced).outcome == "N"
    assert len(set(counterexample)) < 3
    seen = lab.done(kind="check", game=NIM, formula="a = b", limit=30)
    assert (seen["status"], seen["holds"]) == ("observed", True)
    assert "not proved" in seen["statement"]
    assert lab.done(kind="check", game=NIM, formula="a = 0", limit=30)["difference"]["position"] == [0, 1]


def test_a_theorem_is_discovered_stored_and_its_certificate_verified(lab: Laboratory, tmp_path: Path) -> None:
    # No other test of the server has a theorem about this rule, which would be found in the store.
    rule = "(x, y) -> (x - k, y) where k >= 1, x - k >= y any order"
    job = lab.ended(lab.post("/api/v1/jobs", kind="discover", game=rule))
    found = job["result"]
    assert (found["status"], found["kept"]) == ("proved", True)
    assert found["smallest"][:3] == [[0, 0], [1, 1], [2, 2]]
    assert found["automaton"].startswith("<svg")
    assert lab.ask("GET", f"/api/v1/jobs/{job['id']}/automaton.svg").text == found["automaton"]
    file = tmp_path / "certificate.json"
    file.write_bytes(lab.ask("GET", f"/api/v1/jobs/{job['id']}/certificate").content)
    sprague.verify(file)
    # What is kept is used from then on.
    position = lab.post("/api/v1/position", game=rule, position="1000000000001,5")
    assert (position["outcome"], position["because"]["kind"]) == ("N", "proof")
    again = lab.get("/api/v1/map", game=rule, limit=16)
    assert again["proved"]["sha256"] == found["sha256"]


def test_a_question_is_answered_and_its_certificate_verified(lab: Laboratory, tmp_path: Path) -> None:
    job = lab.ended(lab.post("/api/v1/jobs", kind="ask", game="wythoff", question="all a: exists unique b: P(a, b)"))
    assert (job["kind"], job["result"]["answer"], job["result"]["status"]) == ("ask", True, "proved")
    assert job["command"] == "sprague ask wythoff 'all a: exists unique b: P(a, b)'"
    assert eval(job["python"], {"sprague": sprague})
    no = lab.done(kind="ask", game="wythoff", question="all a, b: P(a, b) implies P(a + 1, b + 1)")
    assert (no["answer"], no["witness"], no["counterexample"]) == (False, None, {"a": 0, "b": 0})
    file = tmp_path / "certificate.json"
    for question, let in (("P(a, b) and Q.P(a, b)", {"Q": NIM}), ("S(a) and P(a, 7)", {"S(x)": "x < 9"})):
        job = lab.ended(lab.post("/api/v1/jobs", kind="ask", game="wythoff", question=question, let=let))
        found = job["result"]
        answer = eval(job["python"], {"sprague": sprague})
        assert found["members"] == [list(one) for one in answer]
        assert (found["finite"], found["size"], found["names"]) == (True, 1, list(answer.names))
        assert found["automaton"].startswith("<svg")
        assert lab.ask("GET", f"/api/v1/jobs/{job['id']}/automaton.svg").text == found["automaton"]
        file.write_bytes(lab.ask("GET", f"/api/v1/jobs/{job['id']}/certificate").content)
        assert sprague.verify(file)


def test_a_theorem_that_a_question_needs_is_discovered_and_stored(lab: Laboratory) -> None:
    rule = "(x, y) -> (x - k, y) where 1 <= k <= 4 any order"
    found = lab.done(kind="ask", game=rule, question="all x, y: P(x, y) iff x mod 5 = y mod 5")
    assert (found["answer"], "discovered" in found["theorems"][0]) == (True, True)
    assert lab.post("/api/v1/position", game=rule, position="1000000000003,3")["because"]["kind"] == "proof"
    undecided = lab.done(kind="ask", game="wythoff", question="P(a, b) and (a xor b) = 1")
    assert (undecided["status"], undecided["answer"], "digits" in undecided["reason"]) == ("undecided", None, True)


def test_the_examples_of_questions_can_be_read(lab: Laboratory) -> None:
    for game, number in (("wythoff", 5), ("nim:piles=3", 5), ("n -> n - k where k in {1, 3}", 5), ("0.77", 0)):
        questions = lab.post("/api/v1/rule", game=game)["questions"]
        assert len(questions) == number
        for one in questions:
            assert lab.ask("POST", "/api/v1/jobs", json={"kind": "ask", "game": game, **one}).status_code == 422
            asked = {"kind": "ask", "game": game, "question": one["question"], "seconds": 1e-6}
            assert lab.ask("POST", "/api/v1/jobs", json=asked).status_code in (200, 202)


def test_what_is_undecided_says_what_was_tried(lab: Laboratory) -> None:
    found = lab.done(**LONG, seconds=1e-6)
    assert found["status"] == "undecided"
    assert "1e-06 seconds" in found["reason"]
    assert found["advice"]


def test_the_same_work_is_done_once_however_it_is_spelt(lab: Laboratory) -> None:
    first = lab.ended(lab.post("/api/v1/jobs", kind="table", game=NIM, limit=9))
    again = lab.ask("POST", "/api/v1/jobs", json={"kind": "table", "game": NIM.replace(" ", "  "), "limit": 9})
    assert again.status_code == 200
    assert again.json() == first
    other = lab.post("/api/v1/jobs", kind="table", game=NIM, limit=10)
    assert other["id"] != first["id"]


def test_events_report_progress_and_end_with_the_job(lab: Laboratory) -> None:
    job = lab.post("/api/v1/jobs", kind="table", game="wythoff", limit=400)
    response = lab.ask("GET", f"/api/v1/jobs/{job['id']}/events")
    assert response.headers["content-type"].startswith("text/event-stream")
    blocks = response.text.strip().split("\n\n")
    # A block that starts with a colon is a comment, which keeps a slow connection alive.
    events = [block.split("\ndata: ") for block in blocks if not block.startswith(":")]
    assert {name for name, _ in events[:-1]} <= {"event: progress"}
    name, data = events[-1]
    assert name == "event: done"
    ended = lab.get(f"/api/v1/jobs/{job['id']}")
    assert json.loads(data) == ended
    assert (ended["fraction"], ended["progress"]) == (1.0, "")


def has_begun(lab: Laboratory, job: dict[str, object]) -> Callable[[], bool]:
    """Whether a worker has begun a job that waits until it is cancelled."""
    return lambda: lab.get(f"/api/v1/jobs/{job['id']}")["progress"] == WAITING.message


def test_a_job_that_is_cancelled_ends_and_says_so(lab: Laboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.web.job_service.run", wait_until_cancelled)
    job = lab.post("/api/v1/jobs", **LONG)
    wait_until(has_begun(lab, job))
    assert lab.ask("DELETE", f"/api/v1/jobs/{job['id']}").status_code == 200
    assert lab.ended(job)["state"] == "cancelled"
    # TaskHandle for again, it is begun again.
    anew = lab.ask("POST", "/api/v1/jobs", json=LONG)
    assert anew.status_code == 202
    lab.ask("DELETE", f"/api/v1/jobs/{job['id']}")
    assert lab.ended(job)["state"] == "cancelled"


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ({"kind": "table", "game": "nim:piles=6", "limit": 3000}, 413),
        ({"kind": "table", "game": "nim"}, 422),
        ({"kind": "table", "game": "nim", "limit": 10, "misere": True}, 422),
        ({"kind": "check", "game": NIM, "formula": "a ="}, 422),
        ({"kind": "check", "game": NIM, "formula": "q = 1"}, 422),
        ({"kind": "discover", "game": NIM, "base": "one"}, 422),
        ({"kind": "discover", "game": NIM, "values": 5000}, 422),
        ({"kind": "discover", "game": NIM, "values": 3, "misere": True}, 422),
        ({"kind": "ask", "game": NIM, "question": "P(a)"}, 422),
        ({"kind": "ask", "game": NIM, "question": "a * b = 4"}, 422),
        ({"kind": "ask", "game": NIM, "question": "Q.P(a, b)", "let": {"Q": "@/etc/passwd"}}, 422),
        ({"kind": "ask", "game": NIM, "question": "S(a, b)", "let": {"S": "a ="}}, 422),
        ({"kind": "ask", "game": NIM, "question": "S(a, b)", "let": {"P": NIM}}, 422),
        ({"kind": "claim", "claim": "ferguson/none"}, 422),
        ({"kind": "sing", "game": NIM}, 422),
        ({"game": NIM}, 422),
        ({"kind": "table", "game": "no such game", "limit": 9}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_at_once(lab: Laboratory, question: dict[str, object], status: int) -> None:
    found, problem = lab.request_error("/api/v1/jobs", **question)
    assert found == status
    snapshot(problem)


def test_a_mistake_in_a_formula_is_shown_at_its_character(lab: Laboratory) -> None:
    answer = lab.ask("POST", "/api/v1/jobs", json={"kind": "check", "game": NIM, "formula": "a = b and ?"})
    assert answer.json()["start"] == 10
    asked = {"kind": "ask", "game": NIM, "question": "P(a, b) and ?"}
    assert lab.ask("POST", "/api/v1/jobs", json=asked).json()["start"] == 12
    named = {**asked, "question": "S(a)", "let": {"S": "a = ?"}}
    assert lab.ask("POST", "/api/v1/jobs", json=named).json().get("start") is None


def test_a_job_that_nobody_knows_is_not_found(lab: Laboratory) -> None:
    for path in ("", "/events", "/certificate", "/automaton.svg"):
        assert lab.ask("GET", f"/api/v1/jobs/00ff{path}").status_code == 404
    job = lab.post("/api/v1/jobs", kind="table", game=NIM, limit=9)
    lab.ended(job)
    answer = lab.ask("GET", f"/api/v1/jobs/{job['id']}/certificate")
    assert answer.status_code == 404
    snapshot(answer.json()["detail"])


def test_limits_hold_and_workers_that_die_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """One laboratory with tight limits for tests that would disturb others: jobs wait, are refused, and are killed."""
    settings = Settings(jobs=1, queue=1, seconds=3600.0, positions=1_000, workers=1, patience=60.0)
    with Laboratory(settings) as lab:
        assert lab.request_error("/api/v1/jobs", kind="table", game="nim", limit=100)[0] == 413
        with pytest.MonkeyPatch.context() as endless:
            endless.setattr("sprague.web.job_service.run", wait_until_cancelled)
            running = lab.post("/api/v1/jobs", **LONG)
        wait_until(has_begun(lab, running))
        assert lab.get(f"/api/v1/jobs/{running['id']}")["state"] == "running"
        waiting = lab.post("/api/v1/jobs", kind="table", game=NIM, limit=9)
        assert (waiting["state"], waiting["before"]) == ("queued", 0)
        status, message = lab.request_error("/api/v1/jobs", kind="table", game=NIM, limit=10)
        assert status == 429
        snapshot(message)
        # The worker is killed: the job fails with a clear word, and the next is done by another worker.
        (worker,) = lab.app.state.jobs.pool.processes
        os.kill(worker, signal.SIGKILL)
        failed = lab.ended(running)
        assert failed["state"] == "failed"
        snapshot(failed["error"]["detail"])
        assert lab.ended(waiting)["state"] == "done"
        assert lab.app.state.jobs.pool.processes != [worker]
        # The seconds of the operator hold whatever was asked for.
        monkeypatch.setattr("sprague.web.job_service.run", wait_until_cancelled)
        monkeypatch.setattr(lab.app.state.jobs, "settings", replace(settings, seconds=0.1))
        found = lab.ended(lab.post("/api/v1/jobs", **LONG, seconds=1000))
        assert found["state"] == "failed"
        assert "0.1 seconds" in found["error"]["detail"]


def test_a_discovery_can_refuse_to_store_its_theorem(lab: Laboratory) -> None:
    rule = "(a, b) -> (a - k, b) where 1 <= k <= 6 any order"
    found = lab.done(kind="discover", game=rule, keep=False)
    assert (found["status"], found["kept"]) == ("proved", False)
    assert lab.done(kind="discover", game=rule, refresh=True)["kept"] is True
    assert lab.done(kind="discover", game=rule, anew=True)["kept"] is True


def test_workers_use_the_store_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process from which workers are forked may have been started with another environment."""
    for number, folder in enumerate((tmp_path / "one", tmp_path / "two", None)):
        monkeypatch.setattr(theorem_files._Store, "folder", folder)
        monkeypatch.setattr(theorem_files._Store, "is_used", folder is not None)
        with Laboratory() as laboratory:
            assert laboratory.done(kind="discover", game=NIM)["kept"] is (folder is not None)
            assert laboratory.post("/api/v1/position", game=NIM, position="3,4")["outcome"] == "N"
        assert [len(list(one.glob("*.json"))) for one in (tmp_path / "one", tmp_path / "two")] == [
            [1, 0],
            [1, 1],
            [1, 1],
        ][number]
