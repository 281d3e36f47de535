"""`ask` compared with brute force: fixed questions, random questions with bounded quantifiers, refusals."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path

import pytest

import sprague
from sprague.automata.numeration import BINARY, FIBONACCI
from sprague.errors import MissingResultError, NotationError, SpragueError
from sprague.language.question_parser import parse_question
from sprague.limits import Limits
from sprague.queries.answers import QuestionAnswer, SetAnswer, TruthAnswer, UndecidedAnswer
from sprague.queries.predicates import move_automaton, terminal_automaton
from sprague.rules.ruleset import Ruleset
from tests.fake_clocks import WorkClock
from tests.layers import sample
from tests.oracle import Oracle
from tests.snapshots import refused

Env = dict[str, int]
Truth = Callable[[Env], bool]

FIXED = {
    "all a: exists unique b: P(a, b)": True,
    "all a, b: P(a, b) implies P(b, a)": True,
    "all a, b: P(a, b) implies P(a + 1, b + 1)": False,
    "all a, b: P(a, b) -> P(b, a)": True,
    "all a, b: P(a, b) => P(a + 1, b + 1)": False,
    "exists a, b: P(a, b) and b = a + 10": True,
    "all d: exists a: P(a, a + d)": True,
    "all d: exists unique a: P(a, a + d)": True,
    "exists finitely many (a, b): P(a, b) and not misere.P(a, b)": True,
    "exists infinitely many a: exists b: P(a, b) and b > a": True,
    "exists infinitely many b: P(3, b)": False,
    "exists finitely many b: P(3, b)": True,
    "all a, b: N(a, b) iff exists c, d: move(a, b; c, d) and P(c, d)": True,
    "exists a, b, c, d: P(a, b) and P(c, d) and move(a, b; c, d)": False,
    "all a, b: a <= b and N(a, b) implies exists u: u < b and P(a, u)": False,
    "all a, b: position(a, b)": True,
    "all a, b: terminal(a, b) iff a + b = 0": True,
    "all a: (least b: P(a, b)) <= 2a": True,
    "all a: (least b: P(a, b)) < 2a": False,
    "all a: exists b <= 2a: P(a, b)": True,
    "all a: not exists b: P(a, b) and P(a, b + 1)": True,
    "all a, b: P(a, b) iff in some order: b = fib_shift(a) and even(fib_zeros(a))": True,
    "all x, y: P(x, y) implies in some order of x, y: x <= y and 8x <= 5y + 8": True,
    "not exists a: P(a, a) and a > 0": True,
    "all a, b: P(a, b) implies a = b or a < b or a > b": True,
    "exists a, b: P(a, b) and a > b or P(a, b) and a < 0": True,
    "all x, y: in some order of x, y: N(x, y) or P(x, y)": True,
    "true": True,
    "false": False,
}


@pytest.mark.parametrize("question", FIXED)
def test_wythoff(question: str) -> None:
    found = sprague.ask("wythoff", question)
    assert isinstance(found, TruthAnswer)
    assert found.answer is bool(found) is FIXED[question]


def truth(question: str) -> TruthAnswer:
    """The answer to a question about Wythoff's game without free names."""
    found = sprague.ask("wythoff", question)
    assert isinstance(found, TruthAnswer)
    return found


