"""`Quotient`: a misère quotient with its elements, its P-elements, and the element of each heap."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sprague.arguments import check_integer
from sprague.certificates.evidence import QUOTIENT
from sprague.certificates.writer import CertificateData, write_certificate
from sprague.errors import SpragueError
from sprague.files import write_atomically
from sprague.quotients.monoids import BipartiteMonoid, Word
from sprague.quotients.periodicity import ElementPeriod
from sprague.results.base import VERSION
from sprague.rules import Ruleset

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HEAPS_SHOWN = 100  # maximum number of heaps that are printed with their elements; JSON output contains all heaps
SHOWN = 64  # maximum number of elements in a printed multiplication table


@dataclass(frozen=True, repr=False)
class Quotient:
    """The misère quotient of the heaps up to a bound, or of all heaps if their elements repeat.

    A sum of heaps is a P-position in misère play if and only if its element is one of `p_elements`. `growth` lists each
    heap that enlarged the quotient, with the new number of elements. If the computation of the quotient ended early,
    `stopped` contains the reason.

    >>> import sprague
    >>> quotient = sprague.misere_quotient("kayles")
    >>> len(quotient), len(quotient.p_elements), quotient.is_p((1, 2)), quotient.is_p((1, 1, 1))
    (40, 9, False, True)
    """

    game: str
    monoid: BipartiteMonoid
    growth: tuple[tuple[int, int], ...]
    repeat: ElementPeriod | None = None
    stopped: str | None = None
    rule: Ruleset | None = None

    def __len__(self) -> int:
        return len(self.monoid)

    def __repr__(self) -> str:
        return f"<Quotient: {self.summary}>"

    def __str__(self) -> str:
        lines = [f"{self.summary}."]
        if len(self) > 1:
            lines.append(f"Elements: {self.presentation}.")
            lines.append(f"P-elements: {', '.join(self.name(element) for element in self.p_elements)}.")
            known = self.monoid.heaps[1 : self.repeat.start + self.repeat.period if self.repeat else None]
            shown = " ".join(map(self.name, known[:HEAPS_SHOWN]))
            more = f" … {len(known):,} in total" if len(known) > HEAPS_SHOWN else ""
            repeated = f"; the last {self.repeat.period} repeat for ever" if self.repeat else ""
            lines.append(f"Heaps from 1 on: {shown}{more}{repeated}.")
        if len(self.growth) > 1:
            lines.append(f"Growth: {', '.join(f'{size:,} at heap {heap}' for heap, size in self.growth[1:])}.")
        if self.stopped:
            lines.append(f"The computation ended at heap {self.heaps}: {self.stopped}.")
        return "\n".join(lines)

    @property
    def summary(self) -> str:
        """A sentence about the quotient that states its heaps, its number of elements and its kind."""
        size = f"{len(self):,} element{'s' if len(self) != 1 else ''}, {len(self.p_elements):,} of them P"
        return f"The misère quotient of {self.game} for {self.of_heaps} has {size}: {self.kind}"

    @property
    def of_heaps(self) -> str:
        """The heaps of the quotient as text, such as "the heaps up to 7"."""
        return f"all heaps ({self.repeat})" if self.repeat else f"the heaps up to {self.heaps}"

    @property
    def heaps(self) -> int:
        """The largest heap whose element in the quotient was computed."""
        return len(self.monoid.heaps) - 1

    @property
    def p_elements(self) -> tuple[int, ...]:
        return tuple(int(element) for element in np.flatnonzero(self.monoid.is_p))

    # Positions

    def covers(self, heap: int) -> bool:
        """Return whether the quotient contains the element of a heap.

        >>> import sprague
        >>> sprague.misere_quotient("0.33").covers(1000)
        True

        Args:
            heap: The size of a heap.
        """
        return heap >= 0 and (self.repeat is not None or heap <= self.heaps)

    def element(self, heaps: Sequence[int]) -> int:
        """Return the element of a sum of heaps in the misère quotient.

        >>> import sprague
        >>> quotient = sprague.misere_quotient("0.77", heaps=4)
        >>> quotient.name(quotient.element([1, 1]))
        '1'

        Args:
            heaps: The sizes of the heaps of a sum.

        Raises:
            SpragueError: The quotient does not cover a heap.
        """
        found = 0
        for given in heaps:
            if not self.covers(heap := check_integer("a heap", given)):
                bound = "on" if self.repeat else f"to {self.heaps}"
                raise SpragueError(
                    f"the quotient of {self.game} is known only for heaps from 0 {bound}, got a heap of {heap} chips"
                )
            known = self.repeat.known(heap) if self.repeat else heap
            found = int(self.monoid.table[found, self.monoid.heaps[known]])
        return found

    def is_p(self, heaps: Sequence[int]) -> bool:
        """Return whether a sum of heaps is a P-position in misère play.

        >>> import sprague
        >>> sprague.misere_quotient("0.33").is_p((1,))
        True

        Args:
            heaps: The sizes of the heaps of a sum.

        Raises:
            SpragueError: The quotient does not cover a heap.
        """
        return bool(self.monoid.is_p[self.element(heaps)])

    # Names

    @cached_property
    def generators(self) -> tuple[int, ...]:
        """The generators of the quotient: the heaps whose elements are not products of elements of smaller heaps."""
        return tuple(word[0] for word in self.monoid.words if len(word) == 1)

    def name(self, element: int) -> str:
        """Return an element as a product of generators, such as ab², or as 1 if it is the identity.

        >>> import sprague
        >>> sprague.misere_quotient("0.77", heaps=4).name(0)
        '1'

        Args:
            element: The number of an element.
        """
        return self._product(self.monoid.words[element])

    def _product(self, word: Word) -> str:
        letters = {heap: _letter(place) for place, heap in enumerate(self.generators)}
        powers = sorted(Counter(word).items())
        return "".join(letters[heap] + (_raised(count) if count > 1 else "") for heap, count in powers) or "1"

    @cached_property
    def relations(self) -> tuple[tuple[Word, Word], ...]:
        """Defining relations of the quotient: pairs of words that have the same element, with the larger word first.

        A sum of heaps (*word*) is the least word of its element if and only if it does not contain the larger word of
        any relation. The larger word of a relation is not a least word, but removing any one of its heaps gives a least
        word.
        """
        least = set(self.monoid.words)

        def parts(word: Word) -> Iterator[Word]:
            return (word[:place] + word[place + 1 :] for place in range(len(word)))

        found = {}
        for word in self.monoid.words:
            for heap in self.generators:
                longer = tuple(sorted((*word, heap), reverse=True))
                if longer not in least and all(part in least for part in parts(longer)):
                    found[longer] = self.monoid.words[self.monoid.element(longer)]
        return tuple(sorted(found.items()))

    @property
    def presentation(self) -> str:
        """The generators and relations, such as ⟨a, b | a² = 1, b³ = b⟩, and the heap that belongs to each letter."""
        letters = ", ".join(f"{_letter(place)} (heap {heap})" for place, heap in enumerate(self.generators))
        if len(self.relations) > SHOWN:
            return f"⟨{letters} | {len(self.relations):,} relations⟩"
        pairs = ", ".join(f"{self._product(one)} = {self._product(other)}" for one, other in self.relations)
        return f"⟨{letters} | {pairs}⟩"

    def multiplication_table(self) -> str:
        """Return the multiplication table of the quotient as text, in which an asterisk marks P-elements.

        >>> import sprague
        >>> len(sprague.misere_quotient("0.77", heaps=4).multiplication_table().splitlines()) > 6
        True

        Raises:
            SpragueError: The table is too large to read.
        """
        if len(self) > SHOWN:
            raise SpragueError(
                f"the multiplication table of {len(self):,} elements is too large to print (at most {SHOWN}); "
                "the JSON output contains it"
            )
        names = [self.name(element) + "*" * bool(self.monoid.is_p[element]) for element in range(len(self))]
        width = max(map(len, names))
        rows = [
            ["", *names],
            *([names[row], *(names[entry] for entry in self.monoid.table[row])] for row in range(len(self))),
        ]
        return "\n".join(" ".join(entry.ljust(width) for entry in row).rstrip() for row in rows)

    # Kind

    @property
    def kind(self) -> str:
        """The kind of the quotient: tame (isomorphic to the misère quotient of Nim with bounded heaps) or wild."""
        order = self.tame
        return "wild" if order is None else f"tame, as Nim with heaps up to {2**order - 1}" if order else "tame"

    @cached_property
    def tame(self) -> int | None:
        """The number n such that the quotient is that of Nim with heaps below 2ⁿ, or None if the quotient is wild.

        The misère quotient of Nim is trivial for n = 0, and {1, a} with a² = 1 for n = 1. For n ≥ 2, the misère
        quotient of Nim has 2ⁿ + 2 elements: 1, a, and a group of order 2ⁿ in which every element is its own inverse.
        The P-elements of the quotient of Nim are a and the identity z of the group, and the product az differs from z.
        Because of the symmetries of the group, any element of the group except z can be chosen as the product az.
        """
        size, table = len(self), self.monoid.table
        if size <= 2:
            return size - 1
        order = (size - 2).bit_length() - 1
        least = np.flatnonzero([len(np.unique(row)) == size - 2 for row in table])
        if size != 2**order + 2 or len(least) != size - 2 or len(self.p_elements) != 2:
            return None
        (one, other), squares = self.p_elements, np.diagonal(table)[least]
        z, a = (one, other) if one in least else (other, one)
        is_group = z in least and a not in least and bool((squares == z).all())
        return order if is_group and table[a, a] == 0 and table[a, z] != z else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of the quotient, which `sprague.verify` checks, to a file.

        >>> import sprague, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sprague.misere_quotient("0.77", heaps=4).save(f"{folder}/kayles.json")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The file cannot be written; a `MissingFileError` if its folder does not exist.
        """
        write_atomically(path, json.dumps(self.certificate(), ensure_ascii=False) + "\n")

    def certificate(self) -> CertificateData:
        """Return the certificate of the quotient: products with generators, P-elements, and the elements of heaps.

        >>> import sprague
        >>> sprague.misere_quotient("0.77", heaps=4).certificate()["kind"]
        'misere-quotient'
        """
        if self.rule is None:
            raise SpragueError(
                f"the quotient of {self.game} has no certificate, because the quotient was not computed from a rule"
            )
        evidence = {
            "products": [self.monoid.table[self.monoid.heaps[heap]].tolist() for heap in self.generators],
            "p": list(self.p_elements),
            "heaps": list(self.monoid.heaps),
            "repeat": {"start": self.repeat.start, "period": self.repeat.period} if self.repeat else None,
        }
        return write_certificate(self.rule, kind=QUOTIENT, misere=True, evidence={"quotient": evidence})

    def to_json(self) -> dict[str, object]:
        """Return the quotient as a JSON object, as `sprague quotient --json` prints it.

        >>> import sprague
        >>> sprague.misere_quotient("0.77", heaps=4).to_json()["heaps"]
        4
        """
        return {
            "version": VERSION,
            "game": self.game,
            "rule": None if self.rule is None else str(self.rule),
            "heaps": self.heaps,
            "elements": [self.name(element) for element in range(len(self))],
            "p_elements": list(self.p_elements),
            "heap_elements": list(self.monoid.heaps),
            "table": self.monoid.table.tolist(),
            "generators": {_letter(place): heap for place, heap in enumerate(self.generators)},
            "relations": [[self._product(one), self._product(other)] for one, other in self.relations],
            "kind": "wild" if self.tame is None else "tame",
            "growth": [list(pair) for pair in self.growth],
            "start": self.repeat.start if self.repeat else None,
            "period": self.repeat.period if self.repeat else None,
            "stopped": self.stopped,
        }


def _letter(place: int) -> str:
    """Return the name of a generator: a to z for the first 26 generators, then x1, x2 and so on."""
    return LETTERS[place] if place < len(LETTERS) else f"x{place - len(LETTERS) + 1}"


def _raised(count: int) -> str:
    return str(count).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
