"""Child processes of the robustness benchmarks: Python programs, commands and a server, with chosen environments."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any


class ChildProcesses:
    """Runs child processes with a given folder and given environment variables."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.environment: dict[str, str] = os.environ | {
            "HOME": str(folder / "home"),
            "SPRAGUE_DATA": str(folder / "data"),
            "NUMBA_CACHE_DIR": str(folder / "kernels"),
        }

    def without(self, *names: str) -> ChildProcesses:
        """Return a copy without some environment variables."""
        others = ChildProcesses(self.folder, self.random)
        others.environment = {name: value for name, value in self.environment.items() if name not in names}
        return others

    def start(self, words: str | list[str], **environment: str) -> subprocess.Popen[str]:
        """Start a Python program or a `sprague` command in a new session."""
        command = ["-c", words] if isinstance(words, str) else ["-m", "sprague", *words]
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=self.folder,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, program: str, **environment: str) -> str:
        """Run a program that must succeed, and return its output."""
        child = self.start(program, **environment)
        out, errors = child.communicate(timeout=900)
        assert child.returncode == 0, errors
        return out.strip()

    def last_line(self, words: str | list[str], **environment: str) -> str:
        """Run a command that must not print a traceback, and return its last line of output."""
        child = self.start(words, **environment)
        out, errors = child.communicate(timeout=900)
        assert "Traceback" not in errors, errors
        assert child.returncode in (0, 1, 2, 3), (child.returncode, errors)
        return (errors.strip() or out.strip()).splitlines()[-1]

    def kill(self, words: str | list[str], times: int, longest: float, **environment: str) -> int:
        """Start and kill a program several times; return how often it was still running."""
        killed = 0
        for _ in range(times):
            child = self.start(words, **environment)
            time.sleep(self.random.uniform(0.2, longest))
            killed += child.poll() is None
            child.kill()
            child.communicate()
            end_session(child.pid)
        return killed

    def check_no_temporary_files(self) -> None:
        left = [path.name for path in self.folder.rglob(".sprague-*")]
        assert not left, left


class Server:
    """A running server, with methods to send requests to it."""

    def __init__(self, children: ChildProcesses, port: int, **environment: str) -> None:
        words = ["serve", "--no-browser", "--port", str(port), "--seconds", "60"]
        # The output of the server is not read, so it is discarded.
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sprague", *words],
            cwd=children.folder,
            env=children.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(children.folder / "server.log").open("w"),
            start_new_session=True,
        )
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + 120
        while True:
            try:
                assert self.ask("GET", "/api/v1/health")[0] == 200
                return
            except OSError:
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.1)

    def ask(self, method: str, path: str, question: Mapping[str, object] | None = None) -> tuple[int, Any]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=120)
        body = None if question is None else json.dumps(question)
        line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer.status, json.loads(content) if "json" in answer.headers["content-type"] else content

    def job(self, **question: object) -> dict[str, Any]:
        """Submit a job and return it when it has ended."""
        status, response = self.ask("POST", "/api/v1/jobs", question)
        until = time.monotonic() + 120
        while status < 300 and response["state"] in ("queued", "running"):
            assert time.monotonic() < until, response
            time.sleep(0.05)
            status, response = self.ask("GET", f"/api/v1/jobs/{response['id']}")
        found: dict[str, Any] = response
        return found

    @property
    def others(self) -> list[int]:
        """The child processes of the server."""
        return [pid for pid in session(self.process.pid) if pid != self.process.pid]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def session(leader: int) -> list[int]:
    """Return the running processes of a session."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(folder.name))
    return found


def end_session(leader: int) -> None:
    """Kill the remaining processes of a session that one of our child processes led."""
    for pid in session(leader):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
