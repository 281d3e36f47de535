"""Programs outside Python that some tests need: `python -m tests.programs` reports the missing ones, all at once.

`make check` runs this first; `make system-packages` installs the Debian packages that `--packages` prints.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import NoReturn


@dataclass(frozen=True)
class Program:
    """A program under one or several names, the Debian packages that contain it, and the tests that need it."""

    names: tuple[str, ...]
    packages: str
    needed_for: str
    in_check: bool = True  # whether `make check` needs the program

    def path(self) -> str | None:
        """Return where the program is installed."""
        return next((path for name in self.names if (path := shutil.which(name))), None)


#: By the name of the layer of tests; a fixture of the same name asks for the program.
PROGRAMS = {
    "coq": Program(("coqc",), "coq", "checking theorems with Coq"),
    # The shell without a window takes half the time of the complete browser.
    "browser": Program(("chromium-headless-shell", "chromium"), "chromium-headless-shell", "driving the web pages"),
    "firefox": Program(("firefox-esr", "firefox"), "firefox-esr", "opening the web pages in Firefox", in_check=False),
    "node": Program(("node",), "nodejs", "running the JavaScript of widgets and of the site"),
    "npm": Program(("npm",), "npm", "checking the types of the JavaScript"),
    "nginx": Program(("nginx", "/usr/sbin/nginx"), "nginx-light", "running the server behind nginx with TLS"),
    "caddy": Program(("caddy",), "caddy", "running the server behind Caddy with TLS"),
    "latex": Program(("pdflatex",), "texlive-latex-base", "typesetting the LaTeX that Sprague writes"),
}


def require(layer: str) -> str:
    """Return the path of the program of a layer; skip the test without it, or fail in CI (`CI=true`)."""
    program = PROGRAMS[layer]
    return program.path() or stop_without(program.names[0], "make system-packages")


def stop_without(name: str, command: str) -> NoReturn:
    """Skip the test because something is not installed; in CI, fail."""
    import pytest  # not needed, and perhaps not installed, where this file is run as a program

    problem = f"{name} is missing; install it with: {command}"
    if os.environ.get("CI") == "true":
        pytest.fail(problem)
    pytest.skip(problem)


def main() -> int:
    missing = [program for program in PROGRAMS.values() if program.in_check and program.path() is None]
    if "--packages" in sys.argv:
        print(*(program.packages for program in missing))
        return 0
    for program in missing:
        print(f"missing: {program.names[0]}, needed for {program.needed_for}", file=sys.stderr)
    if missing:
        print("Install all of them with: make system-packages", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
