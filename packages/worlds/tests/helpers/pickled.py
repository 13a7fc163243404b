"""One of everything public, used until its caches are full, and what it answers: the same in every process."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from roots import EXAMPLES

import clamp
from clamp import errors
from clamp.decoding.diagnosis import Failure
from clamp.decoding.goals import literals_of
from clamp.decoding.lookahead import ActionLookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.hosts.jobs import PlanRequest
from clamp.perception import Entity, Memory, SoftVisibility

KITCHEN = EXAMPLES / "kitchen"
LENGTH = 40
"""So many tokens are followed."""


# ------------------------------------------------------------------ what is made


def token_vocabulary() -> clamp.Vocabulary:
    from tiny_models import PADDING, tokenizer

    return clamp.Vocabulary.from_tokenizer(tokenizer(), size=len(tokenizer()) + PADDING)


def problem() -> clamp.Problem:
    return clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")


def ruled() -> clamp.Ruled:
    rules = ["F do:open(fridge)", "G (do:open(fridge) -> F do:close(fridge))"]
    return clamp.Ruled(problem(), [clamp.Rule.parse(text) for text in rules])


def constraint(system: Any = None, **options: Any) -> clamp.PlanConstraint:
    form = options.pop("form", clamp.PlanFormat.calls())
    settings = {"budget": 14} | options
    return clamp.PlanConstraint(system or problem(), token_vocabulary(), form, **settings)


def both() -> clamp.Constraint[Any]:
    system = problem()
    return constraint(system) & constraint(system, enforce={"syntax"})


def hmm() -> clamp.HMM:
    return clamp.HMM.random(3, token_vocabulary().size, seed=2)


def weights(found: clamp.PlanConstraint) -> dict[str, float]:
    return {one: -float(number) for number, one in enumerate(found.system.entities)}


class Counting:
    """A user's score: the more tokens are admissible, the less each is worth."""

    def __init__(self, of: clamp.PlanConstraint) -> None:
        self.of = of

    def __call__(self, cursor: Any) -> Any:
        count = len(self.of.allowed(cursor))
        return np.full(count, -np.log1p(count))


def weighted() -> clamp.Weighted:
    inner = constraint()
    return clamp.Weighted(inner, [clamp.Score("count", 2.0, Counting(inner))])


def processor() -> Any:
    import torch

    found = clamp.ClampLogitsProcessor(constraint())
    found(torch.tensor([[1, 2, 3]]), torch.zeros(1, found.constraints[0].vocabulary.size))
    return found


def planner() -> Any:
    import tiny_models

    from clamp.hosts.hf.models import LoadedModel

    # A model of its own: one that was asked for hidden states keeps transformers' hooks, which cannot be pickled.
    own = LoadedModel(tiny_models.model.__wrapped__("llama"), tiny_models.tokenizer(), "tiny-llama")
    return clamp.Planner(own, hmm=hmm())


def request() -> Any:
    return PlanRequest("Tidy up, please.", constraint(), temperature=0.5, seed=3)


def asked() -> clamp.Request:
    found = clamp.Request.of(
        problem(), "Put the milk away.", budget=14, seen=["table", "shelf", "sink", "fridge", "milk"],
        requirements="Never leave the fridge open.",
    )  # fmt: skip
    found.check()
    return found


def house() -> Any:
    from virtualhome_house import GOALS, build

    objects, goal = GOALS["unboxed"]
    return build(goal, objects)


def explanation() -> clamp.Explanation:
    found = constraint()
    return found.explain(found.initial(), 3)


ERRORS: dict[str, tuple[Any, ...]] = {
    "LimitError": ("too large", "groundings", 7.0),
    "PlanSyntaxError": ("no plan", 3),
}

