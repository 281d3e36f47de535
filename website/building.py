"""The build of the site: write all pages to a folder, run Zensical on them, and check the HTML.

A second build makes only the parts again whose inputs have changed (`website.parts`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from subprocess import CalledProcessError

from website import command_pictures, papers, reference, speed, subject_index, tests_page
from website.atlas import pages as atlas
from website.atlas.database_files import database_files
from website.atlas.entries import CERTIFICATES
from website.build_cache import files_digest, source_digest, source_files
from website.navigation import ENTRIES, as_toml, pages_of
from website.parts import Part, update
from website.playground import playground_files, playground_inputs
from website.site_checks import find_problems

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).parent
#: Documents at the top of the repository that are pages of the site.
TOP = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
}
#: Files and folders of the repository, and the generated pages of the site about them.
GENERATED = {
    "src/sprague/__init__.py": "reference/library.md",
    "src/sprague/cli/commands": "reference/commands.md",
    "src/sprague/papers": "papers.md",
    "src/sprague/atlas": "atlas/index.md",
    "tests": "testing.md",
}
#: Files of `docs/` other than pages that the site contains.
TAKEN = (
    "*.ipynb",
    "measured.json",
    "certificate.schema.json",
    "certificates/*.json",
    "latex/*.tex",
    "pictures/*.png",
    "pictures/*.svg",
)


def build(folder: Path) -> int:
    """Bring the site in a folder up to date, and return the exit code, 0 if there are no problems.

    The folder contains `pages`, the input of Zensical, and `html`, the site.
    """
    pages, html = folder / "pages", folder / "html"
    _write_if_changed(folder / "zensical.toml", settings())
    state = update(pages, page_parts(papers.Run.start()))
    missing = [page for page in pages_of(ENTRIES) if not (pages / page).is_file()]
    assert not missing, f"the navigation names pages that do not exist: {missing}"
    try:
        state += update(html, html_parts(folder))
    except CalledProcessError as error:
        return error.returncode
    checked = folder / "checked.txt"  # the state of the site without problems, at the last check
    state += source_digest("website.site_checks")
    if not checked.is_file() or checked.read_text(encoding="utf-8") != state:
        if wrong := find_problems(html):
            print(*wrong, sep="\n", file=sys.stderr)
            return 1
        checked.write_text(state, encoding="utf-8")
    print(f"The site is in {html / 'index.html'}")
    return 0


def settings() -> str:
    """Return the settings of Zensical."""
    text = (HERE / "zensical.toml").read_text(encoding="utf-8")
    return text.replace("nav = []", f"nav = {as_toml(ENTRIES)}")


def page_parts(rerun: papers.Run) -> Iterator[Part]:
    """Yield the parts of the input of Zensical; parts that are made quickly are made in every build."""
    yield Part("documents", None, documents)
    yield Part("reference", None, reference.files)
    yield Part("subject index", None, subject_index.files)
    yield Part("tests", None, lambda: [("testing.md", tests_page.page())])
    yield Part("papers", None, lambda: [("papers.md", papers.page(rerun.result()))])
    code = source_files("website.atlas.pages", "sprague.games")
    yield Part("games", code, atlas.game_files)
    for path in sorted(CERTIFICATES.glob("*.json")):
        yield Part(f"theorem {path.stem}", {*code, path}, partial(atlas.theorem_files, path))
    yield Part("atlas", None, lambda: [("atlas/index.md", atlas.index())])


def html_parts(folder: Path) -> Iterator[Part]:
    """Yield the parts of the site: the output of Zensical, the atlas and the playground."""
    pages = [path for path in (folder / "pages").rglob("*") if path.is_file()]
    others = zensical_inputs(folder, pages)
    yield Part("pages", {*pages, *others}, lambda: run_zensical(folder, pages, others))
    yield Part("database", source_files("website.atlas.database_files", "sprague.games"), database_files)
    yield Part("playground", {*playground_inputs(), *source_files("website.playground")}, playground_files)


def zensical_inputs(folder: Path, pages: Iterable[Path]) -> set[Path]:
    """Return the files that Zensical reads besides the pages: settings, included files, docstrings and extensions."""
    texts = (path.read_text(encoding="utf-8") for path in pages if path.suffix == ".md")
    included = {ROOT / name for text in texts for name in re.findall(r'^--8<-- "([^":]+)', text, re.MULTILINE)}
    extensions = source_files("website.examples", "website.formulas")
    return {folder / "zensical.toml", *included, *source_files("sprague"), *extensions}


def run_zensical(folder: Path, pages: Iterable[Path], others: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Run Zensical, and yield its output.

    The cache of Zensical detects changed pages. For other changes, its cache and its output are deleted.
    """
    state = "\n".join([files_digest(others), *sorted(path.relative_to(folder).as_posix() for path in pages)])
    output, last = folder / "zensical", folder / "zensical.txt"
    if not last.is_file() or last.read_text(encoding="utf-8") != state:
        for old in (output, folder / ".cache"):
            shutil.rmtree(old, ignore_errors=True)
    last.unlink(missing_ok=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / "zensical.toml")]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT, check=True)
    last.write_text(state, encoding="utf-8")
    for path in sorted(output.rglob("*")):
        if path.is_file():
            yield path.relative_to(output).as_posix(), path.read_bytes()


