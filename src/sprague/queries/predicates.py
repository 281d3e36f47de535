"""Predicates of questions: `Predicates` maps names such as `P`, `Q.move` or `S` to automata in one numeration.

The predicates of a game are

- `P` and `N`: the P-positions and the N-positions; `misere.P` and `normal.P` choose the play convention,
- `position`: all positions, `terminal`: the positions where play has ended,
- `move`: the pairs of a position and one of its options,
- `value=2`: the positions of Grundy value 2, and `value`: the pairs of a position and its Grundy value.

A tuple that is not a position satisfies none of the predicates of a game. If the order of piles does not matter, the
predicates do not depend on the order: `move(1, 2; 1, 0)` and `move(2, 1; 0, 1)` are both true in Wythoff's game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path

from sprague import arguments
from sprague import limits as watching
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, nothing
from sprague.automata.numeration import BINARY, Numeration, base
from sprague.certificates.evidence import FUNCTION
from sprague.errors import MissingFileError, NotationError, SpragueError
from sprague.games import ruleset_of
from sprague.language.conditions import Exists, Formula, InSet, Junction, Not, Power
from sprague.language.question_parser import Question, parse_question
from sprague.language.tokens import ARROW
from sprague.progress import ProgressCallback
from sprague.proofs.kernel_equation import ended_positions
from sprague.proofs.move_relations import one_step_relation
from sprague.proofs.numeration_choice import needed_bases
from sprague.proofs.position_automata import conditions_automaton, positions_automaton
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.translation import translate
from sprague.queries.game_theorems import (
    NoTheorem,
    UsedTheorem,
    as_automata,
    find_function,
    find_outcomes,
    find_values,
    restate,
    value_automaton,
    values_of_function,
)
from sprague.rules.blocking import refuse_values
from sprague.rules.relations import Relation, option_name
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import role_assignments

# A game or set that a question can name: a rule, a game, a formula, the path of a certificate, or a proof.
Named = str | Ruleset | Proof | Path
P, N, POSITION, TERMINAL, MOVE, VALUE = "P", "N", "position", "terminal", "move", "value"
RESERVED = (P, N, POSITION, TERMINAL, MOVE, VALUE, "misere", "normal")
_PLAYS = {"misere": True, "normal": False}
# A regular expression for the start of a rule: piles and an arrow. In a formula, an arrow means `implies`.
_RULE = re.compile(rf"\s*(?:[\w']+|\([\w\s,|']*\))\s*(?:{ARROW})")
_DEFINITION = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?")


@dataclass(frozen=True)
class KnownGame:
    """A game in a question, with the play convention of its predicates `P` and `N`, and a given proof or None."""

    rule: Ruleset
    misere: bool = False
    given: AutomatonProof | None = None

    def arities(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield the predicates of the game, each with its number of arguments."""
        entries = len(self.rule.names)
        for play in ("", "misere.", "normal."):
            yield from ((f"{prefix}{play}{name}", entries) for name in (P, N))
        yield from ((f"{prefix}{name}", entries) for name in (VALUE, TERMINAL, POSITION))
        yield f"{prefix}{MOVE}", 2 * entries


@dataclass(frozen=True)
class KnownSet:
    """A set that a formula in a question defines; `names` are the names of the set's arguments."""

    question: Question
    names: tuple[str, ...]


@dataclass(frozen=True)
class SetReference:
    """A predicate in a question: the game or set that it belongs to, its kind, and the play convention."""

    game: str  # the name that the question gives to the game; empty for the main game of the question
    kind: str
    misere: bool | None = None
    number: int | None = None  # the Grundy value


