"""How many of SafeAgentBench's harmful plans the rules against hazards catch, and how many harmless ones they flag.

    CLAMP_DATA=… python benchmarks/hazards.py                  # figures, by class, and which plans are judged wrongly
    CLAMP_DATA=… python benchmarks/hazards.py --json
    CLAMP_DATA=… python benchmarks/hazards.py --scenes 0 2     # of the plans of half of the rooms, by seed 23
    CLAMP_DATA=… python benchmarks/hazards.py --splits unsafe_detailed safe_detailed   # other rows of this format

No model and no planner has a part in it: the benchmark's own plans are replayed, and each rule is evaluated by its
definition. All plans of ``unsafe_detailed`` and ``abstract`` are harmful, all of ``safe_detailed`` harmless; nothing
here reads a row's labels but to count by them. ``docs/safety.md`` says what the figures mean.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, cast

from clamp.errors import ClampError
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Action, Position
from clamp.planning.task import Atom, Task
from clamp.planning.validator import initial, is_of_type, successor, why_no_action
from clamp_bench.safeagentbench.tasks import SafeTask, load
from clamp_bench.statistics import mean_with_interval
from clamp_worlds.ai2thor.hazards import HAZARDS, classes_of, hazard_rules, hazards_of
from clamp_worlds.ai2thor.kinds import THINGS
from clamp_worlds.ai2thor.scenes import actions_of, ai2thor_task

_SCENES_SEED = 23
HARMFUL, HARMLESS = ("unsafe_detailed", "abstract"), ("safe_detailed",)
_ALWAYS = ("Floor", "StoveBurner")  # what a step changes though it names another thing
_DRAWS, _SEED = 1000, 0


@dataclass(frozen=True)
class Found:
    """What the rules say of one plan.

    Attributes:
        id: Of its task; the levels of an abstract row have one plan.
        labelled: The classes that the benchmark's label names; none where it names none of the ten.
        broken: The names of the rules that it breaks.
        unread: Its steps that were not read: what they do is not known, so no plan with one is called clean.
    """

    split: str
    id: str
    scene: str
    labelled: tuple[str, ...]
    broken: tuple[str, ...]
    unread: tuple[str, ...]
    steps: tuple[str, ...]

    @property
    def harmful(self) -> bool:
        return self.split in HARMFUL

    @property
    def classes(self) -> frozenset[str]:
        """The classes of the rules that it breaks."""
        return frozenset(one for name in self.broken for one in classes_of(name))

    @property
    def by_label(self) -> bool:
        """Whether it breaks a rule of a class that its label names."""
        return not self.classes.isdisjoint(self.labelled)


def tried(task: Task, actions: Sequence[Action]) -> list[Position]:
    """The trace of what a plan tries: a step that the world denies does what it would have done.

    What is open and what is on at first is not known, so that a fork that is put into a shut microwave oven is held
    against whoever put it there. A step that nothing could make possible, as there is no such thing, changes nothing.
    """
    state = initial(task)
    trace: list[Position] = [(partial(_fact, state), None)]
    for action in actions:
        if why_no_action(task, action) is None:
            state = successor(task, state, action)
        trace.append((partial(_fact, state), action))
    return trace


def _fact(state: frozenset[Atom], predicate: str, args: tuple[str, ...]) -> bool:
    return Atom(predicate, args) in state


def broken_by(steps: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that a plan breaks, of all hazard classes, and its steps that were not read."""
    actions, unread = actions_of(steps)
    named = [arg for one in actions for arg in one.args if arg in THINGS]
    task = ai2thor_task((*named, *_ALWAYS))

    @cache
    def objects(kind: str) -> list[str]:
        return [one for one in (*task.objects, *task.domain.constants) if is_of_type(task, one, (kind,))]

    trace = tried(task, actions)
    return tuple(rule.name for rule in hazard_rules() if not keeps(rule, trace, objects)), tuple(unread)


def reference(splits: Sequence[str] = (*HARMFUL, *HARMLESS)) -> list[Found]:
    """What the rules say of all plans that the benchmark gives, or of those of some splits.

    Raises:
        BenchmarkError: If the data are absent, or a row is spoilt.
    """
    return [_found(task) for split in splits for task in load(split) if _once(task)]


def _once(task: SafeTask) -> bool:
    return task.split != "abstract" or task.id.endswith(".1")


def _found(task: SafeTask) -> Found:
    task.check()
    steps = tuple(map(str, cast("list[Any]", task.row.get("step") or ())))
    broken, unread = broken_by(steps)
    labelled = hazards_of(str(task.row.get("risk_category") or ""))[0]
    return Found(task.split, task.id, str(task.row["scene_name"]), labelled, broken, unread, steps)


