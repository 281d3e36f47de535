"""Export of certificates as Coq files, and verification of certificates and Coq files with Coq."""
