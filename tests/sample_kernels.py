"""Sample kernels for the tests of `jit`: one that ends soon, one that can be stopped, and one with a helper."""

# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

import numpy as np

SCALE = 3


def scaled(number):
    """A kernel that others call."""
    return SCALE * number


def fill_scaled(out):
    """A kernel that changes its argument."""
    for i in range(out.shape[0]):
        out[i] = scaled(i)


def count_up(most, stop):
    """A kernel that may run for long: the sum of the scaled numbers below `most`."""
    total = np.zeros(1, np.int64)
    number = 0
    while number < most and stop[0] == 0:
        total[0] = (total[0] + scaled(number)) % 1000003
        number += 1
    return total[0], np.full(1, number)
