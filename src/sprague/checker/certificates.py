"""The independent checker: certificates read with distrust and proved anew, slowly and plainly.

A certificate is a JSON object that says which positions are P-positions (or have which Grundy values, or
how values repeat), by an automaton over digits (or a window of values), and why play ends. The checker takes
nothing of it on trust and imports nothing of the solver or the prover: only what a rule and a formula *mean*
(`sprague.rules`) is shared.

>>> nim = {
...     "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
...     "rule": "(a, b) -> (u, b) where u < a any order", "tracks": ["a", "b"], "rank": {"terms": ["a + b"]},
...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}, "claim": "a = b",
... }
>>> verify(nim).pairs
3
>>> verify(nim | {"play": "misere"})
Traceback (most recent call last):
sprague.errors.NotVerified: (0, 0) is in the set, but play is over there and the last to move has lost

*What is checked.* The rank falls with every move (`play`), so there is one set of P-positions, the one
that satisfies the kernel equation (`kernel`); Grundy values fall to the same equation, value by
value; a Grundy function is the set of P-positions of the sum with a pile of Nim; periods and totals are finite
checks (`windows`, `totals`), and so are misère quotients (`quotients`). The formula that a certificate has for its
set is shown to say the same of every position (`claims`); where that is out of reach, the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sprague.checker.budget import DEFAULT, Budget
from sprague.checker.claims import Described, check_claim
from sprague.checker.digits import Digits
from sprague.checker.heaps import check_heaps, heaps_set
from sprague.checker.kernel import Claimed, check_equation
from sprague.checker.names import check_name
from sprague.checker.play import Play, check_quadratic_rank, check_rank
from sprague.checker.quotients import check_quotient
from sprague.checker.reading import (
    check_keys,
    load,
    one_of,
    read_automaton,
    read_heaps,
    read_quotient,
    read_text,
    read_texts,
    read_totals,
    read_windows,
    refuse,
)
from sprague.checker.relations import Relations
from sprague.checker.sets import Dfa
from sprague.checker.totals import check_totals, good_positions
from sprague.checker.windows import check_windows, p_positions
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.rules.breaking import Breaking
from sprague.rules.breaking_rules import breakings
from sprague.rules.certificate import UNNAMED
from sprague.rules.notation import parse, parse_term
from sprague.rules.octal import format_code
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import Statement

MOST_SYMBOLS = 4096  # of the format: columns of digits that an automaton may read
MOST_AUTOMATA = 100  # of the format: Grundy values with a set each

COMMON = {"certificate", "version", "kind", "rule", "play", "rank"}
COMMENTS = {"made by", "game"}
KINDS: dict[str, tuple[set[str], set[str]]] = {  # what else is needed, and what may be there
    "p-positions": ({"numeration", "tracks", "automaton"}, {"claim"}),
    "grundy-values": ({"numeration", "tracks", "automata"}, {"claim", "all"}),
    "grundy-function": ({"numeration", "tracks", "automaton", "value"}, {"claim"}),
    "totals": ({"totals"}, {"claim"}),
    "window": ({"window"}, {"claim"}),
    "misere-quotient": ({"quotient"}, {"claim"}),
    "heaps": ({"heaps"}, {"claim"}),
}


@dataclass(frozen=True, repr=False)
class Verified:
    """What a certificate has been shown to prove; `checked` says it in sentences.

    The set (or the values, totals or periods) is always shown. `claim` is the formula that the certificate has for
    it, if any, and `unproved` the reason why formula and set could not be shown to be equal; None if they are.
    """

    kind: str
    rule: str
    play: str
    checked: tuple[str, ...]
    pairs: int
    claim: str | None = None
    unproved: str | None = None

    def __bool__(self) -> bool:
        """Whether all that the certificate says is verified, its formula too."""
        return self.unproved is None

    def __repr__(self) -> str:
        return f"<Verified: {self.kind} of {self.rule}, {self.play} play>"

    def __str__(self) -> str:
        return " ".join(self.checked)

    def to_json(self) -> dict[str, object]:
        return {
            "verified": bool(self),
            "set_verified": True,
            "formula_verified": None if self.claim is None else bool(self),
            "kind": self.kind,
            "rule": self.rule,
            "play": self.play,
            "claim": self.claim,
            "unproved": self.unproved,
            "checked": list(self.checked),
            "pairs": self.pairs,
        }


class Certified(Protocol):
    """What has a certificate: a proof, or a period."""

    def certificate(self) -> dict[str, object]: ...


def verify(certificate: str | Path | Mapping[str, object] | Certified, limits: Limits | None = None) -> Verified:
    """Check a certificate, given as a file, as the object in it, or as the proof that it is of.

    Raises `NotVerified`, with a position that fails, if it does not prove what it says, and `SpragueError` if it is
    not a certificate or out of reach. If the set is right and only its formula is out of reach, the result says so
    and counts as false.
    """
    if isinstance(certificate, Mapping):
        data = dict(certificate)
    elif isinstance(certificate, str | Path):
        data = load(Path(certificate))
    elif callable(writes := getattr(certificate, "certificate", None)) and not isinstance(certificate, type):
        data = dict(writes())
    else:
        refuse("a file, the object in it, or a proof", certificate)
    limits = Limits.of(limits).otherwise(DEFAULT)
    try:
        with limits.watch():
            return _verify(data, Budget.of(limits))
    except RecursionError:
        refuse("one nested less deeply", "a deep one")


@dataclass(frozen=True)
class Shown:
    """What the evidence of a certificate was shown to say, what it took, and the sets that a claim may describe."""

    said: str
    pairs: int
    sets: Sequence[Described]
    play: Play


@dataclass(frozen=True)
class Head:
    """What every certificate begins with."""

    kind: str
    play: str
    rule: Ruleset


def read_head(data: dict[str, object]) -> Head:
    """The head of a certificate that has all its parts and no others."""
    if data.get("certificate") == "period":
        raise SpragueError(
            "expected a certificate in the one format there is, got one of periods alone, as older versions wrote it; "
            "make it anew with 'sprague period GAME -o FILE'"
        )
    if data.get("certificate") != "sprague":
        refuse('"certificate": "sprague"', data.get("certificate"))
    if type(data.get("version")) is not int or data["version"] != 1:
        refuse('"version": 1', data.get("version"))
    kind = one_of(data, "kind", tuple(KINDS))
    needed, possible = KINDS[kind]
    check_keys(data, "a certificate", COMMON | needed, COMMENTS | possible)
    for key in COMMENTS & set(data):
        read_text(data[key], key)
    play_name = one_of(data, "play", ("normal", "misere"))
    rule = parse(read_text(data["rule"], "rule"))
    if "game" in data:
        check_name(read_text(data["game"], "game"), rule)
    return Head(kind, play_name, rule)


def _verify(data: dict[str, object], budget: Budget) -> Verified:
    head = read_head(data)
    kind, play_name, rule = head.kind, head.play, head.rule
    if kind == "misere-quotient":
        return _misere_quotient(data, rule, play_name, budget)
    if kind == "heaps":
        return _heaps(data, rule, play_name, budget)
    play = Play.of(rule)
    why = _check_rank(play, rule, data["rank"], budget)
    misere = play_name == "misere"
    if rule.blocking and (misere or kind != "p-positions"):
        refuse("the P-positions in normal play, which is what 'block' has a meaning for", f"{kind}, {play_name} play")
    shown = SHOWN[kind](data, rule, play, misere, budget)
    words = f"Verified for all positions of {rule} in {'misère' if misere else 'normal'} play: {shown.said}."
    sentences = [words, f"Play ends, because {why} falls with every move."]
    claim, unproved = None, None
    if data.get("claim") is not None:
        claim = read_text(data["claim"], "claim")
        unproved = _check_claim(claim, rule, shown, budget)
        verdict = "says the same." if unproved is None else f"is NOT verified: {unproved}."
        sentences.append(f"The formula '{claim}' {verdict}")
    return Verified(kind, str(rule), play_name, tuple(sentences), shown.pairs, claim, unproved)


def _misere_quotient(data: dict[str, object], rule: Ruleset, play_name: str, budget: Budget) -> Verified:
    """A quotient is about sums of heaps, whose options are looked at one by one: no formula speaks of them."""
    if play_name != "misere" or data.get("claim") is not None or data["rank"] != {"terms": list(rule.names)}:
        refuse("misère play, the chips as the rank, and no claim", [play_name, data["rank"], data.get("claim")])
    quotient = read_quotient(data["quotient"])
    sums = check_quotient(rule, quotient, budget)
    heaps = f"the heaps up to {len(quotient.heaps) - 1}"
    if quotient.repeat:
        start, period = quotient.repeat
        heaps = f"all heaps, whose elements have period {period} from heap {start} on"
    sentences = (
        f"Verified for all sums of heaps of {rule} in misère play: the monoid of {quotient.size:,} elements is the "
        f"misère quotient of {heaps} ({sums:,} sums looked at).",
        "Play ends, because every move leaves smaller heaps.",
    )
    return Verified("misere-quotient", str(rule), play_name, sentences, sums)


def _check_claim(claim: str, rule: Ruleset, shown: Shown, budget: Budget) -> str | None:
    """Show that the formulas, one for each set with a bar between them, describe the sets; else why not."""
    formulas = claim.split(" | ")
    if len(formulas) != len(shown.sets):
        refuse(f"a claim of {len(shown.sets)} formulas", claim)
    checked = [
        check_claim(text, rule, shown.play, described, budget)
        for text, described in zip(formulas, shown.sets, strict=True)
    ]
    return next((reason for reason in checked if reason is not None), None)


def _check_rank(play: Play, rule: Ruleset, rank: object, budget: Budget) -> str:
    """Show that play ends, by the rank given; how to call that rank."""
    if not isinstance(rank, dict) or len(rank) != 1 or not set(rank) <= {"terms", "quadratic"}:
        refuse('a rank such as {"terms": ["a + b"]} or {"quadratic": "squares"}', rank)
    if "quadratic" in rank:
        word = one_of(rank, "quadratic", ("squares", "pairs"))
        check_quadratic_rank(play, len(rule.piles), word, budget)
        return "the sum of the squares of the piles" if word == "squares" else "the sum of the products of two piles"
    terms = [parse_term(text) for text in read_texts(rank["terms"], "terms")]
    check_rank(play, terms, budget)
    return ", then ".join(map(str, terms)) or "nothing"


# ------------------------------------------------------------------------------ kinds of evidence


def read_digits(data: dict[str, object], rule: Ruleset, more: int) -> tuple[Digits, tuple[str, ...], int]:
    """The digits, the tracks (with so many more than entries) and the number of columns of digits they can have."""
    digits = Digits.of(read_text(data["numeration"], "numeration"))
    tracks = read_texts(data["tracks"], "tracks")
    if tracks[: len(rule.names)] != rule.names or len(tracks) != len(rule.names) + more:
        refuse(f"tracks {', '.join(rule.names)}{' and one for the value' if more else ''}", data["tracks"])
    if len(set(tracks)) < len(tracks):
        refuse("tracks with different names", data["tracks"])
    symbols = digits.count ** len(tracks)
    if symbols > MOST_SYMBOLS:
        refuse(f"at most {MOST_SYMBOLS:,} columns of digits", symbols)
    return digits, tracks, symbols


def _described(tracks: tuple[str, ...], digits: Digits, target: Dfa) -> Described:
    return Described(tracks, digits, lambda *_: target)


def _p_positions(data: dict[str, object], rule: Ruleset, play: Play, misere: bool, budget: Budget) -> Shown:
    digits, tracks, symbols = read_digits(data, rule, 0)
    target = read_automaton(data["automaton"], symbols)
    pairs = check_equation(play, Claimed([target]), digits, misere, budget, rule)
    said = f"the set is exactly that of the P-positions ({pairs:,} pairs of states)"
    return Shown(said, pairs, [_described(tracks, digits, target)], play)


def _grundy_values(data: dict[str, object], rule: Ruleset, play: Play, misere: bool, budget: Budget) -> Shown:
    digits, tracks, symbols = read_digits(data, rule, 0)
    if misere:
        refuse("normal play for Grundy values", "misere")
    automata = data["automata"]
    if not isinstance(automata, list) or not 1 <= len(automata) <= MOST_AUTOMATA:
        refuse(f"1 to {MOST_AUTOMATA} automata, one for each value from 0", automata)
    if type(data.get("all", False)) is not bool:
        refuse('"all" to be true or false', data["all"])
    sets = [read_automaton(automaton, symbols) for automaton in automata]
    pairs, last = 0, len(sets) - 1
    for value in range(len(sets)):
        claimed = Claimed(sets[: value + 1], f"the set of value {value}", data.get("all") is True and value == last)
        pairs += check_equation(play, claimed, digits, False, budget, rule)
    said = f"the sets are exactly the positions of Grundy value {'0' if not last else f'0 to {last}'}"
    said += ", and there are no others" if data.get("all") else ""
    described = [_described(tracks, digits, target) for target in sets]
    return Shown(f"{said} ({pairs:,} pairs of states)", pairs, described, play)


def _grundy_function(data: dict[str, object], rule: Ruleset, play: Play, misere: bool, budget: Budget) -> Shown:
    digits, tracks, symbols = read_digits(data, rule, 1)
    if misere:
        refuse("normal play for Grundy values", "misere")
    powers = one_of(data, "value", ("number", "power of two")) == "power of two"
    target = read_automaton(data["automaton"], symbols)
    play = play.with_pile(tracks[-1], powers)
    pairs = check_equation(play, Claimed([target]), digits, False, budget)
    said = f"the set has each position with its Grundy value{' v, written 2**v' if powers else ''}"
    return Shown(f"{said} ({pairs:,} pairs of states)", pairs, [_described(tracks, digits, target)], play)


def _totals(data: dict[str, object], rule: Ruleset, play: Play, misere: bool, budget: Budget) -> Shown:
    totals = read_totals(data["totals"])
    looked_at = check_totals(play, totals, misere, budget)
    small, residues = (", ".join(map(str, sorted(numbers))) or "none" for numbers in (totals.small, totals.residues))
    said = (
        f"a position is P exactly if {'it has a move and ' if misere else ''}no move keeps a total listed "
        f"(below {totals.preperiod}: {small}; then those with residues modulo {totals.period}: {residues}), and "
        f"those are the totals of P-positions ({looked_at:,} positions looked at)"
    )

    def written(digits: Digits, budget: Budget) -> Dfa:
        relations = Relations(digits, budget)
        return relations.over(good_positions(play, totals, misere, relations), play.names)

    return Shown(said, looked_at, [Described(play.names, None, written)], play)


def _window(data: dict[str, object], rule: Ruleset, play: Play, misere: bool, budget: Budget) -> Shown:
    windows = read_windows(data["window"], rule)
    looked_at = check_windows(play, windows, misere, budget)
    parts = [
        f"{play.names[i]} has period {p} from {m + play.floors[i]} on"
        for window in windows.windows
        for i, m, p in zip(window.piles, window.preperiods, window.periods, strict=True)
    ]
    what = "Grundy values" if windows.what == "grundy" else "outcomes"
    said = f"in {what}, {', '.join(parts)}, and none is less or begins sooner ({looked_at:,} positions looked at)"

    def written(digits: Digits, budget: Budget) -> Dfa:
        return p_positions(play, windows, digits, budget)

    return Shown(said, looked_at, [Described(play.names, None, written)], play)


def _heaps(data: dict[str, object], rule: Ruleset, play_name: str, budget: Budget) -> Verified:
    """A period of a game that breaks heaps, and a formula for those of value 0, or for the values of all."""
    if play_name != "normal" or data["rank"] != {"terms": list(rule.names)}:
        refuse("a period in normal play, and the chips of a heap as the rank", data.get("rank"))
    moves = breakings(rule)
    if not moves:
        refuse("a rule that takes chips from one heap and breaks what is left", str(rule))
    claimed = read_heaps(data["heaps"])
    looked_at = check_heaps(moves, claimed, budget)
    rise = f" and saltus {claimed.saltus}" if claimed.saltus else ""
    said = (
        f"Verified for all heaps of {_called(data, moves)}{rule} in normal play: Grundy values have period "
        f"{claimed.period}{rise} from {claimed.preperiod} on, and none is less or begins sooner "
        f"({looked_at:,} heaps looked at)."
    )
    ends = "Play ends, because every heap that a move leaves has fewer chips than the one it is made in."
    claim, unproved = None, None
    sentences = [said, ends]
    if data.get("claim") is not None:
        claim = read_text(data["claim"], "claim")
        tracks = Statement.read_claim(rule, claim).names
        described = Described(tracks, None, lambda digits, budget: heaps_set(claimed, digits, tracks, budget))
        unproved = check_claim(claim, rule, Play(tracks, (0,) * len(tracks), ()), described, budget)
        right = "tells the values of all heaps" if len(tracks) > 1 else "tells which heaps are P-positions"
        verdict = right if unproved is None else f"is NOT verified: {unproved}"
        sentences.append(f"The formula '{claim}' {verdict}.")
    return Verified("heaps", str(rule), play_name, tuple(sentences), looked_at, claim, unproved)


def _called(data: dict[str, object], moves: Sequence[Breaking]) -> str:
    """The game that a certificate names, or its code, to be put before the rule; nothing if it has neither."""
    name = str(data.get("game", ""))
    if "->" in name or name in ("", UNNAMED):
        name = format_code(moves) or ""
    return f"{name}, " if name else ""


SHOWN: dict[str, Callable[[dict[str, object], Ruleset, Play, bool, Budget], Shown]] = {
    "p-positions": _p_positions,
    "grundy-values": _grundy_values,
    "grundy-function": _grundy_function,
    "totals": _totals,
    "window": _window,
}
