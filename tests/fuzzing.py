"""Fuzzing of every reader of text or files: it answers or raises a clear error, quickly and within little memory.

    python -m tests.fuzzing [SECONDS [TARGET …]]         mutations of good input, for so long each
    python -m tests.fuzzing --atheris TARGET [SECONDS]   the same guided by coverage: pip install atheris

Each reader is a `Target`: a function of bytes that lets no error through but `SpragueError`, and good input to begin
with. `tests/test_fuzzing.py` tries some mutations for each target, the same in every run, and all inputs that once
failed.
"""

from __future__ import annotations

import gc
import hashlib
import json
import re
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from types import FunctionType

from sprague.automata.numeration import numeration
from sprague.automata.serialization import from_walnut, to_walnut
from sprague.certificates.reader import load_json as load_certificate
from sprague.certificates.verification import verify
from sprague.cli.commands.queries.ask import read_definition
from sprague.coq.sentence_filter import read_theorems
from sprague.coq.theorem_file import theorem_file
from sprague.errors import SpragueError
from sprague.games import parse_sum, resolve
from sprague.language.formula_parser import parse_formula
from sprague.language.rule_files import RuleFile
from sprague.limits import Limits
from sprague.periods.period import find_period
from sprague.play.match import Match
from sprague.play.move_input import parse_move
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proving import prove
from sprague.queries.answers import SetAnswer, UndecidedAnswer
from sprague.queries.ask import ask
from sprague.queries.predicates import Predicates
from sprague.queries.sequence import sequence
from sprague.rules import parse, parse_position
from sprague.rules.ruleset import parse_file
from sprague.surveys.ranges import ParameterRanges
from sprague.tables.file_format import MAGIC
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate
from tests.fake_clocks import WorkClock

ROOT = Path(__file__).parent.parent
ALLOWED = Limits(seconds=2, positions=2_000, states=500, pairs=5_000, memory=1 << 28)
SLOW = 10.0  # seconds, counted in calls of functions, which nothing may take
MEMORY = 6 << 30
TOKENS = re.compile(rb"\w+|\s+|[^\w\s]")
ODD = [
    b"",
    b"\x00",
    b"\xff",
    "²".encode(),
    "٣".encode(),
    "é".encode(),
    b"9" * 30,
    b"-1",
    b"1e9",
    b"NaN",
    b"null",
    b"\n",
]
ODD += [b"(" * 60, b"[" * 60, b"^9", b"1" * 5000, b"{}", b'"', b"'", b"/", b"..", b"\\", b"not ", b"0", b":", b"="]


@dataclass(frozen=True)
class Target:
    """A reader to fuzz, with valid input for it."""

    read: Callable[[bytes], object]
    good: tuple[bytes, ...]

    def outcome(self, data: bytes) -> str:
        """Return the result of reading; raise an error for unexpected exceptions and for slow input."""
        try:
            with WorkClock(SLOW).running(), ALLOWED.watch():
                self.read(data)
        except SpragueError:
            return "refused"
        return "read"


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def in_file(read: Callable[[Path], object], suffix: str = "") -> Callable[[bytes], object]:
    """Read bytes from a file."""

    def reading(data: bytes) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"file{suffix}"
            path.write_bytes(data)
            return read(path)

    return reading


def _rule(data: bytes) -> None:
    rule = parse(text_of(data))
    assert parse(str(rule)) == rule
    rule.describe(), rule.latex(), repr(rule)
    rule.options((rule.floor,) * len(rule.names)) if rule.is_position((rule.floor,) * len(rule.names)) else None


def _formula(data: bytes) -> None:
    formula = parse_formula(text_of(data), ("a", "b", "c"))
    again = str(parse_formula(str(formula), ("a", "b", "c")))
    assert again == str(formula), (str(formula), again)


def _claim(data: bytes) -> None:
    prove("nim:piles=2", text_of(data), budget=ALLOWED)


def _question(data: bytes) -> None:
    """A question about a game, a set and another game."""
    text = text_of(data)
    found = ask("nim:piles=2", text, let={"Q": "(a, b) -> (a - k, b) where 1 <= k <= 2", "S": "b = 2a"}, budget=ALLOWED)
    if isinstance(found, SetAnswer):
        list(islice(found, 3)), found.is_finite
    found.to_result() if not isinstance(found, SetAnswer) else str(found)


def _definition(data: bytes) -> None:
    """An option `--let`, of which certificates in files are not read."""
    name, meaning = read_definition(text_of(data))
    Predicates.of(resolve("nim:piles=2", {}, 2), False, {name: meaning})


def _sequence(data: bytes) -> None:
    sequence("nim:piles=2", text_of(data), budget=ALLOWED).terms(3)


def _certificate(data: bytes) -> None:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        in_file(load_certificate)(data)
        return
    verify(content, budget=ALLOWED)


