"""CLAMP's logits processor for vLLM, under one class path for both of its model runners.

    vllm serve MODEL --logits-processors clamp.hosts.vllm:ConstrainedOnly \\
        --middleware clamp.hosts.vllm.PlanGate

It is no entry point on purpose: vLLM loads those into every engine on a machine.
"""

# vLLM is not there when types are checked.
# pyright: reportUntypedBaseClass=false

from __future__ import annotations

from importlib import import_module
from typing import Any

from clamp.errors import HostError
from clamp.hosts.vllm.batch import BatchProcessor
from clamp.serve.admission import start_workshop


def _interface(module: str) -> Any:
    """An interface of the vLLM that is installed; of an older one, a class that stands for nothing."""
    try:
        return import_module(module).LogitsProcessor
    except ModuleNotFoundError as error:
        if error.name == "vllm":
            raise HostError(
                "vLLM is not installed. Run `pip install 'clamp-planning[vllm]'`; it needs Linux."
            ) from error
        return type("Absent", (), {})


_V1: Any = _interface("vllm.v1.sample.logits_processor")
_V2: Any = _interface("vllm.v1.worker.gpu.sample.logits_processor")


start_workshop()  # unless another process of the server has


class ClampProcessor(BatchProcessor, _V2, _V1):
    """Constrains the requests that describe a constraint in ``extra_args["clamp"]``; leaves others alone."""

    @staticmethod
    def read_tokenizer(model_config: Any) -> Any:
        """The tokenizer that the engine's frontend uses."""
        return import_module("vllm.tokenizers").cached_tokenizer_from_config(model_config)


class ConstrainedOnly(ClampProcessor):
    """Refuses requests that describe no constraint, so that no plan can pass for a constrained one."""

    demands = True
