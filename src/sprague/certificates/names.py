"""Names in certificates: `is_name` checks whether a name is allowed, and `Names` replaces names that are not allowed.

A certificate allows lower-case names such as `a`, `x1` and `n_r`. In the notation of rules, a name may also contain
capitals, Greek letters and primes. In the notation of rules, even a keyword such as `where` can be the name of a pile.
The writer replaces every name that certificates do not allow by an unused name.

>>> names = Names(["n_R", "α", "a'", "max", "k"])
>>> [names[name] for name in ("n_R", "α", "a'", "max", "k")]
['n_r', 'alpha', 'a_1', 'max_1', 'k']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

LONGEST_NAME = 40
RESERVED_WORDS = """
    abs all and any at base bitand bitor block ceil circle columns div divides else end even every exactly exists false
    fibonacci floor for free in iff implies is last least low max min mod most no not odd of or order pile piles
    positions power prime row some square stop sum there true value when where win with xor yes
"""
RESERVED = frozenset(RESERVED_WORDS.split())
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_GREEK_LETTERS = "α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ς σ τ υ φ χ ψ ω"
_GREEK_NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi
    chi psi omega
"""
_GREEK = dict(zip(_GREEK_LETTERS.split(), _GREEK_NAMES.split(), strict=True))


def is_name(text: object) -> bool:
    """Return whether a text is allowed as a name in a certificate.

    >>> is_name("n_r"), is_name("n_R"), is_name("max")
    (True, False, False)
    """
    return isinstance(text, str) and is_spelt_like_a_name(text) and text not in RESERVED


def is_spelt_like_a_name(text: str) -> bool:
    """Return whether a text has the form of a name in a certificate; reserved words also have this form."""
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None


class Names(Mapping[str, str]):
    """A mapping from the names in a rule and in its claims to the corresponding names in a certificate.

    Allowed names are mapped to themselves, and distinct names are mapped to distinct names. The reserved names in
    `kept`, such as `value` in a claim about Grundy values, are also mapped to themselves.
    """

    def __init__(self, names: Iterable[str], kept: Iterable[str] = ()) -> None:
        self._spelling = {name: name for name in kept}
        self._add(names)

    def extended(self, names: Iterable[str]) -> Names:
        """Return a copy of the mapping with additional names, each mapped to an unused name in the certificate.

        >>> names = Names(["n_R"]).extended(["n_r"])
        >>> names["n_R"], names["n_r"]
        ('n_r', 'n_r_1')
        """
        found = Names(())
        found._spelling = dict(self._spelling)
        found._add(names)
        return found

    def _add(self, names: Iterable[str]) -> None:
        added = [name for name in dict.fromkeys(names) if name not in self._spelling]
        taken = set(self._spelling.values())
        fitting = {name: name for name in added if is_name(name) and name not in taken}
        self._spelling |= fitting
        taken |= set(fitting)
        for name in added:
            if name not in fitting:
                self._spelling[name] = new_name(name, taken)
                taken.add(self._spelling[name])

    def __getitem__(self, name: str) -> str:
        return self._spelling[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spelling)

    def __len__(self) -> int:
        return len(self._spelling)


def new_name(name: str, taken: Iterable[str]) -> str:
    """Return an unused name that certificates allow and that is as similar as possible to the given name.

    >>> new_name("N'", ["n_1"])
    'n_1_1'
    """
    used = set(taken)
    bare = name.rstrip("'")
    primes = len(name) - len(bare)
    spelt = "".join(_GREEK.get(letter, letter) for letter in bare).lower()
    spelt = re.sub(r"[^a-z0-9]+", "_", spelt).strip("_") + (f"_{primes}" if primes else "")
    if not spelt[:1].isalpha():
        spelt = f"x{spelt}"
    spelt = spelt[:LONGEST_NAME]
    if is_name(spelt) and spelt not in used:
        return spelt
    numbered = (f"{spelt[: LONGEST_NAME - 1 - len(str(number))]}_{number}" for number in count(1))
    return next(found for found in numbered if is_name(found) and found not in used)
