"""`rule_summary` describes the moves of a rule in plain words, for players who do not read the notation of rules.

The function recognises a move that takes chips from piles or moves chips from one pile to another, with conditions that
bound the number of chips or compare two piles. The function describes a move that it does not recognise with the names
in the rule. For a taking-and-breaking rule, the function describes the heaps that a move leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sprague.language.conditions import FALSE, TRUE, Chain, Compare, Formula, Member, Power
from sprague.language.expressions import Expression, Mod
from sprague.language.number_conditions import Prime, Square
from sprague.language.rule_ast import MoveAst, RuleAst, conjuncts
from sprague.language.rule_english import any_of_text, arrangement_text, listed, move_text, ordinal, restrictions_text
from sprague.linear.terms import Linear, constant_change
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking, find_breakings
from sprague.rules.sums import chips_taken

FEW = 3  # maximum length of a range of numbers that is written as a list, such as "1, 2 or 3 chips"
MOST_KINDS = 8  # maximum number of kinds of moves in a summary


def rule_summary(rule: Ruleset) -> str:
    """Return the moves of a rule in plain words, or "" if the rule has very many kinds of moves.

    >>> from sprague.rules import parse
    >>> for text in (
    ...     "(a, b, c) -> (u, b, c) where u < a any order",
    ...     "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order",
    ...     "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order",
    ...     "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2",
    ... ):
    ...     print(rule_summary(parse(text)))
    Take any number of chips from one pile.
    Take any number of chips from one pile, or take the same number of chips from both piles.
    Move any number of chips from one pile to another; the receiving pile must not end larger.
    Take 1 or 2 chips from a heap; you may break the rest into two heaps.
    """
    ast = rule.ast
    phrases = _move_phrases(rule)
    if len(phrases) > MOST_KINDS:
        return ""
    joined = ("; or " if any("; " in phrase for phrase in phrases) else ", or ").join(phrases)
    first_word = re.split(r"\W", joined, maxsplit=1)[0]
    is_name = first_word in ast.names  # do not capitalize a name from the rule
    text = f"In a move, {joined}." if is_name else f"{joined[0].upper()}{joined[1:]}."
    text += "".join(f" {arrangement_text(ast, arrangement)}" for arrangement in ast.arrangements)
    text += restrictions_text(ast, "heap" if rule.splits else "pile")
    return f"{text} Play ends as soon as {any_of_text(ast.stop)}." if ast.stop != FALSE else text


@dataclass(frozen=True, slots=True)
class _Amount:
    """The numbers of chips that a move may take: a finite set, or all numbers (or squares) from `low` to `high`."""

    low: int = 1
    high: int | None = None
    numbers: tuple[int, ...] = ()
    kind: str = ""

    def simplified(self) -> _Amount | None:
        """Replace a small range of numbers by a finite set; return None if the amount has no short text."""
        if self.numbers:
            most = self.numbers[-1] if self.high is None else self.high
            kept = tuple(number for number in self.numbers if self.low <= number <= most)
            return None if self.kind or not kept else _Amount(numbers=kept)
        if self.high is not None and self.high - self.low < FEW:
            return None if self.kind or self.high < self.low else _Amount(numbers=tuple(range(self.low, self.high + 1)))
        return None if self.kind and (self.high is not None or self.low > 2) else self

    def phrase(self) -> str:
        """Return the amount as a phrase such as "2 chips" or "any number of chips"."""
        if self.kind:
            return self.kind
        return f"{self.limits() or 'any number of'} chip{'' if self.numbers == (1,) else 's'}"

    def limits(self) -> str:
        """Return the limits on a number of chips as text, such as "1 or 2" or "at most 5", or "" if unlimited."""
        low, high = (self.numbers[0], self.numbers[-1]) if self.numbers else (self.low, self.high)
        if self.numbers and (len(self.numbers) <= FEW or high != low + len(self.numbers) - 1):
            return listed([*map(str, self.numbers)], "or")
        if high is not None:
            return f"at most {high}" if low == 1 else f"from {low} to {high}"
        return f"at least {low}" if low > 1 else ""


@dataclass(frozen=True, slots=True)
class _Move:
    """A recognised move: the piles that lose chips, the piles that gain chips, the amount, and further conditions.

    If several piles lose chips, `is_same` states whether all of them lose the same number of chips. If `givers` is
    empty, the player chooses the pile that loses chips.
    """

    givers: tuple[int, ...]
    receivers: tuple[int, ...]
    amount: _Amount
    is_same: bool = True
    conditions: tuple[str, ...] = ()

    def text(self, ast: RuleAst) -> str:
        """Return the move as a phrase that starts with a verb."""
        source, amount = _place(ast, self.givers), self.amount
        if self.receivers:
            goal = "another" if _is_symmetric(ast) else _place(ast, self.receivers)
            phrase = f"move {amount.phrase()} from {source} to {goal}"
        elif len(self.givers) < 2:
            phrase = f"take {amount.phrase()} from {source}"
        elif len(amount.numbers) == 1 or not self.is_same:
            phrase = f"take {amount.phrase()} from each of {source}".replace("each of both piles", "each pile")
            phrase += "" if self.is_same else "; the numbers may differ"
        elif amount.kind:
            phrase = f"take {amount.phrase()}, the same for each pile, from {source}"
        else:
            limits = f", {amount.limits()}," if amount.limits() else ""
            phrase = f"take the same number of chips{limits} from {source}"
        return "; ".join([phrase, *self.conditions])


def _move_phrases(rule: Ruleset) -> list[str]:
    """Return a phrase for each kind of move, after merging moves that differ only in the amount or the pile."""
    ast = rule.ast
    noun = "heap" if rule.splits else "pile"
    if len(rule.names) == 1 and (breakings := find_breakings(rule)):
        return list(_heap_phrases(breakings, noun))
    found: list[_Move | str] = []
    for move, taken in zip(ast.moves, chips_taken(rule), strict=True):
        if len(move.parts) > 1 and (breakings := find_breakings(Ruleset.of(replace(ast, moves=(move,))))):
            found += _heap_phrases(breakings, noun)
        else:
            found.append(_recognise(ast, move) or _vector_phrase(ast, move) or move_text(ast, taken, move))
    moves = _merge_piles(ast, _merge_amounts(found))
    return [one if isinstance(one, str) else one.text(ast) for one in moves]


def _vector_phrase(ast: RuleAst, move: MoveAst) -> str:
    """Return a phrase for a move that changes each pile by a fixed number of chips, or "" for any other move."""
    if ast.remembered or ast.arrangements or ast.blocks or len(move.parts) > 1 or move.where != TRUE:
        return ""
    terms = [entry.linear if isinstance(entry, Expression) and not entry.calls else entry for entry in move.parts[0]]
    changes = [constant_change(name, term) for name, term in zip(ast.piles, terms, strict=True)]
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return ""
    less = [f"{_chips(-change)} from {_place(ast, (pile,))}" for pile, change in enumerate(known) if change < 0]
    more = [f"{_chips(change)} to {_place(ast, (pile,))}" for pile, change in enumerate(known) if change > 0]
    return " and ".join(f"{verb} {listed(parts)}" for verb, parts in (("take", less), ("add", more)) if parts)


def _merge_amounts(moves: Sequence[_Move | str]) -> list[_Move | str]:
    """Merge moves that differ only in the (finitely many) numbers of chips to take; return the resulting moves."""
    merged: list[_Move | str] = []
    for move in moves:
        alike = None
        if isinstance(move, _Move) and move.amount.numbers:
            finite = [one for one in merged if isinstance(one, _Move) and one.amount.numbers]
            alike = next((one for one in finite if replace(one, amount=move.amount) == move), None)
        if alike is None or isinstance(move, str):
            merged.append(move)
        else:
            numbers = tuple(sorted({*alike.amount.numbers, *move.amount.numbers}))
            merged[merged.index(alike)] = replace(alike, amount=_Amount(numbers=numbers))
    return merged


def _merge_piles(ast: RuleAst, moves: Sequence[_Move | str]) -> list[_Move | str]:
    """Merge moves that differ only in the pile into one move in any pile, if there is a move for every pile."""
    merged = list(moves)
    for move in moves:
        if isinstance(move, str) or len(move.givers) != 1 or move.receivers or move.conditions or move not in merged:
            continue
        single = [one for one in merged if isinstance(one, _Move) and len(one.givers) == 1]
        alike = [one for one in single if replace(one, givers=move.givers) == move]
        if {one.givers for one in alike} == {(pile,) for pile in range(len(ast.piles))} and len(alike) > 1:
            merged[merged.index(move)] = replace(move, givers=())
            merged = [one for one in merged if one not in alike]
    return merged


def _is_symmetric(ast: RuleAst) -> bool:
    """Return whether a move may use the piles of a rule in any order."""
    return len(ast.piles) == 1 or any(len(block) == len(ast.piles) for block in ast.blocks)


def _place(ast: RuleAst, piles: Sequence[int]) -> str:
    """Return words for the given piles, such as "both piles"; an empty sequence of piles means any one pile."""
    count = len(ast.piles)
    if count == 1:
        return "a heap" if ast.splits else "one pile"
    if len(piles) == count:
        return "both piles" if count == 2 else f"the {count} piles"
    if not piles or _is_symmetric(ast):
        return "one pile" if len(piles) < 2 else f"{len(piles)} piles"
    return f"the {listed([ordinal(pile) for pile in piles])} pile{'s' if len(piles) > 1 else ''}"


def _recognise(ast: RuleAst, move: MoveAst) -> _Move | None:
    """Recognise a move that takes or moves chips; return None for any other move."""
    if len(move.parts) > 1 or ast.remembered or ast.arrangements or (ast.blocks and not _is_symmetric(ast)):
        return None
    entries = [entry for entry in move.parts[0] if isinstance(entry, Expression) and not entry.calls]
    if len(entries) < len(ast.piles):
        return None
    heights = {name: entry.linear for name, entry in zip(ast.piles, entries, strict=True)}
    changes = {name: height - Linear.of(name) for name, height in heights.items()}
    giving = [name for name in ast.piles if not changes[name].is_natural]
    receiving = [name for name in ast.piles if name not in giving and changes[name] != Linear()]
    amounts = list(dict.fromkeys(-changes[name] for name in giving))
    is_transfer = len(giving) == len(receiving) == 1 and changes[receiving[0]] == amounts[0]
    if not giving or (receiving and not is_transfer) or not all(_is_amount(ast, amount) for amount in amounts):
        return None
    if 1 < len(amounts) < len(giving):
        return None
    reader = _ConditionReader(ast, heights, giving, receiving, amounts)
    if not all(map(reader.read, conjuncts(move.where) if move.where != TRUE else ())):
        return None
    bounds = {bound.simplified() for bound in reader.bounds}
    (bound, *others) = bounds
    if bound is None or others:
        return None
    givers, receivers = (tuple(map(ast.piles.index, names)) for names in (giving, receiving))
    return _Move(givers, receivers, bound, len(amounts) == 1, tuple(dict.fromkeys(reader.texts)))


def _is_amount(ast: RuleAst, amount: Linear) -> bool:
    """Return whether an amount is a constant, a chosen number k, or a - u for a pile a and a chosen number u."""
    chosen = [name for name in amount.names if name not in ast.piles]
    if amount.is_constant:
        return True
    return len(chosen) == 1 and (amount.is_name or (amount + Linear.of(chosen[0])).is_name)


class _ConditionReader:
    """A reader of a move's conditions, which finds bounds on the number of chips and describes other conditions."""

    def __init__(
        self,
        ast: RuleAst,
        heights: dict[str, Linear],
        giving: Sequence[str],
        receiving: Sequence[str],
        amounts: Sequence[Linear],
    ) -> None:
        self.amounts = amounts
        self.bounds = [_Amount(numbers=(one.constant,)) if one.is_constant else _Amount() for one in amounts]
        self.texts: list[str] = []
        self._heights = heights
        self._words = dict(_pile_words(ast, giving, receiving))

    def read(self, condition: Formula) -> bool:
        """Read a condition of a move; return whether the condition was understood."""
        if isinstance(condition, Member | Power | Square | Prime):
            return self._read_kind(condition)
        if not isinstance(condition, Chain):
            return False
        if condition.relations == ("=",) and isinstance(residue := condition.sides[0].call, Mod):
            rest = condition.sides[1]
            words = ("an even number of chips", "an odd number of chips")
            if residue.modulus == 2 and rest.is_constant and not residue.term.calls:
                return self._restrict(residue.term.linear, kind=words[rest.linear.constant % 2])
            return False
        return all(map(self._read_comparison, condition.links()))

    def _read_kind(self, condition: Member | Power | Square | Prime) -> bool:
        if condition.term.calls:
            return False
        term = condition.term.linear
        match condition:
            case Member(_, numbers):
                return self._restrict(term, numbers=numbers)
            case Power(_, base):
                return self._restrict(term, kind=f"a number of chips that is a power of {base}")
            case Square():
                return self._restrict(term, kind="a square number of chips")
        return self._restrict(term, kind="a prime number of chips")

    def _restrict(self, term: Linear, numbers: tuple[int, ...] = (), kind: str = "") -> bool:
        if term not in self.amounts:
            return False
        place = self.amounts.index(term)
        old = self.bounds[place]
        if (numbers and old.numbers) or (kind and old.kind):
            return False
        self.bounds[place] = replace(old, numbers=numbers or old.numbers, kind=kind or old.kind)
        return True

    def _read_comparison(self, link: Compare) -> bool:
        if link.left.calls or link.right.calls or link.relation not in ("<", "<="):
            return False
        # the condition is equivalent to difference >= 0
        difference = link.right.linear - link.left.linear - (link.relation == "<")
        for place, amount in enumerate(self.amounts):
            old = self.bounds[place]
            if amount.is_constant:
                continue
            if (difference - amount).is_constant:
                self.bounds[place] = replace(old, low=max(old.low, -(difference - amount).constant))
                return True
            if (difference + amount).is_constant:
                high = (difference + amount).constant
                self.bounds[place] = replace(old, high=high if old.high is None else min(old.high, high))
                return True
        # A pile never becomes negative, so a height plus a natural number is always at least 0.
        if difference.is_natural or any((difference - height).is_natural for height in self._heights.values()):
            return True
        text = self._compare(difference)
        self.texts += [text] if text else []
        return bool(text)

    def _compare(self, difference: Linear) -> str:
        """Return the condition `difference >= 0` on heights or amounts in words, or "" if no words are known."""
        for one, height in self._heights.items():
            if one in self._words and (rest := difference - height).is_constant:
                return f"at least {_chips(-rest.constant)} must remain in {self._words[one]}"
            for other, less in self._heights.items():
                rest = difference - height + less
                if one != other and rest.is_constant and {one, other} <= self._words.keys():
                    return self._compare_piles(self._words[one], self._words[other], rest.constant)
        for other, word in self._words.items():
            if self._heights[other] == Linear.of(other) and len(self.amounts) == 1:
                low, high = (difference - self.amounts[0] + Linear.of(other), difference + self.amounts[0])
                if low.is_constant and low.constant in (0, -1):
                    return f"you must take {('at least as many chips as', 'more chips than')[low.constant]} {word} has"
                if (rest := high - Linear.of(other)).is_constant and rest.constant in (0, -1):
                    return f"you must take {('at most as many chips as', 'fewer chips than')[rest.constant]} {word} has"
        return ""

    @staticmethod
    def _compare_piles(larger: str, smaller: str, rest: int) -> str:
        """Return words for the condition that a pile plus a constant is at least as large as another pile."""
        if (larger, smaller) == (GIVER, RECEIVER) and rest in (0, -1):
            return f"{smaller} must {('not end larger', 'end smaller')[rest]}"
        if rest in (0, -1):
            return f"{larger} must end {('at least as large as', 'larger than')[rest]} {smaller}"
        if rest < 0:
            return f"{larger} must end at least {_chips(-rest)} larger than {smaller}"
        return f"{larger} must end at most {_chips(rest)} smaller than {smaller}"


