"""`disjunction_text`: write a disjunction of conjunctions as text, with merged residues and common factors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations

from sprague.synthesis.number_sets import ALWAYS, NEVER, FormulaText, conjunction, disjunction
from sprague.synthesis.presburger.atoms import Atom, Comparison, Extreme, PileExtreme, Residue, Values, atom_cost

Atoms = frozenset[Atom]
MOST_RANGE = 60  # maximum length of a range in which the values of a linear form are listed
MOST_LISTED = 3  # maximum number of listed values of a linear form


def disjunction_text(parts: Iterable[Iterable[Atom]], names: Sequence[str]) -> FormulaText:
    """Return the text of a disjunction of conjunctions.

    >>> low, odd = Comparison((1, -1), None, -1), Residue((1, 0), 2, frozenset([1]))
    >>> one, two = (Residue((0, 1), 5, frozenset([residue])) for residue in (1, 2))
    >>> disjunction_text([[low, odd], [low, one], [low, two]], "ab").text
    'a < b and (a is odd or 1 <= b mod 5 <= 2)'
    >>> disjunction_text([[Comparison((1, 0), None, 4), odd]], "ab").text
    'a in {1, 3}'
    """
    return _factored(_merged(parts), names)


def negation_text(parts: Iterable[Iterable[Atom]], names: Sequence[str]) -> FormulaText:
    """Return the text of a negated disjunction of conjunctions; avoid the word `not` if possible.

    >>> low, odd = Comparison((1, -1), None, -1), Residue((1, 0), 2, frozenset([1]))
    >>> negation_text([[low], [odd]], "ab").text, negation_text([[low, odd]], "ab").text
    ('a >= b and a is even', 'a >= b or a is even')
    """
    merged = _merged(parts)
    formula = _factored(merged, names)
    if formula in (ALWAYS, NEVER):
        return NEVER if formula == ALWAYS else ALWAYS
    found = ALWAYS
    for part in merged:
        alternatives = NEVER
        for atom in sorted(part, key=lambda atom: _rank(atom, names)):
            opposite = atom.negation if isinstance(atom, Comparison | Residue) else None
            if opposite is None:
                return FormulaText(f"not ({formula.text})")
            alternatives = disjunction(alternatives, _atom_text(opposite, names))
        found = conjunction(found, alternatives)
    return found


def _merged(parts: Iterable[Iterable[Atom]]) -> list[Atoms]:
    return _merge_residues(list(dict.fromkeys(_merge_bounds(part) for part in parts)))


def _merge_bounds(atoms: Iterable[Atom]) -> Atoms:
    """Return a conjunction with one lower and one upper bound for each linear form."""
    found: set[Atom] = set()
    bounds: dict[tuple[int, ...], Comparison] = {}
    for atom in atoms:
        if not isinstance(atom, Comparison) or atom.negated:
            found.add(atom)
            continue
        known = bounds.get(atom.form, Comparison(atom.form, None, None))
        lows = [low for low in (known.low, atom.low) if low is not None]
        highs = [high for high in (known.high, atom.high) if high is not None]
        bounds[atom.form] = Comparison(atom.form, max(lows, default=None), min(highs, default=None))
    return frozenset(found | set(bounds.values()))


def _list_values(part: Atoms) -> Atoms:
    """Return a conjunction with lists of values where possible: `a <= 4 and a is odd` becomes `a in {1, 3}`."""
    for bound in [atom for atom in part if isinstance(atom, Comparison) and not atom.negated]:
        residues = {atom for atom in part if isinstance(atom, Residue) and atom.form == bound.form}
        low = 0 if bound.low is None and min(bound.form) >= 0 else bound.low
        if not residues or low is None or bound.high is None or bound.high - low > MOST_RANGE:
            continue
        numbers = range(low, bound.high + 1)
        values = [number for number in numbers if all(number % one.modulus in one.residues for one in residues)]
        if 1 <= len(values) <= MOST_LISTED and (values[0] >= 0 or values[-1] <= 0):
            listed = Values(bound.form, frozenset(values))
            part = part - residues - {bound} | {
                listed if len(values) > 1 else Comparison(bound.form, values[0], values[0])
            }
    return part


def _merge_residues(parts: list[Atoms]) -> list[Atoms]:
    """Return the disjunction after merging conjunctions that differ only in the residues of one form."""
    changed = True
    while changed:
        changed = False
        for one, two in combinations(parts, 2):
            joined = _joined(one, two)
            if joined is not None:
                parts = [joined if part == one else part for part in parts if part != two]
                changed = True
                break
    return list(dict.fromkeys(parts))


def _joined(one: Atoms, two: Atoms) -> Atoms | None:
    """Return a conjunction equivalent to the disjunction of two conjunctions that differ in one atom, or None."""
    first, second = one - two, two - one
    if len(first) != 1 or len(second) != 1:
        return None
    (left,), (right,) = first, second
    if isinstance(left, Residue) and isinstance(right, Residue):
        if (left.form, left.modulus) != (right.form, right.modulus):
            return None
        residues = left.residues | right.residues
        return (one & two) | (
            set() if len(residues) == left.modulus else {Residue(left.form, left.modulus, residues, left.label)}
        )
    if not isinstance(left, Comparison | Values) or not isinstance(right, Comparison | Values):
        return None
    if left.form != right.form:
        return None
    left_values, right_values = _values(left), _values(right)
    if left_values is not None and right_values is not None:
        values = sorted(left_values | right_values)
        if values[-1] - values[0] + 1 == len(values):
            return (one & two) | {Comparison(left.form, values[0], values[-1])}
        same_sign = values[0] >= 0 or values[-1] <= 0
        return (one & two) | {Values(left.form, frozenset(values))} if same_sign else None
    if isinstance(left, Values) or isinstance(right, Values) or left.negated or right.negated:
        return None
    low, high = sorted((left, right), key=lambda atom: float("-inf") if atom.low is None else atom.low)
    if low.high is None or high.low is None or low.high + 1 < high.low:
        return None
    end = None if high.high is None else max(low.high, high.high)
    return (one & two) | (set() if low.low is None and end is None else {Comparison(left.form, low.low, end)})


def _values(atom: Comparison | Values) -> frozenset[int] | None:
    """Return the values of a form that an atom allows, if the atom is an equation or a list of values, else None."""
    if isinstance(atom, Values):
        return atom.values
    return frozenset([atom.low]) if not atom.negated and atom.low is not None and atom.low == atom.high else None


def _factored(parts: list[Atoms], names: Sequence[str]) -> FormulaText:
    """Return the text of a disjunction; an atom that several conjunctions share is written once."""
    if not parts:
        return NEVER
    if any(not part for part in parts):
        return ALWAYS
    if len(parts) == 1:
        atoms = sorted(_list_values(parts[0]), key=lambda atom: _rank(atom, names))
        return reduce(conjunction, [_atom_text(atom, names) for atom in atoms])
    count = Counter(atom for part in parts for atom in part)
    # The gain of a common factor is the length of the text that is not repeated.
    gain = {atom: (times - 1) * atom_cost(atom.text(names)) for atom, times in count.items()}
    best = max(gain, key=lambda atom: (gain[atom], atom.text(names)))
    if gain[best] == 0:
        return reduce(disjunction, [_factored([part], names) for part in parts])
    inner = _factored([part - {best} for part in parts if best in part], names)
    whole = conjunction(_atom_text(best, names), inner)
    rest = [part for part in parts if best not in part]
    return disjunction(whole, _factored(rest, names)) if rest else whole


def _atom_text(atom: Atom, names: Sequence[str]) -> FormulaText:
    return FormulaText(atom.text(names))


def _rank(atom: Atom, names: Sequence[str]) -> tuple[int, int, str]:
    """Return a key that sorts atoms: comparisons, residues, and equations with functions, each from short to long."""
    text = atom.text(names)
    if isinstance(atom, Extreme) or " div " in text:
        return 2, len(text), text
    return int(not isinstance(atom, Comparison | Values | PileExtreme)), len(text), text
