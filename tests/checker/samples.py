"""Small true certificates, from which tests make false ones."""

from __future__ import annotations

import copy
from typing import Any

Certificate = dict[str, Any]

NIM: Certificate = {
    "format": "sprague-certificate",
    "version": 2,
    "kind": "p-positions",
    "play": "normal",
    "rule": {
        "piles": ["a", "b"],
        "any_order": [["a", "b"]],
        "moves": [{"to": [["u", "b"]], "where": ["compare", "u", "<", "a"]}],
    },
    "rank": {"terms": [["+", "a", "b"]]},
    "numeration": [2],
    "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]},
    "claims": [{"order": "some", "formula": ["compare", "a", "=", "b"]}],
    "quotations": {"program": "a test", "game": "nim:piles=2"},
}

#: One pile; take any number. The Grundy value of n is n.
NIM_VALUE: Certificate = {
    "format": "sprague-certificate",
    "version": 2,
    "kind": "grundy-function",
    "play": "normal",
    "rule": {"piles": ["n"], "moves": [{"to": [["u"]], "where": ["compare", "u", "<", "n"]}]},
    "rank": {"terms": ["n"]},
    "numeration": [2],
    "track": "value",
    "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]},
    "claims": [{"order": "written", "formula": ["compare", "value", "=", "n"]}],
}

#: One pile; take one chip. The Grundy value of n is n mod 2.
PARITY_VALUES: Certificate = {
    "format": "sprague-certificate",
    "version": 2,
    "kind": "grundy-values",
    "play": "normal",
    "rule": {"piles": ["n"], "moves": [{"to": [[["-", "n", 1]]], "where": ["and"]}]},
    "rank": {"terms": ["n"]},
    "numeration": [2],
    "automata": [
        {"transitions": [[0, 1], [0, 1]], "accepting": [0]},
        {"transitions": [[0, 1], [0, 1]], "accepting": [1]},
    ],
    "complete": True,
    "claims": [
        {"order": "written", "formula": ["compare", ["mod", "n", 2], "=", 0]},
        {"order": "written", "formula": ["compare", ["mod", "n", 2], "=", 1]},
    ],
}


def changed(certificate: Certificate, *path: str | int, to: object) -> Certificate:
    """A copy of a certificate with another value at a place."""
    found = copy.deepcopy(certificate)
    place: Any = found
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return found
