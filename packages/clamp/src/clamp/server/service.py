"""What a server does with a request, whatever brings it: reads it, waits for the model, keeps and tells its result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from opentelemetry.context import Context

from clamp.decoding.diagnosis import Failure
from clamp.decoding.result import PlanResult
from clamp.decoding.world import GOAL
from clamp.errors import RuleError
from clamp.hosts.goals import Alternative, GoalAnswer, aimed, goal_of
from clamp.hosts.planner import PlanHost
from clamp.hosts.requirements import by_model
from clamp.planning.goals import BOUND
from clamp.planning.rules import Rule, judge
from clamp.planning.rules.consistency import refuse_contradictions
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.system import Action
from clamp.request.request import Request
from clamp.request.story import story
from clamp.serve.allowance import Caps
from clamp.server.asked import Asked, GoalBody, Library, RulesBody
from clamp.server.desk import Desk, Job, Wanted, Work
from clamp.server.metrics import Metrics, span
from clamp.server.store import Store, new_id
from clamp.words.requirements import read_requirements
from clamp.words.wording import wording_of

Tell = Callable[[str, dict[str, Any]], None]
"""Is told what happens while a plan is written: the name of an event, and its data."""

_SEVERAL = 4
"""So many requests are read at a time, beside the model; reading one may take seconds."""


@dataclass(frozen=True)
class Bounds:
    """What one client may take of a server.

    Attributes:
        queue: Requests that may wait for the model.
        together: Plans that are written side by side; as many as the host takes by default.
        seconds: From a request to its answer.
        body: Bytes of a request.
        picture: Bytes of a picture.
        sessions: Closed loops that are open at a time.
        idle: Seconds after which a closed loop ends that nobody reports to.
        registered: Domains and problems that may be registered.
        caps: What planning for one request may cost.
    """

    queue: int = 64
    together: int | None = None
    seconds: float = 120.0
    body: int = 16_000_000
    picture: int = 8_000_000
    sessions: int = 64
    idle: float = 1800.0
    registered: int = 10_000
    caps: Caps = field(default_factory=Caps)


class Service:
    """A planner with its queue, its database and its figures.

    Args:
        planner: Writes the plans.
        worlds: Kinds of worlds that may be asked for by name; ``None`` for all that are installed.
    """

    def __init__(
        self,
        planner: PlanHost,
        store: Store,
        bounds: Bounds,
        *,
        engine: str = "",
        worlds: frozenset[str] | None = None,
    ) -> None:
        self.planner, self.store, self.bounds, self.engine = planner, store, bounds, engine
        self.desk = Desk(planner, bounds.queue, bounds.together or planner.batch_size)
        self.metrics = Metrics(lambda: self.desk.waiting)
        self.library = Library(
            store.text_of,
            bounds.caps,
            worlds=worlds,
            most_picture=bounds.picture,
            counted=self.metrics.looked_up,
        )
        self._reading = threading.Semaphore(_SEVERAL)

    def close(self) -> None:
        """End the work; returns when the model is free."""
        self.desk.close()
        self.store.close()

    # ---------------------------------------------------------------- plans

    def read(self, asked: Asked) -> Request:
        """A request, with all that can be wrong in it without a model; may take seconds.

        Raises:
            ClampError: If it makes no sense, or is more than this server allows.
        """
        with self._reading, span("plan.read"):
            request = self.library.request(asked)
            _ = request.requirements
            request.check()
            if not unclear(request):
                _ = request.system
            return request

    def work(
        self, key: str, asked: Asked, request: Request, tell: Tell, context: Context | None = None
    ) -> Work:
        """What is to be done at the desk for a request: a plan, a question, or why there is neither; it is kept."""

        def work(job: Job) -> Generator[Wanted, PlanResult, dict[str, Any]]:
            self.metrics.queued.observe(monotonic() - job.asked)
            with span("plan", context) as (whole, within):
                whole.set_attribute("clamp.id", key)
                found, trace = yield from self._planned(asked, request, tell, within)
                job.claim()
                answer: dict[str, Any] = {"id": key, **found}
                whole.set_attribute("clamp.status", answer["status"])
                with span("plan.keep", within):
                    self.store.end(key, answer["status"], answer, trace)
            failure: dict[str, Any] | None = answer.get("failure")
            self.metrics.ended(answer["status"], None if failure is None else failure["cause"])
            return answer | ({"trace": trace} if asked.trace else {})

        return work

    def out_of_time(self, key: str) -> dict[str, Any]:
        """The answer to a request whose time is up; kept."""
        seconds = self.bounds.seconds
        failure = Failure(
            "limit",
            f"This server gives a request {seconds:g} seconds, those included in which it waits, and they are up. "
            "Whether there is a plan is not known. Ask for less, or ask again when fewer ask.",
        )
        answer: dict[str, Any] = {"id": key, "status": "no_plan", "failure": failure.to_json(), "actions": []}
        self.store.end(key, "no_plan", answer, None)
        self.metrics.ended("no_plan", "limit")
        return answer

    def _planned(
        self, asked: Asked, request: Request, tell: Tell, context: Context
    ) -> Generator[Wanted, PlanResult, tuple[dict[str, Any], list[dict[str, Any]]]]:
        """What comes of a request, and its trace."""
        cleared = self.cleared(request)
        if not isinstance(cleared, Request):
            return cleared, []
        request = cleared
        with span("plan.aim", context):
            try:
                aim = aimed(
                    request,
                    lambda: self.planner,
                    said=asked.goal,
                    yes=asked.yes,
                    vain=True,
                    reads=lambda: self.planner.reader,
                )
            except RuleError as error:
                return _question(str(error), [dict(one) for one in error.proposals], "requirements"), []
        understood: dict[str, Any] = {}
        if aim is not None:
            answer, request = aim
            if answer.status == "question":
                return goal_question(answer), []
            if answer.status == "none":
                failed = request.told(PlanResult("fail", failure=answer.failure))
                return self._told(failed, request, understood), []
            understood["goal"] = _goal(answer)
        understood |= _kept(request)
        tell("understood", {**understood, "budget": request.configuration.budget})
        count = 0

        def told(action: Action) -> None:
            nonlocal count
            count += 1
            tell("action", {"index": count - 1, "name": action.name, "args": list(action.args)})

        with span("plan.write", context) as (writing, _):
            try:
                request, _ = self.planner.legible(request)
                result = yield Wanted(request, told, asked.trace)
            except RuleError as error:
                if not error.proposals:
                    raise
                return _question(str(error), [dict(one) for one in error.proposals], "requirements"), []
            writing.set_attribute("clamp.tokens", result.timing.tokens)
            writing.set_attribute("clamp.constraint_seconds", result.timing.constraint)
        self.metrics.written(result)
        if aim is not None and asked.goal is None:
            result = result.for_goal(aim[0].literals, "model" if aim[0].by_model else "reader")
        elif result.goal is not None:  # written with the plan, by the model
            written = GoalAnswer("goal", result.goal, "", (Alternative(result.goal, 1.0),), by_model=True)
            if result.failure is not None and result.failure.cause == "ambiguous":
                return goal_question(replace(written, why=result.failure.message)), []
            understood["goal"] = _goal(written)
        return self._told(result, request, understood), [step.to_json() for step in result.trace]

    def cleared(self, request: Request) -> Request | dict[str, Any]:
        """A request whose requirements are clear, by what the model says they mean where that counts; or the question.

        To be asked at the desk: the model may be needed.
        """
        if request.unread and request.configuration.on_unclear in ("ask", "model"):
            try:
                request = by_model(request, self.planner)
            except RuleError as error:
                return _question(str(error), [dict(one) for one in error.proposals], "requirements")
        return request if (question := self._unclear(request)) is None else question

    def _unclear(self, request: Request) -> dict[str, Any] | None:
        """The question about requirements that were not understood, if there is one."""
        if not unclear(request):
            return None
        readings: list[dict[str, Any]] = []
        said: list[str] = []
        for clause in request.requirements.unread:
            for one in clause.readings:
                readings.append({"text": one.said, "rule": one.rule.text, "requirement": clause.text})
            why = (
                "It may mean several things." if clause.readings else f"It was not understood: {clause.why}."
            )
            near = f" Nearest that would be: {clause.suggestion!r}." if clause.suggestion else ""
            said.append(f"The requirement {clause.text!r}: {why}{near}")
        return _question(" ".join(said), readings, "requirements")

    def _told(self, result: PlanResult, request: Request, understood: dict[str, Any]) -> dict[str, Any]:
        """A result as clients get it, without its trace."""
        told = result.to_json(trace=False) | request.sight.to_json()
        told["status"] = "plan" if result else "no_plan"
        told |= understood
        told["instruction"] = request.instruction
        told["model"] = self.planner.name
        if result:
            told["story"] = story(request.problem, result.actions)
        return told

    # ---------------------------------------------------------------- goals and rules

    def goal(self, body: GoalBody, job: Job) -> Generator[Wanted, PlanResult, dict[str, Any]]:
        """What a sentence asks to be so, or the question back.

        Raises:
            ClampError: If nothing can be asked for.
        """
        system = self.library.world(body).system
        answer = goal_of(
            body.instruction,
            system,
            lambda: self.planner,
            budget=body.budget,
            seen=body.seen,
            rules=[Rule.parse(one) for one in body.rules or ()],
            aliases=body.aliases,
            reads=lambda: self.planner.reader,
        )
        yield from ()  # no plan is wanted
        job.check()
        found = answer.taken() if body.yes else answer
        told = found.to_json()
        return told | ({"readings": told["alternatives"]} if found.status == "question" else {})

    def rules(self, body: RulesBody) -> dict[str, Any]:
        """What sentences and rules mean in a world, and what becomes of them along a plan.

        Raises:
            ClampError: If a rule cannot be read, or names what there is not; or rules contradict each other.
        """
        with self._reading, span("rules"):
            system = self.library.world(body).system
            found: dict[str, Any] = {"status": "understood"}
            rules = [Rule.parse(one) for one in body.rules or ()]
            if (body.requirements or "").strip():
                read = read_requirements(body.requirements or "", wording_of(system))
                found |= read.to_json()
                rules += read.rules(ignore_the_rest=True)
            base = system.unconstrained
            refuse_contradictions(
                ground_rules(base, base.rule_words(), [*system.constraints, *rules]), len(base.actions)
            )
            found["rules"] = [one.to_json() for one in rules]
            if body.actions is not None:
                actions = [Action(one.name, tuple(one.args)) for one in body.actions]
                found["judgement"] = judge(system, rules, actions).to_json(actions)
            return found

    # ---------------------------------------------------------------- what is registered

    def register(self, domain: str, problem: str | None) -> dict[str, Any]:
        """Keep a domain, or a problem of it.

        Raises:
            ClampError: If it cannot be read, or does not fit.
        """
        from clamp.planning.pddl import read_domain_file

        with self._reading:
            text, _ = self.library.texts(domain, None)
            found, _ = read_domain_file(text)
            made = None if problem is None else self.library.problem(text, problem)
        key = self.store.register("domain", found.name, text)
        answer: dict[str, Any] = {"id": key, "name": found.name, "problem": None}
        if made is not None and problem is not None:
            answer["problem"] = self.store.register("problem", made.name, problem, key)
        return answer | {"problems": self.store.registered(key)[0]["problems"]}


def new_plan() -> str:
    """The id of a plan."""
    return new_id("plan")


def unclear(request: Request) -> bool:
    """Whether people are to be asked about the requirements."""
    return bool(request.unread) and request.configuration.on_unclear != "ignore"


def _question(why: str, readings: list[dict[str, Any]], about: str) -> dict[str, Any]:
    return {"status": "question", "question": why, "about": about, "readings": readings}


def goal_question(answer: GoalAnswer) -> dict[str, Any]:
    """The question about a goal, with what a client sends back for each way to understand it (``say``)."""
    readings = [one.to_json() | {"say": _as_said(one.to_json()["goal"])} for one in answer.alternatives]
    return _question(answer.why, readings, "goal")


def _as_said(literals: list[Any]) -> str:
    """A goal as a request's `goal` says it: in PDDL."""
    return f"(and {' '.join(map(_literal, literals))})"


def _literal(one: list[Any]) -> str:
    if one[0] == "forall":
        return f"(forall ({BOUND} - {one[1]}) {_literal(one[2])})"
    if one[0] == "not":
        return f"(not {_literal(one[1:])})"
    return f"({' '.join(one)})"


def _goal(answer: GoalAnswer) -> dict[str, Any]:
    return {
        "text": answer.text,
        "literals": [one.to_json() for one in answer.literals],
        "read_by": "model" if answer.by_model else "reader",
    }


def _kept(request: Request) -> dict[str, Any]:
    """What was understood of the requirements, and the rules in force."""
    enforced = request.enforces(GOAL)
    read = [
        {
            "text": one.text,
            "status": one.status,
            "said": one.readings[0].said if one.status == "understood" else None,
            "rule": one.readings[0].rule.text if one.status == "understood" else None,
        }
        for one in request.requirements.clauses
    ]
    rules = (
        [one.to_json() | {"enforced": enforced} for one in request.in_force] if not unclear(request) else []
    )
    return {"requirements": read, "rules": rules}
