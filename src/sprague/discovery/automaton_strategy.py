"""`AutomatonStrategy` learns automata from tables: one for the P-positions, or one for each Grundy value.

The strategy tabulates small positions and learns an automaton for the set of P-positions, or for the positions of one
Grundy value. The strategy then tries to prove, by the kernel equation, that the learnt automaton is right for all
positions. The strategy tries several numerations side by side: the default numerations, and those that a table suggests
(`numeration_guesses`). Each numeration has its own `LearningLoop`. All learning loops share the tables, which one
`TableTask` computes in order of size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import FIBONACCI, Numeration
from sprague.automata.words import MOST_SYMBOLS
from sprague.certificates.evidence import P_POSITIONS, VALUES
from sprague.discovery.learning import Numbers
from sprague.discovery.learning_loop import LearningLoop
from sprague.discovery.numeration_guesses import MOST_SUGGESTED, Slope, find_slopes
from sprague.discovery.strategy import Problem, SearchTask, Strategy, doubling_limits
from sprague.discovery.table_oracle import (
    PositionEncoding,
    TableOracle,
    count_lines,
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
from sprague.results.base import Measure
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import is_bounded_by_chips
from sprague.tables.request import Request
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate
from sprague.tables.traversals.lines import LineTraversal

FIRST_LIMIT = 4  # all piles of the smallest table are below this number
# larger tables are computed line by line if the table with piles below this bound can be computed line by line
LARGE_LIMIT = 1 << 10
# If a table has more than `MUCH` positions, and more than `MANY_TIMES` times as many positions as the previous table, a
# table of intermediate size is computed first.
MUCH, MANY_TIMES = 1 << 18, 5
MOST_NUMERATIONS = 6  # maximum number of numerations that are tried in turns and share the time limit
MOST_SHOWN = 12  # maximum number of P-positions that are listed for an undecided game


class AutomatonStrategy(Strategy):
    """The discovery strategy that learns an automaton for the P-positions, or one automaton for each Grundy value."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        # maps each suggested numeration to the slope that suggested it most recently
        self._slopes: dict[Numeration, Slope] = {}
        self._suggested_and_tried: set[Numeration] = set()
        self._refused: list[Attempt] = []  # descriptions of numerations and tables that are too large to be tried
        self.found: list[Automaton] = []
        self.pairs = 0
        self.tables = TableTask(self)
        self.loops: list[LearningLoop] = []

    @property
    def tabulated(self) -> Ruleset:
        """The rule whose tables the learning loops use."""
        return self.problem.rule

    def applies(self) -> bool:
        """Create the learning loops for the first set to be proved; return whether there is at least one loop."""
        readable = [numeration for numeration in self.problem.numerations if self._is_readable(numeration)]
        self._start_loops(readable)
        return bool(self.loops)

    def tasks(self) -> Sequence[SearchTask]:
        return [self.tables, *self.loops]

    def all_attempts(self) -> list[Attempt]:
        return [*self._slope_attempts(), *self._refused, *super().all_attempts()]

    def _slope_attempts(self) -> list[Attempt]:
        """Return one record per slope of the P-positions in a table; it lists the recurrences tried for this slope.

        If no recurrence was tried, because the caller chose the numerations, the record names the recurrences that the
        slope suggests.
        """
        slopes: dict[str, list[Numeration]] = {}
        for numeration, slope in self._slopes.items():
            slopes.setdefault(str(slope), []).append(numeration)
        found = []
        for text, suggested in slopes.items():
            tried = [numeration for numeration in suggested if numeration in self._suggested_and_tried]
            verb = "tried" if tried else "it suggests"
            recurrences = " and ".join(map(_recurrence_text, tried or suggested))
            found.append(Attempt(text, None, None, f"{verb} the recurrence {recurrences}"))
        return found

    def _start_loops(self, numerations: Sequence[Numeration]) -> None:
        """Create the learning loops for the next set to be proved, one or two for each numeration."""
        self.tables.oracles.clear()
        self.loops = []
        if numerations and (limits := self._limits()):
            self.loops = [loop for numeration in numerations for loop in self._loops_of(numeration, limits)]

    def _loops_of(self, numeration: Numeration, limits: list[int]) -> list[LearningLoop]:
        """Return the learning loops of a numeration: one reads pile sizes; one subtracts a positive minimum first."""
        encodings = [PositionEncoding(numeration, floor) for floor in sorted({0, self.problem.rule.floor})]
        return [LearningLoop(self, self.tables.oracles, encoding, limits) for encoding in encodings]

    def add_suggested_numerations(self, oracle: TableOracle, limit: int) -> None:
        """Record the slopes in a table; try the numerations that the slopes suggest, unless the caller chose some."""
        problem = self.problem
        if self.found or not (problem.given or FIBONACCI in problem.numerations):
            return
        known = {loop.encoding.numeration for loop in self.loops}
        slopes = find_slopes(_some_members(oracle), oracle.complete_limit)
        self._drop_excluded_numerations(slopes)
        suggested = list(dict.fromkeys((one, slope) for slope in slopes for one in slope.numerations))
        for numeration, slope in suggested[:MOST_SUGGESTED]:
            self._slopes[numeration] = slope  # larger tables give closer bounds on the slope of the P-positions
            if numeration in problem.numerations:
                self._suggested_and_tried.add(numeration)
            elif problem.given:
                continue
            elif len(known) < MOST_NUMERATIONS and numeration not in known and self._is_readable(numeration):
                known.add(numeration)
                self._suggested_and_tried.add(numeration)
                problem.report(f"piles below {limit}: {slope}; trying the recurrence {_recurrence_text(numeration)}")
                limits = [later for later in self._limits() if later >= limit]
                self.loops += self._loops_of(numeration, limits)

    def _drop_excluded_numerations(self, slopes: Sequence[Slope]) -> None:
        """Stop the learning loops of suggested numerations whose slope a larger table excludes."""
        excluded = {
            numeration
            for numeration, old in self._slopes.items()
            if slopes and old.number is not None and not any(new.may_be(old.number) for new in slopes)
        } - {*self.problem.numerations}
        for loop in self.loops:
            loop.is_finished = loop.is_finished or loop.encoding.numeration in excluded

    def check(self, guess: Automaton, fewest: bool) -> CheckResult:
        """Decide by proof whether a learnt automaton accepts exactly the positions of the wanted set.

        If `fewest` is true, the result for a wrong automaton contains a failing position with the fewest chips.
        """
        problem = self.problem
        if problem.values is None:
            return check_kernel(problem.rule, guess, problem.misere, fewest=fewest)
        return check_values(problem.rule, [*self.found, guess], fewest=fewest)[0]

    def add(self, proved: Automaton, pairs: int) -> Proof | None:
        """Accept a proved set; return the theorem if this was the last set, otherwise start with the next set."""
        self.found.append(proved)
        self.pairs += pairs
        if len(self.found) > (self.problem.values or 0):
            return self.partial_proof()
        self.problem.report(f"searching for the positions of Grundy value {len(self.found)}")
        self._start_loops([proved.numeration])  # all automata of one proof use the same numeration
        return None

    def partial_proof(self) -> Proof | None:
        if not self.found:
            return None
        problem = self.problem
        what = P_POSITIONS if problem.values is None else VALUES
        slope = self._slopes.get(self.found[0].numeration)
        slopes = () if slope is None else (str(slope),)
        return AutomatonProof(problem.rule, problem.misere, None, what, tuple(self.found), self.pairs, slopes=slopes)

    def _is_readable(self, numeration: Numeration) -> bool:
        """Return whether a numeration has few enough symbols to learn an automaton."""
        entries = len(self.problem.rule.names)
        symbols: int = numeration.digits**entries
        if symbols > MOST_SYMBOLS:
            many = f"{entries} tracks have {symbols:,} symbols; learning supports at most {MOST_SYMBOLS:,}"
            self._refused.append(Attempt(str(numeration), None, None, many))
        return symbols <= MOST_SYMBOLS

    def table_size(self, limit: int) -> int:
        """Return the number of entries of a table with a given limit: one entry for each line or for each position."""
        count = count_lines if self.is_by_lines else count_positions_below
        return count(self.tabulated, limit)

    @cached_property
    def is_by_lines(self) -> bool:
        """Whether large tables of the game store only one P-position for each line."""
        if self.problem.values is not None:
            return False
        lines = LineTraversal.of(
            Request(self.tabulated, LARGE_LIMIT, None, self.tables.what, self.problem.misere, None)
        )
        return isinstance(lines, LineTraversal) and lines.is_fast

    def _limits(self) -> list[int]:
        """Return the limits of successive tables: each is 2 times the last one, or 1.5 times if tables grow fast."""
        most = self.problem.positions
        found: list[int] = []
        for limit in doubling_limits(FIRST_LIMIT, 1 << 30):
            last, size = found[-1] if found else limit, self.table_size(limit)
            between = 3 * last // 2
            # Insert no table of intermediate size if tables are computed line by line, because 1.5 times the size
            # rarely adds members with more digits.
            if (
                not self.is_by_lines
                and size > max(MUCH, MANY_TIMES * self.table_size(last))
                and self.table_size(between) <= most
            ):
                found.append(between)
            if size > most:
                break
            found.append(limit)
        if not found:
            size = count_positions_below(self.tabulated, FIRST_LIMIT)
            many = f"there are {size:,} positions with piles below {FIRST_LIMIT}, more than {most:,}"
            self._refused.append(Attempt("table", None, None, many))
        return found


