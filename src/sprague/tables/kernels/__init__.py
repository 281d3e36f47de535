"""Kernels of tables: inner loops on arrays that serve every rule, run as plain Python or compiled by numba."""
