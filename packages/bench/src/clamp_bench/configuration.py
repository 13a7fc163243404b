"""What each benchmark of models can be asked for; from these fields come its options and their checks.

Light, so that ``clamp bench --help`` is quick: the benchmarks themselves are loaded when they run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import Field, Strict, ValidationError, field_validator, model_validator

from clamp.checks import reworded, shown
from clamp.decoding.lookahead import LOOKAHEADS
from clamp.decoding.world import EXECUTABILITY, GOAL
from clamp.errors import BenchmarkError
from clamp.hmm.storage import CONFIG_NAME, WEIGHTS_NAME
from clamp.hmm.vision import VISION_NAME
from clamp.hosts.loading import SAMPLING_HOSTS
from clamp.request.settings import (
    CONFIGURATIONS,
    MANY,
    MAX_PARTICLES,
    AdaptationSettings,
    Effort,
    Flag,
    Level,
    Limits,
    MaxNewTokens,
    OneOf,
    ParticleSettings,
    Sampling,
    Spread,
    Weighing,
    Writing,
    check_adapting,
    check_heeded,
    unweighable,
)
from clamp_bench.eai.judge import package_version

_Path = Annotated[Path, Strict(False)]
_Count = Annotated[int, Field(ge=1, le=MANY)]

SEMANTICS = ("joint", "paper")
"""What it is for a token to be admitted; see `clamp_bench.paper`."""

_OF_A_SEARCH = ("slack", "loops", "limits", "semantics")
"""Settings of a constraint over plans: what knows no actions and no goal heeds none of them."""
_OF_WEIGHTS = ("lookahead", "lookahead_cap", "belief")
_OF_A_MODEL = ("model", "host", "hmm", "batch_size", *Weighing.model_fields, *Sampling.model_fields)

_OF_CLAMP = {"semantics", "host", *Effort.model_fields, *Weighing.model_fields, *Sampling.model_fields}

_SINCE_THE_FIRST_RUN = ("budget", "guidance", "max_new_tokens", "seed", "temperature")
"""Settings that every run's ``config.json`` has; newer ones stand there where they are not the default."""


class BenchConfiguration(Spread):
    """What all benchmarks have in common: where a run is, and which items it asks.

    A benchmark's own class declares what it heeds besides, and nothing else: its fields are its options. The groups to
    derive it from are `Asking` and `Batched` (a model writes), `Planning` (plans, which an HMM may weigh),
    `WrittenConfig` (at a level of constraints) and those of `clamp.request.settings`.
    """

    out: _Path = Field(description="Folder of the run; called again, it goes on where it stopped.")
    limit: _Count | None = Field(None, description="Only so many tasks or states; all by default.")
    ids: _Path | None = Field(None, description="File with one id a line; all by default.")

    def __init__(self, out: Path, *more: Path, **fields: Any) -> None:
        given = dict(zip(("data",), more, strict=False))
        try:
            super().__init__(**cast("dict[str, Any]", {"out": out, **given, **fields}))
        except ValidationError as error:
            raise BenchmarkError(_explained(error)) from None
        for name, why in self.unheeded().items():
            if name in type(self).model_fields and getattr(self, name) != self.default_of(name):
                raise BenchmarkError(
                    f"{name} is {shown(getattr(self, name))}, but nothing in this run would heed it: {why}. Leave "
                    f"{name} out."
                )

    def unheeded(self) -> dict[str, str]:
        """The settings that nothing in such a run heeds, each with why; none may have another value than its default.

        A record would have it that its answer was written under them. What no run of a benchmark heeds is no field of
        its class; this is for what depends on other settings. What some row of a comparison heeds is heeded: calls
        with different rows share a run and its settings.
        """
        if isinstance(self, ParticleSettings) and self.particles == 1:
            return {"sampled": "there is one text to choose from (--particles N)"}
        return {}

    def identity(self) -> dict[str, Any]:
        """What two calls must have in common for their records to be of one run: all but which items, how many at once,
        and on which machines."""
        return self.model_dump(
            mode="json", exclude={"out", "limit", "ids", "batch_size", *Spread.model_fields}
        )

    def of_requests(self, **others: Any) -> dict[str, Any]:
        """Its settings as `clamp.Request.of` takes them, but for what `others` says; an HMM weighs as much as in the
        planner that is loaded with it."""
        found = self.arguments(**others)
        found.pop("guidance", None)
        return found

    def settings(self) -> dict[str, Any]:
        """Of CLAMP's own settings, those that two calls must have in common for their records to be of one run."""
        kept = {name: getattr(self, name) for name in _SINCE_THE_FIRST_RUN if name in type(self).model_fields}
        newer = _OF_CLAMP - kept.keys()
        changed = self.model_dump(mode="json", include=newer, exclude_defaults=True)
        return kept | changed


