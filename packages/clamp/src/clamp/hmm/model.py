"""The hidden Markov model that weighs a language model's continuations: its parameters, beliefs and likelihoods.

`HMM` checks and keeps the parameters; `Belief` says what it makes of a text.

Convention (CLAMP §4.2.3, App. A1): the chain moves *before* it emits. A hidden state h₀ is drawn from
`initial`; then, for every token, the state moves by `transition` and the state that was reached emits:

    P(y₁…y_n) = Σ_{h₀…h_n} initial[h₀] · Π_i transition[h_{i-1}, h_i] · emission[h_i, y_i]

Most libraries emit from the initial state instead; `HMM.from_emit_first` converts such a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.automata import vocabulary
from clamp.errors import HMMError
from clamp.hmm import storage

FloatArray = NDArray[np.floating[Any]]

ROW_SUM_TOLERANCE = 1e-4
"""How far a row may be from summing to 1. Single precision over 150,000 tokens stays well inside."""


@dataclass(frozen=True, eq=False, init=False)
class HMM:
    """A discrete HMM over a tokenizer's ids. Immutable; adaptation and learning return new ones.

    Attributes:
        initial: P(h₀), shape [H].
        transition: P(h_n | h_{n-1}), shape [H, H], row-stochastic.
        emission: P(y_n | h_n), shape [H, V], row-stochastic, laid out column by column, so that the
            emissions of one token, ``emission.T[token]``, lie together in memory.
        tokenizer_fingerprint: Which tokenizer the ids belong to (`clamp.hmm.fingerprint`), if known.
    """

    initial: FloatArray
    transition: FloatArray
    emission: FloatArray
    tokenizer_fingerprint: str | None

    def __init__(
        self, initial: Any, transition: Any, emission: Any, *, tokenizer_fingerprint: str | None = None
    ):
        """Copies and checks the parameters.

        Args:
            initial: Array-like or torch tensor, shape [H].
            transition: Array-like or torch tensor, shape [H, H].
            emission: Array-like or torch tensor, shape [H, V].
            tokenizer_fingerprint: See the attribute.

        Single and double precision are kept; half precision becomes single, everything else double.

        Raises:
            HMMError: Shapes do not fit, or an entry is not finite, is negative, or a row does not sum to 1.
        """
        arrays = [_as_float_array(initial), _as_float_array(transition), _as_float_array(emission)]
        dtype = np.result_type(*arrays)
        self._set(
            np.array(arrays[0], dtype),
            np.array(arrays[1], dtype, order="C"),
            np.array(arrays[2], dtype, order="F"),
            tokenizer_fingerprint,
        )

    @classmethod
    def adopt(
        cls, initial: FloatArray, transition: FloatArray, columns: FloatArray, fingerprint: str | None = None
    ) -> HMM:
        """An HMM that takes the arrays over without copying; the caller must not write to them again.

        Args:
            initial: Shape [H].
            transition: Shape [H, H].
            columns: The emission transposed, shape [V, H], C order, of the same dtype as the others.
            fingerprint: See `tokenizer_fingerprint`.

        Raises:
            HMMError: As the constructor does.
        """
        hmm = cls.__new__(cls)
        hmm._set(initial, transition, columns.T, fingerprint)
        return hmm

    def _set(
        self,
        initial: FloatArray,
        transition: FloatArray,
        emission: FloatArray,
        tokenizer_fingerprint: str | None,
    ) -> None:
        _check_shapes(initial, transition, emission)
        for name, array in (("initial", initial), ("transition", transition), ("emission", emission)):
            _check_stochastic(name, array)
            frozen = array.view()
            frozen.flags.writeable = False
            object.__setattr__(self, name, frozen)
        object.__setattr__(self, "tokenizer_fingerprint", tokenizer_fingerprint)

    @classmethod
    def random(cls, num_states: int, vocab_size: int, *, seed: int, dtype: Any = np.float64) -> HMM:
        """Positive random parameters, a starting point for learning and for tests.

        Every row is uniform noise around the uniform distribution: entries differ by up to a factor of 9,
        enough to break the symmetry between hidden states.

        Raises:
            HMMError: If there is no hidden state or no token.
        """
        for name, value in (("num_states", num_states), ("vocab_size", vocab_size)):
            checks.whole(name, value, HMMError, most=1 << 31)
        checks.whole("seed", seed, HMMError, least=0)
        _checked_dtype(dtype)
        if num_states < 1 or vocab_size < 1:
            raise HMMError(
                f"An HMM needs at least one hidden state and one token, not {num_states} and {vocab_size}."
            )
        rng = np.random.default_rng(seed)

        def rows(*shape: int) -> FloatArray:
            noise = rng.random(shape, dtype=np.float32) + np.float32(0.125)
            return noise.astype(dtype)

        initial, transition = rows(num_states), rows(num_states, num_states)
        columns = rows(vocab_size, num_states)
        columns /= columns.sum(axis=0, dtype=np.float64).astype(dtype)
        return cls.adopt(initial / initial.sum(), transition / transition.sum(axis=1, keepdims=True), columns)

    @classmethod
    def from_emit_first(
        cls, initial: Any, transition: Any, emission: Any, *, tokenizer_fingerprint: str | None = None
    ) -> HMM:
        """Convert a model in which the initial state emits the first token.

        The result gives every token sequence the same probability. It has one hidden state more, the last:
        the chain starts in it for certain, leaves it by `initial`, and never returns, because a general
        `initial` is not the image of any distribution under `transition`. The row of emissions of the
        added state is uniform and plays no part.

        Args:
            initial: P(h₁), shape [H].
            transition: P(h_{n+1} | h_n), shape [H, H].
            emission: P(y_n | h_n), shape [H, V].
            tokenizer_fingerprint: As in the constructor.

        Raises:
            HMMError: As the constructor does.
        """
        given = cls(initial, transition, emission)
        states, vocab = given.emission.shape
        dtype = given.dtype
        moved = np.zeros((states + 1, states + 1), dtype)
        moved[:states, :states] = given.transition
        moved[states, :states] = given.initial
        columns = np.empty((vocab, states + 1), dtype)
        columns[:, :states] = given.emission.T
        columns[:, states] = 1.0 / vocab
        start = np.zeros(states + 1, dtype)
        start[states] = 1.0
        return cls.adopt(start, moved, columns, tokenizer_fingerprint)

    def to_emit_first(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The same distribution, as the parameters of a model that emits from its initial state.

        Returns:
            ``initial @ transition`` [H], `transition` [H, H] and `emission` [H, V].
        """
        return self.initial @ self.transition, self.transition, self.emission

    @property
    def num_states(self) -> int:
        """Number of hidden states, H."""
        return self.emission.shape[0]

    @property
    def vocab_size(self) -> int:
        """Number of token ids, V, padding of the model's vocabulary included."""
        return self.emission.shape[1]

    @property
    def dtype(self) -> np.dtype[np.floating[Any]]:
        """Precision of the parameters and of everything computed from them."""
        return self.emission.dtype

    def astype(self, dtype: Any) -> HMM:
        """The same HMM in single or double precision.

        Raises:
            HMMError: It is another type of numbers.
        """
        _checked_dtype(dtype)
        return HMM(
            self.initial.astype(dtype),
            self.transition.astype(dtype),
            self.emission.astype(dtype),
            tokenizer_fingerprint=self.tokenizer_fingerprint,
        )

    def with_emission_columns(self, columns: FloatArray) -> HMM:
        """The same chain with other emissions, given transposed [V, H] and taken over without a copy."""
        return HMM.adopt(self.initial, self.transition, columns, self.tokenizer_fingerprint)

    def for_tokenizer(self, tokenizer: Any) -> HMM:
        """The same HMM, declared to speak the ids of `tokenizer`.

        Raises:
            HMMError: The tokenizer has ids that the HMM has no emissions for.
        """
        check_size(tokenizer, self.vocab_size)
        return replace_fingerprint(self, fingerprint(tokenizer))

    def check_tokenizer(self, tokenizer: Any) -> None:
        """Raise `HMMError` unless the HMM's ids are those of `tokenizer`."""
        check_size(tokenizer, self.vocab_size)
        name = vocabulary.tokenizer_name(tokenizer)
        if self.tokenizer_fingerprint is None:
            raise HMMError(
                "The HMM does not say which tokenizer its ids belong to, so it cannot be checked against "
                f"{name}. If you know that they fit, declare it: hmm.for_tokenizer(tokenizer)."
            )
        found = fingerprint(tokenizer)
        if found != self.tokenizer_fingerprint:
            raise HMMError(
                f"The HMM was made for another tokenizer: its fingerprint is {self.tokenizer_fingerprint[:12]}…, "
                f"that of {name} is {found[:12]}…. Its emissions would land on the wrong tokens; "
                "`clamp.remap` carries an HMM over to another tokenizer."
            )

    def log_likelihood(self, tokens: Sequence[int] | NDArray[np.integer[Any]]) -> float:
        """log P(tokens), in nats; ``-inf`` where the HMM cannot emit them, 0 for no tokens.

        Raises:
            HMMError: A token is not an id of this HMM.
        """
        return log_likelihood(self, _token_ids(tokens))

    def belief(self, tokens: Sequence[int] | NDArray[np.integer[Any]] = ()) -> Belief:
        """What the HMM believes about its hidden state after `tokens`; see `Belief`.

        Raises:
            HMMError: A token is not an id of this HMM, or the HMM cannot emit the tokens.
        """
        belief = initial_belief(self)
        for token in _token_ids(tokens):
            belief = belief.advance(token)
        return belief

    def digest(self) -> str:
        """A fingerprint of the parameters: two HMMs have the same exactly when they are the same."""
        digest = hashlib.sha256(str(self.emission.shape).encode())
        for array in (self.initial, self.transition, self.emission.T):
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

    def save_pretrained(self, directory: str | Path) -> Path:
        """Write ``config.json`` and ``model.safetensors``; see `clamp.hmm.storage`."""
        return storage.save(
            self._stored(), Path(checks.path("directory", directory, HMMError, what="a folder"))
        )

    @classmethod
    def from_pretrained(
        cls,
        source: str | Path,
        *,
        tokenizer: Any = None,
        revision: str | None = None,
        token: str | bool | None = None,
    ) -> HMM:
        """Read an HMM from a directory or a Hugging Face repository; see `clamp.hmm.storage.load`.

        Args:
            tokenizer: If given, the HMM must have been made for it.

        Raises:
            HMMError: Nothing is there, the files disagree or are damaged, the parameters are not an HMM, or
                the tokenizer is another one.
        """
        source = checks.path("source", source, HMMError, what="a folder, or a repository's name")
        *arrays, made_for = storage.load(source, revision=revision, token=token)
        hmm = cls(*arrays, tokenizer_fingerprint=made_for)
        if tokenizer is not None:
            hmm.check_tokenizer(tokenizer)
        return hmm

    def push_to_hub(
        self,
        repo_id: str,
        *,
        commit_message: str | None = None,
        private: bool | None = None,
        token: str | bool | None = None,
        revision: str | None = None,
        create_pr: bool = False,
    ) -> str:
        """Upload to the Hugging Face Hub; see `clamp.hmm.storage.push`."""
        return storage.push(
            self._stored(),
            repo_id,
            commit_message=commit_message,
            private=private,
            token=token,
            revision=revision,
            create_pr=create_pr,
        )

    def _stored(self) -> storage.Stored:
        return storage.Stored(self.initial, self.transition, self.emission, self.tokenizer_fingerprint)