def documents() -> Iterator[tuple[str, str | bytes]]:
    """Yield the written pages and their files with their names."""
    measured = json.loads((ROOT / "docs" / "measured.json").read_text(encoding="utf-8"))
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT / "docs").as_posix()
        yield from command_pictures.draw_pictures(page, text)
        filled = command_pictures.insert_figures(speed.fill_tables(text, measured))
        yield page, unescape_code_in_tables(link_theorem_pages(link_site_pages(page, include_sections(filled))))
    for name, page in TOP.items():
        yield page, adapt_links((ROOT / name).read_text(encoding="utf-8"))
    for pattern in TAKEN:
        for path in sorted((ROOT / "docs").glob(pattern)):
            yield path.relative_to(ROOT / "docs").as_posix(), path.read_bytes()
    for path in sorted((HERE / "theme").iterdir()):
        yield f"theme/{path.name}", path.read_bytes()


def adapt_links(text: str) -> str:
    """Return a document of the repository root with its links adapted to the site.

    >>> adapt_links("see [the layers](ARCHITECTURE.md) and [Coq](docs/coq.md#trust)")
    'see [the layers](architecture.md) and [Coq](coq.md#trust)'
    """
    moved = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\]\(([A-Z_]+\.md)", lambda link: f"]({TOP.get(link[1], link[1])}", moved)


def include_sections(text: str) -> str:
    r"""Return a page in which each link to a section of another document, marked by a comment, includes the section.

    >>> include_sections("<!-- include README.md:comparison -->\nSee [the README](../README.md).\n")
    '--8<-- "README.md:comparison"\n'
    """
    return re.sub(r"<!-- include (\S+) -->\n.*", r'--8<-- "\1"', text)


def link_site_pages(page: str, text: str) -> str:
    """Return a page of `docs/` in which links to files outside `docs/` lead to the pages of the site about these files.

    >>> link_site_pages("start/student.md", "[why](../../ARCHITECTURE.md#layers), [rules](../notation.md)")
    '[why](../architecture.md#layers), [rules](../notation.md)'
    """
    here = os.path.dirname(page) or "."

    def adapted(link: re.Match[str]) -> str:
        target = (TOP | GENERATED).get(os.path.normpath(os.path.join("docs", here, link[1])))
        return link[0] if target is None else f"]({os.path.relpath(target, here)}"

    return re.sub(r"\]\(([^)#\s:]+)", adapted, text)


def link_theorem_pages(text: str) -> str:
    """Return a page in which links to certificates lead to their pages in the atlas.

    >>> link_theorem_pages("([certificate](certificates/triangle.json))")
    '([certificate](atlas/theorem-triangle.md))'
    """
    return re.sub(r"\]\(certificates/([\w-]+)\.json\)", r"](atlas/theorem-\1.md)", text)


def unescape_code_in_tables(text: str) -> str:
    r"""Return a page in which code in tables has `|` for `\|`, which Zensical does not unescape.

    >>> unescape_code_in_tables(r"| `(a \| t)` | Nim |")
    '| <code>(a &#124; t)</code> | Nim |'
    """

    def as_html(code: re.Match[str]) -> str:
        return f"<code>{escape(code[1], quote=False).replace(chr(92) + '|', '&#124;')}</code>"

    return re.sub(r"(?m)`([^`\n]*\\\|[^`\n]*)`(?=.*\|$)", as_html, text)


def _write_if_changed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
