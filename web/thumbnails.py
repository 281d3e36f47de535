"""Write the thumbnails of the gallery, which are shipped so that the first visit computes nothing; `--check` compares.

python web/thumbnails.py writes the files of all games; it takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sprague.games import Game, catalogue
from sprague.render.pictures.thumbnail import thumbnail_pair, thumbnail_table
from sprague.web.page_files import thumbnail_path
from sprague.web.tasks.requests import parse_game


def drawn(game: Game[...]) -> dict[Path, str]:
    """Return the light and the dark thumbnail of a game, by the name of the file."""
    pair = thumbnail_pair(thumbnail_table(parse_game(game.name)))
    return {thumbnail_path(game.name, dark): svg for dark, svg in zip((False, True), pair, strict=True)}


def main() -> int:
    """Write or compare the files, and return the exit code."""
    is_checking, wrong = "--check" in sys.argv, 0
    for game in catalogue():
        for path, svg in drawn(game).items():
            if not is_checking:
                path.parent.mkdir(exist_ok=True)
                path.write_text(svg, encoding="utf-8")
            elif path.read_text(encoding="utf-8") != svg:
                print(f"{path} differs; run: python web/thumbnails.py", file=sys.stderr)
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
