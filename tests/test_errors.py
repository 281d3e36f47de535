"""Errors can be pickled and sent between processes."""

import pickle

import pytest

import sprague
from sprague.errors import NotationError


def test_an_error_in_a_rule_survives_a_pickle() -> None:
    with pytest.raises(NotationError) as error:
        sprague.parse("(a, b) -> (a - , b)")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.line, again.column) == (str(error.value), 1, 16)
