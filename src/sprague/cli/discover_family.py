"""The option `--over` of `sprague discover`: `discover_members` finds theorems about a family and a common formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING

from sprague.cli.arguments import print_json, read_family_text
from sprague.errors import SpragueError
from sprague.language.statements import claim_after_verb
from sprague.limits import Limits
from sprague.render.terminal import print_lines, status_line

if TYPE_CHECKING:
    from sprague.automata.numeration import Numeration
    from sprague.discovery.claim_trials import ClaimTrial
    from sprague.discovery.families import FamilyFindings, Member
    from sprague.proofs.proof import Proof

CONJECTURED, REFUTED, NOTHING = "conjecture", "refuted", "nothing in common"
EXIT_CODES = {CONJECTURED: 0, REFUTED: 1, NOTHING: 3}


@dataclass(frozen=True)
class DiscoverySettings:
    """Settings of `sprague discover`: the play convention, the numerations to try (None for all), and limits."""

    misere: bool
    numerations: list[Numeration] | None
    limits: Limits


def discover_members(
    game: str, over: str, settings: DiscoverySettings, store: Callable[[Proof], object] | None, as_json: bool
) -> int:
    """Run `sprague discover --over`: prove theorems about members of a family, print them, return the exit code."""
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
            limits=settings.limits,
            report=report,
        )
    for member in found.members:
        if store is not None and isinstance(member.found, Proof):
            store(member.found)
    if as_json:
        print_json(_as_json(found))
    else:
        print_lines([*map(_member_line, [parameter] * len(values), found.members), *_common_lines(found)])
    return EXIT_CODES[_status(found)]


def _parse_family_values(text: str) -> tuple[str, list[int]]:
    """Return the parameter of a family and its values.

    >>> _parse_family_values("t=1..7:2")
    ('t', [1, 3, 5, 7])
    """
    from sprague.discovery.families import MOST_MEMBERS
    from sprague.surveys.ranges import ParameterRanges

    ranges = ParameterRanges.parse(text)
    if len(ranges.parameters) != 1 or ranges.parameters[0].is_set:
        raise SpragueError(f"expected one parameter and its values, such as --over t=1..5, got {text!r}")
    (parameter,) = ranges.parameters
    # One more than allowed, so that too many are refused.
    numbers = islice(parameter.choices({}), MOST_MEMBERS + 1)
    return parameter.name, [number for number in numbers if isinstance(number, int)]


def _status(found: FamilyFindings) -> str:
    if found.schema is None:
        return NOTHING
    return REFUTED if found.counterexample is not None else CONJECTURED


def _member_line(parameter: str, member: Member) -> str:
    from sprague.proofs.proof import Proof

    if not isinstance(member.found, Proof):
        return f"{parameter} = {member.value}: undecided: {member.found.reason}"
    return f"{parameter} = {member.value}: proved for all positions: {member.claim or member.found.statement()}"


def _common_lines(found: FamilyFindings) -> list[str]:
    """Return the formula that the members have in common, and the results of its trials."""
    parameter = found.family.parameter
    if found.schema is None:
        return ["These theorems have no form in common that is true of all of them."]
    play = " in misère play" if found.misere else ""
    claim = f"the P-positions of {found.family.text}{play} are exactly{claim_after_verb(str(found.schema))}"
    lines = []
    if (wrong := found.counterexample) is None:
        lines.append(f"Conjecture, for every value of {parameter}: {claim}.")
    else:
        lines.append(f"No conjecture, as it fails for {parameter} = {wrong.value}: {claim}.")
    lines += _trial_lines("", parameter, found.trials) + _trial_lines("the next, ", parameter, found.tested)
    if wrong is None:
        lines.append("  it holds for the members tried; it is not proved for all, and solve does not use it")
    return lines


def _trial_lines(which: str, parameter: str, trials: Sequence[ClaimTrial]) -> list[str]:
    """Return the results of trials, one line for consecutive values with the same result."""
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
    }


def _member_json(member: Member) -> dict[str, object]:
    from sprague.proofs.proof import Proof

    if isinstance(member.found, Proof):
        return {"value": member.value, "status": "proved", **member.found.to_json()}
    return {"value": member.value, "status": "undecided", "rule": str(member.game), "reason": member.found.reason}


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
