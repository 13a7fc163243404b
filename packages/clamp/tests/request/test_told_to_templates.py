"""What people may say to a chat template is the template's, not the tokenizer's; and messages show no paths."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from clamp.errors import ConstraintError, HostError, SceneError
from clamp.perception.pictures import read_picture
from clamp.request.prompts import render
from clamp.request.settings import checked_template


@pytest.mark.parametrize(
    "name",
    [
        "self",
        "truncation",
        "max_length",
        "padding",
        "return_assistant_tokens_mask",
        "tokenizer_kwargs",
        "processor_kwargs",
        "tokenize",
    ],
)
def test_arguments_of_the_tokenizer_are_refused(name: str) -> None:
    with pytest.raises(ConstraintError, match="the host's to say"):
        checked_template("chat_template_kwargs", {name: 1})


class _Refusing:
    chat_template = "{{ messages }}"
    name_or_path = "/srv/secret/models/small"

    def apply_chat_template(self, *_: Any, **__: Any) -> str:
        raise ValueError("no such role")


def test_messages_show_no_paths_and_no_addresses() -> None:
    with pytest.raises(HostError, match="'small' refuses") as caught:
        render([{"role": "user", "content": "Go."}], _Refusing())
    assert "secret" not in str(caught.value)
    with pytest.raises(SceneError, match="cannot be read") as wrong:
        read_picture(BytesIO(b"ABC"), "a")
    assert "0x" not in str(wrong.value)
