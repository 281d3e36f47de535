"""Web tasks for matches: a request carries the transcript of a match, and the response contains the new state.

The server stores no matches; it caches only the results of searches. The server checks every transcript, because a
transcript is untrusted input.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from sprague.errors import SpragueError
from sprague.games import join_heaps, parse_sum
from sprague.play.advice import RatedMove
from sprague.play.digit_systems import MOST_BITS
from sprague.play.explanations import AutomatonRun
from sprague.play.illegal_moves import IllegalMove
from sprague.play.match import Match
from sprague.play.messages import goal_text, hint_lines, reason_lines, rule_sentences
from sprague.play.move_input import format_move, parse_forbidden, parse_move
from sprague.play.pile_moves import PileMove, moves_by_option
from sprague.play.playable import PLAYERS
from sprague.play.players import LEVELS
from sprague.play.review import RATING_TEXT, Rating, review_match, summary_lines
from sprague.play.single_game import SingleGame
from sprague.results.base import Play, play_of
from sprague.rules import parse_position
from sprague.web.tasks.games import start_position
from sprague.web.tasks.positions import cached_game
from sprague.web.tasks.requests import (
    LARGEST_NUMBER,
    Misere,
    Number,
    RequestModel,
    body,
    game_string,
    number,
    numbers,
    parse_game,
)

YOU = "you"
LISTED = 500  # a response lists at most this many moves; if a position has more moves, the response lists no moves


def begin(request: MatchRequest) -> bytes:
    """Web task: return a new or resumed match as JSON."""
    if request.match is not None:
        return _state_response(_read(request.match))
    match = _new_match(request)
    if match.playable.blocking and request.level != "person" and request.first == "you" and not match.is_over:
        match.forbid(LEVELS[request.level].options_to_forbid(match, match.position))
    return _state_response(_with_cached_game(match))


def _new_match(request: MatchRequest) -> Match[Any]:
    """Return a new match in a game, from the given or a proposed start position, or in a sum of games."""
    assert request.game is not None
    players = _players(request)
    if request.position is not None:
        entries = parse_position(request.position)
        return Match(parse_game(request.game, len(entries)), entries, misere=request.misere, players=players)
    try:
        rule = parse_game(request.game)
    except SpragueError:
        if " + " not in request.game or "->" in request.game:
            raise
        components = join_heaps(parse_sum(request.game))
        if len(components) > 1:
            games = [rule @ entries for rule, entries in components]
            return Match.of_sum(*games, misere=request.misere, players=players)
        ((rule, entries),) = components
        return Match(rule, entries, misere=request.misere, players=players)
    return Match(rule, start_position(rule, request.misere, request.seed), misere=request.misere, players=players)


def _players(request: MatchRequest) -> tuple[str, str]:
    if request.level == "person":
        return PLAYERS
    return (YOU, request.level) if request.first == "you" else (request.level, YOU)


def move(request: MoveRequest) -> bytes:
    """Web task: return the match after a move as JSON."""
    match = _read(request.match)
    option, forbidden = parse_move(match, request.move)
    match.play(option, forbidden)
    before, after = match.turns[-2:]
    return _state_response(match, match.playable.move_sentence(before.board, after.board))


def forbid(request: MoveRequest) -> bytes:
    """Web task: forbid options before the first move of a match, and return the match as JSON."""
    match = _read(request.match)
    return _state_response(match.forbid(parse_forbidden(match, request.move)))


def undo(request: UndoRequest) -> bytes:
    """Web task: take back the last moves of a match, and return the match as JSON."""
    return _state_response(_read(request.match).undo(request.moves))


def reply(request: ReplyRequest) -> bytes:
    """Web task: make the computer's move or, at the level teacher, ask about a mistake; return the match as JSON."""
    match = _read(request.match)
    if match.is_over:
        raise SpragueError("the match is over; begin another match")
    name = request.level or match.players[match.mover]
    if name not in LEVELS:
        raise SpragueError(f"'level' must be one of {', '.join(LEVELS)}, got {name!r}")
    player = LEVELS[name]
    if not request.insist and len(match.turns) > 1 and (question := player.question(match)):
        return body(StateResponse(state=_state(match), question=question))
    choice = player.choose(match, Random(f"{request.seed} {len(match.turns)}"))
    sentence = match.playable.move_sentence(match.board, choice.option)
    match.play(choice.option, choice.forbidden)
    return _state_response(match, sentence, *filter(None, [choice.remark]))


