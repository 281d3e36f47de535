"""Use the plug-in of `docs/how-to/plugins.md` in an environment in which it is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import sprague

SPRAGUE = str(Path(sys.executable).with_name("sprague"))

assert "pond-heron" in {game.name for game in sprague.catalogue()}
answer = sprague.solve("pond-heron", (10**30,))
assert (answer.outcome, answer.because.kind) == ("N", "theorem")
assert sprague.prove("pond-heron", "a mod 3 = 0")
printed = subprocess.run([SPRAGUE, "solve", "pond-heron", "7"], check=True, capture_output=True, text=True).stdout
assert "Multiples of three" in printed, printed
rows = sprague.survey("subtraction-transfer", "a=1..3,b=1,c=1", measure="terminal")
assert [row["terminal"] for row in rows] == [1, 1, 1], list(rows)
