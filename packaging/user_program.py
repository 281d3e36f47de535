"""A program of a user, which `mypy --strict` checks against the installed package and its types."""

from collections.abc import Mapping
from typing import Literal, assert_type

import sprague


def p_positions(text: str, limit: int) -> list[tuple[int, ...]]:
    game: sprague.Ruleset = sprague.game(text)
    table = sprague.tabulate(game, limit=limit, what="outcome", budget=sprague.Limits(seconds=10))
    assert_type(table[0, 0], Literal["P", "N"])
    values: Mapping[tuple[int, ...], int] = sprague.tabulate(game, limit=limit)
    assert_type(values.get((0, 0)), int | None)
    return [position for position in table if table[position] == "P"]


def statement(game: sprague.Ruleset, formula: str) -> str:
    decided = sprague.prove(game, formula, progress=print)
    if isinstance(decided, sprague.Proof):
        assert_type(decided.play, Literal["normal", "misere"])
        return decided.statement()
    if isinstance(decided, sprague.Refutation):
        low: int = min(decided.counterexample)
        return f"wrong at {decided.counterexample}, with a pile of {low}"
    return decided.reason


def period(code: str) -> tuple[int | None, ...]:
    seen: list[sprague.Progress] = []
    found = sprague.find_period(code, progress=seen.append)
    return found.periods


answer: sprague.Answer = sprague.solve("nim", (3, 5, 7))
best: list[tuple[int, ...]] = answer.winning_moves
assert_type(answer.outcome, Literal["P", "N"])
assert_type(answer.because.kind, Literal["theorem", "proof", "table", "search"])
match = sprague.Match("nim", (3, 5, 7)).play(best[0])
hint: tuple[int, ...] = match.hint()
assert_type(match.outcome, Literal["P", "N"])
asked = sprague.ask("wythoff", "all a: exists unique b: P(a, b)")
if isinstance(asked, sprague.TruthAnswer):
    assert_type(asked.counterexample, dict[str, int] | None)
a, b = sprague.piles("a", "b")
k = sprague.choice("k")
built = sprague.move((a, b), (a - k, b), where=k >= 1) | sprague.move((a, b), (a - k, b - k), where=(k >= 1) & (a >= b))
rule: sprague.Ruleset = built.any_order().rule()
assert_type(sprague.sequence("nim:piles=2", "least b: P(a, b)").terms(3), list[int])
print(p_positions("wythoff", 8), statement(sprague.game("nim:piles=2"), "a = b"), period("0.77"), hint, rule)
