"""`candidate_conditions` yields short conditions, as text, from which formulas are built.

The candidates are the usual conditions in theorems about pile games: bounds, residues, differences of two piles,
nim-sums, columns of digits, 2-adic valuations and Fibonacci digits. The candidates depend on the numeration of the
automaton: `xor` is used in base 2, `v3` in base 3, `fib_shift` in Fibonacci digits, and `fib3_shift` in the numeration
of the recurrence 3,1.

>>> from sprague.rules import parse
>>> nim = parse("(a, b) -> (u, b) where u < a any order")
>>> known = list(candidate_conditions(nim, BINARY))
>>> "xor = 0" in known, "even(v2(a - b))" in known, "a = b + 1" in known, "b = fib_shift(a)" in known
(True, True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, count, permutations

from sprague.automata.numeration import BINARY, FIBONACCI, Numeration
from sprague.rules.ruleset import Ruleset

BOUNDS = 5  # number of constants tried as a bound on one term
SHIFTS = 3  # largest constant in a difference of two piles
MODULI = (2, 3, 4, 5)  # moduli of residues
MANY = 5  # maximum number of entries for which conditions on three entries are candidates


def candidate_conditions(rule: Ruleset, numeration: Numeration) -> Iterator[str]:
    """Yield the candidate conditions for a rule and a numeration, each once; conditions on all piles come first."""
    seen: set[str] = set()
    for text in _all_shapes(rule, numeration):
        if text not in seen:
            seen.add(text)
            yield text


def unused_name(rule: Ruleset) -> str:
    """Return a variable name for conditions of the form `all piles x: …` that the rule does not use."""
    names = chain(("x", "y", "z", "n"), (f"x{number}" for number in count(1)))
    return next(name for name in names if name not in rule.names)


def _all_shapes(rule: Ruleset, numeration: Numeration) -> Iterator[str]:
    piles = rule.piles
    number = numeration.base
    if len(piles) > 1:
        yield from _of_all(piles, rule.floor)
        if number is not None:
            yield from _digits_of_all(piles, number, unused_name(rule))
            yield from _counted_from(piles, number, rule.floor)
    # If many piles are interchangeable, only conditions on all piles are candidates, as there are too many orderings.
    many = {rule.names[place] for block in rule.blocks if len(block) > MANY for place in block}
    single = [name for name in rule.names if name not in many]
    for name in single:
        yield from _of_one(name, rule.lowest(name), numeration)
    for one, two in permutations(single, 2):
        yield from _of_two(one, two, numeration)
    if len(rule.names) <= MANY:
        for one, two in combinations(rule.names, 2):
            for three in rule.names:
                if three not in (one, two):
                    yield from _of_three(one, two, three, numeration)
        if numeration == BINARY:
            for size in range(4, len(rule.names)):
                yield from (f"{' xor '.join(some)} = 0" for some in combinations(rule.names, size))
    if numeration == BINARY:
        for name in rule.names:
            if name not in piles or len(piles) <= 2:
                yield from _below_a_power(name, [pile for pile in piles if pile != name])


def _of_all(piles: Sequence[str], floor: int) -> Iterator[str]:
    for parity in ("odd", "even"):
        yield f"all piles {parity}"
        yield f"some pile {parity}"
        for number in range(1, len(piles)):
            yield f"exactly {number} piles {parity}"
            yield f"at least {number} piles {parity}"
    yield from (
        "all piles equal",
        "some two piles equal",
        "no two piles equal",
        "2max = sum",
        "2max < sum",
        "2max > sum",
    )
    for extreme in ("max", "min"):
        yield from (f"exactly {number} piles = {extreme}" for number in range(1, len(piles)))
    yield from _bounds("max", floor)
    yield from _bounds("min", floor)
    yield from (f"{word} pile = {floor + more}" for word in ("some", "no") for more in range(BOUNDS))
    for number in range(1, len(piles) - 1):  # in this sample, the other piles have their least height
        yield f"at most {number} {'pile' if number == 1 else 'piles'} >= {floor + 1}"
    yield from (f"max - min {relation} {bound}" for bound in range(1, BOUNDS) for relation in ("<=", ">", "="))
    yield from _bounds("sum", floor * len(piles), 2 * BOUNDS)
    yield from (f"sum = {floor * len(piles) + more}" for more in range(1, 2 * BOUNDS))
    for modulus in MODULI:
        yield from (_residue("sum", modulus, residue) for residue in range(modulus))


def _digits_of_all(piles: Sequence[str], number: int, any_pile: str) -> Iterator[str]:
    if number == 2:
        yield from (f"xor = {value}" for value in range(8))
        less = ", ".join(f"{pile} - 1" for pile in piles)
        yield from (f"low2(bitor({less}) + 1) = {1 << exponent}" for exponent in range(4))
    base = "" if number == 2 else f" base {number}"
    for modulus in range(2 if number > 2 else 3, 6):
        yield f"all columns{base} mod {modulus} = 0"
    if number > 2:
        for added in range(1, number * number):
            yield f"all columns({', '.join(piles)}, {added}) base {number} mod {number} = 0"
    yield " = ".join(f"v{number}({pile})" for pile in piles)
    for word in ("even", "odd"):
        yield f"{word}(v{number}(sum))"
        yield f"all piles {any_pile}: {word}(v{number}({any_pile}))"


def _counted_from(piles: Sequence[str], number: int, floor: int) -> Iterator[str]:
    """Yield conditions on the piles after subtracting their minimum, or one more than their minimum."""
    for least in sorted({floor, floor + 1} - {0}):
        less = ", ".join(f"{pile} - {least}" for pile in piles)
        if number == 2:
            yield from (f"xor({less}) = {value}" for value in range(2))
        base = "" if number == 2 else f" base {number}"
        for modulus in range(2 if number > 2 else 3, 6):
            yield f"all columns({less}){base} mod {modulus} = 0"


def _bounds(term: str, lowest: int, count: int = BOUNDS) -> Iterator[str]:
    yield f"{term} = {lowest}"
    yield from (f"{term} <= {bound}" for bound in range(lowest + 1, lowest + count))
    yield from (f"{term} >= {bound}" for bound in range(lowest + 1, lowest + count + 1))


def _residue(term: str, modulus: int, residue: int) -> str:
    if modulus == 2:
        return f"{term} is {'odd' if residue else 'even'}"
    return f"{term} mod {modulus} = {residue}"


def _of_one(name: str, lowest: int, numeration: Numeration) -> Iterator[str]:
    yield from _bounds(name, lowest)
    yield from (f"{name} = {bound}" for bound in range(lowest + 1, lowest + BOUNDS))
    yield from (f"{name} != {bound}" for bound in range(lowest + 1, lowest + BOUNDS))
    for modulus in MODULI[:-1]:
        yield from (_residue(name, modulus, residue) for residue in range(modulus))
    yield from _parities(name, numeration)
    if numeration.base is not None:
        yield f"{name} power of {numeration.base}"


def _parities(term: str, numeration: Numeration) -> Iterator[str]:
    """Yield the conditions that the number of trailing zeros of a term is even or odd."""
    if (like := fibonacci_prefix(numeration)) is not None or numeration.base is not None:
        zeros = f"{like}_zeros" if like else f"v{numeration.base}"
        yield from (f"even({zeros}({term}))", f"odd({zeros}({term}))")


def fibonacci_prefix(numeration: Numeration) -> str | None:
    """Return the prefix in the names of digit functions: fib for Fibonacci digits, fib3 for the recurrence 3,1."""
    match numeration.recurrence:
        case (int(times), 1):
            return "fib" if times == 1 else f"fib{times}"
    return None


def _of_two(one: str, two: str, numeration: Numeration) -> Iterator[str]:
    number = numeration.base
    if one < two:
        yield from (f"{one} = {two}", f"{one} != {two}", f"{one} + {two} is even", f"{one} + {two} is odd")
        for modulus in (3, 4):
            yield f"{one} mod {modulus} = {two} mod {modulus}"
            yield from (f"({one} + {two}) mod {modulus} = {residue}" for residue in range(modulus))
        if number is not None:
            yield from _parities(f"{one} - {two}", numeration)
            yield f"v{number}({one}) = v{number}({two})"
        if number == 2:
            yield f"bitand({one}, {two}) = 0"
    yield from (f"{one} < {two}", f"{one} <= {two}", f"{one} = 2{two}", f"{one} <= 2{two}", f"{one} > 2{two}")
    for shift in range(1, SHIFTS + 1):
        term = f"{two} + {shift}"
        yield from (f"{one} = {term}", f"{one} != {term}", f"{one} <= {term}", f"{one} > {term}")
    yield from (f"{one} = 2{two} + 1", f"{one} + 1 = 2{two}")
    if (like := fibonacci_prefix(numeration)) is not None:
        shifted = f"{like}_shift({two})"
        yield from (f"{one} = {shifted}", f"{one} = {shifted} + 1", f"{one} + 1 = {shifted}", f"{one} <= {shifted}")
        yield from golden_ratio_bounds(one, two, numeration)
    elif number is not None:
        yield f"v{number}({one}) < v{number}({two})"


def golden_ratio_bounds(one: str, two: str, numeration: Numeration) -> Iterator[str]:
    """Yield candidate conditions that the ratio of two numbers is below or above the golden ratio.

    The conditions use Fibonacci digits: if n is the integer part of the golden ratio times b, then n - 1 is
    `fib_shift(b - 1)`, which appends a zero to the Fibonacci digits of b - 1.
    """
    if numeration == FIBONACCI:
        yield from (f"{one} <= fib_shift({two} - 1) + 1", f"not {one} <= fib_shift({two} - 1) + 1")


def _of_three(one: str, two: str, three: str, numeration: Numeration) -> Iterator[str]:
    yield from (f"{one} + {two} = {three}", f"{one} + {two} <= {three}", f"{one} + {two} > {three}")
    twice = f"{one} + {two} - 2{three}"
    yield from (f"{one} + {two} = 2{three}", f"-1 <= {twice} <= 1", f"-2 <= {twice} <= 2")
    if numeration == BINARY:
        yield f"{one} xor {two} = {three}"
        # Nim-sums of shifted numbers occur in theorems about chocolate bars (S. Nakamura and R. Miyadera).
        yield from (f"xor({one} + {shift}, {two} + {shift}, {three}) = 0" for shift in range(1, SHIFTS + 1))


def _below_a_power(name: str, piles: Sequence[str]) -> Iterator[str]:
    """Yield comparisons of an entry with the greatest power of two that divides a sum or nim-sum of piles."""
    if not piles:
        return
    total, nim_sum = " + ".join(piles), " xor ".join(piles)
    terms = [nim_sum, total]
    for shift in range(1, BOUNDS):
        terms += [f"{nim_sum} xor {shift}", f"{total} + {shift}", f"{total} - {shift}"]
    for term in dict.fromkeys(terms):
        yield from (f"{name} < low2({term})", f"{name} >= low2({term})")
