"""Kernels that enumerate the options of a position in nested loops over choices: `merge_options`.

A *vector* consists of the entries of a position, the choices, their products and the number 1. So the value of a linear
term is a dot product. A product is computed as soon as its last factor is chosen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.indexing import DENSE, sort_blocks, sorted_position_index
from sprague.tables.kernels.states import is_settled, merge_value, value_to_merge

Array = Any  # any numpy array; numba infers the type, and mypy does not check kernels

LESS, AT_MOST, EQUAL, DIFFERENT, POWER, SQUARE, PRIME, DIVIDES, FALLING = 0, 1, 2, 3, 4, 5, 6, 7, 8
NOT = 16  # flag that negates POWER, SQUARE, PRIME or DIVIDES
FAILS, HOLDS, OVER = 0, 1, 2


class LoopArrays(NamedTuple):
    """The nested loops that enumerate options, as arrays; `sprague.tables.loop_arrays` builds them."""

    choices: Array  # array [family]: number of choices
    parts: Array  # array [family]: number of components (summands) of an option
    line: Array  # array [family]: 1 if the last choice moves the option along a line, and only FALLING checks end it
    target: Array  # array [family * entries + entry of a component, vector]: linear terms of the option's entries
    guards: Array  # array [guard, vector]: terms that must be nonnegative
    guard_start: Array  # array [family + 1]: index of the first guard of each family
    products: Array  # array [product, factor]: positions of the factors in the vector; -1 pads short rows
    product_place: Array  # array [product]: position of the product in the vector
    product_start: Array  # array [family, choice + 2]: first product before the choices, after each choice, and the end
    bounds: Array  # array [bound, vector]: the terms of the lower and upper bounds of choices
    divisors: Array  # array [bound]: the divisor of each bound
    bound_start: Array  # array [family, choice, 3]: index of the first lower bound, first upper bound, and the end
    visit: Array  # array [family, choice]: row of `members` to visit, or -1 to visit all numbers
    visit_moves: Array  # array [family, choice]: 1 to add `visit_term` to the row; if the term is 0, visit all numbers
    visit_term: Array  # array [family * choices + choice, vector]: terms whose divisors are visited
    members: Array  # the numbers to visit: all rows, concatenated
    member_start: Array  # array [row + 1]: start of each row in `members`
    checks: Array  # array [2 * check + side, vector]: the two terms of each check
    moduli: Array  # array [check, 2]: modulus of each side, or 0 for none; for POWER, the base
    relations: Array  # array [check]: code of the relation
    check_start: Array  # array [family, choice + 2]: first check before the loops, after each choice, and the end


def dot(rows, row, vector, count):
    """Kernel: return the dot product of a row of coefficients and a vector of piles and choices."""
    total = 0
    for i in range(count):
        total += rows[row, i] * vector[i]
    return total


def is_power(number, base):
    """Kernel: return whether a choice in a loop is a power of a base; 1 is a power."""
    if number < 1:
        return False
    while number % base == 0:
        number //= base
    return number == 1


def is_square(number):
    """Kernel: return whether a choice in a loop is a square number."""
    if number < 0:
        return False
    root = int(np.sqrt(number))
    # The rounded square root may be off by one.
    return root * root == number or (root + 1) * (root + 1) == number or (root - 1) * (root - 1) == number


def is_prime(number):
    """Kernel: return whether a choice in a loop is prime, by trial division."""
    if number < 4:
        return number > 1
    if number % 2 == 0 or number % 3 == 0:
        return False
    divisor = 5
    while divisor * divisor <= number:
        if number % divisor == 0 or number % (divisor + 2) == 0:
            return False
        divisor += 6
    return True


def relation_holds(relation, left, right, modulus):
    """Kernel: return whether a check in a loop over choices holds; the relation must not be FALLING."""
    if relation == LESS:
        return left < right
    if relation == AT_MOST:
        return left <= right
    if relation == EQUAL:
        return left == right
    if relation == DIFFERENT:
        return left != right
    kind = relation & ~NOT
    if kind == POWER:
        found = is_power(left, modulus)
    elif kind == SQUARE:
        found = is_square(left)
    elif kind == PRIME:
        found = is_prime(left)
    else:
        found = right % left == 0 if left else right == 0
    return found == (relation == kind)


def _checks_hold(vector, checks, moduli, relations, first, last):
    """Evaluate the checks from `first` to `last`; return FAILS, HOLDS, or OVER if all larger choices also fail."""
    width = vector.shape[0]
    held = HOLDS
    for c in range(first, last):
        left = dot(checks, 2 * c, vector, width)
        relation = relations[c]
        if relation == FALLING:
            if left < 0:
                held = OVER
                break
            continue
        right = dot(checks, 2 * c + 1, vector, width)
        modulus = moduli[c, 0]
        if relation & ~NOT != POWER and modulus:
            left %= modulus
        if moduli[c, 1]:
            right %= moduli[c, 1]
        if not relation_holds(relation, left, right, modulus):
            held = FAILS
            break
    return held


def _set_products(vector, products, places, first, last):
    """Compute the products from `first` to `last` of the vector; their factors are already in the vector."""
    for p in range(first, last):
        product = 1
        for f in range(products.shape[1]):
            if products[p, f] < 0:
                break
            product *= vector[products[p, f]]
        vector[places[p]] = product


def slope(rows, row, vector, choice, places, first, last):
    """Kernel: return the change of a linear term per unit of a choice in a loop over choices."""
    total = rows[row, choice]
    for p in range(first, last):
        total += rows[row, places[p]] * vector[places[p]]
    return total


def first_member(members, first, last, low):
    """Kernel: return the index of the first number >= `low` in a sorted list of numbers that a loop visits."""
    while first < last:
        middle = (first + last) // 2
        if members[middle] < low:
            first = middle + 1
        else:
            last = middle
    return first


def merge_options(state, values, vector, option, line, runs, loops, layout, mode, cap, good):
    """Kernel: enumerate the options of a position and merge their values into its state, in one function for numba.

    The position is in `vector`; the loop visits the families in order. The other arrays are working memory.
    `option` receives the piles of an option. `line` receives the option for last choice 0, and the change of the option
    when the last choice grows by 1. `runs` stores for each choice the end of its loop, and the next and the last index
    of the numbers that the loop visits.

    Numba counts references to arrays at every call. When the loop over lines was a separate function, a table of Trim
    took several times as long.
    """
    width, count = vector.shape[0], option.shape[0]
    # Take the arrays out of their tuples only once, because numba counts references at each access.
    choices, parts, lines, target = loops.choices, loops.parts, loops.line, loops.target
    guards, bounds, divisors, bound_start = loops.guards, loops.bounds, loops.divisors, loops.bound_start
    products, places, product_start = loops.products, loops.product_place, loops.product_start
    checks, moduli, relations, check_start = loops.checks, loops.moduli, loops.relations, loops.check_start
    visit, visit_moves, visit_term = loops.visit, loops.visit_moves, loops.visit_term
    members, member_start, guard_start = loops.members, loops.member_start, loops.guard_start
    kind, floor, reduced, blocks = layout.kind, layout.floor, layout.reduced, layout.blocks
    strides, below, before, start = layout.strides, layout.below, layout.before, layout.start
    by_step = kind == DENSE and blocks.shape[0] == 0  # the index grows by a fixed step along a line
    for family in range(choices.shape[0]):
        if is_settled(state, mode):
            break
        many = choices[family]
        first_row = family * (target.shape[0] // choices.shape[0])
        _set_products(vector, products, places, product_start[family, 0], product_start[family, 1])
        depth = 0
        for g in range(guard_start[family], guard_start[family + 1]):
            if dot(guards, g, vector, width) < 0:
                depth = -1
        if _checks_hold(vector, checks, moduli, relations, check_start[family, 0], check_start[family, 1]) != HOLDS:
            depth = -1
        entering = True
        while depth >= 0:
            if depth == many:
                # Most options have one component; the value of a sum is the nim-sum of the values of its components.
                value = 0
                number = 0
                for row in range(first_row, first_row + parts[family] * count, count):
                    for i in range(count):
                        option[i] = dot(target, row + i, vector, width)
                    sort_blocks(option, blocks)
                    number = sorted_position_index(option, kind, floor, reduced, strides, below, before, start)
                    value ^= values[number]
                merge_value(state, 0, value_to_merge(value, number, mode), mode, cap, good)
                depth = -1 if is_settled(state, mode) else depth - 1
                entering = False
                continue
            here = count + depth
            first, last = product_start[family, depth + 1], product_start[family, depth + 2]
            first_check, end_check = check_start[family, depth + 1], check_start[family, depth + 2]
            if entering:
                vector[here] = 0
                low = 0
                middle = bound_start[family, depth, 1]
                for b in range(bound_start[family, depth, 0], middle):
                    low = max(low, -(dot(bounds, b, vector, width) // -divisors[b]))
                high = 1 << 62
                for b in range(middle, bound_start[family, depth, 2]):
                    high = min(high, dot(bounds, b, vector, width) // divisors[b])
                at, end = -1, -1
                row = visit[family, depth]
                if row >= 0 and visit_moves[family, depth]:
                    number = abs(dot(visit_term, family * visit.shape[1] + depth, vector, width))
                    row = row + number if number else -1
                if row >= 0:
                    end = member_start[row + 1]
                    at = first_member(members, member_start[row], end, low)
                if depth == many - 1 and lines[family]:
                    # A term that is linear in the choice is given by its value for the choice 1 and by its slope.
                    vector[here] = 1
                    _set_products(vector, products, places, first, last)
                    for i in range(count):
                        line[1, i] = slope(target, first_row + i, vector, here, places, first, last)
                        line[0, i] = dot(target, first_row + i, vector, width) - line[1, i]
                    number_of_0, step = 0, 0
                    if by_step:
                        for i in range(count):
                            number_of_0 += (line[0, i] - floor) * strides[i]
                            step += line[1, i] * strides[i]
                    for c in range(first_check, end_check):
                        fall = -slope(checks, 2 * c, vector, here, places, first, last)
                        most = dot(checks, 2 * c, vector, width) + fall
                        if fall > 0:
                            high = min(high, most // fall)
                        elif most < 0:
                            high = -1
                    for n in range(high - low + 1 if at < 0 else end - at):
                        choice = low + n if at < 0 else members[at + n]
                        if choice > high:
                            break
                        number = number_of_0 + step * choice
                        if not by_step:
                            for i in range(count):
                                option[i] = line[0, i] + line[1, i] * choice
                            sort_blocks(option, blocks)
                            number = sorted_position_index(option, kind, floor, reduced, strides, below, before, start)
                        merge_value(state, 0, value_to_merge(values[number], number, mode), mode, cap, good)
                        if is_settled(state, mode):
                            break
                    depth = -1 if is_settled(state, mode) else depth - 1
                    entering = False
                    continue
                runs[depth, 0], runs[depth, 1], runs[depth, 2] = high, at, end
                choice = low
            else:
                choice = vector[here] + 1
            if runs[depth, 2] >= 0:
                choice = members[runs[depth, 1]] if runs[depth, 1] < runs[depth, 2] else runs[depth, 0] + 1
                runs[depth, 1] += 1
            held = OVER
            if choice <= runs[depth, 0]:
                vector[here] = choice
                _set_products(vector, products, places, first, last)
                held = HOLDS  # call only if there are checks: most loops have none, and a call is expensive
                if first_check < end_check:
                    held = _checks_hold(vector, checks, moduli, relations, first_check, end_check)
            entering = held == HOLDS
            if entering:
                depth += 1
            elif held == OVER:
                vector[here] = 0
                depth -= 1
