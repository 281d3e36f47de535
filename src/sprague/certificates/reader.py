"""The strict reader of certificates (`load_json`, `read_certificate`), and the JSON Schema of certificates.

>>> from sprague.certificates.trees import write_rule
>>> from sprague.rules import parse
>>> data = {
...     "format": "sprague-certificate", "version": 2, "kind": "p-positions", "play": "normal",
...     "rule": write_rule(parse("(a, b) -> (u, b) where u < a any order")), "rank": {"terms": [["+", "a", "b"]]},
...     "claims": [{"formula": ["compare", "a", "=", "b"], "order": "some"}], "numeration": [2],
...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]},
... }
>>> certificate = read_certificate(data)
>>> print(certificate.rule, "/", certificate.claims[0], "/", certificate.rank)
(a, b) -> (u, b) where u < a any order / a = b / the number of chips

The reader checks only that a file has the format of a certificate. `sprague.checker` checks the theorem itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from stat import S_ISREG
from types import MappingProxyType
from typing import Any, NoReturn

from sprague.certificates.evidence import (
    FUNCTION,
    HEAPS,
    KINDS,
    P_POSITIONS,
    QUOTIENT,
    SEVERAL,
    TOTALS,
    VALUES,
    WINDOW,
    WITHOUT_RANK,
    Automata,
    Evidence,
    read_grundy_function_evidence,
    read_grundy_values_evidence,
    read_heaps_evidence,
    read_p_positions_evidence,
    read_quotient_evidence,
    read_totals_evidence,
    read_windows_evidence,
)
from sprague.certificates.json_values import (
    Tree,
    read_list,
    read_object,
    read_text,
    read_word,
    refuse,
    shown,
    unreadable,
)
from sprague.certificates.ranks import MoveLine, read_rank
from sprague.certificates.trees import read_formula, read_rule
from sprague.certificates.writer import FORMAT, VERSION
from sprague.errors import SpragueError, reading_error, system_message
from sprague.language.statements import POWER, VALUE, Order, Statement
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Rank

MOST_BYTES = 50_000_000  # greatest size of a certificate file
VERSION_1 = "this certificate has version 1; convert it with 'sprague convert FILE'"
QUOTATIONS = ("program", "game", "claims", "title", "note")
COMMON = ("format", "version", "kind", "rule", "play")
EVIDENCE: Mapping[str, tuple[tuple[str, ...], Callable[[Tree, Ruleset], Evidence]]] = {
    P_POSITIONS: (("numeration", "automaton"), read_p_positions_evidence),
    VALUES: (("numeration", "automata"), read_grundy_values_evidence),
    FUNCTION: (("numeration", "automaton", "track"), read_grundy_function_evidence),
    TOTALS: (("totals",), read_totals_evidence),
    WINDOW: (("window",), read_windows_evidence),
    HEAPS: (("heaps",), read_heaps_evidence),
    QUOTIENT: (("quotient",), read_quotient_evidence),
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {VALUES: ("claims", "complete"), QUOTIENT: ()}
ORDERS = {"some": Order.SOME, "every": Order.EVERY}


@dataclass(frozen=True)
class Certificate:
    """A certificate as the reader returns it: its statement, and evidence that has not been checked yet.

    A claim is a formula about the entries of a position; claims about Grundy values also contain `value` or `power`. If
    the rank is quadratic, `lines` contains the line of each move. `quotations` contains texts for human readers, which
    are not checked.
    """

    kind: str
    rule: Ruleset
    misere: bool
    evidence: Evidence
    rank: Rank | None = None
    lines: tuple[MoveLine, ...] = ()
    claims: tuple[Statement, ...] = ()
    quotations: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def play(self) -> str:
        """The play convention of the certificate, `normal` or `misere`."""
        return "misere" if self.misere else "normal"


def load_json(path: str | Path) -> dict[str, Any]:
    """Return the JSON object in a certificate file; raise SpragueError for a duplicate key or a non-integer number."""
    file = Path(path)
    try:
        # Reading a pipe or a device might never end.
        if not S_ISREG(file.stat().st_mode):
            raise SpragueError(f"cannot read {str(file)!r}: not a regular file")
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise reading_error(f"cannot read {str(file)!r}: {system_message(error)}", error) from None
    except ValueError as error:  # the path is invalid, for example because it contains a null character
        if isinstance(error, SpragueError):
            raise
        raise SpragueError(f"cannot read {str(file)!r}: {error}") from None
    if len(content) > MOST_BYTES:
        raise SpragueError(f"cannot read {str(file)!r}: the file is larger than {MOST_BYTES:,} bytes")
    return parse_json(content)


def parse_json(content: bytes) -> dict[str, Any]:
    """Return the JSON object of a certificate; raise SpragueError for a duplicate key or a non-integer number."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise SpragueError(f"not a certificate: the key {shown(twice)} occurs twice in an object")
        return found

    def number(text: str) -> NoReturn:
        raise SpragueError(f"not a certificate: expected integers, got {shown(text)}")

    try:
        data = json.loads(content.decode(), object_pairs_hook=once, parse_constant=number, parse_float=number)
    except SpragueError:
        raise
    except (ValueError, RecursionError) as error:
        raise unreadable(error) from None
    if not isinstance(data, dict):
        raise SpragueError(f"expected a certificate, which is a JSON object, got {shown(data)}")
    return data


