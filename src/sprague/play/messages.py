"""Messages shown during a match: the goal, prompts, move lists, hints, reasons, the history, and the move syntax."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from sprague.errors import clip
from sprague.integers import show_count
from sprague.language.rule_english import condition_list_text
from sprague.play.advice import allowed_options
from sprague.play.catalogue_sentence import catalogue_sentence
from sprague.play.match import Match
from sprague.play.move_input import format_move, numbered_moves
from sprague.play.playable import Pos
from sprague.play.rule_summary import rule_summary

MOST_COMPARED = 50  # maximum number of moves that are compared to choose an example
MOST_COUNTED = 1_000_000  # maximum number of choices that are counted for a message about a move


def goal_text(match: Match[Pos]) -> str:
    """Return the message that opens a match: the name of the game and who wins.

    If the game has no name, the first line of the message is its rule.
    """
    playable = match.playable
    whole = str(playable.rules[0]) if len(playable.rules) == 1 else playable.title
    named = f"{playable.title}: w" if all(rule.name for rule in playable.rules) else f"{whole}\nW"
    text = f"{named}hoever makes the last move {'loses' if playable.misere else 'wins'}"
    for rule in playable.rules:
        text += (
            f", and whoever moves to a position where {condition_list_text(rule.ast.win)} wins at once"
            if rule.win
            else ""
        )
    most = "one option" if playable.blocking == 1 else f"up to {playable.blocking} options"
    return f"{text}. After each move, the mover may forbid {most} of the opponent." if playable.blocking else f"{text}."


def rule_sentences(match: Match[Pos]) -> Iterator[str]:
    """Yield the rule of each game of a match in plain words, from the catalogue or from a summary of the moves.

    >>> list(rule_sentences(Match("wythoff", (3, 5))))
    ['Take any number of chips from one of two piles, or take the same number of chips from both piles.']
    >>> list(rule_sentences(Match("(a, b) -> (a - k, b) where 1 <= k <= 3 any order", (3, 5))))
    ['Take 1, 2 or 3 chips from one pile.']
    >>> list(rule_sentences(Match("dynamic-nim:limit=2x-1", (5, 9, 3))))
    ['Take x chips, at most t, from one pile; the next move may then take at most 2x-1 chips.']
    """
    rules = dict.fromkeys(match.playable.rules)
    for rule in rules:
        if sentence := catalogue_sentence(rule) or rule_summary(rule):
            named = f"{rule.display_name}: " if len(rules) > 1 else ""
            yield named + sentence


def example_move(match: Match[Pos]) -> Pos:
    """Return a legal move to show as an example in a message.

    The example is the move with the shortest notation among the moves that leave many chips.
    """
    playable, board = match.playable, match.board
    options = allowed_options(playable, match.position, match.forbidden, Random(len(match.turns)))
    largest = sorted(options, key=lambda option: -sum(map(sum, playable.split(option))))[:MOST_COMPARED]
    return min(largest, key=lambda option: len(format_move(playable, board, option)))


def move_prompt(match: Match[Pos]) -> str:
    """Return a message that shows by an example how to type a move."""
    if match.is_over:
        return "Type 'help' for a list of commands."
    playable, option = match.playable, example_move(match)
    sentence, board = playable.apply_move(match.board, option)
    short, whole = format_move(playable, match.board, option), playable.format(board)
    forms = f"{clip(short)}, or {clip(whole)}," if short != playable.format(option) else clip(whole)
    return f"Type a move: {forms} means '{sentence}'. Type 'help' for more."


def move_syntax_lines(match: Match[Pos]) -> Iterator[str]:
    """Yield the lines of a help text on how to type moves, one form of input per line."""
    playable = match.playable
    forms = [
        ("2-3", "take 3 from pile 2; to change several piles, write 1-3 2-3"),
        ("2>1 3", "move 3 from pile 2 to pile 1"),
        ("2=4", "pile 2 becomes 4; 2+3 adds 3 to pile 2"),
    ]
    if any(rule.splits for rule in playable.rules):
        forms.append(("2=3+1", "pile 2 becomes piles of 3 and 1"))
    forms.append(("#4", "move number 4 in the list that 'moves' prints"))
    if playable.blocking:
        forms.append(("… forbid …", "a move and the options that you forbid: 3,5 forbid 2,4 and 1,1"))
    yield f"Type the position after your move, in the form {clip(playable.format(match.board))}, or a short form:"
    yield from (f"  {form:<12}  {meaning}" for form, meaning in forms)


def move_list_lines(match: Match[Pos]) -> Iterator[str]:
    """Yield a numbered list of the legal moves, or a message that there are too many legal moves."""
    playable, board = match.playable, match.board
    moves = numbered_moves(match)
    if match.is_over:
        yield "no move is left"
    elif not moves:
        count = show_count(playable.count_choices(match.position, MOST_COUNTED))
        yield f"there are up to {count} moves, too many to list; type analyse for the best moves"
    for number, option in enumerate(moves, start=1):
        yield f"#{number:<3} {format_move(playable, board, option):<10}  {playable.move_sentence(board, option)}"


def hint_lines(match: Match[Pos], with_short: bool = True) -> Iterator[str]:
    """Yield the lines of a hint in a match, which state the best move and whether it wins.

    If `with_short` is true, the lines contain the short form in which a player types the move, such as `1-1`.
    """
    playable, advice = match.playable, match.advice()
    left = advice.moves_left
    sentence = playable.move_sentence(match.board, advice.option)
    short = format_move(playable, match.board, advice.option) if with_short else ""
    subject = short or "This move"
    if advice.wins is None:
        yield f"The winner cannot be computed: {advice.refusal}. {subject} leaves the most moves: {sentence}."
    elif advice.wins:
        soon = "" if left is None else f" in at most {left + 1} moves" if left else " at once"
        move = f"{short}: {sentence}" if short else sentence[:1].upper() + sentence[1:]
        yield f"{move}. This move wins{soon}."
    else:
        effect = "leaves the most moves" if left is None else f"lasts longest, {left + 1} moves"
        yield f"Every move loses against best play. {subject} {effect}: {sentence}."
    if forbid := playable.options_to_forbid(advice.option):
        yield f"Then forbid {' and '.join(map(playable.format, forbid))}."


def reason_lines(match: Match[Pos], is_yours: bool = False) -> Iterator[str]:
    """Yield sentences that explain who wins a match from the current position, and why.

    If `is_yours` is true, the sentences call the player to move "you".
    """
    position = match.playable.format(match.board)
    if match.outcome == "N":
        yield f"{'You' if is_yours else 'The player to move'} can win from {position} (an N-position)."
    else:
        mover = "You lose" if is_yours else "The player to move loses"
        yield f"{mover} from {position} against best play (a P-position)."
    yield from match.why()


def history_lines(match: Match[Pos], names: tuple[str, str]) -> Iterator[str]:
    """Yield a list of the moves made so far in a match, each with its number and player."""
    playable = match.playable
    if not match.history:
        yield f"No move has been made yet; the start position is {playable.format(match.board)}."
        return
    yield f"Moves so far, from the start position {playable.format(match.turns[0].board)}:"
    for number, (before, turn) in enumerate(pairwise(match.turns), start=1):
        sentence = playable.move_sentence(before.board, turn.board)
        yield f"{number:>4}. {names[(number - 1) % 2]}: {sentence}: {playable.format(turn.board)}"
