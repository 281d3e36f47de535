"""Soak test of the web laboratory: minutes of requests of all kinds, and the memory of all its processes.

    python benchmarks/soak.py [MINUTES]

Four clients play matches to their end, request positions, rules, maps and tiles, start jobs, follow some of them,
cancel long jobs, and send invalid requests. Every ten seconds the test prints the resident memory of the server and its
workers and the number of responses by status. At the end it compares the memory of the last quarter with that of the
second.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

PORT = 8241
CLIENTS = 4
BETWEEN = 10.0  # seconds between two printed lines
LISTENING = 8.0  # maximal number of seconds that a client follows a job
GROWTH = 0.10  # tolerated relative growth of the server's memory
GAMES = ("nim", "wythoff", "kayles", "sharing-nim", "empty-transfer:boxes=4", "subtraction-transfer:a=2,b=3,c=2")


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    server = subprocess.Popen([sys.executable, "-m", "sprague", "serve", "--no-browser", "--port", str(PORT)])
    answers: Counter[int] = Counter()
    over = threading.Event()
    try:
        _wait_for_server()
        clients = [threading.Thread(target=_use, args=(number, answers, over)) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        grown = _watch(server.pid, 60 * minutes, answers)
        over.set()
        for client in clients:
            client.join()
    finally:
        over.set()
        server.terminate()
        server.wait(20)
    sys.exit(1 if grown or any(status >= 500 and status != 503 for status in answers) else 0)


def _wait_for_server() -> None:
    while True:
        try:
            _ask("GET", "/api/v1/games")
            return
        except (OSError, HTTPException):
            time.sleep(0.1)


def _watch(server: int, seconds: float, answers: Counter[int]) -> bool:
    """Print the memory until the time is over; return whether the memory of the server has grown."""
    began = time.monotonic()
    own: list[float] = []
    print(f"{'seconds':>8} {'server':>10} {'all':>10}  answers by status")
    while (passed := time.monotonic() - began) < seconds:
        mine, everything = _memory(server), sum(map(_memory, _family(server)))
        own.append(mine)
        summary = ", ".join(f"{status}: {count:,}" for status, count in sorted(answers.items()))
        print(f"{passed:>8.0f} {mine:>7.1f} MB {everything:>7.1f} MB  {summary}", flush=True)
        time.sleep(BETWEEN)
    quarter = max(1, len(own) // 4)
    first, last = mean(own[quarter : 2 * quarter] or own), mean(own[-quarter:])
    print(f"the server's memory: {first:.1f} MB in the second quarter, {last:.1f} MB in the last")
    return last > first * (1 + GROWTH)


def _memory(process: int) -> float:
    """Return the resident megabytes of a process."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


def _family(process: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [process]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*"):
            with suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found


def _ask(method: str, path: str, question: object = None) -> tuple[int, Any]:
    line = HTTPConnection("127.0.0.1", PORT, timeout=120)
    try:
        body = None if question is None else json.dumps(question)
        line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = line.getresponse()
        content = answer.read()
        is_json = "json" in answer.headers.get("content-type", "")
        return answer.status, json.loads(content) if is_json else content
    finally:
        line.close()


def _use(number: int, answers: Counter[int], over: threading.Event) -> None:
    """Run one client until the test is over."""
    random = Random(number)

    def ask(method: str, path: str, question: object = None) -> Any:
        status, response = _ask(method, path, question)
        answers[status] += 1
        return response

    while not over.is_set():
        with suppress(OSError, HTTPException):
            random.choice((_play, _look, _work, _annoy))(ask, random)


def _play(ask: Any, random: Random) -> None:
    """Play a match to its end against the computer."""
    response = ask("POST", "/api/v1/match", {"game": random.choice(GAMES), "seed": random.randrange(1000)})
    while "state" in response and not response["state"]["over"] and response["state"]["moves"]:
        state = response["state"]
        if state["mover"] == 0:
            chosen = random.choice(state["moves"])["position"]
            response = ask("POST", "/api/v1/match/move", {"match": state["match"], "move": chosen})
        else:
            response = ask("POST", "/api/v1/match/reply", {"match": state["match"]})


def _look(ask: Any, random: Random) -> None:
    """Request positions, rules, maps and tiles."""
    a, b, c = (random.randrange(40) for _ in range(3))
    ask("POST", "/api/v1/position", {"game": "nim", "position": f"{a},{b},{c}"})
    ask("POST", "/api/v1/rule", {"game": f"(a, b) -> (a - k, b) where 1 <= k <= {a + 1} any order"})
    limit = random.randrange(20, 400)
    response = ask("GET", f"/api/v1/map?game=wythoff&limit={limit}")
    if response.get("ready"):
        ask("GET", f"/api/v1/map/tile?game=wythoff&limit={limit}")
    ask("GET", f"/api/v1/seen?values={'+'.join(str(random.randrange(4)) for _ in range(6))}")


def _work(ask: Any, random: Random) -> None:
    """Start jobs, and cancel some of them."""
    step = random.randrange(2, 30)
    kind = random.choice(("table", "discover", "period", "check"))
    question: dict[str, object] = {
        "kind": kind,
        "game": f"(a, b) -> (a - {step}, b) ; (a, b - 1) ; (a - 1, b - {step})",
    }
    options: dict[str, dict[str, object]] = {
        "table": {"limit": 10 * step},
        "check": {"formula": "a = b"},
        "discover": {"seconds": 2},
    }
    question |= options.get(kind, {})
    job = ask("POST", "/api/v1/jobs", question)
    if "id" in job:
        if random.random() < 0.5:
            _listen(job["id"], LISTENING * random.random())
        ask("DELETE", f"/api/v1/jobs/{job['id']}")


def _listen(job: str, seconds: float) -> None:
    """Follow the events of a job for some seconds, whether it ends or not."""
    line = HTTPConnection("127.0.0.1", PORT, timeout=120)
    try:
        line.request("GET", f"/api/v1/jobs/{job}/events")
        answer = line.getresponse()
        end = time.monotonic() + seconds
        while time.monotonic() < end and answer.readline():
            pass
    finally:
        line.close()


def _annoy(ask: Any, random: Random) -> None:
    """Send requests that the server must refuse."""
    ask("POST", "/api/v1/rule", {"game": "(a, b) -> " + "(" * random.randrange(100)})
    ask("POST", "/api/v1/position", {"game": "nim", "position": "9" * random.randrange(1, 20_000)})
    ask("POST", "/api/v1/jobs", {"kind": "table", "game": "nim:piles=6", "limit": 10_000})
    ask("GET", f"/api/v1/jobs/{random.randrange(16**12):x}")


if __name__ == "__main__":
    main()
