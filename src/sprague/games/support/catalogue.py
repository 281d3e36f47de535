"""The catalogue: registration of games, lookup of games by name, and the parser of sums of games."""

from __future__ import annotations

import importlib.util
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, update_wrapper
from inspect import getdoc, signature
from itertools import chain
from pathlib import Path
from typing import Any, Generic, NamedTuple, ParamSpec

from sprague.errors import ArgumentTypeError, SpragueError, clip
from sprague.games.support.bibliography import Source
from sprague.games.support.theorems import Observation, Theorem
from sprague.language.rule_files import RuleFile
from sprague.plugins import load_plugins, report_plugin
from sprague.rules import Position, Ruleset, is_rule, parse, parse_position
from sprague.rules.building.builder import RuleBuilder
from sprague.rules.octal_codes import is_code, is_miswritten_code
from sprague.rules.ruleset import parse_file

P = ParamSpec("P")

# The environment variable SPRAGUE_GAMES lists folders with more games, separated as in PATH.
FOLDERS_VARIABLE = "SPRAGUE_GAMES"
PLUGIN_GROUP = "sprague.games"  # group of entry points by which installed packages add games
LIST_GAMES = "run 'sprague games' to list all games"  # the advice in the error for an unknown name
# the control characters that the name of a game must not contain; tabs and line ends count as spaces
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
RULE_SUFFIX = ".rule"  # suffix of files that contain the text of a rule

INSIDE = "sprague.games."  # prefix of the names of the modules that define Sprague's own games
FOLDER_PREFIX = "sprague_games_"  # prefix of the names of modules from folders in SPRAGUE_GAMES
# Maps names to the games that the running program has defined.
_defined: dict[str, Game[...]] = {}

GAMES = Path(__file__).parent.parent  # folder with one module for each game of the catalogue


class Game(Generic[P]):
    """A game of the catalogue; calling a `Game` with the parameters of the game returns a `Ruleset`.

    >>> import sprague
    >>> [game.name for game in sprague.catalogue()][:1]
    ['chocolate-bar']
    """

    def __init__(
        self, make: Callable[P, Ruleset], title: str, sources: Sequence[Source], aliases: Sequence[str]
    ) -> None:
        update_wrapper(self, make)
        self.make = make
        self._signature = signature(make)
        self.name: str = make.__name__.replace("_", "-")
        self.title = title
        self.sources: tuple[Source, ...] = tuple(sources)
        self.aliases: tuple[str, ...] = tuple(aliases)
        self.summary: str = (getdoc(make) or "").split("\n")[0]
        self._theory: Callable[..., Iterable[Theorem]] = lambda **parameters: ()
        self._observed: Callable[..., Iterable[Observation]] = lambda **parameters: ()
        self._titled: Callable[..., str] = lambda **parameters: title

    def __repr__(self) -> str:
        parameters = ",".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"<Game {self.name}{':' if parameters else ''}{parameters}>"

    def __reduce__(self) -> tuple[Callable[[str], Game[...]], tuple[str]]:
        """Pickle only the name of the game; unpickling looks up the name in the catalogue."""
        return find_game, (self.name,)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Ruleset:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for key, value in bound.arguments.items():
            # Convert lists and generators to tuples, because the name of the rule contains the values of all
            # parameters.
            if isinstance(value, Iterable) and not isinstance(value, str | bytes):
                with suppress(TypeError):
                    bound.arguments[key] = tuple(value)
        given = ",".join(f"{key}={_format_value(value)}" for key, value in bound.arguments.items())
        make: Callable[..., Ruleset] = self.make
        rule = make(*bound.args, **bound.kwargs)
        name = f"{self.name}:{given}" if given else self.name
        return rule.renamed(name, (self.name, tuple(bound.arguments.items())))

    def theory(self, known: Callable[P, Iterable[Theorem]]) -> Callable[P, Iterable[Theorem]]:
        """Register the decorated function as the source of the theorems about the game.

        If several theorems decide a position, Sprague uses the first of these theorems.

        Args:
            known: A function from the parameters of the game to its theorems.

        Returns:
            The function, unchanged.
        """
        self._theory = known
        return known

    def titled(self, titled: Callable[P, str]) -> Callable[P, str]:
        """Register the decorated function, which returns the title of the game for given parameters.

        Args:
            titled: A function from the parameters of the game to a title.

        Returns:
            The function, unchanged.
        """
        self._titled = titled
        return titled

    def observed(self, seen: Callable[P, Iterable[Observation]]) -> Callable[P, Iterable[Observation]]:
        """Register the decorated function as the source of the observations (patterns without a proof) about the game.

        Args:
            seen: A function from the parameters of the game to its observations.

        Returns:
            The function, unchanged.
        """
        self._observed = seen
        return seen

    @property
    def parameters(self) -> dict[str, object]:
        """A dictionary from the names of the game's parameters to their default values."""
        return {name: parameter.default for name, parameter in self._signature.parameters.items()}

    @property
    def size_parameter(self) -> str | None:
        """The name of the parameter that sets the number of piles; None if the game has no such parameter."""
        return next((name for name in ("piles", "boxes") if name in self._signature.parameters), None)

    def with_text(self, parameters: Mapping[str, object]) -> Ruleset:
        """Return the rule of the game for the given parameters, whose values may be given as text.

        >>> find_game("nim").with_text({"piles": 2}).names
        ('a', 'b')

        Args:
            parameters: The parameters of the game by their names.

        Raises:
            SpragueError: A parameter is unknown, or its value is not valid.
        """
        for name in parameters:
            if name not in self._signature.parameters:
                known = ", ".join(self.parameters)
                hint = f"known parameters: {known}" if known else "this game has no parameters"
                raise SpragueError(f"{self.name}: unknown parameter {name!r}; {hint}")
        make: Callable[..., Ruleset] = self
        return make(**parameters)


