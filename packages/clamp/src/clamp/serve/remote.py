"""A constraint whose planning is done elsewhere: the bench that plans, and the engine's side of it.

The engine's side knows the actions and how they are written, so it reads tokens and masks them itself; what
may come next in a state, and which state comes after, it asks the bench (see `clamp.serve.worker`). States
are numbers that the bench gives out.
"""

from __future__ import annotations

import math
import select
import socket
import time
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import Failure, PlanConstraint
from clamp.decoding.diagnosis import Cause
from clamp.decoding.result import ShortestPlan, Undecided
from clamp.decoding.world import EXECUTABILITY, GOAL, Boundary, Decided, Decider, State, World
from clamp.errors import ClampError, ConstraintError, HostError
from clamp.planning.search.bounds import PlanSuffix
from clamp.planning.search.limits import Meter
from clamp.planning.search.reachability import AliveActions, SearchLimits, Shortest
from clamp.planning.system import Action, SearchSpace, TransitionSystem, Validation, where_it_fails
from clamp.request.request import byte_vocabulary, weighed
from clamp.serve.allowance import Caps, operator_caps
from clamp.serve.description import ConstraintSpec
from clamp.serve.frames import ANSWER_SECONDS, Message, encode, receive
from clamp.serve.processes import COUNT_SECONDS, Allowance, is_ours

_SERVING_SHARE = 0.35
"""Of the operator's `step`, what the search at one boundary may take while a plan is being written."""
_WORN_SECONDS = 1.0
"""Of searching beyond `_QUICK` while plans are written; after that, boundaries get no more than that."""
_QUICK = 0.02
_KEPT_CHOICES = 20_000
_STUCK_SECONDS = 60.0
"""After so long on the wall, a process that has hardly run is taken for one that was stopped."""
_REPORT_SECONDS = 5.0


def refusal_of(error: Exception, caps: Caps) -> str:
    """Why a bench cannot do what it was asked, in a sentence."""
    if isinstance(error, ClampError):
        return str(error)
    if isinstance(error, MemoryError):
        return (
            f"Reading, grounding and searching the description took more than {caps.memory:g} GiB, which is "
            "all that this server gives it. Are there very many objects, or actions with many parameters?"
        )
    if isinstance(error, RecursionError):
        return "The description is nested too deeply to be read."
    return f"The description cannot be used: {type(error).__name__}: {str(error)[:200]}"


# ------------------------------------------------------------------ in the bench's process


