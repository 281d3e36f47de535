"""Mistakes in rules and formulas: a text with one possible meaning is accepted, others are refused with a fix.

In the tables a text is followed by "=" and the rule as it is read, or by a caret under the place of the error and the
fix that its message suggests, if any. The messages themselves are in the snapshot file.
"""

from __future__ import annotations

import pytest

from sprague.errors import NotationError
from sprague.language.formula_parser import parse_formula
from sprague.language.statements import Statement
from sprague.language.suggestions import is_probable_misspelling, suggest_clause, suggest_name
from sprague.rules import parse
from tests.snapshots import refusal, snapshot

RULES = """
# The arrow
(a, b) => (u, b) where u < a
= (a, b) -> (u, b) where u < a
(a, b) ↦ (u, b) where u < a
= (a, b) -> (u, b) where u < a
(a, b) → (u, b) where u < a
= (a, b) -> (u, b) where u < a
(a, b) --> (u, b) where u < a
= (a, b) -> (u, b) where u < a
(a, b) —> (u, b) where u < a
= (a, b) -> (u, b) where u < a
(a, b) = (a - 1, b)
       ^
(a, b) (a - 1, b)
       ^
# Signs
(a, b) -> (a - k, b) where k ≥ 1
= (a, b) -> (a - k, b) where k >= 1
(a, b) -> (a - k, b) where 1 =< k
= (a, b) -> (a - k, b) where 1 <= k
(a, b) -> (a - k, b) where k => 1
                             ^ 'implies'
(a, b) -> (a - k, b) where 1 <= k < = b
                                    ^ <=
(a, b) -> (a - k, b) where k <> 0
= (a, b) -> (a - k, b) where k != 0
(a, b) -> (a - k, b) where k == 2
= (a, b) -> (a - k, b) where k = 2
(a, b) -> (a - k, b) where !(k = 0)
= (a, b) -> (a - k, b) where not (k = 0)
(a, b) -> (a - k, b) where k! = 0
                            ^
(a, b) -> (a - k, b) where k >= 1 && k <= b
= (a, b) -> (a - k, b) where k >= 1, k <= b
(a, b) -> (a - k, b) where k = 1 || k = b
= (a, b) -> (a - k, b) where k = 1 or k = b
(a, b) -> (a - k, b) where k = 1 ∨ ¬ k odd
= (a, b) -> (a - k, b) where k = 1 or not (k mod 2 = 1)
(a, b) -> (a - k, b) where k odd <=> k = 1
= (a, b) -> (a - k, b) where (k mod 2 = 1 and k = 1) or (not (k mod 2 = 1) and not (k = 1))
(a, b) -> (a - k, b) where k odd \\iff k = 1
= (a, b) -> (a - k, b) where (k mod 2 = 1 and k = 1) or (not (k mod 2 = 1) and not (k = 1))
(a, b) -> (a - k, b) where k odd ⟹ a odd
                                 ^ 'implies'
(a, b) -> (a - k, b) where k = 1 | k = b
                                 ^ 'or'
(a, b) -> (a - k, b) where k ∤ a
                             ^ not k divides n
(a, b) -> (a - k, b) where k ∈ ℕ
                               ^
(a, b) -> (a - k, b) where k is even or odd
                                           ^ k odd
(a, b) -> (a - k, b) where k % 2 = 1
= (a, b) -> (a - k, b) where k mod 2 = 1
(a, b) -> (a - k, b) where k ≡ 1 (mod 3)
= (a, b) -> (a - k, b) where k mod 3 = 1
(a, b) -> (a - k, b) where k ≡ 1 mod 3
= (a, b) -> (a - k, b) where k mod 3 = 1
(a, b) -> (a - k, b) where k ≡ 1
                                ^ a ≡ 1 (mod 3)
(a, b) -> (u, b) where u ⊕ b < a
                         ^
(a, b) -> (u, b) where u ^ b < a
                         ^ a*a
(a, b) -> (a - k^2, b)
                ^ k*k
(a, b) -> (a - k², b)
                ^ a*a
[a, b] -> [a - 1, b]
^
(a, b) -> {a - 1, b}
          ^
# Numbers
(a, b) -> (a/2, b) where a >= 1
            ^ a div 2
(a, b) -> ((a + b)/2, b) where a > b
                  ^ (a + b) div 2
(a, b) -> (a // 2, b) where a >= 1
= (a, b) -> (a div 2, b) where a >= 1
(a, b) -> (a - 0.5, b)
               ^
(a, b) -> (a - {1, 2}, b)
               ^ n - k where k in {1, 2}
(a, b) -> (a - k, b) where k is a power of two
                                           ^
(a, b) -> (a - k, b) where k <= 3 // at most three
                                     ^
(a, b) -> (a - -1, b)
               ^
(a, b) -> (a - (-1), b)
= (a, b) -> (a + 1, b)
(a, b) -> (a - k, b) where k in {-1, 2}
                                 ^
(a, b) -> (a - 1, b) piles >= -1
                              ^
(a, b) -> (a - 1, b) piles > 0
= (a, b) -> (a - 1, b) piles >= 1
(a, b) -> (a - k, b) where 1 <= k <= a mod b
                                           ^
(a, b) -> (a - a div 2, b) where a >= 1
               ^ (a - a) div 2
(a, b) -> (u, b) where u < a - b mod 3
                               ^ (a - b) mod 3
# Names
(a, b) -> (a - 2k, b) where k >= 1
= (a, b) -> (a - 2k, b) where k >= 1
(a, b) -> (a - 2 k, b) where k >= 1
= (a, b) -> (a - 2k, b) where k >= 1
(a, b) -> (a - k2, b) where 1 <= k <= b
               ^ 2k
(a, b) -> (a - K, b) where 1 <= k <= b
               ^ k?
(a, b) -> (u, b) where u < A
                           ^ a?
(a, b) -> (u, b) where u < c
                           ^
(a, b) -> (u, b) where u < a, c = 0
                              ^
(aa, bb) -> (aa - k, bb) where 1 <= k <= abb
                                         ^ bb?
(a, b) -> (u, b) where u < a + 0c
                                ^
(a, b) -> (a - 1, b) stop when c = 0
                               ^
(a, b) -> (a - 1, b) any order of a, B
                                     ^ b?
(a, b) -> (a + k, b) where k >= 1
               ^
(a, b) -> (a - max, b) where max >= 1
                  ^ max(a, b)
(a, b) -> (a(b + 1), b)
           ^ a*(…)
(a, b) -> (a - k(b + 1), b) where k >= 1
               ^ k*(…)
(a, b) -> (u, b) where u < a - gcd(a - 1, b) any order
                               ^
(a, b) -> (a - k, b) where isprime(k)
                           ^ prime
(a, b) -> (u, b) where u < lcm (a, b)
                           ^
(a, b) -> (u, b) where u < v2(a)
                           ^
# Where
(a, b) -> (u, b) if u < a
= (a, b) -> (u, b) where u < a
(a, b) -> (u, b) with u < a
= (a, b) -> (u, b) where u < a
(a, b) -> (u, b) : u < a
= (a, b) -> (u, b) where u < a
(a, b) -> (u, b), where u < a
= (a, b) -> (u, b) where u < a
(a, b) -> (u, b) such that u < a
= (a, b) -> (u, b) where u < a
(a, b) -> (a - k, b) for k >= 1
= (a, b) -> (a - k, b) where k >= 1
(a, b) -> (u, b) u < a
                 ^
(a, b) -> (u, b), u < a
                ^
(a, b) -> (u, b) wher u < a
                 ^ 'where'
(a, b) -> (a - 1 + -, b - 1)
                   ^
(a, b) -> (a - 1, b) where a > 1, b > 1 or a > b
                                        ^ …, (… or …)
(a, b) -> (a - 1, b) where a > 1, b > 1 || a > b
                                        ^ …, (… or …)
(a, b) -> (a - 1, b) positions where a > 1, b > 1 or a > b
                                                  ^ …, (… or …)
(a, b) -> (a - 1, b) stop when a > 1 or b > 1, a > b
                                             ^ …, (… or …)
(a) -> (a - 1) win when a > 1, (a > 2, a < 7 or a = 9)
                                             ^ …, (… or …)
(a, b) -> (a - k, b) where k is 3
                                ^
(a, b) -> (a - k, b) where k in (1, 2, 3)
                                ^
(a, b) -> (a - k, b) where k in [1, 2]
                                ^
(a, b) -> (a - k, b) where k in 1, 2, 3
                                ^
# Any order
(a, b) -> (a - k, b) where k >= 1 anyorder
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 any-order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 any oder
                                      ^
(a, b) -> (a - k, b) where k >= 1 anyoder
                                  ^ 'any order'
(a, b) -> (a - k, b) where k >= 1 ny order
                                  ^ 'any order'
(a, b) -> (a - k, b) where k >= 1 in any order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1, in any order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 Any Order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - 1, b) stop if a + b = 1
= (a, b) -> (a - 1, b) stop when a + b = 1
(a, b) -> (a - 1, b) stopwhen a = 0
                     ^ 'stop when'
(a, b) -> (a - 1, b) ends when a = 0
                     ^ 'stop when'
(a, b) -> (a - 1, b) until a = 0
                     ^ 'stop when'
(a, b) -> (a - 1, b) stop a = 0
                     ^ 'stop when'
(a, b) -> (a - 1, b) lose when a = 0
                     ^
(a, b) -> (a - 1, b) pile >= 1
                     ^ 'piles >='
(a, b) -> (a - 1, b) positions with a >= b
                     ^ 'positions where'
(a, b) -> (a - 1, b) in a ring
                     ^ 'in a circle'
(a, b) -> (a - 1, b) in order
                     ^ 'any order'
(a, b) -> (a - 1, b) symmetric
                     ^ 'any order'
(a, b) -> (a - 1, b) block -1
                           ^
# Brackets and moves
(a, b -> (a - 1, b)
      ^
(a, b) -> (a - 1, b
                   ^
(a, b) -> ((a - 1, b)
                 ^
(a, b) -> (a - 1), b)
          ^
(a, b) -> a - 1, b
          ^
(a, b) -> (a - 1; b)
                ^
(a, b) -> (a - k, b) where 1 <= k <= |a - b
                                           ^
(a, b) -> (a - k, b) where 1 <= k <= min(a b)
                                           ^
(a, b) -> (a - k, b) where (1 <= k <= a
                                       ^
(a, b) -> (a - 1, b, 0)
          ^
(a, b) -> (a - 1)
          ^
(a, b) -> (a - 1 | b)
          ^
(a, b) -> (a - 1, b) (a, b - 1)
                     ^
(a, b) -> (a - 1, b), (a, b - 1)
                    ^
(a, b) -> (a - 1, b) or (a, b - 1)
                     ^
(a, b) -> (u, b) where u < a (a, b - 1)
                           ^ a*(…)
(n) -> (u) (v) where u + v = n - 1
           ^
(n) -> (u), (v) where u + v = n - 1
          ^
(n) -> (u) and (v) where u + v = n - 1
           ^
(n) -> (u) - (v) where u + v = n - 1
           ^
(n) -> (u) + v where u + v = n - 1
             ^
(n) -> u + v where u + v = n - 1
       ^
(a, b) -> u + v where u + v = a
          ^
(a, b) -> (u) + (v) where u + v = a
          ^
n -> u + 1 where u < n - 2
     ^ (u + 1)
n -> n - 3 + v where v < 3
     ^ (n + v - 3)
n -> (u) + (v) where u + v = n - 1
= (n) -> (u) + (v) where u + v = n - 1
n -> u + v + w where u + v + w < n
= (n) -> (u) + (v) + (w) where u + v + w < n
a, b -> a - 1, b
^
(a, b) -> (u, b) where u < 3 (a, b - 1)
                             ^
# Congruences
(a, b) -> (a - 1, b) where a = 1 mod 3
                               ^ a mod 3 = 1
(a, b) -> (a - k, b) where k = 5 mod 2
                               ^ k mod 2 = 1
(a, b) -> (a - 1, b) where a - b = 1 mod 3
                                   ^ (a - b) mod 3 = 1
(a, b) -> (a - k, b) where k >= 1 mod 3
                                ^ k mod 3 >= 1
(a, b) -> (a - 1, b) where a = b mod 2
                               ^ a = b (mod 2)
(a, b) -> (a - 1, b) where a = (b mod 2)
= (a, b) -> (a - 1, b) where a = (b mod 2)
(a, b) -> (a - 1, b) where a != b mod 2
                                ^ a != b (mod 2)
(a, b) -> (a - 1, b) where a = b (mod 2)
= (a, b) -> (a - 1, b) where a mod 2 = b mod 2
(a, b) -> (a - 1, b) where a ≠ b (mod 2)
= (a, b) -> (a - 1, b) where a mod 2 != b mod 2
(a, b) -> (a - 1, b) where a = b = 4 (mod 3)
= (a, b) -> (a - 1, b) where a mod 3 = b mod 3 = 1
(a, b) -> (a - 1, b) where a ≡ b ≡ 1 mod 3
= (a, b) -> (a - 1, b) where a mod 3 = b mod 3 = 1
(a, b) -> (a - 1, b) where a ≡ b + 1 mod 3
= (a, b) -> (a - 1, b) where a mod 3 = (b + 1) mod 3
(a, b) -> (a - 1, b) where a = b + 1 mod 3
                                   ^ a = b + 1 (mod 3)
(a, b) -> (a - 1, b) where a = 2b + a mod 3
                                    ^ a = 2b + a (mod 3)
(a, b) -> (a - 1, b) where a = -1 (mod 3)
= (a, b) -> (a - 1, b) where a mod 3 = 2
(a, b) -> (a - 1, b) where a < b (mod 3)
                                 ^
(a, b) -> (a - 1, b) where a ≢ b (mod 3)
                             ^ not a ≡ b (mod 3)
(a, b) -> (a - 1, b) where 1 = a mod 3
= (a, b) -> (a - 1, b) where 1 = a mod 3
(a, b) -> (a - 1, b) where 5 = a mod 3
                               ^ 5 = a (mod 3)
(a, b) -> (a - 1, b) where a mod 3 = 1 mod 3
= (a, b) -> (a - 1, b) where a mod 3 = 1
(a, b) -> (a - 1, b) where a mod 3 = b mod 3
= (a, b) -> (a - 1, b) where a mod 3 = b mod 3
(a) -> (a - k) where k = 1 (mod 3)
= (a) -> (a - k) where k mod 3 = 1
# A comma or ; that is missing
(a, b) -> (a - k, b) where k >= 1 b >= 1
                                  ^ 1*b
(a, b) -> (a - k, b) where k >= 1b >= 1
                                 ^ 1*b
(a, b) -> (a - k, b) where k >= 2 b >= 1
                                  ^ 2*b
(a, b) -> (a - k, b) where k >= 2b >= 1
= (a, b) -> (a - k, b) where k >= 2b >= 1
(a, b) -> (a - k, b) where k < 3 a > 2
                                 ^ 3*a
(a, b) -> (a - k, b) where 1 <= k <= 2 b mod 3 = 1
                                       ^ 2*b
(a, b) -> (a - k, b) where 1 <= k <= 2 b odd
                                       ^ 2*b
(a, b) -> (a - k, b) where k in 1..3 b >= 1
                                     ^ 3*b
(a, b) -> (a - k, b) where 1 <= k <= 2 (a - b) >= 1
                                       ^ 2*(…)
(a, b) -> (a - 1, min(3 a, b))
                        ^ 3*a
(a, b) -> (a - k, b) where 1 <= k <= 2 b in any order
= (a, b) -> (a - k, b) where 1 <= k <= 2b any order
(a, b) -> (a - k, b) where 2 k <= b
= (a, b) -> (a - k, b) where 2k <= b
(a) -> (a - k) where 1 <= k <= 3 (a - 5)
                                 ^ 3*(…)
(n) -> (n - 2) where n >= 1 (n - 1)
                            ^ 1*(…)
(n) -> (n - k) where k in 1..3 (n - 1)
                               ^ 3*(…)
(n) -> (n - k) where 1 <= k <= 3(n - 5)
= (n) -> (n - k) where 1 <= k <= 3n - 15
# Names that can hardly be choices
(a | t) -> (a - k | 2k) where 1 <= kk <= t
                                   ^ k*k
(a, b, c) -> (u, v, c) where uu <= a, v <= b, u + v < a + b
                             ^ u*u
(a, bb) -> (a - k, b) where k >= 1, b < a
                   ^ bb?
(aa, b) -> (a - k, b) where k >= 1
            ^ aa?
(heap, pile) -> (heap - k, plie) where k >= 1, plie < heap
                           ^ pile
(a, b) -> (a - ab, b)
               ^ a*b
(a, b) -> (a, b-kk) where k >= 1
                ^ k*k
(a, b) -> (a - kb, b) where k >= 1, b >= 1
               ^ k*b
(a, b) -> (a - k, b) where k >= 1, c = b
                                   ^
(a, b) -> (a - k, b) where k >= 1, c <= b
                                   ^
(a, b) -> (a - k, b) where k >= 1, c >= 1, c < b
                                   ^
(a, b) -> (u, b) where u < a - c
                               ^
(a, b) -> (a - k, b) where k >= 1, a = 2q
= (a, b) -> (a - k, b) where k >= 1, a = 2q
(a, b) -> (a - k, b) where k >= 1, 3q <= a <= 3q + 1
= (a, b) -> (a - k, b) where k >= 1, 3q <= a <= 3q + 1
(a, b, c) -> (u, v, c) where u + v + w = a
= (a, b, c) -> (u, v, c) where u + v + w = a
(x, y) -> (x', y') where x' + y' = x
= (x, y) -> (x', y') where x' + y' = x
# Moves that can never be made
(a, b) -> (u, b) where u < -1
                       ^ u < -1
(a, b) -> (a - k, b) where k in 22..5
                                    ^
(a, b) -> (a - k, b) where 5 <= k <= 3
                           ^ 5 <= k <= 3
(a, b) -> (a - k, b) where k >= 5, k <= 3
                           ^
(a, b) -> (a - k, b) where k >= 1, false
                           ^
(a) -> ( - k) where k >= 1
       ^
(a, b) -> (-1, b)
          ^
(a, b) -> (a - 1, b) in a row of a
                     ^
(n) -> (n - 1) in a circle
               ^
# What is said in words, or of two things at once
(a) -> (a - m) where m > 0 -m < 3
                              ^ m > -m and -m < 3
(a) -> (a - k) where 0 < k >= 3, k < 5
                           ^ 0 < k and k >= 3
(a) -> (a - k) where a >= k > 0
= (a) -> (a - k) where a >= k > 0
(a) -> (a - k) where k = 1 or 2
                               ^ k = 2
(a) -> (a - k) where k = 1, 2 or 3
                              ^ k in {1, 2}
(a) -> (a - k) where k < 3 or 5
                               ^ k < 5
(a) -> (a - k) where k = {1, 3}
                         ^ 'in'
(a) -> (a - k) where 1 <= k < 4, k = 1 (mod2)
= (a) -> (a - k) where 1 <= k < 4, k mod 2 = 1
(a) -> (a - k) where k >= 1, a mod2 = 1
= (a) -> (a - k) where k >= 1, a mod 2 = 1
(a, mod2) -> (a - 1, mod2)
    ^
(a) -> (a - k) where k is a power of 2
= (a) -> (a - k) where k power of 2
(a) -> (a - k) where k is not a power of 2, k >= 1
= (a) -> (a - k) where not (k power of 2), k >= 1
(a) -> (a - k) where k is an odd number
= (a) -> (a - k) where k mod 2 = 1
(a) -> (a - k) where k = a power of 2
                           ^ k power of 2
(a) -> (a - k) where k = power of 2
                         ^ k power of 2
(a) -> (a - k) where k is a multiple of 3
                          ^ k mod 3 = 0
(a) -> (a - k) where k is at least 1
                          ^ k >= 1
(a) -> (a - k) where k between 1 and 3
                       ^ 1 <= k <= 3
# Powers, divisors, misère play
(a, b) -> (a - 1, b) where a = b^2
                                ^ b*b
(a, b) -> (a - 2^k, b)
                ^ p power of 2
(a, b) -> (a - k, b) where k | a
                             ^ k divides a
(a, b) -> (a - k, b) where k ∣ a
                             ^ k divides n
(a, b) -> (a - k, b) where k >= 1 misere
                                  ^ --misere
(a, b) -> (a - k, b) where k >= 1 misère
                                     ^ --misere
# Pasted, and said in passing
(a, b) −→ (u, b) where u < a
= (a, b) -> (u, b) where u < a
\ufeff(a, b) -> (u, b) where u < a
= (a, b) -> (u, b) where u < a
$(a, b) \\to (a - k, b)$ where $1 \\leq k \\le b$
= (a, b) -> (a - k, b) where 1 <= k <= b
(a, b) -> (a - k, b) where k \\in \\{1, 3\\} \\quad any order
= (a, b) -> (a - k, b) where k in {1, 3} any order
(a, b) -> (a - 1e3, b)
               ^
(a, e3) -> (a - 1e3, e3 - 1)
= (a, e3) -> (a - e3, e3 - 1)
(a, b) -> (a - k, b) where k >= k
                           ^ k >= k
(a, b) -> (a - 1, b) where b = b
                           ^ b = b
(a, b) -> (a - k, b) where k >= 1, a in 2..a
                                   ^ 2 <= a <= a
(a, b) -> (a - k, b) where k >= 1, a ≡ a (mod 2)
                                   ^ a mod 2 = a mod 2
(a, b) -> (a - 1, b) piles > 999999999
                             ^
(a, b) -> (a - 1, b) stop when a < 0
                               ^ a < 0
(a, b) -> (a - 1, b) stop when a >= 0
                               ^ a >= 0
(a, b) -> (a - 1, b) win when a + b >= 0
                              ^ a + b >= 0
(a, b) -> (a - 1, b) stop where a = 1
= (a, b) -> (a - 1, b) stop when a = 1
(a, b) -> (a - 1, b) where pile >= 1
                           ^ all piles >= 1
(a, b) -> (a - k, b) where k = 1..b
                                ^ 'in'
(a, b) -> (a - k, b) where k in {1, 2, …, b}
                                       ^ k in 1..5
(a, b) -> (a - k, b) where k in {1, b}
                                    ^ k = b
(a, b) -> (a - k, b) where prime(k) or square(k)
= (a, b) -> (a - k, b) where k prime or k square
(a, b) -> (a - k, b) where k /= 1
                             ^ '!='
(a, b) -> (a - k, b) where a mod k = 0
                                 ^ k divides a
(a, b) -> (a - k, b - l) where k, l >= 1
                                ^
(a, b) -> (a - 1, b) stop when two piles equal
                                   ^ some 2 piles equal
a -> a - 1, a - 2
          ^
a -> a - 1 ; ⌊a/2⌋
= (a) -> (a - 1) ; (a div 2)
(a, b) -> (a - k, b) where k >= 1 any order of (a, b)
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k ∉ {1}
                             ^ k not in {1, 3}
(a, b) -> (a - k, b) where ∃ j: k = 2j
                           ^
"""

