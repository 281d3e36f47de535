"""The function `convert` converts certificates from version 1 of the format to version 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sprague.certificates.evidence import FUNCTION, HEAPS, KINDS, QUOTIENT, TOTALS, VALUES, WINDOW, WITHOUT_RANK
from sprague.certificates.json_values import read_list, read_object, read_text, read_word, refuse
from sprague.certificates.reader import is_version_1
from sprague.certificates.writer import FORMAT, CertificateData, automata_evidence, read_claims, write_certificate
from sprague.errors import SpragueError
from sprague.language.formula_parser import formula_reader
from sprague.language.statements import POWER, VALUE
from sprague.linear.terms import Linear
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Pairs, Rank, Squares, WeightedSums

COMMON = ("certificate", "version", "kind", "rule", "play", "rank")
COMMENTS = ("made by", "game", "claim")
KEYS = {
    VALUES: (("numeration", "tracks", "automata"), ("all",)),
    FUNCTION: (("numeration", "tracks", "automaton", "value"), ()),
    TOTALS: (("totals",), ()),
    WINDOW: (("window",), ()),
    HEAPS: (("heaps",), ()),
    QUOTIENT: (("quotient",), ()),
}
P_POSITION_KEYS = (("numeration", "tracks", "automaton"), ())
UNNAMED = "this game"  # the name that certificates of version 1 give to a game without a name
RECURRENCES = {"fibonacci": [1, 1], "tribonacci": [1, 1, 1], "pell": [2, 1]}
TRACKS = {"number": VALUE, "power of two": POWER}


def convert(data: Mapping[str, Any]) -> CertificateData:
    """Return a certificate of version 1 converted to version 2, with the same rule, claim and evidence.

    Args:
        data: The JSON object of a certificate of version 1.

    Returns:
        The JSON object of version 2, which states the same theorem. The evidence of the certificate is not checked.

    Raises:
        SpragueError: If the object is not a certificate of version 1, or the rule cannot be read.

    >>> nim = {
    ...     "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
    ...     "rule": "(a, b) -> (u, b) where u < a any order", "tracks": ["a", "b"], "rank": {"terms": ["a + b"]},
    ...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}, "claim": "a = b",
    ... }
    >>> convert(nim)["claims"]
    [{'formula': ['compare', 'a', '=', 'b'], 'order': 'some'}]
    """
    if data.get("format") == FORMAT:
        raise SpragueError(
            "the certificate is already in the current format; only certificates of version 1 need to be converted"
        )
    if not is_version_1(data) or type(data.get("version")) is not int or data["version"] != 1:
        raise SpragueError('expected a certificate of version 1, with "certificate": "sprague" and "version": 1')
    kind = read_word(data.get("kind"), "kind", KINDS)
    needed, optional = KEYS.get(kind, P_POSITION_KEYS)
    read_object(dict(data), "the certificate", (*COMMON, *needed), (*COMMENTS, *optional))
    rule = _read_rule(data)
    track = TRACKS[read_word(data["value"], "value", tuple(TRACKS))] if kind == FUNCTION else None
    if "tracks" in data and (
        not isinstance(data["tracks"], list) or data["tracks"][: len(rule.names)] != [*rule.names]
    ):
        refuse("tracks", f"{', '.join(rule.names)}", data["tracks"])
    text = data.get("claim")
    claims = [] if text is None else read_claims(rule, kind, read_text(text, "claim"), track)
    found = write_certificate(
        rule,
        kind=kind,
        misere=read_word(data["play"], "play", ("normal", "misere")) == "misere",
        evidence=_evidence(data, kind, track),
        rank=None if kind in WITHOUT_RANK else _read_rank(data["rank"], rule),
        claims=claims,
        quoted=text,
    )
    if "made by" in data:
        found["quotations"]["program"] = read_text(data["made by"], "made by")
    return found


def _read_rule(data: Mapping[str, Any]) -> Ruleset:
    """Return the rule of a certificate of version 1, named after the game in the certificate if it has a name."""
    rule = parse(read_text(data["rule"], "rule"))
    name = read_text(data.get("game", ""), "game")
    return rule if name in (UNNAMED, str(rule), data["rule"]) else parse(data["rule"], name=name)


def _read_rank(value: object, rule: Ruleset) -> Rank:
    shape = (rule.names, len(rule.piles))
    if isinstance(value, dict) and "quadratic" in value:
        read_object(value, "rank", ("quadratic",))
        word = read_word(value["quadratic"], "rank.quadratic", ("squares", "pairs"))
        return Squares(*shape) if word == "squares" else Pairs(*shape)
    terms = read_list(read_object(value, "rank", ("terms",))["terms"], "rank.terms")
    read = tuple(_read_linear(read_text(term, "rank.terms"), rule) for term in terms)
    # In version 1, the rank of a rule without moves has no terms. Use the number of chips, which is also a rank of the
    # rule.
    return WeightedSums(*shape, read) if read else WeightedSums.chips(rule)


def _read_linear(text: str, rule: Ruleset) -> Linear:
    """Parse a linear term from the text of a version 1 certificate; raise SpragueError if the term is not linear."""
    reader = formula_reader(text, rule.names)
    term, _ = reader.side()
    if reader.token.kind != "end" or not term.is_linear:
        refuse("rank.terms", "a linear term", text)
    return term.linear


def _evidence(data: Mapping[str, Any], kind: str, track: str | None) -> dict[str, Any]:
    """Return the evidence of a certificate in the form of version 2; the writer adds the lists of moves later."""
    if kind == HEAPS:
        heaps = read_object(data["heaps"], "heaps", ("preperiod", "period", "values", "mask", "turns"), ("saltus",))
        return {"heaps": {**heaps, "saltus": heaps.get("saltus", 0), "turns": bool(heaps["turns"])}}
    if kind in (TOTALS, WINDOW, QUOTIENT):
        (key,) = KEYS[kind][0]
        return {key: data[key]}
    automata = read_list(data["automata"], "automata", 1) if kind == VALUES else [data["automaton"]]
    found = automata_evidence(_read_numeration(read_text(data["numeration"], "numeration")), automata, kind, track)
    if kind == VALUES and data.get("all", False) is not False:
        found["complete"] = data["all"]
    return found


def _read_numeration(name: str) -> list[int]:
    """Return the recurrence of the numeration that has the given name in version 1 of the certificate format.

    >>> _read_numeration("2"), _read_numeration("fibonacci"), _read_numeration("4,-1")
    ([2], [1, 1], [4, -1])
    """
    if name in RECURRENCES:
        return RECURRENCES[name]
    try:
        return [int(number) for number in name.split(",")]
    except ValueError:
        raise SpragueError(f"unknown numeration {name[:40]!r} in a certificate of version 1") from None
