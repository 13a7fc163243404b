"""Forms admit exactly their texts, under every tokenisation."""

from __future__ import annotations

import itertools
import random

import pytest

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint, Part, any_of, characters, in_order, text, up_to

ITEM = any_of(text("ab"), in_order(text("a"), characters("cd")), text("é"))
FORM = in_order(text("["), up_to(3, ITEM, text(",")), text("]"))
TEXTS = {
    "[" + ",".join(items) + "]"
    for count in range(4)
    for items in itertools.product(("ab", "ac", "ad", "é"), repeat=count)
}
TOKENS = [bytes((byte,)) for byte in range(256)] + [b"ab", b"a", b",a", b"ac]", b"[ab", b"],", b""]


def vocabulary() -> Vocabulary:
    return Vocabulary.from_bytes(TOKENS, eos_id=len(TOKENS) - 1)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_admitted_is_a_text_of_the_form(seed: int) -> None:
    draw, made = random.Random(seed), FormConstraint(FORM, vocabulary())
    cursor, written = made.initial(), b""
    while True:
        allowed = made.allowed(cursor)
        assert (allowed[1:] > allowed[:-1]).all()
        token = draw.choice(list(allowed))
        # A token is admitted iff some text goes on with it, or it is the end and the text is complete.
        for other in range(len(TOKENS) - 1):
            goes_on = any(one.encode().startswith(written + TOKENS[other]) for one in TEXTS)
            assert (other in allowed) == goes_on
        assert (len(TOKENS) - 1 in allowed) == (written.decode(errors="replace") in TEXTS)
        if token == len(TOKENS) - 1:
            break
        written += TOKENS[token]
        cursor = made.advance(cursor, token)
    assert written.decode() in TEXTS
    assert made.accepting(cursor)


@pytest.mark.parametrize(
    ("part", "texts"),
    [
        (up_to(2, text("x"), least=1), {"x", "xx"}),
        (up_to(2, text("x"), text("-"), least=2), {"x-x"}),
        (any_of(text("a"), text("ab")), {"a", "ab"}),
        (up_to(0, text("x")), {""}),
    ],
)
def test_small_forms(part: Part, texts: set[str]) -> None:
    made = FormConstraint(part, vocabulary())
    found: set[str] = set()
    open_ = [(made.initial(), "")]
    while open_:
        cursor, written = open_.pop()
        if made.accepting(cursor):
            found.add(written)
        for token in made.allowed(cursor):
            if len(TOKENS[token]) == 1:
                open_.append((made.advance(cursor, int(token)), written + TOKENS[token].decode()))
    assert found == texts


def test_a_token_is_explained() -> None:
    made = FormConstraint(FORM, vocabulary())
    assert made.explain(made.initial(), ord("[")).allowed
    refused = made.explain(made.initial(), ord("x"))
    assert (refused.allowed, refused.constraint) == (False, "syntax")
