"""The part of ``clamp bench libero`` that runs LIBERO's simulator, in a process of its own.

``python -m clamp_bench.libero.simulate JOB``: JOB is a JSON object that `clamp_bench.libero.bench.simulate` writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clamp.errors import ClampError
from clamp.planning import Action, Problem
from clamp_bench.libero.bench import problem_in
from clamp_bench.libero.score import state_after
from clamp_bench.records import Record, RecordFile
from clamp_worlds.libero import task
from clamp_worlds.libero.render import read_records
from clamp_worlds.libero.simulator import LiberoEnvironment


def ask(out: Path, states: Sequence[Record], plans: Mapping[tuple[str, str], Record]) -> None:
    """Set the simulator to what each plan implies, and note in OUT/simulated.jsonl whether the goal holds.

    A plan that cannot be executed in the symbolic model implies no state, and counts as failed.

    Args:
        states: Rendered states; tasks are loaded one after the other.
        plans: (state's id, configuration) → the plan's record.
    """
    file = RecordFile(out / "simulated.jsonl")
    file.repair()
    told = {(row["id"], row["configuration"]): row for row in file.read()}
    environment: LiberoEnvironment | None = None
    try:
        for state in sorted(states, key=lambda state: (state["suite"], state["task"])):
            problem = problem_in(state)
            rows = [name for identifier, name in plans if identifier == state["id"]]
            asked: dict[frozenset[tuple[str, ...]], Mapping[str, Any]] = {}
            for name in sorted(rows, key=lambda name: (state["id"], name) not in told):
                implied = _implied(problem, plans[state["id"], name])
                known = told.get((state["id"], name))
                if known is None and implied is not None and implied in asked:
                    known = {**asked[implied], "configuration": name}  # plans that come to the same
                    file.append(known)
                if known is None:
                    wrong: tuple[tuple[str, ...], ...] = ()
                    holds = False
                    if implied is not None:
                        wanted = task(f"{state['suite']}/{state['task']}")
                        if environment is None or environment.task.id != wanted.id:
                            if environment is not None:
                                environment.close()
                            environment = LiberoEnvironment(wanted, size=32, samples=0)
                        environment.set_layout(None if state["random"] else state["index"])
                        wrong = environment.set_state(sorted(implied))
                        holds = environment.goal_holds()
                    known = {"id": state["id"], "configuration": name, "goal": holds, "disagreements": wrong}
                    file.append(known)
                if implied is not None:
                    asked[implied] = known
    finally:
        if environment is not None:
            environment.close()


def _implied(problem: Problem, plan: Record) -> frozenset[tuple[str, ...]] | None:
    """The atoms that hold after a plan; ``None`` if there is none, or it does not reach its goal in the model."""
    actions = [Action(one, tuple(args)) for one, *args in plan["read"] or ()]
    if not actions or not problem.validate(actions).valid:
        return None
    return frozenset(state_after(problem, actions))


def main(job: Mapping[str, Any]) -> None:
    """Do one job."""
    out, wanted = Path(job["out"]), set(job["states"])
    states = [state for state in read_records(Path(job["data"])) if state["id"] in wanted]
    written = RecordFile(out / "records.jsonl").read()
    ask(
        out,
        states,
        {
            (row["id"], row[job["rows"]]): row
            for row in written
            if row["id"] in wanted and row[job["rows"]] in job["configurations"]
        },
    )


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]))
    except ClampError as error:
        sys.exit(str(error))