def hint(request: TranscriptRequest) -> bytes:
    """Web task: return the best move in a match as JSON."""
    match = _read(request.match)
    playable, advice = match.playable, match.advice()
    sentence, after = playable.apply_move(match.board, advice.option)
    return body(
        HintResponse(
            position=playable.format(after),
            short=format_move(playable, match.board, advice.option, after),
            sentence=sentence,
            wins=advice.wins,
            lasts=advice.moves_left,
            forbid=[playable.format(one) for one in playable.options_to_forbid(advice.option)],
            messages=list(hint_lines(match, with_short=False)),
        )
    )


def why(request: TranscriptRequest) -> bytes:
    """Web task: return the outcome of the current position of a match, with the reason, as JSON."""
    match = _read(request.match)
    is_yours = match.players[match.mover] == YOU
    game = match.playable if isinstance(match.playable, SingleGame) else None
    run = game.automaton_run(match.position) if game else None
    if game is None or run is None or not run.is_short:
        return body(WhyResponse(outcome=match.outcome, messages=list(reason_lines(match, is_yours))))
    lines = set(run.lines())
    messages = [line for line in reason_lines(match, is_yours) if line not in lines]
    return body(WhyResponse(outcome=match.outcome, messages=messages, reading=_reading(game, run)))


def analyse(request: TranscriptRequest) -> bytes:
    """Web task: return the ratings of all moves in a match as JSON."""
    match = _read(request.match)
    playable, at = match.playable, match.position
    found = match.analyse()
    value = playable.grundy(at)
    return body(
        AnalysisResponse(
            moves=[_rated_move(match, rated) for rated in found.moves],
            are_all=found.are_all,
            choices=min(found.choices, LARGEST_NUMBER),
            outcome=_outcome(match, found.moves, found.are_all),
            grundy=None if value is None else number(value),
            remoteness=playable.remoteness(at),
        )
    )


def review(request: TranscriptRequest) -> bytes:
    """Web task: return every move of a match with its rating, and a sentence for each mistake, as JSON."""
    match = _read(request.match)
    playable, reviewed = match.playable, review_match(match)
    names = (_possessive(match, 0), _possessive(match, 1))
    return body(
        ReviewResponse(
            moves=[
                ReviewedMoveResponse(
                    number=move.number,
                    by=move.mover,
                    rating=move.rating,
                    text=RATING_TEXT[move.rating],
                    better=None if move.better is None else playable.format(move.better),
                    better_sentence=move.better_sentence or None,
                )
                for move in reviewed
            ],
            summary=list(summary_lines(match, reviewed, names)) if reviewed else [],
        )
    )


def _possessive(match: Match[Any], player: int) -> str:
    """Return the possessive form of a player's name, such as "Your", for the start of a sentence."""
    if not any(name in LEVELS for name in match.players):
        return f"Player {player + 1}'s"
    return "The computer's" if match.players[player] in LEVELS else "Your"


def explain(request: MoveRequest) -> bytes:
    """Web task: return as JSON whether a move is legal in a match; for an illegal move, include the reason."""
    match = _read(request.match)
    try:
        option, forbidden = parse_move(match, request.move)
        match.copy().play(option, forbidden)
    except SpragueError as refusal:
        # The message about an illegal move need not name the game and the positions, because the player knows them.
        message = refusal.reason if isinstance(refusal, IllegalMove) else str(refusal)
        reason = message.removeprefix(f"{match.playable.title}: ")
        return body(ExplainResponse(legal=False, reason=reason))
    return body(
        ExplainResponse(
            legal=True,
            position=match.playable.format(match.playable.apply_move(match.board, option)[1]),
            sentence=match.playable.move_sentence(match.board, option),
        )
    )


