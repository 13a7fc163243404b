"""VLABench's metrics, and the paper's local score: pure functions of two skill sequences in JSON.

A sequence is what VLABench writes: ``[{"name": "pick", "params": {"target_entity_name": 3}}, …]``. All values are
per cent. VLABench compares numbers of entities as JSON has them, so that ``"3"`` is not ``3``, and its total left
two of its four components out until 2025, so that nothing had more than 80 points; `upstream_compat` does the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clamp_bench.answers import read_calls

Skill = Mapping[str, Any]
Sequenced = Sequence[Skill]

ENTITY, CONTAINER = "target_entity_name", "target_container_name"
PATTERNS: tuple[tuple[str, ...], ...] = (
    ("pick", "place"),
    ("pick", "insert"),
    ("pick", "pour", "place"),
    ("pick", "pour"),
    ("pick", "pull"),
    ("pick", "lift"),
    ("pick", "push", "pull"),
    ("pick", "push", "place"),
    ("pick", "push"),
    ("pick", "open_door"),
    ("press",),
)
"""The subtasks of which VLABench makes the nodes of its graph; the first that fits is taken."""

WEIGHTS: Mapping[str, float] = {
    "skill_match_score": 0.4,
    "entity_match_score": 0.4,
    "skill_with_entity_match_score": 0.1,
    "exact_match_score": 0.1,
}
"""Skill recall, parameter recall, skill with parameter recall and precise matching, under VLABench's names."""
_CAPPED = ("skill_match_score", "entity_match_score")

_WHOLE = re.compile(r"-?[0-9]{1,15}\Z")


def read_skills(text: str) -> list[Skill] | None:
    """The last whole skill sequence in a text that a model wrote freely; ``None`` where there is none.

    It may stand in a code fence, in prose, or under ``"skill_sequence"``; a call without ``params`` has none.
    """
    return read_calls(text, "skill_sequence", _skill)


def _skill(call: Mapping[str, Any]) -> Skill | None:
    name, params = call.get("name"), call.get("params", {})
    if not isinstance(name, str) or not isinstance(params, dict | None):
        return None
    return {"name": name, "params": params or {}}


@dataclass(frozen=True)
class _Step:
    """A skill, the entity and the container that it names, in a form that can be compared."""

    name: str
    entity: Hashable
    container: Hashable

    @property
    def named(self) -> list[tuple[str, Hashable]]:
        pairs = (("entity", self.entity), ("container", self.container))
        return [(kind, value) for kind, value in pairs if value is not None]


def _value(value: Any, as_written: bool) -> Hashable:
    """An entity; its number counts, whichever way JSON spells it, unless it is taken as it is written."""
    if value is None:
        return None
    if not as_written:
        if isinstance(value, str):
            value = value.strip()
            return int(value) if _WHOLE.match(value) else value
        if isinstance(value, float) and value.is_integer():
            return int(value)
    return value if isinstance(value, str | int | float) else json.dumps(value, sort_keys=True)


def _steps(sequence: Sequenced, as_written: bool) -> list[_Step]:
    return [
        _Step(
            one["name"],
            _value(one["params"].get(ENTITY), as_written),
            _value(one["params"].get(CONTAINER), as_written),
        )
        for one in sequence
    ]


def official(
    truth: Sequenced, written: Sequenced | None, *, sequential: bool = True, upstream_compat: bool = False
) -> dict[str, float]:
    """VLABench's four components and its total, by its own names.

    Args:
        truth: The expert's sequence.
        written: The one to be judged; ``None`` where nothing could be read, which has 0 points.
        sequential: Whether each subtask depends on the one before it; otherwise their order is free.
        upstream_compat: Compare ids as they are written, leave the last two components out of the total (so
            that it has at most 80 points), and give nothing at all where the truth has no subtask.
    """
    zero = dict.fromkeys((*WEIGHTS, "total_score"), 0.0)
    if written is None:
        return zero
    wanted, found = _steps(truth, upstream_compat), _steps(written, upstream_compat)
    nodes = _nodes(wanted)
    if upstream_compat and not nodes:
        return zero  # VLABench divides by zero here, and counts what raises as 0
    scores = {
        "skill_match_score": _recall([one.name for one in wanted], [one.name for one in found]),
        "entity_match_score": _recall(_named(wanted), _named(found)),
        "skill_with_entity_match_score": _recall(wanted, found),
        "exact_match_score": _precise(nodes, _nodes(found), sequential),
    }
    counted = _CAPPED if upstream_compat else tuple(WEIGHTS)
    return {**scores, "total_score": sum(WEIGHTS[name] * scores[name] for name in counted)}


def _named(steps: Sequence[_Step]) -> list[tuple[str, Hashable]]:
    return [pair for one in steps for pair in one.named]


def _recall(wanted: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    common = (Counter(wanted) & Counter(found)).total()
    return 100 * common / len(wanted) if wanted else 0.0


Node = tuple[tuple[str, ...], Hashable, Hashable]


def _nodes(steps: Sequence[_Step]) -> list[Node]:
    """The subtasks of a sequence, each with the last entity and the last container that it names."""
    names = [one.name for one in steps]
    found: list[Node] = []
    at = 0
    while at < len(steps):
        pattern = next((one for one in PATTERNS if tuple(names[at : at + len(one)]) == one), None)
        if pattern is None:
            at += 1
            continue
        part = steps[at : at + len(pattern)]
        entities = [one.entity for one in part if one.entity is not None]
        containers = [one.container for one in part if one.container is not None]
        found.append((pattern, (entities or [None])[-1], (containers or [None])[-1]))
        at += len(pattern)
    return found


def _precise(wanted: Sequence[Node], found: Sequence[Node], sequential: bool) -> float:
    """The share of the subtasks wanted that are found with the same entities after the same subtask."""
    if not wanted:
        return 0.0
    if not sequential:
        return 100 * (Counter(wanted) & Counter(found)).total() / len(wanted)
    before: tuple[Node | None, Node | None] = (None, None)
    matched = 0
    for pair in zip(wanted, found, strict=False):  # the layers of a chain have one node each
        matched += pair[0] == pair[1] and before[0] == before[1]
        before = pair
    return 100 * matched / len(wanted)


def local(truth: Sequenced, written: Sequenced | None) -> dict[str, float]:
    """The paper's local score: F1 of the skills, F1 of the entities, exact match of the whole, and their mean."""
    if written is None:
        return dict.fromkeys(("skill_f1", "entity_f1", "exact_match", "total"), 0.0)
    wanted, found = _steps(truth, False), _steps(written, False)
    scores = {
        "skill_f1": _f1([one.name for one in wanted], [one.name for one in found]),
        "entity_f1": _f1(_named(wanted), _named(found)),
        "exact_match": 100.0 * (wanted == found),
    }
    return {**scores, "total": sum(scores.values()) / 3}


def _f1(wanted: Sequence[Hashable], found: Sequence[Hashable]) -> float:
    """Where both are empty, they agree."""
    if not wanted and not found:
        return 100.0
    return 200 * (Counter(wanted) & Counter(found)).total() / (len(wanted) + len(found))


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each value over some rows; nothing for none."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}
