"""VLABench's skill calls as a plan format: the keys of its skills' parameters."""

from __future__ import annotations

from collections.abc import Mapping

from clamp.decoding import PlanFormat

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "pick": ("target_entity_name",),
    "press": ("target_entity_name",),
    "place": ("target_container_name",),
    "insert": ("target_container_name",),
    "pour": ("target_container_name",),
    "push": ("target_container_name",),
}
"""Parameter names of VLABench's skills (its skills without parameters need no entry)."""


def vlabench() -> PlanFormat:
    """``[{"name":"pick","params":{"target_entity_name":3}}]``, as `PlanFormat.skill_json` with VLABench's keys."""
    return PlanFormat.skill_json(PARAMETERS)
