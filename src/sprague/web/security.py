"""`SecurityMiddleware` checks every web request, and adds security headers to every response."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from http import HTTPStatus

from sprague.web.access import LOGIN_PATH, LOGIN_STATUS, OPEN_PATHS, TOO_MANY, WRONG, Access, read_form, wants_page
from sprague.web.errors import PROBLEM_JSON, Refusal, make_refusal, problem_body
from sprague.web.former_paths import App, Message, Receive, Scope, Send, is_former_path
from sprague.web.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# The content security policy for drawings allows inline styles, but no scripts and no external files.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
OPENER_POLICY = b"cross-origin-opener-policy"
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    OPENER_POLICY: b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
MOST_FORM_BYTES = 4_096  # maximum size, in bytes, of the body of a login form
BODY_SECONDS = 30.0  # time limit, in seconds, for the body of a request to arrive
TOO_SLOW = f"the request did not arrive completely within {BODY_SECONDS:g} seconds"
LOOPBACK = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)


class SecurityMiddleware:
    """The middleware that checks every web request and adds security headers to every response."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings, self.access = app, settings, Access(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}

        host = headers.get(b"host", b"").decode("latin-1")
        is_trustworthy = scope.get("scheme") == "https" or LOOPBACK.fullmatch(host) is not None

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_policy(message["headers"], is_trustworthy)
            await send(message)

        if (refused := self._find_refusal(scope, headers)) is not None:
            await _send_refusal(refused, scope, send_with_headers)
            return
        if not self.access.is_open:
            if scope["path"] == LOGIN_PATH:
                await self._log_in(scope, receive, send_with_headers)
                return
            if (refused := self._find_missing_access(scope, headers)) is not None:
                if wants_page(headers, scope["path"]):
                    await self._send_login_page(scope, "", _target(scope), send_with_headers)
                else:
                    has_token = self.access.token is not None
                    await _send_refusal(refused, scope, send_with_headers, asks_password=has_token)
                return
        # The body of a request is read with a size limit, because a request need not state the length of its body.
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = receive if scope["method"] in ("GET", "HEAD") else await _read_body(receive, self.settings.body)
        except TimeoutError:
            await _send_refusal(make_refusal(HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW), scope, send_with_headers)
            return
        if body is None:
            await _send_refusal(_too_long(self.settings.body), scope, send_with_headers)
            return
        await self.app(scope, body, send_with_headers)

    def _find_refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        """Return a refusal if a web request fails a security check, else None."""
        settings, is_api = self.settings, scope["path"].startswith("/api/")
        host = headers.get(b"host", b"").decode("latin-1")
        # Refuse requests with unknown host names, which prevents DNS rebinding attacks.
        if not self._accepts_host(host):
            expected = ", ".join(("localhost", "127.0.0.1", *settings.hosts))
            return make_refusal(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"expected one of the hosts {expected}, got {host[:80]!r}; "
                "the operator of the server can allow a host with --allowed-host",
            )
        site, mode = headers.get(b"sec-fetch-site", b""), headers.get(b"sec-fetch-mode", b"")
        if is_api and site in (b"cross-site", b"same-site") and mode != b"navigate":
            return make_refusal(
                HTTPStatus.FORBIDDEN, "requests from other websites are not allowed; use the pages of this server"
            )
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > settings.body:
            return _too_long(settings.body)
        return None

    def _accepts_host(self, host: str) -> bool:
        """Return whether the server accepts requests that are addressed to the given host name."""
        if LOOPBACK.fullmatch(host):
            return True
        name = re.sub(r":[0-9]{1,5}$", "", host).lower().removesuffix(".")
        if name in self.settings.hosts:
            return True
        return not self.settings.loopback and (not self.settings.hosts or _is_ip_address(name))

    def _find_missing_access(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        """Return a refusal unless a request contains the cookie or the password, or is for a file of the login page."""
        access, client = self.access, _client(scope)
        if (scope["method"] in ("GET", "HEAD") and scope["path"].startswith(OPEN_PATHS)) or access.has_session(headers):
            return None
        if given := headers.get(b"authorization", b""):
            if access.limit.is_reached(client):
                return make_refusal(HTTPStatus.TOO_MANY_REQUESTS, "too many wrong passwords; try again in a minute")
            if access.has_token(given):
                return None
            access.limit.count(client)
        remedy = (
            "send it as the password, or as 'Authorization: Bearer …'"
            if access.token is not None
            else f"enter the code of the class at {LOGIN_PATH}"
        )
        return make_refusal(HTTPStatus.UNAUTHORIZED, f"the access token is missing or wrong; {remedy}")

    async def _log_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for the login page: send the page, or check a submitted code and set the session cookie."""
        if scope["method"] == "POST":
            body = await _read_form_body(receive)
            secret, target = read_form(body)
        else:
            secret, target = read_form(scope.get("query_string", b"").decode("latin-1"))
        access, client = self.access, _client(scope)
        if not secret:
            await self._send_login_page(scope, "", target, send)
        elif access.limit.is_reached(client):
            await self._send_login_page(scope, TOO_MANY, target, send)
        elif not access.accepts(secret):
            access.limit.count(client)
            await self._send_login_page(scope, WRONG, target, send)
        else:
            cookie = access.cookie(is_secure=scope.get("scheme") == "https")
            headers = [(b"location", target.encode()), (b"set-cookie", cookie), (b"content-length", b"0")]
            headers.append((b"cache-control", b"no-store"))
            await send({"type": "http.response.start", "status": int(HTTPStatus.SEE_OTHER), "headers": headers})
            await send({"type": "http.response.body", "body": b""})

    async def _send_login_page(self, scope: Scope, problem: str, target: str, send: Send) -> None:
        body = self.access.login_page(problem, target)
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        status = LOGIN_STATUS[problem]
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            headers.append((b"retry-after", b"60"))
        await send({"type": "http.response.start", "status": int(status), "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _client(scope: Scope) -> str:
    """Return the address of the client of a request; behind a proxy, uvicorn takes the address from a header."""
    return str((scope.get("client") or ("",))[0])


def _target(scope: Scope) -> str:
    """Return the path and the query of a request, for the redirect after a login."""
    words = scope.get("query_string", b"").decode("latin-1")
    return f"{scope['path']}?{words}" if words else str(scope["path"])


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _read_form_body(receive: Receive) -> str:
    """Return the body of a login form, or an empty body if it is too long or arrives too slowly."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            again = await _read_body(receive, MOST_FORM_BYTES)
    except TimeoutError:
        return ""
    if again is None:
        return ""
    parts = []
    more = True
    while more:
        message = await again()
        parts.append(message.get("body", b""))
        more = bool(message.get("more_body", False))
    return b"".join(parts).decode("latin-1")


def _too_long(most: int) -> Refusal:
    detail = f"expected a request of at most {most:,} bytes, got more"
    return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, "request-too-large")


