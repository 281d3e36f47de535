"""Sample certificates for tests: version 1 of every kind, and the same certificates in version 2."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sprague.certificates.conversion import convert
from sprague.certificates.evidence import Automata
from sprague.certificates.reader import read_certificate
from sprague.certificates.trees import names_of
from sprague.certificates.writer import read_claims, write_claim
from sprague.language.statements import POWER, VALUE

FOLDER = Path(__file__).parent / "version_1"
FILES = sorted(FOLDER.glob("*.json"))
#: One certificate of each kind.
KINDS = {
    "p-positions": "sharing-nim",
    "grundy-values": "subtraction-values",
    "grundy-function": "nim-function",
    "totals": "empty-redistribute",
    "window": "window-conditions",
    "heaps": "heap-claim",
    "misere-quotient": "kayles-quotient",
}


def version_1(name: str) -> dict[str, Any]:
    """The certificate of version 1 in the file of this name."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


@cache
def _converted(name: str) -> str:
    return json.dumps(convert(version_1(name)))


def version_2(name: str) -> dict[str, Any]:
    """The same certificate in version 2, as JSON has it; a test may change it."""
    data: dict[str, Any] = json.loads(_converted(name))
    return data


def changed(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return the certificate with another value at a path such as `rule.moves.0.to`.

    The value `...` deletes the key.
    """
    *keys, last = path.split(".")
    inner: Any = data
    for key in keys:
        inner = inner[int(key) if isinstance(inner, list) else key]
    place: Any = int(last) if isinstance(inner, list) else last
    if value is ...:
        del inner[place]
    else:
        inner[place] = value
    return data


def with_claim(data: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the certificate with another claim, given as text in the names of its rule and also quoted."""
    certificate = read_certificate({key: value for key, value in data.items() if key != "claims"})
    track = certificate.evidence.track if isinstance(certificate.evidence, Automata) else None
    rule = certificate.rule
    claims = read_claims(rule, certificate.kind, text, track)
    names = names_of(rule, [claim.formula for claim in claims], kept=[VALUE, POWER])
    written = [write_claim(rule, claim, names, certificate.kind) for claim in claims]
    return dict(data) | {"claims": written, "quotations": {**data.get("quotations", {}), "claims": text}}
