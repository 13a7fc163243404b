"""TaPA's steps: which texts are plans, and which things they speak of that are not in the scene.

A plan is numbered lines of English, each beginning with a verb that a robot knows. What follows the verb is open,
or (*grounded*) only things of the scene's list, with prepositions in between. The verbs and prepositions are ours:
TaPA has no closed list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clamp.decoding.forms import Form, Part, any_of, characters, in_order, text, up_to
from clamp.words.matching import Matcher
from clamp.words.mentions import mentioned
from clamp.words.naming import words_of

VERBS = (
    *("Grasp", "Pick up", "Hold", "Release", "Place", "Put", "Move to", "Move", "Open", "Close", "Turn on"),
    *("Turn off", "Press", "Push", "Pull", "Rotate", "Lift", "Pour", "Fill", "Use", "Wipe", "Clean", "Scrub"),
    *("Rinse", "Wash", "Dry", "Cut", "Slice", "Stir", "Serve", "Locate", "Align with", "Wait for"),
)
_BETWEEN = (" on ", " in ", " into ", " to ", " from ", " with ", " under ", " near ", " and ")
_MOST_THINGS = 3
_OPEN_LENGTH = 60
_OPEN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ,-'"
_NUMBERED = re.compile(r"^\W*(?:step\s*)?[0-9]{1,3}\s*[.):-]\s*(.*)$", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DONE = re.compile(r"(?:done|end|finished)\W*", re.IGNORECASE)


def spoken(thing: str) -> str:
    """How a sentence names a thing of the list: ``CounterTop`` is *counter top*."""
    return words_of(_CAMEL.sub(" ", thing))


def plan_form(things: Sequence[str] | None, most: int) -> Part:
    """Plans of 1 to `most` steps.

    Args:
        things: All that a step may name; ``None`` leaves what follows the verb open.
    """
    verb = any_of(*(text(f"{one} ") for one in VERBS))
    if things is None:
        tail = up_to(_OPEN_LENGTH, characters(_OPEN), least=1)
    else:
        named = in_order(any_of(text("the "), text("a "), text("")), any_of(*map(text, map(spoken, things))))
        tail = up_to(_MOST_THINGS, named, any_of(*map(text, _BETWEEN)), least=1)

    def build(form: Form, here: int) -> int:
        end = form.place()
        for number in range(1, most + 1):
            lead = text(f"{'' if number == 1 else chr(10)}Step {number}. ")
            here = in_order(lead, verb, tail)(form, here)
            form.free[here].append(end)
        return end

    return build


def steps_of(written: str) -> list[str]:
    """What the numbered lines of a text say; a last *Done* is no step."""
    found = [line[1].strip() for line in map(_NUMBERED.match, written.splitlines()) if line is not None]
    found = [one for one in found if one]
    return found[:-1] if found and _DONE.fullmatch(found[-1]) else found


def verb_of(step: str) -> str | None:
    """The verb that a step begins with, the longest of the list."""
    low = step.lower()
    fitting = [one for one in VERBS if low.startswith(f"{one.lower()} ")]
    return max(fitting, key=len, default=None)


def out_of_scene(written: str, things: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """The things that a plan speaks of, and that are not in the scene's list, each once.

    Args:
        written: The plan; where it has no numbered lines, all of its lines are read.
        things: The scene's list.
        known: Names of things in other scenes.
    """
    here = tuple(dict.fromkeys(map(spoken, things)))
    matcher = Matcher(tuple(dict.fromkeys((*here, *map(spoken, known)))))
    # What is called exactly as in the list is there, and no part of it ("arm chair") is anything else.
    names = "|".join(map(re.escape, sorted(here, key=len, reverse=True)))
    ends = "|".join(one.strip() for one in _BETWEEN)
    exact = re.compile(
        rf"\b(?:(?:the|a|an) )?(?:{names})(?=\s*(?:$|[.,;])|\s+(?:{ends}|or|then)\b)", re.IGNORECASE
    )
    found: dict[str, None] = {}
    for step in steps_of(written) or [line for line in written.splitlines() if line.strip()]:
        verb = verb_of(step)
        # Not all of the verbs are known to the reader of sentences: what follows one is its object.
        sentence = step if verb is None else f"Take {step[len(verb) :].strip()}"
        for one in mentioned(exact.sub("it", sentence), matcher, seen=here):
            if one.standing != "seen":
                found.setdefault(one.text)
    return list(found)
