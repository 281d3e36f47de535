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
from sprague.play.playable import At, Contest
from sprague.play.single_game import OneGame
from sprague.play.sum_of_games import MisereSumOfGames, Places, SumOfGames
from sprague.rules import Position, Ruleset
from sprague.rules.ruleset import Component
from sprague.solver.sums import check_components

PLAYERS = ("first", "second")
LONGEST = 100  # name of a player


@dataclass(frozen=True, slots=True)
class Turn(Generic[At]):
    """A move: the option reached, the board with its piles where they stood, and what its mover forbade the other."""

    option: At
    board: At = field(compare=False)
    forbidden: tuple[At, ...] = ()


class Match(Generic[At]):
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

    contest: Contest[At]

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
        contest = OneGame(rule, arguments.flag("misere", misere), limits)
        self._begin(contest, contest.placed(entries), forbid, players)

    @staticmethod
    def of_sum(
        *components: Component,
        misere: bool = False,
        players: tuple[str, str] = PLAYERS,
        limits: Limits | None = None,
    ) -> Match[Places]:
        """A match in a sum of games, each at a position.

        >>> from sprague.games import game
        >>> match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
        >>> match.hint()
        ((1, 3), (7,))
        """
        check_components(components)
        made: Match[Places] = Match.__new__(Match)
        played = MisereSumOfGames if arguments.flag("misere", misere) else SumOfGames
        contest = played([component.game for component in components], limits)
        made._begin(contest, contest.placed([component.position for component in components]), (), players)
        return made

    def _begin(self, contest: Contest[At], board: At, forbid: Iterable[At], players: tuple[str, str]) -> None:
        self.contest, self.players = contest, _names(players)
        self.turns: list[Turn[At]] = [Turn(contest.checked(board), board)]
        self.forbid(forbid)

    # ------------------------------------------------------------------ where it stands

    @property
    def position(self) -> At:
        """Where play stands; in a sum, the position of each game."""
        return self.turns[-1].option

    @property
    def board(self) -> At:
        """Where play stands, with every pile where it stood at the start, though order may not matter.

        >>> match = Match("nim", (9, 5, 7)).play((2, 5, 9))
        >>> match.position, match.board
        ((2, 5, 9), (9, 5, 2))
        """
        return self.turns[-1].board

    @property
    def start(self) -> At:
        """Where play began."""
        return self.turns[0].option

    @property
    def history(self) -> tuple[At, ...]:
        """What was reached by each move."""
        return tuple(turn.option for turn in self.turns[1:])

    @property
    def forbidden(self) -> tuple[At, ...]:
        """The options that whoever is to move may not move to."""
        return self.turns[-1].forbidden

    @property
    def mover(self) -> int:
        """Who is to move: 0 for the player who began, 1 for the other."""
        return (len(self.turns) - 1) % 2

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.contest.is_over(self.position, self.forbidden)

    @property
    def winner(self) -> int | None:
        """Who has won, 0 for the player who began, 1 for the other; None while play goes on."""
        if not self.is_over:
            return None
        return self.mover if self.outcome == "N" else 1 - self.mover

    @property
    def outcome(self) -> str:
        """Who wins in best play: "N" if it is whoever is to move, "P" if it is the other."""
        return self.contest.verdict(self.position, self.forbidden).outcome

    # ------------------------------------------------------------------ what may be done

    def moves(self) -> list[At]:
        """The options that whoever is to move may move to; refused if there are more than can be listed."""
        return [option for option in self.contest.options(self.position) if option not in self.forbidden]

    def hint(self) -> At:
        """An option worth playing: one that wins soonest or, if none wins, the one that loses latest."""
        return self.advice().option

    def advice(self) -> Advice[At]:
        """An option worth playing, with what is known about it."""
        self._refuse_if_over()
        return advise(self.contest, self.position, self.forbidden)

    def analyse(self) -> Analysis[At]:
        """What every move is worth, the best first."""
        return analyse(self.contest, self.position, self.forbidden, self.board)

    def why(self) -> list[str]:
        """Why whoever is to move wins or loses, a fact a line."""
        return self.contest.why(self.position)

    # ------------------------------------------------------------------ what is done

    def play(self, option: Iterable[object], forbid: Iterable[At] = ()) -> Match[At]:
        """Move to an option and, in a game with `block`, forbid some of the other player's; the match itself."""
        self._refuse_if_over()
        _, board = self.contest.moved(self.board, self.contest.placed(option))  # which refuses what is no option
        reached = self.contest.checked(board)
        if reached in self.forbidden:
            raise SpragueError(f"expected an option that is not forbidden, got {self.contest.text(reached)}")
        self.turns.append(Turn(reached, board, self._forbidding(reached, forbid)))
        return self

    def forbid(self, options: Iterable[At]) -> Match[At]:
        """Forbid options to the player who moves first, before the match; the match itself."""
        if len(self.turns) > 1:
            raise SpragueError("expected options to be forbidden before the first move; later they are with each move")
        self.turns[0] = replace(self.turns[0], forbidden=self._forbidding(self.start, options))
        return self

    def replay(self, turn: str) -> Match[At]:
        """Make a move as it is written in a transcript, or forbid what is forbidden before the first."""
        from sprague.play.transcript import read_turn

        option, forbidden = read_turn(self.contest, turn)
        is_start = len(self.turns) == 1 and self.contest.checked(option) == self.start
        return self.forbid(forbidden) if is_start else self.play(option, forbidden)

    def undo(self, moves: int = 1) -> Match[At]:
        """Take back the last move, or as many as are asked for; the match itself."""
        if not 0 <= arguments.whole("moves", moves) < len(self.turns):
            raise SpragueError(f"expected to take back at most {len(self.turns) - 1} moves, got {moves}")
        del self.turns[len(self.turns) - moves :]
        return self

    def copy(self) -> Match[At]:
        """Another match, so far the same."""
        made: Match[At] = Match.__new__(Match)
        made.contest, made.players, made.turns = self.contest, self.players, self.turns.copy()
        return made

    def _forbidding(self, reached: At, options: Iterable[At]) -> tuple[At, ...]:
        try:
            given = list(options)
        except TypeError:
            raise SpragueError(f"expected options to forbid, in a list, got {arguments.shown(options)}") from None
        found = tuple(dict.fromkeys(self.contest.checked(option) for option in given))
        if len(found) > self.contest.blocking:
            most = self.contest.blocking
            raise SpragueError(f"{self.contest.called}: expected at most {most} forbidden options, got {len(found)}")
        for option in found:
            self.contest.sentence(reached, option)
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
    def from_text(text: str, limits: Limits | None = None) -> Match[Position] | Match[Places]:
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
            (match.contest.rules, match.contest.misere, match.turns, match.players) for match in (self, other)
        )
        return mine == others

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def _repr_html_(self) -> str:
        mover = self.players[self.mover]
        named = f"the {mover} player" if self.players == PLAYERS else mover
        stands = "no move is left" if self.is_over else f"{named} is to move"
        lines = [f"{repr(self)[1:-1]}; {stands}", *board_lines(self.contest, self.board)]
        if self.history:
            lines.append(f"moves: {' → '.join(self.contest.text(turn.board) for turn in self.turns)}")
        return as_html("\n".join(lines))

    def __repr__(self) -> str:
        play = " in misère play" if self.contest.misere else ""
        moves = len(self.turns) - 1
        return f"<Match: {self.contest.called} at {self._text()}{play}, after {moves} move{'s' if moves != 1 else ''}>"

    def _text(self) -> str:
        return clip(self.contest.text(self.board))


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
