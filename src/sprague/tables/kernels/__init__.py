"""Kernels of tables: inner loops over arrays that serve every rule, run as plain Python or compiled by numba."""
