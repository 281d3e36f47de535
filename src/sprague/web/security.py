"""`SecurityMiddleware` checks every web request and adds security headers to every response."""

from __future__ import annotations

import asyncio
import hmac
import re
from base64 import b64decode
from http import HTTPStatus

from sprague.web.errors import PROBLEM_JSON, Refusal, make_refusal, problem_body
from sprague.web.former_paths import App, Message, Receive, Scope, Send, is_former_path
from sprague.web.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# The content security policy of drawings: inline styles are allowed, scripts and external files are not.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}
BODY_SECONDS = 30.0  # time limit for the body of a request to arrive
TOO_SLOW = f"the request did not arrive completely within {BODY_SECONDS:g} seconds"
LOOPBACK = re.compile(r"(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)


class SecurityMiddleware:
    """The middleware that checks every web request and adds security headers to every response."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_policy(message["headers"])
            await send(message)

        if (refused := self._find_refusal(scope, headers)) is not None:
            await _send_refusal(refused, scope, send_with_headers)
            return
        # The body is read with a size limit because a request need not state the length of its body.
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
        """Return a refusal if a request fails a check, else None."""
        settings, is_api = self.settings, scope["path"].startswith("/api/")
        host = headers.get(b"host", b"").decode("latin-1")
        # Only loopback host names are accepted, which prevents DNS rebinding.
        if settings.loopback and not LOOPBACK.fullmatch(host):
            return make_refusal(
                HTTPStatus.MISDIRECTED_REQUEST, f"expected the host localhost or 127.0.0.1, got {host[:80]!r}"
            )
        site, mode = headers.get(b"sec-fetch-site", b""), headers.get(b"sec-fetch-mode", b"")
        if is_api and site in (b"cross-site", b"same-site") and mode != b"navigate":
            return make_refusal(
                HTTPStatus.FORBIDDEN, "requests from other websites are not allowed; use the pages of this server"
            )
        if settings.token is not None and not _has_token(settings.token, headers.get(b"authorization", b"")):
            return make_refusal(
                HTTPStatus.UNAUTHORIZED,
                "the access token is missing or wrong; send it as the password, or as 'Authorization: Bearer …'",
            )
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > settings.body:
            return _too_long(settings.body)
        return None


def _has_token(token: str, given: bytes) -> bool:
    """Whether a request carries the access token, as a bearer token or as the password of basic authentication.

    Browsers send the password with every request, so the pages need no code for authentication.
    """
    kind, _, secret = given.partition(b" ")
    if kind.lower() == b"basic":
        try:
            secret = b64decode(secret.strip(), validate=True).partition(b":")[2]
        except ValueError:
            return False
    return hmac.compare_digest(secret.strip(), token.encode())


def _too_long(most: int) -> Refusal:
    detail = f"expected a request of at most {most:,} bytes, got more"
    return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, "request-too-large")


def _with_policy(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    kinds = [value for name, value in headers if name.lower() == b"content-type"]
    policy = DRAWING_POLICY if any(kind.startswith(b"image/svg") for kind in kinds) else POLICY
    return [*headers, *HEADERS.items(), (b"content-security-policy", policy.encode())]


async def _send_refusal(refused: Refusal, scope: Scope, send: Send) -> None:
    body = problem_body(refused.problem, is_former_path(scope))
    headers = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", str(len(body)).encode())]
    if refused.status == HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b'Basic realm="Sprague: any name, and the token as the password"'))
    await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _read_body(receive: Receive, most: int) -> Receive | None:
    """Read the body of a request and return a function that replays the body, or None if the body is too long."""
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
