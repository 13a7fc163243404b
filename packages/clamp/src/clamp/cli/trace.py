"""``clamp plan --trace`` and ``clamp trace``: what the model wanted and was refused, in a terminal and as a page."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.cells import cell_len, set_cell_size

from clamp.checks import count, reworded
from clamp.cli.console import AsJson, guarded, messages, print_json, results
from clamp.decoding.result import TraceStep, Wanted
from clamp.errors import ConstraintError, SceneError
from clamp.files import check_output, parse_json, read_text, shown, shown_path, writing
from clamp.planning.system import Action
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
_SPLIT = "\ufffd"
"""What the text of a token has in place of the part of a character."""


def trace_lines(steps: Sequence[TraceStep], width: int, actions: Sequence[str] = ()) -> Iterator[str]:
    """A trace as lines of at most `width` columns: one for each action, as it was written.

    Behind it stands at how many of its tokens the model wanted another one, and the most telling of these: what it
    wanted there, and why not. Where tokens split a character, their texts do not say what was written: the plan's own
    `actions` do, as far as they are given.
    """
    width = max(width, _LEAST)
    refused = [step.wanted for step in steps if step.wanted is not None]
    yield _fit(
        f"Trace: {count(len(steps), 'token')}; the model wanted another one {len(refused)} times.", width
    )
    number = len(str(max((step.actions for step in steps), default=0) + 1))
    for action, written in groupby(steps, key=lambda step: step.actions):
        name = actions[action] if action < len(actions) else ""
        yield _fit(f"{action + 1:>{number}} {_line(list(written), name)}", width)
    present = [name for name in _MEANING if any(one.constraint == name for one in refused)]
    if present:
        yield _fit("!: at so many tokens the model wanted another, which is refused by", width)
        for name in present:
            yield _fit(f"   {name}: {_MEANING[name]}", width)
        yield _fit("Token by token: --trace --json, or clamp trace FILE --html PAGE", width)


def _line(steps: Sequence[TraceStep], action: str) -> str:
    """An action, and what was refused while it was written."""
    text = " ".join("".join(step.text for step in steps).split()) or "the end"
    if _SPLIT in text and action:
        text = action
    scores = [step.score for step in steps if step.score is not None]
    weighed = f", {steps[-1].weighed_by} {sum(scores):.2f}" if scores else ""
    refused = [step for step in steps if step.wanted is not None]
    if not refused:
        return f"{text}  {count(len(steps), 'token')}{weighed}"
    telling = next(
        (step for step in refused if step.wanted and step.wanted.constraint != "syntax"), refused[0]
    )
    return f"{text}  !{len(refused)} of {len(steps)}{weighed}, {_refused(telling)}"


def _refused(step: TraceStep) -> str:
    wanted = step.wanted
    assert wanted is not None
    reason = wanted.reason
    for pattern, shorter in _SHORTER:
        reason, found = re.subn(pattern, shorter, reason)
        if found:
            break
    return f"not {_quoted(wanted.text)}: {wanted.constraint}, {reason}"


def _quoted(text: str) -> str:
    return repr(text) if text else "the end"


def _fit(line: str, width: int) -> str:
    line = printable(line)
    if cell_len(line) <= width:
        return line
    return set_cell_size(line, width - 1).rstrip() + "…"


# ------------------------------------------------------------------ a trace that was written to a file


class _Data(BaseModel):
    """What a file says is checked as far as it is shown; what else it says is passed on."""

    model_config = ConfigDict(extra="allow", allow_inf_nan=False)


class _Wanted(_Data):
    text: str
    constraint: str
    reason: str


class _Rejected(_Wanted):
    logprob: float | None = None


class _Candidate(_Data):
    text: str
    score: float


class _Step(_Data):
    text: str
    actions: int = Field(0, ge=0)
    allowed: int | None = None
    wanted: _Wanted | None = None
    score: float | None = None
    weighed_by: str | None = None
    scores: dict[str, float] = Field(default_factory=dict[str, float])
    candidates: list[_Candidate] = Field(default_factory=list[_Candidate])
    logprob: float | None = None
    rejected: list[_Rejected] = Field(default_factory=list[_Rejected])

    def step(self) -> TraceStep:
        """As a planner gives it, as far as a line shows it."""
        wanted = self.wanted and Wanted(self.wanted.text, self.wanted.constraint, self.wanted.reason)
        return TraceStep(
            0, self.text, self.allowed, self.actions, wanted, self.score, weighed_by=self.weighed_by
        )


class _Action(_Data):
    name: str
    args: list[str] = Field(default_factory=list[str])


class _Change(_Data):
    added: list[list[str]]
    removed: list[list[str]]


class _Story(_Data):
    first: list[list[str]]
    steps: list[_Change]


class _Failure(_Data):
    cause: str
    message: str


class _Plan(_Data):
    """What `clamp plan --json`, or a server, says of a plan."""

    status: Literal["plan", "fail", "no_plan", "question"]
    actions: list[_Action] = Field(default_factory=list[_Action])
    trace: list[_Step] = Field(default_factory=list[_Step])
    failure: _Failure | None = None
    story: _Story | None = None
    budget: int | None = None
    instruction: str | None = None
    rules: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    requirements: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])


_MOST_BYTES = 256 * 1024 * 1024
_PICTURES = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".gif": "gif"}


@guarded
def trace(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="What `clamp plan --trace --json` wrote, or a server answered."),
    ],
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT.html",
            help="Write one page that needs nothing else: click a token, see why.",
        ),
    ] = None,
    image: Annotated[
        list[str] | None,
        typer.Option("--image", metavar="[VIEW=]FILE", help="A picture for that page; once for each view."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a plan and why each token is in it: an action a line, or as a page.

    Exit code 0: it was shown. 2: bad input.
    """
    if image and html is None:
        raise ConstraintError("--image is for a page: add --html OUT.html.")
    if html is not None:
        check_output(html, "page (--html)", ConstraintError)
    given = _read(file)
    plan = _checked(file, given)
    if html is not None:
        from clamp.server.page import document

        pictures = _pictures(image or ())
        page = document({**given, **({"pictures": pictures} if pictures else {})}, _title(plan))
        with writing(html, "page (--html)", ConstraintError):
            html.write_text(page, encoding="utf-8")
        messages().print(f"Written: {shown_path(html)}")
    if as_json:
        print_json(given)
    elif html is None:
        console = results()
        names = [str(Action(one.name, tuple(one.args))) for one in plan.actions]
        for line in trace_lines([one.step() for one in plan.trace], console.width, names):
            console.print(line)
        if plan.failure is not None:
            console.print(f"No plan ({plan.failure.cause}): {plan.failure.message}")


