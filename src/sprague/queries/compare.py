"""`compare`: decide whether two games have the same P-positions or Grundy values, and describe the difference.

The P-positions of both games are proved sets, so their difference is the answer to a question with free names (`ask`).
If no theorem is known and none is found, the tables of both games are compared up to a bound. Equal tables are an
observation, not a proof. Tables with different entries for a position prove that the games differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeVar

from sprague import arguments
from sprague import limits as watching
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import resolve
from sprague.language.positions import Position, show_position
from sprague.language.question_parser import parse_question
from sprague.limits import Limits
from sprague.notebook_html import as_html
from sprague.progress import ProgressCallback, check_progress
from sprague.queries.answers import QuestionAnswer, SetAnswer, UndecidedAnswer
from sprague.queries.ask import DEFAULT, answer_question, synthesis_limits
from sprague.queries.game_theorems import NoTheorem
from sprague.queries.predicates import Predicates, question_names
from sprague.results.base import play_of
from sprague.results.questions import ComparisonResult
from sprague.rules.blocking import refuse_misere
from sprague.rules.ruleset import Ruleset
from sprague.tables.tabulate import tabulate

MOST_COMPARED = 4096  # default limit on the number of positions that are compared in tables
MOST_VALUE = 20  # greatest number that the argument `values` of `compare` may be
PROOF_SHARE = 0.75  # share of the time limit for the proof; the comparison of tables may use the rest
P_POSITIONS = "P-positions"
SECOND = "Q"  # the name of the second game in the question that compares the games
Status = Literal["proved", "computed", "observation"]
Game = TypeVar("Game")


@dataclass(frozen=True, repr=False)
class Comparison:
    """The comparison of two games: whether they have the same P-positions or Grundy values, and where they differ.

    Attributes:
        first: The first game.
        second: The second game; the same game if two play conventions are compared.
        misere: Whether the first and the second game are in misère play.
        what: The sets that are compared, such as "P-positions".
        status: "proved" if the sets are known for all positions, "computed" if tables contain a position that
            distinguishes the games, and "observation" if the tables are equal up to a bound.
        equal: Whether the sets are equal; None for an observation.
        difference: The positions that belong to only one set; None unless the status is "proved".
        only_first: The positions that belong only to the set of the first game; if values are compared, the positions
            that have a compared value in the first game, and another value in the second game.
        only_second: The positions that belong only to the set of the second game; if values are compared, the
            positions that have a compared value in the second game, and another value in the first game.
        found: The positions at which the tables differ, if the status is "computed".
        limit: The bound of the tables: every pile is below it; None if the status is "proved".
        reason: The reason why there is no proof about all positions, or None.

    >>> import sprague
    >>> sprague.compare("nim:piles=2", "wythoff").equal
    False
    """

    first: Ruleset
    second: Ruleset
    misere: tuple[bool, bool]
    what: str
    status: Status
    equal: bool | None
    difference: SetAnswer | None = None
    only_first: SetAnswer | None = None
    only_second: SetAnswer | None = None
    found: tuple[Position, ...] = ()
    limit: int | None = None
    reason: str | None = None

    @property
    def compares_values(self) -> bool:
        """Whether Grundy values are compared, rather than P-positions."""
        return self.what != P_POSITIONS

    @property
    def labels(self) -> tuple[str, str]:
        """Two labels for the compared games: their names, or "normal play" and "misère play" if the conventions differ.

        Two games with equal names have the labels "the first game" and "the second game".

        >>> import sprague
        >>> sprague.compare("wythoff", "nim:piles=2").labels, sprague.compare("wythoff").labels
        (('wythoff', 'nim:piles=2'), ('normal play', 'misère play'))
        """
        if self.misere == (False, True):
            return "normal play", "misère play"
        names = self.first.display_name, self.second.display_name
        return names if names[0] != names[1] else ("the first game", "the second game")

    def __bool__(self) -> bool:
        """Return whether the sets are proved to be equal."""
        return self.equal is True

    def __str__(self) -> str:
        if self.equal:
            return f"equal {self.what}, proved"
        if self.difference is not None:
            return f"different {self.what}: {self.difference}"
        if self.found:
            return f"different {self.what}, for example at {show_position(self.found[0])}"
        return f"equal {self.what} for piles below {self.limit} (an observation)"

    def __repr__(self) -> str:
        return f"<Comparison: {self}>"

    def _repr_html_(self) -> str:
        return as_html(str(self))

    def to_result(self) -> ComparisonResult:
        """Return the JSON form of the comparison.

        >>> import sprague
        >>> sprague.compare("nim:piles=2", "(a, b) -> (a - k, b) where k >= 1 any order").to_result().equal
        True
        """
        return ComparisonResult(
            first=self.first.name or str(self.first),
            second=self.second.name or str(self.second),
            first_play=play_of(self.misere[0]),
            second_play=play_of(self.misere[1]),
            what=self.what,
            status=self.status,
            equal=self.equal,
            difference=None if self.difference is None else self.difference.to_result(),
            only_first=_members(self.only_first),
            only_second=_members(self.only_second),
            found=[list(position) for position in self.found],
            limit=self.limit,
            reason=self.reason,
        )


def _members(answer: SetAnswer | None) -> list[list[int | str]]:
    return [] if answer is None else [list(member) for member in answer.smallest()]


@accepts_former_arguments
def compare(
    first: Ruleset | str,
    second: Ruleset | str | None = None,
    *,
    misere: bool = False,
    values: int | Literal["all"] | None = None,
    limit: int | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare the P-positions or Grundy values of two games, or normal play with misère play of one game.

    >>> compare("wythoff", "nim:piles=2").equal
    False
    >>> found = compare("wythoff")  # normal play and misère play
    >>> found.difference.is_finite, list(found.difference)
    (True, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2)])

    Args:
        first: A game, its name, or the text of its rule.
        second: Another game with the same number of piles; None to compare normal play with misère play of the first.
            A game such as "nim", whose number of piles is a parameter, gets as many piles as the other game.
        misere: Whether both games are in misère play.
        values: Compare the positions of Grundy values 0 to this number instead of the P-positions; "all" for the
            whole Grundy function.
        limit: Without a proof, compare tables in which every pile is below this number.
        budget: Limits on time, memory and size; by default 60 seconds.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        A `Comparison`.

    Raises:
        SpragueError: If the games have different numbers of piles, or an argument is not valid.
        Cancelled: If the work is cancelled.
    """
    arguments.check_flag("misere", misere)
    callback = check_progress(progress)
    one, two = read_games(first, second, _ruleset)
    plays = (misere, misere) if second is not None else (False, True)
    if second is None and misere:
        raise SpragueError(
            "'misere' needs two games, because a single game is compared in normal and misère play; leave out 'misere'"
        )
    if values is not None and any(plays):
        raise SpragueError("misère play has no Grundy values; leave out 'values', or compare normal play")
    if values is not None and values != "all":
        values = arguments.check_integer("values", values)
        if not 0 <= values <= MOST_VALUE:
            raise SpragueError(f"'values' must be a number from 0 to {MOST_VALUE}, or 'all', got {values}")
    if limit is not None and (limit := arguments.check_integer("limit", limit)) < 1:
        raise SpragueError(f"'limit' must be at least 1, got {limit}")
    for rule, is_misere in zip((one, two), plays, strict=True):
        refuse_misere(rule, is_misere)
    if len(one.names) != len(two.names):
        raise SpragueError(
            f"only games with the same number of piles can be compared, got {one.display_name} with "
            f"{len(one.names)} and {two.display_name} with {len(two.names)}"
        )
    what = P_POSITIONS if values is None else "Grundy values" if values == "all" else f"Grundy values 0 to {values}"
    with Limits.of(budget).with_defaults(DEFAULT).watch():
        try:
            with Limits(seconds=PROOF_SHARE * (watching.seconds_left() or 0)).watch():
                found = _differences(one, two, plays, values, synthesis_limits(budget), callback)
        except OutOfReach as error:
            found = str(error)
        if isinstance(found, str):
            return _observed(one, two, plays, what, values, limit, found)
    difference, only_first, only_second = found
    return Comparison(one, two, plays, what, "proved", not difference, difference, only_first, only_second)


