"""Plans: a `Plan` finds a move into a target set from every position of a domain (`coq/Plans.v`).

The *image* of a move is the set of positions from which the move leads into the target. Every position of the domain
must, in some order of its entries, be in one of the images. Therefore, if all images are removed from the domain, no
position remains. If a move has keys (see the module `keys`), its strategy reads the keys instead of the position.

If the product of all images has very many states, the exported file also contains hints for Coq: the minimal automaton
of the remaining positions after each removal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

from sprague.coq.automaton_tables import ArrayAutomaton, Automaton, StateLimit
from sprague.coq.digit_conditions import (
    DigitCondition,
    LinearCondition,
    Member,
    No,
    conjunction,
    conjuncts,
    in_numeration,
)
from sprague.coq.moves.condition_automata import ConditionAutomaton
from sprague.coq.moves.keys import KeySplit, split_at_keys
from sprague.coq.moves.strategies import GuessAutomaton, Projection, Strategy, project
from sprague.coq.numerations import Numeration
from sprague.coq.rule_translation import CompiledRule, CoqRule, GuessedMove
from sprague.errors import NotVerified
from sprague.limits import check

MOST_TRANSITIONS = 50_000  # maximum number of transitions that Coq explores in a product of automata
MOST_STATES_LEFT = 5_000  # maximum number of states of an automaton that an exported file gives to Coq as a hint

EntryOrder = tuple[int, ...]


@dataclass(frozen=True)
class KeySet:
    """The keys of a move in a plan; keys are the sums of entries on which the options of the move depend.

    `count` is the number of keys. `automaton` accepts the keys for which the move can reach the target.
    """

    count: int
    automaton: Automaton


@dataclass(frozen=True)
class MoveImage:
    """The automaton of the image of a move in a plan, and a strategy that finds a move from positions of the image."""

    move: int
    automaton: Automaton
    strategy: Strategy


@dataclass(frozen=True)
class Removal:
    """A step of a plan; it removes the image of a move, with the entries in the given order, from the domain.

    `rest` is the automaton of the remaining positions, or None if Coq does not need it.
    """

    image: int
    order: EntryOrder
    rest: Automaton | None = None


@dataclass(frozen=True)
class Plan:
    """A plan that finds moves into a target: the keys and images of all moves, and the steps that remove the images."""

    key_sets: tuple[KeySet | None, ...]
    images: tuple[MoveImage, ...]
    removals: tuple[Removal, ...]


@dataclass(frozen=True)
class _TargetImages:
    """For one target of a plan: the keys, the image and the projection of each move.

    `orders` contains pairs of a move and an order of the entries, one pair for each different image.
    """

    key_sets: tuple[KeySet | None, ...]
    automata: tuple[Automaton, ...]
    projections: tuple[Projection, ...]
    orders: tuple[tuple[int, EntryOrder], ...]

    @property
    def complement(self) -> DigitCondition:
        """The condition that no move of the rule leads from a position into the target."""
        found: DigitCondition = conjunction()
        for kind, order in self.orders:
            found = conjunction(found, No(Member(self.automata[kind], order)))
        return found


@dataclass(frozen=True)
class Planner:
    """A planner for one rule, which caches the images of moves for each target."""

    rule: CoqRule
    numeration: Numeration
    compiled: CompiledRule
    limit: StateLimit
    _images: dict[DigitCondition, _TargetImages] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def of(rule: CoqRule, numeration: Numeration, limit: StateLimit) -> Planner:
        """Return a planner for a rule and a numeration."""
        return Planner(rule, numeration, CompiledRule.of(rule, numeration.base), limit)

    def plan(self, domain: DigitCondition, target: DigitCondition) -> Plan:
        """Return a plan that finds a move into the target from every position of the domain.

        Raises:
            NotVerified: some position of the domain has no move into the target.
        """
        known = self.images_of(target)
        removals = self._remove_images(conjunction(domain, _ascending(self.rule.groups)), known)
        images = (
            MoveImage(kind, automaton, self.strategy(projection, projection.automaton))
            for kind, (automaton, projection) in enumerate(zip(known.automata, known.projections, strict=True))
        )
        return Plan(known.key_sets, tuple(images), removals)

    def without_moves(self) -> Automaton:
        """Return the automaton of the terminal positions, which are N-positions in misère play."""
        return self.automaton_of(self.images_of(self.compiled.domain).complement, self.rule.entries)

    # Automata of conditions

    def condition_automaton(self, condition: DigitCondition, read: int) -> ConditionAutomaton:
        """Return the automaton of a condition on several numbers; the automaton rejects invalid words of digits."""
        valid = in_numeration(condition, self.numeration, range(read))
        return ConditionAutomaton(valid, self.numeration.base, read, 0)

    def automaton_of(self, condition: DigitCondition, read: int) -> Automaton:
        """Return the minimal automaton of a condition on several numbers; the automaton may accept invalid words."""
        return ConditionAutomaton(condition, self.numeration.base, read, 0).to_automaton(self.limit)

    def project(self, read: int, guessed: int, condition: DigitCondition) -> Projection:
        """Return the projection of a condition to its first `read` numbers; the others are quantified existentially."""
        valid = in_numeration(condition, self.numeration, range(read, read + guessed))
        return project(GuessAutomaton(read, guessed, valid, self.numeration.base), self.limit)

    def strategy(self, projection: Projection, domain: Automaton) -> Strategy:
        """Return a strategy that finds guesses for each tuple of a domain; the projection must contain the domain."""
        read = projection.guesses.condition.read
        return projection.strategy(self.condition_automaton(Member(domain, tuple(range(read))), read))

    # Images

    def images_of(self, target: DigitCondition) -> _TargetImages:
        """Return the images of all moves for a target, from the cache if possible."""
        if target not in self._images:
            self._images[target] = self._compute_images(target)
        return self._images[target]

    def _compute_images(self, target: DigitCondition) -> _TargetImages:
        moves = self.compiled.moves
        splits = [self._split(move, target) for move in moves]
        found = [self._image(move, target, split) for move, split in zip(moves, splits, strict=True)]
        key_sets = tuple(
            None if split is None else KeySet(len(split.keys), projection.automaton)
            for split, (_, projection) in zip(splits, found, strict=True)
        )
        automata = tuple(automaton for automaton, _ in found)
        projections = tuple(projection for _, projection in found)
        return _TargetImages(key_sets, automata, projections, tuple(self._different_orders(automata)))

    def _split(self, move: GuessedMove, target: DigitCondition) -> KeySplit | None:
        """Split the condition of a move into a target at its keys; return None if the plan should not use keys."""
        entries = self.rule.entries
        if any(place < entries for place in move.target):
            return None
        split = split_at_keys(move.into(target), entries, move.guessed)
        return split if split is not None and 0 < len(split.keys) < entries else None

    def _image(self, move: GuessedMove, target: DigitCondition, split: KeySplit | None) -> tuple[Automaton, Projection]:
        """Return the image of a move for a target, and the projection of the condition to positions or to keys."""
        entries = self.rule.entries
        if split is None:
            projection = self.project(entries, move.guessed, move.into(target))
            return projection.automaton, projection
        count = len(split.keys)
        projection = self.project(count, move.guessed, conjunction(*split.on_guesses))
        keys = Member(projection.automaton, tuple(range(entries, entries + count)))
        condition = conjunction(conjunction(*split.on_entries), split.keys_start_at(entries), keys)
        return self.project(entries, count, condition).automaton, projection

    def _different_orders(self, images: Sequence[Automaton]) -> Iterator[tuple[int, EntryOrder]]:
        """Yield one pair (move, order of the entries) for each different image of a move."""
        groups = self.rule.groups
        blocks = [[i for i, label in enumerate(groups) if label == first] for first in sorted(set(groups))]
        known: set[Automaton] = set()
        for kind, image in enumerate(images):
            for chosen in product(*map(permutations, blocks)):
                check()
                order = list(range(len(groups)))
                for block, places in zip(blocks, chosen, strict=True):
                    for part, place in zip(block, places, strict=True):
                        order[part] = place
                reordered = self._arrays(Member(image, tuple(order))).minimised().to_automaton()
                if reordered not in known:
                    known.add(reordered)
                    yield kind, tuple(order)

    # Methods that remove the images of moves from a domain

    def _remove_images(self, domain: DigitCondition, images: _TargetImages) -> tuple[Removal, ...]:
        """Return the steps that remove images from a domain; raise `NotVerified` if a position remains."""
        left = together = self._condition_arrays(domain)
        for image, order in images.orders:
            together = self._without(together, Member(images.automata[image], order))
            if together.table.size > MOST_TRANSITIONS:
                return tuple(self._remove_one_by_one(left, images))
        if together.accepting.any():
            raise _no_move()
        return tuple(Removal(image, order) for image, order in images.orders)

    def _remove_one_by_one(self, left: ArrayAutomaton, images: _TargetImages) -> Iterator[Removal]:
        """Yield the steps that remove images from a domain, each with the automaton of the remaining positions."""
        for image, order in images.orders:
            left = self._without(left, Member(images.automata[image], order)).minimised()
            yield Removal(image, order, left.to_automaton() if len(left.table) <= MOST_STATES_LEFT else None)
            if not left.accepting.any():
                return
        raise _no_move()

    def _condition_arrays(self, condition: DigitCondition) -> ArrayAutomaton:
        """Return the automaton of a condition; the function builds it from the conjuncts one by one."""
        entries = self.rule.entries
        found = self._arrays(Member(Automaton(((0,),), frozenset({0})), ()))  # an automaton that accepts every word
        for part in conjuncts(in_numeration(condition, self.numeration, range(entries))):
            match part:
                case Member():
                    member, accepted = part, True
                case No(Member() as inside):
                    member, accepted = inside, False
                case _:
                    member, accepted = Member(self.automaton_of(part, entries), tuple(range(entries))), True
            found = found.restrict(self._arrays(member), accepted, self.limit).minimised()
        return found

    def _without(self, left: ArrayAutomaton, member: Member) -> ArrayAutomaton:
        return left.restrict(self._arrays(member), False, self.limit)

    def _arrays(self, member: Member) -> ArrayAutomaton:
        return ArrayAutomaton.of(member.automaton, member.places, self.numeration.base, self.rule.entries)


def _ascending(groups: Sequence[int]) -> DigitCondition:
    """Return the condition that the entries of each group of interchangeable entries are in ascending order."""
    parts = []
    for place in range(len(groups)):
        following = next((other for other in range(place + 1, len(groups)) if groups[other] == groups[place]), None)
        if following is not None:
            parts.append(LinearCondition(((-1, place), (1, following)), 0, (), False))
    return conjunction(*parts)


def _no_move() -> NotVerified:
    return NotVerified(
        "the claim is wrong: some position lacks a move that the claim requires; to find the position, run "
        "'sprague verify' without --coq"
    )
