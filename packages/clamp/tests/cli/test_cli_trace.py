"""A trace fits the terminal, and says of every refused token what was wanted and by what it is forbidden."""

from __future__ import annotations

import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import tiny_models
from commands import flat, run
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
def test_every_action_has_a_line_that_fits(seed: int, width: int) -> None:
    trace = steps(seed, seed * 7, scores=seed % 2 == 0)
    lines = list(trace_lines(trace, width))
    assert all(cell_len(line) <= width for line in lines)
    assert all("\n" not in line and "\x1b" not in line for line in lines)
    actions = sorted({step.actions for step in trace})
    numbered = lines[1 : 1 + len(actions)]
    assert [int(line.split()[0]) - 1 for line in numbered] == actions
    assert len(lines) <= 1 + len(actions) + 8
    for line, action in zip(numbered, actions, strict=True):
        refused = [step for step in trace if step.actions == action and step.wanted is not None]
        if width == 200 and sum(len(step.text) for step in trace if step.actions == action) < 40:
            assert (f"!{len(refused)} of " in line) == bool(refused)


def test_a_line_tells_the_most_telling_refusal() -> None:
    trace = [
        TraceStep(0, "go", 3, 0, Wanted("I", "syntax", "No.")),
        TraceStep(1, "(table", 5, 0, Wanted("(shelf", "executability", REASONS["executability"])),
        TraceStep(2, ")\n", 1, 1),
        TraceStep(3, "", 1, 2, Wanted("\n", "goal", REASONS["goal"])),
    ]
    lines = list(trace_lines(trace, 120))
    assert lines[0] == "Trace: 4 tokens; the model wanted another one 3 times."
    assert lines[1].startswith(
        "1 go(table  !2 of 2, not '(shelf': executability, open(fridge): its precondition"
    )
    assert lines[2] == "2 )  1 token"
    assert lines[3] == "3 the end  !1 of 1, not '\\n': goal, go(table) leaves too few (3 actions)"
    assert any("syntax: not how the format writes a plan" in line for line in lines)
    assert not any("visibility" in line for line in lines)


# ------------------------------------------------------------------ clamp trace


def written(tmp_path: Path, tiny: Any) -> Path:
    """What `clamp plan --trace --json` writes."""
    result = run("plan", str(EXAMPLES / "kitchen" / "task.yaml"), "--trace", "--json")
    assert result.exit_code == 0
    path = tmp_path / "plan.json"
    path.write_text(result.stdout)
    return path


def test_a_trace_is_shown_again_from_its_file_and_as_one_page(tiny: Any, tmp_path: Path) -> None:
    path = written(tmp_path, tiny)
    again = run("trace", str(path))
    shown = run("plan", str(EXAMPLES / "kitchen" / "task.yaml"), "--trace")
    lines = [line for line in again.stdout.splitlines() if line]
    assert lines[0].startswith("Trace: ")
    assert all(line in shown.stderr for line in lines)
    given = json.loads(path.read_text())
    assert json.loads(run("trace", str(path), "--json").stdout) == given
    assert given["story"]["steps"]
    page = tmp_path / "plan.html"
    picture = EXAMPLES / "libero" / "drawer" / "agentview.jpg"
    result = run("trace", str(path), "--html", str(page), "--image", f"front={picture}")
    assert result.exit_code == 0, result.stderr
    text = page.read_text("utf-8")
    held = re.search(r'<script type="application/json" id="plan">(.*?)</script>', text, re.S)
    assert held is not None
    kept = json.loads(held[1])
    assert kept.pop("pictures").keys() == {"front"}
    assert kept == given
    for word in ("http://", "https://", 'src="//', "@import", "url("):
        assert word not in text.replace("http://www.w3.org/", "").replace(held[1], ""), word


def test_the_page_of_hostile_names_holds_no_markup_of_theirs(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>&\u2028"
    path, page = tmp_path / "plan.json", tmp_path / "plan.html"
    step = {"text": evil, "actions": 0, "wanted": {"text": evil, "constraint": evil, "reason": evil}}
    plan = {
        "status": "plan",
        "actions": [{"name": evil, "args": [evil]}],
        "trace": [step],
        "instruction": evil,
    }
    path.write_text(json.dumps(plan))
    assert run("trace", str(path), "--html", str(page)).exit_code == 0
    text = page.read_text("utf-8")
    assert "<img" not in text
    assert text.count("<script") == 2
    assert text.count("</script") == 2
    assert "default-src 'none'" in text
    assert "\x1b" not in run("trace", str(path)).stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("nonsense", "plan.json"),
        ("[]", "an object"),
        ("{}", "status"),
        ('{"status": "plan", "trace": []}', "no trace"),
        ('{"status": "plan", "trace": [{"text": 3}]}', "trace.0.text"),
        ('{"status": "plan", "trace": [{"text": "a", "wanted": {}}]}', "trace.0.wanted.text"),
    ],
)
def test_a_file_that_is_no_trace_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(content)
    result = run("trace", str(path))
    assert result.exit_code == 2
    assert said in flat(result.stderr)
    assert run("trace", str(tmp_path / "missing.json")).exit_code == 2
    assert run("trace", str(path), "--image", "x.png").exit_code == 2


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


def test_characters_that_tokens_split_are_shown_whole(tmp_path: Path) -> None:
    steps = [TraceStep(0, "go("), TraceStep(1, "\ufffd"), TraceStep(2, "\ufffd"), TraceStep(3, ")\n")]
    assert list(trace_lines(steps, 80, ["go(日)"]))[1] == "1 go(日)  4 tokens"
    file = tmp_path / "PLAN"
    told = {"status": "plan", "actions": [{"name": "go", "args": ["日"]}]}
    file.write_text(json.dumps({**told, "trace": [step.to_json() for step in steps]}))
    assert "go(日)" in run("trace", str(file)).stdout


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
