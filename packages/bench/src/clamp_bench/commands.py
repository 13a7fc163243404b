"""``clamp bench`` and ``clamp report``: which benchmark runs with which options, and how its figures are shown."""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from clamp import checks
from clamp.cli.console import (
    AsJson,
    Growth,
    Together,
    guarded,
    number,
    print_json,
    results,
    whole,
    working,
)
from clamp.cli.options import flags_of, options_of
from clamp.errors import BenchmarkError, ClampError
from clamp.files import check_file, check_folder, check_output, shown, shown_path
from clamp.hosts.loading import SAMPLING_HOSTS, check_host_options
from clamp.request.settings import MANY
from clamp.visible import printable

if TYPE_CHECKING:
    from clamp_bench.benchmarks import BenchmarkSource
    from clamp_bench.configuration import BenchConfiguration

InstancesFolder = Annotated[
    Path | None,
    typer.Option(
        help="Folder of public planning instances (index.json, instances/); $CLAMP_DATA/planning by default."
    ),
]

GROUP = "clamp.benchmarks"
"""The group of entry points; what they name is in `clamp_bench.benchmarks`."""


class _Commands(Mapping[str, Any]):
    """Commands by name: those that are here, and those of benchmarks found by entry points, loaded when asked for."""

    def __init__(self, here: Mapping[str, Any]):
        self._here = here

    def __getitem__(self, name: str) -> Any:
        return self._here[name] if name in self._here else _found(name, _entries(tuple(sys.path))[name])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._here, *sorted(_entries(tuple(sys.path)))]))

    def __len__(self) -> int:
        return len(list(iter(self)))


