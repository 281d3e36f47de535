"""Pictures that commands of a page draw, below them: `<!-- drawn: coins.svg What it shows. -->`."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator
from html import escape
from pathlib import Path

from typer.testing import CliRunner

from sprague.cli.main import app
from website.build_cache import place

#: Where a page has a picture, and what is said below it.
PLACE = re.compile(r"^<!-- drawn: (\S+\.svg) (.+) -->$", re.MULTILINE)


def with_figures(text: str) -> str:
    """A page with a figure, for bright and for dark screens, wherever it has a place for one.

    >>> re.findall('src="(.+?)"', with_figures("<!-- drawn: nim.svg Two piles. -->"))
    ['nim.svg#only-light', 'nim-dark.svg#only-dark']
    """

    def figure(place: re.Match[str]) -> str:
        name, said = place.groups()
        images = "".join(
            f'<img class="wide-map" src="{address}" alt="{escape(said)}">'
            for address in (f"{name}#only-light", f"{_dark(name)}#only-dark")
        )
        return f"<figure>{images}<figcaption>{escape(said, quote=False)}</figcaption></figure>"

    return PLACE.sub(figure, text)


def pictures(page: str, text: str) -> Iterator[tuple[str, bytes]]:
    """The pictures of a page, beside it."""
    folder = Path(page).parent
    for name, _ in PLACE.findall(text):
        command = command_of(name, text)
        for written, options in ((name, []), (_dark(name), ["--dark"])):
            yield (folder / written).as_posix(), _drawn([*command, *options])


def command_of(name: str, text: str) -> list[str]:
    """The arguments of the command that a page shows and that draws a picture, but for where it is put.

    >>> command_of("nim.svg", "$ sprague table nim:piles=2 --limit 4 -o nim.svg")
    ['table', 'nim:piles=2', '--limit', '4']
    """
    (shown,) = re.findall(rf"^\$ sprague (.+) -o {re.escape(name)}$", text, re.MULTILINE)
    return shlex.split(shown)


def _drawn(arguments: list[str]) -> bytes:
    """What a command draws; it is kept (`website.build_cache`)."""
    name = hashlib.sha256("\0".join(arguments).encode()).hexdigest()[:16]
    kept = place("drawn", f"sprague.cli.commands.{arguments[0]}", "sprague.games") / f"{name}.svg"
    if not kept.is_file():
        done = CliRunner().invoke(app, [*arguments, "-o", str(kept)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
    return kept.read_bytes()


def _dark(name: str) -> str:
    return name.replace(".svg", "-dark.svg")
