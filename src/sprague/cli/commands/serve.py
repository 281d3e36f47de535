"""The command `sprague serve`: start the web server, and open its pages in a browser."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from contextlib import nullcontext, suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import print_json
from sprague.errors import MissingExtraError, SpragueError, system_message
from sprague.version import __version__

if TYPE_CHECKING:
    from sprague.web.settings import Settings

EXAMPLES = (
    "sprague serve --class",
    "sprague serve --host 0.0.0.0 --token new --seconds 60",
)
LEAST_TOKEN = 16  # minimum number of characters of a password, so that nobody can guess the password
NEW = "new"
ACCESS, JOBS = "Access", "Limits of jobs"
GIGABYTE = 1 << 30


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="listen on this port; the port 0 stands for any free port")
    ] = 8137,
    host: Annotated[
        str,
        typer.Option(
            help="listen at this address; 0.0.0.0 lets other machines connect; the default is 127.0.0.1, or 0.0.0.0 "
            "with --class"
        ),
    ] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page in a browser")] = True,
    for_class: Annotated[
        bool,
        typer.Option(
            "--class",
            help="let a class use the server: print the address in the local network, a code and a QR code",
            rich_help_panel=ACCESS,
        ),
    ] = False,
    token: Annotated[
        str | None,
        typer.Option(
            help=f"require this password from users; '{NEW}' creates and prints a password", rich_help_panel=ACCESS
        ),
    ] = None,
    public: Annotated[
        bool,
        typer.Option(
            "--public",
            help="allow everybody to use the server without a password, within strict limits",
            rich_help_panel=ACCESS,
        ),
    ] = False,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="accept requests that are addressed to this host name; repeat the option for several names",
            rich_help_panel=ACCESS,
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="take the addresses of clients from a reverse proxy on this machine, such as nginx with TLS",
            rich_help_panel=ACCESS,
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
    as_json: Annotated[
        bool, typer.Option("--json", help="print the address and the password or code of the server as JSON")
    ] = False,
) -> None:
    """Start the web server, and open its pages in a browser.

    In the browser, you can play, draw maps of values, and prove theorems. Without --host, only this machine can
    connect. The web pages load no files from other servers. Ctrl-C stops the server.
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
    hosts = tuple(_host_name(name) for name in allowed_host or ())
    _check_access(for_class, secret, public, behind_proxy, host, hosts)
    address = host or ("0.0.0.0" if for_class and not behind_proxy else "127.0.0.1")
    settings = Settings(
        **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]
        token=secret,
        loopback=_is_loopback(address),
        hosts=hosts,
        behind_proxy=behind_proxy,
    )
    if public:
        settings = settings.strict()
    if for_class:
        from sprague.web.access import make_code

        settings = settings.for_class(make_code())
    elif not settings.loopback or behind_proxy:
        _warn(address, settings)
    _run(address, port, settings, browser, as_json)


def _check_access(
    for_class: bool, token: str | None, public: bool, behind_proxy: bool, host: str, hosts: tuple[str, ...]
) -> None:
    """Raise an error if options of `sprague serve` contradict each other."""
    if for_class and (token is not None or public):
        raise SpragueError(
            f"--class already creates a code; leave out {'--token' if token is not None else '--public'}"
        )
    if behind_proxy and host and not _is_loopback(host):
        raise SpragueError(
            f"--behind-proxy cannot be combined with --host {host}, because the proxy must run on this machine; "
            "leave out --host"
        )
    if behind_proxy and not hosts:
        raise SpragueError(
            "--behind-proxy needs the host name of the server; add a name such as --allowed-host games.example.org"
        )


def _host_name(name: str) -> str:
    """Return a host name in lower case so that it can be compared with the host names in requests."""
    if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", name):
        raise SpragueError(
            f"expected --allowed-host to be a name such as games.example.org, without https:// and without a port, "
            f"got {name!r}"
        )
    return name.lower()


def _secret(token: str | None) -> str | None:
    if token == NEW:
        return secrets.token_urlsafe(LEAST_TOKEN)
    if token is not None and (len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable()):
        raise SpragueError(
            f"expected --token to have at least {LEAST_TOKEN} printable ASCII characters, got {len(token)}; "
            f"--token {NEW} creates a password"
        )
    return token


