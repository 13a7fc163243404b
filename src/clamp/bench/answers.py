"""JSON in what a model writes freely: in prose, in a code fence, in any spelling that JSON allows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_FENCE = re.compile(r"```(?:json)?\s*\n?(.*?)```", re.DOTALL | re.IGNORECASE)
_BEGINS = re.compile(r"[\[{]")
_DECODER = json.JSONDecoder()


def json_values(text: str) -> Iterator[Any]:
    """The lists and objects in a text, those in code fences first; none is a part of one before it."""
    for part in (*(found[1] for found in _FENCE.finditer(text)), text):
        at = 0
        while (begin := _BEGINS.search(part, at)) is not None:
            try:
                value, at = _DECODER.raw_decode(part, begin.start())
            except ValueError:
                at = begin.start() + 1
                continue
            except (
                RecursionError
            ):  # no answer is so deep, and to look on would take as long as the text squared
                break
            yield value
