"""Translation of rules and moves to Coq (`CoqRule`), with hints by which Coq finds moves (`coq/Moves.v`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sprague.coq.digit_conditions import (
    DigitCondition,
    compile_condition,
    conjunction,
    negation,
    rename_places,
)
from sprague.coq.rule_terms import (
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
    substitute,
    substitute_condition,
    translate_condition,
    translate_linear,
    translate_term,
)
from sprague.language import conditions
from sprague.language.conditions import FALSE, Chain, Formula, Junction
from sprague.language.expressions import Expression
from sprague.language.rule_ast import MoveAst
from sprague.linear.terms import Linear
from sprague.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Guess:
    """A number that Coq guesses for a move: a choice of the mover, or an entry of the option."""

    word: str  # kind of the guessed number: "Choice" or "Entry"
    number: int


@dataclass(frozen=True)
class Hint:
    """A hint for a move in Coq: numbers to guess, and the choices and new entries that these numbers determine."""

    choices: tuple[Term, ...]
    target: tuple[int, ...]
    guesses: tuple[Guess, ...]


@dataclass(frozen=True)
class Move:
    """A move of a rule, translated to Coq; the variables with the first indices are entries, the others are choices."""

    choices: tuple[str, ...]
    target: tuple[Term, ...]
    condition: Condition
    hint: Hint
    written: MoveAst | None  # the move in the syntax tree of the rule, or None for a move in an added Nim pile

    def guess_condition(self, entries: int) -> Condition:
        """Return the condition that guessed numbers form a legal move, like the Coq function `guess_condition`."""
        own: list[Term] = [Var(place) for place in range(entries)]
        numbers = [*own, *self.hint.choices]
        arrival = [
            Compare("Eq", Var(place), substitute(numbers, term))
            for term, place in zip(self.target, self.hint.target, strict=True)
        ]
        natural = [Compare("Le", Num(0), term) for term in self.hint.choices]
        return all_of([substitute_condition(numbers, self.condition), all_of(natural), all_of(arrival)])

    def with_extra_entry(self, entries: int, condition: Condition) -> Move:
        """Return a copy of the move with one more condition and one more entry, which does not change."""
        choices, guesses = (
            [*map(Var, range(entries)), *map(Var, range(entries + 1, entries + 1 + count))]
            for count in (len(self.choices), len(self.hint.guesses))
        )
        hint = Hint(
            tuple(substitute(guesses, term) for term in self.hint.choices),
            (*(place + (place >= entries) for place in self.hint.target), entries),
            self.hint.guesses,
        )
        target = (*(substitute(choices, term) for term in self.target), Var(entries))
        both = all_of([substitute_condition(choices, self.condition), condition])
        return Move(self.choices, target, both, hint, self.written)


@dataclass(frozen=True)
class CoqRule:
    """A rule translated to Coq: the groups of interchangeable entries, the conditions on positions, and the moves.

    `blocking` is the number of options that the opponent can block; in Coq, it belongs to the theorem and not to the
    rule.
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
        """The number of entries of a position."""
        return len(self.names)

    @staticmethod
    def of(rule: Ruleset) -> CoqRule:
        """Return the Coq translation of a rule.

        Raises:
            NotCovered: the Coq library does not cover a construct of the rule.
        """
        if rule.splits or rule.functions:
            raise NotCovered(f"the export to Coq does not cover this rule: {rule.obstacle}")
        places = {name: place for place, name in enumerate(rule.names)}
        labels = list(range(len(rule.names)))
        for block in rule.blocks:
            for place in block:
                labels[place] = min(block)
        floors = [Compare("Le", Num(low), Var(places[name])) for name in rule.names if (low := rule.lowest(name))]
        ast = rule.ast
        stop, win = (
            NEVER if clause == FALSE else translate_condition(clause, places) for clause in (ast.stop, ast.win)
        )
        return CoqRule(
            rule.names,
            tuple(labels),
            all_of([*floors, translate_condition(ast.domain, places)]),
            stop,
            win,
            tuple(_translate_move(move, rule.names) for move in _written_moves(rule)),
            rule.blocking,
        )

    def with_nim_pile(self, powers: bool) -> CoqRule:
        """Return the rule of the game plus a Nim pile of v chips; the last entry of a position is v or 2**v."""
        n = self.entries
        first: list[Term] = [Var(place) for place in range(n)]
        in_play = all_of([Not(substitute_condition(first, self.stop)), Not(substitute_condition(first, self.win))])
        fewer, power = Compare("Lt", Var(n + 1), Var(n)), Power(Var(n + 1), 2)
        take = Move(
            ("taken",),
            (*first, Var(n + 1)),
            all_of([fewer, power]) if powers else fewer,
            Hint((Var(n + 1),), (*range(n), n + 1), (Guess("Choice", 0),)),
            None,
        )
        positions = substitute_condition(first, self.positions)
        return CoqRule(
            (*self.names, "value"),
            (*self.groups, max(self.groups) + 1),
            all_of([positions, Power(Var(n), 2)]) if powers else positions,
            NEVER,
            NEVER,
            (*(move.with_extra_entry(n, in_play) for move in self.moves), take),
        )


def _written_moves(rule: Ruleset) -> Sequence[MoveAst]:
    """Return the moves of a rule; if the piles form a circle or a row, include all shifted versions of the moves."""
    return [family.to_ast() for family in rule.families] if rule.ast.arrangements else rule.ast.moves


