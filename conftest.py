"""Shared set-up of the tests."""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import typer.main
import typer.testing
from hypothesis import settings

# Before torch is loaded: on shared cores, threads that spin while they wait starve each other.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# The machines that run this suite are shared: a slow example says nothing about the code. By default, 30 of each
# 100 examples are drawn that a test asks for; `--hypothesis-profile=patient` draws them all.
settings.register_profile("default", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("patient", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("default")


TRACED = 3
"""So many examples of one test are traced when coverage is measured."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Leave out what is slow, and most examples of a test of the measuring of coverage, which makes it far slower.

    What the others go through, the first ones go through as well; and what hypothesis draws, tests of single examples.
    Where that is not so, for each goes its own way, all are traced: those marked `traced`.
    """
    examples: defaultdict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None and item.get_closest_marker("slow") is None:
            examples[item.nodeid.partition("[")[0], sampled.args[0]].append(item)
    for (test, kept), listed in examples.items():
        run = Random(test).sample(range(len(listed)), min(kept, len(listed)))  # the same ones each time
        for at in {*range(len(listed))}.difference(run):
            listed[at].add_marker(pytest.mark.slow)
    yield  # what is slow is left out here
    met: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        met[test] += 1
        drawn = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or (met[test] > TRACED and item.get_closest_marker("traced") is None):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A tiny random model in place of every model."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tiny_models import planner

    from clamp.hosts.hf.planner import Planner

    asked: list[Any] = []

    def load(model: Any = None, **options: Any) -> Any:
        asked.append(model)
        if "progress" in options:
            options["progress"]("Loading tiny")
        return planner()

    monkeypatch.setattr(Planner, "from_pretrained", load)
    return asked


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Tiny random models in place of every model: one that reads text, or one that reads pictures too."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from picture_models import Pictures, sees
    from tiny_models import planner

    from clamp.hosts.hf.planner import Planner

    loaded: list[Any] = []

    def load(model: Any = None, **options: Any) -> Any:
        loaded.append(model)
        return sees(Pictures()) if model == "embedded" else planner()

    monkeypatch.setattr(Planner, "from_pretrained", load)
    return loaded


@pytest.fixture(scope="module")
def unhurried() -> Generator[None]:
    """For a file that compares with brute force: time between two actions for all of it, on a slow machine, too."""
    from clamp.decoding import plans

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "DEFAULT_LIMITS", replace(plans.DEFAULT_LIMITS, boundary_seconds=1.0))
        yield


@pytest.fixture(scope="module", params=["python", "compiled"])
def both_cores(request: pytest.FixtureRequest) -> Generator[None]:
    """For a file that asks what searches answer: each test with the Python and with the compiled one."""
    from clamp.planning.search import kernel_library

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAMP_KERNEL", "" if request.param == "compiled" else request.param)
        if request.param == "compiled" and kernel_library.library() is None:
            pytest.skip(kernel_library.in_words())
        yield


@pytest.fixture(autouse=True, scope="session")
def sentences_are_parsed_once() -> Generator[None]:
    """Hundreds of tests make the same domains anew and read the same sentences, and nearly all of it is Lark's work.

    A parser parses a sentence once, and its loops, which are not ours, are left out of the measuring of coverage.
    """
    import lark

    parse = lark.Lark.parse
    known: WeakKeyDictionary[lark.Lark, dict[str, Any]] = WeakKeyDictionary()

    def once(parser: lark.Lark, text: str) -> Any:
        parsed = known.setdefault(parser, {})
        if text not in parsed:
            tracer = sys.gettrace()
            sys.settrace(None)
            try:
                parsed[text] = parse(parser, text)
            except lark.UnexpectedInput as error:
                parsed[text] = error
            finally:
                sys.settrace(tracer)
        if isinstance(parsed[text], lark.UnexpectedInput):
            raise parsed[text].with_traceback(None)
        return parsed[text]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lark.Lark, "parse", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def one_tree_of_commands() -> Generator[None]:
    """The commands are put together once, not for each of hundreds of command lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.main.get_command))
        yield