def test_smallest_witness_and_counterexample() -> None:
    assert truth("exists a, b: P(a, b) and b > a + 10").witness == {"a": 17, "b": 28}
    found = truth("all a, b: P(a, b) implies P(a + 1, b + 1)")
    assert (found.witness, found.counterexample) == (None, {"a": 0, "b": 0})
    assert truth("all a: exists b: P(a, b) and b >= a").counterexample == {"a": 2}
    both = truth("(exists a: P(a, a)) and exists c: P(c, 2c) and c > 0")
    assert both.witness == {"a": 0, "c": 1}
    assert truth("exists a <= 3: P(a, a + 2)").witness == {"a": 3}


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        (
            "all a: (least b: P(a, b) and b > a) > 0",
            [
                "The term 'least b: P(a, b) and b > a' has no value for a = 0, 2, 5, 7, 10, …, so comparisons with it "
                "are false there."
            ],
        ),
        (
            "(least b: P(a,  b) and b + c < 2) = 1",
            [
                "The term 'least b: P(a, b) and b + c < 2' has no value for (a, c) = (1, 0), (0, 2), (1, 1), (0, 3), "
                "(1, 2), …, so comparisons with it are false there."
            ],
        ),
        (
            "(least b: P(a, b) and b != 5) >= 0",
            ["The term 'least b: P(a, b) and b != 5' has no value for a = 3, so comparisons with it are false there."],
        ),
        ("(least b: b < 0) = 0", ["The term 'least b: b < 0' has no value, so comparisons with it are false."]),
        ("all a: (least b: P(a, b)) <= 2a", []),
    ],
)
def test_terms_without_a_value_are_named(question: str, terms: list[str]) -> None:
    found = sprague.ask("wythoff", question)
    assert isinstance(found, TruthAnswer | SetAnswer)
    assert [str(term) for term in found.undefined] == found.to_result().undefined == terms


def test_the_positions_without_a_value_by_brute_force() -> None:
    found = sprague.ask("wythoff", "(least b <= a: P(a, b)) = c")
    assert isinstance(found, SetAnswer)
    (term,) = found.undefined
    cold = cold_positions(60)
    for a in range(20):
        assert ((a,) in term.automaton) == (not any((a, b) in cold for b in range(a + 1)))


def test_sets() -> None:
    found = sprague.ask("wythoff", "exists a, b: P(a, b) and P(a + i, b + j)")
    assert isinstance(found, SetAnswer)
    assert found.names == ("i", "j")
    assert not found.is_finite
    assert found.size is None
    cold = cold_positions(80)
    differences = {(c - a, d - b) for a, b in cold for c, d in cold if a <= c and b <= d}
    box = [(i, j) for i, j in product(range(12), repeat=2)]
    assert [one in found for one in box] == [one in differences for one in box]
    smallest = sorted((one for one in differences if sum(one) < 12), key=lambda one: (sum(one), one))
    assert list(islice(found, 10)) == smallest[:10]
    assert [found.count(n) for n in range(8)] == [sum(sum(one) == n for one in differences) for n in range(8)]


def test_finite_sets() -> None:
    found = sprague.ask("wythoff", "P(a, b) and not misere.P(a, b) or misere.P(a, b) and not P(a, b)")
    assert isinstance(found, SetAnswer)
    assert found.is_finite
    assert found.size == 6
    assert list(found) == [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2)]
    assert sorted(found.to_result().members) == [[0, 0], [0, 1], [1, 0], [1, 2], [2, 1], [2, 2]]
    empty = sprague.ask("wythoff", "P(a, a) and a > 0")
    assert isinstance(empty, SetAnswer)
    assert not empty
    assert empty.formula == "false"
    assert list(empty) == []


def test_formula_describes_the_set() -> None:
    found = sprague.ask("nim:piles=2", "exists c: P(a + c, b) and a > 2")
    assert isinstance(found, SetAnswer)
    assert found.formula is not None
    again = sprague.ask("nim:piles=2", found.formula)
    assert isinstance(again, SetAnswer)
    for pair in product(range(12), repeat=2):
        given = dict(zip(found.names, pair, strict=True))
        assert (pair in found) == (tuple(given[name] for name in again.names) in again)


def cold_positions(limit: int) -> set[tuple[int, int]]:
    """The P-positions of Wythoff's game by definition."""
    found: set[tuple[int, int]] = set()
    for a, b in product(range(limit), repeat=2):
        reached = (
            [(u, b) for u in range(a)] + [(a, u) for u in range(b)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)]
        )
        if not any(one in found for one in reached):
            found.add((a, b))
    return found


# ------------------------------------------------------------------------------ random questions

