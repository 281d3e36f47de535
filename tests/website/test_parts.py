"""The parts of the site are made again if their inputs change, and only then."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from website.parts import Part, update

from tests.documents import ROOT


def files_of(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


class Workshop:
    """Parts that copy a file in capital letters, and the names of the parts that were made."""

    def __init__(self, sources: Path) -> None:
        self.sources = sources
        self.made: list[str] = []

    def part(self, name: str, *outputs: str, always: bool = False) -> Part:
        source = self.sources / name
        return Part(name, None if always else [source], lambda: self.make(source, outputs or (f"{name}.html",)))

    def make(self, source: Path, outputs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        self.made.append(source.name)
        for output in outputs:
            yield output, source.read_text().upper()


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("one", "two"):
        (sources / name).write_text(name)
    return Workshop(sources)


def test_only_a_part_with_changed_inputs_is_made_again(workshop: Workshop, tmp_path: Path) -> None:
    folder, parts = tmp_path / "site", [workshop.part("one"), workshop.part("two", "deep/two.html")]
    first = update(folder, parts)
    assert files_of(folder) == {"one.html": "ONE", "deep/two.html": "TWO"}
    assert update(folder, parts) == first
    assert workshop.made == ["one", "two"]
    (workshop.sources / "two").write_text("changed")
    assert update(folder, parts) != first
    assert workshop.made == ["one", "two", "two"]
    assert files_of(folder) == {"one.html": "ONE", "deep/two.html": "CHANGED"}


def test_a_part_without_inputs_is_always_made(workshop: Workshop, tmp_path: Path) -> None:
    parts = [workshop.part("one", always=True)]
    update(tmp_path / "site", parts)
    (workshop.sources / "one").write_text("changed")
    update(tmp_path / "site", parts)
    assert files_of(tmp_path / "site") == {"one.html": "CHANGED"}


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_text("edited")])
def test_missing_and_edited_files_are_made_again(
    workshop: Workshop, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    folder, parts = tmp_path / "site", [workshop.part("one"), workshop.part("two")]
    update(folder, parts)
    damage(folder / "one.html")
    update(folder, parts)
    assert workshop.made == ["one", "two", "one"]
    assert files_of(folder) == {"one.html": "ONE", "two.html": "TWO"}


def test_files_of_no_part_are_deleted(workshop: Workshop, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    update(folder, [workshop.part("one"), workshop.part("two", "deep/two.html")])
    (folder / "stray.html").touch()
    update(folder, [workshop.part("one")])
    assert files_of(folder) == {"one.html": "ONE"}
    assert not (folder / "deep").exists()


def test_a_build_continues_after_a_failure(workshop: Workshop, tmp_path: Path) -> None:
    folder, missing = tmp_path / "site", workshop.part("missing", always=True)
    with pytest.raises(FileNotFoundError):
        update(folder, [workshop.part("one"), missing, workshop.part("two")])
    update(folder, [workshop.part("one"), workshop.part("two")])
    assert workshop.made == ["one", "missing", "two"]


#: Programs that make a part of the site, and the inputs of the part in website/building.py.
MAKERS = {
    "theorem": (
        "from website.atlas.pages import theorem_files\n"
        "from website.atlas.entries import CERTIFICATES\n"
        "path = CERTIFICATES / 'wythoff-2.json'\n"
        "list(theorem_files(path))\n"
        "from website.build_cache import source_files\n"
        "inputs = {*source_files('website.atlas.pages', 'sprague.games'), path}\n"
    ),
    "database": (
        "from website.atlas.database_files import database_files\n"
        "from sprague.atlas.database import load_atlas\n"
        "list(database_files([load_atlas()['S000220'], load_atlas()['S000113']]))\n"
        "from website.build_cache import source_files\n"
        "inputs = source_files('website.atlas.database_files', 'sprague.games')\n"
    ),
}
#: Records the files that a program opens, and prints those of the repository that are not among its inputs.
WATCHED = """
import sys
from pathlib import Path
import sprague
opened, loaded = set(), set(sys.modules)  # sprague imports modules that are not used
sys.addaudithook(lambda event, arguments: event == "open" and opened.add(str(arguments[0])))
{}
import json
# A source file that is opened only gets a hash; the modules that Python loads count.
opened = {{path for path in opened if not path.endswith(".py")}}
opened |= {{str(getattr(sys.modules[name], "__file__", "")) for name in sys.modules.keys() - loaded}}
root = Path({!r})
used = {{path for path in map(Path, opened) if path.is_relative_to(root) and path.suffix != ".pyc"}}
outside = {{root / "build", root / ".venv", root / ".git"}}
used = {{path for path in used if path.is_file() and not outside & set(path.parents)}}
print(json.dumps(sorted(path.relative_to(root).as_posix() for path in used - inputs)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_a_part_reads_only_its_inputs(name: str) -> None:
    """A file that a part reads and does not list as an input could change without a new page."""
    program = WATCHED.format(MAKERS[name], str(ROOT))
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
