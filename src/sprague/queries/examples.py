"""`example_questions`: questions that suit a game, in words and in the language of `ask`."""

from __future__ import annotations

from sprague import arguments
from sprague.games import ruleset_of
from sprague.queries.predicates import question_names
from sprague.results.questions import ExampleQuestion
from sprague.rules.ruleset import Ruleset

STEPS = "ijmpqrst"  # preferred names for the number of chips that a move takes
OPTIONS = "cdefgh"  # preferred names for the number of chips that a move leaves in a pile


def example_questions(game: Ruleset | str, misere: bool = False) -> list[ExampleQuestion]:
    """Return example questions about a game; the list is empty if the moves of the game are not linear.

    >>> for one in example_questions("wythoff")[:2]:
    ...     print(one.title, one.question)
    Does every a have exactly one P-position (a, b)? all a: exists unique b: P(a, b)
    Which moves (i, j) never join two P-positions? all a, b: not (P(a, b) and P(a + i, b + j))
    """
    arguments.check_flag("misere", misere)
    rule = ruleset_of(game)
    if rule.obstacle is not None:
        return []
    names = question_names(rule)
    found = _of_one_number(names[0]) if len(names) == 1 else _of_several_numbers(rule, names)
    if not misere and not rule.blocking:
        found.append(_compared_plays(names))
    return [ExampleQuestion(title=title, question=question) for title, question in found]


def _of_one_number(n: str) -> list[tuple[str, str]]:
    m, d = _unused([n], "mk", 1)[0], _unused([n], "dj", 1)[0]
    return [
        ("Which positions are P-positions?", f"P({n})"),
        ("Are there infinitely many P-positions?", f"exists infinitely many {n}: P({n})"),
        (
            f"How long may a run of N-positions be? (the smallest witness {d})",
            f"exists {d}: all {n}: exists {m}: {n} <= {m} <= {n} + {d} and P({m})",
        ),
        (f"Which {d} are differences of two P-positions?", f"exists {n}: P({n}) and P({n} + {d})"),
    ]


def _of_several_numbers(rule: Ruleset, names: tuple[str, ...]) -> list[tuple[str, str]]:
    def position(**changed: str) -> str:
        return ", ".join(changed.get(name, name) for name in names)

    entries = position()
    last = names[len(rule.piles) - 1]
    rest = [name for name in names if name != last]
    others = ", ".join(rest)
    found = [
        (
            f"Does every {f'({others})' if len(rest) > 1 else others} have exactly one P-position ({entries})?",
            f"all {others}: exists unique {last}: P({entries})",
        )
    ]
    if len(names) == 2 and not rule.remembered:
        steps = _unused(names, STEPS, 2)
        moved = ", ".join(f"{name} + {step}" for name, step in zip(names, steps, strict=True))
        found.append(
            (
                f"Which moves ({', '.join(steps)}) never join two P-positions?",
                f"all {entries}: not (P({entries}) and P({moved}))",
            )
        )
    else:
        (step,) = _unused(names, STEPS, 1)
        moved = position(**{last: f"{last} + {step}"})
        found.append(
            (
                f"By which {step} can two P-positions differ in {last} only?",
                f"exists {entries}: {step} >= 1 and P({entries}) and P({moved})",
            )
        )
    grown = ", ".join(f"{name} + 1" for name in names)
    found.append(
        (
            "Is the set of P-positions closed under adding 1 to every number?",
            f"all {entries}: P({entries}) implies P({grown})",
        )
    )
    if not rule.remembered:
        (left,) = _unused(names, OPTIONS, 1)
        option = position(**{last: left})
        found.append(
            (
                f"From which positions does a move that changes only {last} win?",
                f"exists {left}: move({entries}; {option}) and P({option})",
            )
        )
    return found


def _compared_plays(names: tuple[str, ...]) -> tuple[str, str]:
    entries = ", ".join(names)
    quantified = f"({entries})" if len(names) > 1 else entries
    return (
        "Do normal and misère play differ only at finitely many positions?",
        f"exists finitely many {quantified}: not (P({entries}) iff misere.P({entries}))",
    )


def _unused(names: tuple[str, ...] | list[str], letters: str, number: int) -> list[str]:
    """Return letters that a question can use, because they are not among the given names."""
    found = [letter for letter in letters if letter not in names]
    found += [f"x{place}" for place in range(1, number + len(names) + 1) if f"x{place}" not in names]
    return found[:number]
