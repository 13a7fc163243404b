"""What an option can be wrong in without a model is refused before torch or transformers is loaded.

Every option of every command is given something that it cannot mean; what may be said later stands in a table, with
why. The commands run in one process of their own, in which loading either library ends a command.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from commands import DOMAIN, PROBLEM, flat

from clamp.cli import app

NOWHERE = "/nowhere/no such thing"
PLAN = ["--domain", DOMAIN, "--problem", PROBLEM, "--instruction", "Tidy up."]
OUTPUTS = {"--out": "/proc/clamp", "--growth": "/proc/clamp.json", "--annotate": "/proc/clamp.png"}
"""Options that name what is written; a process may ask, as root, whether it may write there, and is told yes."""
NEEDED: dict[str, list[str]] = {
    "plan": PLAN,
    "lint": [DOMAIN, PROBLEM],
    "sample": ["--prompts", DOMAIN, "--out", "OUT"],
    "distill": ["--prompts", DOMAIN, "--out", "OUT"],
    "adapt": ["HMM", "--continuations", "LINES", "--out", "OUT"],
    "remap": ["HMM", "--source", "TOKENIZER", "--target", "TOKENIZER", "--out", "OUT"],
    "report": ["RUN"],
    "rules check": ["BOOK", "--plan", "PLAN", "--domain", DOMAIN, "--problem", PROBLEM],
    "rules show": ["BOOK"],
    "rules read": ["Never open the fridge.", "--domain", DOMAIN, "--problem", PROBLEM],
    "bench libero": ["--data", "RUN"],
    "bench libero-pictures": ["--data", "RUN"],
}
BESIDE: dict[str, list[str]] = {
    "--annotate": ["--image", "PICTURE"],
    "--detector": ["--image", "PICTURE"],
    "--embedder": ["--scene", "SCENE"],
    "--entities": ["--tokenizer", "TOKENIZER"],
    "--guidance": ["--hmm", "HMM"],
    "--adaptation": ["--hmm", "HMM"],
    "--lookahead": ["--hmm", "HMM"],
    "--belief": ["--hmm", "HMM"],
    "--cross-judge": ["--judge", "m"],
}
ANY_TEXT = {"--instruction", "--opening", "--surface", "--requirements"}
"""Any text is one; what requirements mean is `clamp.words.requirements`'s affair."""
OF_A_BENCHMARK = {
    "--ids",
    "--rows",
    "--scenes",
    "--judge",
    "--cross-judge",
    "--split",
    "--track",
    "--data",
}
OF_A_BENCHMARK |= {"--vocabulary", "--competitor", "--configuration", "--episodes"}
"""Names that a benchmark compares with what it has: after its command, before a model."""

DRIVER = """
import importlib, importlib.abc, importlib.machinery, json, sys

class Loaded(BaseException):
    pass

class Heavy(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        heavy = name.partition(".")[0] in ("torch", "transformers", "sentence_transformers", "libero")
        return importlib.machinery.ModuleSpec(name, self) if heavy else None
    def create_module(self, spec):
        raise Loaded(spec.name)
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, Heavy())
import typer.testing
from typer.testing import CliRunner
from clamp.cli import app
from clamp_bench import commands as bench
command = typer.main.get_command(app)
typer.testing._get_command = lambda _: command  # it would be made anew for each

class Modules:
    def __getattr__(self, name):
        return getattr(importlib, name)
    def import_module(self, name, package=None):
        if name.startswith("clamp_bench."):
            raise Loaded("the benchmark")
        return importlib.import_module(name, package)

bench.importlib = Modules()
found = {}
for name, words in json.load(sys.stdin).items():
    try:
        result = CliRunner().invoke(app, words)
        failed = "" if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
        found[name] = [result.exit_code, result.stderr, failed]
    except Loaded as error:
        found[name] = [None, f"loaded {error}", ""]
json.dump(found, sys.stdout)
"""


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    command = typer.main.get_command(app) if command is None else command
    if not hasattr(command, "commands"):
        yield " ".join(path), command
        return
    for name, one in command.commands.items():
        yield from commands(one, (*path, name))


COMMANDS = dict(commands())
CASES = [
    (name, one.opts[0])
    for name, command in COMMANDS.items()
    for one in command.params
    if one.opts[0].startswith("--") and not one.is_flag and one.opts[0] not in ANY_TEXT
]