GAMES = (
    "wythoff",
    "nim:piles=2",
    "(a, b) -> (a - 1, b) ; (a, b - 2) ; (a - 2, b + 1)",
    "(a, b) -> (u, b) where u < a any order piles >= 1",
)


class Naive:
    """The predicates of a game of two piles by definition."""

    def __init__(self, rule: Ruleset) -> None:
        self.rule = rule
        self.oracle = Oracle(rule.options)

    def is_position(self, *entries: int) -> bool:
        return min(entries) >= 0 and self.rule.is_position(entries)

    def is_p(self, a: int, b: int) -> bool:
        return self.is_position(a, b) and self.oracle.outcome(self.rule.position((a, b))) == "P"

    def value(self, a: int, b: int) -> int | None:
        return self.oracle.grundy(self.rule.position((a, b))) if self.is_position(a, b) else None

    def is_n(self, a: int, b: int) -> bool:
        return self.is_position(a, b) and not self.is_p(a, b)

    def moves(self, a: int, b: int, c: int, d: int) -> bool:
        return (
            self.is_position(a, b)
            and self.is_position(c, d)
            and self.rule.position((c, d)) in self.rule.options(self.rule.position((a, b)))
        )

    def is_terminal(self, a: int, b: int) -> bool:
        return self.is_position(a, b) and self.rule.is_terminal(self.rule.position((a, b)))


class RandomQuestion:
    """A random question with bounded quantifiers, as text and as a function of its names."""

    def __init__(self, naive: Naive, seed: int) -> None:
        self.naive, self.random = naive, random.Random(seed)
        self.has_values = not naive.rule.name.startswith("wythoff")  # theorems about values 0 to 3 are known
        self.used = 0

    def term(self, names: list[str]) -> tuple[str, Callable[[Env], int]]:
        choice = self.random.randrange(4)
        one, two, number = self.random.choice(names), self.random.choice(names), self.random.randrange(4)
        if choice == 0:
            return f"{one} + {number}", lambda env: env[one] + number
        if choice == 1:
            return f"2{one} - {two}", lambda env: 2 * env[one] - env[two]
        if choice == 2:
            return str(number), lambda env: number
        return one, lambda env: env[one]

    def atom(self, names: list[str]) -> tuple[str, Truth]:
        (s, f), (t, g), (u, h), (v, k) = (self.term(names) for _ in range(4))
        naive, number = self.naive, self.random.randrange(1, 4)
        match self.random.randrange(9 if self.has_values else 8):
            case 0 | 1:
                return f"P({s}, {t})", lambda env: naive.is_p(f(env), g(env))
            case 2:
                return f"N({s}, {t})", lambda env: naive.is_n(f(env), g(env))
            case 3:
                return f"move({s}, {t}; {u}, {v})", lambda env: naive.moves(f(env), g(env), h(env), k(env))
            case 4:
                return f"terminal({s}, {t})", lambda env: naive.is_terminal(f(env), g(env))
            case 5:
                return f"({s}) mod {number} = 0", lambda env: f(env) % number == 0
            case 6:
                return f"in some order of a, b: P(a, b + {number}) and a < {number}", lambda env: any(
                    naive.is_p(one, two + number) and one < number
                    for one, two in ((env["a"], env["b"]), (env["b"], env["a"]))
                )
            case 8:
                return f"value({s}, {t}) <= {number}", lambda env: naive.value(f(env), g(env)) in range(number + 1)
        return f"{s} < {t}", lambda env: f(env) < g(env)

    def question(self, names: list[str], depth: int) -> tuple[str, Truth]:
        choice = self.random.randrange(7) if depth else 0
        if choice == 0:
            return self.atom(names)
        if choice == 1:
            text, truth = self.question(names, depth - 1)
            return f"not ({text})", lambda env: not truth(env)
        if choice in (2, 3):
            (one, left), (two, right) = self.question(names, depth - 1), self.question(names, depth - 1)
            word = self.random.choice(["and", "or", "implies", "iff"])
            join: dict[str, Callable[[bool, bool], bool]] = {
                "and": lambda x, y: x and y,
                "or": lambda x, y: x or y,
                "implies": lambda x, y: not x or y,
                "iff": lambda x, y: x == y,
            }
            return f"({one}) {word} ({two})", lambda env: join[word](left(env), right(env))
        self.used += 1
        name, bound = f"x{self.used}", self.random.choice([*names, "3"])
        text, truth = self.question([*names, name], depth - 1)

        def values(env: Env) -> list[bool]:
            most = 3 if bound == "3" else env[bound]
            return [truth({**env, name: number}) for number in range(most + 1)]

        kind = self.random.choice(["exists", "all", "exists unique", "least"])
        if kind == "exists":
            return f"exists {name} <= {bound}: {text}", lambda env: any(values(env))
        if kind == "all":
            return f"all {name} <= {bound}: {text}", lambda env: all(values(env))
        if kind == "exists unique":
            return f"exists unique {name} <= {bound}: {text}", lambda env: sum(values(env)) == 1
        compared = self.random.choice(names)
        return (
            f"(least {name} <= {bound}: {text}) <= {compared}",
            lambda env: any(values(env)) and values(env).index(True) <= env[compared],
        )


