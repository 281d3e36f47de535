"""`Solver`: answers about the positions of a game from the strongest reason available.

Theorems come with the game's file in the catalogue, proofs from the store of what was discovered. Where neither decides
a position, it is computed. A search and a table are equally strong, so that the cheaper one is taken: a search while
it is small; then, for sums of heaps in misère play, the misère quotient; then a table, if one that holds the
position is within the limits; then a search as far as they go. Where a large heap is broken, a period that is soon
proved comes before all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sprague.errors import OutOfReach
from sprague.games import theorems
from sprague.limits import Limits, check, current, default_memory
from sprague.rules import Position, Ruleset
from sprague.rules.breaking import breakings
from sprague.solver.heap_sums import BySum, reasons_of
from sprague.solver.reasons import (
    LISTED_OPTIONS,
    ByProof,
    ByQuotient,
    BySearch,
    ByTable,
    ByTheorem,
    Computed,
    Reason,
    computed,
)
from sprague.tables.search import DEFAULT, TooManyPositions, search

SECONDS = 60.0  # a safety net: what is allowed otherwise is mostly a matter of a few
FEW_POSITIONS = 2_000  # searched before a table is thought of: a few hundredths of a second
TABLE_POSITIONS = 5_000_000  # a table of so many is a matter of seconds
QUOTIENT_SECONDS = 10.0  # the quotients that can be had at all mostly take less
CHEAP = Limits(positions=FEW_POSITIONS, seconds=0.5)  # spent on a value that need not be known
HEAPS_IN_TABLE = 1 << 12  # looked at for a period where a table is within reach
FEW_IN_THREE = 64  # chips of a heap that is searched first, though it may break into three
HEAPS_FOR_RISE = 1 << 8  # looked at where a heap may break into three; values that rise mostly show it by then
MANY_HEAPS = 1 << 17  # the same where it may not be
PERIOD_SECONDS = 10.0  # spent on a period; those of small games take less
FEW_SUMS = 2_000  # options that are sums, all looked at for winning moves
FEW_OPTIONS = 200  # among which it is looked whether the winning moves are all


class Knowledge:
    """All that is known about the positions of a game in normal or in misère play.

    >>> from sprague.games import game
    >>> known = Knowledge(game("nim:piles=2"))
    >>> known.reason((3, 10**30)).because.kind
    'theorem'
    """

    def __init__(self, rule: Ruleset, misere: bool = False, limits: Limits | None = None) -> None:
        self.rule, self.misere, self.limits = rule, misere, Limits.of(limits)
        self.theorems = [ByTheorem(theorem) for theorem in theorems(rule, misere)]
        self.proofs = _stored_proofs(rule, misere)
        self._computed: list[Computed] = []
        self._heaps_tried = 0  # in the search for a period

    @property
    def reasons(self) -> list[Reason]:
        """What is known for many or all positions, without computing: the theorems, and the proofs that were kept."""
        return [*self.theorems, *self.proofs]

    def reason(self, position: Position) -> Reason:
        """The strongest reason that decides a position; `OutOfReach` if there is none within the limits."""
        if self._is_known_by_parts(position):
            return self._sum(position)
        return next(self._deciding(position), None) or self._by_period(position) or self._compute(position)

    def is_told(self, position: Position) -> bool:
        """Whether a theorem or a proof tells who wins in a position, which is no sum."""
        single = len(position) == len(self.rule.names)
        return single and any(reason.decides(position) for reason in self.reasons)

    def told_value(self, position: Position) -> tuple[int, Reason] | None:
        """The Grundy value of a position and the strongest reason that tells it, if one does without computing."""
        if len(position) > len(self.rule.names):
            return None
        for reason in self._deciding(position):
            if (value := reason.grundy(position)) is not None:
                return value, reason
        return None

    def value(self, position: Position) -> tuple[int, Reason]:
        """The Grundy value of a position and the strongest reason that tells it; computed if need be."""
        if self._is_known_by_parts(position):
            total = self._sum(position)
            return total.grundy(position), total
        if (told := self.told_value(position)) is not None:
            return told
        if (reason := self._by_period(position)) and (value := reason.grundy(position)) is not None:
            return value, reason
        computed = self._compute(position)
        return computed.value(position), computed

    def cheap_value(self, position: Position) -> tuple[int, Reason] | None:
        """The Grundy value of a position and the strongest reason, if it is told, soon proved, or searched in no time.

        What tells who wins need not tell the value: of that, a period may know more than a proved set of P-positions.
        """
        if (told := self.told_value(position)) is not None:
            return told
        if (period := self._by_period(position)) and (value := period.grundy(position)) is not None:
            return value, period
        try:
            with CHEAP.stricter(self.limits).watch():
                if self._is_known_by_parts(position):
                    return self.value(position)
                searched = _search(self.rule, position, self.misere)
        except OutOfReach:
            return None
        self._computed.append(searched)
        return searched.value(position), searched

    def winning_moves(self, position: Position, every: bool = False) -> tuple[list[Position], bool]:
        """Options that are P-positions, and whether these are known to be all; `every` asks for all."""
        reason = self.reason(position)
        if isinstance(reason, BySum):
            return reason.all_moves_to_value(position, 0)
        if isinstance(reason, Computed):
            return reason.winning_moves(position), reason.finds_all(position)
        if reason.is_p(position):
            return reason.winning_moves(position), True
        if not every and not self._lists_sums(position):
            found = reason.winning_moves(position)
            if self.rule.count_choices(position, FEW_OPTIONS) > FEW_OPTIONS:
                return found, False
            # What is decided at once shows whether there are others; nothing is computed for that.
            deciding = {option: next(self._deciding(option), None) for option in self.rule.options(position)}
            count = sum(reason is None or reason.is_p(option) for option, reason in deciding.items())
            return found, count == len(found)
        # The last options have the largest of small heaps: what is searched for these tells the smaller ones.
        found = [option for option in reversed(self.options(position)) if self._is_p(position, option)]
        return found[::-1], True

    def to_forbid(self, position: Position) -> list[Position]:
        """What whoever has moved to a P-position forbids: the options of it that are P."""
        reason = self.reason(position)
        if isinstance(reason, ByProof):
            return reason.proof.winning_options(position)
        return [option for option in self.options(position) if self._is_p(position, option)]

    def moves_to_value(self, position: Position, value: int, every: bool = False) -> tuple[list[Position], bool]:
        """Options of this Grundy value, and whether these are known to be all; `every` asks for all."""
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
        options = reversed(self.options(position))  # as for winning moves
        return [option for option in options if self._value_of_option(position, option) == value][::-1], True

    def options(self, position: Position) -> list[Position]:
        """The options of a position, unless they are too many to be looked at one by one."""
        self.rule.refuse_if_many(position, max(LISTED_OPTIONS, self.limits.positions or 0))
        return self.rule.options(position)

    def _deciding(self, position: Position) -> Iterator[Reason]:
        # What was proved of single positions says nothing of sums.
        told = self.reasons if len(position) == len(self.rule.names) else []
        return (reason for reason in (*told, *self._computed) if reason.decides(position))

    def _sum(self, position: Position) -> BySum:
        return BySum(self.rule, position, self.value, self.moves_to_value)

    def _is_known_by_parts(self, position: Position) -> bool:
        """Whether a position is a sum that the values of its components decide."""
        return len(position) > len(self.rule.names) and not self.misere

    def _lists_sums(self, position: Position) -> bool:
        """Whether options that are sums are few enough to be all looked at: each is known by its parts."""
        return self.rule.splits and not self.misere and self.rule.count_choices(position, FEW_SUMS) <= FEW_SUMS

    def _by_period(self, position: Position) -> Reason | None:
        """The period of a game that breaks heaps, if a heap is too large for a small search and it is soon proved."""
        moves = breakings(self.rule)
        if self.misere or len(position) > 1 or not moves:
            return None
        heap, in_three = position[0], max(move.parts for move in moves) > 2
        if heap < (FEW_IN_THREE if in_three else FEW_POSITIONS):
            return None
        heaps = HEAPS_IN_TABLE if heap < MANY_HEAPS else MANY_HEAPS
        if in_three:  # no more than a small multiple of what the heap itself would need
            heaps = min(max(2 * heap, HEAPS_FOR_RISE), HEAPS_IN_TABLE)
        heaps = min(heaps, self.limits.positions or heaps)
        if heaps <= self._heaps_tried:
            return None
        self._heaps_tried = heaps
        found = _proved_period(self.rule, heaps)
        self.proofs += found
        return next((reason for reason in found if reason.decides(position)), None)

    def _is_p(self, position: Position, option: Position) -> bool:
        reason = self._sum(option) if self._is_known_by_parts(option) else next(self._deciding(option), None)
        return reason.is_p(option) if reason else self._compute(position).value(option) == 0

    def _value_of_option(self, position: Position, option: Position) -> int:
        if self._is_known_by_parts(option):
            return self._sum(option).grundy(option)
        told = (reason.grundy(option) for reason in self._deciding(option))
        value = next((value for value in told if value is not None), None)
        # To compute the position is to compute all of its options.
        return self._compute(position).value(option) if value is None else value

    def _compute(self, position: Position) -> Computed:
        known = next((computed for computed in self._computed if computed.decides(position)), None)
        if known is None:
            try:
                known = compute(self.rule, position, self.misere, self.limits)
            except OutOfReach as refusal:
                if not self._heaps_tried:
                    raise
                looked = f"no period was proved by the values of {self._heaps_tried:,} heaps"
                further = f"sprague period with --positions {10 * self._heaps_tried} looks further"
                raise type(refusal)(f"{refusal}; {looked}; {further}") from None
            self._computed.append(known)
        return known


def can_list(rule: Ruleset, position: Position) -> bool:
    """Whether all winning moves can be asked for: the options are few enough to be looked at one by one."""
    return rule.count_choices(position, LISTED_OPTIONS) <= LISTED_OPTIONS


def compute(rule: Ruleset, position: Position, misere: bool, limits: Limits) -> Computed:
    """Search what can be reached from a position, or fill a table that holds it, whichever is cheaper."""
    with limits.with_defaults(Limits(seconds=SECONDS)).watch():
        with suppress(TooManyPositions), Limits(positions=FEW_POSITIONS).watch():
            if not misere or can_list(rule, position):
                return _search(rule, position, misere)
        if misere and (quotient := _quotient(rule, position)) is not None:
            return quotient
        from sprague.solver.fitting_table import fitting_table

        allowed = default_memory() if limits.memory is None else limits.memory
        table = fitting_table(rule, position, misere, allowed)
        if table and table.positions <= (TABLE_POSITIONS if limits.positions is None else limits.positions):
            return ByTable(table.fill())
        try:
            return _search(rule, position, misere)
        except TooManyPositions as refusal:
            raise OutOfReach(f"{refusal}{f', but a table would: {table}' if table else ''}") from None


def _quotient(rule: Ruleset, position: Position) -> ByQuotient | None:
    """The misère quotient of a game of heaps that covers these, if it is found within some seconds."""
    if len(rule.names) > 1 or not rule.takes_sums or not (rule.splits or len(position) > 1):
        return None
    from sprague.quotients.misere import HEAPS, LargerHeaps, misere_quotient

    largest = max(position)
    try:
        with Limits(seconds=QUOTIENT_SECONDS).watch():
            found = ByQuotient(rule, misere_quotient(rule, largest if largest <= HEAPS else None))
    except LargerHeaps:
        return None
    return found if found.decides(position) else None


def _search(rule: Ruleset, position: Position, misere: bool) -> BySearch:
    try:
        return BySearch(rule, misere, search(rule, [position], computed(rule, misere), misere))
    except OutOfReach as refusal:
        most = current().with_defaults(DEFAULT).positions or 1
        more = f" (positions={10 * most}, or --positions {10 * most})" if type(refusal) is TooManyPositions else ""
        play = "misère" if misere else "normal"
        raise type(refusal)(f"{refusal}{more}; no theorem decides this position in {play} play") from None


def _proved_period(rule: Ruleset, heaps: int) -> list[Reason]:
    """What the period of a game that breaks heaps tells, if it is proved by so many heaps and soon."""
    from sprague.periods.period import NoPeriod
    from sprague.proofs.heap_proofs import prove_period

    try:
        with Limits(seconds=PERIOD_SECONDS).watch():
            found = prove_period(rule, heaps)
    except OutOfReach:
        check()  # other seconds than these may be over, and then nothing else is tried
        return []
    return [] if isinstance(found, NoPeriod) else reasons_of(found)


def _stored_proofs(rule: Ruleset, misere: bool) -> list[Reason]:
    """What was found before and kept, of the P-positions and of Grundy values; the prover is only loaded for these."""
    from sprague.proofs.theorem_files import is_kept

    kept = [of_values for of_values in (False, True) if is_kept(rule, misere, of_values)]
    if not kept:
        return []
    from sprague.proofs.heap_proofs import HeapsProof
    from sprague.proofs.store import recall

    proofs = [recall(rule, misere, of_values) for of_values in kept]
    found: list[Reason] = []
    for proof in proofs:
        if proof is not None:
            found += reasons_of(proof) if isinstance(proof, HeapsProof) else [ByProof(proof)]
    return found
