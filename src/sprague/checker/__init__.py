"""The independent checker of certificates: it shares with solver and prover only what rules and formulas mean."""

from sprague.checker.certificates import Verified, verify

__all__ = ["Verified", "verify"]
