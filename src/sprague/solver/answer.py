"""`solve` and `Answer`: who wins from a position, the winning moves, and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from sprague import arguments
from sprague.errors import OutOfReach
from sprague.former_arguments import accepts_former_arguments
from sprague.games import resolve
from sprague.integers import format_integer
from sprague.language.positions import read_position, show_position
from sprague.limits import Limits
from sprague.notebook_html import as_html
from sprague.progress import ProgressCallback
from sprague.results.base import OutcomeClass, play_of
from sprague.results.positions import AnswerResult, ForbiddenOptions
from sprague.rules import Position, Ruleset, format_position
from sprague.rules.blocking import refuse_misere
from sprague.rules.sums import format_sum
from sprague.solver.computation import can_list
from sprague.solver.reasons import Because
from sprague.solver.solver import Solver
from sprague.solver.text import ALL_MOVES_OPTION, SHOWN_MOVES, moves_heading, outcome_line, shorten

WIDEST = 40  # maximum width of the column of options in printed text
_POSITION = re.compile(r"\([\d, ]+\)")  # regular expression for a position in an explanation
# Message for a Grundy value that exists but is not known.
VALUE_UNKNOWN = "the {} decides only who wins, and computing the value needs a long search."


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The outcome of a position under best play, with winning moves and the reason.

    Attributes:
        game: The game.
        position: The position.
        misere: Whether play is misère.
        outcome: "P" if the previous player wins, "N" if the next player wins.
        grundy: The Grundy value, or None if it is unknown or play is misère.
        all_winning_moves: Whether `winning_moves` is known to be complete. An empty, incomplete list means that no
            winning move was found within the limits.
        because: The reason for the outcome.
        explanation: The reason in a sentence or two.
        grundy_because: The reason for the Grundy value, if it differs from the reason for the outcome.
        every_move: Whether the caller requested all winning moves; if so, the printed answer lists all of them.

    >>> import sprague
    >>> answer = sprague.solve("nim", (3, 5, 7))
    >>> answer.outcome, answer.because.kind
    ('N', 'theorem')
    """

    game: Ruleset
    position: Position
    misere: bool
    outcome: OutcomeClass
    grundy: int | None
    all_winning_moves: bool
    because: Because
    explanation: str
    grundy_because: Because | None = None
    every_move: bool = False
    _winning_moves: tuple[Position, ...] = ()
    _forbid: tuple[tuple[Position, tuple[Position, ...]], ...] = ()

    @property
    def winning_moves(self) -> list[Position]:
        """The options to which winning moves lead."""
        return list(self._winning_moves)

    @property
    def forbid(self) -> dict[Position, list[Position]]:
        """In a game with `block`, a dictionary from each winning move to the options that the mover should then forbid.

        At a P-position, the previous player should forbid the options that the result lists.
        """
        return {position: list(options) for position, options in self._forbid}

    @property
    def sentences(self) -> list[str]:
        """The winning moves as sentences, in which piles are numbered as in `position`."""
        return [self.game.move_to(self.position, option).sentence for option in self.winning_moves]

    def __repr__(self) -> str:
        play = " in misère play" if self.misere else ""
        position = f"{show_position(self.position)} of {self.game.display_name} is {self.outcome}{play}"
        return f"<Answer: {position}; reason ({self.because.kind}): {self.because.source}>"

    def __str__(self) -> str:
        """Return the answer for the position as the text that `sprague solve` prints."""
        return "\n".join(answer_lines(self, self.position))

    def _repr_html_(self) -> str:
        return as_html(str(self))

    def to_result(self) -> AnswerResult:
        """Return the answer for the position as a result dataclass.

        >>> import sprague
        >>> sprague.solve("nim", (3, 5)).to_result().outcome
        'N'
        """
        return AnswerResult(
            game=self.game.name or str(self.game),
            rule=str(self.game),
            position=list(self.position),
            play=play_of(self.misere),
            outcome=self.outcome,
            grundy=self.grundy,
            winning_moves=[list(option) for option in self.winning_moves],
            all_winning_moves=self.all_winning_moves,
            sentences=self.sentences,
            forbid=[
                ForbiddenOptions(position=list(position), options=[list(option) for option in options])
                for position, options in self.forbid.items()
            ],
            explanation=self.explanation,
            because=self.because,
            grundy_because=self.grundy_because,
        )

    def to_json(self) -> dict[str, object]:
        """Return the answer for the position as JSON data.

        >>> import sprague
        >>> sprague.solve("nim", (3, 5)).to_json()["winning_moves"]
        [[3, 3]]
        """
        return self.to_result().to_json()


