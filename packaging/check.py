"""Build the wheel and the sdist as for a release, and use the wheel in new environments.

    python packaging/check.py [lowest] [newest] [pythons]

The wheel is built from the sdist, so that a file that is missing in the sdist is noticed. The checks then run in
environments that contain nothing else:

- newest: the newest versions of all dependencies; the core without extras (`core.py`), each extra alone (`extras.py`),
  a program of a user that mypy checks (`user_program.py`), and the plug-in of `docs/how-to/plugins.md` (`plug_in.py`);
- lowest: the lowest versions that `pyproject.toml` allows;
- pythons: the core on every later version of Python on this machine.

The environments are made by uv, which takes seconds; pip would take minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
Check = Callable[[], None]

LOWEST = "3.11"
LATER = ("3.12", "3.13", "3.14")
EXTRAS = ("plot", "survey", "cluster", "data", "gym", "notebook", "web")
#: Files that must be in the wheel, in addition to the modules.
SHIPPED = (
    "sprague/py.typed",
    "sprague/coq/library/_CoqProject",
    "sprague/coq/library/Theorems.v",
    "sprague/web/pages/board.html",
    "sprague/web/pages/vendor/preact.js",
    "sprague/render/widgets/board.js",
)
PAGES = ROOT / "src" / "sprague" / "web" / "pages"
LICENCES = ("LICENSE", "preact.LICENSE", "htm.LICENSE")
IN_SDIST = ("CHANGELOG.md", "CITATION.cff", "Makefile", "coq/Theorems.v", "docs/notation.md", "tests/oracle.py")


def main() -> None:
    asked = sys.argv[1:] or ["newest", "lowest", "pythons"]
    with tempfile.TemporaryDirectory(prefix="sprague-packaging-") as made:
        folder = Path(made)
        wheel = build(folder / "dist")
        kinds = {"newest": newest, "lowest": lowest, "pythons": pythons}
        # Two checks run at a time, because most of their time is spent on downloads and on starting programs.
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(check) for name in asked for check in kinds[name](wheel, folder)]:
                done.result()


def build(folder: Path) -> Path:
    """Build the sdist and the wheel, check their contents, and return the path of the wheel."""
    with step("the sdist and the wheel build and contain all files"):
        run(*tool("uv"), "build", "--quiet", "--out-dir", folder, ROOT)
        wheel, sdist = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
        run(*tool("twine"), "check", "--strict", wheel, sdist)
        with ZipFile(wheel) as archive:
            names = archive.namelist()
        assert set(SHIPPED) <= set(names), set(SHIPPED) - set(names)
        library = {f"sprague/coq/library/{path.name}" for path in (ROOT / "coq").glob("*.v")}
        pages = {path.relative_to(ROOT / "src").as_posix() for path in PAGES.rglob("*") if path.is_file()}
        assert library | pages <= set(names), (library | pages) - set(names)
        for licence in LICENCES:
            assert any(".dist-info/licenses/" in name and name.endswith(f"/{licence}") for name in names), licence
        others = [name for name in names if not name.startswith(("sprague/", "sprague-"))]
        assert not others, others
        with tarfile.open(sdist) as source:
            held = {name.partition("/")[2] for name in source.getnames()}
        assert set(IN_SDIST) <= held, set(IN_SDIST) - held
        compare_size(wheel)
        cited = (ROOT / "CITATION.cff").read_text("utf-8")
        assert f"\nversion: {wheel.name.split('-')[1]}\n" in cited, "CITATION.cff states another version"
    return wheel


def compare_size(wheel: Path) -> None:
    """Compare the size of the wheel with the size that the README states; up to a half more or less is accepted."""
    found = re.search(r"wheel is a file of ([\d.]+) MB", (ROOT / "README.md").read_text("utf-8"))
    assert found is not None, "README.md does not state the size of the wheel"
    size = wheel.stat().st_size / 10**6
    assert abs(size - float(found[1])) <= 0.5 * float(found[1]), (
        f"the wheel has {size:.1f} MB, README.md states {found[1]} MB"
    )


def newest(wheel: Path, folder: Path) -> list[Check]:
    """Return the checks with the newest versions: the core alone with its types, and each extra alone."""

    def core() -> None:
        with step("the core alone, newest versions; its types, by mypy --strict"):
            interpreter = environment(folder / "core", LOWEST, wheel)
            use(interpreter, folder, "core.py")
            run(*tool("mypy"), "--strict", "--python-executable", interpreter, HERE / "user_program.py", cwd=folder)

    def alone(extra: str) -> None:
        with step(f"the extra {extra} alone, newest versions"):
            use(environment(folder / extra, LOWEST, f"{wheel}[{extra}]"), folder, "extras.py", extra)

    def plug_in() -> None:
        with step("the plug-in of the documentation is built, installed and used; its types, by mypy --strict"):
            project = write_plug_in(folder / "plug-in")
            run(*tool("uv"), "build", "--quiet", "--wheel", "--out-dir", folder / "plug-in-dist", project)
            built = next((folder / "plug-in-dist").glob("*.whl"))
            # the plug-in needs sprague, so both are installed together
            interpreter = environment(folder / "plug-in-environment", LOWEST, f"{wheel}[survey]", built)
            use(interpreter, folder, "plug_in.py")
            run(*tool("mypy"), "--strict", "--python-executable", interpreter, project / "heron_games.py", cwd=folder)

    return [core, plug_in, *(partial(alone, extra) for extra in EXTRAS)]


def write_plug_in(folder: Path) -> Path:
    """Write the files of the plug-in in the documentation to a folder, and return the folder of its project."""
    page = (ROOT / "docs" / "how-to" / "plugins.md").read_text("utf-8")
    for name, text in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", page, re.DOTALL):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return next(folder.iterdir())


def lowest(wheel: Path, folder: Path) -> list[Check]:
    """Return the checks with the lowest allowed versions: the core, and all extras together."""

    def core() -> None:
        with step("the core alone, lowest allowed versions"):
            use(environment(folder / "lowest-core", LOWEST, wheel, "-r", pinned(folder)), folder, "core.py")

    def extras() -> None:
        with step("all extras, lowest allowed versions"):
            everything = environment(folder / "lowest-all", LOWEST, f"{wheel}[all]", "-r", pinned(folder, "all"))
            use(everything, folder, "extras.py", *EXTRAS)

    return [core, extras]


def pythons(wheel: Path, folder: Path) -> list[Check]:
    """Return the checks of the core on later versions of Python that are on this machine; each needs a classifier."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        classifiers = tomllib.load(file)["project"]["classifiers"]

    def core(version: str, place: str) -> None:
        with step(f"the core alone, Python {version}"):
            assert f"Programming Language :: Python :: {version}" in classifiers, f"no classifier for {version}"
            use(environment(folder / f"python{version}", place, wheel), folder, "core.py")

    checks: list[Check] = []
    for version in LATER:
        if place := python_of(version):
            checks.append(partial(core, version, place))
        else:
            print(f"  Python {version} is not on this machine and was not tested", flush=True)
    return checks


