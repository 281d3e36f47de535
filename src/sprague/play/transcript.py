"""Transcripts: a match as text that can be read, shared and replayed.

    sprague match 1
    play: normal
    game: nim:piles=3
    start: 3,5,7
    first: you
    second: perfect
    1: 2,5,7
    2: 2,5,6

A sum has a `game` and a `start` for each of its games, and its moves are the positions of all games, with `;` between
them. Where options are forbidden, they follow the word `forbid`, `and` between them. A transcript may come from
anywhere: its size is bounded, a text opens no file, and every move is checked.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from sprague import arguments
from sprague.errors import SpragueError, clip
from sprague.games import resolve
from sprague.limits import Limits
from sprague.play.match import PLAYERS, Match, Turn
from sprague.play.playable import Playable, Pos
from sprague.play.sum_of_games import SumPosition
from sprague.rules import Position, Ruleset, format_position, is_rule, parse, parse_position
from sprague.rules.ruleset import Component

HEAD = "sprague match 1"
MOST_BYTES = 4_000_000
MOST_MOVES = 10_000
MOST_GAMES = 20
CHECKING = Limits(seconds=20)  # to check the moves; a stranger may have written a rule that takes long
FORBID = " forbid "
AND = " and "
_PLAYS = {"normal": False, "misere": True}


def to_text(match: Match[Pos]) -> str:
    """The transcript of a match."""
    playable = match.playable
    lines = [HEAD, f"play: {'misere' if playable.misere else 'normal'}"]
    for rule, part in zip(playable.rules, playable.split(match.turns[0].board), strict=True):
        lines += [f"game: {_named(rule)}", f"start: {format_position(part)}"]
    lines += [f"{word}: {name}" for word, name in zip(PLAYERS, match.players, strict=True)]
    lines += [
        f"{number}: {_turn(playable, turn)}" for number, turn in enumerate(match.turns) if number or turn.forbidden
    ]
    return "\n".join(lines) + "\n"


def _named(rule: Ruleset) -> str:
    if rule.functions:
        raise SpragueError(f"{rule.label}: expected a rule that can be written down, got one with a Python function")
    return rule.name or str(rule)


def _turn(playable: Playable[Pos], turn: Turn[Pos]) -> str:
    forbidden = AND.join(playable.format(option) for option in turn.forbidden)
    return playable.format(turn.board) + (f"{FORBID}{forbidden}" if forbidden else "")


def load(path: str | os.PathLike[str], limits: Limits | None = None) -> Match[Position] | Match[SumPosition]:
    """The match in a file."""
    name = os.fspath(path)
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SpragueError(f"expected a transcript, got {name!r}, which is no text in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SpragueError(f"expected a transcript, got {name!r}: {reason.lower()}") from None
    try:
        return from_text(text, limits)
    except SpragueError as error:
        raise SpragueError(f"in {name!r}: {error}") from None


def from_text(text: str, limits: Limits | None = None) -> Match[Position] | Match[SumPosition]:
    """The match of a transcript, every move of which is checked."""
    if not isinstance(text, str):
        raise SpragueError(f"expected the text of a transcript, got {arguments.shown(text)}")
    if len(text) > MOST_BYTES:
        raise SpragueError(f"expected a transcript of at most {MOST_BYTES:,} characters, got more")
    lines = [line.strip() for line in text.splitlines()]
    if not lines or lines[0] != HEAD:
        raise SpragueError(
            f"expected a transcript, which begins with {HEAD!r}, got {clip(lines[0] if lines else '')!r}"
        )
    head = _Head()
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(lines[1:], start=2):
        if line and not line.startswith("#"):
            word, colon, rest = line.partition(": ")
            if not colon:
                raise SpragueError(f"line {number}: expected 'word: …', such as '1: 2,5,7', got {clip(line)!r}")
            if re.fullmatch("[0-9]{1,6}", word):
                moves.append((int(word), rest))
            else:
                head.take(number, word, rest.strip())
    if len(moves) > MOST_MOVES + 1:
        raise SpragueError(f"expected a transcript of at most {MOST_MOVES:,} moves, got {len(moves):,}")
    with CHECKING.watch():
        match = head.match(limits)
        for number, turn in moves:
            expected = len(match.turns)
            if number != expected and (number, expected) != (0, 1):
                raise SpragueError(f"expected move {expected}, got {number}: {clip(turn)!r}")
            try:
                match.replay(turn)
            except SpragueError as error:
                raise SpragueError(f"move {number}: {error}") from None
        return match


def read_turn(playable: Playable[Pos], text: str) -> tuple[Pos, list[Pos]]:
    """A move as a transcript has it: the option, and what is forbidden."""
    option, _, forbidden = text.partition(FORBID)
    return playable.parse(option), [playable.parse(one) for one in forbidden.split(AND)] if forbidden else []


def _rule(text: str, entries: int) -> Ruleset:
    """The game that a transcript names; a text opens no file."""
    return parse(text) if is_rule(text) else resolve(text, {}, entries)


class _Head:
    """What a transcript says before the moves."""

    def __init__(self) -> None:
        self.play = ""
        self.games: list[str] = []
        self.starts: list[str] = []
        self.players = dict(zip(PLAYERS, PLAYERS, strict=True))

    def take(self, line: int, word: str, rest: str) -> None:
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
                raise SpragueError(
                    f"line {line}: expected play (normal or misere), at most {MOST_GAMES} times game and start, "
                    f"first, second, or a numbered move, got {clip(f'{word}: {rest}')!r}"
                )

    def match(self, limits: Limits | None) -> Match[Position] | Match[SumPosition]:
        """The match before its first move."""
        if not self.games or len(self.games) != len(self.starts):
            counts = f"{len(self.games)} and {len(self.starts)}"
            raise SpragueError(f"expected a start for each game, and at least one, got {counts}")
        starts = [parse_position(start) for start in self.starts]
        rules = [_rule(text, len(start)) for text, start in zip(self.games, starts, strict=True)]
        players, misere = (self.players["first"], self.players["second"]), _PLAYS.get(self.play, False)
        if len(rules) == 1:
            return Match(rules[0], starts[0], misere=misere, players=players, limits=limits)
        components = [Component(rule, start) for rule, start in zip(rules, starts, strict=True)]
        return Match.of_sum(*components, misere=misere, players=players, limits=limits)
