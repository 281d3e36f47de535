"""Totals and windows as sets of digits: the P-positions that they tell, as the automaton of another certificate.

A position is a P-position if none of certain sums is among some numbers that repeat (totals), or if the value that
repeats (a window) is 0 there. Digits tell such sums and residues. So the set is one that Coq can be asked about as
about any other; it learns nothing of totals or windows, nor of values other than 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from sprague.checker.atoms import at_least
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.play import Play
from sprague.checker.reading import read_text, read_totals, read_windows
from sprague.checker.relations import Relation, Relations
from sprague.checker.sets import least
from sprague.checker.totals import good_positions
from sprague.checker.windows import p_positions
from sprague.rules.linear import Linear
from sprague.rules.notation import parse

BASE = "2"
KINDS = ("totals", "window")
KEPT = ("certificate", "version", "rule", "play", "rank", "claim")


def by_digits(certificate: Mapping[str, object], budget: Budget) -> Mapping[str, object]:
    """A certificate of the P-positions alone: the same one, unless it is of totals or of a window."""
    kind = certificate.get("kind")
    if kind not in KINDS:
        return certificate
    rule = parse(read_text(certificate.get("rule"), "rule"))
    play, digits, misere = Play.of(rule), Digits.of(BASE), certificate.get("play") == "misere"
    relations = Relations(digits, budget)
    if kind == "totals":
        good = good_positions(play, read_totals(certificate.get("totals")), misere, relations)
    else:
        windows = read_windows(certificate.get("window"), rule)
        good = Relation(play.names, p_positions(play, windows, digits, budget))
    floors = [at_least(Linear.of(name), floor) for name, floor in zip(play.names, play.floors, strict=True)]
    positions = relations.of([[*floors, *group] for group in play.domain])
    found = relations.over(relations.all_of([good, positions]), play.names)
    # Every state costs Coq some time.
    few = least(found.transitions, [state in found.accepting for state in range(len(found.transitions))], budget)
    kept = {key: certificate[key] for key in KEPT if key in certificate}
    automaton = {"transitions": [list(row) for row in few.transitions], "accepting": sorted(few.accepting)}
    return {**kept, "kind": "p-positions", "numeration": BASE, "tracks": list(rule.names), "automaton": automaton}
