"""Error messages for mistakes in terms and conditions: functions that return the error for a failed parse.

The parsers call the functions of this module for a text that does not follow the grammar or is ambiguous. The functions
look at the tokens of a reader, and leave the reader unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from sprague.errors import NotationError
from sprague.language.conditions import RELATIONS
from sprague.language.expressions import Div, Expression
from sprague.language.suggestions import suggest_comparison, suggest_name
from sprague.language.tokens import Reader, Token

_ENDS = frozenset({"", "\n", ")", ";", ",", "or", "and", "any"})  # tokens that may follow a condition


# Terms


def missing_brackets(reader: Reader, begin: Token, start: Token, compared: str) -> NotationError:
    """Return the error for `mod` or `div` after a sum: it is unclear whether it applies to the sum or its last product.

    Args:
        reader: The reader, after the word `mod` or `div`.
        begin: The first token of the sum.
        start: The first token of the last product.
        compared: The left side and the sign of the equation to which the sum belongs, such as `a =`, or no text.
    """
    word, number = reader.tokens[reader.at - 1], reader.token
    before = " ".join(reader.text[begin.offset : start.offset].split())
    last = " ".join(reader.text[start.offset : word.offset].split())
    divided = f"{word.typed} {number.text if number.kind == 'number' else '…'}"
    whole = f"{before}{'' if before == '-' else ' '}{last}"
    part = whole.removesuffix(last)
    of_all, of_last = f"({whole}) {divided}", f"{part}({last} {divided})"
    if word.text == "mod" and compared:
        of_all, of_last = f"{compared} {whole} ({divided}) or {compared} ({of_all})", f"{compared} {of_last}"
    ways = of_all if start.kind == "number" and last == start.text else f"{of_all} or {of_last}"
    return reader.fail(f"expected brackets before {word}: write {ways}", start)


def fraction(reader: Reader, term: Expression) -> NotationError:
    """Return the error for a fraction in a term."""
    if reader.after.text == "=":
        return reader.fail("expected '!=' instead of '/='")
    below = reader.after.text if reader.after.kind == "number" else "2"
    quotient = Expression.of(Div(term, int(below) or 1))
    up = f"ceil({term.bracketed}/{below})"
    return reader.fail(f"expected a whole number: write {quotient} to round down, or {up} to round up")


def power_in_term(reader: Reader, base: Expression, products: bool, hint: str) -> NotationError:
    """Return the error for a power, which terms cannot contain; the message ends with the given hint.

    `products` states whether terms may contain products of names.
    """
    if not products and not base.is_constant:
        instead = "no automaton decides powers of names"
    elif base.is_constant:
        instead = f"give the power a name, as in p power of {base}"
    elif reader.after.text == "2" and len(base.names) == 1:
        instead = f"write {base.bracketed}*{base.bracketed} for the square"
    else:
        instead = "write a*a for a square"
    return reader.fail(f"terms have no powers ({reader.token}); {instead}{hint}")


def missing_operator(reader: Reader, token: Token, sign: str, begun: str) -> NotationError:
    """Return the error for a number and a token with no operator between them, as in `1 b`; `sign` may be missing."""
    number = reader.tokens[reader.tokens.index(token) - 1].text
    other = "(…)" if token.text == "(" else token.text
    ways = f"write {number}*{other} for the product, or {number}{sign} {other} for {begun}"
    return reader.fail(f"expected an operator before {token}: {ways}", token)


def unknown_function(reader: Reader, word: str, token: Token, known: Sequence[str], is_variable: bool) -> NotationError:
    """Return the error for an unknown function, or for a variable before a bracket, with a list of the functions."""
    listed = f"{', '.join(known[:-1])} or {known[-1]}"
    if is_variable:
        return reader.fail(
            f"expected an operator after {token}: write {token.text}*(…); the functions are {listed}", token
        )
    hint = suggest_name(word, (*known, "prime", "square", "even", "odd"))
    return reader.fail(f"expected one of the functions {listed}, found {token}{hint}", token)


# Conditions


def mixed_directions(
    reader: Reader, sides: Sequence[Expression], relations: Sequence[str], sign: Token
) -> NotationError:
    """Return the error for a chain of comparisons that changes direction, such as `a > b < c`."""
    first = " ".join(map(str, (sides[0], *chain.from_iterable(zip(relations[:-1], sides[1:-1], strict=True)))))
    second = f"{sides[-2]} {relations[-1]} {sides[-1]}"
    return reader.fail(
        f"expected signs in one direction, found {sign} after '{first}': write {first} and {second}; "
        "or a comma is missing",
        sign,
    )


def ambiguous_residue(reader: Reader, left: Expression, relation: str, start: Token) -> NotationError:
    """Return the error for an ambiguous condition such as `a = b mod 2`; `start` is the first token after `=`."""
    word, number = reader.tokens[reader.at - 2 : reader.at]
    term = " ".join(reader.text[start.offset : word.offset].split())
    divided = f"{word.typed} {number.text}"
    return reader.fail(
        f"without brackets {word} is ambiguous: "
        f"write {left} {relation} {term} ({divided}) or {left} {relation} ({term} {divided})",
        start,
    )


def remedy_for_words(reader: Reader, subject: Expression, latest: tuple[Expression, str] | None) -> str:
    """Return the end of an error message, which suggests signs for a condition written in words.

    Args:
        reader: The reader, after the subject of the property.
        subject: The term whose property was expected.
        latest: The left side and the relation of the most recent comparison, or None.
    """
    words = [token.text for token in reader.tokens[reader.at : reader.at + 3]]
    if words[0] == "piles":
        return "; write some 2 piles equal, or all piles >= 1"
    if words[0] == "," and words[-1] in RELATIONS:
        return f"; write a condition for each: {subject} {words[2]} …, {words[1]} {words[2]} …"
    joined = reader.tokens[reader.at - 2].text
    if latest is None or joined not in ("or", ",") or words[0] not in _ENDS:
        return suggest_comparison(str(subject), words)
    # `k = 1 or 2`, `k = 1, 2 or 3`
    compared, relation = latest
    ways = [f"{compared} {relation} {subject}"] if joined == "or" else []
    if relation == "=" and subject.is_constant:
        ways.append(f"a set, as in {compared} in {{1, {subject}}}")
    return f"; write {', or '.join(ways)}" if ways else ""


def comma_beside_or(reader: Reader, start: int) -> NotationError | None:
    """Return the error for a condition that mixes a comma and `or`, as in the ambiguous `u < a, u > 1 or u = b`.

    The condition consists of the tokens from the index `start` to the reader's next token. The result is None if the
    condition is not ambiguous.
    """
    levels: list[set[str]] = [set()]
    for token in _outside_name_lists(reader, start):
        if token.text in ("(", "{"):
            levels.append(set())
        elif token.text in (")", "}"):
            levels.pop()
        levels[-1].add(token.text)
        if {",", "or"} <= levels[-1]:
            ways = "write …, (… or …) or write (…, …) or …"
            return reader.fail(f"',' and 'or' together are ambiguous; add brackets: {ways}", token)
    return None


def _outside_name_lists(reader: Reader, start: int) -> Iterator[Token]:
    """Yield the tokens from an index to the reader's next token, without the commas in lists of quantified names."""
    listed = start  # index of the first token after a list of quantified names
    for place in range(start, reader.at):
        token = reader.tokens[place]
        if token.text in ("all", "exists", "of"):
            listed = max(listed, _end_of_names(reader.tokens, place + 1))
        if token.text != "," or place >= listed:
            yield token


def _end_of_names(tokens: Sequence[Token], place: int) -> int:
    """Return the index after a list of quantified names; if no list starts at the given index, return it."""
    end = place
    while tokens[end].kind == "name" or tokens[end].text == ",":
        end += 1
    return end if tokens[end].text in (":", "<=") else place
