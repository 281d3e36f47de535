"""Dataclasses for the JSON form of proofs, theorems, comparisons of formulas with tables, and claims in papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sprague.results.base import Number, OutcomeClass, Piles, Play, Result, ResultPart


@dataclass(frozen=True, kw_only=True)
class DecisionResult(Result):
    """Base class of results about one claim: the game, its rule, the formula and the statement of the claim."""

    game: str
    rule: str
    play: Play
    claim: str | None
    """the formula or column program, if there is one"""
    formula: str | None
    """the same as `claim`"""
    statement: str


@dataclass(frozen=True, kw_only=True)
class ProgramTableResult:
    """The JSON form of a column program: a table; each row has a stage, a condition on a column and the next stage."""

    opening: str
    """which columns of digits the program reads"""
    header: list[str]
    rows: list[list[str]]
    """the cells of each row; the stage is empty if it is the same as in the row above"""
    notes: list[str]
    """how to read the table"""


@dataclass(frozen=True, kw_only=True)
class AtlasReference(ResultPart):
    """The JSON result for an entry of the atlas that matches a theorem."""

    id: str
    title: str
    reason: str
    """whether the entry is about the same game, or about a game with the same P-positions"""


@dataclass(frozen=True, kw_only=True)
class ProofResult(DecisionResult):
    """The JSON result of a proof: a theorem, proved for all positions."""

    status: Literal["proved"] = "proved"
    evidence: Literal["proof"] = "proof"
    kind: str
    """the kind of theorem, as named in the certificate"""
    words: list[str]
    """the cases of the claim as lines of text, if it has several cases"""
    effort: str
    """the facts that the proof verified, and the size of the proof"""
    rank: str
    """a number that every move lowers, so that play ends"""
    is_program: bool = False
    """whether the claim is a column program"""
    definitions: list[str] = field(default_factory=list)
    """sentences that define the functions in the statement"""
    tables: list[ProgramTableResult] = field(default_factory=list)
    """the column programs of the claim as tables"""
    smallest: list[Piles] = field(default_factory=list)
    """the smallest P-positions"""
    states: int | None = None
    """the number of states of the automaton of the P-positions, if there is one"""
    automaton: str | None = None
    """the drawing of the automaton in SVG, if it is small enough"""
    sha256: str | None = None
    """the SHA-256 digest of the certificate"""
    certificate: str | None = None
    """the file to which the certificate was written, if any"""
    kept: bool = False
    """whether the theorem is stored, so that `solve` uses it"""
    known_since: str | None = None
    """the day on which the theorem was stored, if it was stored before"""
    atlas: list[AtlasReference] = field(default_factory=list)
    """entries of the atlas about the same game or with the same P-positions, if they were requested"""


@dataclass(frozen=True, kw_only=True)
class RefutationResult(DecisionResult):
    """The JSON result of a refutation: a claim with its smallest counterexample."""

    status: Literal["refuted"] = "refuted"
    sentences: list[str]
    """why the counterexample refutes the claim, one fact per item"""
    counterexample: Piles
    text: str
    """the counterexample as text"""
    half: str | None = None
    """the half of the claim that fails"""
    option: Piles | None = None
    """the option that shows the failure"""
    misplaced: Piles | None = None
    """a position whose outcome differs from the claim"""
    misplaced_text: str | None = None
    grundy: Number | None = None
    """the Grundy value of the counterexample of a claim about values"""
    claimed: list[Number] | None = None
    """the values that the claim gives"""
    claimed_powers_of_two: list[Number] | None = None
    """the powers of two in the value that the claim gives"""


@dataclass(frozen=True, kw_only=True)
class AttemptResult(ResultPart):
    """The JSON result of one attempt to find a theorem."""

    way: str
    """the strategy or the numeration of the attempt"""
    limit: int | None
    """the bound on the piles of the table"""
    states: int | None
    reached: int
    """the number of states that the table distinguishes"""
    result: str


@dataclass(frozen=True, kw_only=True)
class UndecidedResult(DecisionResult):
    """The JSON result for a claim or a game that was not decided within the limits."""

    status: Literal["undecided"] = "undecided"
    reason: str
    sentences: list[str] = field(default_factory=list)
    """the attempts, the smallest P-positions and the advice as sentences"""
    smallest: list[Piles] = field(default_factory=list)
    """the smallest P-positions"""
    advice: list[str] = field(default_factory=list)
    """what to try next"""
    attempts: list[AttemptResult] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class TableDifference(ResultPart):
    """The JSON form of a position whose outcome in a table differs from the claim of a formula."""

    position: Piles
    outcome: OutcomeClass
    in_set: bool


@dataclass(frozen=True, kw_only=True)
class TableCheckResult(DecisionResult):
    """The JSON result of comparing a formula with a table, which may refute the formula but never proves it."""

    status: Literal["observed"] = "observed"
    holds: bool
    sentences: list[str]
    """how the formula and the table agree or differ, one fact per item"""
    evidence: Literal["observation"] = "observation"
    limit: int | None
    chips: int | None
    positions: int
    no_move_in: Piles | None
    """a position outside the set from which no move leads into the set"""
    one_move_apart: list[Piles | None] | None
    """two positions of the set, the second an option of the first; null for the second if play has ended"""
    difference: TableDifference | None
    """the smallest position whose outcome in the table differs from the formula"""


@dataclass(frozen=True, kw_only=True)
class TheoremEntry(Result):
    """The JSON result for a stored theorem in a list; Sprague verifies the theorem again before using it."""

    number: int
    name: str | None
    game: str | None
    rule: str
    play: Play
    kind: str | None
    claim: str | None
    statement: str
    kept: str
    """the day on which the theorem was stored"""
    certificate: str | None
    """the file of the certificate; null in the web API"""
    sha256: str


@dataclass(frozen=True, kw_only=True)
class TheoremDetails(TheoremEntry):
    """The JSON result for a stored theorem that was just verified again."""

    words: list[str]
    effort: str
    rank: str
    proof: ProofResult
    command: str
    """the command that gives the same result"""
    python: str
    """the Python expression that gives the same result"""


@dataclass(frozen=True, kw_only=True)
class ClaimVerdict(Result):
    """The JSON result for a claim in a paper, which tells whether a computation confirms the claim."""

    id: str
    statement: str
    verdict: str
    """verified, refuted, corrected, or consistent: a conjecture without counterexample"""
    extent: str
    note: str
    erratum: str
    """misprint, gap, false statement or guess if the claim is expected to be corrected or refuted; otherwise empty"""
    proved: str
    as_expected: bool
    """whether the verdict is the expected one"""
    sentence: str
    """the verdict in one sentence"""
