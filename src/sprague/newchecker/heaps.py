"""To be written."""

from .errors import Budget
from .kernel import Evidence
from .trees import Rule


def check_heaps(data: object, rule: Rule, misere: bool, budget: Budget) -> Evidence:
    raise NotImplementedError
