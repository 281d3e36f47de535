"""The function `discover`: find and prove a theorem about a game, given only its rule.

Three strategies run side by side:

- For games with finitely many move vectors, `period_strategy` searches for periods of all piles.
- For redistribution games, `totals_strategy` searches for the set of total numbers of chips of P-positions.
- For all games, `automaton_strategy` learns automata from tables in base 2, in base 3 and in Fibonacci digits, and
  proves them by the kernel equation.

For games whose heaps split, `period_strategy` searches only for a period of single heaps. The module `scheduler` gives
every task a fair share of the time. Finally, the package `synthesis` searches for a formula for the proved set.

The result of a discovery contains only proved statements. If no theorem is found, the result is `Undecided`, with all
attempts and the number of states of each learnt automaton. A search that runs out of time, is cancelled or is
interrupted by Ctrl-C returns what has been proved so far, or `Undecided`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from sprague import arguments
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, base, numeration
from sprague.certificates.evidence import FUNCTION, SEVERAL, VALUES
from sprague.discovery.automaton_strategy import AutomatonStrategy
from sprague.discovery.grundy_function_strategy import GrundyFunctionStrategy
from sprague.discovery.nim_pile_strategy import NimPileStrategy, find_nim_pile
from sprague.discovery.period_strategy import PeriodStrategy, discover_heap_period
from sprague.discovery.scheduler import run_in_turns
from sprague.discovery.strategy import Problem, Report, Strategy
from sprague.discovery.totals_strategy import TotalsStrategy
from sprague.errors import Cancelled, OutOfTime, SpragueError, SpragueWarning
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.language.conditions import Power
from sprague.limits import Limits
from sprague.progress import ProgressCallback, check_progress, messages
from sprague.proofs.proof import AutomatonProof, Proof, WindowProof
from sprague.proofs.undecided import Undecided
from sprague.rules.blocking import refuse_misere, refuse_values
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.set_formulas import describe_function
from sprague.synthesis.window_formulas import with_formula
from sprague.tables.search import explain_endless_play

INTERRUPTED = "interrupted"  # reason shown in an undecided result after Ctrl-C
DEFAULT = Limits(seconds=60, positions=1 << 25, states=10_000, pairs=400_000)


@accepts_former_arguments
def discover(
    game: Ruleset | str,
    *,
    misere: bool = False,
    values: int | Literal["all"] | None = None,
    numerations: Sequence[Numeration | str] | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
    words: bool = True,
) -> Proof | Undecided:
    """Find the P-positions or Grundy values of a game and prove them, given only its rule.

    >>> proof = discover("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
    >>> (3, 3, 7) in proof, (3, 3, 5) in proof
    (True, False)

    The proof is not stored: `sprague.keep(proof)` stores it for `solve`, and `proof.save(path)` writes its certificate
    to a file. Unlike the command `sprague discover`, the function does not use stored theorems: it always searches. The
    function `sprague.proofs.store.load_proof` loads and checks the stored proof about a rule:

    >>> import sprague
    >>> from sprague.proofs.store import load_proof
    >>> rule = sprague.game("(a, b) -> (u, b) where u < a any order")
    >>> path = sprague.keep(discover(rule))
    >>> stored = load_proof(rule, misere=False)
    >>> stored is not None and (5, 5) in stored
    True

    Args:
        game: A ruleset, or the name or text of a rule.
        misere: Play misère: the player who makes the last move loses.
        values: None for the P-positions; a number n for the positions of each Grundy value 0, 1, …, n;
            "all" for the Grundy function, as one set of positions with their values.
        numerations: The only numerations that automata may use, such as `["2", "fibonacci"]`, as for the option
            --base; by default several are tried.
        budget: Limits on time, positions, states and pairs of states.
        progress: A function that is called with a `sprague.Progress` from time to time.
        words: Whether to search for a formula for the proved set.

    Returns:
        A proof, or `Undecided` with all attempts. If a Grundy value cannot be decided, the proof covers the values
        below it, and a `SpragueWarning` is issued.

    Raises:
        SpragueError: An argument is not valid.
    """
    rule = ruleset_of(game)
    misere = arguments.check_flag("misere", misere)
    arguments.check_flag("words", words)
    refuse_misere(rule, misere)
    if values is not None:
        refuse_values(rule)
    if values is not None and misere:
        raise SpragueError("misère play has no Grundy values; choose normal play, or leave out 'values'")
    function = isinstance(values, str) and values == "all"
    last = None if values is None or function else arguments.check_integer("values", values)
    if last is not None and last < 0:
        raise SpragueError(f"'values' must be 'all' or at least 0, got {values!r}")
    given = Limits.of(budget)
    allowed = given.with_defaults(DEFAULT)
    digits = tuple(candidate_numerations(rule)) if numerations is None else _given_digits(numerations)
    callback = messages(check_progress(progress))
    problem = Problem(rule, misere, last, digits, numerations is not None, allowed, callback, function)
    # Default limits apply only to the search for automata, and not to proofs. Limits that the caller gives also apply
    # to the proofs of the guessed automata.
    with replace(allowed, states=given.states, positions=given.positions).watch():
        found = discover_heap_period(problem) if rule.splits else _search(problem)
        if (remark := missing_values_remark(found, last)) is not None:
            warnings.warn(remark, SpragueWarning, stacklevel=3)
        if words and isinstance(found, AutomatonProof):
            return _with_formulas(found, problem.report)
        return _with_formula(found, problem.report) if words and isinstance(found, WindowProof) else found


def missing_values_remark(found: Proof | Undecided, last: int | None) -> str | None:
    """Return a sentence on the Grundy values that `discover` should prove but did not, or None if it proved all."""
    if last is None or not isinstance(found, AutomatonProof) or found.kind != VALUES or len(found.automata) > last:
        return None
    first = len(found.automata)
    missing = f"value {first}" if first == last else f"values {first} to {last}"
    return f"Grundy values 0 to {last} were requested, but no theorem about {missing} was found; raise the limits"


def _given_digits(numerations: Sequence[Numeration | str]) -> tuple[Numeration, ...]:
    given: object = numerations
    digits = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else ()
    if not digits or not all(isinstance(one, Numeration | str) for one in digits):
        raise SpragueError(
            f"'numerations' must be a list such as ['2', 'fibonacci'], got {arguments.format_argument(numerations)}"
        )
    return tuple(numeration(one) if isinstance(one, str) else one for one in digits)


def _search(problem: Problem) -> Proof | Undecided:
    """Run the discovery strategies in turns until one strategy has a proof or no strategy can continue."""
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
        reason = f"no automaton was {'proved' if within_reach else 'learnt'} within {problem.positions:,} positions"
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
    """Return the strategy that learns automata for the discovery problem."""
    if problem.function:
        return GrundyFunctionStrategy(problem, as_power=False)
    pile = find_nim_pile(problem.rule) if problem.values is None and not problem.misere else None
    return AutomatonStrategy(problem) if pile is None else NimPileStrategy(problem, pile)


def _advice(problem: Problem) -> Iterator[str]:
    """Yield suggestions to the user for a game that stayed undecided."""
    yield (
        "allow larger tables and more time; on the command line: --positions and --seconds; in Python: "
        "budget=Limits(positions=…, seconds=…)"
    )
    if not problem.given:
        yield (
            "try other numerations; on the command line: --base 4 to --base 10, or --base 3,1; in Python: "
            "numerations=[…]"
        )
    if problem.misere or problem.values is None:
        yield "guess a formula: 'sprague positions' lists more P-positions, 'sprague check' decides a formula"


def _out_of_reach(problem: Problem) -> str | None:
    """Return the reason why no discovery strategy applies to the problem; None if one applies."""
    rule = problem.rule
    if rule.obstacle is not None:
        return f"{rule.obstacle}; proofs need linear moves"
    if rule.rank is None:
        return explain_endless_play(rule)
    if not problem.numerations:
        return "no numeration can express all powers in the rule"
    return None


def _with_formulas(proof: AutomatonProof, report: Report) -> AutomatonProof:
    """Return the proof with a formula for each proved set, if formulas for all sets are found.

    Every formula is proved to describe the same set as the automaton.
    """
    formulas = []
    try:
        report("searching for a formula")
        for automaton in proof.automata:
            if proof.kind == FUNCTION:
                text = describe_function(proof.game, automaton, proof.by_power)
            else:
                text = describe_set(proof.game, automaton)
            if text is None:
                return proof
            formulas.append(text)
    except (KeyboardInterrupt, Cancelled):
        return proof  # the theorem is proved even if the search for a formula is interrupted
    return replace(proof, claim=SEVERAL.join(formulas))


def _with_formula(proof: WindowProof, report: Report) -> WindowProof:
    """Return the proof with a formula for the P-positions, if one is found."""
    try:
        report("searching for a formula")
        return with_formula(proof)
    except (KeyboardInterrupt, Cancelled):
        return proof


def candidate_numerations(rule: Ruleset) -> list[Numeration]:
    """Return the numerations that `discover` tries: 2, 3 and Fibonacci, or the base of the powers in the rule.

    The list is empty if the rule has powers with two different bases, or with a base above 10.
    """
    places = [condition for part in (*rule.domain, *rule.stop, *rule.win) for condition in part]
    moves = [condition for family in rule.families for condition in family.where]
    bases = {condition.base for condition in (*moves, *places) if isinstance(condition, Power)}
    if not bases:
        return [BINARY, TERNARY, FIBONACCI]
    return [base(number) for number in bases if number <= 10] if len(bases) == 1 else []
