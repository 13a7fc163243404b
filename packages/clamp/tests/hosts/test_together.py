"""Plans of several people written side by side: each is its own, fails by itself, and may be given up by itself."""

from __future__ import annotations

from typing import Any

import pytest
from roots import EXAMPLES
from uniform_host import UniformHost

import clamp
from clamp.decoding.result import PlanResult
from clamp.errors import ClampError, HostError

KITCHEN = EXAMPLES / "kitchen"


def asked(budget: int, **settings: Any) -> clamp.Request:
    problem = clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    return clamp.Request.of(problem, "Put the milk away and wash the red cup.", budget=budget, **settings)


def together(planner: Any, requests: list[clamp.Request], gone: frozenset[int] = frozenset()) -> Any:
    told: dict[int, list[str]] = {index: [] for index in range(len(requests))}
    found: dict[int, PlanResult | ClampError] = {}
    planner.together(
        requests,
        trace=False,
        on_action=lambda index, action: told[index].append(str(action)),
        on_result=found.__setitem__,
        left=lambda index: index in gone and len(told[index]) > 1,
    )
    return told, found


def hosts() -> list[Any]:
    from tiny_models import planner

    return [UniformHost(), planner(), planner(shared_prefix=False)]


@pytest.mark.parametrize("which", [0, 1, 2], ids=["uniform", "batched", "generate"])
def test_each_is_its_own(which: int) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    planner = hosts()[which]
    requests = [asked(13), asked(6), asked(14), asked(13, guidance=0.5), asked(14)]
    told, found = together(planner, requests, gone=frozenset({4}))
    assert set(found) == {0, 1, 2, 3, 4}
    for index in (0, 2):
        alone = planner.run(requests[index], trace=False)
        result = found[index]
        assert isinstance(result, PlanResult)
        assert result.actions == alone.actions
        assert told[index] == [str(one) for one in alone.actions]
    failed, refused, left = found[1], found[3], found[4]
    assert isinstance(failed, PlanResult)
    assert failed.failure is not None
    assert failed.failure.cause == "budget"
    assert isinstance(refused, ClampError)  # there is no HMM to guide it
    assert isinstance(left, PlanResult)
    assert not left
    assert len(told[4]) < 5


def test_what_ends_the_writing_of_all_is_raised() -> None:
    class Broken(UniformHost):
        def _run(self, *_: Any) -> Any:
            raise HostError("it is broken")
            yield

    with pytest.raises(HostError, match="broken"):
        together(Broken(), [asked(14)])
