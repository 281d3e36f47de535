"""The catalogue: registration of games, lookup by name, and sums of games as text."""

from __future__ import annotations

import importlib.util
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, update_wrapper
from inspect import getdoc, signature
from itertools import chain
from pathlib import Path
from typing import Any, Generic, NamedTuple, ParamSpec

from sprague.errors import SpragueError, clip
from sprague.games.support.bibliography import Source
from sprague.games.support.theorems import Observation, Theorem
from sprague.language.rule_files import RuleFile
from sprague.rules import Position, Ruleset, is_rule, parse, parse_position
from sprague.rules.octal_codes import is_code, is_miswritten_code
from sprague.rules.ruleset import parse_file

P = ParamSpec("P")

#: Folders with more games, one file each, separated as in PATH.
FOLDERS_VARIABLE = "SPRAGUE_GAMES"
RULE_SUFFIX = ".rule"  # the suffix of a file that contains a rule instead of Python

GAMES = Path(__file__).parent.parent  # the folder with one module for each game of the catalogue


class Game(Generic[P]):
    """A game of the catalogue: call it with its parameters to get its `Ruleset`."""

    def __init__(
        self, make: Callable[P, Ruleset], title: str, sources: Sequence[Source], aliases: Sequence[str]
    ) -> None:
        update_wrapper(self, make)
        self.make = make
        self._signature = signature(make)
        self.name = make.__name__.replace("_", "-")
        self.title = title
        self.sources = tuple(sources)
        self.aliases = tuple(aliases)
        self.summary = (getdoc(make) or "").split("\n")[0]
        self._theory: Callable[..., Iterable[Theorem]] = lambda **parameters: ()
        self._observed: Callable[..., Iterable[Observation]] = lambda **parameters: ()

    def __repr__(self) -> str:
        parameters = ",".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"<Game {self.name}{':' if parameters else ''}{parameters}>"

    def __reduce__(self) -> tuple[Callable[[str], Game[...]], tuple[str]]:
        """Pickle a game by its name, because the catalogue of the other process contains it, too."""
        return find_game, (self.name,)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Ruleset:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for key, value in bound.arguments.items():
            # Read a list or generator once, so that the name of the rule can contain it.
            if isinstance(value, Iterable) and not isinstance(value, str | bytes):
                with suppress(TypeError):
                    bound.arguments[key] = tuple(value)
        given = ",".join(f"{key}={_format_value(value)}" for key, value in bound.arguments.items())
        make: Callable[..., Ruleset] = self.make
        rule = make(*bound.args, **bound.kwargs)
        name = f"{self.name}:{given}" if given else self.name
        return rule.renamed(name, (self.name, tuple(bound.arguments.items())))

    def theory(self, known: Callable[P, Iterable[Theorem]]) -> Callable[P, Iterable[Theorem]]:
        """Register the decorated function, which returns the theorems about the game for the same parameters.

        Of several theorems that decide a position, the first is used.
        """
        self._theory = known
        return known

    def observed(self, seen: Callable[P, Iterable[Observation]]) -> Callable[P, Iterable[Observation]]:
        """Register the decorated function, which returns the observations about the game for the same parameters."""
        self._observed = seen
        return seen

    @property
    def parameters(self) -> dict[str, object]:
        """The parameters by name, each with its default."""
        return {name: parameter.default for name, parameter in self._signature.parameters.items()}

    @property
    def size_parameter(self) -> str | None:
        """The name of the parameter for the number of piles, or None."""
        return next((name for name in ("piles", "boxes") if name in self._signature.parameters), None)

    def with_text(self, parameters: dict[str, Any]) -> Ruleset:
        """Return the rule for parameters given as values or as text; raise an error for unknown ones."""
        for name in parameters:
            if name not in self._signature.parameters:
                known = ", ".join(self.parameters) or "none"
                raise SpragueError(f"{self.name}: unknown parameter {name!r}; expected {known}")
        make: Callable[..., Ruleset] = self
        return make(**parameters)


def catalogued(
    title: str, *, sources: Sequence[Source] = (), aliases: Sequence[str] = ()
) -> Callable[[Callable[P, Ruleset]], Game[P]]:
    """Register the decorated function, which returns a `Ruleset`, as a game of the catalogue."""
    return lambda make: Game(make, title, sources, aliases)


def catalogue() -> list[Game[...]]:
    """Return all games of the catalogue, sorted by name."""
    return list(_catalogue(os.environ.get(FOLDERS_VARIABLE, "")).values())


