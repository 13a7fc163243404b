"""The files in which HMMs and runs are kept, and how they are written: each appears whole or not at all.

An HMM is ``config.json`` beside ``model.safetensors``, in a folder or on the Hugging Face Hub. The tensors are
`initial` [H], `transition` [H, H] and `emission` [H, V] in the library's convention (transition, then
emission), which the configuration names, so that a file from elsewhere cannot be misread.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from clamp import checks
from clamp.errors import HMMError
from clamp.files import MEBIBYTE, check_file, parse_json, read_text, writing

CONFIG_NAME = "config.json"
WEIGHTS_NAME = "model.safetensors"
MODEL_TYPE = "clamp_hmm"
CONVENTION = "transition-then-emission"
FORMAT_VERSION = 1
_REPOSITORY = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")


class Stored(NamedTuple):
    """What is kept of an HMM: arrays [H], [H, H] and [H, V], and which tokenizer the ids belong to."""

    initial: Any
    transition: Any
    emission: Any
    tokenizer_fingerprint: str | None


def save(stored: Stored, directory: Path) -> Path:
    """Write an HMM's parameters into `directory` (made if missing).

    Returns:
        The directory.
    """
    with writing(directory, "HMM", HMMError):
        directory.mkdir(parents=True, exist_ok=True)
    config = {
        "model_type": MODEL_TYPE,
        "format_version": FORMAT_VERSION,
        "convention": CONVENTION,
        "num_states": stored.emission.shape[0],
        "vocab_size": stored.emission.shape[1],
        "dtype": stored.emission.dtype.name,
        "tokenizer_fingerprint": stored.tokenizer_fingerprint,
    }
    tensors = {
        "initial": stored.initial,
        "transition": stored.transition,
        "emission": np.ascontiguousarray(stored.emission),
    }
    write_tensors(directory / WEIGHTS_NAME, tensors, {"format": "np"})
    write_json(directory / CONFIG_NAME, config)
    return directory


def load(source: str | Path, *, revision: str | None = None, token: str | bool | None = None) -> Stored:
    """Read an HMM's parameters, unchecked but for their shapes.

    Args:
        source: A directory, or the id of a repository on the Hugging Face Hub.
        revision: Branch, tag or commit, for a repository.
        token: Access token of the Hub, for a private repository; by default the one that is logged in.

    Raises:
        HMMError: Nothing is there, or the files disagree or are damaged.
    """
    directory = Path(source) if os.path.isdir(source) else _download(str(source), revision, token)
    config = _read_config(directory / CONFIG_NAME)
    tensors, _ = read_tensors(directory / WEIGHTS_NAME)
    missing = {"initial", "transition", "emission"} - tensors.keys()
    if missing:
        raise HMMError(
            f"{directory / WEIGHTS_NAME} has no tensor {', '.join(sorted(missing))}; "
            f"it has {sorted(tensors) or 'none'}. Is it an HMM saved by CLAMP?"
        )
    emission = tensors["emission"]
    shapes = {name: tensors[name].shape for name in ("initial", "transition", "emission")}
    if [len(shape) for shape in shapes.values()] != [1, 2, 2]:
        told = ", ".join(f"{name} {list(shape)}" for name, shape in shapes.items())
        raise HMMError(
            f"{directory / WEIGHTS_NAME} has {told}; an HMM has initial [H], transition [H, H] and emission "
            "[H, V]."
        )
    found = {"num_states": tensors["initial"].shape[0], "vocab_size": emission.shape[-1]}
    for key, value in found.items():
        if config.get(key) != value:
            raise HMMError(
                f"{directory / CONFIG_NAME} says {key} = {config.get(key)!r}, but the tensors in "
                f"{WEIGHTS_NAME} have {value}. The two files come from different HMMs."
            )
    return Stored(tensors["initial"], tensors["transition"], emission, config.get("tokenizer_fingerprint"))


def push(
    stored: Stored,
    repo_id: str,
    *,
    commit_message: str | None = None,
    private: bool | None = None,
    token: str | bool | None = None,
    revision: str | None = None,
    create_pr: bool = False,
) -> str:
    """Upload an HMM's parameters to a model repository on the Hugging Face Hub, which is made if missing.

    Args:
        commit_message: "Upload a CLAMP HMM" by default.
        private: Of a repository that is made; the account's own setting by default.
        token: Access token; by default the one that is logged in.
        revision: Branch to upload to.
        create_pr: Open a pull request instead of writing to the branch.

    Returns:
        The address of the commit.

    Raises:
        HMMError: huggingface_hub is not installed. Errors of the Hub itself pass through.
    """
    hub = checks.package("huggingface_hub", "The Hugging Face Hub", HMMError)
    # The Hub may answer with another name, such as that of a repository that was renamed.
    made: Any = hub.create_repo(repo_id, private=private, token=token, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        save(stored, Path(folder))
        commit = hub.upload_folder(
            repo_id=made.repo_id,
            folder_path=folder,
            commit_message=commit_message or "Upload a CLAMP HMM",
            token=token,
            revision=revision,
            create_pr=create_pr,
        )
    return str(commit)


def _download(repo_id: str, revision: str | None, token: str | bool | None) -> Path:
    if not _REPOSITORY.fullmatch(repo_id):
        raise HMMError(f"There is no directory {repo_id!r} to load an HMM from.")
    hub = checks.package("huggingface_hub", "The Hugging Face Hub", HMMError)
    try:
        return Path(
            hub.snapshot_download(
                repo_id, revision=revision, token=token, allow_patterns=[CONFIG_NAME, WEIGHTS_NAME]
            )
        )
    except Exception as error:
        raise HMMError(
            f"There is no directory {repo_id!r}, and no HMM could be fetched from the Hugging Face Hub under "
            f"that name: {type(error).__name__}: {error}"
        ) from error


def _read_config(path: Path) -> dict[str, Any]:
    if not os.path.lexists(path):
        raise HMMError(f"{path} is missing: {path.parent} holds no HMM saved by CLAMP.")
    text = read_text(path, "HMM's configuration", HMMError, limit=MEBIBYTE)
    config: Any = parse_json(text, path, HMMError, of_line=True)
    if not isinstance(config, dict) or cast("dict[str, Any]", config).get("model_type") != MODEL_TYPE:
        raise HMMError(f"{path} does not describe an HMM (its model_type is not {MODEL_TYPE!r}).")
    config = cast("dict[str, Any]", config)
    if config.get("format_version") != FORMAT_VERSION or config.get("convention") != CONVENTION:
        raise HMMError(
            f"{path} has format version {config.get('format_version')!r} and convention "
            f"{config.get('convention')!r}; this version of CLAMP reads {FORMAT_VERSION} and {CONVENTION!r}."
        )
    return config


def write_tensors(path: Path, tensors: dict[str, Any], metadata: dict[str, str]) -> None:
    """Write NumPy arrays as a safetensors file that appears whole or not at all."""
    library = checks.package("safetensors.numpy", "Saving HMMs", HMMError)
    temporary = path.with_name(path.name + ".partial")
    arrays = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    with writing(path, "weights", HMMError):
        try:
            library.save_file(arrays, temporary, metadata)
        except checks.package(
            "safetensors", "Saving HMMs", HMMError
        ).SafetensorError as error:  # its word for a disk that is full
            raise HMMError(f"{path}: cannot write the weights: {error}.") from error
        os.replace(temporary, path)


def read_tensors(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The arrays and the metadata of a safetensors file.

    Raises:
        HMMError: The file is missing or damaged.
    """
    library = checks.package("safetensors", "Loading HMMs", HMMError)
    if not os.path.lexists(path):
        raise HMMError(f"{path} is missing.")
    check_file(path, "weights", HMMError)
    try:
        with library.safe_open(path, framework="np") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return tensors, dict(file.metadata() or {})
    except (OSError, TypeError, AttributeError, KeyError) as error:  # a type that NumPy does not have, too
        raise HMMError(f"{path} cannot be read as arrays: {error}.") from error
    except library.SafetensorError as error:
        raise HMMError(
            f"{path} is not a whole safetensors file ({error}). Was writing it, or its download, interrupted?"
        ) from error


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    temporary = path.with_name(path.name + ".partial")
    with writing(path, "file", HMMError):
        temporary.write_bytes(content)
        os.replace(temporary, path)


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Write a JSON file that appears whole or not at all."""
    write_atomically(path, (json.dumps(document, indent=2) + "\n").encode())
