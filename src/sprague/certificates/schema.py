"""The JSON Schema of certificates, as the package carries it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def schema_text() -> str:
    """The JSON Schema as text, the same as `docs/certificate.schema.json`."""
    return files("sprague.certificates").joinpath("certificate.schema.json").read_text("utf-8")


def certificate_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) that every certificate fits.

    >>> certificate_schema()["properties"]["version"]["const"]
    2
    """
    schema: dict[str, Any] = json.loads(schema_text())
    return schema
