"""Build the package as it would be published, and use it as strangers do: installed, in environments of its own.

    python packaging/check.py [lowest] [newest] [pythons]

The wheel is built from the sdist, so that both are whole. Then, in environments that hold nothing else:

- newest: the core without extras (`core.py`), each extra by itself (`extras.py`), and a user's program checked by mypy;
- lowest: the same with the lowest versions that `pyproject.toml` promises;
- pythons: the core on every later Python that this machine has.

uv makes an environment in seconds; pip would take minutes for all of them.
"""

from __future__ import annotations

import os
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
#: What must be in the wheel, beside the modules.
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
        # Two at a time: environments are mostly waited for, and what runs in them mostly starts.
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(check) for name in asked for check in kinds[name](wheel, folder)]:
                done.result()


def build(folder: Path) -> Path:
    """The wheel, made from the sdist; what is missing in either is told."""
    with told("sdist and wheel build, and hold what they should"):
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
        strangers = [name for name in names if not name.startswith(("sprague/", "sprague-"))]
        assert not strangers, strangers
        with tarfile.open(sdist) as source:
            held = {name.partition("/")[2] for name in source.getnames()}
        assert set(IN_SDIST) <= held, set(IN_SDIST) - held
        cited = (ROOT / "CITATION.cff").read_text("utf-8")
        assert f"\nversion: {wheel.name.split('-')[1]}\n" in cited, "CITATION.cff tells another version"
    return wheel


def newest(wheel: Path, folder: Path) -> list[Check]:
    """The newest versions of everything: the core alone, types, and every extra alone."""

    def core() -> None:
        with told("the core alone, newest versions; its types, by mypy --strict"):
            interpreter = environment(folder / "core", LOWEST, wheel)
            use(interpreter, folder, "core.py")
            run(*tool("mypy"), "--strict", "--python-executable", interpreter, HERE / "user_program.py", cwd=folder)

    def alone(extra: str) -> None:
        with told(f"the extra {extra} alone, newest versions"):
            use(environment(folder / extra, LOWEST, f"{wheel}[{extra}]"), folder, "extras.py", extra)

    return [core, *(partial(alone, extra) for extra in EXTRAS)]


def lowest(wheel: Path, folder: Path) -> list[Check]:
    """The lowest versions that are promised, of the core and of all extras."""

    def core() -> None:
        with told("the core alone, lowest versions promised"):
            use(environment(folder / "lowest-core", LOWEST, wheel, "-r", pinned(folder)), folder, "core.py")

    def extras() -> None:
        with told("all extras, lowest versions promised"):
            everything = environment(folder / "lowest-all", LOWEST, f"{wheel}[all]", "-r", pinned(folder, "all"))
            use(everything, folder, "extras.py", *EXTRAS)

    return [core, extras]


def pythons(wheel: Path, folder: Path) -> list[Check]:
    """The core on later Pythons, as far as this machine has them; the classifiers name those that were tried."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        classifiers = tomllib.load(file)["project"]["classifiers"]

    def core(version: str, place: str) -> None:
        with told(f"the core alone, Python {version}"):
            assert f"Programming Language :: Python :: {version}" in classifiers, f"no classifier for {version}"
            use(environment(folder / f"python{version}", place, wheel), folder, "core.py")

    checks: list[Check] = []
    for version in LATER:
        if place := python_of(version):
            checks.append(partial(core, version, place))
        else:
            print(f"  Python {version} is not on this machine, and was not tried", flush=True)
    return checks


def python_of(version: str) -> str | None:
    """Where this machine has a Python of this version: on the path, or where pyenv keeps them."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [*map(str, sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)), f"python{version}"]
    words = "import sys; print('%d.%d' % sys.version_info[:2])"
    for place in filter(shutil.which, places):
        if run(place, "-c", words, fails=True).strip() == version:
            return place
    return None


def pinned(folder: Path, *extras: str) -> Path:
    """A file with the lowest version of each dependency that `pyproject.toml` names."""
    file = folder / f"lowest{'-'.join(extras)}.txt"
    words = ["--quiet", "--resolution", "lowest-direct", "--python-version", LOWEST]
    words += [word for extra in extras for word in ("--extra", extra)]
    run(*tool("uv"), "pip", "compile", *words, ROOT / "pyproject.toml", "-o", file)
    return file


def environment(place: Path, python: str, *packages: str | Path) -> Path:
    """The interpreter of a new environment that holds these packages and what they need."""
    run(*tool("uv"), "venv", "--quiet", "--no-project", "--python", python, place)
    interpreter = place / "bin" / "python"
    run(*tool("uv"), "pip", "install", "--quiet", "--python", interpreter, *packages)
    return interpreter


def use(interpreter: Path, folder: Path, script: str, *words: str) -> None:
    """Run a script in an environment, in an empty folder, with a home of its own and nothing of this one."""
    place = Path(tempfile.mkdtemp(dir=folder))
    shutil.copyfile(HERE / script, place / script)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    run(interpreter, script, *words, cwd=place, env=kept | {"HOME": str(place / "home")})


def run(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, fails: bool = False) -> str:
    """What a command prints; it is to succeed, unless it may fail, and then prints nothing."""
    ran = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if ran.returncode and not fails:
        raise SystemExit(f"{' '.join(map(str, words))}\n{ran.stdout}{ran.stderr}")
    return "" if ran.returncode else ran.stdout


def tool(name: str) -> list[str]:
    """A tool of the environment in which this runs."""
    return [sys.executable, "-m", name]


class told:  # noqa: N801 (it reads as a sentence)
    """Say what was found to work, and how long that took."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __enter__(self) -> None:
        self.began = time.monotonic()

    def __exit__(self, kind: object, *others: object) -> None:
        if kind is None:
            print(f"  {time.monotonic() - self.began:5.1f} s  {self.words}", flush=True)


if __name__ == "__main__":
    main()
