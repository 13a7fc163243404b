"""Chat templates of all kinds: nothing that is said is lost, and what cannot be said is an error that says why."""

from __future__ import annotations

import copy
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from chat_templates import PARTS_ALONE, PICTURES, TEXT, WITHOUT_SYSTEM  # noqa: E402
from picture_models import sees  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

from clamp.errors import ConstraintError, HostError  # noqa: E402
from clamp.hosts.hf.images import image_inputs  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.hosts.planner import prompt_tokens  # noqa: E402
from clamp.request.prompts import WITHOUT_SYSTEM as ON_PURPOSE  # noqa: E402
from clamp.request.prompts import in_parts, render  # noqa: E402

SYSTEM = "You write plans for a robot.\nActions:\n- put(x, y)"
USER = 'Objects: cup, shelf\nTask: "tidy" up & <go> {{ home }}'
AGAIN, ANSWER = "Now look around.", "put(cup, shelf)"

CHATS: dict[str, list[tuple[str, str]]] = {
    "system, user": [("system", SYSTEM), ("user", USER)],
    "user": [("user", USER)],
    "system alone": [("system", SYSTEM)],
    "two users": [("system", SYSTEM), ("user", USER), ("user", AGAIN)],
    "two systems": [("system", SYSTEM), ("system", AGAIN), ("user", USER)],
    "a later system": [("user", USER), ("system", SYSTEM)],
    "several turns": [("system", SYSTEM), ("user", USER), ("assistant", ANSWER), ("user", AGAIN)],
    "white space around": [("system", f"\n {SYSTEM} \n"), ("user", f" {USER}\n")],
    "an empty system": [("system", ""), ("user", USER)],
}


def with_template(template: Any) -> Any:
    made = copy.deepcopy(tokenizer())
    made.chat_template = template
    made.bos_token = "<pad>"
    return made


def messages(chat: str) -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in CHATS[chat]]


@pytest.mark.parametrize("chat", CHATS)
@pytest.mark.parametrize("name", TEXT)
def test_whatever_the_template_each_thing_is_said_once(name: str, chat: str) -> None:
    given = messages(chat)
    before = copy.deepcopy(given)
    text = render(given, with_template(TEXT[name]))
    assert given == before
    for _, content in CHATS[chat]:
        if content:
            assert text.count(content.strip()) == 1, text
    said = [text.index(content.strip()) for _, content in CHATS[chat] if content]
    if chat in ("system, user", "several turns", "white space around"):
        assert said == sorted(said) or name in (
            "mistral 0.3",
            "pixtral",
        )  # these say it before the last user's


@pytest.mark.parametrize("name", TEXT)
def test_a_chat_is_changed_only_where_a_template_does_not_take_it(name: str) -> None:
    given = messages("system, user")
    if name in WITHOUT_SYSTEM:
        given = [{"role": "user", "content": f"{SYSTEM}\n\n{USER}"}]
    if name in PARTS_ALONE:
        given = in_parts(given)
    made = with_template(TEXT[name])
    theirs = made.apply_chat_template(given, tokenize=False, add_generation_prompt=True)
    assert render(messages("system, user"), made) == theirs


@pytest.mark.parametrize("name", TEXT)
def test_the_prompt_ends_where_the_model_begins(name: str) -> None:
    text = render(messages("system, user"), with_template(TEXT[name]))
    assert USER not in text[-30:]
    tokens = prompt_tokens(messages("system, user"), with_template(TEXT[name]))
    assert with_template(TEXT[name]).decode(tokens) == text


def test_without_a_template_a_chat_is_its_texts() -> None:
    for none in (None, ""):
        assert render(messages("system, user"), with_template(none)) == f"{SYSTEM}\n\n{USER}\n\n"
    assert render("As it is.", with_template(TEXT["gemma 2"])) == "As it is."


def test_a_template_that_leaves_the_system_out_on_purpose_is_believed() -> None:
    template = ON_PURPOSE + TEXT["phi 3"]
    assert render(messages("system, user"), with_template(template)) == render(
        messages("user"), with_template(TEXT["phi 3"])
    )
    assert SYSTEM in render(messages("system alone"), with_template(template))


