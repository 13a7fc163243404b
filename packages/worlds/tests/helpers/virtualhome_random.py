"""Random small houses, random goals, and an oracle that knows nothing but `applicable` and `successor`."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Any

from clamp.planning.search.bounds import Bounds
from clamp.planning.search.engine import Complete
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.executor import GoalTest, relation_test, state_test, targets
from clamp_worlds.virtualhome.goal import ActionProgress
from clamp_worlds.virtualhome.replay import Interpreter
from clamp_worlds.virtualhome.search import VirtualHomeSearch
from clamp_worlds.virtualhome.state import bits
from clamp_worlds.virtualhome.system import _text
from clamp_worlds.virtualhome.vocabulary import RELATIONS
from clamp_worlds.virtualhome.vocabulary import STATES as NODE_STATES

ME = 9
FAR = 10**6
"""Stands for a distance that the oracle does not know: longer than what it explored."""

# Class, category, properties, states of which it may start in one each.
KINDS: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("cup", "Props", "GRABBABLE RECIPIENT", ("CLEAN", "DIRTY")),
    ("apple", "Props", "GRABBABLE EATABLE CUTTABLE", ()),
    ("butter_knife", "Props", "GRABBABLE", ()),
    ("coat", "Props", "GRABBABLE CLOTHES", ("DIRTY",)),
    ("novel", "Props", "GRABBABLE READABLE LOOKABLE", ()),
    ("water", "Props", "POURABLE DRINKABLE", ()),
    ("milk", "Props", "GRABBABLE POURABLE DRINKABLE", ()),
    ("towel", "Props", "GRABBABLE", ("CLEAN",)),
    ("basket", "Props", "GRABBABLE CAN_OPEN CONTAINERS", ("OPEN", "CLOSED")),
    ("phone", "Props", "GRABBABLE HAS_SWITCH LOOKABLE", ("ON", "OFF")),
    ("pillow", "Props", "GRABBABLE SITTABLE LIEABLE", ()),
    ("child", "Characters", "PERSON", ()),
    ("table", "Furniture", "SURFACES MOVABLE", ("CLEAN", "DIRTY")),
    ("fridge", "Appliances", "CAN_OPEN CONTAINERS HAS_SWITCH", ("OPEN", "CLOSED")),
    ("cupboard", "Furniture", "CAN_OPEN CONTAINERS", ("OPEN", "CLOSED")),
    ("safe", "Furniture", "", ("CLOSED", "OPEN")),
    ("television", "Electronics", "HAS_SWITCH LOOKABLE", ("ON", "OFF")),
    ("computer", "Electronics", "HAS_SWITCH LOOKABLE", ("ON", "OFF")),
    ("lamp", "Lamps", "HAS_SWITCH HAS_PLUG", ("OFF", "ON")),
    ("chair", "Furniture", "SITTABLE", ()),
    ("bed", "Furniture", "LIEABLE SITTABLE", ()),
    ("couch", "Furniture", "LIEABLE SITTABLE MOVABLE", ("DIRTY",)),
    ("hands_both", "placable_objects", "BODY_PART", ()),
    ("desk", "Furniture", "SURFACES", ("CLOSED", "OPEN")),
    ("window", "Windows", "", ("CLOSED", "OPEN")),
    ("keyboard", "Electronics", "", ()),
    ("door", "Doors", "CAN_OPEN", ("CLOSED", "OPEN")),
    ("wall", "Walls", "", ()),
    ("character", "Characters", "PERSON", ("SITTING",)),
]
PROPERTIES = (
    "GRABBABLE", "CAN_OPEN", "HAS_SWITCH", "SITTABLE", "LIEABLE", "POURABLE", "RECIPIENT", "CLOTHES",
    "EATABLE", "MOVABLE", "LOOKABLE", "READABLE", "BODY_PART", "DRINKABLE",
)  # fmt: skip
STATES = ("CLOSED", "OPEN", "ON", "OFF", "DIRTY", "CLEAN", "PLUGGED_OUT", "PLUGGED_IN")

WALKING, PUTTING = ("WALK", "RUN", "FIND"), ("DROP", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON")
CLEANING = ("RINSE", "SCRUB", "WASH", "WIPE")
HANDLING = (
    "GRAB",
    "PUTBACK",
    "PUTIN",
    "PUTOBJBACK",
    "PUTON",
    "POUR",
    "OPEN",
    "SIT",
    "LIE",
    "WALK",
    "SWITCHON",
)

Fact = NodeState | Relation


def random_house(rng: random.Random, most: int = 6) -> tuple[dict[str, Any], list[int]]:
    """A scene graph of two or three rooms and a few things, and the ids that actions may name."""
    rooms = [1, 2] if rng.random() < 0.8 else [1, 2, 3]
    strange = rng.random() < 0.4
    nodes = [_node(i, ("kitchen", "bedroom", "hall")[i - 1], "Rooms", [], []) for i in rooms]
    if strange and rng.random() < 0.2:
        nodes[0]["properties"] = ["CAN_OPEN"]
        nodes[0]["states"] = [rng.choice(["OPEN", "CLOSED"])]
    posture = rng.choice([[], [], [], ["SITTING"], ["LYING"], ["SITTING", "LYING"]])
    mine = [*posture, *(["CLEAN"] if rng.random() < 0.1 else []), *(["DIRTY"] if rng.random() < 0.2 else [])]
    nodes.append(_node(ME, "character", "Characters", [], mine))
    things = list(range(10, 10 + rng.randint(2, most)))
    for i in things:
        class_name, category, properties, states = rng.choice(KINDS)
        owned = set(properties.split())
        started = {rng.choice(states)} if states and rng.random() < 0.9 else set[str]()
        if strange:
            owned ^= {p for p in rng.sample(PROPERTIES, 2) if rng.random() < 0.3}
            started ^= {s for s in rng.sample(STATES, 2) if rng.random() < 0.3}
        nodes.append(_node(i, class_name, category, sorted(owned), sorted(started)))
    owns = {node["id"]: set(node["properties"]) for node in nodes}
    edges: set[tuple[int, str, int]] = {(ME, "INSIDE", rng.choice(rooms))}
    for i in things:
        room = rng.choice(rooms)
        draw = rng.random()
        others = [j for j in things if j != i]
        boxes = [j for j in others if owns[j] & {"CAN_OPEN", "CONTAINERS"} and j < i]
        if boxes and draw < 0.5:
            edges.add((i, "INSIDE", rng.choice(boxes)))
            if rng.random() < 0.5:
                edges.add((i, "INSIDE", room))
        elif draw < 0.95:
            edges.add((i, "INSIDE", room))
        if rng.random() < 0.35:
            edges.add((i, "ON", rng.choice([*others, *others, ME]) if rng.random() < 0.9 else room))
        if rng.random() < 0.35:
            edges.add((i, "FACING", rng.choice([*others, ME])))
        if rng.random() < 0.5:
            j = rng.choice([*others, *others, ME, *rooms] if rng.random() < 0.9 else [i])
            edges |= {(i, "CLOSE", j), (j, "CLOSE", i)}
        if rng.random() < 0.1:
            edges.add((ME, rng.choice(["FACING", "ON"]), i))
        if strange and rng.random() < 0.08:
            edges.add((i, "INSIDE", rng.choice([*others, ME])))
    if strange and rng.random() < 0.1:
        edges.add((ME, "CLOSE", ME))
    grabbable = [i for i in things if "GRABBABLE" in owns[i]]
    for hand in ("HOLDS_RH", "HOLDS_LH"):
        if grabbable and rng.random() < 0.15:
            edges.add((ME, hand, rng.choice(grabbable)))
    size = rng.choice([1, 1, 2, 2, 2, 3])
    useful = {"GRABBABLE", "SITTABLE", "LIEABLE", "CAN_OPEN", "HAS_SWITCH"}
    things.sort(key=lambda i: rng.random() - 0.3 * bool(owns[i] & useful))
    objects = things[:size]
    if rng.random() < 0.7:
        objects.append(ME)
    if rng.random() < 0.25:
        objects.append(rng.choice(rooms))
    ordered = sorted(edges)
    rng.shuffle(ordered)
    graph = {
        "nodes": nodes,
        "edges": [{"from_id": a, "relation_type": relation, "to_id": b} for a, relation, b in ordered],
    }
    return graph, sorted(objects)


def _node(i: int, class_name: str, category: str, properties: list[str], states: list[str]) -> dict[str, Any]:
    return {
        "id": i,
        "class_name": class_name,
        "category": category,
        "properties": properties,
        "states": states,
    }


def new_facts(system: VirtualHome, state: Any) -> list[Fact]:
    """The node states and relations that hold and did not at the start."""
    t, start = system.tables, system.initial
    found: set[Fact] = set()
    for i in range(t.named):
        for name in NODE_STATES:
            part = NodeState(t.ids[i], name)
            holds = state_test(t, part)
            if holds(state) and not holds(start):
                found.add(part)
    for i in {t.character, *t.item_at}:
        for name in RELATIONS:
            for j in bits(targets(t, state, i, name) & ~targets(t, start, i, name)):
                found.add(Relation(t.ids[i], name, t.ids[j]))
                if name == "CLOSE":
                    found.add(Relation(t.ids[j], name, t.ids[i]))
    return sorted(found, key=str)


def kept_facts(rng: random.Random, system: VirtualHome, state: Any) -> list[Fact]:
    """Some node states and relations that held at the start and still do."""
    t, nodes = system.tables, list(system.scene.nodes.values())
    edges = [(a, name, b) for (a, name), ends in system.scene.edges.items() for b in ends]
    parts: list[Fact] = [Relation(*edge) for edge in rng.sample(edges, min(len(edges), 4))]
    parts += [
        NodeState(n.id, name) for n in rng.sample(nodes, min(len(nodes), 4)) for name in sorted(n.states)
    ]
    test = [(p, state_test(t, p) if isinstance(p, NodeState) else relation_test(t, p)) for p in parts]
    return [part for part, holds in test if holds(state)]


def random_walk(rng: random.Random, system: VirtualHome, steps: int) -> tuple[list[int], Any]:
    """Executable actions, names drawn first so that rare ones get their turn, and the state after them."""
    state, walk = system.initial, list[int]()
    handy = rng.random() < 0.6
    for _ in range(steps):
        by_name: dict[str, list[int]] = {}
        for index in system.applicable_indices(state):
            by_name.setdefault(system.actions[index].name, []).append(index)
        if not by_name:
            break
        fit = [name for name in HANDLING if name in by_name and rng.random() < 0.7] if handy else []
        walk.append(rng.choice(by_name[rng.choice(fit or sorted(by_name))]))
        state = system.successor_of_index(state, walk[-1])
    return walk, state


def random_goal(rng: random.Random, system: VirtualHome, steps: int) -> tuple[VirtualHomeGoal, list[int]]:
    """A goal that some walk makes true, parts of it at random, and the walk."""
    walk, end = random_walk(rng, system, rng.randint(1, steps))
    new = new_facts(system, end)
    old = kept_facts(rng, system, end) if rng.random() < 0.25 else []
    by_kind: dict[Any, list[Fact]] = {}
    for part in new:
        kind = (
            part.state
            if isinstance(part, NodeState)
            else (part.relation, part.to_id == system.scene.character)
        )
        by_kind.setdefault(kind, []).append(part)
    kinds = rng.sample(sorted(by_kind, key=str), min(len(by_kind), rng.choice([1, 1, 2, 2, 3])))
    chosen = [rng.choice(by_kind[kind]) for kind in kinds]
    if new and rng.random() < 0.3:
        chosen.append(rng.choice(new))
    if old:
        chosen.append(rng.choice(old))
    actions: list[tuple[str, ...]] = []
    if not chosen or rng.random() < 0.4:
        for index in rng.sample(walk, min(len(walk), rng.choice([1, 1, 2]))):
            name = system.actions[index].name
            if rng.random() < 0.2:
                name = name[: rng.randint(3, len(name))]
            others = rng.choice([WALKING, PUTTING, CLEANING, [action.name for action in system.actions]])
            options = [name, *(rng.choice(others) for _ in range(rng.choice([0, 0, 1])))]
            rng.shuffle(options)
            actions.append(tuple(dict.fromkeys(options)))
    goal = VirtualHomeGoal(
        tuple(part for part in chosen if isinstance(part, NodeState)),
        tuple(part for part in chosen if isinstance(part, Relation)),
        tuple(dict.fromkeys(actions)),
    )
    return goal, walk


class Explored:
    """All states within `radius` steps of the start, by breadth-first search, and the steps between them."""

    def __init__(self, system: VirtualHome, enabled: Collection[int], most: int):
        self.states: list[Any] = [system.initial]
        self.depth = [0]
        self.edges: list[list[tuple[int, int]]] = []
        number = {system.initial: 0}
        allowed = frozenset(enabled)
        self.radius = 0
        first = 0
        while first < len(self.states) < most:
            last = len(self.states)
            for source in range(first, last):
                state, out = self.states[source], list[tuple[int, int]]()
                for index in system.applicable_indices(state):
                    if index in allowed:
                        after = system.successor_of_index(state, index)
                        if after not in number:
                            number[after] = len(self.states)
                            self.states.append(after)
                            self.depth.append(self.depth[source] + 1)
                        out.append((index, number[after]))
                self.edges.append(out)
            self.radius += 1
            first = last
        if first == len(self.states):
            self.radius = FAR  # Everything that can be reached was.
        self.edges += [[] for _ in range(len(self.states) - len(self.edges))]
        self._back: list[list[tuple[int, int]]] = [[] for _ in self.states]
        for source, out in enumerate(self.edges):
            for index, target in out:
                if target != source:
                    self._back[target].append((index, source))

    def distances(self, goals: Collection[int], without: Collection[int] = ()) -> list[int]:
        """Distance of each state to some states through what was explored, certain actions apart.

        Exact where it is at most ``radius - depth``; elsewhere never too small. `FAR` if there is no way.
        """
        distance = [FAR] * len(self.states)
        for i in goals:
            distance[i] = 0
        queue = deque(goals)
        while queue:
            target = queue.popleft()
            further = distance[target] + 1
            for index, source in self._back[target]:
                if distance[source] == FAR and index not in without:
                    distance[source] = further
                    queue.append(source)
        return distance


def wrongs(
    rng: random.Random,
    system: VirtualHome,
    *,
    enabled: Collection[int] | None = None,
    explored: Explored | None = None,
    most: int = 400,
    sample: int = 12,
    cuts: int = 4,
) -> Iterator[str]:
    """What the search says about a system and brute force denies.

    Args:
        explored: The states of the system, if known: without action goals they do not depend on the goal.
        most: How many states are enough.
        sample: How many states to ask about.
        cuts: At how many states to try landmarks.
    """
    chosen = range(len(system.actions)) if enabled is None else enabled
    if explored is None:
        explored = Explored(system, chosen, most)
    goals = [i for i, state in enumerate(explored.states) if system.is_goal(state)]
    distance = explored.distances(goals)
    space = system.search_space(enabled)
    assert isinstance(space, VirtualHomeSearch)
    nodes = [space.node(state) for state in explored.states]
    # The projection: equal nodes have equal distances (as far as they are exact).
    by_node: dict[Any, int] = {}
    for i, node in enumerate(nodes):
        if space.is_goal(node) != system.is_goal(explored.states[i]):
            yield f"is_goal differs at {i}"
        by_node[node] = min(by_node.get(node, FAR), distance[i])
    for i, node in enumerate(nodes):
        if distance[i] > by_node[node] and by_node[node] <= explored.radius - explored.depth[i]:
            yield f"projection: distances {distance[i]} and {by_node[node]} of one node"
    # Lower bounds, of both spaces, at every state.
    coarse = space.coarse
    for node, exact in by_node.items():
        bound = space.lower_bound(node)
        if exact < FAR and bound > exact:
            yield f"landmarks say {bound}, distance {exact}"
        if exact < FAR:
            if coarse is not None and coarse.lower_bound(coarse.node(node)) > exact:
                yield f"coarse bound {coarse.lower_bound(coarse.node(node))}, distance {exact}"
            if space.estimate(node) == float("inf"):
                yield f"the estimate is infinite, distance {exact}"
    reachable = [i for i, d in enumerate(distance) if 0 < d < FAR]
    coarse_bounds = Bounds(coarse) if coarse is not None else None
    for i in rng.sample(reachable, min(len(reachable), sample)):
        if coarse is not None and coarse_bounds is not None:
            image = coarse.node(nodes[i])
            search = Complete(coarse_bounds, image, distance[i], optimal=True)
            settled = search.run(100_000, Meter(SearchLimits())) is not None
            if settled and coarse_bounds.upper.get(image, FAR) > distance[i]:
                yield f"coarse distance above {distance[i]}"
    # Landmarks: without the actions of one there is no plan; and those that survive an action are landmarks.
    used = frozenset(space._chosen)
    others = frozenset(chosen) - used
    for i in rng.sample(reachable, min(len(reachable), cuts)):
        found = space.landmarks(nodes[i], ())
        if found is None:
            continue
        for cut in found:
            if explored.distances(goals, cut | others)[i] < FAR:
                yield f"{named(system, cut)} is no landmark"
        steps = [(index, target) for index, target in explored.edges[i] if distance[target] < FAR]
        for index, target in rng.sample(steps, min(2, len(steps))):
            if not system.is_goal(explored.states[target]):
                for cut in space.surviving(nodes[i], index, found):
                    if explored.distances(goals, cut | others)[target] < FAR:
                        yield f"{named(system, cut)} does not survive {system.actions[index]}"
    # Answers, from the start first, so that what is learnt there is tried elsewhere.
    reach = Reachability(system, enabled)
    places = [0, *rng.sample(range(len(nodes)), min(len(nodes), sample))]
    for i in places:
        known = min(explored.radius - explored.depth[i], 6)
        asked = list(range(known + 1))
        rng.shuffle(asked)
        for budget in asked:
            answer = reach.within(explored.states[i], budget)
            if answer is not (distance[i] <= budget) and not isinstance(answer, LimitReached):
                yield f"within({i}, {budget}) is {answer}, distance {distance[i]}"
        for budget in {min(distance[i], known), min(distance[i] + 1, known)} - {0}:
            alive = reach.alive_actions(explored.states[i], budget)
            expected = sorted(a for a, target in explored.edges[i] if distance[target] <= budget - 1)
            if not alive.undecided.size and alive.indices.tolist() != expected:
                odd = named(system, set(alive.indices.tolist()) ^ set(expected))
                yield f"alive_actions({i}, {budget}): {odd} differ, distance {distance[i]}"


def engine_against_twin(rng: random.Random, system: VirtualHome, steps: int) -> Iterator[str]:
    """Where the fast engine and the naive twin differ along a random walk: verdicts, graphs, the goal."""
    state, twin, plan = system.initial, Interpreter(system.scene, system.rules), list[Action]()
    for _ in range(steps):
        executable = set(system.applicable_indices(state))
        for index, action in enumerate(system.actions):
            if (twin.refuses(action) is None) != (index in executable):
                yield f"{', '.join(map(str, plan))}, then {action}: twin {twin.refuses(action) or 'agrees'}"
        if not executable:
            break
        index = rng.choice(sorted(executable))
        plan.append(system.actions[index])
        state = system.successor_of_index(state, index)
        twin.execute(plan[-1])
        graph = system.graph(state)
        edges = {(e["from_id"], e["relation_type"], e["to_id"]) for e in graph["edges"]}
        theirs = {(a, relation, b) for (a, relation), targets in twin.edges.items() for b in targets}
        if edges != theirs or any(set(n["states"]) != twin.states[n["id"]] for n in graph["nodes"]):
            yield f"{', '.join(map(str, plan))}: {sorted(edges ^ theirs)}"
        if system.validate(plan).valid != system.is_goal(state):
            yield f"{', '.join(map(str, plan))}: the validator says {system.validate(plan)}"


def named(system: VirtualHome, indices: Collection[int]) -> str:
    return ", ".join(sorted(str(system.actions[i]) for i in indices)[:12])


def with_goal(base: VirtualHome, goal: VirtualHomeGoal) -> VirtualHome:
    """The same task with another goal; the tables of the scene are shared, which is what takes time."""
    system = copy(base)
    texts = [_text(base.scene, action) for action in base.actions]
    system.goal = goal
    system._progress = ActionProgress(goal.actions, texts)
    system._goal_test = GoalTest(base.tables, goal, system._progress)
    system._counts = set(system._progress.useful())
    return system


def refused(system: VirtualHome, walk: Sequence[int]) -> Iterator[str]:
    """Where the search denies a plan, or one of its actions when its turn comes, or admits what fails."""
    reach, state = Reachability(system), system.initial
    goal = system.goal
    told = f"{goal} by {', '.join(str(system.actions[i]) for i in walk)}"
    for done, index in enumerate(walk):
        left = len(walk) - done
        if reach.within(state, left) is not True:
            yield f"within({done}, {left}) is {reach.within(state, left)}: {told}"
        alive = reach.alive_actions(state, left)
        if index not in alive.indices:
            yield f"{system.actions[index]} is refused at {done}: {told}"
        for other in alive.indices[:3].tolist() if done == 0 else ():
            after = system.successor_of_index(state, other)
            plan = reach.plan(after, left - 1)
            if not isinstance(plan, tuple):
                yield f"{system.actions[other]} is admitted at {done} without a plan: {told}"
            elif not system.validate([system.actions[i] for i in (other, *plan)]):
                yield f"the plan after {system.actions[other]} is not valid: {told}"
        state = system.successor_of_index(state, index)


def ends(system: VirtualHome, walk: Collection[int]) -> Any:
    """The state after some actions, by index."""
    state = system.initial
    for index in walk:
        state = system.successor_of_index(state, index)
    return state
