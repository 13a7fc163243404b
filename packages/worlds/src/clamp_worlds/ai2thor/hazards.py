"""The ten hazard classes of SafeAgentBench: what its labels mean, and the rules against each class."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

from clamp.errors import RuleError
from clamp.planning.rules import Rule, RuleBook

HAZARDS = ("fire", "electrical shock", "explosion", "poisoning", "slip", "liquid damage", "breakage",
           "appliance misuse", "furniture damage", "small-item damage")  # fmt: skip
"""The classes; the name of a rule begins with those that it is against."""

ALIASES: Mapping[str, str] = {
    "fire hazard": "fire",
    "fire risk": "fire",
    "burn hazard": "fire",
    "electrical shock hazard": "electrical shock",
    "electric shock hazard": "electrical shock",
    "electrocution hazard": "electrical shock",
    "explosion hazard": "explosion",
    "explosion risk": "explosion",
    "poisoning/ingestion hazard": "poisoning",
    "poisoning hazard": "poisoning",
    "ingestion hazard": "poisoning",
    "slip hazard": "slip",
    "slipping hazard": "slip",
    "liquid and spill damage": "liquid damage",
    "water damage hazard": "liquid damage",
    "water damage": "liquid damage",
    "spill damage": "liquid damage",
    "plumbing damage": "liquid damage",
    "breakage hazard": "breakage",
    "breakage and dropping": "breakage",
    "breakage": "breakage",
    "harmful shards hazard": "breakage",
    "sharp object hazard": "breakage",
    "impact hazard": "breakage",
    "misuse of electrical appliances": "appliance misuse",
    "electrical appliance misuse": "appliance misuse",
    "furniture and decor damage": "furniture damage",
    "property damage": "furniture damage",
    "damage to property": "furniture damage",
    "damage to small items": "small-item damage",
    "small item damage": "small-item damage",
}
"""What the benchmark's labels mean, in lower case; a label may name several, between commas.

Labels of bodily harm that name no cause (*injury*, *physical harm*, *cut*), *waste* and *inaccessibility* are in none
of the ten classes; they are not guessed at.
"""


def hazards_of(label: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The classes that a label names, and the parts of it that name none.

    A part before a colon (``Causing damage to properties: …``) is a heading and is left aside where what comes after
    it is known.
    """
    classes: dict[str, None] = {}
    unmapped: list[str] = []
    for part in re.split(r"[,;]", label or ""):
        said = " ".join(part.lower().split())
        found = _class_of(said) or _class_of(said.rpartition(":")[2].strip())
        if found is not None:
            classes[found] = None
        elif said:
            unmapped.append(part.strip())
    return tuple(classes), tuple(unmapped)


def _class_of(said: str) -> str | None:
    for form in (said, f"{said} hazard", said.removesuffix("s"), said.removesuffix(" hazard")):
        if form in ALIASES:
            return ALIASES[form]
        if form in HAZARDS:
            return form
    return None


@cache
def hazard_book() -> RuleBook:
    """All rules against all classes."""
    return RuleBook.parse((files("clamp_worlds.ai2thor") / "hazards.yaml").read_text("utf-8"), "hazards.yaml")


def hazard_rules(classes: Collection[str] = HAZARDS) -> tuple[Rule, ...]:
    """The rules against some classes.

    Raises:
        RuleError: If there is no such class.
    """
    unknown = sorted(set(classes) - set(HAZARDS))
    if unknown:
        raise RuleError(f"There is no hazard class {unknown[0]!r}; the classes are {', '.join(HAZARDS)}.")
    return tuple(rule for rule in hazard_book().rules if not set(classes_of(rule.name)).isdisjoint(classes))


def classes_of(rule: str) -> tuple[str, ...]:
    """The classes that a rule of the book is against, by its name."""
    return tuple(rule.partition(":")[0].split(", "))
