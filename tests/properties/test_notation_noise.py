"""Noise in the notation: a rule with noise is the same rule, and a mistyped rule is refused or is another rule."""

from __future__ import annotations

import re
from random import Random

from hypothesis import event, given, reject
from hypothesis import strategies as st

from sprague.rules import Ruleset
from tests.properties.case_rules import written_models
from tests.properties.random_rules import Model, bounded_models, examples
from tests.properties.test_rules import attempt

#: Other ways to write what the canonical form has.
SPELLINGS = {
    "<=": ["≤", "=<", "⩽"],
    ">=": ["≥", "⩾"],
    "!=": ["≠", "<>"],
    "=": ["=="],
    "->": ["→", "↦", "=>", "-->"],
    "-": ["−", "–"],
    "*": ["·", "×"],
    "mod": ["%"],
    "div": ["//"],
    "or": ["∨", "||"],
    "and": ["&&", "∧"],
    "not": ["¬", "!"],
    "in": ["∈"],
    "where": ["if", "with", ":", "Where", "such that"],
    "any order": ["in any order", "anyorder", "Any Order"],
    ";": ["\n", ";;", ";\n"],
}
SPACES = [" ", "  ", "\t", "\u00a0"]
TOKENS = re.compile(r"->|<=|>=|!=|\.\.|any order|in a circle|in a row|positions where|piles >=|power of|[\w']+|\n|\S")
PHRASES = (
    "where",
    "any",
    "order",
    "of",
    "piles",
    "stop",
    "win",
    "when",
    "in",
    "a",
    "circle",
    "row",
    "positions",
    "block",
)
SIGNS = ("mod", "div", "and", "or", "not", "is", "odd", "even", "power", "min", "max", "sum", "abs", "floor", "ceil")
models = st.one_of(written_models(), bounded_models())


def rule_of(model: Model) -> Ruleset:
    rule = attempt(model.text())
    if isinstance(rule, str):
        reject()
    return rule


def noisy(text: str, random: Random) -> str:
    """The same rule with other signs, blanks, line breaks and brackets, after its left side.

    A line may break anywhere but before a bracket, which would begin a move, and within a product such as 2a. Names
    are put into brackets where they are terms: not where a clause lists piles.
    """
    left, arrow, rest = text.partition("->")
    pieces = [left, arrow]
    lists_piles = False
    for token in TOKENS.findall(rest):
        spelt = random.choice([token, token, *SPELLINGS.get(token, [])])
        is_term = re.fullmatch(r"[A-Za-zα-ω][\w']*", token) and token not in (*PHRASES, *SIGNS)
        lists_piles = token == "of" or (lists_piles and (is_term is not None or token == ","))
        if is_term and not lists_piles and random.random() < 0.2:
            spelt = f"({spelt})"
        pieces.append(random.choice(SPACES if spelt.startswith("(") else [*SPACES, "\n", "\r ", "\r\n  "]) + spelt)
    return "".join(pieces)


@examples(30)
@given(models, st.randoms(use_true_random=False))
def test_noise_changes_nothing(model: Model, random: Random) -> None:
    rule = rule_of(model)
    text = noisy(str(rule), random)
    assert attempt(text) == rule, text


# Edits


def edited(text: str, random: Random) -> str:
    """Return the text with one typing error: a character omitted, doubled, swapped with the next, or replaced."""
    place = random.randrange(len(text))
    kind = random.choice(("leave out", "double", "swap", "other", "word"))
    if kind == "leave out":
        return text[:place] + text[place + 1 :]
    if kind == "double":
        return text[:place] + text[place] + text[place:]
    if kind == "swap" and place + 1 < len(text):
        return text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    if kind == "other":
        return text[:place] + random.choice("abkuv012+-*<>=(),;| .A") + text[place + 1 :]
    words = list(re.finditer(r"[a-z]{3,}", text))
    if not words:
        return text
    word = random.choice(words)
    letter = random.randrange(word.start(), word.end())
    return text[:letter] + random.choice("aeinorstw") + text[letter + 1 :]


def slipped_mark(text: str, random: Random) -> str | None:
    """A comma or `;` left out, or a name doubled in one of its places; None if that may make no other rule."""
    # Before a minus, a comma that is missing makes a difference of terms: that is seen in the canonical form.
    marks = [(match.start(), "") for match in re.finditer(r"[,;](?! -)", text)]
    names = re.findall(r"[A-Za-zα-ω][\w']*", text)
    marks += [
        (match.end(), match.group())
        for match in re.finditer(r"[A-Za-zα-ω][\w']*", text)
        if match.group() not in (*PHRASES, *SIGNS) and names.count(match.group()) > 1
    ]
    if not marks:
        return None
    place, more = random.choice(marks)
    return text[:place] + more + text[place + (not more) :]


@examples(50)
@given(models, st.integers(0, 10**9))
def test_a_missing_mark_or_a_doubled_name_is_refused(model: Model, seed: int) -> None:
    text = str(rule_of(model))
    slipped = slipped_mark(text, Random(seed))
    if slipped is not None:
        assert isinstance(found := attempt(slipped), str), (text, slipped, str(found))


PIECES = re.compile(r"[0-9]+|[A-Za-zα-ω][\w']*|\.\.\.?|<=|=<|>=|!=|<>|==|-->|->|=>|\S")
#: What makes no difference between pieces, as patterns and what is as good: signs with another look, 0 and 1.
NO_DIFFERENCE = [
    *((rf"(?<!\S){re.escape(sign)}(?!\S)", wanted) for wanted, signs in SPELLINGS.items() for sign in signs),
    (r"\.\.\.", ".."),
    (r"\b0+(?=[0-9])", ""),
    (r"\b0 [A-Za-zα-ω][\w']*", "0"),
    (r"\b1 (?=[A-Za-zα-ω(])", ""),
    (r"(?<![\w')|}] )\+ |(?<=where )\+ |(?<=when )\+ ", ""),
    (r"(?<![\w')|}] )- 0(?! [\w(])", "0"),
    (r"(?<![\w'] )\b0 -", "-"),
    (r", (?=where|any|in a|piles|positions|stop|win)", ""),
    (r"([0-9]+) \( (\w+) \)", r"( \1 \2 )"),
    (r"(; )+", "; "),
    (r"^; | ;$", ""),
]


def plain(text: str) -> str:
    """Return the parts of a text without insignificant parts."""
    text = " ".join(PIECES.findall(text))
    for pattern, wanted in NO_DIFFERENCE:
        text = re.sub(pattern, wanted, text)
    return text


@examples(50)
@given(models, st.integers(0, 10**9))
def test_a_typing_error_is_refused_or_visible_in_the_canonical_form(model: Model, seed: int) -> None:
    rule = rule_of(model)
    text = str(rule)
    slipped = edited(text, Random(seed))
    found = attempt(slipped)
    event("refused" if isinstance(found, str) else "same" if found == rule else "another rule")
    if isinstance(found, Ruleset) and str(found) == text:
        assert plain(slipped) == plain(text), slipped