@pytest.mark.parametrize("game", sample(GAMES, 4))
def test_random_questions_agree_with_brute_force(game: str) -> None:
    rule = sprague.game(game)
    naive = Naive(rule)
    true = false = 0
    for seed in range(25):
        text, truth = RandomQuestion(naive, seed).question(["a", "b"], 2)
        found = sprague.ask(rule, f"({text}) and a <= 100 and b <= 100")
        assert isinstance(found, SetAnswer), text
        for a, b in product(range(7), repeat=2):
            given = {"a": a, "b": b}
            expected = truth(given)
            assert (tuple(given[name] for name in found.names) in found) == expected, (text, a, b)
            true, false = true + expected, false + (not expected)
    assert min(true, false) > 100


@pytest.mark.parametrize(
    "game",
    [
        *GAMES,
        "(a, b) -> (u, v) where u + v = a + b - 1 any order",
        "(a, b | t) -> (a - d, b | d) where 1 <= d <= t",
        "(a, b) -> (u, b) where u < a any order stop when a + b <= 3",
    ],
)
def test_moves_and_terminal_positions(game: str) -> None:
    rule = sprague.game(game)
    entries = len(rule.names)
    for digits in (BINARY, FIBONACCI):
        moves, ended = move_automaton(rule, digits), terminal_automaton(rule, digits)
        for position in product(range(5 if entries == 2 else 3), repeat=entries):
            is_position = rule.is_position(position)
            options = rule.options(rule.position(position)) if is_position else []
            assert (position in ended) == (is_position and rule.is_terminal(rule.position(position)))
            for other in product(range(6 if entries == 2 else 3), repeat=entries):
                expected = rule.is_position(other) and rule.position(other) in options
                assert ((*position, *other) in moves) == expected, (position, other)


# ------------------------------------------------------------------------------ other games and sets


def test_let() -> None:
    same = sprague.ask("wythoff", "P(a, b) and Q.P(a, b)", let={"Q": "nim:piles=2"})
    assert isinstance(same, SetAnswer)
    assert list(same) == [(0, 0)]
    rule = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"
    assert sprague.ask("wythoff", "all a, b: P(a, b) iff Q.P(a, b)", let={"Q": rule})
    assert sprague.ask(
        "wythoff",
        "all a, b: a <= b implies (S(a, b) iff P(a, b))",
        let={"S": "b = fib_shift(a) and even(fib_zeros(a))"},
    )
    arrow = sprague.ask("wythoff", "all a, b: S(a, b)", let={"S": "(P(a, b) and a = b) -> a = 0"})
    assert isinstance(arrow, TruthAnswer)
    assert arrow.answer
    named = sprague.ask("wythoff", "S(3, 5) and not S(5, 3)", let={"S(x, y)": "x < y and P(x, y)"})
    assert isinstance(named, TruthAnswer)
    assert named.answer
    chained = sprague.ask("wythoff", "T(a)", let={"S(x, y)": "x < y and P(x, y)", "T": "exists y: S(n, y)"})
    assert isinstance(chained, SetAnswer)
    assert list(islice(chained, 5)) == [(1,), (3,), (4,), (6,), (8,)]


