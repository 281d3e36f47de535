# ruff: noqa: E501  a message stands in one line, under the place it points at
"""An answer to every mistake: what can only mean one thing is read as that, the rest gets the right form.

In the table a rule as it was typed is followed by "=" and the rule as it was read, or by what is said of the place above
the caret.
"""

from __future__ import annotations

import pytest

from sprague.rules import parse
from sprague.rules.formula_notation import parse_formula
from sprague.rules.mistakes import is_slip, meant_clause, meant_name
from sprague.rules.statements import Statement
from tests.refusals import message_of

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
       ^ expected '->' after the piles, found '='
(a, b) (a - 1, b)
       ^ expected '->' after the piles, found '('
# Signs
(a, b) -> (a - k, b) where k ≥ 1
= (a, b) -> (a - k, b) where k >= 1
(a, b) -> (a - k, b) where 1 =< k
= (a, b) -> (a - k, b) where 1 <= k
(a, b) -> (a - k, b) where k => 1
                             ^ expected '>=' or 'implies' in place of '=>'
(a, b) -> (a - k, b) where 1 <= k < = b
                                    ^ expected a name, a number or '(', found '='; write <= as one sign
(a, b) -> (a - k, b) where k <> 0
= (a, b) -> (a - k, b) where k != 0
(a, b) -> (a - k, b) where k == 2
= (a, b) -> (a - k, b) where k = 2
(a, b) -> (a - k, b) where !(k = 0)
= (a, b) -> (a - k, b) where not (k = 0)
(a, b) -> (a - k, b) where k! = 0
                            ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found '!'
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
                                 ^ expected 'implies' in place of '⟹'
(a, b) -> (a - k, b) where k = 1 | k = b
                                 ^ expected 'or' in place of '|'
(a, b) -> (a - k, b) where k ∤ a
                             ^ expected the words 'not' and 'divides', as in not k divides n, found '∤'
(a, b) -> (a - k, b) where k ∈ ℕ
                               ^ expected no ℕ, as every number is a natural one, found 'ℕ'
(a, b) -> (a - k, b) where k is even or odd
                                           ^ expected '(' after 'odd', or a term before it, as in k odd, found the end
(a, b) -> (a - k, b) where k % 2 = 1
= (a, b) -> (a - k, b) where k mod 2 = 1
(a, b) -> (a - k, b) where k ≡ 1 (mod 3)
= (a, b) -> (a - k, b) where k mod 3 = 1
(a, b) -> (a - k, b) where k ≡ 1 mod 3
= (a, b) -> (a - k, b) where k mod 3 = 1
(a, b) -> (a - k, b) where k ≡ 1
                                ^ expected '(mod' and a number after '≡', as in a ≡ 1 (mod 3), found the end
(a, b) -> (u, b) where u ⊕ b < a
                         ^ expected a term with which moves can be worked out, found '⊕'; formulas have it
(a, b) -> (u, b) where u ^ b < a
                         ^ expected no power, found '^': write a*a for a square; rules have no xor
(a, b) -> (a - k^2, b)
                ^ expected no power, found '^': write k*k for the square; rules have no xor
(a, b) -> (a - k², b)
                ^ expected no power (a*a is a square), found '²'
[a, b] -> [a - 1, b]
^ expected round brackets ( ), or { } for a set, found '['
(a, b) -> {a - 1, b}
          ^ expected what the piles become, in brackets such as (a - 1, b), found '{'
# Numbers
(a, b) -> (a/2, b) where a >= 1
            ^ expected a whole number: write a div 2, which rounds down, or ceil(a/2), which rounds up
(a, b) -> ((a + b)/2, b) where a > b
                  ^ expected a whole number: write (a + b) div 2, which rounds down, or ceil((a + b)/2), which rounds up
