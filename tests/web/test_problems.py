"""Error responses are problem details (RFC 9457) with codes, also for paths without a version."""

from __future__ import annotations

from typing import Any

import pytest

from sprague.errors import Cancelled, CycleError, OutOfReach, OutOfTime, SpragueError
from sprague.games import find_game
from sprague.web.errors import TITLES, Problem, Refusal
from sprague.web.settings import Settings
from tests.web.asking import Laboratory


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "rule", {"game": "(a) -> (?)"}, 422, "invalid-notation"),
        ("POST", "rule", {"game": "nimm"}, 422, "invalid-input"),
        ("POST", "rule", {"games": "nim"}, 422, "invalid-request"),
        ("POST", "jobs", {"kind": "bake", "game": "nim"}, 422, "invalid-request"),
        ("POST", "jobs", {"kind": "table", "game": "nim:piles=6", "limit": 10_000}, 413, "out-of-limits"),
        ("GET", "jobs/00ff", None, 404, "not-found"),
        ("GET", "nothing", None, 404, "not-found"),
        ("POST", "nothing", {}, 404, "not-found"),
        ("PUT", "rule", None, 405, "method-not-allowed"),
    ],
)
def test_error_responses_are_problem_details(
    lab: Laboratory, method: str, path: str, body: dict[str, Any] | None, status: int, code: str
) -> None:
    answer = lab.ask(method, f"/api/v1/{path}", json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert found["code"] == code
    assert found["status"] == status
    assert found["type"] == f"/docs#{code}"
    assert found["title"] == TITLES[code]  # type: ignore[index]
    assert found["detail"]
    assert f'id="{code}"' in lab.ask("GET", "/docs").text
    assert "error" not in found


def test_a_refused_method_is_answered_with_the_allowed_methods(lab: Laboratory) -> None:
    for path, allowed in {"/api/v1/rule": "POST", "/unknown": "GET, HEAD"}.items():
        answer = lab.ask("DELETE", path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert answer.json()["detail"] == f"method not allowed: DELETE {path}"


def test_a_field_of_a_job_is_named_without_the_kind(lab: Laboratory) -> None:
    answer = lab.ask("POST", "/api/v1/jobs", json={"kind": "table", "game": "nim", "limit": "many"}).json()
    assert answer["field"] == "limit"
    assert answer["detail"].startswith("limit: ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Cancelled("stopped"), "cancelled"),
        (OutOfTime("too long; allow more"), "out-of-time"),
        (OutOfReach("too large"), "out-of-limits"),
        (CycleError("a cycle"), "cycle"),
        (SpragueError("wrong"), "invalid-input"),
        (MemoryError(), "out-of-memory"),
    ],
)
def test_errors_of_the_library_have_codes(error: BaseException, code: str) -> None:
    refusal = Refusal.of(error)
    assert refusal is not None
    assert refusal.problem.code == code
    assert Problem.model_validate_json(refusal.problem.model_dump_json()) == refusal.problem


def test_paths_without_a_version_still_work(lab: Laboratory) -> None:
    answer = lab.ask("POST", "/api/rule", json={"game": "nim"})
    assert answer.json() == lab.post("/api/v1/rule", game="nim")
    assert answer.headers["link"] == '</api/v1/rule>; rel="successor-version"'
    assert answer.headers["deprecation"].startswith("@")
    refused = lab.ask("POST", "/api/rule", json={"game": "(a) -> (?)"}).json()
    assert refused["error"] == {"message": refused["detail"], "start": 8, "end": 9}
    assert lab.ask("GET", "/api/jobs/00ff").json()["error"]["message"]


def test_paths_without_a_version_are_guarded_too() -> None:
    with Laboratory(Settings(token="secret", workers=1, jobs=1)) as guarded:
        answer = guarded.ask("GET", "/api/games")
        assert answer.status_code == 401
        assert answer.json()["code"] == "unauthorized"
        assert answer.json()["error"]["message"] == answer.json()["detail"]
        description = guarded.app.openapi()
        assert {} not in description["security"]


def test_the_description_states_how_a_token_is_sent(lab: Laboratory) -> None:
    description = lab.app.openapi()
    schemes = description["components"]["securitySchemes"]
    assert {one["scheme"] for one in schemes.values()} == {"bearer", "basic"}
    assert {} in description["security"]
    assert all(path.startswith("/api/v1/") for path in description["paths"])


def test_an_unknown_game_leads_to_the_gallery_and_not_to_the_command_line(lab: Laboratory) -> None:
    detail = lab.ask("POST", "/api/v1/rule", json={"game": "foobar"}).json()["detail"]
    assert "the gallery lists all games" in detail
    assert "sprague games" not in detail
    with pytest.raises(SpragueError, match="run 'sprague games'"):
        find_game("foobar")
