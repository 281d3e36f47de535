"""`FormerPathsMiddleware` answers requests for former paths of the web API without a version, such as /api/games.

The paths of earlier releases contained no version. A request for a path without a version gets the response of the
current path, with a header `Link` that names the current path. An error response for a path without a version also has
the field `error`, as in earlier releases.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

FORMER, CURRENT = "/api/", "/api/v1/"
MARK = "sprague.former_path"
# the date from which paths without a version are deprecated (18 November 2026), in the format of RFC 9745
DEPRECATED_SINCE = b"@1794960000"


def is_former_path(scope: Scope) -> bool:
    """Return whether a request was made for a path of the web API without a version."""
    return bool(scope.get(MARK, False))


class FormerPathsMiddleware:
    """The middleware that answers requests for paths of the web API without a version."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(FORMER) or scope["path"].startswith(CURRENT):
            await self.app(scope, receive, send)
            return
        path = CURRENT + scope["path"].removeprefix(FORMER)
        raw = scope.get("raw_path") or scope["path"].encode()
        raw_path = CURRENT.encode() + raw.removeprefix(FORMER.encode())

        async def send_with_link(message: Message) -> None:
            if message["type"] == "http.response.start":
                link = b"<" + raw_path.partition(b"?")[0] + b'>; rel="successor-version"'
                message["headers"] = [*message["headers"], (b"link", link), (b"deprecation", DEPRECATED_SINCE)]
            await send(message)

        await self.app({**scope, "path": path, "raw_path": raw_path, MARK: True}, receive, send_with_link)
