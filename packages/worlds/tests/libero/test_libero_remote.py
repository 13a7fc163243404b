"""The simulator's process: it answers, it says what is wrong, and it never outlives its parent."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fake_libero_worker
import numpy as np
import pytest
from fake_libero_worker import World
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from libero_text import BDDL
from shortest import Shortest

from clamp.errors import BenchmarkError
from clamp.loop.loop import closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.planning import Action
from clamp_worlds.libero import LiberoTask, task
from clamp_worlds.libero.remote import RemoteLibero, packed, receive, send, unpacked
from clamp_worlds.libero.worker import serve

FAKE = Path(fake_libero_worker.__file__)
BUTTER, DRAWER, TOP = "butter_1", "wooden_cabinet_1_bottom_region", "wooden_cabinet_1_top_region"


@pytest.fixture
def chosen(tmp_path: Path) -> LiberoTask:
    path = tmp_path / "drawers" / "butter.bddl"
    path.parent.mkdir()
    path.write_text(BDDL)
    return task(str(path))


@pytest.fixture
def opened(chosen: LiberoTask, tmp_path: Path) -> Callable[..., RemoteLibero]:
    def open_(misbehaviour: str = "", **options: Any) -> RemoteLibero:
        command = [sys.executable, str(FAKE), str(tmp_path / "note"), misbehaviour]
        return RemoteLibero(chosen, size=8, command=command, **options)

    return open_


def test_the_remote_world_is_the_world(
    opened: Callable[..., RemoteLibero], chosen: LiberoTask, tmp_path: Path
) -> None:
    there = SymbolicEnvironment(chosen.problem())
    with opened() as world:
        assert world.states == 3
        seen = world.reset(1)
        for action in [None, Action("close", (TOP,)), Action("open", (DRAWER,)), Action("pick", (BUTTER,))]:
            if action is not None:
                world.execute(action)
                there.execute(action)
                seen = world.observe()
            here = there.observe()
            assert seen.facts == here.facts
            assert seen.scene == here.scene
            assert {view: image.shape for view, image in seen.images.items()} == {
                "a": (8, 8, 3),
                "b": (8, 8, 3),
            }
            assert all(image.dtype == np.uint8 for image in seen.images.values())
        assert world.unmet() == chosen.goal
        assert not world.goal_holds()
        assert world.set_state([("in", "akita_black_bowl_1", TOP)]) == ()
        assert world.holds(("in", "akita_black_bowl_1", TOP))
        assert [literal[0] for literal in world.unmet()] == ["on"]
        process = world._process
    assert process.returncode == 0, "it ended by itself, and was waited for"
    assert (tmp_path / "note").read_text() == "closed"
    world.close()
    with pytest.raises(BenchmarkError, match=r"has ended \(it was closed\)"):
        world.observe()


def test_a_closed_loop_through_the_process(opened: Callable[..., RemoteLibero], chosen: LiberoTask) -> None:
    write = Shortest()
    with opened() as world:
        assert BUTTER not in world.reset(0).scene.seen
        result = closed_loop(chosen.problem(), world, write, budget=12)
        assert result.status == "goal", result
        assert world.goal_holds()
    assert any(step.exploring and BUTTER in step.appeared for step in result.steps)


def test_errors_of_the_world_are_errors_here_and_it_goes_on(opened: Callable[..., RemoteLibero]) -> None:
    with opened() as world:
        with pytest.raises(BenchmarkError, match=r"^butter has initial states 0 to 2, not 9\.$"):
            world.reset(9)
        assert world.reset(2).scene.seen
    with opened("denies") as world:
        assert world.set_state([("in", BUTTER, DRAWER), ("open", TOP)]) == (("in", BUTTER, DRAWER),)


@pytest.mark.parametrize(
    ("misbehaviour", "message"),
    [
        ("dies", r"(?s)failed in 'execute': it ended with exit code 7.*last words:.*out of luck"),
        ("crashes", "failed in 'execute': it was killed by signal 11"),
    ],
)
def test_a_process_that_dies_says_so(
    opened: Callable[..., RemoteLibero], misbehaviour: str, message: str
) -> None:
    with opened(misbehaviour) as world:
        with pytest.raises(BenchmarkError, match=message):
            world.execute(Action("open", (DRAWER,)))
        assert world._process.returncode is not None
        with pytest.raises(BenchmarkError, match="has ended"):
            world.observe()


def test_an_unforeseen_error_comes_with_its_traceback(opened: Callable[..., RemoteLibero]) -> None:
    with opened("raises") as world:
        with pytest.raises(BenchmarkError, match=r"(?s)KeyError\('no such joint'\).*Traceback"):
            world.execute(Action("open", (DRAWER,)))
        assert world.observe().scene.seen, "the process itself is sound"


def test_a_process_that_does_not_answer_is_ended(opened: Callable[..., RemoteLibero]) -> None:
    with opened("hangs") as world:
        world._timeout = 0.2
        with pytest.raises(BenchmarkError, match=r"did not answer within 0\.2 s"):
            world.execute(Action("open", (DRAWER,)))
        assert world._process.returncode == -signal.SIGKILL


def test_what_cannot_be_opened_leaves_no_process(
    opened: Callable[..., RemoteLibero], chosen: LiberoTask
) -> None:
    with pytest.raises(BenchmarkError, match=r"^LIBERO's simulator is not installed\.$"):
        opened("absent")
    with pytest.raises(BenchmarkError, match=r"cannot be started: .*no-such-program"):
        RemoteLibero(chosen, command=["/no-such-program"])
    with pytest.raises(BenchmarkError, match="it answered what is no message"):
        RemoteLibero(chosen, command=[sys.executable, "-c", "print('hello'); input()"])
    with pytest.raises(BenchmarkError, match="failed in 'open': it ended with exit code 3"):
        RemoteLibero(chosen, command=[sys.executable, "-c", "raise SystemExit(3)"])


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises, also where the suite runs in the background of a shell, which ignores it there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_request_and_its_process(opened: Callable[..., RemoteLibero], ctrl_c: None) -> None:
    with opened("hangs") as world:
        os.kill(world._process.pid, signal.SIGINT)
        assert world.observe().scene.seen, "the process leaves Ctrl-C to its parent"
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            world.execute(Action("open", (DRAWER,)))
        timer.join()
        assert world._process.returncode == -signal.SIGKILL
        with pytest.raises(BenchmarkError, match=r"a request \('execute'\) was interrupted"):
            world.observe()


def test_the_process_ends_when_its_parent_is_killed(chosen: LiberoTask, tmp_path: Path) -> None:
    note = tmp_path / "note"
    parent = textwrap.dedent(f"""
        import os, signal, sys
        from clamp_worlds.libero import task
        from clamp_worlds.libero.remote import RemoteLibero
        command = [sys.executable, {str(FAKE)!r}, {str(note)!r}]
        world = RemoteLibero(task({str(chosen.path)!r}), command=command)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    assert subprocess.run([sys.executable, "-c", parent]).returncode == -signal.SIGKILL
    for _ in range(300):
        if note.exists():
            break
        time.sleep(0.1)
    assert note.exists(), "the world was closed though nobody asked"


