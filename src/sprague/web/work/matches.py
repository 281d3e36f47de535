"""Matches: a match is its transcript, and every request gives the next one.

Nothing is remembered about a match between requests but what was searched: the transcript that comes with each request
is checked as one from a stranger.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from sprague.errors import SpragueError
from sprague.games import heaps_joined, read_sum
from sprague.play.advice import Judged
from sprague.play.entering import read_forbidden, read_move
from sprague.play.match import Match
from sprague.play.one_game import OneGame
from sprague.play.players import LEVELS
from sprague.play.short_forms import short_form
from sprague.play.telling import aim, hint_told, why_told
from sprague.play.ways import Way, ways
from sprague.rules import parse_position
from sprague.web.work.asking import LARGEST_NUMBER, body, named, number, numbers, rule_of
from sprague.web.work.contests import contest_of
from sprague.web.work.games import proposed
from sprague.web.work.match_told import (
    AnalysisTold,
    ChangeTold,
    ExplainTold,
    HintTold,
    InMatch,
    JudgedTold,
    MatchAsked,
    MoveAsked,
    MoveTold,
    PileTold,
    ReplyAsked,
    State,
    StateTold,
    TurnTold,
    UndoAsked,
    WhyTold,
)

YOU = "you"
LISTED = 500  # moves; of positions with more, moves are entered, and explained


def begin(asked: MatchAsked) -> bytes:
    """A match: a new one, or one that is gone on with."""
    if asked.match is not None:
        return _stands(_read(asked.match))
    match = _new_match(asked)
    if match.contest.blocking and asked.first == "you" and not match.is_over:
        match.forbid(LEVELS[asked.level].to_forbid(match, match.position))
    return _stands(_with_knowledge(match))


def _new_match(asked: MatchAsked) -> Match[Any]:
    """A match in a game, at its position or at one that is proposed; or in a sum of games, each with its own."""
    assert asked.game is not None
    players = (YOU, asked.level) if asked.first == "you" else (asked.level, YOU)
    if asked.position is not None:
        entries = parse_position(asked.position)
        return Match(rule_of(asked.game, len(entries)), entries, misere=asked.misere, players=players)
    try:
        rule = rule_of(asked.game)
    except SpragueError:
        if " + " not in asked.game or "->" in asked.game:
            raise
        components = heaps_joined(read_sum(asked.game))
        if len(components) > 1:
            games = [rule @ entries for rule, entries in components]
            return Match.of_sum(*games, misere=asked.misere, players=players)
        ((rule, entries),) = components
        return Match(rule, entries, misere=asked.misere, players=players)
    return Match(rule, proposed(rule, asked.misere, asked.seed), misere=asked.misere, players=players)


def move(asked: MoveAsked) -> bytes:
    """The match after a move."""
    match = _read(asked.match)
    option, forbidden = read_move(match, asked.move)
    match.play(option, forbidden)
    before, after = match.turns[-2:]
    return _stands(match, match.contest.sentence(before.board, after.board))


def forbid(asked: MoveAsked) -> bytes:
    """The match with what is forbidden before the first move."""
    match = _read(asked.match)
    return _stands(match.forbid(read_forbidden(match, asked.move)))


def undo(asked: UndoAsked) -> bytes:
    """The match before its last moves."""
    return _stands(_read(asked.match).undo(asked.moves))


def reply(asked: ReplyAsked) -> bytes:
    """The match after the computer's move; or a question, if its level is teacher and the last move was a mistake."""
    match = _read(asked.match)
    name = asked.level or match.players[match.mover]
    if name not in LEVELS:
        raise SpragueError(f"expected a level, {', '.join(LEVELS)}, for the player {name!r}")
    player = LEVELS[name]
    if not asked.insist and len(match.turns) > 1 and (question := player.question(match)):
        return body(StateTold(state=_state(match), question=question))
    choice = player.choose(match, Random(f"{asked.seed} {len(match.turns)}"))
    told = match.contest.sentence(match.board, choice.option)
    match.play(choice.option, choice.forbidden)
    return _stands(match, told, *filter(None, [choice.remark]))


def hint(asked: InMatch) -> bytes:
    """A move worth making."""
    match = _read(asked.match)
    contest, advice = match.contest, match.advice()
    return body(
        HintTold(
            position=contest.text(advice.option),
            short=short_form(contest, match.board, advice.option),
            sentence=contest.sentence(match.board, advice.option),
            wins=advice.wins,
            lasts=advice.lasts,
            forbid=[contest.text(one) for one in contest.to_forbid(advice.option)],
            said=list(hint_told(match)),
        )
    )


def why(asked: InMatch) -> bytes:
    """Who wins, and why."""
    match = _read(asked.match)
    return body(WhyTold(outcome=match.outcome, said=list(why_told(match))))


