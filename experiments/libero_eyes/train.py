"""Trains the eyes for LIBERO on rendered states, on a GPU or without one.

    python train.py DATA                                         # once: states.jsonl as arrays
    python train.py DATA --out DIR --seconds 270                 # a GPU: under five minutes
    python train.py DATA --out DIR --seconds 14400 --batch 8     # two cores: hours

DATA is what `render.py` leaves: pictures-N.bin and states.jsonl, packed as arrays.npz. Every tenth scene is kept for
validation. Everything is drawn from `--seed`; the clock decides how many steps there are, and the log says so.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor

try:
    from clamp_worlds.libero.network import SIZE, WORDS, LiberoNetwork, Seen, Shown
except ImportError:  # beside one another, on a machine without the project
    from network import SIZE, WORDS, LiberoNetwork, Seen, Shown

MOST = 40
"""Things of a scene that are trained on; there are seldom more."""


def pack(folder: Path) -> None:
    """Leave FOLDER/arrays.npz: what states.jsonl says, as arrays, so that training needs nothing of the project."""
    from clamp_worlds.libero import Cast
    from clamp_worlds.libero.layout import MIRRORED, Layout

    found: dict[str, list[Any]] = {}
    scenes: list[str] = []
    for line in (folder / "states.jsonl").read_text().splitlines():
        record = json.loads(line)
        layout = Layout(Cast.from_objects(record["objects"]), MOST)
        if len(layout.names) > MOST:
            continue
        flags, support = layout.truth(record["atoms"])
        for showing in record["showings"]:
            boxes, visible, borrowed = layout.boxes(showing["boxes"], (SIZE, SIZE))
            row = {
                "words": layout.words(),
                "kinds": layout.kind_numbers(),
                "boxes": boxes,
                "visible": visible,
                "borrowed": borrowed,
                "there": layout.there(),
                "flags": flags,
                "support": support,
                "candidates": layout.candidates(),
                "pictures": np.array(list(showing["pictures"].values())),
            }
            for name, value in row.items():
                found.setdefault(name, []).append(value)
            scenes.append(record["scene"])
    arrays = {name: np.stack(values) for name, values in found.items()}
    np.savez_compressed(folder / "arrays.npz", scenes=np.array(scenes), mirrored=np.array(MIRRORED), **arrays)
    print(f"{len(scenes)} states of {len(set(scenes))} scenes in {folder / 'arrays.npz'}")


class Data:
    """Everything of a packed data set as tensors: (S, …) with N = MOST things.

    flags: (S, N) 1 or 0, -1 where there is nothing to be open or on. support: (S, N) the place of each thing, -1 where
    it has none. candidates: (S, N, N) which places a thing may have.
    """

    def __init__(
        self,
        folder: Path,
        device: torch.device,
        most: int | None = None,
        only: Callable[[list[str]], set[str]] | None = None,
    ) -> None:
        shards = {int(path.stem.split("-")[1]): path.read_bytes() for path in folder.glob("pictures-*.bin")}
        with np.load(folder / "arrays.npz") as archive:
            arrays = {name: archive[name][:most] for name in archive.files if name != "mirrored"}
            left, right = archive["mirrored"]
        if only is not None:
            wanted = only(arrays["scenes"].tolist())
            rows = np.array([one in wanted for one in arrays["scenes"]])
            arrays = {name: value[rows] for name, value in arrays.items()}
        where = arrays.pop("pictures")
        self.scenes: list[str] = arrays.pop("scenes").tolist()
        pictures = torch.zeros(len(where), 2, 3, SIZE, SIZE, dtype=torch.uint8)

        def decode(number: int) -> None:
            for view, (shard, begin, length) in enumerate(where[number]):
                image = Image.open(io.BytesIO(shards[shard][begin : begin + length])).convert("RGB")
                pictures[number, view] = torch.from_numpy(np.array(image)).permute(2, 0, 1)

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(decode, range(len(where))))
        self.pictures = pictures.to(device)
        self.tensors = {name: torch.from_numpy(value).to(device) for name, value in arrays.items()}
        self.mirrored = torch.arange(WORDS + 1, device=device)
        self.mirrored[left], self.mirrored[right] = int(right), int(left)

    def batch(self, index: Tensor) -> tuple[Shown, dict[str, Tensor]]:
        t = {name: value[index] for name, value in self.tensors.items()}
        pictures = self.pictures[index].float() / 255
        shown = Shown(pictures, t["words"], t["kinds"], t["boxes"], t["visible"], t["borrowed"], t["there"])
        return shown, {name: t[name] for name in ("flags", "support", "candidates")}


def kept_scenes(scenes: list[str]) -> set[str]:
    """The scenes that are kept for validation: every tenth."""
    return set(list(dict.fromkeys(scenes))[4::10])


def varied(shown: Shown, swap: Tensor, generator: torch.Generator) -> Shown:
    """The same scenes otherwise: moved, mirrored, in other light and colours, blurred, with noise and loose boxes."""
    device = shown.pictures.device
    b, v = shown.pictures.shape[:2]

    def rand(*size: int) -> Tensor:
        return torch.rand(*size, device=device, generator=generator)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, device=device, generator=generator)

    # where: scale, stretch, shift; each picture on its own, mirrored together
    scale = (normal(b, v, 1) * 0.1).exp() * (normal(b, v, 2) * 0.05).exp()  # (b, v, 2)
    shift = normal(b, v, 2) * 0.06
    mirror = torch.where(rand(b, 1) < 0.5, -1.0, 1.0).expand(b, v)
    theta = torch.zeros(b, v, 2, 3, device=device)
    theta[..., 0, 0] = scale[..., 0] * mirror
    theta[..., 1, 1] = scale[..., 1]
    theta[..., :, 2] = shift
    grid = F.affine_grid(theta.flatten(0, 1), [b * v, 3, SIZE, SIZE], align_corners=False)
    x = F.grid_sample(shown.pictures.flatten(0, 1), grid, padding_mode="border", align_corners=False)
    boxes = shown.boxes * 2 - 1
    low = (boxes[..., :2] - shift[:, :, None]) / torch.stack([scale[..., 0] * mirror, scale[..., 1]], -1)[
        :, :, None
    ]
    high = (boxes[..., 2:] - shift[:, :, None]) / torch.stack([scale[..., 0] * mirror, scale[..., 1]], -1)[
        :, :, None
    ]
    low, high = torch.minimum(low, high), torch.maximum(low, high)
    words = torch.where((mirror[:, :1, None] < 0), swap[shown.words], shown.words)
    # boxes that a detector would draw: a little off
    size = high - low
    low = low + normal(*low.shape) * (0.03 * size + 0.006)
    high = high + normal(*high.shape) * (0.03 * size + 0.006)
    boxes = ((torch.cat([low, torch.maximum(high, low + 0.01)], -1) + 1) / 2).clamp(0, 1)
    gone = (boxes[..., 2] - boxes[..., 0] < 0.004) | (boxes[..., 3] - boxes[..., 1] < 0.004)
    # what is not seen: a picture that is missing, a thing that was not found
    lost = (rand(b, v) < 0.06) & ~(rand(b, 1) < 0.5)
    lost[:, 0] &= ~lost[:, 1:].all(1)
    missed = (rand(*shown.visible.shape) < 0.02) | gone | lost[..., None]
    # light and colours
    n = b * v
    gain = (normal(n, 3, 1, 1) * 0.12 + normal(n, 1, 1, 1) * 0.25).exp()
    gamma = (normal(n, 1, 1, 1) * 0.2).exp()
    x = (x.clamp(0, 1) + 1e-4) ** gamma * gain
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * (1 + normal(n, 1, 1, 1) * 0.3).clamp(0, 2)
    coarse = F.interpolate(F.interpolate(x, scale_factor=0.5, mode="bilinear"), (SIZE, SIZE), mode="bilinear")
    x = torch.lerp(x, coarse, rand(n, 1, 1, 1) * (rand(n, 1, 1, 1) < 0.4))
    x = x + normal(*x.shape) * 0.04 * rand(n, 1, 1, 1)
    x = x * (1 - lost.reshape(n, 1, 1, 1).float()) + 0.5 * lost.reshape(n, 1, 1, 1).float()
    unnamed = rand(*words.shape[:2]) < 0.05
    return shown._replace(
        pictures=x.clamp(0, 1).reshape(shown.pictures.shape),
        words=words.masked_fill(unnamed[..., None], 0),
        boxes=boxes,
        visible=shown.visible & ~missed,
        borrowed=shown.borrowed & ~lost[..., None] & ~gone,
    )


def loss(seen: Seen, truth: dict[str, Tensor], visible: Tensor) -> dict[str, Tensor]:
    """Binary cross entropy of what is open or on, cross entropy of what each thing is on or in."""
    flags, support = truth["flags"], truth["support"]
    asked = flags >= 0
    own = F.binary_cross_entropy_with_logits(seen.flags[asked], flags[asked].float())
    scores = seen.support.masked_fill(~truth["candidates"], -1e4)
    placed = support >= 0
    weight = torch.where(visible.any(1)[placed], 1.0, 0.2)
    each = F.cross_entropy(scores[placed], support[placed], reduction="none", label_smoothing=0.0)
    return {
        "flags": own,
        "support": (each * weight).sum() / weight.sum(),
        "flag_right": ((seen.flags[asked] > 0) == (flags[asked] > 0)).float().mean(),
        "support_right": (scores.argmax(-1)[placed] == support[placed]).float().mean(),
    }


def auc(scores: np.ndarray[Any, Any], truth: np.ndarray[Any, Any]) -> float | None:
    """Of a positive and a negative, how often the positive scores higher."""
    if truth.all() or not truth.any():
        return None
    order = scores.argsort(kind="stable")
    rank = np.empty(len(scores))
    rank[order] = np.arange(1, len(scores) + 1)
    positives = int(truth.sum())
    return float(
        (rank[truth].sum() - positives * (positives + 1) / 2) / (positives * (len(truth) - positives))
    )


@torch.no_grad()
def measured(model: LiberoNetwork, data: Data, index: Tensor, batch: int) -> dict[str, Any]:
    """AUC by kind of fact, and shares that are right, of what is seen."""
    model.eval()
    pools: dict[str, list[tuple[float, bool]]] = {"open": [], "turned_on": [], "on": [], "in": []}
    totals: dict[str, list[float]] = {}
    for start in range(0, len(index), batch):
        shown, truth = data.batch(index[start : start + batch])
        seen = model(shown)
        for name, value in loss(seen, truth, shown.visible).items():
            totals.setdefault(name, []).append(float(value))
        kinds = shown.kinds.cpu().numpy()
        flags, logits = truth["flags"].cpu().numpy(), seen.flags.cpu().numpy()
        for i, j in zip(*np.nonzero(flags >= 0), strict=True):
            pools["turned_on" if kinds[i, j] == 4 else "open"].append(
                (float(logits[i, j]), bool(flags[i, j]))
            )
        probabilities = seen.support.masked_fill(~truth["candidates"], -1e4).softmax(-1).cpu().numpy()
        support, candidates = truth["support"].cpu().numpy(), truth["candidates"].cpu().numpy()
        looked = shown.visible.any(1).cpu().numpy()
        for i, j in zip(*np.nonzero((support >= 0) & looked), strict=True):
            for k in np.nonzero(candidates[i, j])[0]:
                if kinds[i, k] != 3:
                    inside = kinds[i, k] in (7, 9)
                    pools["in" if inside else "on"].append(
                        (float(probabilities[i, j, k]), bool(support[i, j] == k))
                    )
    model.train()
    found: dict[str, Any] = {name: round(sum(values) / len(values), 4) for name, values in totals.items()}
    for name, pairs in pools.items():
        scores, truths = np.array([one[0] for one in pairs]), np.array([one[1] for one in pairs], dtype=bool)
        found[f"auc_{name}"] = None if not len(pairs) else auc(scores, truths)
        found[f"count_{name}"] = [int(truths.sum()), len(truths)]
    return found


def save(model: torch.nn.Module, path: Path) -> None:
    state = {name: value.detach().half().cpu().contiguous() for name, value in model.state_dict().items()}
    try:
        from safetensors.torch import save_file
    except ImportError:
        torch.save(state, path.with_suffix(".pt"))
    else:
        save_file(state, path.with_suffix(".safetensors"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, help="gets weights and log; without it, DATA is packed")
    parser.add_argument("--seconds", type=float, default=270, help="wall clock, everything included")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--warm", type=int, default=200)
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--most", type=int, help="states to take")
    parser.add_argument("--all", action="store_true", help="train on what is kept for validation, too")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    if options.out is None:
        return pack(options.data)
    started = time.monotonic()
    device = torch.device(options.device)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    log = (options.out / "log.jsonl").open("w")

    def write(**record: object) -> None:
        line = json.dumps(record)
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    data = Data(options.data, device, options.most)
    kept = kept_scenes(data.scenes)
    held = torch.tensor([i for i, one in enumerate(data.scenes) if one in kept], device=device)
    trained = [i for i, one in enumerate(data.scenes) if options.all or one not in kept]
    trained = torch.tensor(trained, device=device)
    model = LiberoNetwork().to(device, memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.05)
    generator = torch.Generator(device).manual_seed(options.seed)
    write(
        parameters=sum(p.numel() for p in model.parameters()),
        device=str(device),
        seed=options.seed,
        torch=torch.__version__,
        states=len(trained),
        held_out=len(held),
        scenes=len(set(data.scenes)),
        seconds=round(time.monotonic() - started, 1),
    )
    step, order = 0, trained[torch.randperm(len(trained))]
    place, saved = 0, time.monotonic()
    while (progress := (time.monotonic() - started) / options.seconds) < 0.95:
        rate = (
            options.rate
            * min(1, (step + 1) / options.warm)
            * (0.5 + 0.5 * math.cos(math.pi * min(1, progress / 0.95)))
        )
        for group in optimizer.param_groups:
            group["lr"] = max(rate, 1e-6)
        if place + options.batch > len(order):
            order, place = trained[torch.randperm(len(trained))], 0
        index, place = order[place : place + options.batch], place + options.batch
        shown, truth = data.batch(index)
        with torch.no_grad():
            shown = varied(shown, data.mirrored, generator)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            seen = model(shown)
        parts = loss(seen, truth, shown.visible)
        total = parts["flags"] + parts["support"]
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if torch.isfinite(norm):
            optimizer.step()
        step += 1
        if step > 100:
            average.update_parameters(model)
        if step % 50 == 0 or step <= 3:
            values = {name: round(float(value.detach()), 4) for name, value in parts.items()}
            write(step=step, seconds=round(time.monotonic() - started, 1), **values)
        if step % 1000 == 0 and len(held):
            write(step=step, held_out=measured(average.module, data, held, options.batch))
        if time.monotonic() - saved > 60:
            save(average.module if step > 600 else model, options.out / "checkpoint")
            saved = time.monotonic()
    final = average.module if step > 600 else model
    save(final, options.out / "model")
    if len(held):
        found = measured(final, data, held, options.batch)
        write(step=step, seconds=round(time.monotonic() - started, 1), held_out=found)
        (options.out / "metrics.json").write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
