"""The Python of the pages runs as it stands, with a tiny model in place of every other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from roots import EXAMPLES, ROOT

import clamp
from clamp.contracts import check_transition_system


def run_blocks(page: str, blocks: slice = slice(None), **given: Any) -> dict[str, Any]:
    """What a page's blocks define, run one after the other."""
    found: dict[str, Any] = {"__name__": "page", **given}
    code = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)[blocks]
    assert code, page
    for block in code:
        exec(compile(block, page, "exec"), found)
    return found


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_readme(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_blocks("README.md")
    assert found["problem"].validate(found["result"].actions)
    assert len(capsys.readouterr().out.splitlines()) == len(found["result"].actions)
    assert found["constraint"].accepting(found["cursor"])
    assert found["problem"].validate(found["constraint"].actions(found["cursor"]))


def test_the_start_page(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_blocks("docs/index.md")
    assert capsys.readouterr().out == f"plan {found['result'].text}\n"


def test_the_recipes(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_blocks("docs/recipes.md")
    assert found["result"]
    assert all(found["many"])
    assert tuple(found["actions"].result.actions) == found["result"].actions
    assert found["careful"]
    assert found["weighed"].posterior.particles == 4
    assert found["done"].status == "goal"
    assert "now " in capsys.readouterr().out


def test_a_constraint_of_one_s_own(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_blocks("docs/constraints.md")
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("plan True ")
    assert others[0] == "plan"
    assert others[1] == "plan" or "none is in both" in others[1]
    approved, contract = found["approved"], found["TestApproved"]()
    assert int(first.split()[-1]) == len(approved.allowed(b""))
    laws = [name for name in dir(contract) if name.startswith("test_")]
    assert len(laws) == 2
    for law in laws:
        getattr(contract, law)()
    planner, problem = found["planner"], found["problem"]
    short = planner.plan(problem, "Tidy up.", constraint=found["weighed"])
    assert {step.weighed_by for step in short.trace} == {"short"}
    likeliest = planner.plan(problem, "Tidy up.", constraint=approved, particles=4)
    assert likeliest.actions in found["plans"]
    approved.texts = [text + b"\nand so on" for text in approved.texts]
    with pytest.raises(AssertionError, match="`plan_format` reads what is written"):
        contract.test_keeps_its_contract_to_the_end_of_its_texts()


def test_a_planning_system_of_one_s_own(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_blocks("docs/systems.md")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("plan ")
    assert "6" in second
    assert found["courier"].validate(found["result"].actions)
    contract = found["TestCourier"]()
    (law,) = [name for name in dir(contract) if name.startswith("test_")]
    getattr(contract, law)()
    check_transition_system(found["courier"])
    found["Bounded"].lower_bound = lambda self, node: 9
    with pytest.raises(AssertionError, match="bound"):
        getattr(contract, law)()


def test_pictures_and_scenes() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from picture_models import Pictures, sees

    drawer = EXAMPLES / "libero" / "drawer"
    problem = clamp.Problem.from_pddl(drawer / "domain.pddl", drawer / "problem.pddl")
    instruction = "put the black bowl in the bottom drawer of the cabinet and close it"
    found = run_blocks(
        "docs/perception.md",
        planner=sees(Pictures()),
        problem=problem,
        instruction=instruction,
        left=4,
        images={},
        seen=problem.entities,
    )
    assert found["result"].status == "plan"
    assert len(found["result"].actions) <= 4
    assert found["asked"].absent == ()


def test_virtualhome(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        found = run_blocks("docs/virtualhome.md")
    except clamp.errors.BenchmarkError as error:
        pytest.skip(str(error))
    assert found["plan"]
    assert "valid=True" in capsys.readouterr().out


def test_libero() -> None:
    try:
        found = run_blocks("docs/libero.md", slice(1))
    except clamp.errors.BenchmarkError as error:
        pytest.skip(str(error))
    assert found["problem"].goal_distance(found["problem"].initial, 10) == 3
