"""Former place of clamp.hosts.vllm.PlanGate; it will go with the next release."""

from warnings import warn

from clamp.hosts.vllm.http import PlanGate

__all__ = ["PlanGate"]

warn("`clamp.hosts.vllm_http` will go; use clamp.hosts.vllm.PlanGate.", DeprecationWarning, stacklevel=2)
