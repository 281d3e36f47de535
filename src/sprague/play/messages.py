"""Messages of a match: moves, hints, reasons, and how to enter a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from sprague.errors import clip
from sprague.language.positions import show_count
from sprague.play.advice import some_or_all
from sprague.play.match import Match
from sprague.play.move_input import numbered_moves, short_form
from sprague.play.playable import At
from sprague.rules.rule_english import said

MANY = 1_000_000  # choices, beyond which they are not counted


def aim(match: Match[At]) -> str:
    """What is played, and who wins; a rule without a name has a line of its own."""
    contest = match.contest
    whole = str(contest.rules[0]) if len(contest.rules) == 1 else contest.called
    named = f"{contest.called}: w" if all(rule.name for rule in contest.rules) else f"{whole}\nW"
    text = f"{named}hoever makes the last move {'loses' if contest.misere else 'wins'}"
    for rule in contest.rules:
        text += f", and whoever reaches a position where {said(rule.written.win)} wins at once" if rule.win else ""
    most = "one option" if contest.blocking == 1 else f"up to {contest.blocking} options"
    return f"{text}. Whoever has moved forbids {most} of the other." if contest.blocking else f"{text}."


def example(match: Match[At]) -> At:
    """A move that may be made: the one that takes least to say, and of these one that leaves most."""
    contest, board = match.contest, match.board
    options = some_or_all(contest, match.position, match.forbidden, Random(len(match.turns)))
    return min(
        options, key=lambda option: (len(short_form(contest, board, option)), -sum(map(sum, contest.parts(option))))
    )


def how_to_move(match: Match[At]) -> str:
    """How moves are typed, by an example."""
    if match.is_over:
        return "Type help for what can be typed."
    contest, option = match.contest, example(match)
    told, board = contest.moved(match.board, option)
    short, whole = short_form(contest, match.board, option), contest.text(board)
    forms = f"{clip(short)}, or {clip(whole)}," if short != contest.text(option) else clip(whole)
    return f"Type a move: {forms} means '{told}'; help tells the rest."


def forms_of_moves(match: Match[At]) -> Iterator[str]:
    """All ways to type a move."""
    contest = match.contest
    forms = [
        ("2-3", "take 3 from pile 2; several changes side by side, 1-3 2-3"),
        ("2>1 3", "move 3 from pile 2 to pile 1"),
        ("2=4", "pile 2 becomes 4, and 2+3 adds 3 to it"),
    ]
    if any(rule.splits for rule in contest.rules):
        forms.append(("2=3+1", "pile 2 becomes piles of 3 and 1"))
    forms.append(("#4", "the fourth of the moves, which 'moves' lists if they are few"))
    if contest.blocking:
        forms.append(("… forbid …", "after a move, what you forbid: 3,5 forbid 2,4 and 1,1"))
    yield f"A move is the position reached, written as {clip(contest.text(match.board))} is now, or in short:"
    yield from (f"  {form:<12}  {meaning}" for form, meaning in forms)


def moves_told(match: Match[At]) -> Iterator[str]:
    """The moves with their numbers, if they are few."""
    contest, board = match.contest, match.board
    moves = numbered_moves(match)
    if match.is_over:
        yield "no move is left"
    elif not moves:
        count = show_count(contest.count_choices(match.position, MANY))
        yield f"there are up to {count} moves, too many to list; analyse tells the best"
    for number, option in enumerate(moves, start=1):
        yield f"#{number:<3} {short_form(contest, board, option):<10}  {contest.sentence(board, option)}"


def hint_told(match: Match[At]) -> Iterator[str]:
    """A move worth making, and what it is worth."""
    contest, advice = match.contest, match.advice()
    told = contest.sentence(match.board, advice.option)
    short = short_form(contest, match.board, advice.option)
    if advice.wins is None:
        yield f"Who wins here is out of reach: {advice.refusal}. {short} leaves most moves: {told}."
    elif advice.wins:
        lasts = (
            "" if advice.lasts is None else f", in {advice.lasts + 1} moves at most" if advice.lasts else ", at once"
        )
        yield f"{short}: {told}. That wins{lasts}."
    else:
        lasts = "leaves most moves" if advice.lasts is None else f"lasts longest, {advice.lasts + 1} moves"
        yield f"Every move loses against best play. {short} {lasts}: {told}."
    if forbid := contest.to_forbid(advice.option):
        yield f"Then forbid {' and '.join(map(contest.text, forbid))}."


def why_told(match: Match[At]) -> Iterator[str]:
    """Who wins, and why."""
    at = match.contest.text(match.board)
    if match.outcome == "N":
        yield f"{at} is an N-position: whoever is to move can win."
    else:
        yield f"{at} is a P-position: whoever is to move loses against best play."
    yield from match.why()


def moves_made(match: Match[At], names: tuple[str, str]) -> Iterator[str]:
    """The moves that were made, each with its number, by players with these names."""
    contest = match.contest
    if not match.history:
        yield f"No move has been made since the start, {contest.text(match.board)}."
        return
    yield f"The match so far, from {contest.text(match.turns[0].board)}:"
    for number, (before, turn) in enumerate(pairwise(match.turns), start=1):
        told = contest.sentence(before.board, turn.board)
        yield f"{number:>4}. {names[(number - 1) % 2]}: {told}: {contest.text(turn.board)}"
