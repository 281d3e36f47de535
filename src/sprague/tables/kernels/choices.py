"""Kernels that test the conditions of enumerated moves.

As in `sprague.tables.kernels.fill`, where the loops stand that use them, a *vector* is (piles of the position, choices,
products, 1), so that a linear term is a dot product. Products are computed as soon as their last factor is chosen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = Any  # numpy arrays; numba sees their types, mypy need not

LESS, AT_MOST, EQUAL, DIFFERENT, POWER, SQUARE, PRIME, DIVIDES, FALLING = 0, 1, 2, 3, 4, 5, 6, 7, 8
NOT = 16  # added to POWER, SQUARE, PRIME or DIVIDES
FAILS, HOLDS, OVER = 0, 1, 2


class Loops(NamedTuple):
    """Families whose options are enumerated; see `sprague.tables.loop_arrays`."""

    choices: Array  # [family] how many
    parts: Array  # [family] how many positions an option is the sum of
    line: Array  # [family] 1 if options lie on a line while the last choice runs, and only FALLING checks end it
    target: Array  # [family * entries + part and place, vector]
    guards: Array  # [guard, vector]
    guard_start: Array  # [family + 1]
    products: Array  # [product, factor] places of the factors, -1 for none
    product_place: Array  # [product]
    product_start: Array  # [family, choice + 2] products of the position, after each choice, end
    bounds: Array  # [bound, vector]
    divisors: Array  # [bound]
    bound_start: Array  # [family, choice, 3] lower bounds, upper bounds, end
    visit: Array  # [family, choice] the row of numbers to visit, or -1 for all numbers
    visit_moves: Array  # [family, choice] 1 if the size of a term is added to that row; where it is 0, for all numbers
    visit_term: Array  # [family * choices + choice, vector]
    members: Array  # the numbers of all rows
    member_start: Array  # [row + 1]
    checks: Array  # [2 * check + side, vector]
    moduli: Array  # [check, 2] modulus, or 0; for POWER the base
    relations: Array  # [check]
    check_start: Array  # [family, choice + 2] checks before the loops, after each choice, end


def dot(rows, row, vector, count):
    """A row of coefficients times a vector."""
    total = 0
    for i in range(count):
        total += rows[row, i] * vector[i]
    return total


def is_power(number, base):
    if number < 1:
        return False
    while number % base == 0:
        number //= base
    return number == 1


def is_square(number):
    if number < 0:
        return False
    root = int(np.sqrt(number))
    # A root that was rounded may be one off.
    return root * root == number or (root + 1) * (root + 1) == number or (root - 1) * (root - 1) == number


def is_prime(number):
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


def is_so(relation, left, right, modulus):
    """Whether one of the relations other than FALLING holds; of POWER the modulus is the base."""
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


def checks_hold(vector, checks, moduli, relations, first, last):
    """Whether the checks from first to last hold: FAILS, HOLDS, or OVER if larger choices fail as well."""
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
        if not is_so(relation, left, right, modulus):
            held = FAILS
            break
    return held


def set_products(vector, products, places, first, last):
    """The products from first to last, whose factors are known."""
    for p in range(first, last):
        product = 1
        for f in range(products.shape[1]):
            if products[p, f] < 0:
                break
            product *= vector[products[p, f]]
        vector[places[p]] = product


def slope(rows, row, vector, choice, places, first, last):
    """What a row grows by with the choice at this place, where it is 1 and the products from first to last have it."""
    total = rows[row, choice]
    for p in range(first, last):
        total += rows[row, places[p]] * vector[places[p]]
    return total


def first_member(members, first, last, low):
    """The place of the first member between two places that is not below `low`, by halving."""
    while first < last:
        middle = (first + last) // 2
        if members[middle] < low:
            first = middle + 1
        else:
            last = middle
    return first
