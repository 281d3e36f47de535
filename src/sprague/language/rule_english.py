"""Description of rules and moves in English: `describe_rule`, `move_text`, `move_sentence`, `condition_text`."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.integers import format_integer
from sprague.language.conditions import FALSE, TRUE, Chain, Formula, Junction, Member, Not, Power
from sprague.language.expressions import Expression, Mod
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.positions import Position
from sprague.language.rule_ast import CIRCLE, Arrangement, MoveAst, RuleAst, conjuncts, disjuncts
from sprague.linear.terms import Linear

_WORDS = {
    "<": "is less than",
    "<=": "is at most",
    "=": "equals",
    "!=": "differs from",
    ">=": "is at least",
    ">": "is more than",
}


def describe_rule(rule: RuleAst, rank: str | None, taken: Sequence[Linear | None]) -> str:
    """Return English sentences that describe a rule: the board, each move, and the end of play.

    `rank` is the text of a rank, which every move lowers; None if no rank is known. `taken` is the number of chips that
    each move takes from the heap that it splits; None if the number is unknown.

    >>> from sprague.rules import parse
    >>> print(parse("(x, y) -> (x - 2, y) ; (x - 1, y + 1)").describe())
    A position consists of two piles of chips, (x, y). A pile may be empty.
    There are two kinds of move.
    1. From (x, y) to (x - 2, y): take 2 chips from x.
    2. From (x, y) to (x - 1, y + 1): move 1 chip from x to y.
    Play ends when no move is left. The player who made the last move wins; in misère play, that player loses.
    Play always ends: every move lowers x.
    """
    lines = [_board(rule)]
    kinds = len(rule.moves)
    if kinds > 1:
        lines.append(f"There are {_number(kinds)} kinds of move.")
    for number, move in enumerate(rule.moves):
        start = f"{number + 1}. From" if kinds > 1 else "A move leads from"
        goal, text = rule.option_text(move.parts), move_text(rule, taken[number], move)
        lines.append(f"{start} {rule.tuple_text(rule.names)} to {goal}: {text}.")
    lines += [_parts(rule, block) for block in rule.blocks]
    lines += [arrangement_text(rule, arrangement) for arrangement in rule.arrangements]
    if rule.blocking:
        lines.append(_blocking(rule.blocking))
    lines.append(_ending(rule))
    if rank is None:
        lines.append(
            "No proof was found that play always ends; a computation that finds a cycle stops and shows the cycle."
        )
    elif rule.splits:
        lines.append(f"Play always ends: {rank} is smaller in each part of an option than before the move.")
    else:
        lines.append(f"Play always ends: every move lowers {rank}.")
    return "\n".join(lines)


def move_sentence(rule: RuleAst, emptied: Sequence[int], position: Sequence[int], reached: Sequence[int]) -> str:
    """Return the English sentence that tells a player how to move from one position to another.

    `emptied` contains the indices of the piles that the move always empties, at any height.
    """
    count = len(rule.piles)
    start = [0 if pile in emptied else position[pile] for pile in range(count)]
    given = {pile: start[pile] - reached[pile] for pile in range(count) if reached[pile] < start[pile]}
    received = {pile: reached[pile] - start[pile] for pile in range(count) if reached[pile] > start[pile]}
    phrases = [f"empty {_piles(emptied, count)}"] if emptied else []
    if given and sum(given.values()) == sum(received.values()):
        if len(given) == len(received) == 1:
            (source, amount), (goal, _) = *given.items(), *received.items()
            where = "it" if emptied == [goal] else f"the {ordinal(goal)}"
            phrases.append(f"move {_chips(amount)} from the {ordinal(source)} pile to {where}")
        else:
            phrases.append(
                f"redistribute {_chips(sum(start))} as {rule.tuple_text([*map(format_integer, reached[:count])])}"
            )
    else:
        phrases += [_each("take", "from", given, count)] if given else []
        phrases += [_each("add", "to", received, count)] if received else []
    if not phrases:
        phrases = ["leave the piles unchanged"]
    text = phrases[0] + "".join(f", then {phrase}" for phrase in phrases[1:])
    for index, name in enumerate(rule.remembered, start=count):
        text += f"; {name} becomes {format_integer(reached[index])}"
    return text


def component_move_sentence(
    rule: RuleAst, components: Sequence[Position], number: int, parts: Sequence[Position]
) -> str:
    """Return the English sentence for a move in a sum; the move replaces one component by non-empty parts.

    If the rule has one pile and some move splits it, the sentence says "heap" instead of "pile".
    """
    left, alone = components[number], len(components) == 1
    taken = sum(left[: len(rule.piles)]) - sum(sum(part[: len(rule.piles)]) for part in parts)
    if len(rule.names) > 1:
        which = "the position" if alone else f"the {ordinal(number)} component"
        which, pieces = (
            f"{which}, {rule.tuple_text(left)},",
            [rule.tuple_text([*map(format_integer, part)]) for part in parts],
        )
    else:
        word = "heap" if rule.splits else "pile"
        which = f"the {word}" if alone else f"the {ordinal(number)} {word}"
        pieces = [format_integer(part[0]) for part in parts]
        if len(parts) < 2:
            return f"take {_chips(taken)} from {which}" if taken >= 0 else f"add {_chips(-taken)} to {which}"
    into = ("heaps of " if len(rule.names) == 1 else "") + (listed(pieces) if pieces else "nothing")
    if taken > 0 and pieces:
        rest = "split the rest into" if len(pieces) > 1 else "leave"
        return f"take {_chips(taken)} from {which} and {rest} {into}"
    return f"split {which} into {into}" if taken == 0 and len(pieces) > 1 else f"replace {which} by {into}"


def _discarded_piles(rule: RuleAst, move: MoveAst) -> list[int]:
    """Return the indices of the piles that a move discards; they occur in no term and no condition of the move."""
    used = {name for term in (*move.entries, move.where) for name in term.names}
    return [part for part, name in enumerate(rule.piles) if name not in used]


def condition_text(condition: Formula) -> str:
    """Return the English text of a condition as one phrase.

    >>> from sprague.linear.terms import Linear
    >>> condition_text(Chain.of(Linear.of(1), "<=", Linear.of("k"), "<=", Linear.of("a")))
    'k is at least 1 and at most a'
    """
    match condition:
        case Power(term, base):
            return f"{term} is a power of {base} (1, {base}, {base**2}, …)"
        case Square(term):
            return f"{term} is a square (0, 1, 4, 9, …)"
        case Prime(term):
            return f"{term} is prime"
        case Divides(divisor, number):
            return f"{divisor} divides {number}"
        case Not(Divides(divisor, number)):
            return f"{divisor} does not divide {number}"
        case Member(term, numbers):
            return f"{term} is one of {', '.join(map(str, numbers))}"
        case Not(Power() | Square() | Prime() | Member() as part):
            return condition_text(part).replace(" is ", " is not ", 1)
        case Not(part):
            return f"it is not true that {_bracketed(part)}"
        case Junction(word, parts):
            return f" {word} ".join(map(_bracketed, parts))
    assert isinstance(condition, Chain)  # all other conditions of rules are chains of comparisons
    if (parity := _parity(condition)) is not None:
        return parity
    if condition.relations in (("<=", "<="), ("<", "<="), ("<=", "<"), ("<", "<")):
        low, middle, high = condition.sides
        below = "at least" if condition.relations[0] == "<=" else "more than"
        above = "at most" if condition.relations[1] == "<=" else "less than"
        return f"{middle} is {below} {low} and {above} {high}"
    links = zip(condition.sides[:-1], condition.relations, condition.sides[1:], strict=True)
    return " and ".join(f"{left} {_WORDS[relation]} {right}" for left, relation, right in links)


def condition_list_text(condition: Formula) -> str:
    """Return the English text of a condition; conditions joined by `and` become a list."""
    parts = conjuncts(condition)
    return condition_text(condition) if len(parts) <= 1 else listed([_bracketed(part) for part in parts])


def _bracketed(condition: Formula) -> str:
    """Return the English text of an operand of `and`, `or` or `not`, in brackets where needed."""
    text = condition_text(condition)
    return f"({text})" if isinstance(condition, Junction) and condition.parts else text


def _parity(condition: Chain) -> str | None:
    if condition.relations != ("=",) or condition.sides[1] not in (Expression.of(0), Expression.of(1)):
        return None
    if not isinstance(residue := condition.sides[0].call, Mod) or residue.modulus != 2:
        return None
    return f"{residue.term} is {'odd' if condition.sides[1].linear.constant else 'even'}"


def any_of_text(condition: Formula) -> str:
    """Return the English text of a condition; conditions joined by `or` become a list."""
    return " or ".join(map(condition_list_text, disjuncts(condition)))


def _board(rule: RuleAst) -> str:
    count = len(rule.piles)
    if rule.splits and len(rule.names) == 1:
        text = f"A position consists of any number of heaps of chips. A move changes one heap, {rule.names[0]}."
        return f"{text}{restrictions_text(rule, 'heap')}"
    noun = "component" if rule.splits else "position"
    text = f"A {noun} consists of {_number(count)} pile{'s' if count > 1 else ''} of chips"
    if rule.remembered:
        text += f" and {_number(len(rule.remembered))} remembered number{'s' if len(rule.remembered) > 1 else ''}"
    text += f", {rule.tuple_text(rule.names)}."
    text += " A pile may be empty." if rule.floor == 0 else ""
    if rule.splits:
        text += " A position is a sum of any number of components; a move changes one of them."
    return f"{text}{restrictions_text(rule, 'pile')}"


def restrictions_text(rule: RuleAst, word: str) -> str:
    """Return the English sentences for the clauses `piles >=` and `positions where` of a rule."""
    text = f" Every {word} always holds at least {_chips(rule.floor)}." if rule.floor else ""
    if rule.domain != TRUE:
        text += f" In every position, {any_of_text(rule.domain)}; a move must lead to such a position."
    return text


def _parts(rule: RuleAst, block: Sequence[int]) -> str:
    names = listed([rule.piles[i] for i in block])
    if len(block) == len(rule.piles):
        return f"The order of the piles does not matter: they may be taken as {names} in any order."
    return f"The order of {names} does not matter: a move may exchange their roles."


def arrangement_text(rule: RuleAst, arrangement: Arrangement) -> str:
    """Return the English sentence for piles in a circle or a row."""
    piles = "The piles" if arrangement.piles == rule.piles else listed(arrangement.piles)
    circle = "and continues around the circle"
    how = circle if arrangement.word == CIRCLE else "as long as all piles that it uses are in the row"
    return f"{piles} are arranged in a {arrangement.word}: a move may start at any of them, {how}."


def _blocking(most: int) -> str:
    several = "one" if most == 1 else f"up to {_number(most)}"
    return (
        f"After a move, the player may forbid {several} of the opponent's options for the next move; "
        "a player whose options are all forbidden cannot move."
    )


def move_text(rule: RuleAst, taken: Linear | None, move: MoveAst) -> str:
    """Return the English text of a move and its condition, with piles named as in the rule."""
    text = _split(rule, taken, move) if len(move.parts) > 1 else _change(rule, move)
    return f"{text}, where {condition_list_text(move.where)}" if move.where != TRUE else text


def _split(rule: RuleAst, taken: Linear | None, move: MoveAst) -> str:
    """Return the English text of a move that splits a position into components."""
    if len(rule.names) > 1:
        parts = listed([rule.tuple_text(part) for part in move.parts])
        return f"{rule.tuple_text(rule.names)} becomes {_number(len(move.parts))} components, {parts}"
    (name,), heaps = rule.names, f"{_number(len(move.parts))} heaps, {listed([str(part[0]) for part in move.parts])}"
    if taken == Linear():
        return f"split {name} into {heaps}"
    if taken is None or _sign(Expression.of(taken)) != 1:
        return f"{name} becomes {heaps}"
    return f"take {_amount(Expression.of(taken))} from {name} and split the rest into {heaps}"


def _change(rule: RuleAst, move: MoveAst) -> str:
    """Return the English text of a move that changes piles without splitting the position."""
    empty = [rule.piles[part] for part in _discarded_piles(rule, move)]
    phrases = [f"empty {listed(empty)}"] if empty else []
    gone: list[tuple[str, Expression]] = []
    come: list[tuple[str, Expression]] = []
    becomes: list[str] = []
    for name, entry in zip(rule.piles, move.parts[0], strict=False):
        assert isinstance(entry, Expression)  # a Python function can compute remembered numbers, but no piles
        change = entry - Expression.of(name)
        if change == Expression.of(0):
            continue
        sign = _sign(change) if entry.linear.coefficient(name) == 1 else 0
        if sign == 0:
            becomes.append(f"{name} becomes {entry}")
        elif sign < 0:
            gone.append((name, -change))
        else:
            come.append((name, change))
    match gone, come:
        case [(giver, size)], [(taker, same)] if size == same and not becomes:
            phrases.append(f"move {_amount(size)} from {giver} to {taker}")
        case _:
            phrases += [f"take {listed([f'{_amount(size)} from {name}' for name, size in gone])}"] if gone else []
            phrases += [f"add {listed([f'{_amount(size)} to {name}' for name, size in come])}"] if come else []
            phrases += [listed(becomes)] if becomes else []
    text = ", then ".join(phrases) or "nothing changes"
    for name, remembered in zip(rule.remembered, move.parts[0][len(rule.piles) :], strict=True):
        text += f"; {name} becomes {remembered}" if str(remembered) != name else ""
    return text


def _ending(rule: RuleAst) -> str:
    text = "Play ends when no move is left"
    for alternative in disjuncts(rule.stop):
        text += f", or as soon as {condition_list_text(alternative)}"
    misere = "" if rule.blocking else "; in misère play, that player loses"
    text += f". The player who made the last move wins{misere}."
    if rule.win != FALSE:
        text += f" A player who reaches a position where {any_of_text(rule.win)} wins immediately."
    return text


def _sign(change: Expression) -> int:
    """Return 1 if all coefficients in the change of a pile are positive, -1 if all are negative, and 0 otherwise."""
    linear = change.linear
    numbers = [factor for _, factor in (*linear.coefficients, *change.calls)]
    numbers += [linear.constant] if linear.constant else []
    if all(number > 0 for number in numbers):
        return 1
    return -1 if all(number < 0 for number in numbers) else 0


def _amount(size: Expression) -> str:
    return _chips(size.linear.constant) if size.is_constant else f"{size} chips"


def count_text(number: int, what: str) -> str:
    """Return a number and a noun in English: "1 pile", "2 piles"."""
    return f"{format_integer(number)} {what}{'' if number == 1 else 's'}"


def _chips(number: int) -> str:
    return count_text(number, "chip")


def _each(verb: str, preposition: str, amounts: dict[int, int], count: int) -> str:
    parts = [f"{_chips(amount)} {preposition} {_piles([pile], count)}" for pile, amount in amounts.items()]
    return f"{verb} {listed(parts)}"


def _piles(piles: Sequence[int], count: int) -> str:
    if count == 1:
        return "the pile"
    return f"the {listed([ordinal(pile) for pile in piles])} pile{'s' if len(piles) > 1 else ''}"


def ordinal(pile: int) -> str:
    """Return the English ordinal number for an index: "1st" for 0, "2nd" for 1."""
    number = pile + 1
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _number(number: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else str(number)


def listed(items: Sequence[str], word: str = "and") -> str:
    """Return items as a list in English: "1, 3 and 4", or "1, 3 or 4" if `word` is "or"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"