def without(words: list[str], option: str) -> list[str]:
    """A command line without an option and its value."""
    if option not in words:
        return words
    at = words.index(option)
    return words[:at] + words[at + 2 :]


def words_of(command: str, option: str) -> list[str]:
    needed = list(NEEDED.get(command, ["--out", "OUT"] if "--out" in options(command) else []))
    if command in ("bench libero", "bench libero-pictures"):
        needed += ["--out", "OUT"]
    if option == "--continuations" and command == "distill":
        needed = without(needed, "--prompts")
    if option in ("--world", "--eai-task", "--libero", "--floor-plan", "--task") and not command.startswith(
        "bench"
    ):
        needed = without(without(without(needed, "--domain"), "--problem"), "--instruction")
    beside = [] if command.startswith("bench") and option not in ("--guidance",) else BESIDE.get(option, [])
    given = OUTPUTS.get(option, NOWHERE)
    return [*command.split(), *without(needed, option), *(beside), f"{option}={given}"]


def options(command: str) -> set[str]:
    return {one.opts[0] for one in COMMANDS[command].params}


MORE: dict[str, list[str]] = {
    "an empty model folder": ["plan", *PLAN, "--model", "EMPTY"],
    "an empty model folder to sample": ["sample", "--prompts", DOMAIN, "--out", "OUT", "--model", "EMPTY"],
    "an empty model folder to distil": ["distill", "--prompts", DOMAIN, "--out", "OUT", "--model", "EMPTY"],
    "an empty model folder to lint": ["lint", DOMAIN, PROBLEM, "--tokenizer", "EMPTY"],
    "an empty model folder to adapt": [*["adapt", *NEEDED["adapt"]], "--tokenizer", "EMPTY"],
    "an empty model folder to remap": ["remap", *without(NEEDED["remap"], "--source"), "--source", "EMPTY"],
    "an empty model folder to detect": ["plan", *PLAN, "--image", "PICTURE", "--detector", "EMPTY"],
    "an empty model folder to embed": ["plan", *PLAN, "--scene", "SCENE", "--embedder", "EMPTY"],
    "an empty model folder to judge": ["bench", "controlled", "--out", "OUT", "--model", "EMPTY"],
    "a model without weights": ["plan", *PLAN, "--model", "NO_WEIGHTS"],
    "a model without a tokenizer": ["plan", *PLAN, "--model", "NO_TOKENIZER"],
    "a configuration that is none": ["plan", *PLAN, "--model", "BAD_CONFIG"],
    "no GGUF": ["plan", *PLAN, "--model", "/nowhere/x.gguf"],
    "a dtype of whole numbers": ["plan", *PLAN, "--dtype", "int8"],
    "a model of pickles": ["plan", *PLAN, "--model", "PICKLES"],
    "a device of nothing": ["plan", *PLAN, "--device", "meta"],
    "a device with a number that it cannot have": ["plan", *PLAN, "--device", "cpu:7"],
    "a scene beside a model that reads it": ["plan", *PLAN, "--scene", "PLAN", "--on-unclear", "model"],
    "a loop with pictures": ["plan", *PLAN, "--closed-loop", "--scene", "SCENE"],
    "a loop that is annotated": ["plan", *PLAN, "--closed-loop", "--annotate", "OUT.png"],
    "no pictures to annotate": ["plan", *PLAN, "--annotate", "OUT.png"],
    "a model's answer before a loop's options": [
        *["plan", *PLAN, "--closed-loop", "--constraints", "token"],
        *["--requirements", "Grumble the frob.", "--on-unclear", "model"],
    ],
    "a model's answer before the pictures": [
        *["plan", *PLAN, "--image", NOWHERE, "--requirements", "Grumble the frob.", "--on-unclear", "model"],
    ],
    "a share that is none": ["adapt", *NEEDED["adapt"], "--tokenizer", "TOKENIZER", "--held-out-share", "7"],
    "no smoothing": ["adapt", *NEEDED["adapt"], "--tokenizer", "TOKENIZER", "--pseudocount", "-1"],
    "no iterations": ["adapt", *NEEDED["adapt"], "--tokenizer", "TOKENIZER", "--iterations", "-1"],
    "no continuations": [
        "adapt",
        "HMM",
        "--continuations",
        NOWHERE,
        "--out",
        "OUT",
        "--tokenizer",
        "HUB/NAME",
    ],
    "no entities": ["adapt", *NEEDED["adapt"], "--tokenizer", "HUB/NAME", "--entities", NOWHERE],
    "no HMM to adapt": ["adapt", NOWHERE, *NEEDED["adapt"][1:], "--tokenizer", "HUB/NAME"],
    "no HMM to remap": ["remap", NOWHERE, "--source", "HUB/NAME", "--target", "HUB/NAME", "--out", "OUT"],
    "a rule that is none": ["lint", DOMAIN, PROBLEM, "--tokenizer", "HUB/NAME", "--rule", "G ("],
    "no task": ["lint", DOMAIN, PROBLEM, "--tokenizer", "HUB/NAME", "--task", NOWHERE],
}


