"""Robustness checks in hostile environments: full disks, missing home folders, clock jumps, concurrent use.

`crash_recovery` runs these checks. No file may be damaged, computations must succeed, and failures must be one-line
messages. Full and read-only disks are small file systems in memory, which need root permission. Clock jumps need
libfaketime (apt-get install faketime). A check without its requirements prints that it was skipped.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from child_processes import ChildProcesses, Server, end_session

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
CHECK_STORE = """
import warnings, sprague
warnings.simplefilter("error")
for game, position in (("nim:piles=2", (4, 4)), ("(n) -> (n - k) where 1 <= k <= 3", (8,))):
    assert sprague.solve(game, position).outcome == "P"
from sprague.proofs.stored_theorems import list_theorems
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.theorem_files import read_file
for kept in list_theorems():
    prove_certificate(read_file(kept.path))
print(len(list_theorems()))
"""
COUNT_STORE = """
from sprague.proofs.stored_theorems import list_theorems
print(len([kept.saved_on for kept in list_theorems()]))
"""
#: A program with all computations that need no files; it may compile kernels.
COMPUTE_ALL = """
import sprague
assert sprague.solve("nim", (3, 5, 7)).outcome == "N"
assert sprague.discover("(a, b) -> (u, b) where u < a any order", budget=sprague.Limits(seconds=600))
assert sprague.tabulate("wythoff", limit=20)[1, 2] == 0
assert sprague.find_period("kayles").periods == (12,)
print("computed")
"""
#: A program that lists the stored theorems, solves with them, and deletes them, in a loop.
READ_STORE = """
import time, warnings, sprague
from sprague.proofs.stored_theorems import list_theorems
warnings.simplefilter("error")
until = time.monotonic() + 6
proof = sprague.prove("nim:piles=2", "a = b")
looked = 0
while time.monotonic() < until:
    assert sprague.solve("(x, y) -> (u, y) where u < x any order", (4, 4)).outcome == "P"
    for kept in list_theorems():
        if kept.title.startswith("nim") and {forgets}:
            kept.delete()
        else:
            try:
                kept.statement, kept.saved_on, kept.digest, kept.proof
            except sprague.SpragueError as error:
                assert "deleted meanwhile" in str(error) or "cannot read" in str(error), error
    looked += 1
    if looked % 2:
        sprague.keep(proof)
