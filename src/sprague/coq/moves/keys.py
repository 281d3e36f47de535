"""`split_at_keys` finds the keys of a move: the sums of entries on which its options depend (`coq/MoveKeys.v`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sprague.coq.digit_conditions import (
    Both,
    DigitCondition,
    Either,
    Form,
    IsPower,
    LinearCondition,
    Member,
    No,
    WeightedCondition,
    Yes,
    conjunction,
    conjuncts,
    rename_places,
)


@dataclass(frozen=True)
class KeySplit:
    """The two parts of a move's condition: conditions on the entries, and conditions on keys and guessed numbers.

    The conditions in `on_guesses` refer to keys and guessed numbers by index; the keys have the first indices.
    """

    on_entries: tuple[DigitCondition, ...]
    keys: tuple[Form, ...]
    on_guesses: tuple[DigitCondition, ...]

    def keys_start_at(self, place: int) -> DigitCondition:
        """Return the condition that the numbers at the indices `place`, `place + 1`, … are the keys."""
        equations = (LinearCondition(((-1, place + i), *key), 0, (), True) for i, key in enumerate(self.keys))
        return conjunction(*equations)


def split_at_keys(condition: DigitCondition, entries: int, guessed: int) -> KeySplit | None:
    """Split the condition of a move into conditions on entries and conditions on keys; return None without keys.

    A move has no keys if a nonlinear condition relates entries and guessed numbers.
    """
    parts = list(conjuncts(condition))
    on_entries: list[DigitCondition] = []
    keys: list[Form] = []
    on_guesses: list[DigitCondition] = []
    mixed = [_is_mixed(part, entries) for part in parts]
    count = sum(mixed)
    # Coq numbers the keys while it processes the conjuncts in reverse order, so use the same order.
    for part, is_mixed in zip(reversed(parts), reversed(mixed), strict=True):
        if is_mixed:
            if not isinstance(part, LinearCondition) or part.residues or (known := _key(part.form, entries)) is None:
                return None
            key, sign = known
            rest = tuple((factor, place - entries + count) for factor, place in part.form if place >= entries)
            on_guesses.append(LinearCondition(((sign, len(keys)), *rest), part.constant, (), part.is_zero))
            keys.append(key)
        elif all(place < entries for place in _places_of(part)):
            on_entries.append(part)
        else:
            on_guesses.append(rename_places(part, [*[0] * entries, *range(count, count + guessed)]))
    return KeySplit(tuple(reversed(on_entries)), tuple(keys), tuple(reversed(on_guesses)))


def _is_mixed(condition: DigitCondition, entries: int) -> bool:
    return len({place < entries for place in _places_of(condition)}) > 1


def _key(form: Form, entries: int) -> tuple[Form, int] | None:
    """Return the key of a linear form and the sign of the key, or None if the form has no key.

    The key of a linear form is the part of the form that contains entries of the position, without choices and guessed
    numbers. If all factors of this part are negative, the key is the negated part.
    """
    own = tuple((factor, place) for factor, place in form if place < entries)
    for sign in (1, -1):
        if all(sign * factor >= 0 for factor, _ in own):
            return tuple((sign * factor, place) for factor, place in own), sign
    return None


def _places_of(condition: DigitCondition) -> Iterator[int]:
    """Return the indices of the numbers in a digit condition."""
    match condition:
        case LinearCondition(form, _, residues, _):
            for parts in (form, *(residue.form for _, residue in residues)):
                yield from (place for _, place in parts)
        case WeightedCondition(_, form, _, _):
            yield from (place for _, place in form)
        case IsPower(place):
            yield place
        case Member(_, places):
            yield from places
        case Both(left, right) | Either(left, right):
            yield from _places_of(left)
            yield from _places_of(right)
        case No(part):
            yield from _places_of(part)
        case Yes():
            return