def catalogued(
    title: str, *, sources: Sequence[Source] = (), aliases: Sequence[str] = ()
) -> Callable[[Callable[P, Ruleset]], Game[P]]:
    """Register the decorated function, which returns a `Ruleset`, as a game of the catalogue.

    A game that a program or a notebook defines is in the catalogue until the process ends. A second definition of the
    same game replaces the first definition.

    Args:
        title: The name of the game in texts.
        sources: The works that describe the game.
        aliases: Other names that users may type for the game.

    Raises:
        SpragueError: The catalogue has another game of this name.
    """

    def register(make: Callable[P, Ruleset]) -> Game[P]:
        new = Game(make, title, sources, aliases)
        if not (make.__module__ or "").startswith((INSIDE, FOLDER_PREFIX)):
            if new.name in _catalogue(os.environ.get(FOLDERS_VARIABLE, "")):
                raise SpragueError(f"the catalogue already has a game named {new.name!r}; choose another name")
            _defined[new.name] = new
        return new

    return register


def catalogue() -> list[Game[...]]:
    """Return all games of the catalogue, sorted by name.

    The catalogue contains the games of Sprague, of the folders in `SPRAGUE_GAMES`, of the running program, and of
    installed packages that have an entry point in the group "sprague.games".

    >>> "nim" in [game.name for game in catalogue()]
    True

    Returns:
        The games, each with its name, title, parameters, sources and theorems.

    Raises:
        SpragueError: `SPRAGUE_GAMES` lists a path that is not a folder, or contains a game that cannot be loaded.
    """
    return [game for _, game in sorted((_local_games() | plugin_games(_taken)).items())]


def _local_games() -> dict[str, Game[...]]:
    """Return all games of the catalogue by name, except games of installed packages."""
    return _catalogue(os.environ.get(FOLDERS_VARIABLE, "")) | _defined


def _taken(name: str) -> bool:
    return name in _catalogue(os.environ.get(FOLDERS_VARIABLE, ""))


def _entry(rule: Ruleset) -> Game[...] | None:
    """Return the game of the catalogue from which a rule was made; None if the catalogue does not have this game."""
    if rule.origin is None:
        return None
    name = rule.origin[0]
    found = _local_games().get(name)
    return found if found is not None else plugin_games(_taken).get(name)


def find_game(name: str) -> Game[...]:
    """Return the game of the catalogue with the given name; ignore case, spaces and hyphens.

    >>> find_game("Sharing Nim").name
    'sharing-nim'

    Raises:
        SpragueError: No game has this name; the message suggests a similar name.
    """
    wanted = _normalize(name)
    known = _by_name(_local_games())
    if wanted not in known:
        known = _by_name(plugin_games(_taken)) | known
    if wanted in known:
        return known[wanted].game
    near = get_close_matches(wanted, known, 1, cutoff=0.6)
    hint = f"{LIST_GAMES}, or write a rule with '->'"
    if near:
        hint = f"did you mean '{known[near[0]].name}'?"
    if is_miswritten_code(name):
        hint = "an octal code has one digit before the point, such as 0.77"
    raise SpragueError(f"unknown game {clip(name)!r}; {hint}")


