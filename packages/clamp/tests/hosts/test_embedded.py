"""The vision-language model in the package: it loads like Qwen3-VL-8B, and plans from pictures."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from roots import ROOT

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("PIL")

import yaml  # noqa: E402
from transformers import AutoModelForImageTextToText, Qwen3VLForConditionalGeneration  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.hosts import choices  # noqa: E402
from clamp.hosts.choices import EMBEDDED, embedded_folder  # noqa: E402
from clamp.hosts.hf import images  # noqa: E402
from clamp.hosts.hf.models import load_model, load_tokenizer  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.perception import Scene  # noqa: E402
from clamp.planning import Problem  # noqa: E402
from clamp.request.prompts import plan_messages  # noqa: E402

EXAMPLES = ROOT / "examples" / "libero"


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner.from_pretrained(EMBEDDED, dtype="float32", device="cpu")


def example(name: str) -> tuple[Problem, str, list[str], list[Path]]:
    """Problem, instruction, what is seen, and pictures."""
    folder = EXAMPLES / name
    task: dict[str, Any] = yaml.safe_load((folder / "task.yaml").read_text())
    problem = Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl")
    scene = Scene.from_json((folder / "scene.json").read_text()).with_parts(task["parts"])
    return problem, task["instruction"], list(scene.seen), [folder / one for one in task["images"]]


def test_it_is_small_and_is_what_its_card_says() -> None:
    weights = embedded_folder() / "model.safetensors"
    assert weights.stat().st_size <= 32 * 2**20
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    assert digest in (embedded_folder() / "MODEL_CARD.md").read_text()
    model = AutoModelForImageTextToText.from_pretrained(embedded_folder())
    assert isinstance(model, Qwen3VLForConditionalGeneration)
    assert model.dtype == torch.bfloat16
    assert sum(parameter.numel() for parameter in model.parameters()) <= 15_000_000


def test_it_loads_by_its_name() -> None:
    loaded = load_model(EMBEDDED, device="cpu")
    assert loaded.name == EMBEDDED
    assert loaded.revision is not None
    assert loaded.processor is not None
    assert len(load_tokenizer(EMBEDDED)) == loaded.model.config.text_config.vocab_size


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "__file__", str(tmp_path / "choices.py"))
    with pytest.raises(HostError, match=r"embedded model is missing: there is no .*model\.safetensors"):
        load_model(EMBEDDED)


def test_its_prompt_is_the_one_it_was_trained_on(planner: Planner) -> None:
    """Training used the user message of `plan_messages`: when that changes, the model must learn anew."""
    problem, instruction, seen, pictures = example("drawer")
    messages = plan_messages(problem, instruction, plan_format=_calls(), budget=10, seen=seen)
    listed = ", ".join(name for name in problem.entities if name in seen)
    expected = (
        f"<|im_start|>user\n{'<|vision_start|>' + '<|image_pad|>' * 16 + '<|vision_end|>'}"
        f"{'<|vision_start|>' + '<|image_pad|>' * 16 + '<|vision_end|>'}"
        f"Objects: {listed}\nTask: {instruction}\nUse at most 10 actions. Write the plan.<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    request = PlanRequest(messages, None, images=tuple(map(str, pictures)))
    tokens, inputs = images.image_inputs(
        planner.processor, request, name=EMBEDDED, device=torch.device("cpu")
    )
    assert planner.tokenizer.decode(tokens) == expected
    assert inputs["image_grid_thw"].tolist() == [[1, 8, 8]] * 2


def _calls() -> Any:
    from clamp.decoding import PlanFormat

    return PlanFormat.calls()


@pytest.mark.parametrize("name", ["drawer", "stove", "basket"])
def test_it_plans_from_pictures(planner: Planner, name: str) -> None:
    problem, instruction, seen, pictures = example(name)
    result = planner.plan(problem, instruction, seen=seen, budget=10, images=pictures)
    assert result.status == "plan"
    assert problem.validate(result.actions)
    assert {argument for action in result.actions for argument in action.args} <= set(seen)


def test_generation_counts_positions_as_one_pass_does(planner: Planner) -> None:
    """Written token by token over a cache, a text is the one that a single pass over all of it prefers."""
    problem, instruction, seen, pictures = example("basket")
    result = planner.plan(
        problem, instruction, seen=seen, constraints="none", images=pictures, max_new_tokens=40
    )
    messages = plan_messages(problem, instruction, plan_format=_calls(), budget=20, seen=seen)
    request = PlanRequest(messages, None, images=tuple(pictures))
    tokens, inputs = images.image_inputs(
        planner.processor, request, name=EMBEDDED, device=torch.device("cpu")
    )
    written = planner.tokenizer(result.text, add_special_tokens=False)["input_ids"]
    whole = torch.tensor([[*tokens, *written]])
    kinds = (whole == planner.processor.image_token_id).int()
    with torch.inference_mode():
        logits = planner.model(
            input_ids=whole,
            pixel_values=inputs["pixel_values"],
            image_grid_thw=inputs["image_grid_thw"],
            mm_token_type_ids=kinds,
        ).logits[0]
    best = logits[len(tokens) - 1 : -1].argmax(-1).tolist()
    assert planner.tokenizer.decode(best) == result.text


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("drawer", "What is open or on?", "white_cabinet_1_bottom_region"),
        ("drawer", "Is the bottom drawer of the cabinet open?", "yes"),
    ],
)
def test_it_sees(planner: Planner, name: str, question: str, answer: str) -> None:
    """It answers from the picture: shown grey ones, it guesses something else."""
    problem, _, seen, pictures = example(name)
    prompt = [{"role": "user", "content": f"Objects: {', '.join(seen)}\nTask: {question}"}]
    seeing, blind = (
        planner.plan(problem, prompt=prompt, constraints="none", images=shown, max_new_tokens=40).text
        for shown in (pictures, [_grey() for _ in pictures])
    )
    assert seeing == answer
    assert blind != answer


def _grey() -> Any:
    from PIL import Image

    return Image.new("RGB", (256, 256), "grey")


def test_the_card_and_the_files_agree() -> None:
    config = json.loads((embedded_folder() / "config.json").read_text())
    assert config["model_type"] == "qwen3_vl"
    card = (embedded_folder() / "MODEL_CARD.md").read_text()
    for part in ("libero_90", "held out", "cannot", "CC BY 4.0", "Apache-2.0"):
        assert part in card
