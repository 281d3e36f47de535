"""Export of certificates as Coq files, and verification of these files by the Coq program."""
