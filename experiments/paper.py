"""The paper's experiments, each as the commands that it consists of: small here, full elsewhere by ``--model``.

    python experiments/paper.py main --out runs/main [--model MODEL] [--limit N] [--hmm HMM]
    python experiments/paper.py --list

An experiment is a list of runs of ``clamp`` in folders of their own, and a report of them side by side
(``OUT/report.md``, ``OUT/report.html``). Called again, each goes on where it stopped. ``--dry-run`` prints the
commands and runs nothing. With ``--ray`` the runs of benchmarks are spread over a cluster, one after the
other; ``local`` is one cluster for all of them. Adaptation R0 … R5 and the non-subsumption of the constraints have
scripts of their own, which are called here.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import typer

from clamp.cluster import LOCAL, check_address, opened
from clamp.errors import ClampError, HMMError
from clamp.request.settings import Spread
from clamp_bench.records import environment
from clamp_bench.report import report

HERE = Path(__file__).parent
LEVELS = ("none", "token", "grounded", "world")
LAMBDAS = (0.0, 0.1, 0.3, 1.0, 3.0)
"""Ours, of the lookahead that knows the goal."""
DIAGNOSTIC = (0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 1.0)
"""The paper's grid of λ_diag, of the lookahead that knows none."""
ROWS = "unconstrained,safety-chip,llm-tamp,ctrl-g,safedec-hcd,safedec-rcd,flat,best-of-n,classical,random,paper,clamp"
SURFACES = ("pick", " pick", "place", "skill_sequence")
"""What the paper's remap diagnostic looks at."""


@dataclass(frozen=True)
class Settings:
    """What an experiment is asked for."""

    out: Path
    model: str | None
    limit: int | None
    hmm: Path | None
    adapted: Path | None
    source: str | None
    target: str | None
    max_new_tokens: int | None
    ray: str | None = None
    ray_share: float | None = None

    def bench(self, name: str, *options: str) -> list[str]:
        """A call of ``clamp bench`` but for its folder, with the options that all runs share."""
        ends_itself = "world" in options  # the budget of actions ends it; a plan that is cut is none
        shared = {
            "--model": self.model,
            "--limit": self.limit,
            "--max-new-tokens": None if ends_itself else self.max_new_tokens,
            "--ray": self.ray,
            "--ray-share": self.ray_share,
        }
        given = [word for flag, value in shared.items() if value is not None for word in (flag, str(value))]
        return ["clamp", "bench", name, *options, *given]

    def needed(self, name: str) -> str:
        """A setting that an experiment cannot do without."""
        value = getattr(self, name)
        if value is None:
            raise HMMError(f"This experiment needs --{name}.")
        return str(value)


def guided(hmm: str | Path, weight: float, lookahead: str = "goal") -> list[str]:
    """What has an HMM weigh a run."""
    found = ["--hmm", str(hmm), "--guidance", f"{weight:g}"]
    return found if lookahead == "goal" or not weight else [*found, "--lookahead", lookahead]


@dataclass(frozen=True)
class Plan:
    """What an experiment runs.

    Attributes:
        runs: Name of the folder in the experiment's → the command, but for its folder.
        reported: Whether the runs are put side by side.
    """

    runs: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    reported: bool = True


def main_table(given: Settings) -> Plan:
    """Success on EAI's VirtualHome and score on VLABench, constraint by constraint."""
    runs = {
        f"{task}-{level}": given.bench("eai-virtualhome", "--task", task, "--constraints", level)
        for task in ("action-sequencing", "subgoal-decomposition")
        for level in LEVELS
    }
    runs |= {f"vlabench-{level}": given.bench("vlabench", "--constraints", level) for level in LEVELS}
    if given.hmm is not None:
        world, towards_goal = ("--constraints", "world"), guided(given.hmm, 1)
        runs |= {
            "action-sequencing-guided": given.bench("eai-virtualhome", *world, *towards_goal),
            "vlabench-guided": given.bench(
                "vlabench", "--constraints", "grounded", *guided(given.hmm, 0.1, "action")
            ),
            "subgoal-decomposition-guided": given.bench(  # last: it takes minutes a task
                "eai-virtualhome", "--task", "subgoal-decomposition", *world, *towards_goal
            ),
        }
    return Plan(runs)