def test_certificates_and_proofs_as_games(tmp_path: Path) -> None:
    proof = sprague.prove("wythoff", "b = fib_shift(a) and even(fib_zeros(a))")
    assert isinstance(proof, sprague.Proof)
    proof.save(tmp_path / "w.json")
    for given in (proof, tmp_path / "w.json"):
        assert sprague.ask("wythoff", "all a, b: P(a, b) iff W.P(a, b)", let={"W": given})


def test_the_answer_to_a_question_is_not_a_theorem(tmp_path: Path) -> None:
    answer = sprague.ask("nim:piles=2", "P(a, b) and a < 3")
    assert isinstance(answer, SetAnswer)
    answer.save(tmp_path / "set.json")
    with pytest.raises(SpragueError, match="S=P"):
        sprague.ask("nim:piles=2", "S(a, b)", let={"S": tmp_path / "set.json"})
    with pytest.raises(SpragueError, match=r"definition of S: cannot read"):
        sprague.ask("nim:piles=2", "S.P(a, b)", let={"S": tmp_path / "none.json"})
    with pytest.raises(SpragueError, match=r"definition of S: line 1, column 5"):
        sprague.ask("nim:piles=2", "S(a)", let={"S": "a = ?"})


def test_the_plan_of_an_undecided_question_is_known() -> None:
    found = sprague.ask(
        "wythoff", "exists a, b, c, d: P(a, b) and P(c, d) and a + c = x and b + d = y", budget=Limits(states=130)
    )
    assert isinstance(found, UndecidedAnswer)
    assert [step.part for step in found.plan][:3] == ["P(a, b)", "P(c, d)", "a + c = x"]
    few = sprague.ask("wythoff", "P(a, b)", budget=Limits(states=10))
    assert isinstance(few, UndecidedAnswer)
    assert "theorem of the catalogue" in few.reason


def test_order_of_piles_does_not_matter() -> None:
    assert sprague.ask("sharing-nim", "all a, b, c: P(a, b, c) implies P(c, a, b) and P(b, a, c)")


def test_periodic_and_total_games() -> None:
    cookies = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
    rule = sprague.game(cookies)
    found = sprague.ask(rule, "P(x, y)")
    assert isinstance(found, SetAnswer)
    oracle = Oracle(rule.options)
    for pair in product(range(14), repeat=2):
        assert (pair in found) == (oracle.outcome(pair) == "P")
    two = sprague.ask(rule, "value(x, y) = 2")
    assert isinstance(two, SetAnswer)
    for pair in product(range(14), repeat=2):
        assert (pair in two) == (oracle.grundy(pair) == 2)


def test_values() -> None:
    assert sprague.ask("nim:piles=2", "all a, b: value(a, b) = (a xor b)")
    assert not sprague.ask("nim:piles=2", "exists a, b: value(a, b) > a + b")
    assert sprague.ask("nim:piles=2", "all a, b: value(a, b) >= 1 iff N(a, b)")
    assert sprague.ask("nim:piles=2", "all a: value(a, a) = 0 and value(a, 0) = a")


@pytest.mark.slow
def test_different_digits_are_joined_or_refused() -> None:
    refused = sprague.ask("wythoff", "exists a, b: P(a, b) and Q.P(a, b, 0)", let={"Q": "nim:piles=3"})
    assert isinstance(refused, UndecidedAnswer)
    assert "digits" in refused.reason
    assert refused.answer is None
    assert not refused
    refused = sprague.ask("wythoff", "P(a, b) and (a xor b) = 3")
    assert isinstance(refused, UndecidedAnswer)
    assert "digits" in refused.reason


