"""What the paper's G charges for an action: the tokens of the action itself, after those of the text before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clamp.decoding import PlanConstraint
from clamp.decoding.formats import written


def before_and_rests(constraint: PlanConstraint, done: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """The tokens that are read before the next action, and those that each action is charged for.

    Both are canonical: a token of the last action that has written the beginning of the next one with it leaves the
    rest of that.

    Args:
        done: The indices of the actions before.
    """
    form, vocabulary, system = constraint.plan_format, constraint.vocabulary, constraint.system
    place = constraint.world.order.positions
    texts = [written(form.action_template(action)) for action in system.actions]

    def size(tokens: Sequence[int]) -> int:
        return sum(len(vocabulary.bytes_of(one) or b"") for one in tokens)

    def encoded(text: bytes) -> list[Any]:
        return vocabulary.encode_batch([text])[0] if text else []

    read = [
        token
        for number, index in enumerate(done)
        for token in constraint.segments.of(int(place[index]), first=not number)
    ]
    opening = written(form.opening + form.lead_of(1))
    if not done:
        return read + encoded(opening), list(map(encoded, texts))
    lead = written(form.separator + form.lead_of(len(done) + 1))
    last = done[-1]
    over = size(constraint.segments.of(int(place[last]), first=True)) - len(opening + texts[last])
    begun = texts[last][: max(0, over - len(lead))]
    return read + encoded(lead[over:]), [encoded(text.removeprefix(begun)) for text in texts]
