"""``clamp plan --trace``: what the model wanted and was refused, in lines that fit a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size

from clamp.checks import count
from clamp.decoding.result import TraceStep
from clamp.visible import printable

_MEANING = {
    "syntax": "not how the format writes a plan",
    "visibility": "names what is not seen",
    "executability": "an action that cannot be executed there",
    "rules": "breaks a rule, or leads where one must be broken",
    "goal": "leads where the goal is out of reach within the budget",
}
_SHORTER = (
    (r"^The format '[^']*' needs (.*) here\.$", r"needs \1"),
    (r"^The budget of (.*) is spent; the format needs (.*) here\.$", r"the \1 are spent; needs \2"),
    (r"^(.*) cannot be executed: (.*)$", r"\1: \2"),
    (r"^After (.*) the goal cannot be reached with the (.*) left\.$", r"\1 leaves too few (\2)"),
    (r"^The plan cannot end here: (.*)$", r"no end here: \1"),
    (r"^(.*) names (.*), which is not seen\.$", r"\1: \2 is not seen"),
)
"""What a reason says beside the constraint's name, which stands before it."""

_LEAST = 40


def trace_lines(steps: Sequence[TraceStep], width: int) -> Iterator[str]:
    """A trace as lines of at most `width` columns: one for each token that was refused the model.

    Tokens that the model got as it wanted them are joined. ``=`` marks these, ``!`` the others.
    """
    width = max(width, _LEAST)
    refused = [step.wanted for step in steps if step.wanted is not None]
    yield _fit(
        f"Trace: {count(len(steps), 'token')}; the model wanted another one {len(refused)} times.", width
    )
    weighed = any(step.score is not None for step in steps)
    number = len(str(max((step.actions for step in steps), default=0) + 1))
    for action, written in groupby(steps, key=lambda step: step.actions):
        label = str(action + 1)
        for wanted, several in groupby(written, key=lambda step: step.wanted is not None):
            tokens = list(several)
            if wanted:
                lines = [_refused(step) for step in tokens]
            else:
                text = _quoted("".join(step.text for step in tokens))
                lines = [f"= {text}" + (f"  {count(len(tokens), 'token')}" if len(tokens) > 1 else "")]
                if weighed and tokens[-1].score is not None:
                    lines[0] += f", {tokens[-1].weighed_by} {sum(step.score or 0.0 for step in tokens):.2f}"
            for line in lines:
                yield _fit(f"{label:>{number}} {line}", width)
                label = ""
    present = [name for name in _MEANING if any(one.constraint == name for one in refused)]
    if present:
        yield _fit("=: as the model wanted. !: written, of so many admissible, instead of", width)
        yield _fit("   what the model wanted, which is refused by", width)
        for name in present:
            yield _fit(f"   {name}: {_MEANING[name]}", width)
        yield _fit("The reasons in full: --trace --json", width)


def _refused(step: TraceStep) -> str:
    wanted = step.wanted
    assert wanted is not None
    score = "" if step.score is None else f", {step.weighed_by} {step.score:.2f}"
    reason = wanted.reason
    for pattern, shorter in _SHORTER:
        reason, found = re.subn(pattern, shorter, reason)
        if found:
            break
    of = "" if step.allowed is None else f" (of {step.allowed})"
    return f"! {_quoted(step.text)}{of}{score}, not {_quoted(wanted.text)}: {wanted.constraint}, {reason}"


def _quoted(text: str) -> str:
    return repr(text) if text else "the end"


def _fit(line: str, width: int) -> str:
    line = printable(line)
    if cell_len(line) <= width:
        return line
    return set_cell_size(line, width - 1).rstrip() + "…"