class Bench:
    """One description, judged and planned for.

    Args:
        description: A `ConstraintSpec` in JSON.
        caps: The operator's.

    Raises:
        ClampError: If the description makes no sense or is too large.
    """

    def __init__(self, description: str, caps: Caps) -> None:
        self.caps = caps
        self.spec = ConstraintSpec.model_validate_json(description)
        self._request = self.spec.without_guidance().request(caps)
        made = self.spec.without_guidance().build(byte_vocabulary(), None, caps, self._request).hard
        assert isinstance(made, PlanConstraint)
        self.constraint = made
        self._places: list[tuple[Boundary, int]] = []
        self._numbers: dict[Hashable, int] = {}
        self._found: dict[int, Message] = {}
        self._worn = 0.0
        self.failure: Failure | None = None
        self._shortest: Shortest | None = None
        self._description: Message | None = None

    def refusal(self) -> str | None:
        """Why no plan can be written, or ``None``."""
        self.failure = failure = self._request.refusal or self.constraint.failure()
        if failure is None:
            self._shortest = self.constraint.best_known  # now, while it may take longer than a step
            return None
        least = failure.smallest_budget
        hint = "" if least is None else f" The smallest budget that would do: {least}."
        return f"No plan exists ({failure.cause}): {failure.message}{hint}"

    def answer(self, question: Message) -> Message:
        """What the engine or the server wants to know."""
        match question["op"]:
            case "describe":
                if self._description is None:
                    self._description = self._describe()
                return self._description
            case "choices":
                return self._choices(int(question["state"]), float(question.get("seconds", math.inf)))
            case "judge":
                return self._judge(str(question["text"]), question.get("finish"))
            case other:
                return {"error": f"unknown question {other!r}"}

    def _describe(self) -> Message:
        system, made = self.constraint.system, self.constraint
        plans = made.plan_format
        start = None if made.world.start.state is None else self._number(made.world.start, -1)
        return {
            "name": system.name,
            "budget": made.budget,
            "least": made.world.least,
            "entities": list(system.entities),
            "actions": [[one.name, *one.args] for one in system.actions],
            "templates": [one.decode("latin-1") for one in plans.action_templates(system.actions)],
            "initial": -1 if start is None else start,
            "first": None if start is None else self._choices(start),
        }

    def _number(self, boundary: Boundary, position: int) -> int:
        """The number of the place after an action at a boundary, or of the boundary itself.

        Places where the same may come next share a number: those of one state after as many actions, if a plan
        may come back to a state, and no two if not.
        """
        world, key = self.constraint.world, (boundary, position)
        if world.loops:
            after = boundary.state if position < 0 else world.after(boundary.state, position)
            key = (after, boundary.written + (position >= 0))
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._places)
            self._places.append((boundary, position))
        return found

    def _choices(self, number: int, most: float = math.inf) -> Message:
        """Cached, so that all who ask are told the same.

        Args:
            most: Seconds that the engine's step has left for it.
        """
        found = self._found.get(number)
        if found is None:
            started = time.thread_time()
            world = self.constraint.world
            quick = self._worn > _WORN_SECONDS
            seconds = _QUICK if quick else min(self.caps.step, most) * _SERVING_SHARE
            boundary, position = self._places[number]
            with Meter(SearchLimits(seconds=seconds)):
                if position >= 0:
                    boundary = boundary.after(position)
                    self._places[number] = boundary, -1
                choices = boundary.choices
                found = {
                    "actions": world.order.indices[choices.positions].tolist(),
                    "group": choices.group.tolist(),
                    "end": bool(choices.may_end),
                    "undecided": sorted(choices.undecided),
                    "next": [self._number(boundary, one) for one in choices.positions.tolist()],
                }
            self._worn += max(0.0, time.thread_time() - started - _QUICK)
            if len(self._found) >= _KEPT_CHOICES:
                del self._found[next(iter(self._found))]
            self._found[number] = found
        return found

    def _judge(self, text: str, finish: str | None) -> Message:
        """What a text is: a whole plan that was replayed, one that was cut, or none."""
        if finish == "length":
            return unfinished(
                "cut", "`max_tokens` or the model's context ended it before the plan did.", "length"
            )
        try:
            actions = self.constraint.plan_format.parse(text)
        except ClampError as error:
            return unfinished("none", f"The text is no plan: {error}", "syntax")
        if not actions and self.constraint.world.least:
            return unfinished("none", "The text writes no action.", "validation")
        known = replace(self.constraint.system.validate(actions), unread=tuple(self._request.unread))
        failed = None if known else Failure("validation", where_it_fails(known))
        if failed and {EXECUTABILITY, GOAL} <= self.constraint.enforce:
            return unfinished("none", failed.message, "validation") | {"certificate": known.to_json()}
        beside = ShortestPlan.beside(self._shortest, len(actions))
        undecided = Undecided.along(self.constraint.world.along(actions)).to_json()
        return {
            "plan": "whole",
            "status": "no_plan" if failed else "plan",
            "actions": [{"name": one.name, "args": list(one.args)} for one in actions],
            "failure": failed and failed.to_json(),
            "certificate": known.to_json(),
            "shortest": beside and beside.to_json(),
            "undecided": undecided,
        }


def unfinished(plan: str, why: str, cause: Cause = "uncertified") -> Message:
    """What is said of a text that is no plan.

    Args:
        plan: ``cut`` or ``none``.
    """
    return {
        "plan": plan,
        "why": why,
        "status": "no_plan",
        "actions": [],
        "failure": Failure(cause, why).to_json(),
    }


# ------------------------------------------------------------------ in the engine's process


class OutOfTime(HostError):
    """A bench did not answer within the engine's step, or is gone."""


class Patience:
    """How much planning one step of the engine may wait for, for all its requests together.

    It is counted in the processor time of those who plan: where others keep the processors busy, a step takes longer,
    as all steps do, and no request ends for it. When others have used up the step, the next request's bench is given a
    small share, in which it leaves more open; it is ended only if it alone takes as long as all of them may.

    Args:
        seconds: For one step.

    Attributes:
        seconds: The same.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._spent = 0.0

    def begin(self) -> None:
        """A step begins."""
        self._spent = 0.0

    @property
    def to_enter(self) -> float:
        """Seconds on the wall that a newcomer may wait whose description is still to be checked."""
        return max(self.seconds - self._spent, self.seconds / 2)

    @property
    def left(self) -> float:
        """Seconds in which the next request's bench should decide what may come next, as far as it can be."""
        return max(self.seconds - self._spent, self.seconds / 8)

    def spend(self, seconds: float) -> None:
        """A request has waited."""
        self._spent += seconds


