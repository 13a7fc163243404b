"""SayCan (Ahn et al., 2022) over the actions that can be executed: the model scores each one's text, the best is taken.

The affordance is 0 or 1 (executable and seen, by the symbolic state), and "done" is an option like any other: the
text that closes the plan. Its scores are the model's log probabilities of a whole text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, cast

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import Failure, PlanConstraint
from clamp.decoding.formats import written
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.world import Boundary
from clamp.errors import BenchmarkError
from clamp_bench.baselines.baseline import Baseline, plan_constraint, read
from clamp_bench.harness import Answer, Question

MOST_ROWS = 256
"""Texts that are scored side by side. Where more are open that could still win, the likeliest are gone on with."""

Tokens = tuple[int, ...]
DONE = -1


class SayCan(Baseline):
    """One action after the other: the admissible one whose text is likeliest, until "done" is or the budget ends."""

    says = "the model scores the text of each executable action and of the end; the likeliest is taken"
    heeds = frozenset({"model", "max_new_tokens", "budget"})
    several_texts = True

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            tell(index, _plan(question, planner, self.settings.max_new_tokens))


def _plan(question: Question, planner: Any, most: int | None) -> Answer:
    started = perf_counter()
    vocabulary: Vocabulary = planner.vocabulary
    constraint = plan_constraint(question, vocabulary, "visibility", "executability")
    made_seconds = perf_counter() - started
    started = perf_counter()
    scorer = _Scorer(planner, question)
    prompt_seconds = perf_counter() - started
    started = perf_counter()
    text: list[int] = []
    boundary, options = constraint.world.start, 0
    end = _ending(constraint, vocabulary)
    while True:
        texts = _texts(constraint, boundary, end)
        options += len(texts)
        if not texts or (most is not None and len(text) >= most):
            break
        chosen = scorer.best(text, texts)
        text += texts[chosen]
        if chosen == DONE:
            break
        boundary = boundary.after(chosen)
    timing = Timing(
        prompt=prompt_seconds,
        generation=perf_counter() - started,
        tokens=scorer.scored,
        prompt_tokens=len(scorer.prompt),
    )
    said = vocabulary.decode(text).decode(errors="replace")
    if tuple(text[len(text) - len(end) :]) == end:
        found = read(question, said, timing)
    else:
        about = f"The plan was cut after {len(text)} tokens, {boundary.written} actions written."
        failure = Failure("length" if texts else "dead-end", about)
        found = PlanResult("fail", boundary.actions(), said, failure, timing=timing)
    found = question.request.told(found, constraint, made_seconds)
    return Answer(found, {"options_scored": options, "written_tokens": len(text)})


def _ending(constraint: PlanConstraint, vocabulary: Vocabulary) -> Tokens:
    """What "done" writes."""
    closing = written(constraint.plan_format.closing)
    return (*(vocabulary.encode_batch([closing])[0] if closing else ()), min(vocabulary.eos_ids))


def _texts(constraint: PlanConstraint, boundary: Boundary, end: Tokens) -> dict[int, Tokens]:
    """The tokens of each option, by the action's position.

    An option begins with what parts it from the item before: in one token with the end of that item, as a tokenizer
    would have it, it would stand in the text already when "done" is chosen.
    """
    choices, plan_format = boundary.choices, constraint.plan_format
    lead = plan_format.separator if boundary.written else plan_format.opening
    lead = written(lead + plan_format.lead_of(boundary.written + 1))
    positions: list[int] = choices.positions.tolist()
    texts = [lead + written(constraint.language.actions.strings[position]) for position in positions]
    encoded = constraint.vocabulary.encode_batch(texts)
    found: dict[int, Tokens] = {one: tuple(tokens) for one, tokens in zip(positions, encoded, strict=True)}
    return {**found, DONE: end} if choices.may_end else found


@dataclass(frozen=True)
class _Row:
    """The beginning of some options' texts."""

    tokens: Tokens
    score: float
    options: tuple[int, ...]


class _Scorer:
    """Scores texts behind one prompt, which is read once.

    Attributes:
        scored: Tokens whose successors the model was asked for, beyond the prompt.
    """

    def __init__(self, planner: Any, question: Question):
        from clamp.hosts.hf.batch import read_prompt, unsupported_reason
        from clamp.hosts.planner import prompt_tokens

        model: Any = getattr(planner, "model", None)
        why = "it is no transformers model" if model is None else unsupported_reason(model)
        self.model: Any = model
        if why is not None:
            raise BenchmarkError(f"The baseline 'saycan' cannot score texts with {planner.name!r}: {why}.")
        self.prompt = prompt_tokens(question.prompt, planner.tokenizer)
        self.scored = 0
        with _no_gradients():
            self.prefix, _ = read_prompt(cast(Any, model), self.prompt[:-1], [])

    def best(self, text: Sequence[int], options: Mapping[int, Tokens]) -> int:
        """The option whose text is likeliest after a text.

        All are read side by side, a token at a time, what they have in common once; what is already less likely
        than a whole option is left.
        """
        from clamp.hosts.hf.batch import BatchCache, read_prompt, step

        with _no_gradients():
            own, logits = read_prompt(self.model, [self.prompt[-1], *text], self.prefix)
            self.scored += 1 + len(text)
            cache = BatchCache(self.prefix, min(MOST_ROWS, len(options)))
            cache.add(own)
            rows, logs = [_Row((), 0.0, tuple(options))], _log_softmax(logits[None])
            best: tuple[float, int] = (-np.inf, next(iter(options)))
            while rows:
                longer: list[_Row] = []
                parents: list[int] = []
                for number, row in enumerate(rows):
                    for one in _continued(row, options, logs[number]):
                        ended = [name for name in one.options if len(options[name]) == len(one.tokens)]
                        best = max([best, *((one.score, name) for name in ended)], key=lambda pair: pair[0])
                        rest = tuple(name for name in one.options if name not in ended)
                        if rest:
                            longer.append(_Row(one.tokens, one.score, rest))
                            parents.append(number)
                order = sorted(range(len(longer)), key=lambda at: -longer[at].score)[:MOST_ROWS]
                order = [at for at in order if longer[at].score > best[0]]
                rows = [longer[at] for at in order]
                if rows:
                    cache.select([parents[at] for at in order])
                    self.scored += len(rows)
                    logs = _log_softmax(step(self.model, [row.tokens[-1] for row in rows], cache))
        return best[1]


def _continued(row: _Row, options: Mapping[int, Tokens], logs: np.ndarray) -> list[_Row]:
    """A beginning with each token that follows it in some option."""
    place = len(row.tokens)
    by_token: dict[int, list[int]] = {}
    for name in row.options:
        by_token.setdefault(options[name][place], []).append(name)
    return [
        _Row((*row.tokens, token), row.score + float(logs[token]), tuple(names))
        for token, names in by_token.items()
    ]


def _log_softmax(logits: Any) -> np.ndarray:
    return logits.float().log_softmax(-1).cpu().numpy()


def _no_gradients() -> Any:
    import torch

    return torch.inference_mode()
