"""The page in a real browser: it plans, streams, asks and explains, quickly, and runs no script of others.

Slow, and skipped without Chromium or the package playwright. With CLAMP_SCREENSHOTS=FOLDER, pictures of what was seen
are kept there.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

for name in ("torch", "fastapi", "uvicorn", "sqlalchemy", "httpx", "opentelemetry"):
    pytest.importorskip(name)
sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium", allow_module_level=True)

from http_server import DOMAIN, PROBLEM, serving  # noqa: E402
from uniform_host import UniformHost  # noqa: E402

from clamp.server.page import document  # noqa: E402

pytestmark = pytest.mark.slow

EVIL = '</script><img src=x onerror="window.pwned=1"><svg onload=window.pwned=1>\'"&{{7*7}}\u202e'


@pytest.fixture(scope="module")
def browser() -> Generator[Any]:
    with sync_api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Any]:
    with serving(tmp_path_factory.mktemp("server"), UniformHost(seconds=0.005)) as client:
        yield client


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Any) -> Generator[Any]:
    found = browser.new_page(viewport={"width": 1400, "height": 1000}, color_scheme=request.param)
    wrong: list[str] = []
    found.on("console", lambda one: wrong.append(one.text) if one.type in ("error", "warning") else None)
    found.on("pageerror", lambda one: wrong.append(str(one)))
    found.scheme = request.param
    yield found
    found.close()
    assert wrong == []


def keep(page: Any, name: str) -> None:
    if folder := os.environ.get("CLAMP_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name}-{page.scheme}.png", full_page=True)


def opened(page: Any, server: Any, example: str) -> None:
    page.goto(str(server.base_url))
    page.get_by_role("button", name=example).click()
    page.wait_for_function("document.getElementById('domain').value.length > 100")
    page.get_by_role("button", name="Plan", exact=True).click()


def test_a_plan_appears_and_a_token_says_why(page: Any, server: Any) -> None:
    opened(page, server, "Tidy a kitchen")
    page.wait_for_selector(".step")
    assert page.locator(".banner.busy").count() == 1  # actions are there before the plan is
    keep(page, "writing")
    page.wait_for_selector(".banner.good")
    assert "Certified plan" in page.inner_text(".banner")
    steps = page.locator(".step")
    steps.nth(2).click()
    assert "after action 3" in page.inner_text(".facts >> xpath=..")
    page.locator(".token.refused").first.click()
    why = page.inner_text(".why")
    assert "rejected" in why.lower()
    assert "syntax" in why
    before = page.locator("[aria-selected=true]").get_attribute("id")
    page.keyboard.press("n")
    after = page.locator("[aria-selected=true]").get_attribute("id")
    assert after != before
    assert page.locator(".tokens").get_attribute("aria-activedescendant") == after
    keep(page, "plan")


def test_what_each_action_touches_is_drawn_on_the_pictures(page: Any, server: Any) -> None:
    opened(page, server, "From two pictures")
    page.wait_for_selector(".banner.good")
    assert page.locator(".shot svg .hot").count() >= 1
    keep(page, "pictures")


def test_a_question_is_answered_by_a_click(page: Any, server: Any) -> None:
    opened(page, server, "A sentence that may mean two things")
    page.wait_for_selector(".banner.ask-back")
    keep(page, "question")
    page.locator(".readings button").nth(1).click()
    page.wait_for_selector(".banner.good")
    assert "red cup 2" in page.inner_text(".understood")


def test_no_plan_says_why(page: Any, server: Any) -> None:
    opened(page, server, "A budget that is too small")
    page.wait_for_selector(".banner.bad")
    assert "smallest budget that would do: 13" in page.inner_text(".banner")
    keep(page, "no-plan")


def test_everything_is_reached_by_the_keyboard_and_has_a_name(page: Any, server: Any) -> None:
    opened(page, server, "Rules that bind")
    page.wait_for_selector(".banner.good")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, input, textarea, [role=listbox], img')].filter((one) => {
            const label = one.labels && one.labels.length ? one.labels[0].textContent : '';
            const given = one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.alt;
            return !(label || given || one.textContent.trim() || one.alt === '');
        }).map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    page.get_by_role("button", name="Plan", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".banner.busy")
    assert page.evaluate("document.activeElement.id") == "stop"
    page.wait_for_selector(".banner.good")
    page.wait_for_function("document.activeElement.id === 'go'")
    page.locator("body").click(position={"x": 2, "y": 2})
    met: set[str] = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        met.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"go", "instruction", "files", "budget", "step", "tokens"} <= met


def test_on_a_phone_the_plan_comes_into_sight(page: Any, server: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, server, "Tidy a kitchen")
    page.wait_for_selector(".banner.good")
    assert page.locator(".banner").bounding_box()["y"] < 844 / 2
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keep(page, "phone")


def long_plan(tokens: int) -> dict[str, Any]:
    """A plan with so many tokens, each of which has something rejected."""
    reason = "go(fridge) cannot be executed: (robot-at fridge) holds but must not"
    trace = [
        {
            "text": ["go", "(", f"place_{place % 97}", ")", "\n"][place % 5],
            "actions": place // 5,
            "allowed": 7,
            "wanted": {"text": "pick", "constraint": "executability", "reason": reason}
            if place % 3 == 0
            else None,
            "logprob": -1.5,
            "rejected": [{"text": "pick", "logprob": -0.5, "constraint": "executability", "reason": reason}]
            * 4,
            "scores": {"G": -3.0},
            "candidates": [{"text": "go", "score": -3.0}],
            "weighed_by": "G",
        }
        for place in range(tokens)
    ]
    actions = [{"name": "go", "args": [f"place_{place % 97}"]} for place in range(tokens // 5)]
    return {
        "status": "plan",
        "actions": actions,
        "trace": trace,
        "budget": len(actions),
        "instruction": "Go far.",
    }


def test_ten_thousand_tokens_stay_responsive(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    path.write_text(document(long_plan(10_000)), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector(".token")
    assert page.locator(".token").count() < 1_000
    page.locator(".tokens").focus()
    took = page.evaluate(
        """async () => {
            const list = document.querySelector('.tokens'), times = [];
            const often = (key, many) => Array(many).fill(key);
            for (const key of [...often('ArrowDown', 60), ...often('n', 60), ...often('PageDown', 20), 'End', 'Home']) {
                const before = performance.now();
                list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                list.getBoundingClientRect();
                times.push(performance.now() - before);
                await new Promise(requestAnimationFrame);
            }
            times.sort((a, b) => a - b);
            return { median: times[times.length >> 1], most: times[times.length - 1] };
        }"""
    )
    print(f"a key takes {took['median']:.1f} ms in the median, {took['most']:.1f} ms at most")
    assert took["median"] < 50
    page.keyboard.press("End")
    assert page.locator("[aria-selected=true]").get_attribute("aria-posinset") == "10000"
    keep(page, "long")


def test_hostile_names_run_no_script(page: Any, server: Any, tmp_path: Path) -> None:
    plan = long_plan(50) | {
        "instruction": EVIL,
        "goal": {"text": EVIL},
        "rules": [{"name": EVIL, "rule": EVIL, "because": EVIL}],
        "requirements": [{"text": EVIL, "said": EVIL, "rule": EVIL}],
        "story": {"first": [[EVIL, EVIL]], "steps": [{"added": [[EVIL]], "removed": []}] * 10},
        "pictures": {EVIL: "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="},
        "scene": {
            "views": {EVIL: {"width": 9, "height": 9}},
            "entities": [{"id": EVIL, "view": EVIL, "box": [1, 1, 5, 5]}],
        },
    }
    plan["actions"] = [{"name": EVIL, "args": [EVIL]}] * 10
    for step in plan["trace"]:
        step |= {
            "text": EVIL,
            "wanted": {"text": EVIL, "constraint": EVIL, "reason": EVIL},
            "scores": {EVIL: -1.0},
        }
        step["rejected"] = [{"text": EVIL, "logprob": -1.0, "constraint": EVIL, "reason": EVIL}]
    path = tmp_path / "evil.html"
    path.write_text(document(plan, EVIL), encoding="utf-8")
    for address in (path.as_uri(), str(server.base_url)):
        page.goto(address)
        if address.startswith("http"):
            page.evaluate("(plan) => new ClampView(document.getElementById('view')).show(plan)", plan)
        page.wait_for_selector(".token")
        page.locator(".token").first.click()
        page.wait_for_timeout(100)
        assert page.evaluate("window.pwned") is None
        assert page.locator("main img[src='x']").count() == 0
        assert page.locator("main script").count() == 0
        assert "onerror" in page.inner_text(".why")
        assert "\u202e" not in page.inner_text("main")
    domain = DOMAIN.replace("kitchen", "k")
    answer = server.post(
        "/v1/plan", json={"domain": domain, "problem": PROBLEM, "instruction": EVIL.replace("\u202e", "")}
    )
    assert answer.status_code in (200, 422)
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.text)
