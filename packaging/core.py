"""Test the package without extras, in an environment that contains only the package and its dependencies.

It is run by `check.py` in an environment of its own, in an empty folder, with a home that is empty, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import sprague
from sprague.coq.coq_program import library_files, library_folder

SPRAGUE = str(Path(sys.executable).with_name("sprague"))
COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
EXTRAS = {
    "plot": ["table", "wythoff", "--limit", "8", "-o", "picture.png"],
    "survey": ["survey", "subtraction-transfer", "--over", "a=1..2,b=a,c=1", "-o", "file.duckdb"],
    "web": ["serve", "--no-browser", "--port", "0"],
}


def command(*words: str, code: int = 0) -> str:
    """Return the output of a command, or its error message if the expected exit code is not 0."""
    ran = subprocess.run([SPRAGUE, *words], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == code, (words, ran.returncode, ran.stdout, ran.stderr)
    return ran.stderr if code else ran.stdout


def main() -> None:
    place = Path(sprague.__file__).resolve()
    assert Path(sys.prefix).resolve() in place.parents, f"not the package that was installed: {place}"

    assert sprague.solve("nim", (3, 5, 7)).winning_moves == [(2, 5, 7), (3, 4, 7), (3, 5, 6)]
    assert sprague.solve(COOKIES, (7, 8)).because.kind in ("search", "table")
    proof = sprague.prove("sharing-nim", "a = b and even(v2(c - a))")
    assert isinstance(proof, sprague.Proof)
    assert isinstance(sprague.discover("nim:piles=2"), sprague.Proof)
    proof.save("sharing.json")
    assert sprague.verify("sharing.json")
    table = sprague.tabulate("wythoff", limit=40)
    table.save("wythoff.table")
    assert sprague.Table.load("wythoff.table") == table
    os.environ["SPRAGUE_KERNELS"] = "compiled"  # numba as it is here
    again = [sys.executable, "-c", "import sprague; print(sprague.tabulate('wythoff', limit=40)[20, 30])"]
    assert int(subprocess.run(again, capture_output=True, text=True, check=True).stdout) == table[20, 30]
    del os.environ["SPRAGUE_KERNELS"]

    assert command("--version").strip().endswith(sprague.__version__)
    assert json.loads(command("solve", "nim", "3,5,7", "--json"))["outcome"] == "N"
    command("check", "nim:piles=2", "a = b or a = 1", code=1)
    assert "Verified" in command("verify", "sharing.json")
    assert "kayles" in command("games")
    assert "Theorem" in command("export", "sharing.json", "--to", "coq")
    for name in library_files():
        assert (library_folder() / name).stat().st_size > 1_000, name
    assert place.parent in library_folder().parents
    for extra, words in EXTRAS.items():
        printed = command(*words, code=2)
        assert printed.endswith(f"pip install 'sprague[{extra}]'\n"), printed
        assert printed.count("\n") == 1, printed


if __name__ == "__main__":
    main()
