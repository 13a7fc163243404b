"""Which host runs a model, by its name: what each can be asked for, and how it is loaded, imported no sooner."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clamp.errors import ConstraintError, HostError
from clamp.files import shown
from clamp.hosts.choices import (
    EMBEDDED,
    check_device,
    check_dtype,
    check_installed,
    check_model,
    default_gguf,
    mmproj_of,
)

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost

_log = logging.getLogger(__name__)

HOSTS = ("transformers", "vllm", "llamacpp", "openai")
"""What can run a model."""
SAMPLING_HOSTS = HOSTS[:3]
"""What can run a model that writes batches of texts in this process, and tells its scores."""


def check_host_name(host: str) -> None:
    """Refuse what is no host.

    Raises:
        ConstraintError: Naming those that there are.
    """
    if host not in HOSTS:
        raise ConstraintError(
            f"--host: there is no host {shown(host)}; choose {', '.join(HOSTS[:-1])} or {HOSTS[-1]}."
        )


def check_host_options(
    host: str,
    model: str | os.PathLike[str] | None,
    *,
    device: str | None,
    dtype: str | None,
    pictures: bool,
    mmproj: str | os.PathLike[str] | None = None,
) -> None:
    """Refuse what a host cannot be asked for, as far as that is known before a model is loaded.

    Args:
        pictures: The model itself is to see some.
        mmproj: Of the host llamacpp: the file with which the model reads pictures.

    Raises:
        ConstraintError: If the host has no such option, or shows no pictures.
        HostError: If the model is not there, or is none for this host.
    """
    if host == "openai" and pictures:
        raise ConstraintError(
            "--host openai: it shows a model no pictures. Leave it out, or say in a `scene` what they show."
        )
    if mmproj is not None and host != "llamacpp":
        raise ConstraintError(f"--mmproj is for --host llamacpp, not for {host}. Leave it out.")
    if host in HOSTS[1:] and device is not None:
        who = {"vllm": "vLLM", "llamacpp": "llama.cpp", "openai": "the server"}[host]
        raise ConstraintError(f"--device: {who} chooses the device by how it was built. Leave it out.")
    if host == "openai":
        if dtype is not None:
            raise ConstraintError("--dtype: the server computes as it was started. Leave it out.")
        if not model:
            raise HostError("--host openai needs the name of a model (--model), as the server calls it.")
    elif host == "llamacpp":
        if dtype is not None:
            raise ConstraintError(
                "--dtype: llama.cpp computes with the weights as the GGUF file has them. Leave it out."
            )
        _check_gguf_model(model)
        mmproj_of(Path(default_gguf() if model is None else model), mmproj, needed=pictures)
    else:
        check_model(EMBEDDED if model is None and pictures else model)
    check_device(device)
    check_dtype(dtype)
    check_installed(host)


def _check_gguf_model(model: str | os.PathLike[str] | None) -> None:
    if model is not None and Path(model).suffix != ".gguf":
        raise HostError(
            f"--host llamacpp runs GGUF files, and --model {shown(os.fspath(model), 300)} does not end in .gguf. "
            "Name a file, or leave --host out."
        )
    check_model(model)


def load_host(
    host: str,
    model: str | os.PathLike[str] | None = None,
    *,
    pictures: bool = False,
    device: str | None = None,
    dtype: str | None = None,
    mmproj: str | os.PathLike[str] | None = None,
    base_url: str | None = None,
    key_variable: str | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Any,
) -> PlanHost:
    """Load a model on a host.

    Args:
        host: One of `HOSTS`.
        model: What the host takes; by default SmolLM2-135M-Instruct, or the embedded model where there are pictures.
        pictures: The model itself is to see some.
        mmproj: Of the host llamacpp: the file with which the model reads pictures, if not the one beside it.
        base_url: Of the host openai: where the API is.
        key_variable: Of the host openai: the environment variable that holds the key.
        options: What all hosts with scores take: `hmm` and `guidance`.

    Raises:
        ConstraintError, HostError: As `check_host_options`, and if it cannot be loaded.
    """
    check_host_name(host)
    _log.info("loading %s on the host %s", model or "the default model", host)
    check_host_options(host, model, device=device, dtype=dtype, pictures=pictures, mmproj=mmproj)
    told = {"base_url": base_url, "key_variable": key_variable}
    told = {name: value for name, value in told.items() if value is not None}
    if told and host != "openai":
        raise ConstraintError(f"--base-url and --key-variable are for --host openai, not for {host}.")
    if host == "openai":
        if any(value is not None for value in options.values()):
            raise ConstraintError("--hmm: a model behind an API tells no scores that an HMM could weigh.")
        return import_module("clamp.hosts.hosted").OpenAIPlanner(str(model), **told)
    if progress is not None:
        options["progress"] = progress
    if model is None and pictures:
        model = EMBEDDED
    if host == "vllm":
        # vLLM's log goes to standard output, which is for results.
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
        os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
        return import_module("clamp.hosts.vllm.planner").VLLMPlanner.from_pretrained(
            model, dtype=dtype, **options
        )
    if host == "llamacpp":
        planner = import_module("clamp.hosts.llamacpp.planner").LlamaCppPlanner
        return planner.from_pretrained(model, mmproj=mmproj, **options)
    planner = import_module("clamp.hosts.hf.planner").Planner
    return planner.from_pretrained(model, device=device, dtype=dtype, **options)
