"""Whether some numbers satisfy conditions: all columns of their binary digits are tried."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.checker.atoms import Atom, Fact, IsPower, at_least
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.readers import reader_of
from sprague.rules.linear import Linear


def is_solvable(atoms: Sequence[Atom], budget: Budget) -> bool:
    """Whether some natural numbers satisfy all atoms: all columns of binary digits are tried.

    A number that is at least a sum of others is that sum and a natural number more. Names that count alike everywhere
    are one number: a sum of two natural numbers is any natural number. That a number is a power is weakened to
    "at least 1".

    >>> from sprague.checker.atoms import Fact
    >>> a, b = Linear.of("a"), Linear.of("b")
    >>> twice = Fact(a + a - b, "=")
    >>> is_solvable([twice, at_least(b, 5)], Budget.of()), is_solvable([twice, at_least(b - a - a, 1)], Budget.of())
    (True, False)
    """
    facts = _by_what_is_more([at_least(atom.term, 1) if isinstance(atom, IsPower) else atom for atom in atoms])
    alike: dict[tuple[int, ...], str] = {}
    for name in sorted({name for fact in facts for name in fact.names}):
        counts = [fact.linear.coefficient(name) for fact in facts]
        counts += [residue.term.coefficient(name) for fact in facts for _, residue in fact.residues]
        alike.setdefault(tuple(counts), name)
    names = sorted(alike.values())
    gone = {name: Linear() for fact in facts for name in fact.names if name not in names}
    digits = Digits.of("2")
    readers = [reader_of(fact.substitute(gone), names, digits) for fact in facts]
    columns = list(digits.columns(len(names)))
    start = tuple(reader.start for reader in readers)
    seen, waiting = {start}, [start]
    for states in waiting:
        if False in states:
            continue
        if all(reader.holds(state) for reader, state in zip(readers, states, strict=True)):
            return True
        for column in columns:
            following = tuple(reader.after(state, column) for reader, state in zip(readers, states, strict=True))
            if following not in seen:
                budget.keep_states(len(seen))
                seen.add(following)
                waiting.append(following)
    return False


def _by_what_is_more(facts: Sequence[Fact]) -> list[Fact]:
    """The same with x - y - … in place of x, wherever a fact says that this is a natural number."""
    left = list(facts)
    while fact := next((fact for fact in left if _largest(fact)), None):
        name = _largest(fact)
        assert name is not None
        left.remove(fact)
        left = [other.substitute({name: 2 * Linear.of(name) - fact.linear}) for other in left]
    return left


def _largest(fact: Fact) -> str | None:
    """The name that stands alone against all others, in x >= y + z + 3."""
    positive = [name for name, factor in fact.linear.coefficients if factor > 0]
    if fact.relation != ">=" or fact.residues or fact.linear.constant > 0 or len(positive) != 1:
        return None
    return positive[0] if fact.linear.coefficient(positive[0]) == 1 else None
