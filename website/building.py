"""The site, built: pages are laid out side by side, Zensical makes HTML of them, and the HTML is checked."""

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

from website import command_pictures, papers, reference, speed, tests_page
from website.atlas import pages as atlas
from website.site_checks import problems
from website.navigation import ENTRIES, as_toml, pages_of

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
#: What the site takes from `docs/` and from here besides pages.
TAKEN = (
    "*.ipynb",
    "measured.json",
    "certificate.schema.json",
    "certificates/*.json",
    "pictures/*.png",
    "pictures/*.svg",
)


def build(folder: Path) -> int:
    """Build the site in a folder; 0 if nothing was wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(folder, papers.Run.start())
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(folder / "zensical.toml")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        check=False,
    )
    wrong = problems(folder / "html") if done.returncode == 0 else []
    for problem in wrong:
        print(problem, file=sys.stderr)
    if done.returncode == 0 and not wrong:
        print(f"The site is in {folder / 'html' / 'index.html'}")
    return 1 if wrong else done.returncode


def lay_out(folder: Path, rerun: papers.Run) -> None:
    """Write what the tool reads: its settings, the pages, and what they show."""
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    write(folder / "zensical.toml", settings.replace("nav = []", f"nav = {as_toml(ENTRIES)}"))
    pages = folder / "pages"
    for name, content in contents(rerun):
        write(pages / name, content)
    missing = [page for page in pages_of(ENTRIES) if not (pages / page).is_file()]
    assert not missing, f"pages of the navigation that are nowhere: {missing}"


def contents(rerun: papers.Run) -> Iterator[tuple[str, str | bytes]]:
    """Every file of the site before it is built, by its name: pages that are written, and pages that are generated."""
    measured = json.loads((ROOT / "docs" / "measured.json").read_text(encoding="utf-8"))
    for path in sorted((ROOT / "docs").rglob("*.md")):
        text, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT / "docs").as_posix()
        yield from command_pictures.pictures(page, text)
        filled = command_pictures.with_figures(speed.filled(text, measured))
        yield page, with_whole_code(with_pages_of_theorems(filled))
    for name, page in TOP.items():
        yield page, on_the_site((ROOT / name).read_text(encoding="utf-8"))
    for pattern in TAKEN:
        for path in sorted((ROOT / "docs").glob(pattern)):
            yield path.relative_to(ROOT / "docs").as_posix(), path.read_bytes()
    for path in sorted((HERE / "theme").iterdir()):
        yield f"theme/{path.name}", path.read_bytes()
    yield from reference.files()
    yield "testing.md", tests_page.page()
    yield from atlas.files()
    yield "papers.md", papers.page(rerun.result())


def on_the_site(text: str) -> str:
    """A document of the top of the repository with links as they are on the site.

    >>> on_the_site("see [the house](ARCHITECTURE.md) and [Coq](docs/coq.md#trust)")
    'see [the house](architecture.md) and [Coq](coq.md#trust)'
    """
    moved = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\]\(([A-Z_]+\.md)", lambda link: f"]({TOP.get(link[1], link[1])}", moved)


def with_pages_of_theorems(text: str) -> str:
    """A page whose links to certificates lead to their pages in the atlas, which have the files.

    >>> with_pages_of_theorems("([certificate](certificates/triangle.json))")
    '([certificate](atlas/theorem-triangle.md))'
    """
    return re.sub(r"\]\(certificates/([\w-]+)\.json\)", r"](atlas/theorem-\1.md)", text)


def with_whole_code(text: str) -> str:
    r"""A page whose code in tables has its strokes: tables have them as `\|`, and the tool keeps both signs.

    >>> with_whole_code(r"| `(a \| t)` | Nim |")
    '| <code>(a &#124; t)</code> | Nim |'
    """

    def as_html(code: re.Match[str]) -> str:
        return f"<code>{escape(code[1], quote=False).replace(chr(92) + '|', '&#124;')}</code>"

    return re.sub(r"(?m)`([^`\n]*\\\|[^`\n]*)`(?=.*\|$)", as_html, text)


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
