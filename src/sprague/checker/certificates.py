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
checks (`windows`, `totals`). The formula a certificate mentions is compared at many positions,
which proves nothing about it, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from random import Random

from sprague.checker.digits import Digits
from sprague.checker.kernel import Claimed, check_equation
from sprague.checker.play import Play, check_quadratic_rank, check_rank
from sprague.checker.reading import (
    check_keys,
    load,
    one_of,
    read_automaton,
    read_text,
    read_texts,
    read_totals,
    read_windows,
    refuse,
)
from sprague.checker.sets import Dfa
from sprague.checker.totals import Totals, check_totals, is_good
from sprague.checker.windows import Windows, check_windows
from sprague.errors import NotVerified, SpragueError
from sprague.formulas.formula import PositionSet
from sprague.formulas.notation import parse_formula
from sprague.rules.notation import parse, parse_term
from sprague.rules.ruleset import Ruleset

MOST_SYMBOLS = 4096
MOST_AUTOMATA = 100
MOST_COMPARED = 10_000
LARGE_COMPARED = 300

NUMERATIONS = {"fibonacci": 0} | {str(base): base for base in range(2, 11)}
COMMON = {"certificate", "version", "kind", "rule", "play", "rank"}
COMMENTS = {"made by", "game"}
KINDS: dict[str, tuple[set[str], set[str]]] = {  # what else is needed, and what may be there
    "p-positions": ({"numeration", "tracks", "automaton"}, {"claim"}),
    "grundy-values": ({"numeration", "tracks", "automata"}, {"claim", "all"}),
    "grundy-function": ({"numeration", "tracks", "automaton", "value"}, {"claim"}),
    "totals": ({"totals"}, {"claim"}),
    "window": ({"window"}, {"claim"}),
}


@dataclass(frozen=True)
class Verified:
    """What a certificate has been shown to prove; `checked` says it in sentences."""

    kind: str
    rule: str
    play: str
    checked: tuple[str, ...]
    pairs: int

    def __str__(self) -> str:
        return " ".join(self.checked)

    def to_json(self) -> dict[str, object]:
        return {
            "verified": True,
            "kind": self.kind,
            "rule": self.rule,
            "play": self.play,
            "checked": list(self.checked),
            "pairs": self.pairs,
        }


def verify(certificate: str | Path | Mapping[str, object]) -> Verified:
    """Check a certificate, given as a file or as the object in it.

    Raises `NotVerified`, with the smallest position that fails, if it does not prove what it says, and
    `SpragueError` if it is not a certificate or out of reach.
    """
    if isinstance(certificate, Mapping):
        data = dict(certificate)
    elif isinstance(certificate, str | Path):
        data = load(Path(certificate))
    else:
        refuse("a file or the object in it", certificate)
    try:
        return _verify(data)
    except RecursionError:
        refuse("one nested less deeply", "a deep one")


def _verify(data: dict[str, object]) -> Verified:
    if data.get("certificate") == "period":
        data = _as_window(data)
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
    play = Play.of(rule)
    why = _check_rank(play, rule, data["rank"])
    misere = play_name == "misere"
    if kind in ("window", "totals"):
        if data.get("claim") is not None and kind == "window":
            refuse(f"no claim next to {kind}", data["claim"])
        if kind == "totals":
            totals = read_totals(data["totals"])
            said, pairs = _totals(play, totals, misere)
            if data.get("claim") is not None:

                def is_p(position: Sequence[int]) -> bool:
                    return is_good(play, totals, misere, position)

                said.append(_compare(read_text(data["claim"], "claim"), play.names, rule, play, is_p, ()))
        else:
            said, pairs = _window(play, read_windows(data["window"], rule, play_name), misere)
    else:
        said, pairs = _automatic(data, kind, rule, play, misere)
    words = f"Verified for all positions of {rule} in {'misère' if misere else 'normal'} play: {said[0]}."
    return Verified(
        kind, str(rule), play_name, (words, f"Play ends, because {why} falls with every move.", *said[1:]), pairs
    )


