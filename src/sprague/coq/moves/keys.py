"""Splitting of conditions at the keys of a move (`coq/Keys.v`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sprague.coq.conditions import Both, Cond, Either, Fact, Form, IsPower, Member, No, Weighed, Yes, both, rename


@dataclass(frozen=True)
class Split:
    """What is asked of the entries, the keys as forms of the entries, and what is asked of keys and guesses.

    The keys come first among the numbers of the last of these, then the guesses.
    """

    near: tuple[Cond, ...]
    keys: tuple[Form, ...]
    far: tuple[Cond, ...]

    def keys_are(self, place: int) -> Cond:
        """That the numbers from this place on are the keys."""
        facts = (Fact(((-1, place + i), *key), 0, (), True) for i, key in enumerate(self.keys))
        return every(tuple(facts))


def every(conds: tuple[Cond, ...]) -> Cond:
    found: Cond = Yes()
    for cond in reversed(conds):
        found = both(cond, found)
    return found


def split_at_keys(cond: Cond, entries: int, guessed: int) -> Split | None:
    """The condition split at its keys, or None if entries and guesses are bound together otherwise than by sums."""
    parts = list(conjuncts(cond))
    near: list[Cond] = []
    keys: list[Form] = []
    far: list[Cond] = []
    mixed = [_is_mixed(part, entries) for part in parts]
    count = sum(mixed)
    # As Coq does it, from the last to the first, so that the same numbers are at the same places.
    for part, is_mixed in zip(reversed(parts), reversed(mixed), strict=True):
        if is_mixed:
            if not isinstance(part, Fact) or part.residues or (known := _key(part.form, entries)) is None:
                return None
            key, sign = known
            rest = tuple((factor, place - entries + count) for factor, place in part.form if place >= entries)
            far.append(Fact(((sign, len(keys)), *rest), part.constant, (), part.is_zero))
            keys.append(key)
        elif all(place < entries for place in places_of(part)):
            near.append(part)
        else:
            far.append(rename(part, [*[0] * entries, *range(count, count + guessed)]))
    return Split(tuple(reversed(near)), tuple(keys), tuple(reversed(far)))


def _is_mixed(cond: Cond, entries: int) -> bool:
    return len({place < entries for place in places_of(cond)}) > 1


def _key(form: Form, entries: int) -> tuple[Form, int] | None:
    """What the form says of the entries, as a sum of some of them, and its sign."""
    here = tuple((factor, place) for factor, place in form if place < entries)
    for sign in (1, -1):
        if all(sign * factor >= 0 for factor, _ in here):
            return tuple((sign * factor, place) for factor, place in here), sign
    return None


def conjuncts(cond: Cond) -> Iterator[Cond]:
    """The conditions that must all hold."""
    match cond:
        case Both(left, right):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case Yes():
            return
        case _:
            yield cond


def places_of(cond: Cond) -> Iterator[int]:
    """The places of the numbers that a condition speaks of."""
    match cond:
        case Fact(form, _, residues, _):
            for parts in (form, *(residue.form for _, residue in residues)):
                yield from (place for _, place in parts)
        case Weighed(_, form, _, _):
            yield from (place for _, place in form)
        case IsPower(place):
            yield place
        case Member(_, places):
            yield from places
        case Both(left, right) | Either(left, right):
            yield from places_of(left)
            yield from places_of(right)
        case No(part):
            yield from places_of(part)
        case Yes():
            return
