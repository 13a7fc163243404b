"""Which second file llama.cpp reads pictures with is found, or asked for, before anything is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clamp.errors import ClampError, ConstraintError, HostError
from clamp.hosts.choices import mmproj_of
from clamp.hosts.loading import check_host_options


def files(folder: Path, *names: str) -> Path:
    for name in ("model.gguf", *names):
        (folder / name).write_bytes(b"GGUF")
    return folder / "model.gguf"


def test_the_only_file_of_its_name_is_taken(tmp_path: Path) -> None:
    model = files(tmp_path)
    assert mmproj_of(model, None, needed=False) is None
    files(tmp_path, "mmproj-model-f16.gguf", "another.gguf")
    assert mmproj_of(model, None, needed=True) == tmp_path / "mmproj-model-f16.gguf"
    assert mmproj_of(model, tmp_path / "another.gguf", needed=True) == tmp_path / "another.gguf"
    assert mmproj_of(tmp_path / "mmproj-model-f16.gguf", None, needed=False) is None
    files(tmp_path, "model-mmproj-q8.gguf")
    assert mmproj_of(model, None, needed=False) is None


@pytest.mark.parametrize(
    ("names", "host", "given", "error", "said"),
    [
        ((), "llamacpp", None, HostError, r"no mmproj-….gguf.*--mmproj FILE.*`scene`"),
        (
            ("mmproj-a.gguf", "b-mmproj.gguf"),
            "llamacpp",
            None,
            HostError,
            r"b-mmproj.gguf, mmproj-a.gguf\. Say which",
        ),
        ((), "llamacpp", "none.gguf", HostError, r"no model file 'none\.gguf'"),
        ((), "llamacpp", "model.bin", HostError, r"'model\.bin' does not end in \.gguf"),
        ((), "vllm", "model.gguf", ConstraintError, "--mmproj is for --host llamacpp, not for vllm"),
        ((), "openai", None, ConstraintError, "shows a model no pictures"),
    ],
)
def test_what_is_missing_is_named(
    tmp_path: Path, names: tuple[str, ...], host: str, given: str | None, error: type[ClampError], said: str
) -> None:
    asked: dict[str, Any] = {"device": None, "dtype": None, "pictures": True, "mmproj": given}
    with pytest.raises(error, match=said):
        check_host_options(host, files(tmp_path, *names), **asked)