(a, b) -> (a // 2, b) where a >= 1
= (a, b) -> (a div 2, b) where a >= 1
(a, b) -> (a - 0.5, b)
               ^ expected a whole number, found '0.5'
(a, b) -> (a - {1, 2}, b)
               ^ expected a name, a number or '(', found '{'; name a choice, as in n - k where k in {1, 2}
(a, b) -> (a - k, b) where k is a power of two
                                           ^ expected a base, which is a number, found 'two'; write 2
(a, b) -> (a - k, b) where k <= 3 // at most three
                                     ^ expected a divisor, which is a number, found 'at'; a comment begins with #
(a, b) -> (a - -1, b)
               ^ expected a name, a number or '(', found '-'; put a negative number in brackets
(a, b) -> (a - (-1), b)
= (a, b) -> (a + 1, b)
(a, b) -> (a - k, b) where k in {-1, 2}
                                 ^ expected a number of at least 0, found '-1'
(a, b) -> (a - 1, b) piles >= -1
                              ^ expected a number of at least 0, found '-1'
(a, b) -> (a - 1, b) piles > 0
= (a, b) -> (a - 1, b) piles >= 1
(a, b) -> (a - k, b) where 1 <= k <= a mod b
                                           ^ expected a modulus, which is a number, found 'b'
(a, b) -> (a - a div 2, b) where a >= 1
               ^ expected brackets before 'div': write (a - a) div 2 or a - (a div 2)
(a, b) -> (u, b) where u < a - b mod 3
                               ^ expected brackets before 'mod': write (a - b) mod 3 or a - (b mod 3)
# Names
(a, b) -> (a - 2k, b) where k >= 1
= (a, b) -> (a - 2k, b) where k >= 1
(a, b) -> (a - 2 k, b) where k >= 1
= (a, b) -> (a - 2k, b) where k >= 1
(a, b) -> (a - k2, b) where 1 <= k <= b
               ^ expected one of the piles a, b or the choice k, found 'k2'; write 2k if a multiple is meant
(a, b) -> (a - K, b) where 1 <= k <= b
               ^ expected one of the piles a, b or the choice k, found 'K'; did you mean k?
(a, b) -> (u, b) where u < A
                           ^ expected one of the piles a, b or the choice u, found 'A'; did you mean a?
(a, b) -> (u, b) where u < c
                           ^ expected one of the piles a, b or the choice u, found 'c', which as a choice would make no pile
(a, b) -> (u, b) where u < a, c = 0
                              ^ expected one of the piles a, b or the choice u, found 'c', which as a choice would make no pile
(aa, bb) -> (aa - k, bb) where 1 <= k <= abb
                                         ^ expected one of the piles aa, bb or the choice k, found 'abb'; did you mean bb?
(a, b) -> (u, b) where u < a + 0c
                                ^ expected one of the piles a, b or the choice u, found 'c', which as a choice would make no pile
(a, b) -> (a - 1, b) stop when c = 0
                               ^ expected one of the piles a, b, found 'c'
(a, b) -> (a - 1, b) any order of a, B
                                     ^ expected one of the piles a, b, found 'B'; did you mean b?
(a, b) -> (a + k, b) where k >= 1
               ^ the choice k has no upper bound; say how large it may be
(a, b) -> (a - max, b) where max >= 1
                  ^ expected '(' after 'max': write max(a, b) if all piles are meant
(a, b) -> (a(b + 1), b)
           ^ expected a sign after 'a': write a*(…), or ';' before another move
(a, b) -> (a - k(b + 1), b) where k >= 1
               ^ expected a sign after 'k': write k*(…), or ';' before another move
(a, b) -> (u, b) where u < a - gcd(a - 1, b) any order
                               ^ expected one of the functions min, max, sum, floor, ceil or abs, found 'gcd'
(a, b) -> (a - k, b) where isprime(k)
                           ^ expected one of the functions min, max, sum, floor, ceil or abs, found 'isprime'; did you mean prime?
(a, b) -> (u, b) where u < lcm (a, b)
                           ^ expected one of the functions min, max, sum, floor, ceil or abs, found 'lcm'
(a, b) -> (u, b) where u < v2(a)
                           ^ expected a term with which moves can be worked out, such as min(a, b), found 'v2'; formulas have it
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
                 ^ expected 'where' before a condition
(a, b) -> (u, b), u < a
                ^ expected 'where' before a condition
(a, b) -> (u, b) wher u < a
                 ^ expected a move or a clause, found 'wher'; did you mean 'where'?
(a, b) -> (a - 1 + -, b - 1)
                   ^ expected a name, a number or '(', found '-'
(a, b) -> (a - 1, b) where a > 1, b > 1 or a > b
                                        ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
(a, b) -> (a - 1, b) where a > 1, b > 1 || a > b
                                        ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
(a, b) -> (a - 1, b) positions where a > 1, b > 1 or a > b
                                                  ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
(a, b) -> (a - 1, b) stop when a > 1 or b > 1, a > b
                                             ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
(a) -> (a - 1) win when a > 1, (a > 2, a < 7 or a = 9)
                                             ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
(a, b) -> (a - k, b) where k is 3
                                ^ expected 'even', 'odd', 'square', 'prime', 'in' or 'power of', or a sign such as = in place of 'is', found '3'
(a, b) -> (a - k, b) where k in (1, 2, 3)
                                ^ expected numbers such as {1, 3, 4} or 2..5 after 'in', found '('
(a, b) -> (a - k, b) where k in [1, 2]
                                ^ expected round brackets ( ), or { } for a set, found '['
(a, b) -> (a - k, b) where k in 1, 2, 3
                                ^ expected numbers such as {1, 3, 4} or 2..5 after 'in', found '1'
# Any order
(a, b) -> (a - k, b) where k >= 1 anyorder
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 any-order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 any oder
                                      ^ expected 'order' after 'any', found 'oder'
(a, b) -> (a - k, b) where k >= 1 anyoder
                                  ^ expected a move or a clause, found 'anyoder'; did you mean 'any order'?
(a, b) -> (a - k, b) where k >= 1 ny order
                                  ^ expected a move or a clause, found 'ny'; did you mean 'any order'?
(a, b) -> (a - k, b) where k >= 1 in any order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1, in any order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k >= 1 Any Order
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - 1, b) stop if a + b = 1
= (a, b) -> (a - 1, b) stop when a + b = 1
(a, b) -> (a - 1, b) stopwhen a = 0
                     ^ expected a move or a clause, found 'stopwhen'; did you mean 'stop when'?
