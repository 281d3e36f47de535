"""`verify`: the independent checker reads a certificate, proves its statement, and reports the result in sentences.

>>> nim = {
...     "format": "sprague-certificate", "version": 2, "kind": "p-positions", "play": "normal",
...     "rule": {"piles": ["a", "b"], "any_order": [["a", "b"]],
...              "moves": [{"to": [["u", "b"]], "where": ["compare", "u", "<", "a"]}]},
...     "rank": {"terms": [["+", "a", "b"]]}, "numeration": [2],
...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]},
...     "claims": [{"order": "some", "formula": ["compare", "a", "=", "b"]}],
... }
>>> print(verify(nim).theorem)
in normal play of (a, b) -> (u, b) where u < a any order, the P-positions are exactly the set of an automaton with 2 \
states in base 2.
>>> verify(nim | {"play": "misere"})
Traceback (most recent call last):
sprague.checker.errors.NotVerified: (0, 0) is in the set, ...
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Any, NoReturn

from .automata import Dfa
from .errors import Budget, NotACertificate, NotVerified, OutOfReach
from .formulas import OtherNumeration
from .heaps import check_heaps
from .kernel import DescribedSet, Evidence, Sets, read_automaton
from .notation import format_formula, format_rule
from .numeration import Numeration, read_numeration
from .questions import check_question
from .quotients import check_quotient
from .termination import check_rank, read_rank
from .totals import check_totals
from .trees import (
    Formula,
    Rule,
    TreeReader,
    free_names,
    read_bool,
    read_list,
    read_object,
    read_rule,
    read_word,
    refuse,
)
from .windows import check_window

MOST_BYTES = 100_000_000  # limit on the size of a certificate file
MOST_AUTOMATA = 100  # limit on the number of Grundy values; each value has its own automaton
MOST_TEXT = 20_000  # limit on the length of a quotation in characters

KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # required and optional keys of each kind of certificate
    "p-positions": (("rank", "numeration", "automaton"), ("claims",)),
    "grundy-values": (("rank", "numeration", "automata"), ("claims", "complete")),
    "grundy-function": (("rank", "numeration", "automaton", "track"), ("claims",)),
    "totals": (("rank", "totals"), ("claims",)),
    "window": (("rank", "window"), ("claims",)),
    "heaps": (("heaps",), ("claims",)),
    "misere-quotient": (("quotient",), ()),
}
SUMS = ("heaps", "misere-quotient")  # kinds of certificates about games whose positions are sums of heaps
QUESTION = "sprague-question"  # name of the format of a certificate that proves the answer to a question
QUOTATIONS = ("program", "game", "claims", "title", "note")


@dataclass(frozen=True, repr=False)
class Verified:
    """The report of the independent checker on a certificate whose theorem it has verified.

    `claims` contains the formulas that describe the set of positions in the theorem. If the claims are also verified,
    `unproved` is None; if not, `unproved` gives the reason. `quotations` contains texts of the certificate that the
    checker does not verify.

    >>> import sprague
    >>> sprague.verify(sprague.prove("nim:piles=2", "a = b")).claims
    ('in some order: a = b',)
    """

    kind: str
    rule: str
    play: str
    theorem: str
    termination: str
    examined: int
    claims: tuple[str, ...] = ()
    unproved: str | None = None
    quotations: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Return whether every statement of the certificate is verified."""
        return self.unproved is None

    def __repr__(self) -> str:
        return f"<Verified: {self.kind} of {self.rule}, {self.play} play>"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The report as sentences, including a sentence for each statement that the checker did not verify."""
        verdict = "describes the same positions." if self else f"is NOT verified: {self.unproved}."
        found = [
            f"Verified{'' if self else ', except for the formula'}: {self.theorem}",
            *(f"The formula '{one}' {verdict}" for one in self.claims),
            *([self.termination] if self.termination else []),
        ]
        if self.quotations:
            texts = ", ".join(f'{key} "{_escaped(text)}"' for key, text in self.quotations)
            found.append(f"Quoted from the file, not verified: {texts}.")
        return tuple(found)

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def to_json(self) -> dict[str, object]:
        """Return the report as a JSON object.

        >>> report = Verified("window", "(a) -> (a - 1)", "normal", theorem="", termination="", examined=1)
        >>> report.to_json()["verified"]
        True
        """
        return {
            "version": 1,
            "verified": bool(self),
            "set_verified": True,
            "formula_verified": bool(self) if self.claims else None,
            "kind": self.kind,
            "rule": self.rule,
            "play": self.play,
            "theorem": self.theorem,
            "termination": self.termination,
            "claims": list(self.claims),
            "unproved": self.unproved,
            "examined": self.examined,
            "quotations": dict(self.quotations),
        }


def verify(certificate: Mapping[str, object] | str | Path, budget: Budget | None = None) -> Verified:
    """Verify a certificate, given as a file or as a JSON object, with the independent checker.

    If the theorem is verified but the check of the claims exceeds the budget, the result reports the claims as
    unproved.

    Args:
        certificate: the path of a certificate, or the JSON object in it.
        budget: limits on steps, states and seconds.

    Returns:
        The report, whose sentences state what was verified.

    Raises:
        NotACertificate: the data does not follow the certificate format.
        NotVerified: the certificate does not prove its statement.
        OutOfReach: the budget is too small, or the checker cannot decide the statement.
    """
    data = _load(Path(certificate)) if isinstance(certificate, str | Path) else certificate
    try:
        if data.get("format") == QUESTION:
            return _verify_question(data, budget or Budget())
        return _verify(data, budget or Budget())
    except RecursionError:
        raise NotACertificate("the certificate is nested too deeply") from None


def _load(path: Path) -> dict[str, object]:
    """Return the JSON object in a file; refuse duplicate keys and numbers that are not integers."""

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            duplicate = next(key for key in keys if keys.count(key) > 1)
            raise NotACertificate(f"the key {duplicate!r} occurs more than once in an object")
        return found

    def number(text: str) -> NoReturn:
        refuse("an integer", text)

    try:
        if not S_ISREG(path.stat().st_mode):  # reading a device or a pipe may never end
            raise NotACertificate(f"cannot read {str(path)!r}: not a regular file")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise NotACertificate(f"cannot read {str(path)!r}: {error}") from None
    if len(content) > MOST_BYTES:
        raise NotACertificate(f"cannot read {str(path)!r}: the file has more than {MOST_BYTES:,} bytes")
    try:
        data = json.loads(content.decode(), object_pairs_hook=unique, parse_constant=number, parse_float=number)
    except RecursionError:
        raise NotACertificate("nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise NotACertificate(f"{str(path)!r} is not JSON: {error}") from None
    except ValueError:  # Python limits the number of digits of an integer
        raise NotACertificate("a number has too many digits") from None
    if not isinstance(data, dict):
        refuse("a JSON object", data)
    return data


def _verify(data: Mapping[str, object], budget: Budget) -> Verified:
    if data.get("certificate") == "sprague" and data.get("version") == 1:
        raise NotACertificate("this certificate has version 1; convert it with 'sprague convert FILE'")
    read_word(data.get("format"), "format", ("sprague-certificate", QUESTION))
    if data["format"] == QUESTION:
        refuse("the certificate of a theorem", QUESTION)
    if data.get("version") != 2 or type(data["version"]) is not int:
        raise NotACertificate(
            f"expected version 2 of the certificate format, got version {str(data.get('version'))[:40]}"
        )
    kind = read_word(data.get("kind"), "kind", tuple(KINDS))
    required, optional = KINDS[kind]
    head = ("format", "version", "kind", "rule", "play")
    data = read_object(data, "a certificate", (*head, *required), (*optional, "quotations"))
    quotations = _read_quotations(data.get("quotations", {}))
    rule = read_rule(data["rule"], splits=kind in SUMS)
    play = read_word(data["play"], "play", ("normal", "misere"))
    if rule.block and (kind != "p-positions" or play == "misere"):
        refuse("the kind p-positions in normal play for a rule with 'block'", f"{kind} in {play} play")
    if kind in SUMS:
        termination = "every heap that a move leaves has fewer chips than the heap before the move"
    else:
        rank = read_rank(data["rank"], rule)
        check_rank(rule, rank, budget)
        termination = f"{rank} falls with every move"
    evidence = EVIDENCE[kind](data, rule, play == "misere", budget)
    claims = _read_claims(data.get("claims"), kind, rule, evidence.sets)
    text = format_rule(rule)
    return Verified(
        kind,
        text,
        play,
        f"in {'misère' if play == 'misere' else 'normal'} play of {text}, {evidence.theorem}.",
        f"Play ends, because {termination}.",
        evidence.examined,
        tuple(map(str, claims)),
        _check_claims(claims, rule, budget),
        quotations,
    )


def _verify_question(data: Mapping[str, object], budget: Budget) -> Verified:
    """Verify the answer to a question, and all theorems that it uses."""
    quotations = _read_quotations(data.get("quotations", {}))
    found = check_question(data, budget, lambda theorem, budget: _verify(theorem, budget).termination)
    where = f", where {'; '.join(found.definitions)}" if found.definitions else ""
    return Verified(
        "question",
        " ; ".join(dict.fromkeys(found.rules)),
        "normal",
        f"{found.statement}{where}.",
        " ".join(dict.fromkeys(found.termination)),
        found.examined,
        quotations=quotations,
    )


def _escaped(text: str) -> str:
    """Return a text in one line, with control characters, quotation marks and backslashes escaped."""
    return "".join(
        sign if sign.isprintable() and sign not in '"\\' else sign.encode("unicode_escape").decode().replace('"', '\\"')
        for sign in text
    )


def _read_quotations(data: object) -> tuple[tuple[str, str], ...]:
    fields = read_object(data, "quotations", (), QUOTATIONS)
    for value in fields.values():
        if not isinstance(value, str) or len(value) > MOST_TEXT or any("\ud800" <= sign <= "\udfff" for sign in value):
            refuse(f"a quotation to be a text of at most {MOST_TEXT:,} characters", value)
    return tuple(fields.items())


# Kinds with automata


def _p_positions(data: Mapping[str, Any], rule: Rule, misere: bool, budget: Budget) -> Evidence:
    numeration = read_numeration(data["numeration"])
    dfa = read_automaton(data["automaton"], numeration, len(rule.entries))
    examined = Sets(rule, numeration, budget).check_p_positions(dfa, misere)
    theorem = f"the P-positions are exactly the set of an automaton {_size([dfa], numeration)}"
    return Evidence(theorem, examined, [_described(dfa, numeration)])


def _grundy_values(data: Mapping[str, Any], rule: Rule, misere: bool, budget: Budget) -> Evidence:
    if misere:
        refuse("normal play for Grundy values", "misere")
    numeration = read_numeration(data["numeration"])
    automata = read_list(data["automata"], "automata", 1, MOST_AUTOMATA)
    dfas = [read_automaton(one, numeration, len(rule.entries)) for one in automata]
    complete = read_bool(data.get("complete", False), "complete")
    examined = Sets(rule, numeration, budget).check_grundy_values(dfas, complete)
    last = len(dfas) - 1
    theorem = (
        f"the positions of Grundy value {'0' if not last else f'0 to {last}'} are exactly the "
        f"set{'s' if last else ''} of {'automata' if last else 'an automaton'} {_size(dfas, numeration)}"
    ) + (", and every position has one of these values" if complete else "")
    return Evidence(theorem, examined, [_described(dfa, numeration) for dfa in dfas])


def _grundy_function(data: Mapping[str, Any], rule: Rule, misere: bool, budget: Budget) -> Evidence:
    if misere:
        refuse("normal play for Grundy values", "misere")
    numeration = read_numeration(data["numeration"])
    track = read_word(data["track"], "track", ("value", "power"))
    if track == "power" and numeration.base != 2:
        refuse("the numeration [2] for the track 'power'", data["numeration"])
    dfa = read_automaton(data["automaton"], numeration, len(rule.entries) + 1)
    examined = Sets(rule, numeration, budget).check_grundy_function(dfa, track)
    what = "its Grundy value" if track == "value" else "2 to the power of its Grundy value"
    theorem = f"the pairs of a position and {what} are exactly the set of an automaton {_size([dfa], numeration)}"
    return Evidence(theorem, examined, [_described(dfa, numeration, track)])


def _described(dfa: Dfa, numeration: Numeration, track: str = "") -> DescribedSet:
    return DescribedSet(lambda sets: sets.described(dfa, track), numeration, track)


def _size(dfas: Sequence[Dfa], numeration: Numeration) -> str:
    count = " + ".join(str(len(dfa.transitions)) for dfa in dfas)
    return f"with {count} state{'' if count == '1' else 's'} in {numeration}"


EVIDENCE: dict[str, Callable[[Mapping[str, Any], Rule, bool, Budget], Evidence]] = {
    "p-positions": _p_positions,
    "grundy-values": _grundy_values,
    "grundy-function": _grundy_function,
    "totals": lambda data, rule, misere, budget: check_totals(data["totals"], rule, misere, budget),
    "window": lambda data, rule, misere, budget: check_window(data["window"], rule, misere, budget),
    "heaps": lambda data, rule, misere, budget: check_heaps(data["heaps"], rule, misere, budget),
    "misere-quotient": lambda data, rule, misere, budget: check_quotient(data["quotient"], rule, misere, budget),
}


# Claims


@dataclass(frozen=True)
class _Claim:
    """A claim of a certificate: a formula describes a set of positions, with the piles in every or in some order."""

    formula: Formula
    order: str
    described: DescribedSet

    def __str__(self) -> str:
        order = {"some": "in some order: ", "every": "for every order: "}.get(self.order, "")
        return order + format_formula(self.formula)


def _read_claims(data: object, kind: str, rule: Rule, sets: Sequence[DescribedSet]) -> list[_Claim]:
    """Return the claims of a certificate: one claim for each set, or a single claim for a certificate about heaps."""
    if data is None:
        return []
    count = 1 if kind == "heaps" else len(sets)
    found = []
    for number, one in enumerate(read_list(data, "claims", count, count)):
        fields = read_object(one, "a claim", ("formula", "order", *(("about",) if kind == "heaps" else ())))
        described = sets[number]
        if kind == "heaps":
            about = read_word(fields["about"], "about", ("p-positions", "value", "power"))
            track = "" if about == "p-positions" else about
            described = next(other for other in sets if other.track == track)
        order = read_word(fields["order"], "order", ("some", "every") if rule.any_order else ("written",))
        special = (described.track,) if described.track else ()
        formula = TreeReader(special).formula(fields["formula"])
        if unknown := free_names(formula) - {*rule.entries, *special}:
            refuse("a claim that names only entries of the position", sorted(unknown))
        found.append(_Claim(formula, order, described))
    return found


def _check_claims(claims: Sequence[_Claim], rule: Rule, budget: Budget) -> str | None:
    """Check that each claim describes its set; return None, or the reason why the claims remain unproved."""
    for claim in claims:
        try:
            _check_claim(claim, rule, claim.described.numeration or Numeration((2,)), budget)
        except OutOfReach as error:
            return str(error)
    return None


def _check_claim(claim: _Claim, rule: Rule, numeration: Numeration, budget: Budget) -> None:
    try:
        Sets(rule, numeration, budget).check_claim(claim.described, claim.formula, claim.order)
    except OtherNumeration as error:
        if claim.described.numeration is not None or error.numeration == numeration:
            raise
        Sets(rule, error.numeration, budget).check_claim(claim.described, claim.formula, claim.order)
    except NotVerified as error:
        raise NotVerified(f"the formula '{claim}' does not describe the set in the certificate: {error}") from None