@dataclass
class Predicates:
    """The games and sets that a question can name."""

    games: dict[str, KnownGame]
    sets: dict[str, KnownSet] = field(default_factory=dict)
    progress: ProgressCallback | None = None
    # maps a game, a kind of theorem and a play convention to the theorem that the answer uses
    theorems: dict[tuple[str, str, bool], UsedTheorem] = field(default_factory=dict)

    @classmethod
    def of(
        cls, game: Ruleset, misere: bool, let: Mapping[str, Named] | None, progress: ProgressCallback | None = None
    ) -> Predicates:
        """Return the predicates of a game and of the games and sets that `let` names."""
        found = cls({"": KnownGame(game, misere)}, progress=progress)
        given: object = let
        if given is not None and not (isinstance(given, Mapping) and all(isinstance(name, str) for name in given)):
            raise SpragueError(
                f"expected a dictionary such as {{'Q': 'nim:piles=2'}}, got {arguments.format_argument(given)}"
            )
        for written, meant in (let or {}).items():
            found.define(written, meant)
        return found

    @property
    def definitions(self) -> tuple[object, ...]:
        """The games and sets of a question, as a value that can be compared and hashed."""
        return tuple(self.games.items()), tuple(self.sets.items())

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "progress": None}  # omit the callback, because functions cannot be pickled

    # ------------------------------------------------------------------ definitions

    def define(self, written: str, meant: Named) -> None:
        """Add a game or a set under a name; the name of a set can list its arguments, as in `S(a, b)`."""
        match = _DEFINITION.fullmatch(written.strip())
        if match is None:
            raise SpragueError(f"expected a name such as Q, or a name with arguments such as S(a, b), got {written!r}")
        name = match[1]
        if name in RESERVED:
            raise SpragueError(f"the name {name!r} is reserved for a predicate; choose another name")
        if name in self.games or name in self.sets:
            raise SpragueError(f"the name {name!r} is already taken; choose another name")
        try:
            known = None if match[2] is not None else _known_game(meant)
            if known is not None:
                self.games[name] = known
                return
            assert isinstance(meant, str)
            question = parse_question(meant, self.arities, self.games[""].rule.piles)
        except (NotationError, MissingFileError) as error:
            raise SpragueError(f"in the definition of {name}: {error}") from error
        names = question.names
        if match[2] is not None:
            names = tuple(part.strip() for part in match[2].split(","))
            missing = [one for one in question.names if one not in names]
            if missing or len(set(names)) < len(names) or not all(re.fullmatch(r"[^\W\d]\w*'*", one) for one in names):
                raise SpragueError(
                    f"expected each name of the formula ({', '.join(question.names)}) exactly once in {written!r}"
                )
        else:
            order = self.games[""].rule.names
            names = tuple(sorted(names, key=lambda one: (one not in order, order.index(one) if one in order else one)))
        if not names:
            raise SpragueError(
                f"cannot define the set {name!r}, because the formula {meant!r} has no free names; ask the formula as "
                "a question"
            )
        self.sets[name] = KnownSet(question, names)

    @property
    def arities(self) -> dict[str, int]:
        """The number of arguments of each predicate."""
        found: dict[str, int] = {}
        for name, game in self.games.items():
            found.update(game.arities(f"{name}." if name else ""))
        found.update((name, len(one.names)) for name, one in self.sets.items())
        return found

    def reference(self, name: str) -> SetReference:
        """Return the `SetReference` for the name of a predicate, such as `Q.misere.P`."""
        path, _, number = name.partition("=")
        *parts, kind = path.split(".")
        misere = _PLAYS[parts.pop()] if parts and parts[-1] in _PLAYS else None
        game = parts[0] if parts else ""
        if not parts and kind in self.sets:
            return SetReference("", kind)
        if kind == VALUE and number == "0" and not self.games[game].misere and not self.games[game].rule.blocking:
            return SetReference(game, P, misere=False)  # the positions of Grundy value 0 are the P-positions
        return SetReference(game, kind, misere, int(number) if number else None)

    # ------------------------------------------------------------------ numerations

    def used(self, formula: Formula) -> list[str]:
        """Return the predicates that occur in a formula, or in the definition of a set that the formula names."""
        found: dict[str, None] = {}
        for name in set_names(formula):
            if name in self.sets:
                found.update(dict.fromkeys(self.used(self.sets[name].question.formula)))
            found[name] = None
        return list(found)

    def automata(self, formula: Formula) -> tuple[Numeration, dict[str, Automaton]]:
        """Return a numeration in which all predicates of a formula have automata, and a dictionary of the automata."""
        names = self.used(formula)
        parts = [formula, *(self.sets[name].question.formula for name in names if name in self.sets)]
        fixed = {digits for part in parts for digits in needed_bases(part)}
        for name in names:
            reference = self.reference(name)
            if name not in self.sets:
                fixed |= _rule_bases(self.games[reference.game].rule)
        found = [self.theorem(self.reference(name)) for name in names if name not in self.sets]
        theorems = [theorem for theorem in found if theorem is not None]
        if len(fixed) > 1:
            raise NoTheorem(
                f"the question needs both {' and '.join(map(str, sorted(fixed, key=str)))}, and no automaton joins "
                "different digits; ask about one of them"
            )
        candidates = list(fixed) or list(dict.fromkeys(theorem.numeration for theorem in theorems)) or [BINARY]
        reasons: list[str] = []
        for synthesise in (False, True):
            for numeration in candidates:
                try:
                    return numeration, self.sets_in(numeration, names, synthesise)
                except NoTheorem as error:
                    reasons.append(str(error))
        raise NoTheorem(
            f"the sets in the question use different digits: {reasons[-1]}. Automata over different digits have only "
            "those sets in common that linear conditions and residues describe"
        )

    def sets_in(self, numeration: Numeration, names: Sequence[str], synthesise: bool) -> dict[str, Automaton]:
        """Return the automaton of each predicate in a numeration; raise NoTheorem if some predicate has none."""
        found: dict[str, Automaton] = {}
        for name in names:
            watching.check()
            if name in self.sets:
                known = self.sets[name]
                found[name] = translate(known.question.formula, known.names, numeration, found)
            else:
                found[name] = self.automaton(self.reference(name), numeration, synthesise)
        return found

    # ------------------------------------------------------------------ theorems and automata

    def theorem(self, reference: SetReference) -> UsedTheorem | None:
        """Return the theorem that a predicate needs, or None if it needs none."""
        game = self.games[reference.game]
        misere = game.misere if reference.misere is None else reference.misere
        if reference.kind in (P, N):
            key = (reference.game, P, misere)
            if key not in self.theorems:
                given = game.given
                if given is not None and given.misere == misere:
                    self.theorems[key] = UsedTheorem(given, "given")
                else:
                    self.theorems[key] = find_outcomes(game.rule, misere, self.progress)
            return self.theorems[key]
        if reference.kind != VALUE:
            return None
        refuse_values(game.rule)
        if game.misere:
            raise SpragueError("misère play has no Grundy values; use the predicates P and N, or choose normal play")
        key = (reference.game, VALUE, False)
        known = self.theorems.get(key)
        if known is None and game.given is not None and game.given.kind != "p-positions":
            known = UsedTheorem(game.given, "given")
        if reference.number is None:
            if known is None or known.proof.kind != "grundy-function":
                known = find_function(game.rule, self.progress)
        elif known is None or (known.proof.kind == "grundy-values" and len(known.proof.automata) <= reference.number):
            known = find_values(game.rule, reference.number, self.progress)
        self.theorems[key] = known
        return known

    def prepare(self, formula: Formula) -> None:
        """Find the theorems that a formula needs, with one theorem for all of its Grundy values."""
        references = [self.reference(name) for name in self.used(formula) if name not in self.sets]
        for reference in sorted(references, key=lambda one: (one.kind == VALUE and -(one.number or 1 << 30)) or 0):
            self.theorem(reference)

    def automaton(self, reference: SetReference, numeration: Numeration, synthesise: bool) -> Automaton:
        """Return the automaton of a predicate in a numeration."""
        rule = self.games[reference.game].rule
        if reference.kind == POSITION:
            return positions_automaton(rule, numeration)
        if reference.kind == MOVE:
            return move_automaton(rule, numeration)
        if reference.kind == TERMINAL:
            return terminal_automaton(rule, numeration)
        theorem = self.theorem(reference)
        assert theorem is not None
        if theorem.numeration != numeration:
            if theorem.proof.kind == FUNCTION and reference.number is not None and synthesise:
                # an automaton may exist for the positions of one Grundy value, even if no automaton exists for all
                # values
                theorem = values_of_function(theorem, reference.number)
            theorem = restate(theorem, numeration, synthesise)
            misere = theorem.proof.misere
            self.theorems[reference.game, P if reference.kind in (P, N) else VALUE, misere] = theorem
        proof = theorem.proof
        if reference.kind == P:
            return proof.positions
        if reference.kind == N:
            return positions_automaton(rule, numeration) - proof.positions
        if reference.number is not None:
            return value_automaton(proof, reference.number)
        return proof.automata[0]


