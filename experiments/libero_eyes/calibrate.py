"""Fits how far the eyes for LIBERO are trusted: a temperature each for what is open, stoves, and places.

    python -m experiments.libero_eyes.calibrate DATA MODEL.safetensors --write

They are fitted by likelihood on the scenes of DATA that training kept for validation (a tenth), of things that are
seen. With `--write` the weights and the temperatures are put where the package has them.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import torch
import torch.nn.functional as F
from experiments.libero_eyes.train import Data, kept_scenes, measured
from torch import Tensor

from clamp_worlds import libero
from clamp_worlds.libero.network import STOVE, LiberoNetwork


def temperature(losses: list[tuple[float, float]]) -> float:
    """The one of least loss."""
    return min(losses, key=lambda one: one[1])[0]


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.model.suffix == ".pt":
        weights: dict[str, Tensor] = torch.load(options.model, weights_only=True)
    else:
        from safetensors.torch import load_file

        weights = load_file(options.model)
    model = LiberoNetwork()
    model.load_state_dict({name: value.float() for name, value in weights.items()})
    model.eval()
    data = Data(options.data, torch.device("cpu"), only=kept_scenes)
    flags: list[tuple[Tensor, Tensor]] = []
    stoves: list[tuple[Tensor, Tensor]] = []
    places: list[tuple[Tensor, Tensor]] = []
    for start in range(0, len(data.scenes), 16):
        shown, truth = data.batch(torch.arange(start, min(start + 16, len(data.scenes))))
        seen = model(shown)
        for told, mine in ((stoves, shown.kinds == STOVE), (flags, shown.kinds != STOVE)):
            asked = (truth["flags"] >= 0) & mine
            told.append((seen.flags[asked], truth["flags"][asked].float()))
        placed = (truth["support"] >= 0) & shown.visible.any(1)
        scores = seen.support.masked_fill(~truth["candidates"], -1e4)
        places.append((scores[placed], truth["support"][placed]))
    grid = [0.5 * 1.05**i for i in range(50)]

    def of_flags(pairs: list[tuple[Tensor, Tensor]]) -> float:
        own, truths = torch.cat([one for one, _ in pairs]), torch.cat([one for _, one in pairs])
        return temperature([(t, float(F.binary_cross_entropy_with_logits(own / t, truths))) for t in grid])

    scores, where = torch.cat([one for one, _ in places]), torch.cat([one for _, one in places])
    found = {
        "flags": of_flags(flags),
        "stoves": of_flags(stoves),
        "places": temperature([(t, float(F.cross_entropy(scores / t, where))) for t in grid]),
    }
    found = {name: round(value, 3) for name, value in found.items()}
    print(json.dumps(found))
    print(json.dumps(measured(model, data, torch.arange(len(data.scenes)), 16)))
    if options.write:
        folder = Path(libero.__file__).parent
        (folder / "eyes.json").write_text(json.dumps(found) + "\n")
        if options.model.suffix == ".pt":
            from safetensors.torch import save_file

            save_file(
                {name: value.half().contiguous() for name, value in weights.items()},
                folder / "eyes.safetensors",
            )
        else:
            shutil.copy(options.model, folder / "eyes.safetensors")


if __name__ == "__main__":
    main()
