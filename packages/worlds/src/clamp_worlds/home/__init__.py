"""A household for plans from a picture and a sentence: a domain of 24 skills, and what kind of thing each noun names.

The domain is `domain.pddl`, the nouns are `nouns.yaml`; here is said what holds of a household that is only seen:
nothing is held, and what is seen lies in the open. Whether doors are open, lamps are on or things are dirty, and on
what a thing stands, is not known unless somebody says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from importlib import resources

from clamp.perception.belief import ASSUMED, Evidence, Fact
from clamp.planning.pddl import read_domain_file
from clamp.planning.task import Domain
from clamp.request.open_domains import OpenDomain, read_nouns

_UNSEEN = frozenset({"on", "open", "turned-on", "dirty"})
"""What a list of what is seen says nothing of, and a household does not take for granted."""


def household() -> OpenDomain:
    """The household, as the entry point of the group ``clamp.open_domains`` names it.

    Raises:
        ClampError: If the package's own files are damaged.
    """
    files = resources.files(__name__)
    domain, _ = read_domain_file(files.joinpath("domain.pddl").read_text("utf-8"), repair=False)
    with resources.as_file(files.joinpath("nouns.yaml")) as path:
        nouns = read_nouns(path, domain)
    return OpenDomain(domain, {}, _UNSEEN, _assumed).with_nouns(nouns)


def _assumed(domain: Domain, kinds: Mapping[str, str], facts: Collection[Fact]) -> Iterator[Evidence]:
    """What holds of a household where nobody says otherwise."""
    if not any(fact[0] in ("holding", "hand-empty") for fact in facts):
        yield Evidence(("hand-empty",), 1.0, ASSUMED)
    opened = {fact[1] for fact in facts if fact[0] == "open"}
    shut = {fact[1] for fact in facts if fact[0] == "in" and _is(domain, kinds[fact[2]], "cupboard")}
    hidden = {fact[1] for fact in facts if fact[0] == "in" and fact[2] not in opened} if shut else set[str]()
    gone = {fact[1] for fact in facts if fact[0] in ("holding", "given")}
    for name, kind in kinds.items():
        if _is(domain, kind, "item") and ("reachable", name) not in facts:
            out_of_reach = name in gone or (name in hidden and name in shut)
            yield Evidence(("reachable", name), float(not out_of_reach), ASSUMED)


def _is(domain: Domain, kind: str, wanted: str) -> bool:
    return kind == wanted or any(_is(domain, one, wanted) for one in domain.types.get(kind, ()))
