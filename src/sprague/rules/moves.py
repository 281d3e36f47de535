"""Moves and options of a position: `list_moves`, `list_options`, `sample_options`, and limits on their number.

If a position has very many moves, `sample_options` draws options at random without enumerating all moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from sprague.errors import OutOfReach
from sprague.integers import show_count
from sprague.language.positions import Position, show_position
from sprague.language.rule_english import component_move_sentence, move_sentence, ordinal
from sprague.rules.choice_loops import ChoiceLoop, ChoiceLoops, tried_limit
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_enumeration import FamilyMove
from sprague.rules.sums import component_moves, count_components, replace_component, split_components
from sprague.rules.symmetry import sort_blocks

MOST_OPTIONS = 1_000_000  # maximum number of options in a list; a list of this length takes a few hundred megabytes
MOST_NUMBERS = 50_000_000  # maximum number of entries in all options of one position
MOST_ASSIGNMENTS = 100  # a sample tries at most this many assignments of piles to the roles in a move
MOST_CHOICES = 8  # a sample tries at most this many combinations of choices for each assignment of piles to roles
MOST_LISTED = 1_000  # maximum number of values of a choice that a sample lists completely
MANY = 1_000  # if a pile is at least this high, moves are counted before they are listed


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: its index in the rule, the values of its choices, the option, and an English sentence.

    `reached` is the option with its piles in the same order as in the position before the move. If this position is a
    sum, or if the move splits a heap, `reached` equals `option`.
    """

    family: int
    choice: tuple[tuple[str, int], ...]
    option: Position
    sentence: str
    reached: Position

    @staticmethod
    def of(rule: LinearRule, given: Position, made: FamilyMove, option: Position, component: int = 0) -> Move:
        """Return the `Move` for a `FamilyMove`: its index in the rule, its choices, the option and a sentence.

        If the position is a sum, `component` is the index of the component that the move changes.
        """
        kind = rule.move_numbers[made.family]
        choices = rule.ast.moves[kind].choices(rule.names)
        choice = tuple((name, made.values[name]) for name in choices if name in made.values)
        reached = option if _is_in_parts(rule, given) else made.reached
        return Move(kind, choice, option, _sentence(rule, given, made, component), reached)

    def __str__(self) -> str:
        return self.sentence


def _sentence(rule: LinearRule, given: Position, made: FamilyMove, component: int) -> str:
    """Return the English sentence for a move (`FamilyMove`) in one component of a position."""
    used = {
        name for term in (*rule.families[made.family].entries, *rule.families[made.family].where) for name in term.names
    }
    emptied = sorted(made.order[role] for role, name in enumerate(rule.piles) if name not in used)
    if not _is_in_parts(rule, given):
        return move_sentence(rule.ast, emptied, given, made.reached)
    components = split_components(rule, given)
    if len(made.parts) > 1 or len(rule.names) == 1:
        parts = sorted(part for part in made.parts if any(part) or not rule.is_terminal_component(part))
        return component_move_sentence(rule.ast, components, component, parts)
    text = move_sentence(rule.ast, emptied, components[component], made.reached)
    if len(components) == 1:
        return text
    return f"in the {ordinal(component)} component, {rule.ast.tuple_text(components[component])}: {text}"


def list_options(rule: LinearRule, start: Position) -> list[Position]:
    """Return all options of a position, without repetition and with interchangeable piles sorted."""
    _refuse_if_huge(rule, start)
    if _is_in_parts(rule, start):
        reached = (option for _, _, option in component_moves(rule, split_components(rule, start)))
    else:
        reached = (sort_blocks(rule.blocks, made.parts[0]) for made in rule.family_moves(start))
    found: dict[Position, None] = {}
    most = _most_options(start)
    for option in reached:
        found[option] = None
        if len(found) > most:
            raise _too_many(rule, start, most)
    return list(found)


def _is_in_parts(rule: LinearRule, position: Position) -> bool:
    """Return whether a position or its options may be sums of several components."""
    return rule.splits or len(position) > len(rule.names)


def _family_moves(rule: LinearRule, position: Position) -> Iterator[tuple[int, FamilyMove, Position]]:
    """Yield every move from a position: the index of the changed component, the move (`FamilyMove`), and the option."""
    if _is_in_parts(rule, position):
        return component_moves(rule, split_components(rule, position))
    return ((0, made, sort_blocks(rule.blocks, made.reached)) for made in rule.family_moves(position))


