"""How much the tests try that could go on for ever: some of it by default, all of it where there is time.

`-m ""` runs the slow cases, too, and `--hypothesis-profile=patient` draws all examples.
"""

from __future__ import annotations

from hypothesis import settings

ALL = 100
"""What a profile's `max_examples` is where a test draws as many as it says."""


def examples(number: int) -> int:
    """So many examples, or the share of them that the profile of hypothesis in force leaves."""
    return max(1, round(number * settings().max_examples / ALL))
