"""The command `sprague serve`: the laboratory in the browser."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.errors import SpragueError, system_message

if TYPE_CHECKING:
    from sprague.web.settings import Settings

EXAMPLES = (
    "sprague serve",
    "sprague serve --host 0.0.0.0 --token new --seconds 60",
)
LEAST_TOKEN = 16  # characters that nobody guesses
NEW = "new"
GIGABYTE = 1 << 30


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="where to listen; 0 for any that is free")] = 8137,
    host: Annotated[str, typer.Option(help="the address to listen at; another one is reached from other machines")] = (
        "127.0.0.1"
    ),
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page")] = True,
    token: Annotated[
        str | None, typer.Option(help=f"a secret that requests must carry; '{NEW}' makes one up and prints it")
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="let everybody ask, within strict limits")] = False,
    seconds: Annotated[float | None, typer.Option(min=1, help="how long a job may run; by default 300")] = None,
    memory: Annotated[float | None, typer.Option(min=0.1, help="gigabytes that a job may take; by default 2")] = None,
    positions: Annotated[int | None, typer.Option(min=1, help="how many positions a table may hold")] = None,
    states: Annotated[int | None, typer.Option(min=1, help="how many states an automaton may have")] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=64, help="jobs that run at the same time; by default 2")
    ] = None,
    queue: Annotated[int | None, typer.Option(min=1, help="jobs that may wait; by default 32")] = None,
) -> None:
    """Open the laboratory in a browser: play, explore, prove.

    The pages are served from this machine, to this machine alone unless --host says otherwise; nothing is loaded from
    elsewhere. Ctrl-C ends it.
    """
    from sprague.web.settings import Settings

    given = {
        "seconds": seconds,
        "memory": None if memory is None else int(memory * GIGABYTE),
        "positions": positions,
        "states": states,
        "jobs": jobs,
        "queue": queue,
    }
    secret = _secret(token)
    settings = Settings(
        **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]
        token=secret,
        loopback=_is_loopback(host),
    )
    if public:
        settings = settings.strict()
    if not settings.loopback:
        _warn(host, settings)
    _run(host, port, settings, browser)


def _secret(token: str | None) -> str | None:
    if token == NEW:
        return secrets.token_urlsafe(LEAST_TOKEN)
    if token is not None and (len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable()):
        raise SpragueError(
            f"expected a token of at least {LEAST_TOKEN} printable characters, got {len(token)}; "
            f"--token {NEW} makes one up"
        )
    return token


def _is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _warn(host: str, settings: Settings) -> None:
    """Warn that other machines reach an address; refuse it without a token or --public."""
    if settings.token is None and not settings.public:
        raise SpragueError(
            f"{host} is reached from other machines, whose users could compute on this one; add --token {NEW} for "
            "those who know a secret, or --public for everybody, within strict limits"
        )
    who = "everybody who reaches it" if settings.token is None else "whoever knows the token"
    print(
        f"sprague: {host} is reached from other machines: {who} can compute here, up to {settings.jobs} jobs of "
        f"{settings.seconds:g} seconds and {settings.memory / GIGABYTE:g} GB at a time; what is sent is not encrypted",
        file=sys.stderr,
    )


def _run(host: str, port: int, settings: Settings, browser: bool) -> None:
    try:
        from sprague.web.worker_pool import start_fork_server

        start_fork_server()  # what workers need is loaded while the rest of the server is
        import uvicorn

        from sprague.web.app import create_app
        from sprague.web.connections import MAX_CONNECTIONS, IdleTimeoutProtocol
    except ModuleNotFoundError as missing:
        raise SpragueError(f"the server needs {missing.name}: pip install 'sprague[web]'") from None
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1])
    print(f"Sprague is at {address} (Ctrl-C ends it)", flush=True)
    if settings.token is not None:
        print(f"The browser asks for a password: {settings.token} (with any name)", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        create_app(settings),
        http=IdleTimeoutProtocol,
        limit_concurrency=MAX_CONNECTIONS,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=2,
    )
    with suppress(KeyboardInterrupt):  # which is how it is meant to end
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = system_message(error)
        raise SpragueError(f"cannot listen at {host}, port {port}: {reason}; --port 0 takes one that is free") from None
    listening.listen(512)
    return listening


def _address(host: str, port: int) -> str:
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
