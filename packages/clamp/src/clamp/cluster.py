"""Work on many machines, through Ray: who does a job, and what becomes of it where its worker dies.

What a job is, and where its results go, is its caller's. No other module knows Ray.

Two kinds of work are spread. *Jobs* (`Crew.map`) are done by actors that hold something dear, such as a model; each
tells results one by one. *Sums* (`fold`, `Cluster.fold`) are over numbered leaves, added as a tree whose shape depends
on the number of leaves alone. So results are those of one process, whoever does what: nothing here draws lots, and
nothing depends on how many workers there are.

Few jobs are under way at a time (two an actor), and no more are begun while nobody takes what they tell: a slow disk
holds the workers up instead of filling memory.

Ray is imported when a cluster is opened, and not before.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import queue
import re
import socket
import sys
import threading
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time, time
from typing import Any, Protocol, TypeVar, cast

from clamp.errors import ClampError, HostError
from clamp.files import shown, shown_path, writing

T = TypeVar("T")

ATTEMPTS = 3
"""So many workers may die of a job; then it is given up."""
LOCAL = "local"
"""The address that means: a cluster of this machine's cores, for as long as the work lasts."""

_UNDER_WAY = 2
"""Jobs that an actor has at a time: one in hand, and the next, so that it never waits for the driver."""
_TOLD = 64
"""Results that an actor may tell before any is taken."""
_LINGER_SECONDS = 0.005
"""So long the driver waits for a quarter of many workers before it takes what there is."""
_STARTS = 4
"""So often a cluster of this machine is started, where Ray finds the machine too slow."""
_CONNECT_SECONDS = 5.0
_HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How whoever speaks HTTP/2, as Ray does, begins; it is answered with settings."""
_SETTINGS = b"\x04"
_ADDRESS = re.compile(r"\[?[\w.:-]+?\]?:\d{1,5}")
_LEAST_SHARE = 0.0001
"""Ray knows no smaller part of anything."""
_ENVIRONMENT = ("CLAMP_",)
"""Variables that begin so are the driver's everywhere."""


class Fold(Protocol):
    """Adds what belongs to the numbers from 0 to `count` − 1."""

    def __call__(self, leaf: Callable[[int], T], count: int, merge: Callable[[T, T], T]) -> T: ...


def fold(leaf: Callable[[int], T], count: int, merge: Callable[[T, T], T]) -> T:
    """Add the leaves in this process: the same tree, and so the same rounding, as `Cluster.fold`.

    Args:
        leaf: What belongs to a number.
        count: How many there are, at least 1.
        merge: Adds two neighbours, the one with the smaller numbers first.
    """
    return _subtree(leaf, merge, 0, count)


def _subtree(leaf: Callable[[int], T], merge: Callable[[T, T], T], start: int, stop: int) -> T:
    """The sum of the leaves from `start` to before `stop`: halves are full trees as long as that is possible, so that
    a run of 2^k leaves that begins at a multiple of 2^k is added alike wherever it stands."""
    if stop - start == 1:
        return leaf(start)
    middle = _middle(start, stop)
    return merge(_subtree(leaf, merge, start, middle), _subtree(leaf, merge, middle, stop))


def _middle(start: int, stop: int) -> int:
    return start + (1 << ((stop - start - 1).bit_length() - 1))


@dataclass
class Lost:
    """What `Crew.map` tells in place of a job's results when the job has killed its workers.

    Attributes:
        job: The job, or the part of it that is left.
        said: What happened, for people.
        instead: Jobs to be done in its place; whoever is told may add some.
    """

    job: Any
    said: str
    instead: list[Any] = field(default_factory=list[Any])


Again = Callable[[Any, int], Sequence[tuple[Any, int]]]
"""What is done after a job's worker has died, given the job and of how many deaths it is suspected: jobs in its place,
each with the deaths that it is suspected of."""


def _as_it_was(job: Any, deaths: int) -> Sequence[tuple[Any, int]]:
    return [(job, deaths)]


# ------------------------------------------------------------------ a cluster


