"""`prove_certificate`: read a proof from a certificate, and check its evidence and formulas again.

No statement in a certificate is trusted. A certificate is accepted only if its evidence is valid, its formula describes
the same set as the evidence, and its rule is the rule of the game that the certificate names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from sprague.automata.numeration import recurrent
from sprague.automata.serialization import from_data
from sprague.certificates import evidence
from sprague.certificates.conversion import convert
from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, SEVERAL, TOTALS, VALUES, WINDOW, Automata
from sprague.certificates.reader import Certificate, is_version_1, read_certificate
from sprague.certificates.trees import write_formula, write_rule
from sprague.errors import NotVerified, SpragueError
from sprague.formulas.position_set import PositionSet
from sprague.games import game
from sprague.language.formula_parser import rename_piles
from sprague.language.statements import POWER, Statement
from sprague.linear.terms import Linear
from sprague.periods.heap_periods import count_heaps_to_check
from sprague.periods.period import Period, find_period
from sprague.proofs.grundy import check_function, check_values
from sprague.proofs.heap_proofs import HeapsProof, prove_period
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import AutomatonProof, Proof, Refutation, TotalsProof, WindowProof
from sprague.proofs.proving import prove
from sprague.proofs.totals import Totals, check_totals, find_redistribution
from sprague.rules.breaking import find_breakings
from sprague.rules.normal_form import normal_form
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import NO_RANK

LEAST_HEAPS = 1 << 10  # minimum number of heaps that are computed to confirm the period in a certificate
LARGEST_TOTAL = 1 << 31
ANOTHER = "the certificate is about another game or play convention"


def prove_certificate(data: object, requested_rule: Ruleset | None = None) -> Proof:
    """Check the evidence in a certificate again, and return the proof that the certificate contains.

    Args:
        data: The JSON object of the certificate, of version 1 or 2.
        requested_rule: A rule that is equivalent to the rule in the certificate. The returned proof is about the
            requested rule and uses its names.

    Raises:
        SpragueError: If the object is not a certificate.
        NotVerified: If the certificate is not valid.

    >>> again = prove_certificate(prove("nim:piles=2", "a = b").certificate())
    >>> (5, 5) in again
    True
    """
    if not isinstance(data, Mapping):
        raise SpragueError("expected a certificate, which is a JSON object")
    certificate = read_certificate(convert(data) if is_version_1(data) else data)
    if certificate.kind not in _PROVERS:
        raise SpragueError(
            f"expected a certificate about positions of a game, got a certificate of the kind {certificate.kind!r}"
        )
    rule = _named_rule(certificate)
    if rule.rank is None:
        raise NotVerified(NO_RANK)
    if requested_rule is not None and requested_rule != rule:
        if normal_form(requested_rule) != normal_form(rule):
            raise NotVerified(ANOTHER)
        rule = requested_rule
    proof = _PROVERS[certificate.kind](certificate, rule)
    claims = _claims_about(certificate, rule)
    return proof if claims is None else _with_claims(proof, claims)


def _named_rule(certificate: Certificate) -> Ruleset:
    """Return the rule of a certificate; if the certificate names a game, the rule is taken from the catalogue."""
    name = certificate.quotations.get("game")
    if not name:
        return certificate.rule
    found = game(name)
    if write_rule(found) != write_rule(certificate.rule):
        raise NotVerified(
            f"the certificate names the game {name!r}, but contains another rule; the rule of the game {name!r} "
            f"is {found}"
        )
    return found


def _claims_about(certificate: Certificate, rule: Ruleset) -> list[PositionSet] | None:
    """Return the claims of a certificate, rewritten with the pile names of a rule, or None if there are none.

    The result is None if some claim cannot be expressed with the pile names of the rule.
    """
    if not certificate.claims:
        return None
    quoted = certificate.quotations.get("claims", "")
    parts = quoted.split(SEVERAL) if certificate.kind == VALUES else [quoted]
    if len(parts) != len(certificate.claims):
        parts = [""] * len(certificate.claims)
    found = [
        _claim_about(certificate, claim, text, rule) for claim, text in zip(certificate.claims, parts, strict=True)
    ]
    claims = [claim for claim in found if claim is not None]
    return claims if len(claims) == len(found) else None


def _claim_about(certificate: Certificate, claim: Statement, quoted: str, rule: Ruleset) -> PositionSet | None:
    """Return a claim of a certificate, rewritten with the pile names of a rule, or None if that is impossible.

    If possible, the function returns the claim exactly as it is quoted in the certificate.
    """
    tracks = claim.names[len(certificate.rule.names) :]
    new = {old: Linear.of(name) for old, name in zip(certificate.rule.names, rule.names, strict=True)}
    wanted = Statement(claim.formula.substitute(new), (*rule.names, *tracks), rule.blocks, claim.order)
    tree = write_formula(wanted.formula)
    for text in _spellings(quoted, certificate.rule, rule, wanted):
        with suppress(SpragueError):
            read = PositionSet.read(rule, text, *tracks)
            if read.order is wanted.order and write_formula(read.formula) == tree:
                return read
    return None


def _spellings(quoted: str, written: Ruleset, rule: Ruleset, wanted: Statement) -> Iterator[str]:
    """Yield possible texts of a claim: the quotation, the quotation with renamed piles, and the printed formula."""
    if quoted:
        yield quoted
        with suppress(SpragueError):
            yield rename_piles(quoted, written.names, rule.names)
    yield str(wanted)


def _with_claims(proof: Proof, claims: Sequence[PositionSet]) -> Proof:
    """Prove that the given formulas describe the proved set, and return the proof with the formulas added.

    If the prover cannot decide the formulas, the proof is returned without formulas.
    """
    several = proof.kind == VALUES
    found = prove(proof.game, claims if several else claims[0], misere=proof.misere)
    text = SEVERAL.join(map(str, claims))
    if isinstance(found, Refutation):
        raise NotVerified(f"the claim '{text}' is {found}")
    if not isinstance(found, Proof):
        return proof
    if _subject(found) != _subject(proof):
        raise NotVerified(f"the claim '{text}' and the evidence of the certificate describe different kinds of sets")
    return replace(proof, claim=found.claim)  # the text of a claim may begin with an order of the piles


def _subject(proof: Proof) -> object:
    """Return the subject of a proof: the P-positions, the first Grundy values, or the Grundy function."""
    if isinstance(proof, AutomatonProof) and proof.kind != P_POSITIONS:
        return proof.kind, len(proof.automata), proof.by_power
    return P_POSITIONS


# Kinds of evidence


def _automata(certificate: Certificate, rule: Ruleset) -> Proof:
    stored_sets, kind = certificate.evidence, certificate.kind
    assert isinstance(stored_sets, Automata)
    digits = recurrent(stored_sets.numeration)
    tracks = len(rule.names) + (kind == FUNCTION)
    stored = ({"transitions": one.transitions, "accepting": list(one.accepting)} for one in stored_sets.automata)
    automata = tuple(from_data(one, tracks, digits) for one in stored)
    by_power = stored_sets.track == POWER
    if kind == P_POSITIONS:
        found = check_kernel(rule, automata[0], certificate.misere)
    elif kind == VALUES:
        found = check_values(rule, automata)[0]
    else:
        found = check_function(rule, automata[0], by_power)
    if found.failure is not None:
        raise NotVerified(str(found.failure))
    return AutomatonProof(rule, certificate.misere, None, kind, automata, found.pairs, by_power)


def _totals(certificate: Certificate, rule: Ruleset) -> Proof:
    kind, stored = find_redistribution(rule), certificate.evidence
    assert isinstance(stored, evidence.Totals)
    if kind is None:
        raise SpragueError(
            f"{rule.label}: a certificate of the kind 'totals' is possible only for a redistribution game"
        )
    if max(stored.preperiod, stored.period) >= LARGEST_TOTAL:
        raise SpragueError(
            f"expected a certificate with a preperiod and a period below {LARGEST_TOTAL:,}, got the preperiod "
            f"{stored.preperiod:,} and the period {stored.period:,}"
        )
    totals = Totals(stored.preperiod, stored.period, stored.small, stored.residues)
    walked = check_totals(kind, totals, certificate.misere)
    if walked.failure is not None:
        raise NotVerified(str(walked.failure))
    return TotalsProof(rule, certificate.misere, None, totals, walked.tried)


def _window(certificate: Certificate, rule: Ruleset) -> Proof:
    # Compute the periods again instead of checking the periods in the certificate: a computation takes no longer and
    # also proves the periods.
    misere = certificate.misere
    found = find_period(rule, what="outcome" if misere else "grundy", misere=misere)
    if not isinstance(found, Period) or None in found.periods:
        raise NotVerified("the period in the certificate could not be proved again")
    return WindowProof(rule, misere, None, found)


def _heaps(certificate: Certificate, rule: Ruleset) -> Proof:
    stored, moves = certificate.evidence, find_breakings(rule)
    assert isinstance(stored, evidence.Heaps)
    if not moves:
        raise SpragueError(
            f"{rule.label}: a certificate of the kind 'heaps' is possible only for a taking-and-breaking game"
        )
    # Search again for the period, among as many heaps as a proof of the certificate's period needs.
    found = prove_period(rule, max(count_heaps_to_check(moves, stored.preperiod, stored.period), LEAST_HEAPS))
    if not isinstance(found, HeapsProof):
        raise NotVerified("the period in the certificate could not be proved again")
    return found


_PROVERS: dict[str, Callable[[Certificate, Ruleset], Proof]] = {
    P_POSITIONS: _automata,
    VALUES: _automata,
    FUNCTION: _automata,
    TOTALS: _totals,
    WINDOW: _window,
    HEAPS: _heaps,
}
