"""Column programs of one number, where they say no more than with which digits it begins and that zeros follow."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.rules.column_programs import NO, ColumnProgram, Reading

LONGEST = 24  # digits that somebody may want to read


def digit_sentence(program: ColumnProgram) -> str | None:
    """What a program says of its only number, as an end of a sentence; None if it is not so simple.

    >>> from sprague.rules.formula_notation import parse_formula
    >>> lucas = "columns(a) fibonacci { x: 1 one -> y; y: 0 ones -> z; end -> no; z: 1 one -> t; t: 0 ones -> t }"
    >>> digit_sentence(parse_formula(lucas, ("a",)))
    'a is 10 or 101 in Fibonacci digits, the latter with any number of zeros after it'
    """
    if len(program.terms) != 1:
        return None
    try:
        found = list(_words(program, program.start, "", ()))
    except _Endless:
        return None
    exact = {word for word, zeros in found if not zeros}
    followed = {word for word, zeros in found if zeros}
    while longer := {word for word in followed if word.endswith("0") and word[:-1] in exact}:
        shorter = {word[:-1] for word in longer}
        exact, followed = exact - shorter, followed - longer | shorter
    if not found:
        return None
    digits = "Fibonacci digits" if program.base == 0 else f"base {program.base}"
    said = f"{program.terms[0]} is {_either([*_sorted(exact), *_sorted(followed)])} in {digits}"
    if not followed:
        return said
    if exact:
        which = f"the latter {len(followed)}" if len(followed) > 1 else "the latter"
        return f"{said}, {which} with any number of zeros after it"
    return f"{said}, with any number of zeros after it"


class _Endless(Exception):
    """There are other digits that may go on for ever."""


def _words(
    program: ColumnProgram, reading: Reading, word: str, before: tuple[Reading, ...]
) -> Iterator[tuple[str, bool]]:
    """The digits that lead to the end from a reading, and whether zeros may follow; zero itself is left out."""
    after = [program.after(reading, (digit,)) for digit in range(program.digits)]
    if word and after[0] == reading and reading[2] and all(other[0] == NO for other in after[1:]):
        yield word, True
        return
    if reading in before or len(word) > LONGEST:
        raise _Endless
    if word and reading[2]:
        yield word, False
    for digit, target in enumerate(after):
        # No two ones stand side by side in Fibonacci digits, and no number begins with a zero.
        impossible = (program.base == 0 and digit and word.endswith("1")) or (not word and not digit)
        if target[0] != NO and not impossible:
            yield from _words(program, target, f"{word}{digit}", (*before, reading))


def _sorted(words: set[str]) -> list[str]:
    return sorted(words, key=lambda word: (len(word), word))


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
