"""One small Ray cluster of this machine for all tests here; without Ray they do not run, and say so."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: run `make test-cluster`")
pytest.importorskip("torch")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A cluster of two workers, which this process drives and others may join."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=200 << 20,
        log_to_driver=False,
    )
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()