def game(spec: str | os.PathLike[str], /, **parameters: object) -> Ruleset:
    """Return the rule of a game given by its name and parameters, by an octal code, or by the text of its rule.

    >>> game("nim", piles=2) == game("nim:piles=2") == game("(a, b) -> (u, b) where u < a any order")
    True
    >>> game("0.77") == game("octal", code="0.77") == game("kayles")
    True

    A `Path` is the path of a rule file. A string never opens a file, because a string may come from an untrusted
    source.

    Args:
        spec: The name of a game such as "nim" or "nim:piles=2", an octal code, the text of a rule, or a `Path`.
        **parameters: The parameters of the game; the text of a rule has no parameters.

    Returns:
        The rule of the game, as a `Ruleset`.

    Raises:
        SpragueError: The game or a parameter is unknown, or the text is not a valid rule.
    """
    if isinstance(spec, os.PathLike):
        _refuse_parameters(parameters)
        return parse_file(RuleFile.read(spec))
    return resolve(spec, parameters, None)


def ruleset_of(game: Ruleset | str) -> Ruleset:
    """Return the rule of a game that is given as a `Ruleset` or as text.

    >>> ruleset_of("nim:piles=2") == ruleset_of(game("nim", piles=2))
    True
    """
    return game if isinstance(game, Ruleset) else resolve(game, {}, None)


def theorems(rule: Ruleset, misere: bool = False) -> list[Theorem]:
    """Return the catalogue's theorems about a game, in normal or misère play; the preferred theorem comes first."""
    if (entry := _entry(rule)) is None or rule.origin is None:
        return []
    parameters = rule.origin[1]
    if rule.blocking and entry.make(**dict(parameters)).blocking != rule.blocking:
        return []  # no theorem of the catalogue covers the variant in which players forbid options
    return [theorem for theorem in entry._theory(**dict(parameters)) if theorem.misere == misere]


def observations(rule: Ruleset) -> list[Observation]:
    """Return the catalogue's observations (patterns without a proof) about a game, for normal and misère play."""
    if (entry := _entry(rule)) is None or rule.origin is None:
        return []
    return list(entry._observed(**dict(rule.origin[1])))


def game_title(rule: Ruleset) -> str | None:
    """Return the title of the game of the catalogue that a rule describes, or None for other rules.

    >>> game_title(game("0.77")), game_title(game("0.8"))
    ('Octal game', 'Hexadecimal game')
    """
    if (entry := _entry(rule)) is None or rule.origin is None:
        return None
    return entry._titled(**dict(rule.origin[1]))


