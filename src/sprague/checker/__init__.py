"""The independent checker of certificates: it shares nothing with the solver or the prover but what a rule means."""

from sprague.checker.certificates import Verified, verify

__all__ = ["Verified", "verify"]
