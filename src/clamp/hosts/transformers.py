"""Former place of clamp.ClampLogitsProcessor; it will go with the next release."""

from warnings import warn

from clamp.hosts.hf.processor import ClampLogitsProcessor

__all__ = ["ClampLogitsProcessor"]

warn("`clamp.hosts.transformers` will go; use clamp.ClampLogitsProcessor.", DeprecationWarning, stacklevel=2)