PUBLIC: dict[str, Callable[[], Any]] = {
    "HMM": hmm,
    "Action": lambda: clamp.Action("put", ("cup", "shelf")),
    "ClampLogitsProcessor": processor,
    "Constraint": both,
    "Explanation": explanation,
    "Failure": lambda: Failure("budget", "Too short.", smallest_budget=3, entities=("cup",)),
    "GoalConstraint": lambda: clamp.GoalConstraint(ruled(), token_vocabulary(), "eai", budget=8),
    "GoalFormat": lambda: clamp.GoalFormat.eai({"at": "Inside"}),
    "GoalPlanConstraint": lambda: clamp.GoalPlanConstraint(
        ruled(), token_vocabulary(), clamp.PlanFormat.calls(), budget=8
    ),
    "LimitReached": lambda: clamp.LimitReached("seconds", 2.0, 4.0),
    "Lookahead": lambda: clamp.Lookahead(constraint(ruled()), hmm(), guidance=0.5),
    "NamedWorld": lambda: clamp.NamedWorld(house(), "Put it away.", clamp.PlanFormat.steps()),
    "PlanConstraint": lambda: constraint(ruled()),
    "PlanFormat": lambda: clamp.PlanFormat.calls().with_reasoning(),
    "PlanRequest": request,
    "PlanResult": lambda: planner().plan(problem(), "Tidy up.", budget=14, trace=True),
    "Planner": planner,
    "Problem": problem,
    "Request": asked,
    "Rule": lambda: clamp.Rule.parse("F do:open(fridge)", because="it is hot"),
    "Ruled": ruled,
    "Scene": lambda: clamp.Scene((Entity("milk", box=(0, 0, 4, 4), view="front"),), {"front": (8, 8)}),
    "Score": lambda: clamp.Score("count", 2.0, Counting(constraint())),
    "SearchLimits": lambda: clamp.SearchLimits(seconds=3),
    "TransitionSystem": house,
    "Validation": lambda: problem().validate([clamp.Action("wash", ("milk", "sink"))]),
    "Vocabulary": token_vocabulary,
    "Weighted": weighted,
}
"""By its name in `clamp.__all__`; errors have entries of their own above, or are made of a message."""

CALLABLE = frozenset({"open_world", "read_request", "remap"})
"""Functions: pickled by name."""

IMMOVABLE = frozenset({"VLLMPlanner"})
"""What another process cannot have, and says so."""

OTHERS: dict[str, Callable[[], Any]] = {
    "loops": lambda: constraint(loops=True),
    "reasoning": lambda: constraint(form=clamp.PlanFormat.calls().with_reasoning()),
    "json": lambda: constraint(form=clamp.PlanFormat.skill_json()),
    "numbered": lambda: constraint(form=clamp.PlanFormat.from_template("{name} {args}", lead="{i}. ")),
    "syntax alone": lambda: constraint(enforce={"syntax"}),
    "seen": lambda: constraint(seen=["table", "shelf", "sink", "fridge", "milk", "red_cup_1"]),
    "keeping tokens": lambda: constraint().keeping_tokens(),
    "no plan": lambda: constraint(budget=1),
    "a house": lambda: constraint(house(), budget=8),
    "what was really written": lambda: clamp.Lookahead(constraint(), hmm(), belief="text"),
    "actions alone": lambda: ActionLookahead(constraint(enforce={"syntax", "visibility"}), hmm()),
    "visibility": lambda: VisibilityBias(found := constraint(), weights(found)),
    "visibility and lookahead": lambda: VisibilityBias(
        found := clamp.Lookahead(constraint(), hmm()), weights(found.constraint)
    ),
    "memory": lambda: Memory(forget_after=3),
    "soft visibility": lambda: SoftVisibility(floor=0.2),
    "belief": lambda: hmm().belief([1, 2, 3]),
}
"""What is public elsewhere."""


def specimens() -> dict[str, Any]:
    """One of everything, by name."""
    made = {name: make() for name, make in (PUBLIC | OTHERS).items()}
    made |= {name: getattr(clamp, name) for name in CALLABLE}
    for name, kind in vars(errors).items():
        if inspect.isclass(kind) and issubclass(kind, clamp.ClampError):
            made[name] = kind(*ERRORS.get(name, ("why",)))
            made[name].add_note("This is row 1.")
    return made


# ------------------------------------------------------------------ what it answers


def walked(found: Any, cursor: Any = None) -> list[Any]:
    """What a constraint admits along a text, and how it weighs it."""
    cursor = found.initial() if cursor is None else cursor
    told: list[Any] = []
    for number in range(LENGTH):
        allowed = found.allowed(cursor).tolist()
        told.append([allowed, found.accepting(cursor), [str(one) for one in found.actions(cursor)]])
        if hasattr(found, "bias") and allowed:
            told.append(weighed(found, cursor))
        if not allowed:
            break
        cursor = found.advance(cursor, allowed[(7 * number) % len(allowed)])
    return [*told, str(found.failure())]