def resolve(spec: str, parameters: dict[str, Any], entries: int | None) -> Ruleset:
    """Return the rule of a game for positions with a given number of entries (piles and remembered numbers).

    Args:
        spec: The name of a game with or without parameters, an octal code, or the text of a rule.
        parameters: Parameters of the game in addition to those in `spec`.
        entries: The length of a position, used as the number of piles if no parameter gives this number.
    """
    if not isinstance(spec, str):
        way_out = "; read a rule file with sprague.game(Path(…))" if isinstance(spec, os.PathLike) else ""
        if isinstance(spec, RuleBuilder):
            way_out = "; call the method rule() of the RuleBuilder, which returns the finished rule"
        raise ArgumentTypeError(f"expected the name of a game or a rule, got {spec!r}{way_out}")
    if is_rule(spec):
        _refuse_parameters(parameters)
        return parse(spec)
    if (control := _CONTROL_CHARACTER.search(spec)) is not None:
        raise SpragueError(
            f"expected the name of a game without control characters, got {clip(spec)!r}; leave out {control.group()!r}"
        )
    if spec.startswith("@"):
        raise SpragueError(
            f"expected the name of a game or a rule, got {clip(spec)!r}; "
            "in Python, read a rule file with sprague.game(Path(…))"
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
        raise SpragueError(f"a rule cannot have parameters, got {', '.join(parameters)}; write the numbers in the rule")


def _parameters(text: str) -> Iterator[tuple[str, int | str]]:
    """Parse parameters such as `a=1,b=2`; a comma inside brackets does not separate parameters."""
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
    """A game of the catalogue together with one of its names."""

    name: str
    game: Game[...]


def _by_name(games: dict[str, Game[...]]) -> dict[str, _NamedGame]:
    """Return a dictionary from normalized names to games; if two games share a name, the first game is used."""
    found: dict[str, _NamedGame] = {}
    for game in games.values():
        for alias in (game.name, *game.aliases, game.title):
            found.setdefault(_normalize(alias), _NamedGame(alias, game))
    return found


@cache
def _catalogue(more: str) -> dict[str, Game[...]]:
    found: dict[str, Game[...]] = {}
    for folder in (GAMES, *(Path(part) for part in more.split(os.pathsep) if part)):
        if not folder.is_dir():
            raise SpragueError(
                f"the environment variable {FOLDERS_VARIABLE} lists {str(folder)!r}, but {str(folder)!r} is not a "
                "folder"
            )
        paths = (path for path in folder.glob("[!_.]*") if path.suffix in (".py", RULE_SUFFIX))
        for path in sorted(paths):
            inside = folder == GAMES
            for entry in [_game_of_rule(path)] if path.suffix == RULE_SUFFIX else _games_in(path, inside):
                if found.get(entry.name, entry) is not entry:
                    raise SpragueError(f"the game {entry.name!r} is defined twice; rename the game in {str(path)!r}")
                found[entry.name] = entry
    return dict(sorted(found.items()))


def _game_of_rule(path: Path) -> Game[...]:
    """Return the game that a rule file defines; an error in the rule is reported when the game is used."""
    if not re.fullmatch(r"\w[\w -]*", path.stem):
        raise SpragueError(f"expected letters, digits, '-' and '_' in the name of a rule file, got {str(path)!r}")
    file = RuleFile.read(path)

    def make() -> Ruleset:
        return parse_file(file)

    make.__name__ = path.stem.replace(" ", "-")
    make.__doc__ = file.summary
    return Game(make, file.title or path.stem, (), ())


def _games_in(path: Path, inside: bool) -> list[Game[...]]:
    name = f"{INSIDE}{path.stem}" if inside else f"{FOLDER_PREFIX}{abs(hash(path))}_{path.stem}"
    if inside:
        module = importlib.import_module(name)
    else:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise SpragueError(f"cannot load {str(path)!r}: the file is not a Python file")
        module = importlib.util.module_from_spec(spec)
        file = str(path)
        try:
            spec.loader.exec_module(module)
        except SpragueError as error:
            raise SpragueError(f"in {file!r}: {error}") from None
        except Exception as error:
            kind = type(error).__name__
            raise SpragueError(f"cannot load the game in {file!r}: {kind}: {error}") from error
    return [value for value in vars(module).values() if isinstance(value, Game) and value.__module__ == name]


def plugin_games(is_taken: Callable[[str], bool]) -> dict[str, Game[...]]:
    """Return the games that installed packages add to the catalogue, by entry points in the group "sprague.games".

    The value of an entry point is a `Game`, or a module that contains games. If a package cannot be loaded, or if the
    name of its game is already taken, the function issues a warning and omits the game.
    """
    found: dict[str, Game[...]] = {}
    for plugin in load_plugins(PLUGIN_GROUP):
        games = [plugin.value] if isinstance(plugin.value, Game) else _games_of_plugin(plugin.value)
        if not games:
            report_plugin(plugin, "it names no game and no module with games")
        for game in games:
            if is_taken(game.name) or found.get(game.name, game) is not game:
                report_plugin(plugin, f"the catalogue already has a game named {game.name!r}")
            else:
                found[game.name] = game
    return found


def _games_of_plugin(module: object) -> list[Game[...]]:
    return [value for value in getattr(module, "__dict__", {}).values() if isinstance(value, Game)]


GameReader = Callable[[str, int], Ruleset]
MOST_PIECES = 100  # maximum number of pieces into which plus signs divide the text of a sum


def _resolve_entries(game: str, entries: int) -> Ruleset:
    return resolve(game, {}, entries)


def parse_sum(text: str, read: GameReader = _resolve_entries) -> list[tuple[Ruleset, Position]]:
    """Parse a sum of games, such as `nim 3,5 + kayles 7`; return the rule and the position of each game.

    >>> [(rule.name, position) for rule, position in parse_sum("nim 3,5 + kayles 7")]
    [('nim:piles=2', (3, 5)), ('kayles', (7,))]

    A plus sign may also be part of a rule, so the parser joins the pieces between plus signs until they form a game
    with a position.

    Args:
        text: The sum.
        read: A function from the text of a game and the length of a position to the rule of the game.
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
    """Return a sum as one position if all its components are heaps of the same game; return any other sum unchanged.

    Misère play can be solved for one position with several heaps, but not for a sum of several positions.
    """
    (rule, _), *_ = components
    if not rule.takes_sums or any(other != rule for other, _ in components):
        return components
    return [(rule, tuple(chain.from_iterable(entries for _, entries in components)))]
