"""Random rules from end to end: every answer of Sprague is compared with the definition.

    python -m tests.properties.end_to_end [MINUTES [SEED]]

A rule is made up with any constructs (`everything`). Its options are compared with what trying every choice finds, and
everything else with the naive oracle: tables, saved and loaded; solved positions; a theorem that is discovered, its
certificate, the checker, Coq, the formula proved again, and one that is false refuted; periods; matches to their end;
the command line; the web interface. Each kind of question is a method of `Sweep`. The seed is printed first, and with
every disagreement the rule; at the end, how often each question was asked, answered and refused, and how many rules had
each construct of the notation.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from typer.testing import CliRunner

import sprague
from sprague import jit
from sprague.certificates.verification import verify
from sprague.cli.main import app
from sprague.coq.checking import verify_by_coq
from sprague.coq.rule_terms import NotCovered
from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.play.match import Match
from sprague.play.players import LEVELS
from sprague.rules import Ruleset, parse
from tests.expected_tables import ASKED, Expected, positions_within
from tests.oracle import Position
from tests.properties.equivalent_notation import constructs_of
from tests.properties.notation_rules import ANY_RULE, Meant
from tests.web.asking import Laboratory

BATCH = 50  # rules made up from one seed
MADE = "rules made up"
COMPARED = 30  # positions of a rule whose options are compared
REACHED = 1_500  # positions that may be reached from those
HIGHEST = 60  # chips in them, where moves add some
SEARCH = Limits(seconds=2, positions=20_000, states=200, pairs=20_000)
ASK = Limits(seconds=10)
#: What may be claimed of the sum of all entries, and what that means.
CLAIMS: dict[str, Callable[[int], bool]] = {
    "({}) mod 2 = 0": lambda total: total % 2 == 0,
    "({}) mod 3 = 0": lambda total: total % 3 == 0,
    "{} <= 2": lambda total: total <= 2,
    "({}) odd": lambda total: total % 2 == 1,
}


class TooMany(Exception):
    """More positions are reached than the oracle wants to look at."""


class Game:
    """A rule, and what is true of it: values of all positions that can be reached from small ones."""

    def __init__(self, meant: Meant, rule: Ruleset, random: Random) -> None:
        self.meant, self.rule, self.random = meant, rule, random
        self.oracle = Expected(rule)
        self.misere = random.random() < 0.4 and not meant.blocking
        self.small: list[Position] = []  # of which all positions that they lead to are known
        self.endless: list[Position] = []  # from which play need not end
        self.reached: set[Position] = set()

    def look(self) -> None:
        """Sort the small positions into those from which play ends and those from which it need not."""
        some = self.random.sample(self.meant.small, min(COMPARED, len(self.meant.small)))
        ends: dict[Position, bool] = {}
        for start in some:
            (self.small if self._ends(start, ends) else self.endless).append(start)
        self.reached = set(ends)

    def _ends(self, start: Position, ends: dict[Position, bool]) -> bool:
        """Whether play from here ends, by a search in depth without recursion; `ends` is what is known already."""
        path = [(start, iter(self.rule.options(start)))]
        on_path = {start}
        while path:
            position, options = path[-1]
            if (option := next(options, None)) is None:
                ends.setdefault(position, True)
            elif option in on_path or ends.get(option) is False:
                ends.update(dict.fromkeys((step for step, _ in path), False))
                return False
            elif option not in ends:
                if len(ends) + len(path) > REACHED or sum(option) > HIGHEST:
                    raise TooMany
                path.append((option, iter(self.rule.options(option))))
                on_path.add(option)
                continue
            else:
                continue
            on_path.discard(position)
            path.pop()
        return ends[start]

    @property
    def text(self) -> str:
        return self.meant.text

    def pick(self) -> Position:
        return self.random.choice(self.small)


class Sweep:
    """The questions; each is a method that asserts, and what is refused is counted by its reason."""

    def __init__(self, folder: Path, lab: Laboratory | None, coq: float, compiled: float, search: Limits) -> None:
        self.folder, self.lab, self.search = folder, lab, search
        self.coq, self.compiled = coq, compiled  # how often
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.constructs: Counter[str] = Counter()  # of rules that were asked everything
        self.found: list[str] = []

    def __str__(self) -> str:
        asked = self.counts["rules asked everything"]
        return f"{self.counts[MADE]} rules, {asked} asked everything, {len(self.found)} disagreements"

    def rule(self, meant: Meant, random: Random) -> None:
        """Ask everything about a rule."""
        self.counts[MADE] += 1
        try:
            rule = parse(meant.text)
        except SpragueError as error:
            self.refusals[f"parse: {_reason(error)}"] += 1
            return
        game = Game(meant, rule, random)
        if not self.is_answered(game, self.options) or not meant.small:
            return
        try:
            game.look()
        except TooMany:
            self.counts["rules with too many positions for the oracle"] += 1
            return
        except SpragueError as error:
            self.refusals[f"look: {_reason(error)}"] += 1
            return
        if game.endless:
            self.is_answered(game, self.play_without_end)
            return
        self.counts["rules asked everything"] += 1
        self.constructs.update([*constructs_of(game.text), *["misère play"] * game.misere])
        for question in (
            self.tables,
            self.solved,
            self.theorems,
            self.refuted,
            self.periods,
            self.matches,
            self.commands,
            self.interface,
        ):
            self.is_answered(game, question)

    def is_answered(self, game: Game, question: object) -> bool:
        """Ask one question; whether it was answered, and rightly."""
        name = question.__name__  # type: ignore[attr-defined]
        try:
            question(game)  # type: ignore[operator]
        except SpragueError as error:
            self.refusals[f"{name}: {_reason(error)}"] += 1
            return False
        except Exception:
            self.found.append(f"{name}: {game.text}")
            print(f"\nDISAGREEMENT in {name}: {game.text}\n{traceback.format_exc()}", flush=True)
            return False
        self.counts[f"{name} answered"] += 1
        return True

    # ------------------------------------------------------------------ the questions

    def options(self, game: Game) -> None:
        rule, text = game.rule, game.text
        assert parse(str(rule)) == rule
        assert rule.describe().strip()
        assert rule.latex().strip()
        some = game.random.sample(game.meant.small, min(COMPARED, len(game.meant.small)))
        for position in some:
            found = rule.options(position)
            assert len(found) == len(set(found)), (text, position)
            assert set(found) == game.meant.options(position), (text, position)
            assert rule.is_terminal(position) == (not found), (text, position)
            assert rule.is_won(position) == game.meant.is_won(position), (text, position)
        for position in some[:3]:
            moves = rule.moves(position)
            assert sorted(move.option for move in moves) == sorted(rule.options(position))
            for move in moves[:5]:
                assert move.sentence.strip()
                assert rule.move_to(position, move.option).option == move.option

    def play_without_end(self, game: Game) -> None:
        """Check that no value is returned if play need not end."""
        for position in game.endless[:3]:
            answer = sprague.solve(game.rule, position, budget=Limits(seconds=10, positions=3_000))
            raise AssertionError(f"solved though play need not end: {position} {answer}")

    def tables(self, game: Game) -> None:
        asked = [one for one in ASKED if not game.meant.blocking or one == ("outcome", False)]
        if game.meant.splits:
            asked = [("grundy", False), ("outcome", False)]
        for what, misere in game.random.sample(asked, min(2, len(asked))):
            names = len(game.rule.names)
            bound = {"limit": game.rule.floor + game.random.randint(1, (9, 5, 4, 2)[names - 1])}
            if game.random.random() < 0.3 and not game.meant.splits:
                bound = {"chips": game.rule.floor * names + game.random.randint(0, (9, 6, 5, 3)[names - 1])}
            jit.mode = "compiled" if game.random.random() < self.compiled else "plain"
            try:
                table = sprague.tabulate(game.rule, **bound, what=what, misere=misere, budget=ASK)  # type: ignore[call-overload]
            finally:
                jit.mode = None
            wanted = {p: game.oracle.value(p, what, misere) for p in positions_within(game.rule, **bound)}
            assert dict(table.items()) == wanted, (game.text, bound, what, misere)
            path = self.folder / "nim.table"
            table.save(path)
            assert sprague.Table.load(path) == table
            self.counts["values in tables"] += len(wanted)

    def solved(self, game: Game) -> None:
        for position in {game.pick() for _ in range(3)}:
            answer = sprague.solve(game.rule, position, misere=game.misere, budget=ASK)
            self.right_answer(game, position, answer)
            str(answer), answer.sentences, json.dumps(answer.to_json())

    def right_answer(self, game: Game, position: Position, answer: sprague.Answer) -> None:
        outcome = game.oracle.outcome(position, game.misere)
        assert answer.outcome == outcome, (game.text, position, answer)
        if answer.grundy is not None:
            assert answer.grundy == game.oracle.grundy(position), (game.text, position, answer)
        won = {o for o in game.oracle.options(position) if game.oracle.outcome(o, game.misere) == "P"}
        enough = len(won) > game.meant.blocking
        assert set(answer.winning_moves) <= won, (game.text, position, answer)
        if answer.all_winning_moves and enough:
            assert set(answer.winning_moves) == won, (game.text, position, answer)
        if outcome == "N" and won:
            assert answer.winning_moves, (game.text, position)
        self.counts["positions solved"] += 1

    def theorems(self, game: Game) -> None:
        values = game.random.choice((None, None, 1, "all")) if not (game.misere or game.meant.blocking) else None
        found = sprague.discover(game.rule, misere=game.misere, values=values, budget=self.search)  # type: ignore[arg-type]
        str(found)
        if isinstance(found, sprague.Undecided):
            self.counts["theorems: undecided"] += 1
            return
        self.counts[f"theorems: {type(found).__name__}"] += 1
        self.right_theorem(game, found)
        certificate = json.loads(json.dumps(found.certificate()))
        try:
            assert verify(certificate, budget=Limits(seconds=60))
            self.counts["certificates verified"] += 1
        except OutOfReach as error:
            self.refusals[f"checker: {_reason(error)}"] += 1
        self.proved_again(game, found)
        if game.random.random() < self.coq:
            try:
                accepted = verify_by_coq(certificate, Limits(seconds=120))
                self.counts["certificates accepted by Coq"] += 1
                self.counts["formulas accepted by Coq"] += accepted.claim is not None and accepted.unproved is None
            except (NotCovered, OutOfReach) as error:
                self.refusals[f"Coq: {_reason(error)}"] += 1

    def right_theorem(self, game: Game, proof: sprague.Proof) -> None:
        for position in game.small:
            assert (position in proof) == (game.oracle.outcome(position, proof.misere) == "P"), (game.text, position)
            if (value := proof.grundy(position)) is not None:
                assert value == game.oracle.grundy(position), (game.text, position)
        for position in game.small[:5]:
            for option in proof.winning_options(position):
                assert option in game.oracle.options(position), (game.text, position, option)
                assert game.oracle.outcome(option, proof.misere) == "P", (game.text, position, option)

    def proved_again(self, game: Game, proof: sprague.Proof) -> None:
        """The formula of a theorem is proved by itself, and is no longer once something is added to it."""
        formula = getattr(proof, "formula", None) or getattr(proof, "claim", None)
        if not isinstance(formula, str) or game.meant.splits:
            return
        again = sprague.prove(game.rule, formula, misere=proof.misere, budget=Limits(seconds=20))
        assert not isinstance(again, sprague.Refutation), (game.text, formula, again)
        self.counts["formulas proved again"] += isinstance(again, sprague.Proof)

    def refuted(self, game: Game) -> None:
        """A claim that is wrong at a small position is refuted, by a position where it is."""
        if game.meant.splits:
            return
        claim = game.random.choice(list(CLAIMS))
        sums = " + ".join(game.rule.names)
        decided = sprague.prove(game.rule, claim.format(sums), misere=game.misere, budget=Limits(seconds=10))
        if isinstance(decided, sprague.Undecided):
            self.counts["claims: undecided"] += 1
            return
        holds = CLAIMS[claim]
        wrong = [p for p in game.small if holds(sum(p)) != (game.oracle.outcome(p, game.misere) == "P")]
        if isinstance(decided, sprague.Proof):
            assert not wrong, (game.text, claim, wrong)
            self.counts["claims: proved"] += 1
            return
        self.counts["claims: refuted"] += 1
        assert game.rule.is_position(decided.counterexample), (game.text, claim, decided.counterexample)
        # Where an option has as many chips, it may be that one which is misplaced.
        at = decided.counterexample if decided.misplaced is None else decided.misplaced
        if at in game.reached:
            true = game.oracle.outcome(at, game.misere)
            assert holds(sum(at)) != (true == "P"), (game.text, claim, str(decided))

    def periods(self, game: Game) -> None:
        what = "outcome" if game.misere or game.meant.blocking else "grundy"
        found = sprague.find_period(
            game.rule,
            what=what,  # type: ignore[arg-type]
            misere=game.misere,
            budget=Limits(seconds=5, positions=20_000),
        )
        str(found)
        if not found:
            return
        self.counts["periods found"] += 1
        assert verify(json.loads(json.dumps(found.certificate())), budget=Limits(seconds=60))
        for position in game.small:
            for place, (start, period) in enumerate(zip(found.preperiods, found.periods, strict=True)):
                if start is None or period is None or position[place] < start or len(position) != len(game.rule.names):
                    continue
                later = (*position[:place], position[place] + period, *position[place + 1 :])
                if sum(later) > 40 or not (game.rule.is_position(position) and game.rule.is_position(later)):
                    continue
                value, far = (game.oracle.value(game.rule.position(p), what, game.misere) for p in (position, later))
                rise = getattr(found, "saltus", 0)
                assert rise or value == far, (game.text, position, later, str(found))

    def matches(self, game: Game) -> None:
        start = game.pick()
        match = Match(game.rule, start, misere=game.misere, budget=ASK)
        match.forbid(LEVELS["perfect"].options_to_forbid(match, start))
        outcome = game.oracle.outcome(start, game.misere)
        winner = 0 if outcome == "N" else 1
        while not match.is_over:
            level = "perfect" if match.mover == winner else game.random.choice(("random", "casual", "perfect"))
            choice = LEVELS[level].choose(match, game.random)
            assert choice.option in game.oracle.options(match.position)
            match.play(choice.option, choice.forbidden)
        assert match.winner == winner, (game.text, start, match.history)
        assert Match.from_text(match.to_text()) == match
        self.counts["moves played"] += len(match.history)

    def commands(self, game: Game) -> None:
        position = game.pick()
        words = ["solve", game.text, _text(position), "--json", "--seconds", "10"]
        ran = CliRunner().invoke(app, words + ["--misere"] * game.misere)
        if isinstance(ran.exception, SpragueError):
            raise ran.exception
        assert ran.exit_code == 0, (words, ran.output, ran.exception)
        data = json.loads(ran.stdout)
        assert data["outcome"] == game.oracle.outcome(position, game.misere), (game.text, position)
        won = {tuple(option) for option in data["winning_moves"]}
        assert won <= set(game.oracle.options(position)), (game.text, position)

    def interface(self, game: Game) -> None:
        """The web interface: the rule as it was understood, a position, and a match to its end."""
        if self.lab is None:
            return
        position, random = game.pick(), game.random
        is_answered = {"game": game.text, "position": _text(position), "misere": game.misere}
        understood = self.lab.ask("POST", "/api/v1/rule", json={"game": game.text})
        answer = self.lab.ask("POST", "/api/v1/position", json=is_answered)
        for data in (understood, answer):
            assert data.status_code in (200, 422), (game.text, data.status_code, data.text)
        if answer.status_code == 422:
            self.refusals[f"interface: {answer.json()['error']['message'][:60]}"] += 1
            return
        data = answer.json()
        if data["outcome"] is not None:
            assert data["outcome"] == game.oracle.outcome(position, game.misere), (game.text, position, data)
        listed = {tuple(option["option"]) for option in data["options"]}
        if not data["more"]:
            assert listed == set(game.oracle.options(position)), (game.text, position)
        if random.random() < 0.3:
            self.match_by_web(game, is_answered)
        if random.random() < 0.3:
            self.job_by_web(game)

    def job_by_web(self, game: Game) -> None:
        """Compare a claim with a table by a job of the server, which reports where the claim fails."""
        assert self.lab is not None
        if game.meant.splits:
            return
        claim, limit = game.random.choice(list(CLAIMS)), game.rule.floor + 3
        formula = claim.format(" + ".join(game.rule.names))
        question = {"kind": "check", "game": game.text, "formula": formula, "limit": limit, "misere": game.misere}
        begun = self.lab.ask("POST", "/api/v1/jobs", json=question)
        job: Any = self.lab.ended(begun.json()) if begun.status_code < 300 else {"state": "refused"}
        if job["state"] != "done":
            self.refusals[f"job by web: {job['state']}"] += 1
            return
        within = list(positions_within(game.rule, limit=limit))
        right = [CLAIMS[claim](sum(p)) == (game.oracle.outcome(p, game.misere) == "P") for p in within]
        assert job["result"]["holds"] == all(right), (game.text, formula, job)
        self.counts["claims compared by jobs"] += 1

    def match_by_web(self, game: Game, is_answered: dict[str, object]) -> None:
        assert self.lab is not None
        begun = self.lab.ask("POST", "/api/v1/match", json={**is_answered, "first": "computer", "seed": 1})
        assert begun.status_code in (200, 422), begun.text
        if begun.status_code == 422:
            self.refusals[f"match by web: {begun.json()['error']['message'][:60]}"] += 1
            return
        state = begun.json()["state"]
        for _ in range(100):
            if state["over"]:
                break
            if state["mover"] == 0:
                state = self.lab.post("/api/v1/match/reply", match=state["match"])["state"]
            else:
                move = game.random.choice(state["moves"])["position"]
                state = self.lab.post("/api/v1/match/move", match=state["match"], move=move)["state"]
        assert state["over"], game.text
        won = game.oracle.outcome(game.rule.position(Match.from_text(state["match"]).start), game.misere) == "N"  # type: ignore[arg-type]
        if won and not game.meant.blocking:
            assert state["winner"] == 0, (game.text, is_answered, state["match"])
        self.counts["matches by web"] += 1


def _text(position: Position) -> str:
    """A position as it is typed."""
    return ",".join(map(str, position))


def _reason(error: BaseException) -> str:
    """Return the message of an error without its input and position."""
    message = str(error).partition("\n")[0]
    message = message.partition(", got ")[0] if ", got " in message else message
    return f"{type(error).__name__}: " + "".join("#" if sign.isdigit() else sign for sign in message)[:90]


def _batch(number: int) -> list[Meant]:
    """Rules made up from a seed."""
    made: list[Meant] = []

    @seed(number)
    @settings(
        max_examples=BATCH,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(ANY_RULE)
    def make(meant: Meant) -> None:
        made.append(meant)

    make()
    return made


def sweep(
    minutes: float,
    start: int,
    *,
    rules: int | None = None,
    coq: float = 0.3,
    compiled: float = 0.03,
    search: Limits = SEARCH,
    with_web: bool = True,
) -> Sweep:
    """Make up rules until the time is over, or there are so many, and ask everything about each."""
    until = time.monotonic() + 60 * minutes
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lab = stack.enter_context(Laboratory()) if with_web else None
        done = Sweep(folder, lab, coq, compiled, search)
        number = start
        while time.monotonic() < until and (rules is None or done.counts[MADE] < rules):
            for meant in {meant.text: meant for meant in _batch(number)}.values():
                if time.monotonic() < until and (rules is None or done.counts[MADE] < rules):
                    done.rule(meant, Random(meant.text))
            number += 1
            print(f"seeds {start} to {number - 1}: {done}", flush=True)
    return done


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    start = int(sys.argv[2]) if len(sys.argv) > 2 else randbelow(10**6)
    print(f"seed {start}, {minutes:g} minutes", flush=True)
    done = sweep(minutes, start, coq=0.3 if shutil.which("coqc") else 0.0)
    for name, counts in (("asked", done.counts), ("refused", done.refusals), ("constructs", done.constructs)):
        print(f"\n{name}:")
        for words, count in counts.most_common():
            print(f"{count:>9,}  {words}")
    print(f"\n{len(done.found)} disagreements", *done.found, sep="\n")
    sys.exit(1 if done.found else 0)


if __name__ == "__main__":
    main()
