"""The checker's own reading of digits: conditions on numbers, column by column of digits.

Numbers are written side by side, most significant digit first, in a base or in Fibonacci digits (sums
of 1, 2, 3, 5, 8, …, no two of them neighbours). A linear condition needs to remember only its
value so far, and that only while it can still turn out true or false: so there are finitely many cases.
Plain Python that shares nothing with the prover, slow and obvious on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sprague.errors import OutOfReach, SpragueError
from sprague.rules.conditions import Comparison, Condition, PowerOf, Residue
from sprague.rules.linear import Linear

MOST_STATES = 500_000

Column = tuple[int, ...]
Carry = tuple[int, int]
Reading = tuple[Carry, tuple[Carry, ...]] | bool


@dataclass(frozen=True)
class Digits:
    """How numbers are written: in a base, or (base 0) in Fibonacci digits."""

    base: int

    @property
    def count(self) -> int:
        return self.base or 2

    def after(self, carry: Carry, amount: int) -> Carry:
        """The value so far with one more digit; Fibonacci digits need the value one place lower besides."""
        value, lower = carry
        return (self.base * value + amount, 0) if self.base else (value + lower + amount, value + amount)

    def most(self, carry: Carry, weight: int) -> int | None:
        """The largest value still possible, None if there is none; `weight` is the sum of positive factors.

        n more digits of a number add at most base**n - 1. So the value is at most (value + weight) base**n -
        weight, which either grows or is largest now. In Fibonacci digits the part that depends on n obeys
        g(n + 1) = g(n) + g(n - 1), and once two neighbours have the same sign all later ones do.
        """
        value, lower = carry
        if self.base:
            return value if value + weight <= 0 else None
        this, following = value + weight, value + lower + 2 * weight
        largest = this
        while this > 0 or following > 0:
            if this > 0 and following > 0:
                return None
            largest = max(largest, following)
            this, following = following, this + following
        return max(largest, following) - weight

    def may_follow(self, before: Sequence[int], column: Sequence[int]) -> bool:
        """Whether no Fibonacci digit 1 follows a 1."""
        return self.base != 0 or not any(one and two for one, two in zip(before, column, strict=True))

    def columns(self, tracks: int) -> Iterator[Column]:
        """All columns of digits, in the order of symbols."""
        return product(range(self.count), repeat=tracks)

    def write(self, number: int) -> list[int]:
        """The digits of a number, none for 0."""
        word: list[int] = []
        if self.base:
            while number:
                number, digit = divmod(number, self.base)
                word.append(digit)
            return word[::-1]
        weights = [1, 2]
        while weights[-1] <= number:
            weights.append(weights[-1] + weights[-2])
        for weight in reversed(weights):
            word.append(int(weight <= number))
            number -= weight * word[-1]
        return word[word.index(1) :] if 1 in word else []

    def read(self, word: Iterable[int]) -> int:
        """The number with these digits."""
        carry = (0, 0)
        for digit in word:
            carry = self.after(carry, digit)
        return carry[0]


# ---------------------------------------------------------------------------------- conditions


@dataclass(frozen=True)
class Fact:
    """`linear` + the residues, each with its sign, is >= 0, = 0 or != 0."""

    linear: Linear
    relation: str
    residues: tuple[tuple[int, Residue], ...] = ()

    @property
    def names(self) -> set[str]:
        return {*self.linear.names, *(name for _, residue in self.residues for name in residue.names)}

    def substitute(self, values: dict[str, Linear]) -> Fact:
        residues = tuple((sign, residue.substitute(values)) for sign, residue in self.residues)
        return Fact(self.linear.substitute(values), self.relation, residues)


@dataclass(frozen=True)
class IsPower:
    """`term` is 1, base, base², …."""

    term: Linear
    base: int

    @property
    def names(self) -> set[str]:
        return set(self.term.names)

    def substitute(self, values: dict[str, Linear]) -> IsPower:
        return IsPower(self.term.substitute(values), self.base)


Atom = Fact | IsPower


def holds(atom: Atom, values: Mapping[str, int]) -> bool:
    """Whether an atom is true of these numbers.

    >>> k = Linear.of("k")
    >>> [number for number in range(-3, 9) if holds(IsPower(k + 1, 2), {"k": number})]
    [0, 1, 3, 7]
    """
    if isinstance(atom, IsPower):
        number = atom.term.value(values)
        while number > 1 and number % atom.base == 0:
            number //= atom.base
        return number == 1
    number = atom.linear.value(values) + sum(sign * residue.value(values) for sign, residue in atom.residues)
    return number >= 0 if atom.relation == ">=" else (number == 0) == (atom.relation == "=")


def at_least(term: Linear, least: int = 0) -> Fact:
    return Fact(term - least, ">=")


def equals(term: Linear, other: Linear | int = 0) -> Fact:
    return Fact(term - other, "=")


def atoms_of(condition: Condition) -> list[Atom]:
    """A condition of a rule as atoms."""
    if isinstance(condition, PowerOf):
        return [IsPower(condition.term, condition.base)]
    if not isinstance(condition, Comparison):
        raise SpragueError(f"expected a comparison or a power, got {condition!r}; the checker knows no other condition")
    found: list[Atom] = []
    for left, relation, right in condition.links():
        linear = Linear((), -1 if relation == "<" else 0)
        residues: list[tuple[int, Residue]] = []
        for side, sign in ((right, 1), (left, -1)):
            if isinstance(side, Residue):
                residues.append((sign, side))
            else:
                linear = linear + sign * side
        found.append(Fact(linear, relation if relation in ("=", "!=") else ">=", tuple(residues)))
    return found


def with_named_powers(atoms: Iterable[Atom]) -> list[Atom]:
    """The same atoms, with a name for each term that is to be a power: digits show the powers among names only."""
    found: list[Atom] = []
    for atom in atoms:
        if isinstance(atom, IsPower) and not atom.term.is_name:
            name = Linear.of(f"={atom.term}")
            found += [IsPower(name, atom.base), equals(name, atom.term)]
        else:
            found.append(atom)
    return found


class Tracker:
    """An atom as it is read: a state says what is known so far; True and False are final."""

    def __init__(self, atom: Atom, names: Sequence[str], digits: Digits) -> None:
        self.atom, self.digits = atom, digits
        self.place = {name: place for place, name in enumerate(names)}
        self.known: dict[tuple[Reading, Column], Reading] = {}
        if isinstance(atom, IsPower):
            if atom.base != digits.base:
                raise SpragueError(
                    f"expected digits in base {atom.base} for powers of {atom.base}, got "
                    f"{f'base {digits.base}' if digits.base else 'fibonacci'}; only base b knows the powers of b"
                )
            if not atom.term.is_name:
                raise SpragueError(
                    f"expected a power of a pile where play ends, got '{atom.term}'; the checker reads no other"
                )
            self.start: Reading = ((0, 0), ())
            return
        self.factors = [(self.place[name], factor) for name, factor in atom.linear.coefficients]
        self.parts = [
            (residue.modulus, [(self.place[name], factor) for name, factor in residue.term.coefficients])
            for _, residue in atom.residues
        ]
        self.up = sum(factor for _, factor in self.factors if factor > 0)
        self.down = -sum(factor for _, factor in self.factors if factor < 0)
        self.start = self.settled((0, 0), tuple((0, 0) for _ in self.parts))

    def after(self, state: Reading, column: Column) -> Reading:
        """The state after one more column; `column` has a digit for each name."""
        if isinstance(state, bool):
            return state
        key = (state, column)
        if key not in self.known:
            self.known[key] = self.next(state, column)
        return self.known[key]

    def next(self, state: tuple[Carry, tuple[Carry, ...]], column: Column) -> Reading:
        (carry, rests), atom = state, self.atom
        if isinstance(atom, IsPower):
            seen = carry[0] + column[self.place[atom.term.names[0]]]
            return False if seen > 1 else ((seen, 0), ())
        carry = self.digits.after(carry, sum(factor * column[place] for place, factor in self.factors))
        left: list[Carry] = []
        for (modulus, factors), rest in zip(self.parts, rests, strict=True):
            value, lower = self.digits.after(rest, sum(factor * column[place] for place, factor in factors))
            left.append((value % modulus, lower % modulus))
        return self.settled(carry, tuple(left))

    def settled(self, carry: Carry, rests: tuple[Carry, ...]) -> Reading:
        """The state, or True or False if no further digit can change that."""
        assert isinstance(self.atom, Fact)
        high = self.digits.most(carry, self.up)
        low = self.digits.most((-carry[0], -carry[1]), self.down)
        constant, relation = self.atom.linear.constant, self.atom.relation
        largest = None if high is None else high + constant
        least = None if low is None else constant - low
        for sign, residue in self.atom.residues:
            if sign > 0 and largest is not None:
                largest += residue.modulus - 1
            if sign < 0 and least is not None:
                least -= residue.modulus - 1
        if largest is not None and largest < 0:
            return relation == "!="
        if least is not None and relation == ">=" and least >= 0:
            return True
        if least is not None and relation != ">=" and least > 0:
            return relation == "!="
        return carry, rests

    def holds(self, state: Reading) -> bool:
        """Whether it is true if no more digits come."""
        if isinstance(state, bool):
            return state
        (carry, rests), atom = state, self.atom
        if isinstance(atom, IsPower):
            return carry[0] == 1
        value = carry[0] + atom.linear.constant
        for (sign, residue), rest in zip(atom.residues, rests, strict=True):
            value += sign * ((rest[0] + residue.term.constant) % residue.modulus)
        return value >= 0 if atom.relation == ">=" else (value == 0) == (atom.relation == "=")


def solvable(atoms: Sequence[Atom]) -> bool:
    """Whether some natural numbers satisfy all atoms: all columns of binary digits are tried.

    Names that count alike everywhere are one number: a sum of two natural numbers is any natural number.
    That a number is a power is weakened to "at least 1".

    >>> a, b = Linear.of("a"), Linear.of("b")
    >>> solvable([equals(a + a, b), at_least(b, 5)]), solvable([equals(a + a, b), at_least(b - a - a, 1)])
    (True, False)
    """
    facts = [at_least(atom.term, 1) if isinstance(atom, IsPower) else atom for atom in atoms]
    alike: dict[tuple[int, ...], str] = {}
    for name in sorted({name for fact in facts for name in fact.names}):
        counts = [fact.linear.coefficient(name) for fact in facts]
        counts += [residue.term.coefficient(name) for fact in facts for _, residue in fact.residues]
        alike.setdefault(tuple(counts), name)
    names = sorted(alike.values())
    gone = {name: Linear() for fact in facts for name in fact.names if name not in names}
    digits = Digits(2)
    trackers = [Tracker(fact.substitute(gone), names, digits) for fact in facts]
    columns = list(digits.columns(len(names)))
    start = tuple(tracker.start for tracker in trackers)
    seen, waiting = {start}, [start]
    for states in waiting:
        if False in states:
            continue
        if all(tracker.holds(state) for tracker, state in zip(trackers, states, strict=True)):
            return True
        for column in columns:
            following = tuple(tracker.after(state, column) for tracker, state in zip(trackers, states, strict=True))
            if following not in seen:
                limit_states(len(seen))
                seen.add(following)
                waiting.append(following)
    return False


def limit_states(states: int) -> None:
    if states >= MOST_STATES:
        raise OutOfReach(f"checking takes more than {MOST_STATES:,} states; check a certificate of a smaller game")
