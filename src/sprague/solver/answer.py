"""`solve` and `Answer`: who wins from a position, how, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sprague import arguments
from sprague.errors import OutOfReach, SpragueError
from sprague.games import resolve
from sprague.language.positions import show_position
from sprague.limits import Limits
from sprague.notebook_html import as_html
from sprague.rules import Position, Ruleset
from sprague.rules.blocking import refuse_misere
from sprague.solver.reasons import Because
from sprague.solver.solver import Knowledge
from sprague.solver.text import answer_lines

#: Why an answer has no Grundy value, though there is one.
UNTOLD = "the {} tells who wins, and what else would have to be searched is too much to be done unasked."


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The outcome of a position under best play, with moves that win and the reason.

    The outcome is "P" if the previous player wins and "N" if the next one does. The Grundy value
    is None in misère play, which has none, and where the reason does not tell it. The winning moves are
    options; `all_winning_moves` says whether they are known to be all that win: if it is False and there are none, none
    was found within the limits. If the reason tells only who wins, and
    the value was cheap to compute, `grundy_because` says how that was done. Where options may be forbidden, `forbid`
    has what to forbid: for each of the winning moves, once it is made, and for the position itself if it is P.
    `every_move` is whether all winning moves were asked for, which are then printed.
    """

    game: Ruleset
    position: Position
    misere: bool
    outcome: str
    grundy: int | None
    winning_moves: list[Position]
    all_winning_moves: bool
    because: Because
    explanation: str
    grundy_because: Because | None = None
    forbid: dict[Position, list[Position]] = field(default_factory=dict)
    every_move: bool = False

    @property
    def sentences(self) -> list[str]:
        """What to do to make each of the winning moves; piles are numbered as in `position`."""
        return [self.game.move_to(self.position, option).sentence for option in self.winning_moves]

    def __repr__(self) -> str:
        play = " in misère play" if self.misere else ""
        position = f"{show_position(self.position)} of {self.game.called} is {self.outcome}{play}"
        return f"<Answer: {position}, because of {self.because}>"

    def __str__(self) -> str:
        """All that `sprague solve` prints."""
        return "\n".join(answer_lines(self, self.position))

    def _repr_html_(self) -> str:
        return as_html(str(self))

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        forbid = [
            {"position": list(position), "options": [list(option) for option in options]}
            for position, options in self.forbid.items()
        ]
        return {
            "game": self.game.name or str(self.game),
            "rule": str(self.game),
            "position": list(self.position),
            "play": "misere" if self.misere else "normal",
            "outcome": self.outcome,
            "grundy": self.grundy,
            "winning_moves": [list(option) for option in self.winning_moves],
            "all_winning_moves": self.all_winning_moves,
            "sentences": self.sentences,
            **({"forbid": forbid} if self.game.blocking else {}),
            "explanation": self.explanation,
            "because": self.because.to_json(),
            "grundy_because": None if self.grundy_because is None else self.grundy_because.to_json(),
        }


def solve(
    game: Ruleset | str,
    position: Iterable[int] | int,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    every_move: bool = False,
) -> Answer:
    """Solve a position by the strongest knowledge there is, and say which.

    >>> answer = solve("nim", (3, 5, 7))
    >>> answer.outcome, answer.grundy, answer.winning_moves
    ('N', 1, [(2, 5, 7), (3, 4, 7), (3, 5, 6)])

    A theorem of the game's file comes first, then a proof that was found before; where there is none, the position is
    computed within the limits: by default 60 seconds, and a search of 200,000 positions or a table of 5,000,000. A
    game given by name takes its number of piles from the position; a number alone is one pile. `every_move` asks for
    all winning moves where a theorem or proof only constructs some.
    """
    try:
        entries = (position,) if isinstance(position, int) else tuple(position)
    except TypeError:
        raise SpragueError(f"expected a position such as (3, 5), got {position!r}") from None
    arguments.flag("misere", misere)
    arguments.flag("every_move", every_move)
    rule = game if isinstance(game, Ruleset) else resolve(game, {}, len(entries))
    refuse_misere(rule, misere)
    start = rule.position(entries)
    # How far a position is computed, Knowledge says; the seconds are those of the whole answer.
    with Limits.of(limits).time.watch():
        known = Knowledge(rule, misere, limits)
        reason = known.reason(start)
        moves, are_all = _moves(known, start, every_move)
        grundy, computed = reason.grundy(start), None
        if grundy is None and not misere and not rule.blocking and (found := known.cheap_value(start)) is not None:
            grundy, computed = found
        explanation = reason.explain(start)
        if grundy is None and not misere and not rule.blocking:
            explanation += f" The Grundy value is not known: {UNTOLD.format(reason.because.kind)}"
        return Answer(
            game=rule,
            position=start,
            misere=misere,
            outcome="P" if reason.is_p(start) else "N",
            grundy=grundy,
            winning_moves=moves,
            all_winning_moves=are_all,
            because=reason.because,
            explanation=explanation,
            grundy_because=None if computed is None else computed.because,
            forbid={reached: known.to_forbid(reached) for reached in moves or [start]} if rule.blocking else {},
            every_move=every_move,
        )


def _moves(known: Knowledge, position: Position, every: bool) -> tuple[list[Position], bool]:
    """Winning moves, and whether these are all; that none is found is no reason not to say who wins."""
    try:
        return known.winning_moves(position, every)
    except OutOfReach:
        if every:
            raise
        return [], False
