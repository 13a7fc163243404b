"""A plan in the forms that robots' software reads: PDDL plan file, BehaviorTree.CPP 4, skill calls, ROS 2 action goals.

What a form cannot say as it is (a name with a space in PDDL, braces that a behaviour tree takes for its blackboard) is
refused, never changed: the robot would act on something else. Only names of parameters are spelt as a form wants them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml

from clamp.errors import PlanFormatError
from clamp.files import check_output, shown, shown_path, writing
from clamp.planning.system import Action

Signatures = Mapping[str, Sequence[str]]
"""Names of the parameters of each kind of action; without one they are called arg1, arg2, …"""

_PDDL = re.compile(r"[^\s();?][^\s();]*")
_PORT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE = re.compile(r"""[^<>&"'/\\:*?|.\x00-\x1f]+""")
_FIELD = re.compile(r"[a-z](_?[a-z0-9])*")
_PACKAGE = re.compile(r"[a-z](_?[a-z0-9])*")
_OWN_PORTS = frozenset({"id", "name"})
"""Attributes of a behaviour tree's nodes that mean something of their own."""
_OWN_NODES = frozenset(
    (
        "AlwaysFailure",
        "AlwaysSuccess",
        "AsyncFallback",
        "AsyncSequence",
        "BehaviorTree",
        "Delay",
        "EntryUpdatedAction",
        "Fallback",
        "ForceFailure",
        "ForceSuccess",
        "IfThenElse",
        "Inverter",
        "KeepRunningUntilFailure",
        "LoopBool",
        "LoopDouble",
        "LoopInt",
        "LoopString",
        "ManualSelector",
        "Parallel",
        "ParallelAll",
        "Precondition",
        "ReactiveFallback",
        "ReactiveSequence",
        "Repeat",
        "RetryUntilSuccessful",
        "Root",
        "RunOnce",
        "Script",
        "ScriptCondition",
        "Sequence",
        "SequenceWithMemory",
        "SetBlackboard",
        "Sleep",
        "SubTree",
        "Switch2",
        "Switch3",
        "Switch4",
        "Switch5",
        "Switch6",
        "Timeout",
        "TreeNodesModel",
        "UnsetBlackboard",
        "WasEntryUpdated",
        "WhileDoElse",
    )
)


def pddl_plan(actions: Sequence[Action], signatures: Signatures | None = None) -> str:
    """A plan file, as the International Planning Competition's planners write them: an action a line, then its cost.

    Raises:
        PlanFormatError: If a name is none in PDDL.
    """
    del signatures  # arguments go by their places
    for word in (word for action in actions for word in (action.name, *action.args)):
        if not _PDDL.fullmatch(word):
            raise PlanFormatError(
                f"A PDDL plan cannot name {shown(word)}: names have no white space, parentheses, semicolons or "
                "leading question mark there. Write JSON instead."
            )
    lines = [f"({' '.join((action.name, *action.args))})" for action in actions]
    return "\n".join([*lines, f"; cost = {len(actions)} (unit cost)", ""])


def behavior_tree(actions: Sequence[Action], signatures: Signatures | None = None) -> str:
    """XML of BehaviorTree.CPP 4: a sequence of action nodes, with their models, as Groot shows them.

    An action's name is its node's ID, its parameters are input ports.

    Raises:
        PlanFormatError: If an ID, a port or a value is none there.
    """
    root = ElementTree.Element("root", BTCPP_format="4", main_tree_to_execute="Plan")
    tree = ElementTree.SubElement(root, "BehaviorTree", ID="Plan")
    sequence = ElementTree.SubElement(tree, "Sequence", name="Plan")
    models = ElementTree.SubElement(root, "TreeNodesModel")
    known: dict[str, list[str]] = {}
    for number, action in enumerate(actions, 1):
        if (
            not _NODE.fullmatch(action.name)
            or action.name in _OWN_NODES
            or action.name != action.name.strip()
        ):
            raise PlanFormatError(
                f"A behaviour tree cannot have a node {shown(action.name)}: the name is one of BehaviorTree.CPP's own, "
                "or has characters that it forbids. Write JSON instead."
            )
        ports = _named(action, signatures, _as_port)
        if known.setdefault(action.name, list(ports)) != list(ports):
            raise PlanFormatError(
                f"{action.name} has {len(ports)} arguments here and {len(known[action.name])} before."
            )
        node = ElementTree.SubElement(sequence, "Action", ID=action.name, name=f"{number}: {action}")
        for port, value in ports.items():
            if _NO_XML.search(value) or ("{" in value and "}" in value) or value.startswith("json:"):
                raise PlanFormatError(
                    f"A behaviour tree cannot say {shown(value)}: BehaviorTree.CPP reads braces and json: as something "
                    "else, and XML has no control characters. Write JSON instead."
                )
            node.set(port, value)
    if not actions:  # a sequence has at least one child there
        ElementTree.SubElement(sequence, "AlwaysSuccess")
    for name, ports in known.items():
        model = ElementTree.SubElement(models, "Action", ID=name)
        for port in ports:
            ElementTree.SubElement(model, "input_port", name=port)
    if any(_NO_XML.search(one.get("name") or "") for one in sequence):
        raise PlanFormatError("XML has no control characters, and an action has one. Write JSON instead.")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def skill_calls(actions: Sequence[Action], signatures: Signatures | None = None) -> str:
    """JSON: ``{"calls": [{"skill": "pick", "arguments": {"t": "milk"}, "args": ["milk"]}]}``."""
    calls = [
        {
            "skill": action.name,
            "arguments": _named(action, signatures, lambda name: name),
            "args": list(action.args),
        }
        for action in actions
    ]
    return json.dumps({"calls": calls}, indent=2, ensure_ascii=False) + "\n"


