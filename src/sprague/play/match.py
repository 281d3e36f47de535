"""`Match`: a game in progress, with its start and all moves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Generic

from sprague import arguments
from sprague.errors import SpragueError, clip
from sprague.files import write_whole
from sprague.games import resolve
from sprague.limits import Limits
from sprague.notebook_html import as_html
from sprague.play.advice import Advice, Analysis, advise, analyse
from sprague.play.board_text import board_lines
from sprague.play.playable import Playable, Pos
from sprague.play.single_game import SingleGame
from sprague.play.sum_of_games import MisereSumOfGames, SumOfGames, SumPosition
from sprague.rules import Position, Ruleset
from sprague.rules.ruleset import Component
from sprague.solver.sums import check_components

PLAYERS = ("first", "second")
LONGEST = 100  # name of a player


@dataclass(frozen=True, slots=True)
class Turn(Generic[Pos]):
    """A move: the option reached, the board with its piles where they stood, and what its mover forbade the other."""

    option: Pos
    board: Pos = field(compare=False)
    forbidden: tuple[Pos, ...] = ()


class Match(Generic[Pos]):
    """A match of two players, who move by turns; what it says about who wins, it has from `sprague.solve`.

    >>> match = Match("nim", (3, 5, 7))
    >>> match.outcome, match.hint()
    ('N', (2, 5, 7))
    >>> match.play((2, 5, 7)).outcome
    'P'
    >>> match.undo().position
    (3, 5, 7)

    Like the board between two people it changes with every move, and `copy` makes another. Two matches are equal if
    the same has been played in both. In a game with `block`, `forbid` has what is forbidden to the player who moves
    first. A sum of games is played with `Match.of_sum`.
    """

    playable: Playable[Pos]

    def __init__(
        self: Match[Position],
        game: Ruleset | str,
        position: Iterable[int],
        *,
        misere: bool = False,
        forbid: Iterable[Position] = (),
        players: tuple[str, str] = PLAYERS,
        limits: Limits | None = None,
    ) -> None:
        entries = _entries(position)
        rule = game if isinstance(game, Ruleset) else resolve(game, {}, len(entries))
        playable = SingleGame(rule, arguments.flag("misere", misere), limits)
        self._begin(playable, playable.validate(entries), forbid, players)

    @staticmethod
    def of_sum(
        *components: Component,
        misere: bool = False,
        players: tuple[str, str] = PLAYERS,
        limits: Limits | None = None,
    ) -> Match[SumPosition]:
        """A match in a sum of games, each at a position.

        >>> from sprague.games import game
        >>> match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
        >>> match.hint()
        ((1, 3), (7,))
        """
        check_components(components)
        made: Match[SumPosition] = Match.__new__(Match)
        played = MisereSumOfGames if arguments.flag("misere", misere) else SumOfGames
        playable = played([component.game for component in components], limits)
        made._begin(playable, playable.validate([component.position for component in components]), (), players)
        return made

    def _begin(self, playable: Playable[Pos], board: Pos, forbid: Iterable[Pos], players: tuple[str, str]) -> None:
        self.playable, self.players = playable, _names(players)
        self.turns: list[Turn[Pos]] = [Turn(playable.normalize(board), board)]
        self.forbid(forbid)

    # ------------------------------------------------------------------ where it stands

    @property
    def position(self) -> Pos:
        """Where play stands; in a sum, the position of each game."""
        return self.turns[-1].option

    @property
    def board(self) -> Pos:
        """Where play stands, with every pile where it stood at the start, though order may not matter.

        >>> match = Match("nim", (9, 5, 7)).play((2, 5, 9))
        >>> match.position, match.board
        ((2, 5, 9), (9, 5, 2))
        """
        return self.turns[-1].board

    @property
    def start(self) -> Pos:
        """Where play began."""
        return self.turns[0].option

    @property
    def history(self) -> tuple[Pos, ...]:
        """What was reached by each move."""
        return tuple(turn.option for turn in self.turns[1:])

    @property
    def forbidden(self) -> tuple[Pos, ...]:
        """The options that whoever is to move may not move to."""
        return self.turns[-1].forbidden

    @property
    def mover(self) -> int:
        """Who is to move: 0 for the player who began, 1 for the other."""
        return (len(self.turns) - 1) % 2

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.playable.is_over(self.position, self.forbidden)

    @property
    def winner(self) -> int | None:
        """Who has won, 0 for the player who began, 1 for the other; None while play goes on."""
        if not self.is_over:
            return None
        return self.mover if self.outcome == "N" else 1 - self.mover

    @property
    def outcome(self) -> str:
        """Who wins in best play: "N" if it is whoever is to move, "P" if it is the other."""
        return self.playable.verdict(self.position, self.forbidden).outcome

    # ------------------------------------------------------------------ what may be done

    def moves(self) -> list[Pos]:
        """The options that whoever is to move may move to; refused if there are more than can be listed."""
        return [option for option in self.playable.options(self.position) if option not in self.forbidden]

    def hint(self) -> Pos:
        """An option worth playing: one that wins soonest or, if none wins, the one that loses latest."""
        return self.advice().option

    def advice(self) -> Advice[Pos]:
        """An option worth playing, with what is known about it."""
        self._refuse_if_over()
        return advise(self.playable, self.position, self.forbidden)

    def analyse(self) -> Analysis[Pos]:
        """What every move is worth, the best first."""
        return analyse(self.playable, self.position, self.forbidden, self.board)

    def why(self) -> list[str]:
        """Why whoever is to move wins or loses, a fact a line."""
        return self.playable.explain(self.position)

    # ------------------------------------------------------------------ what is done

    def play(self, option: Iterable[object], forbid: Iterable[Pos] = ()) -> Match[Pos]:
        """Move to an option and, in a game with `block`, forbid some of the other player's; the match itself."""
        self._refuse_if_over()
        _, board = self.playable.apply_move(
            self.board, self.playable.validate(option)
        )  # which refuses what is no option
        reached = self.playable.normalize(board)
        if reached in self.forbidden:
            raise SpragueError(f"expected an option that is not forbidden, got {self.playable.format(reached)}")
        self.turns.append(Turn(reached, board, self._forbidding(reached, forbid)))
        return self

    def forbid(self, options: Iterable[Pos]) -> Match[Pos]:
        """Forbid options to the player who moves first, before the match; the match itself."""
        if len(self.turns) > 1:
            raise SpragueError("expected options to be forbidden before the first move; later they are with each move")
        self.turns[0] = replace(self.turns[0], forbidden=self._forbidding(self.start, options))
        return self

    def replay(self, turn: str) -> Match[Pos]:
        """Make a move as it is written in a transcript, or forbid what is forbidden before the first."""
        from sprague.play.transcript import read_turn

        option, forbidden = read_turn(self.playable, turn)
        is_start = len(self.turns) == 1 and self.playable.normalize(option) == self.start
        return self.forbid(forbidden) if is_start else self.play(option, forbidden)

    def undo(self, moves: int = 1) -> Match[Pos]:
        """Take back the last move, or as many as are asked for; the match itself."""
        if not 0 <= arguments.whole("moves", moves) < len(self.turns):
            raise SpragueError(f"expected to take back at most {len(self.turns) - 1} moves, got {moves}")
        del self.turns[len(self.turns) - moves :]
        return self

    def copy(self) -> Match[Pos]:
        """Another match, so far the same."""
        made: Match[Pos] = Match.__new__(Match)
        made.playable, made.players, made.turns = self.playable, self.players, self.turns.copy()
        return made

    def _forbidding(self, reached: Pos, options: Iterable[Pos]) -> tuple[Pos, ...]:
        try:
            given = list(options)
        except TypeError:
            raise SpragueError(f"expected options to forbid, in a list, got {arguments.shown(options)}") from None
        found = tuple(dict.fromkeys(self.playable.normalize(option) for option in given))
        if len(found) > self.playable.blocking:
            most = self.playable.blocking
            raise SpragueError(f"{self.playable.title}: expected at most {most} forbidden options, got {len(found)}")
        for option in found:
            self.playable.move_sentence(reached, option)
        return found

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise SpragueError(f"expected a match that is not over, and no move is left at {self._text()}")

    # ------------------------------------------------------------------ as a value, and as text

    def to_text(self) -> str:
        """The match as a transcript, which `from_text` reads."""
        from sprague.play.transcript import to_text

        return to_text(self)

    @staticmethod
    def from_text(text: str, limits: Limits | None = None) -> Match[Position] | Match[SumPosition]:
        """The match of a transcript, every move of which is checked."""
        from sprague.play.transcript import from_text

        return from_text(text, limits)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the transcript to a file."""
        write_whole(path, self.to_text())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, others = (
            (match.playable.rules, match.playable.misere, match.turns, match.players) for match in (self, other)
        )
        return mine == others

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def _repr_html_(self) -> str:
        mover = self.players[self.mover]
        named = f"the {mover} player" if self.players == PLAYERS else mover
        stands = "no move is left" if self.is_over else f"{named} is to move"
        lines = [f"{repr(self)[1:-1]}; {stands}", *board_lines(self.playable, self.board)]
        if self.history:
            lines.append(f"moves: {' → '.join(self.playable.format(turn.board) for turn in self.turns)}")
        return as_html("\n".join(lines))

    def __repr__(self) -> str:
        play = " in misère play" if self.playable.misere else ""
        moves = len(self.turns) - 1
        return f"<Match: {self.playable.title} at {self._text()}{play}, after {moves} move{'s' if moves != 1 else ''}>"

    def _text(self) -> str:
        return clip(self.playable.format(self.board))


def _entries(position: Iterable[int]) -> tuple[int, ...]:
    try:
        return tuple(position)
    except TypeError:
        raise SpragueError(f"expected a position such as (3, 5), got {position!r}") from None


def _names(players: tuple[str, str]) -> tuple[str, str]:
    """The names of both players, each of which a line of a transcript can hold."""
    given: object = players
    match given:
        case (str(first), str(second)) if all(name.isprintable() and len(name) <= LONGEST for name in (first, second)):
            return first, second
    raise SpragueError(
        f"expected the names of two players, of at most {LONGEST} letters, got {arguments.shown(players)}"
    )
