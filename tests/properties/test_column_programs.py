"""Random column programs: printing, parsing, evaluation, proofs and the checker all agree."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import FIBONACCI, base
from sprague.certificates.trees import write_formula
from sprague.checker.automata import Relations, Variable
from sprague.checker.errors import Budget
from sprague.checker.formulas import Translation
from sprague.checker.numeration import Numeration
from sprague.checker.trees import TreeReader
from sprague.formulas.evaluation import evaluate
from sprague.language.column_programs import ColumnProgram, Count, Line, Place, Spelt, Stage
from sprague.language.expressions import Expression
from sprague.language.formula_parser import parse_formula
from sprague.proofs.translation import translate
from sprague.synthesis.column_synthesis import column_program
from tests.properties.random_rules import examples

DIGITS = {0: Numeration((1, 1)), 2: Numeration((2,)), 3: Numeration((3,))}
STAGES, GROUPS = ("start", "second", "third"), ("piles", "X")


@st.composite
def programs(draw: st.DrawFn) -> ColumnProgram:
    entries, digits = draw(st.integers(1, 3)), draw(st.sampled_from([2, 3, 0]))
    top = (digits or 2) - 1
    group, digit = st.sampled_from(GROUPS), st.none() | st.integers(0, top)
    counts = st.builds(
        Count,
        st.sets(st.integers(0, 3), min_size=1).map(lambda numbers: tuple(sorted(numbers))),
        digit,
        group,
        st.none() | st.integers(2, 3),
    )
    column = st.tuples(*[st.integers(-1, top)] * entries)
    spelt = st.builds(Spelt, st.lists(column, min_size=1, max_size=3).map(tuple))
    line = st.builds(
        Line,
        st.lists(counts | spelt, max_size=2).map(tuple),
        st.sampled_from([*STAGES, "yes", "no", "last"]),
        st.lists(st.builds(Place, digit, group, st.sampled_from([*GROUPS, "free"])), max_size=2).map(tuple),
        st.booleans(),
    )
    stages = tuple(Stage(name, tuple(draw(st.lists(line, max_size=4))), draw(st.booleans())) for name in STAGES)
    groups = tuple(draw(group) for _ in range(entries))
    return ColumnProgram(tuple(map(Expression.of, "abc"[:entries])), groups, digits, stages)


@examples(200)
@given(programs())
def test_a_program_reads_back(program: ColumnProgram) -> None:
    names = [str(term) for term in program.terms]
    assert parse_formula(str(program), names) == program


@examples(100)
@given(programs())
def test_all_ways_to_read_a_program_agree(program: ColumnProgram) -> None:
    names = [str(term) for term in program.terms]
    tuples = list(product(range((40, 14, 7)[len(names) - 1]), repeat=len(names)))
    single = [evaluate(program, dict(zip(names, numbers, strict=True))) for numbers in tuples]
    arrays = dict(zip(names, np.array(tuples, np.int64).T, strict=True))
    assert np.asarray(evaluate(program, arrays)).tolist() == single
    automaton = translate(program, names, base(program.base) if program.base else FIBONACCI)
    assert [numbers in automaton for numbers in tuples] == single
    relations = Relations(DIGITS[program.base], Budget())
    variables = [Variable(name) for name in names]
    tree = TreeReader().formula(write_formula(program))
    found = Translation(relations).relation(tree, dict(zip(names, variables, strict=True)))
    assert [relations.contains(found, dict(zip(variables, numbers, strict=True))) for numbers in tuples] == single


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """Draw any automaton, or one that is symmetric in its piles."""
    tracks, numeration = draw(st.integers(1, 3)), draw(st.sampled_from([base(2), base(3), FIBONACCI]))
    tracks = min(tracks, 2) if numeration.digits == 3 else tracks
    columns = list(product(range(numeration.digits), repeat=tracks))
    states = draw(st.integers(1, 4))
    symmetric = draw(st.booleans())
    rows = []
    for _ in range(states):
        row: dict[tuple[int, ...], int] = {}
        for column in columns:
            row.setdefault(tuple(sorted(column)) if symmetric else column, draw(st.integers(0, states - 1)))
        rows.append([row[tuple(sorted(column)) if symmetric else column] for column in columns])
    rows[0][0] = 0
    accepting = [draw(st.booleans()) for _ in range(states)]
    found = Automaton(tracks, numeration, np.array(rows), np.array(accepting))
    return found | found.swap(0, 1) if tracks > 1 and draw(st.booleans()) else found


@examples(100)
@given(automata())
def test_the_program_of_an_automaton_defines_its_set(automaton: Automaton) -> None:
    names = "abc"[: automaton.tracks]
    program = column_program(automaton, [Expression.of(name) for name in names])
    if program is not None:
        assert parse_formula(str(program), names) == program
        assert translate(program, names, automaton.numeration) == automaton
