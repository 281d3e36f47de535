"""The JSON form of results."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest
from pydantic import TypeAdapter

import sprague
from sprague.results.base import Result, json_key, json_text
from sprague.results.positions import AnswerResult
from sprague.results.tables import PeriodResult


def test_a_key_that_is_a_keyword_of_python() -> None:
    assert json_key("class_") == "class"
    assert "class" in TypeAdapter(PeriodResult).json_schema(mode="serialization")["properties"]


def test_a_result_has_a_version_and_does_not_change() -> None:
    result = sprague.solve("nim", (3, 5)).to_result()
    assert next(iter(result.to_json().items())) == ("version", 1)
    with pytest.raises(FrozenInstanceError):
        result.grundy = 0  # type: ignore[misc]


@pytest.mark.parametrize("position", [(3, 5), (2**70, 1)])
@pytest.mark.parametrize("largest", [None, 2**53])
def test_json_text_is_described_by_the_schema(position: tuple[int, int], largest: int | None) -> None:
    text = json_text(sprague.solve("nim", position).to_result().to_json(), largest)
    adapter = TypeAdapter(AnswerResult)
    data = json.loads(text)
    assert set(data) == set(adapter.json_schema(mode="serialization")["required"])
    assert isinstance(adapter.validate_python(data), Result)
    assert isinstance(data["position"][-1], str) == (largest is not None and max(position) > largest)