GIVER, RECEIVER = "the pile that gives chips", "the receiving pile"


def _pile_words(ast: RuleAst, giving: Sequence[str], receiving: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each pile that has an unambiguous description in words, with the description."""
    if len(ast.piles) == 1:
        yield ast.piles[0], "that heap" if ast.splits else "that pile"
    elif not _is_symmetric(ast):
        yield from ((name, f"the {ordinal(place)} pile") for place, name in enumerate(ast.piles))
    elif len(giving) == 1:
        yield giving[0], GIVER if receiving else "that pile"
        yield from ((name, RECEIVER) for name in receiving)
        others = [name for name in ast.piles if name not in (*giving, *receiving)]
        if len(others) == 1:
            yield others[0], "the third pile" if receiving else "the other pile"


def _chips(number: int) -> str:
    return f"{number} chip{'' if number == 1 else 's'}"


# Moves that take and break heaps


@dataclass(frozen=True, slots=True)
class _Left:
    """The heaps that a taking-and-breaking move may leave: their numbers, and limits on the old and new heaps."""

    parts: tuple[int, ...]
    least: int  # least size of the old heap; 0 if every heap that is large enough for the move is allowed
    is_distinct: bool

    def phrase(self, taken: Sequence[int], noun: str) -> str:
        """Return a phrase for the moves that take one of the given numbers of chips and leave the allowed heaps."""
        larger = "larger " if 0 not in self.parts and 1 in self.parts else ""
        heap = f"a {noun} of at least {_chips(self.least)}" if self.least else f"a {larger}{noun}"
        broken = [_COUNTS.get(part, str(part)) for part in self.parts if part > 1]
        into = f"into {listed(broken, 'or')} heaps{' of different sizes' if self.is_distinct else ''}" if broken else ""
        if 0 in taken:
            return f"break {heap} {into}"
        amount = _Amount(numbers=tuple(sorted(taken))).phrase()
        if self.parts == (0,):
            return f"take a whole {noun} of {amount}"
        if not broken:
            return f"take {amount} from {heap}"
        if 1 in self.parts:
            return f"take {amount} from {heap}; you may break the rest {into}"
        return (
            f"take {amount} from {heap}; break the rest {into}{', unless nothing remains' if 0 in self.parts else ''}"
        )


_COUNTS = {2: "two", 3: "three"}


def _heap_phrases(moves: Sequence[Breaking], noun: str) -> Iterator[str]:
    """Yield a phrase for each kind of taking-and-breaking move, given moves that leave no empty heaps."""
    by_taken: dict[int, list[Breaking]] = {}
    for move in moves:
        by_taken.setdefault(move.taken, []).append(move)
    by_left: dict[_Left, list[int]] = {}
    for taken, several in by_taken.items():
        least = max(move.heap if move.heap > move.taken + move.parts else 0 for move in several)
        left = _Left(tuple(move.parts for move in several), least, any(move.distinct for move in several))
        by_left.setdefault(left, []).append(taken)
    for left, numbers in by_left.items():
        yield left.phrase(numbers, noun)
