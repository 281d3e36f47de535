"""Pictures drawn by the commands that a page shows: `<!-- drawn: coins.svg Caption. -->`."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

from sprague.cli.main import app
from sprague.files import write_atomically
from website.build_cache import cache_folder

#: The mark of a picture in a page, with its caption.
PLACE = re.compile(r"^<!-- drawn: (\S+\.svg) (.+) -->$", re.MULTILINE)


def insert_figures(text: str) -> str:
    """Replace each mark of a picture by a figure, for light and for dark screens.

    >>> re.findall('src="(.+?)"', insert_figures("<!-- drawn: nim.svg Two piles. -->"))
    ['nim.svg#only-light', 'nim-dark.svg#only-dark']
    """

    def figure(found: re.Match[str]) -> str:
        name, caption = found.groups()
        images = "".join(
            f'<img class="wide-map" src="{address}" alt="{escape(caption)}">'
            for address in (f"{name}#only-light", f"{_dark(name)}#only-dark")
        )
        return f"<figure>{images}<figcaption>{escape(caption, quote=False)}</figcaption></figure>"

    return PLACE.sub(figure, text)


def draw_pictures(page: str, text: str) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a page, each with its path in the folder of the page."""
    folder = Path(page).parent
    for name, _ in PLACE.findall(text):
        command = find_command(name, text)
        for written, options in ((name, []), (_dark(name), ["--dark"])):
            yield (folder / written).as_posix(), _draw(written, [*command, *options])


def find_command(name: str, text: str) -> list[str]:
    """Return the arguments of the command in a page that draws a picture, without the output file.

    >>> find_command("nim.svg", "$ sprague table nim:piles=2 --limit 4 -o nim.svg")
    ['table', 'nim:piles=2', '--limit', '4']
    """
    (shown,) = re.findall(rf"^\$ sprague (.+) -o {re.escape(name)}$", text, re.MULTILINE)
    return shlex.split(shown)


def _draw(name: str, arguments: list[str]) -> bytes:
    """Return the picture with this name that a command draws, from the cache if possible."""
    command = [*arguments, "-o", name]
    digest = hashlib.sha256("\0".join(command).encode()).hexdigest()[:16]
    cached = cache_folder("drawn", "sprague.cli.commands", "sprague.games") / f"{digest}.svg"
    if not cached.is_file():
        # The picture contains its command, which must not name a folder of this machine.
        with TemporaryDirectory() as folder, chdir(folder):
            done = CliRunner().invoke(app, command, catch_exceptions=False)
            assert done.exit_code == 0, done.output
            write_atomically(cached, Path(name).read_bytes())
    return cached.read_bytes()


def _dark(name: str) -> str:
    return name.replace(".svg", "-dark.svg")