def analyse(asked: InMatch) -> bytes:
    """What every move is worth."""
    match = _read(asked.match)
    contest, at = match.contest, match.position
    found = match.analyse()
    value = contest.grundy(at)
    return body(
        AnalysisTold(
            moves=[_judged(match, judged) for judged in found.moves],
            are_all=found.are_all,
            choices=min(found.choices, LARGEST_NUMBER),
            outcome=_outcome(match, found.moves, found.are_all),
            grundy=None if value is None else number(value),
            remoteness=contest.remoteness(at),
        )
    )


def explain(asked: MoveAsked) -> bytes:
    """Whether a move may be made; if not, why not."""
    match = _read(asked.match)
    try:
        option, forbidden = read_move(match, asked.move)
        match.copy().play(option, forbidden)
    except SpragueError as refusal:
        # Which game it is, everybody at the board knows.
        reason = str(refusal).removeprefix(f"{match.contest.called}: ")
        return body(ExplainTold(legal=False, reason=reason))
    return body(
        ExplainTold(
            legal=True,
            position=match.contest.text(match.contest.checked(option)),
            sentence=match.contest.sentence(match.board, option),
        )
    )


# ------------------------------------------------------------------ how they are answered


def _read(text: str) -> Match[Any]:
    return _with_knowledge(Match.from_text(text))


def _with_knowledge(match: Match[Any]) -> Match[Any]:
    """The match, with what was searched for others of the same game."""
    if isinstance(match.contest, OneGame):
        match.contest = contest_of(match.contest.rule, match.contest.misere)
    return match


def _stands(match: Match[Any], *said: str) -> bytes:
    return body(StateTold(state=_state(match), said=list(said)))


def _state(match: Match[Any]) -> State:
    contest, at = match.contest, match.position
    games = [named(rule) for rule in contest.rules]
    over = match.is_over
    choices = contest.count_choices(at, LISTED)
    return State(
        match=match.to_text(),
        game=games[0] if len(games) == 1 else None,
        games=games,
        aim=aim(match),
        misere=contest.misere,
        start=contest.text(match.start),
        position=contest.text(at),
        entries=[numbers(part) for part in contest.parts(at)],
        start_piles=_piles(match, match.turns[0].board),
        piles=_piles(match, match.board),
        names=list(dict.fromkeys(name for rule in contest.rules for name in rule.names)),
        alike=[list(group) for rule in contest.rules for group in rule.alike],
        players=list(match.players),
        mover=match.mover,
        over=over,
        winner=match.winner if over else None,
        blocking=contest.blocking,
        forbidden=[contest.text(one) for one in match.forbidden],
        moves=_moves(match) if choices <= LISTED else None,
        choices=min(choices, LARGEST_NUMBER),
        history=[
            TurnTold(
                position=contest.text(turn.option),
                piles=_piles(match, turn.board),
                sentence=contest.sentence(before.board, turn.board),
                by=number % 2,
                forbidden=[contest.text(one) for one in turn.forbidden],
            )
            for number, (before, turn) in enumerate(pairwise(match.turns))
        ],
    )


def _piles(match: Match[Any], board: Any) -> list[PileTold]:
    return [
        PileTold(
            game=pile.game,
            component=pile.component,
            name=pile.name,
            height=number(pile.height),
            remembered=pile.is_remembered,
        )
        for pile in match.contest.piles(board)
    ]


def _moves(match: Match[Any]) -> list[MoveTold]:
    contest, board = match.contest, match.board
    found = ways(contest, board)
    return [
        MoveTold(
            position=contest.text(option),
            short=short_form(contest, board, option),
            sentence=contest.sentence(board, option),
            ways=[_way(way) for way in found[option]],
        )
        for option in match.moves()
    ]


def _way(way: Way) -> list[ChangeTold]:
    return [ChangeTold(pile=one.pile, before=number(one.before), after=numbers(one.after)) for one in way]


def _judged(match: Match[Any], judged: Judged[Any]) -> JudgedTold:
    contest, board = match.contest, match.board
    return JudgedTold(
        position=contest.text(judged.option),
        short=short_form(contest, board, judged.option),
        sentence=contest.sentence(board, judged.option),
        wins=None if judged.outcome is None else judged.wins,
        outcome=judged.outcome,
        grundy=None if judged.grundy is None else number(judged.grundy),
        remoteness=judged.remoteness,
        said=str(judged),
    )


def _outcome(match: Match[Any], judged: list[Judged[Any]], are_all: bool) -> str | None:
    """Who wins, as the moves tell; asked anew where they do not."""
    if judged and any(one.outcome is None for one in judged):
        return "N" if any(one.wins for one in judged) else None
    return match.outcome
