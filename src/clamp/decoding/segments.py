"""The tokens that a model writes for an action: w(a), cut out of the middle of a plan.

An action tokenised alone is not what a model emits: the tokens at its ends merge with what stands beside it
(``"}`` alone, ``"},{"`` in a plan). So each action is tokenised between two copies of itself, and a token
belongs to the item in which it begins. Put one after the other, the segments of a plan's actions are its
tokens, up to the last token.
"""

from __future__ import annotations

from collections.abc import Sequence

from clamp.automata import Vocabulary
from clamp.decoding.codecs import written
from clamp.decoding.plan_format import PlanFormat


def action_segments(
    templates: Sequence[bytes], plan_format: PlanFormat, vocabulary: Vocabulary
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Token sequences of each action as the first of a plan, and as a later one.

    Where items are numbered, a later one is taken to be the second.

    Args:
        templates: Each action's template.

    Returns:
        Two lists in the order of `templates`: first items begin with the opening, later ones with what of the
        separator no earlier token has written.
    """
    opening = written(plan_format.opening + plan_format.lead_of(1))
    second, third = (written(plan_format.separator + plan_format.lead_of(number)) for number in (2, 3))
    texts: list[bytes] = []
    starts: list[tuple[int, int, int]] = []
    for template in templates:
        text = written(template)
        first = opening + text
        later = second + text
        texts.append(first + later + third + text)
        starts.append((0, len(first), len(first) + len(later)))
    firsts: list[tuple[int, ...]] = []
    laters: list[tuple[int, ...]] = []
    for tokens, (start, middle, end) in zip(vocabulary.encode_batch(texts), starts, strict=True):
        begins = 0
        first_tokens: list[int] = []
        later_tokens: list[int] = []
        for token in tokens:
            if start <= begins < middle:
                first_tokens.append(token)
            elif middle <= begins < end:
                later_tokens.append(token)
            begins += len(vocabulary.bytes_of(token) or b"")
        firsts.append(tuple(first_tokens))
        laters.append(tuple(later_tokens))
    return firsts, laters