def grounding(given: Settings) -> Plan:
    """Format, entity ids, skills and entities on VLABench, without and with constraints."""
    return Plan({level: given.bench("vlabench", "--constraints", level) for level in LEVELS})


def lambda_sweep(given: Settings) -> Plan:
    """What the weight of the HMM does to plans: towards a goal (ours), and without one (the paper's λ_diag)."""
    hmm = given.needed("hmm")
    runs = {
        f"lambda-{weight:g}": given.bench("eai-virtualhome", "--constraints", "world", *guided(hmm, weight))
        for weight in LAMBDAS
    }
    without_goal = {
        "vlabench": ("vlabench", "--mode", "a", "--constraints", "grounded"),
        "behavior": ("eai-behavior", "--task", "subgoal-decomposition", "--constraints", "token"),
    }
    runs |= {
        f"{name}-lambda-{weight:g}": given.bench(*words, *guided(hmm, weight, "action"))
        for name, words in without_goal.items()
        for weight in (0.0, *DIAGNOSTIC)
    }
    return Plan(runs)


def adaptation(given: Settings) -> Plan:
    """R0 … R5 on EAI's tasks and on VLABench, with planning scores and diagnostics of collapse."""
    script = [sys.executable, str(HERE / "adaptation_planning.py")]
    shared = {
        "--model": given.model,
        "--limit": given.limit,
        "--ray": given.ray,
        "--ray-share": given.ray_share,
    }
    options = [word for flag, value in shared.items() if value is not None for word in (flag, str(value))]
    tiers = [*script, given.needed("hmm"), given.needed("adapted"), *options]
    return Plan({"tiers": tiers, "tiers-vlabench": [*tiers, "--benchmark", "vlabench"]}, reported=False)


def remap(given: Settings) -> Plan:
    """An HMM carried over to another tokenizer, by bytes and as the paper does, and what is lost."""
    surfaces = [word for one in SURFACES for word in ("--surface", one)]
    command = [
        *("clamp", "remap", given.needed("hmm"), "--source", given.needed("source")),
        *("--target", given.needed("target"), *surfaces, "--json"),
    ]
    return Plan({f"by-{by}": [*command, "--by", by] for by in ("bytes", "text")}, reported=False)


def controlled(given: Settings) -> Plan:
    """Baselines on the same tasks, with the overlap of goals."""
    hmm = [] if given.hmm is None else ["--hmm", str(given.hmm)]
    return Plan({"rows": given.bench("controlled", "--rows", ROWS, *hmm)})


def non_subsumption(given: Settings) -> Plan:
    """No constraint does another's work."""
    texts = [] if given.limit is None else ["--texts", str(given.limit)]
    script = [sys.executable, str(HERE / "non_subsumption.py"), *texts]
    return Plan({"subsets": script}, reported=False)


def cost(given: Settings) -> Plan:
    """Seconds and tokens a plan: the bare model, masks, and the HMM with each kind of adaptation."""
    runs = {
        level: given.bench("eai-virtualhome", "--constraints", level) for level in ("none", "token", "world")
    }
    if given.hmm is not None:
        guided = ("--constraints", "world", "--hmm", str(given.hmm))
        runs |= {
            f"hmm-{kind}": given.bench("eai-virtualhome", *guided, "--adaptation", kind)
            for kind in ("none", "otta", "ttba", "otta+ttba")
        }
    return Plan(runs)


def case_study(given: Settings) -> Plan:
    """One household task under each configuration, with what each forbade."""
    model = [] if given.model is None else ["--model", given.model]
    most = ["--max-new-tokens", str(given.max_new_tokens or 128)]
    return Plan(
        {
            level: [
                *("clamp", "plan", "--world", "eai:27_2", "--constraints", level, *model),
                *([] if level == "world" else most),
                *("--trace", "--json"),
            ]
            for level in LEVELS
        },
        reported=False,
    )


EXPERIMENTS: Mapping[str, Callable[[Settings], Plan]] = {
    "main": main_table,
    "grounding": grounding,
    "lambda": lambda_sweep,
    "adaptation": adaptation,
    "remap": remap,
    "controlled": controlled,
    "non-subsumption": non_subsumption,
    "cost": cost,
    "case-study": case_study,
}


