"""Discovery for a family of games, `discover_family`: theorems about its members, and a conjecture about all of them.

A family is a game of the catalogue with one open parameter, or a rule in which a name stands for a number. The function
`discover` searches for a theorem about each member of the family. The time limit applies to all members together. A
formula whose numbers depend on the parameter (`formula_schemas`) becomes a *conjecture* if it is true for all examined
members. The module `claim_trials` tests the conjecture on further members, by a search of small positions and by proof.
The function `discover` can find different formulas for two members even if one formula describes both sets. Each
formula that two members suggest is therefore tested and proved for every other member. If no formula fits all members,
`discover_family` searches for a formula for each residue of the parameter modulo a small number; a few members may be
exceptions.

A conjecture about a family is never a theorem, even if it is proved for many members. A conjecture is never stored, and
no answer uses it.

The parameter is also turned into a remembered number that no move changes, as in `(a, b | t) -> (u, b | t)`. The rule
with the remembered parameter describes all members, so a theorem about it is a theorem about every member. A common
formula of the members is tried as a claim about the rule with the remembered parameter. If the members have no common
formula, `discover` searches for a theorem about the rule with the remembered parameter. A theorem about all members
exists only if one automaton can read the piles together with the parameter.
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
from sprague.discovery.formula_schemas import PiecewiseSchema, Schema, common_schema
from sprague.errors import Cancelled, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import resolve
from sprague.language.rule_files import with_number, with_remembered_number
from sprague.limits import Limits, seconds_left
from sprague.progress import ProgressCallback, check_progress, messages
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset, is_rule, parse

MOST_MEMBERS = 100  # maximum number of members of a family that are examined
NEXT = 2  # for each piece of a piecewise formula, the number of further members on which the formula is tested
MOST_PIECES = 4  # largest modulus m for which each residue of a parameter modulo m may have its own formula
FEWEST_CONFIRMED = 3  # minimum number of members for which a piece of a piecewise formula must be true
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
        """Return the rule of the member with the given value of the parameter."""
        if is_rule(self.text):
            return parse(with_number(self.text, self.parameter, value))
        return resolve(self.text, {self.parameter: value}, None)

    def with_remembered_parameter(self) -> Ruleset | None:
        """Return one rule for all members, in which the parameter is a remembered number; None if no such rule exists.

        >>> print(GameFamily("(a) -> (a - k) where 1 <= k <= t", "t").with_remembered_parameter())
        (a | t) -> (a - k | t) where 1 <= k <= t
        """
        if not is_rule(self.text):
            return None
        try:
            return parse(with_remembered_number(self.text, self.parameter))
        except SpragueError:
            return None

    def after(self, values: Sequence[int], number: int = NEXT) -> Iterator[tuple[int, Ruleset]]:
        """Yield the next members of the family after the given values of the parameter, to test a conjecture."""
        step = values[-1] - values[-2]
        for value in range(values[-1] + step, values[-1] + (number + 1) * step, step):
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
        schema: The common formula schema, possibly piecewise, a conjecture about all members; None if there is none.
        trials: The trials of the schema on the members.
        tested: The trials of the schema on the next members; if one of these fails, the conjecture is false.
        all_members: The theorem about all members at once, or the reason why there is none; None if none was sought, or
            if the common formula could not be proved for all members.

    >>> found = discover_family("nim", "piles", (1, 2))
    >>> len(found.members)
    2
    """

    family: GameFamily
    misere: bool
    members: tuple[FamilyMember, ...]
    schema: Schema | PiecewiseSchema | None = None
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
            # divide the remaining time into equal shares: one for each remaining member, and two for the final search
            share = _share(allowed, len(asked) - place + 2)
            members.append(FamilyMember(value, rule, _discovered(rule, misere, numerations, share)))
            if isinstance(theorem := members[-1].found, Undecided) and theorem.reason == INTERRUPTED:
                return FamilyFindings(family, misere, tuple(members))
        callback("searching for a common formula")
        found = FamilyFindings(family, misere, tuple(members))
        trials = _Trials(members, misere, allowed)
        for schema in _candidates(parameter, members, trials):
            tried = trials.of(schema)
            if all(trial.holds for trial in tried):
                found = replace(found, schema=schema, trials=tried, tested=_tested(found, schema, allowed))
                break
        if (together := family.with_remembered_parameter()) is None or found.counterexample is not None:
            return found
        callback(f"searching for a theorem about every {parameter}")
        if found.schema is not None:
            return replace(found, all_members=_proved_for_all(together, str(found.schema), misere))
        theorem = discover(together, misere=misere, numerations=numerations, budget=_share(allowed, 1))
        return replace(found, all_members=theorem)