def _kept(data: bytes) -> None:
    """Read a certificate as the store of theorems does."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return
    prove_certificate(content)


def _move(data: bytes) -> None:
    for name, start in (("nim", (3, 5, 7)), ("kayles", (7,)), ("dynamic-nim:stop=3,limit=2x-1", (5, 9, 3))):
        parse_move(Match(name, start), text_of(data))


def _sealed(content: bytes) -> bytes:
    """Return a table file with this content and a correct checksum, as a faulty program would write it."""
    return MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def _body(data: bytes) -> None:
    """Process the body of a request as a worker does, for every kind of request."""
    from pydantic import BaseModel, ValidationError

    from sprague.web.tasks import games, matches, positions
    from sprague.web.tasks.requests import GameRequest

    questions: list[tuple[type[BaseModel], Callable[..., object]]] = [
        (GameRequest, games.rule),
        (positions.PositionRequest, positions.position),
        (matches.MatchRequest, matches.begin),
        (matches.MoveRequest, matches.move),
        (matches.UndoRequest, matches.undo),
    ]
    for model, answer in questions:
        try:
            request = model.model_validate_json(data)
        except (ValidationError, SpragueError):
            continue
        try:
            answer(request)
        except SpragueError:
            continue


def _targets() -> Iterator[tuple[str, Target]]:
    notation, formulas = ((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("notation", "formulas"))
    rules = [block.encode() for block in re.findall(r"```rule\n(.*?)```", notation, re.DOTALL)]
    claims = [line.encode() for line in re.findall(r"`([^`\n]*[<=>(][^`\n]*)`", formulas)]
    yield "rules", Target(_rule, tuple(rules))
    files = in_file(lambda path: parse_file(RuleFile.read(path)))
    yield "rule files", Target(files, (b"# A title\n# more\n" + rules[0],))
    yield "formulas", Target(_formula, tuple(claims))
    yield "claims", Target(_claim, (b"a = b", b"exists n: a + n = b", b"value = a xor b", b"all columns even", *claims))
    questions = re.findall(r'sprague ask \S+ "([^"]*)"', (ROOT / "docs" / "how-to" / "ask.md").read_text("utf-8"))
    asked = [
        b"Q.P(a, b) and not S(a, b)",
        b"value(a, b) = 2",
        b"(least b <= 9: P(a, b)) = a",
        b"exists unique a: S(a, a)",
    ]
    yield "questions", Target(_question, (*asked, *(text.encode() for text in questions)))
    named = (b"Q=nim:piles=2", b"S=a = 2b", b"S(x, y)=x < y and P(x, y)", b"Q=(a, b) -> (u, b) where u < a any order")
    yield "definitions", Target(_definition, named)
    terms = (b"least b: P(a, b)", b"value(3, n)", b"(least b: P(a, b) and b > 2) + a", b"exists b: P(a, b) and a < b")
    yield "sequences", Target(_sequence, terms)
    yield "positions", Target(lambda data: parse_position(text_of(data)), (b"3,5,9", b"1^6,10", b"2^2^2", b"0"))
    specs = (
        b"nim:piles=3",
        b"octal:code=0.77",
        b"subtraction-transfer:a=2,b=3,c=1/2",
        b"dynamic-nim:limit=2x-1",
        b"0.77",
    )
    yield "games", Target(lambda data: resolve(text_of(data), {}, 3), specs)
    yield "sums", Target(lambda data: parse_sum(text_of(data)), (b"nim 3,5 + kayles 7", b"kayles 7,3 + wythoff 3,5"))
    yield (
        "ranges",
        Target(lambda data: len(ParameterRanges.parse(text_of(data))), (b"a=1..40,b=1..40:2,c={1..a}", b"a={1,3..5}")),
    )
    digits = (b"2", b"fibonacci", b"pell", b"3,1", b"[1; 3]", b"[1; 1, 2]", b"tribonacci")
    yield "digits", Target(lambda data: numeration(text_of(data)), digits)
    proved = [prove(name, claim) for name, claim in PROVED] + [find_period(name) for name in PERIODIC]
    small = [json.dumps(found.certificate()).encode() for found in proved]  # type: ignore[union-attr]
    answers = [ask("nim:piles=2", text) for text in ("all a: exists b: P(a, b)", "N(a, b) and move(a, b; c, d)")]
    small += [json.dumps(one.certificate()).encode() for one in answers if not isinstance(one, UndecidedAnswer)]
    yield "certificates", Target(_certificate, tuple(small))
    yield "kept theorems", Target(_kept, tuple(small[: len(proved)]))
    theorems = [theorem_file(found.certificate()).text for found in proved]  # type: ignore[union-attr]
    yield "theorems", Target(lambda data: read_theorems(text_of(data), "file.v"), tuple(map(str.encode, theorems)))
    walnut = [to_walnut(prove(name, claim).positions) for name, claim in PROVED]  # type: ignore[union-attr]
    yield "walnut", Target(lambda data: from_walnut(text_of(data)), tuple(text.encode() for text in walnut))
    match = Match("nim", (3, 5, 7), players=("you", "perfect")).play((2, 5, 7)).play((2, 5, 6)).to_text().encode()
    blocked = Match("(a) -> (a - k) where k in 1..3 block 1", (5,)).play((4,), [(3,)]).to_text().encode()
    split = Match("kayles", (3, 7)).play((3, 1, 5)).to_text().encode()
    yield "transcripts", Target(lambda data: Match.from_text(text_of(data), ALLOWED), (match, blocked, split))
    yield "moves", Target(_move, (b"2,5,7", b"1-1", b"3=6", b"#2", b"1=1+5", b"4,9"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        tables = []
        for name, what in (("wythoff", "grundy"), ("nim:piles=2", "outcome"), ("kayles", "grundy")):
            tabulate(name, 6, what=what).save(path)  # type: ignore[call-overload]
            tables.append(path.read_bytes())
    yield "tables", Target(in_file(Table.load), tuple(tables))
    sealed = tuple(content[len(MAGIC) :].partition(b"\n")[2] for content in tables)
    yield "sealed tables", Target(lambda data: in_file(Table.load)(_sealed(data)), sealed)
    bodies = [{"game": "nim", "position": "3,5,7", "misere": True, "level": "teacher"}]
    bodies += [{"match": match.decode(), "move": "1-1"}, {"game": "(a, b) -> (u, b) where u < a any order"}]
    yield "bodies", Target(_body, tuple(json.dumps(body).encode() for body in bodies))


PERIODIC = ("subtraction-transfer:a=2,b=3,c=2", "kayles")
PROVED = (("nim:piles=2", "a = b"), ("sharing-nim", "a = b and even(v2(c - a))"))
#: The names of the targets; making the targets takes seconds, because some of them need proofs.
NAMES = (
    "rules",
    "rule files",
    "formulas",
    "claims",
    "questions",
    "definitions",
    "sequences",
    "positions",
    "games",
    "sums",
    "ranges",
    "digits",
    "certificates",
    "kept theorems",
    "theorems",
    "walnut",
    "transcripts",
    "moves",
    "tables",
    "sealed tables",
    "bodies",
)


@cache
def targets() -> dict[str, Target]:
    """Return the targets by name."""
    return dict(_targets())


def mutated(good: Sequence[bytes], random: Random) -> bytes:
    """Return valid input in which some words or bytes are deleted, repeated, exchanged or replaced."""
    data = random.choice(good)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        words = TOKENS.findall(data) if random.random() < 0.8 else [data[i : i + 1] for i in range(len(data))]
        if not words:
            return random.choice(ODD)
        place, other = random.randrange(len(words)), random.randrange(len(words))
        match random.randrange(7):
            case 0:
                del words[place]
            case 1:
                words[place:place] = words[place : place + random.randint(1, 6)]
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = random.choice(ODD)
            case 4:
                words[place] = random.choice(TOKENS.findall(random.choice(good)) or [b""])
            case 5 if words[place].isdigit():
                words[place] = str(int(words[place][:9]) + random.choice((-1, 1, 2, 10**9, 10**19))).encode()
            case _:
                words.insert(place, random.choice(ODD))
        data = b"".join(words)
        if random.random() < 0.1:
            data = data[: random.randrange(len(data) + 1)]
    return data


def fuzz(name: str, seconds: float, seed: int) -> tuple[int, list[bytes]]:
    """Return the number of inputs tried, and one failing input for each kind of failure."""
    target, random = targets()[name], Random(f"{name} {seed}")
    until, tried = time.monotonic() + seconds, 0
    found: dict[str, bytes] = {}
    while time.monotonic() < until:
        data = mutated(target.good, random)
        tried += 1
        try:
            target.outcome(data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            lines = traceback.extract_tb(error.__traceback__)
            kind = f"{type(error).__name__} at {lines[-1].filename}:{lines[-1].lineno}"
            if kind not in found:
                found[kind] = data
                print(f"\n{name}: {kind}\n  {error!r:.300}\n  {data!r:.2000}", flush=True)
    return tried, list(found.values())


def guided(name: str, seconds: float) -> None:
    """Let atheris search for input that reaches new code."""
    import atheris

    # Of our own code alone, as all of it takes minutes; and kernels stay as the compiler reads them.
    for found in gc.get_objects():
        module = str(found.__module__) if isinstance(found, FunctionType) else ""
        if module.startswith("sprague.") and "kernels" not in module:
            atheris.instrument_func(found)
    with tempfile.TemporaryDirectory() as folder:
        for number, good in enumerate(targets()[name].good):
            (Path(folder) / str(number)).write_bytes(good)
        words = [
            sys.argv[0],
            folder,
            f"-max_total_time={seconds:.0f}",
            "-max_len=4096",
            "-timeout=60",
            "-rss_limit_mb=4096",
        ]
        atheris.Setup(words, lambda data: targets()[name].outcome(data))
        atheris.Fuzz()


def main() -> None:
    if sys.argv[1:2] == ["--atheris"]:
        guided(sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 60.0)
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    seed = int(time.time())
    print(f"seed {seed}, {seconds:g} seconds each")
    wrong = 0
    for name in sys.argv[2:] or NAMES:
        tried, found = fuzz(name, seconds, seed)
        wrong += len(found)
        print(f"{name}: {tried:,} inputs, {len(found)} kinds of failure", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
