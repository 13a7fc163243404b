"""The page that people see: its files, the examples that it offers, and the same view of one plan as one document.

Nothing is built: the browser gets the files as they lie here. All that comes from outside reaches the page as JSON, and
its script writes it as text, never as markup.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

_KINDS = {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "view.js": "text/javascript; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""Every file that is served, by its name: no path of a request is ever opened."""

EXAMPLES: Sequence[Mapping[str, Any]] = (
    {
        "id": "kitchen",
        "title": "Tidy a kitchen",
        "about": "A task in words, over a domain in PDDL. One cup is out of sight, so no plan may name it.",
        "folder": "kitchen",
        "fields": {
            "instruction": "Put the milk away, wash the dirty red cup, and leave it on the shelf.",
            "seen": ["table", "shelf", "sink", "fridge", "milk", "red_cup_1"],
            "budget": 14,
        },
    },
    {
        "id": "drawer",
        "title": "From two pictures",
        "about": "A kitchen of LIBERO, rendered. What the pictures show is known, and so is where.",
        "folder": "drawer",
        "views": ["agentview", "frontview"],
        "fields": {
            "instruction": "put the black bowl in the bottom drawer of the cabinet and close it",
            "parts": {
                "white_cabinet_1_top_side": "white_cabinet_1",
                "white_cabinet_1_top_region": "white_cabinet_1",
                "white_cabinet_1_middle_region": "white_cabinet_1",
                "white_cabinet_1_bottom_region": "white_cabinet_1",
                "wine_rack_1_top_region": "wine_rack_1",
            },
            "budget": 4,
        },
    },
    {
        "id": "rules",
        "title": "Rules that bind",
        "about": "Soup in a kitchen with a stove and a microwave: what must never happen is said as rules.",
        "folder": "cooking",
        "fields": {
            "instruction": "Warm the soup and serve it in the bowl.",
            "budget": 10,
            "rules": {
                "no metal": {
                    "rule": "forall ?m - microwave, ?x - metal: G !(at(?x, ?m) & on(?m))",
                    "because": "metal in a microwave oven makes sparks",
                },
                "off at the end": {
                    "rule": "forall ?h - heater: G (last -> !on(?h))",
                    "because": "nothing may be left on",
                },
            },
        },
    },
    {
        "id": "question",
        "title": "A sentence that may mean two things",
        "about": "No goal is given, and there are two cups. You are asked which is meant; nothing is guessed.",
        "folder": "kitchen",
        "without_goal": True,
        "fields": {"instruction": "Put the red cup in the fridge.", "budget": 10},
    },
    {
        "id": "impossible",
        "title": "A budget that is too small",
        "about": "There is no plan of so few actions. The answer says so, and how many it takes.",
        "folder": "kitchen",
        "fields": {"instruction": "Put the milk away and wash the red cup.", "budget": 6},
    },
)
"""What newcomers can try; each names a folder of this package."""


def asset(name: str) -> tuple[str, bytes] | None:
    """A file of the page with its media type; ``None`` where there is no such file."""
    return (_KINDS[name], _file(name)) if name in _KINDS else None


def example(key: str) -> dict[str, Any] | None:
    """An example's whole request, pictures included; ``None`` where there is no such example."""
    found = next((one for one in EXAMPLES if one["id"] == key), None)
    if found is None:
        return None
    folder = found["folder"]
    problem = _file(f"examples/{folder}/problem.pddl").decode()
    if found.get("without_goal"):
        problem = f"{problem[: problem.index('(:goal')].rstrip()}\n  (:goal (and)))\n"
    fields: dict[str, Any] = {"domain": _file(f"examples/{folder}/domain.pddl").decode(), "problem": problem}
    fields |= found["fields"]
    if views := found.get("views"):
        fields["images"] = {
            view: "data:image/jpeg;base64,"
            + base64.b64encode(_file(f"examples/{folder}/{view}.jpg")).decode()
            for view in views
        }
        fields["scene"] = json.loads(_file(f"examples/{folder}/scene.json"))
    return {name: found[name] for name in ("id", "title", "about")} | {"fields": fields}


def document(plan: Mapping[str, Any], title: str = "A plan of CLAMP") -> str:
    """One self-contained page that shows a plan as the server's page does: no network, no script but its own.

    Args:
        plan: What `clamp plan --json` or the server says of it, with ``pictures`` by view as data URLs, if it has any.
    """
    style, script = _file("style.css").decode(), _file("view.js").decode() + _BOOT
    # In a script's data a `<` could end the script; the rest of the text is JSON, and is read as such.
    data = (
        json.dumps(plan, ensure_ascii=True)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{style}</style>\n</head>\n"
        '<body class="document">\n<main id="view" tabindex="-1"></main>\n'
        f'<script type="application/json" id="plan">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


_BOOT = (
    '\n"use strict";\n'
    'new ClampView(document.getElementById("view")).show(JSON.parse(document.getElementById("plan").textContent));\n'
)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


@cache
def _file(name: str) -> bytes:
    return resources.files(__package__ or "clamp.server.page").joinpath(name).read_bytes()
