"""Slips in Python: every public function says which argument is wrong, what was given, and what is meant."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem, byte_vocabulary
from roots import EXAMPLES

import clamp
from clamp.decoding import Reasoning
from clamp.decoding.formats import format_of
from clamp.decoding.visibility import VisibilityBias
from clamp.hosts.jobs import PlanRequest
from clamp.perception import Entity, Memory, SoftVisibility

DOMAIN, PROBLEM = EXAMPLES / "kitchen" / "domain.pddl", EXAMPLES / "kitchen" / "problem.pddl"
NAN, INF = math.nan, math.inf
TIDY = GraphSystem(
    [clamp.Action("pick", ("cup",)), clamp.Action("put", ("cup",))], {0: {0: 1}, 1: {1: 2}}, {2}
)


@dataclass(frozen=True)
class Kit:
    """What the slips are made with."""

    problem: clamp.Problem
    vocabulary: clamp.Vocabulary
    constraint: clamp.PlanConstraint
    hmm: clamp.HMM
    scene: clamp.Scene
    folder: Path

    @property
    def planner(self) -> Any:
        return tiny_planner()

    def plan(self, **arguments: Any) -> Any:
        given: dict[str, Any] = {"problem": self.problem, "instruction": "Tidy up.", "budget": 14}
        return self.planner.plan(**(given | arguments))

    def constrain(self, **arguments: Any) -> Any:
        given: dict[str, Any] = {"system": self.problem, "vocabulary": self.vocabulary, "budget": 14}
        return clamp.PlanConstraint(**(given | {"plan_format": clamp.PlanFormat.calls()} | arguments))

    def request(self, prompt: Any = "Tidy up.", **arguments: Any) -> Any:
        return PlanRequest(prompt, **arguments)


def loaded(planner: Any) -> Any:
    from clamp.hosts.hf.models import LoadedModel

    return LoadedModel(planner.model, planner.tokenizer, "m")


def picture() -> Any:
    shown = pytest.importorskip("PIL.Image").new("RGB", (64, 64))
    shown.paste("white", (8, 8, 40, 40))
    return shown


@cache
def tiny_planner() -> Any:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")

    from tiny_models import planner

    return planner()


@cache
def kit() -> Kit:
    problem = clamp.Problem.from_pddl(DOMAIN, PROBLEM)
    vocabulary = byte_vocabulary()
    constraint = clamp.PlanConstraint(problem, vocabulary, clamp.PlanFormat.calls(), budget=14)
    scene = clamp.Scene((Entity("milk"), Entity("fridge")))
    hmm = clamp.HMM.random(2, vocabulary.size, seed=1)
    return Kit(problem, vocabulary, constraint, hmm, scene, EXAMPLES)


Slip = Callable[[Kit], Any]
CASES: dict[str, tuple[Slip, tuple[str, ...]]] = {
    # -------------------------------------------------------------- Planner.plan
    "problem: a path": (lambda k: k.plan(problem="kitchen.pddl"), ("`problem`", "kitchen.pddl", "from_pddl")),
    "problem: a Path": (lambda k: k.plan(problem=DOMAIN), ("`problem`", "the path", "from_pddl")),
    "problem: None": (lambda k: k.plan(problem=None), ("`problem`", "nothing (None)")),
    "problem: the class": (
        lambda k: k.plan(problem=clamp.Problem),
        ("`problem`", "the class Problem itself"),
    ),
    "instruction: None": (lambda k: k.plan(instruction=None), ("needs an instruction",)),
    "instruction: bytes": (lambda k: k.plan(instruction=b"Tidy"), ("`instruction`", "the bytes b'Tidy'")),
    "instruction: a number": (lambda k: k.plan(instruction=3), ("`instruction`", "the number 3")),
    "instruction: a list": (lambda k: k.plan(instruction=["Tidy"]), ("`instruction`", "a list")),
    "instruction: a Path": (
        lambda k: k.plan(instruction=Path("a.txt")),
        ("`instruction`", "the path 'a.txt'"),
    ),
    "instruction: empty": (lambda k: k.plan(instruction=" "), ("instruction",)),
    "seen: a text": (lambda k: k.plan(seen="tool_box"), ("`seen`", "the text 'tool_box'", "brackets")),
    "seen: an empty text": (lambda k: k.plan(seen=""), ("`seen`", "an empty text")),
    "seen: bytes": (lambda k: k.plan(seen=b"milk"), ("`seen`", "the bytes b'milk'")),
    "seen: a number": (lambda k: k.plan(seen=3), ("`seen`", "the number 3")),
    "seen: holds None": (lambda k: k.plan(seen=["milk", None]), ("`seen`", "nothing (None)")),
    "seen: holds bytes": (lambda k: k.plan(seen=["milk", b"fridge"]), ("`seen`", "the bytes b'fridge'")),
    "seen: holds Entities": (lambda k: k.plan(seen=k.scene.entities), ("`seen`", "an Entity")),
    "seen: unknown": (lambda k: k.plan(seen=["milc"]), ("`seen`", "'milc'", "'milk'")),
    "budget: 0": (lambda k: k.plan(budget=0, constraints="token"), ("budget", "0", "at least one action")),
    "budget: negative": (lambda k: k.plan(budget=-3), ("budget", "-3")),
    "budget: huge and negative": (lambda k: k.plan(budget=-(10**5000)), ("budget", "digits")),
    "budget: a fraction": (lambda k: k.plan(budget=2.5), ("`budget`", "the number 2.5")),
    "budget: a text": (lambda k: k.plan(budget="14"), ("`budget`", "the text '14'")),
    "budget: True": (lambda k: k.plan(budget=True), ("`budget`", "the truth value True")),
    "budget: NaN": (lambda k: k.plan(budget=NAN), ("`budget`", "nan")),
    "slack: negative": (lambda k: k.plan(slack=-1), ("`slack`", "-1", "at least 0")),
    "slack: huge": (lambda k: k.plan(slack=10**5000), ("`slack`", "digits")),
    "slack: absurd": (lambda k: k.plan(slack=10**7), ("`slack`", "10000000", "at most 1,000,000")),
    "slack: a fraction": (lambda k: k.plan(slack=0.5), ("`slack`", "the number 0.5")),
    "slack: a text": (lambda k: k.plan(slack="2"), ("`slack`", "the text '2'")),
    "slack: True": (lambda k: k.plan(slack=True), ("`slack`", "the truth value True")),
    "slack: without a goal": (lambda k: k.plan(slack=2, constraints="token"), ("`slack`", "'goal'")),
    "constraint: slack": (lambda k: k.constrain(slack=-1), ("`slack`", "-1")),
    "constraint: slack without a goal": (
        lambda k: k.constrain(slack=1, enforce={"syntax"}),
        ("`slack`", "'goal'"),
    ),
    "format: an unknown name": (lambda k: k.plan(format="cals"), ("'cals'", "calls")),
    "format: a number": (lambda k: k.plan(format=1), ("`format`", "the number 1")),
    "format: a method": (
        lambda k: k.plan(format=clamp.PlanFormat.calls),
        ("`format`", "the function calls"),
    ),
    "format: the class": (
        lambda k: k.plan(format=clamp.PlanFormat),
        ("`format`", "the class PlanFormat"),
    ),
    "format: False": (lambda k: k.plan(format=False), ("`format`", "the truth value False")),
    "format: empty": (lambda k: k.plan(format=""), ("format", "''")),
    "constraints: unknown": (lambda k: k.plan(constraints="worlds"), ("'worlds'", "world")),
    "constraints: a number": (lambda k: k.plan(constraints=1), ("`constraints`", "the number 1")),
    "constraints: True": (lambda k: k.plan(constraints=True), ("`constraints`", "the truth value True")),
    "constraints: bytes": (lambda k: k.plan(constraints=b"world"), ("`constraints`", "the bytes b'world'")),
    "constraints: a set with None": (lambda k: k.plan(constraints={"syntax", None}), ("`constraints`",)),
    "constraints: without syntax": (lambda k: k.plan(constraints={"goal"}), ("syntax",)),
    "prompt: bytes": (lambda k: k.plan(prompt=b"Tidy"), ("`prompt`", "the bytes b'Tidy'")),
    "prompt: a number": (lambda k: k.plan(prompt=5), ("`prompt`", "the number 5")),
    "prompt: no message": (lambda k: k.plan(prompt=[]), ("`prompt`", "no message")),
    "prompt: texts": (lambda k: k.plan(prompt=["Tidy"]), ("`prompt`", "message 1", "the text 'Tidy'")),
    "prompt: no content": (
        lambda k: k.plan(prompt=[{"role": "user"}]),
        ("`prompt`", "message 1", "'content'"),
    ),
    "prompt: content None": (
        lambda k: k.plan(prompt=[{"role": "user", "content": None}]),
        ("'content'", "message 1", "nothing (None)"),
    ),
    "prompt: a mapping": (lambda k: k.plan(prompt={"role": "user", "content": "x"}), ("`prompt`", "a dict")),
    "images: a text": (lambda k: k.plan(images="x.png"), ("`images`", "'x.png'", "brackets")),
    "images: a Path": (lambda k: k.plan(images=Path("x.png")), ("`images`", "the path 'x.png'", "brackets")),
    "images: bytes": (lambda k: k.plan(images=b"\x89PNG"), ("`images`", "the bytes")),
    "images: a number": (lambda k: k.plan(images=1), ("`images`", "the number 1")),
    "images: a mapping from numbers": (lambda k: k.plan(images={1: "x.png"}), ("`images`", "the number 1")),
    "images: no such file": (lambda k: k.plan(images={"front": "x.png"}), ("no picture", "'x.png'")),
    "images: hold None": (lambda k: k.plan(images=[None]), ("`images`", "nothing (None)")),
    "images: an array": (lambda k: k.plan(images=[np.zeros((2, 2, 3))]), ("`images`", "Image.fromarray")),
    "images: an empty name": (lambda k: k.plan(images=[""]), ("`images`", "an empty text")),
    "images: of a text model": (lambda k: k.plan(images=[picture()]), ("does not read images",)),
    "aliases: a list": (lambda k: k.plan(aliases=["milk"]), ("`aliases`", "a list")),
    "aliases: of numbers": (
        lambda k: k.plan(aliases={"carton": 1}),
        ("`aliases`", "'carton'", "the number 1"),
    ),
    "parts: a text": (lambda k: k.plan(parts="door"), ("`parts`", "the text 'door'")),
    "detector: a class": (lambda k: k.plan(detector=Entity), ("`detector`", "the class Entity")),
    "detector: an empty name": (lambda k: k.plan(detector=" "), ("`detector`", "empty")),
    "embedder: a number": (lambda k: k.plan(embedder=1), ("`embedder`", "the number 1")),
    "visibility_floor: 0": (lambda k: k.plan(visibility_floor=0.0), ("`visibility_floor`", "0")),
    "visibility_cut_off: a text": (
        lambda k: k.plan(visibility_cut_off="0.5"),
        ("`visibility_cut_off`", "'0.5'"),
    ),
    "scene: a path": (lambda k: k.plan(scene="scene.json"), ("`scene`", "'scene.json'", "from_json")),
    "scene: a list": (lambda k: k.plan(scene=["milk"]), ("`scene`", "a list")),
    "temperature: negative": (lambda k: k.plan(temperature=-1), ("`temperature`", "-1", "at least 0")),
    "temperature: NaN": (lambda k: k.plan(temperature=NAN), ("`temperature`", "nan")),
    "temperature: infinite": (lambda k: k.plan(temperature=INF), ("`temperature`", "inf")),
    "temperature: huge": (lambda k: k.plan(temperature=1e300), ("`temperature`", "1e+300")),
    "temperature: a huge integer": (lambda k: k.plan(temperature=10**5000), ("`temperature`", "digits")),
    "temperature: a text": (lambda k: k.plan(temperature="0.5"), ("`temperature`", "the text '0.5'")),
    "temperature: None": (lambda k: k.plan(temperature=None), ("`temperature`", "nothing (None)")),
    "temperature: True": (lambda k: k.plan(temperature=True), ("`temperature`", "the truth value True")),
    "seed: a fraction": (lambda k: k.plan(seed=0.5), ("`seed`", "the number 0.5")),
    "seed: None": (lambda k: k.plan(seed=None), ("`seed`", "nothing (None)")),
    "seed: negative": (lambda k: k.plan(seed=-1), ("`seed`", "-1")),
    "seed: huge": (lambda k: k.plan(seed=10**5000), ("`seed`", "digits")),
    "max_new_tokens: 0": (lambda k: k.plan(max_new_tokens=0), ("`max_new_tokens`", "0")),
    "max_new_tokens: a text": (lambda k: k.plan(max_new_tokens="9"), ("`max_new_tokens`", "the text '9'")),
    "max_new_tokens: True": (lambda k: k.plan(max_new_tokens=True), ("`max_new_tokens`", "True")),
    "limits: a number": (lambda k: k.plan(limits=10), ("`limits`", "the number 10", "SearchLimits")),
    "limits: 0": (lambda k: k.plan(limits=0), ("`limits`", "the number 0")),
    "limits: 0 seconds": (
        lambda k: k.plan(limits=clamp.SearchLimits(seconds=0)),
        ("`limits`", "0 seconds", "no plan"),
    ),
    "limits: 0 states": (
        lambda k: k.constrain(limits=clamp.SearchLimits(states=0)),
        ("`limits`", "0 states"),
    ),
    "visibility: a list": (lambda k: k.plan(visibility=["milk"]), ("`visibility`", "a list")),
    "visibility: texts": (lambda k: k.plan(visibility={"milk": "0"}), ("'milk'", "the text '0'")),
    "visibility: NaN": (lambda k: k.plan(visibility={"milk": NAN}), ("'milk'", "nan")),
    "visibility: positive": (lambda k: k.plan(visibility={"milk": 0.5}), ("'milk'", "0.5")),
    "on_text: a text": (lambda k: k.plan(on_text="print"), ("`on_text`", "the text 'print'")),
    # -------------------------------------------------------------- Planner, plan_many, guided
    "Planner: a name": (lambda k: clamp.Planner("gpt2"), ("`model`", "the text 'gpt2'", "from_pretrained")),
    "Planner: None": (lambda k: clamp.Planner(None), ("`model`", "nothing (None)")),
    "Planner: no tokenizer": (lambda k: clamp.Planner(k.planner.model), ("`tokenizer`", "AutoTokenizer")),
    "Planner: both": (
        lambda k: clamp.Planner(loaded(k.planner), k.planner.tokenizer),
        ("LoadedModel", "Leave them out"),
    ),
    "run: arguments": (lambda k: k.planner.run({"problem": 3}), ("`request`", "clamp.Request")),
    "run: on_text of several": (lambda k: k.planner.run([], on_text=print), ("`on_text`",)),
    "run: batch_size of one": (
        lambda k: k.planner.run(clamp.Request.of(k.problem, "Tidy up."), batch_size=2),
        ("`batch_size`",),
    ),
    "stream: a problem": (lambda k: k.planner.stream(k.problem), ("`request`", "clamp.Request")),
    "start without a name": (lambda k: k.plan(start={"a": 1}), ("`start`", "given by its name")),
    "from_pretrained: a number": (lambda k: clamp.Planner.from_pretrained(3), ("`model`", "the number 3")),
    "from_pretrained: bytes": (
        lambda k: clamp.Planner.from_pretrained(b"gpt2"),
        ("`model`", "the bytes b'gpt2'"),
    ),
    "from_pretrained: empty": (lambda k: clamp.Planner.from_pretrained(""), ("`model`", "an empty text")),
    "from_pretrained: NUL": (lambda k: clamp.Planner.from_pretrained("a\0b"), ("`model`", "null character")),
    "from_pretrained: a model": (
        lambda k: clamp.Planner.from_pretrained(k.planner.model),
        ("Planner(model, tokenizer)",),
    ),
    "from_pretrained: hmm": (lambda k: clamp.Planner.from_pretrained(hmm=3), ("`hmm`", "the number 3")),
    "from_pretrained: progress": (lambda k: clamp.Planner.from_pretrained(progress=1), ("`progress`",)),
    "guidance: negative": (lambda k: clamp.Planner.from_pretrained(guidance=-1), ("`guidance`", "-1")),
    "guidance: NaN": (lambda k: clamp.Planner.from_pretrained(guidance=NAN), ("`guidance`", "nan")),
    "guidance: a text": (
        lambda k: clamp.Planner.from_pretrained(guidance="1"),
        ("`guidance`", "the text '1'"),
    ),
    "plan_many: one request": (lambda k: k.planner.plan_many(k.request()), ("`requests`", "a PlanRequest")),
    "plan_many: texts": (lambda k: k.planner.plan_many(["Tidy"]), ("`requests`", "the text 'Tidy'")),
    "plan_many: None": (lambda k: k.planner.plan_many(None), ("`requests`", "nothing (None)")),
    "batch_size: 0": (lambda k: k.planner.plan_many([], batch_size=0), ("batch size", "0")),
    "batch_size: a fraction": (lambda k: k.planner.plan_many([], batch_size=1.5), ("`batch_size`", "1.5")),
    "on_result": (lambda k: k.planner.plan_many([], on_result=3), ("`on_result`", "the number 3")),
    "guided: a name": (lambda k: k.planner.guided("world"), ("`constraint`", "the text 'world'")),
    "VLLMPlanner: a name": (lambda k: clamp.VLLMPlanner("gpt2"), ("`llm`", "the text 'gpt2'")),
    "VLLMPlanner: guidance": (lambda k: clamp.VLLMPlanner.from_pretrained(guidance=-INF), ("`guidance`",)),
    # -------------------------------------------------------------- PlanRequest
    "request: prompt None": (lambda k: k.request(None), ("`prompt`", "nothing (None)")),
    "request: constraint": (lambda k: k.request(constraint="world"), ("`constraint`", "the text 'world'")),
    "request: format": (lambda k: k.request(plan_format="calls"), ("`plan_format`", "the text 'calls'")),
    "request: system": (lambda k: k.request(system="kitchen.pddl"), ("`system`", "the text 'kitchen.pddl'")),
    "request: temperature": (lambda k: k.request(temperature=-0.1), ("`temperature`", "-0.1")),
    "request: max_new_tokens": (lambda k: k.request(max_new_tokens=-1), ("`max_new_tokens`", "-1")),
    "request: images": (lambda k: k.request(images="x.png"), ("`images`", "'x.png'")),
    "request: by view": (lambda k: k.request(images={"front": "x.png"}), ("`images`", "a dict", "values()")),
    "request: unread": (lambda k: k.request(unread="Mind it."), ("`unread`", "the text 'Mind it.'")),
    "request: unread of others": (lambda k: k.request(unread=[3]), ("`unread`", "the number 3")),
    # -------------------------------------------------------------- PlanConstraint
    "constraint: system": (lambda k: k.constrain(system=str(DOMAIN)), ("`system`", "from_pddl")),
    "constraint: tokenizer": (lambda k: k.constrain(vocabulary=object()), ("`vocabulary`", "from_tokenizer")),
    "constraint: format": (lambda k: k.constrain(plan_format="calls"), ("`plan_format`", "the text 'calls'")),
    "constraint: seen": (lambda k: k.constrain(seen="milk"), ("`seen`", "the text 'milk'")),
    "constraint: seen a number": (lambda k: k.constrain(seen=1), ("`seen`", "the number 1")),
    "constraint: enforce None": (lambda k: k.constrain(enforce=None), ("`enforce`", "nothing (None)")),
    "constraint: enforce unknown": (lambda k: k.constrain(enforce={"syntax", "gaol"}), ("'gaol'", "goal")),
    "constraint: limits": (lambda k: k.constrain(limits="10s"), ("`limits`", "the text '10s'")),
    "advance: a text": (
        lambda k: k.constraint.advance(k.constraint.initial(), "a"),
        ("`token`", "the text 'a'"),
    ),
    "advance: a fraction": (lambda k: k.constraint.advance(k.constraint.initial(), 1.5), ("`token`", "1.5")),
    "advance: True": (lambda k: k.constraint.advance(k.constraint.initial(), True), ("`token`", "True")),
    "advance: several": (
        lambda k: k.constraint.advance(k.constraint.initial(), np.array([1, 2])),
        ("`token`", "an array"),
    ),
    "advance: outside": (
        lambda k: k.constraint.advance(k.constraint.initial(), 10**6),
        ("1000000", "outside"),
    ),
    "explain: negative": (lambda k: k.constraint.explain(k.constraint.initial(), -1), ("-1", "outside")),
    "explain: None": (lambda k: k.constraint.explain(k.constraint.initial(), None), ("`token`", "nothing")),
    # -------------------------------------------------------------- Vocabulary
    "vocabulary: None": (lambda k: clamp.Vocabulary.from_tokenizer(None), ("`tokenizer`", "nothing (None)")),
    "vocabulary: a name": (
        lambda k: clamp.Vocabulary.from_tokenizer("gpt2"),
        ("`tokenizer`", "the text 'gpt2'"),
    ),
    "vocabulary: texts": (lambda k: clamp.Vocabulary.from_bytes(["a", None], 1), ("`tokens`", "id 0", "'a'")),
    "vocabulary: bytes": (lambda k: clamp.Vocabulary.from_bytes(b"abc", 1), ("`tokens`", "b'abc'")),
    "vocabulary: eos": (lambda k: clamp.Vocabulary([b"a", None], "1"), ("`eos_ids`", "the text '1'")),
    "vocabulary: eos None": (lambda k: clamp.Vocabulary.from_bytes([b"a"], None), ("`eos_ids`", "nothing")),
    "vocabulary: eos in texts": (lambda k: clamp.Vocabulary([b"a"], ["0"]), ("`eos_ids`", "the text '0'")),
    "vocabulary: eos outside": (lambda k: clamp.Vocabulary([b"a"], [7]), ("7", "outside")),
    "bytes_of: a text": (lambda k: k.vocabulary.bytes_of("a"), ("`token`", "the text 'a'")),
    "bytes_of: negative": (lambda k: k.vocabulary.bytes_of(-1), ("-1", "outside")),
    "decode: a text": (lambda k: k.vocabulary.decode("abc"), ("`tokens`", "the text 'abc'")),
    "decode: None": (lambda k: k.vocabulary.decode(None), ("`tokens`", "nothing (None)")),
    "encode_batch: a text": (lambda k: k.vocabulary.encode_batch("abc"), ("`texts`", "the text 'abc'")),
    "encode_batch: texts": (lambda k: k.vocabulary.encode_batch(["abc"]), ("`texts`", "the text 'abc'")),
    "can_spell: a text": (lambda k: k.vocabulary.can_spell("abc"), ("`data`", "the text 'abc'")),
    # -------------------------------------------------------------- PlanFormat
    "format_of: None": (lambda k: format_of(None), ("`format`", "nothing (None)")),  # type: ignore[arg-type]
    "format_of: a format": (lambda k: format_of(clamp.PlanFormat.calls()), ("`format`", "a PlanFormat")),  # type: ignore[arg-type]
    "template: None": (lambda k: clamp.PlanFormat.from_template(None), ("`action`", "nothing (None)")),
    "template: bytes": (lambda k: clamp.PlanFormat.from_template(b"{name}"), ("`action`", "the bytes")),
    "template: separator": (
        lambda k: clamp.PlanFormat.from_template("{name}({args})", separator=1),
        ("`separator`", "the number 1"),
    ),
    "template: names": (lambda k: clamp.PlanFormat.steps(["pick"]), ("`names`", "a list")),
    "template: names of numbers": (lambda k: clamp.PlanFormat.steps({"pick": 1}), ("`names`", "'pick'")),
    "skills: a text": (
        lambda k: clamp.PlanFormat.skill_json({"pick": "cup"}),
        ("parameters['pick']", "'cup'"),
    ),
    "skills: a list": (lambda k: clamp.PlanFormat.skill_json(["pick"]), ("`parameters`", "a list")),
    "reasoning: bytes": (lambda k: clamp.PlanFormat.calls().with_reasoning(b"<"), ("`opening`", "b'<'")),
    "reasoning: a text": (lambda k: Reasoning(max_bytes="9"), ("`max_bytes`", "'9'")),  # type: ignore[arg-type]
    "serialize: texts": (
        lambda k: clamp.PlanFormat.calls().serialize(["Pick(a)"]),
        ("`actions`", "'Pick(a)'"),
    ),
    "serialize: a text": (
        lambda k: clamp.PlanFormat.calls().serialize("Pick(a)"),
        ("`actions`", "'Pick(a)'"),
    ),
    "serialize: one action": (
        lambda k: clamp.PlanFormat.calls().serialize(clamp.Action("Look")),
        ("`actions`", "an Action"),
    ),
    "serialize: None": (lambda k: clamp.PlanFormat.calls().serialize(None), ("`actions`", "nothing (None)")),
    "serialize: surrogates": (
        lambda k: clamp.PlanFormat.calls().serialize([clamp.Action("\ud800")]),
        ("lone surrogate",),
    ),
    "parse: bytes": (lambda k: clamp.PlanFormat.calls().parse(b"Pick(a)"), ("`text`", "the bytes")),
    "parse: None": (lambda k: clamp.PlanFormat.calls().parse(None), ("`text`", "nothing (None)")),
    "parse: surrogates": (lambda k: clamp.PlanFormat.calls().parse("Pick(a)\n\ud800"), ("character 9",)),
    # -------------------------------------------------------------- Action, Problem, limits
    "action: a text": (lambda k: clamp.Action("Pick", "cup"), ("`args`", "the text 'cup'")),
    "action: None": (lambda k: clamp.Action("Pick", None), ("`args`", "nothing (None)")),
    "action: numbers": (lambda k: clamp.Action("Pick", (1,)), ("`args`", "the number 1")),
    "skill_json: no name": (
        lambda k: clamp.PlanFormat.skill_json().parse('[{"name":"","params":{}}]'),
        ("not empty",),
    ),
    "instruction: half a character": (
        lambda k: k.plan(instruction="tidy \udcff"),
        ("`instruction`", "lone surrogate"),
    ),
    "action: no name": (lambda k: clamp.Action("", ()), ("empty name",)),
    "action: a name of bytes": (lambda k: clamp.Action(b"Pick"), ("`name`", "the bytes b'Pick'")),
    "pddl: None": (lambda k: clamp.Problem.from_pddl(None, PROBLEM), ("`domain`", "nothing (None)")),
    "pddl: bytes": (lambda k: clamp.Problem.from_pddl(DOMAIN, b"problem.pddl"), ("`problem`", "the bytes")),
    "pddl: a number": (lambda k: clamp.Problem.from_pddl(DOMAIN, 3), ("`problem`", "the number 3")),
    "pddl: no file": (lambda k: clamp.Problem.from_pddl("no.pddl", PROBLEM), ("no.pddl", "There is no file")),
    "pddl: a folder": (lambda k: clamp.Problem.from_pddl(EXAMPLES, PROBLEM), ("examples", "it is a folder")),
    "pddl: empty": (lambda k: clamp.Problem.from_pddl("", ""), ("domain",)),
    "task: a path": (lambda k: clamp.Problem.from_task("task.pddl"), ("`task`", "from_pddl")),
    "validate: texts": (lambda k: k.problem.validate(["open(fridge)"]), ("`actions`", "'open(fridge)'")),
    "validate: a text": (lambda k: k.problem.validate("open(fridge)"), ("`actions`", "'open(fridge)'")),
    "validate: None": (lambda k: k.problem.validate(None), ("`actions`", "nothing (None)")),
    "successor: a text": (lambda k: k.problem.successor(k.problem.initial, "open(fridge)"), ("`action`",)),
    "distance: None": (lambda k: k.problem.goal_distance(k.problem.initial, None), ("`budget`", "nothing")),
    "distance: infinite": (lambda k: k.problem.goal_distance(k.problem.initial, INF), ("`budget`", "inf")),
    "distance: a state": (lambda k: k.problem.goal_distance("start", 3), ("`state`", "the text 'start'")),
    "state: texts": (lambda k: k.problem.state(["on(a, b)"]), ("`facts`", "the text 'on(a, b)'")),
    "limits: states": (lambda k: clamp.SearchLimits(states=-1), ("`states`", "-1")),
    "limits: states in words": (lambda k: clamp.SearchLimits(states="many"), ("`states`", "the text 'many'")),
    "limits: seconds": (lambda k: clamp.SearchLimits(seconds=-1), ("`seconds`", "-1")),
    "limits: NaN seconds": (lambda k: clamp.SearchLimits(seconds=NAN), ("`seconds`", "nan")),
    "limits: infinite seconds": (
        lambda k: clamp.SearchLimits(seconds=INF),
        ("`seconds`", "inf", "leave it out"),
    ),
    # -------------------------------------------------------------- rules
    "rule: None": (lambda k: clamp.Rule.parse(None), ("`text`", "nothing (None)")),
    "rule: bytes": (lambda k: clamp.Rule.parse(b"G !p"), ("`text`", "the bytes")),
    "rule: empty": (lambda k: clamp.Rule.parse(""), ("",)),
    "rule: because": (
        lambda k: clamp.Rule.parse("F do:open(fridge)", because=3),
        ("`because`", "the number 3"),
    ),
    "ruled: a text": (lambda k: clamp.Ruled(k.problem, "F do:open(fridge)"), ("`rules`", "Rule.parse")),
    "ruled: texts": (lambda k: clamp.Ruled(k.problem, ["F do:open(fridge)"]), ("`rules`", "Rule.parse")),
    "ruled: one rule": (
        lambda k: clamp.Ruled(k.problem, clamp.Rule.parse("F do:open(fridge)")),
        ("`rules`",),
    ),
    "ruled: None": (lambda k: clamp.Ruled(k.problem, None), ("`rules`", "nothing (None)")),
    "ruled: a path": (lambda k: clamp.Ruled(str(DOMAIN), []), ("`system`",)),
    # -------------------------------------------------------------- scenes
    "scene: texts": (lambda k: clamp.Scene(("milk",)), ("`entities`", "the text 'milk'")),
    "scene: one text": (lambda k: clamp.Scene("milk"), ("`entities`", "the text 'milk'")),
    "scene: one entity": (lambda k: clamp.Scene(Entity("milk")), ("`entities`", "an Entity")),
    "scene: views": (lambda k: clamp.Scene((), {"front": 64}), ("'front'", "the number 64")),
    "scene: views in words": (lambda k: clamp.Scene((), {"front": ("64", 64)}), ("front", "the text '64'")),
    "entity: id": (lambda k: Entity(None), ("`id`", "nothing (None)")),  # type: ignore[arg-type]
    "entity: score": (lambda k: Entity("milk", score="0.5"), ("'milk'", "the text '0.5'")),  # type: ignore[arg-type]
    "entity: NaN": (lambda k: Entity("milk", score=NAN), ("'milk'", "nan")),
    "entity: box": (lambda k: Entity("milk", box=(0, 0, 1), view="front"), ("'milk'", "[0, 0, 1]")),  # type: ignore[arg-type]
    "entity: box in words": (lambda k: Entity("milk", box="0 0 1 1", view="f"), ("'milk'", "the text")),  # type: ignore[arg-type]
    "entity: age": (lambda k: Entity("milk", age=0.5), ("`age`", "0.5")),  # type: ignore[arg-type]
    "entity: seen": (lambda k: Entity("milk", seen="no"), ("`seen`", "the text 'no'")),  # type: ignore[arg-type]
    "from_json: None": (lambda k: clamp.Scene.from_json(None), ("`source`", "nothing (None)")),
    "from_json: no file": (lambda k: clamp.Scene.from_json("no.json"), ("'no.json'", "There is no file")),
    "from_json: a folder": (lambda k: clamp.Scene.from_json(EXAMPLES), ("examples", "it is a folder")),
    "from_json: a list": (lambda k: clamp.Scene.from_json([]), ("`source`", "an empty list")),
    "from_json: an empty name": (lambda k: clamp.Scene.from_json(""), ("`source`", "an empty text")),
    "merge: one scene": (lambda k: clamp.Scene.merge(k.scene), ("`scenes`", "a Scene")),
    "update: a list": (lambda k: k.scene.update(["milk"]), ("`observation`", "a list")),
    "update: memory": (lambda k: k.scene.update(k.scene, memory=3), ("`memory`", "the number 3")),
    "update: looked_at": (lambda k: k.scene.update(k.scene, looked_at="shelf"), ("`looked_at`", "'shelf'")),
    "parts: a list": (lambda k: k.scene.with_parts(["door"]), ("`parts`", "a list")),
    "renamed: a number": (lambda k: k.scene.renamed({"milk": 1}), ("`names`", "'milk'", "the number 1")),
    "best: unknown": (lambda k: k.scene.best("cup"), ("'cup'", "milk")),
    "segmentation: a list": (
        lambda k: clamp.Scene.from_segmentation([[1]], {}),
        ("`segmentation`", "a list"),
    ),
    "segmentation: lists": (lambda k: clamp.Scene.from_segmentation({"f": [[1]]}, {}), ("'f'", "a list")),
    "memory: 0": (lambda k: Memory(forget_after=0), ("forget_after", "0")),
    "memory: a text": (lambda k: Memory(forget_after="3"), ("`forget_after`", "the text '3'")),  # type: ignore[arg-type]
    "visibility: floor": (lambda k: SoftVisibility(floor="low"), ("`floor`", "the text 'low'")),  # type: ignore[arg-type]
    "visibility: NaN floor": (lambda k: SoftVisibility(floor=NAN), ("`floor`", "nan")),
    "bias: a name": (lambda k: VisibilityBias("world", {}), ("`constraint`", "the text 'world'")),  # type: ignore[arg-type]
    # -------------------------------------------------------------- HMMs
    "hmm: texts": (lambda k: clamp.HMM("a", "b", "c"), ("the text 'a'",)),
    "hmm: None": (lambda k: clamp.HMM(None, None, None), ("nothing (None)",)),
    "hmm: ragged": (lambda k: clamp.HMM([1.0], [[1.0]], [[0.5, 0.5], [1.0]]), ("several lengths",)),
    "hmm: complex": (lambda k: clamp.HMM([1j], [[1.0]], [[1.0]]), ("complex",)),
    "hmm: random": (lambda k: clamp.HMM.random(0, 3, seed=0), ("0",)),
    "hmm: random in words": (lambda k: clamp.HMM.random("two", 3, seed=0), ("`num_states`", "'two'")),
    "hmm: seed": (lambda k: clamp.HMM.random(2, 3, seed=-1), ("`seed`", "-1")),
    "hmm: dtype": (lambda k: k.hmm.astype("int32"), ("`dtype`", "'int32'")),
    "hmm: tokens": (lambda k: k.hmm.log_likelihood("abc"), ("`tokens`", "the text 'abc'")),
    "hmm: half a token": (lambda k: k.hmm.log_likelihood([0.5]), ("`tokens`", "0.5")),
    "hmm: a token outside": (lambda k: k.hmm.belief([10**6]), ("1000000",)),
    "hmm: folder None": (lambda k: clamp.HMM.from_pretrained(None), ("`source`", "nothing (None)")),
    "hmm: no folder": (lambda k: clamp.HMM.from_pretrained("/no/such/folder"), ("/no/such/folder",)),
    "hmm: tokenizer": (lambda k: k.hmm.check_tokenizer("gpt2"), ("the text 'gpt2'",)),
    "remap: None": (lambda k: clamp.remap(None, {"a": 0}, {"a": 0}), ("`hmm`", "nothing (None)")),
    "remap: tokenizer": (lambda k: clamp.remap(k.hmm, None, {"a": 0}), ("nothing (None)",)),
    "remap: surfaces": (
        lambda k: clamp.remap(k.hmm, {"a": 0}, {"a": 0}, surfaces="cup"),
        ("`surfaces`", "'cup'"),
    ),
    "remap: special": (
        lambda k: clamp.remap(k.hmm, {"a": 0}, {"a": 0}, special=["<s>"]),
        ("`special`", "a list"),
    ),
    "lookahead: a name": (lambda k: clamp.Lookahead("world", k.hmm), ("`constraint`", "the text 'world'")),
    "lookahead: a folder": (lambda k: clamp.Lookahead(k.constraint, "hmm"), ("`hmm`", "from_pretrained")),
    "lookahead: guidance": (
        lambda k: clamp.Lookahead(k.constraint, k.hmm, guidance=NAN),
        ("guidance", "nan"),
    ),
    "lookahead: states": (lambda k: clamp.Lookahead(k.constraint, k.hmm, max_states=1.5), ("`max_states`",)),
    "lookahead: slack": (lambda k: clamp.Lookahead(k.constraint, k.hmm, slack="2"), ("`slack`", "'2'")),
}

DEFECTS = {
    "a class as Python prints it": r"<class|<function|<bound method|object at 0x|dict_keys|dict_values",
    "a private name": r"\b_[A-Z][A-Za-z]+\b",
    "doubled punctuation": r"\.\.(?!\.)(?<!\.\.\.)|,,|;;|\?\.|::(?!:)| \.| ,",
    "a bare None": r"(?<!nothing \()\bNone\b",
    "one of several": r"\b1 (things|actions|rules|tokens|constraints|entities|pictures|messages)\b",
}


@pytest.mark.parametrize("case", CASES)
def test_a_slip_is_explained(case: str) -> None:
    slip, fragments = CASES[case]
    with pytest.raises(clamp.ClampError) as caught:
        slip(kit())
    message = str(caught.value)
    for fragment in fragments:
        assert fragment in message, message
    assert len(message) < 600
    assert message.rstrip()[-1] in ".?!", message
    plain = re.sub(r"b?'[^']*'", "X", message)
    for defect, pattern in DEFECTS.items():
        assert not re.search(pattern, plain), (defect, message)


# ------------------------------------------------------------------ what is no slip


def test_what_is_right_stays_right() -> None:
    """Generators are read once; NumPy's numbers are numbers; lists are as good as tuples."""
    k = kit()
    names = list(k.problem.entities)
    first = k.constrain(seen=(name for name in names), budget=np.int64(14), enforce=["syntax", "visibility"])
    again = k.constrain(seen=frozenset(names), budget=14, enforce=iter(["visibility", "syntax"]))
    assert first.seen == again.seen == frozenset(names)
    token = first.allowed(first.initial())[0]
    assert isinstance(token, np.int64)
    assert first.advance(first.initial(), token) == first.advance(first.initial(), int(token))
    assert clamp.Action("Pick", ["cup"]) == clamp.Action("Pick", ("cup",))  # type: ignore[arg-type]
    assert k.problem.validate(iter(())).step is None
    actions = (clamp.Action("Look") for _ in range(2))
    assert clamp.PlanFormat.calls().serialize(actions) == "Look()\nLook()"
    assert clamp.Scene.merge(one for one in (k.scene, k.scene)).ids == ("milk", "fridge")
    assert k.scene.renamed({"milk": None}).ids == ("fridge",)


