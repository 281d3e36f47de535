"""Discovered theorems, kept as certificates and proved anew when they are read.

Nothing in the folder is trusted: a certificate that does not hold, or is none, is as good as not there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration, numeration
from sprague.errors import SpragueError
from sprague.files import make_folder
from sprague.patterns.periods import Period, find_period
from sprague.proofs.grundy import check_function, check_values
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import (
    FUNCTION,
    P_POSITIONS,
    TOTALS,
    VALUES,
    WINDOW,
    AutomatonProof,
    Proof,
    TotalsProof,
    WindowProof,
)
from sprague.proofs.store_folder import is_kept, kept_files, store_path
from sprague.proofs.totals import Totals, check_totals, redistribution_of
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset

MOST_BYTES = 1 << 26


def remember(proof: Proof) -> Path:
    """Keep a proof; `solve` uses it from now on."""
    path = store_path(proof.game, proof.misere)
    make_folder(path.parent)
    proof.save(path)
    return path


def recall(rule: Ruleset, misere: bool) -> Proof | None:
    """The proof that is kept for a rule, or None."""
    if not is_kept(rule, misere):
        return None
    path = store_path(rule, misere)
    proof = _read(path, path.stat().st_mtime_ns)
    return proof if proof is not None and str(proof.game) == str(rule) and proof.misere == misere else None


def remembered() -> Iterator[Proof]:
    """All proofs that are kept, by file name."""
    for path in kept_files():
        if (proof := _read(path, path.stat().st_mtime_ns)) is not None:
            yield proof


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int) -> Proof | None:
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        return proof_of(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def proof_of(data: Mapping[str, object]) -> Proof | None:
    """The proof of a certificate, proved anew; None if it does not hold.

    >>> from sprague.proofs.proving import prove
    >>> again = proof_of(prove("nim:piles=2", "a = b").certificate())
    >>> (5, 5) in again
    True
    """
    kind, misere = data["kind"], data["play"] == "misere"
    rule = parse(str(data["rule"]))
    if data["game"] != rule.label:  # a name was given
        rule = replace(rule, name=str(data["game"]))
    if rule.rank is None:
        return None
    claim = None if data.get("claim") is None else str(data["claim"])
    if kind == WINDOW:
        return _window(rule, misere)
    if kind == TOTALS:
        return _totals(rule, misere, data["totals"])
    stored = data["automata"] if kind == VALUES else [data["automaton"]]
    assert isinstance(stored, list)
    digits = numeration(str(data["numeration"]))
    automata = tuple(_automaton(entry, len(rule.names) + (kind == FUNCTION), digits) for entry in stored)
    by_power = data.get("value") == "power of two"
    if kind == P_POSITIONS:
        found = check_kernel(rule, automata[0], misere)
    elif kind == VALUES:
        found = check_values(rule, automata)[0]
    else:
        found = check_function(rule, automata[0], by_power)
    if found.failure is not None:
        return None
    return AutomatonProof(rule, misere, claim, str(kind), automata, found.pairs, by_power)


def _automaton(entry: object, tracks: int, digits: Numeration) -> Automaton:
    if not isinstance(entry, Mapping):
        raise SpragueError(f"expected an automaton as an object, got {type(entry).__name__}")
    table = np.array(entry["transitions"])
    accepting = np.zeros(len(table), np.bool_)
    for state in entry["accepting"]:
        if not 0 <= int(state) < len(table):
            raise SpragueError(f"expected accepting states from 0 to {len(table) - 1}, got {state!r}")
        accepting[int(state)] = True
    return Automaton(tracks, digits, table, accepting)


def _totals(rule: Ruleset, misere: bool, stored: object) -> Proof | None:
    kind = redistribution_of(rule)
    if kind is None or not isinstance(stored, Mapping):
        return None
    small = tuple(int(number) for number in stored["small"])
    residues = tuple(int(number) for number in stored["residues"])
    totals = Totals(int(stored["preperiod"]), int(stored["period"]), small, residues)
    walked = check_totals(kind, totals, misere)
    return TotalsProof(rule, misere, None, totals, walked.tried) if walked.failure is None else None


def _window(rule: Ruleset, misere: bool) -> Proof | None:
    # Finding the periods anew proves them, and takes no longer than checking those that are written.
    found = find_period(rule, what="outcome" if misere else "grundy", misere=misere)
    if not isinstance(found, Period) or None in found.periods:
        return None
    return WindowProof(rule, misere, None, found)