def read_certificate(data: Mapping[str, Any]) -> Certificate:
    """Return the certificate that a JSON object describes, after a strict check of its format.

    Raises:
        SpragueError: If a key is missing or unknown, or has a value that the format does not allow.
    """
    _check_version(data)
    kind = read_word(data.get("kind"), "kind", KINDS)
    keys, read_evidence = EVIDENCE[kind]
    needed = (*COMMON, *keys, *(() if kind in WITHOUT_RANK else ("rank",)))
    read_object(dict(data), "the certificate", needed, ("quotations", *OPTIONAL.get(kind, ("claims",))))
    play = read_word(data["play"], "play", ("normal", "misere"))
    rule = read_rule(data["rule"])
    _check_kind(kind, play, rule)
    rank, lines = (None, ()) if kind in WITHOUT_RANK else read_rank(data["rank"], rule)
    evidence = read_evidence(data, rule)
    return Certificate(
        kind,
        rule,
        play == "misere",
        evidence,
        rank,
        lines,
        _read_claims(data["claims"], kind, rule, evidence) if "claims" in data else (),
        _read_quotations(data.get("quotations", {})),
    )


def summary(data: Mapping[str, Any]) -> dict[str, str | None]:
    """Return a summary of a certificate (game, rule, play, kind and claim as texts) without reading its evidence.

    If the certificate quotes the name of the game and the claim, the summary contains the quoted texts. Without a
    quoted name, the summary shows the rule as the game. Without a quoted claim, the summary shows the formulas of the
    certificate.
    """
    _check_version(data)
    kind = read_word(data.get("kind"), "kind", KINDS)
    play = read_word(data.get("play"), "play", ("normal", "misere"))
    rule = read_rule(data.get("rule"))
    quotations = _read_quotations(data.get("quotations", {}))
    claim = quotations.get("claims")
    if claim is None and data.get("claims"):
        names = frozenset((*rule.names, VALUE, POWER))
        formulas = (
            read_object(one, "claims", ("formula", "order"), ("about",)) for one in read_list(data["claims"], "claims")
        )
        claim = SEVERAL.join(str(read_formula(one["formula"], names, "claims")) for one in formulas)
    return {"game": quotations.get("game") or str(rule), "rule": str(rule), "play": play, "kind": kind, "claim": claim}


QUESTION_FORMAT = "sprague-question"  # name of the format of a certificate that proves the answer to a question


def _check_version(data: Mapping[str, Any]) -> None:
    """Raise SpragueError if a JSON object is not a certificate of version 2."""
    if is_version_1(data):
        raise SpragueError(VERSION_1)
    if data.get("format") == QUESTION_FORMAT:
        raise SpragueError(
            "expected a theorem, got the answer to a question; check the answer with 'sprague verify', or export "
            "to Coq the theorems that the question uses"
        )
    if data.get("format") != FORMAT:
        refuse("format", f'"{FORMAT}"', data.get("format"))
    if type(data.get("version")) is not int or data["version"] != VERSION:
        refuse("version", str(VERSION), data.get("version"))


def is_version_1(data: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a certificate of version 1, which states the rule and the claim as text."""
    return "format" not in data and data.get("certificate") == "sprague"


def _check_kind(kind: str, play: str, rule: Ruleset) -> None:
    """Raise SpragueError if the kind of a certificate does not fit its play convention or its rule."""
    if kind in (VALUES, FUNCTION, HEAPS) and play != "normal":
        refuse("play", f'"normal" for the kind {kind}', play)
    if kind == QUOTIENT and play != "misere":
        refuse("play", f'"misere" for the kind {kind}', play)
    if kind in (HEAPS, QUOTIENT):
        if len(rule.names) != 1:
            refuse("rule.piles", f"one pile for the kind {kind}", list(rule.names))
    elif rule.splits:
        raise SpragueError(
            f"not a certificate of the kind {kind}: rule.moves: expected moves to single positions, got a move to a sum"
        )
    if rule.blocking and (kind != P_POSITIONS or play != "normal"):
        refuse("rule.block", "0, except for P-positions in normal play", rule.blocking)


def _read_claims(value: Tree, kind: str, rule: Ruleset, evidence: Evidence) -> tuple[Statement, ...]:
    sets = len(evidence.automata) if isinstance(evidence, Automata) else 1
    claims = read_list(value, "claims", sets, sets)
    return tuple(_read_claim(claim, kind, rule, evidence, f"claims[{number}]") for number, claim in enumerate(claims))


def _read_claim(value: Tree, kind: str, rule: Ruleset, evidence: Evidence, where: str) -> Statement:
    read_object(value, where, ("formula", "order", *(("about",) if kind == HEAPS else ())))
    order = read_word(value["order"], f"{where}.order", tuple(ORDERS) if rule.blocks else ("written",))
    track: str | None = None
    if kind == HEAPS:
        about = read_word(value["about"], f"{where}.about", (P_POSITIONS, VALUE, POWER))
        track = None if about == P_POSITIONS else about
    elif isinstance(evidence, Automata):
        track = evidence.track
    names = (*rule.names, *([track] if track else []))
    formula = read_formula(value["formula"], frozenset(names), f"{where}.formula")
    return Statement(formula, names, rule.blocks, ORDERS.get(order, Order.SOME))


def _read_quotations(value: Tree) -> Mapping[str, str]:
    read_object(value, "quotations", (), QUOTATIONS)
    return MappingProxyType({key: read_text(text, f"quotations.{key}") for key, text in value.items()})


@cache
def schema_text() -> str:
    """Return the JSON Schema of certificates as text, the same as `docs/certificate.schema.json`."""
    return files("sprague.certificates").joinpath("certificate.schema.json").read_text("utf-8")


def certificate_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of certificates.

    >>> certificate_schema()["properties"]["version"]["const"]
    2
    """
    schema: dict[str, Any] = json.loads(schema_text())
    return schema