def _automatic(data: dict[str, object], kind: str, rule: Ruleset, play: Play, misere: bool) -> tuple[list[str], int]:
    """Check what is said by automata; what to say of it, and the pairs of states it took."""
    digits = Digits(NUMERATIONS[one_of(data, "numeration", tuple(NUMERATIONS))])
    tracks = read_texts(data["tracks"], "tracks")
    if tracks[: len(rule.names)] != rule.names or len(tracks) != len(rule.names) + (kind == "grundy-function"):
        more = " and one for the value" if kind == "grundy-function" else ""
        refuse(f"tracks {', '.join(rule.names)}{more}", data["tracks"])
    if len(set(tracks)) < len(tracks):
        refuse("tracks with different names", data["tracks"])
    symbols = digits.count ** len(tracks)
    if symbols > MOST_SYMBOLS:
        refuse(f"at most {MOST_SYMBOLS:,} columns of digits", symbols)
    if kind != "p-positions" and misere:
        refuse("normal play for Grundy values", "misere")
    if kind == "grundy-values":
        automata = data["automata"]
        if not isinstance(automata, list) or not 1 <= len(automata) <= MOST_AUTOMATA:
            refuse(f"1 to {MOST_AUTOMATA} automata, one for each value from 0", automata)
        sets = [read_automaton(automaton, symbols) for automaton in automata]
        if type(data.get("all", False)) is not bool:
            refuse('"all" to be true or false', data["all"])
        pairs = 0
        for value in range(len(sets)):
            covers = data.get("all") is True and value == len(sets) - 1
            claimed = Claimed(sets[: value + 1], f"the set of value {value}", covers)
            pairs += check_equation(play, claimed, digits, False, rule)
        last = len(sets) - 1
        said = f"the sets are exactly the positions of Grundy value {'0' if not last else f'0 to {last}'}"
        said += ", and there are no others" if data.get("all") else ""
    elif kind == "grundy-function":
        powers = one_of(data, "value", ("number", "power of two")) == "power of two"
        sets = [read_automaton(data["automaton"], symbols)]
        play = play.with_pile(powers)
        pairs = check_equation(play, Claimed(sets), digits, False)
        said = f"the set has each position with its Grundy value{' v, written 2**v' if powers else ''}"
    else:
        sets = [read_automaton(data["automaton"], symbols)]
        pairs = check_equation(play, Claimed(sets), digits, misere, rule)
        said = "the set is exactly that of the P-positions"
    sentences = [f"{said} ({pairs:,} pairs of states)"]
    if data.get("claim") is not None:
        # Several values have a formula each, with a bar between them.
        formulas = read_text(data["claim"], "claim").split(" | ")
        if len(formulas) != len(sets):
            refuse(f"a claim of {len(sets)} formulas", data["claim"])
        for text, target in zip(formulas, sets, strict=True):
            large = _large(target, len(tracks), digits)

            def contains(position: Sequence[int], target: Dfa = target) -> bool:
                return target.contains(position, digits)

            sentences.append(_compare(text, tracks, rule, play, contains, large))
    return sentences, pairs


def _check_rank(play: Play, rule: Ruleset, rank: object) -> str:
    """Show that play ends, by the rank given; how to call that rank."""
    if not isinstance(rank, dict) or len(rank) != 1 or not set(rank) <= {"terms", "quadratic"}:
        refuse('a rank such as {"terms": ["a + b"]} or {"quadratic": "squares"}', rank)
    if "quadratic" in rank:
        word = one_of(rank, "quadratic", ("squares", "pairs"))
        check_quadratic_rank(play, len(rule.piles), word)
        return "the sum of the squares of the piles" if word == "squares" else "the sum of the products of two piles"
    terms = [parse_term(text) for text in read_texts(rank["terms"], "terms")]
    check_rank(play, terms)
    return ", then ".join(map(str, terms)) or "nothing"


# --------------------------------------------------------------------------------- the formula