(a, b) -> (a - 1, b) ends when a = 0
                     ^ expected a move or a clause, found 'ends'; did you mean 'stop when'?
(a, b) -> (a - 1, b) until a = 0
                     ^ expected a move or a clause, found 'until'; did you mean 'stop when'?
(a, b) -> (a - 1, b) stop a = 0
                     ^ expected a move or a clause, found 'stop'; did you mean 'stop when'?
(a, b) -> (a - 1, b) lose when a = 0
                     ^ expected a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', 'positions where', 'stop when', 'win when' or 'block', found 'lose'
(a, b) -> (a - 1, b) pile >= 1
                     ^ expected a move or a clause, found 'pile'; did you mean 'piles >='?
(a, b) -> (a - 1, b) positions with a >= b
                     ^ expected a move or a clause, found 'positions'; did you mean 'positions where'?
(a, b) -> (a - 1, b) in a ring
                     ^ expected a move or a clause, found 'in'; did you mean 'in a circle'?
(a, b) -> (a - 1, b) in order
                     ^ expected a move or a clause, found 'in'; did you mean 'any order'?
(a, b) -> (a - 1, b) symmetric
                     ^ expected a move or a clause, found 'symmetric'; did you mean 'any order'?
(a, b) -> (a - 1, b) block -1
                           ^ expected a number of options to forbid of at least 0, found '-1'
