"""Short notation of moves that a person types, such as `2-3`: `parse_move` and `format_move`.

- `2-3` takes 3 chips from pile 2, and `1-3 2-3` changes two piles.
- `2>1 3` moves 3 chips from pile 2 to pile 1.
- `2+3` adds 3 chips to pile 2.
- `2=4` leaves 4 chips in pile 2, and `2=3+1` splits heap 2 into heaps of 3 chips and 1 chip.
- `3,5,6` is the position that the move reaches.
- `#4` is move number 4 in the list of moves.

Piles are numbered from 1 in their order on the board; in a sum of games, numbers continue from game to game. If a
player may forbid options of the opponent, the forbidden options follow the move: `3,5 forbid 2,4 and 1,1`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from sprague.errors import OutOfReach, SpragueError, clip
from sprague.integers import format_integer, parse_integer, show_number
from sprague.play.illegal_moves import IllegalMove, check_places, describe_move
from sprague.play.match import Match
from sprague.play.playable import Pile, Playable, Pos
from sprague.play.transcript import AND, FORBID
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.sums import split_components

MOST_NUMBERED = 40  # maximum number of moves in a numbered list

_N = r"([0-9]{1,9})"  # regular expression for the number of a pile
_CHANGE = re.compile(
    rf"\s*(?:{_N}\s*>\s*{_N}[\s:]+([0-9]+)|{_N}\s*([-+])\s*([0-9]+)|{_N}\s*=\s*([0-9]+(?:\s*\+\s*[0-9]+)*))(?=[\s,]|$),?"
)


@dataclass(frozen=True, slots=True)
class _TypedChange:
    """A typed change of one pile: the number of chips added (negative if removed), or the heaps that replace it."""

    pile: int
    added: int = 0
    becomes: tuple[int, ...] = ()


def parse_move(match: Match[Pos], text: str) -> tuple[Pos, list[Pos]]:
    """Parse a move that a person typed; return the option reached, and the options that the person forbids.

    In the returned option, the piles keep their order on the board.
    """
    move, _, forbidden = text.strip().partition(FORBID)
    option = _parse_option(match, move.strip())
    return option, [_parse_position(match.playable, option, one) for one in forbidden.split(AND)] if forbidden else []


def parse_forbidden(match: Match[Pos], text: str) -> list[Pos]:
    """Parse a list of options that a person forbids before the first move of a match."""
    return [_parse_position(match.playable, match.position, one) for one in text.split(AND)] if text.strip() else []


def _parse_option(match: Match[Pos], text: str) -> Pos:
    playable, board = match.playable, match.board
    if numbered := re.fullmatch(r"#\s*([0-9]{1,6})", text):
        return _numbered_move(match, int(numbered[1]))
    if text.isdecimal() and text.isascii() and not _is_heap_game(playable):
        raise _incomplete_move(match, text)
    if (changes := _parse_changes(text)) is not None:
        return _apply_changes(playable, board, changes)
    return _parse_position(playable, board, text)


def _is_heap_game(playable: Playable[Pos]) -> bool:
    """Return whether a single number can be a position, because the game has one pile or any number of heaps."""
    return len(playable.rules) == 1 and len(playable.rules[0].names) == 1


def parse_bare_number(match: Match[Pos], text: str) -> Pos:
    """Return the option that a single typed number means: the number of chips to take or to leave.

    Raises:
        SpragueError: The number describes no move or two moves; the message suggests complete moves.
    """
    heaps = [pile for pile in match.playable.piles(match.board) if not pile.is_remembered]
    if len(heaps) != 1:
        raise _incomplete_move(match, text)
    taken, left = (_option_or_none(match, typed) for typed in (f"1-{text}", f"1={text}"))
    if taken is not None and left is not None and taken != left:
        raise SpragueError(
            f"{text} has two meanings: type 1-{text} to take {_chips(text)}, or 1={text} to leave {_chips(text)}"
        )
    found = taken if left is None else left
    return _parse_option(match, f"1-{text}") if found is None else found


def _incomplete_move(match: Match[Pos], text: str) -> SpragueError:
    """Return the error for a typed number that is not a complete move; the message contains an example of a move."""
    piles = [pile for pile in match.playable.piles(match.board) if not pile.is_remembered]
    typed = (f"{number}-{text}" for number in range(len(piles), 0, -1))
    take = next((move for move in typed if _option_or_none(match, move) is not None), None)
    meanings = [f"{take} to take {_chips(text)} from pile {take.partition('-')[0]}"] if take else []
    if numbered_moves(match):
        meanings.append(f"#{text} for move number {text}")
    ways = ", or ".join(meanings) or "a move such as 2-3"
    return SpragueError(f"a single number is not a move; type {ways}")


def _option_or_none(match: Match[Pos], typed: str) -> Pos | None:
    """Return the option that a typed move leads to, or None if the move is illegal."""
    try:
        option = _parse_option(match, typed)
        match.copy().play(option)
    except SpragueError:
        return None
    return option


def _chips(number: str) -> str:
    return f"{number} chip" if number == "1" else f"{number} chips"


def _numbered_move(match: Match[Pos], number: int) -> Pos:
    moves = numbered_moves(match)
    if not moves:
        raise SpragueError(
            f"the position has too many moves to number them; type a move such as 2-3 instead of {number}"
        )
    if not 1 <= number <= len(moves):
        raise SpragueError(f"expected the number of a move between 1 and {len(moves)}, got {number}")
    return moves[number - 1]


def numbered_moves(match: Match[Pos]) -> list[Pos]:
    """Return the list in which a person can choose a move by number; the list is empty if there are too many moves."""
    if match.playable.count_choices(match.position, 10 * MOST_NUMBERED) > 10 * MOST_NUMBERED:
        return []
    moves = match.moves()
    if len(moves) > MOST_NUMBERED:
        return []
    if match.board == match.position:
        return moves
    return sorted(moves, key=lambda option: _first_changed(match.playable, match.board, option))


def _first_changed(playable: Playable[Pos], board: Pos, option: Pos) -> tuple[int, int]:
    """Return the index of the game in which a move is made, and the index of the first changed pile of that game."""
    for game, parts in enumerate(
        zip(playable.split(board), playable.split(playable.apply_move(board, option)[1]), strict=True)
    ):
        for place, (before, after) in enumerate(zip_longest(*parts)):
            if before != after:
                return game, place
    return len(playable.rules), 0


def _parse_changes(text: str) -> list[_TypedChange] | None:
    """Parse a text such as `1-3 2+3` into changes of piles; return None if the text has another form."""
    found: list[_TypedChange] = []
    place = 0
    while place < len(text):
        change = _CHANGE.match(text, place)
        if change is None:
            return None
        source, goal, moved, pile, sign, amount, whole, heaps = change.groups()
        if source:
            number = parse_integer(moved)
            found += [_TypedChange(int(source), -number), _TypedChange(int(goal), number)]
        elif pile:
            number = parse_integer(amount)
            found.append(_TypedChange(int(pile), number if sign == "+" else -number))
        else:
            found.append(
                _TypedChange(int(whole), becomes=tuple(parse_integer(heap.strip()) for heap in heaps.split("+")))
            )
        place = change.end()
    return found or None


def _apply_changes(playable: Playable[Pos], board: Pos, changes: Sequence[_TypedChange]) -> Pos:
    """Return the board after typed changes; if a pile splits, the new heaps replace the pile."""
    piles = [pile for pile in playable.piles(board) if not pile.is_remembered]
    parts = [[[*one] for one in split_components(rule, part)] for rule, part in playable.components(board)]
    for change in changes:
        if not 1 <= change.pile <= len(piles):
            raise SpragueError(f"expected a pile from 1 to {len(piles)}, got {change.pile}")
        pile = piles[change.pile - 1]
        component = parts[pile.game][pile.component]
        if len(change.becomes) > 1:
            if len(playable.rules[pile.game].names) > 1:
                raise SpragueError("the move splits a component of several piles; type the position after the move")
            component[:] = change.becomes
        else:
            component[pile.entry] = change.becomes[0] if change.becomes else _height_after(pile, change, component)
    if len(changes) == 1 and playable.rules[pile.game].takes_sums and len(component) == max(1, len(change.becomes)):
        _check_heap(playable.rules[pile.game], change.pile, pile, component)
    reached = [tuple(chain(*components)) for components in parts]
    option = _with_remembered(playable, board, reached)
    _check_places(playable, board, option)
    return option


def _check_places(playable: Playable[Pos], board: Pos, option: Pos) -> None:
    """Raise an error if a legal move leads to the option only after its interchangeable piles are exchanged."""
    try:
        _, reached = playable.apply_move(board, option)
    except SpragueError:
        return  # the option is illegal in any order, and making the move raises the error
    for rule, *parts in zip(playable.rules, *map(playable.split, (board, option, reached)), strict=True):
        check_places(rule, *parts)


def _check_heap(rule: Ruleset, number: int, heap: Pile, becomes: Sequence[int]) -> None:
    """Raise an error if no move turns the chosen heap into the typed heaps."""
    try:
        describe_move(rule, (heap.height,), tuple(becomes))
    except SpragueError as error:
        reason = error.reason if isinstance(error, IllegalMove) else str(error)
        raise SpragueError(f"heap {number}: {reason}") from None


def _height_after(pile: Pile, change: _TypedChange, component: Sequence[int]) -> int:
    height = component[pile.entry] + change.added
    if height < 0:
        if not component[pile.entry]:
            raise SpragueError(f"pile {change.pile} is empty; choose another pile")
        chips = show_number(component[pile.entry])
        raise SpragueError(f"pile {change.pile} has only {chips} chips; you cannot take {show_number(-change.added)}")
    return height


def _parse_position(playable: Playable[Pos], board: Pos, text: str) -> Pos:
    """Parse a position that a person typed; if the text omits the remembered numbers, derive these from the move."""
    try:
        written = [parse_position(part) for part in text.split(";")]
    except SpragueError:
        raise SpragueError(
            "expected a move such as 2-3 (take 3 from pile 2), or the position after the move, got "
            f"{clip(text)!r}; type 'help' for a list of commands"
        ) from None
    if len(written) != len(playable.rules):
        return playable.parse(text)
    short = [
        bool(rule.remembered) and len(part) == len(rule.piles)
        for rule, part in zip(playable.rules, written, strict=True)
    ]
    if not any(short):
        return playable.validate(playable.join(written))
    padded = [
        part + old[len(part) :] if is_short else part
        for (_, old), part, is_short in zip(playable.components(board), written, short, strict=True)
    ]
    return _with_remembered(playable, board, padded)


def _with_remembered(playable: Playable[Pos], board: Pos, reached: Sequence[Position]) -> Pos:
    """Complete the given piles to a position by adding the remembered numbers that the move leads to."""
    parts = list(reached)
    for number, (rule, old) in enumerate(playable.components(board)):
        if rule.remembered and parts[number] != old:
            parts[number] = _add_remembered(rule, old, parts[number])
    return playable.validate(playable.join(parts))


def _add_remembered(rule: Ruleset, old: Position, reached: Position) -> Position:
    piles = len(rule.piles)
    wanted = rule.position(reached)[:piles]
    try:
        found = [option for option in rule.options(old) if option[:piles] == wanted]
    except OutOfReach:
        raise SpragueError(
            "the position has too many moves to find the remembered numbers; type the whole position after the "
            f"move, with {', '.join(rule.remembered)}"
        ) from None
    if len(found) > 1:
        texts = " or ".join(rule.ast.tuple_text(option) for option in found[:3])
        raise SpragueError(
            f"several moves lead to the typed piles; type the whole position after the move, such as {texts}"
        )
    return reached[:piles] + found[0][piles:] if found else reached


def format_move(playable: Playable[Pos], board: Pos, option: Pos, reached: Pos | None = None) -> str:
    """Return a move in short notation such as 2-3, or the position reached if the short notation is ambiguous.

    The argument `reached` is the board after the move, if the caller already knows it.

    >>> from sprague.games import game
    >>> from sprague.play.single_game import SingleGame
    >>> format_move(SingleGame(game("nim"), False), (3, 5, 7), (3, 4, 5))
    '3-3'
    >>> format_move(SingleGame(game("kayles"), False), (3, 7), (1, 3, 5))
    '2=1+5'
    """
    whole = playable.format(option)
    if reached is None:
        reached = playable.apply_move(board, option)[1]  # unchanged piles keep their places on the board
    before, after = playable.split(board), playable.split(reached)
    changed = [number for number, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    if len(changed) != 1:
        return whole
    (number,) = changed
    rule, left, found = playable.rules[number], before[number], after[number]
    if rule.remembered and _is_ambiguous(rule, left, found):
        return whole
    piles = [pile for pile in playable.piles(board) if not pile.is_remembered]
    numbers = [place for place, pile in enumerate(piles, start=1) if pile.game == number]
    if rule.takes_sums:
        return _format_split(rule, left, found, numbers) or whole
    return _format_changes(left[: len(rule.piles)], found[: len(rule.piles)], numbers) or whole


def _is_ambiguous(rule: Ruleset, left: Position, reached: Position) -> bool:
    piles = len(rule.piles)
    if rule.count_choices(left, 1_000) > 1_000:
        return True
    wanted = rule.position(reached)[:piles]
    return sum(option[:piles] == wanted for option in rule.options(left)) != 1


def _format_split(rule: Ruleset, left: Position, reached: Position, numbers: Sequence[int]) -> str:
    """Return the short notation of a move in a sum of heaps, such as 2=1+5, or "" if the notation is ambiguous."""
    if len(rule.names) > 1:
        return ""
    gone, come = Counter(left) - Counter(reached), sorted((Counter(reached) - Counter(left)).elements())
    if gone.total() > 1:
        return ""
    # The multiset `gone` is empty if one of the new heaps is as high as the old heap.
    height = next(iter(gone), None)
    if height is None:
        return ""
    pile = numbers[left.index(height)]
    if len(come) > 1:
        return f"{pile}={'+'.join(map(format_integer, come))}"
    became = come[0] if come else 0
    return _format_change(pile, height, became)


def _format_changes(left: Position, reached: Position, numbers: Sequence[int]) -> str:
    """Return the short notation of a move that lists the changed piles, such as 1-3 2-3."""
    pairs = [(place, *pair) for place, pair in enumerate(zip(left, reached, strict=True)) if pair[0] != pair[1]]
    if len(pairs) == 2:
        (one, first, now), (two, second, then) = pairs
        if first + second == now + then:
            source, goal, moved = (one, two, first - now) if now < first else (two, one, now - first)
            return f"{numbers[source]}>{numbers[goal]} {format_integer(moved)}"
    return " ".join(_format_change(numbers[place], old, new) for place, old, new in pairs)


def _format_change(pile: int, old: int, new: int) -> str:
    return f"{pile}{'-' if new < old else '+'}{format_integer(abs(new - old))}"
