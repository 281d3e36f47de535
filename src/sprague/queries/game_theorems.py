"""Theorems that questions use: `find_outcomes`, `find_values` and `find_function` prove sets of positions of a game.

A theorem is looked up first in the store, and then in the catalogue, whose formulas are proved again. If neither the
store nor the catalogue contains a theorem, `discover` searches for one. Every theorem becomes an `AutomatonProof`.
Theorems that consist of periodic windows or totals of P-positions are converted into automata, and then proved again by
the kernel equation.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from operator import xor
from typing import Literal

from sprague import limits as watching
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.exploration import explore
from sprague.automata.numeration import BINARY, Numeration
from sprague.certificates.evidence import FUNCTION, P_POSITIONS, SEVERAL, VALUES
from sprague.discovery.discover import discover
from sprague.errors import Cancelled, OutOfReach, OutOfTime, SpragueError, SpragueWarning
from sprague.formulas.position_set import PositionSet
from sprague.games import theorems
from sprague.language.conditions import Chain, Compare, Formula, Member, Not, all_of, some_of
from sprague.language.expressions import Expression, Mod
from sprague.limits import Limits
from sprague.linear.terms import Linear
from sprague.progress import Progress, ProgressCallback
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.grundy import check_function, check_values
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.proving import prove
from sprague.proofs.store import load_matching_proof, load_proof
from sprague.proofs.theorem_files import read_file
from sprague.proofs.totals import find_redistribution
from sprague.proofs.translation import translate
from sprague.proofs.undecided import Undecided
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.presburger import presburger_formula

TheoremSource = Literal["stored", "catalogue", "discovered", "given"]


class NoTheorem(SpragueError):
    """Raised when a theorem that a question needs is not found, or when two sets have no common numeration.

    Attributes:
        last: The greatest n such that the Grundy values 0 to n are known, if a greater value is missing; else None.
    """

    def __init__(self, message: str, last: int | None = None) -> None:
        super().__init__(message)
        self.last = last


@dataclass(frozen=True)
class UsedTheorem:
    """A theorem that a question uses, with its source, such as the store or the catalogue."""

    proof: AutomatonProof
    source: TheoremSource

    @property
    def numeration(self) -> Numeration:
        """The numeration in which the automata of the theorem read numbers."""
        return self.proof.automata[0].numeration

    def __str__(self) -> str:
        words = {
            "stored": "stored theorem",
            "catalogue": "theorem of the catalogue, proved again",
            "discovered": "theorem discovered and proved for this question",
            "given": "theorem given by name or certificate",
        }
        return f"{words[self.source]}: {self.proof.statement()} ({self.proof.counters()})"


def find_outcomes(rule: Ruleset, misere: bool, progress: ProgressCallback | None = None) -> UsedTheorem:
    """Return a proved theorem about the P-positions of a game; raise NoTheorem if none is found.

    >>> from sprague.games import game
    >>> find_outcomes(game("nim:piles=2"), False).source
    'catalogue'
    """
    if (stored := load_proof(rule, misere)) is not None and (proof := as_automata(stored)) is not None:
        return UsedTheorem(proof, "stored")
    if rule.obstacle is not None:
        raise NoTheorem(f"{rule.label}: {rule.obstacle}; questions can be answered only for games with linear moves")
    for theorem in theorems(rule, misere):
        if theorem.formula is not None and (proof := _proved(rule, theorem.formula, misere)) is not None:
            return UsedTheorem(proof, "catalogue")
    watching.check()
    if progress is not None:
        progress(Progress(None, f"searching for a theorem about {rule.display_name}"))
    found = discover(rule, misere=misere, words=False, budget=_time_left(), progress=progress)
    proof = as_automata(found) if isinstance(found, Proof) else None
    if proof is None:
        raise NoTheorem(_no_theorem(rule, misere, "the P-positions", found))
    return UsedTheorem(proof, "discovered")


def find_values(rule: Ruleset, last: int, progress: ProgressCallback | None = None) -> UsedTheorem:
    """Return a proved theorem about the positions of Grundy value 0 to `last`; raise NoTheorem if none is found.

    If only a theorem about fewer values is known, the error names these values and the numeration of the theorem.
    """
    fewer: list[AutomatonProof] = []
    for kind in ("all", last):
        stored = load_matching_proof(rule, False, kind)
        if stored is not None and (proof := as_automata(stored, last)) is not None:
            return UsedTheorem(proof, "stored")
    if rule.obstacle is not None:
        raise NoTheorem(f"{rule.label}: {rule.obstacle}; questions can be answered only for games with linear moves")
    for theorem in theorems(rule):
        formula = theorem.grundy_formula
        if formula is None or (not isinstance(formula, str) and len(formula) <= last):
            continue
        if (proof := _proved(rule, formula, False, last)) is not None:
            return UsedTheorem(proof, "catalogue")
    for theorem in theorems(rule):
        if theorem.value_certificate is not None:
            found_values = prove_certificate(read_file(theorem.value_certificate))
            if isinstance(found_values, AutomatonProof):
                if len(found_values.automata) > last:
                    return UsedTheorem(found_values, "catalogue")
                fewer.append(found_values)
    watching.check()
    if progress is not None:
        progress(Progress(None, f"searching for the Grundy values 0 to {last} of {rule.display_name}"))
    # Hide the warning about missing Grundy values, because the error below reports them.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpragueWarning)
        found = discover(rule, values=last, words=False, budget=_time_left(), progress=progress)
    proof = as_automata(found, last) if isinstance(found, Proof) else None
    if proof is not None and (proof.kind != VALUES or len(proof.automata) > last):
        return UsedTheorem(proof, "discovered")
    if proof is not None:
        fewer.append(proof)
    if not fewer:
        raise NoTheorem(_no_theorem(rule, False, f"Grundy value {last}", found))
    most = max(fewer, key=lambda one: len(one.automata))
    known = "value 0 is" if len(most.automata) == 1 else f"the values 0 to {len(most.automata) - 1} are"
    raise NoTheorem(
        f"no theorem about Grundy value {last} of {rule.display_name} is known, and none was found; only {known} known "
        f"({most.automata[0].numeration})",
        len(most.automata) - 1,
    )


def find_function(rule: Ruleset, progress: ProgressCallback | None = None) -> UsedTheorem:
    """Return a proved theorem about the Grundy function of a game; raise NoTheorem if none is found."""
    if (stored := load_matching_proof(rule, False, "all")) is not None and isinstance(stored, AutomatonProof):
        return UsedTheorem(stored, "stored")
    if rule.obstacle is not None:
        raise NoTheorem(f"{rule.label}: {rule.obstacle}; questions can be answered only for games with linear moves")
    for theorem in theorems(rule):
        formula = theorem.grundy_formula
        if isinstance(formula, str) and (proof := _proved(rule, formula, False)) is not None and not proof.by_power:
            return UsedTheorem(proof, "catalogue")
    watching.check()
    if progress is not None:
        progress(Progress(None, f"searching for the Grundy function of {rule.display_name}"))
    found = discover(rule, values="all", words=False, budget=_time_left(), progress=progress)
    if not isinstance(found, AutomatonProof) or found.kind != FUNCTION:
        raise NoTheorem(_no_theorem(rule, False, "the Grundy function", found))
    if found.by_power:
        raise NoTheorem(
            f"{rule.label}: the Grundy function is proved only in the form 2^value, and no automaton joins it with "
            "numbers; ask about single values, as in value(a, b) = 2"
        )
    return UsedTheorem(found, "discovered")


def _no_theorem(rule: Ruleset, misere: bool, about: str, found: Proof | Undecided) -> str:
    play = " in misère play" if misere else ""
    reason = found.reason if isinstance(found, Undecided) else "the theorem that was found is not an automaton"
    return f"no theorem about {about} of {rule.display_name}{play} is known, and none was found: {reason}"


def _time_left() -> Limits | None:
    left = watching.seconds_left()
    return None if left is None else Limits(seconds=float(f"{left:.2g}"))


def _proved(
    rule: Ruleset, formula: str | tuple[str, ...], misere: bool, last: int | None = None
) -> AutomatonProof | None:
    """Return the proof of a formula of the catalogue, or None if the formula is not proved."""
    claim = formula if isinstance(formula, str) else list(formula if last is None else formula[: last + 1])
    try:
        found = prove(rule, claim, misere=misere)
        reason = found.reason if isinstance(found, Undecided) else ""
    except OutOfReach as error:
        watching.check()
        found, reason = None, str(error)
    given = watching.current()
    # A search for another proof would also exceed the limits on states and pairs.
    if reason and (given.states is not None or given.pairs is not None):
        raise NoTheorem(
            f"the theorem of the catalogue about {rule.display_name} cannot be proved within the limits: {reason}"
        )
    return as_automata(found, last) if isinstance(found, Proof) else None


# ------------------------------------------------------------------------------ conversion into automata


def as_automata(proof: Proof, last: int | None = None) -> AutomatonProof | None:
    """Convert a proof into a proof of the same theorem by automata; return None if that is impossible.

    The automata must describe the Grundy values 0 to `last`, or only the P-positions if `last` is None.
    """
    if isinstance(proof, AutomatonProof):
        return proof
    try:
        if isinstance(proof, WindowProof):
            return _from_windows(proof, last)
        if isinstance(proof, TotalsProof) and last is None:
            return _from_totals(proof)
    except (OutOfTime, Cancelled):
        raise
    except OutOfReach:
        return None
    return None


def _from_windows(proof: WindowProof, last: int | None) -> AutomatonProof | None:
    """Convert a proof that uses periodic windows into a proof by automata; return None if the kernel equation fails."""
    if last is not None and proof.period.evidence.what != "grundy":
        return None
    rule = proof.game
    everywhere = positions_automaton(rule, BINARY)
    sets = tuple(_window_automaton(proof, value) & everywhere for value in range((last or 0) + 1))
    if last is None:
        checked = check_kernel(rule, sets[0], proof.misere)
        kind = P_POSITIONS
    else:
        checked, _ = check_values(rule, sets)
        kind = VALUES
    return None if checked.failure else AutomatonProof(rule, proof.misere, None, kind, sets, checked.pairs)


def _window_automaton(proof: WindowProof, wanted: int) -> Automaton:
    """Return the automaton of the tuples to which the periodic windows of a proof give the value `wanted`.

    A state of the automaton consists of the numbers read so far for all piles; large numbers are reduced by whole
    periods.
    """
    rule, windows = proof.game, proof.period.windows
    floor, entries = rule.floor, len(rule.names)
    folds = {pile: (floor + m, p) for w in windows for pile, m, p in zip(w.piles, w.preperiods, w.periods, strict=True)}

    def fold(pile: int, number: int) -> int:
        first, period = folds.get(pile, (0, 1))
        return number if number < first + period else first + (number - first) % period

    def step(state: tuple[int, ...], column: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(fold(pile, 2 * state[pile] + column[pile]) for pile in range(entries))

    def accepts(state: tuple[int, ...]) -> bool:
        if any(state[pile] < floor for pile in folds):
            return False
        values = (window.value([state[pile] - floor for pile in window.piles]) for window in windows)
        return reduce(xor, values, 0) == wanted

    columns = list(product(range(2), repeat=entries))
    return explore(entries, BINARY, columns, (0,) * entries, step, accepts)


def _from_totals(proof: TotalsProof) -> AutomatonProof | None:
    """Convert a proof that uses totals of P-positions into a proof with an automaton for the P-positions."""
    rule, totals = proof.game, proof.totals
    kind = find_redistribution(rule)
    assert kind is not None
    parts: list[Formula] = []
    terms = [sum(map(Linear.of, chosen), Linear()) for chosen in kind.kept_names(rule.names)]
    for term in terms:
        chips = Expression.of(term)
        small: list[Formula] = [Member(chips, totals.small)] if totals.small else []
        if totals.residues:
            residue = Member(Expression.of(Mod(chips, totals.period)), totals.residues)
            large: Formula = Chain((Expression.of(totals.preperiod), chips), ("<=",))
            small.append(all_of([large, residue]) if totals.period > 1 else large)
        parts.append(Not(some_of(small)))
    if proof.misere:
        parts.append(some_of([Compare(Expression.of(kind.least), "<=", Expression.of(term)) for term in terms]))
    found = translate(all_of(parts), rule.names, BINARY) & positions_automaton(rule, BINARY)
    checked = check_kernel(rule, found, proof.misere)
    return None if checked.failure else AutomatonProof(rule, proof.misere, None, P_POSITIONS, (found,), checked.pairs)


# ------------------------------------------------------------------------------ other numerations


def restate(theorem: UsedTheorem, numeration: Numeration, synthesise: bool) -> UsedTheorem:
    """Return a theorem with automata in another numeration, proved again; raise NoTheorem if that is impossible.

    The known formulas of the theorem are translated into automata over the given numeration. If no translation can be
    proved and `synthesise` is true, the function searches for a formula that contains only linear conditions and
    residues.
    """
    proof = theorem.proof
    if theorem.numeration == numeration:
        return theorem
    for claims in _formulas(proof, synthesise):
        try:
            automata = _translated(proof.game, claims, numeration)
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            continue  # some formulas, such as fib_shift(a) = b, have an automaton only in one numeration
        found = _checked(proof, automata)
        if found is not None:
            return UsedTheorem(replace(found, claim=SEVERAL.join(claims)), theorem.source)
    raise NoTheorem(
        f"the theorem about {proof.game.display_name} is an automaton over {theorem.numeration}, and no formula is "
        f"known that expresses its set in {numeration}"
    )


def _formulas(proof: AutomatonProof, synthesise: bool) -> Iterator[list[str]]:
    """Yield lists of formulas that describe the sets of a proof, one formula for each set."""
    if proof.claim is not None:
        yield proof.claim.split(SEVERAL)
    for theorem in theorems(proof.game, proof.misere):
        if proof.kind == P_POSITIONS and theorem.formula is not None:
            yield [theorem.formula]
    if synthesise and proof.kind != FUNCTION:
        # If automata recognise a set in two numerations, the set is usually a Presburger set (Cobham and Semënov).
        rule = proof.game
        domain = positions_automaton(rule, proof.automata[0].numeration)
        texts = [
            presburger_formula(one, rule.names, domain=domain, piles=rule.piles, blocks=rule.blocks)
            for one in proof.automata
        ]
        found = [text for text in texts if text is not None]
        if len(found) == len(texts):
            yield found


def _translated(rule: Ruleset, claims: Sequence[str], numeration: Numeration) -> tuple[Automaton, ...]:
    found = []
    for claim in claims:
        read = PositionSet.read_claim(rule, claim)
        everywhere = positions_automaton(rule, numeration).arrange(range(len(rule.names)), len(read.names))
        found.append(translate_set(read, everywhere).automaton)
    return tuple(found)


def _checked(proof: AutomatonProof, automata: tuple[Automaton, ...]) -> AutomatonProof | None:
    if proof.kind == P_POSITIONS:
        checked = check_kernel(proof.game, automata[0], proof.misere)
    elif proof.kind == VALUES:
        checked, _ = check_values(proof.game, automata)
    else:
        checked = check_function(proof.game, automata[0], proof.by_power)
    return None if checked.failure else replace(proof, automata=automata, pairs=checked.pairs, claim=None)


def values_of_function(theorem: UsedTheorem, last: int) -> UsedTheorem:
    """Return the theorem about the Grundy values 0 to `last` that follows from a theorem about the Grundy function."""
    proof = theorem.proof
    automata = tuple(value_automaton(proof, value) for value in range(last + 1))
    found = _checked(replace(proof, what=VALUES, by_power=False, claim=None), automata)
    assert found is not None
    return UsedTheorem(found, theorem.source)


def value_automaton(proof: AutomatonProof, value: int) -> Automaton:
    """Return the automaton of the positions with the Grundy value `value`, from a proof about Grundy values."""
    if proof.kind == VALUES:
        return proof.automata[value]
    if proof.kind != FUNCTION:
        assert value == 0
        return proof.positions
    function = proof.automata[0]
    last = function.tracks - 1
    return atoms.fix_tracks(function, {last: 1 << value if proof.by_power else value}).project(last)