def commands(plan: Plan, out: Path) -> dict[str, list[str]]:
    """The commands of an experiment, each with its folder or file."""
    found: dict[str, list[str]] = {}
    for name, words in plan.runs.items():
        where = str(out / name)
        if words[:2] == ["clamp", "plan"]:
            found[name] = list(words)  # it writes to standard output
        elif words[1:2] == [str(HERE / "non_subsumption.py")]:
            found[name] = [*words, "--json", f"{where}.json"]
        else:
            found[name] = [*words, "--out", where]
    return found


def run(experiment: str, given: Settings, *, dry: bool = False) -> None:
    """Run an experiment's commands, and put the runs side by side.

    Raises:
        ClampError: If a setting is missing, or a command fails; what was written stays.
    """
    plan = EXPERIMENTS[experiment](given)
    for name, words in commands(plan, given.out).items():
        typer.echo(f"$ {shlex.join(words)}", err=True)
        if dry:
            continue
        given.out.mkdir(parents=True, exist_ok=True)
        program = [sys.executable, "-m", "clamp", *words[1:]] if words[0] == "clamp" else words
        kept = "--json" in words and words[0] == "clamp"
        done = subprocess.run(program, env=environment(), text=True, stdout=subprocess.PIPE if kept else None)
        if kept:
            (given.out / f"{name}.json").write_text(done.stdout, encoding="utf-8")
        if done.returncode and not (kept and done.returncode == 1):  # 1: there is no plan, which is a result
            raise ClampError(f"{shlex.join(words)} ended with exit code {done.returncode}.")
    if dry:
        return
    if plan.reported:
        for path in report([given.out / name for name in plan.runs], given.out).paths:
            typer.echo(str(path))
    else:
        typer.echo(json.dumps({"experiment": experiment, "in": str(given.out), "runs": list(plan.runs)}))


def main(
    experiment: Annotated[str, typer.Argument(help=", ".join(EXPERIMENTS))] = "",
    out: Annotated[Path, typer.Option(help="Folder of the experiment.")] = Path("runs/experiment"),
    model: Annotated[str | None, typer.Option(help="SmolLM2-135M-Instruct by default.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many tasks (texts) a run.")] = None,
    hmm: Annotated[Path | None, typer.Option(help="Folder of an HMM (`clamp distill`).")] = None,
    adapted: Annotated[Path | None, typer.Option(help="The same after `clamp adapt`.")] = None,
    source: Annotated[str | None, typer.Option(help="Remap: the HMM's tokenizer.")] = None,
    target: Annotated[str | None, typer.Option(help="Remap: the other tokenizer.")] = None,
    max_new_tokens: Annotated[
        int | None, typer.Option(min=1, help="Most tokens of a text that no budget of actions ends.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=Spread.model_fields["ray"].description)
    ] = None,
    ray_share: Annotated[
        float | None, typer.Option(metavar="NUMBER", help=Spread.model_fields["ray_share"].description)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the commands only.")] = False,
    list_all: Annotated[bool, typer.Option("--list", help="Say what there is.")] = False,
) -> None:
    """Run one of the paper's experiments."""
    if list_all:
        for name, of in EXPERIMENTS.items():
            typer.echo(f"{name}: {of.__doc__}")
        return
    if experiment not in EXPERIMENTS:
        raise ClampError(f"There is no experiment {experiment!r}; there are {', '.join(EXPERIMENTS)}.")
    given = Settings(out, model, limit, hmm, adapted, source, target, max_new_tokens, ray, ray_share)
    if ray is None and ray_share is not None:
        raise ClampError("--ray-share is of the workers of a cluster: give --ray ADDRESS, too.")
    if ray is not None and not dry_run:
        check_address(ray, ray_share or 1.0)
    with ExitStack() as stack:
        if ray == LOCAL and not dry_run:  # one for all commands, which join it
            given = replace(given, ray=stack.enter_context(opened(LOCAL, ray_share or 1.0)).address)
        run(experiment, given, dry=dry_run)


if __name__ == "__main__":
    try:
        typer.run(main)
    except ClampError as error:
        print(f"Error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