def _read(text: str) -> Match[Any]:
    return _with_cached_game(Match.from_text(text))


def _with_cached_game(match: Match[Any]) -> Match[Any]:
    """Replace the game of a match by a cached game, so that several requests share the results of searches."""
    if isinstance(match.playable, SingleGame):
        match.playable = cached_game(match.playable.rule, match.playable.misere)
    return match


def _state_response(match: Match[Any], *messages: str) -> bytes:
    return body(StateResponse(state=_state(match), messages=list(messages)))


def _state(match: Match[Any]) -> MatchState:
    playable, at = match.playable, match.position
    games = [game_string(rule) for rule in playable.rules]
    over = match.is_over
    choices = playable.count_choices(at, LISTED)
    # The response contains positions with the piles in their order on the board, because `match.position` may sort the
    # piles.
    return MatchState(
        match=match.to_text(),
        game=games[0] if len(games) == 1 else None,
        games=games,
        aim=goal_text(match),
        rules=list(rule_sentences(match)),
        play=play_of(playable.misere),
        start=playable.format(match.turns[0].board),
        position=playable.format(match.board),
        start_piles=_piles(match, match.turns[0].board),
        piles=_piles(match, match.board),
        names=list(dict.fromkeys(name for rule in playable.rules for name in rule.names)),
        alike=[list(group) for rule in playable.rules for group in rule.pile_groups],
        players=list(match.players),
        mover=match.mover,
        over=over,
        winner=match.winner if over else None,
        blocking=playable.blocking,
        forbidden=[playable.format(one) for one in match.forbidden],
        digits=_digits(match),
        moves=_moves(match) if choices <= LISTED else None,
        choices=min(choices, LARGEST_NUMBER),
        history=[
            TurnResponse(
                position=playable.format(turn.board),
                piles=_piles(match, turn.board),
                sentence=playable.move_sentence(before.board, turn.board),
                by=number % 2,
                forbidden=[playable.format(one) for one in turn.forbidden],
            )
            for number, (before, turn) in enumerate(pairwise(match.turns))
        ],
    )


def _digits(match: Match[Any]) -> DigitsResponse | None:
    """Return the numeration (such as base 2) whose digits the theorem about a game uses; None for very large piles."""
    if not isinstance(match.playable, SingleGame) or match.playable.digit_system is None:
        return None
    boards = (match.turns[0].board, match.board)
    heights = [pile.height for board in boards for pile in match.playable.piles(board) if not pile.is_remembered]
    largest = max(heights, default=0)
    if largest.bit_length() > MOST_BITS:
        return None
    system = match.playable.digit_system
    return DigitsResponse(
        numeration=str(system.numeration), weights=numbers(tuple(system.weights(largest))), modulus=system.modulus
    )


def _reading(playable: SingleGame, run: AutomatonRun) -> ReadingResponse:
    weights = run.numeration.expansion.weights(len(run.columns))[::-1]
    return ReadingResponse(
        position=playable.format(run.position),
        numeration=str(run.numeration),
        start=run.words[0],
        columns=[
            ReadColumnResponse(weight=number(weight), digits=list(digits), words=words)
            for weight, digits, words in zip(weights, run.columns, run.words[1:], strict=True)
        ],
    )


def _piles(match: Match[Any], board: Any) -> list[PileResponse]:
    return [
        PileResponse(
            game=pile.game,
            component=pile.component,
            name=pile.name,
            height=number(pile.height),
            remembered=pile.is_remembered,
        )
        for pile in match.playable.piles(board)
    ]


def _moves(match: Match[Any]) -> list[MoveResponse]:
    playable, board = match.playable, match.board
    found = moves_by_option(playable, board)
    moves = []
    for option in match.moves():
        sentence, after = playable.apply_move(board, option)
        moves.append(
            MoveResponse(
                position=playable.format(after),
                short=format_move(playable, board, option, after),
                sentence=sentence,
                ways=[_way(way) for way in found[option]],
            )
        )
    return moves


def _way(way: PileMove) -> list[ChangeResponse]:
    return [ChangeResponse(pile=one.pile, before=number(one.before), after=numbers(one.after)) for one in way]


