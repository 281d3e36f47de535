"""The option `--over` of `sprague discover`, which discovers theorems for a family of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING

from sprague.cli.arguments import print_json, read_family_text
from sprague.errors import SpragueError
from sprague.language.statements import begins_with_order
from sprague.limits import Limits
from sprague.render.terminal import print_lines, status_line

if TYPE_CHECKING:
    from sprague.automata.numeration import Numeration
    from sprague.discovery.claim_trials import ClaimTrial
    from sprague.discovery.families import FamilyFindings, FamilyMember
    from sprague.discovery.formula_schemas import PiecewiseSchema, Schema
    from sprague.proofs.proof import Proof
    from sprague.proofs.undecided import Undecided

PROVED, CONJECTURED, REFUTED, NOTHING = "proved", "conjecture", "refuted", "nothing in common"
EXIT_CODES = {PROVED: 0, CONJECTURED: 0, REFUTED: 1, NOTHING: 3}


@dataclass(frozen=True)
class DiscoverySettings:
    """Settings of `sprague discover`: the play convention, the numerations to try (None means all), and the limits."""

    misere: bool
    numerations: list[Numeration] | None
    limits: Limits


def discover_members(
    game: str, over: str, settings: DiscoverySettings, store: Callable[[Proof], object] | None, as_json: bool
) -> int:
    """Run `sprague discover --over`: print theorems about the members of a family, and return the exit code."""
    from sprague.discovery.families import discover_family
    from sprague.proofs.proof import Proof

    parameter, values = _parse_family_values(over)
    text = read_family_text(game)
    with status_line(text) as report:
        found = discover_family(
            text,
            parameter,
            values,
            misere=settings.misere,
            numerations=settings.numerations,
            budget=settings.limits,
            progress=report,
        )
    for theorem in (*(member.found for member in found.members), found.all_members):
        if store is not None and isinstance(theorem, Proof):
            store(theorem)
    if as_json:
        print_json(_as_json(found))
    else:
        print_lines([*map(_member_line, [parameter] * len(values), found.members), *_common_lines(found)])
    return EXIT_CODES[_status(found)]


def _parse_family_values(text: str) -> tuple[str, list[int]]:
    """Return the parameter and its values from the text of the option `--over`, such as `t=1..5`.

    >>> _parse_family_values("t=1..7:2")
    ('t', [1, 3, 5, 7])
    """
    from sprague.discovery.families import MOST_MEMBERS
    from sprague.surveys.ranges import ParameterRanges

    ranges = ParameterRanges.parse(text)
    if len(ranges.parameters) != 1 or ranges.parameters[0].is_set:
        raise SpragueError(f"expected one parameter and its values, such as --over t=1..5, got {text!r}")
    (parameter,) = ranges.parameters
    # Read one value more than allowed, so that `discover_family` raises an error if there are too many members.
    numbers = islice(parameter.choices({}), MOST_MEMBERS + 1)
    return parameter.name, [number for number in numbers if isinstance(number, int)]


def _status(found: FamilyFindings) -> str:
    from sprague.proofs.proof import Proof

    if isinstance(found.all_members, Proof):
        return PROVED
    if found.schema is None:
        return NOTHING
    return REFUTED if found.counterexample is not None else CONJECTURED


def _member_line(parameter: str, member: FamilyMember) -> str:
    from sprague.proofs.proof import Proof

    if not isinstance(member.found, Proof):
        return f"{parameter} = {member.value}: undecided: {member.found.reason}"
    return f"{parameter} = {member.value}: proved for all positions: {member.claim or member.found.statement()}"


def _common_lines(found: FamilyFindings) -> list[str]:
    """Return lines of text about the formula that fits all members of a family, and about the tests of this formula."""
    parameter = found.family.parameter
    if found.schema is None:
        return ["No formula with the parameter was found that fits all of these theorems.", *_theorem_lines(found)]
    if found.all_members is not None:
        return [*_theorem_lines(found), *_trial_lines("", parameter, found.trials)]
    play = " in misère play" if found.misere else ""
    subject = f"the P-positions of {found.family.text}{play} are exactly"
    claim, *cases = _schema_lines(found, found.schema)
    lines = []
    if (wrong := found.counterexample) is None:
        lines.append(f"Conjecture, for every value of {parameter}: {subject} {claim}")
    else:
        lines.append(f"No conjecture: this formula fails for {parameter} = {wrong.value}: {subject} {claim}")
    lines += cases
    lines += _trial_lines("", parameter, found.trials) + _trial_lines("also tried: ", parameter, found.tested)
    if wrong is None:
        lines.append(
            "  The formula is true for the values tried, but not proved for all values; sprague solve does not use it."
        )
    return lines


def _theorem_lines(found: FamilyFindings) -> list[str]:
    """Return lines of text about the search for one theorem that covers all members of a family."""
    from sprague.proofs.proof import Proof

    if found.all_members is None:
        return []
    rule, parameter = found.all_members.game, found.family.parameter
    if isinstance(found.all_members, Proof):
        return [f"Proved for every value of {parameter}, as {rule}: {found.all_members.statement()}."]
    return [f"Not decided for every value of {parameter}, as {rule}: {found.all_members.reason}."]


def _schema_lines(found: FamilyFindings, schema: Schema | PiecewiseSchema) -> list[str]:
    """Return a formula schema as lines that end a sentence; each case of a piecewise schema has its own line."""
    from sprague.discovery.formula_schemas import PiecewiseSchema

    if not isinstance(schema, PiecewiseSchema):
        return [f"{_positions(found, str(schema))}."]
    cases = [f"  if {condition}: {_positions(found, formula)}" for condition, formula in schema.cases()]
    return ["the positions of these cases:", *cases]


def _positions(found: FamilyFindings, formula: str) -> str:
    """Return the phrase "the positions … such that …" for a formula about all members of a family."""
    first = found.members[0].game
    same_piles = all(member.game.names == first.names for member in found.members)
    positions = f"the positions {first.ast.tuple_text(first.names)}" if same_piles else "the positions"
    order, _, condition = formula.partition(": ") if begins_with_order(formula) else ("", "", formula)
    return f"{positions}{f', {order} of the piles,' if order else ''} such that {condition}"


def _trial_lines(which: str, parameter: str, trials: Sequence[ClaimTrial]) -> list[str]:
    """Return the test results of a conjecture as lines; consecutive parameter values with equal results share one."""
    lines = []
    for result, alike in groupby(trials, str):
        values = ", ".join(str(trial.value) for trial in alike)
        lines.append(f"  {which}{parameter} = {values}: {result}")
    return lines


def _as_json(found: FamilyFindings) -> dict[str, object]:
    return {
        "status": _status(found),
        "family": found.family.text,
        "parameter": found.family.parameter,
        "play": "misere" if found.misere else "normal",
        "members": [_member_json(member) for member in found.members],
        "formula": None if found.schema is None else str(found.schema),
        "trials": [_trial_json(trial) for trial in found.trials],
        "tested": [_trial_json(trial) for trial in found.tested],
        "all_members": None if found.all_members is None else _result_json(found.all_members),
    }


def _member_json(member: FamilyMember) -> dict[str, object]:
    return {"value": member.value, **_result_json(member.found)}


def _result_json(found: Proof | Undecided) -> dict[str, object]:
    from sprague.proofs.proof import Proof

    if isinstance(found, Proof):
        return {"status": "proved", **found.to_json()}
    return {"status": "undecided", "rule": str(found.game), "reason": found.reason}


def _trial_json(trial: ClaimTrial) -> dict[str, object]:
    return {
        "value": trial.value,
        "claim": trial.claim,
        "proved": trial.proved,
        "fails": trial.fails,
        "searched_chips": trial.chips,
        "counterexample": None if trial.wrong is None else list(trial.wrong),
        "result": str(trial),
    }
