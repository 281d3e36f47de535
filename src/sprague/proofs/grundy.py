"""Check claims about Grundy values: a set for each value (`check_values`), or a function (`check_function`).

*Sets.* Suppose the sets of positions with values below g are known, and let R be the set of all other positions. Every
position in R has a Grundy value of at least g, so it has the value g if and only if none of its options has the value
g. So the set of the positions of value g is the only subset G of R with the following property: a position of R is in G
if and only if no move leads from the position into G.

*Functions.* The sum of a position x and a Nim pile of w chips is a P-position if and only if w is the Grundy value of
x. So a claim about the Grundy values of a game is a claim about the P-positions of a larger game: the sum with a Nim
pile. Positions at which the rule ends play (`stop when`, `win when`) must have the value 0. A separate check confirms
that the claim gives the value 0 to positions at which play ends, because in the sum a player could still reduce the Nim
pile. In some games, such as Empty & Transfer with two boxes, a formula describes 2^value instead of the Grundy value.
For claims about 2^value, the sum contains a pile of 2^w chips instead of a Nim pile of w chips, and a move reduces this
pile to a smaller power of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.language.conditions import Chain, Condition, Power
from sprague.language.positions import Position, position_in_sentence
from sprague.language.statements import POWER, VALUE
from sprague.linear.terms import Linear
from sprague.proofs.kernel_equation import (
    NO_MOVE,
    ONE_MOVE_APART,
    OUTSIDE,
    CheckResult,
    Failure,
    KernelEquation,
    check_symmetry,
    ended_positions,
)
from sprague.proofs.position_automata import positions_automaton
from sprague.rules.blocking import refuse_values
from sprague.rules.families import Family
from sprague.rules.ruleset import Ruleset

MOST_SHOWN = 3  # maximum number of claimed values that a message shows for a position

OVER = "play has ended there, so its Grundy value is 0"
NO_POWER = "the claim gives a number that is not a power of two"


@dataclass(frozen=True)
class ValueFailure(Failure):
    """A position that refutes a claim about Grundy values."""

    value: int = 0

    def __str__(self) -> str:
        if self.option is not None:
            return (
                f"{position_in_sentence(self.position)} and its option {position_in_sentence(self.option)} "
                f"are both given the value {self.value}"
            )
        return super().__str__()


# Error texts for claims that give a position no Grundy value, or several Grundy values.
DEFINES = "a claim about Grundy values must give each position exactly one value"


@dataclass(frozen=True)
class WrongValue:
    """A position with its correct Grundy value, and the values (possibly none) that a wrong claim gives the position.

    If the claim gives the position more than three values, `claimed` contains only the three smallest ones. If
    `by_power` is true, the claim is about the number 2^value, and `claimed` contains powers of two.
    """

    position: Position
    value: int
    claimed: tuple[int, ...]
    by_power: bool = False

    def __str__(self) -> str:
        right = 1 << self.value if self.by_power else self.value
        has = f"Grundy value {self.value}, so power {right}" if self.by_power else f"Grundy value {right}"
        text = f"{position_in_sentence(self.position)} has {has}"
        others = [str(number) for number in self.claimed if number != right]
        if len(self.claimed) == MOST_SHOWN:
            others.append("…")
        if right in self.claimed:
            return f"{text}, but the claim also gives {', '.join(others)}; {DEFINES}"
        return f"{text}, not {' or '.join(others)}" if others else f"{text}, but the claim gives no value; {DEFINES}"


def check_values(rule: Ruleset, classes: Sequence[Automaton], *, fewest: bool = False) -> tuple[CheckResult, int]:
    """Decide whether the given sets contain exactly the positions of Grundy value 0, 1, 2, …, in this order.

    The function returns the result of the check and a number: the Grundy value of the first wrong set, or the number of
    sets if all sets are correct.
    """
    refuse_values(rule)
    numeration = classes[0].numeration
    rest = positions_automaton(rule, numeration)
    over, _ = ended_positions(rule, numeration, misere=False)
    pairs = 0
    for value, members in enumerate(classes):
        check_symmetry(rule, members)
        wrong_where_over = over - members if value == 0 else over & members
        wrong = [
            (members - rest, OUTSIDE if value == 0 else "in the set of a smaller value too"),
            (wrong_where_over, OVER),
        ]
        found = KernelEquation(rule, members, rest - over, wrong).check(fewest)
        pairs += found.pairs
        if (failure := found.failure) is not None:
            option, reason = failure.option, failure.reason
            if reason in (NO_MOVE, ONE_MOVE_APART):
                reason = (
                    f"the claim gives the value {value}, but an option has this value"
                    if option
                    else f"the claim does not give the value {value}, but no option has this value"
                )
            return CheckResult(
                ValueFailure(failure.position, reason, option, value, fewest=failure.fewest), pairs
            ), value
        rest = rest - members
    return CheckResult(None, pairs), len(classes)


def add_nim_pile(rule: Ruleset, as_power: bool) -> Ruleset:
    """Return the rule of the sum of a game and a Nim pile; the P-positions of the sum give the game's Grundy values.

    The Nim pile is the last entry of each position. The new rule omits the conditions `stop` and `win`.

    >>> from sprague.games import game
    >>> print(add_nim_pile(game("nim:piles=2"), as_power=False))
    (a, b | value) -> (u, b | value) where u < a ; (a, b | smaller) where smaller < value any order
    """
    taken = {*rule.names, *(choice for family in rule.families for choice in family.choices(rule.names))}
    name, smaller = (Linear.of(_new_name(wanted, taken)) for wanted in (POWER if as_power else VALUE, "smaller"))
    lowered: list[Condition] = [Chain.of(smaller, "<", name)]
    if as_power:
        lowered.append(Power.of(smaller, 2))
    families = [Family.to((*family.target, name), family.where) for family in rule.families]
    families.append(Family.to((*map(Linear.of, rule.names), smaller), tuple(lowered)))
    remembered = (*rule.remembered, str(name))
    return Ruleset.from_families(
        rule.piles,
        tuple(families),
        remembered,
        rule.blocks,
        rule.floor,
        domain=rule.domain,
        functions=rule.functions,
        name=rule.name,
    )


def _new_name(wanted: str, taken: Iterable[str]) -> str:
    while wanted in taken:
        wanted += "'"
    return wanted


def check_function(rule: Ruleset, function: Automaton, as_power: bool, *, fewest: bool = False) -> CheckResult:
    """Decide whether an automaton accepts exactly the pairs (position, Grundy value) of a game.

    If `as_power` is true, the last track of the automaton holds 2^value instead of the Grundy value.
    """
    refuse_values(rule)
    together = add_nim_pile(rule, as_power)
    check_symmetry(together, function)
    numeration, last = function.numeration, len(rule.names)
    everywhere = positions_automaton(together, numeration)
    wrong = [(function - everywhere, OUTSIDE)]
    if as_power:
        powers = everywhere & atoms.power(numeration, 2).arrange((last,), last + 1)
        wrong.append((function & (everywhere - powers), NO_POWER))
        everywhere = powers
    over = ended_positions(rule, numeration, misere=False)[0].arrange(range(last), last + 1)
    zero = atoms.linear((1,), -1 if as_power else 0, "=", numeration).arrange((last,), last + 1)
    wrong.append(((function ^ zero) & over & everywhere, OVER))
    found = KernelEquation(together, function, everywhere - over, wrong).check(fewest)
    if (failure := found.failure) is None:
        return found
    (*position, value), reason, option = failure.position, failure.reason, failure.option
    if reason == NO_POWER:
        reason = f"the claim gives {value}, which is not a power of two"
    elif reason == NO_MOVE:
        reason = f"the claim gives no value up to {value}, but no option has value {value}"
    elif option is not None and option[-1] != value:
        reason, option = f"the claim gives two values, {option[-1]} and {value}", None
    elif option is not None:
        reason, option = f"the claim gives the value {value}, but an option has this value", option[:-1]
    return CheckResult(ValueFailure(tuple(position), reason, option, value, fewest=failure.fewest), found.pairs)


def values_at(function: Automaton, position: Position, most: int = MOST_SHOWN) -> tuple[int, ...]:
    """Return the smallest Grundy values, at most `most` of them, that an automaton accepts for a position.

    >>> values_at(atoms.digit_sum_zero(3, 2), (3, 5))
    (6,)
    """
    here = atoms.fix_tracks(function, dict(enumerate(position)))
    return tuple(sorted(member[-1] for member in islice(here.members(), most)))
