"""Files that are no certificates."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.checker import verify
from sprague.errors import SpragueError


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "which is no JSON"),
        ("[1]", r"expected a JSON object, got \[1\]"),
        ('{"a": 1, "a": 2}', r"expected each key once, got \['a', 'a'\]"),
        ('{"a": NaN}', "expected whole numbers, got 'NaN'"),
        ('{"a": 1.5}', "expected whole numbers, got '1.5'"),
        ("[" * 100_000, "which is no JSON"),
        ('{"a": ' + "9" * 5000 + "}", "which is no JSON"),
        ("\xff", "which is no JSON"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(SpragueError, match=message):
        verify(path)
