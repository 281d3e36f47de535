"""Benchmark of the response times of the web laboratory on the loopback interface, from the start of the server on.

    python benchmarks/web.py

The benchmark starts the server like `sprague serve`. It measures the seconds until the server responds, until the first
page and the games of the gallery are loaded, and for the requests a person waits for: a move, a hint, a position, a
tile of a map. Each figure is printed with its target: the minimum of several runs and their median, because the machine
may be busy. The start cannot be repeated, so the processor time of the server and of the process that forks its workers
is printed too; these two processes start in parallel.

At the end a headless browser, if available, drags a map of 1,000 x 1,000 and measures the work of the page per frame.
Less than 16.7 ms means sixty frames per second.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from results import Cell, record

RUNS = 20
FRAMES = 120
PORT = 8239
#: The printed lines: name, minimum and median of the runs, and the target, in ms.
SHOWN: list[tuple[Cell, ...]] = []


class Client:
    """A persistent connection to the server, like that of a browser."""

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
                client.ask("GET", "/api/v1/health")
                break
            except OSError:
                client = Client()
                time.sleep(0.01)
        _show("the server is up", time.monotonic() - began, 2.0)
        for who, process in (("the server's own", server.pid), *((name, one) for one, name in _children(server.pid))):
            _show(f"  processor time: {who}", _processor(process), 2.0)
        pages = [_seconds(lambda: client.ask("GET", "/")) for _ in range(RUNS)]
        _show("the first page, the first time", pages[0], 0.2, median(pages))
        client.ask("GET", "/api/v1/games")
        _show("the games of the gallery, from the start on", time.monotonic() - began, 2.5)
        _warm(client)
        for what, aim, work in _questions(client):
            runs = [_seconds(work) for _ in range(RUNS)]
            _show(what, min(runs), aim, median(runs))
        _show_frames()
        record(("", "least, ms", "median, ms", "aim, ms"), SHOWN)
    finally:
        server.terminate()
        server.wait(10)


def _questions(client: Client) -> list[tuple[str, float, Callable[[], object]]]:
    """Return the requests a person waits for; each call sends a new request, so that no cached response is measured."""
    state = client.ask("POST", "/api/v1/match", {"game": "nim", "position": "23,45,54"})["state"]
    numbers = iter(range(10**9))

    def move() -> object:
        chosen = state["moves"][next(numbers)]["position"]
        return client.ask("POST", "/api/v1/match/move", {"match": state["match"], "move": chosen})

    def reply() -> object:
        question = {"match": state["match"], "level": "perfect", "seed": next(numbers)}
        return client.ask("POST", "/api/v1/match/reply", question)

    def position() -> object:
        return client.ask("POST", "/api/v1/position", {"game": "sharing-nim", "position": f"3,9,{next(numbers)}"})

    def rule() -> object:
        text = f"(a, b) -> (u, b) where u < a, a <= {1000 + next(numbers)} any order"
        return client.ask("POST", "/api/v1/rule", {"game": text})

    def tile() -> object:
        n = next(numbers)
        return client.ask("GET", f"/api/v1/map/tile?game=wythoff&limit=2000&x={n % 7}&y={n // 7 % 7}")

    return [
        ("a move, where a theorem covers it", 0.1, move),
        ("the computer's reply, where a theorem covers it", 0.1, reply),
        ("all about a position, where a theorem covers it", 0.1, position),
        ("a rule as it is typed", 0.1, rule),
        ("a tile of a map of 2,000 x 2,000", 0.1, tile),
    ]


def _warm(client: Client) -> None:
    """Fill the table of the map, and let each worker load the games."""
    while not client.ask("GET", "/api/v1/map?game=wythoff&limit=2000")["ready"]:
        time.sleep(0.1)
    for n in range(6):
        client.ask("GET", f"/api/v1/map/tile?game=wythoff&limit=2000&x=7&y={n}")
        client.ask("POST", "/api/v1/position", {"game": "sharing-nim", "position": f"1,2,{n}"})
        client.ask("POST", "/api/v1/match", {"game": "nim", "position": f"3,5,{n}"})


def _children(process: int) -> list[tuple[int, str]]:
    """Return the running child processes of a process that fork workers, with a label."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    kinds = {one: Path(f"/proc/{one}/cmdline").read_bytes().decode() for one in found}
    return [(int(one), "what workers are forked from") for one, kind in kinds.items() if "forkserver" in kind]


def _processor(process: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


#: JavaScript that drags the map back and forth, one step per frame, and returns the time of each frame.
DRAG = """async frames => {
  HTMLCanvasElement.prototype.setPointerCapture = () => {};  // there is no hand
  const canvas = document.querySelector(".map canvas");
  const box = canvas.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const move = (kind, right, down) =>
    canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 1, button: 0, clientX: x + right, clientY: y + down }));
  const times = [];
  move("pointerdown", 0, 0);
  for (let frame = 0; frame < frames; frame += 1) {
    times.push(await new Promise(requestAnimationFrame));
    move("pointermove", 250 * Math.sin(frame / 20), 250 * Math.sin(frame / 31));
  }
  move("pointerup", 0, 0);
  return times;
}"""


def _show_frames() -> None:
    """Measure dragging a map of 1,000 x 1,000 at twice the size at which the whole map is visible."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is not installed; dragging a map is not measured")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"http://127.0.0.1:{PORT}/explorer?game=wythoff&limit=1000")
        page.locator(".map canvas").wait_for()
        page.get_by_role("button", name="Zoom in").click()
        page.wait_for_load_state("networkidle")
        page.evaluate(DRAG, FRAMES)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        works, apart = [], []
        for _ in range(5):
            before = _worked(session)
            times = page.evaluate(DRAG, FRAMES)
            works.append((_worked(session) - before) / FRAMES)
            apart.append(median(later - time for time, later in pairwise(times)) / 1000)
        browser.close()
    _show("a frame of a map of 1,000 x 1,000 while it is dragged", min(works), 1 / 60, median(works))
    _show("from one frame to the next", min(apart), 1 / 60, median(apart))


def _worked(session: Any) -> float:
    """Return the seconds for which the main thread of the page has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def _show(what: str, seconds: float, aim: float, usual: float | None = None) -> None:
    SHOWN.append((what.strip(), 1000 * seconds, None if usual is None else 1000 * usual, 1000 * aim))
    median_told = "" if usual is None else f", median {usual * 1000:.1f} ms"
    print(f"{what:<54} {seconds * 1000:>8.1f} ms   (aim: {aim * 1000:.1f} ms{median_told})", flush=True)


if __name__ == "__main__":
    main()
