"""Firefox, driven by WebDriver BiDi, the protocol of the W3C that Firefox itself speaks.

Playwright drives only a Firefox of its own, not the one of a distribution. The tests need little: open an address,
click, press keys, and wait until a condition of the page holds.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

WAIT = 120.0  # seconds, which only turn a hang into a failure

#: Names that lead to this machine but, unlike `localhost`, give pages no secure context; no animations; no requests
#: to Mozilla.
PREFERENCES = {
    "network.dns.localDomains": "class.example",
    "ui.prefersReducedMotion": 1,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
#: Keys of the keyboard that have no character of their own, in the encoding of WebDriver.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Control": "\ue009",
    "Escape": "\ue00c",
    "Right": "\ue014",
    "Down": "\ue015",
}

#: The center of the first visible element of a selector that contains a text, once it stands still, is enabled and is
#: not covered; otherwise null.
CENTER = """(async (selector, words) => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const found = [...document.querySelectorAll(selector)].find(one =>
    one.checkVisibility({visibilityProperty: true})
    && (one.getAttribute("aria-label") ?? one.textContent).trim().includes(words));
  if (!found || found.matches(":disabled, [aria-disabled=true]")) return null;
  found.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const place = () => { const box = found.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; };
  const before = place();
  await frame();
  await frame();
  const [x, y, width, height] = place();
  if (!found.isConnected || width * height === 0 || String([x, y, width, height]) !== String(before)) return null;
  const center = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const top = document.elementFromPoint(...center);
  return found.contains(top) || top?.closest("label")?.contains(found) ? center : null;
})"""


class Firefox:
    """A running Firefox without a window."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._numbers = connection, count(1)
        self.complaints: list[str] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **parameters: object) -> dict[str, object]:
        """Send a command and return its result; errors that pages log meanwhile are kept in `complaints`."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(timeout=WAIT))
            if message.get("id") == number:
                if message["type"] == "error":
                    raise BidiError(f"{method}: {message['error']}: {message['message']}")
                result: dict[str, object] = message["result"]
                return result
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.complaints.append(message["params"]["text"])


class BidiError(Exception):
    """A command that Firefox refused."""


class Tab:
    """A page of Firefox."""

    def __init__(self, firefox: Firefox, site: str, context: str) -> None:
        self._firefox, self._site, self._context = firefox, site, context

    def goto(self, path: str) -> None:
        """Open a path of the site, and wait until it is loaded."""
        self._firefox.command("browsingContext.navigate", context=self._context, url=self._site + path, wait="complete")

    def evaluate(self, expression: str) -> object:
        """Return the value of an expression or promise of JavaScript."""
        found = self._firefox.command(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise AssertionError(f"{expression}: {found['exceptionDetails']}")
        result = found["result"]
        assert isinstance(result, dict)
        return json.loads(result["value"])

    def wait_for(self, expression: str) -> object:
        """Wait until the value of an expression is true, and return the value."""
        end = time.monotonic() + WAIT
        while True:
            try:
                if found := self.evaluate(expression):
                    return found
            except BidiError:  # the page has just been replaced by another one
                pass
            assert time.monotonic() < end, f"{expression} stays false in: {self.evaluate('document.body.innerText')}"
            time.sleep(0.1)

    def text(self, selector: str) -> str:
        """Return the visible text of the first element of a selector, or nothing if there is no such element."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def has_text(self, selector: str, words: str) -> None:
        """Wait until a visible element of a selector has a text or a label that contains these words."""
        self.wait_for(
            f"[...document.querySelectorAll({json.dumps(selector)})].some(one => one.checkVisibility() && "
            f"[one.ariaLabel, one.innerText].join(' ').includes({json.dumps(words)}))"
        )

    def click(self, selector: str, words: str = "") -> None:
        """Click the first visible element of a selector that contains a text, as soon as it can be clicked."""
        center = self.wait_for(f"{CENTER}({json.dumps(selector)}, {json.dumps(words)})")
        assert isinstance(center, list)
        self._perform(
            "pointer",
            {"type": "pointerMove", "x": center[0], "y": center[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def press(self, *keys: str) -> None:
        """Press keys together, for instance `Control` and `v`."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        self._perform("key", *down, *({"type": "keyUp", "value": value} for value in reversed(values)))

    def _perform(self, kind: str, *actions: Mapping[str, object]) -> None:
        source = {"type": kind, "id": kind, "actions": list(actions)}
        self._firefox.command("input.performActions", context=self._context, actions=[source])


def wait_for_address(program: subprocess.Popen[bytes], profile: Path) -> str:
    """Return the address that Firefox writes into its profile when it listens."""
    written, end = profile / "WebDriverBiDiServer.json", time.monotonic() + WAIT
    while True:
        if written.exists() and (text := written.read_text()).endswith("}"):
            server = json.loads(text)
            return f"ws://{server['ws_host']}:{server['ws_port']}"
        assert program.poll() is None, "Firefox ended at once"
        assert time.monotonic() < end, "Firefox does not listen"
        time.sleep(0.1)


@contextmanager
def running_firefox(path: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty profile, and end it afterwards."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            with connect(
                f"{wait_for_address(program, profile)}/session", max_size=None, open_timeout=WAIT
            ) as connection:
                yield Firefox(connection)
        finally:
            program.terminate()


def await_reports(firefox: Firefox, tab: Tab) -> None:
    """Wait until Firefox has reported all errors so far: reports are late but in order, so two errors mark the end."""
    mark, end = "the end of the test", time.monotonic() + WAIT
    tab.evaluate(f"(console.error('{mark}'), setTimeout(() => {{ throw Error('{mark}'); }}), 0)")
    while sum(mark in complaint for complaint in firefox.complaints) < 2:
        assert time.monotonic() < end, "Firefox reports no errors"
        tab.evaluate("new Promise(done => setTimeout(done, 20))")
    firefox.complaints[:] = [complaint for complaint in firefox.complaints if mark not in complaint]


@contextmanager
def opened_tab(firefox: Firefox, site: str) -> Iterator[Tab]:
    """Yield a page with cookies and storage of its own; every console error fails the test."""
    firefox.complaints.clear()
    user = firefox.command("browser.createUserContext")["userContext"]
    context = str(firefox.command("browsingContext.create", type="tab", userContext=user)["context"])
    viewport = {"width": 1280, "height": 900}
    firefox.command("browsingContext.setViewport", context=context, viewport=viewport)
    tab = Tab(firefox, site, context)
    yield tab
    await_reports(firefox, tab)
    firefox.command("browser.removeUserContext", userContext=user)
    assert not firefox.complaints, "; ".join(firefox.complaints)
