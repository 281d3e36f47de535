"""Rules in Coq, with hints how their moves are guessed (`coq/Moves.v`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.coq.conditions import Cond, both, compile_condition, negated
from sprague.coq.terms import (
    NEVER,
    Compare,
    Condition,
    Not,
    NotCovered,
    Num,
    Power,
    Term,
    Var,
    all_of,
    condition_of,
    linear_term,
    put,
    put_in,
    term_of,
)
from sprague.language import conditions
from sprague.language.conditions import FALSE, Chain, Formula, Junction
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear
from sprague.rules.rule_ast import WrittenMove
from sprague.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Guess:
    """What is guessed: the choice or the entry reached of this number."""

    word: str
    number: int


@dataclass(frozen=True)
class Hint:
    """How the choices follow from the guesses, where the entries reached are, and what is guessed."""

    chosen: tuple[Term, ...]
    reached: tuple[int, ...]
    guesses: tuple[Guess, ...]


@dataclass(frozen=True)
class Move:
    """A written move; `choices` are the names of the mover's choices, in the places after the entries."""

    choices: tuple[str, ...]
    target: tuple[Term, ...]
    legal: Condition
    hint: Hint
    written: WrittenMove | None  # as the rule has it; None for what is not in the rule

    def guess_condition(self, entries: int) -> Condition:
        """When the guesses are a move: as `guess_condition` of Coq has it."""
        here: list[Term] = [Var(place) for place in range(entries)]
        stands = [*here, *self.hint.chosen]
        arrives = [
            Compare("Eq", Var(place), put(stands, term))
            for term, place in zip(self.target, self.hint.reached, strict=True)
        ]
        natural = [Compare("Le", Num(0), term) for term in self.hint.chosen]
        return all_of([put_in(stands, self.legal), all_of(natural), all_of(arrives)])

    def beside(self, entries: int, over: Condition) -> Move:
        """The same move where one entry more stands after the others, and stays."""
        choices, guesses = (
            [*map(Var, range(entries)), *map(Var, range(entries + 1, entries + 1 + count))]
            for count in (len(self.choices), len(self.hint.guesses))
        )
        hint = Hint(
            tuple(put(guesses, term) for term in self.hint.chosen),
            (*(place + (place >= entries) for place in self.hint.reached), entries),
            self.hint.guesses,
        )
        target = (*(put(choices, term) for term in self.target), Var(entries))
        return Move(self.choices, target, all_of([put_in(choices, self.legal), over]), hint, self.written)


@dataclass(frozen=True)
class CoqRule:
    """A rule: the groups of its entries by label, what a position is, where play is over, and the moves.

    `blocking` options may be forbidden, which is no part of the rule as Coq has it, but of what is said of it.
    """

    names: tuple[str, ...]
    groups: tuple[int, ...]
    positions: Condition
    stop: Condition
    win: Condition
    moves: tuple[Move, ...]
    blocking: int = 0

    @property
    def entries(self) -> int:
        return len(self.names)

    @staticmethod
    def of(rule: Ruleset) -> CoqRule:
        if rule.splits or rule.functions:
            raise NotCovered(f"{rule.obstacle}, which the export to Coq does not know yet")
        places = {name: place for place, name in enumerate(rule.names)}
        labels = list(range(len(rule.names)))
        for block in rule.blocks:
            for place in block:
                labels[place] = min(block)
        floors = [Compare("Le", Num(low), Var(places[name])) for name in rule.names if (low := rule.lowest(name))]
        said = rule.written
        stop, win = (NEVER if clause == FALSE else condition_of(clause, places) for clause in (said.stop, said.win))
        return CoqRule(
            rule.names,
            tuple(labels),
            all_of([*floors, condition_of(said.domain, places)]),
            stop,
            win,
            tuple(make_move(move, rule.names) for move in _written_moves(rule)),
            rule.blocking,
        )

    def beside(self, powers: bool) -> CoqRule:
        """The sum with a pile of Nim, as `beside` of Coq has it: one entry more, the chips or a power of two."""
        n = self.entries
        first: list[Term] = [Var(place) for place in range(n)]
        over = all_of([Not(put_in(first, self.stop)), Not(put_in(first, self.win))])
        taken, power = Compare("Lt", Var(n + 1), Var(n)), Power(Var(n + 1), 2)
        take = Move(
            ("taken",),
            (*first, Var(n + 1)),
            all_of([taken, power]) if powers else taken,
            Hint((Var(n + 1),), (*range(n), n + 1), (Guess("Choice", 0),)),
            None,
        )
        return CoqRule(
            (*self.names, "value"),
            (*self.groups, max(self.groups) + 1),
            all_of([put_in(first, self.positions), Power(Var(n), 2)]) if powers else put_in(first, self.positions),
            NEVER,
            NEVER,
            (*(move.beside(n, over) for move in self.moves), take),
        )


