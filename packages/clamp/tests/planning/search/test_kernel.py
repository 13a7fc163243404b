"""The compiled core of search beside its Python twin: the same answers, plans and effort; never a wrong one."""

from __future__ import annotations

import copy
import importlib.util
import logging
import os
import pickle
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from ctypes import byref, c_int32, sizeof
from pathlib import Path
from types import ModuleType

import kernel_fuzz
import numpy as np
import pytest
from patience import examples
from strategies import axiom_task, rich_task

import clamp
from clamp import Problem
from clamp.planning.search import kernel_library
from clamp.planning.search.bounds import Bounds, PlanSuffix
from clamp.planning.search.kernel import CompiledBounds
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.search.loops import Loopless, StateHistory
from clamp.planning.search.projection import Projection
from clamp_worlds.household import household

PACKAGE = Path(clamp.__file__).parents[2]
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


def builder() -> ModuleType:
    """The script that builds the library."""
    spec = importlib.util.spec_from_file_location("build_kernel", PACKAGE / "build_kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library built from the sources as they are."""
    build = builder()
    build.FOLDER = tmp_path_factory.mktemp("kernels")
    return build.build_here()


IN_BLOCKS = ("-DWHOLE=0", "-DBLOCK=1")
"""Nodes as very large problems have them."""


@pytest.fixture(scope="module", params=[(), IN_BLOCKS], ids=["whole", "in blocks"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with nodes that are kept whole, or in blocks."""
    build = builder()
    build.FOLDER = tmp_path_factory.mktemp("kernels")
    return build.build(["cc"], "library.so", *request.param)


@needs_compiler
def test_both_cores_say_the_same_of_random_tasks(either: Path):
    compiled = sum(kernel_fuzz.fuzz(seed, str(either)) for seed in range(examples(40)))
    assert compiled > examples(40) / 2


@pytest.mark.sampled(1)
@needs_compiler
@pytest.mark.parametrize(("actions", "goals", "budget"), [(24, 1, 7), (200, 3, 23), (1000, 2, 16)])
def test_both_cores_say_the_same_of_households(built: Path, actions: int, goals: int, budget: int):
    """Objects that are alike, conditional effects, mutex pairs; budgets too small, tight and loose."""
    problem = Problem.from_task(household(actions, goals))
    for seed, slack in enumerate((-1, 0, 1, 12)):
        assert kernel_fuzz.walk(problem, str(built), budget + slack, random.Random(seed), states=3000)


@needs_compiler
@pytest.mark.parametrize("most", ["bounds.CACHED_NODES", "kernel.CACHED_NODES", "kernel.CACHED_BYTES"])
def test_what_was_forgotten_is_found_again(built: Path, monkeypatch: pytest.MonkeyPatch, most: str):
    monkeypatch.setattr(f"clamp.planning.search.{most}", 5)
    problem = Problem.from_task(household(200, 2))
    found = kernel_fuzz.reachability(problem, str(built), SearchLimits())
    other = kernel_fuzz.reachability(problem, "python", SearchLimits())
    state, rng, stores = problem.initial, random.Random(0), set[int]()
    for left in range(24, 4, -1):
        alive = found.alive_actions(state, left).indices.tolist()
        assert alive == other.alive_actions(state, left).indices.tolist()
        bounds = found.ready()
        assert isinstance(bounds, CompiledBounds)
        stores.add(bounds.store.handle)
        state = problem.successor_of_index(state, rng.choice(alive))
    assert (len(stores) > 1) == most.startswith("kernel")


@needs_compiler
def test_plans_from_elsewhere_count(built: Path):
    """A plan that is handed in is known; one that is none, or leads elsewhere, is not."""
    problem = Problem.from_task(household(200, 2))
    one = kernel_fuzz.reachability(problem, str(built), SearchLimits())
    plan = one.plan(problem.initial, 30)
    assert isinstance(plan, tuple)
    way = one.ready().way(one.node(problem.initial))
    assert way is not None
    other = kernel_fuzz.reachability(problem, str(built), SearchLimits(states=0))
    assert other.known_plan(problem.initial) is None
    other.ready().learn_way(way)
    assert other.known_plan(problem.initial) == plan
    third = kernel_fuzz.reachability(problem, str(built), SearchLimits(states=0))
    third.ready().learn_way(type(way)(way.node, plan[-1], None))
    assert third.known_plan(problem.initial) is None


@needs_compiler
def test_copies_find_out_again(built: Path):
    """A copy, pickled or not, may be in another process, where there may be no library."""
    problem = Problem.from_task(household(200, 2))
    one = kernel_fuzz.reachability(problem, str(built), SearchLimits())
    plan = one.plan(problem.initial, 30)
    assert isinstance(plan, tuple)
    onward = one.onward(problem.initial, 30)
    loopless = Loopless(onward, StateHistory(StateHistory(None, problem.initial), problem.initial), None)
    index, admitted = int(onward.all().indices[0]), onward.all().indices.tolist()
    way, without_loops = onward.way(index), loopless.all().indices.tolist()
    for copied in (lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy):
        for which in (str(built), "python"):
            with kernel_fuzz.kernel(which):
                again, beside, other = copied((one, onward, loopless))
            assert (type(again.ready()) is Bounds) == (which == "python")
            assert again.plan(problem.initial, 30) == plan
            assert beside.all().indices.tolist() == admitted
            assert other.all().indices.tolist() == without_loops
            assert isinstance(way, PlanSuffix)
            assert beside.way(index).actions() == way.actions()


@needs_compiler
def test_many_threads_ask_one_store(built: Path):
    problem = Problem.from_task(household(200, 3))
    one = kernel_fuzz.reachability(problem, str(built), SearchLimits())
    other = kernel_fuzz.reachability(problem, "python", SearchLimits())
    found = dict[int, list[tuple[list[int], list[int]]]]()

    def ask(seed: int) -> None:
        rng, state = random.Random(seed), problem.initial
        for left in range(28, 12, -1):
            onward = one.onward(state, left)
            alive = onward.all().indices.tolist()
            ways = [onward.way(index) for index in alive[:3]]
            found.setdefault(seed, []).append(
                (alive, [way.length for way in ways if isinstance(way, PlanSuffix)])
            )
            state = problem.successor_of_index(state, rng.choice(alive))

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        rng, state = random.Random(seed), problem.initial
        for left, (alive, lengths) in zip(range(28, 12, -1), found[seed], strict=True):
            assert alive == other.alive_actions(state, left).indices.tolist()
            assert len(lengths) == len(alive[:3])
            assert max(lengths) < left
            state = problem.successor_of_index(state, rng.choice(alive))


@needs_compiler
@pytest.mark.parametrize("seed", range(4))
def test_each_part_is_what_its_twin_is(either: Path, seed: int):
    """Successors, kinds, relaxed plans and landmarks of the nodes along a walk."""
    problem = Problem.from_task(
        [household(200, 3), household(1000, 1), rich_task(seed), rich_task(seed + 9)][seed]
    )
    bounds = kernel_fuzz.reachability(problem, str(either), SearchLimits()).ready()
    assert isinstance(bounds, CompiledBounds)
    assert isinstance(bounds.space, Projection)
    assert bounds.symmetry() is not None or seed > 1
    store, library, space, state = bounds.store, bounds.store.library, bounds.space, problem.initial
    bounds.decide(space.node(state), 30, Meter(SearchLimits()))
    bounds.find_symmetry()
    kinds, rng = dict[int, int](), random.Random(seed)
    for _ in range(12):
        node = space.node(state)
        number = store.id(node)
        rows = np.empty((2, len(space.actions)), np.int32)
        for different, ask in enumerate((space.successors, space.different_successors)):
            count = library.clamp_successors(
                store.handle, number, different, rows.ctypes.data, rows.ctypes.data + rows.strides[0]
            )
            actions, nodes = rows[:, :count].tolist()
            assert [(action, store.mask(one)) for action, one in zip(actions, nodes, strict=True)] == list(
                ask(node)
            )
        kind = library.clamp_kind(store.handle, number)
        assert not space.has_symmetry or kinds.setdefault(space.kind(node), kind) == kind
        size, useful = c_int32(), c_int32()
        library.clamp_relaxed(store.handle, number, byref(size), rows.ctypes.data, byref(useful))
        estimate, actions = space.relaxed_plan(node)
        assert (size.value == 1 << 30) == (estimate == np.inf)
        assert estimate == np.inf or (size.value, sorted(actions)) == (
            estimate,
            rows[0, : useful.value].tolist(),
        )
        sizes = (c_int32 * 1000)()
        library.clamp_landmarks(store.handle, number, byref(useful), sizes, 1000)
        cuts = space.landmarks(node, ())
        assert (useful.value == -1) == (cuts is None)
        assert cuts is None or sizes[: useful.value] == list(map(len, cuts))
        applicable = problem.applicable_indices(state)
        if not applicable:
            break
        state = problem.successor_of_index(state, rng.choice(applicable))
    assert len(set(kinds.values())) == len(kinds)


@needs_compiler
def test_what_is_derived_is_left_to_the_twin(built: Path):
    left = 0
    for seed in range(20):
        found = kernel_fuzz.reachability(
            Problem.from_task(axiom_task(seed)), str(built), SearchLimits()
        ).ready()
        left += type(found) is Bounds
    assert left


def test_python_can_be_asked_for():
    found = kernel_fuzz.reachability(Problem.from_task(household(24)), "python", SearchLimits())
    assert type(found.ready()) is Bounds
    with kernel_fuzz.kernel("python"):
        assert kernel_library.library() is None
        assert "as CLAMP_KERNEL asks" in kernel_library.in_words()


@pytest.mark.parametrize("content", [None, b"no library"])
def test_without_a_library_the_twin_searches_and_that_is_said_once(
    content: bytes | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "library.so"
    if content is not None:
        path.write_bytes(content)
    with kernel_fuzz.kernel(str(path)), caplog.at_level(logging.INFO, "clamp.search"):
        for _ in range(2):
            found = kernel_fuzz.reachability(Problem.from_task(household(24)), str(path), SearchLimits())
            assert type(found.ready()) is Bounds
            assert found.plan(found.system.initial, 30)
        assert kernel_library.in_words().startswith("search in Python (")
    assert [record.levelname for record in caplog.records] == ["INFO"]


@needs_compiler
def test_the_structures_are_as_large_as_the_library_takes_them_to_be(built: Path):
    from clamp.planning.search import kernel as module

    with kernel_fuzz.kernel(str(built)):
        library = kernel_library.library()
    assert library is not None
    ours = [getattr(module, name) for name in ("_Task", "_Relaxation", "_Alikes")]
    assert [library.clamp_size(which) for which in range(3)] == [sizeof(one) for one in ours]


@pytest.mark.sampled(1)
@needs_compiler
@pytest.mark.skipif(sys.platform != "linux", reason="the sanitizer's library is preloaded")
@pytest.mark.parametrize("seeds", ["1006", pytest.param("1150", marks=pytest.mark.slow)])
@pytest.mark.parametrize("flags", [(), IN_BLOCKS], ids=["whole", "in blocks"])
def test_no_memory_is_misused(tmp_path: Path, flags: Sequence[str], seeds: str):
    """Under AddressSanitizer and UBSan, in a process of its own."""
    build = builder()
    build.FOLDER = tmp_path
    library = build.build(
        ["cc"], "sanitized.so", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover", *flags
    )
    preload = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    environment = os.environ | {
        "LD_PRELOAD": preload.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "CLAMP_KERNEL": str(library),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, str(Path(kernel_fuzz.__file__)), "1000", seeds],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