def _read(file: Path) -> dict[str, Any]:
    found = parse_json(read_text(file, "trace", ConstraintError, limit=_MOST_BYTES), file, ConstraintError)
    if not isinstance(found, dict):
        raise ConstraintError(
            f"{shown_path(file)}: it is {shown(found)}, not what `clamp plan --trace --json` writes: an object."
        )
    return cast("dict[str, Any]", found)


def _checked(file: Path, given: Mapping[str, Any]) -> _Plan:
    try:
        plan = _Plan.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ConstraintError(
            f"{shown_path(file)}: {where}: it {reworded(first)}; it is {shown(first['input'])}. `clamp plan --trace "
            "--json` writes such a file."
        ) from None
    if not plan.trace and plan.status == "plan":
        raise ConstraintError(
            f"{shown_path(file)}: it has a plan, and no trace of tokens. Write it with `clamp plan --trace --json`, or "
            'ask the server with "trace": true.'
        )
    return plan


def _title(plan: _Plan) -> str:
    return f"CLAMP: {plan.instruction}" if plan.instruction else "A plan of CLAMP"


def _pictures(given: Sequence[str]) -> dict[str, str]:
    """The pictures by view, as data URLs of the files' own bytes."""
    from clamp.perception.sight import read_images

    read_images(given)  # refuses what is no picture
    found: dict[str, str] = {}
    for one in given:
        view, sign, path = one.partition("=")
        view, path = (view, path) if sign else (Path(one).stem, one)
        kind = _PICTURES.get(Path(path).suffix.lower())
        if kind is None:
            raise SceneError(f"--image {shown(one)}: browsers show {', '.join(_PICTURES)}. Save it as PNG.")
        found[view] = f"data:image/{kind};base64,{base64.b64encode(Path(path).read_bytes()).decode()}"
    return found
