"""HMMs on the command line, end to end: results, exit codes, and what bad input is told."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, tokenizer

import clamp
from clamp.cli import app
from clamp.hmm import HMM, fingerprint
from clamp.hmm.training.distill import split_by_prompt
from clamp.hosts.hf.models import LoadedModel

WIDTH = model("llama").get_output_embeddings().weight.shape[0]
PROMPTS = ["Plan:", "Tidy up:", "Go on:", "Wash:"]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    import clamp.hosts.hf.models

    monkeypatch.setattr(
        clamp.hosts.hf.models, "load_model", lambda *_, **__: LoadedModel(model("llama"), tokenizer(), "tiny")
    )


@pytest.fixture
def spelling(tmp_path: Path) -> str:
    path = tmp_path / "tokenizer.json"
    tokenizer().backend_tokenizer.save(str(path))
    return str(path)


def run(*arguments: Any) -> Any:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def refused(*arguments: Any) -> str:
    """The message of a command that ends with exit code 2 and no traceback."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.stderr.split())


def write(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def domain(path: Path, count: int = 12) -> Path:
    rng = np.random.default_rng(0)
    return write(
        path,
        [
            {"prompt": f"p{n // 2}", "tokens": rng.integers(0, 20, 9).tolist(), "confidence": 0.1 * (n % 10)}
            for n in range(count)
        ],
    )


def source(folder: Path, vocab: int = WIDTH, fitting: Any = None) -> Path:
    hmm = HMM.random(3, vocab, seed=0)
    return (hmm if fitting is None else hmm.for_tokenizer(fitting)).save_pretrained(folder)


def test_sampling_then_distilling_is_distilling(tmp_path: Path) -> None:
    prompts = write(tmp_path / "prompts.jsonl", [{"prompt": text} for text in PROMPTS])
    how = ["--chat", "--opening", "go(", "--samples", "3", "--max-new-tokens", "9"]
    first = run("sample", "--prompts", prompts, "--out", tmp_path / "texts", *how, "--json")
    file = Path(json.loads(first.stdout)["continuations"])
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 12
    opening = tokenizer().encode("go(")
    assert all(record["tokens"][: len(opening)] == opening for record in records)
    assert all(record["prompt"].startswith("[user] ") for record in records)
    learning = ["--states", "2", "--epochs", "2", "--encoded", "6", "--json"]
    one = run("distill", "--prompts", prompts, "--out", tmp_path / "one", *how, *learning)
    two = run("distill", "--continuations", file, "--out", tmp_path / "two", *learning)
    assert json.loads(one.stdout) == json.loads(two.stdout)
    hmm = HMM.from_pretrained(tmp_path / "one", tokenizer=tokenizer())
    assert (hmm.num_states, hmm.vocab_size) == (2, WIDTH)
    assert not (tmp_path / "one" / "start" / "states").exists()
    people = run("distill", "--continuations", file, "--out", tmp_path / "two", *learning[:-1])
    assert "epoch 2: train" in people.stdout


def test_adapting_reports_every_iteration(tmp_path: Path, spelling: str) -> None:
    hmm, file = source(tmp_path / "hmm", fitting=tokenizer()), domain(tmp_path / "domain.jsonl")
    command = ["adapt", hmm, "--continuations", file, "--tokenizer", spelling]
    found = run(*command, "--out", tmp_path / "new", "--json")
    report = json.loads(found.stdout)
    assert len(report["train_nll"]) == len(report["held_out_nll"]) == 4
    assert report["train_nll"][-1] < report["train_nll"][0]
    assert "iteration 3: train" in found.stderr
    assert HMM.from_pretrained(tmp_path / "new").tokenizer_fingerprint == fingerprint(tokenizer())
    people = run(*command, "--out", tmp_path / "new")
    assert f"{report['held_out_nll'][-1]:.3f} after" in people.stdout
    still = run(*command, "--out", tmp_path / "still", "--anchor", "1", "--iterations", "1", "--json")
    assert json.loads(still.stdout)["train_nll"][1] == pytest.approx(report["train_nll"][0])
    gated = run(*command, "--out", tmp_path / "gated", "--min-confidence", "0.5", "--json")
    assert 0 < json.loads(gated.stdout)["accepted"] < json.loads(gated.stdout)["sequences"]
    names = tmp_path / "names.txt"
    names.write_text("cup\n\ntable\n")
    run(*command, "--out", tmp_path / "some", "--entities", names)
    before, after = HMM.from_pretrained(hmm), HMM.from_pretrained(tmp_path / "some")
    columns = clamp.hmm.entity_columns(tokenizer(), ["cup", "table"])
    others = [index for index in range(WIDTH) if index not in columns]
    ratio = after.emission[:, others] / before.emission[:, others]
    assert ratio == pytest.approx(np.repeat(ratio[:, :1], len(others), axis=1))
    assert not np.allclose(after.emission, before.emission)


def test_remap_takes_objects_and_paths(tmp_path: Path, spelling: str) -> None:
    folder = source(tmp_path / "hmm", fitting=tokenizer())
    (tmp_path / "saved").mkdir()
    tokenizer().save_pretrained(tmp_path / "saved")
    ways = [
        clamp.remap(HMM.from_pretrained(folder), tokenizer(), tokenizer(), WIDTH + 3),
        clamp.remap(folder, spelling, tmp_path / "saved", WIDTH + 3),
        clamp.remap(str(folder), Path(spelling), tokenizer(), target_vocab_size=WIDTH + 3),
    ]
    for hmm, coverage in ways:
        assert hmm.vocab_size == WIDTH + 3 == coverage.single + coverage.multi + coverage.unusable
        assert np.array_equal(hmm.emission, ways[0][0].emission)
    with pytest.raises(clamp.errors.HMMError, match=r"no tokenizer at .*nowhere"):
        clamp.remap(folder, tmp_path / "nowhere", tokenizer())


def damaged(folder: Path, **changes: Any) -> Path:
    """An HMM's folder whose tensors were changed."""
    from safetensors.numpy import load_file, save_file

    path = source(folder) / "model.safetensors"
    save_file(load_file(path) | changes, path)
    return folder


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"emission": np.full((3, WIDTH), 0.5)}, "emission row 0 sums to"),
        ({"transition": np.full((3, 3), np.nan)}, "transition[0, 0] is nan"),
        ({"initial": np.array([1.5, -0.5, 0.0])}, "initial[1] = -0.5 is negative"),
        ({"transition": np.eye(4)}, "numbers of hidden states disagree"),
        ({"initial": np.full(4, 0.25)}, "says num_states = 3, but the tensors in model.safetensors have 4"),
        ({"emission": np.full((3, 5), 0.2)}, f"says vocab_size = {WIDTH}, but the tensors"),
    ],
)
def test_a_damaged_hmm_is_refused(tmp_path: Path, spelling: str, changes: Any, message: str) -> None:
    folder = damaged(tmp_path / "hmm", **changes)
    file = domain(tmp_path / "domain.jsonl")
    assert message in refused("adapt", folder, "--continuations", file, "--out", tmp_path / "new")
    where = ["--source", spelling, "--target", spelling, "--out", tmp_path / "new"]
    assert message in refused("remap", folder, *where)
    assert not (tmp_path / "new").exists()


