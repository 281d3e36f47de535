"""Permutations of piles that map random rules to themselves, and computations with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sprague
from sprague import Ruleset, jit
from sprague.automata.automaton import determinise
from sprague.language.formula_parser import parse_formula
from sprague.proofs.predecessors import predecessors
from sprague.proofs.translation import translate
from sprague.rules import parse
from sprague.rules.automorphisms import find_automorphisms, permute, with_any_order
from tests.blocking_rules import with_blocking
from tests.expected_tables import ASKED, Expected, positions_within
from tests.oracle import Position
from tests.properties.random_rules import WAYS, examples

#: Moves on the piles {0}, {1}, {2}: new values of some of them, and a condition. {n} is a small number.
MOVES: list[tuple[dict[int, str], str]] = [
    ({0: "u"}, "u < {0}"),
    ({0: "{0} - k"}, "1 <= k <= {n} + 1"),
    ({0: "{0} - k"}, "k >= 1, k <= {1}"),
    ({0: "{0} - k"}, "k >= 1, k square"),
    ({0: "{0} - k*{1}"}, "k >= 1, {1} >= 1"),
    ({0: "{0} div 2"}, "{0} >= 1"),
    ({0: "min({0}, {1}) - 1"}, "{0} >= 1"),
    ({0: "{0} - k", 1: "{1} - k"}, "k >= 1"),
    ({0: "{0} - k", 1: "{1} - l"}, "k + l >= 1, k + l <= {n} + 1"),
    ({0: "{0} - 2", 1: "{1} + 1"}, ""),
    ({0: "{0} - k", 1: "{1} + k"}, "k >= 1, {1} + k <= {0} - k"),
    ({0: "u", 1: "v"}, "u <= {0}, v <= {1}, u + v < {0} + {1}"),
    ({0: "u", 1: "v"}, "u + v = {1}, {0} >= 1"),
    ({0: "{0} - 1", 1: "{1} - 1", 2: "{2} - 1"}, ""),
    ({0: "{0} - k"}, "k >= 1, ({1} <= {2} or k = 1)"),
]
ENDINGS = ["", "", "stop when {total} <= 2", "win when {total} = 2", "stop when max = 1", "stop when a = 1"]
DOMAINS = ["", "", "", "positions where {total} >= 1", "positions where a >= b", "positions where |a - b| <= 2"]
GROUPS = ["all", "all", "circle", "pair", "none"]


@dataclass(frozen=True)
class Written:
    """A rule whose moves are written out for every permutation of some group of permutations of the piles."""

    text: str
    group: list[tuple[int, ...]]
    is_invariant: bool  # whether the clauses are, too

    @property
    def rule(self) -> Ruleset:
        return parse(self.text)


@st.composite
def written_rules(draw: st.DrawFn, linear: bool = False, plain: bool = False) -> Written:
    count = draw(st.integers(2, 3))
    names = list("abc"[:count])
    kind = draw(st.sampled_from(GROUPS))
    every = list(permutations(range(count)))
    group = {
        "all": every,
        "circle": [tuple((place + shift) % count for place in range(count)) for shift in range(count)],
        "pair": [every[0], (1, 0, *range(2, count))],
        "none": every[:1],
    }[kind]
    possible = [
        move
        for move in MOVES
        if (count == 3 or not any("{2}" in part for part in (*move[0].values(), move[1])))
        and not (linear and any(word in str(move) for word in ("square", "k*")))
    ]
    remembered = not plain and draw(st.integers(0, 3)) == 0
    moves = []
    for entries, where in draw(st.lists(st.sampled_from(possible), min_size=1, max_size=2)):
        number = draw(st.integers(0, 2))
        for order in group:
            of = [names[place] for place in order]
            target = list(names)
            for place, entry in entries.items():
                target[order[place]] = entry.format(*of, n=number)
            condition = where.format(*of, n=number)
            option = f"({', '.join(target)}{' | t - 1' if remembered else ''})"
            moves.append(f"{option} where {condition}" if condition else option)
    moves = draw(st.permutations(list(dict.fromkeys(moves))))
    total = " + ".join(names)
    floor = "" if plain else draw(st.sampled_from(["", "", "piles >= 1"]))
    domain = "" if plain else draw(st.sampled_from(DOMAINS)).format(total=total)
    ending = "" if plain else draw(st.sampled_from(ENDINGS)).format(total=total)
    text = f"({', '.join(names)}{' | t' if remembered else ''}) -> {' ; '.join(moves)} {floor} {domain} {ending}"
    return Written(text, group, not ("a >= b" in domain or "a - b" in domain or "a = 1" in ending))


SEEN: Counter[str] = Counter()


def reached(rule: Ruleset, position: Position) -> set[Position]:
    return set() if rule.is_terminal(position) else set(rule.options(position))


@examples(150)
@given(written_rules(), st.integers(0, 2))
def automorphisms_of_random_rules(written: Written, blocking: int) -> None:
    """Every permutation that is found maps positions to positions, options to options, and ends to ends."""
    rule = written.rule
    found = find_automorphisms(rule if rule.win or rule.splits else with_blocking(rule, blocking))
    entries = len(rule.names)
    for generator in found.generators:
        assert sorted(generator) == list(range(entries))
        for position in product(range(4), repeat=entries):
            image = permute(position, generator)
            assert rule.is_position(image) == rule.is_position(position)
            if rule.is_position(position):
                assert reached(rule, image) == {permute(option, generator) for option in reached(rule, position)}
                assert rule.is_won(image) == rule.is_won(position)
    if written.is_invariant and len(written.group) > 1:
        SEEN["symmetric"] += 1
        # Piles that every permutation of which is written out are interchangeable, and other groups are found, too.
        assert found.generators, written.text
        if len(written.group) == len(list(permutations(rule.piles))):
            assert found.blocks == (tuple(range(len(rule.piles))),), written.text


def test_automorphisms_preserve_moves_and_positions() -> None:
    SEEN.clear()
    automorphisms_of_random_rules()
    assert SEEN["symmetric"] > 5


@examples(120)
@given(written_rules(), st.data())
def tables_of_rules_written_out(written: Written, data: st.DataObject) -> None:
    rule = written.rule
    assume(rule.rank is not None)
    what, misere = data.draw(st.sampled_from(ASKED))
    assume(not (misere and rule.win and what != "outcome"))
    if what == "outcome" and not misere and not rule.win:
        rule = with_blocking(rule, data.draw(st.sampled_from([0, 0, 1, 2])))
    count = len(rule.names)
    bound = data.draw(st.sampled_from([{"limit": rule.floor + 7 - count}, {"chips": rule.floor * count + 9 - count}]))
    expected = Expected(rule)
    wanted = {p: expected.value(p, what, misere) for p in positions_within(rule, **bound)}
    for how in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            table = sprague.tabulate(rule, bound.get("limit"), chips=bound.get("chips"), what=what, misere=misere)
        assert dict(table.items()) == wanted, (written.text, bound, what, misere, how)
    any_order = with_any_order(rule)
    SEEN["sorted"] += any_order != rule
    if any_order != rule:
        again = Expected(any_order)
        assert {p: again.value(any_order.position(p), what, misere) for p in wanted} == wanted, written.text


@pytest.mark.slow
def test_tables_of_rules_written_out_agree_with_the_definitions() -> None:
    SEEN.clear()
    tables_of_rules_written_out()
    assert SEEN["sorted"] > 5


SETS = ["(a + b{c}) mod 3 = 1", "a = b", "a < b", "max{all} mod 2 = 0", "a mod 2 = 0"]


@examples(60)
@given(written_rules(linear=True, plain=True), st.sampled_from(SETS), st.booleans())
def test_predecessor_sets_of_rules_written_out(written: Written, template: str, any_order: bool) -> None:
    """Sets that are invariant, and sets that are not."""
    rule = written.rule
    if any_order:
        rule = with_any_order(rule)
    names = rule.names
    formula = template.format(c=" + c" if len(names) > 2 else "", all=f"({', '.join(names)})")
    positions = translate(parse_formula(formula, names), names)
    assume(not any_order or positions.asymmetry_witness(rule.blocks) is None)
    found = determinise(predecessors(rule, positions))
    for position in product(range(6), repeat=len(names)):
        assert (position in found) == any(option in positions for option in rule.options(position)), written.text