def _proved_for_all(together: Ruleset, claim: str, misere: bool) -> Proof | None:
    """Return a proof of a formula with the parameter, for the rule that remembers the parameter; None if not found."""
    try:
        found = prove(together, claim, misere=misere)
    except Cancelled:
        raise
    except SpragueError:
        return None  # the formula has no automaton, for example because it multiplies two names
    return found if isinstance(found, Proof) else None


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
    """Return the theorem about a member of a family; it contains a formula if one is found.

    Proofs by periods or totals are fast but have no formula. After a proof by periods or totals, a second search, by
    automata, tries to find a formula.
    """
    with share.watch():
        found = discover(rule, misere=misere, numerations=numerations, budget=share)
        if isinstance(found, Proof) and found.claim is None and numerations is None and not rule.splits:
            again = discover(rule, misere=misere, numerations=candidate_numerations(rule), budget=share)
            return again if isinstance(again, Proof) and again.claim is not None else found
    return found


def _schemas(parameter: str, members: Sequence[FamilyMember], divisor: int = 1) -> list[Schema]:
    """Return the formula schemas that fit at least two members of a family, the most frequent first.

    A number in a schema can be the quotient of a linear term and a divisor of `divisor`.
    """
    claims = [(member.value, member.game, member.claim) for member in members if member.claim is not None]
    pairs = (common_schema(parameter, one, other, divisor) for one, other in combinations(claims, 2))
    return [schema for schema, _ in Counter(schema for schema in pairs if schema is not None).most_common()]


def _candidates(parameter: str, members: Sequence[FamilyMember], trials: _Trials) -> Iterator[Schema | PiecewiseSchema]:
    """Yield possible schemas for all members of a family: first single schemas, then piecewise schemas."""
    yield from _schemas(parameter, members)
    for count in range(1, MOST_PIECES + 1):
        pieces, exceptions = [], []
        for residue in range(count):
            class_members = [member for member in members if member.value % count == residue]
            if (piece := _piece(parameter, class_members, trials, count)) is None:
                break
            pieces.append(piece[0])
            exceptions += piece[1]
        else:
            if count > 1 or exceptions:
                yield PiecewiseSchema(parameter, tuple(pieces), tuple(sorted(exceptions)))


def _piece(
    parameter: str, members: Sequence[FamilyMember], trials: _Trials, divisor: int
) -> tuple[Schema, list[tuple[int, str]]] | None:
    """Return a schema for most of the given members, and the formulas of the others; None if no schema is found."""
    if len(members) < FEWEST_CONFIRMED:
        return None
    for schema in _schemas(parameter, members, divisor):
        wrong = [member for member in members if not trials.trial(schema, member).holds]
        exceptions = [(member.value, member.claim) for member in wrong if member.claim is not None]
        right = len(members) - len(wrong)
        if len(exceptions) == len(wrong) <= right // 2 and right >= FEWEST_CONFIRMED:
            return schema, exceptions
    return None


class _Trials:
    """The trials of formula schemas on the members of a family; each formula is tried once on each member."""

    def __init__(self, members: Sequence[FamilyMember], misere: bool, allowed: Limits) -> None:
        self._members, self._misere, self._allowed = members, misere, allowed
        self._known: dict[tuple[int, str], ClaimTrial] = {}

    def trial(self, schema: Schema | PiecewiseSchema, member: FamilyMember) -> ClaimTrial:
        """Return the trial of a formula schema on a member of the family."""
        claim = schema.claim(member.game, member.value)
        if claim == member.claim:
            return ClaimTrial(member.value, member.game, claim, member.found)
        key = member.value, claim
        if key not in self._known:
            share = _share(self._allowed, 2 * len(self._members))
            self._known[key] = try_claim(member.value, member.game, claim, self._misere, share)
        return self._known[key]

    def of(self, schema: Schema | PiecewiseSchema) -> tuple[ClaimTrial, ...]:
        """Return the trials of a formula schema on the members of a family, up to the first failure."""
        found: list[ClaimTrial] = []
        for member in self._members:
            found.append(self.trial(schema, member))
            if not found[-1].holds:
                break
        return tuple(found)


def _tested(found: FamilyFindings, schema: Schema | PiecewiseSchema, allowed: Limits) -> tuple[ClaimTrial, ...]:
    """Test a formula schema on the next members of a family until a trial fails; return the trials."""
    tested: list[ClaimTrial] = []
    number = NEXT * (len(schema.pieces) if isinstance(schema, PiecewiseSchema) else 1)
    following = list(found.family.after([member.value for member in found.members], number))
    for place, (value, rule) in enumerate(following):
        share = _share(allowed, len(following) - place)
        tested.append(try_claim(value, rule, schema.claim(rule, value), found.misere, share))
        if tested[-1].fails:
            break
    return tuple(tested)
