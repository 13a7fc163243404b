"""Lets vLLM run on a CPU what it otherwise runs on GPUs only, in every process that has this folder on its path.

- Pictures: models that read them import torchvision, whose wheels on PyPI are built for CUDA and lack their operators
  beside a CPU build of torch. Two are declared, and none is called.
- Model Runner V2: its kernels are written in Triton, which has no compiler for CPUs, but an interpreter. Where
  ``TRITON_INTERPRET`` asks for that, vLLM is told that there is a CPU backend.
"""

from __future__ import annotations

import importlib.abc
import os
import sys
from types import SimpleNamespace
from typing import Any

_kept: list[Any] = []


class _Finder(importlib.abc.MetaPathFinder):
    """Prepares a package just before it is imported for the first time."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        if fullname == "torchvision" and not _kept:
            import torch

            if torch.version.cuda is None and not _has_operators():
                library = torch.library.Library("torchvision", "DEF")
                library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
                library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
                _kept.append(library)


def _has_operators() -> bool:
    """Whether the torchvision that is installed was built for CPUs."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return "+cpu" in version("torchvision")
    except PackageNotFoundError:
        return True


sys.meta_path.insert(0, _Finder())

if os.environ.get("TRITON_INTERPRET") == "1":
    try:
        from triton.backends import backends
    except ImportError:
        pass
    else:
        driver = type("Interpreted", (), {"is_active": staticmethod(lambda: False)})
        backends.setdefault("cpu", SimpleNamespace(driver=driver, compiler=None))
