"""Who writes texts to learn from, by the name of a host: in this process, or in the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from time import perf_counter
from typing import Any

from clamp.hmm.training.distill import Batch, Sampler, Texts
from clamp.hosts.loading import load_host

_SAMPLERS = {
    "transformers": ("clamp.hosts.hf.sampling", "ModelSampler"),
    "llamacpp": ("clamp.hosts.llamacpp.sampling", "LlamaCppSampler"),
    "vllm": ("clamp.hosts.vllm.sampling", "VLLMSampler"),
}


def sampler_of(host: str, loaded: Any, settings: Mapping[str, Any]) -> Sampler:
    """What samples from a model that is loaded.

    Args:
        host: One of `clamp.hosts.loading.SAMPLING_HOSTS`.
        loaded: What `load_for_sampling` gives.
        settings: See `clamp.hosts.sampling.SamplerSettings`.
    """
    module, name = _SAMPLERS[host]
    return getattr(import_module(module), name)(loaded, **settings)


def load_for_sampling(host: str, model: str | None, progress: Callable[[str], None] | None = None) -> Any:
    """Load a model to sample from: a `clamp.hosts.hf.models.LoadedModel`, or the host's planner.

    Raises:
        HostError: If it is not there, or cannot be loaded.
    """
    if host == "transformers":
        return import_module("clamp.hosts.hf.models").load_model(model, progress=progress)
    return load_host(host, model, progress=progress)


class ModelWork:
    """What a worker of a cluster does with a model that it holds: it continues prompts, and reads hidden states.

    Args:
        host: One of `clamp.hosts.loading.SAMPLING_HOSTS`; hidden states are read with transformers alone.
        model: Its name, as the host takes it.
        settings: See `clamp.hosts.sampling.SamplerSettings`.
    """

    def __init__(self, host: str, model: str | None, settings: Mapping[str, Any]) -> None:
        loaded = load_for_sampling(host, model)
        self.about = f"{loaded.name}@{loaded.revision}"
        self.figures = {"tokens": 0.0, "generation": 0.0, "constraint": 0.0}
        self._sampler: Any = sampler_of(host, loaded, settings)
        self._encoder = (
            import_module("clamp.hosts.hf.sampling").ModelEncoder(loaded) if host == "transformers" else None
        )

    def __call__(self, job: Batch | Texts) -> list[Any]:
        began = perf_counter()
        if not isinstance(job, Batch):
            assert self._encoder is not None
            return [self._encoder(*job)]
        written = self._sampler(job.prompts, job.seed, job.first)
        self.figures["tokens"] += sum(len(one.tokens) for one in written)
        self.figures["generation"] += perf_counter() - began
        return [(job.first, written)]