def test_undecided() -> None:
    with WorkClock(0.5).running():
        found = sprague.ask("wythoff", "value(a, b) = value(b, c)", budget=Limits(seconds=0.5))
    assert isinstance(found, UndecidedAnswer)
    assert found.reason
    found = sprague.ask("nim:piles=3", "P(a, b, c) and a + b < 2c", budget=Limits(states=2))
    assert isinstance(found, UndecidedAnswer)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("P(a)", 1),
        ("P(a, b) < 3", 9),
        ("R(a, b)", 1),
        ("a * b = 3", 5),
        ("all a exists b: P(a, b)", 7),
        ("P(a, b) and exists b: P(a, b)", 20),
        ("exists P: P(a, b)", 8),
        ("least b: P(a, b) < 10", 18),
        ("Q.P(a, b)", 1),
        ("exists n < a: P(n, a)", 10),
        ("P(a, b", 7),
        ("a < 3, b < 2 or a = b", 14),
        ("all a, b: a < 3, b < 2 or a = b", 24),
        ("", 1),
        ("least b: P(a, b)", 17),
        ("all a: value(a, 3) and P(a, a)", 20),
        ("greatest b: P(a, b)", 1),
        ("if P(a, b) then a < b", 1),
        ("infinitely many a: P(a, 1)", 1),
        ("exists a > 3: P(a, b)", 10),
        ("all 1 <= a: P(a, b)", 7),
        ("P(a, b) | N(a, b)", 9),
        ("~P(a, b)", 1),
    ],
)
def test_mistakes_point_at_a_character(question: str, column: int) -> None:
    with pytest.raises(NotationError) as error:
        sprague.ask("wythoff", question)
    assert error.value.column == column


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("least b: P(a, b)", "sprague sequence"),
        ("least b: P(a, b) and b > 3", r"as in \(least b: P\(a, b\)\) = c"),
        ("minimum b: P(a, b)", "did you mean least"),
        ("G(a, b) = 2", "did you mean value"),
        ("option(a, b; c, d)", "did you mean move"),
        ("exists a > 3: P(a, b)", "exists a: a > 3 and"),
        ("P(a, b) xor P(b, a)", "iff"),
        ("P(a, b) | N(a, b)", "write or"),
        ("Q(a, b)", r"write Q\.P"),
    ],
)
def test_mistakes_have_a_hint(question: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        sprague.ask("wythoff", question, let={"Q": "nim:piles=2"})


@pytest.mark.parametrize(
    "question",
    [
        "for all a: there exists b: P(a, b)",
        "For every a: exists b: P(a, b)",
        "forall a: exists b: P(a, b)",
        "for each (a, b): not P(a, b) or P(b, a)",
        r"\forall a: \exists b: P(a, b)",
        "not for all a, b: P(a, b)",
        "all x, y: P(x, y) implies for every order of x, y: P(x, y)",
    ],
)
def test_spellings_of_quantifiers(question: str) -> None:
    assert truth(question).answer


@pytest.mark.parametrize(
    "condition",
    [
        "a = b (mod 3)",
        "b = a (mod 3)",
        "(a ≡ b (mod 3))",
        "not (not (a ≡ b mod 3))",
        "(a + 1 ≡ b + 1 (mod 3)) or P(a, b) and a = b (mod 3)",
    ],
)
def test_congruences(condition: str) -> None:
    question = f"all a, b: ({condition}) iff a mod 3 = b mod 3"
    assert sprague.ask("wythoff", question)


@pytest.mark.parametrize("question", ["a = b (2)", "P (mod 3) = 1", "P(a, b) ≡ 1 (mod 3)"])
def test_a_bracket_that_belongs_to_no_congruence_is_refused(question: str) -> None:
    with pytest.raises(NotationError):
        sprague.ask("wythoff", question)


def test_the_formula_of_a_theorem_is_used() -> None:
    for question, formula in (
        ("P(a, b)", "in some order of a, b: b = fib_shift(a) and even(fib_zeros(a))"),
        ("P(y, x)", "in some order of y, x: x = fib_shift(y) and fib_zeros(y) mod 2 = 0"),
    ):
        found = sprague.ask("wythoff", question)
        assert isinstance(found, SetAnswer)
        assert found.formula == formula
        again = sprague.ask("wythoff", found.formula)
        assert isinstance(again, SetAnswer)
        assert again.automaton == found.automaton


def test_formulas_of_finite_sets_are_short() -> None:
    found = sprague.ask("wythoff", "P(a, b) and |a - b| = 3")
    assert isinstance(found, SetAnswer)
    assert found.formula == "in some order of a, b: a = 4 and b = 7"


@pytest.mark.parametrize("let", [{"P": "nim"}, {"3": "nim"}, {"S": "1 = 1"}, {"S(a)": "a = b"}, {"Q": "no-such-game"}])
def test_wrong_definitions_are_refused(let: dict[str, str]) -> None:
    with pytest.raises(SpragueError):
        sprague.ask("wythoff", "P(a, b)", let=let)


def test_misere_has_no_values() -> None:
    with pytest.raises(SpragueError, match="Grundy values"):
        sprague.ask("wythoff", "value(a, b) = 1", misere=True)
    assert sprague.ask("wythoff", "P(0, 1) and normal.P(0, 0)", misere=True)


def test_mutated_questions_are_read_or_refused() -> None:
    chance = random.Random(5)
    words = " ".join([*FIXED, "value(a, b) = 2 or", "move(a, b; c, d) and", "Q.P(a, 3)"]).split()
    read = refused = 0
    for _ in range(3000):
        pieces = chance.choice(list(FIXED)).split()
        for _ in range(chance.randrange(1, 3)):
            place = chance.randrange(len(pieces) + 1)
            pieces[place : place + chance.randrange(2)] = chance.sample(words, chance.randrange(2))
        try:
            question = parse_question(" ".join(pieces), {"P": 2, "N": 2, "move": 4, "value": 2, "Q.P": 2}, ("a", "b"))
            assert set(question.names) == question.formula.names
            read += 1
        except NotationError:
            refused += 1
    assert min(read, refused) > 100


SET_ONLY: dict[str, Callable[[QuestionAnswer], object]] = {
    "in": lambda answer: (0, 1) in answer,
    "list": list,
    "is_finite": lambda answer: answer.is_finite,
    "is_everything": lambda answer: answer.is_everything,
    "size": lambda answer: answer.size,
    "formula": lambda answer: answer.formula,
    "automaton": lambda answer: answer.automaton,
    "count": lambda answer: answer.count(3),
    "smallest": lambda answer: answer.smallest(3),
}


@pytest.mark.parametrize("use", SET_ONLY)
def test_an_answer_that_is_no_set_says_so(use: str) -> None:
    """The attributes of a set exist in every answer; without a set, they raise an error that names the reason."""
    members = sprague.ask("nim:piles=2", "P(a, b) and a <= 3")
    SET_ONLY[use](members)
    truth = sprague.ask("nim:piles=2", "all a: P(a, a)")
    undecided = sprague.ask("(a) -> (a - k) where k divides a, k < a", "P(a)")
    assert (members.names, truth.names, undecided.names) == (("a", "b"), (), ("a",))
    with pytest.raises(MissingResultError, match="no free names"):
        SET_ONLY[use](truth)
    with pytest.raises(MissingResultError, match="'k divides a' is not linear"):
        SET_ONLY[use](undecided)
    assert not hasattr(truth, "size")


def test_an_answer_that_is_a_set_is_not_yes_or_no() -> None:
    members = sprague.ask("nim:piles=2", "P(a, b)")
    for use in (lambda: members.answer, lambda: members.witness, lambda: members.counterexample):
        with refused(MissingResultError):
            use()
    with refused(MissingResultError):
        list(sprague.ask("nim:piles=2", "all a: P(a, a)"))