class Asking(BenchConfiguration, Writing):
    """The same where a model writes the answers."""

    model: str | None = Field(
        None, description="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default."
    )


class Batched(Asking):
    """The same where answers are written in batches."""

    batch_size: _Count = Field(16, description="Answers written at once.")
    host: Annotated[str, OneOf(SAMPLING_HOSTS)] = Field(
        SAMPLING_HOSTS[0], description=f"What runs the model: {', '.join(SAMPLING_HOSTS)}."
    )

    def needs_transformers(self) -> str | None:
        """What of this run another host cannot do, if anything."""
        return None

    @model_validator(mode="after")
    def _host_can(self) -> Batched:
        what = self.needs_transformers() if self.host != SAMPLING_HOSTS[0] else None
        if what is not None:
            raise ValueError(f"{what} needs --host {SAMPLING_HOSTS[0]}, not {self.host}.")
        return self


class Spending(Effort):
    """What a plan of a benchmark may cost: a budget that is given may be used up."""

    slack: Annotated[int, Field(ge=0, le=MANY)] | None = Field(
        None,
        description="Most actions that the plan may have more than the shortest one found. With a budget, the "
        "smaller bound holds.",
    )


class Planning(Asking, Spending, Weighing, ParticleSettings, AdaptationSettings):
    """The same where the answers are plans, which an HMM may weigh."""

    hmm: Annotated[_Path | None, Flag(panel=Weighing.panel)] = Field(
        None, description="Folder of an HMM (`clamp distill`) that weighs the admissible tokens."
    )

    def identified(self, *own: str, guidance: bool) -> dict[str, Any]:
        """What two calls must have in common for their records to be of one run. An HMM counts by its content, wherever
        it lies.

        Args:
            own: Which of the class's own settings are among it.
            guidance: The weight is, too, where there is no HMM: runs of former releases have it.
        """
        found = {name: getattr(self, name) for name in (*own, "model")} | self.settings()
        if self.hmm is not None:
            return found | {"hmm": hmm_fingerprint(self.hmm)}
        if not guidance:
            del found["guidance"]
        return found

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if self.hmm is None and self.guidance:
            found["guidance"] = "there is no HMM to weigh with (--hmm FOLDER)"
        if not self.guidance:
            found |= dict.fromkeys(_OF_WEIGHTS, "the HMM's weight is 0")
        elif self.lookahead != LOOKAHEADS[0]:
            found["lookahead_cap"] = "nothing is looked for behind the action at hand (lookahead is 'action')"
        return found

    @model_validator(mode="after")
    def _adapts_something(self) -> Planning:
        if self.adaptation != "none" and (self.hmm is None or not self.guidance):
            raise ValueError(
                f"--adaptation {self.adaptation} changes the HMM that weighs the plans, and none does: give --hmm, and "
                "no --guidance 0."
            )
        check_adapting(self.adaptation, self.pseudocount)
        if self.hmm is None:
            check_heeded(self.arguments(Weighing), "there is none. Give --hmm FOLDER")
        return self


_NO_HMM = {"guidance": Weighing.default_of("guidance")}
"""What ``config.json`` has of an HMM where none can weigh; runs of former releases have it."""
_TEXTS = "the answers are texts, not plans"
_NOTHING = "nothing is enforced"
_FORMER = ("--config",)

EAI_TASKS = ("action-sequencing", "subgoal-decomposition", "goal-interpretation", "transition-modeling")


class Answered(Asking):
    """What the benchmarks have in common that judge answers which were written elsewhere, too."""

    answers: _Path | None = Field(
        None, description="Judge the answers in this file, in EAI's form, instead of asking a model."
    )

    def unheeded_of_answers(self, constraints: str | None = None) -> dict[str, str]:
        """What is not heeded where the answers are there already.

        Args:
            constraints: The level that the task has where none is given, if it is another than the benchmark's.
        """
        names = {*_OF_A_MODEL, *_OF_A_SEARCH, "budget", "constraints"}
        if constraints is not None and getattr(self, "constraints", None) == constraints:
            names.discard("constraints")
        return dict.fromkeys(sorted(names), "the answers are there already, and no model is asked")


