"""The class `Session`, an interactive match of `sprague play` in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from difflib import get_close_matches
from random import Random
from shlex import quote
from typing import Any

from rich.console import Console
from rich.text import Text

from sprague.errors import Cancelled, SpragueError, clip
from sprague.files import make_folder
from sprague.play.illegal_moves import IllegalMove
from sprague.play.match import Match
from sprague.play.messages import (
    example_move,
    goal_text,
    hint_lines,
    history_lines,
    move_list_lines,
    move_prompt,
    move_syntax_lines,
    reason_lines,
    rule_sentences,
)
from sprague.play.move_input import format_move, numbered_moves, parse_bare_number, parse_forbidden, parse_move
from sprague.play.players import LEVELS
from sprague.play.review import review_lines
from sprague.play.single_game import SingleGame
from sprague.play.start_positions import propose_start
from sprague.proofs.theorem_files import data_folder
from sprague.render.board import draw_board
from sprague.render.terminal import wrap_line
from sprague.rules import parse_position

PERSON = "you"
FEW = 6  # maximum number of moves that are listed below the board
SHOWN = 20  # maximum number of moves that the command `analyse` prints
HANGING_INDENT = 2  # number of columns by which the second and all later lines of a wrapped text are indented
# answers by which the person tells the teacher that the computer should make its move
CONFIRMATIONS = ("ok", "yes", "go")
MOST_CHARACTERS = 4_000_000  # maximum number of characters of an input line

COMMAND_HELP = """\
hint          suggest a move             analyse     evaluate every move
why           explain who wins           moves       list the moves with numbers
undo          take back your last move   swap        change sides
review        rate every move so far     again       restart from the same position
new           start from a new position; new 3,5,7 starts from this position
level LEVEL   set the level: perfect, casual, random or teacher
save FILE     save the match             rule        explain the rule
quit          end the match; sprague play --replay FILE continues a saved match"""


class _SessionEnded(Exception):
    """Raised when the person quits the interactive match."""


class Session:
    """An interactive match in the terminal; `human` is 0 if the person moves first, and 1 otherwise."""

    def __init__(self, match: Match[Any], human: int, level: str, seed: int, console: Console) -> None:
        self.match, self.human, self.level, self.seed, self.console = match, human, level, seed, console
        self.file = ""
        self.saved_turns = match.turns.copy()  # the moves of the match at the time when the match was last saved
        self.is_asking = False  # whether the teacher waits for the answer to a question
        self.remark = ""  # the last comment of the computer on its own move
        self.plain = not console.encoding.lower().startswith("utf")
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hint": self._hint,
            "why": self._why,
            "analyse": self._analyse,
            "analyze": self._analyse,
            "moves": self._moves,
            "undo": self._undo,
            "swap": self._swap,
            "review": self._review,
            "again": self._again,
            "new": self._new,
            "level": self._set_level,
            "save": self._save,
            "rule": self._rule,
            "quit": self._quit,
            "exit": self._quit,
        }

    # Turns of the players of a match

    def run(self, replayed: bool = False) -> None:
        """Play the match until the person quits, and save an unfinished match.

        The moves of a replayed match are printed first.
        """
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  gives input lines editing and a history
        try:
            self._open(replayed)
            while True:
                self._computer_moves()
                self._person()
        except (EOFError, KeyboardInterrupt, Cancelled):
            self.console.print()
        except _SessionEnded:
            pass
        self._close()

    def _open(self, replayed: bool) -> None:
        match = self.match
        self._print_lines([*rule_sentences(match), *goal_text(match).splitlines()])
        first = "You move first; the computer's" if self.human == 0 else "The computer moves first; its"
        self._print(f"{first} level is {self.level}. {move_prompt(match)}")
        if replayed:
            names = ("you", "the computer") if self.human == 0 else ("the computer", "you")
            self._print_lines(history_lines(match, names))
        self._board()
        if match.playable.blocking and len(match.turns) == 1 and not match.is_over:
            self._forbid_first()

    def _forbid_first(self) -> None:
        """Let the second player forbid options before the first move of the match."""
        match, most = self.match, self.match.playable.blocking
        if self.human == 0:
            forbidden = LEVELS[self.level].options_to_forbid(match, match.position)
            match.forbid(forbidden)
            self._print_forbidden()
            return
        while True:
            line = self._read(
                f"forbid up to {most}, such as {match.playable.format(example_move(match))} (Enter for none)> "
            )
            if self._find_command(line.strip().lower()) == self._quit:
                raise _SessionEnded
            try:
                match.forbid(parse_forbidden(match, line.removeprefix("forbid ")))
            except SpragueError as refusal:
                self._refuse(refusal)
            else:
                return

    def _computer_moves(self) -> None:
        match = self.match
        if match.is_over or match.mover == self.human or self.is_asking:
            return
        player = LEVELS[self.level]
        if len(match.turns) > 1 and (question := player.question(match)):
            self.is_asking = True
            self._print(f"Wait: {question}", "yellow")
            self._print("Type undo to take your move back, a move to answer the question, or ok to continue.")
            return
        self._reply()

    def _reply(self) -> None:
        match = self.match
        with self.console.status("thinking") if self.console.is_terminal else nullcontext():
            choice = LEVELS[self.level].choose(match, Random(f"{self.seed} {len(match.turns)}"))
        sentence = match.playable.move_sentence(match.board, choice.option)
        match.play(choice.option, choice.forbidden)
        self._print(f"The computer: {sentence}", "bold")
        if choice.remark and choice.remark != self.remark:
            self._print(f"({choice.remark})", "dim")
        self.remark = choice.remark
        self._board()

    def _print_forbidden(self) -> None:
        forbidden = " and ".join(map(self.match.playable.format, self.match.forbidden))
        self._print(f"The computer forbids {forbidden or 'nothing'}.")

    # Methods that read moves and commands from the person

    def _person(self) -> None:
        line = self._read(self._prompt()).strip()
        word, _, rest = line.partition(" ")
        try:
            if (known := self._find_command(word.lower())) is not None:
                known(rest.strip())
            elif self.is_asking and word.lower() in (*CONFIRMATIONS, ""):
                self.is_asking = False
                self._reply()
            elif line.lower() in CONFIRMATIONS:
                raise SpragueError(f"expected a move, got {line!r}; type 'help' for a list of commands")
            elif line.lower() in LEVELS:
                raise SpragueError(f"unknown command {word!r}; did you mean 'level {line.lower()}'?")
            elif word.isalpha() and (near := self._suggest(word.lower())):
                raise SpragueError(f"unknown command {word!r}; did you mean {near!r}?")
            elif line:
                self._answer(line) if self.is_asking else self._move(line)
        except Cancelled:
            raise
        except SpragueError as refusal:
            self._refuse(refusal)

    def _find_command(self, typed: str) -> Callable[[str], None] | None:
        """Return the command that the person typed or abbreviated, or None for an unknown or ambiguous command."""
        matching = {self.commands[word] for word in self.commands if typed and word.startswith(typed)}
        return self.commands.get(typed) or (matching.pop() if len(matching) == 1 else None)

    def _suggest(self, typed: str) -> str:
        """Return the command that the person probably meant by a misspelt word, or an empty text."""
        near = get_close_matches(typed, self.commands, 1)
        return near[0] if near else ""

    def _prompt(self) -> str:
        if self.match.is_over:
            return "review, again, new, undo, save FILE or quit> "
        if self.is_asking:
            return "your answer> "
        short = format_move(self.match.playable, self.match.board, example_move(self.match))
        return f"your move, such as {clip(short)}> "

    def _move(self, line: str) -> None:
        match = self.match
        if match.is_over:
            raise SpragueError("the match is over; type 'review', 'again', 'new', 'undo', 'save FILE' or 'quit'")
        self._play(match, line)
        before, after = match.turns[-2:]
        self._print(f"You: {match.playable.move_sentence(before.board, after.board)}", "bold")
        self._board()

    @staticmethod
    def _play(match: Match[Any], line: str) -> None:
        """Make the move that the person typed; a single number means the number of chips to take or to leave."""
        if line.isdecimal() and line.isascii():
            match.play(parse_bare_number(match, line))
        else:
            match.play(*parse_move(match, line))

    def _answer(self, line: str) -> None:
        """Print whether the answer of the person to a question of the teacher is a winning move."""
        trial = self.match.copy()
        self._play(trial, line)
        before, after = trial.turns[-2:]
        sentence = trial.playable.move_sentence(before.board, after.board)
        if trial.playable.is_p(trial.position):
            self._print(f"Yes: {sentence}, and I win. Type undo to take your move back, or ok to continue.", "green")
        else:
            self._print(f"No: {sentence}, and you could win. Try another move, or type hint, undo or ok.", "yellow")

    # The commands that the person can type during a match

    def _help(self, _: str) -> None:
        self._print_lines(move_syntax_lines(self.match))
        self._print_lines(COMMAND_HELP.splitlines())

    def _hint(self, _: str) -> None:
        self._print_lines(hint_lines(self.match))

    def _why(self, _: str) -> None:
        self._print_lines(reason_lines(self.match, is_yours=self.match.mover == self.human))

    def _analyse(self, _: str) -> None:
        self._print_lines(self.match.analyse().lines(SHOWN))

    def _moves(self, _: str) -> None:
        self._print_lines(move_list_lines(self.match))

    def _undo(self, _: str) -> None:
        match = self.match
        moved = len(match.turns) - 1
        back = 1 if match.mover != self.human else 2
        if moved < back:
            raise SpragueError("you have not moved yet, so there is no move to take back")
        match.undo(back)
        self.is_asking = False
        self._board()

    def _review(self, _: str) -> None:
        names, possessives = (("you", "the computer"), ("Your", "The computer's"))
        order = (0, 1) if self.human == 0 else (1, 0)
        first, second = ((names[place], possessives[place]) for place in order)
        self._print_lines(review_lines(self.match, (first[0], second[0]), (first[1], second[1])))

    def _again(self, _: str) -> None:
        self.match.undo(len(self.match.turns) - 1)
        self._restart()

    def _new(self, position: str) -> None:
        """Start a new match of the same game, from the given position or from a position that the computer chooses."""
        match = self.match
        if not isinstance(match.playable, SingleGame):
            raise SpragueError(
                "the start position of a sum of games cannot be changed; type 'again' to restart from the same position"
            )
        rule, misere = match.playable.rule, match.playable.misere
        self.seed += 1
        start = parse_position(position) if position else propose_start(rule, misere, Random(self.seed))
        self.match = Match(rule, start, misere=misere, players=match.players)
        self.match.playable = match.playable  # the new match uses the search results and the limits of the old match
        self._restart()

    def _restart(self) -> None:
        """Show the board of a new match; in some games, a player then forbids options before the first move."""
        self.is_asking, self.remark = False, ""
        self.saved_turns = self.match.turns.copy()
        self._print(f"{'You move' if self.human == 0 else 'The computer moves'} first.")
        self._board()
        if self.match.playable.blocking and not self.match.is_over:
            self._forbid_first()

    def _swap(self, _: str) -> None:
        self.human, self.is_asking = 1 - self.human, False
        self._print(f"You play {'first' if self.human == 0 else 'second'} now.")

    def _set_level(self, level: str) -> None:
        if level not in LEVELS:
            raise SpragueError(f"expected the level to be {', '.join(LEVELS)}, got {level!r}")
        self.level, self.is_asking = level, False
        self._print(f"The computer's level is {level}.")

    def _save(self, name: str) -> None:
        if not name:
            raise SpragueError("expected a file name: save FILE")
        self._write(name)
        self.file, self.saved_turns = name, self.match.turns.copy()
        self._print("Saved. To continue the match:")
        self._print_command(name)

    def _rule(self, _: str) -> None:
        for rule in dict.fromkeys(self.match.playable.rules):
            self._print_lines([str(rule), *rule.describe().splitlines()])

    def _quit(self, _: str) -> None:
        raise _SessionEnded

    # Input and output

    def _read(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline(MOST_CHARACTERS)
        if not line:
            raise EOFError
        self._print(f"> {line.strip()}")
        return line

    def _print(self, text: str, style: str = "", hanging: int = 0) -> None:
        line = wrap_line(text, self.console.width, hanging) if self.console.is_terminal else text
        self.console.print(Text(line, style), soft_wrap=True)

    def _print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._print(line, hanging=HANGING_INDENT)

    def _refuse(self, refusal: SpragueError) -> None:
        # The error message need not contain the positions, because the person has just typed the move.
        reason = refusal.reason if isinstance(refusal, IllegalMove) else refusal
        self._print(f"That is not possible: {reason}", "red")

    def _board(self) -> None:
        match = self.match
        for line in draw_board(match.playable, match.board, self.console.width, self.plain):
            self.console.print(line, soft_wrap=True)
        if match.playable.blocking and match.mover == self.human and (match.forbidden or match.history):
            self._print_forbidden()
        if match.is_over:
            self._print(f"No move is left. {self._result_text()}")
        elif match.mover == self.human and 0 < len(moves := numbered_moves(match)) <= FEW:
            shorts = (format_move(match.playable, match.board, option) for option in moves)
            self._print("  " + "   ".join(f"#{number} {short}" for number, short in enumerate(shorts, start=1)))

    def _result_text(self) -> str:
        match = self.match
        if len(match.turns) == 1:  # no move was possible from the start position
            return f"The player to move has {'won' if match.winner == match.mover else 'lost'}."
        return "You have won." if match.winner == self.human else "The computer has won."

    def _write(self, name: str) -> None:
        names = (PERSON, self.level) if self.human == 0 else (self.level, PERSON)
        self.match.players = names
        self.match.save(name)

    def _print_command(self, file: str) -> None:
        """Print, on a separate line for easy copying, the command that resumes a saved match."""
        self.console.print(Text(f"  sprague play --replay {quote(file)}"), soft_wrap=True)

    def _close(self) -> None:
        """Save an unfinished match, and print the command that resumes it."""
        match = self.match
        if match.is_over or len(match.turns) == 1:
            return
        try:
            if match.turns == self.saved_turns:
                if self.file:
                    self._write(self.file)  # the person may have changed the level or swapped sides
                return
            file = self.file or self._default_file()
            if file:
                self._write(file)
                self._print("The match was saved. To continue it:")
                self._print_command(file)
                return
        except SpragueError as error:
            self._refuse(error)
        self._print(
            f"The match ended at {match.playable.format(match.board)} and was not saved; "
            "use 'save FILE' to save a match."
        )

    def _default_file(self) -> str:
        """Return the file in which an unfinished match is saved, or an empty text if stdin is not a terminal."""
        if not sys.stdin.isatty():
            return ""
        folder = data_folder() / "matches"
        make_folder(folder)
        return str(folder / "last.txt")
