"""A trace fits the terminal, and says of every refused token what was wanted and by what it is forbidden."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest
import tiny_models
from commands import run
from rich.cells import cell_len
from roots import EXAMPLES

from clamp.cli import plan
from clamp.cli.trace import trace_lines
from clamp.decoding.result import TraceStep, Wanted

REASONS = {
    "syntax": "The format 'calls' needs 'go(', 'pick(red_cup_1, table)', 'close(fridge)' … here.",
    "visibility": "pick(red_cup_2, table) names 'red_cup_2', which is not seen.",
    "executability": "open(fridge) cannot be executed: its precondition fails: (closed fridge) is false.",
    "rules": "After go(table) the goal cannot be reached with the 3 actions left without breaking the rule 'a'.",
    "goal": "After go(table) the goal cannot be reached with the 3 actions left.",
}
TEXTS = ["go", "(", "table", ")", ")\n", "\npick", "日本", "é\t", "\x1b[31m", "", "x" * 200, "\u202e"]


def steps(seed: int, length: int, scores: bool) -> list[TraceStep]:
    draw = random.Random(seed)
    made: list[TraceStep] = []
    actions = 0
    for token in range(length):
        actions += draw.random() < 0.2
        wanted = None
        if draw.random() < 0.5:
            constraint = draw.choice(list(REASONS))
            wanted = Wanted(draw.choice(TEXTS), constraint, REASONS[constraint])
        score = draw.uniform(-20, 0) if scores else None
        made.append(TraceStep(token, draw.choice(TEXTS), draw.randint(1, 49152), actions, wanted, score))
    return made


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("seed", range(20))
def test_every_line_fits_and_every_refusal_has_one(seed: int, width: int) -> None:
    trace = steps(seed, seed * 7, scores=seed % 2 == 0)
    lines = list(trace_lines(trace, width))
    assert all(cell_len(line) <= width for line in lines)
    assert all("\n" not in line and "\x1b" not in line for line in lines)
    refused = [step for step in trace if step.wanted is not None]
    marked = [line for line in lines if line.strip(" 0123456789").startswith("! ")]
    assert len(marked) == len(refused)
    assert len(lines) <= 2 * len(refused) + 2 * len({step.actions for step in trace}) + 12
    for line, step in zip(marked, refused, strict=True):
        assert step.wanted is not None
        if width == 200 and len(step.text + step.wanted.text) < 100:
            assert f", not {repr(step.wanted.text) if step.wanted.text else 'the end'}: " in line
            assert step.wanted.constraint in line


def test_runs_are_joined() -> None:
    trace = [
        TraceStep(0, "go", 3),
        TraceStep(1, "(", 1),
        TraceStep(2, "table", 5, 0, Wanted("I", "syntax", "No.")),
    ]
    text = "\n".join(trace_lines(trace, 80))
    assert "1 = 'go('  2 tokens" in text
    assert "! 'table' (of 5), not 'I': syntax, No." in text
    assert "syntax: not how the format writes a plan" in text
    assert "goal" not in text


# ------------------------------------------------------------------ once in a terminal


def in_a_terminal(arguments: list[str], *, pipe_output: bool) -> tuple[str, str]:
    """What a command shows on a terminal, and what it writes to a pipe; the tiny model in place of every other."""
    import pty
    import subprocess

    helpers = Path(tiny_models.__file__).parent
    program = (
        f"import sys; sys.path[:0] = [{str(helpers)!r}]\n"
        "from tiny_models import planner\n"
        "from clamp.hosts.hf.planner import Planner\n"
        "Planner.from_pretrained = classmethod(lambda cls, model=None, **options: planner())\n"
        f"sys.argv = ['clamp', *{arguments!r}]\n"
        "from clamp.cli import main\n"
        "main()\n"
    )
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=theirs,
        stdout=subprocess.PIPE if pipe_output else theirs,
        stderr=theirs,
        env={**os.environ, "COLUMNS": "80", "TERM": "dumb"},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    piped = b"" if done.stdout is None else done.stdout.read()
    assert done.wait() == 0, shown.decode()
    os.close(ours)
    return shown.decode(), piped.decode()


@pytest.mark.parametrize(
    "watched",
    [{"stdout", "stderr"}, {"stderr"}, {"stdout"}, set()],
    ids=lambda one: "+".join(sorted(one)) or "none",
)
def test_a_plan_is_written_once_where_it_was_watched(
    tiny: Any, monkeypatch: pytest.MonkeyPatch, watched: set[str]
) -> None:
    monkeypatch.setattr(
        plan, "is_terminal", lambda stream: ("stdout" if stream is sys.stdout else "stderr") in watched
    )
    result = run("plan", str(EXAMPLES / "kitchen" / "task.yaml"))
    assert result.exit_code == 0
    assert result.stderr.count("close(fridge)") == ("stderr" in watched)
    assert result.stdout.count("close(fridge)") == (watched != {"stdout", "stderr"})
    assert "Certified" in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("pipe_output", [False, True], ids=["terminal", "pipe"])
def test_a_plan_is_shown_once(tmp_path: Path, pipe_output: bool) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(
        "(define (domain d) (:predicates (done)) (:action finish :parameters () :precondition () :effect (done)))"
    )
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (done)))")
    arguments: list[Any] = ["plan", "--domain", str(domain), "--problem", str(problem)]
    shown, piped = in_a_terminal(
        [*arguments, "--instruction", "Finish.", "--budget", "1"], pipe_output=pipe_output
    )
    everywhere = shown + piped
    assert everywhere.count("finish()") == (2 if pipe_output else 1), everywhere
    if pipe_output:
        assert piped.startswith("finish()\n\nCertified")
    else:
        assert "Certified" in shown
