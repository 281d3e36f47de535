"""Sprague solves impartial pile games such as Nim, computes tables of their values, and proves theorems about them."""

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from sprague.errors import (
    ArgumentTypeError,
    Cancelled,
    CycleError,
    MissingEntryError,
    MissingExtraError,
    MissingFileError,
    MissingResultError,
    NotationError,
    NotVerified,
    OutOfReach,
    OutOfTime,
    SpragueError,
    SpragueWarning,
)
from sprague.games import Game, catalogue, game
from sprague.limits import Limits
from sprague.progress import Progress, ProgressCallback
from sprague.renamed_modules import install as install_renamed_modules
from sprague.rules import Ruleset, parse
from sprague.rules.building.builder import RuleBuilder, choice, choices, move, piles, remembered
from sprague.rules.building.terms import maximum, minimum
from sprague.solver.answer import Answer, solve
from sprague.solver.sums import Sum
from sprague.version import __version__

if TYPE_CHECKING:
    from sprague.certificates.verification import verify
    from sprague.checker import Verified
    from sprague.discovery.discover import discover
    from sprague.discovery.families import FamilyFindings, discover_family
    from sprague.periods.period import NoPeriod, Period, find_period
    from sprague.play.match import Match
    from sprague.proofs.proof import Proof, Refutation
    from sprague.proofs.proving import prove
    from sprague.proofs.store import keep
    from sprague.proofs.theorem_files import use_store
    from sprague.proofs.undecided import Undecided
    from sprague.queries.answers import SetAnswer, TruthAnswer, UndecidedAnswer
    from sprague.queries.ask import ask
    from sprague.queries.compare import Comparison, compare
    from sprague.queries.sequence import IntegerSequence, sequence
    from sprague.quotients.misere import misere_quotient
    from sprague.quotients.quotient import Quotient
    from sprague.surveys.survey_rows import SurveyRows, survey
    from sprague.tables.special.difference_games import rows
    from sprague.tables.special.winning_numbers import WinningNumbers, winning_numbers
    from sprague.tables.table import Table
    from sprague.tables.tabulate import tabulate

__all__ = [
    "Answer",
    "ArgumentTypeError",
    "Cancelled",
    "Comparison",
    "CycleError",
    "FamilyFindings",
    "Game",
    "IntegerSequence",
    "Limits",
    "Match",
    "MissingEntryError",
    "MissingExtraError",
    "MissingFileError",
    "MissingResultError",
    "NoPeriod",
    "NotVerified",
    "NotationError",
    "OutOfReach",
    "OutOfTime",
    "Period",
    "Progress",
    "ProgressCallback",
    "Proof",
    "Quotient",
    "Refutation",
    "RuleBuilder",
    "Ruleset",
    "SetAnswer",
    "SpragueError",
    "SpragueWarning",
    "Sum",
    "SurveyRows",
    "Table",
    "TruthAnswer",
    "Undecided",
    "UndecidedAnswer",
    "Verified",
    "WinningNumbers",
    "__version__",
    "ask",
    "catalogue",
    "choice",
    "choices",
    "compare",
    "discover",
    "discover_family",
    "find_period",
    "game",
    "keep",
    "maximum",
    "minimum",
    "misere_quotient",
    "move",
    "parse",
    "piles",
    "prove",
    "remembered",
    "rows",
    "sequence",
    "solve",
    "survey",
    "tabulate",
    "use_store",
    "verify",
    "winning_numbers",
]

install_renamed_modules()

# Names whose modules load numba are imported on first use, because numba takes long to load.
_LATER = {
    "FamilyFindings": "sprague.discovery.families",
    "Match": "sprague.play.match",
    "NoPeriod": "sprague.periods.period",
    "Period": "sprague.periods.period",
    "Verified": "sprague.checker",
    "WinningNumbers": "sprague.tables.special.winning_numbers",
    "Proof": "sprague.proofs.proof",
    "Quotient": "sprague.quotients.quotient",
    "Refutation": "sprague.proofs.proof",
    "SetAnswer": "sprague.queries.answers",
    "SurveyRows": "sprague.surveys.survey_rows",
    "survey": "sprague.surveys.survey_rows",
    "Table": "sprague.tables.table",
    "TruthAnswer": "sprague.queries.answers",
    "Undecided": "sprague.proofs.undecided",
    "UndecidedAnswer": "sprague.queries.answers",
    "ask": "sprague.queries.ask",
    "Comparison": "sprague.queries.compare",
    "IntegerSequence": "sprague.queries.sequence",
    "sequence": "sprague.queries.sequence",
    "compare": "sprague.queries.compare",
    "discover": "sprague.discovery.discover",
    "discover_family": "sprague.discovery.families",
    "find_period": "sprague.periods.period",
    "keep": "sprague.proofs.store",
    "misere_quotient": "sprague.quotients.misere",
    "prove": "sprague.proofs.proving",
    "rows": "sprague.tables.special.difference_games",
    "tabulate": "sprague.tables.tabulate",
    "use_store": "sprague.proofs.theorem_files",
    "verify": "sprague.certificates.verification",
    "winning_numbers": "sprague.tables.special.winning_numbers",
}


# Packages that are imported on first use.
_PACKAGES = ("atlas",)

# Hide `__getattr__` from type checkers, which report unknown names only in modules without `__getattr__`.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _PACKAGES:
            return import_module(f"sprague.{name}")
        if name not in _LATER:
            near = [known for known in __all__ if name in known] or get_close_matches(name, __all__, 1)
            hint = f"; did you mean {near[0]!r}?" if near and not name.startswith("_") else ""
            raise AttributeError(f"module 'sprague' has no attribute {name!r}{hint}")
        return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
