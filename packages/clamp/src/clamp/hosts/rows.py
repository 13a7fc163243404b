"""How texts are written side by side, whatever runs the model: a full batch, several copies of one text, a beam.

A host supplies rows of scores and keeps its keys and values in step (`Batch`, `Rows`); which row goes on, which
leaves, and what is chosen is decided here, by the one follower, for all hosts.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.decoding import Constraint
from clamp.errors import ConstraintError, DeadEndError
from clamp.hosts.follower import Follower, width_message
from clamp.hosts.jobs import Text
from clamp.hosts.particles import Particles

OnToken: TypeAlias = Callable[[int, int], None]
"""Called with (index, token) for every token written."""


class Rows(Protocol):
    """A model that reads one text, and then goes on with several copies of it."""

    def read(self, count: int) -> NDArray[np.float32]:
        """Read the prompt for so many rows; the logits after it, the same for all, shape [vocabulary]."""
        ...

    def select(self, order: Sequence[int]) -> None:
        """Go on with these rows, in this order; a row may be there more than once, or not at all."""
        ...

    def step(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Feed a token a row; the logits after it, shape [rows, vocabulary]."""
        ...


class Batch(Protocol):
    """A model that goes on with the texts of several requests."""

    def fits(self, tokens: int) -> bool:
        """Whether there is room for one more row of so many tokens, and for those that it may get."""
        ...

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Read a text so far; the logits after it, shape [vocabulary]."""
        ...

    def join(self) -> None:
        """Make the text that was read last the last row."""
        ...

    def roomy(self) -> bool:
        """Whether each row can be fed one more token; a row alone always can."""
        ...

    def step(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Feed a token a row; the logits after it, shape [rows, vocabulary]."""
        ...

    def keep(self, order: Sequence[int]) -> None:
        """Go on with these rows only, in this order; a row moves to the front, or stays."""
        ...


# ------------------------------------------------------------------ a full batch


class _Row:
    """A text that is being written."""

    def __init__(self, text: Text):
        self.text = text
        self.follower = Follower(text.request.constraint, text.eos_ids)
        self.random = np.random.default_rng(text.request.seed)
        self.out = text.out
        self.out.follower = self.follower
        self.reported = 0

    @property
    def tokens(self) -> tuple[int, ...]:
        """All that the model has read of it, or is to read anew."""
        return (*self.text.tokens, *self.out.tokens)

    def take(self, scores: np.ndarray, *, watch: bool) -> bool:
        """Choose the next token from one row of logits; whether the text goes on."""
        out, follower = self.out, self.follower
        if self.text.request.left is not None and self.text.request.left():
            return False
        try:
            token = follower.choose(scores, self.text.request.temperature, self.random)
        except DeadEndError as error:
            out.finish, out.failure = "dead-end", follower.failed(error)
            return False
        finally:
            out.constraint_seconds = follower.seconds
        out.tokens.append(token)
        if watch:
            out.note(scores, token)
        follower.step(token)
        out.constraint_seconds = follower.seconds
        if follower.ended:
            out.finish = "eos"
            return False
        return len(out.tokens) < self.text.room


def write_batch(
    batch: Batch,
    texts: Sequence[Text],
    *,
    batch_size: int,
    watch: bool = False,
    on_token: OnToken | None = None,
) -> Iterator[Text]:
    """Write texts, yielding each as it ends: rows leave when they end, and waiting texts take their place.

    Where the host has no room for all rows, the last one leaves and is read anew when there is.

    Args:
        batch_size: Most rows at once.
        watch: Note the tokens that the model itself scores highest.
        on_token: Called with (index, token) for every token written.

    Raises:
        HostError: If the model's scores are NaN.
        ConstraintError: If a constraint's vocabulary does not have the model's width.
    """
    # Long prompts first: rows of like length sit together, and attend to few columns that are not theirs.
    waiting = deque(_Row(text) for text in sorted(texts, key=lambda text: -len(text.tokens)))
    rows: list[_Row] = []
    while waiting or rows:
        while waiting and len(rows) < batch_size and (not rows or batch.fits(len(waiting[0].tokens))):
            row = waiting.popleft()
            started = perf_counter()
            first = batch.read(row.tokens)
            read = perf_counter() - started
            row.out.prompt_seconds += read
            goes_on = row.take(first, watch=watch)
            row.out.generation_seconds += perf_counter() - started - read
            _report(row, on_token)
            if goes_on:
                rows.append(row)
                batch.join()
            else:
                yield row.text
        if not rows:
            continue
        while not batch.roomy():
            waiting.appendleft(rows.pop())
            batch.keep(range(len(rows)))
        started = perf_counter()
        scores = batch.step([row.out.tokens[-1] for row in rows])
        paced = (perf_counter() - started) / len(rows)
        for row in rows:
            row.follower.paced(paced)
        ended = [place for place, row in enumerate(rows) if not row.take(scores[place], watch=watch)]
        share = (perf_counter() - started) / len(rows)
        for row in rows:
            row.out.generation_seconds += share
            _report(row, on_token)
        if ended:
            gone = [rows[place] for place in ended]
            order = _without(len(rows), ended)
            batch.keep(order)
            rows = [rows[place] for place in order]
            yield from (row.text for row in gone)