class Cluster:
    """A Ray cluster that this process drives; `opened` makes one.

    Attributes:
        address: Where others join it.
        share: The part of a device (a GPU where there are any, otherwise a core) that a worker has.
        workers: How many fit.
        cores: How many there are.
        threads: Threads that each computes with: this process's, because sums round differently with others.
    """

    def __init__(self, ray: Any, address: str, share: float, threads: int | None) -> None:
        self._ray = ray
        self.address, self.share, self.threads = address, share, threads
        self.nodes: list[dict[str, Any]] = [one for one in ray.nodes() if one["Alive"]]
        self.device = "GPU" if any(one["Resources"].get("GPU") for one in self.nodes) else "CPU"
        on_nodes = [int(one["Resources"].get(self.device, 0) / share + 1e-9) for one in self.nodes]
        self.workers = sum(on_nodes)
        self.cores = max(1, int(sum(one["Resources"].get("CPU", 0) for one in self.nodes)))
        if not self.workers:
            raise HostError(
                f"The cluster at {address} has room for no worker that takes {share:g} of a {self.device}: its "
                f"{len(self.nodes)} nodes have {sum(one['Resources'].get(self.device, 0) for one in self.nodes):g}."
            )
        self._figures: dict[str, Figures] = {}
        self._deaths = 0
        self._began = perf_counter()

    # -- before any work

    def check(self, folder: Path, needs: Sequence[Callable[[], None]] = ()) -> None:
        """Ask every node whether work can begin there.

        Args:
            folder: The run's folder, which all nodes have to see.
            needs: What raises a `ClampError` where something is missing, such as a model.

        Raises:
            HostError: Naming the first node where CLAMP is not installed in this version, or which does not see the
                folder; or what `needs` says, with the node.
        """
        ray: Any = self._ray
        strategy = _import("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        with _marked(folder) as (path, token):
            ask = ray.remote(num_cpus=0, max_retries=0)(_inspect)
            asked = [
                (
                    one["NodeManagerAddress"],
                    ask.options(scheduling_strategy=strategy(one["NodeID"], soft=False)).remote(
                        _Setting.of(self.threads), _version(), path, token, list(needs)
                    ),
                )
                for one in self.nodes
            ]
            for node, answer in asked:
                try:
                    said: str | None = ray.get(answer)
                except Exception as error:  # of Ray, or of what the worker cannot even load
                    raise HostError(
                        f"A worker on the node {node} cannot begin: {_cause(error)} CLAMP has to be installed there as "
                        "it is here."
                    ) from error
                if said is not None:
                    raise HostError(f"On the node {node} of the cluster: {said}")

    # -- sums

    def fold(self, leaf: Callable[[int], T], count: int, merge: Callable[[T, T], T]) -> T:
        """Add numbered leaves as a tree, all over the cluster; the same result as `fold`, to the last bit.

        What a worker or a node takes with it is computed again.

        Raises:
            HostError: If a piece kills its worker three times.
        """
        ray: Any = self._ray
        size = 1
        while -(-count // (2 * size)) >= 2 * self.cores:
            size *= 2
        one = {"num_cpus": self.share if self.device == "CPU" else 1, "max_retries": ATTEMPTS - 1}
        piece = ray.remote(**one, num_returns=2)(_piece)
        adding = ray.remote(**one)(_merged)
        setting, shared, told = _Setting.of(self.threads), [ray.put((leaf, merge))], list[Any]()

        def submitted(number: int) -> Any:
            bounds = number * size, min((number + 1) * size, count)
            found, figures = piece.remote(setting, shared, *bounds, time())
            told.append(figures)
            return found

        def joined(left: Any, right: Any) -> Any:
            return adding.remote(setting, shared, left, right)

        try:
            pieces = -(-count // size)
            # The last two parts are added here: a worker would have to write their sum where it can be read from.
            bounds = (
                ((0, pieces),) if pieces == 1 else ((0, _middle(0, pieces)), (_middle(0, pieces), pieces))
            )
            parts: list[T] = ray.get([_subtree(submitted, joined, *of_part) for of_part in bounds])
            for name, own in ray.get(told):
                self._figures.setdefault(name, Figures()).add(own)
        except ray.exceptions.RayError as error:
            cause: Any = getattr(error, "cause", None) or error
            if not isinstance(cause, ray.exceptions.RayError):
                raise _original(error) from error
            raise HostError(
                f"A part of a sum over {count} batches killed its worker {ATTEMPTS} times: {_cause(error)} Has the "
                "node too little memory?"
            ) from error
        return parts[0] if len(parts) == 1 else merge(*parts)

    # -- jobs

    @contextmanager
    def crew(
        self, make: Callable[[], Callable[[Any], Iterable[Any]]], most: int | None = None
    ) -> Generator[Crew]:
        """Workers that each hold what `make` makes, until the end of the block.

        Args:
            make: Called once in each worker; what it returns does jobs. It may have ``about`` (what to tell the
                driver of it) and ``figures`` (numbers that grow while it works).
            most: No more workers than that; as many as fit by default.
        """
        crew = Crew(self, make, min(self.workers, self.workers if most is None else max(1, most)))
        try:
            yield crew
        finally:
            crew.close()

    # -- afterwards

    def summary(self) -> dict[str, Any]:
        """What the workers did, for ``summary.json``."""
        return {
            "address": self.address,
            "nodes": len(self.nodes),
            "workers": self.workers,
            "share_of_a_device": self.share,
            "device": self.device,
            "threads": self.threads,
            "seconds": round(perf_counter() - self._began, 3),
            "deaths": self._deaths,
            "actors": {name: figures.to_json() for name, figures in sorted(self._figures.items())},
        }


@contextmanager
def opened(address: str, share: float = 1.0) -> Generator[Cluster]:
    """Join a cluster, or have one of this machine's cores (`LOCAL`), for the length of a block.

    Args:
        address: ``HOST:PORT`` of a cluster's head, ``auto`` for the one that Ray knows of, or ``local``.
        share: The part of a device that each worker has: 0.5 is two workers a device, 2 one for two devices.

    Raises:
        HostError: If Ray is not installed, there is no cluster, it has another version of Ray or Python, or no room.
    """
    check_address(address, share)
    if find_spec("ray") is None:
        raise HostError(
            "--ray needs the package ray, which is not installed. Run `pip install 'clamp-planning[ray]'`."
        )
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address != LOCAL and _has_token():  # a cluster that was started where there is one asks for it
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    ray: Any = _import("ray")
    own = not ray.is_initialized()
    if own:
        _join(ray, address)
    try:
        where = str(ray.get_runtime_context().gcs_address)
        if not own and address not in (LOCAL, "auto") and address.split(":")[-1] != where.split(":")[-1]:
            raise HostError(f"--ray {address}: this process already works with the cluster at {where}.")
        yield Cluster(ray, where, share, _threads())
    finally:
        if own:
            ray.shutdown()


def check_address(address: str, share: float = 1.0) -> None:
    """Refuse an address that is none, or where nothing answers, before anything is loaded.

    Raises:
        HostError: Saying so.
    """
    if not _LEAST_SHARE <= share <= 1_024:
        raise HostError(
            f"--ray-share is {share:g}; it is the part of a device that a worker has, at least {_LEAST_SHARE}."
        )
    if address in (LOCAL, "auto"):
        return
    if address.startswith("ray://"):
        raise HostError(
            f"--ray {shown(address)} is the address of a Ray Client server, through which results are not told one by "
            "one. Run the command on a node of the cluster, and give HOST:PORT of its head (6379 by default)."
        )
    if not _ADDRESS.fullmatch(address):
        raise HostError(
            f"--ray {shown(address)} is no address. Give HOST:PORT of a cluster's head, such as 10.0.0.1:6379, or "
            f"'{LOCAL}' for a cluster of this machine's cores."
        )
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_SECONDS) as line:
            line.sendall(_HTTP2)
            answer = line.recv(9)
    except (OSError, OverflowError, UnicodeError) as error:
        raise HostError(
            f"--ray {address}: no cluster answers there ({error}). Was it started (`ray start --head`), and is this "
            "the address of its head?"
        ) from None
    if answer[3:4] != _SETTINGS:  # Ray itself would try for minutes
        raise HostError(
            f"--ray {address}: something answers there, but no Ray cluster. Give the port of its head (6379 by "
            "default)."
        )


def _join(ray: Any, address: str) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
    if address == LOCAL:
        quiet["include_dashboard"] = False
    logging.getLogger("ray").setLevel(logging.ERROR)
    with contextlib.suppress(
        ImportError, AttributeError
    ):  # what dies is told here, and not on standard output
        _import("ray._private.worker").print_to_stdstream = _unsaid
    for left in reversed(range(_STARTS)):
        try:
            ray.init(address=address, **quiet)
            return
        except Exception as error:  # Ray raises anything
            if address == LOCAL and left and "timed out during startup" in str(error):
                with contextlib.suppress(Exception):  # it gives a busy machine half a minute
                    ray.shutdown()
                continue
            raise _not_joined(ray, address, error) from error


def _not_joined(ray: Any, address: str, error: Exception) -> HostError:
    """Why there is no cluster to work with."""
    said = _cause(error)
    if "ersion mismatch" in str(error):
        lines = " ".join(str(error).split())
        return HostError(
            f"--ray {address}: the cluster there has another version of Ray or Python than this process: {lines} "
            "Install the same here as there."
        )
    return HostError(
        f"--ray {address}: cannot join a cluster there: {said} This process has Ray {ray.__version__}, Python "
        f"{platform.python_version()} and {'a' if _has_token() else 'no'} token of Ray's. Is something else at "
        "this address, or a cluster with another token (RAY_AUTH_TOKEN)?"
    )


def _has_token() -> bool:
    """Whether there is one of Ray's tokens, where Ray looks for it."""
    named = os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token"
    return bool(os.environ.get("RAY_AUTH_TOKEN")) or os.path.exists(named)


def _unsaid(data: Any, ignore_prefix: bool = False) -> None:
    """In place of what prints Ray's own reports on deaths, which come on standard output, between the results."""


def _threads() -> int | None:
    return None if find_spec("torch") is None else int(_import("torch").get_num_threads())


@contextmanager
def _marked(folder: Path) -> Generator[tuple[str, str]]:
    """A file in a folder that only this moment can have put there, and what is in it."""
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    path, token = folder / f"cluster-{uuid.uuid4().hex[:8]}.check", uuid.uuid4().hex
    with writing(folder, "run's folder", HostError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(token, encoding="utf-8")
    try:
        yield str(path.absolute()), token
    finally:
        path.unlink(missing_ok=True)
        for one in made:
            with contextlib.suppress(OSError):
                one.rmdir()


def _cause(error: BaseException) -> str:
    """What an error of Ray's says, in a line."""
    cause = getattr(error, "cause", None)
    said = " ".join(str(cause if isinstance(cause, BaseException) else error).split())
    return f"{type(error).__name__}: {said[-600:]}".rstrip(".") + "."


def _original(error: Any) -> BaseException:
    """What a task raised, out of Ray's wrapping."""
    return (
        error.cause if isinstance(error.cause, ClampError) else HostError(f"A worker failed: {error.cause!r}")
    )


def _version() -> str:
    return metadata.version("clamp-planning")


def _import(name: str) -> Any:
    return import_module(name)


# ------------------------------------------------------------------ who does jobs


@dataclass
class Figures:
    """What a worker did.

    Attributes:
        jobs, results: How many.
        busy: Seconds in which it worked.
        processor: Seconds of processor time that it had for that.
        queue: Seconds for which its jobs waited for it, by the clocks of driver and node.
        own: Numbers of the work's own, such as its tokens.
    """

    jobs: int = 0
    results: int = 0
    busy: float = 0.0
    processor: float = 0.0
    queue: float = 0.0
    own: dict[str, float] = field(default_factory=dict[str, float])

    def add(self, other: Figures) -> None:
        self.jobs += other.jobs
        self.results += other.results
        self.busy += other.busy
        self.processor += other.processor
        self.queue += other.queue
        for name, value in other.own.items():
            self.own[name] = self.own.get(name, 0) + value

    def to_json(self) -> dict[str, Any]:
        """Plain data, with what follows: results and tokens a second, and the constraint's share."""
        own, busy = self.own, self.busy
        share = own["constraint"] / own["generation"] if own.get("generation") else None
        return {
            "jobs": self.jobs,
            "results": self.results,
            "busy_seconds": round(busy, 3),
            "processor_seconds": round(self.processor, 3),
            "queue_seconds": round(self.queue, 3),
            "results_per_second": round(self.results / busy, 4) if busy else None,
            "tokens_per_second": round(own["tokens"] / busy, 2) if busy and "tokens" in own else None,
            "constraint_share": None if share is None else round(share, 4),
        }


@dataclass
class _Task:
    index: int
    job: Any
    deaths: int = 0


@dataclass
class _Hand:
    """An actor, and what it has to do: of each job the results to come, the one in hand first."""

    actor: Any
    about: Any  # a promise of what it says of itself
    name: str = ""
    ready: bool = False
    tasks: deque[tuple[_Task, Any]] = field(default_factory=deque[tuple[_Task, Any]])


class Crew:
    """Actors of one kind; `Cluster.crew` makes one.

    Attributes:
        size: How many.
    """

    def __init__(
        self, cluster: Cluster, make: Callable[[], Callable[[Any], Iterable[Any]]], size: int
    ) -> None:
        self._cluster, self._ray, self.size = cluster, cast(Any, cluster)._ray, size
        share = {f"num_{cluster.device.lower()}s": cluster.share}
        if cluster.device == "GPU":
            share["num_cpus"] = 0
        self._kind = self._ray.remote(
            max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD", **share
        )(ClampWorker)
        self._setting = _Setting.of(cluster.threads)
        try:
            self._make = [self._ray.put(make)]
        except Exception as error:  # pickling raises anything
            raise HostError(f"What the workers need cannot be sent to them: {_cause(error)}") from error
        self._hands: list[_Hand] = []
        self._early = 0  # deaths in a row of workers that had not begun
        self._about: Any = None
        for _ in range(size):
            self._hire()

    def about(self) -> Any:
        """What the work says of itself, as soon as one worker is ready.

        Raises:
            ClampError: What making the work raised.
        """
        while not any(hand.ready for hand in self._hands):
            self._ray.wait([hand.about for hand in self._hands], num_returns=1)
            self._greet()
        return self._about

    def map(
        self, jobs: Iterable[Any], again: Again = _as_it_was, ahead: int | None = None
    ) -> Generator[tuple[int, Any]]:
        """Have jobs done, and tell each result as soon as it is there.

        Args:
            jobs: Begun in their order. One is taken when a worker has room for it.
            again: What is done when a worker has died of a job.
            ahead: No job is begun that stands so many behind the first that is not done.

        Yields:
            The number of a job, and one of its results; or `Lost`.

        Raises:
            ClampError: What a job raised, or making the work.
            HostError: If workers die before they begin.
        """
        ray, source, waiting = self._ray, enumerate(jobs), deque[_Task]()
        open_tasks: dict[int, int] = {}  # of each job that is begun and not done, its parts

        def next_task() -> _Task | None:
            too_far = ahead is not None and open_tasks and max(open_tasks) - min(open_tasks) >= ahead - 1
            if not waiting and not too_far:
                for index, job in source:
                    open_tasks[index] = 1
                    waiting.append(_Task(index, job))
                    break
            return waiting.popleft() if waiting else None

        while True:
            for many in range(_UNDER_WAY):  # nobody gets a second before everybody has a first
                for hand in self._hands:
                    if hand.ready and len(hand.tasks) <= many and (task := next_task()):
                        hand.tasks.append((task, hand.actor.do.remote(task.job, time())))
            working = {hand.tasks[0][1]: hand for hand in self._hands if hand.tasks}
            if not working:
                if (task := next_task()) is None:
                    return
                waiting.appendleft(task)
            starting = [hand.about for hand in self._hands if not hand.ready]
            watched = [*working, *starting]
            done, _ = ray.wait(watched, num_returns=1)
            if (several := len(watched) // 4) > 1:  # to ask costs as much as all that are asked for
                done, _ = ray.wait(watched, num_returns=several, timeout=_LINGER_SECONDS)
            if starting:
                self._greet()
            for stream in done:
                hand = working.get(stream)
                if hand is None:
                    continue
                task = hand.tasks[0][0]
                try:
                    told: _Said = ray.get(next(stream))
                except ray.exceptions.RayTaskError as error:
                    raise _original(error) from error
                except ray.exceptions.RayError as error:
                    yield from self._bury(hand, error, waiting, open_tasks, again)
                    continue
                if told.figures is not None:
                    hand.tasks.popleft()
                    self._cluster._figures.setdefault(hand.name, Figures()).add(told.figures)  # pyright: ignore
                    open_tasks[task.index] -= 1
                    if not open_tasks[task.index]:
                        del open_tasks[task.index]
                if told.error is not None:
                    raise told.error
                for one in told.results:
                    yield task.index, one

    def close(self) -> None:
        """Let the workers go."""
        for hand in self._hands:
            with contextlib.suppress(Exception):
                self._ray.kill(hand.actor)
        self._hands = []

    def _hire(self) -> None:
        actor = self._kind.remote(self._setting, self._make)
        self._hands.append(_Hand(actor, actor.about.remote()))

    def _greet(self) -> None:
        """Take note of workers that are ready, and hire others for those that died before they were.

        Raises:
            ClampError: What making the work raised.
        """
        ray: Any = self._ray
        starting = [hand for hand in self._hands if not hand.ready]
        if not starting:
            return
        done, _ = ray.wait([hand.about for hand in starting], num_returns=len(starting), timeout=0)
        for hand in starting:
            if hand.about not in done:
                continue
            try:
                hand.name, about, error = ray.get(hand.about)
            except ray.exceptions.RayError as reason:
                self._early += 1
                self._cluster._deaths += 1  # pyright: ignore[reportPrivateUsage]
                if self._early >= ATTEMPTS:
                    raise HostError(
                        f"{self._early} workers in a row died before they could begin: {_cause(reason)} Is there "
                        "memory enough for what each has to load?"
                    ) from reason
                self._hands.remove(hand)
                self._hire()
                continue
            if error is not None:
                raise error
            hand.ready, self._early = True, 0
            self._about = about

    def _bury(
        self,
        hand: _Hand,
        error: Exception,
        waiting: deque[_Task],
        open_tasks: dict[int, int],
        again: Again,
    ) -> Generator[tuple[int, Any]]:
        """Take what a dead worker had to do from it, and hire another."""
        self._cluster._deaths += 1  # pyright: ignore[reportPrivateUsage]
        self._hands.remove(hand)
        with contextlib.suppress(Exception):
            self._ray.kill(hand.actor)
        self._hire()
        (task, _), *others = hand.tasks
        waiting.extendleft(reversed([other for other, _ in others]))  # it had not begun them
        deaths = task.deaths + 1
        if deaths < ATTEMPTS:
            instead = again(task.job, deaths)
        else:
            lost = Lost(task.job, f"It ended its worker {deaths} times: {_cause(error)}")
            yield task.index, lost
            instead = [(job, 0) for job in lost.instead]
        open_tasks[task.index] += len(instead) - 1
        if not open_tasks[task.index]:
            del open_tasks[task.index]
        waiting.extendleft(reversed([_Task(task.index, job, count) for job, count in instead]))


# ------------------------------------------------------------------ in the workers


@dataclass(frozen=True)
class _Setting:
    """What is the driver's everywhere."""

    folder: str
    path: Sequence[str]
    variables: Mapping[str, str]
    threads: int | None

    @classmethod
    def of(cls, threads: int | None) -> _Setting:
        kept = {name: value for name, value in os.environ.items() if name.startswith(_ENVIRONMENT)}
        return cls(os.getcwd(), tuple(sys.path), kept, threads)

    def enter(self) -> None:
        """Make this process as the driver is, as far as results depend on it."""
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        sys.path += [one for one in self.path if one not in sys.path]
        os.environ.update(self.variables)
        if self.threads is not None:
            os.environ["OMP_NUM_THREADS"] = str(self.threads)  # for torch, if it is loaded after this
            if "torch" in sys.modules:
                sys.modules["torch"].set_num_threads(self.threads)

    def read(self, shared: Shared) -> Any:
        """What is shared, once this process is as the driver is."""
        self.enter()
        return _import("ray").get(shared[0])


@dataclass(frozen=True)
class _Said:
    """What an actor tells: results, and with the last ones what it did."""

    results: Sequence[Any]
    figures: Figures | None = None
    error: Exception | None = None


class ClampWorker:
    """The actor."""

    def __init__(self, setting: _Setting, make: Shared) -> None:
        self._work: Any = None
        self._error: Exception | None = None
        try:
            self._work = setting.read(make)()
        except Exception as error:
            self._error = _sendable(error)

    def about(self) -> tuple[str, Any, Exception | None]:
        """Who it is, and what its work says of itself; or why there is none."""
        return f"{platform.node()}:{os.getpid()}", getattr(self._work, "about", None), self._error

    def do(self, job: Any, sent: float) -> Iterator[_Said]:
        """Do a job, and tell its results one by one; a list at once."""
        began, clock, processor = time(), perf_counter(), process_time()
        before = dict(getattr(self._work, "figures", {}))
        count, error, last = 0, None, cast("Sequence[Any]", ())
        try:
            results = self._work(job)
            if isinstance(results, list | tuple):
                last = cast("Sequence[Any]", results)
                count = len(last)
            else:
                for one in results:
                    count += 1
                    yield _Said((one,))
        except Exception as problem:
            error, last = _sendable(problem), ()
        after: Mapping[str, float] = getattr(self._work, "figures", {})
        own = {name: value - before.get(name, 0) for name, value in after.items()}
        spent = perf_counter() - clock, process_time() - processor
        yield _Said(last, Figures(1, count, *spent, max(0.0, began - sent), own), error)


def _sendable(error: Exception) -> Exception:
    """An error that another process can read."""
    if isinstance(error, ClampError):
        return error
    return HostError(f"A worker on {platform.node()} failed: {type(error).__name__}: {error}")


def _inspect(
    setting: _Setting, version: str, path: str, token: str, needs: Sequence[Callable[[], None]]
) -> str | None:
    """What keeps work from beginning on this node."""
    setting.enter()
    if _version() != version:
        return f"it has CLAMP {_version()}, and this process {version}. Install the same there."
    try:
        seen = Path(path).read_text(encoding="utf-8")
    except OSError:
        seen = None
    if seen != token:
        return (
            f"the folder of the run, {shown_path(Path(path).parent)}, is not the one that this process writes to: a "
            "file that was just put there is not to be seen. Choose a folder on a disk that all nodes share."
        )
    for need in needs:
        try:
            need()
        except ClampError as error:
            return str(error)
    return None


Shared = Sequence[Any]
"""A promise of what is the same for many, in a list: so the worker itself asks for it, when it is ready to read it."""


def _piece(
    setting: _Setting, shared: Shared, start: int, stop: int, sent: float
) -> tuple[Any, tuple[str, Figures]]:
    began, clock, processor = time(), perf_counter(), process_time()
    leaf, merge = setting.read(shared)
    found = _subtree(leaf, merge, start, stop)
    spent = perf_counter() - clock, process_time() - processor
    figures = Figures(1, stop - start, *spent, max(0.0, began - sent))
    return found, (f"{platform.node()}:{os.getpid()}", figures)


def _merged(setting: _Setting, shared: Shared, left: Any, right: Any) -> Any:
    _, merge = setting.read(shared)
    return merge(left, right)


def as_told(call: Callable[[Callable[[T], None]], None]) -> Iterator[T]:
    """What a function tells through a callback, as an iterator; it runs in a thread, and waits for whoever iterates.

    Raises:
        Exception: What the function raises, after all that it told.
    """
    box: queue.Queue[tuple[bool, Any]] = queue.Queue(maxsize=1)

    def run() -> None:
        try:
            call(lambda one: box.put((True, one)))
            box.put((False, None))
        except BaseException as error:
            box.put((False, error))

    threading.Thread(target=run, daemon=True).start()
    for going, one in iter(box.get, None):
        if going:
            yield one
            continue
        if one is not None:
            raise one
        return
