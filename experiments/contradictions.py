"""How often a contradiction between pictures and a problem file is noticed, and how often one is seen without reason.

Real tables of blocks, four photographs each ($CLAMP_DATA/vlm_formalizer). The state is read off the photographs; beside
it stands the true problem file (any contradiction is a false alarm), and files in which one block stands elsewhere: on
the table, or on another block that is free. One public file has a stack upside down (`UPSIDE_DOWN`: its photographs
show orange on red on yellow, it says yellow on red on orange): that is a contradiction to be noticed, and no true file.
Who always says that there is one has 100 % of both, and who never does none.

    python experiments/contradictions.py [--each 4] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import replace

from clamp.planning import Problem
from clamp.planning.task import Atom
from clamp.request.states import observer_for, resolve
from clamp_bench.blocks.bench import GET, Table, read_tables
from clamp_worlds.data import data_folder

UPSIDE_DOWN = "problem_31"


def elsewhere(table: Table) -> Iterator[frozenset[Atom]]:
    """The states that differ from the true one in where one free block stands."""
    facts = table.truth.task.initial
    blocks = sorted(atom.args[0] for atom in facts if atom.predicate == "clear")
    for one in blocks:
        below = next((atom.args[1] for atom in facts if atom.predicate == "on" and atom.args[0] == one), None)
        lifted = facts - {Atom("ontable", (one,)), Atom("on", (one, below or ""))}
        lifted |= set() if below is None else {Atom("clear", (below,))}
        if below is not None:
            yield lifted | {Atom("ontable", (one,))}
        for other in blocks:
            if other != one:
                yield (lifted - {Atom("clear", (other,))}) | {Atom("on", (one, other))}


def main() -> None:
    """Count, and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    alarms = noticed = made = refused = tables = 0
    missed: list[str] = []
    for table in read_tables(data_folder("vlm_formalizer", GET) / "blocksworld_real"):
        observer = observer_for(table.domain, "blocks")
        assert observer is not None
        kinds = {name: types[0] for name, types in table.truth.task.objects.items()}
        tables += 1
        try:
            belief = observer.observe(table.pictures(range(4)), kinds)
        except Exception as error:  # a table that it does not see notices nothing
            refused += 1
            missed.append(f"{table.id}: {error}")
            made += given.each
            continue
        told = bool(resolve(table.truth, belief).contradictions)
        if table.id == UPSIDE_DOWN:
            tables, made, noticed = tables - 1, made + 1, noticed + told
            continue
        if told:
            alarms += 1
            missed.append(f"{table.id}: false alarm")
        wrong = list(elsewhere(table))
        for state in rng.sample(wrong, min(given.each, len(wrong))):
            made += 1
            problem = Problem.from_task(replace(table.truth.task, initial=state))
            noticed += bool(resolve(problem, belief).contradictions)
    found = {
        "true files": tables,
        "not seen": refused,
        "false alarms": alarms,
        "false alarms %": round(100 * alarms / tables, 1),
        "made": made,
        "noticed": noticed,
        "noticed %": round(100 * noticed / made, 1),
        "notes": missed,
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
