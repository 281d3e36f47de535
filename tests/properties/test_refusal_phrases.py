"""Each phrase in `refusal_phrases` occurs in the message of its refusal."""

from __future__ import annotations

import pytest

from sprague.errors import SpragueError
from sprague.rules import parse
from tests.properties.refusal_phrases import EXAMPLES


@pytest.mark.parametrize("phrase", EXAMPLES)
def test_a_phrase_occurs_in_the_message(phrase: str) -> None:
    with pytest.raises(SpragueError) as caught:
        parse(EXAMPLES[phrase])
    assert phrase in str(caught.value)
