"""Export of certificates as Coq files, and their check by the Coq program."""
