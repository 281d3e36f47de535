"""Claims about the Grundy values of random rules: true claims are proved, and counterexamples refute false claims."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.errors import SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.language.conditions import Power
from sprague.language.formula_parser import formula_reader
from sprague.limits import Limits
from sprague.proofs.proof import Decision, Proof, Refutation
from sprague.proofs.proving import prove
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset
from tests.expected_tables import positions_within
from tests.oracle import Oracle
from tests.properties.random_rules import Model, bounded_models, examples

Position = tuple[int, ...]

SMALL = {1: 9, 2: 5, 3: 4, 4: 3}  # by the number of entries of a position: totals that are looked at


def read(text: str) -> Ruleset:
    """The rule, if it is one whose play ends."""
    try:
        rule = parse(text)
    except SpragueError:
        assume(False)
        raise
    assume(rule.rank is not None)
    return rule


def decided(rule: Ruleset, claim: str) -> Decision:
    """The verdict, if there is one: powers of two need binary digits, and not every automaton is small."""
    bases = {condition.base for family in rule.families for condition in family.where if isinstance(condition, Power)}
    assume(("power" not in claim and "xor" not in claim) or bases <= {2})
    assume(len(bases) <= 1)
    found = prove(rule, claim, budget=Limits(pairs=3_000))
    assume(not isinstance(found, Undecided))
    return found


@examples(12)
@given(bounded_models(), st.booleans(), st.integers(0, 10**6))
def test_the_true_function_is_proved_and_a_changed_one_is_refuted(model: Model, by_power: bool, seed: int) -> None:
    """Play is made to stop where the entries add up to much, so that the whole function can be written down."""
    total, stop = " + ".join(model.names), SMALL[len(model.names)]
    rule = read(f"{model.text()} stop when {total} >= {stop}")
    oracle = Oracle(rule.options, rule.is_won)
    values = {p: oracle.grundy(p) for p in positions_within(rule, stop) if sum(p) < stop}

    def claim(values: dict[Position, int]) -> str:
        name = "power" if by_power else "value"
        parts = [f"{total} >= {stop} and {name} = {int(by_power)}"]
        for position, value in values.items():
            here = [f"{pile} = {entry}" for pile, entry in zip(rule.names, position, strict=True)]
            parts.append(" and ".join([*here, f"{name} = {2**value if by_power else value}"]))
        return " or ".join(parts)

    found = decided(rule, claim(values))
    assert isinstance(found, Proof)
    for position, value in values.items():
        assert found.grundy(position) == value
        assert (position in found) is (value == 0)
    far = (stop,) * len(rule.names)
    assert not rule.is_position(far) or found.grundy(far) == 0
    if not values:
        return
    changed = list(values)[seed % len(values)]
    wrong = values[changed] + 1 + seed % 2 if seed % 3 else max(values[changed] - 1, 0)
    assume(wrong != values[changed])
    refuted = prove(rule, claim({**values, changed: wrong}))
    assert isinstance(refuted, Refutation)
    assert refuted.wrong_value is not None
    assert (refuted.counterexample, refuted.wrong_value.value) == (changed, values[changed])
    assert refuted.wrong_value.claimed == (2**wrong if by_power else wrong,)


TERMS = ("0", "1", "{a}", "{a} mod 2", "({a} + 1) mod 3", "{sum}", "{sum} mod 2", "min", "max", "xor", "max - min")


@examples(12)
@given(bounded_models(), st.sampled_from(TERMS), st.sampled_from(("value = {}", "power = {} + 1", "value <= {}")))
def test_a_verdict_about_a_function_is_so(model: Model, term: str, shape: str) -> None:
    rule = read(model.text())
    term_text = term.format(a=rule.piles[0], sum=f"({' + '.join(rule.piles)})")
    claim = shape.format(term_text)
    found = decided(rule, claim)
    name = shape.split(" ", maxsplit=1)[0]
    formula = formula_reader(claim, rule.names, rule.piles, functions=(name,)).whole()
    pairs = PositionSet(formula, (*rule.names, name), rule.blocks)
    oracle = Oracle(rule.options, rule.is_won)

    def claimed(position: Position) -> list[int]:
        return [number for number in range(40) if (*position, number) in pairs]

    def right(position: Position) -> list[int]:
        return [2 ** oracle.grundy(position) if name == "power" else oracle.grundy(position)]

    if isinstance(found, Refutation):
        assert len(found.counterexample) == len(rule.names)
        if (wrong := found.wrong_value) is not None:
            assert wrong.value == oracle.grundy(wrong.position)
            assert list(wrong.claimed) == claimed(wrong.position)[:3] != right(wrong.position)
        return
    for position in positions_within(rule, SMALL[len(rule.names)] + 1):
        assert claimed(position) == right(position)
