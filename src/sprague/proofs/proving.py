"""Decide a claim for all positions: `prove`."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.formulas.formula import Expression, PositionSet, Power, all_of
from sprague.formulas.notation import parse_formula
from sprague.games import ruleset_of
from sprague.limits import Limits, current
from sprague.proofs.grundy import POWER, VALUE, WrongValue, check_function, check_values, values_at
from sprague.proofs.kernel_equation import Checked, Failure, check_kernel
from sprague.proofs.moves import domain
from sprague.proofs.proof import FUNCTION, P_POSITIONS, VALUES, AutomatonProof, Decision, Refutation
from sprague.proofs.residue_claims import decide_by_totals
from sprague.proofs.translate import numeration_for, translate_set
from sprague.proofs.undecided import Undecided
from sprague.rules.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.tables.search import search

Claim = str | PositionSet | Automaton

# To tell which position of a refutation is misplaced, where nothing else is said.
SEARCHED = 20_000
LOOKED_AT = 500_000  # options of them


def prove(
    game: Ruleset | str, claim: Claim | Sequence[Claim], *, misere: bool = False, limits: Limits | None = None
) -> Decision:
    """Decide, for all positions, whether a claim about a game is true.

    >>> print(prove("sharing-nim", "a = b and even(v2(c - a))").statement())
    the P-positions of sharing-nim:piles=3 are exactly a = b and even(v2(c - a))
    >>> print(prove("nim:piles=2", "a = b or a = 1"))
    refuted: (0, 1) and its option (0, 0) are both in the set

    The claim is a formula for the set of P-positions or an automaton; or a list of those, for the
    positions of Grundy value 0, 1, 2, …. A formula that speaks of `value` (or of `power`, which is 2 to the
    value) is a claim about the whole Grundy function: `prove("nim:piles=2", "value = a xor b")`.
    What takes more than the limits allow is undecided; work that is cancelled raises `Cancelled`.
    """
    with Limits.of(limits).watch():
        rule = ruleset_of(game)
        text, several = _text_of(claim)
        try:
            return _decided(rule, claim, several, text, misere)
        except Cancelled:
            raise
        except OutOfReach as error:
            return Undecided(rule, misere, text, str(error))


def _decided(rule: Ruleset, claim: Claim | Sequence[Claim], several: bool, text: str | None, misere: bool) -> Decision:
    about_values = several or (text is not None and _function_name(rule, text) is not None)
    if misere and about_values:
        raise SpragueError("expected normal play for a claim about Grundy values; misère play has none")
    if rule.rank is None:
        return Undecided(rule, misere, text, "no rank was found that falls with every move, so play may not end")
    if several:
        assert not isinstance(claim, str | PositionSet | Automaton)
        digits = next((part.numeration for part in claim if isinstance(part, Automaton)), None)
        classes = tuple(_automaton(rule, part, digits) for part in claim)
        return _verdict(rule, misere, VALUES, classes, text, check_values(rule, classes, fewest=True)[0])
    assert isinstance(claim, str | PositionSet | Automaton)
    if text is not None and (name := _function_name(rule, text)):
        function = _function_automaton(rule, text, name)
        comparison = check_function(rule, function, name == POWER, fewest=True)
        return _verdict(rule, misere, FUNCTION, (function,), text, comparison, by_power=name == POWER)
    if not isinstance(claim, Automaton):
        assert text is not None
        if (decided := decide_by_totals(rule, _set_of(rule, claim), misere, text)) is not None:
            return decided
    positions = _automaton(rule, claim)
    return _verdict(rule, misere, P_POSITIONS, (positions,), text, check_kernel(rule, positions, misere, fewest=True))


def _text_of(claim: Claim | Sequence[Claim]) -> tuple[str | None, bool]:
    """The claim in words, if it is all formulas; and whether it is one for each Grundy value."""
    if isinstance(claim, Automaton):
        return None, False
    if isinstance(claim, str | PositionSet):
        return str(claim), False
    given: object = claim
    if not isinstance(given, Sequence) or not all(isinstance(part, str | PositionSet | Automaton) for part in given):
        raise SpragueError(f"expected a formula such as 'a = b', or a list of formulas, got {claim!r}")
    if not claim:
        raise SpragueError("expected at least one set, for the positions of Grundy value 0, got none")
    if any(isinstance(part, Automaton) for part in claim):
        return None, True
    return " | ".join(str(part) for part in claim), True


def _verdict(
    rule: Ruleset,
    misere: bool,
    what: str,
    automata: tuple[Automaton, ...],
    text: str | None,
    found: Checked,
    by_power: bool = False,
) -> Decision:
    if found.failure is None:
        return AutomatonProof(rule, misere, text, what, automata, found.pairs, by_power)
    if what == P_POSITIONS:
        return Refutation(rule, misere, text, found.failure, _misplaced(rule, automata[0], found.failure, misere))
    wrong = _wrong_value(rule, automata, by_power, found.failure, what)
    return Refutation(rule, misere, text, found.failure, wrong_value=wrong)


def _misplaced(rule: Ruleset, positions: Automaton, failure: Failure, misere: bool) -> Position | None:
    """The failing position, or the option of it, whose outcome is not what the set says."""
    values = _searched(rule, failure.position, "outcome", misere)
    return next((position for position, value in values.items() if (value == 0) != (position in positions)), None)


def _wrong_value(
    rule: Ruleset, automata: Sequence[Automaton], by_power: bool, failure: Failure, what: str
) -> WrongValue | None:
    """The failing position, or the option of it, whose Grundy value is not what the claim says."""
    for position, value in _searched(rule, failure.position, "grundy", False).items():
        if what == FUNCTION:
            claimed = values_at(automata[0], position)
            right = claimed == ((1 << value) if by_power else value,)
        else:
            claimed = tuple(number for number, members in enumerate(automata) if position in members)
            right = claimed == ((value,) if value < len(automata) else ())
        if not right:
            return WrongValue(position, value, claimed, by_power)
    return None


def _searched(rule: Ruleset, start: Position, what: str, misere: bool) -> dict[Position, int]:
    """The values of a position and its options, itself first; empty if they are out of reach."""
    try:
        first = rule.position(start)
        options = rule.options(first)
        # The time a search takes is that of looking at options, of which few positions have more than the first.
        allowed = current().positions
        most = min(SEARCHED if allowed is None else allowed, LOOKED_AT // (len(options) + 1))
        values = search(rule, [first], what, misere, most)
    except SpragueError:
        return {}
    return {position: values[position] for position in (first, *options)}


def _set_of(rule: Ruleset, claim: str | PositionSet) -> PositionSet:
    if isinstance(claim, str):
        return PositionSet(parse_formula(claim, rule.names, rule.piles), rule.names, rule.blocks)
    return claim


def _automaton(rule: Ruleset, claim: Claim, numeration: Numeration | None = None) -> Automaton:
    if isinstance(claim, Automaton):
        return claim
    positions = _set_of(rule, claim)
    digits = numeration or numeration_for(rule, positions.formula)
    # A formula is said of positions; what it says of other tuples does not matter.
    return translate_set(positions, digits) & domain(rule, digits)


def _function_name(rule: Ruleset, text: str) -> str | None:
    """The name under which a formula speaks of the Grundy value, if it does."""
    for name in (VALUE, POWER):
        if name in rule.names or name not in text:
            continue
        try:
            if name in parse_formula(text, (*rule.names, name), rule.piles).names:
                return name
        except SpragueError:
            continue
    return None


def _function_automaton(rule: Ruleset, text: str, name: str) -> Automaton:
    names = (*rule.names, name)
    formula = parse_formula(text, names, rule.piles)
    # Powers of two are told by binary digits.
    spoken = all_of([formula, Power(Expression.of(name), 2)]) if name == POWER else formula
    digits = numeration_for(rule, spoken)
    # A formula is said of positions; what it says of other tuples does not matter.
    everywhere = domain(rule, digits).arrange(range(len(rule.names)), len(names))
    return translate_set(PositionSet(formula, names, rule.blocks), digits) & everywhere
