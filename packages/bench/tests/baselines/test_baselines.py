"""Baselines on small systems with a tiny model: each does what its paper says, shown by another way to the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import TIDY, GraphSystem

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from tiny_models import planner, tokenizer

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.hmm import HMM
from clamp.hosts.planner import prompt_tokens
from clamp.planning.system import Action
from clamp.request.request import Request
from clamp_bench.baselines import saycan
from clamp_bench.baselines.freely import actions_in
from clamp_bench.baselines.registry import BASELINES, Several, not_run
from clamp_bench.baselines.safety import unknown
from clamp_bench.baselines.saycan import SayCan
from clamp_bench.configuration import ControlledConfig
from clamp_bench.harness import Answer, Question

ROOMS = GraphSystem(
    [Action(name, (thing,)) for name in ("go", "pick") for thing in ("cup_2", "table", "shelf")],
    {0: {0: 0, 1: 1, 2: 2}, 1: {3: 3, 0: 0}, 2: {4: 4}, 3: {2: 4, 1: 3}, 4: {0: 4}},
    {4},
)
PROMPT = [{"role": "user", "content": "go(table)\npick(red_cup, table)\nPick(cup_2)\n"}]


def question(system: GraphSystem = ROOMS, budget: int = 3, seen: set[str] | None = None) -> Question:
    settings = {} if seen is None else {"seen": seen}
    return Question(Request.of(system, prompt=PROMPT, budget=budget, **settings))


def config(tmp_path: Path, **changes: Any) -> ControlledConfig:
    return ControlledConfig(tmp_path, **{"max_new_tokens": 60, "samples": 2, **changes})


def answers(name: str, settings: ControlledConfig, asked: Question, host: Any) -> Answer:
    found: list[Answer] = []
    BASELINES[name](settings).write([asked], host, lambda _, answer: found.append(answer))
    (answer,) = found
    return answer


@pytest.mark.parametrize("name", [name for name in BASELINES if not BASELINES[name].needs_hmm])
def test_every_baseline_answers_any_planning_question_with_a_record(name: str, tmp_path: Path) -> None:
    settings = config(tmp_path)
    fields = answers(name, settings, question(TIDY), planner()).fields()
    json.dumps(fields)
    assert {"output", "status", "actions", "timing", "failure"} <= fields.keys()
    assert (fields["status"] == "plan") == (fields["failure"] is None)
    if name in ("clamp", "clamp-slack0", "classical", "random"):
        assert fields["status"] == "plan"
    if name in ("classical", "clamp-slack0"):
        assert len(fields["actions"]) == 2
    if name in ("flat", "saycan", "paper"):
        steps = [Action(one["name"], tuple(one["args"])) for one in fields["actions"]]
        reached = TIDY.validate(steps)
        assert reached.valid or reached.step is None, "whatever is written can be executed"


def log_probability(host: Any, before: list[int], tokens: tuple[int, ...]) -> float:
    """A text's log probability, read whole and without any cache."""
    with torch.inference_mode():
        logits = host.model(input_ids=torch.tensor([[*before, *tokens]])).logits[0].log_softmax(-1)
    return sum(float(logits[len(before) + at - 1, token]) for at, token in enumerate(tokens))


@pytest.mark.parametrize("rows", [1, 2, 256])
def test_saycan_takes_the_option_whose_whole_text_is_likeliest(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saycan, "MOST_ROWS", rows)
    host, seen = planner(), list[tuple[list[int], dict[int, tuple[int, ...]], int]]()
    best = saycan._Scorer.best

    def watched(self: Any, text: list[int], options: dict[int, tuple[int, ...]]) -> int:
        chosen = best(self, text, options)
        seen.append((list(text), dict(options), chosen))
        return chosen

    monkeypatch.setattr(saycan._Scorer, "best", watched)
    answer = answers("saycan", config(tmp_path), question(budget=4), host)
    assert answer.result.text.startswith("go(") or answer.result.text.startswith("pick(")
    assert len(seen) > 1
    if rows < 256:
        return  # not all options fit: a beam
    before = list(prompt_tokens(PROMPT, host.tokenizer))
    for text, options, chosen in seen:
        scores = {name: log_probability(host, [*before, *text], tokens) for name, tokens in options.items()}
        assert scores[chosen] == pytest.approx(max(scores.values()), abs=1e-3)
    assert answer.details["options_scored"] == sum(len(options) for _, options, _ in seen)


