"""`AutomatonStrategy`: learns automata from tables, one for the P-positions or one for each Grundy value.

The strategy tabulates small positions, learns an automaton for the set, and tries to prove it for all positions by the
kernel equation. It tries several numerations side by side, and those that a table suggests (`numeration_guesses`). Each
has its own `LearningLoop`. All loops share the tables, which one `TableTask` makes, smallest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import FIBONACCI, Numeration
from sprague.automata.words import MOST_SYMBOLS
from sprague.certificates.evidence import P_POSITIONS, VALUES
from sprague.discovery.learning_loop import LearningLoop
from sprague.discovery.numeration_guesses import suggest_numerations
from sprague.discovery.strategy import Problem, SearchTask, Strategy, doubling_limits
from sprague.discovery.table_oracle import (
    PositionEncoding,
    TableOracle,
    count_positions_below,
    count_positions_with_chips,
)
from sprague.errors import OutOfReach, OutOfTime
from sprague.language.positions import Position
from sprague.limits import Limits
from sprague.proofs.grundy import check_values
from sprague.proofs.kernel_equation import CheckResult, check_kernel
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import is_bounded_by_chips
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

FIRST_LIMIT = 4
#: A table with so many positions that are so many times those of the last is made after one between the two.
MUCH, MANY_TIMES = 1 << 18, 5
MOST_NUMERATIONS = 6  # side by side: each takes its share of the time
MOST_SHOWN = 12  # P-positions that are told of a game that resists


class AutomatonStrategy(Strategy):
    """The discovery strategy that learns an automaton for the P-positions, or for Grundy values one after another."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._refused: list[Attempt] = []  # what need not be tried
        self.found: list[Automaton] = []
        self.pairs = 0
        self.tables = TableTask(self)
        self.loops: list[LearningLoop] = []

    @property
    def tabulated(self) -> Ruleset:
        """The rule whose tables are learnt from."""
        return self.problem.rule

    def applies(self) -> bool:
        """Return whether some numeration can be learnt, and create the learning loops of the first set."""
        readable = [numeration for numeration in self.problem.numerations if self._is_readable(numeration)]
        self._start_loops(readable)
        return bool(self.loops)

    def tasks(self) -> Sequence[SearchTask]:
        return [self.tables, *self.loops]

    def all_attempts(self) -> list[Attempt]:
        return [*self._refused, *super().all_attempts()]

    def _start_loops(self, numerations: Sequence[Numeration]) -> None:
        """Create the learning loops of the next set, in these numerations."""
        self.tables.oracles.clear()
        self.loops = []
        if numerations and (limits := self._limits()):
            self.loops = [loop for numeration in numerations for loop in self._loops_of(numeration, limits)]

    def _loops_of(self, numeration: Numeration, limits: list[int]) -> list[LearningLoop]:
        """Return the learning loops of one numeration: piles counted from 0, and from their floor."""
        encodings = [PositionEncoding(numeration, floor) for floor in sorted({0, self.problem.rule.floor})]
        return [LearningLoop(self, self.tables.oracles, encoding, limits) for encoding in encodings]

    def add_suggested_numerations(self, oracle: TableOracle, limit: int) -> None:
        """Add learning loops for the numerations that a table suggests, unless numerations were given."""
        if self.problem.given or self.found or FIBONACCI not in self.problem.numerations:
            return
        known = {loop.encoding.numeration for loop in self.loops}
        for numeration in suggest_numerations(oracle.positions[oracle.members]):
            if len(known) < MOST_NUMERATIONS and numeration not in known and self._is_readable(numeration):
                known.add(numeration)
                limits = [later for later in self._limits() if later >= limit]
                self.loops += self._loops_of(numeration, limits)

    def check(self, guess: Automaton, fewest: bool) -> CheckResult:
        """Decide whether a guess is the set that is looked for; `fewest` asks for the failure with the fewest chips."""
        problem = self.problem
        if problem.values is None:
            return check_kernel(problem.rule, guess, problem.misere, fewest=fewest)
        return check_values(problem.rule, [*self.found, guess], fewest=fewest)[0]

    def add(self, proved: Automaton, pairs: int) -> Proof | None:
        """Accept a proved set, and start with the next one or return the theorem if it was the last."""
        self.found.append(proved)
        self.pairs += pairs
        if len(self.found) > (self.problem.values or 0):
            return self.partial_proof()
        self.problem.report(f"looking for the positions of Grundy value {len(self.found)}")
        self._start_loops([proved.numeration])  # all sets of one proof are read in the same digits
        return None

    def partial_proof(self) -> Proof | None:
        if not self.found:
            return None
        problem = self.problem
        what = P_POSITIONS if problem.values is None else VALUES
        return AutomatonProof(problem.rule, problem.misere, None, what, tuple(self.found), self.pairs)

    def _is_readable(self, numeration: Numeration) -> bool:
        """Return whether a numeration has few enough digit columns to learn an automaton."""
        entries = len(self.problem.rule.names)
        symbols: int = numeration.digits**entries
        if symbols > MOST_SYMBOLS:
            many = f"{entries} numbers side by side are {symbols:,} symbols, and at most {MOST_SYMBOLS:,} can be learnt"
            self._refused.append(Attempt(str(numeration), None, None, many))
        return symbols <= MOST_SYMBOLS

    def _limits(self) -> list[int]:
        """Return the limits of the tables to learn from, doubling, or by half steps where doubling is much work."""
        rule, most = self.tabulated, self.problem.positions
        found: list[int] = []
        for limit in doubling_limits(FIRST_LIMIT, 1 << 30):
            last, size = found[-1] if found else limit, count_positions_below(rule, limit)
            between = 3 * last // 2
            if (
                size > max(MUCH, MANY_TIMES * count_positions_below(rule, last))
                and count_positions_below(rule, between) <= most
            ):
                found.append(between)
            if size > most:
                break
            found.append(limit)
        if not found:
            size = count_positions_below(rule, FIRST_LIMIT)
            many = f"piles below {FIRST_LIMIT} are {size:,} positions, more than {most:,}"
            self._refused.append(Attempt("table", None, None, many))
        return found