BROKEN: dict[str, tuple[Any, str]] = {
    "syntax": ("{% for m in messages %}{{ m['content'] }", "TemplateSyntaxError"),
    "unclosed": ("{% for m in messages %}", "TemplateSyntaxError"),
    "an unknown filter": ("{{ messages | shout }}", "shout"),
    "undefined": ("{{ messages[0].content + user_name.first }}", "user_name"),
    "arithmetic": ("{{ 1 / 0 }}", "ZeroDivisionError"),
    "types": ("{{ messages + 1 }}", "TypeError"),
    "another role": (
        "{% for m in messages %}{% if m.role != 'human' %}{{ raise_exception('humans only') }}{% endif %}{% endfor %}",
        "humans only",
    ),
    "an endless loop": ("{% for i in range(10 ** 12) %}{% endfor %}", "OverflowError"),
    "unsafe": ("{{ messages.__class__.__mro__ }}", "SecurityError"),
    "says nothing": ("{# nothing #}", "leaves out what the system says"),
    "a constant": ("Hello!", "leaves out what the system says"),
    "leaves the user out": (
        "{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}",
        "leaves out what the user says",
    ),
    "a number": (3, "TypeError"),
    "several, none of them the default": ({"rag": "{{ messages }}"}, "default"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_template_is_named_with_its_error(name: str) -> None:
    template, said = BROKEN[name]
    with pytest.raises(HostError, match="chat template of ") as caught:
        pytest.fail(render(messages("system, user"), with_template(template)))
    assert said in str(caught.value)
    assert "as one text" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_what_a_template_says_of_its_error_is_shown_as_text() -> None:
    with pytest.raises(HostError) as caught:
        render(messages("user"), with_template("{{ raise_exception('\x1b[31mred\u202e\ntwo') }}"))
    assert str(caught.value).isprintable()
    assert r"\x1b[31mred\u202e" in str(caught.value)


def test_a_template_that_writes_a_content_in_another_way_leaves_nothing_out() -> None:
    text = render(messages("system, user"), with_template("{{ messages | tojson }}"))
    assert text.count("You write plans") == 1
    shouting = "{% for m in messages %}{{ m.role + ': ' + m.content | upper }}{% endfor %}"
    assert render(messages("system, user"), with_template(shouting)).startswith("system: YOU WRITE")


@pytest.mark.parametrize("name", ["gemma 2", "mistral 0.1", "phi 3", "danube"])
def test_a_planner_reads_the_system_s_words_whatever_its_template(name: str) -> None:
    loaded = LoadedModel(model(), with_template(TEXT[name]), f"tiny-{name}")
    result = Planner(loaded).write([PlanRequest(messages("system, user"), None, max_new_tokens=2)])
    assert [one.timing.prompt_tokens for one in result] == [
        len(prompt_tokens([{"role": "user", "content": f"{SYSTEM}\n\n{USER}"}], loaded.tokenizer))
    ]


def test_a_planner_with_a_broken_template_raises_an_error_of_ours() -> None:
    loaded = LoadedModel(model(), with_template(BROKEN["syntax"][0]), "tiny-broken")
    with pytest.raises(HostError, match="TemplateSyntaxError"):
        Planner(loaded).write([PlanRequest(messages("system, user"), None, max_new_tokens=2)])


# ------------------------------------------------------------------ with pictures


class Template:
    """The part of a processor that writes a chat with pictures as text."""

    def __init__(self, template: str) -> None:
        self.tokenizer = with_template(template)
        self.texts: list[str] = []

    def apply_chat_template(self, chat: Any, **options: Any) -> Any:
        from transformers import BatchFeature

        text = self.tokenizer.apply_chat_template(
            chat, tokenize=False, add_generation_prompt=options["add_generation_prompt"]
        )
        if not options["tokenize"]:
            return text
        self.texts.append(text)
        return BatchFeature({"input_ids": torch.tensor([[1]]), "attention_mask": torch.ones(1, 1)})


MARKS = {"gemma 3": "<start_of_image>", "qwen vl": "<|image_pad|>", "pixtral": "[IMG]"}


@pytest.mark.parametrize("chat", ["system, user", "user", "two users", "several turns", "white space around"])
@pytest.mark.parametrize("name", [*PICTURES, "gemma 2 with pictures"])
def test_with_pictures_too_each_thing_is_said_once(name: str, chat: str) -> None:
    from PIL import Image

    template = TEXT.get(name) or TEXT["gemma 3"].replace(
        "{%- if messages[0]['role'] == 'system' -%}",
        "{%- if messages[0]['role'] == 'system' -%}{{ raise_exception('System role not supported') }}",
    )
    processor = Template(template)
    picture = Image.new("RGB", (8, 8))
    request = PlanRequest(messages(chat), None, images=[picture, picture])
    image_inputs(processor, request, name="m", device=torch.device("cpu"))
    (text,) = processor.texts
    assert text.count(MARKS.get(name.removeprefix("gemma 2 with pictures") or "gemma 3", "<image>")) == 2
    for _, content in CHATS[chat]:
        assert text.count(content.strip()) == 1, text


def test_a_broken_template_of_a_model_that_sees_is_named() -> None:
    from PIL import Image

    for name in ("syntax", "another role", "a constant"):
        planner = sees(Template(BROKEN[name][0]))
        request = PlanRequest(messages("system, user"), None, images=[Image.new("RGB", (8, 8))])
        with pytest.raises(HostError, match="chat template of 'tiny-vl'"):
            planner.plan_many([request])


@pytest.mark.parametrize(
    "prompt", ["\ud800", [{"role": "user", "content": "Tidy \udfff."}], [{"role": "\ud800", "content": ""}]]
)
def test_half_a_character_is_no_prompt(prompt: Any) -> None:
    with pytest.raises(ConstraintError, match="half of one"):
        PlanRequest(prompt)
