"""Certificates of the kinds without automata, made from the proofs of the library, and ways to change them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

from sprague.certificates.conversion import convert
from sprague.checker import Budget, CheckerError, verify
from sprague.checker.trees import Rule, read_rule
from tests.checker import literal_interpreter as literal

Certificate = dict[str, Any]
Heaps = tuple[int, ...]


def written(certificate: Certificate) -> Certificate:
    """The certificate of version 2 that a proof of the library has, as it is read from a file."""
    data = convert(certificate) if certificate.get("certificate") == "sprague" else certificate
    found: Certificate = json.loads(json.dumps(data))
    return found


def verdict(data: Certificate, budget: Budget | None = None) -> str:
    """Return the result of a check: "verified", or the name of the error."""
    try:
        return "verified" if verify(copy.deepcopy(data), budget or Budget(steps=5_000_000)) else "unproved claim"
    except CheckerError as error:
        return type(error).__name__


def edit(path: str, value: object) -> Callable[[Certificate], None]:
    """Return the certificate with one place changed; the value `...` deletes the place."""

    def change(data: Certificate) -> None:
        *inner, last = [int(key) if key.isdigit() else key for key in path.split("/")]
        place: Any = data
        for key in inner:
            place = place[key]
        if value is ...:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)

    return change


def changed(data: Certificate, *changes: Callable[[Certificate], None]) -> Certificate:
    """A copy with changes."""
    found = copy.deepcopy(data)
    for change in changes:
        change(found)
    return found


def variants(tree: Any) -> Iterator[Any]:
    """Yield all copies of a tree in which one number differs by 1, or one relation is replaced."""
    other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<=", "!=": "="}
    if isinstance(tree, dict | list):
        for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
            for new in variants(tree[key]):
                found = copy.copy(tree)
                found[key] = new
                yield found
    elif type(tree) is int:
        yield tree + 1
        yield tree - 1
    elif isinstance(tree, str) and tree in other:
        yield other[tree]


class HeapOracle:
    """Grundy values and misère outcomes of sums of heaps, by definition, for a rule with one pile."""

    def __init__(self, tree: Certificate) -> None:
        self.rule: Rule = read_rule(tree, splits=True)
        self.grundy = cache(self._grundy)
        self.is_p = cache(self._is_p)
        self.options = cache(self._options)

    def _options(self, heap: int) -> set[Heaps]:
        """The options of a heap, without empty heaps; choices are not larger than the heap."""
        found = set()
        for move in self.rule.moves:
            choices = self.rule.choices(move)
            for chosen in product(range(heap + 1), repeat=len(choices)):
                numbers = {self.rule.piles[0]: heap, **dict(zip(choices, chosen, strict=True))}
                if literal.holds(move.where, numbers):
                    parts = [literal.value(term, numbers)[1] for (term,) in move.parts]
                    if min(parts) >= 0:
                        found.add(tuple(sorted(part for part in parts if part)))
        return found

    def _grundy(self, heap: int) -> int:
        reached = set()
        for option in self.options(heap):
            value = 0
            for part in option:
                value ^= self.grundy(part)
            reached.add(value)
        return next(value for value in range(len(reached) + 1) if value not in reached)

    def _is_p(self, heaps: Heaps) -> bool:
        """Whether a sum is a P-position in misère play."""
        options = {
            tuple(sorted((*heaps[:place], *option, *heaps[place + 1 :])))
            for place, heap in enumerate(heaps)
            for option in self.options(heap)
        }
        return bool(options) and not any(self.is_p(option) for option in options)