def test_an_hmm_of_another_tokenizer_is_refused(tmp_path: Path, spelling: str) -> None:
    foreign = {f"t{n}": n for n in range(WIDTH - 10)}
    wide = {f"t{n}": n for n in range(WIDTH + 9)}
    file = domain(tmp_path / "domain.jsonl")
    kitchen = EXAMPLES / "kitchen"
    for number, (fitting, width, message) in enumerate(
        [
            (foreign, WIDTH, "made for another tokenizer"),
            (wide, WIDTH + 9, "made for another tokenizer"),
            (None, WIDTH, "does not say which tokenizer"),
        ]
    ):
        hmm = source(tmp_path / f"hmm{number}", width, fitting)
        adapting = ["adapt", hmm, "--continuations", file, "--tokenizer", spelling]
        assert message in refused(*adapting, "--out", tmp_path / "new")
        if fitting is not None:
            where = ["--source", spelling, "--target", spelling, "--out", tmp_path / "new"]
            assert message in refused("remap", hmm, *where)
            assert message in refused("plan", kitchen / "task.yaml", "--hmm", hmm)


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([], "holds no tokens"),
        ([{"tokens": []}, {"tokens": []}], "holds no tokens"),
        ([{"tokens": [1]}, {"tokens": [1, WIDTH]}], f"Token {WIDTH} at position 1 of sequence 1"),
        ([{"tokens": [1]}, {"tokens": [-1]}], "Token -1 at position 0 of sequence 1"),
        ([{"tokens": "go"}], "line 1 is not a continuation"),
        ([{"tokens": [1], "prompt": "a"}, {"tokens": [2], "prompt": "a"}], "belong to one prompt"),
    ],
)
def test_bad_continuations_are_refused(tmp_path: Path, records: list[Any], message: str) -> None:
    file = write(tmp_path / "bad.jsonl", records)
    hmm = source(tmp_path / "hmm")
    assert message in refused("adapt", hmm, "--continuations", file, "--out", tmp_path / "new")
    assert message in refused("distill", "--noise", "--continuations", file, "--out", tmp_path / "new")


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    file, out = domain(tmp_path / "domain.jsonl"), tmp_path / "new"
    hmm = source(tmp_path / "hmm")
    names = tmp_path / "names.txt"
    names.write_text("\n")
    prompts = write(tmp_path / "prompts.jsonl", ["a", "b"])
    adapting = ["adapt", hmm, "--continuations", file, "--out", out]
    for arguments, message in [
        ([*adapting, "--anchor", "2"], "--anchor is 2"),
        ([*adapting, "--iterations", "0"], "domain_iterations is 0"),
        ([*adapting, "--min-confidence", "3"], "min_confidence is 3"),
        ([*adapting, "--entities", names], "needs --tokenizer"),
        ([*adapting, "--held-out-share", "1"], "--held-out-share is 1"),
        (["adapt", tmp_path / "no", "--continuations", file, "--out", out], "no directory"),
        (["adapt", hmm, "--continuations", tmp_path / "no", "--out", out], "is missing"),
        (["distill", "--continuations", file, "--out", out, "--states", "0"], "at least 1"),
        (["distill", "--continuations", file, "--out", out, "--encoded", "0"], "at least 1"),
        (["distill", "--out", out], "either --prompts"),
        (["sample", "--prompts", tmp_path / "no", "--out", out], "no file"),
        (["sample", "--prompts", prompts, "--out", out, "--temperature", "0"], "positive temperature"),
        (["sample", "--prompts", prompts, "--out", out, "--samples", "0"], "at least 1"),
        (
            ["sample", "--prompts", prompts, "--out", out, "--opening", "go" * 9, "--max-new-tokens", "3"],
            "leaves none to sample",
        ),
    ]:
        assert message in refused(*arguments)


