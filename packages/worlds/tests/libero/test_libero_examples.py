"""The examples are what their script writes."""

from __future__ import annotations

import runpy

import pytest
from roots import EXAMPLES, ROOT

from clamp.errors import BenchmarkError
from clamp_worlds import libero

pytest.importorskip("PIL")
EXAMPLES = EXAMPLES / "libero"


def test_the_script_writes_the_texts_that_are_there() -> None:
    try:
        libero.suites()
    except BenchmarkError as error:
        pytest.skip(str(error))
    script = runpy.run_path(str(ROOT / "experiments" / "libero_examples.py"))
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == set(script["EXAMPLES"])
    for name, identifier in script["EXAMPLES"].items():
        for file, text in script["texts"](name, identifier).items():
            assert (EXAMPLES / name / file).read_text() == text, f"{name}/{file}"
