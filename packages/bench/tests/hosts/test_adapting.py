"""Adaptation through the planner: each plan is that of a planner whose HMM was adapted by hand."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from fakes import GraphSystem  # noqa: E402
from picture_models import Processor  # noqa: E402
from tiny_models import model, planner, tokenizer  # noqa: E402

from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.decoding.result import PlanResult  # noqa: E402
from clamp.errors import ClampError, ConstraintError  # noqa: E402
from clamp.hmm import HMM  # noqa: E402
from clamp.hmm.corpus import Continuation  # noqa: E402
from clamp.hmm.training.adaptation import CONFIGURATIONS, AdaptationConfig, AdaptationSession  # noqa: E402
from clamp.hmm.vision import VisionHMM  # noqa: E402
from clamp.hosts import adapting  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.planning.system import Action  # noqa: E402
from clamp.request.request import Request  # noqa: E402
from clamp_bench.paper import PaperConstraint  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look"), Action("Wait")],
    {0: {0: 1, 2: 0, 3: 3}, 1: {1: 2, 2: 1}, 2: {2: 2}, 3: {2: 0, 0: 1}},
    {2},
)
NEVER = GraphSystem([Action("Look"), Action("Put")], {0: {0: 0}}, {1})


def hmm(writer: Planner, seed: int = 0) -> HMM:
    return HMM.random(3, writer.vocabulary.size, seed=seed)


def scores(result: Any) -> list[float]:
    return [step.score for step in result.trace]


def same(one: Any, other: Any) -> None:
    assert one.text == other.text
    assert one.tokens == other.tokens
    assert scores(one) == pytest.approx(scores(other), abs=1e-9)


def continuations(prompts: list[PlanRequest]) -> list[list[int]]:
    return [list(result.tokens) for result in planner().plan_many(prompts)]


def test_ttba_is_the_plan_of_an_hmm_adapted_to_five_continuations(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = planner(hmm=hmm(planner()))
    drawn: list[PlanRequest] = []
    real = Planner._run  # pyright: ignore[reportPrivateUsage]

    def noted(self: Planner, requests: Any, *others: Any) -> Any:
        drawn.extend(one for one in requests if one.constraint is None)
        return real(self, requests, *others)

    monkeypatch.setattr(Planner, "_run", noted)
    # The bound of the plan is none of the continuations that the HMM is adapted to.
    found = writer.plan(TIDY, "tidy", budget=4, loops=True, adaptation="ttba", max_new_tokens=40)
    monkeypatch.undo()
    assert len(drawn) == len({one.seed for one in drawn}) == 5
    assert all(one.temperature == 1 and one.max_new_tokens == 256 for one in drawn)
    texts = continuations(drawn)
    assert len(set(map(tuple, texts))) > 1
    session = AdaptationSession.start(hmm(writer), replace(CONFIGURATIONS["R2"]))
    adapted = session.for_prompt([Continuation(one) for one in texts])
    same(found, planner(hmm=adapted).plan(TIDY, "tidy", budget=4, loops=True))
    plain = planner(hmm=hmm(writer)).plan(TIDY, "tidy", budget=4, loops=True)
    assert scores(found) != pytest.approx(scores(plain), abs=1e-6)
    # What was adapted for one plan is gone with it.
    same(writer.plan(TIDY, "tidy", budget=4, loops=True), plain)


def test_otta_learns_from_each_plan_until_it_is_told_to_forget() -> None:
    writer = planner(hmm=hmm(planner()))
    session = AdaptationSession.start(hmm(writer), replace(CONFIGURATIONS["R4"], domain=False))
    first = None
    for seed in range(3):
        settings: Any = {"budget": 4, "loops": True, "temperature": 1.0, "seed": seed}
        found = writer.plan(TIDY, "tidy", adaptation="otta", **settings)
        same(found, planner(hmm=session.current).plan(TIDY, "tidy", **settings))
        first = first or found
        session = session.after_plan(Continuation(found.tokens))
        # A request without a plan says so, and leaves the session as it was.
        assert not writer.plan(NEVER, "put", budget=3, adaptation="otta")
    # Who adapts nothing has the HMM that the planner was made with.
    plain = planner(hmm=hmm(writer)).plan(TIDY, "tidy", budget=4, loops=True)
    same(writer.plan(TIDY, "tidy", budget=4, loops=True), plain)
    writer.forget()
    again = writer.plan(TIDY, "tidy", adaptation="otta", budget=4, loops=True, temperature=1.0, seed=0)
    same(again, first)


@pytest.mark.parametrize(
    "constraints",
    ["token", "grounded", ("syntax", "executability"), "world"],
    ids=lambda given: given if isinstance(given, str) else "+".join(given),
)
@pytest.mark.parametrize("kind", [PlanConstraint, PaperConstraint])
def test_otta_learns_from_each_text_that_ended_as_its_constraints_let_it(
    constraints: Any, kind: type[PlanConstraint]
) -> None:
    """No verdict on the goal, which would be a label, chooses what is learned from where no goal is enforced."""
    writer = planner(hmm=hmm(planner()))
    session = AdaptationSession.start(hmm(writer), replace(CONFIGURATIONS["R4"], domain=False))
    request = Request.of(TIDY, "tidy", budget=3, loops=True, constraints=constraints)
    settings = {"budget": 3, "loops": True, "enforce": request.configuration.enforce}
    hard = kind(TIDY, writer.vocabulary, request.plan_format, **settings)

    def plan(seed: int, **settings: Any) -> PlanResult:
        constraint = writer.guided(hard, lookahead="action", belief="canonical")
        settings |= {"adaptation": "otta", "temperature": 1.0, "seed": seed}
        return writer.write([PlanRequest(request.messages(3), constraint, **settings)])[0]

    causes: set[str | None] = set()
    assert writer.adapting is not None
    for seed in range(4):
        found = plan(seed)
        causes.add(found.failure and found.failure.cause)
        if found or (found.failure is not None and found.failure.cause == "validation"):
            assert found.tokens[-1] in writer.vocabulary.eos_ids
            session = session.after_plan(Continuation(found.tokens))
        assert np.array_equal(writer.adapting.session.current.emission, session.current.emission)
        # What was cut is no plan yet, and says nothing of how plans end.
        cut = plan(seed, max_new_tokens=3)
        assert cut.failure is not None
        assert cut.failure.cause == "length"
    assert np.array_equal(writer.adapting.session.current.emission, session.current.emission)
    if (constraints, kind) != (
        "world",
        PaperConstraint,
    ):  # there, what is written at random comes to dead ends alone
        assert session.current is not session.domain
    if constraints != "world":
        assert "validation" in causes


@pytest.mark.sampled(5)
@pytest.mark.parametrize("pseudocount", [None, 0, 2.5])
@pytest.mark.parametrize("adaptation", ["ttba", "otta", "otta+ttba"])
def test_estimates_are_smoothed_as_the_plan_says_or_else_as_the_session_does(
    adaptation: str, pseudocount: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = AdaptationConfig(pseudocount=0.25)
    writer = planner(hmm=hmm(planner()))
    assert writer.adapting is not None
    writer.adapting.session = AdaptationSession.start(hmm(writer), own)
    texts = [Continuation([5, 6, 7, 5]), Continuation([8, 9])]
    monkeypatch.setattr(adapting, "drawn", lambda *_: texts)
    tiers = {"session": "otta" in adaptation, "instance": "ttba" in adaptation}
    smoothing = own.pseudocount if pseudocount is None else pseudocount
    session = AdaptationSession.start(hmm(writer), replace(own, **tiers, pseudocount=smoothing))
    written: list[tuple[int, ...]] = []
    settings: Any = {"budget": 4, "loops": True, "temperature": 1.0}
    for seed in range(2):
        found = writer.plan(
            TIDY, "tidy", adaptation=adaptation, pseudocount=pseudocount, seed=seed, **settings
        )
        by_hand = planner(hmm=session.for_prompt(texts))
        same(found, by_hand.plan(TIDY, "tidy", seed=seed, **settings))
        session = session.after_plan(Continuation(found.tokens))
        written.append(found.tokens)
    emission = session.current.emission
    assert np.array_equal(writer.adapting.session.current.emission, emission)
    assert writer.adapting.session.config == own  # what one plan says is of that plan
    # Who goes on with what was written before comes to the same.
    writer.forget()
    for tokens in written if "otta" in adaptation else ():
        writer.learn(tokens, pseudocount)
    assert np.array_equal(writer.adapting.session.current.emission, emission)


DELAY = 0.03


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("adaptation", "sees", "steps"),
    [
        ("none", False, ""),
        ("ttba", False, "draw estimate rebuild"),
        ("otta", False, "rebuild learn"),
        ("otta+ttba", False, "draw estimate rebuild learn"),
        ("none", True, "look rebuild"),
        ("otta+ttba", True, "look draw estimate rebuild learn"),
    ],
)
def test_what_adapting_takes_is_in_the_plan_s_timing(
    adaptation: str, sees: bool, steps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = seeing(hmm=vision_hmm(seeing())) if sees else planner(hmm=hmm(planner()))
    done: list[str] = []

    def slow(step: str, owner: Any, name: str, when: Any = None) -> None:
        real = getattr(owner, name)

        def slowed(*given: Any, **others: Any) -> Any:
            if when is None or when(*given):
                done.append(step)
                sleep(DELAY)
            return real(*given, **others)

        monkeypatch.setattr(owner, name, slowed)

    slow("look", Planner, "picture_context")
    slow("draw", Planner, "_run", lambda _, requests, *__: requests[0].constraint is None)
    slow("estimate", AdaptationSession, "for_prompt", lambda session, _: session.config.instance)
    slow("rebuild", adapting, "with_hmm")
    slow("learn", AdaptationSession, "after_plan", lambda session, _: session.config.session)
    started = perf_counter()
    images = [picture(1)] if sees else None
    found = writer.plan(
        TIDY,
        "tidy",
        budget=4,
        loops=True,
        adaptation=adaptation,
        images=images,
        seen=TIDY.entities,
        trace=False,
    )
    took = perf_counter() - started
    assert found
    assert done == steps.split()
    timing = found.timing
    assert (timing.adaptation > 0) == bool(steps)
    assert timing.adaptation >= DELAY * len(done)
    # Each second is in one of the four.
    assert timing.compile + timing.adaptation + timing.prompt + timing.generation <= took
    assert timing.to_json()["adaptation"] == timing.adaptation


@pytest.mark.parametrize("adaptation", ["none", "ttba", "otta", "otta+ttba"])
@pytest.mark.parametrize("sees", [False, True])
def test_where_no_plan_exists_nothing_is_drawn_or_looked_at(
    adaptation: str, sees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = seeing(hmm=vision_hmm(seeing())) if sees else planner(hmm=hmm(planner()))

    def unasked(*_: Any, **__: Any) -> Any:
        raise AssertionError("a plan that cannot be was prepared")

    for host in (Planner, type(writer)):
        monkeypatch.setattr(host, "_prompt", unasked)
    images = [picture(1)] if sees else None
    asked: list[int] = []
    diagnosed = PlanConstraint.failure

    def counted(self: PlanConstraint) -> Any:
        asked.append(1)
        return diagnosed(self)

    monkeypatch.setattr(PlanConstraint, "failure", counted)
    found = writer.plan(TIDY, "tidy", budget=1, seen=TIDY.entities, images=images, adaptation=adaptation)
    assert found.failure is not None
    assert (found.failure.cause, found.failure.smallest_budget) == ("budget", 2)
    assert len(asked) == 1  # explaining it may take long
    assert found.timing.compile > 0


@pytest.mark.no_cover
def test_both_tiers_in_a_batch_beside_plans_that_adapt_nothing() -> None:
    writer = planner(hmm=hmm(planner()))
    constraint = writer.guided(writer_constraint(writer))
    asked = [
        PlanRequest("tidy", constraint),
        PlanRequest("tidy up", constraint, adaptation="otta+ttba"),
        PlanRequest("clean", constraint, adaptation="otta+ttba"),
    ]
    told: list[int] = []
    found = writer.plan_many(asked, on_result=lambda index, _: told.append(index))
    assert sorted(told) == [0, 1, 2]
    assert told.index(1) < told.index(2)  # a session has an order
    twin = planner(hmm=hmm(writer))
    for number, result in enumerate(found):
        (alone,) = twin.plan_many([replace(asked[number], constraint=twin.guided(writer_constraint(twin)))])
        assert alone.tokens == result.tokens


def writer_constraint(writer: Planner) -> Any:
    return PlanConstraint(TIDY, writer.vocabulary, PlanFormat.calls(), budget=4, loops=True)


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ({}, {"adaptation": "ttba"}),
        ({"hmm": True}, {"adaptation": "otta", "guidance": 0}),
        ({"hmm": True}, {"adaptation": "R5"}),
        ({"hmm": True}, {"adaptation": None}),
        ({"hmm": True}, {"adaptation": "none", "pseudocount": 0}),
        ({"hmm": True}, {"adaptation": "none", "pseudocount": 1}),
    ],
)
def test_adaptation_that_nothing_would_hear_of_is_refused(options: Any, settings: Any) -> None:
    made = planner(hmm=hmm(planner())) if options else planner()
    if settings["adaptation"] is None:
        with pytest.raises(ClampError, match="adaptation"):
            PlanRequest("tidy", adaptation=None)  # type: ignore[arg-type]
        return
    with pytest.raises(ConstraintError, match="adaptation"):
        made.plan(TIDY, "tidy", budget=4, **settings)


# ------------------------------------------------------------------ pictures


def seeing(**options: Any) -> Planner:
    return Planner(LoadedModel(model("qwen3-vl"), tokenizer(), "tiny-vl", processor=Processor()), **options)


def vision_hmm(writer: Planner) -> VisionHMM:
    random = np.random.default_rng(0)
    width = model("qwen3-vl").config.vision_config.hidden_size
    factors = random.normal(size=(writer.vocabulary.size, 2)), random.normal(size=(2, width))
    return VisionHMM(hmm(writer).for_tokenizer(tokenizer()), *factors)


def picture(seed: int) -> Any:
    return torch.randn(16, 96, generator=torch.Generator().manual_seed(seed))


def context_of(*pictures: Any) -> Any:
    """The mean of the vision encoder's last layer, caught while the model itself runs."""
    caught: list[Any] = []
    visual = model("qwen3-vl").model.visual
    handle = visual.register_forward_hook(lambda _, __, out: caught.append(out.last_hidden_state))
    try:
        seeing().plan(TIDY, "tidy", budget=4, seen=TIDY.entities, images=list(pictures), max_new_tokens=1)
    finally:
        handle.remove()
    return caught[0].double().reshape(-1, caught[0].shape[-1]).mean(0).numpy()


