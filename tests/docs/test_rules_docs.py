"""The rules' guide: its example runs, its formulas can be read."""

from __future__ import annotations

import re

import pytest
from roots import EXAMPLES, ROOT

from clamp.planning import Problem
from clamp.planning.rules import Rule, RuleBook, judge

GUIDE = (ROOT / "docs" / "rules.md").read_text()


def test_the_example_of_the_guide_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(compile(example, "docs/rules.md", "exec"), {"__name__": "guide"})
    (promised,) = re.findall(r"It prints `(.*)`", GUIDE)
    assert capsys.readouterr().out == f"{promised}\n"


def test_the_rule_book_of_the_guide_is_kept_by_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES / "cooking")
    (text,) = (one for one in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL) if one.startswith("steps"))
    book = RuleBook.parse(text)
    assert book.domain is not None
    assert book.problem is not None
    found = judge(Problem.from_pddl(book.domain, book.problem), book.rules, [])
    assert [one.outcome for one in found.verdicts] == ["kept", "vacuous", "vacuous", "kept", "vacuous"]


def test_the_formulas_of_the_guide_can_be_read() -> None:
    table = GUIDE.partition("| in words | rule |")[2].partition("\n\n")[0]
    formulas = re.findall(r"\| `(.*)` \|", table)
    assert len(formulas) == 8
    for text in formulas:
        Rule.parse(text.replace("\\|", "|"))
