"""A program of a user, which `mypy --strict` checks against the installed package and its types."""

import sprague


def cold_positions(text: str, limit: int) -> list[tuple[int, ...]]:
    game: sprague.Ruleset = sprague.game(text)
    table = sprague.tabulate(game, limit=limit, what="outcome", budget=sprague.Limits(seconds=10))
    return [position for position in table if table[position] == "P"]


def statement(game: sprague.Ruleset, formula: str) -> str:
    decided = sprague.prove(game, formula)
    if isinstance(decided, sprague.Proof):
        return decided.statement()
    if isinstance(decided, sprague.Refutation):
        low: int = min(decided.counterexample)
        return f"wrong at {decided.counterexample}, with a pile of {low}"
    return decided.reason


answer: sprague.Answer = sprague.solve("nim", (3, 5, 7))
best: list[tuple[int, ...]] = answer.winning_moves
match = sprague.Match("nim", (3, 5, 7)).play(best[0])
hint: tuple[int, ...] = match.hint()
print(cold_positions("wythoff", 8), statement(sprague.game("nim:piles=2"), "a = b"), hint)
