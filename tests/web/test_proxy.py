"""The server behind nginx and behind Caddy with TLS, with the configurations of the documentation."""

from __future__ import annotations

import http.client
import os
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


def documented(proxy: str) -> str:
    """Return the configuration of a proxy in the documentation."""
    (block,) = re.findall(rf"```{proxy}\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    return str(block)


def nginx_command(folder: Path, inner: int, outer: int) -> list[str | Path]:
    """Write the configuration of nginx, with a certificate of the test, and return the command that starts nginx."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"),
            *("-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )
    site = (
        documented("nginx")
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
    return [require("nginx"), "-p", folder, "-c", folder / "nginx.conf"]


def caddy_command(folder: Path, inner: int, outer: int) -> list[str | Path]:
    """Write the configuration of Caddy, which signs the certificate itself, and return the command that starts Caddy.

    The options before the documented site keep Caddy on this machine: no certificate is ordered, and none is installed.
    """
    options = (
        f"admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\nstorage file_system {folder}\n"
        f"default_bind 127.0.0.1\nhttps_port {outer}\n"
    )
    site = documented("caddy").replace("127.0.0.1:8137", f"127.0.0.1:{inner}")
    (folder / "Caddyfile").write_text(f"{{\n{options}}}\n{site}")
    return [require("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


@pytest.fixture(scope="module", params=[nginx_command, caddy_command], ids=["nginx", "caddy"])
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """The port of a proxy with TLS, and the code of the class behind it."""
    folder, inner, outer = tmp_path_factory.mktemp("proxy"), free_port(), free_port()
    command = request.param(folder, inner, outer)
    options = ["--class", "--behind-proxy", "--allowed-host", NAME, "--port", str(inner), "--no-browser"]
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (
        subprocess.Popen(
            [sys.executable, "-m", "sprague", "serve", *options], stdout=subprocess.PIPE, text=True
        ) as server,
        subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as proxy,
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


class LoopbackConnection(http.client.HTTPSConnection):
    """A connection to a proxy on this machine. The proxy chooses the certificate by the name; no root signs it."""

    def __init__(self, port: int) -> None:
        self.context = ssl.create_default_context()
        self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE
        super().__init__(NAME, port, context=self.context, timeout=LONGEST)

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), LONGEST)
        self.sock = self.context.wrap_socket(plain, server_hostname=NAME)


def ask(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    """Send a request to the proxy with TLS, and return the response."""
    connection = LoopbackConnection(port)
    connection.request("GET", path, headers={"Host": NAME, **headers})
    return connection.getresponse()


def test_students_log_in_through_the_proxy_and_the_cookie_is_secure(proxied: tuple[int, str]) -> None:
    port, code = proxied
    assert ask(port, "/", Accept="text/html").status == 401
    other = ask(port, "/api/v1/health", Host="evil.example")
    assert other.status == 421 or other.read() == b""  # Caddy itself answers requests for names that it does not serve
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
