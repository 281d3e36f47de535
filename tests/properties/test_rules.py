"""General properties of rules, tested on random rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import event, example, given, reject
from hypothesis import strategies as st

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from tests.fake_clocks import at_most_calls
from tests.properties import refusal_phrases
from tests.properties.random_rules import (
    Chain,
    Condition,
    Family,
    Model,
    Term,
    bounded_models,
    conditions,
    examples,
    positions,
)

UNICODE = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": "−", "*": "·", "=": "=="}
TOKENS = re.compile(r"->|<=|>=|!=|[\w']+|\S")
KEYWORDS = {
    "where",
    "any",
    "order",
    "of",
    "in",
    "piles",
    "positions",
    "stop",
    "win",
    "when",
    "mod",
    "and",
    "or",
    "power",
}


def attempt(text: str) -> Ruleset | str:
    """Return the rule, or the error message about it."""
    try:
        return parse(text)
    except SpragueError as error:
        return str(error)


def is_refused_rightly(model: Model, message: str) -> bool:
    """Return whether a rule is refused correctly: for an idle condition, or a move that is never useful."""
    if refusal_phrases.SAME_SIDES in message:
        return compares_alike(message)
    if refusal_phrases.IDLE_ENDING in message:
        return any(excludes_all_or_nothing(model, ending) for ending in (model.stop, model.win))
    if not any(
        phrase in message
        for phrase in (
            refusal_phrases.NEVER_HOLDS,
            refusal_phrases.CONTRADICTION,
            refusal_phrases.ALWAYS_ZERO,
            refusal_phrases.IDLE_CHOICE,
        )
    ):
        return False
    alone = [replace(model, families=(family,), stop=(), win=(), domain=()) for family in model.families]
    if refusal_phrases.IDLE_CHOICE in message:  # the choice does not occur in the option, so there is only one option
        return any(all(len(set(one.options(position))) <= 1 for position in small_positions(one)) for one in alone)
    return any(
        all(0 in option for position in small_positions(one) for option in one.options(position)) for one in alone
    )


def compares_alike(message: str) -> bool:
    """Whether neighbouring sides of the comparison that is shown are the same."""
    shown = message.splitlines()[0].partition(refusal_phrases.COMPARED)[2]
    return any(one == two for one, two in pairwise(re.split(r" (?:<=?|>=?|!?=) ", shown)))


def excludes_all_or_nothing(model: Model, ending: Sequence[Sequence[Condition]]) -> bool:
    """Return whether the whole condition, or a part of it, is true at all small positions or at none."""
    comparisons = [
        [all(one.holds(dict(zip(model.names, position, strict=True))) for one in part) for part in ending]
        for position in small_positions(replace(model, domain=()))
    ]
    return len(set(map(any, comparisons))) == 1 or any(
        len(set(column)) == 1 for column in zip(*comparisons, strict=True)
    )


def rule_of(model: Model) -> Ruleset:
    rule = attempt(model.text())
    if isinstance(rule, str):
        # The generator limits every choice, so the only reasons left are a tangle of conditions and an empty domain.
        known = refusal_phrases.ENTANGLED in rule or refusal_phrases.NO_POSITIONS in rule
        assert known or is_refused_rightly(model, rule), (model.text(), rule)
        reject()
    return rule


def small_positions(model: Model, most: int = 3) -> Iterable[tuple[int, ...]]:
    box = product(*(range(model.lowest(index), most + 1) for index in range(len(model.names))))
    return filter(model.is_position, box)


@examples(60)
@given(st.data())
def test_options_agree_with_trying_every_choice(data: st.DataObject) -> None:
    model = data.draw(bounded_models())
    rule = rule_of(model)
    for position in [data.draw(positions(model)) for _ in range(3)]:
        found = rule.options(position)
        assert len(found) == len(set(found)), (model.text(), position)
        assert set(found) == model.options(position), (model.text(), position)
        event(f"options: {min(len(found), 3)}{'+' if len(found) > 3 else ''}")


@examples(30)
@given(st.data())
def test_moves_lead_to_the_options_and_say_how(data: st.DataObject) -> None:
    model = data.draw(bounded_models())
    rule = rule_of(model)
    position = data.draw(positions(model))
    moves = rule.moves(position)
    options = rule.options(position)
    assert sorted(move.option for move in moves) == sorted(options)
    assert rule.is_terminal(position) == (not options)
    for move in moves:
        assert move.sentence.strip()
        assert str(move) == move.sentence
        chosen = dict(move.choice)
        assert set(chosen) == set(model.families[move.family].choices(model.names))
        assert leads_to(model, move.family, chosen, position, move.option)


def leads_to(model: Model, number: int, chosen: dict[str, int], position: tuple[int, ...], option: object) -> bool:
    """Whether the family with this choice leads from the position to the option, in some order of the piles."""
    family = model.families[number]
    exact = tuple((name, Term((), value)) for name, value in chosen.items())
    pinned = tuple(Chain((Term(((name, 1),)), Term((), value)), ("=",)) for name, value in chosen.items())
    only = Family(family.target, family.where + pinned, exact)
    single = replace(model, families=(only,), stop=(), win=())
    return option in single.options(position)


@examples(30)
@given(bounded_models())
def test_a_rule_written_out_reads_back_the_same(model: Model) -> None:
    rule = rule_of(model)
    assert parse(str(rule)) == rule
    assert str(parse(str(rule))) == str(rule)


@examples(30)
@given(bounded_models(), st.randoms(use_true_random=False))
def test_white_space_and_unicode_signs_change_nothing(model: Model, random: Random) -> None:
    rule = rule_of(model)
    assert parse(spaced(str(rule), random)) == rule
    assert parse(with_unicode(str(rule))) == rule


def spaced(text: str, random: Random) -> str:
    """The text with odd spaces and line breaks between all tokens.

    A line may break anywhere but within a product (2a, which is one token here) and before a bracket
    that would begin a move.
    """
    return "".join(
        random.choice([" ", "\t", "   ", "\r ", "\n", " \n\n\t", "\r\n"]) + token for token in TOKENS.findall(text)
    )


def with_unicode(text: str) -> str:
    return "".join(UNICODE.get(token, token) + " " for token in TOKENS.findall(text))


@examples(30)
@given(bounded_models())
def test_a_rank_is_natural_and_falls_with_every_move(model: Model) -> None:
    rule = rule_of(model)
    rank = rule.rank
    event(type(rank).__name__)
    if rank is None:
        return
    for position in small_positions(model):
        value = rank.value(position)
        assert all(type(number) is int and number >= 0 for number in value), (model.text(), position)
        for option in model.options(position):
            assert rank.value(option) < value, (model.text(), str(rank), position, option)


@examples(30)
@given(bounded_models())
def test_every_rule_has_a_description_and_latex(model: Model) -> None:
    rule = rule_of(model)
    assert rule.describe().startswith("A position consists of ")
    assert rule.latex().count(r"\to") == len(rule.ast.moves)
    assert eval(repr(rule), {"sprague": __import__("sprague")}) == rule


SIGNS = ["(", ")", "|", ",", ";", "->", "→", "<", "<=", ">=", "!=", "=", "-", "+", "*", "\n", " ", "'", "_"]
FRAGMENTS = st.sampled_from([*SIGNS, *sorted(KEYWORDS), "0", "1", "2", "99", "a", "b", "u"])
SOUPS = st.one_of(
    st.text(max_size=80),
    st.lists(FRAGMENTS, max_size=40).map(" ".join),
    st.lists(FRAGMENTS, max_size=40).map("".join),
    st.lists(FRAGMENTS, max_size=30).map(lambda pieces: "(a, b) -> (" + " ".join(pieces)),
)


@examples(120)
@given(SOUPS)
@example("")
@example("(a) -> (a - 1) where k mod 2 mod 2 = 0")
@example("²")
@example("(a²) -> (a² - 1)")
@example("(a) -> (٣)")
def test_any_text_is_a_rule_or_a_notation_error(text: str) -> None:
    assert_rule_or_error(text)


@examples(120)
@given(bounded_models(), st.data())
def test_a_mistyped_rule_is_a_rule_or_a_notation_error(model: Model, data: st.DataObject) -> None:
    text = model.text()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(place, min(len(text), place + 6)))
        kind = data.draw(st.sampled_from(("delete", "insert", "repeat")))
        middle = {"delete": "", "insert": data.draw(FRAGMENTS), "repeat": text[place:end] * 2}[kind]
        text = text[:place] + middle + (text[place:] if kind == "insert" else text[end:])
    assert_rule_or_error(text)


def assert_rule_or_error(text: str) -> None:
    with at_most_calls(5_000_000):  # no text is read for ever
        rule = attempt(text)
    event("error" if isinstance(rule, str) else "rule")
    assert (len(rule) > 0) if isinstance(rule, str) else (parse(str(rule)) == rule)


# Choices without a bound. With two choices and factors up to 2 on either side, a direction in which
# legal choices go on for ever has steps of at most 4: four of them lead from the small box to larger
# choices in the large one.
SMALL_BOX, BOX = 14, 30


@examples(40)
@given(st.lists(conditions(["a", "u", "v"]), min_size=1, max_size=4))
def test_an_unbounded_choice_is_refused(where: list[Condition]) -> None:
    # The rule remembers both choices, so its options show every legal pair.
    text = "(a | s, t) -> (a | u, v) where " + ", ".join(map(str, where))
    rule = attempt(text)
    if isinstance(rule, str):
        if refusal_phrases.SAME_SIDES in rule:
            assert compares_alike(rule)
            return
        if refusal_phrases.NEVER_HOLDS in rule or refusal_phrases.CONTRADICTION in rule:
            assert not any(legal_choices(where, a) for a in range(4)), (text, rule)
            return
        unbounded = re.search(rf"\b([uv])'? \w+ {refusal_phrases.UNBOUNDED}", rule)
        assert unbounded, rule
        event("refused")
        if not all(re.fullmatch(r"[^!a-z]*([auv][^!a-z]*)*", str(condition)) for condition in where):
            return  # residues, powers and != may leave few of the choices, however many the rest allows
        for a in range(4):
            legal = legal_choices(where, a)
            chosen = "uv".index(unbounded[1])
            near = [pair[chosen] for pair in legal if max(pair) <= SMALL_BOX]
            assert not near or max(pair[chosen] for pair in legal) > max(near), (text, a)
        return
    event("accepted")
    for a in range(4):
        found = [(u, v) for _, u, v in rule.options((a, 0, 0))]
        assert len(found) == len(set(found))
        inside = {pair for pair in found if max(pair) <= BOX}
        assert inside == legal_choices(where, a), (text, a)
        for u, v in set(found) - inside:
            assert all(condition.holds({"a": a, "u": u, "v": v}) for condition in where), (text, a)


def legal_choices(where: list[Condition], a: int) -> set[tuple[int, int]]:
    return {
        (u, v)
        for u, v in product(range(BOX + 1), repeat=2)
        if all(condition.holds({"a": a, "u": u, "v": v}) for condition in where)
    }


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, u) where u < a any order",
        "(a, b, c) -> (u, v, u) where u + v = a any order",
        "(a, b, c) -> (u, v, w) where u + v = a, w <= b any order",
        "(a, b, c) -> (u, v, c) where u <= a, v <= b, u + v < a + b any order",
        "(a, b, c) -> (u, v, c) where u < v, v <= a any order",
        "(a, b, c | t) -> (u, v, w | u) where u + v + w < a + b any order",
        "(a, b, c | t) -> (u, v, w | u + v) where u + v + w < a any order of a, b",
        "(a, b, c, d) -> (u, v, v, u) where u + v = a any order",
        "(a, b, c, d) -> (u, v, v, u) where u + v = a any order of a, b any order of c, d",
        "(a, b, c, d) -> (u, v, u, v) where u + v + w = a any order",
    ],
)
def test_leaving_out_repeated_orders_leaves_out_no_option(text: str) -> None:
    """`any order` reaches the same options as the rule without `any order` from the position in every order."""
    rule = parse(text)
    plain = parse(re.sub(r" any order.*", "", text))
    model = Model(rule.piles, rule.remembered, (), rule.blocks)
    for position in product(range(4), repeat=len(rule.names)):
        reached = set()
        for order in model.orders(Family((), ())):
            for option in plain.options(tuple(position[pile] for pile in order)):
                back = dict(zip(order, option, strict=True))
                reached.add(model.sorted(tuple(back[pile] for pile in range(len(position)))))
        assert set(rule.options(position)) == reached, position
