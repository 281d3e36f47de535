"""The text format of matches: `Transcript`, `parse_transcript` and `format_transcript`.

>>> transcript = parse_transcript('''sprague match 1
... play: normal
... game: nim:piles=3
... start: 3,5,7
... first: you
... second: perfect
... 1: 2,5,7
... 2: 2,5,6
... ''')
>>> transcript.moves
((1, '2,5,7'), (2, '2,5,6'))

A sum of games has a `game` and a `start` line for each game; a move is written as the positions of all games, separated
by `;`. In the line of a move, forbidden options follow the word `forbid` and are separated by `and`. A transcript may
come from an untrusted source: its size is limited, its text cannot open a file, and every move is checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sprague import arguments
from sprague.errors import MissingFileError, SpragueError, clip
from sprague.games import resolve
from sprague.play.playable import PLAYERS, Playable, Pos, Turn
from sprague.rules import Position, Ruleset, format_position, is_rule, parse, parse_position

HEAD = "sprague match 1"
MOST_BYTES = 4_000_000
MOST_MOVES = 10_000
MOST_GAMES = 20
FORBID = " forbid "
AND = " and "
_PLAYS = {"normal": False, "misere": True}


@dataclass(frozen=True, slots=True)
class Transcript:
    """The content of a transcript: the games with their start positions, the players, and the texts of the moves."""

    components: tuple[tuple[Ruleset, Position], ...]
    misere: bool
    players: tuple[str, str]
    moves: tuple[tuple[int, str], ...]


def format_transcript(playable: Playable[Pos], turns: Sequence[Turn[Pos]], players: tuple[str, str]) -> str:
    """Return the transcript of a match as text; the first element of `turns` contains the start position."""
    lines = [HEAD, f"play: {'misere' if playable.misere else 'normal'}"]
    for rule, position in playable.components(turns[0].board):
        lines += [f"game: {_game_text(rule)}", f"start: {format_position(position)}"]
    lines += [f"{word}: {name}" for word, name in zip(PLAYERS, players, strict=True)]
    lines += [
        f"{number}: {_format_turn(playable, turn)}" for number, turn in enumerate(turns) if number or turn.forbidden
    ]
    return "\n".join(lines) + "\n"


def _game_text(rule: Ruleset) -> str:
    if rule.functions:
        raise SpragueError(
            f"{rule.label}: a transcript cannot contain a rule with a Python function; use a rule without Python "
            "functions"
        )
    return rule.name or str(rule)


def _format_turn(playable: Playable[Pos], turn: Turn[Pos]) -> str:
    forbidden = AND.join(playable.format(option) for option in turn.forbidden)
    return playable.format(turn.board) + (f"{FORBID}{forbidden}" if forbidden else "")


def parse_turn(playable: Playable[Pos], text: str) -> tuple[Pos, list[Pos]]:
    """Parse a move of a transcript; return the option that the move leads to and the options that the mover forbids."""
    option, _, forbidden = text.partition(FORBID)
    return playable.parse(option), [playable.parse(one) for one in forbidden.split(AND)] if forbidden else []


def read_transcript(path: str | os.PathLike[str]) -> str:
    """Return the text of a transcript file."""
    name = os.fspath(path)
    try:
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SpragueError(f"cannot read {name!r}: the file is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        missing = isinstance(error, FileNotFoundError)
        raise (MissingFileError if missing else SpragueError)(f"cannot read {name!r}: {reason.lower()}") from None


def parse_transcript(text: str) -> Transcript:
    """Parse the text of a transcript, without checking its moves."""
    if not isinstance(text, str):
        raise SpragueError(f"expected the text of a transcript, got {arguments.format_argument(text)}")
    if len(text) > MOST_BYTES:
        raise SpragueError(f"expected a transcript of at most {MOST_BYTES:,} characters, got more")
    lines = [line.strip() for line in text.splitlines()]
    if not lines or lines[0] != HEAD:
        raise SpragueError(
            f"expected a transcript with the first line {HEAD!r}, got {clip(lines[0] if lines else '')!r}"
        )
    head = _Head()
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], start=2):
        if line and not line.startswith("#"):
            word, colon, rest = line.partition(": ")
            if not colon:
                raise SpragueError(
                    f"line {number}: expected a word, a colon and a space, such as '1: 2,5,7', got {clip(line)!r}"
                )
            if re.fullmatch("[0-9]{1,6}", word):
                moves.append((int(word), rest))
            else:
                head.add(number, word, rest.strip())
    if len(moves) > MOST_MOVES + 1:
        raise SpragueError(f"expected a transcript of at most {MOST_MOVES:,} moves, got {len(moves):,}")
    players = (head.players["first"], head.players["second"])
    return Transcript(head.components(), _PLAYS.get(head.play, False), players, tuple(moves))


class _Head:
    """The head of a transcript: all lines before the moves."""

    def __init__(self) -> None:
        self.play = ""
        self.games: list[str] = []
        self.starts: list[str] = []
        self.players = dict(zip(PLAYERS, PLAYERS, strict=True))

    def add(self, line: int, word: str, rest: str) -> None:
        """Read a line of the head of a transcript, such as `game: nim`."""
        match word:
            case "play" if rest in _PLAYS and not self.play:
                self.play = rest
            case "game" if len(self.games) < MOST_GAMES:
                self.games.append(rest)
            case "start" if len(self.starts) < MOST_GAMES:
                self.starts.append(rest)
            case "first" | "second":
                self.players[word] = rest
            case _:
                found = clip(f"{word}: {rest}")
                raise SpragueError(
                    f"line {line}: unexpected line {found!r}; expected one line 'play: normal' or 'play: misere', "
                    f"at most {MOST_GAMES} 'game' lines, at most {MOST_GAMES} 'start' lines, one 'first' line, "
                    "one 'second' line, and numbered moves"
                )

    def components(self) -> tuple[tuple[Ruleset, Position], ...]:
        """Return each game of the transcript with its start position."""
        if not self.games or len(self.games) != len(self.starts):
            counts = f"{len(self.games)} 'game' lines and {len(self.starts)} 'start' lines"
            raise SpragueError(
                f"expected one 'start' line for each 'game' line, and at least one 'game' line; got {counts}"
            )
        starts = [parse_position(start) for start in self.starts]
        return tuple((_parse_game(text, len(start)), start) for text, start in zip(self.games, starts, strict=True))


def _parse_game(text: str, entries: int) -> Ruleset:
    """Return the game that a transcript names; in contrast to the command line, the text `@file` opens no file."""
    return parse(text) if is_rule(text) else resolve(text, {}, entries)
