"""Minimisation does not depend on unreachable states, whether they are removed first or not."""

import random

import numpy as np
import pytest

from sprague.automata import transition_table as module
from sprague.automata.transition_table import minimise


def labels_of_words(table: list[list[int]], labels: list[int], length: int) -> list[int]:
    """Return the label of the state that each word of up to this length reaches, in order."""
    reached, said = [0], [labels[0]]
    for _ in range(length):
        reached = [target for state in reached for target in table[state]]
        said += [labels[state] for state in reached]
    return said


@pytest.mark.parametrize("few", [0, 1024])
def test_states_out_of_reach_change_nothing(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL_TABLE", few)
    draw = random.Random(5)
    for _ in range(60):
        kept, more = draw.randint(1, 6), draw.randint(0, 6)
        table = [[draw.randrange(kept) for _ in range(2)] for _ in range(kept)]
        labels = [draw.randrange(3) for _ in range(kept + more)]
        beyond = [[draw.randrange(kept + more) for _ in range(2)] for _ in range(more)]
        least, marks = minimise(np.array(table + beyond), labels)
        alone, alone_marks = minimise(np.array(table), labels[:kept])
        assert (least.tolist(), marks.tolist()) == (alone.tolist(), alone_marks.tolist())
        assert least.shape[0] <= kept
        assert labels_of_words(least.tolist(), marks.tolist(), 6) == labels_of_words(table, labels, 6)
