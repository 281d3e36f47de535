"""The time limit of a command, which counts the start of the program."""

from __future__ import annotations

import pytest

from sprague.cli import time_limit
from sprague.limits import seconds_left
from tests.cli.running import run
from tests.fake_clocks import FakeClock


@pytest.mark.parametrize(
    ("command", "text"),
    [("ask", "all a: exists b: P(a, b)"), ("sequence", "least b: P(a, b)"), ("compare", "nim:piles=2")],
)
def test_the_start_of_the_program_counts(command: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []
    monkeypatch.setattr(time_limit, "_begin", None)
    monkeypatch.setattr(time_limit, "_is_started", False)

    def watched(*_: object, **__: object) -> None:
        limits.append(seconds_left())
        raise KeyError

    monkeypatch.setattr(f"sprague.queries.{command}.{command}", watched)
    with FakeClock(begin=7).running():
        time_limit.begin_program()  # the fake clock says that the process has used 7 seconds
        for _ in range(2):
            with pytest.raises(KeyError):
                run(command, "nim:piles=2", text, "--seconds", "60")
    assert limits == [53, 60]