def test_saycan_options_write_no_separator_that_nothing_follows() -> None:
    """Tokenizers merge the end of an action with the separator behind it, which "done" must not find written."""
    plan_format = PlanFormat.from_template("{name}({args})", opening="[", separator=", ", closing="]")
    vocabulary = Vocabulary.from_tokenizer(tokenizer(*["go(table), pick(shelf), "] * 9))
    assert any(b")," in (vocabulary.bytes_of(token) or b"") for token in range(vocabulary.size))
    constraint = PlanConstraint(ROOMS, vocabulary, plan_format, enforce={"syntax", "executability"}, budget=4)
    boundary, text = constraint.world.start, b""
    end = saycan._ending(constraint, vocabulary)
    while boundary.choices.positions.size:
        texts = saycan._texts(constraint, boundary, end)
        chosen = next(iter(texts))
        text += vocabulary.decode(texts[chosen])
        boundary = boundary.after(chosen)
        said = [str(action) for action in boundary.actions()]
        assert text == b"[" + ", ".join(said).encode()
    assert boundary.written > 1
    whole = (text + vocabulary.decode(end)).decode()
    assert tuple(plan_format.parse(whole)) == boundary.actions()


def test_a_saycan_plan_that_is_cut_keeps_its_actions(tmp_path: Path) -> None:
    answer = answers("saycan", config(tmp_path, max_new_tokens=1), question(budget=4), planner())
    assert answer.result.failure is not None
    assert answer.result.failure.cause == "length"
    assert len(answer.result.actions) == 1
    assert answer.result.text.startswith(str(answer.result.actions[0].name))


def test_saycan_without_a_model_to_score_with_says_so(tmp_path: Path) -> None:
    class Elsewhere:
        name, vocabulary = "elsewhere", planner().vocabulary

    from clamp.errors import BenchmarkError

    with pytest.raises(BenchmarkError, match="cannot score texts with 'elsewhere'"):
        SayCan(config(tmp_path)).write([question()], Elsewhere(), lambda *_: None)


def constraint_of(name: str, tmp_path: Path, asked: Question) -> Any:
    made = BASELINES[name](config(tmp_path))
    return made.constrain(asked, planner().vocabulary)  # type: ignore[attr-defined]


def _token(constraint: Any, byte: int) -> int:
    vocabulary = constraint.vocabulary
    return next(one for one in range(vocabulary.size) if vocabulary.bytes_of(one) == bytes((byte,)))


def follows(constraint: Any, text: bytes) -> set[bytes]:
    cursor = constraint.initial()
    for byte in text:
        cursor = constraint.advance(cursor, _token(constraint, byte))
    found = {constraint.vocabulary.bytes_of(int(token)) for token in constraint.allowed(cursor)}
    return {one[:1] for one in found if one}


def test_hcd_masks_an_action_once_it_is_settled_and_not_before(tmp_path: Path) -> None:
    # At the start nothing can be picked, but "pick(" may still become three things.
    hard = constraint_of("safedec-hcd", tmp_path, question())
    assert follows(hard, b"") == {b"g", b"p"}
    assert follows(hard, b"pick(") == set(), (
        "each letter settles on a thing that cannot be picked: a dead end"
    )
    assert follows(constraint_of("flat", tmp_path, question()), b"") == {b"g"}
    assert follows(hard, b"go(table)\npick(") == {b"c"}


def test_rcd_makes_unlikely_what_hcd_masks_and_nothing_else(tmp_path: Path) -> None:
    asked = question()
    hard, soft = constraint_of("safedec-hcd", tmp_path, asked), constraint_of("safedec-rcd", tmp_path, asked)
    for text in (b"", b"g", b"pick(", b"go(table)\n", b"go(table)\npick("):
        masked, weighed = hard.initial(), soft.initial()
        for byte in text:
            masked, weighed = (
                one.advance(cursor, _token(one, byte)) for one, cursor in ((hard, masked), (soft, weighed))
            )
        ids = soft.allowed(weighed)
        bias = soft.bias(weighed)
        kept = set(hard.allowed(masked).tolist())
        assert {int(one) for one, value in zip(ids, bias, strict=True) if value == 0} == kept
    # What cannot be executed changes nothing: after it, the table can still be gone to.
    weighed = soft.initial()
    for byte in b"pick(cup_2)\npick(":
        weighed = soft.advance(weighed, _token(soft, byte))
    assert (soft.bias(weighed) < 0).all()


