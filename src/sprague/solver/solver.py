"""`Solver`: decides the positions of one game by the strongest reason, and remembers its results.

The reasons are, strongest first: theorems of the catalogue, stored proofs, a period that is proved quickly, and a
computation (`sprague.solver.computation`). In normal play, the Grundy values of the components decide a sum.
"""

from __future__ import annotations

from collections.abc import Iterator

from sprague.errors import OutOfReach
from sprague.games import theorems
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.solver.computation import FEW_POSITIONS, can_list, compute, search_position
from sprague.solver.heap_periods import PeriodSearch, period_reasons
from sprague.solver.heap_sums import BySum
from sprague.solver.reasons import LISTED_OPTIONS, ByComputation, ByProof, ByTheorem, Reason

# limits for the computation of a Grundy value that an answer may omit
QUICK = Limits(positions=FEW_POSITIONS, seconds=0.5)
FEW_SUMS = 2_000  # maximum number of options that are examined for winning moves if the options are sums
FEW_OPTIONS = 200  # the list of winning moves is tested for completeness only if there are at most this many options


class Solver:
    """A solver for all positions of one game in normal or misère play, which remembers its computations.

    >>> from sprague.games import game
    >>> solver = Solver(game("nim:piles=2"))
    >>> solver.reason((3, 10**30)).because.kind
    'theorem'
    """

    def __init__(self, rule: Ruleset, misere: bool = False, budget: Limits | None = None) -> None:
        self.rule: Ruleset = rule
        self.misere: bool = misere
        self.limits: Limits = Limits.of(budget)
        self.theorems: list[ByTheorem] = [ByTheorem(theorem, rule) for theorem in theorems(rule, misere)]
        self.proofs = _stored_proofs(rule, misere)
        self._computed: list[ByComputation] = []
        self._periods = PeriodSearch(rule, misere, self.limits)

    @property
    def reasons(self) -> list[Reason]:
        """The reasons that decide positions without computation, which are theorems and stored proofs."""
        return [*self.theorems, *self.proofs]

    def reason(self, position: Position) -> Reason:
        """Return the strongest reason that decides a position; raise `OutOfReach` if the limits permit none."""
        if self._is_known_by_parts(position):
            return self._sum(position)
        return next(self._deciding(position), None) or self._by_period(position) or self._compute(position)

    def is_proved(self, position: Position) -> bool:
        """Return whether a theorem or a proof decides a position that is not a sum."""
        single = len(position) == len(self.rule.names)
        return single and any(reason.decides(position) for reason in self.reasons)

    def known_value(self, position: Position) -> tuple[int, Reason] | None:
        """Return the Grundy value of a position with the strongest reason, or None if the value must be computed."""
        if len(position) > len(self.rule.names):
            return None
        for reason in self._deciding(position):
            if (value := reason.grundy(position)) is not None:
                return value, reason
        return None

    def value(self, position: Position) -> tuple[int, Reason]:
        """Return the Grundy value of a position and the strongest reason for it, after a computation if necessary."""
        if self._is_known_by_parts(position):
            total = self._sum(position)
            return total.grundy(position), total
        if (known := self.known_value(position)) is not None:
            return known
        if (reason := self._by_period(position)) and (value := reason.grundy(position)) is not None:
            return value, reason
        computed = self._compute(position)
        return computed.value(position), computed

    def quick_value(self, position: Position) -> tuple[int, Reason] | None:
        """Return the Grundy value of a position and the reason for it, or None if the value takes long to compute.

        The reason for the value may differ from the reason for the outcome. For example, a period gives values, while a
        proved set of P-positions gives only outcomes.
        """
        if (known := self.known_value(position)) is not None:
            return known
        if (period := self._by_period(position)) and (value := period.grundy(position)) is not None:
            return value, period
        try:
            with QUICK.stricter(self.limits).watch():
                if self._is_known_by_parts(position):
                    return self.value(position)
                searched = search_position(self.rule, position, self.misere)
        except OutOfReach:
            return None
        self._computed.append(searched)
        return searched.value(position), searched

    def winning_moves(self, position: Position, every: bool = False) -> tuple[list[Position], bool]:
        """Return winning moves (options that are P-positions), and whether the list is known to be complete.

        If the argument `every` is set, the list of winning moves is complete.
        """
        reason = self.reason(position)
        if isinstance(reason, BySum):
            return reason.all_moves_to_value(position, 0)
        if isinstance(reason, ByComputation):
            return reason.winning_moves(position), reason.finds_all(position)
        if reason.is_p(position):
            return reason.winning_moves(position), True
        if not every and not self._lists_sums(position):
            found = reason.winning_moves(position)
            if self.rule.count_choices(position, FEW_OPTIONS) > FEW_OPTIONS:
                return found, False
            # The list of winning moves is complete if all other options are already known to be N-positions.
            deciding = {option: next(self._deciding(option), None) for option in self.rule.options(position)}
            count = sum(reason is None or reason.is_p(option) for option, reason in deciding.items())
            return found, count == len(found)
        # Start with the last options: they have the largest heaps, and a search for large heaps also decides smaller
        # heaps.
        found = [option for option in reversed(self.options(position)) if self._is_p(position, option)]
        return found[::-1], True

    def options_to_forbid(self, position: Position) -> list[Position]:
        """Return the options that the player who moved to `position` should forbid, because they are P-positions."""
        reason = self.reason(position)
        if isinstance(reason, ByProof):
            return reason.proof.winning_options(position)
        return [option for option in self.options(position) if self._is_p(position, option)]

    def moves_to_value(self, position: Position, value: int, every: bool = False) -> tuple[list[Position], bool]:
        """Return options with a given Grundy value, and whether the list is known to be complete.

        If the argument `every` is set, the list of options is complete.
        """
        if value == 0:
            return self.winning_moves(position, every)
        _, reason = self.value(position)
        constructed = reason.moves_to_value(position, value)
        if constructed is not None:
            return constructed, True
        if not every and not can_list(self.rule, position):
            some = reason.some_moves_to_value(position, value)
            if some is not None:
                return some, False
        options = reversed(self.options(position))  # start with the last options, which have the largest heaps
        return [option for option in options if self._value_of_option(position, option) == value][::-1], True

    def options(self, position: Position) -> list[Position]:
        """Return the options of a position; raise `OutOfReach` if there are too many to examine one by one."""
        self.rule.refuse_if_many(position, max(LISTED_OPTIONS, self.limits.positions or 0))
        return self.rule.options(position)

    def _deciding(self, position: Position) -> Iterator[Reason]:
        """Return the known reasons that decide a position; theorems and proofs are not used for sums of positions."""
        covering = self.reasons if len(position) == len(self.rule.names) else []
        return (reason for reason in (*covering, *self._computed) if reason.decides(position))

    def _sum(self, position: Position) -> BySum:
        return BySum(self.rule, position, self.value, self.moves_to_value)

    def _is_known_by_parts(self, position: Position) -> bool:
        """Return whether a position is a sum whose value follows from the values of its components."""
        return len(position) > len(self.rule.names) and not self.misere

    def _lists_sums(self, position: Position) -> bool:
        """Return whether the options of a position are sums in normal play and are few enough to examine one by one."""
        return self.rule.splits and not self.misere and self.rule.count_choices(position, FEW_SUMS) <= FEW_SUMS

    def _by_period(self, position: Position) -> Reason | None:
        """Search for a period that decides a position; return a proved period as a reason, else None."""
        found = self._periods.find_reasons(position)
        self.proofs += found
        return next((reason for reason in found if reason.decides(position)), None)

    def _is_p(self, position: Position, option: Position) -> bool:
        reason = self._sum(option) if self._is_known_by_parts(option) else next(self._deciding(option), None)
        return reason.is_p(option) if reason else self._compute(position).value(option) == 0

    def _value_of_option(self, position: Position, option: Position) -> int:
        if self._is_known_by_parts(option):
            return self._sum(option).grundy(option)
        values = (reason.grundy(option) for reason in self._deciding(option))
        value = next((value for value in values if value is not None), None)
        # To compute the value of a position, the solver computes the values of all options of the position.
        return self._compute(position).value(option) if value is None else value

    def _compute(self, position: Position) -> ByComputation:
        known = next((computed for computed in self._computed if computed.decides(position)), None)
        if known is None:
            try:
                known = compute(self.rule, position, self.misere, self.limits)
            except OutOfReach as refusal:
                if not self._periods.heaps_tried:
                    raise
                looked = f"no period was proved from the values of {self._periods.heaps_tried:,} heaps"
                further = f"to examine more heaps, use sprague period --positions {10 * self._periods.heaps_tried}"
                raise type(refusal)(f"{refusal}; {looked}; {further}") from None
            self._computed.append(known)
        return known


def _stored_proofs(rule: Ruleset, misere: bool) -> list[Reason]:
    """Return the stored proofs about the P-positions and Grundy values of a game as `Reason` objects.

    The prover is imported only if there are stored proofs, because the import takes time.
    """
    from sprague.proofs.theorem_files import is_stored

    kept = [of_values for of_values in (False, True) if is_stored(rule, misere, of_values)]
    if not kept:
        return []
    from sprague.proofs.heap_proofs import HeapsProof
    from sprague.proofs.store import load_proof

    proofs = [load_proof(rule, misere, of_values) for of_values in kept]
    found: list[Reason] = []
    for proof in proofs:
        if proof is not None:
            found += period_reasons(proof) if isinstance(proof, HeapsProof) else [ByProof(proof)]
    return found