class Line:
    """A connection to the workshop about one description.

    Args:
        place: The workshop's address.
        patience: What bounds the planning for each question; ``None``: the bench's own limit.

    Raises:
        OutOfTime: If nobody answers there.
    """

    def __init__(self, place: str, patience: Patience | None = None) -> None:
        self._patience = patience
        self._bench = 0
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._broken: str | None = None
        try:
            self._link.settimeout(_STUCK_SECONDS)
            self._link.connect(place)
            if not is_ours(self._link):
                raise PermissionError("another user's process answers in its place")
        except OSError as error:
            self._link.close()
            raise OutOfTime(f"The process that plans for this engine cannot be reached: {error}.") from error

    def __del__(self) -> None:
        self._link.close()

    def open(self, spec: ConstraintSpec, seconds: float, *, linger: bool) -> Message:
        """The verdict on a description.

        Args:
            seconds: On the wall.
            linger: Go on with the check when nobody waits for it any more.

        Raises:
            OutOfTime: If there is none within so many seconds.
        """
        return self._verdict({**hello(spec), "linger": linger}, seconds)

    def enter(self, spec: ConstraintSpec, patience: Patience) -> Message:
        """The verdict on a description that has most likely been checked: then it is told at once.

        Raises:
            OutOfTime: If it has not been, and there is none soon.
        """
        told = self._verdict({**hello(spec), "linger": True, "at_once": True}, _STUCK_SECONDS)
        if "unready" in told:
            started = time.monotonic()
            try:
                return self._verdict(None, patience.to_enter)
            finally:
                patience.spend(time.monotonic() - started)
        return told

    def _verdict(self, message: Message | None, seconds: float) -> Message:
        found = self._exchange(message, seconds)
        self._bench = int(found.pop("bench", 0))
        return found

    def ask(self, question: Message) -> Message:
        """A question to the bench, and its answer.

        Raises:
            OutOfTime: If there is none in time.
        """
        most = 2 * ANSWER_SECONDS
        if self._patience is not None:
            most = self._patience.seconds
            question = {**question, "seconds": self._patience.left}
        allowance = Allowance(self._bench, most)
        try:
            answer = self._exchange(question, _STUCK_SECONDS, allowance)
        finally:
            if self._patience is not None:
                self._patience.spend(allowance.used)
        if "error" in answer:
            why = str(answer["error"])
            if answer.get("gone"):
                self._broken = why
            raise OutOfTime(f"What may come next was not found: {why}.")
        return answer

    @property
    def alive(self) -> bool:
        """Whether questions may still be answered."""
        if self._broken is not None:
            return False
        try:
            self._link.settimeout(0)
            return bool(self._link.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _exchange(
        self, message: Message | None, seconds: float, allowance: Allowance | None = None
    ) -> Message:
        """Say something, or nothing, and wait for what the other side says.

        Args:
            seconds: On the wall.
            allowance: Of whoever is to answer.
        """
        if self._broken is not None:
            raise OutOfTime(f"What may come next was not found: {self._broken}.")
        end = time.monotonic() + max(seconds, 0.001)
        ready = select.poll()
        ready.register(self._link, select.POLLIN)
        try:
            self._link.settimeout(_STUCK_SECONDS)
            if message is not None:
                self._link.sendall(encode(message))
            while not ready.poll(1000 * max(0.0, min(COUNT_SECONDS, end - time.monotonic()))):
                if allowance is not None and allowance.spent:
                    self._broken = (
                        f"the planning took more than the {allowance.seconds:.2g} seconds of processor time that it "
                        "may keep the engine waiting"
                    )
                elif time.monotonic() >= end:
                    self._broken = f"the process that plans did not answer within {seconds:.3g} seconds"
                if self._broken is not None:  # An answer that comes later would be taken for another's.
                    raise OutOfTime(f"What may come next was not found: {self._broken}.")
            return receive(self._link)
        except (EOFError, OSError) as error:
            self._broken = "the process that plans has ended"
            raise OutOfTime(f"What may come next was not found: {self._broken}.") from error


def report(place: str, spec: ConstraintSpec, why: str, cause: Cause) -> None:
    """Tell the workshop why a request was ended, for whoever waits for its answer."""
    line = Line(place)
    told = {"digest": spec.without_guidance().digest, "why": why, "cause": cause}
    line._exchange(told, _REPORT_SECONDS)  # pyright: ignore[reportPrivateUsage]


def hello(spec: ConstraintSpec) -> Message:
    """What a connection to the workshop begins with."""
    caps = operator_caps()
    seconds = spec.limits.seconds
    return {
        "digest": spec.digest,
        "description": spec.model_dump_json(),
        "seconds": caps.seconds if seconds is None else min(seconds, caps.seconds),
    }


def _elsewhere() -> NoReturn:
    raise HostError("This is planned for in another process, which is asked through the constraint only.")


class _Told(TransitionSystem[int]):
    """The system as the bench describes it: its actions, and no way to plan."""

    def __init__(self, told: Message) -> None:
        self.name: str = told["name"]
        self._entities: list[str] = told["entities"]
        self._actions = [Action(one[0], tuple(one[1:])) for one in told["actions"]]
        self._initial: int = told["initial"]

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return self._entities

    @property
    def initial(self) -> int:
        return self._initial

    def is_goal(self, state: int) -> bool:
        _elsewhere()

    def applicable_indices(self, state: int) -> Sequence[int]:
        _elsewhere()

    def successor_of_index(self, state: int, index: int) -> int:
        _elsewhere()

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        _elsewhere()

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        _elsewhere()

    def goal_entities(self) -> frozenset[str]:
        _elsewhere()

    def validate(self, actions: Iterable[Action]) -> Validation:
        _elsewhere()


class _RemoteWorld(World):
    """Asks the bench what may come next. States are the numbers of its places."""

    line: Line
    first: Message | None
    _after: dict[int, dict[int, int]]

    def prepare(self) -> None:
        """The server has."""

    def _meet(self, state: State, written: int, proof: PlanSuffix | None) -> tuple[Decider, bool]:
        if EXECUTABILITY not in self.enforce:
            return super()._meet(state, written, proof)
        told = self.first if (state, written) == (self.system.initial, 0) else None
        if told is None:
            told = self.line.ask({"op": "choices", "state": state})
        indices, group, undecided = (
            np.array(told[key], dtype=np.int64) for key in ("actions", "group", "undecided")
        )
        ways = self._after.setdefault(int(state), {})  # type: ignore[arg-type]
        ways.update(zip(self.order.positions[indices].tolist(), told["next"], strict=True))
        return Decided(AliveActions(indices, group, undecided)), bool(told["end"])

    def after(self, state: State, position: int) -> State:
        """See `World.after`."""
        if EXECUTABILITY not in self.enforce:
            return None
        return self._after[int(state)][position]  # type: ignore[arg-type]


class ServedConstraint(PlanConstraint):
    """A `PlanConstraint` over an engine's tokens that asks a bench what may come next.

    Args:
        spec: The description, which the workshop has accepted.
        line: The connection to its bench.
        vocabulary: The engine's tokens.

    Raises:
        ClampError: If the tokens cannot spell the plans, or the bench does not answer in time.
    """

    def __init__(self, spec: ConstraintSpec, line: Line, vocabulary: Vocabulary) -> None:
        self.line = line
        self._told = line.ask({"op": "describe"})
        super().__init__(
            _Told(self._told),
            vocabulary,
            spec.plan_format,
            budget=self._told["budget"],
            seen=spec.seen,
            enforce=spec.enforce,
            loops=spec.loops,
        )

    def _templates(self) -> list[bytes]:
        return [one.encode("latin-1") for one in self._told["templates"]]

    def _world_of(self, enforce: frozenset[str], *, loops: bool = True, to_the_end: bool = True) -> World:
        world = _RemoteWorld(
            self.system,
            self._order,
            enforce=enforce,
            seen=self.seen,
            budget=self.budget,
            limits=self.limits,
            loops=True,  # the bench sees to it: a place of a plan that may not come back is a state here
            least=self._told["least"],
            to_the_end=to_the_end,
        )
        world.first = self._told["first"]
        world.line, world._after = self.line, {}  # pyright: ignore[reportPrivateUsage]
        return world


def served(spec: ConstraintSpec, place: str, patience: Patience, vocabulary: Vocabulary) -> Any:
    """The constraint that a description asks for, planned for by the workshop.

    Raises:
        ClampError: If it has no plan, cannot be spelled, or is not ready in time.
    """
    line = Line(place, patience)
    verdict = line.enter(spec, patience)
    why = verdict.get("refusal") or verdict.get("busy")
    if why is not None:
        raise ConstraintError(why)
    return weighed(ServedConstraint(spec, line, vocabulary), visibility=spec.visibility)
