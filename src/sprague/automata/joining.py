"""Named automata joined on the names they share, and numbers quantified away while few digits stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import and_, or_, xor

from sprague.automata.automaton import Automaton, everything, nothing
from sprague.automata.named import NamedAutomaton
from sprague.automata.numeration import Numeration

_OPERATIONS: dict[str, Callable[[Automaton, Automaton], Automaton]] = {"and": and_, "or": or_, "xor": xor}


def join(word: str, parts: Sequence[NamedAutomaton], numeration: Numeration) -> NamedAutomaton:
    """The tuples that are in all parts ("and"), in some part ("or"), or in an odd number of them ("xor")."""
    if not parts:
        return NamedAutomaton(everything(0, numeration) if word == "and" else nothing(0, numeration), ())
    # Parts over few names first: they cut down what the others have to be multiplied with.
    ordered = sorted(parts, key=lambda part: (len(part.names), part.automaton.states))
    found = ordered[0]
    for part in ordered[1:]:
        names = tuple(sorted({*found.names, *part.names}))
        found = NamedAutomaton(_OPERATIONS[word](found.over(names), part.over(names)), names)
    return found


def eliminate(parts: Sequence[NamedAutomaton], gone: Sequence[str], numeration: Numeration) -> NamedAutomaton:
    """All parts at once, with some names quantified away.

    A name goes as soon as the parts that speak of it are joined, first the one whose parts
    speak of the fewest names: so that few digits are read side by side.
    """
    left, waiting = list(parts), list(gone)

    def around(name: str) -> int:
        return len({other for part in left if name in part.names for other in part.names})

    while waiting:
        name = min(waiting, key=around)
        waiting.remove(name)
        about = [part for part in left if name in part.names]
        if about:
            left = [part for part in left if name not in part.names]
            left.append(join("and", about, numeration).without(name))
    return join("and", left, numeration)