def fingerprint(tokenizer: Any) -> str:
    """Which token has which id, as a digest; see `clamp.automata.vocabulary.fingerprint`.

    Raises:
        HMMError: The object is not a tokenizer.
    """
    return vocabulary.fingerprint(tokenizer, HMMError)


def check_size(tokenizer: Any, vocab_size: int) -> None:
    """Raise `HMMError` if the tokenizer has an id that an HMM with `vocab_size` tokens does not."""
    token, largest = max(vocabulary.token_ids(tokenizer, HMMError).items(), key=lambda item: item[1])
    if largest >= vocab_size:
        raise HMMError(
            f"The tokenizer {vocabulary.tokenizer_name(tokenizer)} has id {largest} ({token!r}), but the HMM "
            f"has emissions for {vocab_size} ids only. It was made for another tokenizer; `clamp.remap` "
            "carries it over."
        )


def replace_fingerprint(hmm: HMM, fingerprint: str | None) -> HMM:
    """The same HMM under another tokenizer fingerprint, sharing the arrays."""
    return HMM.adopt(hmm.initial, hmm.transition, hmm.emission.T, fingerprint)


def _checked_dtype(dtype: Any) -> None:
    try:
        known = dtype is not None and np.dtype(dtype).char in "fd"
    except TypeError:
        known = False
    if not known:
        raise HMMError(f"`dtype` is float32 or float64, not {checks.shown(dtype)}.")


