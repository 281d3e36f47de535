"""Compiled kernels of periods agree with the same functions in plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague import jit
from sprague.limits import Limits
from sprague.periods.move_vectors import VectorMoves
from sprague.periods.period import find_period
from sprague.periods.recurrence import Recurrence, find_recurrence, kernel_mode
from sprague.periods.sequences import find_sequence_period
from sprague.tables.special.difference_games import find_distribution
from tests.layers import sample
from tests.properties.random_rules import examples

WAYS = ("plain", "compiled")

STEPS = st.tuples(st.integers(-9, 0), st.integers(-9, 9)).filter(lambda step: step < (0, 0))
TRIPLES = st.tuples(st.integers(-2, 0), st.integers(-2, 2), st.integers(-2, 2)).filter(lambda step: step < (0, 0, 0))


@pytest.mark.slow
@examples(25)
@given(
    st.one_of(st.lists(STEPS, min_size=1, max_size=10), st.lists(TRIPLES, min_size=1, max_size=4)),
    st.sampled_from((("grundy", False), ("outcome", False), ("outcome", True))),
)
def test_periods_of_random_vectors(vectors: list[tuple[int, ...]], asked: tuple[str, bool]) -> None:
    found: list[object] = []
    for how in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            periods = find_recurrence(VectorMoves.free(vectors, len(vectors[0])), kernel_mode(*asked), 3_000)
            if isinstance(periods, Recurrence):
                assert periods.values is not None
                found.append((periods.preperiods, periods.periods, periods.largest, periods.values.tolist()))
            else:
                found.append(periods)
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    sample(
        [
            "subtraction-transfer:a=2,b=3,c=2",
            "(x) -> (x - k) where 1 <= k <= 9",
            "(x, y) -> (x - 1, y) where x mod 3 != 1 ; (x, y - 2) stop when x <= 2",
            "(x, y) -> (x - 1, y + 1) ; (x, y - 3) win when y = 1",
        ],
        4,
    ),
)
@pytest.mark.parametrize("what", sample(["outcome", "grundy"], 2))
def test_periods_with_conditions(game: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for how in WAYS:
        monkeypatch.setattr(jit, "mode", how)
        found.append(find_period(game, what=what, budget=Limits(positions=20_000)))  # type: ignore[arg-type]
    assert str(found[0]) == str(found[1])
    assert found[0].periods == found[1].periods
    assert getattr(found[0], "evidence", None) == getattr(found[1], "evidence", None)


def test_sequences_and_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for how in WAYS:
        monkeypatch.setattr(jit, "mode", how)
        sequence = [n * n % 7 for n in range(60)]
        found.append((find_sequence_period(sequence), str(find_distribution("sharing-nim", 40, 9))))
    assert found[0] == found[1]
