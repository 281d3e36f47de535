"""Kernels of tables: inner loops on arrays, run plain or compiled by numba, that serve every rule."""
