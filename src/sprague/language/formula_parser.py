"""Parser of formulas about positions: `parse_formula`, and `rename_piles`, which renames the piles in a formula.

A formula is a condition (`condition_parser`) in the dialect of formulas, which has more functions and quantifiers than
the dialect of rules. Formulas with squares, primes, divisors or products can be evaluated, but not proved. A formula
about the positions of a game may start with `in some order:` or `for every order:` (`statements`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from sprague.language.condition_parser import FORMULA_WORDS, ConditionReader
from sprague.language.conditions import Formula
from sprague.language.term_parser import FORMULAS
from sprague.language.tokens import Token, tokenize


def parse_formula(
    text: str, names: Sequence[str], piles: Sequence[str] | None = None, *, products: bool = False
) -> Formula:
    """Parse a formula about named numbers.

    >>> str(parse_formula("a = b and even(v2(c - a))", ("a", "b", "c")))
    'a = b and v2(c - a) mod 2 = 0'
    >>> str(parse_formula("some two piles equal", ("a", "b", "c")))
    'a = b or a = c or b = c'

    Args:
        text: the formula.
        names: the names of the numbers.
        piles: the names over which `all piles …` ranges; by default all names.
        products: whether products of names such as 2a(a + 1) are allowed; formulas with products can be evaluated, but
            not proved.

    Raises:
        NotationError: if the text is not a formula.
    """
    return formula_reader(text, names, piles, products=products).whole()


def formula_reader(
    text: str,
    names: Sequence[str],
    piles: Sequence[str] | None = None,
    *,
    functions: Sequence[str] = (),
    products: bool = False,
) -> ConditionReader:
    """Return a parser for a formula about named numbers; `functions` are additional names, such as `value`."""
    known = (*names, *functions)
    return ConditionReader(
        text,
        FORMULAS.what,
        FORMULA_WORDS - set(known),
        tuple(piles or names),
        known,
        products=products,
        defined=tuple(functions),
    )


def rename_piles(text: str, names: Sequence[str], new: Sequence[str]) -> str:
    """Return the text of a formula with the piles renamed.

    >>> rename_piles("a = b and even(v2(c - a))", "abc", "cxy")
    'c = x and even(v2(y - c))'

    A quantified name that clashes with the new name of a pile is also renamed.

    >>> rename_piles("all piles x: x mod 3 = a", "ab", "xy")
    'all piles x1: x1 mod 3 = x'

    Stages and groups of a column program keep their names, even if these are names of piles.

    >>> rename_piles("columns(a, b in b) { a: 1 one of b -> a }", "ab", "xa")
    'columns(x, a in b) { a: 1 one of b -> a }'
    """
    tokens = tokenize(text, "a formula", FORMULA_WORDS - set(names))
    inside = set(_of_programs(tokens))
    spoken = {token.text for token in tokens if token.kind == "name" and token not in inside}
    goes = dict(zip(names, new, strict=True))
    for own in sorted(spoken - set(names)):
        if own in new:
            others = (f"{own}{number}" for number in count(1))
            goes[own] = next(name for name in others if name not in spoken and name not in new)
    renamed, end = "", 0
    for token in tokens:
        is_name = token.kind == "name" and token not in inside
        shown = goes.get(token.text, token.typed) if is_name else token.typed
        renamed += text[end : token.offset] + shown
        end = token.end
    return renamed


def _of_programs(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of column programs that cannot be names of piles: tokens in braces, and names of groups."""
    in_head = in_braces = False
    for before, token in pairwise([Token("end", "", -1), *tokens]):
        in_head = token.text == "columns" or (in_head and token.text != "{")
        in_braces = token.text == "{" or (in_braces and before.text != "}")
        if in_braces or (in_head and before.text == "in") or token.text == "fibonacci":
            yield token
