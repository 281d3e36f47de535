"""`find_line_form`: the form of a rule in which every line along one pile has at most one P-position.

Suppose a move replaces one entry of a position, the *line entry*, by any smaller number and keeps all other entries.
Positions that differ only in the line entry form a *line*. Of two positions in a line, the lower one is an option of
the upper one. So a line has at most one P-position, in normal play and in misère play, and the P-positions are a
function of the other entries.

`find_line_form` proves two statements by linear programming, for all positions:

1. The other entries can be ordered so that every move leads to an earlier line or to a lower position of the same line.
   (Lines are compared lexicographically.) So the lines can be visited in this order.
2. For each move family with equations K(x) = L(y) between a position x and its option y: if L(y) = K(x) and the line of
   y is earlier than the line of x, then y is an option of x.

The equations of a family are combined so that at most one row of K contains the line entry. The row with the line entry
is the index of a bit, and the other rows are the *key* of a bit array. When the P-position y of a line is found, the
bit of L(y) is set. By statements 1 and 2, the set bits of the bit array with the key of a line are exactly the
positions x of the line with an option y in P by this family. Two details:

- If the line entry has the coefficient d > 1 in its row, the bit is the row divided by d, and the remainder belongs to
  the key.
- If the equations contain one choice c that y does not determine without a division, the equations are combined so that
  only one row contains c, with coefficient m. The option y then determines c if and only if both sides of this row,
  without c, are congruent modulo m. The residue modulo m belongs to the key. For the move (a - 2k, b - 2k), the key is
  a mod 2, and the bit is b - a.

A family without bit arrays is *enumerated*: each value of its choices leads from a line to one earlier line, whose
P-position attacks positions of the line (see `sprague.tables.lines.moves`).

If play can end by `stop when` or `win when`, a line may have several P-positions, because every position in which play
has ended with a loss for the player to move is one. The conditions `stop when` and `win when` determine these lost
positions. At most one other position of the line is a P-position, and it is below all lost positions.
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

MOST_ORDERS = 120  # maximum number of orders of the piles in which one family is considered


@dataclass(frozen=True, slots=True)
class BitArrayMove:
    """A family in one order of the piles: the rows of the key, and the row of the bit with the line entry.

    If there is no row `bit`, the line entry does not occur in K, and one P-position attacks the whole line. The row
    `residue`, reduced modulo `modulus`, belongs to the key.
    """

    family: int
    key: tuple[Link, ...]
    bit: Link | None
    residue: Link
    modulus: int


@dataclass(frozen=True)
class LineForm:
    """The line entry, the order of the other entries, and the moves that lead to earlier lines.

    `entry` and `order` are indices of entries. `free` are the entries that a move replaces by any smaller number.
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
        """Yield, for each move family, a sentence that states how a line finds its attacked positions."""
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
    """The result of `find_line_form` if a line may have several P-positions, or if a proof fails, with the reason."""

    reason: str


@dataclass(frozen=True)
class _PlacedMove:
    """A move family with its piles assigned to the entries of a position by one order."""

    family: int
    facts: MoveConstraints

    @cached_property
    def relation(self) -> Relation | None:
        """The relation of position and option; None if the option does not determine the choices without a division."""
        return linear_relation(self.facts)

    @cached_property
    def changed(self) -> frozenset[str]:
        return frozenset(name for name in self.facts.reached if name not in self.facts.kept)

    def fall(self, name: str) -> Linear:
        """Return the number by which the move lowers an entry."""
        return Linear.of(name) - self.facts.reached[name]

    def stays(self, names: Sequence[str]) -> list[Linear]:
        """Return the inequalities that state that the move keeps these entries."""
        return as_inequalities([self.fall(name) for name in names if name in self.changed])


class _NoProof(Exception):
    """Raised with the reason if the line form of a rule is not proved."""


