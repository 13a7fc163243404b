"""The benchmarks of models that ``clamp bench`` runs: what an entry point of the group ``clamp.benchmarks`` names.

A package adds one with such an entry point; its name is the command's. Here are this package's own. Nothing of what
they run with is loaded before they run, since models and evaluators are slow to import.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clamp_bench.configuration import (
    BehaviorConfig,
    BenchConfiguration,
    BlocksConfig,
    ControlledConfig,
    EAIConfig,
    FormalizerConfig,
    LiberoConfig,
    LiberoPicturesConfig,
    PlanetariumConfig,
    PreferencesConfig,
    SafeAgentBenchConfig,
    TapaConfig,
    VLABenchConfig,
)

if TYPE_CHECKING:
    from clamp_bench.harness import Report


@dataclass(frozen=True)
class BenchmarkSource:
    """A benchmark that can be asked for by name.

    Attributes:
        configuration: What it can be asked for: its fields are the command's options.
        help: What it measures, in a line.
        run: Runs it, usually by `clamp_bench.harness.run`. Import there what is slow to import.
    """

    configuration: type[BenchConfiguration]
    help: str
    run: Callable[[Any], Report]


def _of(module: str | Callable[[Any], str]) -> Callable[[Any], Report]:
    """The ``run`` of a module below ``clamp_bench``, which may depend on what is asked for."""

    def run(config: BenchConfiguration) -> Report:
        name = module if isinstance(module, str) else module(config)
        report: Report = importlib.import_module(f"clamp_bench.{name}").run(config)
        return report

    return run


def _of_virtualhome(config: EAIConfig) -> str:
    return "eai.action_sequencing" if config.task == "action-sequencing" else "eai.virtualhome"


def _of_behavior(config: BehaviorConfig) -> str:
    return "eai.behavior" if config.task == "goal-interpretation" else "eai.behavior_plans"


EAI_VIRTUALHOME = BenchmarkSource(
    EAIConfig, "EAI's VirtualHome tasks, judged by EAI's own evaluator", _of(_of_virtualhome)
)
EAI_BEHAVIOR = BenchmarkSource(
    BehaviorConfig,
    "EAI's BEHAVIOR goals, judged by EAI's own evaluator, and plans, by its PDDL",
    _of(_of_behavior),
)
SAFEAGENTBENCH = BenchmarkSource(
    SafeAgentBenchConfig,
    "SafeAgentBench: which rules each configuration's plans break, and what they do",
    _of("safeagentbench.bench"),
)
CONTROLLED = BenchmarkSource(
    ControlledConfig,
    "Baselines beside CLAMP on EAI's VirtualHome tasks, all else being equal",
    _of("eai.controlled"),
)
LIBERO = BenchmarkSource(
    LiberoConfig,
    "Plans from pictures of held-out LIBERO tasks, constraint by constraint",
    _of("libero.bench"),
)
LIBERO_PICTURES = BenchmarkSource(
    LiberoPicturesConfig,
    "Plans for held-out LIBERO tasks from pictures and a sentence alone: no state, no goal",
    _of("libero.pictures"),
)
VLABENCH = BenchmarkSource(
    VLABenchConfig,
    "VLABench's skill sequences, in words or from two pictures, by its own metrics",
    _of("vlabench.bench"),
)
TAPA = BenchmarkSource(
    TapaConfig, "TaPA's plans in words: what they speak of, and a judge's votes", _of("tapa.bench")
)
PREFERENCES = BenchmarkSource(
    PreferencesConfig,
    "One goal, many plans, and a sentence that says which: what reading it is worth",
    _of("preferences.bench"),
)
FORMALIZER = BenchmarkSource(
    FormalizerConfig,
    "What the rule that a sentence is read as is worth, by the world in which it is law",
    _of("formalizer.bench"),
)
PLANETARIUM = BenchmarkSource(
    PlanetariumConfig,
    "Planetarium's descriptions: whether the PDDL problem that is written is the one described",
    _of("planetarium.bench"),
)
BLOCKS = BenchmarkSource(
    BlocksConfig,
    "Plans from photographs of coloured blocks and a sentence, judged in the true problem",
    _of("blocks.bench"),
)