def _translate_move(move: MoveAst, names: Sequence[str]) -> Move:
    """Return a move translated to Coq, with a hint; `names` are the names of the entries."""
    target = [entry for entry in move.entries if isinstance(entry, Expression)]
    if len(target) < len(move.entries):
        raise NotCovered("the export to Coq does not cover rules with Python functions")
    where, powers = _name_powers(move.where)
    choices = tuple(dict.fromkeys([*move.choices(names), *powers]))
    places = {name: place for place, name in enumerate([*names, *choices])}
    return Move(
        choices,
        tuple(translate_term(entry, places) for entry in target),
        translate_condition(where, places),
        _make_hint(target, names, choices, where),
        move,
    )


def _name_powers(where: Formula) -> tuple[Formula, list[str]]:
    """Substitute a new choice for each term that must be a power; return the new condition and the new names.

    The new choices are needed because digits show whether a number is a power, but not whether a sum is a power.
    """
    if isinstance(where, Junction) and where.word == "and":
        parts = [_name_powers(part) for part in where.parts]
        return Junction("and", tuple(part for part, _ in parts)), [name for _, names in parts for name in names]
    if isinstance(where, conditions.Power) and where.term.is_linear and not where.term.linear.is_name:
        name = f"#power {where.term}"
        same = Chain((Expression.of(name), where.term), ("=",))
        return conditions.all_of([same, conditions.Power.of(name, where.base)]), [name]
    return where, []


def _make_hint(target: Sequence[Expression], names: Sequence[str], choices: Sequence[str], where: Formula) -> Hint:
    """Return a hint that guesses entries of the option as well as choices that the option does not determine.

    For example, the option (a - k, b + k) determines k, which is a minus the first entry of the option. The hint also
    guesses each choice that is an entry of the option or must be a power.
    """
    is_name = [entry.is_linear and entry.linear.is_name for entry in target]
    own = {entry.linear.names[0] for entry, named in zip(target, is_name, strict=True) if named}
    determined = _determined_choices(target, set(choices) - own - _power_names(where))
    guessed_choices = [name for name in choices if name not in determined]
    guessed_entries = [number for number, named in enumerate(is_name) if not named]
    places = {name: place for place, name in enumerate([*names, *guessed_choices, *map(_entry_name, guessed_entries)])}
    return Hint(
        tuple(translate_linear(determined.get(name, Linear.of(name)), places) for name in choices),
        tuple(
            places[entry.linear.names[0] if named else _entry_name(number)]
            for number, (entry, named) in enumerate(zip(target, is_name, strict=True))
        ),
        (
            *(Guess("Choice", choices.index(name)) for name in guessed_choices),
            *(Guess("Entry", number) for number in guessed_entries),
        ),
    )


def _determined_choices(target: Sequence[Expression], candidates: set[str]) -> Mapping[str, Linear]:
    """Return the choices that linear entries of the option determine, each as a term in entries and other names.

    For each entry of the option, the function solves the equation entry = term for a choice with the factor 1 or -1 in
    the term. The function skips an entry if an earlier entry already determines one of the choices in its term.
    """
    found: dict[str, Linear] = {}
    for number, entry in enumerate(target):
        if not entry.is_linear or entry.linear.is_name or any(name in found for name in entry.linear.names):
            continue
        for name, factor in entry.linear.coefficients:
            if name in candidates and abs(factor) == 1:
                rest = entry.linear - factor * Linear.of(name)
                found[name] = (Linear.of(_entry_name(number)) - rest) * factor
                break
    # The term for one choice may contain another choice that a later entry determines.
    for _ in range(len(found)):
        found = {name: term.substitute(found) for name, term in found.items()}
    return found


def _entry_name(number: int) -> str:
    """Return the generated name of entry `number` of the option, counted from 0."""
    return f"→{number}"


def _power_names(where: Formula) -> set[str]:
    """Find the terms of a condition that must be powers, and return the names in these terms."""
    if isinstance(where, Junction):
        return {name for part in where.parts for name in _power_names(part)}
    return set(where.term.names) if isinstance(where, conditions.Power) else set()


@dataclass(frozen=True)
class GuessedMove:
    """A move given by guessed numbers: their count, their digit condition, and the indices of the new entries."""

    guessed: int
    condition: DigitCondition
    target: tuple[int, ...]

    def into(self, positions: DigitCondition) -> DigitCondition:
        """Return the condition that the guessed numbers form a move into a set of positions."""
        return conjunction(rename_places(positions, self.target), self.condition)


@dataclass(frozen=True)
class CompiledRule:
    """A rule translated to Coq, with conditions compiled to digit conditions as by the Coq function `follow`."""

    domain: DigitCondition
    stop: DigitCondition
    win: DigitCondition
    moves: tuple[GuessedMove, ...]

    @staticmethod
    def of(rule: CoqRule, base: int) -> CompiledRule:
        """Compile a translated rule for digits in a base."""
        domain, stop, win = (compile_condition(c, base) for c in (rule.positions, rule.stop, rule.win))
        in_play = conjunction(negation(stop), negation(win))
        moves = (
            GuessedMove(
                len(move.hint.guesses),
                conjunction(compile_condition(move.guess_condition(rule.entries), base), in_play),
                move.hint.target,
            )
            for move in rule.moves
        )
        return CompiledRule(domain, stop, win, tuple(moves))
