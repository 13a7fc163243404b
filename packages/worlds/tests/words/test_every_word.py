"""Every word counts: a sentence of which a word was left out, doubled or put in does not mean the same in silence.

Only words that mean nothing may come and go; which these are is said here, as a person would say it, and not taken from
the reader. What a changed sentence is read as is compared with the original by traces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sentences import readings_of
from worded_domains import DOMAINS, Domain, pool, read, sentence

pytestmark = pytest.mark.no_cover  # the words' own tests go through the same lines

NOTHING = frozenset(["the", "a", "an", "please", "you", "is", "are", "be", "must"])
"""Articles, politeness, *you*, and what telegrams leave out: without these a person understands the same."""

STAMMER = frozenset(["the", "a", "an", "please", "never"])
"""Words that a person may say twice and mean the same."""

OPTIONAL = frozenset(["up", "to"])
"""Words that belong to a verb which means the same without: *pick up* and *pick*, *go to* and *go*."""

INSERTED = ("not", "purple", "slowly", "two", "without", "never")


def sentences_of(domain: Domain) -> list[str]:
    """What is changed; each is also changed in no way, to see that it is understood."""
    one, act = domain.pairs[0], domain.act
    return [
        sentence(text)
        for text in (
            f"never {one.on.do}",
            f"{one.on.do} before {act.doing}",
            f"don't {act.do} unless {one.thing} is {one.state}",
            f"{one.off.do} within two steps after {one.on.doing}",
            f"{one.thing} must be {one.other} at the end",
            f"never {act.do} while {one.thing} is {one.state}",
        )
    ]


@dataclass(frozen=True)
class Change:
    """A changed sentence; `harmless` where it may mean the same."""

    how: str
    text: str
    harmless: bool


def changes(domain: Domain, text: str) -> Iterator[Change]:
    """All changes of one word."""
    words = text.rstrip(".").split()
    for at, word in enumerate(words):
        plain = word.lower()
        harmless = plain in NOTHING or plain in OPTIONAL or names_the_same(domain, words, at)
        yield Change(f"without {word!r}", sentence(" ".join(words[:at] + words[at + 1 :])), harmless)
        twice = " ".join([*words[: at + 1], plain, *words[at + 1 :]])
        yield Change(f"{word!r} doubled", sentence(twice), plain in STAMMER)
    for put_in in INSERTED:
        for at in range(len(words) + 1):
            beside = {words[i].lower() for i in (at - 1, at) if 0 <= i < len(words)}
            if put_in not in beside:
                before = [words[0].lower(), *words[1:]] if at == 0 else words
                changed = " ".join([*before[:at], put_in, *before[at:]])
                yield Change(f"with {put_in!r} at {at}", sentence(changed), False)


def names_the_same(domain: Domain, words: list[str], at: int) -> bool:
    """Whether a word is part of a name that without it still fits one thing only."""
    for thing in (*(one.thing for one in domain.pairs), domain.act.thing):
        name = [one for one in thing.split() if one != "the"]
        for start in range(len(words) - len(name) + 1):
            if (
                start <= at < start + len(name)
                and [one.lower() for one in words[start : start + len(name)]] == name
            ):
                rest = {one for i, one in enumerate(name, start) if i != at}
                fits = [one for one in domain.system.entities if rest <= set(one.lower().split("_"))]
                return bool(rest) and len(fits) <= 1
    return False


def kept(domain: Domain, text: str) -> int | None:
    """The plans that keep the one rule that a text is read as; ``None`` if it is not read as one."""
    found = read(domain.name, text)
    if not found.clauses or any(clause.status != "understood" for clause in found.clauses):
        return None
    rules = readings_of(found)
    return None if rules is None else pool(domain.name).of(rules[0])


def ignored(domain: Domain, text: str, every: int) -> list[str]:
    """The changes that were ignored; of those that are looked at, each `every`-th."""
    meant = kept(domain, text)
    if meant is None:
        return []
    looked_at = [one for one in changes(domain, text) if not one.harmless][::every]
    return [f"{one.how}: {one.text}" for one in looked_at if kept(domain, one.text) == meant]


CASES = [(domain, text) for domain in DOMAINS for text in sentences_of(domain)]
IDS = [f"{domain.name.rsplit('/')[-1]}: {text}" for domain, text in CASES]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("domain", "text"), CASES, ids=IDS)
def test_what_is_changed_is_understood_as_it_stands(domain: Domain, text: str) -> None:
    assert kept(domain, text) is not None, text


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_a_word_more_or_less_is_not_ignored(domain: Domain) -> None:
    assert [one for text in sentences_of(domain)[:3] for one in ignored(domain, text, every=16)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("domain", "text"), CASES, ids=IDS)
def test_no_word_more_or_less_is_ignored(domain: Domain, text: str) -> None:
    assert ignored(domain, text, every=1) == []


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_politeness_changes_nothing(domain: Domain) -> None:
    text = sentences_of(domain)[0]
    lower = text[0].lower() + text[1:]
    meant = kept(domain, text)
    assert meant is not None
    for polite in (f"Please, {lower}", f"Please {lower}", f"{text[:-1]}, please."):
        assert kept(domain, polite) == meant, polite
