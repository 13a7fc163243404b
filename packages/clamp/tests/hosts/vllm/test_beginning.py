"""What a server refuses before its engine starts, and that other servers notice nothing of CLAMP."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from roots import ROOT

pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm
from tiny_models import model, tokenizer

import clamp_vllm
from clamp.hmm import HMM
from clamp.hosts.vllm import beginning
from clamp.serve.allowance import CAPS_VARIABLE, operator_caps
from clamp.serve.description import HMM_VARIABLE

SERVES = ["serve", "MODEL", "--logits-processors", "clamp.hosts.vllm:ConstrainedOnly"]


def test_vllm_finds_it_by_the_entry_point() -> None:
    project = tomllib.loads((ROOT / "packages" / "clamp" / "pyproject.toml").read_text())["project"]
    assert project["entry-points"].keys() == {"vllm.general_plugins"}  # none that an engine loads unasked
    (path,) = project["entry-points"]["vllm.general_plugins"].values()
    module, _, name = path.partition(":")
    assert getattr(import_module(module), name) is clamp_vllm.begin


def test_other_servers_import_nothing_of_it() -> None:
    program = "import sys, clamp_vllm; clamp_vllm.begin(); print('clamp' in sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", program, "serve", "m"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.split() == ["False"]


@pytest.mark.parametrize(
    ("words", "parent", "begins"), [(SERVES, None, 1), (SERVES, object(), 0), (SERVES[:2], None, 0)]
)
def test_it_is_done_once_for_a_server_that_names_clamp(
    words: list[str], parent: object, begins: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(sys, "argv", ["vllm", *words])
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(beginning, "before_the_engine", begun.append)
    clamp_vllm.begin()
    assert begun == [words] * begins


@pytest.fixture
def vllm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """vLLM's own reading of a command line, for one model."""
    model().save_pretrained(tmp_path / "model")
    tokenizer().save_pretrained(tmp_path / "model")

    class Parser:
        def parse_args(self, words: list[str]) -> Any:
            if words[0].startswith("-"):
                raise SystemExit(2)
            return SimpleNamespace(model_tag=words[0], model="another")

    class EngineArgs:
        @staticmethod
        def from_cli_args(asked: Any) -> Any:
            assert asked.model == "MODEL"
            config = fake_vllm.LLM(str(tmp_path / "model"), []).llm_engine.vllm_config.model_config
            return SimpleNamespace(create_model_config=lambda: config)

    parsing: Any = ModuleType("vllm.utils.argparse_utils")
    parsing.FlexibleArgumentParser = Parser
    options: Any = ModuleType("vllm.entrypoints.launchers.cli_args")
    options.make_arg_parser = lambda parser: parser
    engine: Any = ModuleType("vllm.engine.arg_utils")
    engine.EngineArgs = EngineArgs
    with fake_vllm.installed():
        for module in (parsing, options, engine):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        yield tmp_path


@pytest.mark.parametrize(
    ("hmm", "why"),
    [
        (lambda own: HMM.random(2, 7, seed=0), "HMM"),
        (lambda own: HMM.random(2, own.vocab_size, seed=0), "which tokenizer"),
        (None, "missing"),
    ],
)
def test_an_hmm_that_does_not_fit_ends_the_start(
    hmm: Any, why: str, vllm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = vllm / "missing"
    if hmm is not None:
        folder = vllm / "hmm"
        hmm(model().config).save_pretrained(folder)
    monkeypatch.setenv(HMM_VARIABLE, str(folder))
    with pytest.raises(SystemExit, match=f"Error: .*{why}"):
        beginning.before_the_engine(SERVES)


def test_an_hmm_of_another_width_is_told_before_a_request_asks_for_it(
    vllm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    HMM.random(2, model().config.vocab_size + 1, seed=0).for_tokenizer(tokenizer()).save_pretrained(
        vllm / "hmm"
    )
    monkeypatch.setenv(HMM_VARIABLE, str(vllm / "hmm"))
    with pytest.raises(SystemExit, match=r"has \d+ tokens, and the model .* scores \d+"):
        beginning.before_the_engine(SERVES)


def test_what_fits_is_let_through_and_a_wrong_line_is_left_to_vllm(
    vllm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    HMM.random(2, model().config.vocab_size, seed=0).for_tokenizer(tokenizer()).save_pretrained(vllm / "hmm")
    monkeypatch.setenv(HMM_VARIABLE, str(vllm / "hmm"))
    beginning.before_the_engine(SERVES)
    monkeypatch.setenv(HMM_VARIABLE, "/nowhere")
    beginning.before_the_engine(["serve", "--nonsense"])


def test_caps_that_cannot_be_read_end_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "start_workshop", operator_caps.__wrapped__)
    monkeypatch.setenv(CAPS_VARIABLE, "{")
    with pytest.raises(SystemExit, match=CAPS_VARIABLE):
        beginning.before_the_engine(SERVES)
