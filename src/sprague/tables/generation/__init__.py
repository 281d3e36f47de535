"""Generation of kernels for one rule: loops over its moves, built as Python syntax trees and compiled by numba."""
