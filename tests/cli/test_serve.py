"""`sprague serve`: its address, its messages, and its end."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from base64 import b64encode

import pytest
from typer.testing import CliRunner

import sprague
from sprague.cli.commands import serve as command
from sprague.cli.main import app
from sprague.errors import SpragueError
from sprague.proofs.store import keep
from sprague.proofs.theorem_files import stored_files
from sprague.web.settings import Settings
from tests.snapshots import snapshot
from tests.waiting import LONGEST


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, Settings, bool, bool]]:
    """Return the arguments with which the server would run; the server does not start."""
    calls: list[tuple[str, int, Settings, bool, bool]] = []
    monkeypatch.setattr(command, "_run", lambda *arguments: calls.append(arguments))
    return calls


def test_by_default_it_is_for_this_machine_alone(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    result = CliRunner().invoke(app, ["serve"])
    assert (result.exit_code, result.output) == (0, "")
    ((host, port, settings, browser, _),) = ran
    assert (host, port, browser) == ("127.0.0.1", 8137, True)
    assert settings == Settings()
    assert settings.loopback


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.3.2.1", "::1"])
def test_these_addresses_are_this_machine(ran: list[tuple[str, int, Settings, bool, bool]], host: str) -> None:
    CliRunner().invoke(app, ["serve", "--host", host])
    assert ran[0][2].loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "laboratory.example"])
def test_another_address_needs_a_token_or_public(ran: list[tuple[str, int, Settings, bool, bool]], host: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--host", host])
    assert isinstance(result.exception, SpragueError)
    snapshot(str(result.exception))
    assert ran == []


def test_a_warning_explains_another_address(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    public = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0", "--public", "--seconds", "9"])
    snapshot(public.stderr)
    assert "not encrypted" in public.stderr
    assert ran[0][2].public
    token = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0", "--token", "new"])
    snapshot(token.stderr)
    assert len(ran[1][2].token or "") >= 16


def test_limits_are_the_operators(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    options = "--seconds 9 --memory 1.5 --positions 1000 --states 50 --jobs 3 --queue 4"
    CliRunner().invoke(app, ["serve", *options.split()])
    settings = ran[0][2]
    assert (settings.seconds, settings.memory, settings.positions) == (9.0, 3 << 29, 1000)
    assert (settings.states, settings.jobs, settings.queue) == (50, 3, 4)


def test_a_token_that_is_easily_guessed_is_refused(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    result = CliRunner().invoke(app, ["serve", "--token", "short"])
    expected = "expected --token to have at least 16 printable ASCII characters, got 5; --token new creates a password"
    assert str(result.exception) == expected


def test_a_port_in_use_is_reported() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = CliRunner().invoke(app, ["serve", "--no-browser", "--port", str(port)])
    expected = f"cannot listen at 127.0.0.1, port {port}: address already in use; --port 0 chooses a free port"
    assert str(result.exception) == expected


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(app, ["serve", "--no-browser", "--port", "0"])
    snapshot(str(result.exception))


def test_it_serves_until_it_is_interrupted() -> None:
    words = ["serve", "--no-browser", "--port", "0", "--token", "a token for this test"]
    with subprocess.Popen(
        [sys.executable, "-m", "sprague", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        address = re.match(r"Sprague is running at (http://127\.0\.0\.1:\d+/) \(", server.stdout.readline())
        assert address is not None
        snapshot(server.stdout.readline())
        password = b64encode(b"me:a token for this test").decode()
        request = urllib.request.Request(f"{address[1]}api/health", headers={"Authorization": f"Basic {password}"})
        with urllib.request.urlopen(request, timeout=LONGEST) as answer:
            assert json.load(answer)["public"] is False
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate(timeout=LONGEST)
    assert (server.returncode, output, errors) == (0, "", "")


def test_a_class_gets_a_code_and_strict_limits(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    for _ in range(2):
        result = CliRunner().invoke(app, ["serve", "--class"], catch_exceptions=False)
        assert result.exit_code == 0
    (host, _, settings, _, _), (_, _, other, _, _) = ran
    assert host == "0.0.0.0"
    assert settings.code is not None
    assert settings.code != other.code
    assert (settings.token, settings.loopback, settings.keeps_theorems, settings.is_shared) == (
        None,
        False,
        False,
        True,
    )
    assert settings.seconds == Settings().strict().seconds


@pytest.mark.parametrize(
    "options",
    [
        "--class --token new",
        "--class --public",
        "--class --behind-proxy",
        "--behind-proxy --allowed-host games.example.org --host 0.0.0.0 --public",
        "--behind-proxy --allowed-host games.example.org",
        "--allowed-host https://games.example.org",
        "--allowed-host games.example.org:443",
    ],
)
def test_contradicting_options_of_access_are_refused(
    ran: list[tuple[str, int, Settings, bool, bool]], options: str
) -> None:
    result = CliRunner().invoke(app, ["serve", *options.split()])
    assert isinstance(result.exception, SpragueError)
    snapshot(str(result.exception))
    assert ran == []


def test_behind_a_proxy_the_server_listens_on_this_machine(ran: list[tuple[str, int, Settings, bool, bool]]) -> None:
    CliRunner().invoke(app, ["serve", "--class", "--behind-proxy", "--allowed-host", "Games.Example.org"])
    ((host, _, settings, _, _),) = ran
    assert (host, settings.loopback, settings.behind_proxy) == ("127.0.0.1", True, True)
    assert settings.hosts == ("games.example.org",)
    assert command._address(host, 8137, settings) == "https://games.example.org/"


def test_a_class_is_told_the_address_and_the_code_and_sees_no_stored_theorems(data_folder_with_theorem: None) -> None:
    words = ["serve", "--class", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "sprague", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline() for _ in range(5)]
        address = re.match(r"Sprague is running at (http://\S+:(\d+)/) \(", lines[0])
        assert address is not None
        assert not re.search("[a-z]", address[1].removeprefix("http:"))  # phones cannot resolve host names
        link = re.search(r"http://\S+(/login\?code=[A-Z2-9]{6})$", lines[3].strip())
        assert link is not None
        code = re.search(r"([A-Z2-9]{3})-([A-Z2-9]{3})", lines[1])
        assert code is not None
        assert link[1].endswith(code[1] + code[2])
        base = f"http://127.0.0.1:{address[2]}"
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(f"{base}{link[1]}&next=/api/v1/theorems", timeout=LONGEST) as answer:
            assert json.load(answer)["theorems"] == []
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate(timeout=LONGEST)
    assert (server.returncode, output, errors) == (0, "", "")


@pytest.fixture
def data_folder_with_theorem() -> None:
    """A theorem in the store of the user, which a class must not see."""
    proof = sprague.prove("(a, b) -> (a - 1, b) any order", "even(a + b)")
    assert isinstance(proof, sprague.Proof)
    keep(proof)
    assert stored_files()


def test_a_terminal_shows_a_qr_code_with_the_address_and_the_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    class Drawing:
        def terminal(self, *, compact: bool) -> None:
            drawn.append(f"compact: {compact}")

    def draw(text: str, **settings: object) -> Drawing:
        drawn.append(text)
        return Drawing()

    monkeypatch.setattr("segno.make", draw)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    link = command._print_class_access("http://192.168.1.5:8137/", "K7M2QX")
    assert link == "http://192.168.1.5:8137/login?code=K7M2QX"
    assert drawn == [link, "compact: True"]
    printed = capsys.readouterr().out
    assert "K7M-2QX" in printed
    assert "scan the QR code" in printed
    assert link in printed


def test_without_a_terminal_no_qr_code_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    link = command._print_class_access("http://192.168.1.5:8137/", "K7M2QX")
    printed = capsys.readouterr().out
    assert link in printed
    assert "QR" not in printed
