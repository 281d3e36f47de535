"""`discover`: find and prove a theorem about a game from its rule alone.

Three strategies run side by side. Games with finitely many moves are searched for periods of all piles
(`period_strategy`). Games whose options depend on kept totals alone are searched for the set of those totals
(`totals_strategy`). For all games automata are learnt from tables and proved by the kernel equation
(`automaton_strategy`), in base 2, in base 3 and in Fibonacci digits. Each task has its fair share of the time
(`scheduler`), so that a slow one does not starve the others. A formula is looked for in the end (`synthesis`).
Games whose moves lead to sums are searched for a period of single heaps (`period_strategy`).

Nothing is claimed that is not proved. If nothing is found, the result is `Undecided`, with all attempts and the number
of states that each table required. The same holds for a search that is out of time, cancelled or interrupted by Ctrl-C;
what was proved by then is returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from sprague import arguments
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, base
from sprague.certificates.evidence import FUNCTION, SEVERAL
from sprague.discovery.automaton_strategy import AutomatonStrategy
from sprague.discovery.grundy_function_strategy import GrundyFunctionStrategy
from sprague.discovery.nim_pile_strategy import NimPileStrategy, find_nim_pile
from sprague.discovery.period_strategy import PeriodStrategy, discover_heap_period
from sprague.discovery.scheduler import run_in_turns
from sprague.discovery.strategy import Problem, Report, Strategy
from sprague.discovery.totals_strategy import TotalsStrategy
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.games import ruleset_of
from sprague.language.conditions import Power
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.undecided import Undecided
from sprague.rules.blocking import refuse_misere, refuse_values
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.function_formulas import describe_function
from sprague.tables.search import explain_endless_play

INTERRUPTED = "interrupted"  # by Ctrl-C
DEFAULT = Limits(seconds=60, positions=1 << 25, states=10_000, pairs=400_000)


def discover(
    game: Ruleset | str,
    *,
    misere: bool = False,
    values: int | Literal["all"] | None = None,
    numerations: Sequence[Numeration] | None = None,
    limits: Limits | None = None,
    report: Report | None = None,
    words: bool = True,
) -> Proof | Undecided:
    """Find the P-positions or Grundy values of a game and prove them, given only its rule.

    >>> proof = discover("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
    >>> (3, 3, 7) in proof, (3, 3, 5) in proof
    (True, False)

    With `values` the positions of Grundy value 0, 1, …, up to that one, are looked for one after another;
    if a value resists, the proof has those before it. With "all" it is the Grundy function itself that is looked for,
    as one set of positions with their values. `numerations` are the digits to read, if automata that
    read others will not do. The set is put into a formula where one is found, unless `words` are not wanted.

    The proof is not kept: `sprague.keep(proof)` does that, so that `solve` uses it from then on, and `proof.save(path)`
    writes its certificate to a file.
    """
    rule = ruleset_of(game)
    arguments.check_flag("misere", misere)
    arguments.check_flag("words", words)
    refuse_misere(rule, misere)
    if values is not None:
        refuse_values(rule)
    if values is not None and misere:
        raise SpragueError("expected normal play for a search for Grundy values; misère play has none")
    function = isinstance(values, str) and values == "all"
    last = None if values is None or function else arguments.check_integer("values", values)
    if last is not None and last < 0:
        raise SpragueError(f"expected the greatest Grundy value to look for to be at least 0, got {values!r}")
    given = Limits.of(limits)
    allowed = given.with_defaults(DEFAULT)
    digits = tuple(candidate_numerations(rule)) if numerations is None else _given_digits(numerations)
    callback = arguments.check_callback("report", report)
    problem = Problem(rule, misere, last, digits, numerations is not None, allowed, callback, function)
    # How large a guess may be says nothing about what its proof takes, unless the caller says so.
    with replace(allowed, states=given.states, positions=given.positions).watch():
        found = discover_heap_period(problem) if rule.splits else _search(problem)
        return _with_formulas(found, problem.report) if words and isinstance(found, AutomatonProof) else found


def _given_digits(numerations: Sequence[Numeration]) -> tuple[Numeration, ...]:
    given: object = numerations
    digits = tuple(given) if isinstance(given, Sequence) else ()
    if not digits or not all(isinstance(one, Numeration) for one in digits):
        raise SpragueError(
            "expected numerations such as [numeration('2'), numeration('fibonacci')], of sprague.automata.numeration, "
            f"got {arguments.format_argument(numerations)}"
        )
    return digits


def _search(problem: Problem) -> Proof | Undecided:
    """Run the strategies in turns until one has a proof or the search ends."""
    digits = _digits(problem)
    strategies: list[Strategy] = [PeriodStrategy(problem), TotalsStrategy(problem), digits]
    if problem.function:
        strategies = [digits, GrundyFunctionStrategy(problem, as_power=True)]
    followed: list[Strategy] = []
    unfinished_attempt = []
    try:
        if (reason := _out_of_reach(problem)) is not None:
            return Undecided(problem.rule, problem.misere, None, reason)
        followed = [strategy for strategy in strategies if strategy.applies()]
        if proof := run_in_turns(followed):
            return proof
        within_reach = any(attempt.limit is not None for attempt in digits.all_attempts())
        reason = f"no automaton was {'proved' if within_reach else 'to be had'} within {problem.positions:,} positions"
    except Cancelled:
        reason = "cancelled"
    except OutOfTime:
        reason = f"no automaton was proved within {problem.limits.seconds:g} seconds"
        unfinished_attempt = [
            task.unfinished_attempt() for strategy in followed for task in strategy.tasks() if not task.is_finished
        ]
    except KeyboardInterrupt:
        reason = INTERRUPTED
    for strategy in strategies:
        if proof := strategy.partial_proof():
            return proof
    attempts = [attempt for strategy in strategies for attempt in strategy.all_attempts()]
    attempts += [attempt for attempt in unfinished_attempt if attempt is not None]
    smallest, advice = tuple(digits.tables.smallest), tuple(_advice(problem))
    return Undecided(problem.rule, problem.misere, None, reason, tuple(attempts), smallest, advice)


def _digits(problem: Problem) -> AutomatonStrategy:
    """Return the strategy that learns automata for this problem."""
    if problem.function:
        return GrundyFunctionStrategy(problem, as_power=False)
    pile = find_nim_pile(problem.rule) if problem.values is None and not problem.misere else None
    return AutomatonStrategy(problem) if pile is None else NimPileStrategy(problem, pile)


def _advice(problem: Problem) -> Iterator[str]:
    """Yield advice on what to try next."""
    yield "larger tables and more time: --positions and --seconds, limits=Limits(positions=…, seconds=…)"
    if not problem.given:
        yield "other digits: --base 4 to 10 or 3,1, numerations=[…]"
    if problem.misere or problem.values is None:
        yield "a guess of one's own: sprague positions lists more P-positions, sprague check decides a formula"


def _out_of_reach(problem: Problem) -> str | None:
    """Return the reason why no strategy applies, or None."""
    rule = problem.rule
    if rule.obstacle is not None:
        return f"{rule.obstacle}; proofs need linear moves"
    if rule.rank is None:
        return explain_endless_play(rule)
    if not problem.numerations:
        return "no digits read all the powers that the rule speaks of"
    return None


def _with_formulas(proof: AutomatonProof, report: Report) -> AutomatonProof:
    """Return the proof with a formula for each set, if all are found; each is proved to describe the same set."""
    formulas = []
    try:
        report("putting the set into words")
        for automaton in proof.automata:
            if proof.kind == FUNCTION:
                text = describe_function(proof.game, automaton, proof.by_power)
            else:
                text = describe_set(proof.game, automaton)
            if text is None:
                return proof
            formulas.append(text)
    except (KeyboardInterrupt, Cancelled):
        return proof  # it is a theorem without words, too
    return replace(proof, claim=SEVERAL.join(formulas))


def candidate_numerations(rule: Ruleset) -> list[Numeration]:
    """Return the numerations that `discover` tries: 2, 3 and Fibonacci, or the base of the powers in the rule.

    None read powers of two different numbers, or of large ones.
    """
    places = [condition for part in (*rule.domain, *rule.stop, *rule.win) for condition in part]
    moves = [condition for family in rule.families for condition in family.where]
    bases = {condition.base for condition in (*moves, *places) if isinstance(condition, Power)}
    if not bases:
        return [BINARY, TERNARY, FIBONACCI]
    return [base(number) for number in bases if number <= 10] if len(bases) == 1 else []
