"""How fast the web laboratory answers on loopback, from the start of the server on.

    python benchmarks/web.py

The server is started as `sprague serve` does it; the seconds until it answers at all, until the first page and the
gallery's games are there, and of what a person waits for afterwards: a move, a hint, a position, a tile of a map. Each
figure stands beside what was aimed at, and beside the processor's own seconds where the machine does other things as
well.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from statistics import median
from typing import Any

RUNS = 20
PORT = 8239


class Client:
    """One line to the server, as a browser keeps it."""

    def __init__(self) -> None:
        self.line = HTTPConnection("127.0.0.1", PORT, timeout=60)

    def ask(self, method: str, path: str, question: dict[str, object] | None = None) -> Any:
        body = None if question is None else json.dumps(question)
        self.line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = self.line.getresponse()
        content = answer.read()
        assert answer.status in (200, 202), content[:300]
        return json.loads(content) if "json" in answer.headers["content-type"] else content


def main() -> None:
    began = time.monotonic()
    server = subprocess.Popen([sys.executable, "-m", "sprague", "serve", "--no-browser", "--port", str(PORT)])
    try:
        client = Client()
        while True:
            try:
                client.ask("GET", "/api/health")
                break
            except OSError:
                client = Client()
                time.sleep(0.01)
        _show("the server is up", time.monotonic() - began, 2.0)
        _show("the first page", _seconds(lambda: client.ask("GET", "/")), 0.2)
        client.ask("GET", "/api/games")
        _show("the games of the gallery, from the start on", time.monotonic() - began, 2.5)
        _warm(client)
        for what, aim, work in _questions(client):
            _show(what, median(_seconds(work) for _ in range(RUNS)), aim)
    finally:
        server.terminate()
        server.wait(10)


def _questions(client: Client) -> list[tuple[str, float, Callable[[], object]]]:
    """What a person waits for; each time it is asked it is another one, so that no answer that was kept is measured."""
    state = client.ask("POST", "/api/match", {"game": "nim", "position": "23,45,54"})["state"]
    numbers = iter(range(10**9))

    def move() -> object:
        chosen = state["moves"][next(numbers)]["position"]
        return client.ask("POST", "/api/match/move", {"match": state["match"], "move": chosen})

    def reply() -> object:
        question = {"match": state["match"], "level": "perfect", "seed": next(numbers)}
        return client.ask("POST", "/api/match/reply", question)

    def position() -> object:
        return client.ask("POST", "/api/position", {"game": "sharing-nim", "position": f"3,9,{next(numbers)}"})

    def rule() -> object:
        text = f"(a, b) -> (u, b) where u < a, a <= {1000 + next(numbers)} any order"
        return client.ask("POST", "/api/rule", {"game": text})

    def tile() -> object:
        n = next(numbers)
        return client.ask("GET", f"/api/map/tile?game=wythoff&limit=2000&x={n % 7}&y={n // 7 % 7}")

    return [
        ("a move, where a theorem covers it", 0.1, move),
        ("the computer's reply, where a theorem covers it", 0.1, reply),
        ("all about a position, where a theorem covers it", 0.1, position),
        ("a rule as it is typed", 0.1, rule),
        ("a tile of a map of 2,000 x 2,000", 0.1, tile),
    ]


def _warm(client: Client) -> None:
    """Fill the table of the map, and let each worker meet the games."""
    while not client.ask("GET", "/api/map?game=wythoff&limit=2000")["ready"]:
        time.sleep(0.1)
    for n in range(6):
        client.ask("GET", f"/api/map/tile?game=wythoff&limit=2000&x=7&y={n}")
        client.ask("POST", "/api/position", {"game": "sharing-nim", "position": f"1,2,{n}"})
        client.ask("POST", "/api/match", {"game": "nim", "position": f"3,5,{n}"})


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _show(what: str, seconds: float, aim: float) -> None:
    print(f"{what:<50} {seconds * 1000:>8.1f} ms   (aim: {aim * 1000:.0f} ms)", flush=True)


if __name__ == "__main__":
    main()
