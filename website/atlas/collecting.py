"""Compute the certificates of the atlas: one candidate after another, resumable, each certificate checked.

    python -m website.atlas.collecting [--seconds 8] [--again] [FAMILY]

The result of a candidate is a file in build/atlas. A run computes only what is missing, so that it can be stopped at
any time; `--again` repeats undecided candidates, with more seconds. A certificate is kept only if the independent
checker accepts it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import sprague
from sprague.automata.numeration import numeration
from sprague.certificates.verification import verify
from sprague.errors import SpragueError
from sprague.files import write_atomically
from sprague.games import theorems
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from website.atlas.candidates import Candidate, candidates

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "atlas"
LARGEST = 400_000  # characters of a certificate; larger ones are left out
POSITIONS = 1 << 22  # positions of a table in discovery
HEAPS = 1 << 14  # heaps computed in the search for the period of an octal game


def result_path(candidate: Candidate) -> Path:
    return RESULTS / f"{candidate.digest}.json"


def collect(candidate: Candidate, seconds: float) -> dict[str, Any]:
    """Return the result of a candidate: a certificate with the statement of the checker, or the reason for none."""
    about = {"family": candidate.family, "name": candidate.name, "play": candidate.play, "method": candidate.method}
    try:
        certificate = find_certificate(candidate, Limits(seconds=seconds, positions=POSITIONS))
        if isinstance(certificate, str):
            return {**about, "reason": certificate}
        text = json.dumps(certificate, ensure_ascii=False, sort_keys=True)
        if len(text) > LARGEST:
            return {**about, "reason": f"the certificate has {len(text):,} characters"}
        checked = verify(json.loads(text), Limits(seconds=20 * seconds))
    except SpragueError as error:
        return {**about, "reason": str(error)}
    if not checked:
        return {**about, "reason": "the check of the formula exceeds the limits"}
    return {**about, "certificate": certificate, "verified": str(checked)}


def find_certificate(candidate: Candidate, limits: Limits) -> dict[str, Any] | str:
    """Return a certificate about the game, or the reason why there is none."""
    rule, misere = candidate.rule, candidate.misere
    if candidate.file is not None:
        certificate: dict[str, Any] = json.loads(candidate.file.read_text(encoding="utf-8"))
        return certificate
    if candidate.method == "quotient":
        quotient = sprague.misere_quotient(candidate.name, budget=limits)
        return str(quotient.stopped) if quotient.stopped else quotient.certificate()
    if candidate.method == "period":
        period = sprague.find_period(rule, budget=Limits(seconds=limits.seconds, positions=HEAPS))
        return period.certificate() if hasattr(period, "certificate") else str(period)
    if candidate.method == "catalogue":
        for theorem in theorems(rule, misere):
            if theorem.formula:
                proof = sprague.prove(rule, theorem.formula, misere=misere, budget=limits)
                if isinstance(proof, Proof):
                    return proof.certificate()
    digits = [numeration("2")] if candidate.method == "discover in base 2" else None
    found = sprague.discover(rule, misere=misere, budget=limits, numerations=digits, words=digits is None)
    return found.certificate() if isinstance(found, Proof) else found.reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", nargs="?", default="")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--method", default="", help="only candidates with this method")
    parser.add_argument("--play", default="", choices=["", "normal", "misere"])
    parser.add_argument("--again", action="store_true", help="repeat undecided candidates")
    asked = parser.parse_args()
    sys.setrecursionlimit(100_000)
    warnings.simplefilter("ignore")
    RESULTS.mkdir(parents=True, exist_ok=True)
    for candidate in candidates():
        if asked.family not in candidate.family or asked.method not in candidate.method:
            continue
        if asked.play not in candidate.play:
            continue
        path = result_path(candidate)
        if path.is_file() and not (asked.again and "reason" in json.loads(path.read_text(encoding="utf-8"))):
            continue
        start = time.process_time()
        result = collect(candidate, asked.seconds)
        write_atomically(path, json.dumps(result, ensure_ascii=False))
        status = "proved" if "certificate" in result else result["reason"][:90]
        print(
            f"{time.process_time() - start:6.1f} {candidate.family} {candidate.name} {candidate.play}: {status}",
            flush=True,
        )


if __name__ == "__main__":
    main()
