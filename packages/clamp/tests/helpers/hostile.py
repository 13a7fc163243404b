"""Requests that a server should survive, and the planning problems in them."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import dataclass, field
from typing import Any

import yaml
from roots import EXAMPLES

DOMAIN = """(define (domain house) (:requirements :strips :typing)
  (:types room) (:predicates (at ?r - room) (clean ?r - room))
  (:action go :parameters (?a - room ?b - room) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
  (:action sweep :parameters (?a - room) :precondition (at ?a) :effect (clean ?a)))"""
PROBLEM = """(define (problem tidy) (:domain house) (:objects hall attic cellar yard - room)
  (:init (at hall)) (:goal (and (clean attic) (clean cellar) (clean yard))))"""
GOOD: dict[str, Any] = {"domain": DOMAIN, "problem": PROBLEM, "budget": 12}


def hanoi(discs: int) -> dict[str, Any]:
    """The towers: 2^discs − 1 moves, and no fewer."""
    domain = """(define (domain hanoi) (:requirements :strips)
      (:predicates (clear ?x) (on ?x ?y) (smaller ?x ?y) (disc ?x))
      (:action move :parameters (?d ?f ?t)
        :precondition (and (disc ?d) (smaller ?d ?t) (on ?d ?f) (clear ?d) (clear ?t))
        :effect (and (clear ?f) (on ?d ?t) (not (on ?d ?f)) (not (clear ?t)))))"""
    ds, pegs = [f"d{i}" for i in range(1, discs + 1)], ["pa", "pb", "pc"]
    smaller = [f"(smaller {d} {p})" for d in ds for p in pegs]
    smaller += [f"(smaller {a} {b})" for i, a in enumerate(ds) for b in ds[i + 1 :]]
    tower = [f"(on {a} {b})" for a, b in itertools.pairwise(ds)]
    start = [*tower, f"(on {ds[-1]} pa)", f"(clear {ds[0]})", "(clear pb)", "(clear pc)"]
    goal = [*tower, f"(on {ds[-1]} pc)"]
    problem = (
        f"(define (problem h) (:domain hanoi) (:objects {' '.join(ds + pegs)}) (:init "
        f"{' '.join([f'(disc {d})' for d in ds] + smaller + start)}) (:goal (and {' '.join(goal)})))"
    )
    return {"domain": domain, "problem": problem, "budget": 2**discs - 1}


def sliding(side: int, seed: int, moves: int, budget: int) -> dict[str, Any]:
    """A sliding-tile puzzle (the 15-puzzle has side 4), shuffled by a walk."""
    domain = """(define (domain tiles) (:requirements :strips :typing) (:types tile cell)
      (:predicates (at ?t - tile ?c - cell) (free ?c - cell) (next ?a - cell ?b - cell))
      (:action slide :parameters (?t - tile ?a - cell ?b - cell)
        :precondition (and (at ?t ?a) (free ?b) (next ?a ?b))
        :effect (and (at ?t ?b) (free ?a) (not (at ?t ?a)) (not (free ?b)))))"""
    count = side * side
    draw, board = random.Random(seed), list(range(count))  # 0 is the hole

    def beside(cell: int) -> list[int]:
        x, y = cell % side, cell // side
        found = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [j * side + i for i, j in found if 0 <= i < side and 0 <= j < side]

    for _ in range(moves):
        hole = board.index(0)
        other = draw.choice(beside(hole))
        board[hole], board[other] = board[other], board[hole]
    cells = " ".join(f"c{i}" for i in range(count))
    tiles = " ".join(f"t{i}" for i in range(1, count))
    init = [f"(next c{a} c{b})" for a in range(count) for b in beside(a)]
    init += [f"(at t{tile} c{cell})" if tile else f"(free c{cell})" for cell, tile in enumerate(board)]
    goal = [f"(at t{i} c{i})" for i in range(1, count)]
    problem = (
        f"(define (problem s) (:domain tiles) (:objects {cells} - cell {tiles} - tile) "
        f"(:init {' '.join(init)}) (:goal (and {' '.join(goal)})))"
    )
    return {"domain": domain, "problem": problem, "budget": budget}


def many(objects: int, parameters: int, budget: int = 5) -> dict[str, Any]:
    """Few words and objects^parameters actions."""
    names = [f"?x{i}" for i in range(parameters)]
    body = " ".join(f"(p {name})" for name in names)
    domain = f"""(define (domain many) (:requirements :strips) (:predicates (p ?x) (q ?x ?y))
      (:action act :parameters ({" ".join(names)}) :precondition (and {body})
        :effect (and (q {names[0]} {names[-1]}) (not (p {names[0]})))))"""
    objs = [f"o{i}" for i in range(objects)]
    problem = (
        f"(define (problem m) (:domain many) (:objects {' '.join(objs)}) "
        f"(:init {' '.join(f'(p {o})' for o in objs)}) (:goal (q o0 o1)))"
    )
    return {"domain": domain, "problem": problem, "budget": budget}


@dataclass(frozen=True)
class Hostile:
    """A request, and how a server may answer it.

    Attributes:
        body: Sent as it is, or as JSON.
        status: The codes that are right.
        says: One of these stands in the error's message.
        leave: Hang up after so many seconds.
    """

    name: str
    body: bytes | dict[str, Any]
    status: tuple[int, ...] = (400,)
    says: tuple[str, ...] = ()
    path: str = "/v1/completions"
    leave: float | None = None
    headers: dict[str, str] = field(default_factory=dict)


def body(carried: Any, **fields: Any) -> dict[str, Any]:
    """A completion's body; the description travels as JSON text."""
    made: dict[str, Any] = {"model": "smollm2", "prompt": "Plan:", "max_tokens": 200, "temperature": 0}
    if carried is not None:
        text = carried if isinstance(carried, str) else json.dumps(carried)
        made["vllm_xargs"] = {"clamp": text}
    return {**made, **fields}


def raw(carried: str) -> str:
    """GOOD with a field written by hand, for numbers that `json` does not write."""
    return json.dumps(GOOD)[:-1] + ", " + carried + "}"


def misplaced(**fields: Any) -> dict[str, Any]:
    return {**body(None), **fields}


def hostile_requests() -> list[Hostile]:
    """Forty, none of which may do harm."""
    deep = "[" * 100_000 + "]" * 100_000
    soft = dict.fromkeys(("hall", "attic", "cellar", "yard"), -1.0)
    nested = "(and " * 5000 + "(at hall)" + ")" * 5000
    long_name = "x" * 100_000
    slow = (400, 503)
    return [
        # numbers that overflow
        Hostile("guidance 1e300", body(raw('"guidance": 1e300')), says=("guidance",)),
        Hostile("guidance 1e37", body(raw('"guidance": 1e37')), says=("guidance",)),
        Hostile("guidance 1e400", body(raw('"guidance": 1e400')), says=("guidance",)),
        Hostile("guidance NaN", body(raw('"guidance": NaN')), says=("guidance",)),
        Hostile(
            "visibility -1e39", body({**GOOD, "visibility": {**soft, "hall": -1e39}}), says=("visibility",)
        ),
        Hostile(
            "visibility -1e307", body({**GOOD, "visibility": {**soft, "yard": -1e307}}), says=("visibility",)
        ),
        Hostile("budget 10^30", body({**GOOD, "budget": 10**30}), says=("budget",)),
        Hostile("budget of 6,000 digits", body(raw('"budget": ' + "9" * 6000)), says=("budget", "digits")),
        Hostile("a million actions", body({**GOOD, "budget": 10**6}), says=("budget",)),
        Hostile("states 0", body({**GOOD, "limits": {"states": 0}}), says=("limits.states",)),
        Hostile("seconds 1e300", body({**GOOD, "limits": {"seconds": 1e300}}), says=("limits.seconds",)),
        # planning problems that take long
        Hostile("hanoi 8", body(hanoi(8)), (200, *slow), says=("limit", "seconds", "checked")),
        Hostile("hanoi 12", body({**hanoi(12), "budget": 900}), slow, says=("exist", "seconds", "actions")),
        Hostile("15-puzzle", body({**sliding(4, 3, 200, 60), "limits": {"seconds": 10}}), (200, *slow)),
        Hostile("15-puzzle, gone", body(sliding(4, 4, 300, 45)), leave=1.0),
        Hostile("24-puzzle", body({**sliding(5, 1, 400, 90), "limits": {"seconds": 3}}), (200, *slow)),
        Hostile("40 objects, 3 parameters", body(many(40, 3)), says=("grounded actions",)),
        Hostile("16 objects, half a second", body({**many(16, 3), "limits": {"seconds": 0.5}}), (200, *slow)),
        Hostile("9 parameters", body(many(12, 9)), says=("ground actions",)),
        Hostile(
            "20,000 objects",
            body(many(20_000, 1)),
            slow,
            says=("exists", "actions", "seconds", "GiB", "died"),
        ),
        Hostile("26 objects, gone", body(many(26, 3)), leave=0.5),
        # deep, long, broken
        Hostile("body nested 100,000 deep", deep.encode(), says=("nested",)),
        Hostile("description nested 100,000 deep", body(deep), says=("nested",)),
        Hostile(
            "goal nested 5,000 deep", body({**GOOD, "problem": PROBLEM.replace("(and", nested + " (and")})
        ),
        Hostile(
            "PDDL that ends early", body({**GOOD, "domain": DOMAIN[:150]}), says=("line", "end", "expected")
        ),
        Hostile("a name of 100,000 letters", body({**GOOD, "seen": [long_name]}), says=("no such entity",)),
        Hostile("half a character", body({**GOOD, "seen": ["\ud800"]}), says=("surrogate",)),
        Hostile("a file", body({**GOOD, "domain": "/etc/passwd"}), says=("parenthesis",)),
        Hostile("not UTF-8", b'{"model": "smollm2", "prompt": "\xff"}', says=("UTF-8",)),
        Hostile("right to left", body({**GOOD, "seen": ["\u202ellah"]}), says=("no such entity",)),
        # wrong types and names
        Hostile("a list", body([GOOD]), says=("list",)),
        Hostile("an object", misplaced(vllm_xargs={"clamp": GOOD}), says=("text",)),
        Hostile("clam", misplaced(vllm_xargs={"clam": json.dumps(GOOD)}), says=("'clamp' meant",)),
        Hostile("constraint", misplaced(vllm_xargs={"constraint": json.dumps(GOOD)}), says=("constraint",)),
        Hostile("at the top", misplaced(clamp=GOOD), says=("'clamp' meant",)),
        Hostile("extra_args", misplaced(extra_args={"clamp": GOOD}), says=("extra_args",)),
        Hostile("fields without clamp", misplaced(vllm_xargs={"budget": 3}), says=("budget",)),
        Hostile("constraints: none", body({**GOOD, "constraints": "none"}), says=("constraints",)),
        # settings and rows
        Hostile("a stop string", body(GOOD, stop=["("]), says=("stop",)),
        Hostile("5,000 texts", body(GOOD, n=5000), says=("at most",)),
        Hostile("no constraint", body(None), says=("constrained plans only",)),
        Hostile("beam search", body(GOOD, use_beam_search=True, n=2), says=("eam search",)),
    ]


# ------------------------------------------------------------------ requests that nothing is wrong with


def valid_requests() -> list[tuple[str, dict[str, Any]]]:
    """Seventy-four descriptions with a plan, each of its own: every one of them has to be answered with it."""
    found: list[tuple[str, dict[str, Any]]] = []
    cooking = EXAMPLES / "cooking"
    task: dict[str, Any] = yaml.safe_load((cooking / "task.yaml").read_text())
    domain, problem = ((cooking / f"{name}.pddl").read_text() for name in ("domain", "problem"))
    rules: list[str] = [one["rule"] for one in task["rules"].values()]
    for kept in ([], rules[:1], rules[1:2], rules[2:], rules[:2], rules[1:], rules):
        for budget in (10, 12):
            carried = {"domain": domain, "problem": problem, "budget": budget, "rules": kept}
            found.append((f"cooking, {len(kept)} rules from {kept[:1]}, {budget}", carried))
    kitchen = EXAMPLES / "kitchen"
    domain, problem = ((kitchen / f"{name}.pddl").read_text() for name in ("domain", "problem"))
    for budget in range(13, 23):
        found.append((f"kitchen, {budget}", {"domain": domain, "problem": problem, "budget": budget}))
    for form in ("calls", "steps", "skill_json"):
        for budget in range(6, 14):
            found.append((f"house as {form}, {budget}", {**GOOD, "format": form, "budget": budget}))
    found += [(f"hanoi {discs}, slack {slack}", {**hanoi(discs), "budget": 2**discs - 1 + slack})
              for discs in (3, 4, 5) for slack in (0, 2, 4)]  # fmt: skip
    found += [(f"8-puzzle {seed}", sliding(3, seed, 40, 31)) for seed in range(9)]
    found += [(f"{count} objects", many(count, 3)) for count in range(3, 11)]
    return found
