"""The benchmark of sentences over worlds: its rows, its records, and what it refuses."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from yard import ITEMS, item

from clamp.automata import Vocabulary
from clamp.cli import app
from clamp.decoding import Failure
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError
from clamp.planning.rules import Rule
from clamp.words.requirements import Clause, Reading, Requirements
from clamp_bench.configuration import FORMALIZER_ROWS, FormalizerConfig
from clamp_bench.formalizer import bench
from clamp_bench.formalizer.bench import EXAMPLES, OUTCOMES, ROWS, Taken, taken, written
from clamp_bench.formalizer.items import Item, read_items
from clamp_bench.formalizer.truth import WALKS, TruthJudge


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path / "data"))
    path = tmp_path / "data" / "formalizer" / "items.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in ITEMS))
    return path


def records_of(out: Path) -> dict[tuple[str, str], Any]:
    found = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    return {(one["id"], one["row"]): one for one in found}


READ: dict[str, tuple[tuple[str, ...], ...]] = {
    "no-leeks": (
        ("G !do:walk(roses, leeks)",),
    ),  # the bed is shut from everywhere, and the sentence names one way
    "hoe-first": (("G (do:fetch(rake, *) -> Y O do:fetch(hoe, *))",),),
    "two-walks": (("G !do:walk",), ("!F (do:walk & X F (do:walk & X F do:walk))",)),
    "nowhere": (("G !do:fetch(rake, *)",),),
    "hoe-too": (),
}
"""What a reader may take each sentence for; how sentences are read is tested elsewhere."""


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    by_sentence = {one["constraint"]: READ[one["id"]] for one in ITEMS}

    def by_grammar(item: Item) -> Taken:
        choices = tuple(tuple(map(Rule.parse, some)) for some in by_sentence[item.sentence])
        return Taken(choices, tuple(rule for some in by_sentence[item.sentence] for rule in some), "why")

    monkeypatch.setattr(bench, "by_grammar", by_grammar)


def test_rows_that_need_no_model(data: Path, tmp_path: Path, reader: None) -> None:
    out = tmp_path / "run"
    report = bench.run(FormalizerConfig(out))
    rows = report.data["rows"]
    assert list(rows) == ["reader", "unheeded", "shuffled"]
    records = records_of(out)
    outcomes = {one["id"]: [records[one["id"], row]["outcome"] for row in rows] for one in ITEMS}
    assert {name: found[:2] for name, found in outcomes.items()} == {
        "no-leeks": ["differs", "differs"],
        "hoe-first": ["right", "wrong"],
        "two-walks": ["asked", "differs"],
        "nowhere": ["rightly none", "wrong"],
        "hoe-too": ["abstained", "wrong"],
    }
    assert {one for found in outcomes.values() for one in found} <= set(OUTCOMES)
    figures = rows["reader"]
    assert figures["outcomes"] == {"right": 1, "rightly none": 1, "differs": 1, "asked": 1, "abstained": 1}
    assert (figures["weak"], figures["strict"], figures["wrong"]) == (["no-leeks"], [], [])
    assert figures["offered"] == 1
    assert figures["right"]["mean"] == 0.4
    assert sum(figures["categories"][name]["items"] for name in figures["categories"]) == len(ITEMS)
    assert rows["unheeded"]["wrong"] == ["hoe-first", "nowhere", "hoe-too"]
    assert "reader: 1 right, 1 rightly none, 1 differs, 1 asked, 1 abstained" in report.text
    one = records["hoe-first", "reader"]
    assert one["status"] == "plan"
    assert one["certificate"]["valid"]
    assert (one["walks"]["agree"], one["model"], one["sentence"]) == (WALKS, None, ITEMS[1]["constraint"])
    assert one["readings"] == [list(READ["hoe-first"][0])]
    # Called again, nothing is done again, and the figures are the same.
    before = (out / "records.jsonl").read_text()
    assert bench.run(FormalizerConfig(out)).data == report.data
    assert (out / "records.jsonl").read_text() == before


def test_the_reader_of_sentences_reads(data: Path) -> None:
    found = {one.id: bench.by_grammar(one) for one in read_items(data)}
    assert [[rule.text for rule in some] for some in found["nowhere"].choices] == [["G !do:fetch(rake, *)"]]
    assert found["two-walks"].choices == ()
    assert found["two-walks"].why


def test_the_whole_of_a_text_is_meant_in_one_way_or_another() -> None:
    clauses = (clause("G !do:walk(leeks, *)", "G !do:walk(*, leeks)"), clause("G !do:fetch(*, leeks)"))
    assert [[rule.text for rule in some] for some in taken(Requirements("", clauses)).choices] == [
        ["G !do:walk(leeks, *)", "G !do:fetch(*, leeks)"],
        ["G !do:walk(*, leeks)", "G !do:fetch(*, leeks)"],
    ]
    half = taken(Requirements("", (*clauses, clause())))
    assert (half.choices, half.why) == ((), "why")
    assert taken(Requirements("", ())).choices == ()


def clause(*formulas: str) -> Clause:
    return Clause("", tuple(Reading(Rule.parse(one), one) for one in formulas), "" if formulas else "why")


def test_items_that_cannot_be_used_are_named_and_count(data: Path, tmp_path: Path, reader: None) -> None:
    broken = [
        "{",
        "[]",
        json.dumps({**ITEMS[0], "id": "no-pddl", "base_domain": "(define"}),
        json.dumps({**ITEMS[0], "id": "no-sentence", "constraint": " "}),
        json.dumps({**ITEMS[0], "id": "no-kind", "category": "weather"}),
    ]
    data.write_text("\n".join([json.dumps(ITEMS[0]), *broken]) + "\n")
    report = bench.run(FormalizerConfig(tmp_path / "run", rows=("reader",)))
    assert report.data["rows"]["reader"]["outcomes"] == {"differs": 1, "malformed": len(broken)}
    assert report.data["rows"]["reader"]["right"]["n"] == 1 + len(broken)
    assert {one["id"] for one in map(json.loads, (tmp_path / "run" / "scores.jsonl").read_text().splitlines())} >= {
        "line-2", "line-3", "no-pddl", "no-sentence", "no-kind"}  # fmt: skip
    data.write_text(f"{json.dumps(ITEMS[0])}\n{json.dumps(ITEMS[0])}\n")
    with pytest.raises(BenchmarkError, match="line 2: there are two items 'no-leeks'"):
        bench.run(FormalizerConfig(tmp_path / "twice"))
    data.write_text("\n")
    with pytest.raises(BenchmarkError, match="holds no items"):
        bench.run(FormalizerConfig(tmp_path / "none"))


def test_another_truth_is_judged_again(data: Path, tmp_path: Path) -> None:
    config = FormalizerConfig(tmp_path / "run", rows=("unheeded",))
    bench.run(config)
    changed = [
        {**one, "plan_exists": True, **item("", "")} if one["id"] == "nowhere" else one for one in ITEMS
    ]
    changed = [
        {**new, "id": old["id"], "constraint": old["constraint"]} for new, old in zip(changed, ITEMS, strict=True)
    ]  # fmt: skip
    data.write_text("".join(json.dumps(one) + "\n" for one in changed))
    assert bench.run(config).data["rows"]["unheeded"]["wrong"] == ["hoe-first", "hoe-too"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rows": ("nobody",)}, "There is no row 'nobody'; there are reader, "),
        ({"rows": ("model-alone",)}, "give --model NAME"),
        ({"hmm": Path("hmm")}, "There is no setting 'hmm'"),
        ({"model": "m", "rows": ("reader",)}, "no row of a model"),
        ({"temperature": 0.5}, "no model writes freely"),
    ],
)
def test_settings_that_nothing_heeds_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BenchmarkError, match=said):
        FormalizerConfig(Path("out"), **settings)


def test_without_data_the_command_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAMP_DATA", raising=False)
    found = CliRunner().invoke(app, ["bench", "formalizer", "--out", str(tmp_path / "run")])
    assert found.exit_code == 2
    assert "put them there as items.jsonl" in " ".join(found.stderr.split())


class Saying:
    """A planner that has an answer to each sentence."""

    name, revision = "saying", None
    vocabulary = Vocabulary.from_bytes([b"a", b""], eos_id=1)
    reader = None  # it was not trained to read

    def __init__(self, said: Callable[[str], str]) -> None:
        self.said = said
        self.asked: list[str] = []

    def plan_many(self, requests: Sequence[Any], **_: Any) -> list[PlanResult]:
        self.asked += [one.prompt[-1]["content"] for one in requests]
        failure = Failure("uncertified", "")
        return [
            PlanResult("fail", text=self.said(one), failure=failure, timing=Timing())
            for one in self.asked[-len(requests) :]
        ]

    write = plan_many


def test_a_model_left_alone(data: Path, tmp_path: Path) -> None:
    texts = {
        "no-leeks": "Rule: G !do:walk(*, leeks)\n\nThis means that you never walk there.",
        "hoe-first": "```ltl\nG (do:fetch(rake, *) -> Y O do:fetch(hoe, *))\n```",
        "two-walks": "G !walk(leeks, beans)",
        "nowhere": "unknown",
        "hoe-too": "The rule is that you have the hoe.",
    }
    by_sentence = {one["constraint"]: texts[one["id"]] for one in ITEMS}
    planner = Saying(
        lambda prompt: next(text for said, text in by_sentence.items() if f"{said}\nRule:" in prompt)
    )
    config = FormalizerConfig(tmp_path / "run", model="saying", rows=("model-alone",))
    report = bench.run(config, load=lambda _: planner)
    outcomes = {name: record["outcome"] for (name, _), record in records_of(tmp_path / "run").items()}
    assert outcomes == {
        **{"no-leeks": "right", "hoe-first": "right", "two-walks": "unreadable"},
        **{"nowhere": "abstained", "hoe-too": "unreadable"},
    }
    assert report.data["model"] == {"id": "saying", "revision": None}
    for said in (*EXAMPLES, "walk(from, to)", "lies(t, b)", "bed: roses, leeks, beans"):
        assert said in planner.asked[0]
    assert not any("(:action" in one for one in planner.asked)


def test_a_model_under_the_grammar(data: Path, tmp_path: Path) -> None:
    texts = {
        "no-leeks": "never: walk(*, leeks)",
        "hoe-first": "never: fetch(rake, *) unless have(hoe)",  # before: …, with `*` in both, is about one bed
        "two-walks": "at most 2: walk(*, *)",
        "nowhere": "unknown",
        "hoe-too": "at the end: have(hoe)",
    }
    by_sentence = {one["constraint"]: texts[one["id"]] for one in ITEMS}
    planner = Saying(lambda asked: next(text for said, text in by_sentence.items() if said in asked))
    config = FormalizerConfig(tmp_path / "run", model="saying", rows=("model",))
    row = bench.run(config, load=lambda _: planner).data["rows"]["model"]
    assert row["outcomes"] == {"right": 4, "abstained": 1}
    assert all(
        "as the model reads it" in said
        for one in records_of(tmp_path / "run").values()
        for said in one["said"]
    )


def test_examples_are_eight_rules() -> None:
    assert len(EXAMPLES) == 8
    for rule in EXAMPLES.values():
        assert written(f"Rule: {rule}\n").choices[0][0].text == rule
    assert list(ROWS) == list(FORMALIZER_ROWS)


# Written by a person for the sentences under these ids, and true of the worlds that the sentences' authors made.
CONFIRMED: dict[str, tuple[str, ...]] = {
    "blocksworld-action-p15-constraint3": (
        "!F (do:pickup & X F (do:pickup & X F (do:pickup & X F (do:pickup & X F (do:pickup & X F do:pickup)))))",
    ),
    "blocksworld-action-p41-constraint25": ("forall ?x: G (do:stack(?x, *) -> G !do:unstack(?x, *))",),
    "blocksworld-action-p43-constraint27": ("forall ?x: G (do:putdown(?x) -> G !do:pickup(?x))",),
    "blocksworld-action-p47-constraint31": ("G !do:stack(*, block3)",),
    "blocksworld-action-p53-constraint37": ("G !do:stack(block1, block5)",),
    "coin_collector-action-p22-constraint15": (
        "G (do:move(*, corridor, *) -> Y O (do:move(*, pantry, *) & Y O do:move(*, pantry, *)))",
    ),
    "coin_collector-action-p26-constraint19": (
        "G (do:move(*, bedroom, *) -> Y O do:move(*, backyard, *))",
    ),
    "coin_collector-action-p36-constraint29": ("G (do:take(coin, *) -> X do:move(*, kitchen, *))",),
    "coin_collector-action-p42-constraint35": (
        "G (do:move -> (do:move(*, *, south) | do:move(*, *, west)))",
    ),
    "coin_collector-action-p49-constraint39": ("G !do:move(*, bathroom, *)",),
    "coin_collector-goal-p65-constraint5": ("G (last -> at(pantry))",),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFIRMED)
def test_the_authors_worlds_confirm_what_a_person_reads(name: str) -> None:
    path = Path(os.environ.get("CLAMP_DATA", "/nowhere")) / "formalizer" / "items.jsonl"
    if not path.is_file():
        pytest.skip("CLAMP_DATA has no formalizer/")
    one = next(one for one in read_items(path) if one.id == name)
    judge = TruthJudge(one.base, one.truth, one.sentence, one.plan_exists, one.category == "goal", budget=200)
    found = judge.verdict([Rule.parse(rule) for rule in CONFIRMED[name]])
    assert found.outcome == ("right" if one.plan_exists else "rightly none")