def test_an_end_of_sequence_token_is_one_whatever_integer_it_is_given_as() -> None:
    """A tensor's hash is that of the object, so it is in no set of ids."""
    torch = pytest.importorskip("torch")
    constraint = kit().constrain(enforce={"syntax"})
    cursor = constraint.initial()
    for byte in b"open(fridge)":
        cursor = constraint.advance(cursor, byte)
    ended = constraint.advance(cursor, torch.tensor(256))
    assert ended.finished
    assert ended == constraint.advance(cursor, 256)


@pytest.mark.parametrize("given", ["calls", "steps", "{name} of {args};", "skill_json"])
def test_a_format_has_one_name_in_python_and_on_the_command_line(given: str) -> None:
    by_name, by_object = (kit().plan(problem=TIDY, budget=3, format=one) for one in (given, format_of(given)))
    assert by_name
    assert by_name.text == by_object.text
    assert by_name.actions == by_object.actions


def test_the_former_name_of_the_format_works_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="called `format`"):
        result = kit().plan(problem=TIDY, budget=3, plan_format=clamp.PlanFormat.steps())
    assert result.text.startswith("Step 1. ")
    with pytest.raises(clamp.errors.ConstraintError, match="both given"):
        kit().plan(plan_format="calls", format="calls")


def test_seen_may_be_a_generator_in_a_plan() -> None:
    one, other = (kit().plan(problem=TIDY, budget=3, seen=seen) for seen in (iter(["cup"]), ["cup"]))
    assert one
    assert one.text == other.text


@pytest.mark.parametrize("name", ["semantics", "recovery"])
def test_settings_that_only_benchmarks_have_are_refused_at_every_door(name: str, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from clamp.cli import app
    from clamp.serve.description import read_carried

    with pytest.raises(clamp.errors.ConstraintError, match=rf"`{name}` .*clamp-bench"):
        clamp.Request.of(kit().problem, "Tidy up.", **{name: "paper"})
    texts = {"domain": DOMAIN.read_text("utf-8"), "problem": PROBLEM.read_text("utf-8")}
    with pytest.raises(clamp.errors.ConstraintError, match=rf"`{name}` .*clamp-bench"):
        read_carried({**texts, name: "paper"})
    task = tmp_path / "task.yaml"
    task.write_text(f"domain: {DOMAIN}\nproblem: {PROBLEM}\ninstruction: Tidy up.\n{name}: paper\n")
    plain = ["--domain", str(DOMAIN), "--problem", str(PROBLEM), "--instruction", "Tidy up."]
    for arguments in ([str(task)], [*plain, f"--{name}", "paper"]):
        run = CliRunner().invoke(app, ["plan", *arguments])
        assert run.exit_code == 2
        assert "clamp-bench" in run.output