def test_ctrl_g_weighs_the_grammar_by_the_hmm_alone(tmp_path: Path) -> None:
    host = planner()
    rng = np.random.default_rng(0)
    size = host.vocabulary.size

    def stochastic(*shape: int) -> Any:
        values = rng.random(shape) + 0.05
        return values / values.sum(-1, keepdims=True)

    host.hmm = HMM(stochastic(3), stochastic(3, 3), stochastic(3, size))
    settings = config(tmp_path, hmm=tmp_path)
    assert answers("ctrl-g", settings, question(), host).result.actions
    row: Any = BASELINES["ctrl-g"](settings)
    row._hmm = host.hmm
    lookahead: Any = row.constrain(question(), host.vocabulary)
    start = lookahead.initial()
    ids, scores = lookahead.scores(start)
    # The first token's score: all actions that begin with it, each by the HMM's probability of its tokens.
    words = [lookahead.constraint.segments.of(at, first=True) for at in range(len(ROOMS.actions))]
    hmm = host.hmm

    def probability(tokens: tuple[int, ...]) -> float:
        belief = np.asarray(hmm.initial, dtype=np.float64)
        for token in tokens:  # the HMM moves before it emits
            belief = (belief @ np.asarray(hmm.transition)) * np.asarray(hmm.emission)[:, token]
        return float(belief.sum())

    for token, score in zip(ids.tolist(), scores.tolist(), strict=True):
        data = host.vocabulary.bytes_of(token)
        mass = sum(
            probability(word)
            for word in words
            if b"".join(host.vocabulary.bytes_of(one) or b"" for one in word).startswith(data)
        )
        assert score == pytest.approx(np.log(mass), abs=1e-4)


def test_what_needs_an_hmm_is_not_run_without_one_and_says_so(tmp_path: Path) -> None:
    assert list(not_run(list(BASELINES), config(tmp_path))) == ["ctrl-g"]
    assert "--hmm" in not_run(["ctrl-g"], config(tmp_path))["ctrl-g"]
    assert not_run(["ctrl-g"], config(tmp_path, hmm=tmp_path)) == {}


@pytest.mark.parametrize("value", ['"go(a)\\ngo(b)"', '["go(a)", "go(b)"]', '["go(a)",\n"go(b)"]'])
def test_llm_tamp_s_actions_are_a_text_or_a_list_of_lines(value: str) -> None:
    text = actions_in(f'I think so.\n{{"reasoning": "it is near", "actions": {value}}}')
    assert text is not None
    assert [str(one) for one in PlanFormat.calls().parse_within(text)] == ["go(a)", "go(b)"]
    assert (
        actions_in('{"actions": {"WALK": ["a", 1], "WALK": ["b", 2]}}')
        == '{"WALK": ["a", 1], "WALK": ["b", 2]}'
    )


def test_the_format_is_checked_action_by_action() -> None:
    known = ROOMS.actions
    assert unknown([Action("go", ("table",))], known) is None
    assert "no action fly" in str(unknown([Action("go", ("table",)), Action("fly", ())], known))
    assert "go has 1 arguments" in str(unknown([Action("go", ("table", "shelf"))], known))
    assert "nothing called moon" in str(unknown([Action("go", ("moon",))], known))


def test_questions_go_to_the_row_that_they_name(tmp_path: Path) -> None:
    rows = ["classical", "flat"]
    method = Several(rows, config(tmp_path))
    from dataclasses import replace

    asked = [replace(question(TIDY), source=("task", rows[at % 2])) for at in range(4)]
    found: dict[int, Answer] = {}
    method.write(asked, planner(), found.__setitem__)
    assert sorted(found) == [0, 1, 2, 3]
    assert [("planner" in found[at].details) for at in range(4)] == [True, False, True, False]
    assert Several(["classical"], config(tmp_path)).needs_model is False