FORMULAS = """
a = B
    ^ b?
a = 2 b || c % 2 == 1
= a = 2b or c mod 2 = 1
a ^ b = c
  ^ the nim-sum is written xor
a ⊕ b = c
= (a xor b) = c
a ≡ b (mod 4) && !(c = 0)
= a mod 4 = b mod 4 and not (c = 0)
a2 = 0
^ 2a
gcd(a, b) = 1
^
a(b + 1) = c
^ a*(…)
a/2 = b
 ^ a div 2
floor(a/2) = ⌈b/3⌉
= a div 2 = (b + 2) div 3
a = b => c = 0
= not (a = b) or c = 0
a = b -> c = 0
= not (a = b) or c = 0
a => b
  ^ '>='
v2 = 1
   ^
a = 1 mod 3
    ^ a mod 3 = 1
a = b mod 2
    ^ a = b (mod 2)
a = (b mod 2)
= a = (b mod 2)
a = b (mod 2)
= a mod 2 = b mod 2
all piles = 1 mod 3
            ^ … mod 3 = 1
all piles = 1 (mod 3)
= a mod 3 = 1 and b mod 3 = 1 and c mod 3 = 1
a = b or b = a, a = 1
              ^ …, (… or …)
a = b + -
        ^
a xor b mod 2 = 0
        ^ (… xor …) mod 2
a = 1 b = 2
      ^ 1*b
a | b
  ^ a divides b
a + bb = 6
    ^ b*b
a + ab = 6
    ^ a*b
exists ab <= c: 2ab = c
       ^
a = b^2
     ^ no automaton decides powers
a = 2^n
     ^ p power of 2
a > b < c
      ^ a > b and b < c
a = b or c
          ^ a = c
a is a power of 2
= a power of 2
a = b (mod2)
= a mod 2 = b mod 2
a mod 3 = 7 mod 3
= a mod 3 = 1
"""


