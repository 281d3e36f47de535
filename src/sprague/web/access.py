"""Access control of a server with a password or a class code: the login page, the cookie, and a limit on wrong guesses.

A browser sends the password or class code once, to the page /login, and receives a cookie. Programs send the password
of `sprague serve --token` with every request, as a bearer token or by basic authentication.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import b64decode
from collections import OrderedDict, deque
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address
from urllib.parse import parse_qs, urlencode

from sprague import clock
from sprague.web.settings import Settings

COOKIE = "sprague-session"
LOGIN_PATH = "/login"
# Paths of the files that the login page needs; these files contain no secrets, because they are the same on every
# server.
OPEN_PATHS = ("/css/", "/static/", "/icon.svg")
# characters of class codes, without 0, O, 1, I and L, which are easily confused
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LETTERS = 6
MOST_FAILURES = 20  # maximum number of wrong codes or passwords from one client within WINDOW_SECONDS
MOST_FAILURES_OF_ALL = 1_000  # maximum number of wrong codes or passwords from all clients within WINDOW_SECONDS
WINDOW_SECONDS = 60
MOST_CLIENTS = 10_000  # maximum number of clients whose wrong codes or passwords are counted
MOST_SECRET_LETTERS = 200  # maximum length of a password or class code


def make_code() -> str:
    """Return a random code for a class, such as `K7M2QX`, one of about 887 million equally likely codes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))


def show_code(code: str) -> str:
    """Return a class code in the form in which it is printed, with a hyphen in the middle.

    >>> show_code("K7M2QX")
    'K7M-2QX'
    """
    return f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"


class FailureLimit:
    """A limit on wrong passwords: at most 20 per minute from one client, and 1,000 per minute from all clients."""

    def __init__(self) -> None:
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()
        self._of_all: deque[float] = deque(maxlen=MOST_FAILURES_OF_ALL)

    def is_reached(self, client: str) -> bool:
        """Return whether a client must wait before it may try another password."""
        since = clock.now() - WINDOW_SECONDS
        mine = self._failures.get(_network(client), ())
        of_all = len(self._of_all) == MOST_FAILURES_OF_ALL and self._of_all[0] > since
        return of_all or sum(failed > since for failed in mine) >= MOST_FAILURES

    def count(self, client: str) -> None:
        """Count a wrong password that a client has sent."""
        now, network = clock.now(), _network(client)
        self._of_all.append(now)
        self._failures.setdefault(network, deque(maxlen=MOST_FAILURES)).append(now)
        self._failures.move_to_end(network)
        if len(self._failures) > MOST_CLIENTS:
            self._failures.popitem(last=False)


def _network(client: str) -> str:
    """Return the address of a client or, for IPv6, its /64 network, because one client may use the whole network."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    return address.exploded[:19] if isinstance(address, IPv6Address) else str(address)


class Access:
    """The access control of a server, which checks passwords and class codes, and recognises browsers by a cookie."""

    def __init__(self, settings: Settings) -> None:
        self.token, self.code = settings.token, settings.code
        self.limit = FailureLimit()
        # secret key that signs cookies; every start of the server creates a new key
        self._session = secrets.token_urlsafe(32)

    @property
    def is_open(self) -> bool:
        """Whether everybody may use the server without a password or class code."""
        return self.token is None and self.code is None

    def has_session(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether a request carries the cookie of a browser that has logged in."""
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        found = cookies.get(COOKIE)
        return found is not None and _is_equal(found.value, self._session)

    def has_token(self, given: bytes) -> bool:
        """Return whether the header `Authorization` has the password, as a bearer token or as basic credentials."""
        kind, _, secret = given.partition(b" ")
        if kind.lower() == b"basic":
            try:
                secret = b64decode(secret.strip(), validate=True).partition(b":")[2]
            except ValueError:
                return False
        return self.token is not None and _is_equal(secret.strip().decode("latin-1"), self.token)

    def accepts(self, secret: str) -> bool:
        """Return whether a text is the password or the class code; in a class code, case and hyphens do not matter."""
        if len(secret) > MOST_SECRET_LETTERS:
            return False
        if self.code is not None and _is_equal(re.sub(r"[\s-]", "", secret).upper(), self.code):
            return True
        return self.token is not None and _is_equal(secret.strip(), self.token)

    def cookie(self, *, is_secure: bool) -> bytes:
        """Return the header `Set-Cookie` for a browser that has logged in; scripts cannot read the cookie."""
        return f"{COOKIE}={self._session}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if is_secure else ''}".encode()

    def login_page(self, problem: str = "", target: str = "/") -> bytes:
        """Return the HTML page that asks for the password or the class code."""
        name = "code of your class" if self.code is not None else "password"
        kind = "text" if self.code is not None else "password"
        alert = f'<p class="notice bad" role="alert" id="problem">{escape(problem)}</p>' if problem else ""
        described = ' aria-describedby="problem" aria-invalid="true"' if problem else ""
        return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Log in · Sprague</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/css/base.css" />
    <link rel="stylesheet" href="/css/shell.css" />
  </head>
  <body>
    <main class="main login">
      <form class="card login-form" method="post" action="{LOGIN_PATH}">
        <h1>Sprague</h1>
        <p>Pile games: play, explore and prove. Enter the {name}; your teacher or host has it.</p>
        {alert}
        <label class="field"><span>{name.capitalize()}</span>
          <input class="input" name="code" type="{kind}" required autofocus autocomplete="off"
            autocapitalize="characters" spellcheck="false" maxlength="{MOST_SECRET_LETTERS}"{described} /></label>
        <input type="hidden" name="next" value="{escape(local_path(target), quote=True)}" />
        <button class="button primary large">Log in</button>
      </form>
    </main>
  </body>
</html>
""".encode()


def read_form(text: str) -> tuple[str, str]:
    """Return the fields `code` (or `token`) and `next` of a login form or query string; a missing field is empty."""
    try:
        fields = parse_qs(text, max_num_fields=10)
    except ValueError:
        return "", "/"
    given = fields.get("code") or fields.get("token") or [""]
    return given[0], local_path(fields.get("next", ["/"])[0])


def local_path(target: str) -> str:
    """Return `text` if it is a path of this server, else `/`, so that a login link cannot lead to another server.

    >>> local_path("/board?game=nim"), local_path("//evil.example"), local_path("https://evil.example")
    ('/board?game=nim', '/', '/')
    """
    is_local = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if is_local and target.isascii() and target.isprintable() and " " not in target else "/"


def login_address(address: str, code: str) -> str:
    """Return the address that contains a class code and logs in directly, for a QR code or a link."""
    return f"{address.rstrip('/')}{LOGIN_PATH}?{urlencode({'code': code})}"


def wants_page(headers: dict[bytes, bytes], path: str) -> bool:
    """Return whether a request comes from a browser that requests a page, not from a program that requests data."""
    return b"text/html" in headers.get(b"accept", b"") and not path.startswith("/api/")


def _is_equal(given: str, expected: str) -> bool:
    """Return whether two passwords are equal; the running time does not depend on how many characters agree."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode("utf-8"))


TOO_MANY = "Too many wrong codes were entered. Wait a minute, then try again."
WRONG = "The code or password is not right. Check it and try again."
LOGIN_STATUS = {"": HTTPStatus.UNAUTHORIZED, WRONG: HTTPStatus.UNAUTHORIZED, TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS}
