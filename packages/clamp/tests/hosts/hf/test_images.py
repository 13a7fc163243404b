"""A vision-language model plans from images through `generate`."""

from __future__ import annotations

import pytest
from fakes import GraphSystem

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from picture_models import Processor  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

TIDY = GraphSystem(
    [Action("Pick", ("cup",)), Action("Put", ("cup",)), Action("Look")],
    {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}},
    {2},
)


@pytest.mark.parametrize("images", [1, 2])
def test_a_plan_from_images(images: int) -> None:
    processor = Processor()
    writer = Planner(LoadedModel(model("qwen3-vl"), tokenizer(), "tiny-vl", processor))
    seen = [torch.full((16, 96), float(level)) for level in range(images)]
    texts: list[str] = []
    result = writer.plan(TIDY, "Put the cup away.", budget=4, seen=["cup"], images=seen, on_text=texts.append)
    assert result.status == "plan"
    assert "".join(texts) == result.text
    last = processor.chats[0][-1]
    assert [part["type"] for part in last["content"]] == ["image"] * images + ["text"]
    assert "Put the cup away." in last["content"][-1]["text"]


def test_what_the_image_shows_changes_what_the_model_prefers() -> None:
    writer = Planner(LoadedModel(model("qwen3-vl"), tokenizer(), "tiny-vl", Processor()))
    generator = torch.Generator().manual_seed(0)
    wanted = {
        tuple(
            step.wanted
            for step in writer.plan(
                TIDY,
                "",
                prompt="Plan:",
                budget=4,
                seen=["cup"],
                images=[torch.randn(16, 96, generator=generator) * 9],
            ).trace
        )
        for _ in range(4)
    }
    assert len(wanted) > 1
