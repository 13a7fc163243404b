"""Our hosts keep the contract that `clamp.contracts` holds other people's to, and it finds those that do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import fake_vllm
from tiny_models import model, planner, tokenizer

from clamp import PlanResult, VLLMPlanner
from clamp.contracts import check_host
from clamp.decoding.diagnosis import Failure
from clamp.errors import DeadEndError
from clamp.hosts.planner import PlanHost


@pytest.mark.parametrize("options", [{}, {"shared_prefix": False}])
def test_our_planner_keeps_the_contract(options: dict[str, Any]) -> None:
    check_host(planner(**options))


def test_vllm_keeps_the_contract(tmp_path: Path) -> None:
    model("llama").save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    with fake_vllm.installed():
        check_host(VLLMPlanner.from_pretrained(tmp_path, dtype="float32"))


Change = Callable[[list[PlanResult]], list[PlanResult]]


class Careless:
    """A host that does something to what another one wrote."""

    def __init__(self, inner: PlanHost, change: Change) -> None:
        self.vocabulary, self.inner, self.change = inner.vocabulary, inner, change

    def write(self, requests: Any, *, on_result: Any = None, **options: Any) -> list[PlanResult]:
        results = self.change(self.inner.write(requests, **options))
        for index, result in enumerate(results if on_result else ()):
            on_result(index, result)
        return results


def _refused(results: list[PlanResult]) -> list[PlanResult]:
    raise DeadEndError("One row ends all.")


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda found: found[::-1], "admissible|plan|cause|spells"),
        (lambda found: found[:-1], "Each request has a result"),
        (lambda found: [replace(one, actions=one.actions[:-1]) for one in found], "replayed"),
        (lambda found: [replace(one, text=one.text + " ") for one in found], "spells"),
        (lambda found: [replace(one, trace=one.trace[1:]) for one in found], "admissible"),
        (
            lambda found: [PlanResult("fail", failure=Failure("budget", "None.")) for _ in found],
            "comes to a plan",
        ),
        (_refused, "ends all"),
    ],
)
def test_hosts_that_break_it_are_found_out(change: Change, why: str) -> None:
    with pytest.raises((AssertionError, DeadEndError), match=why):
        check_host(Careless(planner(), change))  # type: ignore[arg-type]
