"""The command `sprague serve`: start the web server, and open its pages in a browser."""

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

from sprague.errors import MissingExtraError, SpragueError, system_message

if TYPE_CHECKING:
    from sprague.web.settings import Settings

EXAMPLES = (
    "sprague serve",
    "sprague serve --host 0.0.0.0 --token new --seconds 60",
)
LEAST_TOKEN = 16  # minimum number of characters of a token, so that it cannot be guessed
NEW = "new"
ACCESS, JOBS = "Access", "Limits of jobs"
GIGABYTE = 1 << 30


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="listen on this port; 0 chooses a free port")] = 8137,
    host: Annotated[str, typer.Option(help="listen at this address; 0.0.0.0 lets other machines connect")] = (
        "127.0.0.1"
    ),
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page in a browser")] = True,
    token: Annotated[
        str | None,
        typer.Option(
            help=f"ask users for this password; '{NEW}' creates and prints a password", rich_help_panel=ACCESS
        ),
    ] = None,
    public: Annotated[
        bool,
        typer.Option(
            "--public", help="allow everybody to use the server, within strict limits", rich_help_panel=ACCESS
        ),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(min=1, help="stop jobs after this many seconds; the default is 300", rich_help_panel=JOBS),
    ] = None,
    memory: Annotated[
        float | None,
        typer.Option(min=0.1, help="allow a job this many gigabytes of memory; the default is 2", rich_help_panel=JOBS),
    ] = None,
    positions: Annotated[
        int | None, typer.Option(min=1, help="compute tables with at most this many positions", rich_help_panel=JOBS)
    ] = None,
    states: Annotated[
        int | None, typer.Option(min=1, help="allow automata with at most this many states", rich_help_panel=JOBS)
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="run this many jobs at the same time; the default is 2", rich_help_panel=JOBS),
    ] = None,
    queue: Annotated[
        int | None, typer.Option(min=1, help="let at most this many jobs wait; the default is 32", rich_help_panel=JOBS)
    ] = None,
) -> None:
    """Start the web server, and open its pages in a browser.

    The pages let you play, draw maps of values, and prove theorems. Without --host, only this machine can connect. The
    pages load nothing from other servers. Ctrl-C stops the server.
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
            f"expected --token to have at least {LEAST_TOKEN} printable ASCII characters, got {len(token)}; "
            f"--token {NEW} creates one"
        )
    return token


def _is_loopback(host: str) -> bool:
    """Return whether only this machine can connect to an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _warn(host: str, settings: Settings) -> None:
    """Print a warning that other machines can connect; raise an error without `--token` or `--public`."""
    if settings.token is None and not settings.public:
        raise SpragueError(
            f"other machines can connect to {host} and compute on this one; add --token {NEW} to require a password, "
            "or --public to allow everybody, within strict limits"
        )
    who = "everybody" if settings.token is None else "everybody who knows the password"
    print(
        f"sprague: other machines can connect to {host}: {who} can run up to {settings.jobs} jobs of "
        f"{settings.seconds:g} seconds and {settings.memory / GIGABYTE:g} GB at a time; connections are not encrypted",
        file=sys.stderr,
    )


def _run(host: str, port: int, settings: Settings, browser: bool) -> None:
    try:
        from sprague.web.worker_pool import start_fork_server

        start_fork_server()  # load the modules of the workers while the rest of the server starts
        import uvicorn

        from sprague.web.app import create_app
        from sprague.web.connections import MAX_CONNECTIONS, IdleTimeoutProtocol
    except ModuleNotFoundError as missing:
        raise MissingExtraError(f"the server needs {missing.name}: pip install 'sprague[web]'") from None
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1])
    print(f"Sprague is running at {address} (stop it with Ctrl-C)", flush=True)
    if settings.token is not None:
        print(f"The browser asks for a user name (any) and this password: {settings.token}", flush=True)
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
    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal way to stop the server
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address and a port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = system_message(error)
        raise SpragueError(f"cannot listen at {host}, port {port}: {reason}; --port 0 chooses a free port") from None
    listening.listen(512)
    return listening


def _address(host: str, port: int) -> str:
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