def _compare(
    text: str,
    tracks: Sequence[str],
    rule: Ruleset,
    play: Play,
    contains: Callable[[Sequence[int]], bool],
    larger: Iterable[tuple[int, ...]],
) -> str:
    """Compare the set with a formula at small positions and at some large ones; what that has shown."""
    claim = PositionSet(parse_formula(text, tracks, rule.piles), tuple(tracks), rule.blocks)
    limit = 2
    while (limit + 1) ** len(tracks) <= MOST_COMPARED:
        limit += 1

    def compare(position: Sequence[int]) -> None:
        if (position in claim) != contains(position):
            which = "the formula, but not the set" if position in claim else "the set, but not the formula"
            raise NotVerified(f"({', '.join(map(str, position))}) is in {which}: '{text}' is another claim")

    def is_position(position: Sequence[int]) -> bool:
        last = position[-1]
        powers = bool(play.extra)  # the value is written as a power of two
        return all(map(int.__ge__, position, play.floors)) and (not powers or (last > 0 and last & (last - 1) == 0))

    try:
        for position in product(range(limit), repeat=len(tracks)):
            # The P-positions do not depend on an order that does not matter, and neither does the formula.
            in_order = all(position[i] <= position[j] for block in rule.blocks for i, j in pairwise(block))
            if in_order and is_position(position):
                compare(position)
    except NotVerified:
        raise
    except SpragueError as error:
        return f"The formula '{text}' was not compared with the set: {error}."
    large = 0
    try:
        for position in larger:
            if is_position(position):
                compare(position)
                large += 1
    except NotVerified:
        raise
    except SpragueError:
        pass  # numbers too large to be tried by a formula that tries them
    also = f" and on {large} larger ones" if large else ""
    return (
        f"The set was compared with the formula '{text}' on all positions with entries below {limit}{also}: "
        "a comparison, not a proof."
    )


def _large(target: Dfa, tracks: int, digits: Digits) -> Iterator[tuple[int, ...]]:
    """Large members of a set, the same each time, and their neighbours."""
    chance = Random(1)
    columns = list(digits.columns(tracks))
    good = [[s for s, after in enumerate(row) if after in target.useful] for row in target.transitions]
    for number in range(LARGE_COMPARED // 3):
        state, word = 0, []
        for length in range(100):
            if not good[state] or (length > 10 + number % 40 and state in target.accepting):
                break
            symbol = chance.choice(good[state])
            word.append(columns[symbol])
            state = target.transitions[state][symbol]
        numbers = [digits.read(column[track] for column in word) for track in range(tracks)]
        yield tuple(numbers)
        track = chance.randrange(tracks)
        for step in (1, -1):
            if numbers[track] + step >= 0:
                yield tuple(entry + step * (place == track) for place, entry in enumerate(numbers))


# -------------------------------------------------------------------------- windows and totals


def _totals(play: Play, totals: Totals, misere: bool) -> tuple[list[str], int]:
    looked_at = check_totals(play, totals, misere)
    small, residues = (", ".join(map(str, sorted(numbers))) or "none" for numbers in (totals.small, totals.residues))
    said = (
        f"a position is P exactly if {'it has a move and ' if misere else ''}no move keeps a total listed "
        f"(below {totals.preperiod}: {small}; then those with residues modulo {totals.period}: {residues}), and "
        f"those are the totals of P-positions ({looked_at:,} positions looked at)"
    )
    return [said], looked_at


def _window(play: Play, windows: Windows, misere: bool) -> tuple[list[str], int]:
    looked_at = check_windows(play, windows, misere)
    parts = [
        f"{play.names[i]} has period {p} from {m + play.floors[i]} on"
        for window in windows.windows
        for i, m, p in zip(window.piles, window.preperiods, window.periods, strict=True)
    ]
    what = "Grundy values" if windows.what == "grundy" else "outcomes"
    said = f"in {what}, {', '.join(parts)}, and none is less or begins sooner ({looked_at:,} positions looked at)"
    return [said], looked_at


def _as_window(data: dict[str, object]) -> dict[str, object]:
    """A certificate of periods alone; it has no rank, so one is proposed by the rule and then checked."""
    rule = parse(read_text(data.get("rule"), "rule"))
    if rule.rank is None:
        refuse("a rule with a rank", str(rule))
    outer = {"certificate": "sprague", "version": 1, "kind": "window", "rule": data.get("rule")}
    return {**outer, "play": data.get("play"), "rank": rule.rank.certificate(), "window": data}