def _without(count: int, ended: Sequence[int]) -> list[int]:
    """The places that go on, the last ones in the places of those that ended, so that few rows move."""
    order = list(range(count))
    for place in reversed(ended):
        last = order.pop()
        if place < len(order):
            order[place] = last
    return order


def _report(row: _Row, on_token: OnToken | None) -> None:
    if on_token is not None and len(row.out.tokens) > row.reported:
        row.reported = len(row.out.tokens)
        on_token(row.text.index, row.out.tokens[-1])


# ------------------------------------------------------------------ copies of one text


def write_copies(rows: Rows, text: Text, *, watch: bool = False) -> Particles:
    """Write the particles of one request to their ends, and what came of them into its text.

    Args:
        watch: Note the tokens that the model itself scores highest.
    """
    count = text.request.particles
    found = Particles.of(text, watch=watch)
    started = perf_counter()
    first = rows.read(count)
    text.out.prompt_seconds = perf_counter() - started
    order = found.take([first] * count)
    while order:
        if order != list(range(count)):
            rows.select(order)
        count = len(order)
        began = perf_counter()
        scores = rows.step([found.particles[number].tokens[-1] for number in found.live])
        found.paced((perf_counter() - began) / count)
        order = found.take(scores)
    text.out.generation_seconds = perf_counter() - started - text.out.prompt_seconds
    found.end(text.out, sampled=text.request.sampled)
    return found


# ------------------------------------------------------------------ a beam


class Written(NamedTuple):
    """A whole text, and the natural log of the model's own probability of its tokens, the end among them."""

    text: str
    log_probability: float


class _Beam(NamedTuple):
    parent: int
    tokens: tuple[int, ...]
    cursor: Any
    log: float


def write_beams(rows: Rows, constraint: Constraint[Any], width: int, *, room: int) -> list[Written]:
    """The likeliest whole texts that a beam finds under a constraint, best first, at most `width`.

    Each text counts with what the model itself gives its tokens, admissible or not, so that shares of texts are shares
    of the model's own distribution over what the constraint admits, as far as the beam holds it.

    Args:
        room: Most tokens of a text.

    Raises:
        ConstraintError: If the model is wider or narrower than the vocabulary.
    """
    ends = constraint.vocabulary.eos_ids
    whole: list[_Beam] = []
    live = [_Beam(0, (), constraint.initial(), 0.0)]
    first = rows.read(width)
    if len(first) != constraint.vocabulary.size:
        raise ConstraintError(width_message(constraint, len(first)))
    scores: Sequence[NDArray[np.float32]] = [first]
    for _ in range(room):
        found: list[tuple[float, int, int]] = []
        for place, row in enumerate(live):
            allowed = constraint.allowed(row.cursor)
            if not len(allowed):
                continue
            logs = scores[place].astype(np.float64)
            best = float(logs.max())
            logs = logs[allowed] - (best + math.log(float(np.exp(logs - best).sum())))
            for at in np.argsort(-logs, kind="stable")[: width + len(ends)].tolist():
                found.append((row.log + float(logs[at]), place, int(allowed[at])))
        found.sort(key=lambda one: (-one[0], one[1:]))
        after: list[_Beam] = []
        for log, place, token in found:
            row = live[place]
            if token in ends:
                whole.append(_Beam(place, row.tokens, row.cursor, log))
            elif len(after) < width:
                after.append(_Beam(place, (*row.tokens, token), constraint.advance(row.cursor, token), log))
        whole = sorted(whole, key=lambda one: -one.log)[:width]
        if not after or (len(whole) == width and after[0].log < whole[-1].log):
            break
        live = after
        rows.select([one.parent for one in live])
        scores = list(rows.step([one.tokens[-1] for one in live]))
    bytes_of = constraint.vocabulary.bytes_of
    return [
        Written(b"".join(bytes_of(token) or b"" for token in one.tokens).decode(errors="replace"), one.log)
        for one in whole
    ]
