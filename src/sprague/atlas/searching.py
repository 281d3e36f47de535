"""`search` finds entries of the atlas by values, P-positions, a rule or words.

A query that contains "->" or is the name of a game is read as a rule. A query of tuples such as `1,2 3,5` is read as
P-positions; a query of single numbers is read as values. Any other query is read as a list of words; an entry matches
if it contains all of them. Numbers are compared with each sequence of an entry in six ways: unchanged, as outcomes, as
complemented outcomes, shifted by a constant, as differences, and as the complement of a set. The result of a search
lists all comparisons that were tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations
from typing import Any

from sprague.atlas.database import Atlas, load_atlas, normalise_identifier
from sprague.atlas.lookup import find_game
from sprague.atlas.records import Entry
from sprague.atlas.sequences import Sequence, differences, find_run, sequences
from sprague.errors import SpragueError
from sprague.games import ruleset_of
from sprague.rules import Ruleset

LEAST_SHIFTED = 4  # shorter queries are not compared with differences, shifted terms or missing numbers of sequences
MOST_ENTRIES = 6  # positions with more piles are compared in the given order of the piles only


@dataclass(frozen=True, slots=True)
class Hit:
    """An atlas entry that a search found, with the reason: the matching sequence and the kind of comparison."""

    entry: Entry
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the found entry as a dictionary that can be written as JSON."""
        entry = self.entry
        return {"id": entry.id, "title": entry.title, "status": entry.status, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the entries found, best first, and the comparisons that were tried.

    If the query finds no entry, `suggestion` is a query with corrected words that finds entries, or None.
    """

    query: str
    read_as: str
    hits: tuple[Hit, ...]
    tried: tuple[str, ...]
    suggestion: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the result of a search as a dictionary, which the option `--json` prints."""
        return {
            "version": 1,
            "query": self.query,
            "read_as": self.read_as,
            "hits": [hit.to_json() for hit in self.hits],
            "tried": list(self.tried),
            "suggestion": self.suggestion,
        }


def search(query: str, *, atlas: Atlas | None = None) -> SearchResult:
    """Find entries of the atlas by values, P-positions, a rule or words.

    >>> result = search("1,2 3,5 4,7")
    >>> result.read_as, "wythoff" in {hit.entry.names[0] for hit in result.hits}
    ('P-positions', True)
    >>> search("(m) -> (m - i) where i in {1, 2}").hits[0].entry.title
    'Subtraction game {1, 2}'

    Args:
        query: The text to look for.
        atlas: The atlas to search; by default the atlas of `load_atlas`.

    Raises:
        SpragueError: The query is empty, or contains "->" and is not a rule.
    """
    atlas = load_atlas() if atlas is None else atlas
    text = plain_numbers(query.strip())
    if not text:
        raise SpragueError("the query is empty; give values, P-positions, a rule or words to look for")
    if (positions := read_positions(text)) is not None:
        return search_positions(atlas, text, positions)
    if re.fullmatch(r"-?\d+([\s,;]+-?\d+)*", text):
        return search_values(atlas, text, tuple(map(int, re.findall(r"-?\d+", text))))
    if (rule := _read_rule(text)) is not None:
        return search_rule(atlas, text, rule)
    return search_words(atlas, text)


def plain_numbers(text: str) -> str:
    """Remove the ellipsis of a query of numbers, and replace brackets by parentheses; return other queries unchanged.

    >>> plain_numbers("[0, 1, 2, ...]"), plain_numbers("[1,2],[3,5]"), plain_numbers("Nim {1, 2}")
    ('0, 1, 2', '(1,2),(3,5)', 'Nim {1, 2}')
    """
    found = re.sub(r"[\s,;]*(\.\.\.|…)", "", text)
    if re.fullmatch(r"\[[\d\s,;-]+\]", found):
        return found[1:-1].strip()
    if not re.fullmatch(r"[\d\s,;|(){}\[\]-]+", found) or re.fullmatch(r"\{[^{}]*\}", found):
        return text
    return found.translate(str.maketrans("[]{}", "()()")).strip(" ,;")


def read_positions(text: str) -> list[tuple[int, ...]] | None:
    """Return the positions in a query, or None if the query does not consist of positions of equal length.

    >>> read_positions("(1, 2), (3, 5)"), read_positions("1,2 3,5"), read_positions("1, 2, 3")
    ([(1, 2), (3, 5)], [(1, 2), (3, 5)], None)
    """
    if re.fullmatch(r"(\(\s*\d+((\s*[,|]\s*|\s+)\d+)+\s*\)[\s,;]*)+", text):
        parts = re.findall(r"\(([^)]*)\)", text)
    elif re.fullmatch(r"\d+(,\d+)+([\s;]+\d+(,\d+)+)+", text):
        parts = re.split(r"[\s;]+", text)
    else:
        return None
    found = [tuple(map(int, re.findall(r"\d+", part))) for part in parts]
    return found if len({len(position) for position in found}) == 1 else None


def _read_rule(text: str) -> Ruleset | None:
    """Return the rule that a query describes, or None if the query is neither a rule nor the name of a game."""
    try:
        return ruleset_of(text)
    except SpragueError:
        if "->" in text:
            raise
        return None


def search_rule(atlas: Atlas, text: str, rule: Ruleset) -> SearchResult:
    """Find entries about a game, entries with the same P-positions, and entries that contain the words of the query."""
    matches = [match for misere in (False, True) for match in find_game(rule, misere, atlas=atlas)]
    hits = {match.entry.id: Hit(match.entry, match.reason) for match in matches}
    if "->" not in text:
        for hit in search_words(atlas, text).hits:
            hits.setdefault(hit.entry.id, hit)
    tried = ("the normal form of the rule", "the P-positions of the game in a small box, in normal and misère play")
    return SearchResult(text, "a rule", tuple(hits.values()), tried)


def search_positions(atlas: Atlas, text: str, asked: list[tuple[int, ...]]) -> SearchResult:
    """Find the atlas entries for which all given positions are P-positions in some order of the piles.

    If an entry has few other P-positions up to the same number of chips, it comes early in the result.
    """
    largest = max(map(sum, asked))
    ranked = []
    for entry in atlas:
        if entry.subject == "positions" and (known := _count_known(entry, asked)):
            rest = "" if known == len(asked) else f"; {len(asked) - known} are beyond the stored range"
            others = sum(sum(position) <= largest for position in entry.positions)
            reason = f"P-positions: {known} of {len(asked)} are listed{rest}"
            ranked.append(((len(asked) - known, others), Hit(entry, reason)))
    ranked.sort(key=lambda one: one[0])
    tried = (
        "P-positions of the same number of piles, with the piles in every order",
        f"only positions below the stored range of {len(atlas)} entries are compared",
    )
    return SearchResult(text, "P-positions", tuple(hit for _, hit in ranked), tried)


def _count_known(entry: Entry, asked: list[tuple[int, ...]]) -> int:
    """Return how many of the positions are known P-positions; return 0 if any of them is known to be an N-position."""
    size = len(asked[0])
    if not entry.positions or len(entry.positions[0]) != size:
        return 0
    within = [position for position in asked if sum(position) < entry.chips]
    members = set(entry.positions)
    if entry.in_any_order:
        return len(within) if all(tuple(sorted(position)) in members for position in within) else 0
    orders: Iterable[tuple[int, ...]] = permutations(range(size)) if size <= MOST_ENTRIES else [tuple(range(size))]
    for order in orders:
        if all(tuple(position[place] for place in order) in members for position in within):
            return len(within)
    return 0


# A function that compares the numbers of a query with the terms of a sequence. The function returns the index of the
# first matching term, or None if no terms match.
Comparison = Callable[[tuple[int, ...], Sequence], "int | None"]


def _as_given(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    return find_run(asked, sequence.terms)


def _as_outcomes(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    if sequence.kind != "values" or not set(asked) <= {0, 1}:
        return None
    return find_run(asked, tuple(min(term, 1) for term in sequence.terms))


def _complemented(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    if not set(asked) <= {0, 1}:
        return None
    return _as_outcomes(tuple(1 - number for number in asked), sequence)


def _shifted(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    if len(asked) < LEAST_SHIFTED or len(set(asked)) < 3:
        return None
    return find_run(differences(asked), differences(sequence.terms))


def _as_differences(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    if len(asked) < LEAST_SHIFTED or sequence.kind != "positions" or len(set(asked)) < 2:
        return None
    return find_run(asked, differences(sequence.terms))


def _as_complement(asked: tuple[int, ...], sequence: Sequence) -> int | None:
    if sequence.kind != "positions" or any(step <= 0 for step in differences(asked)):
        return None
    if asked[-1] - asked[0] - len(asked) > len(sequence.terms):
        return None  # the query omits more numbers than the sequence has terms
    missing = tuple(sorted(set(range(asked[0], asked[-1])) - set(asked)))
    return find_run(missing, sequence.terms) if len(missing) >= LEAST_SHIFTED else None


COMPARISONS: dict[str, Comparison] = {
    "as given": _as_given,
    "as outcomes, 0 for P and 1 for N": _as_outcomes,
    "as outcomes, 1 for P and 0 for N": _complemented,
    "shifted by a constant": _shifted,
    "as differences": _as_differences,
    "as the numbers that are not in the sequence": _as_complement,
}


def search_values(atlas: Atlas, text: str, asked: tuple[int, ...]) -> SearchResult:
    """Find the entries that have a sequence in which the given numbers are consecutive terms."""
    ranked = []
    for entry in atlas:
        best = min(_matches(entry, asked), default=None)
        if best is not None:
            order, is_later, of_positions, reason = best
            ranked.append(((order, is_later, of_positions), Hit(entry, reason)))
    ranked.sort(key=lambda one: one[0])
    tried = (
        "rows of values, tables by antidiagonals, P-positions, their differences, and b for each a",
        *COMPARISONS,
    )
    return SearchResult(text, "values", tuple(hit for _, hit in ranked), tried)


def _matches(entry: Entry, asked: tuple[int, ...]) -> Iterator[tuple[int, bool, bool, str]]:
    """Yield the matches between a query and the sequences of an entry, each with its rank and a reason.

    Matches are ranked by the kind of comparison, in the order of `COMPARISONS`. Among matches of one kind, a match at
    the first term of a sequence precedes later matches, and a match of values precedes a match of positions.
    """
    for sequence in sequences(entry):
        for order, (name, compare) in enumerate(COMPARISONS.items()):
            place = compare(asked, sequence)
            if place is not None:
                start = "" if place == 0 else f", from term {place} on"
                yield order, place > 0, sequence.kind == "positions", f"{sequence.name}, {name}{start}"
                break


def search_words(atlas: Atlas, text: str) -> SearchResult:
    """Find the atlas entries that contain all words of a query.

    A query may also contain properties: `2 piles`, `8 states`, `base 3`, or `states<=20` for automata with at most 20
    states.
    """
    words = _concept_words(text)
    found = [entry for entry in atlas if all(_contains(entry, word) for word in words)]
    found.sort(key=lambda entry: text.lower() not in entry.names)  # entries whose name is the query come first
    hits = [Hit(entry, f"words: {' '.join(words)}") for entry in found]
    tried = ("identifiers, titles, names, rules, families, sources and concepts, with all words: " + " ".join(words),)
    return SearchResult(text, "words", tuple(hits), tried, None if hits else _suggested_words(atlas, words))


def _suggested_words(atlas: Atlas, words: list[str]) -> str | None:
    """Return the words of a query with corrected spelling, or None if the corrected query finds nothing either."""
    known = {word for entry in atlas for word in re.findall(r"[^\W\d_]{3,}", entry_text(entry))}
    corrected = []
    for word in words:
        is_known = any(_contains(entry, word) for entry in atlas)
        corrected.append(word if is_known else next(iter(get_close_matches(word, known, 1)), word))
    if not any(all(_contains(entry, word) for word in corrected) for entry in atlas):
        return None
    return " ".join(corrected)


def _concept_words(text: str) -> list[str]:
    lowered = text.lower().replace("misere", "misère")
    lowered = re.sub(r"\b(\d+) (pile|state)s?\b", r"\2s:\1", lowered)
    lowered = re.sub(r"\bbase (\d+)\b", r"base:\1", lowered)
    lowered = re.sub(r"\bstates\s*(<=|>=)\s*(\d+)", r"states\1\2", lowered)
    lowered = re.sub(r",\s+", ",", lowered)
    return [re.sub(r"^a0*(\d{1,6})$", _oeis_number, normalise_identifier(word).lower()) for word in lowered.split()]


def _oeis_number(number: re.Match[str]) -> str:
    return f"a{int(number[1]):06}"


def _contains(entry: Entry, word: str) -> bool:
    if (bound := re.fullmatch(r"states(<=|>=)(\d+)", word)) is not None:
        states = None if entry.certificate is None else entry.certificate.states
        number = int(bound[2])
        return states is not None and (states <= number if bound[1] == "<=" else states >= number)
    if ":" in word and re.fullmatch(r"(piles|states|base):\d+", word):
        return word in entry.concepts
    return word in entry_text(entry)


def entry_text(entry: Entry) -> str:
    """Return all searchable text of an atlas entry in lower case."""
    parts = [entry.id, entry.title, entry.family, *entry.names, entry.notation, *entry.concepts]
    parts += [text for _, text in entry.sources]
    parts += [f"oeis {number.number}" for number in entry.oeis]
    return re.sub(r",\s+", ",", " ".join(parts).lower())
