"""Trains the part of the eyes for LIBERO that looks at stoves closer; everything else stays as it is.

    python -m experiments.libero_eyes.render MORE --seconds 1500 --seed 33 --states 16 --fixture flat_stove
    python -m experiments.libero_eyes.train MORE                                           # packs it
    python -m experiments.libero_eyes.stoves DATA MORE --model RUN/model.safetensors --out OUT --seed 27

DATA and MORE are packed folders of rendered states, of no held-out suite. The scenes of each that are kept for
validation are not trained on, and a temperature is fitted to them. The network sees a box and no layout, so a few
hundred states of a stove that stands anywhere, on and off, half hidden and with things on it, are enough: a minute or
two of processor time.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from experiments.libero_eyes.train import Data, auc, kept_scenes, save
from safetensors.torch import load_file
from torch import Tensor

from clamp_worlds.libero.network import CLOSER, GROWN, STOVE, LiberoNetwork, crops

ROOM, ROOMY = 80, 1.8
"""Pixels of what is kept of each picture, and how much larger than the stove's box that is: room to move it."""


def stoves(data: Data) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of each stove that is seen: pixels (S, V, 3, ROOM, ROOM), views (S, V), whether it is on (S,), its scene (S,)."""
    t = data.tensors
    rows, things = ((t["kinds"] == STOVE) & (t["flags"] >= 0) & t["visible"].any(1)).nonzero(as_tuple=True)
    pixels = torch.stack(
        [
            crops(data.pictures[row].float() / 255, t["boxes"][row, :, thing][:, None], ROOM, ROOMY)[:, 0]
            for row, thing in zip(rows.tolist(), things.tolist(), strict=True)
        ]
    )
    kept = kept_scenes(data.scenes)
    held = torch.tensor([data.scenes[row] in kept for row in rows.tolist()])
    return pixels, t["visible"][rows, :, things], t["flags"][rows, things].float(), held


def seen(model: LiberoNetwork, pixels: Tensor, views: Tensor, theta: Tensor | None = None) -> Tensor:
    """Logits (S,) of stoves, each box moved by theta (S * V, 2, 3) within what is kept of its picture."""
    flat = pixels.flatten(0, 1)
    if theta is None:
        theta = torch.eye(2, 3).expand(len(flat), 2, 3)
    share = torch.tensor([GROWN / ROOMY, GROWN / ROOMY, 1.0])
    grid = F.affine_grid(theta * share, [len(flat), 3, CLOSER, CLOSER], align_corners=True)
    boxes = F.grid_sample(flat, grid, padding_mode="border", align_corners=True)
    return (model.closer(boxes.clamp(0, 1)).reshape(views.shape) * views).sum(1)


def varied(pixels: Tensor, views: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """The same in other light, with loose boxes and mirrored, and some pictures missing."""

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=generator)

    def rand(*size: int) -> Tensor:
        return torch.rand(*size, generator=generator)

    b, v = views.shape
    theta = torch.zeros(b, v, 2, 3)
    mirror = torch.where(rand(b, 1) < 0.5, -1.0, 1.0)
    theta[..., 0, 0] = (normal(b, v) * 0.1).exp() * mirror
    theta[..., 1, 1] = (normal(b, v) * 0.1).exp()
    theta[..., :, 2] = normal(b, v, 2) * 0.06
    n = b * v
    gain = (normal(n, 3, 1, 1) * 0.1 + normal(n, 1, 1, 1) * 0.25).exp()
    x = (pixels.flatten(0, 1) + 1e-4) ** (normal(n, 1, 1, 1) * 0.2).exp() * gain
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * (1 + normal(n, 1, 1, 1) * 0.25).clamp(0.4, 2)
    coarse = F.interpolate(F.interpolate(x, scale_factor=0.5, mode="bilinear"), (ROOM, ROOM), mode="bilinear")
    x = torch.lerp(x, coarse, rand(n, 1, 1, 1) * (rand(n, 1, 1, 1) < 0.5))
    x = x + normal(*x.shape) * 0.03 * rand(n, 1, 1, 1)
    lost = rand(b, v) < 0.15
    lost[:, 0] &= ~lost[:, 1]
    lost &= views.all(1, keepdim=True)
    return x.reshape(pixels.shape), views & ~lost, theta.flatten(0, 1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, required=True, help="the weights of all else")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--seed", type=int, default=27)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    model = LiberoNetwork()
    weights = {name: value.float() for name, value in load_file(options.model).items()}
    missing, strange = model.load_state_dict(weights, strict=False)
    assert not strange
    assert all(name.startswith("closer.") for name in missing)
    every = [stoves(Data(folder, torch.device("cpu"))) for folder in options.data]
    pixels, views, on, held = (torch.cat(parts) for parts in zip(*every, strict=True))
    trained = (~held).nonzero()[:, 0]
    print(json.dumps({"stoves": len(trained), "held_out": int(held.sum()), "seed": options.seed}), flush=True)
    optimizer = torch.optim.AdamW(model.closer.parameters(), lr=options.rate, weight_decay=0.05)
    started = time.process_time()
    for step in range(1, options.steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = (
                options.rate * min(1, step / 50) * (0.5 + 0.5 * math.cos(math.pi * step / options.steps))
            )
        some = trained[torch.randint(len(trained), (options.batch,), generator=generator)]
        loss = F.binary_cross_entropy_with_logits(
            seen(model, *varied(pixels[some], views[some], generator)), on[some]
        )
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            with torch.inference_mode():
                own, true = seen(model, pixels[held], views[held]), on[held]
                told = {"held_out": round(float(F.binary_cross_entropy_with_logits(own, true)), 4)}
            told["auc"] = auc(own.numpy(), true.numpy().astype(bool))
            told |= {"step": step, "loss": round(float(loss.detach()), 4)}
            print(json.dumps(told | {"seconds": round(time.process_time() - started)}), flush=True)
    save(model, options.out / "model")
    with torch.inference_mode():
        own, true = seen(model, pixels[held], views[held]), on[held]
    grid = [0.25 * 1.05**i for i in range(70)]
    best = min(grid, key=lambda t: float(F.binary_cross_entropy_with_logits(own / t, true)))
    print(json.dumps({"auc": auc(own.numpy(), true.numpy().astype(bool)), "temperature": round(best, 3)}))


if __name__ == "__main__":
    main()
