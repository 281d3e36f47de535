"""Minimisation does not depend on unreachable states, whether they are removed first or not."""

import random

import numpy as np
import pytest

from sprague.automata import transition_table as module
from sprague.automata.transition_table import minimise


def labels_of_words(table: list[list[int]], labels: list[int], length: int) -> list[int]:
    """Return the label of the state that each word of up to this length reaches, in order."""
    reached, labelled = [0], [labels[0]]
    for _ in range(length):
        reached = [target for state in reached for target in table[state]]
        labelled += [labels[state] for state in reached]
    return labelled


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


@pytest.mark.parametrize("sorted_entries", [0, 1 << 16])
def test_the_kernel_and_sorting_refine_partitions_alike(sorted_entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of states needs more rounds than `MOORE_ROUNDS`; random tables need few."""
    draw = random.Random(8)
    chain = [[state + 1, 0] for state in range(60)] + [[60, 0]]
    tables = [chain, *([[draw.randrange(n) for _ in range(4)] for _ in range(n)] for n in range(1, 30))]
    monkeypatch.setattr(module, "MOST_SORTED", sorted_entries)
    for table in tables:
        labels = [int(state == len(table) - 1 or draw.randrange(5) == 0) for state in range(len(table))]
        if table is chain:
            labels = [0] * 60 + [1]
        least, marks = minimise(np.array(table), labels)
        assert labels_of_words(least.tolist(), marks.tolist(), 5) == labels_of_words(table, labels, 5)
        assert least.shape[0] == len(nerode_classes(table, labels))


def nerode_classes(table: list[list[int]], labels: list[int]) -> set[frozenset[int]]:
    """Return the classes of equivalent reachable states, by marking pairs of states that a word distinguishes."""
    reached = [0]
    for state in reached:
        reached += [target for target in dict.fromkeys(table[state]) if target not in reached]
    apart = {(p, q) for p in reached for q in reached if labels[p] != labels[q]}
    while True:
        more = {
            (p, q)
            for p in reached
            for q in reached
            if (p, q) not in apart and any(pair in apart for pair in zip(table[p], table[q], strict=True))
        }
        if not more:
            return {frozenset(q for q in reached if (p, q) not in apart) for p in reached}
        apart |= more
