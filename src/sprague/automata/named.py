"""The class `NamedAutomaton`: automata with named tracks, which can be combined and existentially quantified by name.

Tracks with the same name in two automata hold the same number. To decide whether some number makes two automata accept,
a nondeterministic automaton guesses the digits of this number while it reads the other numbers. `guess_product` builds
a nondeterministic automaton that guesses digits. Therefore no large automaton that reads all numbers at once is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import and_, or_, xor

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.automaton import Automaton, everything, nothing
from sprague.automata.linear_forms import FormsAutomaton
from sprague.automata.nondeterministic import Nondeterministic
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import guess_product_limits
from sprague.automata.transition_table import read_only
from sprague.automata.words import Word

_OPERATIONS: dict[str, Callable[[Automaton, Automaton], Automaton]] = {"and": and_, "or": or_, "xor": xor}


def combine(word: str, parts: Sequence[NamedAutomaton], numeration: Numeration) -> NamedAutomaton:
    """Return several named automata combined by "and", "or" or "xor"; for "xor", an odd number of them must accept."""
    if not parts:
        return NamedAutomaton(everything(0, numeration) if word == "and" else nothing(0, numeration), ())
    # Combine automata with few names first, because their products are small.
    ordered = sorted(parts, key=lambda part: (len(part.names), part.automaton.states))
    found = ordered[0]
    for part in ordered[1:]:
        names = tuple(sorted({*found.names, *part.names}))
        found = NamedAutomaton(_OPERATIONS[word](found.arranged_over(names), part.arranged_over(names)), names)
    return found


def eliminate(parts: Sequence[NamedAutomaton], gone: Sequence[str], numeration: Numeration) -> NamedAutomaton:
    """Return the conjunction of named automata, with the given names existentially quantified.

    To eliminate a name, the function combines the automata that contain the name, and quantifies the name. A name is
    eliminated early if its automata contain few other names, so that intermediate automata have few tracks.
    """
    left, waiting = list(parts), list(gone)

    def around(name: str) -> int:
        return len({other for part in left if name in part.names for other in part.names})

    while waiting:
        name = min(waiting, key=around)
        waiting.remove(name)
        about = [part for part in left if name in part.names]
        if about:
            left = [part for part in left if name not in part.names]
            left.append(combine("and", about, numeration).project(name))
    return combine("and", left, numeration)


kernels = jit.compile_lazily(plain)

Ints = npt.NDArray[np.int64]
States = npt.NDArray[np.int32]


@dataclass(frozen=True)
class NamedAutomaton:
    """An automaton whose tracks have names; a name may occur on several tracks."""

    automaton: Automaton
    names: tuple[str, ...]

    def __invert__(self) -> NamedAutomaton:
        return NamedAutomaton(~self.automaton, self.names)

    def arranged_over(self, names: Sequence[str]) -> Automaton:
        """Return the automaton with one track for each given name, in the given order; new names may have any value."""
        return self.automaton.arrange([names.index(name) for name in self.names], len(names))

    def project(self, *names: str) -> NamedAutomaton:
        """Return the named automaton in which the given names are existentially quantified."""
        gone = [self.names.index(name) for name in names if name in self.names]
        if not gone:
            return self
        kept = tuple(name for name in self.names if name not in names)
        return NamedAutomaton(self.automaton.project(*gone), kept)

    def weights(self, names: Sequence[str]) -> Ints:
        """For each column of digits of `names`, return its summand in the symbols that the automaton reads."""
        return _symbol_weights(self.names, tuple(names), self.automaton.numeration.digits)


@dataclass(frozen=True, eq=False, repr=False)
class GuessProduct:
    """A product of two named automata that reads the digits of some names and existentially quantifies the others.

    State i of `pairs` stands for the states lefts[i] and rights[i] of the two automata.
    """

    left: NamedAutomaton | FormsAutomaton
    right: NamedAutomaton
    read: tuple[str, ...]
    guessed: tuple[str, ...]
    pairs: Nondeterministic
    lefts: States
    rights: States

    def find_guess(self, word: Word) -> Word | None:
        """Return quantified digits for which the product accepts a word, or None if there are none."""
        word = read_only(np.asarray(word, np.int32))
        run = kernels.find_run(self.pairs.offsets, self.pairs.targets, self.pairs.accepting, self.pairs.symbols, word)
        if not len(run):
            return None
        guess: Word = kernels.guess_of_run(
            self.left.automaton.table,
            self.right.automaton.table,
            self.lefts,
            self.rights,
            *_weights(self.left, self.right, self.read, self.guessed),
            run,
            word,
        )
        return guess


def guess_product(
    left: NamedAutomaton | FormsAutomaton, right: NamedAutomaton, read: Sequence[str], guessed: Sequence[str]
) -> GuessProduct:
    """Return the product of two named automata in which some names are read and others existentially quantified.

    >>> from sprague.automata.atoms import linear
    >>> double, large = linear((1, -2), 0, "="), linear((1,), -5, ">=")
    >>> some = guess_product(NamedAutomaton(double, ("x", "y")), NamedAutomaton(large, ("y",)), ["x"], ["y"])
    >>> from sprague.automata.automaton import determinise
    >>> from sprague.automata.nondeterministic import close_leading_zeros
    >>> determinise(close_leading_zeros(some.pairs)).smallest()  # x = 2y with y >= 5
    (10,)
    """
    one, two = left.automaton, right.automaton
    weights = _weights(left, right, read, guessed)
    bound, entry_bound = guess_product_limits(weights[0].size)
    lefts, rights, offsets, targets = kernels.guess_product(
        one.table, two.table, one.useful, two.useful, *weights, bound.most, entry_bound.most
    )
    bound.check("a product with guessed digits", lefts.size)
    entry_bound.check("a product with guessed digits", targets.size)
    pairs = Nondeterministic(
        len(read),
        one.numeration,
        offsets,
        targets,
        one.accepting[lefts] & two.accepting[rights],
        np.zeros(1, np.int32),
    )
    return GuessProduct(left, right, tuple(read), tuple(guessed), pairs, read_only(lefts), read_only(rights))


@lru_cache(maxsize=64)
def _symbol_weights(seen: tuple[str, ...], names: tuple[str, ...], digits: int) -> Ints:
    """For each column of digits of `names`, return its summand in the symbols of an automaton with tracks `seen`."""
    symbols = np.arange(digits ** len(names))
    total = np.zeros(len(symbols), np.int64)
    for place, name in enumerate(names):
        digit = symbols // digits ** (len(names) - 1 - place) % digits
        total += digit * sum(digits ** (len(seen) - 1 - track) for track, own in enumerate(seen) if own == name)
    return read_only(total)


def _weights(
    left: NamedAutomaton | FormsAutomaton, right: NamedAutomaton, read: Sequence[str], guessed: Sequence[str]
) -> tuple[Ints, Ints, Ints, Ints]:
    return left.weights(read), right.weights(read), left.weights(guessed), right.weights(guessed)
