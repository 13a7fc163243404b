"""Closed loops over HTTP: a robot reports what it sees and what came of an action, and is told the next one.

The loop is `clamp.loop.loop.closed_loop`, as everywhere; its world here is whoever sends observations. Each loop runs
in a thread that mostly waits. What was done is kept in the database; a loop that is open when its server ends is over.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any

from pydantic import Field, model_validator

from clamp import checks
from clamp.decoding.diagnosis import Failure
from clamp.decoding.plans import DEFAULT_BUDGET
from clamp.decoding.result import PlanResult
from clamp.decoding.world import GOAL
from clamp.errors import ClampError, DomainError, SceneError
from clamp.hosts.goals import aimed
from clamp.loop.loop import LoopResult, Step, closed_loop
from clamp.loop.world import Observation
from clamp.perception import Entity, Scene
from clamp.perception.sight import Sight
from clamp.planning import Action, Problem
from clamp.planning.system import TransitionSystem
from clamp.planning.task import Atom
from clamp.planning.validator import successor, why_inapplicable
from clamp.request.request import Request
from clamp.request.settings import Settings
from clamp.server.asked import SWEEP, Asked, like
from clamp.server.desk import Full, Given, Job, Wanted, Work
from clamp.server.service import Service, goal_question, unclear
from clamp.server.store import new_id

_FULL_SECONDS = 0.2


class ObservationBody(Settings):
    """What a robot reports.

    Attributes:
        done: Whether the last action did what it should. If it did, and nothing else is said, all is as foreseen.
        facts: All facts that are known to hold, as ``["at", "milk", "table"]``, instead of what was foreseen; those
            that no action changes may be left out.
        added, removed: What holds, or does not, otherwise than foreseen.
        seen: What is in sight; by default what was.
        scene: The same in the JSON of scenes.
    """

    done: bool = Field(True, description="Whether the last action did what it should.")
    facts: list[list[str]] | None = Field(
        None,
        description='All facts that are known to hold, each as ["at", "milk", "table"]; by default what was foreseen.',
        max_length=20_000,
    )
    added: list[list[str]] | None = Field(
        None, description="What holds otherwise than foreseen.", max_length=20_000
    )
    removed: list[list[str]] | None = Field(
        None, description="What does not hold otherwise than foreseen.", max_length=20_000
    )
    seen: list[str] | None = Field(
        None, description="What is in sight; by default what was.", max_length=20_000
    )
    scene: dict[str, Any] | None = Field(None, description="The same in the JSON of scenes.")

    @model_validator(mode="after")
    def _one_way(self) -> ObservationBody:
        if self.facts is not None and (self.added is not None or self.removed is not None):
            raise ValueError("give either `facts`, which are all, or what was `added` and `removed`")
        if self.seen is not None and self.scene is not None:
            raise ValueError("give either `seen` or a `scene`")
        return self


class SessionBody(Asked):
    """A closed loop that is asked for; its plans have the settings of any plan.

    Attributes:
        observation: What is seen at first; by default all of the problem's initial state.
        fails_by_chance: Actions may fail by chance, so that one that did nothing may be tried again.
    """

    model_config = like(SWEEP, {**SWEEP, "observation": {"facts": [["at", "attic"]]}})

    observation: ObservationBody | None = Field(
        None, description="What is seen at first; by default all of the problem's initial state."
    )
    fails_by_chance: bool = Field(
        False, description="Actions may fail by chance, so that one that did nothing may be tried again."
    )

    @model_validator(mode="after")
    def _of_a_loop(self) -> SessionBody:
        for name in ("images", "scene", "seen"):
            if getattr(self, name) is not None:
                raise ValueError(
                    f"`{name}`: in a closed loop observations say what is seen; give `observation`"
                )
        if self.stream or self.trace or self.one_pass:
            raise ValueError("`stream`, `trace` and `one_pass` are of one plan; a closed loop writes many")
        if not self.enforces(GOAL) or self.constraints != "world":
            raise ValueError("a closed loop executes its plans, so `constraints` is 'world'")
        return self


class _Ended(BaseException):
    """Nobody reports any more."""


class _Robot:
    """Whoever reports, as a world that can be looked at and acted in."""

    def __init__(self, session: Session, problem: Problem, *, by_chance: bool) -> None:
        self._session, self._problem = session, problem
        self.fails_by_chance = by_chance
        self.facts: frozenset[Atom] = problem.facts(problem.initial)
        self.scene = Scene(tuple(Entity(name) for name in problem.entities))

    def told(self, body: ObservationBody, after: Action | None) -> tuple[frozenset[Atom], Scene]:
        """What holds and is seen after a report.

        Raises:
            ClampError: If it speaks of what the problem does not know.
        """
        facts = self.facts
        if after is not None and body.done and why_inapplicable(self._problem.task, facts, after) is None:
            facts = successor(self._problem.task, facts, after)
        if body.facts is not None:
            facts = self._problem.grounder.static | self._atoms(body.facts, "facts")
        facts = (facts | self._atoms(body.added or [], "added")) - self._atoms(body.removed or [], "removed")
        if body.scene is not None:
            scene = Scene.from_json(body.scene)
        elif body.seen is not None:
            scene = Scene(tuple(Entity(name) for name in dict.fromkeys(body.seen)))
        else:
            return facts, self.scene
        strange = sorted(set(scene.ids).difference(self._problem.entities))
        if strange:
            raise SceneError(f"The problem knows no {', '.join(map(repr, strange[:8]))}.")
        return facts, scene

    def _atoms(self, given: Sequence[Sequence[str]], where: str) -> frozenset[Atom]:
        found: set[Atom] = set()
        for one in given:
            if not one:
                raise DomainError(
                    f'`{where}`: a fact is a predicate with its things, such as ["at", "milk", "table"].'
                )
            atom = Atom(one[0], tuple(one[1:]))
            self._problem.grounder.check_fact(atom, f"`{where}`")
            if atom not in self.facts:  # what the problem itself says may be loosely typed
                self._problem.grounder.check_types(atom, f"`{where}`")
            found.add(atom)
        return frozenset(found)

    def observe(self) -> Observation:
        """What was reported last."""
        return Observation(self.scene, self.facts)

    def execute(self, action: Action) -> None:
        """Tell an action, and wait until somebody reports what came of it."""
        self.facts, self.scene = self._session.exchanged(action)


class Session:
    """One closed loop.

    Attributes:
        step: What is told next, when it is known.
        steps: What was done.
        status: ``running`` until it ends.
    """

    def __init__(self, service: Service, asked: SessionBody) -> None:
        self.key = new_id("session")
        self.status = "running"
        self.step: Future[dict[str, Any]] = Future()
        self.steps: list[dict[str, Any]] = []
        self.pending: Action | None = None
        self._service, self._asked = service, asked
        self._reports: SimpleQueue[tuple[frozenset[Atom], Scene] | None] = SimpleQueue()
        self._plans = 0
        self._failures: list[Failure] = []
        self._lock = threading.Lock()
        request = service.library.request(asked)
        problem = checks.instance(
            "problem",
            request.problem,
            Problem,
            what="a problem in PDDL",
            hint="A closed loop looks at facts and plans again from them.",
        )
        self._request: Request = request
        self.robot: _Robot | None = None
        if not unclear(request):  # otherwise somebody is asked back first
            _ = request.rules
        self.robot = _Robot(self, problem, by_chance=asked.fails_by_chance)
        if asked.observation is not None:
            self.robot.facts, self.robot.scene = self.robot.told(asked.observation, None)
        self._thread = threading.Thread(target=self._run, name="clamp-session", daemon=True)

    def begin(self) -> None:
        """Begin to plan."""
        kept = self._asked.model_dump(mode="json", exclude_unset=True)
        self._service.store.begin_session(self.key, kept)
        self._thread.start()

    def report(self, body: ObservationBody) -> Future[dict[str, Any]]:
        """Take a report; what is told next, when it is known.

        Raises:
            ClampError: If it speaks of what the problem does not know; the action is still waited for.
            Busy: If no report is waited for.
        """
        with self._lock:
            if self.pending is None or self.robot is None:
                raise Busy(f"The session {self.key} waits for no observation: its status is {self.status}.")
            told = self.robot.told(body, self.pending)
            self.pending = None
            self.step = Future()
        self._reports.put(told)
        return self.step

    def exchanged(self, action: Action) -> tuple[frozenset[Atom], Scene]:
        """Tell an action, and wait for the report about it."""
        with self._lock:
            self.pending = action
            self._tell({"status": "act", "action": {"name": action.name, "args": list(action.args)}})
        try:
            told = self._reports.get(timeout=self._service.bounds.idle)
        except Empty:
            self.status = "expired"
            raise _Ended from None
        if told is None:
            raise _Ended
        return told

    def end(self, status: str = "closed") -> None:
        """End it; does not wait for its thread."""
        if self.status == "running":
            self.status = status
        self._reports.put(None)

    def told(self) -> dict[str, Any]:
        """How it went so far."""
        with self._lock:
            found: dict[str, Any] = {"id": self.key, "status": self.status, "steps": [*self.steps]}
            if self.step.done():
                found |= self.step.result()
        return found

    def join(self) -> None:
        """Wait until its thread has ended."""
        if self._thread.ident is not None:
            self._thread.join()

    def _tell(self, what: dict[str, Any]) -> None:
        asked = self._asked.budget
        left = (DEFAULT_BUDGET if asked is None else asked) - len(self.steps)
        with suppress(Exception):  # nobody waits any more
            self.step.set_result({"id": self.key, **what, "left": left, "done": len(self.steps)})

    def _run(self) -> None:
        answer: dict[str, Any]
        try:
            found = self._looped()
            if isinstance(found, dict):
                answer = found
            else:
                answer = {"status": "goal" if found else "no_plan", "plans": found.plans}
                if not found:
                    answer["failure"] = self._failure(found)
            self.status = answer["status"]
        except _Ended:
            self.status = self.status if self.status != "running" else "closed"
            answer = {"status": self.status}
        except ClampError as error:
            self.status = "no_plan"
            failure = Failure("unreachable", str(error)).to_json() | {"cause": "refused"}
            answer = {"status": "no_plan", "failure": failure}
        except BaseException as error:
            self.status = "error"
            with self._lock, suppress(Exception):
                self.step.set_exception(error)
            answer = {"status": "error"}
        with self._lock:
            self.pending = None
            if self.step.done():  # an action that nobody reported about
                self.step = Future()
            self._tell(answer)
        with suppress(Exception):  # the database may be gone with the server
            self._service.store.note_session(self.key, self.status, self.steps)

    def _failure(self, found: LoopResult) -> dict[str, Any]:
        """Why a loop ended without its goal, with all that is known of the plan that failed."""
        for one in reversed(self._failures):
            if one.cause == found.cause and found.message.startswith(one.message):
                return one.to_json() | {"message": found.message}
        return Failure("unreachable", found.message).to_json() | {"cause": found.cause}

    def _looped(self) -> LoopResult | dict[str, Any]:
        assert self.robot is not None
        request = self._request
        asked, planner = self._asked, self._service.planner

        def clear(_: Job) -> Generator[Wanted, PlanResult, Any]:
            yield from ()  # no plan is wanted
            return self._service.cleared(request)

        if unclear(request):
            found = self._asked_model(clear)
            if isinstance(found, Failure):
                return {"status": "no_plan", "failure": found.to_json()}
            if not isinstance(found, Request):
                return found
            request = found

        def read(_: Job) -> Generator[Wanted, PlanResult, Any]:
            yield from ()  # no plan is wanted
            return aimed(
                request,
                lambda: planner,
                said=asked.goal,
                yes=asked.yes,
                vain=True,
                reads=lambda: planner.reader,
            )

        aim = self._asked_model(read)
        if isinstance(aim, Failure):
            return {"status": "no_plan", "failure": aim.to_json()}
        if aim is not None:
            answer, request = aim
            if answer.status != "goal":
                return (
                    goal_question(answer)
                    if answer.status == "question"
                    else {"status": "no_plan", "failure": answer.failure.to_json()}
                )
        self._request = request
        problem: Any = request.problem
        budget = request.configuration.budget
        return closed_loop(
            problem,
            self.robot,
            self._write,
            budget=DEFAULT_BUDGET if budget is None else budget,
            rules=request.rules,
            on_step=self._note,
        )

    def _note(self, step: Step) -> None:
        self.steps.append(
            {
                "name": step.action.name,
                "args": list(step.action.args),
                "exploring": step.exploring,
                "expected": step.expected,
                "denied": step.denied,
            }
        )
        self._service.store.note_session(self.key, "running", self.steps)

    def _write(
        self, now: TransitionSystem[Any], observation: Observation, seen: Sequence[str], left: int
    ) -> PlanResult:
        asked = self._request.but(problem=now, rules=None, requirements=None, budget=left, binding=False)
        asked = asked.seeing(Sight({}, observation.scene, tuple(seen)))
        self._plans += 1

        def write(_: Job) -> Generator[Wanted, PlanResult, PlanResult]:
            return (yield Wanted(asked))

        found = self._asked_model(write)
        if isinstance(found, Failure):
            found = PlanResult("fail", failure=found)
        else:
            self._service.metrics.written(found)
        if found.failure is not None:
            self._failures = [*self._failures[-1:], found.failure]
        return found

    def _asked_model(self, work: Work) -> Any:
        """What the model makes of something, in its turn; or that the time for it is up."""
        service = self._service
        waited = 0.0
        while True:
            try:
                job: Job = service.desk.submit(work)
                break
            except Full:
                if service.desk.closed or waited >= service.bounds.seconds:
                    return Failure("limit", "The model was busy with others for too long.")
                waited += _FULL_SECONDS
                sleep(_FULL_SECONDS)
        try:
            return job.done.result(service.bounds.seconds)
        except TimeoutError:
            service.desk.give_up(job, "time")
            return Failure("limit", f"No plan was written in {service.bounds.seconds:g} seconds.")
        except Given:
            raise _Ended from None


class Busy(Exception):
    """A session waits for no observation."""


class Missing(Exception):
    """There is no such session."""


class Sessions:
    """The closed loops of a server."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._open: dict[str, Session] = {}
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many are open."""
        return sum(one.status == "running" for one in list(self._open.values()))

    def begin(self, body: SessionBody) -> Session:
        """Begin one.

        Raises:
            ClampError: If it makes no sense.
            Full: If too many are open.
        """
        self._tidy()
        if self.count >= self._service.bounds.sessions:
            raise Full(60)
        session = Session(self._service, body)
        with self._lock:
            self._open[session.key] = session
        session.begin()
        return session

    def observe(self, key: str, body: ObservationBody) -> Future[dict[str, Any]]:
        """Take a report.

        Raises:
            Missing, Busy, ClampError: See there.
        """
        return self._session(key).report(body)

    def told(self, key: str) -> dict[str, Any]:
        """How one went so far."""
        if (session := self._open.get(key)) is not None:
            return session.told()
        kept = self._service.store.session(key)
        if kept is None:
            raise Missing(key)
        return kept

    def end(self, key: str) -> None:
        """End one.

        Raises:
            Missing: If there is none.
        """
        session = self._session(key, ended=True)
        session.end()

    def close(self) -> None:
        """End all of them."""
        for session in list(self._open.values()):
            session.end("interrupted")

    def _session(self, key: str, *, ended: bool = False) -> Session:
        session = self._open.get(key)
        if session is not None:
            return session
        kept = self._service.store.session(key)
        if kept is None:
            raise Missing(key)
        if ended:
            raise Missing(key)
        raise Busy(f"The session {key} is over: its status is {kept['status']}.")

    def _tidy(self) -> None:
        """Let go of those that have ended; the database knows them."""
        with self._lock:
            over = [key for key, one in self._open.items() if one.status != "running"]
            for key in over[: max(0, len(over) - 64)]:
                del self._open[key]
