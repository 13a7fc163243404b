"""LIBERO's task files: read as LIBERO reads them, and refused with line and column."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import pytest
from libero_text import BDDL

from clamp.errors import BenchmarkError, PDDLError
from clamp_worlds import libero
from clamp_worlds.libero.bddl import Region, read_bddl
from clamp_worlds.libero.simulator import load_simulator


def test_a_task_file_is_read() -> None:
    task = read_bddl(BDDL)
    assert task.language == "put the bowl in the drawer, don't forget the stove"
    assert task.objects["akita_black_bowl_2"] == "akita_black_bowl"
    assert task.fixtures["flat_stove_1"] == "flat_stove"
    assert task.regions["kitchen_table_plate_front_region"] == Region(
        "kitchen_table", ((0.1, -0.1, 0.2, 0.1),)
    )
    assert task.regions["wine_rack_1_top_region"] == Region("wine_rack_1")
    assert ("turnon", "flat_stove_1") in task.initial
    assert task.goal[1] == ("turnoff", "flat_stove_1")
    assert task.of_interest == ("akita_black_bowl_1", "plate_1")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "(In akita_black_bowl_1",
            "(Inside akita_black_bowl_1",
            "line 39, column 15.*expected one of on/2.*Inside",
        ),
        ("(Turnoff flat_stove_1)", "(Turnoff flat_stove_2)", "'flat_stove_2'.*no object, fixture or region"),
        ("(Turnoff flat_stove_1)", "(On butter_1)", r"found \(On butter_1\)"),
        ("butter_1 - butter)", "butter_1)", "butter_1 has no type"),
        ("butter_1 - butter)", "butter_1 -)", "stands between names and a type"),
        ("plate_1 - plate\n", "plate_1 - plate plate_1 - plate\n", "'plate_1' is declared twice"),
        ("(:goal", "(:gaol", r"no section \(:goal …\)"),
        ("(:fixtures", "(:objects) (:fixtures", "the section :objects appears twice"),
        ("0.2 0.1", "0.2 wide", "expected four numbers"),
        ("(:target flat_stove_1)", "(:goal flat_stove_1)", "no '\\(:target name\\)'"),
        ("(:goal (And", "(:goal (And) (And", "a goal is one"),
        ("(define", "(defile", "Is this a BDDL file"),
    ],
)
def test_damage_is_named_with_its_place(old: str, new: str, message: str) -> None:
    text = BDDL.replace(old, new, 1)
    with pytest.raises(PDDLError, match=message):
        read_bddl(text)


def _installed() -> bool:
    try:
        libero.suites()
    except BenchmarkError:
        return False
    return True


needs_files = pytest.mark.skipif(not _installed(), reason="LIBERO's task files are not installed")


@needs_files
def test_the_suites_are_there() -> None:
    assert libero.suites()[:5] == libero.SUITES
    assert [len(libero.tasks(suite)) for suite in libero.SUITES] == [90, 10, 10, 10, 10]
    assert [suite for suite in libero.suites() if not libero.is_held_out(suite)] == ["libero_90"]
    one = libero.tasks("libero_goal")[-1]
    assert libero.task(one.id) == one
    assert libero.task(str(one.path)) == one
    assert one.initial_states.is_file()
    with pytest.raises(BenchmarkError, match="no suite 'libero_11'"):
        libero.tasks("libero_11")
    with pytest.raises(BenchmarkError, match="no task 'dance'"):
        libero.task("libero_goal/dance")


def test_without_the_package_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BenchmarkError, match=r"pip install 'clamp-worlds\[libero\]'"):
        libero.suites()


@needs_files
def test_files_mean_what_libero_reads_in_them() -> None:
    """LIBERO's own parser is the oracle, on a sample of every suite's files."""
    try:
        load_simulator()  # chooses how to render before mujoco is imported
    except BenchmarkError as error:
        pytest.skip(str(error))
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        oracle: Any = pytest.importorskip("libero.libero.envs.bddl_utils")

        def inverted(groups: dict[str, list[str]]) -> dict[str, str]:
            return {name: kind for kind, names in groups.items() for name in names}

        for suite in libero.suites():
            for task in libero.tasks(suite)[::5]:
                theirs, ours = oracle.robosuite_parse_problem(str(task.path)), task.bddl
                assert inverted(theirs["fixtures"]) == ours.fixtures
                assert inverted(theirs["objects"]) == ours.objects
                assert [tuple(literal) for literal in theirs["initial_state"]] == list(ours.initial)
                assert [tuple(literal) for literal in theirs["goal_state"]] == list(ours.goal)
                assert " ".join(theirs["language_instruction"]) == task.instruction
                for name, region in theirs["regions"].items():
                    assert region["target"] == ours.regions[name].target
                    assert [tuple(one) for one in region["ranges"]] == list(ours.regions[name].ranges)
