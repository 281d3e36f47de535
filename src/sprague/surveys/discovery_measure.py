"""The measures `discover`, `discover-misere` and `discover-quickly` of a survey: what discovery made of each game.

`discover:base=2` reads these digits alone, and looks for no words: many games at a time are proved sooner.

A row has the `status`, proved or undecided; what `kind` of proof it is and how it is written (`digits`, `states`,
or `preperiod` and `period`); the theorem or the reason why there is none, in words; and a `digest` of the
certificate, by which `sprague discover GAME -o FILE` can be compared with the row.

>>> from sprague.games import game
>>> row = discovered(game("empty-some:boxes=6,empty=4"))
>>> row["status"], row["kind"], row["period"]
('proved', 'totals', 12)

What is undecided may be decided with wider limits, or, as there are seconds among them, on a faster machine.
What is proved is proved.
"""

from __future__ import annotations

import json
from functools import partial
from hashlib import sha256

from sprague.automata.numeration import numeration
from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset
from sprague.surveys.measure import INTEGER, TEXT, Cell, Measure

LIMITS = Limits(positions=1_000_000, pairs=100_000, seconds=30)
#: For one game among hundreds.
QUICKLY = Limits(positions=150_000, states=600, pairs=50_000, seconds=5)
COLUMNS = {
    "rule": TEXT,
    "status": TEXT,
    "kind": TEXT,
    "digits": TEXT,
    "states": INTEGER,
    "preperiod": INTEGER,
    "period": INTEGER,
    "result": TEXT,
    "digest": TEXT,
}


def discovery_columns(game: Ruleset) -> dict[str, str]:
    return dict(COLUMNS)


def discovered(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in normal play."""
    return _row(game, False, LIMITS)


def discovered_misere(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in misère play."""
    return _row(game, True, LIMITS)


def discovered_quickly(game: Ruleset) -> dict[str, Cell]:
    """What discovery makes of a game in normal play within a few seconds."""
    return _row(game, False, QUICKLY)


def with_digits(text: str) -> Measure:
    """The measure that reads one kind of digits, `base=3` or `base=fibonacci`; it has them in its name.

    >>> with_digits("base=1,1").name
    'discover:base=fibonacci'
    """
    said, equals, name = text.partition("=")
    if (said, equals) != ("base", "="):
        raise SpragueError(f"expected digits, such as {DISCOVER.name}:base=2, got {f'{DISCOVER.name}:{text}'!r}")
    digits = numeration(name).name
    return Measure(
        f"{DISCOVER.name}:base={digits}", 1, discovery_columns, partial(_read, digits=digits), classes="status"
    )


def digest(proof: Proof) -> str:
    """A digest of what a certificate proves and how: of the rule and the evidence, not of claims and quotations."""
    data = {key: value for key, value in proof.certificate().items() if key not in ("quotations", "claims", "hints")}
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _read(game: Ruleset, digits: str) -> dict[str, Cell]:
    return _told(game, discover(game, numerations=[numeration(digits)], words=False, limits=LIMITS))


def _row(game: Ruleset, misere: bool, limits: Limits) -> dict[str, Cell]:
    return _told(game, discover(game, misere=misere, limits=limits))


def _told(game: Ruleset, found: Proof | Undecided) -> dict[str, Cell]:
    row: dict[str, Cell] = {"rule": str(game)}
    if not isinstance(found, Proof):
        return row | {"status": "undecided", "result": str(found)}
    row |= {"status": "proved", "kind": found.kind, "result": found.statement(), "digest": digest(found)}
    if isinstance(found, AutomatonProof):
        row |= {"digits": found.automata[0].numeration.name, "states": sum(a.states for a in found.automata)}
    elif isinstance(found, TotalsProof):
        row |= {"preperiod": found.totals.preperiod, "period": found.totals.period}
    elif isinstance(found, WindowProof):
        row |= {"preperiod": _largest(found.period.preperiods), "period": _largest(found.period.periods)}
    return row


def _largest(numbers: tuple[int | None, ...]) -> int:
    """Of the piles' periods or preperiods, all of which are known."""
    return max(number for number in numbers if number is not None)


DISCOVER = Measure("discover", 1, discovery_columns, discovered, classes="status")
DISCOVER_MISERE = Measure("discover-misere", 1, discovery_columns, discovered_misere, classes="status")
DISCOVER_QUICKLY = Measure("discover-quickly", 1, discovery_columns, discovered_quickly, classes="status")