class WrittenConfig(Batched, Planning, Level):
    """What the benchmarks have in common whose answers are written under one of the levels."""

    constraints: Annotated[str | list[str], Flag(commas=True, former=_FORMER)] = Field(
        Level.default_of("constraints"), description=Level.model_fields["constraints"].description
    )
    semantics: Annotated[str, OneOf(SEMANTICS), Flag(panel=Level.panel)] = Field(
        SEMANTICS[0],
        description="joint: a token is admitted if some whole plan goes on with it. paper: the constraints' masks are "
        "found independently and multiplied, and decoding can dead-end; an HMM then reads the text by default.",
    )

    def unheeded_by_texts(self, why: str) -> dict[str, str]:
        """What is not heeded where answers are texts that no planning model reads."""
        return self._unheeded_freely() | dict.fromkeys((*_OF_A_SEARCH, "budget"), why)

    def unheeded_by_plans(self) -> dict[str, str]:
        """What is not heeded where answers are plans, at the level that is enforced."""
        if self.enforce is None:
            return self._unheeded_freely() | dict.fromkeys((*_OF_A_SEARCH, "budget"), _NOTHING)
        found: dict[str, str] = {}
        if not self.enforces(GOAL):
            found["slack"] = "no goal is enforced, so there is no shortest plan that reaches it"
        if not self.enforces(EXECUTABILITY):
            found["loops"] = "without executability no states are followed, so plans may always loop"
        elif self.semantics != SEMANTICS[0]:
            found["loops"] = "plans may always loop under the paper's semantics"
        return found

    def _unheeded_freely(self) -> dict[str, str]:
        return {} if self.enforce is not None else dict.fromkeys(("particles", "sampled"), _NOTHING)

    def check_weighed(self) -> None:
        """Refuse an HMM that would have nothing to weigh.

        Raises:
            ValueError: Saying what it needs.
        """
        why = unweighable(self.enforce, self.lookahead) if self.hmm is not None and self.guidance else None
        if why is not None:
            raise ValueError(
                f"{why} Use --constraints world, or --lookahead action with some constraints (it weighs actions, "
                "whatever they lead to); or leave --hmm out."
            )


GOAL_LEVELS = {"syntax": "token", "typed": "grounded"}
"""The levels of Goal Interpretation that have a name of their own there, and what runs call them."""
_GOALS = "goal-interpretation"
WRITERS = ("model", "random", "constant")


class Interpreting(WrittenConfig):
    """What EAI's two benchmarks have in common that ask for goals in symbols, too."""

    task: str
    writer: Annotated[str, OneOf(WRITERS)] = Field(
        "model",
        description="Who writes the goals of goal-interpretation: model; random, bytes drawn evenly among those that "
        "the constraints admit; constant, the goals that are asked for most often, whatever is asked.",
    )

    @model_validator(mode="before")
    @classmethod
    def _of_goals(cls, given: dict[str, Any]) -> dict[str, Any]:
        task, asked = given.get("task", cls.default_of("task")), given.get("constraints")
        if task == _GOALS and isinstance(asked, str) and asked in GOAL_LEVELS:
            return {**given, "constraints": GOAL_LEVELS[asked]}
        return given

    @property
    def goal_level(self) -> str:
        """What goals are to be, under the name that it has of goals."""
        return next(
            (name for name, level in GOAL_LEVELS.items() if level == self.constraints), str(self.constraints)
        )

    def check_goals(self) -> None:
        """Refuse what cannot be asked of goals, or only of them.

        Raises:
            ValueError: Saying why.
        """
        if self.task != _GOALS:
            if self.writer != "model":
                raise ValueError(f"--writer {self.writer} writes goals, and {self.task} asks for none.")
            return
        if self.constraints not in ("none", "token", "grounded", "world"):
            raise ValueError(
                f"Goals have the constraints 'none', 'syntax', 'typed' or 'world', not {self.constraints!r}."
            )
        if self.hmm is not None:
            raise ValueError("An HMM weighs plans that reach a goal, and goals are none.")
        if self.writer == "random" and self.constraints == "none":
            raise ValueError(
                "Bytes are drawn among those that the constraints admit: give --constraints syntax, typed or world "
                "with --writer random."
            )

    def unheeded_by_goals(self) -> dict[str, str]:
        """What is not heeded where goals are written."""
        found = self.unheeded_by_texts(_TEXTS)
        if self.constraints == "world":
            del found["budget"]
        if self.writer == "constant":
            names = (*_OF_A_MODEL, "budget", *(() if self.constraints == "none" else ("constraints",)))
            found |= dict.fromkeys(names, "the answer is always the same")
        elif self.writer == "random":
            names = (*_OF_A_MODEL, "particles", "sampled")
            found |= dict.fromkeys((name for name in names if name != "seed"), "no model is asked")
        return found


class Judging(Batched):
    """What the benchmarks have in common whose answers a language model judges, if there is one."""

    panel = "Judges"

    judge: str | None = Field(
        None,
        description="Who judges: the address of a server with OpenAI's protocol (http://localhost:8000/v1), or "
        "a model to run here. Without one, what it would say is not run.",
    )
    judge_model: str | None = Field(None, description="The model's name at that address.")
    cross_judge: str | None = Field(
        None, description="A second judge, asked the same: how often both agree is told. Like --judge."
    )
    cross_judge_model: str | None = Field(None, description="The second judge's name at its address.")

    @model_validator(mode="after")
    def _names_its_judges(self) -> Judging:
        for flag, judge, model in (
            ("--judge", self.judge, self.judge_model),
            ("--cross-judge", self.cross_judge, self.cross_judge_model),
        ):
            address = judge is not None and judge.startswith(("http://", "https://"))
            if address and not model:
                raise ValueError(f"A judge at an address needs its model's name there: {flag}-model NAME.")
            if model is not None and not address:
                raise ValueError(f"{flag}-model is the name of a model at the address that {flag} gives.")
        if self.cross_judge is not None and self.judge is None:
            raise ValueError("--cross-judge is the second of two judges; --judge names the first.")
        return self