def python_of(version: str) -> str | None:
    """Return the program of a version of Python, from pyenv or from the path, or None if there is none."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [*map(str, sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)), f"python{version}"]
    words = "import sys; print('%d.%d' % sys.version_info[:2])"
    for place in filter(shutil.which, places):
        if run(place, "-c", words, fails=True).strip() == version:
            return place
    return None


def pinned(folder: Path, *extras: str) -> Path:
    """Write a file with the lowest version of each dependency that `pyproject.toml` allows, and return its path."""
    file = folder / f"lowest{'-'.join(extras)}.txt"
    words = ["--quiet", "--resolution", "lowest-direct", "--python-version", LOWEST]
    words += [word for extra in extras for word in ("--extra", extra)]
    run(*tool("uv"), "pip", "compile", *words, ROOT / "pyproject.toml", "-o", file)
    return file


def environment(place: Path, python: str, *packages: str | Path) -> Path:
    """Make an environment with packages and their dependencies, and return its interpreter."""
    run(*tool("uv"), "venv", "--quiet", "--no-project", "--python", python, place)
    interpreter = place / "bin" / "python"
    run(*tool("uv"), "pip", "install", "--quiet", "--python", interpreter, *packages)
    return interpreter


def use(interpreter: Path, folder: Path, script: str, *words: str) -> None:
    """Run a script in an environment, in an empty folder and with an empty home folder."""
    place = Path(tempfile.mkdtemp(dir=folder))
    shutil.copyfile(HERE / script, place / script)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    run(interpreter, script, *words, cwd=place, env=kept | {"HOME": str(place / "home")})


def run(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, fails: bool = False) -> str:
    """Return the output of a command that must succeed; if it may fail, a failure returns an empty text."""
    ran = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if ran.returncode and not fails:
        raise SystemExit(f"{' '.join(map(str, words))}\n{ran.stdout}{ran.stderr}")
    return "" if ran.returncode else ran.stdout


def tool(name: str) -> list[str]:
    """Return the command of a tool in the environment of this program."""
    return [sys.executable, "-m", name]


class step:  # noqa: N801 (a context manager in lower case, as in contextlib)
    """Print the name of a check that has passed, with its duration."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __enter__(self) -> None:
        self.began = time.monotonic()

    def __exit__(self, kind: object, *others: object) -> None:
        if kind is None:
            print(f"  {time.monotonic() - self.began:5.1f} s  {self.words}", flush=True)


if __name__ == "__main__":
    main()
