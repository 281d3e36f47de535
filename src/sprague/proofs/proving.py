"""`prove`: decide a claim about all positions of a game."""

from __future__ import annotations

from collections.abc import Sequence

from sprague import arguments
from sprague.automata.automaton import Automaton
from sprague.certificates.evidence import FUNCTION, P_POSITIONS, SEVERAL, VALUES
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.formulas.position_set import PositionSet
from sprague.games import ruleset_of
from sprague.language.conditions import Power, all_of
from sprague.language.positions import Position
from sprague.language.statements import POWER
from sprague.limits import Limits
from sprague.progress import ProgressCallback
from sprague.proofs.grundy import WrongValue, check_function, check_values, values_at
from sprague.proofs.heap_claims import decide_heap_claim
from sprague.proofs.kernel_equation import CheckResult, Failure, check_kernel
from sprague.proofs.numeration_choice import choose_numeration
from sprague.proofs.position_automata import TranslatedSet, positions_automaton, translate_set
from sprague.proofs.proof import AutomatonProof, Decision, Refutation
from sprague.proofs.residue_claims import decide_by_totals
from sprague.proofs.undecided import Undecided
from sprague.rules.blocking import refuse_misere, refuse_values
from sprague.rules.ruleset import Ruleset
from sprague.tables.search import explain_endless_play, search

Claim = str | PositionSet | Automaton

# default limit on the positions that are searched to explain a refutation
SEARCHED = 20_000
LOOKED_AT = 500_000  # default limit on the options that are examined to explain a refutation


