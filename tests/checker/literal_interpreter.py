"""A literal interpreter of the trees of certificates: the oracle for the checker and for rules.

The interpreter computes with numbers only: it evaluates terms and formulas, and finds the moves of a position by trying
all choices up to a bound. The interpreter shares no code with `sprague.rules` or with the automata of the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from sprague.checker.trees import Move, Rule, free_names

Position = tuple[int, ...]
#: An integer m and an integer n stand for m·Ω + n.
Value = tuple[int, int]
RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    "<": lambda one, two: one < two,
    "<=": lambda one, two: one <= two,
    "=": lambda one, two: one == two,
    "!=": lambda one, two: one != two,
    ">=": lambda one, two: one >= two,
    ">": lambda one, two: one > two,
}


class Undefined(Exception):
    """A function is applied to a value for which it is not defined."""


def holds(formula: Any, values: Mapping[str, int], most: int = 40) -> bool:
    """Whether a formula is true; quantified numbers are tried up to `most` where they have no bound."""
    match formula:
        case ("and", *parts):
            return all(holds(part, values, most) for part in parts)
        case ("or", *parts):
            return any(holds(part, values, most) for part in parts)
        case ("not", part):
            return not holds(part, values, most)
        case ("exists", name, body, *bound):
            if bound:
                try:
                    omega, limit = value(bound[0], values)
                except Undefined:
                    return False
                assert not omega
            else:
                limit = most
            return any(holds(body, {**values, name: number}, most) for number in range(limit + 1))
        case ("compare", *parts):
            links = zip(parts[:-2:2], parts[1::2], parts[2::2], strict=True)
            return all(_compare(left, relation, right, values) for left, relation, right in links)
        case ("in", term, ranges):
            return any(holds(("compare", low, "<=", term, "<=", high), values) for low, high in ranges)
        case ("power", term, base):
            number = _natural(term, values)
            return number is not None and any(number == base**power for power in range(number.bit_length() + 1))
        case ("columns", terms, base, modulus):
            numbers = [_natural(term, values) for term in terms]
            if None in numbers:
                return False
            words = [digits(number or 0, (base,)) for number in numbers]
            longest = max(map(len, words))
            return all(sum(column) % modulus == 0 for column in zip(*(_filled(w, longest) for w in words), strict=True))
        case ("program", program):
            numbers = [_natural(term, values) for term in program.terms]
            return None not in numbers and run_program(program, [number or 0 for number in numbers])
    raise AssertionError(formula)


def _compare(left: Any, relation: str, right: Any, values: Mapping[str, int]) -> bool:
    """Compare the difference with 0, after equal functions have been added up."""
    calls: dict[Any, int] = {}
    constant = _expand(("-", left, right), values, 1, calls)
    total = (0, constant)
    try:
        for call, factor in calls.items():
            if factor:
                omega, number = value(call, values)
                total = total[0] + factor * omega, total[1] + factor * number
    except Undefined:
        return False
    return RELATIONS[relation](total, (0, 0))


def _expand(term: Any, values: Mapping[str, int], factor: int, calls: dict[Any, int]) -> int:
    match term:
        case int():
            return factor * term
        case str():
            return factor * values[term]
        case ("+", *terms):
            return sum(_expand(one, values, factor, calls) for one in terms)
        case ("-", left, right):
            return _expand(left, values, factor, calls) + _expand(right, values, -factor, calls)
        case ("*", number, one):
            return _expand(one, values, factor * number, calls)
    calls[term] = calls.get(term, 0) + factor
    return 0


def value(term: Any, values: Mapping[str, int]) -> Value:
    """The value of a term."""
    calls: dict[Any, int] = {}
    omega, number = 0, _expand(term, values, 1, calls)
    for call, factor in calls.items():
        if factor:
            more, rest = _function(call, values)
            omega, number = omega + factor * more, number + factor * rest
    return omega, number


def _function(call: Any, values: Mapping[str, int]) -> Value:
    match call:
        case ("div", term, divisor):
            return 0, _integer(term, values) // divisor
        case ("mod", term, modulus):
            return 0, value(term, values)[1] % modulus
        case ("min", *terms):
            return min(value(one, values) for one in terms)
        case ("max", *terms):
            return max(value(one, values) for one in terms)
        case ("abs", term):
            omega, number = value(term, values)
            return max((omega, number), (-omega, -number))
        case ("xor" | "bitand" | "bitor" as word, *terms):
            numbers = [_defined(one, values) for one in terms]
            result = numbers[0]
            for number in numbers[1:]:
                result = {"xor": result ^ number, "bitand": result & number, "bitor": result | number}[word]
            return 0, result
        case ("valuation", base, term):
            return _zeros(abs(value(term, values)[1]), (base,))
        case ("lowest", base, term):
            omega, number = value(term, values)
            if omega < 0 or (not omega and number < 0):
                raise Undefined
            many, zeros = _zeros(abs(number), (base,))
            return (1, 0) if many else (0, base**zeros)
        case ("fib_zeros", times, term):
            return _zeros(_defined(term, values), (times, 1))
        case ("fib_low", times, term):
            many, zeros = _zeros(_defined(term, values), (times, 1))
            return (1, 0) if many else (0, number_of([1, *[0] * zeros], (times, 1)))
        case ("fib_shift", times, term):
            return 0, number_of([*digits(_defined(term, values), (times, 1)), 0], (times, 1))
    raise AssertionError(call)


def _integer(term: Any, values: Mapping[str, int]) -> int:
    omega, number = value(term, values)
    if omega:
        raise Undefined
    return number


def _defined(term: Any, values: Mapping[str, int]) -> int:
    number = _integer(term, values)
    if number < 0:
        raise Undefined
    return number


def _natural(term: Any, values: Mapping[str, int]) -> int | None:
    try:
        return _defined(term, values)
    except Undefined:
        return None


def _zeros(number: int, numeration: tuple[int, ...]) -> Value:
    if not number:
        return 1, 0
    word = digits(number, numeration)
    return 0, len(word) - len("".join(map(chr, word)).rstrip("\0"))


def _weights(numeration: tuple[int, ...], most: int) -> list[int]:
    if len(numeration) == 1:
        found = [1]
        while found[-1] <= most:
            found.append(found[-1] * numeration[0])
        return found
    times, _ = numeration
    found = [1, times + 1]
    while found[-1] <= most:
        found.append(times * found[-1] + found[-2])
    return found


def digits(number: int, numeration: tuple[int, ...]) -> list[int]:
    """The greedy digits of a number in a base, or in the numeration (k, 1)."""
    word: list[int] = []
    for weight in reversed(_weights(numeration, number)):
        digit, number = divmod(number, weight)
        if word or digit:
            word.append(digit)
    return word


def number_of(word: Sequence[int], numeration: tuple[int, ...]) -> int:
    """The number with these digits."""
    weights = _weights(numeration, 1)
    while len(weights) < len(word):
        weights.append(numeration[0] * weights[-1] + (weights[-2] if len(numeration) > 1 else 0))
    return sum(digit * weight for digit, weight in zip(reversed(word), weights, strict=False))


def _filled(word: Sequence[int], length: int) -> list[int]:
    return [0] * (length - len(word)) + list(word)


def run_program(program: Any, numbers: Sequence[int]) -> bool:
    """Whether a column program is true of some numbers."""
    words = [digits(number, program.numeration) for number in numbers]
    longest = max(map(len, words))
    columns = list(zip(*(_filled(word, longest) for word in words), strict=True))
    stages = {name: (ends, lines) for name, ends, lines in program.stages}
    stage, groups, may_end = program.first, list(program.groups), True
    for place, column in enumerate(columns):
        line = next((one for one in stages[stage][1] if all(_fits(g, column, groups) for g in one.guards)), None)
        is_last = place == len(columns) - 1
        if line is None or line.to == "no":
            return False
        if line.to == "yes":
            return bool(line.may_be_last or not is_last)
        if line.to == "last":
            return bool(is_last and line.may_be_last)
        moved = list(groups)
        for number, (digit, group) in enumerate(zip(column, groups, strict=True)):
            for wanted, source, to in line.regroup:
                if source == group and wanted in (None, digit):
                    moved[number] = to
                    break
        stage, groups, may_end = line.to, moved, line.may_be_last
    return bool(may_end and stages[stage][0])


def _fits(guard: Any, column: Sequence[int], groups: Sequence[str]) -> bool:
    if not guard.group:
        return any(all(w in (-1, d) for w, d in zip(one, column, strict=True)) for one in guard.patterns)
    inside = [digit for digit, group in zip(column, groups, strict=True) if group == guard.group]
    count = sum(inside) if guard.digit is None else sum(digit == guard.digit for digit in inside)
    return (count % guard.modulus if guard.modulus is not None else count) in guard.counts


# ------------------------------------------------------------------------------ rules


def is_position(rule: Rule, entries: Sequence[int]) -> bool:
    """Whether a tuple is a position."""
    high = all(pile >= rule.least_pile for pile in entries[: len(rule.piles)])
    return min(entries) >= 0 and high and holds(rule.positions, dict(zip(rule.entries, entries, strict=True)))


def options(rule: Rule, position: Position, most: int) -> set[Position]:
    """The options of a position, sorted within the lists of `any_order`; choices are tried up to `most`."""
    values = dict(zip(rule.entries, position, strict=True))
    if holds(rule.stop, values) or holds(rule.win, values):
        return set()
    found = set()
    for arranged in _arrangements(rule, position):
        for move, places in _shifts(rule):
            for reached in _reached(rule, move, places, arranged, most):
                if is_position(rule, reached):
                    found.add(sort(rule, reached))
    return found


def _reached(rule: Rule, move: Move, places: Mapping[str, str], position: Position, most: int) -> Iterator[Position]:
    """The tuples that a shifted move reaches: entry e of the move is at the place of entry `places[e]`."""
    at = dict(zip(rule.entries, position, strict=True))
    values = {entry: at[places[entry]] for entry in rule.entries}
    choices = rule.choices(move)
    for chosen in product(range(most + 1), repeat=len(choices)):
        both = {**values, **dict(zip(choices, chosen, strict=True))}
        if not holds(move.where, both):
            continue
        result = dict(at)
        try:
            for entry, term in zip(rule.entries, move.to, strict=True):
                if term != entry:
                    result[places[entry]] = _integer(term, both)
        except Undefined:
            continue
        yield tuple(result[entry] for entry in rule.entries)


def _shifts(rule: Rule) -> Iterator[tuple[Move, dict[str, str]]]:
    """Every move with every shift along circles and rows: a map from each entry to the entry whose place it takes."""
    for move in rule.moves:
        mentioned = set(free_names(move.where))
        for entry, term in zip(rule.entries, move.to, strict=True):
            if term != entry:
                mentioned |= {entry} | free_names(term)
        lists = [(group, True) for group in rule.circles] + [(group, False) for group in rule.rows]
        for shift in product(*(range(-len(group) + 1, len(group)) for group, _ in lists)):
            places = {entry: entry for entry in rule.entries}
            fits = True
            for (group, is_circle), by in zip(lists, shift, strict=True):
                for index, pile in enumerate(group):
                    inside = 0 <= index + by < len(group)
                    if pile in mentioned and not inside and not is_circle:
                        fits = False
                    if is_circle or inside:
                        places[pile] = group[(index + by) % len(group)]
            if fits:
                yield move, places


def _arrangements(rule: Rule, position: Position) -> Iterator[Position]:
    place = {entry: number for number, entry in enumerate(rule.entries)}
    groups = [[place[pile] for pile in group] for group in rule.any_order]
    for orders in product(*(permutations(group) for group in groups)):
        arranged = list(position)
        for group, order in zip(groups, orders, strict=True):
            for target, source in zip(group, order, strict=True):
                arranged[target] = position[source]
        yield tuple(arranged)


def sort(rule: Rule, position: Sequence[int]) -> Position:
    """The position with the piles of each list of `any_order` in ascending order."""
    place = {entry: number for number, entry in enumerate(rule.entries)}
    found = list(position)
    for group in rule.any_order:
        places = [place[pile] for pile in group]
        for target, number in zip(places, sorted(position[one] for one in places), strict=True):
            found[target] = number
    return tuple(found)