# Brackets and moves
(a, b -> (a - 1, b)
      ^ expected ',' or ')', found '->'
(a, b) -> (a - 1, b
                   ^ expected ',' or ')', found the end
(a, b) -> ((a - 1, b)
                 ^ expected ')', found ','
(a, b) -> (a - 1), b)
          ^ expected 2 piles on the right, as on the left, found 1 pile
(a, b) -> a - 1, b
          ^ expected what the piles become, in brackets such as (a - 1, b), found 'a'
(a, b) -> (a - 1; b)
                ^ expected ',' or ')', found ';'
(a, b) -> (a - k, b) where 1 <= k <= |a - b
                                           ^ expected '|', found the end
(a, b) -> (a - k, b) where 1 <= k <= min(a b)
                                           ^ expected ',' or ')', found 'b'
(a, b) -> (a - k, b) where (1 <= k <= a
                                       ^ expected ')', found the end
(a, b) -> (a - 1, b, 0)
          ^ expected 2 piles on the right, as on the left, found 3 piles
(a, b) -> (a - 1)
          ^ expected 2 piles on the right, as on the left, found 1 pile
(a, b) -> (a - 1 | b)
          ^ expected 2 piles on the right, as on the left, found 1 pile, '|' and 1 remembered number
(a, b) -> (a - 1, b) (a, b - 1)
                     ^ expected ';' or a new line before another move, or '+' before another part of a sum
(a, b) -> (a - 1, b), (a, b - 1)
                    ^ expected ';' or a new line before another move, or '+' before another part of a sum, found ','
(a, b) -> (a - 1, b) or (a, b - 1)
                     ^ expected ';' or a new line before another move, found 'or'
(a, b) -> (u, b) where u < a (a, b - 1)
                           ^ expected a sign after 'a': write a*(…), or ';' before another move
(n) -> (u) (v) where u + v = n - 1
           ^ expected ';' or a new line before another move, or '+' before another part of a sum
(n) -> (u), (v) where u + v = n - 1
          ^ expected ';' or a new line before another move, or '+' before another part of a sum, found ','
(n) -> (u) and (v) where u + v = n - 1
           ^ expected ';' or a new line before another move, or '+' before another part of a sum, found 'and'
(n) -> (u) - (v) where u + v = n - 1
           ^ expected '+' before another part of a sum, 'where', ';' or the end, found '-'
(n) -> (u) + v where u + v = n - 1
             ^ expected what the piles become, in brackets such as (a - 1, b), found 'v'
(n) -> u + v where u + v = n - 1
       ^ expected what the piles become, in brackets such as (a - 1, b), found 'u'
(a, b) -> u + v where u + v = a
          ^ expected what the piles become, in brackets such as (a - 1, b), found 'u'
(a, b) -> (u) + (v) where u + v = a
          ^ expected 2 piles on the right, as on the left, found 1 pile
n -> u + 1 where u < n - 2
     ^ expected brackets, as '+' could make one pile or several: write (u + 1) for one pile, or (…) + (…) for several
n -> n - 3 + v where v < 3
     ^ expected brackets, as '+' could make one pile or several: write (n + v - 3) for one pile, or (…) + (…) for several
n -> (u) + (v) where u + v = n - 1
= (n) -> (u) + (v) where u + v = n - 1
n -> u + v + w where u + v + w < n
= (n) -> (u) + (v) + (w) where u + v + w < n
a, b -> a - 1, b
^ expected the piles in brackets, such as (a, b), found 'a'
(a, b) -> (u, b) where u < 3 (a, b - 1)
                             ^ expected ';' or a new line before another move
# Congruences
(a, b) -> (a - 1, b) where a = 1 mod 3
                               ^ expected a name before 'mod', found '1': write a mod 3 = 1
(a, b) -> (a - k, b) where k = 5 mod 2
                               ^ expected a name before 'mod', found '5': write k mod 2 = 1
(a, b) -> (a - 1, b) where a - b = 1 mod 3
                                   ^ expected a name before 'mod', found '1': write (a - b) mod 3 = 1
(a, b) -> (a - k, b) where k >= 1 mod 3
                                ^ expected a name before 'mod', found '1': write k mod 3 >= 1
(a, b) -> (a - 1, b) where a = b mod 2
                               ^ expected brackets, as 'mod' could be of both sides: write a = b (mod 2) or a = (b mod 2)
(a, b) -> (a - 1, b) where a = (b mod 2)
= (a, b) -> (a - 1, b) where a = (b mod 2)
(a, b) -> (a - 1, b) where a != b mod 2
                                ^ expected brackets, as 'mod' could be of both sides: write a != b (mod 2) or a != (b mod 2)
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
                                   ^ expected brackets before 'mod': write a = b + 1 (mod 3) or a = ((b + 1) mod 3)
(a, b) -> (a - 1, b) where a = 2b + a mod 3
                                    ^ expected brackets before 'mod': write a = 2b + a (mod 3) or a = ((2b + a) mod 3) or a = 2b + (a mod 3)
(a, b) -> (a - 1, b) where a = -1 (mod 3)
= (a, b) -> (a - 1, b) where a mod 3 = 2
(a, b) -> (a - 1, b) where a < b (mod 3)
                                 ^ expected '=' or '≡' before '(mod 3)', found '<'
(a, b) -> (a - 1, b) where a ≢ b (mod 3)
                             ^ expected a condition such as not a ≡ b (mod 3), found '≢'
(a, b) -> (a - 1, b) where 1 = a mod 3
= (a, b) -> (a - 1, b) where 1 = a mod 3
(a, b) -> (a - 1, b) where 5 = a mod 3
                               ^ expected brackets, as 'mod' could be of both sides: write 5 = a (mod 3) or 5 = (a mod 3)
(a, b) -> (a - 1, b) where a mod 3 = 1 mod 3
= (a, b) -> (a - 1, b) where a mod 3 = 1
(a, b) -> (a - 1, b) where a mod 3 = b mod 3
= (a, b) -> (a - 1, b) where a mod 3 = b mod 3
(a) -> (a - k) where k = 1 (mod 3)
= (a) -> (a - k) where k mod 3 = 1
# A comma or ; that is missing
(a, b) -> (a - k, b) where k >= 1 b >= 1
                                  ^ expected a sign before 'b': write 1*b for the product, or 1, b for another condition
(a, b) -> (a - k, b) where k >= 1b >= 1
                                 ^ expected a sign before 'b': write 1*b for the product, or 1, b for another condition
(a, b) -> (a - k, b) where k >= 2 b >= 1
                                  ^ expected a sign before 'b': write 2*b for the product, or 2, b for another condition
(a, b) -> (a - k, b) where k >= 2b >= 1
= (a, b) -> (a - k, b) where k >= 2b >= 1
(a, b) -> (a - k, b) where k < 3 a > 2
                                 ^ expected a sign before 'a': write 3*a for the product, or 3, a for another condition
(a, b) -> (a - k, b) where 1 <= k <= 2 b mod 3 = 1
                                       ^ expected a sign before 'b': write 2*b for the product, or 2, b for another condition
(a, b) -> (a - k, b) where 1 <= k <= 2 b odd
                                       ^ expected a sign before 'b': write 2*b for the product, or 2, b for another condition
(a, b) -> (a - k, b) where k in 1..3 b >= 1
                                     ^ expected a sign before 'b': write 3*b for the product, or 3, b for another condition
(a, b) -> (a - k, b) where 1 <= k <= 2 (a - b) >= 1
                                       ^ expected a sign before '(': write 2*(…) for the product, or 2, (…) for another condition
(a, b) -> (a - 1, min(3 a, b))
                        ^ expected a sign before 'a': write 3*a for the product, or 3, a for another term
(a, b) -> (a - k, b) where 1 <= k <= 2 b in any order
= (a, b) -> (a - k, b) where 1 <= k <= 2b any order
(a, b) -> (a - k, b) where 2 k <= b
= (a, b) -> (a - k, b) where 2k <= b
(a) -> (a - k) where 1 <= k <= 3 (a - 5)
                                 ^ expected a sign before '(': write 3*(…) for the product, or 3 ; (…) for another move
(n) -> (n - 2) where n >= 1 (n - 1)
                            ^ expected a sign before '(': write 1*(…) for the product, or 1 ; (…) for another move
(n) -> (n - k) where k in 1..3 (n - 1)
                               ^ expected a sign before '(': write 3*(…) for the product, or 3 ; (…) for another move
(n) -> (n - k) where 1 <= k <= 3(n - 5)
= (n) -> (n - k) where 1 <= k <= 3n - 15
# Names that can hardly be choices
(a | t) -> (a - k | 2k) where 1 <= kk <= t
                                   ^ expected one of the piles a, t or the choice k, found 'kk'; did you mean k or k*k?
(a, b, c) -> (u, v, c) where uu <= a, v <= b, u + v < a + b
                             ^ expected one of the piles a, b, c or the choices u, v, found 'uu'; did you mean u or u*u?
(a, bb) -> (a - k, b) where k >= 1, b < a
                   ^ expected one of the piles a, bb or the choice k, found 'b'; did you mean bb?
(aa, b) -> (a - k, b) where k >= 1
            ^ expected one of the piles aa, b or the choice k, found 'a'; did you mean aa?
(heap, pile) -> (heap - k, plie) where k >= 1, plie < heap
                           ^ expected one of the piles heap, pile or the choice k, found 'plie'; did you mean pile?
(a, b) -> (a - ab, b)
               ^ expected one of the piles a, b, found 'ab'; did you mean a*b?
(a, b) -> (a, b-kk) where k >= 1
                ^ expected one of the piles a, b or the choice k, found 'kk'; did you mean k or k*k?
(a, b) -> (a - kb, b) where k >= 1, b >= 1
               ^ expected one of the piles a, b or the choice k, found 'kb'; did you mean k*b?
(a, b) -> (a - k, b) where k >= 1, c = b
                                   ^ expected one of the piles a, b or the choice k, found 'c', which as a choice would make no pile
(a, b) -> (a - k, b) where k >= 1, c <= b
                                   ^ expected one of the piles a, b or the choice k, found 'c', which as a choice would make no pile
(a, b) -> (a - k, b) where k >= 1, c >= 1, c < b
                                   ^ expected one of the piles a, b or the choice k, found 'c', which as a choice would make no pile
(a, b) -> (u, b) where u < a - c
                               ^ expected one of the piles a, b or the choice u, found 'c', which as a choice would make no pile
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
                       ^ expected a move that can be made, but u < -1 never holds
(a, b) -> (a - k, b) where k in 22..5
                                    ^ expected a number of at least 22, found '5'
(a, b) -> (a - k, b) where 5 <= k <= 3
                           ^ expected a move that can be made, but 5 <= k <= 3 never holds
(a, b) -> (a - k, b) where k >= 5, k <= 3
                           ^ expected a move that can be made, but its conditions contradict each other
(a, b) -> (a - k, b) where k >= 1, false
                           ^ expected a move that can be made, but false never holds
(a) -> ( - k) where k >= 1
       ^ expected what the piles become, found -k, which is never more than 0
(a, b) -> (-1, b)
          ^ expected what the piles become, found -1, which is never more than 0
(a, b) -> (a - 1, b) in a row of a
                     ^ expected two piles or more 'in a row', found 1; leave it out
(n) -> (n - 1) in a circle
               ^ expected two piles or more 'in a circle', found 1; leave it out
# What is said in words, or of two things at once
(a) -> (a - m) where m > 0 -m < 3
                              ^ expected signs in one direction, found '<' after 'm > -m': write m > -m and -m < 3, unless a comma is missing
(a) -> (a - k) where 0 < k >= 3, k < 5
                           ^ expected signs in one direction, found '>=' after '0 < k': write 0 < k and k >= 3, unless a comma is missing
(a) -> (a - k) where a >= k > 0
= (a) -> (a - k) where a >= k > 0
(a) -> (a - k) where k = 1 or 2
                               ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found the end; write k = 2, or a set, as in k in {1, 2}
(a) -> (a - k) where k = 1, 2 or 3
                              ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found 'or'; write a set, as in k in {1, 2}
(a) -> (a - k) where k < 3 or 5
                               ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found the end; write k < 5
(a) -> (a - k) where k = {1, 3}
                         ^ expected a name, a number or '(', found '{'; write 'in' before a set
(a) -> (a - k) where 1 <= k < 4, k = 1 (mod2)
= (a) -> (a - k) where 1 <= k < 4, k mod 2 = 1
(a) -> (a - k) where k >= 1, a mod2 = 1
= (a) -> (a - k) where k >= 1, a mod 2 = 1
(a, mod2) -> (a - 1, mod2)
    ^ expected the name of a pile, found 'mod'
(a) -> (a - k) where k is a power of 2
= (a) -> (a - k) where k power of 2
(a) -> (a - k) where k is not a power of 2, k >= 1
= (a) -> (a - k) where not (k power of 2), k >= 1
(a) -> (a - k) where k is an odd number
= (a) -> (a - k) where k mod 2 = 1
(a) -> (a - k) where k = a power of 2
                           ^ expected '=' or 'power', not both: write k power of 2, or two conditions
(a) -> (a - k) where k = power of 2
                         ^ expected a name, a number or '(', found 'power'; write no sign before it, as in k power of 2 or k odd
(a) -> (a - k) where k is a multiple of 3
                          ^ expected 'even', 'odd', 'square', 'prime', 'in' or 'power of', or a sign such as = in place of 'is', found 'a'; write it in signs, as in k mod 3 = 0
(a) -> (a - k) where k is at least 1
                          ^ expected 'even', 'odd', 'square', 'prime', 'in' or 'power of', or a sign such as = in place of 'is', found 'at'; write it in signs, as in k >= 1
(a) -> (a - k) where k between 1 and 3
                       ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found 'between'; write it in signs, as in 1 <= k <= 3
# Powers, divisors, misère play
(a, b) -> (a - 1, b) where a = b^2
                                ^ expected no power, found '^': write b*b for the square; rules have no xor
(a, b) -> (a - 2^k, b)
                ^ expected no power, found '^': name the power, as in p power of 2; rules have no xor
(a, b) -> (a - k, b) where k | a
                             ^ expected 'divides' in place of '|': write k divides a
(a, b) -> (a - k, b) where k ∣ a
                             ^ expected the word divides, as in k divides n, found '∣'
(a, b) -> (a - k, b) where k >= 1 misere
                                  ^ expected no misère play in a rule: ask for it by --misere, in Python by misere=True, found 'misere'
(a, b) -> (a - k, b) where k >= 1 misère
                                     ^ expected no 'misère' here: misère play is asked for by --misere, in Python by misere=True, found 'è'
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
               ^ expected a whole number in plain digits, found '1e3'
(a, e3) -> (a - 1e3, e3 - 1)
= (a, e3) -> (a - e3, e3 - 1)
(a, b) -> (a - k, b) where k >= k
                           ^ expected two different sides, found k >= k
(a, b) -> (a - 1, b) where b = b
                           ^ expected two different sides, found b = b
(a, b) -> (a - k, b) where k >= 1, a in 2..a
                                   ^ expected two different sides, found 2 <= a <= a
(a, b) -> (a - k, b) where k >= 1, a ≡ a (mod 2)
                                   ^ expected two different sides, found a mod 2 = a mod 2
(a, b) -> (a - 1, b) piles > 999999999
                             ^ expected a number of at most 9 digits, found 1000000000
(a, b) -> (a - 1, b) stop when a < 0
                               ^ expected a condition that tells positions apart, but a < 0 never holds
(a, b) -> (a - 1, b) stop when a >= 0
                               ^ expected a condition that tells positions apart, but a >= 0 always holds
(a, b) -> (a - 1, b) win when a + b >= 0
                              ^ expected a condition that tells positions apart, but a + b >= 0 always holds
(a, b) -> (a - 1, b) stop where a = 1
= (a, b) -> (a - 1, b) stop when a = 1
(a, b) -> (a - 1, b) where pile >= 1
                           ^ expected a name, a number or '(', found 'pile'; name the pile, or write all piles >= 1
(a, b) -> (a - k, b) where k = 1..b
                                ^ expected 'in' in place of '=' before numbers such as 2..5, found '..'
(a, b) -> (a - k, b) where k in {1, 2, …, b}
                                       ^ expected a number, found '…'; write k in 1..5 for all between two
(a, b) -> (a - k, b) where k in {1, b}
                                    ^ expected a number, found 'b'; write k = b for one, k in 1..b for all up to it
(a, b) -> (a - k, b) where prime(k) or square(k)
= (a, b) -> (a - k, b) where k prime or k square
(a, b) -> (a - k, b) where k /= 1
                             ^ expected '!=' in place of '/='
(a, b) -> (a - k, b) where a mod k = 0
                                 ^ expected a modulus, which is a number, found 'k'; write k divides a
(a, b) -> (a - k, b - l) where k, l >= 1
                                ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found ','; say it of each: k >= …, l >= …
(a, b) -> (a - 1, b) stop when two piles equal
                                   ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found 'piles'; write some 2 piles equal, or all piles >= 1
a -> a - 1, a - 2
          ^ expected ';' or a new line before another move, found ','
a -> a - 1 ; ⌊a/2⌋
= (a) -> (a - 1) ; (a div 2)
(a, b) -> (a - k, b) where k >= 1 any order of (a, b)
= (a, b) -> (a - k, b) where k >= 1 any order
(a, b) -> (a - k, b) where k ∉ {1}
                             ^ expected 'not in', as in k not in {1, 3}, found '∉'
(a, b) -> (a - k, b) where ∃ j: k = 2j
                           ^ expected no quantified number in a rule: a name that is no pile is the mover's choice already
"""

FORMULAS = """
a = B
    ^ expected one of a, b, c, or a function, found 'B'; did you mean b?
a = 2 b || c % 2 == 1
= a = 2b or c mod 2 = 1
a ^ b = c
  ^ expected no power, found '^': write a*a for a square, and xor for the nim-sum
a ⊕ b = c
= (a xor b) = c
a ≡ b (mod 4) && !(c = 0)
= a mod 4 = b mod 4 and not (c = 0)
a2 = 0
^ expected one of a, b, c, or a function, found 'a2'; write 2a if a multiple is meant
gcd(a, b) = 1
^ expected one of the functions min, max, sum, floor, ceil, abs, xor, bitand, bitor, v2, low2, fib_shift or fib_zeros, found 'gcd'
a(b + 1) = c
^ expected a sign after 'a': write a*(…); the functions are min, max, sum, floor, ceil, abs, xor, bitand, bitor, v2, low2, fib_shift or fib_zeros
a/2 = b
 ^ expected a whole number: write a div 2, which rounds down, or ceil(a/2), which rounds up
floor(a/2) = ⌈b/3⌉
= a div 2 = (b + 2) div 3
a = b => c = 0
      ^ expected '>=' or 'implies' in place of '=>'
v2 = 1
   ^ expected '(' after 'v2'
a = 1 mod 3
    ^ expected a name before 'mod', found '1': write a mod 3 = 1
a = b mod 2
    ^ expected brackets, as 'mod' could be of both sides: write a = b (mod 2) or a = (b mod 2)
a = (b mod 2)
= a = (b mod 2)
a = b (mod 2)
= a mod 2 = b mod 2
all piles = 1 mod 3
            ^ expected a name before 'mod', found '1': write … mod 3 = 1
all piles = 1 (mod 3)
= a mod 3 = 1 and b mod 3 = 1 and c mod 3 = 1
a = b or b = a, a = 1
              ^ expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …
a = b + -
        ^ expected a name, a number or '(', found '-'
a xor b mod 2 = 0
        ^ expected brackets before 'mod': write (… xor …) mod 2 or … xor (… mod 2)
a = 1 b = 2
      ^ expected a sign before 'b': write 1*b for the product, or 1, b for another condition
a | b
  ^ expected 'divides' in place of '|': write a divides b
a + bb = 6
    ^ expected one of a, b, c, or a function, found 'bb'; did you mean b or b*b?
a + ab = 6
    ^ expected one of a, b, c, or a function, found 'ab'; did you mean a*b?
exists ab <= c: 2ab = c
       ^ expected a new name for a number, such as n, that does not look like a*b, found 'ab'
a = b^2
     ^ expected no power, found '^': write b*b for the square, and xor for the nim-sum
a = 2^n
     ^ expected no power, found '^': name the power, as in p power of 2, and xor for the nim-sum
a > b < c
      ^ expected signs in one direction, found '<' after 'a > b': write a > b and b < c, unless a comma is missing
a = b or c
          ^ expected a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of', found the end; write a = c
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


@pytest.mark.parametrize(("text", "result"), lines(RULES))
def test_a_rule_with_a_mistake_is_read_or_answered(text: str, result: str) -> None:
    if result.startswith("= "):
        assert str(parse(text)) == result[2:]
        assert parse(result[2:]) == parse(text)
    else:
        assert message_of(lambda: parse(text)) == pointed(text, result)


@pytest.mark.parametrize(("text", "result"), lines(FORMULAS))
def test_a_formula_with_a_mistake_is_read_or_answered(text: str, result: str) -> None:
    names = ("a", "b", "c")
    if result.startswith("= "):
        assert str(parse_formula(text, names)) == result[2:]
    else:
        assert message_of(lambda: parse_formula(text, names)) == pointed(text, result)


def pointed(text: str, result: str) -> str:
    """The whole message, from the line in which the table has it."""
    before, _, message = result.partition("^ ")
    return f"line 1, column {len(before) + 1}: {message}\n  {text}\n  {before}^"


@pytest.mark.parametrize(
    ("word", "clause"),
    [("wehre", "where"), ("anyorder", "any order"), ("ordr", "any order"), ("pile", "piles >="), ("xyz", "")],
)
def test_a_word_like_a_clause_is_recognised(word: str, clause: str) -> None:
    assert meant_clause([word]) == clause


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("A", "; did you mean a?"),
        ("n_r", "; did you mean n_R?"),
        ("heapp", "; did you mean heap?"),
        ("a12", "; write 12a if a multiple is meant"),
        ("q", ""),
    ],
)
def test_a_name_like_another_is_recognised(name: str, hint: str) -> None:
    assert meant_name(name, ["a", "n_R", "heap"]) == hint


@pytest.mark.parametrize(("name", "slip"), [("k2", True), ("K", True), ("k", False), ("j", False), ("2", False)])
def test_a_slip_is_a_name_beside_one_that_was_meant(name: str, slip: bool) -> None:
    assert is_slip(name, ["k", "a"]) is slip


def test_the_terms_of_which_the_largest_is_taken_are_few() -> None:
    rule = "(a, b) -> (a - k, b) where k = max({})"
    terms = [f"a - {number}b" for number in range(51)]
    assert parse(rule.format(", ".join(terms[:50]))).piles == ("a", "b")
    said = message_of(lambda: parse(rule.format(", ".join(terms))))
    assert said.startswith("line 1, column 32: expected at most 50 terms in max(…), found 51\n")


def test_what_a_value_is_may_be_a_residue_without_brackets() -> None:
    rule = parse("(a) -> (a - 1)")
    assert str(Statement.read_claim(rule, "value = a mod 2").formula) == "value = (a mod 2)"