def _written_moves(rule: Ruleset) -> Sequence[WrittenMove]:
    """The moves as they are written; where piles stand in a circle or a row, from each start."""
    return list(map(WrittenMove.of, rule.families)) if rule.written.standings else rule.written.moves


def make_move(move: WrittenMove, names: Sequence[str]) -> Move:
    """A written move, with a hint how to guess it."""
    target = [entry for entry in move.entries if isinstance(entry, Expression)]
    if len(target) < len(move.entries):
        raise NotCovered("a Python function has a part in the rule, which Coq cannot know")
    where, powers = _named_powers(move.where)
    choices = tuple(dict.fromkeys([*move.choices(names), *powers]))
    places = {name: place for place, name in enumerate([*names, *choices])}
    return Move(
        choices,
        tuple(term_of(entry, places) for entry in target),
        condition_of(where, places),
        _hint(target, names, choices, where),
        move,
    )


def _named_powers(where: Formula) -> tuple[Formula, list[str]]:
    """The condition, with a choice for each term that is to be a power: digits show the powers among numbers only."""
    if isinstance(where, Junction) and where.word == "and":
        parts = [_named_powers(part) for part in where.parts]
        return Junction("and", tuple(part for part, _ in parts)), [name for _, names in parts for name in names]
    if isinstance(where, conditions.Power) and where.term.is_linear and not where.term.linear.is_name:
        name = f"#power {where.term}"
        same = Chain((Expression.of(name), where.term), ("=",))
        return conditions.all_of([same, conditions.Power.of(name, where.base)]), [name]
    return where, []


def _hint(target: Sequence[Expression], names: Sequence[str], choices: Sequence[str], where: Formula) -> Hint:
    """Guess the entries reached and what choices they do not tell.

    In (a - k, b + k) the first entry tells k: it is a less what is reached. Choices that are entries themselves are
    guessed as they are.
    """
    own = {entry.linear.names[0] for entry in target if entry.is_linear and entry.linear.is_name}
    powers = _power_names(where)
    told: dict[str, tuple[int, Linear]] = {}  # the entry that tells a choice, and the choice in terms of `reached`
    for number, entry in enumerate(target):
        if not entry.is_linear or entry.linear.is_name:
            continue
        free = [
            (name, factor)
            for name, factor in entry.linear.coefficients
            if name in choices and name not in own | powers | set(told) and abs(factor) == 1
        ]
        if free and not any(name in told for name in entry.linear.names):
            name, factor = free[0]
            rest = entry.linear - factor * Linear.of(name)
            told[name] = number, (Linear.of(_reached(number)) - rest) * factor
    kept = [name for name in choices if name not in told]
    new = [n for n, entry in enumerate(target) if not (entry.is_linear and entry.linear.is_name)]
    guesses = [Guess("Choice", choices.index(name)) for name in kept] + [Guess("Entry", number) for number in new]
    places = {name: place for place, name in enumerate([*names, *kept, *map(_reached, new)])}
    # A choice that is told may stand in the term of one that is told later.
    chosen = {name: term for name, (_, term) in told.items()}
    for _ in told:
        chosen = {name: term.substitute(chosen) for name, term in chosen.items()}
    return Hint(
        tuple(linear_term(chosen.get(name, Linear.of(name)), places) for name in choices),
        tuple(
            places[_reached(number)] if number in new else places[entry.linear.names[0]]
            for number, entry in enumerate(target)
        ),
        tuple(guesses),
    )


def _reached(number: int) -> str:
    return f"→{number}"


def _power_names(where: Formula) -> set[str]:
    if isinstance(where, Junction):
        return {name for part in where.parts for name in _power_names(part)}
    return set(where.term.names) if isinstance(where, conditions.Power) else set()


@dataclass(frozen=True)
class Played:
    """A move as it is followed: how many numbers are guessed, when it may be made, where the entries reached are."""

    guessed: int
    when: Cond
    arrival: tuple[int, ...]


@dataclass(frozen=True)
class Followed:
    """A rule as digits are read, as `follow` of Coq has it."""

    domain: Cond
    stopped: Cond
    won: Cond
    kinds: tuple[Played, ...]

    @staticmethod
    def of(rule: CoqRule, base: int) -> Followed:
        domain, stopped, won = (compile_condition(c, base) for c in (rule.positions, rule.stop, rule.win))
        over = both(negated(stopped), negated(won))
        kinds = (
            Played(
                len(move.hint.guesses),
                both(compile_condition(move.guess_condition(rule.entries), base), over),
                move.hint.reached,
            )
            for move in rule.moves
        )
        return Followed(domain, stopped, won, tuple(kinds))