class TableTask(SearchTask):
    """The task of an automaton strategy that makes the tables for its learning loops, smallest first.

    A table is made when a loop waits for it.
    """

    name = "table"
    what = "outcome"

    def __init__(self, search: AutomatonStrategy) -> None:
        super().__init__()
        self.search = search
        self.oracles: dict[int, TableOracle] = {}  # about the set looked for, by the limit of the piles
        self.smallest: list[Position] = []
        self._tables: dict[int, Table] = {}

    def _wanted(self) -> int | None:
        """Return the limit of the smallest table that a loop waits for, or None."""
        waiting = [loop.limit for loop in self.search.loops if not loop.is_finished and loop.is_waiting()]
        return min(waiting, default=None)

    def is_waiting(self) -> bool:
        return self._wanted() is None

    def priority(self) -> tuple[int, int]:
        return self._wanted() or 0, 0

    def step(self) -> None:
        """Make the smallest table that a loop waits for."""
        limit = self._wanted()
        assert limit is not None
        try:
            if limit not in self._tables:
                self._tables[limit] = self._tabulated(limit)
        except OutOfTime:
            raise
        except OutOfReach as error:
            self.attempts.append(Attempt(self.name, None, None, str(error)))
            for loop in self.search.loops:
                loop.stop_before(limit)
            return
        table = self._tables[limit]
        if len(self.smallest) < MOST_SHOWN:
            self.smallest = self.smallest_p_positions(table)
        self.oracles[limit] = self.oracle_of(table)
        self.search.add_suggested_numerations(self.oracles[limit], limit)

    def smallest_p_positions(self, table: Table) -> list[Position]:
        """Return the P-positions with the fewest chips that a table is certain to contain."""
        found = table.outcomes().by_chips("P")
        piles = len(table.game.piles)
        return [position for position in found if sum(position[:piles]) < table.complete_below][:MOST_SHOWN]

    def oracle_of(self, table: Table) -> TableOracle:
        """Return the oracle of a table for the set that is looked for."""
        return TableOracle.of(table.game, table, len(self.search.found))

    def _tabulated(self, limit: int) -> Table:
        problem = self.search.problem
        problem.report(f"tabulating piles below {limit}")
        what = "grundy" if problem.values is not None else self.what
        rule, memory = self.search.tabulated, problem.limits.memory
        if (
            is_bounded_by_chips(rule)
            and count_positions_with_chips(rule, chips := len(rule.piles) * (limit - 1)) <= problem.positions
        ):
            # These are needed for piles below the limit, so they may as well be learnt from.
            return tabulate(rule, chips=chips, what=what, misere=problem.misere, limits=Limits(memory=memory))
        allowed = Limits(memory=memory, positions=problem.positions)
        return tabulate(rule, limit=limit, what=what, misere=problem.misere, limits=allowed)
