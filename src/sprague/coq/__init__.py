"""Export of certificates to Coq, and their check by Coq."""