def _token_ids(tokens: Any) -> list[int]:
    if isinstance(tokens, str | bytes) or not isinstance(tokens, Iterable):
        raise HMMError(f"`tokens` is a sequence of token ids, not {checks.shown(tokens)}.")
    ids = cast("Iterable[object]", tokens)
    return [checks.whole("tokens", token, HMMError, most=(1 << 63) - 1) for token in ids]


def _as_float_array(value: Any) -> FloatArray:
    if value is None or isinstance(value, str | bytes | Mapping | set):
        raise HMMError(
            f"HMM parameters are arrays of probabilities, not {checks.shown(cast(object, value))}."
        )
    if hasattr(value, "detach"):  # a torch tensor, without importing torch
        tensor = value.detach().cpu()
        if tensor.is_floating_point() and tensor.element_size() < 4:
            tensor = tensor.float()
        value = tensor.numpy()
    try:
        array = np.asarray(value)
    except ValueError:  # rows of several lengths
        raise HMMError("HMM parameters are arrays, but these rows have several lengths.") from None
    if array.dtype.kind == "c":
        raise HMMError("HMM parameters are probabilities; these are complex numbers.")
    if array.dtype == np.float32 or array.dtype == np.float64:
        return array
    if array.dtype == np.float16:
        return array.astype(np.float32)
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise HMMError(f"HMM parameters must be numbers; got an array of {array.dtype}: {error}.") from error


