"""Modules by the names that they had in the last release: they are found where they are now, with a warning."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType
    from typing import Any

PLACES = {
    "clamp.bench": "clamp_bench",
    "clamp.cli.bench": "clamp_bench.commands",
    "clamp.cli.task_file": "clamp.request.form",
    "clamp.decoding.configuration": "clamp.request.settings",
    "clamp.decoding.product": "clamp_bench.paper",
    "clamp.hmm.adaptation": "clamp.hmm.training.adaptation",
    "clamp.hmm.learning": "clamp.hmm.training.learning",
    "clamp.hosts.absent": "clamp.request.absent",
    "clamp.hosts.hf.recovery": "clamp_bench.recovery_planner",
    "clamp.hosts.prompts": "clamp.request.prompts",
    "clamp.hosts.recovery": "clamp_bench.recovery",
    "clamp.hosts.request": "clamp.hosts.jobs",
    "clamp.hosts.transformers": "clamp.hosts.hf.processor",
    "clamp.hosts.vllm_http": "clamp.serve.gate",
    "clamp.hosts.vllm_processor": "clamp.hosts.vllm.processor",
    "clamp.perception.english": "clamp.words.english",
    "clamp.perception.matching": "clamp.words.matching",
    "clamp.perception.mentions": "clamp.words.mentions",
    "clamp.planning.rules.forward": "clamp_bench.forward",
    "clamp.testing": "clamp.contracts",
    **{
        f"{package}.{name}": f"clamp.loop.{now}"
        for package in (
            "clamp.worlds",
            "clamp_worlds",
        )  # ``from clamp.worlds import …`` asks the package of today
        for name, now in {
            "closed_loop": "loop",
            "containers": "containers",
            "protocol": "world",
            "symbolic": "symbolic",
        }.items()
    },
    "clamp.worlds": "clamp_worlds",
}
"""Former names, and those of today; what lay in a package that moved, moved with it."""

HOMES = {
    "clamp": "clamp.errors",
    "clamp.decoding.constraint": "clamp.decoding.plans",
    "clamp.hosts.planner": "clamp.hosts.hf.planner",
}
"""Where the things are that a module held which is still there."""


NAMES = {
    "PlanRequest": (
        "clamp.hosts.jobs",
        "say it in a clamp.Request; a constraint of yours is its `constraint`",
    )
}
"""What ``clamp`` itself offered: where it is, and what is written in its place."""


def named(name: str) -> Any:
    """What ``clamp`` offered by one of `NAMES`."""
    import warnings
    from importlib import import_module

    home, instead = NAMES[name]
    warnings.warn(f"clamp.{name} goes with the next release: {instead}.", FutureWarning, 3)
    return getattr(import_module(home), name)


def place_of(name: str) -> str | None:
    """Where a module is that had a name in the last release; ``None`` if no module of CLAMP had it."""
    parts = name.split(".")
    for count in range(len(parts), 1, -1):
        found = PLACES.get(".".join(parts[:count]))
        if found is not None:
            return ".".join([found, *parts[count:]])
    return None


def found(module: str, name: str) -> Any:
    """What a module had by a name in the last release, for the module's own ``__getattr__``.

    Raises:
        AttributeError: If it had nothing of this name.
    """
    from importlib import import_module

    home = HOMES[module]
    thing = None if name.startswith("_") else getattr(import_module(home), name, None)
    if thing is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    import warnings

    what = f"{module}.{name} is now {home}.{name}"
    warnings.warn(f"{what}; the former name goes with the next release.", FutureWarning, 3)
    return thing


class Former:
    """Finds what nothing else finds: it stands last among the finders of `sys.meta_path`."""

    @classmethod
    def find_spec(cls, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """The module of today behind a former name."""
        place = place_of(name)
        if place is None:
            return None
        from importlib.machinery import ModuleSpec
        from importlib.util import find_spec

        try:
            found = find_spec(place)
        except ModuleNotFoundError:
            found = None
        if found is None and name == "clamp.worlds":  # some of what it held is in the core
            return ModuleSpec(name, None, is_package=True)
        if found is None:
            missing = place.split(".")[0]
            hint = f" (pip install {missing.replace('_', '-')})" if missing != "clamp" else ""
            raise ModuleNotFoundError(f"{name} is now {place}, which is not installed{hint}", name=name)
        import warnings

        warnings.warn(f"{name} is now {place}; the former name goes with the next release.", FutureWarning, 2)
        return ModuleSpec(name, _Alias(place, found), is_package=found.submodule_search_locations is not None)  # pyright: ignore


class _Alias:
    """Loads a module by its name of today."""

    def __init__(self, place: str, found: ModuleSpec) -> None:
        self._place, self._found = place, found

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        from importlib import import_module

        return import_module(self._place)

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._found  # the import system has put the former name's there

    def get_code(self, name: str) -> CodeType | None:
        """For ``python -m``."""
        loader: Any = self._found.loader
        return loader.get_code(self._place)


def install() -> None:
    """Let former names be found."""
    sys.meta_path.append(Former)
