"""The independent checker of certificates, which imports only the standard library and no other module of Sprague."""

from .certificates import Verified, verify
from .errors import Budget, CheckerError, NotACertificate, NotVerified, OutOfReach

__all__ = ["Budget", "CheckerError", "NotACertificate", "NotVerified", "OutOfReach", "Verified", "verify"]
