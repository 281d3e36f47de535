"""Very large numbers, and moves between very large positions."""

import random

import pytest

import sprague
from sprague import SpragueError
from sprague.integers import PLAIN, format_integer, is_power, join_digits, large_power, parse_integer, split_digits
from sprague.rules import Position
from tests.snapshots import refused, snapshot


@pytest.mark.parametrize("digits", [1, PLAIN - 1, PLAIN, PLAIN + 1, 3 * PLAIN, 4300, 12_345])
def test_digits_are_read_and_written_back(digits: int) -> None:
    text = "".join(random.Random(digits).choice("0123456789") for _ in range(digits)).lstrip("0") or "0"
    number = parse_integer(text)
    assert format_integer(number) == text
    assert format_integer(-number) == (f"-{text}" if number else "0")
    high, low = divmod(number, 10**1000)
    assert number == high * 10**1000 + low
    assert str(low) == text[-1000:].lstrip("0") or not low


@pytest.mark.parametrize("base", [2, 3, 5, 10, 12, 36])
@pytest.mark.parametrize("bits", [1, 5, 63, 64, 65, 200, 9000])
def test_digits_in_any_base(bits: int, base: int) -> None:
    for number in (0, 1, base - 1, base, 2**bits - 1, 2**bits, random.Random(bits).getrandbits(bits)):
        digits = split_digits(number, base)
        # Digit by digit, from the top: Horner's rule.
        value = 0
        for digit in reversed(digits):
            assert 0 <= digit < base
            value = value * base + digit
        assert value == number
        assert not len(digits) or digits[-1]
        assert join_digits(digits, base) == number


@pytest.mark.parametrize("base", [2, 3, 6, 12])
@pytest.mark.parametrize("exponent", [0, 1, 7, 700, PLAIN, PLAIN + 1, 9999])
def test_powers(exponent: int, base: int) -> None:
    power = large_power(base, exponent)
    assert power == base**exponent
    assert is_power(power, base)
    assert not any(is_power(number, base) for number in (-power, power + power * base, 5 * power, power * base + 1))


def test_leading_zeros_do_not_change_the_base() -> None:
    assert parse_integer("0" * PLAIN + "17") == 17


@pytest.mark.parametrize(
    ("game", "position", "option"),
    [
        ("empty-all-but-one", (10**5000, 3, 4), (1, 1, 10**5000 - 2)),
        ("dynamic-nim", (10**5000, 10**4999), (10**5000 - 10**4999, 10**4999)),
    ],
)
def test_a_move_with_very_large_numbers_has_a_sentence(game: str, position: Position, option: Position) -> None:
    rule = sprague.game(game, **({"boxes": 3} if len(position) == 3 else {"piles": 1}))
    words = rule.move_to(position, option).sentence
    snapshot(words)
    assert words.endswith("99998)" if len(position) == 3 else "; t becomes 1" + "0" * 4999)


@pytest.mark.parametrize(
    ("game", "position", "option"),
    [
        ("nim", (10**40, 5), (5, 7)),
        ("empty-transfer", (3, 10**40), (2, 10**40 - 2)),
        ("sharing-nim", (0, 10**40, 4), (0, 5, 10**40 - 1)),
        ("dynamic-nim", (10**40, 5), (10**40 - 3, 3)),
        ("wythoff", (10**40, 10**40), (3, 3)),
    ],
)
def test_a_move_is_found_from_position_and_option(game: str, position: Position, option: Position) -> None:
    found = sprague.game(game, **size(game, position)).move_to(position, option)
    snapshot(found.sentence)
    assert found.option == option


def size(game: str, position: Position) -> dict[str, int]:
    sizes = {"nim": "piles", "empty-transfer": "boxes", "sharing-nim": "piles", "dynamic-nim": "piles"}
    count = len(position) - (game == "dynamic-nim")
    return {sizes[game]: count} if game in sizes else {}


@pytest.mark.parametrize("game", [entry.name for entry in sprague.catalogue() if entry.name != "rim"])
def test_every_option_has_the_move_that_leads_to_it(game: str) -> None:
    rule = sprague.game(game)
    position = tuple([5, 1, 4, 2][: len(rule.piles)] + [2] * len(rule.remembered))
    for move in rule.moves(position):
        assert rule.move_to(position, move.option).option == move.option


def test_positions_that_are_no_options_have_no_move() -> None:
    with refused(SpragueError):
        sprague.game("nim", piles=2).move_to((3, 5), (4, 5))
