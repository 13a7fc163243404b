"""Message passing along token sequences: how an HMM scores whole actions without |A|·H·H tensors.

F_a[h, h′] = log P(w(a), h_n = h′ | h₀ = h) is the segment operator of an action a with serialisation w(a)
(App. A1). What decoding needs of it are products with vectors, and actions share prefixes: so vectors are
passed along the trie of serialisations, one H×H product a node, for all actions and many messages at once.

Every vector is kept normalised, with the logarithm of what was divided out beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HMMError
from clamp.hmm.model import HMM, FloatArray, check_tokens

IntArray = NDArray[np.int64]

_SERIAL = 2**18
"""Multiplications up to which BLAS (OpenBLAS's ``GEMM_MULTITHREAD_THRESHOLD``) does not start threads."""


def segment_operator(hmm: HMM, tokens: Sequence[int]) -> FloatArray:
    """F_a of one token sequence, in log-space, shape [H, H]; ``log I`` (0 and ``-inf``) for no tokens.

    Costs H³ a token: for looking at one action, and for checking the trie against.

    Raises:
        HMMError: A token is not an id of the HMM.
    """
    check_tokens(np.asarray(tokens, dtype=np.int64), hmm.vocab_size)
    operator = np.eye(hmm.num_states, dtype=hmm.dtype)
    log_scale = 0.0
    for token in tokens:
        operator = (operator @ hmm.transition) * hmm.emission[:, token]
        largest = float(operator.max())
        if largest <= 0.0:
            return np.full_like(operator, -np.inf)
        operator /= largest
        log_scale += float(np.log(largest))
    return _log(operator) + log_scale


def backward_along(hmm: HMM, sequences: Sequence[Sequence[int]], log_ends: FloatArray) -> FloatArray:
    """Pass a message from the end of each token sequence to its beginning, nothing being summed.

        result[p, h] = log Σ_h′ exp(F_{sequences[p]}[h, h′] + log_ends[p, h′])

    What `SequenceTrie.backward` does for groups of one, without a trie: faster for few sequences.

    Args:
        hmm: The model.
        sequences: P token sequences, ids of the HMM.
        log_ends: Log-message after the last token of each, shape [P, H].

    Returns:
        Shape [P, H].
    """
    vector, log_scale = _from_log(log_ends, hmm)
    lengths = np.array([len(sequence) for sequence in sequences])
    from_the_end = np.zeros((int(lengths.max(initial=0)), len(sequences)), np.int64)
    for row, sequence in enumerate(sequences):
        from_the_end[: len(sequence), row] = sequence[::-1]
    for step, tokens in enumerate(from_the_end):
        going = np.flatnonzero(lengths > step)
        emitted = vector[going] * hmm.emission.T[tokens[going]]
        moved = _product(emitted, hmm.transition.T)
        vector[going], log_scale[going] = _rescaled(moved, log_scale[going])
    return Messages(vector, log_scale).log()


class Messages(NamedTuple):
    """One scaled vector per node: entry h stands for ``vector[h] · exp(log_scale)``.

    Attributes:
        vector: Shape [M, H]; rows sum to 1, or to 0 where the message is impossible.
        log_scale: Shape [M], double precision; ``-inf`` where the message is impossible.
    """

    vector: FloatArray
    log_scale: NDArray[np.float64]

    def log(self) -> FloatArray:
        """The messages in log-space, shape [M, H]."""
        return _log(self.vector) + self.log_scale[:, None]


@dataclass(frozen=True, eq=False)
class SequenceTrie:
    """The prefix trie of token sequences. N nodes, S sequences; node 0 is the root, the empty prefix.

    Nodes are numbered level by level, and within a level by their tokens in order, so the children of a node
    lie side by side.

    Attributes:
        parent: Shape [N]; the root is its own parent.
        token: Token on the edge from the parent, shape [N]; -1 at the root.
        levels: Depth d holds the nodes ``levels[d]:levels[d + 1]``, shape [depth + 2].
        end: Node at which each sequence ends, shape [S], in the order the sequences were given.
        order: The sequences sorted by their tokens, shape [S].
        low, high: The sequences below each node (or ending there) are ``order[low:high]``, shape [N] each.
    """

    parent: IntArray
    token: IntArray
    levels: IntArray
    end: IntArray
    order: IntArray
    low: IntArray
    high: IntArray

    @classmethod
    def of(cls, sequences: Sequence[Sequence[int]]) -> SequenceTrie:
        """Build the trie. Sequences may be empty, equal, or prefixes of each other.

        Raises:
            HMMError: There are no sequences, or one has a negative token.
        """
        if not sequences:
            raise HMMError("A trie needs at least one token sequence; got none. Are there any actions?")
        keys = [tuple(int(token) for token in sequence) for sequence in sequences]
        for index, key in enumerate(keys):
            if any(token < 0 for token in key):
                raise HMMError(f"Sequence {index} has a negative token: {key}.")
        order = sorted(range(len(keys)), key=keys.__getitem__)
        lengths = np.array([len(keys[index]) for index in order])
        table = np.full((len(keys), int(lengths.max())), -1, np.int64)  # -1 sorts a prefix before the rest
        for row, index in enumerate(order):
            table[row, : lengths[row]] = keys[index]
        node_of = np.zeros(len(keys), np.int64)
        parent, token = [np.zeros(1, np.int64)], [np.full(1, -1)]
        low, high = [np.zeros(1, np.int64)], [np.full(1, len(keys))]
        levels = [0, 1]
        for depth in range(table.shape[1]):
            rows = np.flatnonzero(lengths > depth)
            new = np.ones(len(rows), bool)
            new[1:] = (node_of[rows[1:]] != node_of[rows[:-1]]) | (
                table[rows[1:], depth] != table[rows[:-1], depth]
            )
            first = rows[new]
            parent.append(node_of[first])
            token.append(table[first, depth])
            low.append(first)
            high.append(rows[np.append(np.flatnonzero(new)[1:], len(rows)) - 1] + 1)
            node_of[rows] = levels[-1] + new.cumsum() - 1
            levels.append(levels[-1] + len(first))
        end = np.empty(len(keys), np.int64)
        end[order] = node_of
        return cls(
            np.concatenate(parent),
            np.concatenate(token),
            np.array(levels),
            end,
            np.array(order),
            np.concatenate(low),
            np.concatenate(high),
        )

    @property
    def num_nodes(self) -> int:
        """Number of nodes, the root included."""
        return len(self.parent)

    @property
    def num_sequences(self) -> int:
        """Number of sequences, equal ones counted apart."""
        return len(self.end)

    def reaching(self, sequences: NDArray[Any]) -> NDArray[np.bool_]:
        """Which nodes lie on the way to one of these sequences (indices), shape [N]."""
        wanted = np.zeros(self.num_sequences, np.int64)
        wanted[np.asarray(sequences, dtype=np.int64)] = 1
        before = np.concatenate([np.zeros(1, np.int64), wanted[self.order].cumsum()])
        return before[self.high] > before[self.low]

    def forward(self, hmm: HMM, probabilities: FloatArray, sequences: NDArray[Any] | None = None) -> Messages:
        """Pass a belief from the root to every node.

        The message at a node spelling x is P(x, h_n = h′ | h₀ ~ probabilities), over h′.

        Args:
            hmm: The model.
            probabilities: Distribution of the state at the root, shape [H].
            sequences: Pass on only towards these (indices); messages elsewhere are impossible.

        Returns:
            Messages of all N nodes.
        """
        vector = np.zeros((self.num_nodes, hmm.num_states), hmm.dtype)
        log_scale = np.full(self.num_nodes, -np.inf)
        wanted = None if sequences is None else self.reaching(sequences)
        if wanted is None or wanted[0]:
            vector[:1], log_scale[:1] = _rescaled(np.asarray(probabilities, hmm.dtype)[None], np.zeros(1))
        for depth in range(1, len(self.levels) - 1):
            nodes: IntArray = np.arange(int(self.levels[depth]), int(self.levels[depth + 1]))
            if wanted is not None:
                nodes = nodes[wanted[nodes]]
            if not len(nodes):
                continue
            above = self.parent[nodes]
            begins = _begins(above)
            moved = _product(vector[above[begins]], hmm.transition)  # once a parent, not once a child
            reached = moved[begins.cumsum() - 1] * hmm.emission.T[self.token[nodes]]
            vector[nodes], log_scale[nodes] = _rescaled(reached, log_scale[above])
        return Messages(vector, log_scale)

    def log_scores(
        self,
        hmm: HMM,
        probabilities: FloatArray,
        sequences: NDArray[Any],
        log_ends: FloatArray,
        ends_of: NDArray[Any] | None = None,
    ) -> NDArray[np.float64]:
        """log s_a of several actions: spell a from the belief, then go on as the end message says.

            log s_a = log Σ_{h, h′} probabilities[h] · exp(F_a[h, h′] + log_ends[a, h′])

        Args:
            hmm: The model.
            probabilities: The belief before the actions, shape [H].
            sequences: Which actions (indices of sequences), shape [P].
            log_ends: For each of them the log-message after its last token, ``R[K-1, Δ(z, a), ·]``, shape
                [P, H] or, if one serves all, [H].
            ends_of: Which row of `log_ends` is each action's, shape [P], where several share one.

        Returns:
            Shape [P]; ``-inf`` where impossible.
        """
        sequences = np.asarray(sequences, dtype=np.int64)
        ends = self.end[sequences]
        messages = self.forward(hmm, probabilities, sequences)
        after = _from_log(np.atleast_2d(log_ends), hmm)
        if ends_of is not None:
            after = Messages(after.vector[ends_of], after.log_scale[ends_of])
        products = (messages.vector[ends] * after.vector).sum(axis=1, dtype=np.float64)
        return _log(products) + messages.log_scale[ends] + after.log_scale

    def backward(
        self,
        hmm: HMM,
        sequences: NDArray[Any],
        log_ends: FloatArray,
        groups: NDArray[Any] | None = None,
        num_groups: int = 1,
    ) -> FloatArray:
        """Sum over actions from the far end: the recursion of R (App. A1.2) for many states in one pass.

            result[g, h] = log Σ_{p in group g, h′} exp(F_{sequences[p]}[h, h′] + log_ends[p, h′])

        Args:
            hmm: The model.
            sequences: Indices of sequences, shape [P]; an index may occur many times.
            log_ends: Log-message after the last token of each, shape [P, H].
            groups: To which sum each belongs, for instance the state in which the action is taken, shape
                [P]; one sum if not given.
            num_groups: Number of sums, Z.

        Returns:
            Shape [Z, H]; ``-inf`` for a group without sequences.
        """
        sequences = np.asarray(sequences, dtype=np.int64)
        group = np.zeros(len(sequences), np.int64) if groups is None else np.asarray(groups, np.int64)
        after = _from_log(np.broadcast_to(log_ends, (len(sequences), hmm.num_states)), hmm)
        ends = self.end[sequences]
        depth_of = np.searchsorted(self.levels, ends, side="right") - 1
        depth = int(depth_of.max(initial=0))
        # messages of the level at hand, one for each (group, node) met, under the key group · N + node
        keys = np.zeros(0, np.int64)
        vector, log_scale = np.zeros((0, hmm.num_states), hmm.dtype), np.zeros(0)
        for level in range(depth, -1, -1):
            ending = np.flatnonzero(depth_of == level)
            keys, vector, log_scale = _merged(
                np.concatenate([keys, group[ending] * self.num_nodes + ends[ending]]),
                np.concatenate([vector, after.vector[ending]]),
                np.concatenate([log_scale, after.log_scale[ending]]),
            )
            if level:
                nodes = keys % self.num_nodes
                emitted = vector * hmm.emission.T[self.token[nodes]]
                # siblings are summed before they are moved: one product a parent, not one a child
                keys, vector, log_scale = _merged(
                    keys - nodes + self.parent[nodes], *_rescaled(emitted, log_scale)
                )
                vector, log_scale = _rescaled(_product(vector, hmm.transition.T), log_scale)
        result = np.full((num_groups, hmm.num_states), -np.inf, hmm.dtype)
        result[keys // self.num_nodes] = Messages(vector, log_scale).log()
        return result


def _product(vectors: FloatArray, matrix: FloatArray) -> FloatArray:
    """``vectors @ matrix`` in blocks too small for threads.

    The products of a boundary take about a millisecond altogether. To wait for a thread that the scheduler
    has put aside takes ten: on shared cores a boundary spent most of its time so.

    Args:
        vectors: Shape [M, H].
        matrix: Shape [H, H].
    """
    rows = min(_SERIAL // matrix.size, 8)
    count = len(vectors)
    if rows < 4 or count * matrix.size <= _SERIAL:
        return vectors @ matrix  # beyond H = 256 threads pay
    whole = count - count % rows
    result = np.empty((count, matrix.shape[1]), vectors.dtype)
    blocks = vectors[:whole].reshape(-1, rows, vectors.shape[1])
    np.matmul(blocks, matrix, out=result[:whole].reshape(blocks.shape))
    np.matmul(vectors[whole:], matrix, out=result[whole:])
    return result


def _merged(
    keys: IntArray, vector: FloatArray, log_scale: NDArray[np.float64]
) -> tuple[IntArray, FloatArray, NDArray[np.float64]]:
    """Add up the messages that have the same key; keys come out ascending."""
    if not len(keys):
        return keys, vector, log_scale
    order = np.argsort(keys, kind="stable")
    keys, scales = keys[order], log_scale[order]
    first = np.flatnonzero(_begins(keys))
    if len(first) == len(keys):
        return keys, vector[order], scales
    counts = np.diff(first, append=len(keys))
    largest = np.maximum.reduceat(scales, first)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    weight = np.exp(scales - np.repeat(largest, counts)).astype(vector.dtype)
    summed = np.add.reduceat(vector[order] * weight[:, None], first, axis=0)
    return (keys[first], *_rescaled(summed, largest))


def _begins(ascending: IntArray) -> NDArray[np.bool_]:
    """Where each run of equal numbers begins, shape as given."""
    begins = np.ones(len(ascending), bool)
    np.not_equal(ascending[1:], ascending[:-1], out=begins[1:])
    return begins


def _rescaled(vector: FloatArray, log_scale: NDArray[np.float64]) -> tuple[FloatArray, NDArray[np.float64]]:
    """Normalise rows and carry what was divided out over to the scale; rows of zeros get ``-inf``."""
    mass = vector.sum(axis=1)
    possible = mass > 0
    divisor = np.where(possible, mass, 1).astype(vector.dtype)
    return vector / divisor[:, None], np.where(possible, log_scale + _log(mass.astype(np.float64)), -np.inf)


def _from_log(log_messages: FloatArray, hmm: HMM) -> Messages:
    """Log-messages [M, H] as scaled vectors."""
    if log_messages.shape[-1] != hmm.num_states:
        raise HMMError(
            f"End messages have {log_messages.shape[-1]} entries, but the HMM has {hmm.num_states} hidden "
            "states. Were they computed with another HMM?"
        )
    largest = log_messages.max(axis=1).astype(np.float64)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    vector = np.exp(log_messages - largest[:, None].astype(log_messages.dtype)).astype(hmm.dtype)
    return Messages(*_rescaled(vector, largest))


def _log(values: Any) -> Any:
    with np.errstate(divide="ignore"):
        return np.log(values)