def question_names(rule: Ruleset) -> tuple[str, ...]:
    """Return the names of the entries of a position; names that a question cannot use are replaced."""
    return tuple(
        name if name.isalpha() and name.islower() and name not in RESERVED else f"x{place}"
        for place, name in enumerate(rule.names, 1)
    )


def _known_game(meant: Named) -> KnownGame | None:
    """Return the game that a definition names, or None if the definition is a formula."""
    if isinstance(meant, Ruleset):
        return KnownGame(meant)
    if isinstance(meant, Proof):
        return _of_proof(meant)
    if isinstance(meant, Path):
        from sprague.proofs.certificate_proofs import prove_certificate
        from sprague.proofs.theorem_files import read_file

        if not meant.is_file():
            raise MissingFileError(f"cannot read {str(meant)!r}: no such file")
        data = read_file(meant)
        if isinstance(data, dict) and data.get("format") == "sprague-question":
            asked = data["quotations"].get("title") if isinstance(data.get("quotations"), dict) else None
            instead = f": --let 'S={asked}'" if isinstance(asked, str) else ""
            raise SpragueError(
                f"{str(meant)!r} contains the answer to a question, not a theorem; to name the same "
                f"set, give the question as a formula{instead}"
            )
        return _of_proof(prove_certificate(data))
    if not isinstance(meant, str):
        raise SpragueError(f"expected a game, a formula, a proof or a path, got {arguments.format_argument(meant)}")
    if _RULE.match(meant):
        return KnownGame(ruleset_of(meant))
    if re.fullmatch(r"\s*[\w.-]+(?::[\w.=,; +-]*)?\s*", meant) and not re.fullmatch(r"\s*[a-z]\s*", meant):
        try:
            return KnownGame(ruleset_of(meant.strip()))
        except SpragueError:
            stored = _stored_theorem(meant.strip())
            if stored is None:
                raise
            return stored
    return None


