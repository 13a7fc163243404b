"""Descriptions from outside: planned for in processes that can be killed, with the same masks as here."""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
import time
from functools import cache
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest
from fakes import byte_vocabulary
from hostile import DOMAIN, GOOD, PROBLEM, body, hanoi, many, sliding
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import PlanConstraint
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.weights import MAX_GUIDANCE, MIN_LOG_WEIGHT
from clamp.errors import ClampError, ConstraintError, HostError
from clamp.hmm import HMM
from clamp.serve import allowance as caps_module
from clamp.serve import description, gate, worker
from clamp.serve.admission import admit, wait_for_workshop
from clamp.serve.allowance import CAPS_VARIABLE, Caps, operator_caps
from clamp.serve.description import ConstraintSpec, check_request, read_carried, stray_constraint
from clamp.serve.gate import PlanGate
from clamp.serve.remote import Bench, Line, OutOfTime, Patience, refusal_of, served

VOCABULARY = byte_vocabulary()


def spec(**fields: Any) -> ConstraintSpec:
    found = read_carried({**GOOD, **fields})
    assert isinstance(found, ConstraintSpec)
    return found


def test_descriptions_are_judged_at_the_lowest_priority_and_served_at_a_higher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An engine's steps need the processor more than a check does; but they wait for a bench's answers."""
    seen: list[int] = []

    class Judge:
        def __init__(self, *_: object) -> None:
            seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

        def refusal(self) -> str | None:
            raise MemoryError

    monkeypatch.setattr(worker, "Bench", Judge)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    bench, refusal = worker._judged("{}", Caps())
    assert seen == [19]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
    assert bench is not None
    assert refusal is not None
    assert "GiB" in refusal


# ------------------------------------------------------------------ the same masks


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"budget": 7, "seen": ["hall", "attic", "cellar", "yard"]},
        {"format": "steps", "constraints": ["syntax", "executability"], "budget": 3},
        {"constraints": "grounded", "seen": ["hall", "yard"], "budget": 2},
        {"rules": ["G !do:sweep(hall)", "!do:sweep(yard) U do:sweep(attic)"]},
        {"visibility": {"hall": -1.0, "attic": -2.5, "cellar": 0.0, "yard": -0.25}, "format": "skill_json"},
    ],
)
def test_a_bench_elsewhere_admits_what_a_constraint_here_does(fields: dict[str, Any]) -> None:
    asked = spec(**fields)
    here = asked.build(VOCABULARY, None)
    there = served(asked, wait_for_workshop(60), Patience(30), VOCABULARY)
    for seed in range(6):
        draw = random.Random(seed)
        ours, theirs = here.initial(), there.initial()
        for _ in range(400):
            allowed = here.allowed(ours)
            assert np.array_equal(allowed, there.allowed(theirs))
            if isinstance(here, VisibilityBias):
                np.testing.assert_allclose(here.bias(ours), there.bias(theirs))
            token = int(draw.choice(allowed.tolist()))
            if token in VOCABULARY.eos_ids:
                break
            ours, theirs = here.advance(ours, token), there.advance(theirs, token)


# ------------------------------------------------------------------ caps


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("carried", "why"),
    [
        (many(40, 3), "64,000 grounded actions"),
        (many(12, 9), "ground actions"),
        ({**sliding(5, 1, 400, 90), "limits": {"seconds": 0.5}}, r"limit|0\.5 seconds"),
        ({**hanoi(9), "limits": {"seconds": 0.2}}, r"limit|0\.2 seconds"),
        ({**GOOD, "budget": 1001}, "budget: 1,001 actions"),
        ({**GOOD, "domain": DOMAIN + " " * 400_000}, "characters"),
        (
            {
                **GOOD,
                "problem": PROBLEM.replace("(and", "(and " * 3000, 1).replace("yard)))", "yard" + ")" * 3003),
            },
            ".",
        ),
    ],
)
def test_too_much_is_refused_in_bounded_time(
    carried: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is too large, or says its own limit, is refused for that, on a slow machine, too.
    monkeypatch.setenv(CAPS_VARIABLE, '{"seconds": 60}')
    found = read_carried(carried)
    assert isinstance(found, ConstraintSpec)

    def ask() -> None:
        found.check()
        admit(found)

    for _ in range(2):  # once more, as it was found
        with pytest.raises(ConstraintError, match=why):
            ask()


def test_a_check_that_outlives_its_time_is_killed_and_others_go_on() -> None:
    path, hard = wait_for_workshop(60), read_carried({**sliding(4, 9, 300, 38), "limits": {"seconds": 60}})
    assert isinstance(hard, ConstraintSpec)
    gone = Line(path)
    with pytest.raises(OutOfTime):
        gone.open(hard, 0.3, linger=False)
    del gone  # the client has left; its check leaves with it
    assert Line(path).open(spec(budget=11), 30, linger=False)["refusal"] is None


def test_a_bench_remembers_what_it_said_and_judges_texts() -> None:
    bench = Bench(spec().model_dump_json(), Caps())
    assert bench.refusal() is None
    told = bench.answer({"op": "describe"})
    first = bench.answer({"op": "choices", "state": told["initial"], "written": 0})
    assert bench.answer({"op": "choices", "state": told["initial"], "written": 0}) is first
    whole = "go(hall, attic)\nsweep(attic)\ngo(attic, cellar)\nsweep(cellar)\ngo(cellar, yard)\nsweep(yard)"
    assert bench.answer({"op": "judge", "text": whole, "finish": "stop"}) == JUDGED
    for text, finish, plan, cause in (
        ("", "stop", "none", "validation"),
        (whole[:-12], "stop", "none", "validation"),
        (whole[:-3], "length", "cut", "length"),
        (whole, "length", "cut", "length"),
        ("sweep(attic)", "stop", "none", "validation"),
        ("Sure! Here is a plan.", "stop", "none", "syntax"),
    ):
        said = bench.answer({"op": "judge", "text": text, "finish": finish})
        assert (said["plan"], said["status"], said["actions"]) == (plan, "no_plan", [])
        assert (said["failure"]["cause"], said["failure"]["message"]) == (cause, said["why"])
    assert "error" in bench.answer({"op": "open the door"})


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), KeyError("x"), ConstraintError("so")])
def test_whatever_a_description_raises_is_said_in_a_sentence(error: Exception) -> None:
    said = refusal_of(error, Caps())
    assert said
    assert "Traceback" not in said


def test_patience_leaves_everybody_a_share() -> None:
    patience = Patience(0.8)
    patience.begin()
    patience.spend(5.0)
    assert patience.left == pytest.approx(0.1)
    patience.begin()
    assert patience.left == pytest.approx(0.8)


def test_the_operators_caps_are_read_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CAPS_VARIABLE, '{"seconds": 3, "actions": 50}')
    operator_caps.cache_clear()
    try:
        assert caps_module.operator_caps() == Caps(seconds=3.0, actions=50)
        monkeypatch.setenv(CAPS_VARIABLE, '{"second": 3}')
        operator_caps.cache_clear()
        with pytest.raises(HostError, match=r"CLAMP_VLLM_CAPS.*second.*seconds"):
            operator_caps()
    finally:
        monkeypatch.undo()
        operator_caps.cache_clear()


# ------------------------------------------------------------------ numbers


@cache
def _plain() -> PlanConstraint:
    made = spec().build(VOCABULARY, None)
    assert isinstance(made, PlanConstraint)
    return made


@settings(max_examples=examples(40), deadline=None, derandomize=True)
@given(st.floats(allow_nan=True, allow_infinity=True))
def test_weights_stay_far_inside_float32_or_are_refused(weight: float) -> None:
    constraint = PlanConstraint(
        spec().build(VOCABULARY, None).system,
        VOCABULARY,
        spec().build(VOCABULARY, None).plan_format,
        budget=8,
    )
    hmm = HMM.random(2, VOCABULARY.size, seed=0)
    for make, fits in (
        (lambda: Lookahead(constraint, hmm, guidance=weight), 0 <= weight <= MAX_GUIDANCE),
        (
            lambda: VisibilityBias(
                constraint, {**dict.fromkeys(constraint.system.entities, 0.0), "hall": weight}
            ),
            MIN_LOG_WEIGHT <= weight <= 0,
        ),
        (lambda: spec(guidance=weight), 0 <= weight <= MAX_GUIDANCE),
        (lambda: spec(visibility={"hall": weight}), MIN_LOG_WEIGHT <= weight <= 0),
    ):
        if not fits:
            with pytest.raises(ConstraintError):
                make()
            continue
        made = make()
        if not isinstance(made, ConstraintSpec):
            added = made.bias(made.initial())
            assert added is None or np.isfinite(added.astype(np.float32)).all()


# ------------------------------------------------------------------ misplaced constraints


@pytest.mark.parametrize(
    "given_",
    [
        {"clam": "{}"}, {"Clamp": "{}"}, {"clamps": "{}"}, {"klamp": "{}"}, {"calmp": "{}"}, {"my_clamp": 1},
        {"constraint": "{}"}, {"constraints": {}}, {"plan_constraint": 1}, {"budget": 3}, {"guidence": 1},
        {"domain": DOMAIN}, {"x": PROBLEM}, {"anything": json.dumps(GOOD)}, {"domain": "a", "problem": "b"},
        {"extra_args": {"clamp": GOOD}}, {"extra_body": {"vllm_xargs": {"clamp": "{}"}}}, {"CLAMP": None},
    ],
)  # fmt: skip
def test_what_looks_like_ours_is_refused(given_: dict[str, Any]) -> None:
    assert stray_constraint(given_)
    if "clamp" not in given_:
        with pytest.raises(ConstraintError, match="not be enforced"):
            check_request(SimpleNamespace(extra_args=given_), demands=False)


@pytest.mark.parametrize(
    "given_",
    [{}, {"session_id": "7"}, {"kv_transfer_params": {"do_remote_prefill": True}}, {"domain": "news"},
     {"chat_template_kwargs": {"enable_thinking": False}}, {"stream_options": {"include_usage": True}},
     {"format": "json"}, {"response_format": {"type": "text"}}, {"metadata": {"user": "me"}}],
)  # fmt: skip
def test_what_is_not_ours_is_left_alone(given_: dict[str, Any]) -> None:
    assert stray_constraint(given_) is None


# ------------------------------------------------------------------ the gate


async def through(request: Any, *, answer: Any = None, stream: bool = False, leaves: bool = False) -> Any:
    """What comes through the gate: (status, body, whether the server was reached)."""
    data = request if isinstance(request, bytes) else json.dumps(request).encode()
    reached, sent = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append((await receive())["body"])
        kind = b"text/event-stream" if stream else b"application/json"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        parts = answer if stream else [json.dumps(answer or {"choices": []}).encode()]
        for part in parts[:-1]:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": parts[-1]})

    inbox: asyncio.Queue[Any] = asyncio.Queue()
    for start in range(0, len(data), 65_536):
        more = start + 65_536 < len(data)
        inbox.put_nowait({"type": "http.request", "body": data[start : start + 65_536], "more_body": more})
    if leaves:
        inbox.put_nowait({"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")]}
    await PlanGate(app)(scope, inbox.get, send)
    body_ = b"".join(one.get("body", b"") for one in sent)
    return (sent[0]["status"] if sent else None), body_, bool(reached)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "nested more than"),
        (b'{"prompt": ' + b'{"a":' * 50_000, "nested more than"),
        (b'{"prompt": ', "not JSON"),
        (b'{"prompt": "\xff"}', "not text in UTF-8"),
        (b'{"n": ' + b"9" * 6000 + b"}", "not JSON.*digits"),
        (body(None, clamp=GOOD), "is 'clamp' meant"),
        (body(None, vllm_xargs={"clam": json.dumps(GOOD)}), "vllm_xargs.clam"),
        (body(None, extra_args={"clamp": json.dumps(GOOD)}), "extra_args"),
        (body(None, vllm_xargs={"clamp": GOOD}), "takes only text"),
        (body(GOOD, use_beam_search=True), "Beam search"),
        (body(GOOD, n=65), "65 texts"),
        (body(GOOD, n=3, prompt=["a"] * 30), "90 texts"),
        (body({**GOOD, "budget": 2}), "No plan exists"),
        (body("[" * 50_000), "nested"),
        (body(GOOD, echo=True, prompt=[1, 2, 3]), "token ids"),
        (body(GOOD, echo=True, prompt=[[1, 2], [3]]), "token ids"),
    ],
)  # fmt: skip
def test_the_gate_refuses_with_a_reason(request_: Any, why: str) -> None:
    status, answer, reached = asyncio.run(through(request_))
    assert status == 400
    assert not reached
    error = json.loads(answer)["error"]
    assert error["code"] == 400
    with pytest.raises(ClampError, match=why):
        raise ClampError(error["message"])


NUMBERS = {f"k{number}": number for number in range(30_000)}
MANY = {f"field_{number:08d}": number for number in range(200_000)}


@pytest.mark.parametrize(
    ("request_", "status", "why"),
    [
        (body(GOOD, **MANY), 400, "2,000 named fields, .* 'field_"),
        (
            body(None, vllm_xargs={"clamp": json.dumps(GOOD), **MANY}),
            400,
            r"named fields, .* 'vllm_xargs\.field_",
        ),
        (body(GOOD, metadata={"a": MANY}), 400, r"named fields, .* 'metadata\.a\.field_"),
        (body({**GOOD, **NUMBERS}), 400, "more than 20,000 names"),
        (body({**GOOD, "limits": NUMBERS}), 400, "more than 20,000 names"),
        (body({**GOOD, "seen": list(range(30_000))}), 400, "more than 20,000 names"),
        (body(GOOD, x=[[]] * 600_000), 413, "about 1,2.* values"),
        (body(GOOD, x="\n" * 3_000_000), 413, "values"),
        (b'{"x": "' + b'\\"' * 3_000_000, 413, "values"),
    ],
    ids=["fields", "arguments", "nested", "described", "limits", "seen", "values", "escapes", "quotes"],
)
def test_what_would_keep_everybody_waiting_is_hardly_looked_at(
    request_: Any, status: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    def strange(path: str, *_: Any) -> None:
        looked_at.append(path)

    monkeypatch.setattr(description, "_strange", strange)
    said, answer, reached = asyncio.run(through(request_))
    assert (said, reached) == (status, False)
    with pytest.raises(ClampError, match=why):
        raise ClampError(json.loads(answer)["error"]["message"])
    assert len(looked_at) <= 2_010


def test_many_biases_are_no_names() -> None:
    assert asyncio.run(through(body(GOOD, logit_bias={str(token): 1.0 for token in range(50_000)})))[2]


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(
    st.recursive(
        st.text('a"\\[]{}', max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text('"\\{[', max_size=3), inner, max_size=3)
        ),
    ),
    st.integers(1, 5),
)
def test_nesting_is_counted_as_json_nests(value: Any, most: int) -> None:
    def depth(one: Any) -> int:
        if isinstance(one, dict):
            return 1 + max(map(depth, one.values()), default=0)
        return 1 + max(map(depth, one), default=0) if isinstance(one, list) else 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "_DEEPEST", most)
        assert (gate._too_deep(json.dumps(value).encode()) is not None) == (depth(value) > most)


@pytest.mark.parametrize("request_", [body(None), {"prompt": "[" * 5000}, [1], b'"a"', body(GOOD)])
def test_the_gate_lets_the_rest_through(request_: Any) -> None:
    assert asyncio.run(through(request_))[2]


def test_the_gate_reads_no_more_than_the_operator_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamp.serve.gate.operator_caps", lambda: Caps(body=1000))
    status, _, reached = asyncio.run(through(body(None, prompt="x" * 2000)))
    assert (status, reached) == (413, False)


def test_a_client_that_leaves_takes_its_check_along() -> None:
    hard = {**sliding(4, 8, 300, 40), "limits": {"seconds": 60}}
    started = time.monotonic()
    status, _, reached = asyncio.run(through(body(hard), leaves=True))
    assert (status, reached) == (None, False)
    assert time.monotonic() - started < 30


JUDGED = {
    "plan": "whole",
    "status": "plan",
    "actions": [
        {"name": name, "args": args}
        for name, args in (
            ("go", ["hall", "attic"]),
            ("sweep", ["attic"]),
            ("go", ["attic", "cellar"]),
            ("sweep", ["cellar"]),
            ("go", ["cellar", "yard"]),
            ("sweep", ["yard"]),
        )
    ],
    "failure": None,
    "certificate": {"valid": True, "step": None, "reason": "", "claim": ANY, "certified": True, "unread": []},
    "shortest": {"length": 6, "proved": True, "more": 0},
    "undecided": {
        "withheld": 0,
        "actions": ANY,  # at the boundaries that this text or others before it have asked for
        "share": 0.0,
    },
}
WHOLE = "go(hall, attic)\nsweep(attic)\ngo(attic, cellar)\nsweep(cellar)\ngo(cellar, yard)\nsweep(yard)"


def test_answers_say_what_their_texts_are() -> None:
    choices = [
        {"index": 0, "text": WHOLE, "finish_reason": "stop"},
        {"index": 1, "text": "", "finish_reason": "stop"},
        {"index": 2, "text": WHOLE[:30], "finish_reason": "length"},
        {"index": 3, "message": {"content": WHOLE}, "finish_reason": "stop"},
    ]
    _, answer, _ = asyncio.run(through(body(GOOD), answer={"id": "x", "choices": choices}))
    made = json.loads(answer)["choices"]
    assert [one["clamp"]["plan"] for one in made] == ["whole", "none", "cut", "whole"]
    assert [{k: v for k, v in one.items() if k != "clamp"} for one in made] == choices


@pytest.mark.parametrize(
    ("fields", "before"),
    [
        ({"prompt": "Plan:"}, ["Plan:"] * 4),
        ({"prompt": ["A:", "B:"], "n": 2}, ["A:", "A:", "B:", "B:"]),
        ({"prompt": None, "messages": [{"role": "assistant", "content": "So: "}]}, ["So: "] * 4),
        ({"prompt": None, "messages": [{"role": "user", "content": "So: "}]}, [""] * 4),
        ({"prompt": None, "messages": [{"role": "assistant", "content": [{"text": "a"}, 1]}]}, ["a"] * 4),
        ({"prompt": None, "messages": {"role": 1}}, [""] * 4),
    ],
)
def test_an_echoed_prompt_is_no_part_of_the_plan(fields: dict[str, Any], before: list[str]) -> None:
    choices = [{"index": i, "text": one + WHOLE, "finish_reason": "stop"} for i, one in enumerate(before)]
    _, answer, _ = asyncio.run(through(body(GOOD, echo=True, **fields), answer={"choices": choices}))
    assert [one["clamp"]["plan"] for one in json.loads(answer)["choices"]] == ["whole"] * 4
    events = [b"data: " + json.dumps({"choices": [one]}).encode() + b"\n\n" for one in choices]
    asked = body(GOOD, echo=True, stream=True, **fields)
    _, answer, _ = asyncio.run(through(asked, answer=events, stream=True))
    assert answer.count(b'"plan": "whole"') == 4


def test_a_text_without_all_constraints_is_judged_by_all_of_the_problem() -> None:
    """What was enforced is kept, so the text is whole; whether it is a plan says the certificate, as of a Planner."""
    asked = spec(constraints="grounded", seen=["hall", "yard"], budget=2)
    bench = Bench(asked.model_dump_json(), Caps())
    said = bench.answer({"op": "judge", "text": "sweep(yard)", "finish": "stop"})
    assert (said["plan"], said["status"], said["failure"]["cause"]) == ("whole", "no_plan", "validation")
    assert said["certificate"]["valid"] is False
    assert said["certificate"]["step"] == 0


def test_why_there_is_no_plan_is_told_as_a_failure_too() -> None:
    _, answer, _ = asyncio.run(through(body({**GOOD, "budget": 2})))
    told = json.loads(answer)["clamp"]
    assert told["status"] == "no_plan"
    assert told["failure"]["cause"] == "budget"
    assert told["failure"]["smallest_budget"] == 6
    for senseless in ({**GOOD, "bugdet": 2}, {**GOOD, "domain": "(define nonsense)"}):
        assert "clamp" not in json.loads(asyncio.run(through(body(senseless)))[1])


def test_streams_say_it_in_each_choices_last_event() -> None:
    def event(**choice: Any) -> bytes:
        return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"

    pieces = [
        event(index=0, text=WHOLE[:20], finish_reason=None),
        event(index=1, text="", finish_reason="stop"),
    ]
    pieces += [event(index=0, text=WHOLE[20:], finish_reason="stop"), b"data: [DONE]\n\n"]
    data = b"".join(pieces)
    cut = [data[i : i + 37] for i in range(0, len(data), 37)]
    _, answer, _ = asyncio.run(through(body(GOOD, stream=True), answer=cut, stream=True))
    events = answer.decode().strip().split("\n\n")
    assert events[-1] == "data: [DONE]"
    told = [json.loads(one[6:])["choices"][0].get("clamp") for one in events[:-1]]
    assert told[0] is None
    assert told[1]["plan"] == "none"
    assert told[2] == JUDGED
