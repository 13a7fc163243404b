"""Names compared by meaning: the last stage of the matching cascade (see `clamp.perception.Matcher`)."""

# sentence-transformers is only partly typed.
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import os
from typing import Any

from clamp.errors import HostError
from clamp.perception.matching import Embedder


def sentence_embedder(model: str | os.PathLike[str], *, device: str | None = None) -> Embedder:
    """A sentence embedding model, as `Matcher` takes it; needs ``pip install 'clamp-planning[embeddings]'``.

    Args:
        model: A Hugging Face name or a folder, such as ``sentence-transformers/all-MiniLM-L6-v2``.
        device: By default CUDA where there is a device, otherwise the CPU.

    Raises:
        HostError: If the library or the model is not there, or cannot be loaded.
    """
    name = os.fspath(model)
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise HostError(
            "Matching names by meaning needs sentence-transformers: pip install 'clamp-planning[embeddings]'."
        ) from error
    try:
        loaded: Any = SentenceTransformer(
            name, device=device, trust_remote_code=False, model_kwargs={"use_safetensors": True}
        )
    except Exception as error:  # every backend raises its own
        raise HostError(
            f"The embedding model {name!r} cannot be loaded: {error} Is it a sentence-transformers model, or "
            "a folder that holds one?"
        ) from error

    def embed(texts: list[str]) -> Any:
        return loaded.encode(texts, convert_to_numpy=True, show_progress_bar=False)

    return embed
