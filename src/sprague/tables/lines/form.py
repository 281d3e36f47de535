"""Line forms of rules (`find_line_form`): proofs that every line of a table along one pile has at most one P-position.

Suppose that some move replaces one entry of a position, the *line entry*, by any smaller number, and changes no other
entry. Positions that differ only in the line entry form a *line*. Of two positions in a line, the lower one is an
option of the upper one. A line therefore has at most one P-position, in normal play and in misère play. The function
`find_line_form` proves two statements for all positions, by linear programming:

1. The other entries can be ordered so that every move leads to an earlier line or to a lower position of the same line.
   Lines are ordered lexicographically: the first entry in which two lines differ decides which line is earlier.
2. Let K(x) = L(y) be the equations of a move family between a position x and its option y. If L(y) = K(x) and the line
   of y is earlier than the line of x, then y is an option of x.

The equations of a move family are combined so that the line entry occurs on the left side of at most one equation. The
equation with the line entry gives the index of a bit, and the other equations give the *key* of a bit array. When the
P-position y of a line is found, the bit with the index and the key given by L(y) is set. A move of the family therefore
leads from a position x to a P-position if and only if the bit with the index and the key given by K(x) is set. Two
details:

- If the line entry has a coefficient d > 1 in its equation, the value of the equation is divided by d: the quotient is
the index of the bit, and the remainder belongs to the key.
- If computing a choice c of the mover from y needs a division, the choice remains in the equations. The equations are
  then combined so that only one equation contains the choice c, with a coefficient m. A suitable integer c exists if
  and only if the two sides of the equation, without c, are congruent modulo m. The key therefore contains a residue
  modulo m: the residue of the left side for x, and the residue of the right side for y. For example, for the move (a -
  2k, b - 2k), the key is a mod 2, and the index of the bit is b - a.

A move family without bit arrays is *enumerated* (see `sprague.tables.lines.moves`): for each value of its choices, a
move leads from a line to one earlier line.

If play can end by `stop when` or `win when`, a line may have several P-positions: its *lost* positions, in which play
has ended and the player to move has lost. Besides its lost positions, a line has at most one P-position, which is below
all lost positions of the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice

from sprague.linear.constraints import TooManyCases, implies
from sprague.linear.terms import as_inequalities
from sprague.rules import Linear, Ruleset
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.relations import Link, Relation, option_name
from sprague.rules.symmetry import role_assignments
from sprague.tables.fibres import is_legal_fibre, linear_relation
from sprague.tables.lines.conditions import NotLinear, alternatives_of
from sprague.tables.lines.moves import EnumeratedMove, TooManyMoves

MOST_ORDERS = 120  # maximum number of orders of the piles that are considered for a move family


@dataclass(frozen=True, slots=True)
class BitArrayMove:
    """A move family, in one order of the piles, with the linear terms that locate a bit: `key` and `bit`.

    If `bit` is None, a single bit says whether the move family leads from all positions of a line to P-positions. The
    value of the row `residue` modulo `modulus` also belongs to the key.
    """

    family: int
    key: tuple[Link, ...]
    bit: Link | None
    residue: Link
    modulus: int


@dataclass(frozen=True)
class LineForm:
    """The line form of a rule: the line entry, the order of the other entries, and the moves to earlier lines.

    The fields `entry` and `order` contain indices of entries of a position. The field `free` contains the entries that
    some move can replace by any smaller number.
    """

    rule: Ruleset
    entry: int
    order: tuple[int, ...]
    free: tuple[int, ...]
    bit_arrays: tuple[BitArrayMove, ...]
    enumerated: tuple[EnumeratedMove, ...]

    @property
    def name(self) -> str:
        """The name of the line entry."""
        return self.rule.names[self.entry]

    def describe_moves(self) -> Iterator[str]:
        """Yield, for each move family, a sentence about how kernels find the positions with a move to a P-position."""
        enumerated = {move.family for move in self.enumerated}
        found: dict[int, list[BitArrayMove]] = {}
        for move in self.bit_arrays:
            found.setdefault(move.family, []).append(move)
        for number, family in enumerate(self.rule.families):
            text = f"Move {self.rule.ast.option_text(family.parts)}"
            keys = dict.fromkeys(_key_text(move) for move in found.get(number, ()))
            if keys:
                yield f"{text}: one bit array {' and '.join(keys)}; proved for all positions."
            elif number in enumerated:
                yield f"{text}: one lookup for each earlier line to which it leads."
            else:
                yield f"{text}: covered by the moves along the line and by the bit arrays of the other moves."


def _key_text(move: BitArrayMove) -> str:
    residue = [f"({move.residue.left}) mod {move.modulus}"] if move.modulus > 1 else []
    key = [*(str(link.left) for link in move.key), *residue]
    return f"for each value of ({', '.join(key)})" if key else "for all lines"


@dataclass(frozen=True)
class NoLineForm:
    """The result of `find_line_form` if no line form of the rule is proved, and the reason why not."""

    reason: str


@dataclass(frozen=True)
class _PlacedMove:
    """A move family whose piles are assigned to the entries of a position in one order."""

    family: int
    facts: MoveConstraints

    @cached_property
    def relation(self) -> Relation | None:
        """The linear relation between position and option; None if computing the choices needs a division."""
        return linear_relation(self.facts)

    @cached_property
    def changed(self) -> frozenset[str]:
        return frozenset(name for name in self.facts.reached if name not in self.facts.kept)

    def fall(self, name: str) -> Linear:
        """Return the number by which the move lowers an entry, as a linear term."""
        return Linear.of(name) - self.facts.reached[name]

    def stays(self, names: Sequence[str]) -> list[Linear]:
        """Return the inequalities that say that a move of the family does not change the given entries."""
        return as_inequalities([self.fall(name) for name in names if name in self.changed])


class _NoProof(Exception):
    """Raised with a reason if there is no proof that a rule has a line form."""


@lru_cache(maxsize=256)
def find_line_form(rule: Ruleset) -> LineForm | NoLineForm:
    """Return the line form of a rule if a proof of it is found, or else the reason why no proof is found."""
    if (reason := _obstacle(rule)) is not None:
        return NoLineForm(reason)
    try:
        moves = [move for number in range(len(rule.families)) for move in _placed_moves(rule, number)]
        free = [place for place, name in enumerate(rule.names) if _is_free(rule, name, moves)]
        if not free:
            raise _NoProof("no pile was found from which any number may be taken")
        reasons = []
        # Try the last pile first, and try only one of several interchangeable piles.
        groups = {next(group for group in rule.pile_groups if rule.names[place] in group): place for place in free}
        for place in reversed(groups.values()):
            try:
                return _line_form(rule, place, tuple(free), moves)
            except _NoProof as error:
                reasons.append(str(error))
        raise _NoProof(reasons[0])
    except _NoProof as error:
        return NoLineForm(str(error))
    except TooManyCases:
        return NoLineForm("proving which positions the bit arrays contain would take too long")


def _obstacle(rule: Ruleset) -> str | None:
    """Return the first feature of a rule that line forms do not support, or None if they support all features."""
    if rule.splits:
        return "a move leads to a sum"
    if rule.blocking:
        return "options may be forbidden"
    if rule.functions:
        return "the rule contains a Python function"
    for clause, conditions in (("stop when", rule.stop), ("win when", rule.win), ("positions where", rule.domain)):
        try:
            alternatives_of(conditions)
        except NotLinear:
            return f"a condition of '{clause}' is not linear"
    if len(rule.names) < 2:
        return "a position has a single entry"
    return None


def _placed_moves(rule: Ruleset, number: int) -> list[_PlacedMove]:
    """Return a move family in each distinct order of its interchangeable piles."""
    facts = rule.constraints[number]
    every = role_assignments(range(len(rule.names)), rule.enumerators[number].classes)
    orders = [tuple(order) for order in islice(every, MOST_ORDERS + 1)]
    if len(orders) > MOST_ORDERS:
        raise _NoProof(f"a move can be made in more than {MOST_ORDERS} orders of the piles")
    return [_PlacedMove(number, _placed(rule, facts, order)) for order in orders]


def _placed(rule: Ruleset, facts: MoveConstraints, order: Sequence[int]) -> MoveConstraints:
    """Return the constraints of a move family if its pile number i is the entry `order[i]` of the position."""
    names = {name: rule.names[place] for name, place in zip(rule.names, order, strict=True)}
    values = {name: Linear.of(other) for name, other in names.items()}

    def moved(terms: Sequence[Linear]) -> tuple[Linear, ...]:
        return tuple(term.substitute(values) for term in terms)

    return replace(
        facts,
        parts=tuple({names[name]: entry.substitute(values) for name, entry in part.items()} for part in facts.parts),
        left_domain=moved(facts.left_domain),
        reached_domain=moved(facts.reached_domain),
        equations=moved(facts.equations),
        inequalities=moved(facts.inequalities),
        others=tuple(condition.substitute(values) for condition in facts.others),
        product_bounds=moved(facts.product_bounds),
    )


def _is_free(rule: Ruleset, name: str, moves: Sequence[_PlacedMove]) -> bool:
    """Return whether the moves of a family can always replace an entry of the position by any smaller number."""
    along = [move.relation for move in moves if move.changed == {name} and move.relation is not None]
    along = [relation for relation in along if not relation.equations]
    lower = [Linear.of(name) - Linear.of(option_name(name)) - 1]
    ways = [[link.term for link in relation.inequalities] for relation in along]
    return bool(along) and is_legal_fibre(rule, along[0], lower, ways)


def _line_form(rule: Ruleset, place: int, free: tuple[int, ...], moves: Sequence[_PlacedMove]) -> LineForm:
    """Return the line form with a given line entry; raise `_NoProof` if there is no proof."""
    name = rule.names[place]
    order = _line_order(rule, name, moves)
    arrays: dict[object, BitArrayMove] = {}
    enumerated = []
    for move in moves:
        if move.changed == {name}:
            continue  # skip moves along the line entry, because all lower positions of a line are options anyway
        found = _bit_array_move(rule, name, order, move, moves)
        if found is not None:
            arrays.setdefault((found.key, found.bit, found.residue, found.modulus), found)
            continue
        try:
            enumerated.append(EnumeratedMove.of(move.family, move.facts, name))
        except TooManyMoves as error:
            text = rule.ast.option_text(rule.families[move.family].parts)
            raise _NoProof(f"the options of {text} have no bit arrays and are not enumerated, {error}") from None
    places = tuple(rule.names.index(other) for other in order)
    return LineForm(rule, place, places, free, tuple(arrays.values()), tuple(enumerated))


def _line_order(rule: Ruleset, name: str, moves: Sequence[_PlacedMove]) -> list[str]:
    """Return the entries, except the line entry, in an order in which no move leads to a later line.

    The function raises `_NoProof` if it can prove no order.
    """
    order: list[str] = []
    rest = [other for other in rule.names if other != name]
    while rest:
        for other in rest:
            if all(_never_raises(move, other, order) for move in moves):
                break
        else:
            raise _NoProof("no order of the lines was found in which every move leads to an earlier line")
        order.append(other)
        rest.remove(other)
    for move in moves:
        if not implies([*move.facts.all, *move.stays(order)], [move.fall(name) - 1]):
            raise _NoProof(f"a move may keep all entries except {name} without lowering {name}")
    return order


def _never_raises(move: _PlacedMove, name: str, same: Sequence[str]) -> bool:
    """Return whether an entry never grows in a move that leaves the entries `same` unchanged."""
    return name not in move.changed or implies([*move.facts.all, *move.stays(same)], [move.fall(name)])


def _bit_array_move(
    rule: Ruleset, name: str, order: Sequence[str], move: _PlacedMove, moves: Sequence[_PlacedMove]
) -> BitArrayMove | None:
    """Return a move family with its bit arrays; None if its equations do not describe all its options."""
    if not move.facts.is_linear or not move.facts.choices:
        return None
    relation = Relation.of(move.facts)
    if len(relation.unsolved) > 1:
        return None
    proved = _with_signed_choices(relation)
    own = [link.term for link in proved.inequalities]
    others = [other.relation.all for other in moves if other is not move and other.relation is not None]
    for number, entry in enumerate(order):
        if entry in relation.kept:
            continue  # an unchanged entry needs no proof, because it belongs to the key of the bit array
        same = [Linear.of(other) - Linear.of(option_name(other)) for other in order[:number] if other in move.changed]
        earlier = [*as_inequalities(same), Linear.of(entry) - Linear.of(option_name(entry)) - 1]
        if not is_legal_fibre(rule, proved, earlier, [own]) and not _is_covered(rule, proved, earlier, own, others):
            return None
    kept = (Link(Linear.of(other), Linear.of(other)) for other in relation.kept)
    return _eliminated(move.family, [*relation.equations, *kept], name, relation.unsolved)


def _with_signed_choices(relation: Relation) -> Relation:
    """Return a relation in which the difference of two new names replaces each remaining choice of the mover.

    Linear programs assume that all names are nonnegative, but a choice computed from an option may be negative.
    """
    signed = {choice: Linear.of(f"{choice}+") - Linear.of(f"{choice}-") for choice in relation.unsolved}

    def replaced(links: Sequence[Link]) -> tuple[Link, ...]:
        return tuple(Link(link.left.substitute(signed), link.reached) for link in links)

    return replace(relation, equations=replaced(relation.equations), inequalities=replaced(relation.inequalities))


def _is_covered(
    rule: Ruleset, relation: Relation, earlier: Sequence[Linear], own: list[Linear], others: list[list[Linear]]
) -> bool:
    try:
        return is_legal_fibre(rule, relation, earlier, [own, *others])
    except TooManyCases:
        return False


def _eliminated(family: int, rows: Sequence[Link], name: str, unsolved: Sequence[str]) -> BitArrayMove | None:
    """Return the equations K(x) = L(y) of a family, combined so that the line entry occurs in at most one row of K."""
    residue, modulus = Link(Linear(), Linear()), 1
    for choice in unsolved:
        found, rows = _separated(rows, choice)
        if found is None:
            return None  # the choice occurs in no equation, so it cannot be eliminated
        modulus = found.left.coefficient(choice)
        residue = Link(found.left - modulus * Linear.of(choice), found.reached)
    bit, key = _separated(rows, name)
    # Subtract multiples of the equation that gives the bit, so that the residue does not depend on the line entry.
    factor = 0 if bit is None else bit.left.coefficient(name)
    removals = (t for t in range(modulus) if (residue.left.coefficient(name) - t * factor) % modulus == 0)
    times = next(removals, None)
    if times is None:
        return None
    if bit is not None:
        residue = Link(residue.left - times * bit.left, residue.reached - times * bit.reached)
    left = residue.left - residue.left.coefficient(name) * Linear.of(name)
    if sum(factor for _, factor in left.coefficients) < 0:
        left, residue = -left, Link(-residue.left, -residue.reached)
    return BitArrayMove(family, tuple(key), bit, Link(left, residue.reached), modulus)


def _separated(rows: Sequence[Link], name: str) -> tuple[Link | None, list[Link]]:
    """Combine equations so that only one contains a name, by Euclid's algorithm; return that equation and the others.

    The first result is None if no equation contains the name; otherwise, the coefficient of the name is positive. The
    integer combinations of the new equations are the same as those of the old equations.
    """
    left = [row for row in rows if not row.left.coefficient(name)]
    active = [row for row in rows if row.left.coefficient(name)]
    while len(active) > 1:
        active.sort(key=lambda row: abs(row.left.coefficient(name)))
        pivot, *others = active
        active = [pivot]
        for row in others:
            times = row.left.coefficient(name) // pivot.left.coefficient(name)
            reduced = Link(row.left - times * pivot.left, row.reached - times * pivot.reached)
            (active if reduced.left.coefficient(name) else left).append(reduced)
    if not active:
        return None, left
    (only,) = active
    sign = 1 if only.left.coefficient(name) > 0 else -1
    return Link(sign * only.left, sign * only.reached), left