def _with_policy(headers: list[tuple[bytes, bytes]], is_trustworthy: bool) -> list[tuple[bytes, bytes]]:
    """Add the security headers to the headers of a response.

    The function omits the opener policy in responses over plain HTTP to other machines, because browsers would ignore
    the policy and report an error.
    """
    kinds = [value for name, value in headers if name.lower() == b"content-type"]
    policy = DRAWING_POLICY if any(kind.startswith(b"image/svg") for kind in kinds) else POLICY
    shared = [item for item in HEADERS.items() if is_trustworthy or item[0] != OPENER_POLICY]
    return [*headers, *shared, (b"content-security-policy", policy.encode())]


async def _send_refusal(refused: Refusal, scope: Scope, send: Send, *, asks_password: bool = False) -> None:
    body = problem_body(refused.problem, is_former_path(scope))
    headers = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", str(len(body)).encode())]
    if asks_password and refused.status == HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b'Basic realm="Sprague: any name, and the token as the password"'))
    await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _read_body(receive: Receive, most: int) -> Receive | None:
    """Return a function that replays the body of a request, or None if the body is too long."""
    read: list[Message] = []
    left = most
    more = True
    while more:
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            return None
        read.append(message)
        more = bool(message.get("more_body", False))

    async def again() -> Message:
        return read.pop(0) if read else await receive()

    return again
