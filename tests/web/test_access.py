"""Access to a server with a code or a password: the login page, the cookie, the limit on guesses, and host names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sprague import clock
from sprague.web.access import ALPHABET, CODE_LETTERS, MOST_FAILURES, FailureLimit, local_path, make_code
from sprague.web.settings import Settings
from tests.web.asking import Laboratory

CODE = "K7M2QX"
HOST = {"host": "192.168.1.5:8137"}
MINUTES = [0.0]
BROWSER = {**HOST, "accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def classroom() -> Iterator[Laboratory]:
    settings = replace(Settings(loopback=False, workers=1, jobs=1).for_class(CODE), patience=60.0)
    with Laboratory(settings) as laboratory:
        yield laboratory


@pytest.fixture(autouse=True)
def _new_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins after the failures of earlier tests are forgotten."""
    MINUTES.append(MINUTES[-1] + 1_000.0)
    monkeypatch.setattr(clock, "now", lambda: MINUTES[-1])


def log_in(lab: Laboratory, code: str, target: str = "/") -> tuple[int, str, str]:
    answer = lab.ask("POST", "/login", data={"code": code, "next": target}, headers=BROWSER)
    return answer.status_code, answer.headers.get("location", ""), answer.headers.get("set-cookie", "")


@pytest.mark.parametrize("path", ["/", "/board?game=nim", "/learn", "/docs", "/nowhere", "/openapi.json"])
def test_a_browser_without_the_code_sees_the_login_page(classroom: Laboratory, path: str) -> None:
    answer = classroom.ask("GET", path, headers=BROWSER)
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert "code of your class" in answer.text
    assert "www-authenticate" not in answer.headers
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert CODE not in answer.text


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/theorems", "/api/v1/games", "/js/api.js", "/openapi.json"])
def test_without_the_code_no_data_is_sent(classroom: Laboratory, path: str) -> None:
    answer = classroom.ask("GET", path, headers=HOST)
    assert answer.status_code == 401
    assert answer.json()["code"] == "unauthorized"


@pytest.mark.parametrize("typed", [CODE, "k7m-2qx", " K7M 2QX "])
def test_the_code_is_exchanged_for_a_cookie(classroom: Laboratory, typed: str) -> None:
    status, location, cookie = log_in(classroom, typed, "/board?game=nim")
    assert (status, location) == (303, "/board?game=nim")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert CODE not in cookie
    session = {"cookie": cookie.partition(";")[0]}
    assert classroom.ask("GET", "/api/v1/health", headers={**HOST, **session}).status_code == 200
    assert classroom.ask("GET", "/", headers={**BROWSER, **session}).status_code == 200


def test_a_link_with_the_code_logs_in(classroom: Laboratory) -> None:
    answer = classroom.ask("GET", f"/login?code={CODE}&next=/learn", headers=BROWSER)
    assert (answer.status_code, answer.headers["location"]) == (303, "/learn")
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize("cookie", ["sprague-session=", "sprague-session=x", "sprague-session=é", "=;;;", f"x={CODE}"])
def test_other_cookies_are_worth_nothing(classroom: Laboratory, cookie: str) -> None:
    headers = {**HOST, "cookie": cookie.encode("latin-1")}
    assert classroom.ask("GET", "/api/v1/health", headers=headers).status_code == 401


def test_the_code_is_no_password_for_programs(classroom: Laboratory) -> None:
    headers = {**HOST, "authorization": f"Bearer {CODE}"}
    assert classroom.ask("GET", "/api/v1/health", headers=headers).status_code == 401


def test_guessing_is_limited_even_if_the_last_guess_is_right(
    classroom: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MOST_FAILURES):
        assert log_in(classroom, f"WRONG{number}")[0] == 401
    assert log_in(classroom, CODE)[0] == 429
    limited = classroom.ask("GET", f"/login?code={CODE}", headers=BROWSER)
    assert (limited.status_code, limited.headers["retry-after"]) == (429, "60")
    monkeypatch.setattr(clock, "now", lambda: MINUTES[-1] + 61)
    assert log_in(classroom, CODE)[0] == 303


def test_the_failures_of_one_client_do_not_lock_out_others() -> None:
    limit = FailureLimit()
    for _ in range(MOST_FAILURES):
        limit.count("192.168.1.9")
    for number in range(MOST_FAILURES):
        limit.count(f"2001:db8::{number:x}")
    assert limit.is_reached("192.168.1.9")
    assert limit.is_reached("2001:db8::ffff")
    assert not limit.is_reached("192.168.1.10")
    assert not limit.is_reached("2001:db9::1")


@pytest.mark.parametrize(
    "target", ["//evil.example/", "https://evil.example", "/\\evil.example", "/a\r\nx: y", "javascript:x"]
)
def test_the_login_leads_to_no_other_server(classroom: Laboratory, target: str) -> None:
    assert log_in(classroom, CODE, target)[:2] == (303, "/")
    assert local_path(target) == "/"


def test_text_from_the_address_is_escaped(classroom: Laboratory) -> None:
    page = classroom.ask("GET", "/login?next=/%22%3E%3Cscript%3E", headers=BROWSER)
    assert "<script>" not in page.text


def test_a_form_that_is_too_long_is_not_read(classroom: Laboratory) -> None:
    assert log_in(classroom, "x" * 10_000)[0] == 401


def test_the_files_of_the_login_page_need_no_code(classroom: Laboratory) -> None:
    for path in ("/css/base.css", "/css/shell.css", "/icon.svg"):
        assert classroom.ask("GET", path, headers=HOST).status_code == 200
    assert classroom.ask("GET", "/css/../js/api.js", headers=HOST).status_code in (401, 404)


def test_codes_are_random_and_easy_to_read() -> None:
    codes = {make_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == CODE_LETTERS and set(code) <= set(ALPHABET) for code in codes)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("games.example.org", 200),
        ("GAMES.example.org:443", 200),
        ("games.example.org.", 200),
        ("127.0.0.1:8137", 200),
        ("evil.example", 421),
        ("games.example.org.evil.example", 421),
    ],
)
def test_only_allowed_names_of_the_server_are_accepted(host: str, status: int) -> None:
    with Laboratory(Settings(hosts=("games.example.org",), workers=1, jobs=1)) as lab:
        assert lab.ask("GET", "/api/v1/health", headers={"host": host}).status_code == status


def test_a_password_is_asked_for_on_a_page_too() -> None:
    token = "a password for this test"
    with Laboratory(Settings(token=token, loopback=False, workers=1, jobs=1)) as lab:
        assert "Password" in lab.ask("GET", "/", headers=BROWSER).text
        answer = lab.ask("GET", "/login", params={"token": token}, headers=BROWSER)
        assert answer.status_code == 303
        session = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
        assert lab.ask("GET", "/api/v1/health", headers={**HOST, **session}).status_code == 200


def test_the_opener_policy_is_sent_only_where_browsers_use_it(classroom: Laboratory) -> None:
    assert "cross-origin-opener-policy" not in classroom.ask("GET", "/", headers=BROWSER).headers
    local = classroom.ask("GET", "/", headers={**BROWSER, "host": "127.0.0.1:8137"})
    assert local.headers["cross-origin-opener-policy"] == "same-origin"