def _check_shapes(initial: FloatArray, transition: FloatArray, emission: FloatArray) -> None:
    shapes = (
        f"initial {list(initial.shape)}, transition {list(transition.shape)}, emission {list(emission.shape)}"
    )
    if (initial.ndim, transition.ndim, emission.ndim) != (1, 2, 2):
        raise HMMError(f"An HMM needs shapes [H], [H, H], [H, V]; got {shapes}.")
    states = initial.shape[0]
    if transition.shape != (states, states) or emission.shape[0] != states:
        raise HMMError(
            f"The numbers of hidden states disagree: {shapes}. An HMM needs [H], [H, H], [H, V] with one H; "
            "is a matrix transposed?"
        )
    if states == 0 or emission.shape[1] == 0:
        raise HMMError(f"An HMM needs at least one hidden state and one token; got {shapes}.")


def _check_stochastic(name: str, array: FloatArray) -> None:
    sums = np.atleast_1d(array.sum(axis=-1, dtype=np.float64))
    if not np.isfinite(sums).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise HMMError(
            f"{name}[{', '.join(map(str, where))}] is {array[where]}, not a probability. "
            "Did training diverge, or is the file damaged?"
        )
    if array.min() < 0:
        where = tuple(int(i) for i in np.unravel_index(int(array.argmin()), array.shape))
        raise HMMError(
            f"{name}[{', '.join(map(str, where))}] = {array[where]:g} is negative. "
            "HMM takes probabilities; are these logarithms or logits?"
        )
    row = int(np.abs(sums - 1.0).argmax())
    if abs(sums[row] - 1.0) > ROW_SUM_TOLERANCE:
        what = name if array.ndim == 1 else f"{name} row {row}"
        raise HMMError(
            f"{what} sums to {sums[row]:.6g}, not 1 (tolerance {ROW_SUM_TOLERANCE:g}). "
            "HMM takes row-stochastic matrices; are these logits, counts, or is the matrix transposed?"
        )


