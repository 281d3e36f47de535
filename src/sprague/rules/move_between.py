"""Search for the move between two given positions, without enumerating all moves: `find_move`, `find_move_in_place`.

In a sum, a move replaces one component by one or several parts. All components of the sum that a move does not replace
stay the same. Positions omit empty components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice, permutations, product
from typing import NamedTuple

from sprague.errors import SpragueError
from sprague.language.positions import Position, show_position
from sprague.linear.constraints import natural_range, solve_equations
from sprague.linear.terms import Linear
from sprague.rules.domain import normalize_position
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.move_enumeration import FamilyMove
from sprague.rules.moves import Move
from sprague.rules.sums import count_components, split_components
from sprague.rules.symmetry import distinct_orders, role_assignments, sort_blocks

WAYS = 1_000  # maximum number of moves to an option that `find_move_in_place` compares


def find_move(rule: LinearRule, given: Position, wanted: Position) -> Move:
    """Return the move from the position `given` to its option `wanted`, whose interchangeable piles must be sorted."""
    found = next(_moves_made(rule, given, wanted), None)
    if found is None:
        raise _no_option(rule, given, wanted)
    place, made = found
    return Move.of(rule, given, made, wanted, place)


def find_move_in_place(rule: LinearRule, board: Position, wanted: Position) -> tuple[Move, Position]:
    """Return the move from a board to an option, and the board after the move, on which every pile keeps its place.

    If several moves lead to the option, the function prefers a move that leaves the piles in the order of `wanted`.

    >>> from sprague.rules import parse
    >>> wythoff = parse("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order")
    >>> move, stands = find_move_in_place(wythoff, (2, 1), (0, 1))
    >>> move.sentence, stands
    ('take 2 chips from the 1st pile', (0, 1))
    >>> find_move_in_place(wythoff, (2, 1), (1, 0))[0].sentence
    'take 1 chip from the 1st pile and 1 chip from the 2nd pile'
    """
    option, goal = normalize_position(rule, wanted), tuple(wanted)
    found: tuple[int, FamilyMove] | None = None
    for place, made in islice(_moves_made(rule, board, option), WAYS):
        for way in _alike(rule, board, place, made, goal):
            if _in_place(rule, board, *way, len(option)) == goal:
                return Move.of(rule, board, way[1], option, way[0]), goal
        found = found or (place, made)
    if found is None:
        raise _no_option(rule, board, option)
    place, made = found
    return Move.of(rule, board, made, option, place), _in_place(rule, board, place, made, len(option))


def _moves_made(rule: LinearRule, given: Position, wanted: Position) -> Iterator[tuple[int, FamilyMove]]:
    """Yield all moves from a position to an option: the index of the changed component, and the move (`FamilyMove`)."""
    for place, component, parts in _replacements(rule, given, wanted):
        yield from ((place, made) for made in _family_moves_to(rule, component, parts))


def _alike(
    rule: LinearRule, board: Position, place: int, made: FamilyMove, goal: Position
) -> Iterator[tuple[int, FamilyMove]]:
    """Yield a move (`FamilyMove`), then its variants with equal piles or components exchanged to match `goal`."""
    yield place, made
    components = split_components(rule, board)
    if len(components) > 1 or len(made.parts) > 1:
        yield from ((other, made) for other, one in enumerate(components) if one == components[place])
        return
    goes: dict[int, int] = {}  # maps the index of each pile to the index of the equal pile that replaces it
    for block in rule.blocks:
        reached, wanted = (Counter((board[pile], after[pile]) for pile in block) for after in (made.reached, goal))
        if reached != wanted:
            return
        free = list(block)
        for pile in block:
            changed = (board[pile], made.reached[pile])
            goes[pile] = next(other for other in free if (board[other], goal[other]) == changed)
            free.remove(goes[pile])
    order = [goes.get(pile, pile) for pile in made.order]
    reached_there = {goes.get(pile, pile): height for pile, height in enumerate(made.reached)}
    yield place, made._replace(order=order, parts=(tuple(reached_there[pile] for pile in range(len(board))),))


def _no_option(rule: LinearRule, given: Position, wanted: Position) -> SpragueError:
    return SpragueError(f"{rule.label}: no move leads from {show_position(given)} to {show_position(wanted)}")


def _in_place(rule: LinearRule, board: Position, place: int, made: FamilyMove, entries: int) -> Position:
    """Return the board after a move, on which the parts of the option replace the changed component.

    Empty components are removed until the board has at most `entries` entries.
    """
    components = split_components(rule, board)
    stands = [*components[:place], *made.parts, *components[place + 1 :]]
    while len(stands) * len(rule.names) > entries:
        stands.remove((0,) * len(rule.names))
    return tuple(chain(*stands))


class Attempt(NamedTuple):
    """A legal or illegal move between two positions.

    Attributes:
        family: The index of the family of the move.
        values: The values of piles and choices, by name.
        places: A dictionary from the name of each pile in the move to the index of the pile on the board.
    """

    family: int
    values: dict[str, int]
    places: dict[str, int]


def find_attempts(rule: LinearRule, given: Position, wanted: Position) -> Iterator[Attempt]:
    """Search between two positions for legal or illegal moves (`Attempt`) whose choices the positions determine."""
    for place, component, parts in _replacements(rule, given, wanted):
        for number, order, reached in _candidates(rule, component, parts):
            places = {name: place * len(rule.names) + pile for name, pile in zip(rule.names, order, strict=True)}
            start = {name: component[pile] for name, pile in zip(rule.names, order, strict=True)}
            choices = rule.constraints[number].choices
            # The first attempt ignores the equations among the conditions of a move, because an illegal move may
            # violate them. The last attempts ignore the remembered numbers, because the given option may have wrong
            # remembered numbers.
            for names, with_equations in product((rule.names, rule.piles), (False, True)):
                solved = _determined(rule, number, order, start, reached, names, with_equations) or {}
                if all(name in solved and solved[name].is_constant for name in choices):
                    yield Attempt(number, start | {name: solved[name].constant for name in choices}, places)
                    break


def _replacements(
    rule: LinearRule, given: Position, wanted: Position
) -> Iterator[tuple[int, Position, list[Position]]]:
    """Yield each component that a move between two positions may have replaced, with its index and its replacement."""
    if not rule.takes_sums:
        yield 0, given, [wanted]
        return
    reached = Counter(count_components(rule, wanted))
    components = count_components(rule, given)
    places = {component: place for place, component in reversed([*enumerate(split_components(rule, given))])}
    before: Counter[Position] = Counter()
    for component, number in components.items():
        before[sort_blocks(rule.blocks, component)] += number
    seen: set[Position] = set()
    for component in components:
        one = sort_blocks(rule.blocks, component)
        if one in seen:
            continue
        seen.add(one)
        stay = Counter({other: number - (other == one) for other, number in before.items()})
        gone = stay - reached
        if all(not any(other) and rule.is_terminal_component(other) for other in gone):
            yield places[component], component, sorted((reached - stay).elements())


def _family_moves_to(rule: LinearRule, given: Position, wanted: list[Position]) -> Iterator[FamilyMove]:
    """Yield all moves (`FamilyMove`) from a component to the parts in `wanted`, where empty parts may be missing."""
    if rule.is_ended(given):
        return
    for number, order, reached in _candidates(rule, given, wanted):
        if (choice := _choice(rule, number, order, given, reached)) is not None:
            yield FamilyMove(number, order, choice, reached)


def _candidates(
    rule: LinearRule, given: Position, wanted: list[Position]
) -> Iterator[tuple[int, list[int], tuple[Position, ...]]]:
    """Yield candidates for a move to an option: a move family, an assignment of piles to roles, and the new parts."""
    for number, enumerator in enumerate(rule.enumerators):
        missing = len(rule.families[number].parts) - len(wanted)
        for parts in _orders_of_parts(rule, wanted, missing):
            for order in role_assignments(given, enumerator.classes):
                placed = [_placements(rule, number, part, order, given, one) for part, one in enumerate(parts)]
                yield from ((number, order, reached) for reached in product(*placed))


def _orders_of_parts(rule: LinearRule, wanted: list[Position], missing: int) -> Iterator[tuple[Position, ...]]:
    """Yield the parts of an option in every order, after adding `missing` empty parts."""
    nothing = (0,) * len(rule.names)
    if missing == 0 or (missing > 0 and rule.is_terminal_component(nothing)):
        yield from dict.fromkeys(permutations([*wanted, *[nothing] * missing]))


def _placements(
    rule: LinearRule, number: int, part: int, order: Sequence[int], given: Position, wanted: Position
) -> Iterator[Position]:
    """Yield a part of the option with its interchangeable piles in every order; unchanged piles stay in place."""
    kept = {order[rule.names.index(name)] for name in rule.constraints[number].alone[part].kept}
    stay = list(wanted)
    # For each block of interchangeable piles, `free` lists the piles that may change, and `heights` lists their new
    # values.
    free: list[list[int]] = []
    heights: list[list[int]] = []
    for block in rule.blocks:
        rest = [wanted[place] for place in block]
        for place in kept.intersection(block):
            if given[place] not in rest:
                return
            rest.remove(given[place])
            stay[place] = given[place]
        free.append([place for place in block if place not in kept])
        heights.append(rest)
    for orders in distinct_orders(heights):
        reached = stay.copy()
        for place, height in zip(chain(*free), chain(*orders), strict=True):
            reached[place] = height
        yield tuple(reached)


def _choice(
    rule: LinearRule, number: int, order: Sequence[int], given: Position, reached: tuple[Position, ...]
) -> dict[str, int] | None:
    """Return the choices of a move from the component `given` to the parts `reached`, or None if no move exists."""
    enumerator, family, choices = rule.enumerators[number], rule.families[number], rule.constraints[number].choices
    start = {name: given[pile] for name, pile in zip(rule.names, order, strict=True)}
    solved = _determined(rule, number, order, start, reached, rule.names)
    if solved is None:
        return None
    solved |= _squeezed(rule.constraints[number], start, solved)
    # Search the legal choices if the option does not determine all choices.
    if all(name in solved and solved[name].is_constant for name in choices):
        candidates: Iterable[dict[str, int]] = [start | {name: solved[name].constant for name in choices}]
    else:
        candidates = chain(*(loops.run(start, count()) for loops in enumerator.loops))
    for values in candidates:
        legal = all(values[name] >= 0 for name in choices) and all(part.holds(values) for part in family.where)
        if legal and tuple(enumerator.reached_by(part, order, values) for part in family.parts) == reached:
            return {name: values[name] for name in choices}
    return None


def _determined(
    rule: LinearRule,
    number: int,
    order: Sequence[int],
    start: dict[str, int],
    reached: tuple[Position, ...],
    asked: Sequence[str],
    with_equations: bool = True,
) -> dict[str, Linear] | None:
    """Return the choices that lead to the new values of the entries in `asked`, or None if no choices do.

    If `with_equations` is true, the equations among the conditions of the move family are used as well.
    """
    facts = rule.constraints[number]
    before = {name: Linear.of(height) for name, height in start.items()}
    before |= {product.name: product.given(start) for product in facts.products}
    terms = [
        part[name].substitute(before) - position[pile]
        for part, position in zip(facts.parts, reached, strict=True)
        for name, pile in zip(rule.names, order, strict=True)
        if name in part and name in asked
    ]
    terms += [term.substitute(before) for term in facts.equations if with_equations]
    solved, rest = solve_equations(terms, facts.choices)
    if any(term != Linear() for term in rest if term.is_constant):
        return None
    fixed: dict[str, Linear] = {}
    for term in rest:
        if len(term.coefficients) == 1:
            ((name, factor),) = term.coefficients
            if term.constant % factor:
                return None
            fixed[name] = Linear.of(-term.constant // factor)
    return {name: term.substitute(fixed) for name, term in solved.items()} | fixed


def _squeezed(facts: MoveConstraints, start: Mapping[str, int], solved: Mapping[str, Linear]) -> dict[str, Linear]:
    """Given the choices in `solved`, return the further choices for which the inequalities allow only one value.

    For example, 2q <= 7 <= 2q + 1 determines the choice q.
    """
    known = {name: Linear.of(height) for name, height in start.items()}
    known |= {name: term for name, term in solved.items() if term.is_constant}
    found: dict[str, Linear] = {}
    for name in facts.choices:
        if name in known:
            continue
        lowest, highest = natural_range(name, (term.substitute(known) for term in facts.inequalities))
        if lowest == highest:
            known[name] = found[name] = Linear.of(lowest)
    return found
