"""Types and the objects that belong to them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from clamp.errors import DomainError
from clamp.planning.domain import Domain
from clamp.planning.logic import Variable


class TypeTable:
    """Which objects belong to which types; several supertypes and ``either`` are allowed."""

    def __init__(self, domain: Domain, objects: Mapping[str, tuple[str, ...]]):
        self._supertypes = domain.types
        self._known = {"object", *domain.types, *itertools.chain.from_iterable(domain.types.values())}
        self._ancestors: dict[str, frozenset[str]] = {}
        self.objects: dict[str, frozenset[str]] = {}
        for name, types in (*domain.constants.items(), *objects.items()):
            belongs = frozenset[str]().union(*(self.ancestors(kind, f"object {name!r}") for kind in types))
            self.objects[name] = self.objects.get(name, frozenset()) | belongs | {"object"}
        self._candidates: dict[tuple[str, ...], tuple[str, ...]] = {}

    @property
    def names(self) -> frozenset[str]:
        """The types that there are."""
        return frozenset(self._known)

    def ancestors(self, kind: str, where: str) -> frozenset[str]:
        """A type and all its supertypes.

        Raises:
            DomainError: If the type is not declared; `where` says what it is a type of.
        """
        if kind not in self._ancestors:
            if kind not in self._known:
                raise DomainError(
                    f"{where} has the type {kind!r}, which the domain does not declare; its types are "
                    f"{', '.join(sorted(self._known))}. Misspelt, or missing from (:types …)?"
                )
            found: set[str] = set()
            queue = [kind]
            while queue:
                one = queue.pop()
                if one not in found:
                    found.add(one)
                    queue.extend(self._supertypes.get(one, ()))
            self._ancestors[kind] = frozenset(found)
        return self._ancestors[kind]

    def candidates(self, variable: Variable, where: str) -> tuple[str, ...]:
        """The objects that a variable ranges over, in the order of declaration."""
        found = self._candidates.get(variable.types)
        if found is None:
            for kind in variable.types:
                self.ancestors(kind, f"{where}: variable {variable.name!r}")
            wanted = frozenset(variable.types)
            found = tuple(name for name, types in self.objects.items() if types & wanted)
            self._candidates[variable.types] = found
        return found
