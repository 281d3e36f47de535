"""Write `api_types.d.ts`, the TypeScript types of the web API, from its OpenAPI description.

`python web/api_types.py` writes the file. `python web/api_types.py --check` only checks whether the file is up to date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sprague.web.app import create_app

FILE = Path(__file__).with_name("api_types.d.ts")
HEADER = "// Generated from the OpenAPI description of the web API by web/api_types.py; do not edit.\n"
PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def api_types(description: Schema) -> str:
    """Return the declarations of all schemas of an OpenAPI description."""
    return HEADER + "".join(_declaration(name, one) for name, one in description["components"]["schemas"].items())


def _declaration(name: str, schema: Schema) -> str:
    comment = " ".join(schema.get("description", "").split("\n\n")[0].split())
    return f"\n/** {comment} */\nexport type {name} = {type_text(schema)};\n"


def type_text(schema: Schema) -> str:
    """Return the TypeScript type of a JSON schema.

    >>> type_text({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'number[] | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return (" & " if key == "allOf" else " | ").join(dict.fromkeys(map(type_text, schema[key])))
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_text, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        item = type_text(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if schema.get("type") == "object":
        return _object_type(schema)
    return PRIMITIVES.get(schema.get("type", ""), "unknown")


def _object_type(schema: Schema) -> str:
    if "properties" in schema:
        return "{\n" + "".join(_properties(schema)) + "}"
    values = schema.get("additionalProperties", True)
    return f"Record<string, {type_text(values) if isinstance(values, Mapping) else 'unknown'}>"


def _properties(schema: Schema) -> Iterator[str]:
    required = schema.get("required", [])
    for name, one in schema["properties"].items():
        key = name if name.isidentifier() else json.dumps(name)
        comment = f"  /** {one['description']} */\n" if "description" in one else ""
        yield f"{comment}  {key}{'' if name in required else '?'}: {type_text(one)};\n"


def main(check: bool) -> str | None:
    """Write the file or check that it is up to date; return an error message if it is not."""
    text = api_types(create_app().openapi())
    if check:
        is_current = FILE.is_file() and FILE.read_text("utf-8") == text
        return None if is_current else f"{FILE.name} is out of date; run: .venv/bin/python web/api_types.py"
    FILE.write_text(text, "utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
