"""Dataclasses for the JSON form of answers to questions, comparisons of games (`ComparisonResult`) and sequences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sprague.results.base import Number, Piles, Play, Result, ResultPart


@dataclass(frozen=True, kw_only=True)
class ExampleQuestion(ResultPart):
    """The JSON form of an example of a question about a game, in words and in the language of questions."""

    title: str
    question: str


@dataclass(frozen=True, kw_only=True)
class ExampleQuestions(Result):
    """The JSON result with examples of questions about a game."""

    game: str
    questions: list[ExampleQuestion]


@dataclass(frozen=True, kw_only=True)
class QuestionResult(Result):
    """Base class of the JSON results of questions: the game, the play convention and the question."""

    game: str
    play: Play
    question: str


@dataclass(frozen=True, kw_only=True)
class TruthResult(QuestionResult):
    """The JSON result of a question without free names: the answer yes or no, proved for all numbers."""

    status: Literal["proved"] = "proved"
    answer: bool
    witness: dict[str, Number] | None
    """numbers that show why the answer is yes, if there are any"""
    counterexample: dict[str, Number] | None
    """numbers that show why the answer is no, if there are any"""
    theorems: list[str]
    """the theorems that the answer depends on"""
    undefined: list[str] = field(default_factory=list)
    """a sentence for each term `least b: …` that has no value for some numbers"""
    numeration: str
    certificate: str | None = None
    """the file to which the certificate was written, if any"""


@dataclass(frozen=True, kw_only=True)
class SetResult(QuestionResult):
    """The JSON result of a question with free names: a set of tuples of numbers."""

    status: Literal["proved"] = "proved"
    names: list[str]
    members: list[Piles]
    """the smallest members, by their sum; all members if the set is finite and has at most 1,000 members"""
    finite: bool
    size: Number | None
    """the number of members; null if there are infinitely many"""
    formula: str | None
    """a formula that describes exactly this set; null if none was found"""
    states: int
    """the number of states of the automaton of the set"""
    counts: list[Number] = field(default_factory=list)
    """the number of members with sum 0, 1, 2, …"""
    automaton: str | None = None
    """the drawing of the automaton in SVG, if it is small enough"""
    theorems: list[str]
    """the theorems that the answer depends on"""
    undefined: list[str] = field(default_factory=list)
    """a sentence for each term `least b: …` that has no value for some numbers"""
    numeration: str
    certificate: str | None = None
    """the file to which the certificate was written, if any"""


@dataclass(frozen=True, kw_only=True)
class UndecidedQuestionResult(QuestionResult):
    """The JSON result of a question that was not decided."""

    status: Literal["undecided"] = "undecided"
    answer: None = None
    reason: str


@dataclass(frozen=True, kw_only=True)
class ComparisonResult(Result):
    """The JSON result of a comparison of two games, or of two play conventions of one game."""

    first: str
    second: str
    first_play: Play
    second_play: Play
    what: str
    """the sets that are compared, such as P-positions"""
    status: Literal["proved", "computed", "observation"]
    equal: bool | None
    """null if the tables are equal up to a bound, which proves nothing about larger positions"""
    difference: SetResult | None
    """the positions that belong to only one of the sets; null without a proof"""
    only_first: list[Piles]
    """the smallest positions that belong only to the set of the first game"""
    only_second: list[Piles]
    """the smallest positions that belong only to the set of the second game"""
    found: list[Piles]
    """the positions at which the tables differ, without a proof about all positions"""
    limit: int | None
    """the bound of the tables, if tables were compared"""
    reason: str | None
    """the reason why there is no proof about all positions"""


@dataclass(frozen=True, kw_only=True)
class SequenceResult(Result):
    """The JSON result of an integer sequence of a game."""

    game: str
    title: str
    offset: int
    """the index of the first term"""
    terms: list[Number]
    proved: bool
    """whether the terms follow from a proof; otherwise they are taken from a table"""
    recurrence: list[str] | None
    """the coefficients of s(n - 1), s(n - 2), … in a proved linear recurrence, if there is one"""
    growth: float | None
    """the factor by which the terms grow, from the recurrence"""
