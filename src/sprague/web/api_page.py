"""`api_page` returns the HTML page that documents the web API.

The API page is generated from the OpenAPI description, which programs can read at /openapi.json. Sprague does not use
FastAPI's own documentation pages, because they load scripts from other hosts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from json import dumps
from typing import Any

from sprague.web.errors import TITLES

Schema = Mapping[str, Any]

PAGE_HEAD = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API · Sprague</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <script src="/js/theme.js"></script>
    <link rel="stylesheet" href="/css/base.css" />
    <link rel="stylesheet" href="/css/docs.css" />
  </head>
"""


def api_page(description: Schema) -> str:
    """Return the HTML page that documents the web API; generate the page from the OpenAPI description."""
    return PAGE_HEAD + "\n".join(["<body><main>", *_body(description), "</main></body>", "</html>\n"])


def _body(description: Schema) -> Iterator[str]:
    info = description["info"]
    yield f"<h1>{escape(info['title'])} {escape(info['version'])}: web API</h1>"
    yield f"<p>{escape(info['description'])}</p>"
    yield '<p>OpenAPI description: <a href="/openapi.json">openapi.json</a>. Pages: <a href="/">gallery</a>.</p>'
    operations = [
        (path, method, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    for tag in dict.fromkeys(operation["tags"][0] for *_, operation in operations):
        yield f"<section><h2>{escape(tag.capitalize())}</h2>"
        for path, method, operation in operations:
            if operation["tags"][0] == tag:
                yield from _operation(path, method, operation)
        yield "</section>"
    yield "<section><h2>Codes of problems</h2>"
    yield "<p>The field <code>code</code> of an error response (<code>application/problem+json</code>) is one of these."
    yield "</p><table><tbody>"
    for code, title in TITLES.items():
        yield f'<tr id="{escape(code)}"><th><code>{escape(code)}</code></th><td>{escape(title)}.</td></tr>'
    yield "</tbody></table></section>"
    yield "<section><h2>Requests and responses</h2>"
    for name, schema in description["components"]["schemas"].items():
        yield from _model(name, schema)
    yield "</section>"


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    yield f"<article><h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(operation['summary'])}.</p>"
    if parameters := operation.get("parameters"):
        yield from _table((one["name"], one["schema"], one.get("required", False)) for one in parameters)
    if body := operation.get("requestBody"):
        (content,) = body["content"].values()
        yield f"<p>Request body: {_kind(content['schema'])}.</p>"
    answers = [
        (status, kind, content.get("schema", {}))
        for status, answer in operation["responses"].items()
        if status.startswith("2")
        for kind, content in answer.get("content", {}).items()
    ]
    for status, kind, schema in answers:
        yield f"<p>Response {status}: {_kind(schema)} <small>({escape(kind)})</small>.</p>"
    yield "</article>"


def _model(name: str, schema: Schema) -> Iterator[str]:
    yield f'<article id="{escape(name)}"><h3>{escape(name)}</h3><p>{escape(schema.get("description", ""))}</p>'
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    if properties:
        yield from _table((field, part, field in required) for field, part in properties.items())
    yield "</article>"


def _table(fields: Iterator[tuple[str, Schema, bool]]) -> Iterator[str]:
    yield "<table><tbody>"
    for name, schema, required in fields:
        default = "" if required or schema.get("default") is None else f", default {dumps(schema['default'])}"
        description = schema.get("description", "")
        yield (
            f"<tr><th><code>{escape(name)}</code></th><td>{_kind(schema)}{escape(default)}</td><td>{escape(description)}</td></tr>"
        )
    yield "</tbody></table>"


def _kind(schema: Schema) -> str:
    """Return a short description of the type in a JSON schema, such as "true or false"."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_kind(one) for one in schema[several])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    kind: str = schema.get("type", "anything")
    return escape({"string": "text", "integer": "integer", "boolean": "true or false"}.get(kind, kind))
