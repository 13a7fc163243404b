"""Domains and problems that are registered once with a vLLM server and referred to by id, over HTTP.

The server is Starlette's, with a keeper of keys as vLLM has one, and the gate before both; the workshop is real.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx
import pytest
from serving import DOMAIN, PROBLEM
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from clamp.serve import gate
from clamp.serve.description import read_carried
from clamp.serve.gate import PlanGate
from clamp.serve.registry import Registry, identity

PLAN = "go(hall, attic)\nsweep(attic)"
KEY = {"Authorization": "Bearer key"}


class Keeper:
    """Turns away who has no key, as vLLM's `AuthenticationMiddleware` does."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and dict(scope["headers"]).get(b"authorization") != b"Bearer key":
            await JSONResponse({"error": "Unauthorized"}, 401)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def asked(
    work: Callable[[httpx.AsyncClient, list[Any]], Awaitable[None]], headers: Mapping[str, str] = KEY
) -> None:
    """Do something as a client of a server; with what reached its model."""
    reached: list[Any] = []

    async def complete(request: Request) -> JSONResponse:
        reached.append(await request.json())
        return JSONResponse({"choices": [{"index": 0, "text": PLAN, "finish_reason": "stop"}]})

    async def models(request: Request) -> JSONResponse:
        return JSONResponse({"data": []})

    app = Starlette(
        routes=[Route("/v1/completions", complete, methods=["POST"]), Route("/v1/models", models)],
        middleware=[Middleware(PlanGate), Middleware(Keeper)],
    )

    async def run() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x", headers=headers) as client:
            await work(client, reached)

    asyncio.run(run())


def by(**described: Any) -> dict[str, Any]:
    return {"prompt": "Plan:", "vllm_xargs": {"clamp": json.dumps(described)}}


def test_what_is_registered_once_is_planned_for_by_id() -> None:
    async def work(client: httpx.AsyncClient, reached: list[Any]) -> None:
        told = await client.post("/v1/domains", json={"domain": DOMAIN, "problem": PROBLEM})
        assert told.status_code == 201
        made = told.json()
        assert made["id"] == identity("domain", DOMAIN)
        assert made["problem"] == identity("problem", PROBLEM, made["id"])
        assert made["name"] == "house"
        assert made["problems"] == [{"id": made["problem"], "name": "tidy"}]
        again = await client.post("/v1/domains", json={"domain": made["id"], "problem": PROBLEM})
        assert again.json() == made
        assert (await client.get("/v1/domains")).json()["domains"][-1] == {
            k: v for k, v in made.items() if k != "problem"
        }
        shown = (await client.get(f"/v1/domains/{made['problem']}")).json()
        assert (shown["text"], shown["domain"], shown["name"]) == (PROBLEM, made["id"], "tidy")
        assert (await client.get(f"/v1/domains/{made['id']}")).json()["text"] == DOMAIN
        for described in (
            {"problem": made["problem"]},
            {"problem": made["problem"], "domain": made["id"]},
            {"domain": made["id"], "problem": PROBLEM},
            {"domain": DOMAIN, "problem": made["problem"]},
        ):
            answer = await client.post("/v1/completions", json=by(**described, budget=3))
            assert answer.status_code == 200, answer.text
            assert answer.json()["choices"][0]["clamp"]["status"] == "plan"
            # The engine, in another process, is told the texts themselves.
            carried = read_carried(reached[-1]["vllm_xargs"]["clamp"])
            assert (carried.domain, carried.problem, carried.budget) == (DOMAIN, PROBLEM, 3)  # type: ignore[union-attr]
        assert (await client.delete(f"/v1/domains/{made['id']}")).status_code == 204
        for path in (made["id"], made["problem"]):
            assert (await client.get(f"/v1/domains/{path}")).status_code == 404
            assert (await client.delete(f"/v1/domains/{path}")).status_code == 404
        gone = await client.post("/v1/completions", json=by(problem=made["problem"], budget=3))
        assert gone.status_code == 400
        assert "registers one" in gone.json()["error"]["message"]

    asked(work)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "JSON object with `domain`"),
        ({"domain": 1}, "JSON object with `domain`"),
        ([], "JSON object with `domain`"),
        ({"domain": DOMAIN, "problem": 3}, "JSON object with `domain`"),
        ({"domain": "/etc/passwd"}, "begins with a parenthesis"),
        ({"domain": DOMAIN, "problem": "/etc/passwd"}, "begins with a parenthesis"),
        ({"domain": "domain-0123456789abcdef", "problem": PROBLEM}, "There is no domain"),
        ({"domain": "domain-0123456789abcdef"}, "is registered"),
        ({"domain": "(define (domain"}, "."),
        ({"domain": DOMAIN, "problem": PROBLEM.replace("attic", "wuthering")[:-3]}, "."),
        ({"domain": DOMAIN, "problem": "(" * 100_000}, "."),
        ({"domain": DOMAIN + " " * 400_000}, "400,000 characters"),
        ({"domain": DOMAIN, "budget": 3}, "no field 'budget'"),
        ({"domain": DOMAIN + "\ud800"}, "surrogate"),
    ],
)
def test_what_is_no_domain_is_not_registered(body: Any, why: str) -> None:
    async def work(client: httpx.AsyncClient, reached: list[Any]) -> None:
        told = await client.post("/v1/domains", content=json.dumps(body))
        assert told.status_code == 400
        error = told.json()["error"]
        assert error["code"] == 400
        assert why in error["message"] or why == "."
        assert "Traceback" not in error["message"]

    asked(work)


def test_nothing_is_planned_or_registered_for_who_has_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: PlanGate, *_: Any) -> None:
        raise AssertionError("it was planned for")

    monkeypatch.setattr(gate.PlanGate, "_admitted", never)

    async def work(client: httpx.AsyncClient, reached: list[Any]) -> None:
        body = {"domain": DOMAIN, "problem": PROBLEM}
        assert (await client.post("/v1/domains", json=body)).status_code == 401
        assert (await client.get("/v1/domains")).status_code == 401
        for _ in range(2):
            assert (await client.post("/v1/completions", json=by(**body, budget=3))).status_code == 401
        wrong = {"Authorization": "Bearer other"}
        answer = await client.post("/v1/completions", json=by(**body, budget=3), headers=wrong)
        assert answer.status_code == 401
        assert not reached

    asked(work, {})


def test_the_least_used_go_first_and_a_domain_with_its_problems() -> None:
    kept = Registry(4)
    house = kept.keep("domain", "house", "(h)")
    tidy = kept.keep("problem", "tidy", "(p)", house)
    barn = kept.keep("domain", "barn", "(b)")
    mill = kept.keep("domain", "mill", "(m)")
    assert kept.texts(None, tidy) == ("(h)", "(p)", None)  # used, with its domain
    kept.keep("domain", "yard", "(y)")
    assert kept.texts(barn, None) == (None, None, barn)
    assert kept.texts(mill, "(q)") == ("(m)", "(q)", None)
    assert kept.forget(house)
    assert kept.texts(None, tidy) == (None, None, tidy)
    assert [one["name"] for one in kept.domains()] == ["yard", "mill"]
