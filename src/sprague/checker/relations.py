"""Sets of tuples whose entries have names: what a formula says of numbers, joined, denied and quantified.

In Fibonacci digits and the like a relation may hold of words that are those of no number. Nobody looks at them:
guesses are always digits of numbers, and so is what a relation is compared with in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sprague.checker.atoms import Atom, DigitAtom, Fact, IsNumber
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.sets import EVERYTHING, Dfa, Machine, explored, image, symbol_of
from sprague.rules.linear import Linear

DEAD = (-1, -1)
LARGE = 32  # constants beyond this are read as digits


@dataclass(frozen=True)
class Relation:
    """Numbers of these names, in this order, that are in the set."""

    names: tuple[str, ...]
    dfa: Dfa

    def renamed(self, new: Mapping[str, str]) -> Relation:
        return Relation(tuple(new.get(name, name) for name in self.names), self.dfa)


@dataclass(frozen=True)
class Relations:
    """How relations are made and joined, for one way of writing numbers.

    >>> relations = Relations(Digits.of("2"), Budget.of())
    >>> from sprague.checker.atoms import equals
    >>> from sprague.rules.linear import Linear
    >>> twice = relations.of([[equals(Linear.of("b"), 2 * Linear.of("a"))]])
    >>> even = relations.some(twice, "a")
    >>> even.names, [n for n in range(6) if even.dfa.contains([n], Digits.of("2"))]
    (('b',), [0, 2, 4])
    """

    digits: Digits
    budget: Budget

    def of(self, cases: Sequence[Sequence[Atom | DigitAtom]]) -> Relation:
        """All atoms of one of the cases hold, for some numbers of the names that begin with #."""
        return self.one_of(map(self._case, cases))

    def _case(self, case: Sequence[Atom | DigitAtom]) -> Relation:
        atoms = dict.fromkeys(new for atom in case for new in _with_named_constant(atom))
        guessed = sorted({name for atom in atoms for name in atom.names if name.startswith("#")})
        return self._eliminated([self._told(atom) for atom in atoms], guessed)

    def _told(self, atom: Atom | DigitAtom) -> Relation:
        """The numbers of which an atom is true, those to be guessed among them."""
        names = tuple(sorted(atom.names))
        machine = Machine(names, (), [atom], EVERYTHING, (), self.digits)
        return Relation(names, image([machine], self.digits.count ** len(names), self.budget))

    def _eliminated(self, parts: Sequence[Relation], waiting: Sequence[str]) -> Relation:
        """What all parts say, for some numbers of the names that wait.

        A name goes as soon as the parts that speak of it are joined, first the one whose parts speak of the fewest
        others: so that few digits are read side by side.
        """
        left, names = list(parts), list(waiting)

        def around(name: str) -> int:
            return len({other for part in left if name in part.names for other in part.names})

        while names:
            name = min(names, key=around)
            names.remove(name)
            about = [part for part in left if name in part.names]
            left = [part for part in left if name not in part.names]
            left.append(self.some(self.all_of(about), name))
        return self.all_of(left)

    def both(self, one: Relation, two: Relation) -> Relation:
        """What is in both, over the names of both."""
        names = tuple(sorted({*one.names, *two.names}))
        first, second = self._symbols(one, names), self._symbols(two, names)

        def after(pair: tuple[int, int], symbol: int) -> tuple[int, int]:
            if pair == DEAD:
                return DEAD
            left, right = pair
            left, right = one.dfa.transitions[left][first[symbol]], two.dfa.transitions[right][second[symbol]]
            return (left, right) if left in one.dfa.useful and right in two.dfa.useful else DEAD

        def accepts(pair: tuple[int, int]) -> bool:
            left, right = pair
            return left in one.dfa.accepting and right in two.dfa.accepting

        start = (0, 0) if 0 in one.dfa.useful and 0 in two.dfa.useful else DEAD
        return Relation(names, explored(start, len(first), after, accepts, self.budget))

    def other(self, one: Relation) -> Relation:
        """What is not in it."""
        rest = frozenset(range(len(one.dfa.transitions))) - one.dfa.accepting
        return Relation(one.names, Dfa(one.dfa.transitions, rest))

    def all_of(self, parts: Iterable[Relation]) -> Relation:
        """What is in each, small ones first: they cut down what the others have to be joined with."""
        found = Relation((), EVERYTHING)
        for part in sorted(parts, key=lambda part: (len(part.names), len(part.dfa.transitions))):
            found = self.both(found, part)
        return found

    def one_of(self, parts: Iterable[Relation]) -> Relation:
        """What is in one of them at least: not in none."""
        return self.other(self.all_of(map(self.other, parts)))

    def some(self, one: Relation, name: str) -> Relation:
        """For some number of this name."""
        if name not in one.names:
            return one
        outer = tuple(other for other in one.names if other != name)
        machine = Machine(outer, [name], (), one.dfa, one.names, self.digits)
        return Relation(outer, image([machine], self.digits.count ** len(outer), self.budget))

    def over(self, one: Relation, names: Sequence[str]) -> Dfa:
        """The same as a set over these names, in this order; those it does not mention are free."""
        symbols = self._symbols(one, names)
        rows = one.dfa.transitions
        return Dfa(tuple(tuple(row[symbol] for symbol in symbols) for row in rows), one.dfa.accepting)

    def in_orders(self, one: Relation, blocks: Sequence[Sequence[str]], join: Callable[..., Relation]) -> Relation:
        """Joined over all orders of the names in each block.

        Every order is a product of swaps of one place with it or a later one, place by place.
        """
        for block in blocks:
            for place, first in enumerate(block):
                swaps = [{first: second, second: first} for second in block[place:]]
                one = join([one.renamed(swap) for swap in swaps])
        return one

    def _symbols(self, one: Relation, names: Sequence[str]) -> list[int]:
        """For each column of digits of these names, the column that a relation among them reads."""
        places = [names.index(name) for name in one.names]
        return [
            symbol_of([column[place] for place in places], self.digits) for column in self.digits.columns(len(names))
        ]


def _with_named_constant(atom: Atom | DigitAtom) -> list[Atom | DigitAtom]:
    """The same with a name for a large constant.

    A reader adds a constant in the end, and until then must remember the value itself if the constant is large. Digits
    that go by with the others leave less to remember.
    """
    if not isinstance(atom, Fact) or abs(atom.linear.constant) <= LARGE or atom.linear.is_constant:
        return [atom]
    size, sign = abs(atom.linear.constant), 1 if atom.linear.constant > 0 else -1
    name = f"#{size}"
    named = atom.linear + (Linear.of(name) - size) * sign
    return [Fact(named, atom.relation, atom.residues), IsNumber(name, size)]