@accepts_former_arguments
def prove(
    game: Ruleset | str,
    formula: Claim | Sequence[Claim],
    *,
    misere: bool = False,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Decision:
    """Decide for all positions whether a claim about a game is true.

    >>> print(prove("nim:piles=2", "a = b").statement())
    the P-positions of nim:piles=2 are exactly the positions (a, b) with a = b
    >>> print(prove("nim:piles=2", "a = b or a = 1"))
    refuted: (0, 1) and its option (0, 0) are both in the set

    Args:
        game: A game, or the name or rule of a game.
        formula: A formula or an automaton for the set of P-positions, or a list of formulas or automata for the
            positions of Grundy value 0, 1, 2, …. A formula that depends on the order of interchangeable piles is read
            as `in some order: …`. Write `for every order: …` to claim that a formula is true in every order. A formula
            with `value` (or with `power`, which is 2 to the value) is a claim about the Grundy function:
            `prove("nim:piles=2", "value = a xor b")`.
        misere: Whether the claim is about misère play.
        budget: Limits on time, memory and size.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        A `Proof`, a `Refutation` with a counterexample, or an `Undecided` if the proof exceeds the limits.

    Raises:
        SpragueError: If the claim cannot be read or does not suit the game.
        Cancelled: If the work is cancelled.
    """
    misere = arguments.check_flag("misere", misere)
    with Limits.of(budget).watch(progress):
        rule = ruleset_of(game)
        several = not isinstance(formula, Claim)
        read = PositionSet.read if several else PositionSet.read_claim
        asked = [read(rule, part) if isinstance(part, str) else part for part in _claims(formula)]
        try:
            return _decided(rule, asked, several, misere)
        except OutOfReach as error:
            return Undecided(rule, misere, _text_of(asked), str(error))


def _decided(rule: Ruleset, asked: Sequence[PositionSet | Automaton], several: bool, misere: bool) -> Decision:
    name = next(iter(asked[0].names[len(rule.names) :]), None) if isinstance(asked[0], PositionSet) else None
    refuse_misere(rule, misere)
    if several or name:
        refuse_values(rule)
    if misere and (several or name):
        raise SpragueError("misère play has no Grundy values; choose normal play for a claim about Grundy values")
    if rule.splits and not several and isinstance(asked[0], PositionSet):
        return decide_heap_claim(rule, asked[0], misere)
    if rule.obstacle is not None:
        return Undecided(rule, misere, _text_of(asked), f"{rule.obstacle}; proofs need linear moves")
    if rule.rank is None:
        return Undecided(rule, misere, _text_of(asked), explain_endless_play(rule))
    simple = asked[0] if not several and not name else None
    if isinstance(simple, PositionSet) and (decided := decide_by_totals(rule, simple, misere)) is not None:
        return decided
    sets = _translated(rule, asked, name)
    automata = tuple(one if isinstance(one, Automaton) else one.automaton for one in sets)
    text = _text_of(sets)
    if several:
        return _verdict(rule, misere, VALUES, automata, text, check_values(rule, automata, fewest=True)[0])
    if name:
        by_power = name == POWER
        found = check_function(rule, automata[0], by_power, fewest=True)
        return _verdict(rule, misere, FUNCTION, automata, text, found, by_power)
    return _verdict(rule, misere, P_POSITIONS, automata, text, check_kernel(rule, automata[0], misere, fewest=True))


def _claims(claim: Claim | Sequence[Claim]) -> Sequence[Claim]:
    """Return the claims as a sequence: one claim about the P-positions, or a claim for each Grundy value 0, 1, …."""
    claims: object = [claim] if isinstance(claim, Claim) else claim
    if not isinstance(claims, Sequence) or not all(isinstance(part, Claim) for part in claims):
        raise SpragueError(f"expected a formula such as 'a = b', or a list of formulas, got {claim!r}")
    if not claims:
        raise SpragueError(
            "expected a list with at least one formula, got an empty list; the first formula describes the positions "
            "of Grundy value 0"
        )
    return claims


def _text_of(sets: Sequence[PositionSet | TranslatedSet | Automaton]) -> str | None:
    """Return the claims as text, or None if one of them is an automaton."""
    texts: list[str] = []
    for one in sets:
        if isinstance(one, Automaton):
            return None
        texts.append(str(one) if isinstance(one, PositionSet) else one.text)
    return SEVERAL.join(texts)


def _translated(
    rule: Ruleset, asked: Sequence[PositionSet | Automaton], name: str | None
) -> list[TranslatedSet | Automaton]:
    """Return the claimed sets as automata, all in one numeration."""
    given = next((one.numeration for one in asked if isinstance(one, Automaton)), None)
    found: list[TranslatedSet | Automaton] = []
    for one in asked:
        if isinstance(one, Automaton):
            found.append(one)
            continue
        # A claim about powers of two needs base 2.
        spoken = all_of([one.formula, Power.of(POWER, 2)]) if name == POWER else one.formula
        digits = given or choose_numeration(rule, spoken)
        found.append(
            translate_set(one, positions_automaton(rule, digits).arrange(range(len(rule.names)), len(one.names)))
        )
    return found


def _verdict(
    rule: Ruleset,
    misere: bool,
    what: str,
    automata: tuple[Automaton, ...],
    text: str | None,
    found: CheckResult,
    by_power: bool = False,
) -> Decision:
    if found.failure is None:
        return AutomatonProof(rule, misere, text, what, automata, found.pairs, by_power)
    if what == P_POSITIONS:
        return Refutation(rule, misere, text, found.failure, _misplaced(rule, automata[0], found.failure, misere))
    wrong = _wrong_value(rule, automata, by_power, found.failure, what)
    return Refutation(rule, misere, text, found.failure, wrong_value=wrong)


def _misplaced(rule: Ruleset, positions: Automaton, failure: Failure, misere: bool) -> Position | None:
    """Return a position whose outcome contradicts the claimed set: the failing position or one of its options."""
    values = _search_values(rule, failure.position, "outcome", misere)
    return next((position for position, value in values.items() if (value == 0) != (position in positions)), None)


def _wrong_value(
    rule: Ruleset, automata: Sequence[Automaton], by_power: bool, failure: Failure, what: str
) -> WrongValue | None:
    """Return a position whose Grundy value contradicts the claim: the failing position or one of its options."""
    for position, value in _search_values(rule, failure.position, "grundy", False).items():
        if what == FUNCTION:
            claimed = values_at(automata[0], position)
            right = claimed == ((1 << value) if by_power else value,)
        else:
            claimed = tuple(number for number, members in enumerate(automata) if position in members)
            right = claimed == ((value,) if value < len(automata) else ())
        if not right:
            return WrongValue(position, value, claimed, by_power)
    return None


def _search_values(rule: Ruleset, start: Position, what: str, misere: bool) -> dict[Position, int]:
    """Return a dictionary with the values of a position and of its options; it is empty if a limit is exceeded."""
    try:
        first = rule.position(start)
        options = rule.options(first)
        # The limit applies to options, because a search spends most of its time on options.
        few = Limits(positions=min(SEARCHED, LOOKED_AT // (len(options) + 1)))
        values = search(rule, [first], what, misere, few)
    except SpragueError:
        return {}
    return {position: values[position] for position in (first, *options)}
