"""A few random rules from end to end; `python -m tests.properties.end_to_end` asks about more of them."""

from __future__ import annotations

import pytest

from sprague.limits import Limits
from tests.properties.end_to_end import sweep

SMALL = Limits(seconds=2, positions=300, states=30, pairs=1_000)


@pytest.mark.slow
def test_all_results_about_random_rules_agree_with_the_oracle() -> None:
    done = sweep(minutes=10, start=7, rules=25, coq=0.0, compiled=0.0, search=SMALL, with_web=False)
    assert not done.found
    assert done.counts["rules asked everything"] >= 6
    assert done.counts["moves played"] >= 6