def lines(table: str) -> list[tuple[str, str]]:
    found = [line for line in table.strip().split("\n") if not line.startswith("#")]
    return list(zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize(("text", "result"), lines(RULES), ids=[text for text, _ in lines(RULES)])
def test_a_rule_with_a_mistake_is_read_or_answered(text: str, result: str) -> None:
    if result.startswith("= "):
        assert str(parse(text)) == result[2:]
        assert parse(result[2:]) == parse(text)
    else:
        check_place_and_fix(refusal(lambda: parse(text), NotationError), result)


@pytest.mark.parametrize(("text", "result"), lines(FORMULAS), ids=[text for text, _ in lines(FORMULAS)])
def test_a_formula_with_a_mistake_is_read_or_answered(text: str, result: str) -> None:
    names = ("a", "b", "c")
    if result.startswith("= "):
        assert str(parse_formula(text, names)) == result[2:]
    else:
        check_place_and_fix(refusal(lambda: parse_formula(text, names), NotationError), result)


def check_place_and_fix(error: NotationError, result: str) -> None:
    """Compare an error with a line of a table."""
    before, _, fix = result.partition("^")
    assert (error.line, error.offset) == (1, len(before))
    assert fix.strip() in error.message


@pytest.mark.parametrize(
    ("word", "clause"),
    [("wehre", "where"), ("anyorder", "any order"), ("ordr", "any order"), ("pile", "piles >="), ("xyz", "")],
)
def test_a_word_like_a_clause_is_recognised(word: str, clause: str) -> None:
    assert suggest_clause([word]) == clause


@pytest.mark.parametrize(
    ("name", "meant"), [("A", " a?"), ("n_r", " n_R?"), ("heapp", " heap?"), ("a12", " 12a "), ("q", "")]
)
def test_a_name_like_another_is_recognised(name: str, meant: str) -> None:
    hint = suggest_name(name, ["a", "n_R", "heap"])
    assert meant in hint
    assert bool(hint) == bool(meant)
    snapshot(hint)


@pytest.mark.parametrize(("name", "slip"), [("k2", True), ("K", True), ("k", False), ("j", False), ("2", False)])
def test_a_slip_is_a_name_beside_one_that_was_meant(name: str, slip: bool) -> None:
    assert is_probable_misspelling(name, ["k", "a"]) is slip


def test_the_terms_of_which_the_largest_is_taken_are_few() -> None:
    rule = "(a, b) -> (a - k, b) where k = max({})"
    terms = [f"a - {number}b" for number in range(51)]
    assert parse(rule.format(", ".join(terms[:50]))).piles == ("a", "b")
    assert refusal(lambda: parse(rule.format(", ".join(terms))), NotationError).column == 32


def test_what_a_value_is_may_be_a_residue_without_brackets() -> None:
    rule = parse("(a) -> (a - 1)")
    assert str(Statement.read_claim(rule, "value = a mod 2").formula) == "value = (a mod 2)"
