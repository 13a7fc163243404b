"""What a boundary costs on VirtualHome: the time of `Reachability.alive_actions` between two actions.

    python benchmarks/virtualhome_boundaries.py                      # random walks over EAI's tasks
    python benchmarks/virtualhome_boundaries.py --mutants 300        # over tasks that nobody wrote
    python benchmarks/virtualhome_boundaries.py --records DIR/records.jsonl   # plans that a model wrote

A walk takes random admissible actions, with the budget that the benchmark gives (`task_budget`). Randomness
uses up all slack, so that soon each action must be proved to leave the goal just within reach: the worst that
happens in earnest, and what language models do, too. With `--records` the plans that `clamp bench
eai-virtualhome` wrote are replayed instead, each boundary with the budget that was left.

With `--mutants` the tasks are EAI's, changed at random: goals dropped, joined, duplicated and aimed at other
things; things and the character elsewhere, open, on or held at the start; budgets from the fewest actions that
will do to four for each goal. Each is walked as a plan is decoded, by a `PlanConstraint` with its default limits (no
state twice; every action decided at each boundary, as a mask asks for it), at random and along the plans that the
search knows. EAI's own executor judges what comes out; a plan that it accepts must be admitted action by action, and
none may be shorter than the shortest that the search claims: both would be wrong refusals.

The first boundary of a task is a part of compiling its constraint and is counted apart. Times are those of
the processor (one thread), so that a busy machine tells the same. Needs `eai-eval`.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.plans import DEFAULT_LIMITS
from clamp.decoding.world import Boundary
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_bench.eai.action_sequencing import task_budget
from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

Chooser = Callable[[Sequence[int]], int | None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--records", type=Path, help="replay the plans of this records.jsonl")
    parser.add_argument("--mutants", type=int, default=0, help="how many mutated tasks to walk instead")
    parser.add_argument("--tasks", type=int, default=60, help="how many tasks to walk (default 60)")
    parser.add_argument("--walks", type=int, default=1, help="random walks a task (default 1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--seconds",
        type=float,
        default=SearchLimits().boundary_seconds,
        help="limit of a boundary of a mutant (default %(default)s)",
    )
    parser.add_argument("--ids", help="only these tasks, separated by commas (of mutants, their numbers)")
    parser.add_argument("--json", type=Path, help="write every boundary's figures to this file")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    wanted = set(options.ids.split(",")) if options.ids else None
    verdicts = Verdicts()
    if options.mutants:
        limits = replace(DEFAULT_LIMITS, boundary_seconds=options.seconds)
        measured = _mutants(options.mutants, options.walks, options.seed, limits, wanted, verdicts)
    else:
        measured = _tasks(options.records, options.tasks, options.walks, options.seed, wanted)
    started = time.process_time()
    for row in measured:
        rows.append(row)
        if sys.stderr.isatty():
            elapsed = time.process_time() - started
            print(f"\r{elapsed:6.1f} s, {len(rows)} boundaries", end="", file=sys.stderr)
    if options.json:
        options.json.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    _report(rows)
    if options.mutants:
        verdicts.report()


def _tasks(
    records: Path | None, count: int, walks: int, seed: int, wanted: set[str] | None
) -> Iterator[dict[str, Any]]:
    for task, budget, choosers in _workload(records, count, walks, seed):
        if wanted is not None and task.id not in wanted:
            continue
        system = task.system()
        steps = task_budget(system, ("goal",)) if budget is None else budget
        for number, chooser in enumerate(choosers):
            yield from _measured(task.id, system, Reachability(system), steps, chooser(system), number)


def _workload(
    records: Path | None, count: int, walks: int, seed: int
) -> Iterator[tuple[EAITask, int | None, list[Callable[[VirtualHome], Chooser]]]]:
    tasks = {task.id: task for task in load_tasks()}
    if records is not None:
        # A task that was run again has one record a run; the last one counts.
        read = {
            row["file_id"]: row for row in map(json.loads, records.read_text().splitlines()) if row["actions"]
        }
        for task_id, row in read.items():
            plan = [Action(one["name"], tuple(one["args"])) for one in row["actions"]]
            yield tasks[task_id], row["budget"], [_following(plan)]
        return
    # Spread over the sizes of the tasks, which are those of their numbers of objects.
    by_size = sorted((task for task in tasks.values() if task.has_goal), key=lambda task: len(task.objects))
    stride = max(len(by_size) / max(count, 1), 1)
    for number in range(min(count, len(by_size))):
        task = by_size[int(number * stride)]
        yield task, None, [_at_random(random.Random(f"{seed} {task.id} {walk}")) for walk in range(walks)]


def _following(plan: Sequence[Action]) -> Callable[[VirtualHome], Chooser]:
    def start(system: VirtualHome) -> Chooser:
        rest = iter([system.index(action) for action in plan])
        return lambda _: next(rest, None)

    return start


def _at_random(rng: random.Random) -> Callable[[VirtualHome], Chooser]:
    return lambda _: lambda alive: rng.choice(alive) if alive else None


def _measured(
    task_id: str, system: VirtualHome, reachability: Reachability, budget: int, choose: Chooser, walk: int
) -> Iterator[dict[str, Any]]:
    """One row a boundary, with what was chosen there."""
    state, left = system.initial, budget
    while left > 0:
        started = time.process_time()
        alive = reachability.alive_actions(state, left)
        seconds = time.process_time() - started
        action = choose(alive.indices.tolist())
        yield {
            "task": task_id,
            "walk": walk,
            "left": left,
            "budget": budget,
            "seconds": seconds,
            "alive": len(alive.indices),
            "undecided": len(alive.undecided),
            "checksum": int(alive.indices.sum()),
            "action": action,
        }
        if action is None:
            return
        state, left = system.successor_of_index(state, action), left - 1


def _decoded(
    task_id: str, system: VirtualHome, limits: SearchLimits, budget: int, choose: Chooser, walk: int
) -> Iterator[dict[str, Any]]:
    """The same where a plan is decoded: each boundary with the plan that is known from the one before."""
    constraint = PlanConstraint(system, _BYTES, PlanFormat.calls(), budget=budget, limits=limits)
    boundary: Boundary | None = None
    while True:
        started = time.process_time()
        if boundary is None:
            with Meter(limits):  # as `PlanConstraint.initial` finds that there is a plan
                boundary = constraint.world.start
                _ = boundary.choices.may_continue
        choices = boundary.choices
        with Meter(limits.at_boundary):
            alive = constraint.world.order.indices[choices.positions]
        seconds = time.process_time() - started
        action = choose(sorted(alive.tolist()))
        yield {
            "task": task_id,
            "walk": walk,
            "left": budget - boundary.written,
            "budget": budget,
            "seconds": seconds,
            "alive": len(alive),
            "undecided": len(choices.undecided),
            "checksum": int(alive.sum()),
            "action": action,
        }
        if action is None:
            return
        boundary = boundary.after(int(constraint.world.order.positions[action]))


_BYTES = Vocabulary.from_bytes([*[bytes([byte]) for byte in range(256)], None], 256)


def _report(rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        print("no boundaries: does the file hold plans, or --ids a task?")
        return
    for name, first in (("first boundaries", True), ("other boundaries", False)):
        times = sorted(row["seconds"] for row in rows if (row["left"] == row["budget"]) == first)
        if times:
            p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
            print(
                f"{name}: {len(times)}, {sum(times):.2f} s; "
                f"milliseconds: mean {1e3 * statistics.mean(times):.2f}, "
                f"median {1e3 * statistics.median(times):.2f}, p99 {1e3 * p99:.1f}, max {1e3 * times[-1]:.1f}"
            )
    per_task: dict[str, float] = {}
    for row in rows:
        per_task[row["task"]] = per_task.get(row["task"], 0.0) + row["seconds"]
    dearest = sorted(per_task.items(), key=lambda one: -one[1])[:8]
    print("dearest tasks:", ", ".join(f"{task} {seconds:.2f} s" for task, seconds in dearest))
    undecided = sum(row["undecided"] > 0 for row in rows)
    print(
        f"boundaries that a limit left open: {undecided}; sum over admitted indices: "
        f"{sum(row['checksum'] for row in rows)}"
    )


# Tasks that nobody wrote


@dataclass
class Mutant:
    """A task in the making: EAI's, with changes.

    Attributes:
        nodes: By id; `edges` are triples of source, relation and target; `objects` are what plans may name.
        told: What was changed.
    """

    id: str
    nodes: dict[int, dict[str, Any]]
    edges: list[tuple[int, str, int]]
    objects: set[int]
    states: list[NodeState]
    relations: list[Relation]
    actions: list[tuple[str, ...]]
    told: list[str] = field(default_factory=list[str])

    @classmethod
    def of(cls, task: EAITask) -> Mutant:
        scene = task.scene
        return cls(
            task.id,
            {node["id"]: node for node in scene["nodes"]},
            [(edge["from_id"], edge["relation_type"], edge["to_id"]) for edge in scene["edges"]],
            set(task.objects),
            list(task.goal.states),
            list(task.goal.relations),
            list(task.goal.actions),
        )

    @property
    def me(self) -> int:
        return min(i for i, node in self.nodes.items() if node["class_name"] == "character")

    @property
    def goals(self) -> int:
        return len(self.states) + len(self.relations) + len(self.actions)

    @property
    def graph(self) -> dict[str, Any]:
        edges = [{"from_id": a, "relation_type": relation, "to_id": b} for a, relation, b in self.edges]
        return {"nodes": list(self.nodes.values()), "edges": edges}

    @cached_property
    def goal(self) -> VirtualHomeGoal:
        return VirtualHomeGoal(
            tuple(dict.fromkeys(self.states)),
            tuple(dict.fromkeys(self.relations)),
            tuple(dict.fromkeys(self.actions)),
        )

    def system(self) -> VirtualHome:
        return VirtualHome.from_graph(self.graph, goal=self.goal, objects=self.objects, name=self.id)

    def with_property(self, *names: str, among: Iterable[int] | None = None) -> list[int]:
        pool = self.nodes if among is None else among
        return sorted(i for i in pool if not set(names).isdisjoint(self.nodes[i]["properties"]))

    def change(self, node: int, *, add: str = "", drop: str = "") -> None:
        """Change the states of a node."""
        states = [state for state in self.nodes[node]["states"] if state not in (add, drop)]
        self.nodes[node] = {**self.nodes[node], "states": [*states, *([add] if add else [])]}


def mutate(rng: random.Random, tasks: Sequence[EAITask]) -> Mutant:
    """A task of EAI, changed one to four times."""
    mutant = Mutant.of(rng.choice(tasks))
    for _ in range(rng.choice([1, 2, 2, 3, 4])):
        rng.choice(
            [_drop, _join, _join, _duplicate, _retarget, _retarget, _add, _unsettle, _move, _hold, _go]
        )(rng, mutant, tasks)
    if not mutant.goals:
        _duplicate(rng, mutant, tasks)
    return mutant


def _drop(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """Fewer goals."""
    parts = [*m.states, *m.relations, *m.actions]
    kept = rng.sample(parts, rng.randint(1, len(parts))) if parts else []
    m.states = [part for part in m.states if part in kept]
    m.relations = [part for part in m.relations if part in kept]
    m.actions = [part for part in m.actions if part in kept]
    m.told.append("dropped goals")


def _join(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """The things and the goals of another task, too, which takes place in the same house."""
    other = Mutant.of(rng.choice(tasks))
    new = max(m.nodes)
    number: dict[int, int] = {}
    for i, node in other.nodes.items():
        same = m.nodes.get(i)
        if same is not None and same["class_name"] == node["class_name"]:
            number[i] = i
        elif i in other.objects:
            new += 1
            number[i] = new
            m.nodes[new] = {**node, "id": new}
    added = set(number.values()) - set(number)
    known = set(m.edges)
    for a, relation, b in other.edges:
        if a in number and b in number and not {number[a], number[b]}.isdisjoint(added):
            edge = (number[a], relation, number[b])
            if edge not in known and m.me not in (edge[0], edge[2]):
                known.add(edge)
                m.edges.append(edge)
    housed = {a for a, relation, _ in m.edges if relation == "INSIDE"}
    rooms = [i for i, node in m.nodes.items() if node["category"] == "Rooms"]
    m.edges += [(i, "INSIDE", rng.choice(rooms)) for i in sorted(added - housed)]
    m.objects |= {number[i] for i in other.objects if i in number}
    m.states += [NodeState(number[g.id], g.state) for g in other.states if g.id in number]
    m.relations += [
        Relation(number[g.from_id], g.relation, number[g.to_id])
        for g in other.relations
        if g.from_id in number and g.to_id in number
    ]
    m.actions = list(dict.fromkeys([*m.actions, *other.actions]))[:4]
    _agree(rng, m)
    m.told.append(f"joined {other.id}")


def _agree(rng: random.Random, m: Mutant) -> None:
    """Of goals that contradict each other, keep the first of a random order."""
    opposite = {"ON": "OFF", "OPEN": "CLOSED", "CLEAN": "DIRTY", "SITTING": "LYING"}
    opposite |= {b: a for a, b in opposite.items()}
    states: list[NodeState] = []
    for part in rng.sample(m.states, len(m.states)):
        if NodeState(part.id, opposite.get(part.state, "")) not in states:
            states.append(part)
    m.states = list(dict.fromkeys(states))
    taken: set[Any] = set()
    relations: list[Relation] = []
    for part in rng.sample(m.relations, len(m.relations)):
        keys: set[Any] = set()
        if part.relation.startswith("HOLDS"):
            keys = {part.relation, ("place", part.to_id)}
        elif part.relation in ("ON", "INSIDE") and part.from_id != m.me:
            keys = {("place", part.from_id)}
        elif part.relation == "FACING" and part.from_id == m.me:
            keys = {"FACING"}
        if taken.isdisjoint(keys):
            taken |= keys
            relations.append(part)
    m.relations = list(dict.fromkeys(relations))


def _duplicate(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """The same goals for other things of the kind."""
    for _ in range(rng.randint(1, 5)):
        parts = [*m.states, *m.relations]
        if parts:
            _another(rng, m, rng.choice(parts))
        else:
            _wish(rng, m)
    _agree(rng, m)
    m.told.append("duplicated goals")


def _retarget(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """Other things instead."""
    for part in rng.sample([*m.states, *m.relations], rng.randint(0, len(m.states) + len(m.relations))):
        _another(rng, m, part)
        if isinstance(part, NodeState):
            m.states.remove(part)
        else:
            m.relations.remove(part)
    _agree(rng, m)
    m.told.append("changed targets")


def _another(rng: random.Random, m: Mutant, part: NodeState | Relation) -> None:
    """A goal like another one, about things with the same property, often of the task."""
    if isinstance(part, NodeState):
        node = _alike(rng, m, part.id, {"ON": "HAS_SWITCH", "OFF": "HAS_SWITCH", "OPEN": "CAN_OPEN"}.get(
            part.state, "CAN_OPEN" if part.state == "CLOSED" else ""))  # fmt: skip
        m.states.append(NodeState(node, part.state))
        return
    source = part.from_id if part.from_id == m.me else _alike(rng, m, part.from_id, "GRABBABLE")
    needs = {"HOLDS_RH": "GRABBABLE", "HOLDS_LH": "GRABBABLE", "INSIDE": "CAN_OPEN"}.get(part.relation, "")
    if part.relation == "ON" and part.from_id == m.me:
        needs = "SITTABLE"
    target = _alike(rng, m, part.to_id, needs)
    if source != target:
        m.relations.append(Relation(source, part.relation, target))


def _alike(rng: random.Random, m: Mutant, node: int, needs: str) -> int:
    if node == m.me:
        return node
    pool = m.with_property(needs, among=None if rng.random() < 0.4 else m.objects) if needs else []
    category = m.nodes[node]["category"]
    pool = pool or sorted(i for i in m.nodes if m.nodes[i]["category"] == category and i != m.me)
    chosen = rng.choice(pool)
    m.objects.add(chosen)
    return chosen


def _wish(rng: random.Random, m: Mutant) -> None:
    node = rng.choice(m.with_property("HAS_SWITCH", "CAN_OPEN"))
    m.objects.add(node)
    m.states.append(NodeState(node, "ON" if "HAS_SWITCH" in m.nodes[node]["properties"] else "OPEN"))


def _add(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """More things that plans may name."""
    m.objects |= set(rng.sample(sorted(m.nodes), rng.randint(1, 12)))
    m.objects |= set(rng.sample(m.with_property("GRABBABLE", "CAN_OPEN", "HAS_SWITCH"), rng.randint(0, 4)))
    m.told.append("named more things")


def _unsettle(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """Things open, closed, on, off at the start."""
    for node in m.with_property("CAN_OPEN", among=m.objects):
        if rng.random() < 0.5:
            m.change(node, add="OPEN", drop="CLOSED") if rng.random() < 0.5 else m.change(
                node, add="CLOSED", drop="OPEN"
            )
    for node in m.with_property("HAS_SWITCH", among=m.objects):
        if rng.random() < 0.5:
            m.change(node, add="ON", drop="OFF") if rng.random() < 0.5 else m.change(
                node, add="OFF", drop="ON"
            )
    m.told.append("turned switches and doors")


def _move(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """Things elsewhere at the start: on or in others, or anywhere in a room."""
    things = m.with_property("GRABBABLE", among=m.objects)
    fixed = [
        i for i in sorted(m.objects) if i not in things and m.nodes[i]["category"] != "Rooms" and i != m.me
    ]
    rooms = [i for i, node in m.nodes.items() if node["category"] == "Rooms"]
    held = {b for _, relation, b in m.edges if relation.startswith("HOLDS")}
    for thing in things:
        if thing in held or rng.random() < 0.4:
            continue
        if any(thing in (a, b) and relation in ("ON", "INSIDE") and b == thing for a, relation, b in m.edges):
            continue
        m.edges = [
            (a, relation, b)
            for a, relation, b in m.edges
            if not (
                (a == thing and relation in ("ON", "INSIDE", "CLOSE")) or (b == thing and relation == "CLOSE")
            )
        ]
        draw = rng.random()
        if draw < 0.7 and fixed:
            place = rng.choice(fixed)
            inside = "CAN_OPEN" in m.nodes[place]["properties"] and rng.random() < 0.7
            room = next(
                (b for a, r, b in m.edges if a == place and r == "INSIDE" and b in rooms), rng.choice(rooms)
            )
            m.edges += [(thing, "INSIDE" if inside else "ON", place), (thing, "INSIDE", room)]
            m.edges += [(thing, "CLOSE", place), (place, "CLOSE", thing)]
        else:
            m.edges.append((thing, "INSIDE", rng.choice(rooms)))
    m.told.append("moved things")


def _hold(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """Something in one hand or both at the start."""
    carried = {to for _, relation, to in m.edges if relation in ("ON", "INSIDE")}
    things = [i for i in m.with_property("GRABBABLE", among=m.objects) if i not in carried]
    hands = rng.sample(["HOLDS_RH", "HOLDS_LH"], rng.choice([1, 1, 2]))
    taken = {relation for a, relation, _ in m.edges if a == m.me}
    room = next(b for a, relation, b in m.edges if a == m.me and relation == "INSIDE")
    for hand, thing in zip(hands, rng.sample(things, min(len(things), len(hands))), strict=False):
        if hand in taken or any(r.startswith("HOLDS") and b == thing for _, r, b in m.edges):
            continue
        m.edges = [e for e in m.edges if not ((e[0] == thing and e[1] in ("ON", "INSIDE", "CLOSE"))
                                              or (e[2] == thing and e[1] == "CLOSE"))]  # fmt: skip
        m.edges += [
            (m.me, hand, thing),
            (thing, "INSIDE", room),
            (thing, "CLOSE", m.me),
            (m.me, "CLOSE", thing),
        ]
    m.told.append("held things")


def _go(rng: random.Random, m: Mutant, tasks: Sequence[EAITask]) -> None:
    """The character in another room, or beside something."""
    me = m.me
    rooms = [i for i, node in m.nodes.items() if node["category"] == "Rooms"]
    m.edges = [e for e in m.edges if not (me in (e[0], e[2]) and e[1] == "CLOSE" and not _held(m, e))]
    m.edges = [e for e in m.edges if not (e[0] == me and e[1] == "INSIDE")]
    beside = [i for i in sorted(m.objects) if m.nodes[i]["category"] != "Rooms" and i != me]
    room = rng.choice(rooms)
    if beside and rng.random() < 0.5:
        thing = rng.choice(beside)
        room = next((b for a, r, b in m.edges if a == thing and r == "INSIDE" and b in rooms), room)
        if (me, "CLOSE", thing) not in m.edges:
            m.edges += [(me, "CLOSE", thing), (thing, "CLOSE", me)]
    m.edges.append((me, "INSIDE", room))
    m.told.append("moved the character")


def _held(m: Mutant, edge: tuple[int, str, int]) -> bool:
    return any((m.me, hand, i) in m.edges for hand in ("HOLDS_RH", "HOLDS_LH") for i in (edge[0], edge[2]))


# Walking mutants, and judging what comes out

LOOSEST = 100
"""Most actions of a plan that is looked for to learn how many a mutant takes."""

AMPLE = 5
"""Seconds for that, and again for the shortest."""


@dataclass
class Verdicts:
    """What became of the mutants."""

    solved: int = 0
    refuted: int = 0
    undecided: list[str] = field(default_factory=list[str])
    unknown: list[str] = field(default_factory=list[str])
    wrong_refusals: list[str] = field(default_factory=list[str])
    accepted: int = 0
    wrong_plans: list[str] = field(default_factory=list[str])
    stuck: list[str] = field(default_factory=list[str])
    slowest: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])

    def report(self) -> None:
        print(
            f"mutants with a plan: {self.solved}, proved to have none: {self.refuted}, unknown: "
            f"{len(self.unknown)}; wrong refusals: {len(self.wrong_refusals)}"
        )
        print(
            f"plans that EAI's executor accepts: {self.accepted}, refuses: {len(self.wrong_plans)}; walks that "
            f"stopped short of the goal: {len(self.stuck)}"
        )
        for kind in ("unknown", "wrong_refusals", "wrong_plans", "stuck"):
            for told in getattr(self, kind):
                print(f"  {kind}: {told}")
        print("slowest boundaries:")
        for seconds, told in sorted(self.slowest, reverse=True)[:12]:
            print(f"  {1e3 * seconds:7.0f} ms  {told}")


def _mutants(
    count: int, walks: int, seed: int, limits: SearchLimits, wanted: set[str] | None, verdicts: Verdicts
) -> Iterator[dict[str, Any]]:
    logging.disable(logging.CRITICAL)  # EAI's executor logs every refusal
    warnings.simplefilter("ignore", ResourceWarning)
    tasks = [task for task in load_tasks() if task.has_goal]
    for number in range(count):
        if wanted is not None and str(number) not in wanted:
            continue
        rng = random.Random(f"mutant {seed} {number}")
        yield from _walk_mutant(rng, f"m{number}", mutate(rng, tasks), walks, limits, verdicts)


def _walk_mutant(
    rng: random.Random, name: str, mutant: Mutant, walks: int, limits: SearchLimits, verdicts: Verdicts
) -> Iterator[dict[str, Any]]:
    system = mutant.system()
    told = f"{name} = {mutant.id} {mutant.told}, {len(mutant.objects)} objects, {mutant.goals} goals"
    ample = SearchLimits(seconds=AMPLE)
    started = time.process_time()
    loose = Reachability(system, limits=ample).plan(system.initial, LOOSEST)
    if not isinstance(loose, tuple):
        seconds = time.process_time() - started
        if loose is None:
            verdicts.refuted += 1
        else:
            verdicts.unknown.append(f"no plan found in {seconds:.0f} s: {told}")
        verdicts.slowest.append((seconds, f"{told}: no plan"))
        row = {"task": name, "walk": 0, "left": LOOSEST, "budget": LOOSEST, "seconds": seconds}
        yield {**row, "alive": 0, "undecided": 0, "checksum": 0, "action": None}
        return
    verdicts.solved += 1
    started = time.process_time()
    distance = Reachability(system, limits=ample).distance(system.initial, len(loose))
    exact = isinstance(distance, int)
    shortest = distance if isinstance(distance, int) else len(loose)
    told += f", shortest {shortest}{'' if exact else ' known'} ({time.process_time() - started:.1f} s)"
    budgets = {shortest, shortest + rng.choice([1, 2]), max(shortest, 4 * mutant.goals)} - {0}
    plans: list[tuple[int, ...]] = []
    for budget in sorted(budgets):
        for walk in range(walks + 1):
            reachability = Reachability(system, limits=ample)
            chooser = _at_random(rng) if walk else _greedily(reachability, budget)
            plan: list[int] = []
            for row in _decoded(name, system, limits, budget, chooser(system), walk):
                place = f"{told}, {row['left']} of {budget} left, walk {walk}"
                verdicts.slowest.append((row["seconds"], place))
                if row["undecided"]:
                    verdicts.undecided.append(place)
                if row["action"] is not None:
                    plan.append(row["action"])
                yield row
            state = system.initial
            for action in plan:
                state = system.successor_of_index(state, action)
            if not system.is_goal(state):
                verdicts.stuck.append(f"{told}, budget {budget}, walk {walk}, after {len(plan)} actions")
                continue
            plans.append(tuple(plan))
            if _satisfies(mutant, [system.actions[i] for i in plan]):
                verdicts.accepted += 1
            else:
                verdicts.wrong_plans.append(f"{told}, budget {budget}: {_spelt(system, plan)}")
    for found in rng.sample(plans, min(2, len(plans))):
        short = _shortened(system, found)
        if exact and len(short) < shortest:
            verdicts.wrong_refusals.append(f"{told}: {_spelt(system, short)} is shorter")
        # What is claimed to lead nowhere must lead nowhere, at a boundary's limit, too.
        reachability, state = Reachability(system, limits=limits.at_boundary), system.initial
        for done, action in enumerate(short):
            alive = reachability.alive_actions(state, len(short) - done)
            if action not in alive.indices and action not in alive.undecided:
                verdicts.wrong_refusals.append(f"{told}: action {done} of {_spelt(system, short)}")
                break
            state = system.successor_of_index(state, action)


def _greedily(reachability: Reachability, budget: int) -> Callable[[VirtualHome], Chooser]:
    """Along the plan that the search knows, up to the goal."""

    def start(system: VirtualHome) -> Chooser:
        plan = reachability.plan(system.initial, budget)
        rest = iter(plan if isinstance(plan, tuple) else ())

        def choose(alive: Sequence[int]) -> int | None:
            action = next(rest, None)
            return action if action in alive else None

        return choose

    return start


def _shortened(system: VirtualHome, plan: Sequence[int]) -> list[int]:
    """A plan without the actions that it can do without, one or two neighbours at a time."""
    short = list(plan)
    for width in (1, 2, 3, 1):
        at = 0
        while at < len(short):
            rest = short[:at] + short[at + width :]
            if system.validate(system.actions[i] for i in rest):
                short = rest
            else:
                at += 1
    return short


def _spelt(system: VirtualHome, plan: Iterable[int]) -> str:
    return ", ".join(str(system.actions[i]) for i in plan)


def _satisfies(mutant: Mutant, plan: Sequence[Action]) -> bool:
    """Whether EAI's executor runs a plan and its evaluator finds every goal."""
    package = "virtualhome_eval.simulation.evolving_graph."
    tools, worlds, execution, scripts = (
        cast(Any, import_module(package + name))
        for name in ("eval_utils", "environment", "execution", "scripts")
    )
    world = worlds.EnvironmentState(worlds.EnvironmentGraph(mutant.graph), {}, instance_selection=True)
    history: list[str] = []
    for action in plan:
        parts = (arg.rpartition("_") for arg in action.args)
        line = f"[{action.name}]" + "".join(f" <{name}> ({node})" for name, _, node in parts)
        script = scripts.Script([scripts.parse_script_line(line, 0)])
        try:
            info = execution.ExecutionInfo(True)
            world = next(execution.ScriptExecutor.call_action_method(script, world, info, 0, True), None)
        except (AssertionError, AttributeError):
            return False
        if world is None:
            return False
        history.append(line)
    final: Mapping[str, Any] = world.to_dict()
    nodes = [{"id": g.id, "class_name": "", "state": g.state} for g in mutant.goal.states]
    edges = [
        {"from_id": g.from_id, "relation_type": g.relation, "to_id": g.to_id} for g in mutant.goal.relations
    ]
    order = ["|".join(options) for options in mutant.goal.actions]
    # The evaluator's loop over relations ends at the first that holds: one at a time.
    return all(
        tools.scene_evaluate_wID(final, nodes, relation, mutant.me, history, one)[3]
        for relation in ([[edge] for edge in edges] or [[]])
        for one in (order, order[::-1])
    )


if __name__ == "__main__":
    main()
