"""From a certificate to a file of Coq that states the theorem and proves it.

Covered: P-positions by an automaton over digits in a base, in normal and in misère play, for rules with floors,
`stop when`, `win when`, `positions where`, remembered numbers, several groups of piles that may come in any order, and
terms that are linear by cases. Everything else is refused, with the reason: Grundy values, totals, windows, heaps,
quotients, Fibonacci digits and their like, rules with `block`.

The rule is stated as it is written. What else Coq is given are hints: how moves are guessed, in which orders they are
made, and cells that tell how a move into the set is found while the digits of a position are read. None of it has to be
trusted: Coq checks it, and whatever is not handed over it finds itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, permutations, product

from sprague.checker.budget import DEFAULT, Budget
from sprague.checker.digits import Digits
from sprague.checker.ground import Ground
from sprague.checker.guessed_moves import moves_anywhere
from sprague.checker.play import Play
from sprague.checker.reading import read_automaton, read_text
from sprague.checker.sets import Guesses, explored
from sprague.coq.conditions import Automaton, Both, Cond, Fact, Member, No, Yes, both, rename
from sprague.coq.ranks import rank_text
from sprague.coq.rules import CoqRule, Followed, Played
from sprague.coq.strategies import Strategy, find_strategy
from sprague.coq.terms import NotCovered
from sprague.coq.writing import automaton_text, comment, hint_text, identifiers, listed, rule_text, strategy_text
from sprague.errors import NotVerified
from sprague.limits import Limits, check
from sprague.rules.notation import parse
from sprague.rules.ruleset import Ruleset

HEAD = """\
(** {title}

    {rule}
{claim}
    Made by sprague from a certificate. With the library: coqc -Q LIBRARY Sprague FILE.v *)
From Coq Require Import NArith ZArith List.
From Sprague Require Import Game Choices Moves Ranks Theorems.
Import ListNotations.

(** The rule. A position is a list of its {entries}. *)
{names}
Definition game : rule := {game}.

(** The set: an automaton that reads the digits in base {base} of {entries} side by side. *)
Definition set : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
"""

Way = tuple[tuple[int, ...], int]  # an order of the entries, and the number of a move


def to_coq(certificate: Mapping[str, object], limits: Limits | None = None) -> str:
    """The text of a file that Coq accepts if the certificate is right: the theorem and its proof.

    >>> nim = {
    ...     "certificate": "sprague", "version": 1, "kind": "p-positions", "play": "normal", "numeration": "2",
    ...     "rule": "(a, b) -> (u, b) where u < a any order", "tracks": ["a", "b"], "rank": {"terms": ["a + b"]},
    ...     "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}, "claim": "a = b",
    ... }
    >>> [line for line in to_coq(nim).splitlines() if "Written" in line]
    ['  [let u := Var 2 in Written 1 [u; b]%term (u < a)].']

    What is not covered yet is refused, with the reason.
    """
    limits = Limits.of(limits).otherwise(DEFAULT)
    with limits.watch():
        return _Theorem(certificate, Budget.of(limits)).text()


class _Theorem:
    """A certificate of P-positions, as it is told to Coq."""

    def __init__(self, certificate: Mapping[str, object], budget: Budget) -> None:
        kind = certificate.get("kind")
        if kind != "p-positions":
            raise NotCovered(f"the export to Coq covers certificates of P-positions, got one of {kind!r}")
        self.certificate, self.budget = certificate, budget
        self.digits = Digits.of(read_text(certificate.get("numeration"), "numeration"))
        if not self.digits.base:
            raise NotCovered(f"the export to Coq covers digits in a base, got {self.digits}")
        self.base = self.digits.base
        self.ruleset: Ruleset = parse(read_text(certificate.get("rule"), "rule"))
        self.misere = certificate.get("play") == "misere"
        self.rule = CoqRule.of(self.ruleset)
        self.entries = self.rule.entries
        self.followed = Followed.of(self.rule, self.base)
        read = read_automaton(certificate.get("automaton"), self.base**self.entries)
        self.automaton = Automaton(read.transitions, read.accepting)
        self.ways = list(_ways(self.rule, self.followed))

    def text(self) -> str:
        here = tuple(range(self.entries))
        domain, inside = self.followed.domain, Member(self.automaton, here)
        if not self.misere:
            into = self.strategy(both(domain, No(inside)), inside)
            return (
                self.head()
                + self.evidence(into)
                + PROOF.format(base=self.base, play="Normal", more="", given="set evidence")
            )
        without = _without_moves(self.ruleset, self.digits, self.budget)
        free = Member(without, here)
        # Members without a move must be won by 'win when', and others are won by who has no move elsewhere.
        spared = both(free, No(self.followed.won))
        into = self.strategy(both(domain, both(No(inside), No(spared))), inside)
        escape = self.strategy(both(domain, both(inside, No(free))), domain)
        return (
            self.head()
            + self.evidence(into)
            + MISERE.format(automaton=automaton_text(without, self.base), escape=strategy_text(escape))
            + PROOF.format(base=self.base, play="Misere", more="_misere", given="set evidence misere")
        )

    def head(self) -> str:
        names = identifiers(self.rule.names)
        claim = self.certificate.get("claim")
        play = "misère play" if self.misere else "normal play"
        return HEAD.format(
            title=f"P-positions in {play}, for all positions.",
            rule=comment(str(self.ruleset)),
            claim=f"\n    The set in words: {comment(str(claim))}\n" if claim is not None else "",
            entries=", ".join(names),
            names="\n".join(f"Definition {name} := Var {place}." for place, name in enumerate(names)),
            game=rule_text(self.rule, names),
            base=self.base,
            automaton=automaton_text(self.automaton, self.base),
        )

    def evidence(self, into: Strategy) -> str:
        return EVIDENCE.format(
            hints=";\n   ".join(hint_text(move, self.entries) for move in self.rule.moves),
            rank=rank_text(self.certificate.get("rank"), self.rule, len(self.ruleset.piles)),
            ways=";".join(f"({listed(order)},{kind})" for order, kind in self.ways),
            into=strategy_text(into),
        )

    def strategy(self, care: Cond, target: Cond) -> Strategy:
        """How a move into the target is found from where it is needed."""
        ways = []
        for order, kind in self.ways:
            move = self.followed.kinds[kind]
            places = [*order, *range(self.entries, self.entries + move.guessed)]
            ways.append((move.guessed, rename(both(rename(target, move.arrival), move.when), places)))
        found = find_strategy(both(care, _sorted(self.rule.groups)), ways, self.base, self.entries)
        if found is None:
            raise NotVerified("from some position there is no move as the set asks for; sprague verify tells which")
        return found


EVIDENCE = """
(** What Coq is told beside: how moves are guessed, why play ends, in which orders moves are made, and how a move
    into the set is found. All of it is checked. *)
