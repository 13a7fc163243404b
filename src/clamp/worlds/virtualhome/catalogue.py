"""The enabled actions by name and node, for the parts of search that ask for one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from clamp.planning.system import Action
from clamp.worlds.virtualhome.tables import Tables


class Catalogue:
    """Looks actions up; an action that is not enabled is not found."""

    def __init__(self, tables: Tables, actions: Sequence[Action], enabled: Collection[int] | None):
        self.where: dict[int, tuple[int, ...]] = {}
        self.name: dict[int, str] = {}
        self._index: dict[tuple[str, tuple[int, ...]], int] = {}
        self._named: dict[str, list[int]] = {}
        for index in range(len(actions)) if enabled is None else sorted(set(enabled)):
            action = actions[index]
            nodes = tuple(tables.by_name[arg] for arg in action.args)
            self.where[index] = nodes
            self.name[index] = action.name
            self._index[action.name, nodes] = index
            self._named.setdefault(action.name, []).append(index)

    def find(self, name: str, *nodes: int) -> int | None:
        """The index of an action."""
        return self._index.get((name, nodes))

    def some(self, names: Iterable[str], *nodes: int) -> int | None:
        """The index of the first of several actions that is enabled."""
        return next((i for name in names if (i := self._index.get((name, nodes))) is not None), None)

    def named(self, *names: str) -> list[int]:
        """Indices of all actions with one of some names."""
        return [index for name in names for index in self._named.get(name, ())]
