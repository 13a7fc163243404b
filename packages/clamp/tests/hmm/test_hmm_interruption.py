"""A distillation that is killed anywhere ends, called again, as if it had never stopped, and repeats at most
one step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import interruptible
import pytest
from extras import needs
from interruptible import main

from clamp.hmm import HMM

pytestmark = needs("torch")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    main(folder, "never")
    return folder


@pytest.mark.parametrize(
    ("stop", "how"),
    [("sampled 3", signal.SIGKILL), ("encoded 2", signal.SIGINT), ("learned 5", signal.SIGKILL)],
)
def test_a_killed_distillation_goes_on(
    tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str], stop: str, how: signal.Signals
) -> None:
    program = [sys.executable, str(Path(interruptible.__file__)), str(tmp_path), stop]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    name, count = stop.split()
    lines: list[str] = []
    # A background shell ignores SIGINT, and its children inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        child = subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with child:
        assert child.stdout is not None
        while lines.count(name) < int(count):
            lines.append(child.stdout.readline().strip())
            assert lines[-1], f"the program ended early, after {lines}"
        child.send_signal(how)
        child.wait(timeout=60)
    assert child.returncode != 0
    # The step that was under way when the machine stopped left half of its work.
    with (tmp_path / "continuations.jsonl").open("a") as file:
        if name == "sampled":
            file.write('{"prompt": "p06", "tok')
    capsys.readouterr()
    main(tmp_path, "never")
    again = capsys.readouterr().out.split()
    main(tmp_path, "never")
    assert "sampled" not in capsys.readouterr().out
    total = {"sampled": 8, "encoded": 5, "learned": 15}
    if name != "encoded":  # states on disk are counted again, not made again
        assert again.count(name) == total[name] - int(count)
    assert (tmp_path / "continuations.jsonl").read_bytes() == (whole / "continuations.jsonl").read_bytes()
    one, other = HMM.from_pretrained(tmp_path), HMM.from_pretrained(whole)
    assert one.digest() == other.digest()