def _rated_move(match: Match[Any], rated: RatedMove[Any]) -> RatedMoveResponse:
    playable, board = match.playable, match.board
    sentence, after = playable.apply_move(board, rated.option)
    return RatedMoveResponse(
        position=playable.format(after),
        short=format_move(playable, board, rated.option, after),
        sentence=sentence,
        wins=None if rated.outcome is None else rated.wins,
        outcome=rated.outcome,
        grundy=None if rated.grundy is None else number(rated.grundy),
        remoteness=rated.remoteness,
        text=str(rated),
    )


def _outcome(match: Match[Any], rated: list[RatedMove[Any]], are_all: bool) -> str | None:
    """Return the outcome of the current position of a match, or None if the rated moves do not determine it."""
    if rated and any(one.outcome is None for one in rated):
        return "N" if any(one.wins for one in rated) else None
    return match.outcome


Level = Literal["perfect", "casual", "random", "teacher"]
MatchText = Annotated[str, Field(max_length=400_000, description="the transcript of a match")]
MoveText = Annotated[
    str,
    Field(
        max_length=20_000,
        description="the position reached or a short form (2-3, 2>1 3, 2=3+1); forbidden options follow ' forbid '",
        examples=["2,5,7", "1-1"],
    ),
]


class MatchRequest(RequestModel):
    """A web request to resume a match, or to start a match from a given or proposed position.

    In a sum of games such as `nim 3,5 + kayles 7`, a position follows the name of each game.
    """

    match: MatchText | None = None
    game: str | None = Field(default=None, min_length=1, max_length=10_000)
    position: str | None = Field(default=None, max_length=20_000)
    misere: Misere = False
    level: Level | Literal["person"] = Field(
        default="perfect", description="the opponent: a level of the computer, or a second person at the same screen"
    )
    first: Literal["you", "computer"] = "you"
    seed: int = Field(default=0, ge=0, lt=1 << 31, description="seed of the proposed start position")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.match is None) == (self.game is None):
            raise ValueError("expected exactly one of the fields 'match' and 'game'")
        return self


class TranscriptRequest(RequestModel):
    """A web request about a match, which contains the transcript of the match."""

    match: MatchText


class MoveRequest(TranscriptRequest):
    """A web request for a move in a match, or for forbidding options before the first move."""

    move: MoveText


class UndoRequest(TranscriptRequest):
    """A web request to take back moves of a match."""

    moves: int = Field(default=1, ge=1, le=10_000)


class ReplyRequest(TranscriptRequest):
    """A web request for the computer's move in a match."""

    level: Level | None = Field(
        default=None, description="level of the computer; by default that of the player to move"
    )
    seed: int = Field(default=0, ge=0, lt=1 << 31, description="seed of the computer's random choices")
    insist: bool = Field(default=False, description="move even if the teacher has a question")


class PileResponse(BaseModel):
    """The JSON form of a pile on the board of a match, or of a remembered number."""

    game: int = Field(description="index of the game in a sum, from 0")
    component: int = Field(description="index of the component of the position, from 0")
    name: str
    height: Number
    remembered: bool


class ChangeResponse(BaseModel):
    """The JSON form of the change of a pile by a move of a match."""

    pile: int = Field(description="index of the pile in `piles`")
    before: Number
    after: list[Number] = Field(description="the height of the pile after the move, or several heights if it splits")


class MoveResponse(BaseModel):
    """The JSON form of a legal move of a match."""

    position: str = Field(description="the position reached, as the field `move` of a request accepts it")
    short: str = Field(description="the move in short notation")
    sentence: str
    ways: list[list[ChangeResponse]] = Field(description="all ways to make the move on the current board")


class TurnResponse(BaseModel):
    """The JSON form of a move that was made in a match."""

    position: str
    piles: list[PileResponse]
    sentence: str
    by: int = Field(description="the player who moved: 0 for the player who began, 1 for the other")
    forbidden: list[str]


class DigitsResponse(BaseModel):
    """The JSON form of the numeration whose digits the theorem about a game uses."""

    numeration: str
    weights: list[Number] = Field(description="the weights of the digits, in descending order")
    modulus: int | None = Field(
        description="m if the theorem requires that the sum of digits in each column is 0 modulo m; else null"
    )


