"""VLABench's metrics on golden examples, and beside a twin that builds VLABench's graph as it is described."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from typing import Any

import pytest

from clamp_bench.vlabench.score import PATTERNS, Skill, local, official, read_skills


def call(name: str, **params: Any) -> Skill:
    return {"name": name, "params": params}


def pick(thing: Any) -> Skill:
    return call("pick", target_entity_name=thing)


def place(thing: Any) -> Skill:
    return call("place", target_container_name=thing)


TRUTH = [pick(3), place(5), pick(1), place(5)]


def values(found: dict[str, float]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in found.values())


@pytest.mark.parametrize(
    ("written", "wanted", "without_two"),
    [
        pytest.param(TRUTH, (100, 100, 100, 100, 100), (100, 100, 100, 100, 80), id="perfect"),
        # Both subtasks at the other's place: all recalled, none in its place.
        pytest.param(TRUTH[2:] + TRUTH[:2], (100, 100, 100, 0, 90), (100, 100, 100, 0, 80), id="swapped"),
        pytest.param(
            [*TRUTH, pick(7), place(8)],
            (100, 100, 100, 100, 100),
            (100, 100, 100, 100, 80),
            id="noise-appended",
        ),
        pytest.param(
            [pick(7), place(8), *TRUTH], (100, 100, 100, 0, 90), (100, 100, 100, 0, 80), id="noise-first"
        ),
        pytest.param(
            [pick("3"), place("5"), pick("1"), place("5")],
            (100, 100, 100, 100, 100),
            (100, 0, 0, 0, 40),
            id="string-ids",
        ),
        pytest.param(TRUTH[:1], (25, 25, 25, 0, 22.5), (25, 25, 25, 0, 20), id="half-a-subtask"),
        pytest.param(
            [pick(5), place(3), pick(1), place(5)],
            (100, 50, 50, 0, 65),
            (100, 50, 50, 0, 60),
            id="wrong-roles",
        ),
        pytest.param(None, (0,) * 5, (0,) * 5, id="unreadable"),
    ],
)
def test_official_components_and_total(
    written: list[Skill] | None, wanted: tuple[float, ...], without_two: tuple[float, ...]
):
    assert values(official(TRUTH, written)) == wanted
    assert values(official(TRUTH, written, upstream_compat=True)) == without_two


def test_the_order_is_free_where_subtasks_do_not_depend_on_each_other():
    swapped = TRUTH[2:] + TRUTH[:2]
    assert official(TRUTH, swapped, sequential=False)["exact_match_score"] == 100
    assert official(TRUTH, swapped)["exact_match_score"] == 0


def graph_twin(truth: Sequence[Skill], written: Sequence[Skill], sequential: bool) -> float:
    """Precise matching as VLABench describes it: layers of a graph, and the attributes of all predecessors."""

    def graph(sequence: Sequence[Skill]) -> dict[int, tuple[int, tuple[Hashable, ...], int]]:
        """Node → (layer, attributes, predecessor), 0 being the start."""
        nodes: dict[int, tuple[int, tuple[Hashable, ...], int]] = {0: (0, ("START",), -1)}
        rest = list(sequence)
        while rest:
            names = [one["name"] for one in rest]
            for pattern in PATTERNS:
                if names[: len(pattern)] == list(pattern):
                    part, rest = rest[: len(pattern)], rest[len(pattern) :]
                    last: dict[str, Hashable] = {}
                    for one in part:
                        last |= {key: value for key, value in one["params"].items() if value is not None}
                    marks = (*pattern, last.get("target_entity_name"), last.get("target_container_name"))
                    number = len(nodes)
                    nodes[number] = (number, marks, number - 1) if sequential else (1, marks, 0)
                    break
            else:
                rest = rest[1:]
        return nodes

    ours, theirs = graph(truth), graph(written)
    matched = 0
    for layer in range(1, max(node[0] for node in ours.values()) + 1):
        left = [node for node in theirs.values() if node[0] == layer]
        for _, marks, before in [node for node in ours.values() if node[0] == layer]:
            for other in left:
                if other[1] == marks and theirs[other[2]][1] == ours[before][1]:
                    matched += 1
                    left.remove(other)
                    break
    return 100 * matched / (len(ours) - 1)


@pytest.mark.parametrize("sequential", [True, False])
def test_precise_matching_equals_its_description(sequential: bool):
    draw = random.Random(3)
    names = ("pick", "pick", "place", "pour", "push", "pull", "lift", "press", "insert", "open_door")

    def sequence() -> list[Skill]:
        return [
            call(name, **{draw.choice(("target_entity_name", "target_container_name")): draw.randint(1, 2)})
            for name in draw.choices(names, k=draw.randint(1, 9))
        ]

    compared = 0
    for _ in range(600):
        truth, written = sequence(), sequence()
        if draw.random() < 0.5:  # alike, but for a place or two
            written = [one if draw.random() < 0.8 else draw.choice(truth) for one in truth]
        if not official(truth, truth)["exact_match_score"]:
            continue  # no subtask in the truth
        found = official(truth, written, sequential=sequential)["exact_match_score"]
        assert found == pytest.approx(graph_twin(truth, written, sequential)), (truth, written)
        compared += 0 < found < 100
    assert compared > 10


def test_the_local_score_is_the_mean_of_two_f1_and_the_exact_match():
    assert values(local(TRUTH, TRUTH)) == (100, 100, 100, 100)
    noisy = local(TRUTH, [*TRUTH, pick(7), place(8)])
    assert values(noisy) == (80, 80, 0, 53.3333)
    assert values(local(TRUTH, None)) == (0, 0, 0, 0)
    assert local([call("lift")], [call("lift")])["entity_f1"] == 100, "nothing named, nothing missed"


@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "pick", "params": {"target_entity_name": 3}}, {"name": "lift", "params": {}}]',
        '[{"name":"pick","params":{"target_entity_name":"3"}},{"name":"lift"}]',
        '```json\n[\n  {"name": "pick",\n   "params": {"target_entity_name": 3.0}},\n'
        '  {"name": "lift", "params": null}\n]\n```',
        'Sure [here]: {"skill_sequence": [{"name": "pick", "params": {"target_entity_name": " 3"}}, '
        '{"name": "lift", "params": {}}]} Done.',
    ],
)
def test_ordinary_json_is_read(text: str):
    found = read_skills(text)
    assert official([pick(3), call("lift")], found)["total_score"] == 100
    assert local([pick(3), call("lift")], found)["exact_match"] == 100


@pytest.mark.parametrize(
    "text", ["", "pick 3", "[]", "[1, 2]", '[{"params": {}}]', '[{"name": 3}]', "[" * 100_000, '{"a": 1}']
)
def test_what_is_no_sequence_scores_nothing(text: str):
    assert read_skills(text) is None