@accepts_former_arguments
def solve(
    game: Ruleset | str,
    position: Iterable[int] | SupportsIndex | str,
    *,
    misere: bool = False,
    budget: Limits | None = None,
    every_move: bool = False,
    progress: ProgressCallback | None = None,
) -> Answer:
    """Return the answer for a position of a game, with the strongest reason that is available.

    >>> answer = solve("nim", (3, 5, 7))
    >>> answer.outcome, answer.grundy, answer.winning_moves
    ('N', 1, [(2, 5, 7), (3, 4, 7), (3, 5, 6)])

    The reasons, strongest first, are theorems of the catalogue, stored proofs, and computations within the limits.

    Args:
        game: A ruleset, or the name or text of a rule; a name takes its number of piles from the position.
        position: The position, as a tuple or as text such as "3,5,7"; a single number is a position of one pile.
        misere: Play misère: the player who makes the last move loses.
        budget: Limits on the computation; by default 60 seconds, and a search of 200,000 positions or a table of
            5,000,000 positions.
        every_move: Find all winning moves, even if a theorem or proof constructs only some.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The outcome, the Grundy value, winning moves, and the reason.

    Raises:
        OutOfReach: The position cannot be decided within the limits.
    """
    entries = read_position(position)
    misere = arguments.check_flag("misere", misere)
    arguments.check_flag("every_move", every_move)
    rule = game if isinstance(game, Ruleset) else resolve(game, {}, len(entries))
    refuse_misere(rule, misere)
    start = rule.position(entries)
    # Each computation of the solver has limits of its own; the caller's time limit applies to the whole answer.
    with Limits.of(budget).time.watch(progress):
        solver = Solver(rule, misere, budget)
        reason = solver.reason(start)
        moves, are_all = _moves(solver, start, every_move)
        grundy, computed = reason.grundy(start), None
        if grundy is None and not misere and not rule.blocking and (found := solver.quick_value(start)) is not None:
            grundy, computed = found
        explanation = reason.explain(start)
        if grundy is None and not misere and not rule.blocking:
            explanation += f" The Grundy value is unknown: {VALUE_UNKNOWN.format(reason.because.kind)}"
        return Answer(
            game=rule,
            position=start,
            misere=misere,
            outcome="P" if reason.is_p(start) else "N",
            grundy=grundy,
            all_winning_moves=are_all,
            because=reason.because,
            explanation=explanation,
            grundy_because=None if computed is None else computed.because,
            every_move=every_move,
            _winning_moves=tuple(moves),
            _forbid=tuple((reached, tuple(solver.options_to_forbid(reached))) for reached in moves or [start])
            if rule.blocking
            else (),
        )


def answer_lines(answer: Answer, given: Position, every: str = ALL_MOVES_OPTION) -> Iterator[str]:
    """Yield the printed lines of an answer about a position.

    Args:
        answer: The answer.
        given: The position with its piles in the order in which the user gave them.
        every: The name of the argument or command-line option that requests all winning moves, for the heading of the
            moves.
    """
    yield outcome_line(shorten(format_sum(answer.game, given)), answer.outcome, answer.misere)
    # maps positions in the explanation to the text that the user typed
    typed = {show_position(answer.position): show_position(given)}
    if answer.grundy is not None:
        why = f" ({answer.grundy_because})" if answer.grundy_because else ""
        yield f"Grundy value: {shorten(format_integer(answer.grundy))}{why}"
    if answer.winning_moves:
        shown = answer.winning_moves[: None if answer.every_move else SHOWN_MOVES]
        more = len(answer.winning_moves) if len(shown) < len(answer.winning_moves) else None
        yield moves_heading(answer.all_winning_moves, every if can_list(answer.game, given) else None, more)
        moves = [answer.game.move_to(given, option) for option in shown]
        typed = {show_position(move.option): show_position(move.reached) for move in moves} | typed
        options = [shorten(format_sum(answer.game, move.reached)) for move in moves]
        width = min(max(map(len, options)), WIDEST)
        for option, move, text in zip(shown, moves, options, strict=True):
            words = move.sentence
            if forbidden := _forbidden(answer, option):
                words += f", then forbid {forbidden}"
            yield f"  {text.ljust(width)}  {shorten(words)}"
    elif not answer.all_winning_moves:
        yield "There is a winning move, but it was not found within the limits"
    elif answer.forbid:
        yield f"The previous player forbids {_forbidden(answer, answer.position) or 'nothing'}"
    yield f"Why: {_POSITION.sub(lambda found: typed.get(found[0], found[0]), answer.explanation)}"
    yield f"Reason ({answer.because.kind}): {answer.because.source}"


def _forbidden(answer: Answer, position: Position) -> str:
    """Return a text that lists the options to forbid for the player who has moved to a position."""
    return " and ".join(map(format_position, answer.forbid.get(position, ())))


def _moves(solver: Solver, position: Position, every: bool) -> tuple[list[Position], bool]:
    """Return winning moves of a position, and whether the list contains all of them.

    If the winning moves cannot be computed, the function returns an empty list or, if `every` is set, raises
    `OutOfReach`.
    """
    try:
        return solver.winning_moves(position, every)
    except OutOfReach:
        if every:
            raise
        return [], False
