"""Saving and loading of proofs: `keep` stores a proof as a theorem, `load_proof` finds the proof about a rule.

The store does not trust its files: `load_proof` checks each proof again (see `certificate_proofs`). An invalid
certificate is ignored, with a warning that names its file.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from sprague import arguments
from sprague.automata.numeration import Numeration
from sprague.certificates.evidence import FUNCTION, VALUES
from sprague.errors import Cancelled, OutOfTime, SpragueError, SpragueWarning, system_message
from sprague.files import make_folder, write_atomically
from sprague.proofs.certificate_proofs import ANOTHER, prove_certificate
from sprague.proofs.proof import AutomatonProof, Proof, WindowProof
from sprague.proofs.theorem_files import is_stored, read_file, saved_at, statement_path, store_path
from sprague.rules.ruleset import Ruleset


def keep(proof: Proof) -> Path:
    """Save a proof in the store of the user, where `solve` finds it, and return the path of its certificate.

    If a theorem about the same game and play convention is already stored, the proof replaces this theorem, but keeps
    the theorem's date and number.

    >>> from sprague.discovery.discover import discover
    >>> keep(discover("(a, b) -> (u, b) where u < a any order")).suffix
    '.json'

    Args:
        proof: The proof to save.

    Returns:
        The path of the saved certificate.

    Raises:
        SpragueError: If the argument is not a proof, or the store cannot be written.
    """
    if not isinstance(proof, Proof):
        raise SpragueError(f"expected a proof to save, got {arguments.format_argument(proof)}")
    path = store_path(proof.game, proof.misere, proof.kind == VALUES)
    make_folder(path.parent)
    since = saved_at(path)
    exactly = proof.formula_statement() if isinstance(proof, WindowProof) else None
    statement = proof.statement() if exactly is None else f"{proof.statement()}; so {exactly}"
    write_atomically(statement_path(path), statement + "\n")
    proof.save(path)
    if since is not None:
        with suppress(FileNotFoundError):  # another process has just deleted the file
            os.utime(path, ns=(since, since))
    return path


def load_proof(rule: Ruleset, misere: bool, of_values: bool = False) -> Proof | None:
    """Load the stored proof about the P-positions or the Grundy values of a rule, or return None if there is none.

    The names and the notation of the stored rule can differ from those of the given rule. The proof is checked again
    for the given rule.
    """
    if not is_stored(rule, misere, of_values):
        return None
    path = store_path(rule, misere, of_values)
    try:
        digest = hashlib.sha256(path.read_bytes()).digest()
    except FileNotFoundError:  # another process has just deleted the file
        return None
    except OSError as error:
        _warn(path, f"cannot read the file: {system_message(error)}")
        return None
    return _proved(path, digest, rule, rule.name, misere)


@lru_cache(maxsize=256)
def _proved(path: Path, _digest: bytes, rule: Ruleset, _name: str, misere: bool) -> Proof | None:
    """Return the proof in a file; warn and return None if the proof is invalid.

    The loaded proof is cached as long as its file does not change.
    """
    try:
        proof = prove_certificate(read_file(path), rule)
    except (OutOfTime, Cancelled):
        raise
    except SpragueError as error:
        _warn(path, str(error))
        return None
    if proof.misere == misere:
        return proof
    _warn(path, ANOTHER)
    return None


def _warn(path: Path, reason: str) -> None:
    message = f"a stored theorem is not used: {reason}; delete {str(path)!r} to remove it"
    warnings.warn(message, SpragueWarning, stacklevel=2)


def load_matching_proof(
    rule: Ruleset, misere: bool, values: int | str | None = None, digits: list[Numeration] | None = None
) -> Proof | None:
    """Load the stored proof about a rule if it covers the given Grundy values and uses one of the given numerations."""
    proof = load_proof(rule, misere, isinstance(values, int))
    if values == "all" and (proof is None or proof.kind != FUNCTION):
        return None
    if isinstance(proof, AutomatonProof):
        if isinstance(values, int) and len(proof.automata) <= values:
            return None
        if digits is not None and proof.positions.numeration not in digits:
            return None
    elif digits is not None:
        return None
    return proof