print(looked)
"""
FAKETIME = ("usr/lib/*/faketime/libfaketime.so.1", "usr/lib/faketime/libfaketime.so.1")
MOMENTS = ("-12y", "+0", "+40d", "-3d", "@1970-01-02 00:00:00", "@2037-12-31 23:59:59", "+1s")


@contextmanager
def disk(children: ChildProcesses, kilobytes: int) -> Iterator[Path | None]:
    """Mount a small disk; yield None without the permission to mount."""
    place = children.folder / "disk"
    place.mkdir(exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill(place: Path) -> None:
    """Fill a disk completely."""
    with (place / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))


def file_size(children: ChildProcesses, times: int) -> str:
    program = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
    program += "import sprague\ntable = sprague.tabulate('wythoff', limit=40)\n"
    program += "before = open('table', 'rb').read()\n"
    program += "try: table.save('table')\nexcept sprague.SpragueError as error: print(error)\n"
    program += "assert open('table', 'rb').read() == before"
    (children.folder / "table").write_bytes(b"as it was")
    message = children.run(program, SPRAGUE_KERNELS="plain")
    assert message.startswith("cannot write"), message
    assert "file too large" in message, message
    children.check_no_temporary_files()
    return f"a file size limit of a few bytes: {message}"


def full_disk(children: ChildProcesses, times: int) -> str:
    """Run everything that writes on a full disk; existing files stay unchanged."""
    with disk(children, 2_000) as place:
        if place is None:
            return "a full disk: skipped, because mounting needs root permission"
        on_it = {"SPRAGUE_DATA": str(place / "data"), "SPRAGUE_KERNELS": "plain"}
        children.run(THEOREMS.replace("while True", "for _ in range(1)"), **on_it)
        children.run("import sprague; sprague.tabulate('wythoff', limit=9).save('disk/table')")
        children.run("import sprague; sprague.prove('nim:piles=2', 'a = b').save('disk/nim.json')")
        before = (place / "table").read_bytes()
        fill(place)
        messages = {
            "a table": children.last_line(["table", "wythoff", "--limit", "90", "-o", "disk/table.json"], **on_it),
            "a picture": children.last_line(["table", "wythoff", "--limit", "40", "-o", "disk/map.png"], **on_it),
            "a certificate": children.last_line(["discover", "wythoff", "-o", "disk/w.json"], **on_it),
            "a theorem": children.last_line(["discover", "(a) -> (a - k) where 1 <= k <= 4"], **on_it),
            "a name": children.last_line(["theorems", "name", "1", "equal piles"], **on_it),
            "a survey": children.last_line(
                ["survey", "subtraction-transfer", "--over", "a=1..4,b=1..4,c=1", "-o", "disk/s.duckdb"], **on_it
            ),
            "a long table": children.last_line(["table", "0.007", "--limit", "3000", "-o", "disk/long.npy"], **on_it),
            "Coq's library": children.last_line(["export", "--library"], **on_it, SPRAGUE_COQ=str(place / "coq")),
            "Coq's files": children.last_line(["verify", "--coq", "disk/nim.json"], **on_it, TMPDIR=str(place)),
        }
        assert (place / "table").read_bytes() == before
        assert children.run(CHECK_STORE, **on_it) == "2"
        environment = {"NUMBA_CACHE_DIR": str(place / "kernels"), "SPRAGUE_KERNELS": "compiled"}
        assert children.run(COMPUTE_ALL, **environment) == "computed"
        for path in place.iterdir():
            assert path.name in {"data", "table", "nim.json", "filler", "coq", "kernels", "s.duckdb"}, path
    with open("/dev/full", "w") as nowhere:
        printing = [sys.executable, "-m", "sprague", "games"]
        printed = subprocess.run(printing, stdout=nowhere, stderr=subprocess.PIPE, text=True)
    assert printed.returncode == 2, printed
    messages["standard output"] = printed.stderr.strip()
    lines = "".join(f"\n  {what}: {words}" for what, words in messages.items())
    return f"a full disk: stored data is intact, and kernels run without a cache; messages:{lines}"


def full_disk_of_server(children: ChildProcesses, times: int) -> str:
    """Run a server whose folders are full: it answers, and finishes jobs that need no space."""
    with disk(children, 2_000) as place:
        if place is None:
            return "a server on a full disk: skipped, because mounting needs root permission"
        (place / "data").mkdir()
        fill(place)
        running = Server(children, 8253, SPRAGUE_DATA=str(place / "data"), TMPDIR=str(place))
        try:
            found = running.job(kind="discover", game="(n) -> (n - k) where 1 <= k <= 6")
            table = running.job(kind="table", game="wythoff", limit=300)
            running.wait()
        finally:
            running.kill()
            end_session(running.process.pid)
    theorem = found["result"]["kept"] if found["state"] == "done" else found.get("error")
    return f"a server on a full disk: a theorem is {found['state']} (stored: {theorem}), a table {table['state']}"


def home_folders(children: ChildProcesses, times: int) -> str:
    """Run with a home folder that is impossible, read-only or unset, and as an unknown user."""
    at_home = children.without("SPRAGUE_DATA", "NUMBA_CACHE_DIR", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    homeless = at_home.without("HOME")
    for home in ("/proc/none", "/dev/null/home"):
        assert at_home.run(COMPUTE_ALL, HOME=home) == "computed"
    assert homeless.run(COMPUTE_ALL) == "computed"
    tried = ["two impossible folders", "unset"]
    storing = "import sprague\ntry: sprague.keep(sprague.prove('nim:piles=2', 'a = b'))\n"
    storing += "except sprague.SpragueError as error: print(error)"
    message = children.run(storing, SPRAGUE_DATA="/proc/none/data")
    assert message.startswith("cannot write '/proc/none/data/theorems': "), message
    unknown_user = "import pwd\ndef unknown(number): raise KeyError(number)\npwd.getpwuid = unknown\n"
    assert homeless.run(unknown_user + COMPUTE_ALL, SPRAGUE_KERNELS="plain") == "computed"
    message = homeless.run(unknown_user + storing)
    assert not (children.folder / "~").exists(), message
    assert "SPRAGUE_DATA" in message, message
    tried.append("an unknown user")
    with disk(children, 200) as place:
        if place is not None:
            subprocess.run(["mount", "-o", "remount,ro", place], check=True)
            assert at_home.run(COMPUTE_ALL, HOME=str(place)) == "computed"
            message = at_home.run(storing, HOME=str(place))
            assert "read-only file system" in message, message
            tried.append("a read-only folder")
    return f"home folders ({', '.join(tried)}): computations succeed; message when saving: {message}"


def clock_jumps(children: ChildProcesses, times: int) -> str:
    """Let the clock jump by years while theorems are saved, a survey is filled, and a server works."""
    library = next((str(path) for pattern in FAKETIME for path in Path("/").glob(pattern)), None)
    if library is None:
        return "a clock that jumps: skipped, because libfaketime is not installed"
    moment = children.folder / "moment"
    environment = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(moment),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    jumps = 0

    def jump() -> None:
        nonlocal jumps
        moment.write_text(children.random.choice(MOMENTS) + "\n")
        jumps += 1

    jump()
    data = {"SPRAGUE_DATA": str(children.folder / "jumping")}
    storing = THEOREMS.replace("while True", "for _ in range(20)")
    programs = [storing, SURVEY.replace("survey.duckdb", "jumping.duckdb"), COMPUTE_ALL]
    for program in programs:
        child = children.start(program, **environment, **data)
        while child.poll() is None:
            jump()
            time.sleep(0.05)
        assert child.returncode == 0, child.communicate()[1]
    assert children.run(CHECK_STORE, **environment, **data) == "2"
    running = Server(children, 8254, **environment, **data)
    try:
        for number in range(min(times, 10)):
            jump()
            job = running.job(kind="discover", game=f"(n) -> (n - k) where 1 <= k <= {number + 4}")
            assert job["state"] == "done", job
            jump()
            status, response = running.ask("POST", "/api/v1/position", {"game": "nim", "position": "3,5,7"})
            assert (status, response["outcome"]) == (200, "N")
    finally:
        running.kill()
        end_session(running.process.pid)
    assert children.run(COUNT_STORE, **data) == str(2 + min(times, 10))
    return f"a clock that jumped {jumps:,} times, by years: computations succeed and theorems are saved"


def concurrent_use(children: ChildProcesses, times: int) -> str:
    """Use one store and one survey from several processes that save, solve and delete."""
    storing = [children.start(THEOREMS.replace("while True", "for _ in range(40)")) for _ in range(2)]
    reading = [children.start(READ_STORE.format(forgets=forgets)) for forgets in (True, False)]
    for child in (*storing, *reading):
        _, errors = child.communicate(timeout=600)
        assert child.returncode == 0, errors
    children.run(THEOREMS.replace("while True", "for _ in range(1)"))
    children.run(CHECK_STORE)
    children.check_no_temporary_files()
    children.run(SURVEY)
    held = "import sys; from sprague.surveys.store import SurveyStore\n"
    held += "s = SurveyStore.open('survey.duckdb'); print('held', flush=True); import time; time.sleep(60)"
    holder = children.start(held)
    assert holder.stdout is not None
    holder.stdout.readline()
    message = children.last_line(["survey", "subtraction-transfer", "--over", "a=1..2,b=1,c=1", "-o", "survey.duckdb"])
    holder.kill()
    holder.communicate()
    assert "in use by another process" in message, message
    both = [children.start(["export", "--library"], SPRAGUE_COQ=str(children.folder / "coq-of-two")) for _ in range(2)]
    places = {child.communicate(timeout=900)[0] for child in both}
    assert len(places) == 1, places
    return f"two processes on one store: no theorem is lost, no error; one Coq library; a locked survey: {message}"


ENVIRONMENT_CHECKS = (file_size, full_disk, full_disk_of_server, home_folders, clock_jumps, concurrent_use)
