"""The build of the site: write all pages to a folder, run Zensical on them, and check the HTML."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from website import command_pictures, papers, reference, speed, subject_index, tests_page
from website.atlas import pages as atlas
from website.navigation import ENTRIES, as_toml, pages_of
from website.playground import playground_files
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
    """Build the site in a folder and return the exit code, 0 if there are no problems."""
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(folder, papers.Run.start())
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / "zensical.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        check=False,
    )
    wrong = find_problems(folder / "html") if done.returncode == 0 else []
    for problem in wrong:
        print(problem, file=sys.stderr)
    if done.returncode == 0 and not wrong:
        print(f"The site is in {folder / 'html' / 'index.html'}")
    return 1 if wrong else done.returncode


def lay_out(folder: Path, rerun: papers.Run) -> None:
    """Write the input of Zensical: its settings, the pages and their files."""
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    write(folder / "zensical.toml", settings.replace("nav = []", f"nav = {as_toml(ENTRIES)}"))
    pages = folder / "pages"
    for name, content in site_files(rerun):
        write(pages / name, content)
    missing = [page for page in pages_of(ENTRIES) if not (pages / page).is_file()]
    assert not missing, f"the navigation names pages that do not exist: {missing}"


def site_files(rerun: papers.Run) -> Iterator[tuple[str, str | bytes]]:
    """Yield every input file of the site with its name: written pages and generated pages."""
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
    yield from reference.files()
    yield from subject_index.files()
    yield "testing.md", tests_page.page()
    yield from atlas.files()
    yield from playground_files()
    yield "papers.md", papers.page(rerun.result())


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


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