def test_pictures_condition_the_hmm_by_the_encoder_s_last_layer(tmp_path: Any) -> None:
    plain = seeing()
    vision = vision_hmm(plain)
    vision.save_pretrained(tmp_path / "vision")
    for given in (vision, tmp_path / "vision"):
        writer = seeing(hmm=given)
        texts: list[list[float]] = []
        for pictures in ([picture(1)], [picture(2), picture(3)]):
            found = writer.plan(TIDY, "tidy", budget=4, loops=True, seen=TIDY.entities, images=pictures)
            by_hand = seeing(hmm=vision.condition(context_of(*pictures)))
            same(found, by_hand.plan(TIDY, "tidy", budget=4, loops=True, seen=TIDY.entities, images=pictures))
            texts.append(scores(found)[:3])
        assert texts[0] != pytest.approx(texts[1], abs=1e-6)


def test_an_hmm_of_pictures_weighs_particles_too() -> None:
    vision, pictures = vision_hmm(seeing()), [picture(1)]
    settings: Any = {"budget": 4, "loops": True, "seen": TIDY.entities, "images": pictures, "particles": 3}
    found = seeing(hmm=vision).plan(TIDY, "tidy", **settings)
    same(found, seeing(hmm=vision.condition(context_of(*pictures))).plan(TIDY, "tidy", **settings))
    assert found.posterior is not None
    assert found.posterior.particles == 3


def test_an_hmm_of_pictures_needs_pictures() -> None:
    writer = seeing(hmm=vision_hmm(seeing()))
    with pytest.raises(ConstraintError, match="no picture"):
        writer.plan(TIDY, "tidy", budget=4)
    assert writer.plan(TIDY, "tidy", budget=4, guidance=0)


def test_the_command_line_and_benchmarks_refuse_adaptation_without_an_hmm(tmp_path: Any) -> None:
    from typer.testing import CliRunner

    from clamp.cli import app
    from clamp_bench.configuration import EAIConfig

    with pytest.raises(ClampError, match="--adaptation otta"):
        EAIConfig(tmp_path, adaptation="otta")
    found = CliRunner().invoke(app, ["plan", "--world", "eai:27_2", "--adaptation", "ttba"])
    assert found.exit_code == 2
    assert "--adaptation ttba" in found.output
    with pytest.raises(ClampError, match="pseudocount is 0"):
        EAIConfig(tmp_path, hmm=tmp_path, pseudocount=0)
    found = CliRunner().invoke(app, ["plan", "--world", "eai:27_2", "--hmm", "x", "--pseudocount", "0.5"])
    assert found.exit_code == 2
    assert "pseudocount is 0.5" in " ".join(found.output.split())
