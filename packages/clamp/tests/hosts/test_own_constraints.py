"""A constraint of one's own: through every door of both hosts, or refused before the model is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import TIDY

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

import clamp  # noqa: E402
from clamp.decoding import LEVELS  # noqa: E402
from clamp.decoding.result import PlanResult  # noqa: E402
from clamp.hosts.hf.processor import ClampLogitsProcessor  # noqa: E402
from clamp.hosts.planner import PlanHost  # noqa: E402

WISH = "Tidy up."
CALLS = clamp.PlanFormat.calls()


class Listed(clamp.Constraint[bytes]):
    """One of some texts; a cursor is what has been written."""

    enforce = frozenset(LEVELS)

    def __init__(self, texts: list[bytes], vocabulary: clamp.Vocabulary, *parts: Any) -> None:
        super().__init__(vocabulary, *parts)
        self.texts = texts
        self.ids = {vocabulary.bytes_of(token): token for token in range(vocabulary.size)}

    def initial(self) -> bytes:
        return b""

    def advance(self, cursor: bytes, token: int) -> bytes:
        return cursor + (self.vocabulary.bytes_of(token) or b"")

    def allowed(self, cursor: bytes) -> Any:
        rests = [text[len(cursor) :] for text in self.texts if text.startswith(cursor)]
        found = {self.ids[rest[:1]] for rest in rests if rest}
        if b"" in rests:
            found |= self.vocabulary.eos_ids
        return np.array(sorted(found), dtype=np.int64)


@pytest.fixture(scope="module", params=["transformers", "vLLM"])
def writer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlanHost]:
    if request.param == "transformers":
        yield clamp.Planner(model(), tokenizer(), name="tiny")
        return
    folder: Path = tmp_path_factory.mktemp("model")
    model().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    with fake_vllm.installed():
        yield clamp.VLLMPlanner.from_pretrained(folder, dtype="float32")


def listed(writer: PlanHost, *parts: Any) -> Listed:
    texts = [writer.plan(TIDY, WISH, budget=5, temperature=1.0, seed=seed).text for seed in range(2)]
    return Listed([text.encode() for text in texts], writer.vocabulary, *parts)


def by_run(writer: PlanHost, constraint: Any, **more: Any) -> PlanResult:
    return writer.run(clamp.Request.of(TIDY, WISH, constraint=constraint, **more))


def by_several(writer: PlanHost, constraint: Any, **more: Any) -> PlanResult:
    usual = clamp.Request.of(TIDY, WISH, budget=5)
    before, found = writer.run(
        [usual, clamp.Request.of(TIDY, WISH, constraint=constraint, **more)], trace=True
    )
    assert before
    return found


def by_many(writer: PlanHost, constraint: Any, **more: Any) -> PlanResult:
    entries: Any = [{"constraint": constraint, **more}, {"budget": 5}]
    found, after = writer.plan_many(entries, problem=TIDY, instruction=WISH, trace=True)
    assert after
    return found


def by_stream(writer: PlanHost, constraint: Any, **more: Any) -> PlanResult:
    with writer.stream(clamp.Request.of(TIDY, WISH, constraint=constraint, **more)) as actions:
        found = list(actions)
    assert found == list(actions.result)
    return actions.result


DOORS: dict[str, Callable[..., PlanResult]] = {
    "plan": lambda writer, constraint, **more: writer.plan(TIDY, WISH, constraint=constraint, **more),
    "run": by_run,
    "run, several": by_several,
    "plan_many": by_many,
    "stream": by_stream,
}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("parts", [(), (CALLS,), (CALLS, TIDY)], ids=["bare", "format", "format and system"])
def test_every_door_writes_under_it(writer: PlanHost, door: str, parts: Any) -> None:
    mine = listed(writer, *parts)
    found = DOORS[door](writer, mine, temperature=1.0, seed=3)
    assert found.text.encode() in mine.texts
    assert found.status == "plan"
    assert found.certificate is not None
    assert found.certificate.valid
    if door != "stream":
        assert [step.allowed for step in found.trace] == [
            len(mine.allowed(found.text.encode()[:at])) for at in range(len(found.trace))
        ]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("door", DOORS)
def test_what_weighs_it_counts(writer: PlanHost, door: str) -> None:
    mine = listed(writer)
    last = mine.texts[-1]

    def likes(cursor: bytes) -> list[float]:
        return [0.0 if last.startswith(mine.advance(cursor, one)) else -50.0 for one in mine.allowed(cursor)]

    found = DOORS[door](writer, clamp.Weighted(mine, [clamp.Score("likes", 1.0, likes)]))
    assert found.text.encode() == last
    if door != "stream":
        assert {step.weighed_by for step in found.trace} == {"likes"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("door", DOORS)
def test_it_goes_beside_another_one(writer: PlanHost, door: str) -> None:
    mine = listed(writer)
    both = mine & clamp.PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    assert DOORS[door](writer, both).text.encode() in mine.texts


def test_a_plan_is_read_in_its_format(writer: PlanHost) -> None:
    steps = clamp.PlanFormat.steps()
    text = writer.plan(TIDY, WISH, budget=5, format=steps).text.encode()
    for parts, more in (((steps,), {}), ((), {"format": steps}), ((steps,), {"format": "steps"})):
        assert writer.plan(TIDY, WISH, constraint=Listed([text], writer.vocabulary, *parts), **more)
    unread = writer.plan(TIDY, WISH, constraint=Listed([text], writer.vocabulary))
    assert unread.failure is not None
    assert unread.failure.cause == "syntax"


def test_what_it_enforces_decides_as_the_settings_would(writer: PlanHost) -> None:
    """Whether an instruction binds is asked of it, not of settings that nothing heeds."""
    mine, wish = listed(writer), "Put the banana on the shelf."
    for asked in ({"budget": 5}, {"constraint": mine}):
        found = writer.plan(TIDY, wish, seen=list(TIDY.entities), **asked)
        assert found.failure is not None
        assert found.failure.cause == "absent"
    mine.enforce = frozenset()
    assert writer.plan(TIDY, wish, seen=list(TIDY.entities), constraint=mine)


def test_what_is_not_seen_is_in_no_plan_whoever_constrains_it(writer: PlanHost) -> None:
    """A constraint that knows of more is refused; one that says that it keeps to what is seen, and does not, certifies
    nothing."""
    known = clamp.PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    seen = [one for one in TIDY.entities if one != "shelf"]
    with pytest.raises(clamp.errors.ConstraintError, match=r"`constraint` lets a plan name .*shelf"):
        writer.plan(TIDY, "tidy", constraint=known, seen=seen)
    with pytest.raises(clamp.errors.ConstraintError, match="`visibility_floor`"):
        writer.plan(TIDY, "tidy", constraint=known, visibility_floor=0.5)
    assert writer.plan(TIDY, "tidy", constraint=known, seen=list(TIDY.entities))
    mine = listed(writer)
    mine.enforce = frozenset({"syntax", "visibility", "executability"})
    found = writer.plan(TIDY, "tidy", constraint=mine, seen=seen)
    assert found.failure is not None
    assert found.failure.cause == "validation"
    assert "shelf" in found.failure.message
    assert found.certificate is None


@pytest.mark.sampled(5)
@pytest.mark.parametrize("wrong", ["goal", {"gaol"}, ["goal"], 3, None])
def test_what_it_enforces_are_levels(writer: PlanHost, wrong: Any) -> None:
    mine = listed(writer)
    mine.enforce = wrong
    with pytest.raises(clamp.errors.ConstraintError, match=r"`enforce` of"):
        writer.plan(TIDY, "tidy", constraint=mine)
    with pytest.raises(clamp.errors.ConstraintError, match=r"`enforce` of"):
        mine & listed(writer)


def test_a_request_without_rules_takes_a_constraint(writer: PlanHost) -> None:
    asked = clamp.Request.of(TIDY, "tidy", rules=[])
    assert writer.run(asked.but(constraint=listed(writer)))


# -- what is refused -------------------------------------------------------------------------------


class NoSuper(Listed):
    def __init__(self) -> None:
        self.texts = [b"x"]


class Gives(Listed):
    """Admits what it was told."""

    def __init__(self, ids: Any, vocabulary: clamp.Vocabulary, after: int = 0) -> None:
        super().__init__([], vocabulary)
        self.gives, self.after = ids, after

    def allowed(self, cursor: bytes) -> Any:
        return np.array([70]) if len(cursor) < self.after else self.gives


def narrow() -> clamp.Vocabulary:
    return clamp.Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)


def mixed(vocabulary: clamp.Vocabulary) -> clamp.Vocabulary:
    """Of the same width, with two tokens changed for each other."""
    found = [vocabulary.bytes_of(token) for token in range(vocabulary.size)]
    found[66], found[67] = found[67], found[66]
    return clamp.Vocabulary.from_bytes(found, min(vocabulary.eos_ids))


OTHER = clamp.Problem.from_pddl(
    "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))",
    "(define (problem other) (:domain d) (:goal (p)))",
)

REFUSED: dict[str, tuple[Callable[[PlanHost], tuple[Any, dict[str, Any]]], str]] = {
    "no constraint": (lambda w: (3, {}), "`constraint` is or holds a clamp.Constraint.*the number 3"),
    "the class": (lambda w: (Listed, {}), "the class Listed itself"),
    "without super": (lambda w: (NoSuper(), {}), "does not call `super"),
    "other width": (lambda w: (Listed([b"x"], narrow()), {}), "Models pad their vocabularies"),
    "other tokens": (lambda w: (Listed([b"x"], mixed(w.vocabulary)), {}), "not those of"),
    "other problem": (
        lambda w: (Listed([b"a()"], w.vocabulary, CALLS, OTHER), {}),
        "another system.*'other'.*Give both the same object",
    ),
    "other format": (
        lambda w: (Listed([b"x"], w.vocabulary, CALLS), {"format": "steps"}),
        "`format` is another one",
    ),
    **{
        f"beside {name}": (
            lambda w, name=name, value=value: (listed(w, CALLS, TIDY), {name: value}),
            f"`{name}`.*of yours",
        )
        for name, value in {
            "constraints": "grounded",
            "budget": 5,
            "slack": 0,
            "loops": True,
            "limits": clamp.SearchLimits(states=5),
            "guidance": 0.5,
            "lookahead": "action",
            "visibility": {"cup": -1.0},
            "rules": ["G !do:Tidy()"],
            "requirements": "Never tidy.",
        }.items()
    },
    "ids: a list": (lambda w: (Gives([70, 71], w.vocabulary), {}), "an integer array of token ids"),
    "ids: floats": (lambda w: (Gives(np.array([70.0]), w.vocabulary), {}), "an integer array"),
    "ids: a matrix": (lambda w: (Gives(np.array([[70]]), w.vocabulary), {}), "an integer array"),
    "ids: falling": (lambda w: (Gives(np.array([71, 70]), w.vocabulary), {}), "do not ascend"),
    "ids: too large": (lambda w: (Gives(np.array([70, 10**7]), w.vocabulary), {}), "the id 10000000, but"),
    "ids: negative": (lambda w: (Gives(np.array([-1, 70]), w.vocabulary), {}), "the id -1, but"),
}


@pytest.mark.sampled(58)
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("what", REFUSED)
def test_what_would_not_be_heeded_is_refused_before_the_model_is_asked(
    writer: PlanHost, monkeypatch: pytest.MonkeyPatch, what: str, door: str
) -> None:
    make, said = REFUSED[what]
    constraint, more = make(writer)
    asked: list[Any] = []
    if not what.startswith("ids") or (
        "several" not in door and door != "plan_many"
    ):  # others are written beside it
        monkeypatch.setattr(writer, "_prompt", lambda job: asked.append(job))
    with pytest.raises(clamp.errors.ConstraintError, match=said):
        DOORS[door](writer, constraint, **more)
    assert not asked


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("what", [name for name in REFUSED if name.startswith("ids")])
def test_ids_that_are_wrong_later_are_said_there(writer: PlanHost, what: str, door: str) -> None:
    make, said = REFUSED[what]
    constraint, _ = make(writer)
    constraint.after = 2
    with pytest.raises(clamp.ClampError, match=said):  # inside vLLM, it is the engine that cannot enforce it
        DOORS[door](writer, constraint)


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("what", [name for name in REFUSED if name.startswith("ids")])
def test_a_processor_says_it_too(what: str, after: int) -> None:
    writer = clamp.Planner(model(), tokenizer())
    make, said = REFUSED[what]
    constraint, _ = make(writer)
    constraint.after = after
    with pytest.raises(clamp.errors.ConstraintError, match=said):
        model().generate(
            torch.tensor([[5, 6]]), logits_processor=[ClampLogitsProcessor(constraint)], max_new_tokens=4
        )
    with pytest.raises(clamp.errors.ConstraintError, match=said):
        constraint.best(b"F" * after, np.zeros(writer.vocabulary.size))


@pytest.mark.parametrize(
    "make",
    [
        lambda whole: NoSuper() & whole,
        lambda whole: whole & NoSuper(),
        lambda whole: clamp.Weighted(whole, []) & NoSuper(),
        lambda whole: NoSuper() & clamp.Weighted(whole, []),
        lambda whole: clamp.Weighted(NoSuper(), []),
        lambda whole: ClampLogitsProcessor(NoSuper()),
    ],
)
def test_one_that_was_not_made_whole_goes_nowhere(make: Callable[[Any], Any]) -> None:
    whole = clamp.PlanConstraint(TIDY, narrow(), CALLS, budget=5)
    with pytest.raises(clamp.errors.ConstraintError, match="does not call `super"):
        make(whole)


def test_rules_are_bound_to_the_problem() -> None:
    writer = clamp.Planner(model(), tokenizer())
    usual = writer.plan(TIDY, WISH, budget=5)
    action = usual.actions[-1]
    ruled = clamp.Ruled(TIDY, [clamp.Rule.parse(f"G !do:{action}")])
    texts = [usual.text.encode()]
    bare = Listed(texts, writer.vocabulary, CALLS)
    broken = writer.plan(ruled, WISH, constraint=bare)
    assert broken.failure is not None
    assert broken.failure.cause == "validation"
    with pytest.raises(
        clamp.errors.ConstraintError, match="another system"
    ):  # it would be certified without the rules
        writer.plan(ruled, WISH, constraint=Listed(texts, writer.vocabulary, CALLS, TIDY))
    own = Listed(texts, writer.vocabulary, CALLS, ruled)
    for problem in (TIDY, ruled):
        found = writer.plan(problem, WISH, constraint=own)
        assert found.failure is not None
        assert found.failure.cause == "validation"


def test_an_hmm_that_would_not_weigh_it_is_not_dropped() -> None:
    writer = clamp.Planner(model(), tokenizer(), hmm=clamp.HMM.random(3, model().config.vocab_size, seed=0))
    plain = clamp.PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    with pytest.raises(clamp.errors.ConstraintError, match=r"planner\.guided\(constraint\), or leave it out"):
        writer.plan(TIDY, WISH, constraint=plain)
    assert writer.plan(TIDY, WISH, constraint=plain, guidance=0)
    weighed = writer.plan(TIDY, WISH, constraint=writer.guided(plain))
    assert {step.weighed_by for step in weighed.trace} == {"G"}
    assert weighed.text == writer.plan(TIDY, WISH, budget=5).text


def test_the_former_name_still_writes() -> None:
    writer = clamp.Planner(model(), tokenizer())
    with pytest.warns(FutureWarning, match=r"clamp\.PlanRequest goes with the next release.*`constraint`"):
        former = clamp.PlanRequest
    assert "PlanRequest" not in clamp.__all__
    plain = clamp.PlanConstraint(TIDY, writer.vocabulary, CALLS, budget=5)
    (found,) = writer.plan_many([former(WISH, plain)])
    assert found
