"""The JSON form of results: the base class `Result` and the functions `json_text` and `with_version`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Literal

from sprague.integers import format_integer

VERSION: Literal[1] = 1  # version of the JSON format of all results

# A number in JSON. The web API writes numbers beyond 2^53 as text, because JavaScript cannot represent these numbers
# exactly.
Number = int | str
Piles = list[Number]
Play = Literal["normal", "misere"]
OutcomeClass = Literal["P", "N"]
NumberMeasure = Literal["grundy", "remoteness", "suspense"]
Measure = Literal["grundy", "outcome", "remoteness", "suspense"]
PeriodMeasure = Literal["grundy", "outcome"]
ReasonKind = Literal["theorem", "proof", "table", "search"]

# Maps the name of a field to its JSON key, for fields whose key differs from their name.
_KEYS = {"class_": "class"}


def json_key(name: str) -> str:
    """Return the JSON key of a field of a result dataclass."""
    return _KEYS.get(name, name)


@dataclass(frozen=True, kw_only=True)
class ResultPart:
    """Base class of the parts of results: dataclasses whose fields are JSON values."""

    # Options for pydantic, which describes the class in the OpenAPI document of the web API.
    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "use_attribute_docstrings": True,
        "alias_generator": json_key,
        "json_schema_serialization_defaults_required": True,
    }

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, which `json.dumps` can write."""
        return {json_key(field.name): _plain(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Result(ResultPart):
    """Base class of results; `version` is the version of the JSON format."""

    version: Literal[1] = VERSION


def _plain(value: object) -> object:
    if isinstance(value, ResultPart):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def play_of(misere: bool) -> Play:
    """Return the name of a play convention in the JSON form of results: "misere" or "normal"."""
    return "misere" if misere else "normal"


def with_version(value: object) -> object:
    """Add the version of the JSON format to plain data, as the first key of an object or of each object in a list.

    >>> with_version({"rows": []})
    {'version': 1, 'rows': []}
    """
    if isinstance(value, dict):
        return {"version": VERSION, **value}
    return [with_version(item) for item in value] if isinstance(value, list) else value


def json_text(value: object, largest: int | None = None) -> str:
    """Return the JSON text of results and plain data; integers beyond `largest` become strings.

    >>> json_text({"grundy": 2**64, "moves": [(1, 2)]}, largest=2**53)
    '{"grundy": "18446744073709551616", "moves": [[1, 2]]}'
    """
    return "".join(_pieces(value, largest))


def _pieces(value: object, largest: int | None) -> Iterator[str]:
    if isinstance(value, ResultPart):
        yield from _pieces(value.to_json(), largest)
    elif isinstance(value, dict):
        yield "{"
        for number, (key, item) in enumerate(value.items()):
            yield f"{', ' if number else ''}{json.dumps(str(key), ensure_ascii=False)}: "
            yield from _pieces(item, largest)
        yield "}"
    elif isinstance(value, (list, tuple)):
        yield "["
        for number, item in enumerate(value):
            if number:
                yield ", "
            yield from _pieces(item, largest)
        yield "]"
    elif isinstance(value, int) and not isinstance(value, bool):
        is_large = largest is not None and abs(value) > largest
        yield f'"{format_integer(value)}"' if is_large else format_integer(value)
    else:
        yield json.dumps(value, ensure_ascii=False)
