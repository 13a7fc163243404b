"""From rendered records to what training reads: small pictures, and goals with plans. Resumable, append-only.

A folder has ``pictures.bin`` (uint8, [records, views, pixels, pixels, 3]) and ``records.jsonl`` (`Prepared`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from clamp.planning.system import Action
from clamp_worlds import libero
from embedded_vlm.goals import Wish, draw_wishes
from embedded_vlm.instructions import Step, View, split_id

VALIDATION_SHARE = 0.04
PICTURE = 256
"""Height and width of the rendered pictures, in whose pixels centres are given."""


@dataclass(frozen=True)
class Prepared:
    """One rendered state, and what may be asked of a robot there.

    Attributes:
        id: The record's.
        entities: What the cameras see, in the order of the planning problem; the prompt's list.
        movable: Types of the things that can be picked up.
        centres, supports: See `View`.
        active: What is open or turned on.
        wishes: Goals with their plans.
    """

    id: str
    entities: tuple[str, ...]
    movable: tuple[str, ...]
    centres: Mapping[str, tuple[float, float]]
    supports: Mapping[str, str]
    active: tuple[str, ...]
    wishes: tuple[Wish, ...]

    @property
    def held_out(self) -> bool:
        """Whether this state is for validation; told by its id alone."""
        digest = hashlib.sha256(self.id.encode()).digest()
        return int.from_bytes(digest[:4]) < VALIDATION_SHARE * 2**32

    @property
    def fixed(self) -> tuple[str, ...]:
        """Kinds of the things in sight that nobody picks up."""
        kinds = {split_id(name)[0] for name in self.entities if split_id(name)[1]}
        return tuple(sorted(kinds - set(self.movable)))

    def mirrored(self) -> Prepared:
        """The same kitchen in a mirror, without what its ids say of left and right."""

        def sided(names: Iterable[str]) -> bool:
            return any("left" in name or "right" in name for name in names)

        return replace(
            self,
            centres={name: (PICTURE - x, y) for name, (x, y) in self.centres.items()},
            supports={name: place for name, place in self.supports.items() if not sided([place])},
            wishes=tuple(wish for wish in self.wishes if not any(sided(action.args) for action in wish.plan)),
        )

    @property
    def view(self) -> View:
        """What sentences may point at."""
        return View(self.entities, self.centres, self.supports)

    def to_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> Prepared:
        """What `to_json` wrote."""
        data: dict[str, Any] = json.loads(line)
        wishes = tuple(
            Wish(
                tuple(Step(step["verb"], tuple(step["args"])) for step in wish["steps"]),
                tuple(Action(action["name"], tuple(action["args"])) for action in wish["plan"]),
            )
            for wish in data.pop("wishes")
        )
        centres = {name: (x, y) for name, (x, y) in data.pop("centres").items()}
        names = {key: tuple(data.pop(key)) for key in ("entities", "movable", "active")}
        return cls(wishes=wishes, centres=centres, **names, **data)


def prepare_record(record: Mapping[str, Any], *, count: int, view: str) -> Prepared:
    """Draw wishes for a record of the data set.

    Args:
        count: Most wishes.
        view: The view in which things are to the left or right.
    """
    seen = {entity["id"] for entity in record["scene"]["entities"] if entity["seen"]}
    entities = tuple(name for name, _ in record["objects"] if name in seen)
    centres = {
        entity["id"]: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        for entity in record["scene"]["entities"]
        if entity["view"] == view and (box := entity.get("box"))
    }
    supports = {atom[1]: atom[2] for atom in record["atoms"] if atom[0] in ("on", "in")}
    active = {atom[1] for atom in record["atoms"] if atom[0] in ("open", "turned_on")}
    wishes = draw_wishes(record, entities, count=count, seed=str(record["id"]))
    movable = tuple(
        sorted({split_id(a.args[0])[0] for wish in wishes for a in wish.plan if a.name == "pick"})
    )
    return Prepared(
        str(record["id"]),
        entities,
        movable,
        centres,
        supports,
        tuple(name for name in entities if name in active),
        tuple(wishes),
    )


def shrink(path: Path, pixels: int) -> np.ndarray:
    """A picture at the model's size, as its image processor makes it: uint8, [pixels, pixels, 3]."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").resize((pixels, pixels), Image.Resampling.BICUBIC)
    return np.asarray(small, dtype=np.uint8)


def prepare_blank(states: Iterable[Prepared], target: Path, *, pixels: int, views: int = 2) -> None:
    """Begin a folder with states whose pictures are grey, so that the model also learns to plan unseeing."""
    target.mkdir(parents=True, exist_ok=True)
    listed = list(states)
    grey = np.full((len(listed), views, pixels, pixels, 3), 128, dtype=np.uint8)
    (target / "pictures.bin").write_bytes(grey.tobytes())
    (target / "records.jsonl").write_text("".join(one.to_json() + "\n" for one in listed), "utf-8")


def prepare(
    source: Path, target: Path, *, pixels: int, count: int = 12, workers: int = 1, limit: int | None = None
) -> int:
    """Append what `source` has gained since the last call; the number of records that are ready.

    Args:
        source: A folder with ``records.jsonl`` and the pictures that it names.
        target: The folder to write.
        pixels: Size of the pictures, squared.
        limit: Most records.
    """
    target.mkdir(parents=True, exist_ok=True)
    lines, pictures = target / "records.jsonl", target / "pictures.bin"
    done = {json.loads(line)["id"] for line in _lines(lines)} if lines.exists() else set[str]()
    new = list(_records(source, done, limit))
    if not new:
        return len(done)
    views = list(new[0]["images"])
    size = len(views) * pixels * pixels * 3
    with pictures.open("ab") as bytes_out, lines.open("a") as lines_out:
        bytes_out.truncate(len(done) * size)
        with ProcessPoolExecutor(workers) as pool:
            made = pool.map(partial(prepare_record, count=count, view=views[0]), new, chunksize=16)
            for record, prepared in zip(new, made, strict=True):
                small = [shrink(source / record["images"][view], pixels) for view in views]
                bytes_out.write(np.stack(small).tobytes())
                bytes_out.flush()
                lines_out.write(prepared.to_json() + "\n")
                lines_out.flush()
    return len(done) + len(new)


def _records(source: Path, done: set[str], limit: int | None) -> Iterator[dict[str, Any]]:
    count = len(done)
    for line in _lines(source / "records.jsonl"):
        if limit is not None and count >= limit:
            return
        record = json.loads(line)
        if libero.is_held_out(record["suite"]):
            raise ValueError(
                f"The record {record['id']!r} belongs to {record['suite']!r}, which is held out: only "
                f"{libero.TRAINING_SUITE} is trained on."
            )
        if str(record["id"]) not in done:
            count += 1
            yield record


def _lines(path: Path) -> list[str]:
    """The lines that are whole: the last may still be being written."""
    return path.read_text("utf-8").split("\n")[:-1]


def load(folder: Path, pixels: int) -> tuple[list[Prepared], np.ndarray]:
    """What is ready: the records and their pictures, [records, views, pixels, pixels, 3]."""
    records = [Prepared.from_json(line) for line in _lines(folder / "records.jsonl")]
    flat = np.memmap(folder / "pictures.bin", dtype=np.uint8, mode="r")
    views = flat.size // (len(records) * pixels * pixels * 3)
    # Pictures are written before their record, which may still be missing.
    whole = flat[: len(records) * views * pixels * pixels * 3]
    return records, whole.reshape(len(records), views, pixels, pixels, 3)