@functools.cache
def outcomes(folder: Path) -> dict[str, list[Any]]:
    pil = pytest.importorskip("PIL.Image")
    from clamp.hmm import HMM

    places = {
        name: folder / name
        for name in (
            *(
                "OUT",
                "OUT.png",
                "HMM",
                "LINES",
                "TOKENIZER",
                "RUN",
                "BOOK",
                "PLAN",
                "PICTURE",
                "SCENE",
                "EMPTY",
            ),
            *("NO_WEIGHTS", "NO_TOKENIZER", "BAD_CONFIG", "PICKLES"),
        )
    }
    HMM.random(2, 8, seed=0).save_pretrained(places["HMM"])
    places["LINES"].write_text('{"tokens": [1, 2], "prompt": 0}\n{"tokens": [1, 2], "prompt": 1}\n')
    places["BOOK"].write_text("rules: [{never: open(fridge)}]\n")
    places["PLAN"].write_text("(open fridge)\n")
    places["SCENE"].write_text('{"entities": [{"id": "the milk_0"}, {"id": "table"}]}')
    places["PICTURE"] = folder / "front.png"
    pil.new("RGB", (64, 64)).save(places["PICTURE"])
    for name in ("RUN", "EMPTY", "NO_WEIGHTS", "NO_TOKENIZER", "BAD_CONFIG", "PICKLES", "TOKENIZER"):
        places[name].mkdir()
    for name in ("NO_WEIGHTS", "NO_TOKENIZER"):
        (places[name] / "config.json").write_text('{"model_type": "llama"}')
    (places["PICKLES"] / "config.json").write_text("{}")
    (places["PICKLES"] / "pytorch_model.bin").write_bytes(b"x")
    (places["NO_WEIGHTS"] / "tokenizer.json").write_text("{}")
    (places["NO_TOKENIZER"] / "model.safetensors").write_bytes(b"x")
    (places["BAD_CONFIG"] / "config.json").write_text("[]")
    for name in ("tokenizer.json", "model.safetensors", "config.json"):
        (places["TOKENIZER"] / name).write_text("{}")
    cases = {f"{command} {option}": words_of(command, option) for command, option in CASES} | MORE
    given = {name: [str(places.get(one, one)) for one in words] for name, words in cases.items()}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "HF_HUB_OFFLINE": "1"}
    environment.pop("CLAMP_DATA", None)
    done = subprocess.run(
        [sys.executable, "-c", DRIVER],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert not places["OUT"].exists()
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    return outcomes(tmp_path_factory.mktemp("at_once"))


@pytest.mark.sampled(119)
@pytest.mark.parametrize(("command", "option"), CASES, ids=" ".join)
def test_an_option_that_means_nothing_is_refused_at_once(
    found: dict[str, list[Any]], command: str, option: str
) -> None:
    code, said, failed = found[f"{command} {option}"]
    if option in OF_A_BENCHMARK and command.startswith("bench"):
        assert code == 2 or said == "loaded the benchmark", said
        return
    assert (code, failed) == (2, ""), (said, failed)
    if option in OUTPUTS:
        assert "cannot write" in flat(said), said


@pytest.mark.parametrize("name", MORE)
def test_what_needs_no_model_is_refused_without_one(found: dict[str, list[Any]], name: str) -> None:
    code, said, failed = found[name]
    assert (code, failed) == (2, ""), (said, failed)