def weighed(found: Any, cursor: Any) -> Any:
    """The bias of the admissible tokens, or why there is none."""
    try:
        return np.round(found.bias(cursor), 9).tolist()
    except clamp.errors.GuidanceError as error:
        return str(error)


def cursors_along(found: Any) -> list[Any]:
    """The cursors along a text, as `walked` goes it."""
    cursors = [found.initial()]
    for number in range(LENGTH):
        allowed = found.allowed(cursors[-1]).tolist()
        if not allowed:
            break
        cursors.append(found.advance(cursors[-1], allowed[(7 * number) % len(allowed)]))
    return cursors


def answers(thing: Any) -> Any:
    """What something says when it is used, as plain values."""
    if isinstance(thing, clamp.Constraint):
        return walked(thing)
    if isinstance(thing, clamp.NamedWorld):
        return [thing.instruction, thing.plan_format == clamp.PlanFormat.steps(), answers(thing.system)]
    if isinstance(thing, clamp.GoalFormat):
        return thing.write(literals_of("open(fridge) and not at(milk, fridge)"))
    if isinstance(thing, clamp.Request):
        said = [str(rule) for rule in thing.in_force]
        return [thing.seen, said, str(thing.messages()), walked(thing.made(token_vocabulary()))]
    if isinstance(thing, clamp.Vocabulary):
        text = b"Pick(red_cup)\nplace"
        return [
            thing.encode_batch([text]),
            thing.can_spell(text),
            thing.bytes_of(40),
            thing.trie_ids.tolist(),
        ]
    if isinstance(thing, clamp.HMM):
        return [thing.log_likelihood([1, 2, 3]), thing.vocab_size]
    if isinstance(thing, clamp.ClampError):
        return [type(thing).__name__, str(thing), thing.args, vars(thing)]
    if isinstance(thing, clamp.TransitionSystem):
        plan: list[Any] = []
        state = thing.initial
        for _ in range(4):
            plan.append(thing.applicable(state)[0])
            state = thing.successor(state, plan[-1])
        words = thing.rulebook and [rule.text for rule in thing.rulebook.rules]
        told = [thing.index(one) for one in plan], thing.is_goal(state), thing.validate(plan).valid
        return [*told, words, len(thing.actions), list(thing.entities), str(thing.lexicon.signatures)]
    if isinstance(thing, clamp.Score):
        return thing.function(thing.function.of.initial()).tolist()  # type: ignore[attr-defined]
    if type(thing).__name__ == "ClampLogitsProcessor":
        import torch

        allowed = thing.constraints[0].allowed(thing.constraints[0].initial()).tolist()
        ids = torch.tensor([[1, 2, 3, allowed[0]]])
        return thing(ids, torch.zeros(1, thing.constraints[0].vocabulary.size)).tolist()
    if type(thing).__name__ == "Planner":
        prompt = "You write plans for a robot with one gripper that tidies a kitchen. " * 4
        asked = [PlanRequest(prompt + task, constraint()) for task in ("one", "two")]
        return [one.text for one in thing.plan_many(asked)]
    if type(thing).__name__ == "PlanRequest":
        return [thing.prompt, thing.temperature, thing.seed, walked(thing.constraint)]
    if type(thing).__name__ == "Belief":
        return np.round(thing.advance(4).probabilities, 12).tolist()
    if inspect.isfunction(thing):
        return thing.__qualname__
    # Plain values are what they say, and equal.
    return [repr(thing), thing == pickle.loads(pickle.dumps(thing))]


@cache
def used() -> dict[str, Any]:
    """One of everything, asked already; and constraints with all cursors along a text."""
    found = specimens()
    for one in found.values():
        answers(one)
    # A processor is in the middle of a text, which it goes on with once.
    found["ClampLogitsProcessor"] = processor()
    return found


def in_another_process(data: bytes, connection: Any) -> None:
    """Read what was pickled, and answer."""
    try:
        things, cursors = pickle.loads(data)
        told = {name: answers(one) for name, one in things.items()}
        told_of = {name: [walked(of, one) for one in some] for name, (of, some) in cursors.items()}
        connection.send((told, told_of, None))
    except BaseException as error:
        import traceback

        connection.send((None, None, f"{error!r}\n{traceback.format_exc()}"))