class Benchmarks(TyperGroup):
    """The commands of ``clamp bench``."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.commands: Any = _Commands(self.commands)


@cache
def _entries(path: tuple[str, ...]) -> Mapping[str, tuple[metadata.EntryPoint, ...]]:
    """The entry points by name, of the packages on a path."""
    found: dict[str, tuple[metadata.EntryPoint, ...]] = {}
    for one in metadata.entry_points(group=GROUP):
        found[one.name] = (*found.get(one.name, ()), one)
    return found


@cache
def _found(name: str, entries: tuple[metadata.EntryPoint, ...]) -> Any:
    """The command of a benchmark; where it cannot be loaded, one that says so, and all others are as they were."""
    from clamp_bench.benchmarks import BenchmarkSource

    owners = " and ".join("an unknown package" if one.dist is None else one.dist.name for one in entries)
    try:
        if len(entries) != 1:
            raise BenchmarkError("several packages have one of this name")
        return _command_of(
            name, checks.instance(name, entries[0].load(), BenchmarkSource, what="a BenchmarkSource")
        )
    except Exception as error:  # theirs may be anything
        said = str(error) if isinstance(error, ClampError) else f"{type(error).__name__}: {error}"
        refusal = BenchmarkError(
            f"The benchmark {name!r} cannot be loaded: {said.rstrip('.')}. It comes from {owners}."
        )

    @guarded
    def command() -> None:
        raise refusal

    return _made(name, command, f"{refusal}", allow_extra_args=True, ignore_unknown_options=True)


app = typer.Typer(
    cls=Benchmarks,
    help="Benchmarks; each compares with other libraries where there are any.",
    no_args_is_help=True,
)


@app.command()
@guarded
def mask(
    as_json: AsJson = False,
    size: Annotated[
        list[int] | None,
        typer.Option(
            parser=whole(1, MANY), metavar="N", help="Grounded actions; repeat it. All four sizes by default."
        ),
    ] = None,
    vocabulary: Annotated[
        list[str] | None, typer.Option(help="smollm2 or qwen3; repeat it. Both by default.")
    ] = None,
    competitor: Annotated[
        list[str] | None,
        typer.Option(
            help="llguidance, xgrammar or outlines-core; repeat it. All that are installed by default."
        ),
    ] = None,
    repetitions: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, MANY), metavar="N", help="How often the plan is written for the warm figures."
        ),
    ] = None,
    patience: Annotated[
        float | None,
        typer.Option(
            parser=number(0.001, MANY), metavar="NUMBER", help="Seconds for one library at one size."
        ),
    ] = None,
) -> None:
    """Time of a mask and of a boundary, beside llguidance, xgrammar and outlines-core."""
    options = {
        "sizes": size,
        "vocabularies": vocabulary,
        "competitors": competitor,
        "repetitions": repetitions,
        "patience": patience,
    }
    # An option that may be repeated is an empty list, or None, where it was not given.
    _measure("mask", as_json, **{name: value for name, value in options.items() if value not in (None, [])})


@app.command()
@guarded
def engine(
    size: Annotated[
        list[int] | None,
        typer.Option(
            parser=whole(24, MANY),
            metavar="N",
            help="Grounded actions of a household task; repeat it for more.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=number(0.001, MANY), metavar="NUMBER", help="Limit of each search; 10 by default."
        ),
    ] = None,
    instances: InstancesFolder = None,
    as_json: AsJson = False,
) -> None:
    """What planning costs: grounding, first plans and boundaries, beside unified-planning and Fast Downward."""
    options = {"sizes": size, "seconds": seconds, "instances": _public(instances)}
    _measure("engine", as_json, **{name: value for name, value in options.items() if value not in (None, [])})


@app.command()
@guarded
def scale(
    size: Annotated[
        list[int] | None,
        typer.Option(parser=whole(10, MANY), metavar="N", help="Objects of a kitchen; repeat it."),
    ] = None,
    shape: Annotated[
        list[str] | None,
        typer.Option(help="dense (two of five objects are places) or flat; repeat it. Both by default."),
    ] = None,
    rules: Annotated[
        list[int] | None,
        typer.Option(parser=whole(0, 20), metavar="N", help="Rules of a kitchen; repeat it. 0 by default."),
    ] = None,
    budget: Annotated[
        list[int] | None,
        typer.Option(
            parser=whole(0, MANY), metavar="N", help="Most actions of a plan; repeat it. 40 by default."
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(metavar="PATTERN", help="Tasks whose names this regular expression finds something in."),
    ] = None,
    kernel: Annotated[
        list[str] | None, typer.Option(help="compiled or python; repeat it. Both by default.")
    ] = None,
    walks: Annotated[
        int, typer.Option(parser=whole(1, MANY), metavar="N", help="Random plans of each task.")
    ] = 1,
    seed: Annotated[
        int, typer.Option(parser=whole(0, MANY), metavar="N", help="Of the first random plan.")
    ] = 0,
    seconds: Annotated[
        int,
        typer.Option(
            parser=whole(1, MANY),
            metavar="N",
            help="Processor time of one walk; a row says what took longer.",
        ),
    ] = 30,
    memory: Annotated[
        int,
        typer.Option(
            parser=whole(64, 1_000_000),
            metavar="MIB",
            help="Memory of one walk, in MiB; a row says what took more.",
        ),
    ] = 2048,
    instances: InstancesFolder = None,
    as_json: AsJson = False,
) -> None:
    """How search grows with objects, rules and budget, in the compiled core and in its Python twin.

    With --size, --shape, --rules or --budget: kitchens of all these; without: a choice, and public instances."""
    from clamp_bench.speed import scale as measured

    chosen: dict[str, Any] = {"sizes": size, "shapes": shape, "rules": rules, "budgets": budget}
    given = {name: value for name, value in chosen.items() if value}
    cases = measured.kitchens(**given) if given else measured.usual(_public(instances))
    if only is not None:
        try:
            wanted = re.compile(only)
        except re.error as error:
            raise BenchmarkError(f"--only {shown(only)} is no regular expression: {error}.") from None
        cases = [case for case in cases if wanted.search(case.task)]
        if not cases:
            raise BenchmarkError(f"--only {shown(only)} leaves no task to measure.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the walk at hand is ended with this process
    with working("Measuring (scale)") as say:
        rows = measured.run(
            cases,
            kernels=kernel or measured.KERNELS,
            walks=walks,
            seed=seed,
            seconds=seconds,
            mebibytes=memory,
            progress=say,
        )
        begun = 0

        def told() -> Iterator[Any]:
            nonlocal begun
            for row in rows:
                begun += row.first_mask is not None
                yield row

        for line in (measured.json_lines if as_json else measured.table_lines)(told()):
            sys.stdout.write(printable(line) + "\n")
            sys.stdout.flush()  # a walk that is over is told, whatever becomes of the next
    if not begun:
        raise typer.Exit(1)


@app.command()
@guarded
def rules(
    tasks: Annotated[
        int,
        typer.Option(parser=whole(0, MANY), metavar="N", help="VirtualHome tasks of eai-eval; 0 for none."),
    ] = 12,
    repetitions: Annotated[
        int,
        typer.Option(parser=whole(1, MANY), metavar="N", help="How often; each figure is the least."),
    ] = 3,
    as_json: AsJson = False,
) -> None:
    """What temporal rules cost: compiling them, and a boundary with them beside one without, as a ratio."""
    _measure("rules", as_json, tasks=tasks, repetitions=repetitions)


@app.command()
@guarded
def hmm(
    growth: Growth = None,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 4_096), metavar="N", help="Threads of torch; its own choice by default."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learning and inference of hidden Markov models, beside hmmlearn."""
    _measure("hmm", as_json, growth=growth, threads=threads)