def _stored_theorem(name: str) -> KnownGame | None:
    """Return the game of the stored theorem with the given name, or None if no stored theorem has this name."""
    from sprague.proofs.stored_theorems import list_theorems

    theorem = next((one for one in list_theorems() if one.name == name), None)
    return None if theorem is None else _of_proof(theorem.proof)


def _of_proof(proof: Proof) -> KnownGame:
    given = as_automata(proof)
    if given is None:
        raise SpragueError(
            f"the theorem about {proof.game.display_name} cannot be used in a question, because no automaton "
            "recognises the proved set"
        )
    return KnownGame(proof.game, proof.misere, given)


def set_names(formula: Formula) -> Iterator[str]:
    """Yield the names of the sets that occur in a formula."""
    match formula:
        case InSet(name, _):
            yield name
        case Not(part) | Exists(_, part):
            yield from set_names(part)
        case Junction(_, parts):
            for part in parts:
                yield from set_names(part)


def _rule_bases(rule: Ruleset) -> set[Numeration]:
    """Return the bases of the powers in the conditions of a rule, such as 2 for the condition `k power of 2`."""
    conditions = [condition for family in rule.families for condition in family.where]
    conditions += [condition for part in (*rule.domain, *rule.stop, *rule.win) for condition in part]
    return {base(condition.base) for condition in conditions if isinstance(condition, Power)}


# ------------------------------------------------------------------------------ moves


@lru_cache(maxsize=32)
def move_automaton(rule: Ruleset, numeration: Numeration) -> Automaton:
    """Return the automaton that accepts a pair of positions if a move leads from the first position to the second.

    In both positions, interchangeable piles may be given in any order.
    """
    if not rule.is_linear:
        raise NoTheorem(f"{rule.label}: {rule.obstacle}; questions about moves need linear moves")
    entries = len(rule.names)
    everywhere = positions_automaton(rule, numeration)
    found = nothing(2 * entries, numeration)
    for number in range(len(rule.families)):
        relation = one_step_relation(rule, number, numeration).relation
        kept = Relation.of(rule.constraints[number]).kept
        for order in role_assignments(range(entries), rule.enumerators[number].classes):
            tracks = {name: order[role] for role, name in enumerate(rule.names)}
            tracks |= {option_name(name): entries + order[role] for role, name in enumerate(rule.names)}
            placed = relation.automaton.arrange([tracks[name] for name in relation.names], 2 * entries)
            for role, name in enumerate(rule.names):
                if name in kept:
                    same = atoms.linear((1, -1), 0, "=", numeration)
                    placed = placed & same.arrange((order[role], entries + order[role]), 2 * entries)
            found = found | placed
    for block in rule.blocks:
        for start in (0, entries):
            for place, first in enumerate(block):
                swaps = [found.swap(start + first, start + second) for second in block[place + 1 :]]
                found = reduce(or_, swaps, found)
    before, after = (everywhere.arrange(range(start, start + entries), 2 * entries) for start in (0, entries))
    stopped = _stopped(rule, numeration).arrange(range(entries), 2 * entries)
    return (found & before & after) - stopped


def _stopped(rule: Ruleset, numeration: Numeration) -> Automaton:
    """Return the automaton of the positions where a condition of the rule ends play."""
    return conditions_automaton(rule, (*rule.stop, *rule.win), numeration)


@lru_cache(maxsize=32)
def terminal_automaton(rule: Ruleset, numeration: Numeration) -> Automaton:
    """Return the automaton of the positions where play has ended."""
    won, lost = ended_positions(rule, numeration, misere=True)
    return won | lost
