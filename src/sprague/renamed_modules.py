"""Support for imports of documented modules by their former names, with a `DeprecationWarning`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from types import ModuleType

# Maps the former name of each module to its new name and a dictionary of the classes and functions renamed in it.
RENAMED: dict[str, tuple[str, dict[str, str]]] = {
    "sprague.play.truth": ("sprague.play.policy_evaluation", {"Truth": "ExactOutcomes"}),
    "sprague.show": ("sprague.render", {}),
    "sprague.show.pictures": ("sprague.render.pictures", {}),
    "sprague.show.pictures.heat_map": ("sprague.render.pictures.value_maps", {}),
    "sprague.show.pictures.outcome_map": ("sprague.render.pictures.value_maps", {}),
    "sprague.show.pictures.period_map": ("sprague.render.pictures.value_maps", {}),
}


class RenamedModules(MetaPathFinder, Loader):
    """An importer that finds renamed modules by their former names."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the import spec for the former name of a module, or None for other names."""
        return spec_from_loader(name, self, is_package=True) if name in RENAMED else None

    def exec_module(self, module: ModuleType) -> None:
        """Copy the contents of the renamed module to the module with the former name."""
        name, contents = RENAMED[module.__name__]
        warnings.warn(f"{module.__name__} is now {name}", DeprecationWarning, stacklevel=2)
        found = vars(import_module(name))
        vars(module).update({key: value for key, value in found.items() if not key.startswith("__")})
        vars(module).update({old: found[new] for old, new in contents.items()})


def install() -> None:
    """Make Python's import system find renamed modules by their former names."""
    if not any(isinstance(finder, RenamedModules) for finder in sys.meta_path):
        sys.meta_path.insert(sys.meta_path.index(PathFinder), RenamedModules())