def find_game(name: str) -> Game[...]:
    """Return the game of the catalogue with this name, or suggest a similar name; case and hyphens do not matter.

    >>> find_game("Sharing Nim").name
    'sharing-nim'
    """
    known = _names(os.environ.get(FOLDERS_VARIABLE, ""))
    wanted = _normalize(name)
    if wanted in known:
        return known[wanted].game
    near = get_close_matches(wanted, known, 1, cutoff=0.6)
    hint = f"did you mean '{known[near[0]].name}'?" if near else None
    if is_miswritten_code(name):
        hint = "a code is written 0.77, one digit before the point"
    raise SpragueError(f"unknown game {clip(name)!r}; {hint or 'sprague games lists them, or write a rule with ->'}")


def game(spec: str | os.PathLike[str], /, **parameters: Any) -> Ruleset:
    """Return the rule of a game given by its name and parameters, by an octal code, or by the text of its rule.

    >>> game("nim", piles=2) == game("nim:piles=2") == game("(a, b) -> (u, b) where u < a any order")
    True
    >>> game("0.77") == game("octal", code="0.77") == game("kayles")
    True

    A `Path` is that of a file with a rule. A string never opens a file, because it may come from an untrusted source.
    """
    if isinstance(spec, os.PathLike):
        _refuse_parameters(parameters)
        return parse_file(RuleFile.read(spec))
    return resolve(spec, parameters, None)


def ruleset_of(game: Ruleset | str) -> Ruleset:
    """Return a rule unchanged, or the rule that a name or a text stands for.

    >>> ruleset_of("nim:piles=2") == ruleset_of(game("nim", piles=2))
    True
    """
    return game if isinstance(game, Ruleset) else resolve(game, {}, None)


def theorems(rule: Ruleset, misere: bool = False) -> list[Theorem]:
    """Return the theorems of the catalogue about a game in normal or misère play, in order of preference."""
    if rule.origin is None:
        return []
    name, parameters = rule.origin
    entry = _catalogue(os.environ.get(FOLDERS_VARIABLE, ""))[name]
    if rule.blocking and entry.make(**dict(parameters)).blocking != rule.blocking:
        return []  # blocking was added to the game of the catalogue
    return [theorem for theorem in entry._theory(**dict(parameters)) if theorem.misere == misere]


def observations(rule: Ruleset) -> list[Observation]:
    """Return the unproved observations of the catalogue about a game, in normal and misère play."""
    if rule.origin is None:
        return []
    name, parameters = rule.origin
    return list(_catalogue(os.environ.get(FOLDERS_VARIABLE, ""))[name]._observed(**dict(parameters)))


def resolve(spec: str, parameters: dict[str, Any], entries: int | None) -> Ruleset:
    """Return the rule of a game as `game` does; `entries`, the length of a position, is the default number of piles."""
    if not isinstance(spec, str):
        way_out = "; sprague.game reads the rule in a file" if isinstance(spec, os.PathLike) else ""
        raise SpragueError(f"expected the name of a game or a rule, got {spec!r}{way_out}")
    if is_rule(spec):
        _refuse_parameters(parameters)
        return parse(spec)
    if spec.startswith("@"):
        raise SpragueError(
            f"expected the name of a game or a rule, got {clip(spec)!r}; a text opens no file in Python: "
            "sprague.game(Path(…)) reads the rule in one"
        )
    if is_code(spec):
        spec = f"octal:code={spec.strip()}"
    name, _, rest = spec.partition(":")
    found = find_game(name)
    for key, value in _parameters(rest):
        if key in parameters:
            raise SpragueError(f"{found.name}: parameter {key!r} is given twice")
        parameters = {**parameters, key: value}
    rule = found.with_text(parameters)
    size = found.size_parameter
    if entries is None or size is None or size in parameters or entries == len(rule.names):
        return rule
    return found.with_text({**parameters, size: entries - len(rule.remembered)})


def _refuse_parameters(parameters: dict[str, Any]) -> None:
    if parameters:
        raise SpragueError(f"expected no parameters with a rule, got {', '.join(parameters)}")


def _parameters(text: str) -> Iterator[tuple[str, int | str]]:
    """Parse the pairs of `a=1,b=2`; a comma inside brackets does not separate."""
    for piece in re.split(r",(?![^(]*\))", text) if text.strip() else ():
        key, equals, value = piece.partition("=")
        if not equals:
            raise SpragueError(f"expected parameters such as piles=3, got {clip(piece)!r}")
        number = re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", value)
        yield key.strip(), int(value) if number else value.strip()


def _format_value(value: object) -> str:
    if callable(value):
        return str(getattr(value, "__name__", "function"))
    if isinstance(value, tuple):
        return "/".join(f"({','.join(map(str, item))})" if isinstance(item, Iterable) else str(item) for item in value)
    return str(value)