def read_games(
    first: Game, second: Game | None, read: Callable[[Game, int | None], Ruleset]
) -> tuple[Ruleset, Ruleset]:
    """Return the rules of two games; a game without a given number of piles gets as many piles as the other game.

    The function `read` returns the rule of a game, if possible with the given number of piles. If `second` is None, the
    second game is the first game.

    >>> found = compare("nim", "wythoff")
    >>> found.first.name, found.second.name
    ('nim:piles=2', 'wythoff')
    """
    one = read(first, None)
    if second is None:
        return one, one
    two = _read_with_piles(second, len(one.names), read)
    return _read_with_piles(first, len(two.names), read), two


def _read_with_piles(game: Game, entries: int, read: Callable[[Game, int | None], Ruleset]) -> Ruleset:
    try:
        return read(game, entries)
    except SpragueError:  # the game may not exist with so many piles
        return read(game, None)


def _ruleset(game: Ruleset | str, entries: int | None) -> Ruleset:
    return game if isinstance(game, Ruleset) else resolve(game, {}, entries)


def _differences(
    one: Ruleset,
    two: Ruleset,
    plays: tuple[bool, bool],
    values: int | Literal["all"] | None,
    synthesis: Limits,
    progress: ProgressCallback,
) -> tuple[SetAnswer, SetAnswer, SetAnswer] | str:
    """Return three sets: the positions in exactly one of two given sets, only in the first, and only in the second.

    If no proof about all positions is found, return the reason as text.
    """
    predicates = Predicates.of(one, plays[0], {SECOND: two}, progress)
    entries = ", ".join(question_names(one))
    if isinstance(values, int):
        try:
            predicates.prepare(parse_question(_some_value(entries, values), predicates.arities, one.piles).formula)
        except NoTheorem as error:
            return f"{error}{_comparable_values(one, two, error.last, progress)}"
    if values is None:
        left, right = (
            f"{prefix}{'misere' if is_misere else 'normal'}.P({entries})"
            for prefix, is_misere in zip(("", f"{SECOND}."), plays, strict=True)
        )
    elif values == "all":
        same = f"exists value1: value({entries}) = value1 and {SECOND}.value({entries}) = value1"
        left, right = (f"{prefix}position({entries}) and not ({same})" for prefix in ("", f"{SECOND}."))
    else:
        same = _some_value(entries, values)
        left, right = (f"{prefix}value({entries}) <= {values} and not ({same})" for prefix in ("", f"{SECOND}."))
    answers: list[SetAnswer] = []
    texts = [f"({left}) and not ({right}) or ({right}) and not ({left})", f"({left}) and not ({right})"]
    texts.append(f"({right}) and not ({left})")
    if values is not None:
        texts[0] = f"({left}) or ({right})"
        texts[1:] = [left, right]
    for text in texts:
        question = parse_question(text, predicates.arities, one.piles)
        found: QuestionAnswer = answer_question(one, plays[0], question, predicates, synthesis)
        if isinstance(found, UndecidedAnswer):
            return found.reason
        assert isinstance(found, SetAnswer)
        answers.append(found)
    return answers[0], answers[1], answers[2]