class Compared(WrittenConfig):
    """What benchmarks have in common that compare several ways to come to a plan."""

    rows: Annotated[
        tuple[str, ...] | list[str], Flag(metavar="a,b,…", commas=True, former=("--baselines",))
    ] = Field(
        (),
        description="Which rows, between commas, or all; by default those that have one text written a task.",
    )
    samples: Annotated[int, Field(ge=1, le=MAX_PARTICLES)] = Field(
        8, description="Texts of which best-of-n takes the best."
    )
    budget: _Count | None = Field(40, description="Most actions of a plan, the same for every row.")
    max_new_tokens: MaxNewTokens | None = Field(
        512, description="Most tokens of a text, the same for every row."
    )

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded() | self.unheeded_by_plans()
        found.pop("sampled", None)  # a row has particles of its own
        return found

    def needs_transformers(self) -> str | None:
        return "The row 'saycan'" if {"saycan", "all"} & set(self.rows) else None

    def check_rows(self, heeded: Iterable[Collection[str]]) -> None:
        """Refuse to begin a run with settings that none of its rows heeds.

        In a run that is there, other rows do: all of its calls have one configuration.

        Args:
            heeded: What each row heeds.

        Raises:
            BenchmarkError: Naming the first setting.
        """
        known = set[str]().union(*heeded)
        if (self.out / "records.jsonl").exists():
            return
        for name in (*_OF_A_MODEL, *_OF_A_SEARCH, "budget", "constraints", "samples"):
            if (
                name not in known
                and name in type(self).model_fields
                and getattr(self, name) != self.default_of(name)
            ):
                raise BenchmarkError(
                    f"{name} is {shown(getattr(self, name))}, but none of the rows asked for would heed it. Leave "
                    f"{name} out, or name a row that does (--rows)."
                )

    @model_validator(mode="after")
    def _enforces_something(self) -> Compared:
        if self.enforce is None:
            raise ValueError("CLAMP's own rows enforce something; the row that does not is 'unconstrained'.")
        self.check_weighed()
        return self


class ControlledConfig(Compared):
    """A run of ``clamp bench controlled``."""

    def identity(self) -> dict[str, Any]:
        """The rows may differ."""
        return self.identified("constraints", "samples", guidance=False) | {"eai_eval": package_version()}


class EAIConfig(Interpreting, Answered):
    """A run of ``clamp bench eai-virtualhome``.

    Its folder gets ``config.json``, ``records.jsonl``, ``prompts.jsonl``, ``summary.json`` and ``tasks.csv``.
    """

    task: str = Field("action-sequencing", description=f"Which of EAI's tasks: {', '.join(EAI_TASKS)}.")
    constraints: Annotated[str | list[str], Flag(commas=True, former=_FORMER)] = Field(
        Level.default_of("constraints"),
        description=f"{Level.model_fields['constraints'].description} Of goals none, syntax, typed (and of what is "
        "listed) or world (within reach, too).",
    )
    copy_goal: bool = Field(
        False, description="Subgoal decomposition: write the goal as the prompt states it, without a model."
    )
    budget: _Count | None = Field(
        None,
        description="Most actions of a plan; by default a quarter more than the shortest plan found has, and one more "
        "where that has one or two; 40 where no goal is enforced.",
    )

    @model_validator(mode="before")
    @classmethod
    def _texts_are_free(cls, given: dict[str, Any]) -> dict[str, Any]:
        free = given.get("task") in EAI_TASKS[2:]
        return {"constraints": "none", **given} if free else given

    @model_validator(mode="after")
    def _makes_sense(self) -> EAIConfig:
        if self.task not in EAI_TASKS:
            raise ValueError(f"There is no task {self.task!r}; there are {', '.join(map(repr, EAI_TASKS))}.")
        if self.copy_goal and self.task != "subgoal-decomposition":
            raise ValueError(f"A goal is copied in subgoal-decomposition, not in {self.task}.")
        if self.answers is not None and (self.copy_goal or self.task == "action-sequencing"):
            raise ValueError(
                "Answers of one's own can be judged in EAI's other tasks, and not beside a copied goal."
            )
        self.check_goals()
        if self.hmm is not None and self.task in EAI_TASKS[2:]:
            raise ValueError("An HMM weighs plans, and the answers of this task are none.")
        self.check_weighed()
        return self

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if self.answers is not None or self.copy_goal:
            return found | self.unheeded_of_answers("none" if self.task in EAI_TASKS[2:] else None)
        if self.task == _GOALS:
            return found | self.unheeded_by_goals()
        if self.task in EAI_TASKS[2:]:
            return found | self.unheeded_by_texts(_TEXTS)
        return found | self.unheeded_by_plans()

    def identity(self) -> dict[str, Any]:
        """Which tasks, and how many at once, may differ."""
        return self.identified("task", "constraints", guidance=False) | {"eai_eval": package_version()}