def _most_options(position: Position) -> int:
    """Return the maximum number of options that may be listed; it is smaller for positions with many entries."""
    return min(MOST_OPTIONS, MOST_NUMBERS // max(1, len(position)))


def list_moves(rule: LinearRule, given: Position) -> list[Move]:
    """Return one move to each option of a position; in the sentences, piles are numbered as in the given position."""
    _refuse_if_huge(rule, given)
    found: dict[Position, Move] = {}
    most = _most_options(given)
    for component, made, option in _family_moves(rule, given):
        if option not in found:
            found[option] = Move.of(rule, given, made, option, component)
            if len(found) > most:
                raise _too_many(rule, given, most)
    return list(found.values())


def moves_by_option(rule: LinearRule, given: Position) -> dict[Position, list[Move]]:
    """Return all moves from a position, grouped by option; if several moves have the same sentence, return only one."""
    found: dict[Position, dict[str, Move]] = {}
    for component, made, option in _family_moves(rule, given):
        move = Move.of(rule, given, made, option, component)
        found.setdefault(option, {}).setdefault(move.sentence, move)
    return {option: list(moves.values()) for option, moves in found.items()}


def _too_many(rule: LinearRule, position: Position, most: int) -> OutOfReach:
    return OutOfReach(f"{rule.label}: {show_position(position)} has more than {most:,} options; use a smaller position")


def count_choices(rule: LinearRule, position: Position, most: int) -> int:
    """Count the values of choices that must be tried to list all moves of a position; stop counting above `most`."""
    total = 0
    for component in count_components(rule, position):
        total += _count_in_component(rule, component, most)
        if total > most:
            break
    return total


def _count_in_component(rule: LinearRule, component: Position, most: int) -> int:
    total = 0
    for enumerator in () if rule.is_ended(component) else rule.enumerators:
        for _, start in enumerator.starts(component):
            total += sum(loops.count(start, most) for loops in enumerator.loops)
            if total > most:
                return total
    return total


def refuse_if_many(rule: LinearRule, position: Position, most: int) -> None:
    """Raise an error if more than `most` values of choices must be tried to list all moves from a position."""
    if (found := count_choices(rule, position, most)) > most:
        raise OutOfReach(
            f"{rule.label}: listing the moves from {show_position(position)} tries at least {show_count(found)} "
            f"choices, more than {most:,}; use a smaller position"
        )


def _refuse_if_huge(rule: LinearRule, position: Position) -> None:
    """Raise an error if a pile is large and listing the moves would try too many values of choices."""
    if max(position) > MANY:
        refuse_if_many(rule, position, tried_limit())


def sample_options(rule: LinearRule, position: Position, random: Random, most: int = 200) -> list[Position]:
    """Return a random sample of the options of a position, without repetition; at least one option if any exists.

    >>> from sprague.rules import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> sorted(sample_options(nim, (1, 10**100), Random(1)))[:2] == [(0, 1), (0, 10**100)]
    True
    """
    found: dict[Position, None] = {}
    components = list(count_components(rule, position))
    for component in random.sample(components, min(len(components), most)):
        for option in _in_component(rule, component, random):
            whole = replace_component(rule, position, component, option)
            found[whole] = None
            if len(found) == most:
                return list(found)
    return list(found)


def _in_component(rule: LinearRule, component: Position, random: Random) -> Iterator[Position]:
    """Yield a sample of the options of a single component, with at least one option if any exists."""
    met = False
    for enumerator in () if rule.is_ended(component) else rule.enumerators:
        for order, start in islice(enumerator.starts(component), MOST_ASSIGNMENTS):
            for loops in enumerator.loops:
                for values in islice(_some(loops, start, random), MOST_CHOICES):
                    met = True
                    yield tuple(
                        height
                        for part in enumerator.family.parts
                        for height in sort_blocks(rule.blocks, enumerator.reached_by(part, order, values))
                    )
    if not met:
        for made in islice(rule.family_moves(component), 1):
            yield tuple(height for part in made.parts for height in sort_blocks(rule.blocks, part))


def _some(loops: ChoiceLoops, position: Mapping[str, int], random: Random) -> Iterator[dict[str, int]]:
    values = loops.start(position)
    if not loops.possible or any(guard.value(values) < 0 for guard in loops.guards):
        return
    if all(check.holds(values) for check in loops.guard_checks):
        yield from _descend(loops, values, 0, random)


def _descend(loops: ChoiceLoops, values: dict[str, int], depth: int, random: Random) -> Iterator[dict[str, int]]:
    if depth == len(loops.loops):
        yield values | {name: term.value(values) for name, term in loops.derived}
        return
    loop = loops.loops[depth]
    for number in _numbers(loop, values, random):
        loop.choose(values, number)
        visit = () if loop.visit is None else (loop.visit,)
        if all(check.holds(values) for check in (*loop.checks, *visit)):
            yield from _descend(loops, values, depth + 1, random)


def _numbers(loop: ChoiceLoop, values: Mapping[str, int], random: Random) -> list[int]:
    """Return a few values of a choice in random order, including the first and the last value."""
    if loop.tries(values) <= MOST_LISTED:
        listed = list(loop.range(values))
        ends = {0, len(listed) - 1} if listed else set()
        picked = [listed[place] for place in ends | {random.randrange(len(listed)) for _ in ends}]
    else:
        low, high = loop.between(values)
        picked = list({low, high, random.randint(low, high)})
    random.shuffle(picked)
    return picked
