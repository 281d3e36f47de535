"""Independent checker of certificates, which imports the standard library and nothing else of Sprague."""

from .certificates import Verified, verify
from .errors import Budget, CheckerError, NotACertificate, NotVerified, OutOfReach

__all__ = ["Budget", "CheckerError", "NotACertificate", "NotVerified", "OutOfReach", "Verified", "verify"]