def _is_loopback(host: str) -> bool:
    """Return whether an address is a loopback address, to which only this machine can connect."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _warn(host: str, settings: Settings) -> None:
    """Warn that other machines can connect; raise an error if neither `--token` nor `--public` is given."""
    where = "the proxy" if settings.behind_proxy else host
    if settings.token is None and not settings.public:
        raise SpragueError(
            f"other machines could run computations on this machine through {where}; add --class for a class, "
            f"--token {NEW} to require a password, or --public to allow everybody within strict limits"
        )
    encryption = "" if settings.behind_proxy else "; connections are not encrypted"
    who = "everybody" if settings.token is None else "everybody who knows the password"
    print(
        f"sprague: other machines can connect to {where}: {who} can run up to {settings.jobs} jobs of "
        f"{settings.seconds:g} seconds and {settings.memory / GIGABYTE:g} GB at a time{encryption}",
        file=sys.stderr,
    )


def _run(host: str, port: int, settings: Settings, browser: bool, as_json: bool) -> None:
    with TemporaryDirectory(prefix="sprague-") if settings.is_shared else nullcontext() as folder:
        if folder is not None:
            # other people must not see the stored theorems of the user who starts the server
            os.environ["SPRAGUE_DATA"] = folder
        _serve(host, port, settings, browser, as_json)


def _serve(host: str, port: int, settings: Settings, browser: bool, as_json: bool) -> None:
    try:
        from sprague.web.worker_pool import start_fork_server

        start_fork_server()  # the fork server loads the modules for worker processes in the background
        import uvicorn

        from sprague.web.app import create_app
        from sprague.web.connections import MAX_CONNECTIONS, IdleTimeoutProtocol
    except ModuleNotFoundError as missing:
        raise MissingExtraError(f"the server needs {missing.name}: pip install 'sprague[web]'") from None
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1], settings)
    opened = address
    if as_json:
        access = {"password": settings.token, "code": settings.code}
        print_json({"program": __version__, "address": address, **access})
    else:
        print(f"Sprague is running at {address} (stop it with Ctrl-C)", flush=True)
        if settings.code is not None:
            opened = _print_class_access(address, settings.code)
        elif settings.token is not None:
            print(f"The login page asks for this password: {settings.token}", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [opened]).start()
    config = uvicorn.Config(
        create_app(settings),
        http=IdleTimeoutProtocol,
        limit_concurrency=MAX_CONNECTIONS,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_graceful_shutdown=2,
    )
    with suppress(KeyboardInterrupt):  # ignore the interrupt, because Ctrl-C is the normal way to stop the server
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket for the server that listens at the given address and port."""
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


def _address(host: str, port: int, settings: Settings) -> str:
    """Return the address at which users open the web pages: the address of the proxy or of this machine."""
    if settings.behind_proxy:
        return f"https://{settings.hosts[0]}/"
    if host in ("0.0.0.0", "::"):
        shown = settings.hosts[0] if settings.hosts else _lan_address()
    else:
        shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _lan_address() -> str:
    """Return the numeric address of this machine in the local network, because phones cannot resolve its host name.

    To find the network interface, the function connects a datagram socket, which sends nothing. If there is no route to
    other networks, the function returns the address of the host name or, if there is none, the host name itself.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is reserved for documentation, so nobody receives data
            return str(probe.getsockname()[0])
        except OSError:
            name = socket.gethostname()
    try:
        return socket.gethostbyname(name)
    except OSError:
        return name


def _print_class_access(address: str, code: str) -> str:
    """Print how students log in, and a QR code if the output is a terminal; return the login address."""
    from sprague.web.access import login_address, show_code

    direct = login_address(address, code)
    print(f"Code of the class: {show_code(code)}", flush=True)
    has_picture = sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
    scan = ", or scan the QR code, which contains both" if has_picture else ""
    print(f"Students open {address} and enter the code{scan}.", flush=True)
    if has_picture:
        import segno

        segno.make(direct, error="m", micro=False).terminal(compact=True)
    print(f"Link with the code: {direct}", flush=True)
    encryption = "" if address.startswith("https") else " Connections are not encrypted."
    print(f"The code is valid until the server stops.{encryption}", flush=True)
    return direct