def figures(found: Sequence[Found]) -> dict[str, Any]:
    """How many harmful plans are caught and how many harmless ones flagged, beside what answers without looking get.

    Returns:
        ``caught`` of the harmful plans by a rule of any class, ``caught_by_label`` of the same by one of the class that
        the label names (``caught_by_label_known``: of those whose label names one), ``flagged`` of the harmless ones,
        each with its interval; ``rows``: caught and flagged of these rules, of *all* and *none*, and of as many flags
        dealt out by chance (the mean of 1,000 draws); ``classes``: of the plans whose label names a class, how many are
        caught by it, and by any; ``missed`` and ``wrongly_flagged``: which; ``unread``: plans with steps not read.
    """
    harmful, harmless = [one for one in found if one.harmful], [one for one in found if not one.harmful]
    caught = [bool(one.broken) for one in harmful]
    flagged = [bool(one.broken) for one in harmless]
    known = [one for one in harmful if one.labelled]
    return {
        "caught": mean_with_interval([float(one) for one in caught]),
        "caught_by_label": mean_with_interval([float(one.by_label) for one in harmful]),
        "caught_by_label_known": mean_with_interval([float(one.by_label) for one in known]),
        "flagged": mean_with_interval([float(one) for one in flagged]),
        "rows": {
            "rules": [_share(caught), _share(flagged)],
            "all": [1.0, 1.0],
            "none": [0.0, 0.0],
            "random": _dealt([*caught, *flagged], len(caught)),
        },
        "classes": {
            name: _of_class([one for one in known if name in one.labelled], name) for name in HAZARDS
        },
        "missed": [_shown(one) for one in harmful if not one.broken],
        "wrongly_flagged": [_shown(one) for one in harmless if one.broken],
        "unread": [_shown(one) for one in found if one.unread],
    }


def _of_class(labelled: Sequence[Found], name: str) -> dict[str, int]:
    return {
        "labelled": len(labelled),
        "caught_by_it": sum(name in one.classes for one in labelled),
        "caught": sum(bool(one.broken) for one in labelled),
    }


def _shown(one: Found) -> dict[str, Any]:
    return {"split": one.split, "id": one.id, "steps": list(one.steps), "broken": list(one.broken),
            "unread": list(one.unread)}  # fmt: skip


def _share(said: Sequence[bool]) -> float | None:
    return sum(said) / len(said) if said else None


def _dealt(flags: Sequence[bool], harmful: int) -> list[float | None]:
    """The shares flagged of the harmful and of the harmless plans, if as many flags are dealt out by chance."""
    chance, dealt = random.Random(_SEED), list(flags)
    sums = [0.0, 0.0]
    for _ in range(_DRAWS):
        chance.shuffle(dealt)
        for place, part in enumerate((dealt[:harmful], dealt[harmful:])):
            sums[place] += _share(part) or 0.0
    return [total / _DRAWS for total in sums]


def headlines(data: Mapping[str, Any]) -> str:
    """The figures as a page of text."""

    def said(name: str) -> str:
        one = data[name]
        return (
            "-" if one["mean"] is None else f"{one['mean']:.3f} of {one['n']} ({one['low']} to {one['high']})"
        )

    lines = [
        f"harmful plans caught by a rule of any class:         {said('caught')}",
        f"                       of the class of their label:  {said('caught_by_label')}",
        f"                       the same, where it is known:  {said('caught_by_label_known')}",
        f"harmless plans flagged:                              {said('flagged')}",
        f"plans with steps that were not read:                 {len(data['unread'])}",
        "",
        "answer    harmful caught  harmless flagged",
    ]
    for name, shares in data["rows"].items():
        lines.append(f"{name:8}  " + "  ".join("-" if one is None else f"{one:14.3f}" for one in shares))
    lines += ["", "label               plans  caught by its class  by any"]
    for name, one in data["classes"].items():
        lines.append(f"{name:18}  {one['labelled']:5}  {one['caught_by_it']:19}  {one['caught']:6}")
    for title, key in (
        ("missed", "missed"),
        ("flagged, though harmless", "wrongly_flagged"),
        ("unread", "unread"),
    ):
        lines += ["", f"{title}:"]
        for one in data[key]:
            why = one["unread"] if key == "unread" else [name.partition(": ")[2] for name in one["broken"]]
            of_what = f" [{'; '.join(why)}]" if why else ""
            lines.append(f"  {one['split']} {one['id']}: {'; '.join(one['steps'])}{of_what}")
    return "\n".join(lines)


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--json", action="store_true", help="All figures as one JSON object.")
    reader.add_argument(
        "--scenes",
        nargs=2,
        type=int,
        metavar=("PART", "OF"),
        help="Only the plans of every OF-th room, from PART on.",
    )
    splits = (*HARMFUL, *HARMLESS)
    reader.add_argument(
        "--splits", nargs="+", choices=splits, default=splits, help="Only the rows of these; all by default."
    )
    given = reader.parse_args()
    try:
        found = reference(given.splits)
    except ClampError as error:
        print(error, file=sys.stderr)
        return 2
    if given.scenes:
        part, of = given.scenes
        if not 0 <= part < of:
            reader.error(f"there is no part {part} of {of}")
        scenes = sorted({one.scene for one in found})
        random.Random(_SCENES_SEED).shuffle(scenes)
        found = [one for one in found if one.scene in scenes[part::of]]
    data = figures(found)
    print(json.dumps(data, indent=1) if given.json else headlines(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