@app.command()
@guarded
def lookahead(
    growth: Growth = None,
    tasks: Annotated[
        int,
        typer.Option(
            parser=whole(0, MANY),
            metavar="N",
            help="Also what guidance adds to SmolLM2's time, on so many VirtualHome tasks.",
        ),
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """What guidance costs beside the hard mask and the model's own forward pass."""
    _measure("lookahead", as_json, growth=growth, tasks=tasks)


@app.command()
@guarded
def serving(
    concurrency: Annotated[
        list[int] | None,
        typer.Option(
            parser=whole(1, 1024), metavar="N", help="Requests at a time; repeat it. 1, 4 and 16 by default."
        ),
    ] = None,
    tokens: Annotated[
        int, typer.Option(parser=whole(2, 100), metavar="N", help="Tokens of each request.")
    ] = 48,
    repetitions: Annotated[
        int,
        typer.Option(parser=whole(1, MANY), metavar="N", help="Turns of each kind; a ratio is their median."),
    ] = 5,
    model: Annotated[
        str | None,
        typer.Option(help="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default."),
    ] = None,
    dtype: Annotated[str, typer.Option(help="bfloat16, float16 or float32.")] = "bfloat16",
    hmm: Annotated[
        Path | None, typer.Option(help="Folder of an HMM for the model; a random one by default.")
    ] = None,
    states: Annotated[
        int, typer.Option(parser=whole(1, 100_000), metavar="N", help="Hidden states of the random HMM.")
    ] = 128,
    as_json: AsJson = False,
) -> None:
    """What constraints and guidance cost in a vLLM engine, beside free text and guided JSON; needs vLLM."""
    check_host_options("vllm", model, device=None, dtype=dtype, pictures=False)
    if hmm is not None and states != 128:
        raise BenchmarkError("--states is of a random HMM, and --hmm gives another. Leave one of them out.")
    if hmm is not None and not hmm.is_dir():
        raise BenchmarkError(f"--hmm: there is no {shown_path(hmm)}.")
    from clamp_bench.speed import serving as measured

    with working("Measuring (serving)") as say:
        found = measured.run(
            concurrency=concurrency or measured.CONCURRENCY,
            tokens=tokens,
            repetitions=repetitions,
            model=model,
            dtype=dtype,
            hmm=None if hmm is None else str(hmm),
            states=states,
            progress=say,
        )
    if as_json:
        print_json(found)
    else:
        _show(found)


def _public(folder: Path | None) -> Path | None:
    """The folder of public planning instances that is given, or the one that there is."""
    data = os.environ.get("CLAMP_DATA")
    if folder is None and data and (Path(data) / "planning" / "index.json").is_file():
        folder = Path(data) / "planning"
    if folder is not None:
        check_file(folder / "index.json", "list of instances (--instances)", BenchmarkError)
    return folder


def _measure(name: str, as_json: bool, **options: Any) -> None:
    growth: Path | None = options.get("growth")
    if growth is not None:  # minutes of measuring come before it is written
        importlib.import_module("matplotlib")
        check_output(growth, "figures (--growth)", BenchmarkError)
        check_output(growth.with_suffix(".svg"), "plot (--growth)", BenchmarkError)
    module = importlib.import_module(f"clamp_bench.speed.{name}")
    with working(f"Measuring ({name})"):
        measured: dict[str, Any] = module.run(**options)
    if as_json:
        print_json(measured)
    else:
        _show(measured)


def _command_of(name: str, source: BenchmarkSource) -> Any:
    """A command that runs a benchmark: an option for each field of its configuration."""
    kind = source.configuration

    @guarded
    @options_of(kind)
    def command(given: dict[str, Any], as_json: AsJson = False) -> None:
        config = kind(**given)
        _check(config)
        report = source.run(config)
        if as_json:
            print_json(report.data)
        else:
            results().print(str(report))

    return _made(name, command, f"{source.help}; writes OUT/summary.json.")


def _made(name: str, command: Callable[..., None], says: str, **settings: bool) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command(name, help=says, context_settings=settings)(command)
    return get_command(alone)


def _check(config: BenchConfiguration) -> None:
    """Refuse what can be known to be wrong before anything is loaded.

    Raises:
        BenchmarkError: If the run's folder cannot be written, or a file or folder is not there.
        HostError: If a model is not there.
    """
    wrong = Together()
    with wrong:
        check_folder(config.out, "run (--out)", BenchmarkError)
    for name, field in type(config).model_fields.items():
        path = getattr(config, name)
        if name != "out" and isinstance(path, Path) and not path.exists():
            with wrong:
                raise BenchmarkError(f"{flags_of(name, field)[0]}: there is no {shown_path(path)}.")
    for name in ("model", "judge", "cross_judge"):
        model: str | None = getattr(config, name, None)
        if model is not None and not model.startswith(("http://", "https://")):
            with wrong:
                host = getattr(config, "host", SAMPLING_HOSTS[0]) if name == "model" else SAMPLING_HOSTS[0]
                check_host_options(host, model, device=None, dtype=None, pictures=False)
    wrong.say()


@guarded
def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs of `clamp bench`.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for report.html and report.md; the first run's by default.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="ROW", help="Row that the others are compared with; 'clamp' by default, or the first."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put runs of any benchmark side by side: one HTML page and Markdown, with intervals, paired tests and plots."""
    from clamp_bench.report import report as write_report

    with working("Computing intervals"):
        written = write_report(runs, out, against)
    compared = _compared(runs)
    if as_json:
        print_json({**written.data, "files": [str(path) for path in written.paths], **compared})
        return
    for row in written.data["rows"]:
        shown = {
            name: one["mean"]
            if one["low"] is None
            else f"{one['mean']:.4g} [{one['low']:.4g}, {one['high']:.4g}]"
            for name, one in row["figures"].items()
            if one["mean"] is not None
        }
        _show({row["name"]: shown})
    if compared:
        _show_compared(compared)
    for path in written.paths:
        results().print(str(path), soft_wrap=True)


def _compared(runs: list[Path]) -> dict[str, Any]:
    """What runs of EAI's Action Sequencing have beside that: lengths on the plans in common, and the shortest."""
    from clamp_bench.eai.report import compare, is_run

    if not all(is_run(folder) for folder in runs):
        return {}
    with working("Looking for shortest plans") as say:
        return compare(
            runs, on_task=lambda done, total: say(f"Looking for shortest plans: {done} of {total}")
        )


def _show_compared(found: dict[str, Any]) -> None:
    from rich.table import Table

    rows: list[dict[str, Any]] = found["runs"]
    table = Table("", *[row["run"] for row in rows])
    for name in rows[0]:
        if name != "run":
            table.add_row(name, *["-" if row[name] is None else _figure(row[name]) for row in rows])
    console = results()
    console.print(table)
    shortest = found["shortest"]
    for line in (
        f"{found['tasks']} tasks in common, {found['plans_in_common']} of them with comparable plans",
        f"shortest (known for {shortest['proved']}): {_figure(shortest['actions'])} actions on average",
        f"EAI's gold plans: {_figure(found['gold_actions'])} actions on average",
    ):
        console.print(line)


def add(commands: typer.Typer) -> None:
    """Add ``bench`` and ``report`` to a command line (an entry point of the group ``clamp.commands``)."""
    commands.command("report")(report)
    commands.add_typer(app, name="bench")


def _show(figures: dict[str, Any], indent: int = 0) -> None:
    """Figures as an indented list; lists of alike rows as tables, where they fit."""
    from rich.padding import Padding
    from rich.table import Table

    console = results()
    for name, value in figures.items():
        if isinstance(value, dict):
            console.print(f"{' ' * indent}{name}:")
            _show({str(key): inner for key, inner in value.items()}, indent + 2)  # pyright: ignore
        elif isinstance(value, list) and value and all(isinstance(row, dict) for row in value):  # pyright: ignore
            rows: list[dict[str, Any]] = list(value)  # pyright: ignore
            columns = list(dict.fromkeys(key for row in rows for key in row))
            cells = [columns, *[[_figure(row.get(column, "")) for column in columns] for row in rows]]
            widths = [max(map(len, column)) + 3 for column in zip(*cells, strict=True)]
            if sum(widths) + 1 + indent <= console.width:
                table = Table(*columns, title=name)
                for row in cells[1:]:
                    table.add_row(*row)
                console.print(Padding(table, (0, 0, 0, indent)))
                continue
            console.print(f"{' ' * indent}{name}:")
            for row in rows:  # too wide for a terminal: a line each, what was not measured left out
                told = (
                    f"{column} {_figure(row[column])}"
                    for column in columns
                    if row.get(column) not in (None, {})
                )
                console.print(f"{' ' * indent}  - {', '.join(told)}")
        else:
            console.print(f"{' ' * indent}{name}: {_figure(value)}")


def _figure(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} × {_figure(inner)}" for key, inner in value.items())  # pyright: ignore
    return f"{value:.4g}" if isinstance(value, float) else str(value)