def ros2_goals(
    actions: Sequence[Action], signatures: Signatures | None = None, *, package: str = "robot_skills"
) -> str:
    """YAML: the goals to send in their order, each as ``ros2 action send_goal`` takes it.

    ``pick`` of the package ``robot_skills`` is sent to ``/pick`` as ``robot_skills/action/Pick``, its arguments in
    fields by the names of its parameters.

    Raises:
        PlanFormatError: If a name cannot be spelt as ROS wants it, or two become one.
    """
    if not _PACKAGE.fullmatch(package):
        raise PlanFormatError(f"{shown(package)} is no name of a ROS package, such as robot_skills.")
    goals: list[dict[str, Any]] = []
    spelt: dict[str, str] = {}
    for action in actions:
        name = _as_field(action.name)
        if spelt.setdefault(name, action.name) != action.name:
            raise PlanFormatError(f"{action.name} and {spelt[name]} would both be the ROS action {name}.")
        kind = "".join(part.capitalize() for part in name.split("_"))
        goals.append(
            {
                "action_name": f"/{name}",
                "action_type": f"{package}/action/{kind}",
                "goal": _named(action, signatures, _as_field),
            }
        )
    return yaml.safe_dump({"goals": goals}, sort_keys=False, allow_unicode=True)


def _named(action: Action, signatures: Signatures | None, spell: Callable[[str], str]) -> dict[str, str]:
    """The arguments of an action by the names of its parameters.

    Raises:
        PlanFormatError: If two have one name.
    """
    names = list((signatures or {}).get(action.name, ()))
    if len(names) != len(action.args):
        names = [f"arg{number}" for number in range(1, len(action.args) + 1)]
    spelt = [spell(name.lstrip("?")) for name in names]
    if len(set(spelt)) < len(spelt):
        raise PlanFormatError(
            f"Parameters of {action.name} have one name here: {', '.join(spelt)}. Rename them in the domain."
        )
    return dict(zip(spelt, action.args, strict=True))


def _as_port(name: str) -> str:
    found = name if _PORT.fullmatch(name) else re.sub(r"[^A-Za-z0-9_.-]", "_", f"p_{name}")
    return f"{found}_" if found.lower() in _OWN_PORTS or found.startswith("_") else found


def _as_field(name: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()).strip("_")
    if not _FIELD.fullmatch(found):
        raise PlanFormatError(
            f"{shown(name)} cannot be spelt as ROS wants it: a letter from a to z, then letters, digits and single "
            "underscores. Rename it in the domain, or write JSON."
        )
    return found


WRITERS: Mapping[str, Callable[[Sequence[Action], Signatures | None], str]] = {
    ".pddl": pddl_plan,
    ".plan": pddl_plan,
    ".soln": pddl_plan,
    ".xml": behavior_tree,
    ".json": skill_calls,
    ".yaml": ros2_goals,
    ".yml": ros2_goals,
}
"""Which form a file has, by its ending."""


def check_plan_file(path: str | os.PathLike[str]) -> None:
    """Make sure, before anything is planned, that a plan can be written to a file.

    Raises:
        PlanFormatError: If its ending says no form, or it cannot be written.
    """
    if Path(path).suffix.lower() not in WRITERS:
        raise PlanFormatError(
            f"{shown_path(path)}: the ending says which form a plan has, and this is none. Use .pddl or .plan (PDDL "
            "plan), .xml (BehaviorTree.CPP 4), .json (skill calls) or .yaml (ROS 2 action goals)."
        )
    check_output(Path(path), "plan", PlanFormatError)


def write_plan(
    path: str | os.PathLike[str], actions: Sequence[Action], signatures: Signatures | None = None
) -> None:
    """Write a plan to a file, in the form that its ending says.

    Raises:
        PlanFormatError: As `check_plan_file` and the form's writer.
    """
    check_plan_file(path)
    try:
        text = WRITERS[Path(path).suffix.lower()](actions, signatures)
    except PlanFormatError as error:
        raise PlanFormatError(f"{shown_path(path)} was not written. {error}") from None
    with writing(path, "plan", PlanFormatError):
        Path(path).write_text(text, encoding="utf-8")
