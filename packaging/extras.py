"""Test extras in an environment that contains no others: `python extras.py plot survey …`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import sprague

SPRAGUE = str(Path(sys.executable).with_name("sprague"))


def plot() -> None:
    for name in ("picture.png", "picture.svg"):
        subprocess.run([SPRAGUE, "table", "wythoff", "--limit", "16", "-o", name], check=True, capture_output=True)
        assert Path(name).stat().st_size > 2_000
    assert Path("picture.png").read_bytes().startswith(b"\x89PNG")


def survey(*options: str) -> None:
    file = f"survey{len(options)}.duckdb"
    words = ["subtraction-transfer", "--over", "a=1..3,b=1..3,c=1", "-o", file, *options]
    subprocess.run([SPRAGUE, "survey", *words], check=True, capture_output=True)
    asked = ["-o", file, "--sql", "SELECT count(*) AS rows FROM rows", "--json"]
    printed = subprocess.run([SPRAGUE, "survey", *asked], check=True, capture_output=True, text=True).stdout
    assert "9" in printed, printed
    subprocess.run([SPRAGUE, "survey", "-o", file, "--export", "rows.parquet"], check=True, capture_output=True)
    assert Path("rows.parquet").read_bytes().startswith(b"PAR1")


def cluster() -> None:
    survey("--workers", "2")


def data() -> None:
    table = sprague.tabulate("wythoff", limit=8)
    assert int(table.to_xarray().sel(a=1, b=2)) == 0
    frame = table.to_pandas()
    assert len(frame) == len(table)


def gym() -> None:
    from sprague.play.gym import PileGame
    from sprague.play.zoo import PileMatch

    env = PileGame("nim", limit=4, start=(1, 2, 2))
    _, info = env.reset(seed=1)
    assert int(info["action_mask"].sum()) == 3
    assert env.step(0)[2] is False
    match = PileMatch("nim", limit=4, start=(0, 1, 1))
    match.reset(seed=1)
    rewards = {}
    for agent in match.agent_iter():
        _, rewards[agent], over, _, _ = match.last()
        match.step(None if over else 0)
    assert rewards == {"player_0": -1.0, "player_1": 1.0}


def notebook() -> None:
    from sprague.render.widgets.board import Board
    from sprague.render.widgets.slice_view import SliceView

    board = Board("nim", (1, 2, 2))
    board.chosen = 0
    assert len(board.match.history) == 2
    assert SliceView(sprague.tabulate("nim", limit=4)).trait_names()


def web() -> None:
    words = [SPRAGUE, "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = None
        while address is None:
            line = server.stdout.readline()
            assert line, server.stderr.read() if server.stderr else ""
            address = re.search(r"http://[0-9.]+:[0-9]+", line)
        for path, words_there in (("/", "<title>"), ("/vendor/preact.js", "function"), ("/api/v1/games", "kayles")):
            with urlopen(address[0] + path, timeout=60) as answer:
                assert words_there in answer.read().decode(), path
        with urlopen(address[0] + "/api/v1/health", timeout=60) as answer:
            assert json.load(answer)["version"] == sprague.__version__
    finally:
        server.terminate()
        server.wait(30)


EXTRAS: dict[str, Callable[[], None]] = {
    function.__name__: function for function in (plot, survey, cluster, data, gym, notebook, web)
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        EXTRAS[name]()
