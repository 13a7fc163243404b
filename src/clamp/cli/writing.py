"""What ``clamp plan`` does between its task and its answer: read, look, load, write."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from clamp.automata import Vocabulary
from clamp.cli.console import messages, results
from clamp.cli.libero import LiberoStart, libero_start
from clamp.cli.sight import Sight, absence, describe, listed_sight, not_there, read_sight, seen_of
from clamp.cli.task_file import TaskFile, rules_of
from clamp.decoding import PlanConstraint
from clamp.decoding.format_names import format_of
from clamp.decoding.result import PlanResult
from clamp.decoding.weighed import check_guidance
from clamp.decoding.world import LEVELS
from clamp.errors import ConstraintError
from clamp.planning.rules import Ruled

if TYPE_CHECKING:
    from clamp.decoding.failure import Failure
    from clamp.hosts.plan_host import PlanHost
    from clamp.hosts.planner import Planner
    from clamp.perception import Mention, Scene
    from clamp.planning.system import TransitionSystem


_PROSE = 2
"""From more unknown things on than this, an instruction is loose prose."""


class PlanWriter:
    """One task, from its file to its plan; what can be checked without a model is checked before.

    Attributes:
        spec: The task.
        system: Its planning model, the rules included.
        rules: The rules in force.
        instruction: What a person asks for.
        budget: Most actions.
        start: How a task of LIBERO begins, if it is one.
    """

    def __init__(
        self,
        spec: TaskFile,
        *,
        device: str | None,
        dtype: str | None,
        hmm: Path | None,
        guidance: float | None,
        trace: bool,
        rules: Sequence[str] = (),
        host: str = "transformers",
    ) -> None:
        _check_host(host, spec, device)
        weight = _checked_guidance(spec, hmm, guidance)
        _check_model_options(device, dtype, hmm)
        self.spec = spec
        self._host = host
        self._model_options: dict[str, Any] = {
            "device": device,
            "dtype": dtype,
            "hmm": hmm,
            "guidance": weight,
        }
        self._trace = trace
        self.plan_format = format_of(spec.format or ("virtualhome_json" if spec.eai_task else "calls"))
        self.budget = spec.budget or 20
        with messages().status("Reading the task"):
            self.start = libero_start(spec)
            self.system, self.instruction = _world(spec, self.start)
            self.rules = rules_of(spec, rules)
            if self.rules:
                self.system = Ruled(self.system, self.rules)

    def write(self) -> tuple[PlanResult, Sight]:
        """The plan, or why there is none, and what was seen."""
        if self.start is not None and self.spec.renders:
            sight = self.start.look()
        else:
            sight = read_sight(self.spec, self.system)
        self.check(seen_of(sight, self.spec)[0])
        if sight.images and sight.scene is None and self.spec.seen is None:
            with messages().status("Asking the model what it sees"):
                sight = listed_sight(sight, self.spec, self.system, cast("Planner", self.planner))
        names, weights = seen_of(sight, self.spec)
        if (
            names is not None
            and self.spec.constraints == "world"
            and self.system.goal_entities() - set(names)
        ):
            # A goal over what is not seen needs no model to be refused.
            failure = self._judge(names, LEVELS).failure()
            if failure is not None and failure.cause == "unseen" and not self.absent(names):
                return PlanResult("fail", failure=failure), sight
        absent = self.absent(names)
        if absent:
            looked = replace(sight, absent=tuple(absent), listed=tuple(names or ()))
            return PlanResult("fail", failure=self._why_not(absent, names)), looked
        result = self.plan(self.system, self._shown(sight.images), names, self.budget, weights, sight.scene)
        return result, sight

    def absent(self, seen: Sequence[str] | None) -> list[Mention]:
        """What the person's instruction speaks of that is not there, where this rules a plan out.

        Nothing does where everything counts as seen, in a benchmark's own prose, and for a plan that may name
        anything. Then it is only said, unless so much is unknown that the instruction must be loose prose.
        """
        found = not_there(self.instruction, self.system, seen, self.spec.aliases)
        binding = self.spec.instruction is not None and self.spec.constraints in ("grounded", "world")
        if seen is not None and binding:
            return found
        if sum(one.standing == "unknown" for one in found) <= _PROSE:
            for one in found:
                messages().print(describe(one), style="yellow", markup=False)
        return []

    def _why_not(self, absent: Sequence[Mention], seen: Sequence[str] | None) -> Failure:
        """That the goal needs what is not seen, if so; otherwise that the instruction speaks of it."""
        if self.spec.constraints == "world" and all(one.standing == "unseen" for one in absent):
            found = self._judge(seen, LEVELS).failure()
            if found is not None and found.cause == "unseen":
                for one in absent:
                    messages().print(describe(one), style="yellow", markup=False)
                return found
        return absence(absent)

    def check(self, seen: Sequence[str] | None) -> None:
        """Show unknown entities and unwritable names before a model is loaded."""
        self._judge(seen, ("syntax",))

    def _judge(self, seen: Sequence[str] | None, enforce: Sequence[str]) -> PlanConstraint:
        """A constraint without a model: bytes stand in for tokens."""
        stand_in = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
        return PlanConstraint(
            self.system, stand_in, self.plan_format, budget=self.budget, seen=seen, enforce=enforce
        )

    @cached_property
    def planner(self) -> PlanHost:
        """The model, loaded when it is first needed."""
        with messages().status("Loading the model") as status:

            def progress(line: str) -> None:
                status.update(line)

            options: dict[str, Any] = {**self._model_options, "progress": progress}
            if self._host == "vllm":
                return _vllm_planner(self.spec.model, options)
            from clamp.hosts.models import EMBEDDED
            from clamp.hosts.planner import Planner

            model = self.spec.model
            if model is None and (self.spec.images or self.spec.renders):
                model = EMBEDDED
            return Planner.from_pretrained(model, **options)

    def plan(
        self,
        system: TransitionSystem[Any],
        images: Sequence[Any],
        seen: Sequence[str] | None,
        budget: int,
        visibility: dict[str, float] | None = None,
        scene: Scene | None = None,
    ) -> PlanResult:
        """One plan; on a terminal its text is shown as it is written."""
        planner, spec, console = self.planner, self.spec, messages()
        status = console.status("Reading the prompt")
        status.start()

        def on_text(text: str) -> None:
            status.stop()
            console.print(text, end="", markup=False, style=None if self.streams_result else "dim")

        try:
            result = planner.plan(
                system,
                self.instruction,
                seen=seen,
                scene=scene,
                budget=budget,
                format=self.plan_format,
                constraints=spec.constraints,
                images=images,
                temperature=spec.temperature,
                seed=spec.seed,
                max_new_tokens=spec.max_new_tokens,
                visibility=visibility,
                trace=self._trace,
                on_text=on_text if self.streams else None,
            )
        finally:
            status.stop()
        if result.text and self.streams:
            console.print()
        return result

    @property
    def streams(self) -> bool:
        """Whether somebody watches: text is shown as it is written on a terminal only."""
        return is_terminal(sys.stderr)

    @property
    def streams_result(self) -> bool:
        """Whether what was shown as it was written is all that the reader of the result needs.

        Then the plan is not written a second time. Where standard output leads elsewhere, it gets the plan.
        """
        return self.streams and is_terminal(sys.stdout)

    def _shown(self, images: Any) -> list[Any]:
        """The pictures that the model is shown: none if it reads none, which is said."""
        if images and self.planner.processor is None:
            messages().print(
                f"{self.planner.name!r} is a text-only model: the pictures only tell what is seen.",
                style="yellow",
                markup=False,
            )
            return []
        return list(images.values())

    def say_what_is_seen(self, sight: Sight) -> None:
        """The list of what may be named, for a failure that misses something."""
        names, _ = seen_of(sight, self.spec)
        listed = self.system.entities if names is None else names
        results().print(f"Seen: {', '.join(listed) or 'nothing'}.", markup=False)


def is_terminal(stream: TextIO) -> bool:
    """Whether what is written to a stream is read by a person, now."""
    return stream.isatty()


def _checked_guidance(spec: TaskFile, hmm: Path | None, guidance: float | None) -> float:
    """The weight λ, refused where it would weigh nothing, before anything is loaded."""
    weight = check_guidance(1.0 if guidance is None else guidance)
    if hmm is None and guidance:
        raise ConstraintError(f"--guidance {guidance:g} needs an HMM to weigh plans with. Add --hmm FOLDER.")
    if hmm is not None and weight and (spec.constraints or "world") != "world":
        raise ConstraintError(
            f"An HMM weighs plans that reach the goal, so it needs --constraints world, not "
            f"{spec.constraints}. Leave --hmm out, or add --guidance 0."
        )
    return weight


def _check_host(host: str, spec: TaskFile, device: str | None) -> None:
    if host not in ("transformers", "vllm"):
        raise ConstraintError(f"--host: there is no host {host!r}; choose transformers or vllm.")
    if host == "vllm" and (spec.images or spec.renders):
        raise ConstraintError(
            "--host vllm: it shows a model no pictures. Leave it out, or give a `scene` alone."
        )
    if host == "vllm" and device is not None:
        raise ConstraintError("--device: vLLM chooses the device by how it was built. Leave it out.")


def _check_model_options(device: str | None, dtype: str | None, hmm: Path | None) -> None:
    """What can be known of a model's options before it is loaded.

    Raises:
        HostError: If there is no such device or dtype.
        HMMError: If the folder holds no HMM.
    """
    if dtype is not None or device is not None:
        from clamp.hosts.models import checked_dtype, usable_device

        checked_dtype(dtype)
        usable_device(device)
    if hmm is not None:
        from clamp.hmm import HMM

        HMM.from_pretrained(hmm)


def _vllm_planner(model: str | None, options: dict[str, Any]) -> PlanHost:
    # vLLM's log goes to standard output, which is for results.
    os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
    os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
    from clamp.hosts.vllm import VLLMPlanner

    return VLLMPlanner.from_pretrained(model, **{name: options[name] for name in options if name != "device"})


def _world(spec: TaskFile, start: LiberoStart | None) -> tuple[TransitionSystem[Any], str]:
    """The transition system of a task, and its instruction."""
    if start is not None:
        return start.problem, spec.instruction or start.task.instruction
    if spec.eai_task is None:
        from clamp.planning import Problem

        assert spec.domain is not None
        assert spec.problem is not None
        problem = Problem.from_pddl(Path(spec.domain), Path(spec.problem))
        if problem.repairs:
            count = len(problem.repairs)
            messages().print(
                f"Repaired {count} {'thing' if count == 1 else 'things'} in the PDDL; `clamp lint "
                f"{shlex.quote(str(spec.domain))} {shlex.quote(str(spec.problem))}` lists "
                f"{'it' if count == 1 else 'them'}.",
                style="yellow",
                markup=False,
            )
        return problem, spec.instruction or ""
    from clamp.bench.eai_tasks import load_tasks
    from clamp.errors import BenchmarkError

    tasks = {task.id: task for task in load_tasks()}
    if spec.eai_task not in tasks:
        from rapidfuzz import process

        near = [str(found[0]) for found in process.extract(spec.eai_task, list(tasks), limit=3)]
        raise BenchmarkError(
            f"eai-eval has no VirtualHome task {spec.eai_task!r}; near it are {', '.join(near)}."
        )
    task = tasks[spec.eai_task]
    return task.system(), spec.instruction or f"{task.name}. {task.description}".strip()
