"""Domains and problems that clients of a server register once and refer to by id.

An id follows from the text, so that registering the same again is told the same id, also by another server. Texts are
kept in the workshop, the one process that all of a vLLM server's processes know, and are gone with it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from clamp.serve.frames import Message

PDDL = re.compile(r"\s*(;[^\n]*\n\s*)*\(")
"""How a text in PDDL begins; what does not is no text, but may be an id."""
IDENTITY = re.compile(r"(domain|problem)-[0-9a-f]{16}")


def identity(kind: str, text: str, domain: str | None = None) -> str:
    """The id of a text, which equal texts share.

    Args:
        kind: ``domain`` or ``problem``.
        domain: The id of a problem's domain.
    """
    return f"{kind}-{sha256(f'{domain} {text}'.encode()).hexdigest()[:16]}"


def flaw_of_registration(domain: str, problem: str | None) -> str | None:
    """Why a domain, a problem of it, or both cannot be registered, as far as their beginnings tell.

    Args:
        domain: PDDL text; beside a problem also an id.
    """
    by_id = IDENTITY.fullmatch(domain) is not None
    if not by_id and not PDDL.match(domain):
        return "`domain` is PDDL text, which begins with a parenthesis"
    if by_id and problem is None:
        return "this domain is registered; give the text of a `problem` beside its id, or another domain"
    if problem is not None and not PDDL.match(problem):
        return "`problem` is PDDL text, which begins with a parenthesis"
    return None


@dataclass(frozen=True)
class Registered:
    """A text, its name, and of a problem its domain's id."""

    name: str
    text: str
    domain: str | None = None


class Registry:
    """What is registered in a workshop.

    Args:
        most: So many texts; those that nobody has asked for the longest go first, a domain with its problems.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._texts: OrderedDict[str, Registered] = OrderedDict()

    def keep(self, kind: str, name: str, text: str, domain: str | None = None) -> str:
        """Keep a text; its id."""
        key = identity(kind, text, domain)
        self._texts[key] = Registered(name, text, domain)
        self._touch(key)
        while len(self._texts) > self._most:
            self.forget(next(one for one in self._texts if one not in (key, domain)))
        return key

    def _touch(self, key: str) -> Registered | None:
        found = self._texts.get(key)
        if found is not None:
            for one in (found.domain, key):
                if one in self._texts:
                    self._texts.move_to_end(one)
        return found

    def texts(self, domain: str | None, problem: str | None) -> tuple[str | None, str | None, str | None]:
        """The texts of what is given by text or id, and what is not registered of it.

        A registered problem knows its domain.
        """
        for key in (problem, domain):
            if key is not None and IDENTITY.fullmatch(key) and key not in self._texts:
                return None, None, key
        found = None if problem is None else self._touch(problem)
        if found is not None:
            domain, problem = domain or found.domain, found.text
        known = None if domain is None else self._touch(domain)
        return domain if known is None else known.text, problem, None

    def forget(self, key: str) -> bool:
        """Forget a domain with its problems, or a problem; whether there was one."""
        gone = [one for one, kept in self._texts.items() if key in (one, kept.domain)]
        for one in gone:
            del self._texts[one]
        return bool(gone)

    def domains(self) -> list[dict[str, Any]]:
        """The domains, each with its problems."""
        return [
            {
                "id": key,
                "name": one.name,
                "problems": [
                    {"id": other, "name": kept.name}
                    for other, kept in self._texts.items()
                    if kept.domain == key
                ],
            }
            for key, one in self._texts.items()
            if one.domain is None
        ]

    def answer(self, question: Mapping[str, Any]) -> Message:
        """What who looks something up, or forgets it, is told."""
        key = question.get("id")
        match question["registry"]:
            case "list":
                return {"domains": self.domains()}
            case "texts":
                domain, problem, missing = self.texts(question.get("domain"), question.get("problem"))
                return {"domain": domain, "problem": problem, "missing": missing}
            case "forget":
                return {"found": self.forget(str(key))}
            case _:
                found = self._texts.get(str(key))
                if found is None:
                    return {"found": False}
                bare: dict[str, Any] = {"name": found.name, "problems": []}
                listed = next((one for one in self.domains() if one["id"] == key), bare)
                return {"found": True, **listed, "id": key, "text": found.text, "domain": found.domain}