# ------------------------------------------------------------------ messages

JSON = st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.text()), max_size=3)
ARRAYS = st.dictionaries(
    st.text(), arrays.arrays(st.sampled_from([np.uint8, np.int64]), arrays.array_shapes()), max_size=2
)


@given(JSON.filter(lambda message: "arrays" not in message), ARRAYS)
def test_messages_arrive_whole_or_not_at_all(message: dict[str, Any], given: dict[str, Any]) -> None:
    stream = io.BytesIO()
    send(stream, message, given)
    send(stream, {"next": True})
    stream.seek(0)
    received = receive(stream)
    assert received is not None
    assert received[0] == message
    assert received[1].keys() == given.keys()
    for name, array in given.items():
        assert received[1][name].dtype == array.dtype
        assert np.array_equal(received[1][name], array)
    whole = stream.tell()
    assert receive(stream) == ({"next": True}, {})
    assert receive(stream) is None
    for cut in range(0, whole, 1 + whole // 50):
        assert receive(io.BytesIO(stream.getvalue()[:cut])) is None


def test_requests_are_answered_in_turn_until_they_end(chosen: LiberoTask) -> None:
    requests: list[dict[str, Any]] = [
        {"do": "open", "options": {"task": "no such file"}},
        {"do": "open", "options": {"task": str(chosen.path), "size": 4}},
        {"do": "states"},
        {"do": "reset", "index": 2},
        {"do": "set_state", "atoms": [["on", BUTTER, "plate_1"]]},
        {"do": "holds", "literal": ["on", BUTTER, "plate_1"]},
        {"do": "execute", "action": ["pick", BUTTER]},
        {"do": "observe"},
        {"do": "dance"},
        {"do": "holds"},
    ]
    source, sink = io.BytesIO(), io.BytesIO()
    for request in requests:
        send(source, request)
    source.seek(0)
    closed: list[bool] = []

    class Fake(World):
        def close(self) -> None:
            closed.append(True)

    serve(Fake, source, sink)
    assert closed == [True]
    sink.seek(0)
    answers = [receive(sink) for _ in requests]
    assert receive(sink) is None
    messages = [answer[0] for answer in answers if answer is not None]
    assert messages[0]["kind"] == "BenchmarkError"
    assert messages[1] == {}
    assert [message.get("result") for message in messages[2:7]] == [3, None, [], True, None]
    assert ["holding", BUTTER] in messages[7]["facts"]
    assert "does not know the request 'dance'" in messages[8]["error"]
    assert (messages[9]["error"], messages[9]["kind"]) == ("KeyError('literal')", None)


def test_nobody_listens_any_more(chosen: LiberoTask) -> None:
    source = io.BytesIO()
    send(source, {"do": "open", "options": {"task": str(chosen.path), "size": 4}})
    source.seek(0)

    class Broken(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    broken = Broken()
    serve(World, source, broken)
    assert broken.getvalue() == b'{"arrays": {}}\n'


@pytest.mark.parametrize("line", [b"hello\n", b"[1]\n", b'{"a": 1}\n'])
def test_what_is_no_message_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"no message|Expecting value"):
        receive(io.BytesIO(line))


def test_observations_survive_the_way(chosen: LiberoTask) -> None:
    seen = SymbolicEnvironment(chosen.problem()).observe()
    again = unpacked(*packed(seen))
    assert (again.scene, again.facts, again.images) == (seen.scene, seen.facts, {})
