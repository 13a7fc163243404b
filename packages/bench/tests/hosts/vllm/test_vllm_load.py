"""Three hundred mixed requests to a real vLLM server whose cache is too small for them, on a quiet and a busy machine.

Every plan is judged by unified-planning's validator, which shares no code with CLAMP, over the same PDDL as its own
parser reads it. The model is the embedded one: a vision-language model that needs no download, and nobody's favourite.

Slow, and skipped where vLLM, torchvision or unified-planning is not installed.
"""

from __future__ import annotations

import base64
import io
import json
import os
import random
import re
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cpu_vllm
import pytest
from roots import EXAMPLES

for needed in ("vllm", "torchvision", "unified_planning"):
    if find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed", allow_module_level=True)
cpu_vllm.prepare()

from PIL import Image, ImageDraw  # noqa: E402
from real_vllm import Server, busy, running  # noqa: E402
from transformers import AutoTokenizer  # noqa: E402
from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus  # noqa: E402
from unified_planning.io import PDDLReader  # noqa: E402
from unified_planning.shortcuts import get_environment  # noqa: E402

import clamp  # noqa: E402
from clamp.hmm import HMM  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

MODEL = str(Path(clamp.__file__).parent / "hosts" / "embedded")
KITCHEN = EXAMPLES / "kitchen"
ROOMS = ("hall", "attic", "kitchen", "study", "cellar", "bath")
HOUSE = """(define (domain house) (:requirements :strips :typing)
  (:types room) (:predicates (at ?r - room) (clean ?r - room))
  (:action go :parameters (?a - room ?b - room) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
  (:action sweep :parameters (?a - room) :precondition (at ?a) :effect (clean ?a)))"""
SMALL = (
    "--max-model-len",
    "1024",
    "--gpu-memory-utilization",
    "0.2",
    "--block-size",
    "32",
    "--num-gpu-blocks-override",
    "36",
)
"""A cache for 1,152 tokens, and eight rows of which a plan for the kitchen takes up to 400 each."""
CLAMPED = (
    "--logits-processors",
    "clamp.hosts.vllm:ClampProcessor",
    "--middleware",
    "clamp.hosts.vllm.PlanGate",
)
FREE = 40
"""Tokens of a text that is not constrained."""


@dataclass(frozen=True)
class Ask:
    """A request, and what a plan for it has to do; no domain for one that is free."""

    body: dict[str, Any]
    domain: str | None = None
    problem: str | None = None
    budget: int = 0
    kind: str = "free"


def picture(draw: random.Random) -> str:
    image = Image.new(
        "RGB", (draw.choice((112, 224)), draw.choice((112, 168))), (draw.randint(0, 255), 90, 40)
    )
    ImageDraw.Draw(image).ellipse((20, 20, 60, 60), fill=(0, draw.randint(0, 255), 200))
    content = io.BytesIO()
    image.save(content, "PNG")
    return f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}"


def house(number: int, draw: random.Random) -> tuple[str, int]:
    """A problem like no other, and a budget that does."""
    rooms = draw.sample(ROOMS, draw.randint(3, len(ROOMS)))
    dirty = draw.sample(rooms, draw.randint(1, 3))
    goal = " ".join(f"(clean {one})" for one in dirty)
    problem = (
        f"(define (problem tidy-{number}) (:domain house) (:objects {' '.join(rooms)} - room) "
        f"(:init (at {rooms[0]})) (:goal (and {goal})))"
    )
    return problem, 2 * len(dirty) + draw.randint(0, 3)


def requests(count: int, ids: dict[str, str], entities: list[str]) -> list[Ask]:
    """So many of all kinds, in an order that mixes them."""
    draw = random.Random(7)
    made: list[Ask] = []
    kitchen = ((KITCHEN / "domain.pddl").read_text(), (KITCHEN / "problem.pddl").read_text())
    for number in range(count):
        kind = ("house", "registered", "pictures", "guided", "drawn", "kitchen", "free", "free pictures")[
            number % 8
        ]
        sampling = {"temperature": 0} if number % 3 else {"temperature": 1.0, "seed": number}
        said: Any = f"Request {number}: wash up, please, and put things where they belong."
        if "pictures" in kind:
            shown = [
                {"type": "image_url", "image_url": {"url": picture(draw)}} for _ in range(draw.randint(1, 2))
            ]
            said = [*shown, {"type": "text", "text": said}]
        body: dict[str, Any] = {
            "model": "smollm2",
            "messages": [{"role": "user", "content": said}],
            "max_tokens": 600,
            **sampling,
        }
        if kind.startswith("free"):
            made.append(Ask({**body, "max_tokens": FREE, "ignore_eos": True}, kind=kind))
            continue
        if kind in ("registered", "pictures", "kitchen"):
            (domain, problem), budget = kitchen, draw.randint(13, 18)
            described: dict[str, Any] = {"domain": domain, "problem": problem}
            if kind != "kitchen":
                described = {"problem": ids["problem"]}
            if kind == "pictures":
                described["seen"] = entities
        else:
            domain, (problem, budget) = HOUSE, house(number, draw)
            described = {"domain": domain, "problem": problem}
            if kind == "guided":
                described |= {"guidance": 1.0, "hmm": draw.choice(("one", "other"))}
            if kind == "drawn":
                body |= {"temperature": 1.3, "seed": number}
        described["budget"] = budget
        made.append(
            Ask({**body, "vllm_xargs": {"clamp": json.dumps(described)}}, domain, problem, budget, kind)
        )
    draw.shuffle(made)
    return made