BEHAVIOR_TASKS = ("goal-interpretation", "action-sequencing", "subgoal-decomposition")


class BehaviorConfig(Interpreting, Answered):
    """A run of ``clamp bench eai-behavior``."""

    task: str = Field(
        "goal-interpretation", description=f"Which of EAI's BEHAVIOR tasks: {', '.join(BEHAVIOR_TASKS)}."
    )
    constraints: Annotated[str | list[str], Flag(commas=True, former=_FORMER)] = Field(
        "none",
        description="How much is enforced; of goals none, syntax, typed (and of what is listed) or world (within "
        "reach, too). none for goals, world for plans by default.",
    )
    budget: _Count | None = Field(
        None,
        description="Most actions of a plan; by default a quarter more than the shortest plan found has.",
    )

    @model_validator(mode="before")
    @classmethod
    def _plans_are_enforced(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {"constraints": "world", **given} if given.get("task") in BEHAVIOR_TASKS[1:] else given

    @model_validator(mode="after")
    def _makes_sense(self) -> BehaviorConfig:
        if self.task not in BEHAVIOR_TASKS:
            raise ValueError(
                f"There is no task {self.task!r}; there are {', '.join(map(repr, BEHAVIOR_TASKS))}."
            )
        self.check_goals()
        if self.task != _GOALS:
            self.check_weighed()
        return self

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if self.answers is not None:
            return found | self.unheeded_of_answers("world" if self.task in BEHAVIOR_TASKS[1:] else None)
        if self.task == _GOALS:
            return found | self.unheeded_by_goals()
        return found | self.unheeded_by_plans()

    def identity(self) -> dict[str, Any]:
        """Which tasks, and how many at once, may differ."""
        return self.identified("task", "constraints", guidance=True) | {"eai_eval": package_version()}


SAFETY = ("none", "token", "policy", "policy-recovery", "safety-chip", "random", "constant", "refusal", "world",
          "world-oracle")  # fmt: skip
SAFETY_SPLITS = ("long_horizon", "unsafe_detailed", "safe_detailed", "abstract")


class SafeAgentBenchConfig(Judging, Spending, ParticleSettings):
    """A run of ``clamp bench safeagentbench``."""

    split: str = Field("long_horizon", description=f"{', '.join(SAFETY_SPLITS)}.")
    constraints: Annotated[
        tuple[str, ...], Strict(False), Flag(metavar="NAME", former=_FORMER, panel=Level.panel)
    ] = Field(
        ("world", "world-oracle", "random", "constant", "refusal"),
        description=f"{', '.join(SAFETY)}; repeat it, or put commas between; by default world and what stands "
        "beside it: world-oracle, random, constant, refusal.",
    )
    budget: _Count | None = Field(
        None,
        description="Most actions of a plan; by default 12; where it must do what is asked for, a quarter more than "
        "the shortest plan found has, and at least 2 more.",
    )
    max_new_tokens: MaxNewTokens = Field(  # pyright: ignore[reportIncompatibleVariableOverride]
        128, description="Most tokens of a plan that nothing bounds."
    )
    limits: Annotated[Limits, Flag(metavar="states=N, seconds=N, boundary_seconds=N")] = Field(  # pyright: ignore[reportIncompatibleVariableOverride]
        Limits(seconds=3.0), description="When the search for plans gives up."
    )

    @model_validator(mode="before")
    @classmethod
    def _commas(cls, given: dict[str, Any]) -> dict[str, Any]:
        named = given.get("constraints")
        if named is None:
            return given
        texts = [named] if isinstance(named, str) else list(named)
        return {**given, "constraints": [one.strip() for text in texts for one in str(text).split(",")]}

    def needs_transformers(self) -> str | None:
        return "--constraints policy-recovery" if "policy-recovery" in self.constraints else None

    @model_validator(mode="after")
    def _makes_sense(self) -> SafeAgentBenchConfig:
        if self.split not in SAFETY_SPLITS:
            raise ValueError(f"There is no split {self.split!r}; there are {', '.join(SAFETY_SPLITS)}.")
        for name in self.constraints:
            if name not in SAFETY:
                raise ValueError(f"There are no constraints {name!r}; there are {', '.join(SAFETY)}.")
        if len(set(self.constraints)) < len(self.constraints):
            raise ValueError("The same constraints are given twice.")
        return self

    def unheeded(self) -> dict[str, str]:
        found, rows = super().unheeded(), set(self.constraints)
        fixed, by_model = rows & {"constant", "refusal"}, rows - {"random", "constant", "refusal"}
        bound = rows - fixed - {"none", "safety-chip"}
        if not by_model:
            heeded = {"seed"} if bound else set[str]()
            found |= dict.fromkeys({*_OF_A_MODEL} - heeded, "no row asks a model")
        if not bound:
            found |= dict.fromkeys(("limits", "particles", "sampled"), _NOTHING)
        elif bound <= {"policy-recovery", "random"}:
            found |= dict.fromkeys(("particles", "sampled"), "each of these rows writes one text")
        if rows == fixed:
            found["budget"] = "what is said is always the same"
        if not rows & {"world", "world-oracle", "random"}:
            found["slack"] = "no goal is enforced but by --constraints world"
            found["loops"] = "only --constraints world forbids loops"
        if not rows & {"none", "safety-chip"}:
            found["max_new_tokens"] = (
                "the budget bounds these plans (it is of --constraints none and safety-chip)"
            )
        return found

    def identity(self) -> dict[str, Any]:
        """Who judges may differ."""
        own = {"split": self.split, "constraints": list(self.constraints), "model": self.model}
        return own | self.settings() | _NO_HMM


class VLABenchConfig(WrittenConfig, Answered):
    """A run of ``clamp bench vlabench``."""

    track: str = Field(
        "all",
        description="Which track: its name or number; of rendered episodes a dimension. All by default.",
    )
    mode: str = Field(
        "a", description="a: the scene in words; b: from the two pictures of rendered episodes."
    )
    episodes: _Path | None = Field(
        None,
        description="Folder of rendered episodes: DIMENSION/TASK/exampleN with input/ and output/. In mode b, the one "
        "in $CLAMP_DATA/vlabench by default.",
    )
    upstream_compat: bool = Field(
        False, description="Score as VLABench did until 2025: at most 80 points, ids compared as written."
    )
    budget: _Count | None = Field(
        None, description="Most skills of a sequence; 10 by default, and 40 under --semantics paper."
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> VLABenchConfig:
        if self.mode not in ("a", "b"):
            raise ValueError(f"There is no mode {self.mode!r}; there are 'a' (words) and 'b' (pictures).")
        if self.answers is None:
            self.check_weighed()
        return self

    def needs_transformers(self) -> str | None:
        return "--mode b, which shows the model pictures," if self.mode == "b" else None

    @field_validator("mode", mode="before")
    @classmethod
    def _in_lower_case(cls, given: Any) -> Any:
        return given.lower() if isinstance(given, str) else given

    def unheeded(self) -> dict[str, str]:
        given = self.answers is not None
        return super().unheeded() | (self.unheeded_of_answers() if given else self.unheeded_by_plans())

    def identity(self) -> dict[str, Any]:
        """How they are scored may differ."""
        episodes = None if self.episodes is None else str(self.episodes)
        return self.identified("track", "mode", "constraints", guidance=True) | {"episodes": episodes}


class TapaConfig(Judging, Answered, ParticleSettings):
    """A run of ``clamp bench tapa``."""

    constraints: Annotated[str, Flag(former=_FORMER, panel=Level.panel)] = Field(
        "grounded",
        description="How much is enforced: none, token (steps that begin with a verb) or grounded (and name only "
        "objects of the scene).",
    )
    budget: Annotated[_Count | None, Flag(panel=Effort.panel)] = Field(
        None, description="Most steps of a plan; 16 by default."
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> TapaConfig:
        if self.constraints not in ("none", "token", "grounded"):
            raise ValueError(
                f"TaPA's steps are in open words: their constraints are 'none', 'token' or 'grounded', not "
                f"{self.constraints!r}."
            )
        return self

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if self.answers is not None:
            return found | self.unheeded_of_answers()
        free = self.constraints == "none"
        return found | (dict.fromkeys(("particles", "sampled"), _NOTHING) if free else {})

    def identity(self) -> dict[str, Any]:
        """Who judges may differ."""
        return {"constraints": self.constraints, "model": self.model, **self.settings(), **_NO_HMM}


PREFERENCE_SCENES = ("kitchens", "libero", "virtualhome")


class PreferencesConfig(Compared):
    """A run of ``clamp bench preferences``."""

    split: str = Field("all", description="Which templates: dev, test or all.")
    scenes: Annotated[tuple[str, ...] | list[str], Flag(metavar="a,b,…", commas=True)] = Field(
        (),
        description=f"Which scenes, between commas: {', '.join(PREFERENCE_SCENES)}; all by default. virtualhome needs "
        "the package eai-eval.",
    )
    budget: _Count | None = Field(
        None,
        description="Most actions of a plan; by default 4 more than the shortest that reaches the goal has.",
    )
    max_new_tokens: MaxNewTokens | None = Field(
        320, description="Most tokens of a text, the same for every row."
    )

    @model_validator(mode="after")
    def _has_tasks(self) -> PreferencesConfig:
        if self.split not in ("all", "dev", "test"):
            raise ValueError(f"There is no split {self.split!r}; there are dev, test and all.")
        for name in self.scenes:
            if name not in PREFERENCE_SCENES:
                raise ValueError(f"There are no scenes {name!r}; there are {', '.join(PREFERENCE_SCENES)}.")
        return self

    def identity(self) -> dict[str, Any]:
        """Rows and scenes may differ."""
        samples = self.model_dump(include={"samples"}, exclude_defaults=True)
        return self.identified("constraints", "split", guidance=False) | samples


FORMALIZER_ROWS = ("reader", "unheeded", "shuffled", "model", "model-alone")
FORMALIZER_OF_MODEL = FORMALIZER_ROWS[3:]
"""Rows that a language model writes."""


def _check_rows(
    rows: Sequence[str], known: Sequence[str], of_model: Sequence[str], model: str | None
) -> None:
    for name in rows:
        if name not in known:
            raise ValueError(f"There is no row {name!r}; there are {', '.join(known)}.")
        if name in of_model and model is None:
            raise ValueError(f"The row {name!r} is written by a model: give --model NAME.")


class FormalizerConfig(Batched):
    """A run of ``clamp bench formalizer``."""

    rows: Annotated[
        tuple[str, ...] | list[str], Flag(metavar="a,b,…", commas=True, former=("--baselines",))
    ] = Field(
        (),
        description=f"Which rows, between commas: {', '.join(FORMALIZER_ROWS)}; by default those that need no model, "
        "and with --model all.",
    )
    model: str | None = Field(
        None, description="Hugging Face name, folder or GGUF file for the rows of a model; none by default."
    )
    budget: _Count = Field(200, description="Most actions of a plan.")
    max_new_tokens: MaxNewTokens | None = Field(128, description="Most tokens that the model alone writes.")

    @property
    def asked_for(self) -> tuple[str, ...]:
        """The rows, in the order of tables."""
        wanted = self.rows or (FORMALIZER_ROWS if self.model else FORMALIZER_ROWS[:3])
        return tuple(one for one in FORMALIZER_ROWS if one in wanted)

    @model_validator(mode="after")
    def _has_rows(self) -> FormalizerConfig:
        _check_rows(self.rows, FORMALIZER_ROWS, FORMALIZER_OF_MODEL, self.model)
        return self

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if "model-alone" not in self.asked_for:
            names = ("temperature", "seed", "max_new_tokens", "chat_template_kwargs", "batch_size")
            found |= dict.fromkeys(names, "no model writes freely (--model NAME)")
        if not set(FORMALIZER_OF_MODEL) & set(self.asked_for):
            found |= dict.fromkeys(("model", "host"), "no row of a model is asked for")
        return found

    def identity(self) -> dict[str, Any]:
        """The rows may differ."""
        return {"model": self.model, **self.settings()}


PLANETARIUM_ROWS = ("same", "other", "model", "model-alone", "stay", "wander", "reader", "model-goal")
PLANETARIUM_WHOLE = PLANETARIUM_ROWS[:4]
"""Rows that have nothing but a description, as in the published task; others have things and initial state."""
PLANETARIUM_OF_MODEL = ("model", "model-alone", "model-goal")
"""Rows that a language model writes."""


class PlanetariumConfig(Batched):
    """A run of ``clamp bench planetarium``."""

    rows: Annotated[tuple[str, ...] | list[str], Flag(metavar="a,b,…", commas=True)] = Field(
        (),
        description=f"Which rows, between commas: {', '.join(PLANETARIUM_ROWS)}; by default those that need no model, "
        "and with --model all.",
    )
    model: str | None = Field(
        None, description="Hugging Face name, folder or GGUF file for the rows of a model; none by default."
    )
    budget: _Count = Field(200, description="Most actions of a plan.")
    max_new_tokens: MaxNewTokens | None = Field(
        512, description="Most tokens of each text that the model writes."
    )

    @property
    def asked_for(self) -> tuple[str, ...]:
        """The rows, in the order of tables."""
        without = tuple(one for one in PLANETARIUM_ROWS if one not in PLANETARIUM_OF_MODEL)
        wanted = self.rows or (PLANETARIUM_ROWS if self.model else without)
        return tuple(one for one in PLANETARIUM_ROWS if one in wanted)

    @model_validator(mode="after")
    def _has_rows(self) -> PlanetariumConfig:
        _check_rows(self.rows, PLANETARIUM_ROWS, PLANETARIUM_OF_MODEL, self.model)
        return self

    def unheeded(self) -> dict[str, str]:
        found = super().unheeded()
        if not set(PLANETARIUM_OF_MODEL) & set(self.asked_for):
            names = (
                "temperature",
                "seed",
                "max_new_tokens",
                "chat_template_kwargs",
                "batch_size",
                "model",
                "host",
            )
            found |= dict.fromkeys(names, "no row of a model is asked for (--model NAME)")
        return found

    def identity(self) -> dict[str, Any]:
        """The rows may differ."""
        return {"model": self.model, **self.settings()}


BLOCKS_ROWS = ("four", "two", "one", "shuffled", "constant", "true")


class BlocksConfig(BenchConfiguration):
    """A run of ``clamp bench blocks``."""

    rows: Annotated[tuple[str, ...] | list[str], Flag(metavar="a,b,…", commas=True)] = Field(
        (), description=f"Which rows, between commas: {', '.join(BLOCKS_ROWS)}; all by default."
    )
    data: _Path | None = Field(
        None, description="Folder of tables; $CLAMP_DATA/vlm_formalizer/blocksworld_real by default."
    )

    @property
    def asked_for(self) -> tuple[str, ...]:
        """The rows, in the order of tables."""
        return tuple(one for one in BLOCKS_ROWS if one in (self.rows or BLOCKS_ROWS))

    @model_validator(mode="after")
    def _has_rows(self) -> BlocksConfig:
        _check_rows(self.rows, BLOCKS_ROWS, (), None)
        return self

    def identity(self) -> dict[str, Any]:
        """The rows may differ."""
        return {"data": None if self.data is None else str(self.data)}


class LiberoConfig(Planning):
    """A run of ``clamp bench libero``."""

    data: _Path = Field(description="Rendered held-out states (python -m clamp_worlds.libero.render DIR …).")
    model: str | None = Field(
        None,
        description="Hugging Face name or folder of a vision-language model; the embedded one by default.",
    )
    constraints: Annotated[
        tuple[str, ...],
        Strict(False),
        Flag(metavar="NAME", former=("--configuration",), panel=Level.panel),
    ] = Field(
        (),
        description=f"{', '.join(CONFIGURATIONS)} or guided; repeat it. All by default, guided with --hmm only.",
    )
    needing_sight: bool = Field(
        False, description="Only states in which the plan for the task's own start fails."
    )
    budget: _Count = Field(  # pyright: ignore[reportIncompatibleVariableOverride]
        6, description="Most actions of a plan; the longest task needs 4."
    )
    blank_images: bool = Field(False, description="Show grey pictures: what the words alone are worth.")
    simulate: Annotated[int, Field(ge=0, le=MANY)] = Field(
        0, description="Check the goal in the simulator for so many states."
    )
    max_new_tokens: MaxNewTokens = Field(  # pyright: ignore[reportIncompatibleVariableOverride]
        256, description="Most tokens to write without constraints."
    )

    @model_validator(mode="before")
    @classmethod
    def _all_that_can_be(cls, given: dict[str, Any]) -> dict[str, Any]:
        if given.get("constraints"):
            return given
        guided = () if given.get("hmm") is None else ("guided",)
        return {**given, "constraints": (*CONFIGURATIONS, *guided)}

    def identity(self) -> dict[str, Any]:
        """What must not change within a run."""
        hmm = None if self.hmm is None else str(self.hmm)
        own = {"model": self.model, "blank_images": self.blank_images, "data": str(self.data), "hmm": hmm}
        return own | self.settings()


def _explained(error: ValidationError) -> str:
    problem = error.errors()[0]
    name, value = ".".join(map(str, problem["loc"])), problem["input"]
    if name == "constraints":
        return f"There are no constraints {value!r}; there are {', '.join(CONFIGURATIONS)}."
    if problem["type"] == "value_error":
        said = str(problem["msg"]).removeprefix("Value error, ")
        return f"{name}: {said}" if name else said
    if problem["type"] == "extra_forbidden":
        return f"There is no setting {name!r}."
    if problem["type"] == "missing":
        return f"The setting {name!r} is missing."
    return f"{name} is {value}; it {reworded(problem)}."


def hmm_fingerprint(folder: Path) -> str:
    """What tells an HMM's folder from another's: a hash of its configuration, its weights and, if any, what it sees by.

    Raises:
        BenchmarkError: If the folder holds no HMM.
    """
    digest = sha256()
    vision = (VISION_NAME,) if (folder / VISION_NAME).exists() else ()
    for name in (CONFIG_NAME, WEIGHTS_NAME, *vision):
        try:
            with (folder / name).open("rb") as file:
                while part := file.read(1 << 20):
                    digest.update(part)
        except OSError as error:
            raise BenchmarkError(
                f"{folder} holds no HMM: {name} cannot be read ({error.strerror}). `clamp distill` makes one."
            ) from error
    return digest.hexdigest()[:16]