def _some_value(entries: str, last: int) -> str:
    """Return the condition that two games have the same Grundy value, at most `last`, at a position."""
    return " or ".join(f"(value({entries}) = {v} and {SECOND}.value({entries}) = {v})" for v in range(last + 1))


def _comparable_values(one: Ruleset, two: Ruleset, last: int | None, progress: ProgressCallback) -> str:
    """Return a text that names the greatest n up to `last` such that automata can compare the Grundy values 0 to n.

    The text is empty if automata cannot compare even the value 0, or if `last` is None.
    """
    entries = ", ".join(question_names(one))
    while last is not None and last >= 0:
        predicates = Predicates.of(one, False, {SECOND: two}, progress)
        question = parse_question(_some_value(entries, last), predicates.arities, one.piles)
        try:
            predicates.prepare(question.formula)
            numeration, _ = predicates.automata(question.formula)
        except NoTheorem as error:
            last = min(last - 1, error.last if error.last is not None else last)
            continue
        values = "value 0" if last == 0 else f"the values 0 to {last}"
        return f"; {values} of both games can be compared for all positions with {numeration}: --values {last}"
    return ""


def _observed(
    one: Ruleset,
    two: Ruleset,
    plays: tuple[bool, bool],
    what: str,
    values: int | Literal["all"] | None,
    limit: int | None,
    reason: str,
) -> Comparison:
    """If no proof was found, compare the tables of two games up to a bound."""
    entries = len(one.names)
    bound = limit or max(2, int(MOST_COMPARED ** (1 / entries)))
    measure: Literal["outcome", "grundy"] = "outcome" if values is None else "grundy"
    tables = [
        tabulate(rule, bound, what=measure, misere=misere) for rule, misere in zip((one, two), plays, strict=True)
    ]

    def value(number: int, position: Sequence[int]) -> object:
        rule = (one, two)[number]
        if not rule.is_position(position):
            return None
        found = tables[number][rule.position(position)]
        if values is None:
            return True if found == "P" else None
        return found if values == "all" or found <= values else None

    differing = []
    for position in product(range(bound), repeat=entries):
        watching.check()
        if value(0, position) != value(1, position):
            differing.append(position)
    differing.sort(key=lambda position: (sum(position), position))
    if differing:
        return Comparison(one, two, plays, what, "computed", False, found=tuple(differing), limit=bound, reason=reason)
    return Comparison(one, two, plays, what, "observation", None, limit=bound, reason=reason)