@lru_cache(maxsize=256)
def find_line_form(rule: Ruleset) -> LineForm | NoLineForm:
    """Return the line form of a rule if a proof is found; otherwise the reason to use another traversal."""
    if (reason := _obstacle(rule)) is not None:
        return NoLineForm(reason)
    try:
        moves = [move for number in range(len(rule.families)) for move in _placed_moves(rule, number)]
        free = [place for place, name in enumerate(rule.names) if _is_free(rule, name, moves)]
        if not free:
            raise _NoProof("no pile was found from which any number may be taken")
        reasons = []
        # Try the last pile first, and only one of several interchangeable piles.
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
    """Return the first feature of a rule that line forms do not support; None if there is none."""
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
    """Return a family in each distinct order of interchangeable piles."""
    facts = rule.constraints[number]
    every = role_assignments(range(len(rule.names)), rule.enumerators[number].classes)
    orders = [tuple(order) for order in islice(every, MOST_ORDERS + 1)]
    if len(orders) > MOST_ORDERS:
        raise _NoProof(f"a move can be made in more than {MOST_ORDERS} orders of the piles")
    return [_PlacedMove(number, _placed(rule, facts, order)) for order in orders]


def _placed(rule: Ruleset, facts: MoveConstraints, order: Sequence[int]) -> MoveConstraints:
    """Return the constraints of a family with the pile of role i at entry `order[i]`."""
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
    """Return whether some move replaces an entry by any smaller number that the floor allows, at all positions."""
    along = [move.relation for move in moves if move.changed == {name} and move.relation is not None]
    along = [relation for relation in along if not relation.equations]
    lower = [Linear.of(name) - Linear.of(option_name(name)) - 1]
    ways = [[link.term for link in relation.inequalities] for relation in along]
    return bool(along) and is_legal_fibre(rule, along[0], lower, ways)


def _line_form(rule: Ruleset, place: int, free: tuple[int, ...], moves: Sequence[_PlacedMove]) -> LineForm:
    """Return the line form with a given line entry; raise `_NoProof` if it is not proved."""
    name = rule.names[place]
    order = _line_order(rule, name, moves)
    arrays: dict[object, BitArrayMove] = {}
    enumerated = []
    for move in moves:
        if move.changed == {name}:
            continue  # all lower positions of the line are options already
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
    """Return the other entries in an order in which no move leads to a later line; raise `_NoProof` without a proof.

    An entry that no move raises can always be the next entry of the order: comparing it first makes no other comparison
    harder.
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
    """Return whether a move that keeps the entries `same` does not raise an entry."""
    return name not in move.changed or implies([*move.facts.all, *move.stays(same)], [move.fall(name)])


def _bit_array_move(
    rule: Ruleset, name: str, order: Sequence[str], move: _PlacedMove, moves: Sequence[_PlacedMove]
) -> BitArrayMove | None:
    """Return the key and the bit of a family.

    None if the family has no choices, or if its equations do not give all options.
    """
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
            continue  # a line that differs in a kept entry has another key
        same = [Linear.of(other) - Linear.of(option_name(other)) for other in order[:number] if other in move.changed]
        earlier = [*as_inequalities(same), Linear.of(entry) - Linear.of(option_name(entry)) - 1]
        if not is_legal_fibre(rule, proved, earlier, [own]) and not _is_covered(rule, proved, earlier, own, others):
            return None
    kept = (Link(Linear.of(other), Linear.of(other)) for other in relation.kept)
    return _eliminated(move.family, [*relation.equations, *kept], name, relation.unsolved)


def _with_signed_choices(relation: Relation) -> Relation:
    """Return a relation with unsolved choices as differences of two names.

    Linear programs assume that all names are nonnegative. The proof must therefore show that each choice is
    nonnegative.
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
    """Return rows K(x) = L(y) combined so that at most one row of K contains the line entry; None if impossible."""
    residue, modulus = Link(Linear(), Linear()), 1
    for choice in unsolved:
        found, rows = _separated(rows, choice)
        if found is None:
            return None  # the equations do not contain the choice
        modulus = found.left.coefficient(choice)
        residue = Link(found.left - modulus * Linear.of(choice), found.reached)
    bit, key = _separated(rows, name)
    # Multiples of the row of the bit remove the line entry from the residue.
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
    """Return the only row of K with a name, with a positive coefficient, and the other rows, by Euclid's algorithm.

    The first result is None if no row contains the name. Integer combinations of the old rows are integer combinations
    of the new rows, and conversely.
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
