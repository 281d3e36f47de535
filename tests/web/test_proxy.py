"""The server behind a real nginx with TLS, with the configuration of the documentation."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.programs import require
from tests.waiting import LONGEST, wait_until
from tests.web.browsing import another_browser, opened

NAME = "games.example.org"
DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "class.md"

pytestmark = pytest.mark.browser


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """The port of nginx with TLS, and the code of the class behind it."""
    nginx, folder = require("nginx"), tmp_path_factory.mktemp("proxy")
    inner, outer = free_port(), free_port()
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
            *("-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )
    block = re.search(r"```nginx\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert block is not None
    site = (
        block[1]
        .replace("listen 443 ssl", f"listen 127.0.0.1:{outer} ssl")
        .replace("127.0.0.1:8137", f"127.0.0.1:{inner}")
    )
    site = re.sub(r"/etc/\S+fullchain.pem", str(folder / "cert.pem"), site)
    site = re.sub(r"/etc/\S+privkey.pem", str(folder / "key.pem"), site)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary} {site} }}\n"
    )
    options = ["--class", "--behind-proxy", "--allowed-host", NAME, "--port", str(inner), "--no-browser"]
    with (
        subprocess.Popen(
            [sys.executable, "-m", "sprague", "serve", *options], stdout=subprocess.PIPE, text=True
        ) as server,
        subprocess.Popen([nginx, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL) as proxy,
    ):
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(f"Sprague is running at https://{NAME}/")
            code = server.stdout.readline().split()[-1].replace("-", "")
            wait_until(lambda: listens(outer))
            wait_until(lambda: listens(inner))
            yield outer, code
        finally:
            proxy.terminate()
            server.terminate()


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=LONGEST).close()
    except OSError:
        return False
    return True


def ask(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    """Ask nginx with TLS; the certificate is made by the test."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=LONGEST)
    connection.request("GET", path, headers={"Host": NAME, **headers})
    return connection.getresponse()


def test_students_log_in_through_the_proxy_and_the_cookie_is_secure(proxied: tuple[int, str]) -> None:
    port, code = proxied
    assert ask(port, "/", Accept="text/html").status == 401
    assert ask(port, "/api/v1/health", Host="evil.example").status == 421
    answer = ask(port, f"/login?code={code}&next=/board")
    assert (answer.status, answer.headers["location"]) == (303, "/board")
    cookie = answer.headers["set-cookie"]
    assert "Secure" in cookie
    assert ask(port, "/api/v1/health", Cookie=cookie.partition(";")[0]).status == 200


def test_a_match_is_played_through_the_proxy(proxied: tuple[int, str], browser: Browser) -> None:
    port, code = proxied
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with (
        another_browser(browser, rules, "--ignore-certificate-errors") as other,
        opened(other, f"https://{NAME}:{port}") as page,
    ):
        page.goto("/board?game=nim&position=0,0,3")
        page.get_by_label("Code of your class").fill(code.lower())
        page.get_by_role("button", name="Log in").click()
        page.locator('.pile[data-place="2"] [data-level="0"]').click()
        expect(page.locator(".status strong")).to_have_text("You win")


def test_a_client_cannot_escape_the_limit_with_invented_addresses(proxied: tuple[int, str]) -> None:
    """This test comes last in the file, because the client is refused for a minute afterwards."""
    port, code = proxied
    guesses = [ask(port, f"/login?code=WRONG{n}", **{"X-Forwarded-For": f"10.0.0.{n}"}).status for n in range(25)]
    assert guesses.count(401) == 20
    assert guesses[-1] == 429
    assert ask(port, f"/login?code={code}").status == 429
