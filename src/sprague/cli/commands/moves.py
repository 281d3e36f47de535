"""The command `sprague moves`: list the moves from a position."""

from __future__ import annotations

from sprague.cli.arguments import AsJson, GameText, PositionText, echo_rule, print_json, read_game_and_position
from sprague.render.verbosity import print_note
from sprague.results.positions import ListedMove, MoveDescription, MovesResult
from sprague.rules import Move, Position, Ruleset
from sprague.rules.moves import moves_by_option
from sprague.rules.sums import format_sum
from sprague.tables.search import explain_endless_play

EXAMPLES = (
    "sprague moves wythoff 3,5",
    "sprague moves dynamic-nim 5,9,3",
)
MOST_LISTED = 100_000  # maximum number of moves; `sprague moves` refuses positions with more moves
WAYS_SHOWN = 3  # maximum number of moves that are printed for the same option


def moves(game: GameText, position: PositionText, as_json: AsJson = False) -> None:
    """List the moves from a position, and the positions after them.

    Different moves that lead to the same position are listed on one line. If several piles are equal, only the moves in
    the first of the equal piles are listed.
    """
    rule, entries = read_game_and_position(game, position)
    if not as_json:
        echo_rule(rule, game)
    rule.position(entries)
    rule.refuse_if_many(entries, MOST_LISTED)
    found = moves_by_option(rule, entries)
    if as_json:
        print_json(_result(rule, entries, found))
        return
    if not found:
        print("no move is possible: play is over")
        return
    shown = [format_sum(rule, first.reached) for first, *_ in found.values()]
    width = max(map(len, shown))
    for option, ways in zip(shown, found.values(), strict=True):
        print(f"{option:<{width}}  {_sentences(ways)}")
    if rule.rank is None:
        print_note(f"sprague: {explain_endless_play(rule)}")


def _sentences(ways: list[Move]) -> str:
    """Describe the first few moves that lead to an option, and state the number of other such moves."""
    text = ", or ".join(move.sentence for move in ways[:WAYS_SHOWN])
    more = len(ways) - WAYS_SHOWN
    return f"{text}, or in {more} more {'way' if more == 1 else 'ways'}" if more > 0 else text


def _result(rule: Ruleset, entries: Position, found: dict[Position, list[Move]]) -> MovesResult:
    return MovesResult(
        game=rule.name or str(rule),
        rule=str(rule),
        position=list(entries),
        moves=[
            ListedMove(
                option=list(option),
                sentence=first.sentence,
                choice=dict(first.choice),
                others=[MoveDescription(sentence=move.sentence, choice=dict(move.choice)) for move in others],
            )
            for option, (first, *others) in found.items()
        ],
    )
