"""Problems of unified-planning are read right, and CLAMP's engine does what unified-planning's own tests ask of one."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from roots import EXAMPLES

pytest.importorskip("unified_planning")

import unified_planning.shortcuts as up
from unified_planning.test.examples import get_example_problems

from clamp.errors import DomainError
from clamp.planning import Action, Problem
from clamp.planning.unified_engine import ClampEngine, register

pytestmark = pytest.mark.filterwarnings("ignore")  # its parser's, and its own


@pytest.fixture(autouse=True)
def environment() -> Any:
    found = up.get_environment()
    found.credits_stream = None
    register()
    register()  # a second time is fine
    return found


def _suitable() -> dict[str, Any]:
    return {
        name: case
        for name, case in get_example_problems().items()
        if type(case.problem).__name__ == "Problem" and ClampEngine.supports(case.problem.kind)
    }


def test_their_example_problems_are_solved_as_their_validator_says() -> None:
    cases = _suitable()
    assert len(cases) >= 20
    for name, case in cases.items():
        with up.OneshotPlanner(name="clamp") as planner:
            found = planner.solve(case.problem)
        assert (found.plan is not None) == case.solvable, (name, found.log_messages)
        if found.plan is not None:
            with up.PlanValidator(name="sequential_plan_validator") as judge:
                assert judge.validate(case.problem, found.plan), name


def test_their_valid_plans_are_valid_here_and_their_invalid_ones_are_not() -> None:
    """Plans that unified-planning's authors wrote beside their problems, judged by our validator."""
    judged = 0
    for name, case in _suitable().items():
        if case.problem.kind.has_trajectory_constraints():
            continue
        ours = Problem.from_unified_planning(case.problem)
        for plans, wanted in ((case.valid_plans, True), (case.invalid_plans, False)):
            for plan in plans or ():
                if type(plan).__name__ == "SequentialPlan":
                    actions = [
                        Action(one.action.name, tuple(str(arg) for arg in one.actual_parameters))
                        for one in plan.actions
                    ]
                    assert ours.validate(actions).valid == wanted, (name, actions)
                    judged += 1
    assert judged >= 15


def test_a_problem_read_by_their_reader_has_the_same_actions_as_one_read_by_ours(
    environment: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unified_planning.io import PDDLReader

    monkeypatch.setattr(environment, "error_used_name", False)
    files = [str(EXAMPLES / "kitchen" / name) for name in ("domain.pddl", "problem.pddl")]
    theirs = Problem.from_unified_planning(PDDLReader().parse_problem(*files))
    ours = Problem.from_pddl(*files)
    assert set(theirs.actions) == set(ours.actions)
    assert theirs.facts(theirs.initial) == ours.facts(ours.initial)
    for budget in (13, 14):
        assert theirs.goal_distance(theirs.initial, budget) == ours.goal_distance(ours.initial, budget)


def test_what_is_not_ours_is_refused_by_name() -> None:
    cases = get_example_problems()
    for name, why in (("robot", "fluents"), ("matchcellar", "time"), ("basic_undef_bool", "undefined")):
        with pytest.raises(DomainError, match=why):
            Problem.from_unified_planning(cases[name].problem)
    for odd in (cases["htn-go"].problem, "(define (domain a))", None):
        with pytest.raises(DomainError):
            Problem.from_unified_planning(odd)
    with up.OneshotPlanner(name="clamp") as planner:
        planner.skip_checks = True
        assert planner.solve(cases["robot"].problem).status.name == "UNSUPPORTED_PROBLEM"


def test_no_plan_and_limits_are_told_apart() -> None:
    problem = get_example_problems()["robot_loader_adv"].problem
    with up.OneshotPlanner(name="clamp", params={"most": 1}) as planner:
        assert planner.solve(problem).status.name == "UNSOLVABLE_INCOMPLETELY"
    with up.OneshotPlanner(name="clamp", params={"states": 0}) as planner:
        assert planner.solve(problem).status.name == "TIMEOUT"


@pytest.mark.slow
@pytest.mark.parametrize("module", ["test_planner", "test_plan_validator"])
def test_their_own_tests_pass_with_the_engine_preferred(module: str) -> None:
    """unified-planning's tests of engines, with CLAMP before all others."""
    program = (
        "import unittest, warnings; warnings.simplefilter('ignore')\n"
        "import unified_planning.shortcuts as up\n"
        "from clamp.planning.unified_engine import register\n"
        "register(); factory = up.get_environment().factory\n"
        "factory.preference_list = ['clamp', *[n for n in factory.preference_list if n != 'clamp']]\n"
        f"import unified_planning.test.{module} as m\n"
        "ran = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromModule(m))\n"
        "raise SystemExit(not ran.wasSuccessful() or ran.testsRun == len(ran.skipped))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ)
    assert ran.returncode == 0, ran.stderr[-3000:]


@pytest.mark.slow
def test_their_classical_test_cases_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases of ``up_test_cases`` that engines are reported with, as far as CLAMP supports them."""
    home = pytest.importorskip("up_test_cases").__path__[0]
    monkeypatch.syspath_prepend(home)  # as its own report is run
    cases = import_module("builtin.classical.basic_problems").get_test_cases()
    solved = 0
    for name, case in cases.items():
        if not ClampEngine.supports(case.problem.kind):
            continue
        with up.OneshotPlanner(name="clamp") as planner:
            found = planner.solve(case.problem, timeout=60)
        assert (found.plan is not None) == case.solvable, name
        if found.plan is not None:
            with up.PlanValidator(name="sequential_plan_validator") as judge:
                assert judge.validate(case.problem, found.plan), name
        solved += 1
    assert solved >= 3
