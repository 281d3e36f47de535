"""Robustness checks: no data is lost when processes are killed, the disk is full, or two processes write at once.

    python benchmarks/crash_recovery.py [KILLS [SEED [CHECK …]]]

Child processes save tables, continue long tables, save theorems, fill a survey, compile kernels and the Coq library,
and serve the laboratory. Each child process, and each worker of the server, is killed (kill -9) after a random time.
Afterwards every file has its last complete content, no saved theorem is lost or refused, the survey and the long table
continue, kernels and Coq compute the same results as before, and the server answers. `hostile_environments` has further
checks: a full disk, missing home folders, a clock that jumps, and two processes on one store. Every check prints a
line; the first failure ends the run.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from secrets import randbelow

from child_processes import ChildProcesses, Server, end_session, session
from hostile_environments import CHECK_STORE, ENVIRONMENT_CHECKS, SURVEY, THEOREMS

TABLES = """
import sprague
while True:
    for limit in (20, 30, 40):
        sprague.tabulate("wythoff", limit=limit).save("table")
"""
KERNELS = """
import sprague
print(sum(value for _, value in sprague.tabulate("wythoff", limit=30).items()))
"""
LONG_TABLE = ["table", "0.007", "--limit", "300000", "-o", "long.npy"]
LONG_VALUES = """
import hashlib, numpy
values = numpy.load("long.npy")
print(len(values), hashlib.sha256(values.astype("int64").tobytes()).hexdigest())
"""
#: Rules of the jobs. Their theorems are found quickly and are stored separately.
RULE = "(n) -> (n - k) where 1 <= k <= {}"


def tables(children: ChildProcesses, times: int) -> str:
    killed = children.kill(TABLES, times, 3.0)
    if (children.folder / "table").exists():
        children.run("import sprague; t = sprague.Table.load('table'); assert t[1, 2] == 0 and len(t) > 100")
    children.check_no_temporary_files()
    return f"tables being saved: killed {killed} times, the file loads and there are no temporary files"


def long_table(children: ChildProcesses, times: int) -> str:
    began = time.monotonic()
    assert children.start(LONG_TABLE).wait(900) == 0
    took, whole = time.monotonic() - began, children.run(LONG_VALUES)
    (children.folder / "long.npy").unlink()
    killed, went_on = 0, 0
    for _ in range(times):
        killed += children.kill(LONG_TABLE, 1, took)
        went_on += (children.folder / "long.npy.part").exists()
    child = children.start(LONG_TABLE)
    assert child.wait(900) == 0
    assert children.run(LONG_VALUES) == whole
    assert not (children.folder / "long.npy.part").exists()
    return f"a long table: killed {killed} times, {went_on} times with saved values; the final table is correct"


def theorems(children: ChildProcesses, times: int) -> str:
    # The first child process is not killed, so that stored theorems exist that could be lost.
    children.run(THEOREMS.replace("while True", "for _ in range(1)"))
    killed = children.kill(THEOREMS, times, 4.0)
    assert children.run(CHECK_STORE) == "2"
    children.check_no_temporary_files()
    return f"theorems being saved: killed {killed} times, both are stored and verified"


def survey(children: ChildProcesses, times: int) -> str:
    killed = children.kill(SURVEY, times, 4.0)
    children.run(SURVEY)
    count = "from sprague.surveys.store import SurveyStore; print(len(SurveyStore.open('survey.duckdb').done()))"
    assert children.run(count) == "144"
    return f"a survey: killed {killed} times, all 144 rows are stored"


def kernels(children: ChildProcesses, times: int) -> str:
    plain = children.run(KERNELS, SPRAGUE_KERNELS="plain")
    killed = children.kill(KERNELS, times, 8.0, SPRAGUE_KERNELS="compiled")
    assert children.run(KERNELS, SPRAGUE_KERNELS="compiled") == plain
    return f"kernels being compiled: killed {killed} times, they compute correct values"


def coq_library(children: ChildProcesses, times: int) -> str:
    """Kill the compilation of the Coq library only a few times, because it takes long."""
    own = {"SPRAGUE_COQ": str(children.folder / "coq")}
    killed = children.kill(["export", "--library"], min(times, 8), 20.0, **own)
    children.run("import sprague; sprague.prove('nim:piles=2', 'a = b').save('nim.json')")
    output = children.last_line(["verify", "--coq", "nim.json"], **own)
    assert "no axioms" in output or "describes the same positions" in output or "falls with every move" in output, (
        output
    )
    left = sorted(path.name for path in (children.folder / "coq").iterdir() if "-begun-" in path.name)
    assert not left, left
    return (
        f"the Coq library being compiled: killed {killed} times; then a theorem is checked, and no files are left over"
    )


def server(children: ChildProcesses, times: int) -> str:
    """Kill the server during a job: its workers end, stored theorems stay valid, and a new server continues."""
    port, asked, orphans = 8251, 0, 0
    for number in range(times):
        running = Server(children, port)
        status, _ = running.ask("POST", "/api/v1/jobs", {"kind": "discover", "game": RULE.format(number + 1)})
        asked += status < 300
        time.sleep(children.random.uniform(0.0, 3.0))
        leader = running.process.pid
        running.kill()
        until = time.monotonic() + 15
        while session(leader) and time.monotonic() < until:
            time.sleep(0.1)
        orphans += len(session(leader))
        end_session(leader)
    assert not orphans, f"{orphans} processes outlived their server"
    running = Server(children, port)
    try:
        for number in range(times):
            job = running.job(kind="discover", game=RULE.format(number + 1))
            assert job["state"] == "done", job
            assert job["result"]["kind"] == "proof", job
        status, _ = running.ask("GET", "/api/v1/theorems")
        assert status == 200
    finally:
        running.kill()
        end_session(running.process.pid)
    children.run(CHECK_STORE)
    children.check_no_temporary_files()
    return f"the server: killed {times} times after {asked} jobs had begun; no process outlives it, no theorem is lost"


def workers(children: ChildProcesses, times: int) -> str:
    """Kill worker processes of the server during jobs: the server survives, reports the failure, and continues."""
    running = Server(children, 8252)
    ended: Counter[str] = Counter()
    try:
        for number in range(times):
            question = {"kind": "discover", "game": "empty-transfer:boxes=4", "values": 3 + number, "seconds": 5.0}
            status, job = running.ask("POST", "/api/v1/jobs", question)
            time.sleep(children.random.uniform(0.0, 1.5))
            with suppress(ProcessLookupError):
                os.kill(children.random.choice(running.others), signal.SIGKILL)
            response = running.job(**question) if status < 300 else {"state": f"status {status}", **job}
            ended[response["state"]] += 1
            assert response["state"] in ("done", "failed"), response
            assert response["state"] == "done" or "killed" in str(response), response
            running.wait()
            after = running.job(kind="discover", game=RULE.format(number + 1))
            assert after["state"] == "done", after
    finally:
        running.kill()
        end_session(running.process.pid)
    return f"workers of the server: {times} killed; states of the running jobs: {dict(ended)}; the next job is done"


KILLS = (tables, long_table, theorems, survey, kernels, coq_library, server, workers)


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else randbelow(10**6)
    print(f"seed {seed}, {times} kills each", flush=True)
    wanted = [one for one in (*KILLS, *ENVIRONMENT_CHECKS) if not sys.argv[3:] or one.__name__ in sys.argv[3:]]
    with tempfile.TemporaryDirectory(prefix="sprague-crash-recovery-") as folder:
        children = ChildProcesses(Path(folder), Random(seed))
        for check in wanted:
            print(check(children, times), flush=True)


if __name__ == "__main__":
    main()
