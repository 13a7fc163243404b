"""Former place of vLLM's logits processors, `clamp.hosts.vllm`; it will go with the next release."""

from warnings import warn

from clamp.hosts.vllm.processor import ClampProcessor, ConstrainedOnly

__all__ = ["ClampProcessor", "ConstrainedOnly"]

warn(
    "`clamp.hosts.vllm_processor` will go; the class paths are clamp.hosts.vllm:ClampProcessor and "
    "clamp.hosts.vllm:ConstrainedOnly.",
    DeprecationWarning,
    stacklevel=2,
)
