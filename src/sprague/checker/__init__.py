"""The independent checker of certificates: it shares nothing with the solver or the prover but what rules and formulas mean."""

from sprague.checker.certificates import Verified, verify

__all__ = ["Verified", "verify"]
