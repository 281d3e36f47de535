"""Discovery for a family of games, `discover_family`: theorems about its members, and a conjecture about all of them.

A family is a game of the catalogue with one open parameter, or a rule in which a name stands for a number. The function
`discover` searches for a theorem about each member of the family. The time limit applies to all members together. A
formula whose numbers depend on the parameter (`formula_schemas`) becomes a *conjecture* if it is true for all examined
members. The module `claim_trials` tests the conjecture on further members, by a search of small positions and by proof.
Two members may have different discovered formulas although one common formula describes both sets. A formula that two
members suggest is therefore tested and proved for every other member.

A conjecture about a family is never a theorem, even if it is proved for many members. A conjecture is never stored, and
no answer uses it.

If the members have no common formula, the parameter is turned into a remembered number that no move changes, as in `(a,
b | t) -> (u, b | t)`. The rule with the remembered parameter describes all members, so a theorem about it is a theorem
about every member. A theorem about all members exists only if one automaton can read the piles together with the
parameter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from sprague import arguments
from sprague.automata.numeration import Numeration
from sprague.discovery.claim_trials import ClaimTrial, try_claim
from sprague.discovery.discover import DEFAULT, INTERRUPTED, candidate_numerations, discover
from sprague.discovery.formula_schemas import Schema, common_schema
from sprague.errors import SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import resolve
from sprague.language.rule_files import with_number, with_remembered_number
from sprague.limits import Limits, seconds_left
from sprague.progress import ProgressCallback, check_progress, messages
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset, is_rule, parse

MOST_MEMBERS = 100  # maximum number of members of a family that are examined
NEXT = 2  # number of further members on which a conjecture is tested
FEWEST = 2  # minimum number of members of a family that are examined


@dataclass(frozen=True)
class GameFamily:
    """A family of games with one member for each value of a parameter.

    The field `text` is the name of a game of the catalogue, possibly with other parameters, or a rule.

    >>> GameFamily("(a) -> (a - k) where 1 <= k <= t", "t").member(3) == parse("(a) -> (a - k) where 1 <= k <= 3")
    True
    >>> GameFamily("moore-nim:width=2", "piles").member(4).name
    'moore-nim:piles=4,width=2'
    """

    text: str
    parameter: str

    def member(self, value: int) -> Ruleset:
        """Return the rule of the member with this value of the parameter."""
        if is_rule(self.text):
            return parse(with_number(self.text, self.parameter, value))
        return resolve(self.text, {self.parameter: value}, None)

    def with_remembered_parameter(self) -> Ruleset | None:
        """Return one rule for all members of the family, whose positions remember the parameter; None if there is none.

        >>> print(GameFamily("(a) -> (a - k) where 1 <= k <= t", "t").with_remembered_parameter())
        (a | t) -> (a - k | t) where 1 <= k <= t
        """
        if not is_rule(self.text):
            return None
        try:
            return parse(with_remembered_number(self.text, self.parameter))
        except SpragueError:
            return None

    def after(self, values: Sequence[int]) -> Iterator[tuple[int, Ruleset]]:
        """Yield the next `NEXT` members of the family after the given values of the parameter, to test a conjecture."""
        step = values[-1] - values[-2]
        for value in range(values[-1] + step, values[-1] + (NEXT + 1) * step, step):
            try:
                rule = self.member(value)
            except SpragueError:
                return
            yield value, rule


@dataclass(frozen=True)
class FamilyMember:
    """A member of a family of games, and the result of its discovery."""

    value: int
    game: Ruleset
    found: Proof | Undecided

    @property
    def claim(self) -> str | None:
        """The proved formula of the member; None if there is none."""
        return self.found.claim if isinstance(self.found, Proof) else None


@dataclass(frozen=True)
class FamilyFindings:
    """The findings about a family of games: each member's theorem, the common schema, and its trials.

    Attributes:
        family: The family.
        misere: Whether play is misère.
        members: The members with their theorems.
        schema: The common formula schema, a conjecture about all members; None if there is none.
        trials: The trials of the schema on the members.
        tested: The trials of the schema on the next members; if one of these fails, the conjecture is false.
        all_members: The theorem about all members at once, or the reason why there is none; None without a search.

    >>> found = discover_family("nim", "piles", (1, 2))
    >>> len(found.members)
    2
    """

    family: GameFamily
    misere: bool
    members: tuple[FamilyMember, ...]
    schema: Schema | None = None
    trials: tuple[ClaimTrial, ...] = ()
    tested: tuple[ClaimTrial, ...] = ()
    all_members: Proof | Undecided | None = None

    @property
    def counterexample(self) -> ClaimTrial | None:
        """The first trial in which the common formula fails; None if the formula never fails."""
        return next((trial for trial in self.tested if trial.fails), None)

    @property
    def conjecture(self) -> str | None:
        """The common formula, if no trial has refuted it; it is a conjecture, not a theorem."""
        return None if self.schema is None or self.counterexample else str(self.schema)

    def __bool__(self) -> bool:
        """Return whether there is a conjecture that no trial has refuted."""
        return self.conjecture is not None


@accepts_former_arguments
def discover_family(
    game: str,
    parameter: str,
    values: Collection[int],
    *,
    misere: bool = False,
    numerations: Sequence[Numeration | str] | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> FamilyFindings:
    """Discover theorems about a family of games for several values of its parameter, and find a common formula.

    >>> found = discover_family("(a) -> (a - k) where 1 <= k <= t", "t", range(1, 4))
    >>> found.conjecture, [trial.proved for trial in found.tested]
    ('a mod (t + 1) = 0', [True, True])

    Args:
        game: The name of a game of the catalogue, or the text of a rule.
        parameter: The name of the parameter.
        values: The values of the parameter, in increasing order.
        misere: Play misère: the player who makes the last move loses.
        numerations: The only numerations that automata may use, such as `["2", "fibonacci"]`, as for the option
            --base; by default several are tried.
        budget: Limits on the search; the time limit applies to all members together.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The theorem or the attempts for each value, and the conjecture with its tests, if a formula fits all members.

    Raises:
        SpragueError: The game does not have the parameter, or the values are not increasing integers.
    """
    misere = arguments.check_flag("misere", misere)
    callback = messages(check_progress(progress))
    if not isinstance(game, str):
        raise SpragueError(f"expected the name of a game or the text of a rule, got {arguments.format_argument(game)}")
    if not isinstance(parameter, str):
        raise SpragueError(
            f"expected the name of a parameter, such as 'piles', got {arguments.format_argument(parameter)}"
        )
    asked = _distinct(values)
    family = GameFamily(game, parameter)
    rules = [family.member(value) for value in asked]
    allowed = Limits.of(budget).with_defaults(Limits(seconds=DEFAULT.seconds))
    with allowed.watch():
        members: list[FamilyMember] = []
        for place, (value, rule) in enumerate(zip(asked, rules, strict=True)):
            callback(f"{parameter} = {value}")
            # reserve two more shares of the time for the search about all members together
            share = _share(allowed, len(asked) - place + 2)
            members.append(FamilyMember(value, rule, _discovered(rule, misere, numerations, share)))
            if isinstance(theorem := members[-1].found, Undecided) and theorem.reason == INTERRUPTED:
                return FamilyFindings(family, misere, tuple(members))
        callback("searching for a common formula")
        found = FamilyFindings(family, misere, tuple(members))
        for schema in _schemas(parameter, members):
            trials = []
            for member in members:
                trials.append(_trial(schema, member, misere, _share(allowed, 2 * len(members))))
                if not trials[-1].holds:
                    break
            else:
                return replace(found, schema=schema, trials=tuple(trials), tested=_tested(found, schema, allowed))
        if (together := family.with_remembered_parameter()) is not None:
            callback(f"searching for a theorem about every {parameter}")
            theorem = discover(together, misere=misere, numerations=numerations, budget=_share(allowed, 1))
            return replace(found, all_members=theorem)
    return found


def _distinct(values: Collection[int]) -> list[int]:
    given: object = values
    if not isinstance(given, Collection) or isinstance(given, str | bytes | Mapping):
        raise SpragueError(f"'values' must be integers such as range(3, 7), got {arguments.format_argument(values)}")
    asked = [arguments.check_integer("each of the values", value) for value in given]
    if not FEWEST <= len(asked) <= MOST_MEMBERS or sorted(set(asked)) != asked:
        raise SpragueError(
            f"expected {FEWEST} to {MOST_MEMBERS} increasing values of the parameter, such as 3..6, got "
            f"{arguments.format_argument(asked)}"
        )
    return asked


def _share(allowed: Limits, parts: int) -> Limits:
    """Return the limits of a search that gets one of `parts` equal shares of the remaining time."""
    left = seconds_left()
    return allowed if left is None else replace(allowed, seconds=left / parts)


def _discovered(
    rule: Ruleset, misere: bool, numerations: Sequence[Numeration | str] | None, share: Limits
) -> Proof | Undecided:
    """Return the theorem about a member of a family, with a formula if one is found.

    Proofs by periods or totals are fast but have no formula. After a proof by periods or totals, a second search, by
    automata, tries to find a formula.
    """
    with share.watch():
        found = discover(rule, misere=misere, numerations=numerations, budget=share)
        if isinstance(found, Proof) and found.claim is None and numerations is None and not rule.splits:
            again = discover(rule, misere=misere, numerations=candidate_numerations(rule), budget=share)
            return again if isinstance(again, Proof) and again.claim is not None else found
    return found


def _schemas(parameter: str, members: Sequence[FamilyMember]) -> list[Schema]:
    """Return the formula schemas that fit at least two members of a family, the most frequent first."""
    claims = [(member.value, member.game, member.claim) for member in members if member.claim is not None]
    pairs = (common_schema(parameter, one, other) for one, other in combinations(claims, 2))
    return [schema for schema, _ in Counter(schema for schema in pairs if schema is not None).most_common()]


def _trial(schema: Schema, member: FamilyMember, misere: bool, share: Limits) -> ClaimTrial:
    """Return the trial of a formula schema on a member of a family whose theorem is known."""
    claim = schema.claim(member.game, member.value)
    if claim == member.claim:
        return ClaimTrial(member.value, member.game, claim, member.found)
    return try_claim(member.value, member.game, claim, misere, share)


def _tested(found: FamilyFindings, schema: Schema, allowed: Limits) -> tuple[ClaimTrial, ...]:
    """Return the trials of a formula schema on the next members of a family, until one fails."""
    tested: list[ClaimTrial] = []
    following = list(found.family.after([member.value for member in found.members]))
    for place, (value, rule) in enumerate(following):
        share = _share(allowed, len(following) - place)
        tested.append(try_claim(value, rule, schema.claim(rule, value), found.misere, share))
        if tested[-1].fails:
            break
    return tuple(tested)
