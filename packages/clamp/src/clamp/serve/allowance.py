"""What the operator of a server lets one request cost, whatever the request says: `Caps`, from the environment."""

from __future__ import annotations

import os
from functools import cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clamp.errors import HostError

CAPS_VARIABLE = "CLAMP_VLLM_CAPS"
"""Environment variable that holds `Caps` in JSON."""

_Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=1, le=10**9)]


class Caps(BaseModel):
    """The most that one request may cost, and all of them together.

    Attributes:
        seconds: Reading, grounding, searching and diagnosing one description.
        step: What all requests together may keep one step of the engine waiting for their planning.
        memory: GiB of a process that checks one description.
        states: States that one search may generate.
        actions: Grounded actions of one description.
        guided_actions: The same where a request asks for guidance, which the engine weighs itself.
        text: Characters of a description.
        body: Bytes of an HTTP request.
        budget: Actions of a plan.
        rows: Texts that one request writes (``n`` times its prompts).
        workers: Descriptions that are checked at a time.
        waiting: Descriptions that may wait for that.
        kept: Checked descriptions that are kept ready.
        registered: Domains and problems that clients may register; the least used go.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seconds: _Seconds = 10.0
    step: _Seconds = 0.25
    memory: Annotated[float, Field(ge=0.1, le=4096, allow_inf_nan=False)] = 2.0
    states: _Count = 1_000_000
    actions: _Count = 20_000
    guided_actions: _Count = 2_000
    text: _Count = 400_000
    body: _Count = 32_000_000
    budget: _Count = 1_000
    rows: _Count = 64
    workers: _Count = max(1, (os.cpu_count() or 2) // 2)
    waiting: _Count = 64
    kept: _Count = 32
    registered: Annotated[int, Field(ge=2, le=10**6)] = 256


@cache
def operator_caps() -> Caps:
    """The operator's caps, read once.

    Raises:
        HostError: If the environment variable does not hold them.
    """
    text = os.environ.get(CAPS_VARIABLE)
    if not text:
        return Caps()
    try:
        return Caps.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise HostError(
            f"{CAPS_VARIABLE} holds a JSON object of caps such as '{{\"seconds\": 5}}'; {where}: "
            f"{first['msg']}. There are {', '.join(Caps.model_fields)}."
        ) from None