class MatchState(BaseModel):
    """The JSON form of the state of a match."""

    match: str = Field(description="the transcript, from which the whole state can be computed")
    game: str | None = Field(description="the game as one string; null for a sum of games")
    games: list[str]
    rules: list[str] = Field(description="the rule of each game in one plain sentence; empty without such a sentence")
    aim: str = Field(description="a sentence that names the game and says who wins")
    play: Play
    start: str
    position: str
    start_piles: list[PileResponse]
    piles: list[PileResponse]
    names: list[str] = Field(description="the names of the entries of a position, each once")
    alike: list[list[str]] = Field(description="groups of piles whose order does not matter")
    players: list[str]
    mover: int
    over: bool
    winner: int | None
    blocking: int
    forbidden: list[str]
    digits: DigitsResponse | None = Field(description="the digits that the theorem about the game reads, if any")
    moves: list[MoveResponse] | None = Field(description="the legal moves, or null if there are too many to list")
    choices: int = Field(description="upper bound of the number of moves; if very large, only a lower bound")
    history: list[TurnResponse]


class StateResponse(BaseModel):
    """The response with the state of a match and messages to the player."""

    state: MatchState
    messages: list[str] = []
    question: str | None = Field(default=None, description="the question of the teacher before the reply")


class HintResponse(BaseModel):
    """The response with a hint: the best move in a match."""

    position: str
    short: str
    sentence: str
    wins: bool | None = Field(description="whether the move wins; null if unknown")
    lasts: int | None = Field(description="number of moves left after this move in best play")
    forbid: list[str]
    messages: list[str]


class ReadColumnResponse(BaseModel):
    """The JSON form of a column of digits that an automaton reads, and a description of the next state."""

    weight: Number
    digits: list[int] = Field(description="the digit of each pile")
    words: str = Field(description="the state of the automaton after the column")


class ReadingResponse(BaseModel):
    """The JSON form of the columns of digits that an automaton reads, most significant first."""

    position: str = Field(description="the P-position that the automaton reads: the current position or an option")
    numeration: str
    start: str = Field(description="the state of the automaton before the first column")
    columns: list[ReadColumnResponse]


class WhyResponse(BaseModel):
    """The response with the outcome of the current position of a match, and the reason as a list of facts."""

    outcome: str
    messages: list[str]
    reading: ReadingResponse | None = Field(
        default=None, description="the run of the automaton of the proof that decides the position, if there is one"
    )


class RatedMoveResponse(BaseModel):
    """The JSON form of a legal move of a match with its rating."""

    position: str
    short: str
    sentence: str
    wins: bool | None
    outcome: str | None = Field(description="outcome of the position reached")
    grundy: Number | None
    remoteness: int | None
    text: str = Field(description="the rating as text")


class AnalysisResponse(BaseModel):
    """The response with the rated moves of a match, best first, or only the winning moves if there are very many."""

    moves: list[RatedMoveResponse]
    are_all: bool
    choices: int
    outcome: str | None
    grundy: Number | None
    remoteness: int | None


class ReviewedMoveResponse(BaseModel):
    """The JSON form of a move that was made in a match, with its rating."""

    number: int = Field(description="the number of the move, from 1")
    by: int = Field(description="the player who moved: 0 for the player who began, 1 for the other")
    rating: Rating = Field(
        description="kept: the move won; mistake: another move would have won; lost: no move would have won; unknown"
    )
    text: str = Field(description="the rating as text")
    better: str | None = Field(description="the position after a winning move, if the move was a mistake")
    better_sentence: str | None


class ReviewResponse(BaseModel):
    """The response with the review of a match: its moves with their ratings, and a sentence for each mistake."""

    moves: list[ReviewedMoveResponse]
    summary: list[str]


class ExplainResponse(BaseModel):
    """The response that tells whether a move is legal: a sentence about the move, or the violated condition."""

    legal: bool
    position: str | None = None
    sentence: str | None = None
    reason: str | None = None
