"""`heaps_to_coq`: Coq files with theorems about the periods of heaps (`coq/Heaps.v`)."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.certificates.evidence import Heaps
from sprague.coq.export_input import Certificate
from sprague.coq.headings import Heading
from sprague.coq.rule_terms import NotCovered
from sprague.coq.syntax import list_text
from sprague.errors import SpragueError
from sprague.rules.breaking import Breaking, find_breakings
from sprague.rules.octal_codes import format_code
from sprague.rules.ruleset import Ruleset

FILE = """\
(** The Grundy values of all heaps, and of all sums of heaps.

{heading}
{code}
    Exported by sprague from a certificate. To check this file: coqc -Q LIBRARY Sprague FILE.v *)
From Coq Require Import NArith List.
From Sprague Require Import Game Heaps.
Import ListNotations.
Local Open Scope N_scope.

(** The rule. [Breaking t k h] is the move that takes t chips from a heap of at least h chips and leaves the rest of the
    heap as k nonempty heaps. *)
Definition game : list breaking :=
  {moves}.

(** The value of a heap. From {preperiod} chips on, values repeat with period {period}. *)
Definition values : list N :=
  {values}.
Definition heap_value : N -> N := repeating values {preperiod}.

(** Coq computes the values of all heaps of fewer than {bound} + {period} chips. *)
Lemma checked : heaps_ok game values {preperiod} {bound} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem grundy_values : forall (heaps : list N) (v : N),
  grundy_value (heap_move game) heaps v <-> v = nim_sum (map heap_value heaps).
Proof. exact (Heaps.periodic game values {preperiod} {bound} checked). Qed.

Theorem period : forall n : N, {preperiod} <= n -> heap_value (n + {period}) = heap_value n.
Proof. intros n. exact (Heaps.repeats values {preperiod} n eq_refl). Qed.
{least}"""

LEAST = """
Lemma least_checked : least_period_ok values {preperiod} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem least_period : forall start q : N, 0 < q -> (forall n, start <= n -> heap_value (n + q) = heap_value n) ->
  {preperiod} <= start /\\ {period} <= q.
Proof. exact (Heaps.least_period values {preperiod} least_checked). Qed.
"""


def breaking_moves(rule: Ruleset, play: str) -> tuple[Breaking, ...]:
    """Return the moves of a taking-and-breaking game for a Coq theorem about heaps; raise an error for other rules."""
    moves = find_breakings(rule)
    if play != "normal" or not moves:
        raise SpragueError(f"expected a taking-and-breaking game in normal play, got {rule}")
    if any(move.distinct for move in moves):
        raise NotCovered("the export to Coq does not cover moves that must leave heaps of different sizes")
    return moves


def moves_text(moves: Sequence[Breaking]) -> str:
    """Return the Coq list of the moves of a taking-and-breaking game."""
    return "[" + ";\n   ".join(f"Breaking {move.taken} {move.parts} {move.heap}" for move in moves) + "]"


def heaps_to_coq(certificate: Certificate) -> str:
    """Return a Coq file that states and proves the period of the Grundy values of heaps."""
    claimed = certificate.evidence
    assert isinstance(claimed, Heaps)
    if claimed.saltus:
        raise NotCovered("the export to Coq does not cover Grundy values that rise with each period")
    moves = breaking_moves(certificate.rule, certificate.play)
    code = format_code(moves)
    return FILE.format(
        heading=Heading.of(certificate).text,
        code=f"\n    The code of the game is {code}.\n" if code else "",
        moves=moves_text(moves),
        preperiod=claimed.preperiod,
        period=claimed.period,
        values=list_text(claimed.values, "; "),
        bound=_bound(moves, claimed),
        least=LEAST.format(preperiod=claimed.preperiod, period=claimed.period) if claimed.is_least else "",
    )


def _bound(moves: tuple[Breaking, ...], claimed: Heaps) -> int:
    """Return how many heaps Coq must check; for larger heaps, the values of the options repeat with the period."""
    start, period = max(claimed.preperiod, 1), claimed.period
    enough = (move.taken + move.parts * (start + period - 1) - period + 1 for move in moves)
    return max(start, *enough, *(max(move.taken + 1, move.heap) for move in moves))
