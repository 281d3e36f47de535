"""Parser of moves (`MoveReader`): the piles on the left side, their new values, and the condition of the move.

The grammar of moves is in docs/notation.md. The option may have several *parts*: then the move splits the position into
a sum. In a rule with one pile, the brackets are optional. Without brackets, `n -> u + v` splits a pile into the parts u
and v; the text `n -> u + 1` is rejected, because it is ambiguous.

Terms are read by `term_parser` and conditions by `condition_parser`, in the dialect of rules. A name that is not a pile
is a choice of the mover, unless the name is probably a misspelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from sprague.errors import NotationError
from sprague.language.condition_parser import ConditionReader
from sprague.language.conditions import COMPARISON_SIGNS, TRUE, Formula
from sprague.language.expressions import Expression
from sprague.language.lint import is_idle_choice, is_never_positive
from sprague.language.rule_ast import MOST_PILES, MoveAst
from sprague.language.rule_english import count_text
from sprague.language.suggestions import as_product, is_misspelt, is_probable_misspelling, suggest_name
from sprague.language.tokens import ARROWS, Token
from sprague.linear.terms import Applied, Linear

WHERE = ("where", "if", "with", "when", "for", ":")


@dataclass
class MoveReader(ConditionReader):
    """A parser of the moves of a rule."""

    remembered: tuple[str, ...] = field(default=(), init=False)
    bare: bool = field(default=False, init=False)  # whether the left side of the rule has no brackets

    def move(self) -> tuple[MoveAst, Token]:
        """Read a move; return the move and the first token of its condition."""
        if not self.piles or self.is_left_side():
            self.left_side()
            if self.accept_one(*ARROWS) is None:
                raise self.expected("'->' after the piles")
            self.skip_newlines()
        self.in_move = self.in_option = True
        start = self.token
        if self.bare and self.token.text != "(":
            parts = self.bare_parts()
        else:
            parts = [self.part()]
            while self.accept("+"):
                self.skip_newlines()
                parts.append(self.part())
            self.refuse_beside_part()
        self.in_option = False
        where = self.after
        move = MoveAst(tuple(parts), self.where())
        self.in_move = False
        self.check_choices(move)
        for entry in move.entries:
            if is_never_positive(entry):
                raise self.fail(f"expected the new value of a pile, found {entry}, which is never positive", start)
        return move, where

    def part(self) -> tuple[Expression | Applied, ...]:
        """Read the new values of all entries in brackets: the option of a move, or one part of a sum."""
        start = self.token
        if start.text != "(":
            raise self.expected("the new values of the piles in brackets, such as (a - 1, b)")
        target, bar = self.entries()
        split, found = len(self.piles), (bar, len(target) - bar)
        if found != (split, len(self.remembered)):
            shape = _shape(split, len(self.remembered))
            raise self.fail(f"expected {shape} on the right, as on the left, found {_shape(*found)}", start)
        if any(isinstance(entry, Applied) for entry in target[:split]):
            raise self.fail("a Python function may only compute a remembered number, not a pile", start)
        return tuple(target)

    def bare_parts(self) -> list[tuple[Expression | Applied, ...]]:
        """Read the right side of a move without brackets: the new value of the only pile, or names joined by '+'."""
        start, first = self.token, self.at
        term = self.entry()
        tokens = self.tokens[first : self.at]
        if not any(token.text == "+" for token in tokens):
            return [(term,)]
        names, signs = tokens[::2], tokens[1::2]
        if all(token.text == "+" for token in signs) and all(
            token.kind == "name" and token.text not in self.names for token in names
        ):
            return [(Expression.of(token.text),) for token in names]
        raise self.fail(
            f"without brackets '+' is ambiguous: write ({term}) for one pile, or (…) + (…) for several",
            start,
        )

    def refuse_beside_part(self) -> None:
        """Raise an error if another part of a sum follows without '+' before it."""
        text = self.token.text
        if text == "(" or (text in (",", "and") and self.after.text == "("):
            wanted = "';' or a new line before another move, or '+' before another part of the sum"
            raise self.fail(f"expected {wanted}") if text == "(" else self.expected(wanted)
        if text in ("-", "*"):
            raise self.expected("'+' before another part of the sum, 'where', ';' or the end")

    def check_choices(self, move: MoveAst) -> None:
        """Raise an error if a name in a move is not a pile and probably not meant as a choice of the mover.

        Probable mistakes are the name k2 in a move with k, the name c in `c = b` if c is not a pile, and the name b in
        a move that does not mention the pile bb.
        """
        names = [token.text for token in self.chosen]
        mentioned = frozenset().union(move.where.names, *(entry.names for entry in move.entries))
        for token in self.chosen:
            name = token.text
            if as_product(name, {*self.names, *names} - {name}):
                raise self.no_pile(token, names)
            forgotten = (
                pile
                for pile in self.names
                if pile not in mentioned and (is_misspelt(name, pile) or as_product(pile, [name]))
            )
            if (pile := next(forgotten, None)) is not None:
                raise self.no_pile(token, names, f"; did you mean {pile}?")
            if is_idle_choice(name, move, self.names):
                raise self.no_pile(token, names, "; as a choice it would change no pile")
            if names.count(name) == 1 and is_probable_misspelling(name, {*self.names, *names}):
                raise self.no_pile(token, names)

    def no_pile(self, token: Token, names: Sequence[str], reason: str = "") -> NotationError:
        """Return the error for a name that is neither a pile nor a choice."""
        return unknown_name(self.text, token, self.names, names, reason)

    # The two sides

    def is_left_side(self) -> bool:
        """Return whether the left side of a move comes next: a bracket or a name followed by an arrow."""
        if self.token.kind == "name":
            return self.after.text in ARROWS
        depth = 0
        for place, token in enumerate(self.tokens[self.at :], start=self.at):
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth == 0:
                following = (other for other in self.tokens[place + 1 :] if other.kind != "newline")
                return next(following, token).text in ARROWS
        return False

    def left_side(self) -> None:
        """Read the names on the left side of a move: the piles and, after "|", the remembered numbers."""
        start = self.token
        if self.token.kind == "name" and self.after.text in ARROWS:
            self.bare = True
            self.at += 1
            self.name_piles((start.text,), 1, start)
            return
        self.expect("(")
        names: list[str] = []
        bar = 0
        while True:
            self.skip_newlines()
            if self.token.kind != "name":
                raise self.not_a_pile(start) if names or self.token.text != ")" else self.expected("the name of a pile")
            names.append(self.token.text)
            self.at += 1
            if self.accept(")"):
                break
            if self.accept("|"):
                if bar:
                    raise self.fail("expected at most one '|'", self.tokens[self.at - 1])
                bar = len(names)
            elif not self.accept(","):
                self.skip_newlines()
                raise self.not_a_pile(start)
        self.name_piles(tuple(names), bar or len(names), start)

    def name_piles(self, names: tuple[str, ...], bar: int, start: Token) -> None:
        """Store the names of the rule's piles and, from the index `bar` on, the names of its remembered numbers."""
        self.check_names(names, bar, start)
        self.piles, self.remembered, self.names = names[:bar], names[bar:], names

    def not_a_pile(self, start: Token) -> NotationError:
        """Return the error for an entry on the left side of a move that is not a name."""
        if self.token.kind in ("name", "end", "keyword") or self.token.text in (")", "->", ";"):
            return self.expected("the name of a pile" if self.tokens[self.at - 1].text in ",|" else "',' or ')'")
        return self.fail("the left side may only contain names of piles, such as (a, b)", start)

    def check_names(self, names: tuple[str, ...], bar: int, start: Token) -> None:
        """Raise an error if a left side repeats a name, has too many names, or differs from the first left side."""
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise self.fail(f"every pile needs its own name; found {twice} twice", start)
        if len(names) > MOST_PILES:
            raise self.fail(f"expected 1 to {MOST_PILES} piles and remembered numbers, found {len(names)}", start)
        before = f"({', '.join(self.piles)}{' | ' if self.remembered else ''}{', '.join(self.remembered)})"
        if self.piles and (names[:bar], names[bar:]) != (self.piles, self.remembered):
            raise self.fail(f"every left side must have the same names: {before}", start)

    def entries(self) -> tuple[list[Expression | Applied], int]:
        """Read the entries of an option in brackets; return the entries, and the number of entries before "|"."""
        self.expect("(")
        entries = [self.entry()]
        bar = 0
        while not self.accept(")"):
            if self.accept("|"):
                if bar:
                    raise self.fail("expected at most one '|'")
                bar = len(entries)
            elif not self.accept(","):
                self.skip_newlines()
                raise self.expected("',' or ')'")
            entries.append(self.entry())
        return entries, bar or len(entries)

    def entry(self) -> Expression | Applied:
        """Read the new value of one pile or remembered number: a term, or a Python function applied to a term."""
        self.skip_newlines()
        token = self.token
        if token.kind == "name" and token.text in self.python:
            self.at += 1
            self.expect("(")
            inner = self.linear()
            self.expect(")")
            return Applied(token.text, inner)
        return self.side()[0]

    # Conditions

    def where(self) -> Formula:
        """Read the condition of a move, if it has one."""
        if self.token.text == "," and self.after.text in WHERE:
            self.at += 1
        if self.accept_one(*WHERE) is None and not self.accept("such", "that"):
            if self.looks_like_condition():
                raise self.fail("expected 'where' before a condition")
            return TRUE
        return self.unambiguous()

    def looks_like_condition(self) -> bool:
        """Return whether a comparison follows on the same line of the text."""
        begin = self.at + 1 if self.token.text == "," else self.at
        first, second, *_ = *self.tokens[begin : begin + 2], self.tokens[-1], self.tokens[-1]
        if first.kind not in ("name", "number") and first.text not in ("|", "not"):
            return False
        following = takewhile(lambda token: token.kind not in ("newline", "end", "keyword"), self.tokens[begin:])
        return second.kind != "name" and any(token.text in COMPARISON_SIGNS for token in following)

    def of_piles_only(self) -> Formula:
        """Read the condition of `positions where`, `stop when` or `win when`, which must not contain choices."""
        condition = self.unambiguous()
        if self.chosen:
            raise self.no_pile(self.chosen[0], ())
        return condition

    # Terms

    def linear(self) -> Linear:
        """Read a linear term."""
        start = self.token
        term = self.side()[0]
        if not term.is_linear:
            raise self.fail(f"expected a linear term, found {term}", start)
        return term.linear


def unknown_name(
    text: str, token: Token, piles: Sequence[str], choices: Sequence[str], reason: str = ""
) -> NotationError:
    """Return the error for a name in a move that is not a pile and is probably not meant as a choice."""
    hint = suggest_name(token.text, dict.fromkeys((*piles, *choices)))
    others = [name for name in dict.fromkeys(choices) if name != token.text]
    other_choices = f" or the {'choice' if len(others) == 1 else 'choices'} {', '.join(others)}" if others else ""
    known = f"one of the piles {', '.join(piles)}{other_choices}"
    return NotationError(text, token.offset, f"expected {known}, found {token}{hint or reason}")


def _shape(piles: int, remembered: int) -> str:
    text = count_text(piles, "pile")
    return f"{text}, '|' and {count_text(remembered, 'remembered number')}" if remembered else text