def test_a_run_with_other_settings_does_not_go_on(tmp_path: Path) -> None:
    prompts = write(tmp_path / "prompts.jsonl", ["a", "b"])
    sampling = ["sample", "--prompts", prompts, "--out", tmp_path / "texts", "--max-new-tokens", "4"]
    assert run(*sampling).exit_code == 0
    assert run(*sampling).exit_code == 0
    assert "temperature = 1.0" in refused(*sampling, "--temperature", "0.5")
    file = domain(tmp_path / "domain.jsonl")
    adapting = ["adapt", source(tmp_path / "hmm"), "--continuations", file, "--out", tmp_path / "new"]
    assert run(*adapting).exit_code == 0
    assert "domain_weight = 0.9" in refused(*adapting, "--anchor", "0.5")


def test_ctrl_c_ends_with_130_and_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import clamp.hosts.hf.sampling

    prompts = write(tmp_path / "prompts.jsonl", PROMPTS)
    how = ["--max-new-tokens", "6", "--batch-size", "1"]
    run("sample", "--prompts", prompts, "--out", tmp_path / "whole", *how)
    original = clamp.hosts.hf.sampling.ModelSampler.__call__
    calls: list[int] = []

    def interrupted(self: Any, texts: Any, seed: int) -> Any:
        calls.append(seed)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)
        return original(self, texts, seed)

    monkeypatch.setattr(clamp.hosts.hf.sampling.ModelSampler, "__call__", interrupted)
    sampling = ["sample", "--prompts", prompts, "--out", tmp_path / "cut", *how]
    # A suite that runs in the background inherits that SIGINT is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert run(*sampling).exit_code == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert len((tmp_path / "cut/continuations.jsonl").read_text().splitlines()) == 2
    assert run(*sampling).exit_code == 0
    assert len(calls) == 3 + 2
    files = [(tmp_path / name / "continuations.jsonl").read_text() for name in ("whole", "cut")]
    assert files[0] == files[1]