Local Open Scope Z_scope.
Definition evidence : evidence := Evidence
  [{hints}]
  ({rank})
  [{ways}]%nat
  ({into}).
"""

MISERE = """
(** Where there is no move, and how to move from the set elsewhere. *)
Definition without_moves : automaton := Eval vm_compute in make_automaton
  {automaton}%positive.
Definition misere : misere_evidence := MisereEvidence without_moves
  ({escape}).
"""

PROOF = """
Lemma checked : check{more} {base} game {given} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem p_positions : forall x, is_position game x ->
  (p_position {play} game x <-> accepts {base} set x = true) /\\
  (n_position {play} game x <-> accepts {base} set x <> true).
Proof. exact (Theorems.p_positions{more} {base} game {given} checked). Qed.
Print Assumptions p_positions.
"""


def _ways(rule: CoqRule, followed: Followed) -> Iterator[Way]:
    """Each kind of move in each order of the entries that makes it another move."""
    groups = [[i for i, label in enumerate(rule.groups) if label == first] for first in sorted(set(rule.groups))]
    known: set[object] = set()
    for kind, move in enumerate(followed.kinds):
        for chosen in product(*(permutations(group) for group in groups)):
            check()
            order = list(range(rule.entries))
            for group, places in zip(groups, chosen, strict=True):
                for part, place in zip(group, places, strict=True):
                    order[part] = place
            made = _made(move, order)
            if made not in known:
                known.add(made)
                yield tuple(order), kind


def _made(move: Played, order: Sequence[int]) -> object:
    """What a move does where entries stand in this order: equal for equal moves."""
    places = [*order, *range(len(order), len(order) + move.guessed)]
    becomes = {place: places[arrival] for place, arrival in zip(order, move.arrival, strict=True)}
    return tuple(becomes[place] for place in range(len(order))), frozenset(_conjuncts(rename(move.when, places)))


def _conjuncts(cond: Cond) -> Iterator[Cond]:
    if isinstance(cond, Both):
        yield from _conjuncts(cond.left)
        yield from _conjuncts(cond.right)
    elif isinstance(cond, Fact):
        yield Fact(tuple(sorted(cond.form)), cond.constant, cond.residues, cond.is_zero)
    else:
        yield cond


def _sorted(groups: Sequence[int]) -> Cond:
    """That entries which may come in any order go up: it is enough to look at those."""
    found: Cond = Yes()
    for place in reversed(range(len(groups))):
        following = next((other for other in range(place + 1, len(groups)) if groups[other] == groups[place]), None)
        if following is not None:
            found = both(Fact(((-1, place), (1, following)), 0, (), False), found)
    return found


def _without_moves(rule: Ruleset, digits: Digits, budget: Budget) -> Automaton:
    """The positions where play is over or no move is left."""
    play = Play.of(rule)
    ground = Ground.of(play, digits, budget)
    moves = Guesses(list(chain(*moves_anywhere(play, digits))), budget)
    symbols = digits.count ** len(rule.names)

    def after(state: tuple[int, int, int], symbol: int) -> tuple[int, int, int]:
        stopped, won, moved = state
        rows = ground.stopped.transitions, ground.won.transitions
        return rows[0][stopped][symbol], rows[1][won][symbol], moves.after(moved, symbol)

    def accepts(state: tuple[int, int, int]) -> bool:
        stopped, won, moved = state
        return stopped in ground.stopped.accepting or won in ground.won.accepting or not moves.accepts(moved)

    found = explored((0, 0, moves.start), symbols, after, accepts, budget)
    return Automaton(found.transitions, found.accepting)
