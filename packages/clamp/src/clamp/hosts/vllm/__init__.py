"""vLLM as the host: a planner in this process, and the parts of a server.

| name | what it is | how vLLM is told |
| --- | --- | --- |
| `VLLMPlanner` | plans from an engine in this process | |
| `ClampProcessor` | constrains the requests that describe a constraint | ``--logits-processors clamp.hosts.vllm:ClampProcessor`` |
| `ConstrainedOnly` | also refuses those that describe none | ``--logits-processors clamp.hosts.vllm:ConstrainedOnly`` |
| `PlanGate` | checks requests before they run, and says what an answer's text is | ``--middleware clamp.hosts.vllm.PlanGate`` |

They are loaded when they are first asked for: the processors and the gate start the process that checks
descriptions.
"""  # noqa: E501

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clamp.hosts.vllm.planner import VLLMPlanner
    from clamp.hosts.vllm.processor import ClampProcessor, ConstrainedOnly
    from clamp.serve.gate import PlanGate

__all__ = ["ClampProcessor", "ConstrainedOnly", "PlanGate", "VLLMPlanner"]

_LAZY = {
    "ClampProcessor": "clamp.hosts.vllm.processor",
    "ConstrainedOnly": "clamp.hosts.vllm.processor",
    "PlanGate": "clamp.serve.gate",
    "VLLMPlanner": "clamp.hosts.vllm.planner",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
