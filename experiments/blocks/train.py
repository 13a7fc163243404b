"""Trains the eyes for blocks on renders alone, on a GPU or without one.

    python train.py --out DIR --seconds 220            # a GPU: about four minutes
    python train.py --out DIR --seconds 14400 --scenes 4   # two cores: hours

Everything is drawn from `--seed`; the clock decides how many steps there are, and the log says so.
Checkpoints (half precision, safetensors) and a log of JSON lines are written as it goes; pictures of
other seeds are scored at the end.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

try:
    from experiments.blocks.render import Renderer, Views

    from clamp_worlds.blocks.network import (
        HEIGHT,
        TABLE,
        BlockNetwork,
        Seen,
        arrangements,
        log_posterior,
    )
except ImportError:  # beside one another, on a machine without the project
    from network import HEIGHT, TABLE, BlockNetwork, Seen, arrangements, log_posterior
    from render import Renderer, Views


def loss(seen: Seen, views: Views, table: Tensor) -> dict[str, Tensor]:
    """Cross entropies: colour of places, support and burden of places with blocks, arrangement of the table."""
    number = views.segments.shape[1]
    stride = HEIGHT // seen.segments.shape[-2]
    segments = views.segments[..., stride // 2 :: stride, stride // 2 :: stride].flatten(0, 1)
    present = views.below >= 0
    above = torch.full_like(views.below, TABLE)
    s, c = torch.nonzero(present & (views.below < TABLE), as_tuple=True)
    above[s, views.below[s, c]] = c
    spread = lambda x: F.pad(x, (0, 1), value=-1).repeat_interleave(number, 0)  # noqa: E731
    at = lambda x: spread(x).gather(1, segments.flatten(1)).reshape(segments.shape)  # noqa: E731
    flat = lambda x: x.flatten(0, 1)  # noqa: E731
    truth = torch.where(present, views.below, TABLE)
    index = (table[None] == truth[:, None]).all(-1).float().argmax(1)
    posterior = log_posterior(seen.support.float(), present, table)
    arrangement = -posterior.gather(1, index[:, None]).mean()
    return {
        "segments": F.cross_entropy(flat(seen.segments), segments, label_smoothing=0.01),
        "below": F.cross_entropy(flat(seen.below), at(views.below), ignore_index=-1),
        "above": F.cross_entropy(flat(seen.above), at(above), ignore_index=-1),
        "arrangement": arrangement,
        "right": (posterior.argmax(1) == index).float().mean().detach(),
    }


def save(model: BlockNetwork, path: Path) -> None:
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
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=220, help="wall clock, everything included")
    parser.add_argument("--scenes", type=int, default=16, help="tables a step, of four pictures each")
    parser.add_argument("--views", type=int, default=4)
    parser.add_argument(
        "--takes", type=int, default=1, help="steps, each with pictures of its own, from one rendering"
    )
    parser.add_argument("--warm", type=int, default=200, help="steps in which the rate rises")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", type=Path, help="a checkpoint to go on from")
    options = parser.parse_args()
    started = time.monotonic()
    device = torch.device(options.device)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    renderer = Renderer(options.seed, device, at_once=64 if device.type == "cuda" else options.views)
    model = BlockNetwork().to(device, memory_format=torch.channels_last)
    if options.resume:
        if options.resume.suffix == ".pt":
            weights = torch.load(options.resume, weights_only=True)
        else:
            from safetensors.torch import load_file

            weights = load_file(options.resume)
        model.load_state_dict({name: value.float() for name, value in weights.items()})
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99 if options.resume else 0.998)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.02)
    table = arrangements().to(device)
    least = 100 if options.resume else 600  # steps from which on the average is better than the last
    log = (options.out / "log.jsonl").open("w")

    def write(**record: object) -> None:
        line = json.dumps(record)
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    parameters = sum(p.numel() for p in model.parameters())
    write(parameters=parameters, device=str(device), seed=options.seed, torch=torch.__version__)
    autocast = lambda: torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")  # noqa: E731
    step, saved, light = 0, time.monotonic(), None
    while (progress := (time.monotonic() - started) / options.seconds) < 0.96:
        rate = (
            options.rate
            * min(1, (step + 1) / options.warm)
            * (0.5 + 0.5 * math.cos(math.pi * min(1, progress / 0.96)))
        )
        for group in optimizer.param_groups:
            group["lr"] = max(rate, 1e-6)
        if light is None or step % options.takes == 0:
            light = renderer.lit(options.scenes, options.views)
        views = renderer.taken(light, mirror=step % 2 == 1)
        shown = (
            torch.rand(options.scenes, options.views, device=device)
            < torch.tensor([0.4, 1.0], device=device)[torch.randint(2, (options.scenes, 1), device=device)]
        )
        shown[:, 0] = True
        with autocast():
            seen = model(views.pictures, views.below >= 0, shown)
        parts = loss(seen, views, table)
        total = parts["segments"] + 0.5 * parts["below"] + 0.5 * parts["above"] + 0.5 * parts["arrangement"]
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if torch.isfinite(norm):
            optimizer.step()
        step += 1
        if step > (20 if options.resume else 100):
            average.update_parameters(model)
        if step % 50 == 0 or step <= 3:
            values = {name: round(float(value.detach()), 4) for name, value in parts.items()}
            write(step=step, seconds=round(time.monotonic() - started, 1), **values)
        if time.monotonic() - saved > 30:
            save(average.module if step > least else model, options.out / "checkpoint")
            saved = time.monotonic()
    final = average.module if step > least else model
    save(final, options.out / "model")
    save(model, options.out / "last")
    final.eval()
    held = Renderer(options.seed + 1_000_003, device, at_once=64 if device.type == "cuda" else options.views)
    totals: dict[str, list[float]] = {}
    while not totals or (time.monotonic() - started) / options.seconds < 0.99:
        views = held.views(options.scenes, options.views)
        with torch.no_grad():
            for count in (1, options.views):
                some = Views(views.pictures[:, :count], views.segments[:, :count], views.below)
                with autocast():
                    seen = final(some.pictures, some.below >= 0)
                for name, value in loss(seen, some, table).items():
                    totals.setdefault(f"{name}_{count}", []).append(float(value))
    held_out = {name: round(sum(values) / len(values), 4) for name, values in totals.items()}
    tables = len(next(iter(totals.values()), [])) * options.scenes
    write(step=step, seconds=round(time.monotonic() - started, 1), held_out=held_out, tables=tables)


if __name__ == "__main__":
    main()
