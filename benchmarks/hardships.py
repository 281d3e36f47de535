"""Whether anything is lost or spoilt when a process is killed, the disk is full, or two write at once.

    python benchmarks/hardships.py [KILLS [SEED]]

Children save tables, keep theorems, fill a survey and compile kernels until each is killed (kill -9) after a random
time. Then a file holds what was last written whole, no theorem that was kept is lost or refused, the survey goes on,
and kernels compute what they did. Then the same work meets a limit on the size of files, a home that cannot be, and
another process on the same store. Every check prints a line; the first that fails ends it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from secrets import randbelow

TABLES = """
import sprague
while True:
    for limit in (20, 30, 40):
        sprague.tabulate("wythoff", limit=limit).save("table")
"""
THEOREMS = """
import sprague
claims = (("nim:piles=2", "a = b"), ("(n) -> (n - k) where 1 <= k <= 3", "n mod 4 = 0"))
proofs = [sprague.prove(*claim) for claim in claims]
while True:
    for proof in proofs:
        sprague.keep(proof)
"""
SURVEY = """
from sprague.surveys.survey import Survey, run_survey
run_survey(Survey.of("subtraction-transfer", "a=1..12,b=1..12,c=1"), "survey.duckdb")
"""
KERNELS = """
import sprague
print(sum(value for _, value in sprague.tabulate("wythoff", limit=30).items()))
"""
KEPT = """
import warnings, sprague
warnings.simplefilter("error")
for game, position in (("nim:piles=2", (4, 4)), ("(n) -> (n - k) where 1 <= k <= 3", (8,))):
    assert sprague.solve(game, position).outcome == "P"
from sprague.proofs.kept import all_kept
from sprague.proofs.store import proof_of
from sprague.proofs.store_folder import read_file
for kept in all_kept():
    proof_of(read_file(kept.path))
print(len(all_kept()))
"""


class Hardships:
    """A folder in which all of it happens, and a child's surroundings."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.around = os.environ | {
            "HOME": str(folder / "home"),
            "SPRAGUE_DATA": str(folder / "data"),
            "NUMBA_CACHE_DIR": str(folder / "kernels"),
        }

    def start(self, program: str, **around: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=self.folder,
            env=self.around | around,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, program: str, **around: str) -> str:
        """What a program prints, which is to end well."""
        child = self.start(program, **around)
        out, errors = child.communicate(timeout=600)
        assert child.returncode == 0, errors
        return out.strip()

    def kill(self, program: str, times: int, longest: float, **around: str) -> int:
        """Start a program so many times and kill it; how often it was still at work."""
        killed = 0
        for _ in range(times):
            child = self.start(program, **around)
            time.sleep(self.random.uniform(0.2, longest))
            killed += child.poll() is None
            child.kill()
            child.communicate()
        return killed

    def no_litter(self) -> None:
        left = [path.name for path in self.folder.rglob(".sprague-*")]
        assert not left, left

    # ------------------------------------------------------------------ the hardships

    def tables(self, times: int) -> str:
        killed = self.kill(TABLES, times, 3.0)
        if (self.folder / "table").exists():
            self.run("import sprague; t = sprague.Table.load('table'); assert t[1, 2] == 0 and len(t) > 100")
        self.no_litter()
        return f"tables being saved: killed {killed} times, the file loads and nothing is left beside it"

    def theorems(self, times: int) -> str:
        # A child that is left alone first, so that there is something to lose.
        self.run(THEOREMS.replace("while True", "for _ in range(1)"))
        killed = self.kill(THEOREMS, times, 4.0)
        assert self.run(KEPT) == "2"
        self.no_litter()
        return f"theorems being kept: killed {killed} times, both are there and hold"

    def survey(self, times: int) -> str:
        killed = self.kill(SURVEY, times, 4.0)
        self.run(SURVEY)
        count = "from sprague.surveys.store import SurveyStore; print(len(SurveyStore.open('survey.duckdb').done()))"
        assert self.run(count) == "144"
        return f"a survey: killed {killed} times, all 144 rows are there"

    def kernels(self, times: int) -> str:
        plain = self.run(KERNELS, SPRAGUE_KERNELS="plain")
        killed = self.kill(KERNELS, times, 8.0, SPRAGUE_KERNELS="compiled")
        assert self.run(KERNELS, SPRAGUE_KERNELS="compiled") == plain
        return f"kernels being compiled: killed {killed} times, they compute what they should"

    def full_disk(self, times: int) -> str:
        program = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
        program += "import sprague\ntable = sprague.tabulate('wythoff', limit=40)\n"
        program += "before = open('table', 'rb').read()\n"
        program += "try: table.save('table')\nexcept sprague.SpragueError as error: print(error)\n"
        program += "assert open('table', 'rb').read() == before"
        (self.folder / "table").write_bytes(b"as it was")
        told = self.run(program, SPRAGUE_KERNELS="plain")
        assert told == "cannot write 'table': file too large; name another place", told
        self.no_litter()
        return f"no room for a file: {told}"

    def homes(self, times: int) -> str:
        program = (
            "import sprague; print(sprague.solve('nim', (3, 5, 7)).outcome, bool(sprague.discover('nim:piles=2')))"
        )
        for home in ("/proc/none", "/dev/null/home"):
            assert self.run(program, HOME=home, SPRAGUE_DATA=f"{home}/data") == "N True"
        keeping = "import sprague\ntry: sprague.keep(sprague.prove('nim:piles=2', 'a = b'))\n"
        keeping += "except sprague.SpragueError as error: print(error)"
        told = self.run(keeping, SPRAGUE_DATA="/proc/none/data")
        assert told.startswith("cannot write '/proc/none/data/theorems': "), told
        return f"a home that cannot be: all is computed, and keeping says {told}"

    def two(self, times: int) -> str:
        children = [self.start(THEOREMS.replace("while True", "for _ in range(40)")) for _ in range(2)]
        for child in children:
            _, errors = child.communicate(timeout=600)
            assert child.returncode == 0, errors
        assert self.run(KEPT) == "2"
        held = "import sys; from sprague.surveys.store import SurveyStore\n"
        held += "s = SurveyStore.open('survey.duckdb'); print('held', flush=True); sys.stdin.read()"
        holder = subprocess.Popen(
            [sys.executable, "-c", held], cwd=self.folder, env=self.around,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert holder.stdout is not None
        holder.stdout.readline()
        other = self.start(SURVEY)
        _, errors = other.communicate(timeout=600)
        holder.communicate("")
        said = errors.strip().splitlines()[-1]
        assert other.returncode != 0, said
        assert "SpragueError" in said, said
        return f"two processes on one store: no theorem is lost; a survey that another holds: {said}"


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else randbelow(10**6)
    print(f"seed {seed}, {times} kills each", flush=True)
    with tempfile.TemporaryDirectory(prefix="sprague-hardships-") as folder:
        treated = Hardships(Path(folder), Random(seed))
        for hardship in (
            treated.tables,
            treated.theorems,
            treated.survey,
            treated.kernels,
            treated.full_disk,
            treated.homes,
            treated.two,
        ):
            print(hardship(times), flush=True)


if __name__ == "__main__":
    main()