def _some_members(oracle: TableOracle) -> Numbers:
    """Return all positions of the wanted set in an oracle's table, or a sample of these positions if there are many."""
    return oracle.positions[oracle.members] if oracle.listed is None else oracle.listed


def _recurrence_text(numeration: Numeration) -> str:
    return ",".join(map(str, numeration.recurrence))


class TableTask(SearchTask):
    """The task that computes the tables for the learning loops of an automaton strategy, in order of size.

    A table is computed only when a learning loop waits for it.
    """

    name = "table"
    what: Measure = "outcome"

    def __init__(self, search: AutomatonStrategy) -> None:
        super().__init__()
        self.search = search
        self.oracles: dict[int, TableOracle] = {}  # maps the limit of a table to the oracle that reads it
        self.smallest: list[Position] = []
        self._tables: dict[int, Table] = {}

    def _wanted(self) -> int | None:
        """Return the limit of the smallest table for which a learning loop waits; None if no loop waits."""
        waiting = [loop.limit for loop in self.search.loops if not loop.is_finished and loop.is_waiting()]
        return min(waiting, default=None)

    def is_waiting(self) -> bool:
        return self._wanted() is None

    def priority(self) -> tuple[int, int]:
        return self._wanted() or 0, 0

    def step(self) -> None:
        """Compute the smallest table for which a learning loop waits."""
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
        """Return the P-positions with few chips: at most as many chips as the table covers completely."""
        rows = table.outcomes().positions_array("P")
        few = rows[rows[:, : len(table.game.piles)].sum(axis=1) < table.complete_below]
        return sorted((tuple(row) for row in few.tolist()), key=table.chips_first)[:MOST_SHOWN]

    def oracle_of(self, table: Table) -> TableOracle:
        """Return the oracle that answers membership queries about the wanted set from a table."""
        return TableOracle(table.game, table, len(self.search.found))

    def _tabulated(self, limit: int) -> Table:
        problem = self.search.problem
        problem.report(f"tabulating piles below {limit}")
        what: Measure = "grundy" if problem.values is not None else self.what
        rule, memory = self.search.tabulated, problem.limits.memory
        if (
            not self.search.is_by_lines
            and is_bounded_by_chips(rule)
            and count_positions_with_chips(rule, chips := len(rule.piles) * (limit - 1)) <= problem.positions
        ):
            # To compute a table with piles below `limit`, all positions with at most `chips` chips are computed, so the
            # learner uses all these positions.
            return tabulate(rule, chips=chips, what=what, misere=problem.misere, budget=Limits(memory=memory))
        allowed = Limits(memory=memory, positions=problem.positions)
        return tabulate(rule, limit=limit, what=what, misere=problem.misere, budget=allowed)