def judged(ask: Ask, told: dict[str, Any]) -> str | None:
    """What is wrong with a plan, as unified-planning sees it."""
    assert ask.domain is not None
    assert ask.problem is not None
    actions = told["actions"]
    if len(actions) > ask.budget:
        return f"{len(actions)} actions for a budget of {ask.budget}"
    get_environment().error_used_name = False  # in the kitchen, one opens what is open then
    reader = PDDLReader()
    problem = reader.parse_problem_string(ask.domain, ask.problem)
    text = "\n".join(f"({' '.join([one['name'], *one['args']])})" for one in actions)
    verdict = SequentialPlanValidator().validate(problem, reader.parse_plan_string(problem, text))
    return None if verdict.status == ValidationResultStatus.VALID else str(verdict)


def asked(server: Server, asks: list[Ask], side_by_side: int = 16) -> list[tuple[int, dict[str, Any]]]:
    """The answers, of so many at a time."""

    def one(ask: Ask) -> tuple[int, dict[str, Any]]:
        status, text = server.post(ask.body, "/v1/chat/completions")
        return status, json.loads(text)

    with ThreadPoolExecutor(side_by_side) as pool:
        return list(pool.map(one, asks))


def preemptions(server: Server) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=60) as answer:
        found = re.findall(
            r"^vllm:num_preemptions_total\S* ([\d.e+]+)$", answer.read().decode(), re.MULTILINE
        )
    return sum(map(float, found))


def checked(server: Server, asks: list[Ask]) -> dict[str, str]:
    """That each request got what it asked for; the texts of those that are free, by what was asked."""
    before = preemptions(server)
    answers = asked(server, asks)
    wrong: list[str] = []
    free: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for ask, (status, told) in zip(asks, answers, strict=True):
        if status != 200:
            wrong.append(f"{ask.kind}: {status} {str(told)[:300]}")
            continue
        choice = told["choices"][0]
        if ask.domain is None:
            free[json.dumps(ask.body["messages"])] = choice["message"]["content"]
            counts[ask.kind] += 1
            continue
        result = choice["clamp"]
        why = judged(ask, result) if result["status"] == "plan" else str(result.get("failure"))
        counts[ask.kind] += why is None
        if why is not None:
            wrong.append(f"{ask.kind}: {why[:300]}")
    moved = preemptions(server) - before
    print(f"\n{len(asks)} requests: {dict(sorted(counts.items()))}; {moved:.0f} preemptions; wrong: {wrong}")
    assert not wrong
    assert moved > 0, "the cache was large enough, so nothing was shown"
    return free


@pytest.fixture(scope="module")
def hmms(tmp_path_factory: pytest.TempPathFactory) -> str:
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    folders: dict[str, str] = {}
    for seed, name in enumerate(("one", "other")):
        folders[name] = str(tmp_path_factory.mktemp(name))
        HMM.random(8, 2048, seed=seed).for_tokenizer(tokenizer).save_pretrained(folders[name])
    return json.dumps(folders)


def prepared(server: Server) -> tuple[dict[str, str], list[str]]:
    """The kitchen, registered, and its entities."""
    texts = {name: (KITCHEN / f"{name}.pddl").read_text() for name in ("domain", "problem")}
    status, told = server.post(texts, "/v1/domains")
    assert status == 201, told
    return json.loads(told), list(clamp.Problem.from_pddl(texts["domain"], texts["problem"]).entities)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, hmms: str) -> Iterator[Server]:
    environment = {**cpu_vllm.site(), "CLAMP_VLLM_HMM": hmms}
    with running(MODEL, tmp_path_factory.mktemp("v1") / "log", *SMALL, *CLAMPED, **environment) as found:
        yield found


@pytest.fixture(scope="module")
def quiet(server: Server) -> tuple[list[Ask], dict[str, str]]:
    asks = requests(300, *prepared(server))
    return asks, checked(server, asks)


def test_three_hundred_mixed_requests_get_valid_plans_though_some_are_preempted(
    quiet: tuple[list[Ask], dict[str, str]],
) -> None:
    asks, free = quiet
    assert len(asks) == 300
    assert len(free) >= 70


def test_no_admitted_request_ends_without_a_plan_on_a_machine_with_twice_as_much_to_do(
    server: Server,
) -> None:
    with busy(2 * (os.cpu_count() or 2)):
        checked(server, requests(300, *prepared(server)))


def test_free_texts_are_those_of_a_server_without_the_processor(
    quiet: tuple[list[Ask], dict[str, str]], tmp_path: Path
) -> None:
    asks, with_it = quiet
    free = [ask for ask in asks if ask.domain is None]
    with running(MODEL, tmp_path / "log", *SMALL, bare=True, **cpu_vllm.site()) as plain:
        answers = asked(plain, free)
    without = {
        json.dumps(ask.body["messages"]): told["choices"][0]["message"]["content"]
        for ask, (_, told) in zip(free, answers, strict=True)
    }
    assert without == with_it


def test_model_runner_v2_keeps_the_same_promises(tmp_path: Path, hmms: str) -> None:
    """The whole of it, with its own states, batches, sampler and kernels, these interpreted, which is slow."""
    environment = {**cpu_vllm.site(), **cpu_vllm.V2, "CLAMP_VLLM_HMM": hmms}
    with running(MODEL, tmp_path / "log", *SMALL, *CLAMPED, **environment) as server:
        free = checked(server, requests(48, *prepared(server)))
        assert len(free) == 12
        assert "Using V2 Model Runner" in server.log.read_text()