def _normalize(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in letters if letter.isalnum())


class _NamedGame(NamedTuple):
    """A game and one of its names, as written in its file."""

    name: str
    game: Game[...]


@cache
def _names(more: str) -> dict[str, _NamedGame]:
    """Return the games by normalized name; the first one wins where two names are equal."""
    found: dict[str, _NamedGame] = {}
    for game in _catalogue(more).values():
        for alias in (game.name, *game.aliases, game.title):
            found.setdefault(_normalize(alias), _NamedGame(alias, game))
    return found


@cache
def _catalogue(more: str) -> dict[str, Game[...]]:
    found: dict[str, Game[...]] = {}
    for folder in (GAMES, *(Path(part) for part in more.split(os.pathsep) if part)):
        if not folder.is_dir():
            raise SpragueError(f"expected {FOLDERS_VARIABLE} to name folders, got {str(folder)!r}")
        paths = (path for path in folder.glob("[!_.]*") if path.suffix in (".py", RULE_SUFFIX))
        for path in sorted(paths):
            inside = folder == GAMES
            for entry in [_game_of_rule(path)] if path.suffix == RULE_SUFFIX else _games_in(path, inside):
                if found.get(entry.name, entry) is not entry:
                    raise SpragueError(f"the game {entry.name!r} is defined twice; rename the one in {str(path)!r}")
                found[entry.name] = entry
    return dict(sorted(found.items()))


def _game_of_rule(path: Path) -> Game[...]:
    """Return the game of a rule file, named after the file; an error in it is raised when the game is used."""
    if not re.fullmatch(r"\w[\w -]*", path.stem):
        raise SpragueError(f"expected a file named by letters, digits, '-' and '_', got {str(path)!r}; rename it")
    file = RuleFile.read(path)

    def make() -> Ruleset:
        return parse_file(file)

    make.__name__ = path.stem.replace(" ", "-")
    make.__doc__ = file.summary
    return Game(make, file.title or path.stem, (), ())


def _games_in(path: Path, inside: bool) -> list[Game[...]]:
    name = f"sprague.games.{path.stem}" if inside else f"sprague_games_{abs(hash(path))}_{path.stem}"
    if inside:
        module = importlib.import_module(name)
    else:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise SpragueError(f"expected a Python file with a game, got {str(path)!r}")
        module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except SpragueError as error:
            raise SpragueError(f"in {str(path)!r}: {error}") from None
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise SpragueError(f"expected a Python file with a game, and {str(path)!r} fails with {said}") from error
    return [value for value in vars(module).values() if isinstance(value, Game) and value.__module__ == name]


GameReader = Callable[[str, int], Ruleset]
MOST_PIECES = 100  # pieces between plus signs; each is tried together with those that follow


def _resolve_entries(game: str, entries: int) -> Ruleset:
    return resolve(game, {}, entries)


def parse_sum(text: str, read: GameReader = _resolve_entries) -> list[tuple[Ruleset, Position]]:
    """Parse a sum into games and positions; `read` makes a game from its text and the length of its position.

    >>> [(rule.name, position) for rule, position in parse_sum("nim 3,5 + kayles 7")]
    [('nim:piles=2', (3, 5)), ('kayles', (7,))]

    A plus sign may also be part of a rule, so pieces are joined until they can be parsed.
    """
    pieces = text.split(" + ")
    if len(pieces) > MOST_PIECES:
        raise SpragueError(f"expected a sum of at most {MOST_PIECES} games, got {len(pieces)}: {clip(text)!r}")
    found: list[tuple[Ruleset, Position]] = []
    while pieces:
        refusals = []
        for count in range(1, len(pieces) + 1):
            game, _, position = " + ".join(pieces[:count]).strip().rpartition(" ")
            try:
                if not game:
                    raise SpragueError(f"expected GAME POSITION, or a sum such as 'nim 3 + nim 5', got {clip(text)!r}")
                entries = parse_position(position)
                found.append((read(game.strip(), len(entries)), entries))
            except SpragueError as refusal:
                refusals.append(refusal)
            else:
                pieces = pieces[count:]
                break
        else:
            raise refusals[0]
    return found


def join_heaps(components: list[tuple[Ruleset, Position]]) -> list[tuple[Ruleset, Position]]:
    """Join the components of a sum into one position if they are heaps of one game, which misère play can use."""
    (rule, _), *_ = components
    if not rule.takes_sums or any(other != rule for other, _ in components):
        return components
    return [(rule, tuple(chain.from_iterable(entries for _, entries in components)))]