def test_remap_by_text_and_with_special_tokens_is_the_library_s(tmp_path: Path, spelling: str) -> None:
    folder = source(tmp_path / "hmm", fitting=tokenizer())
    where = ["remap", folder, "--source", spelling, "--target", spelling, "--target-vocab-size", WIDTH]
    for number, (options, given) in enumerate(
        [
            ([], {}),
            (["--by", "text"], {"by": "text"}),
            (["--special", "<eos>=a"], {"special": {"<eos>": "a"}}),
        ]
    ):
        out = tmp_path / f"out{number}"
        done = CliRunner().invoke(app, [str(one) for one in [*where, "--out", out, *options]])
        assert done.exit_code == 0, done.output
        expected, _ = clamp.remap(folder, tokenizer(), tokenizer(), WIDTH, **given)
        assert np.array_equal(HMM.from_pretrained(out).emission, expected.emission)
    assert "choose bytes or text" in refused(*where, "--out", tmp_path / "new", "--by", "sound")
    assert "TARGET=SOURCE" in refused(*where, "--out", tmp_path / "new", "--special", "x")


def test_adapt_takes_the_papers_anchor_and_refuses_what_would_make_tokens_impossible(tmp_path: Path) -> None:
    folder, file = source(tmp_path / "hmm"), domain(tmp_path / "domain.jsonl")
    where = ["adapt", folder, "--continuations", file]
    made = [*where, "--out", tmp_path / "new", "--frobenius", "5"]
    assert CliRunner().invoke(app, [str(one) for one in made]).exit_code == 0
    record = json.loads((tmp_path / "new" / "adaptation.json").read_text())
    assert record["frobenius"] == 5
    plain = [*where, "--out", tmp_path / "plain", "--pseudocount", "0"]
    assert CliRunner().invoke(app, [str(one) for one in plain]).exit_code == 0
    assert "impossible" in refused(*where, "--out", tmp_path / "x", "--pseudocount", "0", "--anchor", "0")


@pytest.mark.parametrize("anchor", [["--anchor", "0.1"], ["--frobenius", "0.001"]])
def test_adapt_without_smoothing_says_where_what_is_held_out_becomes_impossible(
    anchor: list[str], tmp_path: Path
) -> None:
    folder, file = source(tmp_path / "hmm"), domain(tmp_path / "domain.jsonl")
    records = [json.loads(line) for line in file.read_text().splitlines()]
    _, held_out = split_by_prompt(records, 0.1, 0)
    for index, record in enumerate(records):
        record["tokens"] = [0, 1, 2] if index in set(held_out.tolist()) else [0, 1, 0]
    write(file, records)
    out = tmp_path / "new"
    asked = ["adapt", folder, "--continuations", file, "--out", out, *anchor, "--pseudocount", "0"]
    for _ in range(2):  # the second time it goes on from what it wrote, and is done
        done = run(*asked, "--json")
        assert done.exit_code == 0, done.output
        told = json.loads(done.stdout, parse_constant=lambda said: pytest.fail(f"{said} is no JSON"))
        before, *between, after = told["held_out_nll"]
        assert before > 0
        assert between == [None] * len(between) != []
        # A mixture keeps every token possible in the end; the paper's objective may not.
        assert (after is None) == ("--frobenius" in anchor)
        assert None not in told["train_nll"]
        written = json.loads((out / "adaptation.json").read_text())
        assert written["held_out_nll"] == told["held_out_nll"]
    assert np.isfinite(HMM.from_pretrained(out).emission).all()
