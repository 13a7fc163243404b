"""The context of pictures that an HMM depends on: of every family of models, over what stands for the pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from fakes import TIDY  # noqa: E402
from picture_models import Processor, Shown, sees, shown  # noqa: E402
from tiny_models import model, planner  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.hosts.hf.images import picture_context  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.request.request import Request  # noqa: E402

TOWERS = ("visual", "vision_tower", "vision_model")


def context(case: Shown, **changes: Any) -> Any:
    inputs = {key: value for key, value in {**case.inputs, **changes}.items() if value is not None}
    return picture_context(case.model, case.tokens, inputs, "tiny")


def last_layer(case: Shown) -> Any:
    """Of the vision encoder, caught while the model reads the prompt; a row for each patch."""
    caught: list[Any] = []
    inner = case.model.model
    tower = next(getattr(inner, name) for name in TOWERS if hasattr(inner, name))
    handle = tower.register_forward_hook(lambda _, __, out: caught.append(out.last_hidden_state))
    try:
        with torch.inference_mode():
            case.model(input_ids=torch.tensor([case.tokens]), **case.inputs)
    finally:
        handle.remove()
    return caught[0].double().reshape(-1, caught[0].shape[-1])


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("qwen3-vl", slice(16)),
        ("qwen2.5-vl", slice(16)),
        ("gemma3", slice(4)),
        ("idefics3", slice(4)),
        ("llava", slice(1, 5)),  # the first is CLIP's class token
        ("llava-full", slice(5)),
        ("vipllava", slice(1, 5)),
        ("lfm2-vl", slice(16)),  # the last four are padding
    ],
)
def test_the_mean_of_the_encoder_s_last_layer_over_the_patches_that_the_model_is_given(
    kind: str, given: slice
) -> None:
    case = shown(kind)
    found, rows = context(case), last_layer(case)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, rows[given].mean(0).numpy(), atol=1e-6)
    if len(rows[given]) < len(rows):
        assert np.abs(found - rows.mean(0).numpy()).max() > 1e-3  # or the table above says nothing


@pytest.mark.parametrize("kind", ["mllama", "kosmos-2", "janus"])
def test_without_an_encoder_to_ask_the_mean_of_the_last_hidden_layer_over_the_picture_s_tokens(
    kind: str,
) -> None:
    case = shown(kind)
    if hasattr(case.model, "get_image_features"):
        pytest.skip("this version of transformers can ask its encoder")
    with torch.inference_mode():
        read = case.model(input_ids=torch.tensor([case.tokens]), output_hidden_states=True, **case.inputs)
    expected = read.hidden_states[-1][0, case.places].double().mean(0).numpy()
    found = context(case)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, atol=1e-6)
    other = context(case, pixel_values=case.inputs["pixel_values"] + 1)
    assert np.abs(other - found).max() > 1e-3  # it depends on the picture


class _Handing:
    """A model whose own method hands on whatever it is given, and that of its base says what it takes."""

    def __init__(self, found: Any) -> None:
        self.config = SimpleNamespace()
        self.base_model = self
        self.found = found
        self.taken: dict[str, Any] = {}

    def get_image_features(self, pixel_values: Any, target_sizes: Any, **others: Any) -> Any:
        self.taken = {"pixel_values": pixel_values, "target_sizes": target_sizes, **others}
        return self.found


class _Outer(_Handing):
    def __init__(self, found: Any) -> None:
        super().__init__(found)
        self.base_model = _Handing(found)

    def get_image_features(self, *args: Any, **others: Any) -> Any:
        return self.base_model.get_image_features(*args, **others)


@pytest.mark.parametrize("kind", [_Handing, _Outer])
def test_a_model_is_given_what_its_method_takes_and_no_more(kind: Any) -> None:
    made = kind(torch.arange(6.0).reshape(3, 2))
    inputs = {"pixel_values": 1, "target_sizes": 2, "token_type_ids": 3, "mm_token_type_ids": 4}
    assert picture_context(made, (1, 2), inputs, "tiny").tolist() == [2.0, 3.0]
    assert made.base_model.taken == {"pixel_values": 1, "target_sizes": 2}


def test_maps_of_channels_are_no_patches() -> None:
    """Convolutional encoders: there the mean is over what the language model is given."""
    given = torch.arange(8.0).reshape(4, 2)
    found = SimpleNamespace(last_hidden_state=torch.zeros(1, 3, 2, 2), pooler_output=[given[:1], given[1:]])
    made = _Handing(found)
    assert picture_context(made, (1,), {"pixel_values": 1, "target_sizes": 2}, "tiny").tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("lfm2-vl", {"spatial_shapes": None}),
        ("lfm2-vl", {"pixel_values": torch.zeros(1, 3)}),
        ("qwen3-vl", {"image_grid_thw": None}),
        ("janus", {"pixel_values": torch.zeros(1, 3)}),
    ],
)
def test_what_a_model_says_of_pictures_that_it_cannot_read_is_an_error_of_the_host(
    kind: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(HostError, match="'tiny' cannot tell what the pictures show"):
        context(shown(kind), **changes)


def test_a_model_with_neither_is_refused() -> None:
    with pytest.raises(HostError, match=r"'tiny' has neither a vision encoder .* nor tokens"):
        picture_context(model("llama"), (5, 6), {"pixel_values": torch.zeros(1, 3, 8, 8)}, "tiny")
    case = shown("janus")
    with pytest.raises(HostError, match="no token that stands for a picture"):
        picture_context(case.model, (5, 6, 7), case.inputs, "tiny")


def test_a_planner_tells_it_of_a_request() -> None:
    writer, pictures = sees(Processor()), [torch.full((16, 96), float(level)) for level in (0.1, 0.5)]
    one, other, both = (
        writer.picture_context(PlanRequest("Plan:", images=images))
        for images in (pictures[:1], pictures[1:], pictures)
    )
    assert one.shape == (model("qwen3-vl").config.vision_config.hidden_size,)
    np.testing.assert_allclose(both, (one + other) / 2, atol=1e-6)
    with pytest.raises(HostError, match="no picture"):
        writer.picture_context(PlanRequest("Plan:"))
    asked = Request.of(TIDY, prompt="Plan:", images=pictures, constraints="none")
    np.testing.assert_array_equal(writer.picture_context(asked), both)
    with pytest.raises(HostError, match=r"clamp\.Request"):
        writer.picture_context(pictures)  # type: ignore[arg-type]
    with pytest.raises(HostError, match="text-only"):
        planner("llama").picture_context(PlanRequest("Plan:", images=pictures))
