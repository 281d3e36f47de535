"""Discovered theorems, kept as certificates and proved anew when they are read.

Nothing in the folder is trusted. A certificate is used only if its evidence holds, its formula is proved to say the
same, and the game it names is that of its rule. Any other is left alone, with a warning that says which file it is.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from sprague import arguments
from sprague.automata.numeration import numeration
from sprague.automata.plain import from_data
from sprague.errors import NotVerified, OutOfTime, SpragueError, SpragueWarning, reason_of
from sprague.files import make_folder, write_whole
from sprague.games import game
from sprague.patterns.heap_periods import heaps_to_check
from sprague.patterns.periods import Period, find_period
from sprague.proofs.grundy import check_function, check_values
from sprague.proofs.heaps import HEAPS, HeapsProof, prove_period
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import (
    FUNCTION,
    P_POSITIONS,
    SEVERAL,
    TOTALS,
    VALUES,
    WINDOW,
    AutomatonProof,
    Proof,
    Refutation,
    TotalsProof,
    WindowProof,
)
from sprague.proofs.proving import prove
from sprague.proofs.store_folder import is_kept, kept_since, read_file, statement_path, store_path
from sprague.proofs.totals import Totals, check_totals, redistribution_of
from sprague.rules import parse
from sprague.rules.breaking_rules import breakings
from sprague.rules.certificate import UNNAMED
from sprague.rules.normal_form import normal_form
from sprague.rules.ranks import NO_RANK
from sprague.rules.renaming import renamed
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import Statement

LEAST_HEAPS = 1 << 10  # looked at for a period that is found anew
ANOTHER = "it is about another game or play"


def keep(proof: Proof) -> Path:
    """Keep a proof, in the folder where `sprague discover` keeps what it finds; `solve` uses it from now on.

    It replaces what is kept about the same game and play, with the day and the place in the list which that had.
    """
    if not isinstance(proof, Proof):
        raise SpragueError(f"expected a proof to keep, got {arguments.shown(proof)}")
    path = store_path(proof.game, proof.misere, proof.kind == VALUES)
    make_folder(path.parent)
    since = kept_since(path)
    write_whole(statement_path(path), proof.statement() + "\n")
    proof.save(path)
    if since is not None:
        with suppress(FileNotFoundError):  # another process has forgotten it since
            os.utime(path, ns=(since, since))
    return path


def recall(rule: Ruleset, misere: bool, of_values: bool = False) -> Proof | None:
    """The proof that is kept for a rule, of its P-positions or of its Grundy values, or None.

    However the rule was spelt when the proof was found: it is proved anew for the rule as it is spelt now.
    """
    if not is_kept(rule, misere, of_values):
        return None
    path = store_path(rule, misere, of_values)
    try:
        digest = hashlib.sha256(path.read_bytes()).digest()
    except FileNotFoundError:  # another process has forgotten it just now
        return None
    except OSError as error:
        _warn(path, f"its file cannot be read: {reason_of(error)}")
        return None
    return _proved(path, digest, rule, rule.name, misere)


@lru_cache(maxsize=256)
def _proved(path: Path, _digest: bytes, rule: Ruleset, _name: str, misere: bool) -> Proof | None:
    """The proof in a file, None if it does not hold; worked out, and said, once as long as the file stays."""
    try:
        proof = proof_of(read_file(path), rule)
    except OutOfTime:
        raise
    except SpragueError as error:
        _warn(path, str(error))
        return None
    if proof.misere == misere:
        return proof
    _warn(path, ANOTHER)
    return None


def _warn(path: Path, reason: str) -> None:
    message = f"a theorem that was kept is not used: {reason}; delete {str(path)!r} to be rid of it"
    warnings.warn(message, SpragueWarning, stacklevel=2)


def proof_of(data: object, asked: Ruleset | None = None) -> Proof:
    """The proof of a certificate, proved anew; `SpragueError` if it is none, `NotVerified` if it does not hold.

    It is proved for the rule `asked` about, if that is the certificate's in other words, and said in its names.

    >>> again = proof_of(prove("nim:piles=2", "a = b").certificate())
    >>> (5, 5) in again
    True
    """
    if not isinstance(data, Mapping) or data.get("certificate") != "sprague" or data.get("version") != 1:
        raise SpragueError('expected a certificate with "certificate": "sprague" and "version": 1')
    rule = _named_rule(_text(data, "rule"), _text(data, "game"))
    if rule.rank is None:
        raise NotVerified(NO_RANK)
    kind, play = _text(data, "kind"), _text(data, "play")
    if kind not in _SHOWN or play not in ("normal", "misere"):
        raise SpragueError(f"expected a certificate of a known kind and play, got {kind!r} and {play!r}")
    claim = None if data.get("claim") is None else _text(data, "claim")
    if asked is not None and asked != rule:
        if normal_form(asked) != normal_form(rule):
            raise NotVerified(ANOTHER)
        claim = claim and _renamed(claim, rule, asked)
    shown = _SHOWN[kind](data, asked or rule, play == "misere")
    return shown if claim is None else _with_claim(shown, claim)


def _renamed(claim: str, rule: Ruleset, asked: Ruleset) -> str | None:
    """A claim in the names of the rule asked about; None if they cannot say it: a pile may be called `max` there."""
    said = [renamed(text, rule.names, asked.names) for text in claim.split(SEVERAL)]
    try:
        for text in said:
            Statement.read_claim(asked, text)
    except SpragueError:
        return None
    return SEVERAL.join(said)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise SpragueError(f"expected {key!r} to be text, got {str(value)[:40]}")
    return value


def _named_rule(text: str, name: str) -> Ruleset:
    """The rule, under the name of the catalogue if it has one."""
    rule = parse(text)
    if name in (str(rule), UNNAMED):
        return rule
    found = game(name)
    if str(found) != str(rule):
        raise NotVerified(f"it is not about the game it names, {name!r}: that is {found}")
    return replace(rule, name=found.name)


def _with_claim(shown: Proof, claim: str) -> Proof:
    """The proof with the formula that says the same: proved of the same game, it describes the same positions.

    If it cannot be decided, the proof stands without it.
    """
    several = shown.kind == VALUES
    found = prove(shown.game, claim.split(SEVERAL) if several else claim, misere=shown.misere)
    if isinstance(found, Refutation):
        raise NotVerified(f"'{claim}' is {found}")
    if not isinstance(found, Proof):
        return shown
    if _subject(found) != _subject(shown):
        raise NotVerified(f"'{claim}' is about something else than its evidence")
    return replace(shown, claim=found.claim)  # which says the order of the piles that is meant


def _subject(proof: Proof) -> object:
    """What a proof is about: the P-positions, so many Grundy values, or the Grundy function by numbers or powers."""
    if isinstance(proof, AutomatonProof) and proof.kind != P_POSITIONS:
        return proof.kind, len(proof.automata), proof.by_power
    return P_POSITIONS


# ------------------------------------------------------------------------------ kinds of evidence


def _automata(data: Mapping[str, object], rule: Ruleset, misere: bool) -> Proof:
    kind = _text(data, "kind")
    stored = data.get("automata") if kind == VALUES else [data.get("automaton")]
    if not isinstance(stored, list) or not stored:
        raise SpragueError("expected a list of automata")
    digits = numeration(_text(data, "numeration"))
    automata = tuple(from_data(entry, len(rule.names) + (kind == FUNCTION), digits) for entry in stored)
    by_power = data.get("value") == "power of two"
    if misere and kind != P_POSITIONS:
        raise SpragueError("expected normal play for Grundy values; misère play has none")
    if kind == P_POSITIONS:
        found = check_kernel(rule, automata[0], misere)
    elif kind == VALUES:
        found = check_values(rule, automata)[0]
    else:
        found = check_function(rule, automata[0], by_power)
    if found.failure is not None:
        raise NotVerified(str(found.failure))
    return AutomatonProof(rule, misere, None, kind, automata, found.pairs, by_power)


def _totals(data: Mapping[str, object], rule: Ruleset, misere: bool) -> Proof:
    kind, stored = redistribution_of(rule), data.get("totals")
    if kind is None or not isinstance(stored, Mapping):
        raise SpragueError("expected totals of a game that shares chips out anew")
    preperiod, period = _numbers([stored.get("preperiod"), stored.get("period")])
    small, residues = _numbers(stored.get("small")), _numbers(stored.get("residues"))
    if period < 1 or any(n >= preperiod for n in small) or any(n >= period for n in residues):
        raise SpragueError("expected small totals below the preperiod and residues below the period")
    totals = Totals(preperiod, period, small, residues)
    walked = check_totals(kind, totals, misere)
    if walked.failure is not None:
        raise NotVerified(str(walked.failure))
    return TotalsProof(rule, misere, None, totals, walked.tried)


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or not all(type(value) is int and 0 <= value < 2**31 for value in values):
        raise SpragueError(f"expected natural numbers, got {str(values)[:40]}")
    return tuple(values)


def _window(data: Mapping[str, object], rule: Ruleset, misere: bool) -> Proof:
    # Finding the periods anew proves them, and takes no longer than checking those that are written.
    found = find_period(rule, what="outcome" if misere else "grundy", misere=misere)
    if not isinstance(found, Period) or None in found.periods:
        raise NotVerified("no period was found anew")
    return WindowProof(rule, misere, None, found)


def _heaps(data: Mapping[str, object], rule: Ruleset, misere: bool) -> Proof:
    stored, moves = data.get("heaps"), breakings(rule)
    if misere or not moves or not isinstance(stored, Mapping):
        raise SpragueError("expected the period of a game that breaks heaps, in normal play")
    preperiod, period = _numbers([stored.get("preperiod"), stored.get("period")])
    # As with windows; that so many heaps are enough, the certificate says.
    found = prove_period(rule, max(heaps_to_check(moves, preperiod, max(period, 1)), LEAST_HEAPS))
    if not isinstance(found, HeapsProof):
        raise NotVerified("no period was found anew")
    return found


_SHOWN = {
    P_POSITIONS: _automata,
    VALUES: _automata,
    FUNCTION: _automata,
    TOTALS: _totals,
    WINDOW: _window,
    HEAPS: _heaps,
}
