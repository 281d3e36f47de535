r"""`Heading`: the heading of a Coq file, a comment that states the rule, the numeration and the formulas.

`sprague export` writes the heading into the first comment of a file, one line for each field. `sprague verify --coq`
reads the heading and derives the statement of the theorem from it (`statements`). Coq compares the statement derived
from the heading with the theorem in the file. Coq ignores comments, so no command in the file can change the meaning of
the heading.

>>> nim = Heading("p-positions", "(a, b) -> (u, b) where u < a any order", claims=("a = b",))
>>> print(nim.text)
    Rule: (a, b) -> (u, b) where u < a any order
    Play: normal
    Theorem: p-positions
    Digits: 2
    Formula: a = b
>>> read_heading(f"(** Title.\n\n{nim.text}\n*)") == nim
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, VALUES, Heaps
from sprague.coq.export_input import SEVERAL, Certificate, DigitSets, split_claims
from sprague.coq.syntax import escape_comment
from sprague.errors import SpragueError
from sprague.language.statements import POWER, VALUE

KINDS = (P_POSITIONS, VALUES, FUNCTION, HEAPS)
PLAYS = ("normal", "misere")
TRACKS = (VALUE, POWER)
MOST_TEXT = 20_000  # limit on the length of a rule or formula in characters
MOST_VALUES = 100  # limit on the number of Grundy values, because the file defines one set for each value

_LINE = re.compile(r" {4}(Rule|Play|Theorem|Digits|Formula|Values|Complete|Track|Preperiod|Period|Least): (.+)")


@dataclass(frozen=True)
class Heading:
    """The heading of an exported Coq file: the rule, normal or misère play, the numeration and the claimed formulas.

    The file defines a set for each Grundy value below `values`; if `complete` is true, no other values occur. The
    automaton of a Grundy function reads an additional number after the position; `track` is the name of this number.
    The fields `preperiod` and `period` are set only for theorems about heaps. If `least` is true, the file also proves
    that `preperiod` and `period` are minimal.
    """

    kind: str
    rule: str
    play: str = "normal"
    digits: str = "2"
    claims: tuple[str, ...] = ()
    values: int = 0
    complete: bool = False
    track: str = VALUE
    preperiod: int = 0
    period: int = 0
    least: bool = False

    @staticmethod
    def of(certificate: Certificate) -> Heading:
        """Return the heading of the file that `sprague export` writes for a certificate."""
        evidence, kind = certificate.evidence, certificate.kind
        sets = evidence if isinstance(evidence, DigitSets) else None
        heaps = evidence if isinstance(evidence, Heaps) else None
        return Heading(
            kind,
            str(certificate.rule),
            certificate.play,
            sets.numeration.name if sets else "2",
            certificate.claims,
            len(sets.automata) if sets and kind == VALUES else 0,
            sets is not None and kind == VALUES and sets.complete,
            (sets.track if sets else None) or VALUE,
            heaps.preperiod if heaps else 0,
            heaps.period if heaps else 0,
            heaps is not None and heaps.is_least,
        )

    @property
    def is_misere(self) -> bool:
        """Whether the theorems are about misère play."""
        return self.play == "misere"

    @property
    def text(self) -> str:
        """The lines of the heading, for the first comment of a Coq file."""
        fields: list[tuple[str, object]] = [("Rule", self.rule), ("Play", self.play), ("Theorem", self.kind)]
        if self.kind == HEAPS:
            fields += [("Preperiod", self.preperiod), ("Period", self.period)]
            fields += [("Least", "yes")] if self.least else []
        else:
            fields.append(("Digits", self.digits))
        if self.kind == VALUES:
            fields += [("Values", self.values), ("Complete", "yes" if self.complete else "no")]
        if self.kind == FUNCTION:
            fields.append(("Track", self.track))
        if self.claims:
            fields.append(("Formula", SEVERAL.join(self.claims)))
        return "\n".join(f"    {name}: {escape_comment(' '.join(str(value).split()))}" for name, value in fields)


def read_heading(text: str) -> Heading | None:
    """Return the heading in the first comment of a Coq file, or None if the file has no heading.

    Raises:
        SpragueError: a field occurs twice, or has a value that is not allowed.
    """
    comment = re.match(r"\s*\(\*.*?\*\)", text, re.DOTALL)
    found: dict[str, str] = {}
    for line in (comment[0] if comment else "").splitlines():
        if field := _LINE.fullmatch(line.rstrip()):
            if field[1] in found:
                _refuse(f"only one line '{field[1]}: …'", f"a second one: {field[2]!r}")
            found[field[1]] = field[2]
    if "Rule" not in found:
        return None
    for name in ("Play", "Theorem"):
        if name not in found:
            _refuse(f"a line '{name}: …'", "no such line")
    for value in found.values():
        if len(value) > MOST_TEXT:
            _refuse(f"lines of at most {MOST_TEXT:,} characters", f"{value[:60]}…")
    kind, claim = _one_of(found, "Theorem", KINDS), found.get("Formula")
    return Heading(
        kind,
        found["Rule"],
        _one_of(found, "Play", PLAYS),
        found.get("Digits", "2"),
        split_claims(kind, claim) if claim is not None else (),
        _number(found, "Values", MOST_VALUES),
        _one_of(found, "Complete", ("yes", "no"), "no") == "yes",
        _one_of(found, "Track", TRACKS, VALUE),
        _number(found, "Preperiod"),
        _number(found, "Period"),
        _one_of(found, "Least", ("yes", "no"), "no") == "yes",
    )


def _one_of(found: Mapping[str, str], name: str, values: tuple[str, ...], default: str = "") -> str:
    value = found.get(name, default)
    if value not in values:
        _refuse(f"'{name}' to be one of {', '.join(values)}", repr(value))
    return value


def _number(found: Mapping[str, str], name: str, most: int = 10**9) -> int:
    value = found.get(name, "0")
    if not re.fullmatch(r"[0-9]{1,10}", value, re.ASCII) or int(value) > most:
        _refuse(f"'{name}' to be a number up to {most:,}", repr(value))
    return int(value)


def _refuse(expected: str, got: str) -> NoReturn:
    raise SpragueError(f"expected {expected} in the first comment of the file, got {got}")