@dataclass(frozen=True, eq=False, slots=True)
class Belief:
    """What an HMM believes after a prefix y₁…y_n. Immutable; `advance` returns the next one.

    Attributes:
        hmm: The HMM.
        probabilities: P(h_n | y₁…y_n), shape [H]. Here h_n is the state that emitted the last token, and
            for the empty prefix the state before the first.
        log_likelihood: log P(y₁…y_n), in nats.
    """

    hmm: HMM
    probabilities: FloatArray
    log_likelihood: float

    def advance(self, token: int) -> Belief:
        """The belief after one more token.

        Raises:
            HMMError: The token is not an id of the HMM, or has probability 0 after this prefix (all
                parameters being positive, none has).
        """
        emission = self.hmm.emission
        if not 0 <= token < emission.shape[1]:
            raise out_of_range(token, emission.shape[1])
        reached = (self.probabilities @ self.hmm.transition) * emission[:, token]
        mass = float(reached.sum())
        if mass <= 0.0:
            raise HMMError(
                f"The HMM gives token {token} probability 0 after this prefix "
                f"(log-likelihood so far {self.log_likelihood:.4g}). Was it trained without pseudocounts?"
            )
        reached /= mass
        reached.flags.writeable = False
        return Belief(self.hmm, reached, self.log_likelihood + float(np.log(mass)))

    def log_joint(self) -> FloatArray:
        """ρ_n: log P(y₁…y_n, h_n = h), shape [H] (App. A1)."""
        with np.errstate(divide="ignore"):
            return np.log(self.probabilities) + self.log_likelihood

    def next_token_logprobs(self) -> FloatArray:
        """log P(y_{n+1} = v | y₁…y_n), shape [V]; ``-inf`` for tokens that cannot follow."""
        with np.errstate(divide="ignore"):
            return np.log(self.hmm.emission.T @ (self.probabilities @ self.hmm.transition))


def initial_belief(hmm: HMM) -> Belief:
    """The belief before the first token: P(h₀)."""
    return Belief(hmm, hmm.initial, 0.0)


def log_likelihood(hmm: HMM, tokens: Sequence[int] | NDArray[np.integer[Any]]) -> float:
    """log P(tokens), in nats; ``-inf`` where the HMM cannot emit them, 0 for no tokens.

    Raises:
        HMMError: A token is not an id of the HMM.
    """
    ids = np.asarray(tokens, dtype=np.int64)
    check_tokens(ids, hmm.vocab_size)
    belief, total = hmm.initial, 0.0
    for emitted in hmm.emission.T[ids]:
        belief = (belief @ hmm.transition) * emitted
        mass = float(belief.sum())
        if mass <= 0.0:
            return -np.inf
        belief /= mass
        total += float(np.log(mass))
    return total


def log_likelihood_by_hidden_paths(hmm: HMM, tokens: Sequence[int]) -> float:
    """log P(tokens) in log-space, term by term: the slow twin of `log_likelihood`, of the same meaning."""
    check_tokens(np.asarray(tokens, dtype=np.int64), hmm.vocab_size)
    with np.errstate(divide="ignore"):
        joint, transition = np.log(hmm.initial), np.log(hmm.transition)
        for token in tokens:
            joint = np.logaddexp.reduce(joint[:, None] + transition, axis=0) + np.log(hmm.emission[:, token])
        return float(np.logaddexp.reduce(joint))


def check_tokens(tokens: NDArray[np.integer[Any]], vocab_size: int) -> None:
    """Raise `HMMError` if a token of one sequence is not in ``[0, vocab_size)``."""
    bad = (tokens < 0) | (tokens >= vocab_size)
    if bad.any():
        position = int(bad.argmax())
        raise out_of_range(int(tokens[position]), vocab_size, f" at position {position}")


def out_of_range(token: int, vocab_size: int, where: str = "") -> HMMError:
    """The error for a token that an HMM does not know."""
    return HMMError(
        f"Token {token}{where} is not an id of this HMM, which knows 0 … {vocab_size - 1}. "
        "Was the text tokenised by another tokenizer than the HMM was made for?"
    )
