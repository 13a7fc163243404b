"""llama.cpp reads pictures as transformers reads them with the same weights, each once, and says what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from roots import EXAMPLES

pytest.importorskip("llama_cpp")
pytest.importorskip("transformers")
torch = pytest.importorskip("torch")

from fakes import GraphSystem  # noqa: E402
from tiny_gguf import PATCH, TILE, TILE_TOKENS, seer, tiler, write_gguf, write_mmproj  # noqa: E402
from tiny_models import tokenizer  # noqa: E402
from typer.testing import CliRunner  # noqa: E402

from clamp.cli import app  # noqa: E402
from clamp.contracts import check_host  # noqa: E402
from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.errors import ClampError, HostError  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.hosts.llamacpp import model as engine  # noqa: E402
from clamp.hosts.llamacpp import pictures as reading  # noqa: E402
from clamp.hosts.llamacpp.planner import LlamaCppPlanner  # noqa: E402
from clamp.planning.system import Action  # noqa: E402

CALLS = PlanFormat.calls()
PICK, PUT, LOOK = Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")
TIDY = GraphSystem([PICK, PUT, LOOK], {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
PROMPTS = [
    f"You write plans for a robot. Task: {task}"
    for task in ("tidy", "look around, then tidy up", "go", "wait")
]


def noise(seed: int, width: int = 32, height: int = 24) -> Image.Image:
    """A picture of whole tokens, which nobody scales."""
    return Image.fromarray(np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8))


class Processor:
    """The picture processor of transformers for the tiny model; its placeholders are where llama.cpp puts pictures."""

    def __init__(self) -> None:
        from transformers import Qwen2VLImageProcessorPil

        grey = [0.5, 0.5, 0.5]
        self.images: Any = Qwen2VLImageProcessorPil(
            patch_size=PATCH, min_pixels=64, max_pixels=10**6, image_mean=grey, image_std=grey
        )

    def apply_chat_template(self, chat: Any, **options: Any) -> Any:
        from transformers import BatchFeature

        shown = [part["image"] for one in chat for part in one["content"] if part["type"] == "image"]
        plain = [
            {**one, "content": "".join(part.get("text", reading.MARK) for part in one["content"])}
            for one in chat
        ]
        text = tokenizer().apply_chat_template(plain, add_generation_prompt=True, tokenize=False)
        if not options["tokenize"]:
            return text
        mark = seer().config.image_token_id
        read = self.images(images=shown, return_tensors="pt")
        first, *rest = text.split(reading.MARK)
        ids = list(tokenizer()(first)["input_ids"])
        for piece, grid in zip(rest, read["image_grid_thw"], strict=True):
            ids += tokenizer()("<|vision_start|>")["input_ids"] + [mark] * (int(grid.prod()) // 4)
            ids += tokenizer()("<|vision_end|>")["input_ids"] + tokenizer()(piece)["input_ids"]
        tokens = torch.tensor([ids])
        return BatchFeature(
            {"input_ids": tokens, "attention_mask": torch.ones_like(tokens), **read}
            | {"mm_token_type_ids": (tokens == mark).int()}
        )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("seer")
    write_gguf(path / "seer.gguf", made=seer())
    write_mmproj(path / "mmproj-seer-f32.gguf")
    return path


@pytest.fixture
def writer(folder: Path) -> LlamaCppPlanner:
    return LlamaCppPlanner.from_pretrained(folder / "seer.gguf", threads=1)


@pytest.fixture(scope="module")
def other() -> Planner:
    return Planner(LoadedModel(seer(), tokenizer(), "seer", Processor()))


def asked(
    host: Any, images: list[Image.Image], prompts: list[str] = PROMPTS, **options: Any
) -> list[PlanRequest]:
    constraint = PlanConstraint(TIDY, host.vocabulary, CALLS, budget=5, loops=True)
    return [PlanRequest(prompt, constraint, images=images, **options) for prompt in prompts]


def scores(writer: LlamaCppPlanner, images: list[Image.Image]) -> np.ndarray:
    tokens, _held = writer._prompt(asked(writer, images)[0])
    with writer.sequences([tokens], 1) as sequences:
        return sequences.read(tokens)


@pytest.mark.parametrize(
    "images",
    [
        [noise(0)],
        [noise(1, 32, 48)],
        [noise(2, 64, 16), noise(3)],
        [noise(0), noise(0)],
        [noise(4, 256, 256)],  # more cells than are read at once
    ],
    ids=["wide", "tall", "two", "same", "large"],
)
def test_scores_behind_pictures_are_those_of_transformers(
    writer: LlamaCppPlanner, other: Planner, images: list[Image.Image]
) -> None:
    tokens, inputs = other._prompt(asked(other, images)[0])
    with torch.inference_mode():
        wanted = other.model(input_ids=torch.tensor([tokens]), **inputs).logits[0, -1].numpy()
    found = scores(writer, images)
    assert np.abs(found - wanted).max() < 0.1
    assert found.argmax() == wanted.argmax()
    mirrored = scores(writer, [one.transpose(Image.Transpose.FLIP_LEFT_RIGHT) for one in images])
    assert np.abs(mirrored - wanted).max() > 0.5
    np.testing.assert_array_equal(scores(writer, images), found)


def test_pictures_are_read_in_tiles(tmp_path: Path) -> None:
    write_gguf(tmp_path / "tiler.gguf", made=tiler(), more=TILE_TOKENS)
    write_mmproj(tmp_path / "mmproj-tiler.gguf", made=tiler())
    writer = LlamaCppPlanner.from_pretrained(tmp_path / "tiler.gguf", threads=1)
    # What is all grey looks alike in whatever way the overview, the last tile, is scaled.
    grey = Image.new("RGB", (2 * TILE, TILE), (90, 120, 30))
    for image, tiles, near in ((grey, 3, 0.1), (noise(1, 2 * TILE, 2 * TILE), 5, 0.8)):
        tokens, inputs = writer._prompt(asked(writer, [image])[0])
        assert [one.cells for one in inputs["pictures"]] == [16] * tiles
        corners = [(x, y) for y in range(0, image.height, TILE) for x in range(0, image.width, TILE)]
        shown = [image.crop((x, y, x + TILE, y + TILE)) for x, y in corners]
        shown.append(image.resize((TILE, TILE), Image.Resampling.BICUBIC))
        pixels = torch.tensor(np.stack(shown) / 127.5 - 1, dtype=torch.float32).permute(0, 3, 1, 2)[None]
        mark = tiler().config.image_token_id
        ids = torch.tensor([[mark if token < 0 else token for token in tokens]])
        with torch.inference_mode():
            wanted, other = (
                tiler()(input_ids=ids, pixel_values=given).logits[0, -1].numpy()
                for given in (pixels, pixels.flip(1))
            )
        found = scores(writer, [image])
        assert np.abs(found - wanted).max() < near
        assert found.argmax() == wanted.argmax()
        assert image is grey or np.abs(found - other).max() > 2
    assert all(writer.plan_many(asked(writer, [noise(2, 50, 70)], particles=3)))
    write_gguf(tmp_path / "tiler.gguf", made=tiler())
    assert "tokens that the model does not have" in refused(tmp_path, file="tiler.gguf")


@pytest.mark.parametrize("batch_size", [1, 3])
def test_plans_of_pictures_are_those_of_transformers(
    writer: LlamaCppPlanner, other: Planner, batch_size: int
) -> None:
    assert "sees pictures" in repr(writer)
    found, wanted = (
        host.plan_many(
            asked(host, [noise(5)]) + asked(host, [noise(6)], PROMPTS[:1]) + asked(host, [], PROMPTS[:1]),
            batch_size=batch_size,
            trace=True,
        )
        for host in (writer, other)
    )
    assert all(found)
    for one, two in zip(found, wanted, strict=True):
        assert (one.text, one.actions) == (two.text, two.actions)
        assert [step.wanted for step in one.trace] == [step.wanted for step in two.trace]
    (mine,), (his,) = (
        host.plan_many(asked(host, [noise(5)], PROMPTS[:1], particles=6, seed=5)) for host in (writer, other)
    )
    assert mine.text == his.text
    assert mine.posterior is not None
    assert his.posterior is not None
    assert mine.posterior.log_validity == pytest.approx(his.posterior.log_validity, rel=1e-2)


def test_it_keeps_the_contract_with_pictures(writer: LlamaCppPlanner) -> None:
    check_host(writer, images=[noise(7)])


def test_a_picture_is_encoded_once_and_read_once(
    writer: LlamaCppPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[int] = []
    fed: list[int] = []
    lib, feed = reading.mtmd(), reading.PictureReader.feed
    encode = lib.mtmd_encode_chunk
    monkeypatch.setattr(lib, "mtmd_encode_chunk", lambda *given: (encoded.append(1), encode(*given))[1])
    monkeypatch.setattr(
        reading.PictureReader,
        "feed",
        lambda self, *given: (fed.append(given[0].cells), feed(self, *given))[1],
    )
    first = writer.plan_many(asked(writer, [noise(8)], particles=6, seed=1) + asked(writer, [noise(8)]))
    assert (len(encoded), fed) == (1, [12])  # twelve copies of a text and four texts
    again = writer.plan_many(asked(writer, [noise(8)]))
    assert [one.text for one in again] == [one.text for one in first[len(PROMPTS) :]]
    assert (len(encoded), fed) == (1, [12])
    monkeypatch.setattr(reading, "_KEPT", 24)
    writer.write(asked(writer, [noise(seed) for seed in range(20, 23)], PROMPTS[:1]))
    assert len(writer.processor._kept) == 2
    encoded.clear()
    fed.clear()
    writer.plan_many(asked(writer, [], PROMPTS[:1]))  # the prefix makes way
    writer.plan_many(asked(writer, [noise(8), noise(9)], PROMPTS[:1]))
    assert (len(encoded), fed) == (2, [12, 12])


def test_rows_with_pictures_that_find_no_room_wait_and_lose_nothing(
    folder: Path, writer: LlamaCppPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [one for seed in range(6) for one in asked(writer, [noise(seed)], PROMPTS[:2])]
    plain = [one.text for one in writer.plan_many(many)]
    how: dict[str, Any] = {"max_new_tokens": 400, "temperature": 1.0, "images": [noise(1)]}
    long = [PlanRequest(PROMPTS[0], None, CALLS, TIDY, seed=seed, **how) for seed in range(4)]
    wanted = [writer.plan_many([one])[0].text for one in long]
    grown: list[int] = []
    grow = engine.Sequences._grow
    monkeypatch.setattr(engine, "_LEAST_CELLS", 256)
    monkeypatch.setattr(engine, "_MARGIN", 1)
    monkeypatch.setattr("clamp.hosts.llamacpp.planner._EXPECTED", 1)
    monkeypatch.setattr(engine.Sequences, "_grow", lambda self: (grown.append(self._cells), grow(self))[1])
    small = LlamaCppPlanner.from_pretrained(folder / "seer.gguf", threads=1)
    assert [one.text for one in small.plan_many(many)] == plain
    assert [small.plan_many([one])[0].text for one in long] == wanted
    assert grown


# ------------------------------------------------------------------ what is refused


def refused(folder: Path, images: Any = None, *, file: str = "seer.gguf") -> str:
    planner = LlamaCppPlanner.from_pretrained(folder / file, threads=1)
    with pytest.raises(ClampError) as caught:
        planner.write([PlanRequest("Look.", images=images or [noise(0)])])
    return str(caught.value)


def _text_alone(path: Path) -> None:
    write_gguf(path)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.unlink(), "no model file"),
        (lambda path: path.write_bytes(b"PK\x03\x04" + bytes(100)), "no GGUF file"),
        (lambda path: path.write_bytes(path.read_bytes()[:3000]), "cannot read pictures with"),
        (lambda path: write_mmproj(path, made=seer(48)), r"n_embd = 32\).*n_embd = 48\).*this very model"),
        (_text_alone, "cannot read pictures with"),
    ],
    ids=["missing", "zip", "cut", "another", "text"],
)
def test_what_reads_no_pictures_for_the_model_is_refused(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], Any], why: str
) -> None:
    path = write_mmproj(tmp_path / "mmproj-own.gguf")
    spoil(path)
    with pytest.raises(HostError, match=why):
        LlamaCppPlanner.from_pretrained(folder / "seer.gguf", mmproj=path, threads=1)


def test_which_file_is_meant_is_never_guessed(folder: Path, tmp_path: Path) -> None:
    write_gguf(tmp_path / "seer.gguf", made=seer())
    assert "no mmproj-….gguf" in refused(tmp_path)
    for name in ("mmproj-a.gguf", "seer-mmproj-b.gguf"):
        (tmp_path / name).write_bytes((folder / "mmproj-seer-f32.gguf").read_bytes())
    assert "mmproj-a.gguf, seer-mmproj-b.gguf. Say which with --mmproj" in refused(tmp_path)
    named = LlamaCppPlanner.from_pretrained(
        tmp_path / "seer.gguf", mmproj=tmp_path / "mmproj-a.gguf", threads=1
    )
    assert named.plan_many(asked(named, [noise(0)]))[0]


def test_pictures_that_cannot_be_read_are_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    assert "cannot be read" in refused(folder, images=[tmp_path / "a.png"])
    assert "There is no picture" in refused(folder, images=[tmp_path / "b.png"])
    assert "not Tensor" in refused(folder, images=[torch.zeros(3, 8, 8)])
    with pytest.raises(HostError, match="2 places '<__media__>' for 1 pictures"):
        LlamaCppPlanner.from_pretrained(folder / "seer.gguf", threads=1).write(
            [PlanRequest("What is <__media__>?", images=[noise(0)])]
        )
    monkeypatch.setattr(reading.mtmd(), "mtmd_decode_use_non_causal", lambda *_: True)
    assert "takes 1024 tokens, each of which looks at all others" in refused(folder, [noise(0, 256, 256)])


# ------------------------------------------------------------------ the command line


def clamp(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["plan", *arguments])
    return result.exit_code, result.stdout, " ".join(result.stderr.split())


DRAWER = EXAMPLES / "kitchen"
PICTURE = EXAMPLES / "libero" / "drawer" / "agentview.jpg"


def test_a_plan_of_a_picture_from_the_command_line(folder: Path) -> None:
    shown = (str(DRAWER / "task.yaml"), "--host", "llamacpp", "--image", str(PICTURE), "--json")
    told = ("--model", str(folder / "seer.gguf"))
    for more in ((), ("--mmproj", str(folder / "mmproj-seer-f32.gguf"))):
        code, out, err = clamp(*shown, *told, *more)
        assert code == 0, err
        found = json.loads(out)
        assert found["status"] == "plan"
        assert found["certificate"]["valid"]


def test_what_is_missing_is_said_before_anything_is_loaded(folder: Path, tmp_path: Path) -> None:
    shown = (str(DRAWER / "task.yaml"), "--image", str(PICTURE))
    write_gguf(tmp_path / "seer.gguf", made=seer())
    alone = ("--model", str(tmp_path / "seer.gguf"))
    for arguments, why in (
        ((*shown, "--host", "llamacpp", *alone), "there is no mmproj-….gguf"),
        ((*shown, "--host", "llamacpp", *alone, "--mmproj", "none.gguf"), "no model file 'none.gguf'"),
        ((*shown, "--host", "llamacpp", *alone, "--mmproj", "README.md"), "README.md' does not end in .gguf"),
        ((*shown, "--mmproj", str(folder / "mmproj-seer-f32.gguf")), "--mmproj is for --host llamacpp"),
        ((*shown, "--host", "openai", "--model", "x"), "shows a model no pictures"),
    ):
        code, out, err = clamp(*arguments)
        assert (code, out) == (2, ""), err
        assert why in err
        assert "Traceback" not in err
