"""The class `Match`: a match between two players, with its start position, its moves and its transcript."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Generic

from sprague import arguments
from sprague.errors import SpragueError, clip
from sprague.files import write_atomically
from sprague.former_arguments import accepts_former_arguments, constructor_accepts_former_arguments
from sprague.games import resolve
from sprague.language.positions import read_position
from sprague.limits import Limits
from sprague.notebook_html import as_html
from sprague.play.advice import Advice, Analysis, advise, analyse
from sprague.play.playable import PLAYERS, Playable, Pos, Turn, board_lines
from sprague.play.single_game import SingleGame
from sprague.play.sum_of_games import MisereSumOfGames, SumOfGames, SumPosition
from sprague.play.transcript import format_transcript, parse_transcript, parse_turn, read_transcript
from sprague.results.base import OutcomeClass
from sprague.rules import Position, Ruleset
from sprague.rules.ruleset import Component
from sprague.solver.sums import check_components

MOST_NAME_LETTERS = 100
# time and size limits for checking the moves of a transcript, because checking a move can take long for some rules
CHECKING_LIMITS = Limits(seconds=20)


@constructor_accepts_former_arguments
class Match(Generic[Pos]):
    """A match in progress between two players, who move alternately.

    >>> match = Match("nim", (3, 5, 7))
    >>> match.outcome, match.hint()
    ('N', (2, 5, 7))
    >>> match.play((2, 5, 7)).outcome
    'P'
    >>> match.undo().position
    (3, 5, 7)

    A match is mutable: the method `play` changes the match. The method `after` leaves the match unchanged and returns a
    new match, and `copy` returns an independent copy. Two matches are equal if their games, moves and players are
    equal. `Match.of_sum` makes a match in a sum of games.

    Args:
        game: A ruleset, or the name or text of a rule.
        position: The start position.
        misere: Play misère: the player who makes the last move loses.
        forbid: In a game whose rule has `block`, the options that the first player may not move to.
        players: The names of both players.
        budget: Limits on the computation of outcomes.
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
        budget: Limits | None = None,
    ) -> None:
        entries = read_position(position)
        rule = game if isinstance(game, Ruleset) else resolve(game, {}, len(entries))
        playable = SingleGame(rule, arguments.check_flag("misere", misere), budget)
        self._begin(playable, playable.validate(entries), forbid, players)

    @staticmethod
    @accepts_former_arguments
    def of_sum(
        *components: Component,
        misere: bool = False,
        players: tuple[str, str] = PLAYERS,
        budget: Limits | None = None,
    ) -> Match[SumPosition]:
        """Return a match in a sum of games, where each game has its own start position.

        >>> from sprague.games import game
        >>> match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
        >>> match.hint()
        ((1, 3), (7,))

        Args:
            components: The games with their start positions, such as `game("nim") @ (3, 5)`.
            misere: Play misère: the player who makes the last move loses.
            players: The names of both players.
            budget: Limits on the computation of outcomes.

        Raises:
            SpragueError: A component is not a position of its game.
        """
        check_components(components)
        made: Match[SumPosition] = Match.__new__(Match)
        played = MisereSumOfGames if arguments.check_flag("misere", misere) else SumOfGames
        playable = played([component.game for component in components], budget)
        made._begin(playable, playable.validate([component.position for component in components]), (), players)
        return made

    def _begin(self, playable: Playable[Pos], board: Pos, forbid: Iterable[Pos], players: tuple[str, str]) -> None:
        self.playable: Playable[Pos] = playable
        self.players: tuple[str, str] = _checked_names(players)
        self.turns: list[Turn[Pos]] = [Turn(playable.normalize(board), board)]
        self.forbid(forbid)

    # ------------------------------------------------------------------ the state

    @property
    def position(self) -> Pos:
        """The current position or, in a sum of games, the tuple of the current positions of all games."""
        return self.turns[-1].option

    @property
    def board(self) -> Pos:
        """The current position with the piles in their order on the board, whereas `position` may have them sorted.

        >>> match = Match("nim", (9, 5, 7)).play((2, 5, 9))
        >>> match.position, match.board
        ((2, 5, 9), (9, 5, 2))
        """
        return self.turns[-1].board

    @property
    def start(self) -> Pos:
        """The position at the start of the match."""
        return self.turns[0].option

    @property
    def history(self) -> tuple[Pos, ...]:
        """The positions that the moves of the match have reached, in order."""
        return tuple(turn.option for turn in self.turns[1:])

    @property
    def forbidden(self) -> tuple[Pos, ...]:
        """The options that the player to move may not move to."""
        return self.turns[-1].forbidden

    @property
    def mover(self) -> int:
        """The player to move: 0 for the player who began, 1 for the other."""
        return (len(self.turns) - 1) % 2

    @property
    def is_over(self) -> bool:
        """Whether the match is over, because the player to move has no move."""
        return self.playable.is_over(self.position, self.forbidden)

    @property
    def winner(self) -> int | None:
        """The winner: 0 for the player who began, 1 for the other, None before the match is over."""
        if not self.is_over:
            return None
        return self.mover if self.outcome == "N" else 1 - self.mover

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome of best play: "N" if the player to move wins, "P" if the other player wins."""
        return self.playable.verdict(self.position, self.forbidden).outcome

    # ------------------------------------------------------------------ analysis

    def moves(self) -> list[Pos]:
        """Return the options that the player to move may move to; raise `OutOfReach` if there are too many to list.

        >>> Match("nim", (0, 1, 2)).moves()
        [(0, 0, 2), (0, 0, 1), (0, 1, 1)]
        """
        return [option for option in self.playable.options(self.position) if option not in self.forbidden]

    def hint(self) -> Pos:
        """Return the option of the best move: the fastest win or, if no move wins, the slowest loss.

        >>> Match("nim", (3, 5, 7)).hint()
        (2, 5, 7)

        Raises:
            SpragueError: The match is over.
        """
        return self.advice().option

    def advice(self) -> Advice[Pos]:
        """Return the best option and the verdict on the current position.

        >>> Match("nim", (3, 5, 7)).advice().option
        (2, 5, 7)
        """
        self._refuse_if_over()
        return advise(self.playable, self.position, self.forbidden)

    def analyse(self) -> Analysis[Pos]:
        """Return all moves with their outcomes and Grundy values, best move first.

        >>> analysis = Match("nim", (0, 1, 2)).analyse()
        >>> analysis.moves[0].option, analysis.moves[0].outcome
        ((0, 1, 1), 'P')
        """
        return analyse(self.playable, self.position, self.forbidden, self.board)

    def why(self) -> list[str]:
        """Return the reasons why the player to move wins or loses, one sentence per line.

        >>> Match("nim", (1, 1)).why()[0].partition(".")[0]
        'Written in binary, (1, 1) has an even number of ones in every column'
        """
        return self.playable.explain(self.position)

    # ------------------------------------------------------------------ moves

    def play(self, option: Iterable[object], forbid: Iterable[Pos] = ()) -> Match[Pos]:
        """Make the move that leads to `option`, and return the match.

        >>> Match("nim", (3, 5, 7)).play((2, 5, 7)).position
        (2, 5, 7)

        Args:
            option: The position to move to.
            forbid: In a game whose rule has `block`, the options that the other player may not move to next.

        Returns:
            This match, after the move.

        Raises:
            SpragueError: The match is over, no move leads to the option, or the option is forbidden.
        """
        self._refuse_if_over()
        _, board = self.playable.apply_move(self.board, self.playable.validate(option))
        reached = self.playable.normalize(board)
        if reached in self.forbidden:
            raise SpragueError(f"the move to {self.playable.format(reached)} is forbidden; choose another move")
        self.turns.append(Turn(reached, board, self._checked_forbidden(reached, forbid)))
        return self

    def after(self, option: Iterable[object], forbid: Iterable[Pos] = ()) -> Match[Pos]:
        """Return a new match in which a move to `option` has been made; the original match does not change.

        >>> match = Match("nim", (3, 5, 7))
        >>> match.after((2, 5, 7)).outcome, match.position
        ('P', (3, 5, 7))

        Args:
            option: The position to move to.
            forbid: In a game whose rule has `block`, the options that the other player may not move to next.

        Returns:
            The new match.

        Raises:
            SpragueError: The match is over, no move leads to the option, or the option is forbidden.
        """
        return self.copy().play(option, forbid)

    def forbid(self, options: Iterable[Pos]) -> Match[Pos]:
        """Before the first move, forbid the first player to move to the given options; return the match.

        >>> match = Match("(a, b) -> (u, b) where u < a any order block 1", (1, 2))
        >>> match.forbid([(1, 1)]).forbidden
        ((1, 1),)

        Args:
            options: The forbidden options; the rule of the game limits how many options may be forbidden.

        Raises:
            SpragueError: The rule has no `block`, or a move was made already.
        """
        if len(self.turns) > 1:
            raise SpragueError(
                "the match has begun; name the forbidden options when you make a move: match.play(option, forbid)"
            )
        self.turns[0] = replace(self.turns[0], forbidden=self._checked_forbidden(self.start, options))
        return self

    def replay(self, turn: str) -> Match[Pos]:
        """Make the move that a line of a transcript describes; return the match.

        A line that contains the start position makes no move. A line with the start position may also list options that
        the first player may not move to.

        >>> Match("nim", (3, 5, 7)).replay("2,5,7").position
        (2, 5, 7)

        Args:
            turn: A move as text, as in a transcript.

        Raises:
            SpragueError: The text is not a legal move.
        """
        option, forbidden = parse_turn(self.playable, turn)
        is_start = len(self.turns) == 1 and self.playable.normalize(option) == self.start
        return self.forbid(forbidden) if is_start else self.play(option, forbidden)

    def undo(self, moves: int = 1) -> Match[Pos]:
        """Take back the last move, or the last `moves` moves; return the match.

        >>> Match("nim", (3, 5, 7)).play((2, 5, 7)).undo().position
        (3, 5, 7)

        Args:
            moves: How many moves to take back.

        Raises:
            SpragueError: The match has fewer than `moves` moves.
        """
        if not 0 <= arguments.check_integer("moves", moves) < len(self.turns):
            raise SpragueError(f"expected a number of moves to undo between 0 and {len(self.turns) - 1}, got {moves}")
        del self.turns[len(self.turns) - moves :]
        return self

    def copy(self) -> Match[Pos]:
        """Return an independent copy of the match.

        >>> match = Match("nim", (3, 5, 7))
        >>> match.copy().play((2, 5, 7)) == match
        False
        """
        made: Match[Pos] = Match.__new__(Match)
        made.playable, made.players, made.turns = self.playable, self.players, self.turns.copy()
        return made

    def _checked_forbidden(self, reached: Pos, options: Iterable[Pos]) -> tuple[Pos, ...]:
        try:
            given = list(options)
        except TypeError:
            raise SpragueError(
                f"expected a list of options to forbid, got {arguments.format_argument(options)}"
            ) from None
        found = tuple(dict.fromkeys(self.playable.normalize(option) for option in given))
        if len(found) > self.playable.blocking:
            most = self.playable.blocking
            raise SpragueError(f"{self.playable.title}: expected at most {most} forbidden options, got {len(found)}")
        for option in found:
            self.playable.move_sentence(reached, option)
        return found

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise SpragueError(f"the match is over, because no move is possible from {self._text()}")

    # ------------------------------------------------------------------ transcripts and equality

    def to_text(self) -> str:
        """Return the transcript of the match; `Match.from_text` reads this text.

        >>> Match("nim", (3, 5, 7)).to_text().splitlines()[0]
        'sprague match 1'
        """
        return format_transcript(self.playable, self.turns, self.players)

    @staticmethod
    @accepts_former_arguments
    def from_text(text: str, budget: Limits | None = None) -> Match[Position] | Match[SumPosition]:
        """Return the match that the text of a transcript describes, after checking every move.

        >>> match = Match("nim", (3, 5, 7)).play((2, 5, 7))
        >>> Match.from_text(match.to_text()) == match
        True

        Args:
            text: The transcript.
            budget: Limits on the computation of outcomes.

        Raises:
            SpragueError: The text is not a transcript, or it contains an illegal move.
        """
        match: Match[Position] | Match[SumPosition]
        with CHECKING_LIMITS.watch():
            transcript = parse_transcript(text)
            components, misere, players = transcript.components, transcript.misere, transcript.players
            if len(components) == 1:
                ((rule, start),) = components
                match = Match(rule, start, misere=misere, players=players, budget=budget)
            else:
                games = (Component(rule, start) for rule, start in components)
                match = Match.of_sum(*games, misere=misere, players=players, budget=budget)
            for number, turn in transcript.moves:
                expected = len(match.turns)
                if number != expected and (number, expected) != (0, 1):
                    raise SpragueError(
                        f"expected the line of move {expected}, got the line of move {number}: {clip(turn)!r}"
                    )
                try:
                    match.replay(turn)
                except SpragueError as error:
                    raise SpragueError(f"move {number}: {error}") from None
            return match

    @staticmethod
    @accepts_former_arguments
    def load(path: str | os.PathLike[str], budget: Limits | None = None) -> Match[Position] | Match[SumPosition]:
        """Return the match that a transcript file describes, after checking every move.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Match("nim", (3, 5, 7)).save(f"{folder}/match.txt")
        ...     Match.load(f"{folder}/match.txt").position
        (3, 5, 7)

        Args:
            path: The transcript file.
            budget: Limits on the computation of outcomes.

        Raises:
            MissingFileError: The file does not exist.
            SpragueError: The file is not a transcript, or it contains an illegal move.
        """
        text, file = read_transcript(path), os.fspath(path)
        try:
            return Match.from_text(text, budget)
        except SpragueError as error:
            raise SpragueError(f"in {file!r}: {error}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the transcript of the match to a file.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Match("nim", (3, 5, 7)).save(f"{folder}/match.txt")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The file cannot be written; a `MissingFileError` if its folder does not exist.
        """
        write_atomically(path, self.to_text())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, theirs = (
            (match.playable.rules, match.playable.misere, match.turns, match.players) for match in (self, other)
        )
        return mine == theirs

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable

    def _repr_html_(self) -> str:
        mover = self.players[self.mover]
        named = f"the {mover} player" if self.players == PLAYERS else mover
        state = "no move is left" if self.is_over else f"{named} is to move"
        lines = [f"{repr(self)[1:-1]}; {state}", *board_lines(self.playable, self.board)]
        if self.history:
            lines.append(f"moves: {' → '.join(self.playable.format(turn.board) for turn in self.turns)}")
        return as_html("\n".join(lines))

    def __repr__(self) -> str:
        play = " in misère play" if self.playable.misere else ""
        moves = len(self.turns) - 1
        return f"<Match: {self.playable.title} at {self._text()}{play}, after {moves} move{'s' if moves != 1 else ''}>"

    def _text(self) -> str:
        return clip(self.playable.format(self.board))


def _checked_names(players: tuple[str, str]) -> tuple[str, str]:
    """Return the names of both players; raise an error if a name is too long or not printable."""
    given: object = players
    match given:
        case (str(first), str(second)) if all(
            name.isprintable() and len(name) <= MOST_NAME_LETTERS for name in (first, second)
        ):
            return first, second
    raise SpragueError(
        f"expected the names of two players, each of at most {MOST_NAME_LETTERS} printable characters, "
        f"got {arguments.format_argument(players)}"
    )
