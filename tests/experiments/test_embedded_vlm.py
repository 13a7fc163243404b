"""How the embedded model is made: goals, sentences, batches, and a training run that learns and resumes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
Image = pytest.importorskip("PIL.Image")

from embedded_vlm import architecture, batches, look, loop, prepare  # noqa: E402
from embedded_vlm.augment import Renaming, new_name  # noqa: E402
from embedded_vlm.goals import LONGEST, Wish, draw_wishes, literal  # noqa: E402
from embedded_vlm.instructions import NAMES, Step, View, split_id, write  # noqa: E402
from embedded_vlm.vision import encode, to_patches  # noqa: E402
from train_embedded_vlm import make_tokenizer  # noqa: E402

from clamp.hosts.seen_entities import LISTING_FORMAT, listing_messages  # noqa: E402
from clamp.perception import Scene  # noqa: E402
from clamp.perception.annotate import positions  # noqa: E402
from clamp.planning.system import Action  # noqa: E402
from clamp.planning.validator import validate  # noqa: E402
from clamp.request.prompts import plan_messages  # noqa: E402
from clamp_worlds import libero  # noqa: E402

TINY = replace(architecture.TINY, pixels=64)
OBJECTS = [
    ["kitchen_table", "kitchen_table"],
    ["wooden_cabinet_1", "wooden_cabinet"],
    ["flat_stove_1", "flat_stove"],
    ["akita_black_bowl_1", "akita_black_bowl"],
    ["akita_black_bowl_2", "akita_black_bowl"],
    ["plate_1", "plate"],
    ["moka_pot_1", "moka_pot"],
    ["wooden_cabinet_1_top_region", "drawer"],
    ["wooden_cabinet_1_bottom_region", "drawer"],
    ["wooden_cabinet_1_top_side", "top"],
    ["flat_stove_1_cook_region", "top"],
]


def record(number: int) -> dict[str, Any]:
    """A state of one kitchen, as the renderer writes it."""
    random = Random(number)
    atoms = [["on", f"{name}_1", "kitchen_table"] for name in ("plate", "moka_pot", "akita_black_bowl")]
    atoms.append(["on", "akita_black_bowl_2", random.choice(["kitchen_table", "plate_1"])])
    atoms += [["open", f"wooden_cabinet_1_{level}_region"] for level in ("top",) if random.random() < 0.5]
    entities = [
        {
            "id": name,
            "label": name,
            "score": 1.0,
            "box": [at := random.randint(0, 200), at // 2, at + 30, at // 2 + 30],
            "view": "agentview",
            "seen": True,
        }
        for name, _ in OBJECTS
    ]
    return {
        "id": f"kitchen-{number}",
        "suite": "libero_90",
        "images": {view: f"{number}_{view}.png" for view in ("agentview", "sideview")},
        "scene": {
            "views": {view: {"width": 256, "height": 256} for view in ("agentview", "sideview")},
            "entities": entities,
        },
        "atoms": atoms,
        "objects": OBJECTS,
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered data set: an open drawer is a bright picture."""
    folder = tmp_path_factory.mktemp("data")
    noise = np.random.default_rng(0)
    with (folder / "records.jsonl").open("w") as lines:
        for number in range(10):
            one = record(number)
            for name in one["images"].values():
                level = 160 if ["open", "wooden_cabinet_1_top_region"] in one["atoms"] else 0
                pixels = noise.integers(level, level + 90, (96, 96, 3), dtype=np.uint8)
                Image.fromarray(pixels).save(folder / name)
            lines.write(json.dumps(one) + "\n")
    return folder


@pytest.fixture(scope="module")
def prepared(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    assert prepare.prepare(data, folder, pixels=TINY.pixels, count=2, limit=4) == 4
    first = (folder / "pictures.bin").read_bytes()
    with (folder / "pictures.bin").open("ab") as file:
        file.write(b"a picture whose record was never written")
    assert prepare.prepare(data, folder, pixels=TINY.pixels, count=2) == 10
    assert (folder / "pictures.bin").read_bytes().startswith(first)
    return folder


@pytest.mark.no_cover
def test_what_was_prepared_is_read_back(data: Path, prepared: Path) -> None:
    records, pictures = prepare.load(prepared, TINY.pixels)
    assert pictures.shape == (10, 2, 64, 64, 3)
    lines = (data / "records.jsonl").read_text().splitlines()
    for at, line in enumerate(lines):
        one = json.loads(line)
        assert records[at] == prepare.prepare_record(one, count=2, view="agentview")
        processor = architecture.image_processor(TINY)
        with Image.open(data / one["images"]["sideview"]) as picture:
            expected = processor(images=[picture], return_tensors="pt")["pixel_values"]
        ours = to_patches(torch.from_numpy(pictures[at, 1:].copy()), TINY.patch)[0]
        assert torch.allclose(ours, expected, atol=1e-5)
    assert any(one.held_out for one in records) or len(records) < 50


def test_held_out_suites_are_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(json.dumps({**record(0), "suite": "libero_goal"}) + "\n")
    with pytest.raises(ValueError, match="'libero_goal', which is held out"):
        prepare.prepare(tmp_path, tmp_path / "prepared", pixels=64)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(4))
@pytest.mark.no_cover
def test_every_wish_has_a_shortest_plan_in_the_order_it_is_told(number: int) -> None:
    one = record(number)
    wishes = draw_wishes(one, [name for name, _ in OBJECTS], count=8, seed=str(number))
    assert wishes == draw_wishes(one, [name for name, _ in OBJECTS], count=8, seed=str(number))
    assert len(wishes) == 8
    base = libero.problem_of(one, [])
    for wish in wishes:
        goal = libero.problem_of(one, [_bddl(step) for step in wish.steps])
        assert validate(goal.task, wish.plan)
        assert goal.goal_distance(goal.initial, LONGEST) == len(wish.plan)
        done = [Step(action.name, action.args) for action in wish.plan]
        told = [step for step in wish.steps if step in done]
        assert told == sorted(told, key=done.index)
        state = base.facts(base.initial)
        for step in set(wish.steps) - set(done):
            assert step.verb in ("open", "close", "turn_on", "turn_off")
            meaning = literal(step)
            assert (meaning in state) or (getattr(meaning, "operand", None) not in state)


def _bddl(step: Step) -> tuple[str, ...]:
    words = {"place_on": "on", "place_in": "in", "turn_on": "turnon", "turn_off": "turnoff"}
    return (words.get(step.verb, step.verb), *step.args)


def test_a_goal_names_only_what_is_listed() -> None:
    known = ["akita_black_bowl_1", "plate_1"]
    for wish in draw_wishes(record(0), known, count=4, seed="0"):
        assert {name for step in wish.steps for name in step.args} <= set(known)


KITCHEN = View(
    tuple(name for name, _ in OBJECTS),
    {"akita_black_bowl_1": (20.0, 50.0), "akita_black_bowl_2": (90.0, 50.0)},
)


@given(st.integers(0, 10_000))
@settings(max_examples=examples(60), deadline=None)
def test_sentences_speak_of_things_as_people_do(seed: int) -> None:
    random = Random(seed)
    step = Step("place_in", ("akita_black_bowl_2", "wooden_cabinet_1_top_region"))
    sentence = write([step, Step("close", step.args[1:])], KITCHEN, random)
    assert sentence is not None
    assert "_" not in sentence
    assert not re.search(r"\d", sentence)
    lower = sentence.lower()
    assert "right" in lower
    assert "left" not in lower
    assert re.search(r"\btop\b", lower)
    assert re.search(r"clos|shut", lower)


@pytest.mark.parametrize(
    ("steps", "pattern"),
    [
        ([("place_on", "moka_pot_1", "flat_stove_1_cook_region")], "stove|burner|cooker"),
        ([("place_on", "plate_1", "kitchen_table")], "table"),
        ([("place_on", "plate_1", "kitchen_table_flat_stove_front_region")], "front of"),
        ([("place_on", "plate_1", "kitchen_table_flat_stove_back_region")], "behind|back of"),
        ([("place_on", "plate_1", "kitchen_table_flat_stove_left_region")], "left"),
        ([("place_in", "book_1", "desk_caddy_1_back_contain_region")], "back (compartment|section|part)"),
        ([("place_in", "book_1", "wooden_two_layer_shelf_1_bottom_region")], "under|below"),
        ([("place_in", "book_1", "wooden_two_layer_shelf_1_top_region")], "shelf|cabinet|upper"),
        ([("place_in", "book_1", "basket_1_contain_region")], "basket"),
        ([("turn_off", "flat_stove_1")], "off|stop"),
        ([("open", "microwave_1")], "open"),
    ],
)
def test_each_place_and_switch_has_words(steps: list[tuple[str, ...]], pattern: str) -> None:
    for seed in range(20):
        made = [Step(verb, tuple(args)) for verb, *args in steps]
        assert re.search(pattern, (write(made, KITCHEN, Random(seed)) or "").lower())
    assert write([Step("place_on", ("plate_1", "kitchen_table_init_region"))], KITCHEN, Random(0)) is None


def test_things_told_apart_by_where_they_are() -> None:
    step = Step("place_on", ("akita_black_bowl_2", "flat_stove_1_cook_region"))
    on_plate = replace(KITCHEN, centres={}, supports={"akita_black_bowl_2": "plate_1"})
    for seed in range(9):
        assert re.search("bowl on (the )?(plate|dish)", (write([step], on_plate, Random(seed)) or "").lower())
    three = View(("cup_1", "cup_2", "cup_3"), {"cup_1": (10, 9), "cup_2": (50, 9), "cup_3": (90, 9)})
    words = {1: "left", 2: "middle", 3: "right"}
    for number, word in words.items():
        for seed in range(5):
            said = write([Step("place_on", (f"cup_{number}", "plate_1"))], three, Random(seed)) or ""
            assert word in said
    beside = replace(three, centres={}, supports={"cup_1": "table_cup_left_region"})
    assert "the cup" in (write([Step("place_on", ("cup_1", "plate_1"))], beside, Random(0)) or "").lower()
    both = [Step("place_on", (f"cup_{number}", "plate_1")) for number in (1, 2)]
    pair = replace(three, entities=("cup_1", "cup_2"))
    assert any("both cups" in (write(both, pair, Random(seed)) or "") for seed in range(20))


@given(st.integers(0, 100_000))
def test_new_names_are_ids_and_are_used_everywhere(seed: int) -> None:
    random = Random(seed)
    name, called = new_name(random)
    assert split_id(f"{name}_1")[0] == name
    assert set(called[0].split()) == set(name.split("_"))
    renaming = Renaming(["plate", "moka_pot"], ["flat_stove"], 1.0, random)
    assert renaming("plate_1").endswith("_1")
    assert not set(renaming.kinds.values()) & set(NAMES)
    assert renaming("flat_stove_1_cook_region").endswith("stove_1_cook_region")
    assert renaming("flat_stove_1") != "flat_stove_1"
    assert renaming("wooden_cabinet_1_top_region") == "wooden_cabinet_1_top_region"


@pytest.fixture(scope="module")
def tokenizer(prepared: Path) -> Any:
    return make_tokenizer(prepare.load(prepared, TINY.pixels)[0])


@pytest.mark.no_cover
def test_the_tokenizer_covers_every_byte(tokenizer: Any) -> None:
    from clamp.automata import Vocabulary

    vocabulary = Vocabulary.from_tokenizer(tokenizer)
    assert vocabulary.single_bytes == frozenset(range(256))
    for text in ("put the black bowl on the plate", "pick(cup_1)\nplace_on(cup_1, é中🙂_2)\n\t0 = \u00a0_"):
        tokens = tokenizer(text, add_special_tokens=False)["input_ids"]
        assert vocabulary.decode(tokens) == text.encode()


def test_a_training_prompt_is_the_planners_prompt(prepared: Path, tokenizer: Any) -> None:
    records, _ = prepare.load(prepared, TINY.pixels)
    at = next(at for at in range(10) if positions(Scene.from_json(record(at)["scene"])))
    row = batches.draw_row(records[at], at, 3, Random(0), vary=False)
    problem = libero.problem_of(record(at), [])
    scene = Scene.from_json(record(at)["scene"])
    assert row.positions == positions(scene)
    assert {"akita_black_bowl_1", "akita_black_bowl_2"} <= row.positions.keys()
    collate = batches.Collator(tokenizer, architecture.new_model(tokenizer, TINY, 0), TINY.image_tokens)
    for sample in row.samples:
        messages = plan_messages(
            problem,
            sample.instruction,
            plan_format=batches.FORMAT,
            budget=sample.budget,
            seen=row.objects,
            positions=positions(scene),
        )
        parts = [{"type": "image"}, {"type": "image"}, {"type": "text", "text": messages[1]["content"]}]
        text = tokenizer.apply_chat_template(
            [messages[0], {"role": "user", "content": parts}], tokenize=False, add_generation_prompt=True
        )
        text = text.replace("<|image_pad|>", "<|image_pad|>" * TINY.image_tokens)
        opening = batches.opening_text(row, 2, TINY.image_tokens)
        asked = batches.request_text(sample)
        assert opening + asked == text
        whole = tokenizer(text + sample.plan, add_special_tokens=False)["input_ids"]
        assert [*collate.encode(opening), *collate.encode(asked), *collate.encode(sample.plan)] == whole


def test_a_listing_asks_for_what_the_pictures_show(prepared: Path) -> None:
    records, _ = prepare.load(prepared, TINY.pixels)
    for seed in range(5):
        row = batches.listing_row(records[0], 0, Random(seed))
        listed = row.samples[0]
        asked = listing_messages(row.objects)[1]["content"]
        end = "<|im_end|>\n<|im_start|>assistant\n"
        opening = batches.opening_text(row, 0, 0).removeprefix("<|im_start|>user\n")
        assert opening + batches.request_text(listed) == asked + end
        seen = [action.args[0] for action in LISTING_FORMAT.parse(listed.plan)]
        assert seen == [name for name in row.objects if name in records[0].entities]
        grey = batches.listing_row(replace(records[0], centres={}), 0, Random(seed))
        assert [sample.plan for sample in grey.samples] == ["- nothing"]


def test_a_mirrored_row_has_left_where_right_was(prepared: Path, tokenizer: Any) -> None:
    records, pictures = prepare.load(prepared, TINY.pixels)
    at = next(at for at, one in enumerate(records) if "left" in str(positions_of(one)))
    other = records[at].mirrored()
    there, here = positions_of(other), positions_of(records[at])
    swapped = {"left": "right", "right": "left"}
    assert {
        name: ", ".join(swapped.get(word, word) for word in words.split(", ")) for name, words in here.items()
    } == there
    sided = replace(
        records[at],
        supports={"book_1": "desk_caddy_1_left_contain_region", "cup_1": "plate_1"},
        wishes=(
            Wish((), (Action("place_in", ("book_1", "desk_caddy_1_right_contain_region")),)),
            *records[at].wishes,
        ),
    ).mirrored()
    assert sided.supports == {"cup_1": "plate_1"}
    assert sided.wishes == records[at].wishes
    collate = batches.Collator(tokenizer, architecture.new_model(tokenizer, TINY, 0), TINY.image_tokens)
    rows = [batches.draw_row(records[at], at, 2, Random(0), mirror=mirror) for mirror in (0.0, 1.0)]
    plain, flipped = collate(rows, pictures).pictures
    assert torch.equal(plain.flip(2), flipped)


def positions_of(one: prepare.Prepared) -> dict[str, str]:
    return batches.positions(one.entities, one.centres)


def test_wishes_that_need_sight_are_chosen_more_often(prepared: Path) -> None:
    wishes = [wish for one in prepare.load(prepared, TINY.pixels)[0] for wish in one.wishes]
    needing = [wish for wish in wishes if batches.depends_on_sight(wish)]
    others = [wish for wish in wishes if not batches.depends_on_sight(wish)]
    pool = needing[:4] + others[:4]
    chosen = [batches.choose_wishes(pool, 1, Random(seed))[0] for seed in range(400)]
    assert sum(wish in needing for wish in chosen) > 230
    assert all(
        any(action.name == "open" or "region" in action.args[-1] for action in wish.plan)
        or {step.verb for step in wish.steps} - {action.name for action in wish.plan}
        for wish in needing
    )


def test_pictures_in_one_batch_give_what_the_model_gives(tokenizer: Any) -> None:
    model = architecture.new_model(tokenizer, TINY, 0).eval()
    pictures = torch.randint(0, 256, (3, 64, 64, 3), dtype=torch.uint8)
    patches = to_patches(pictures, TINY.patch)
    side = 64 // TINY.patch
    expected = model.model.get_image_features(
        patches.flatten(0, 1), torch.tensor([[1, side, side]] * 3), return_dict=True
    )
    ours = encode(model.model.visual, patches)
    for mine, theirs in zip(ours.pooler_output, expected.pooler_output, strict=True):
        assert torch.allclose(mine, theirs, atol=1e-5)
    for mine, theirs in zip(ours.deepstack_features, expected.deepstack_features, strict=True):
        assert torch.allclose(torch.cat(list(mine)), torch.cat(list(theirs)), atol=1e-5)


def test_a_shared_row_has_the_loss_of_its_branches_alone(prepared: Path, tokenizer: Any) -> None:
    records, pictures = prepare.load(prepared, TINY.pixels)
    model = architecture.new_model(tokenizer, TINY, 0).eval()
    collate = batches.Collator(tokenizer, model, TINY.image_tokens)
    rows = [batches.draw_row(records[at], at, 4, Random(at)) for at in (0, 1)]
    logits = loop.answer_logits(model, collate(rows, pictures), TINY.patch)
    targets = collate.targets(rows)
    assert len(targets) == len(logits)
    at = 0
    side = 64 // TINY.patch
    for row in rows:
        for sample in row.samples:
            opening = batches.opening_text(row, 2, TINY.image_tokens)
            asked = collate.encode(opening + batches.request_text(sample))
            answer = [*collate.encode(sample.plan), tokenizer.eos_token_id]
            tokens = torch.tensor([asked + answer])
            alone = model(
                input_ids=tokens,
                pixel_values=to_patches(torch.from_numpy(pictures[row.index].copy()), TINY.patch).flatten(
                    0, 1
                ),
                image_grid_thw=torch.tensor([[1, side, side]] * 2),
                mm_token_type_ids=(tokens == model.config.image_token_id).int(),
            ).logits[0, len(asked) - 1 : -1]
            assert targets[at : at + len(answer)].tolist() == answer
            assert torch.allclose(logits[at : at + len(answer)], alone, atol=1e-4)
            at += len(answer)


def test_questions_are_answered_by_the_pictures(prepared: Path) -> None:
    records, _ = prepare.load(prepared, TINY.pixels)
    for at, one in enumerate(records):
        opened, order, held = (sample.plan for sample in batches.questions(one.view, one.active))
        facts = {tuple(atom) for atom in record(at)["atoms"]}
        assert (opened != "nothing") == any(fact[0] == "open" for fact in facts)
        across = [one.centres[name][0] for name in order.splitlines()]
        assert across == sorted(across)
        assert len(across) == 6
        assert (held == "akita_black_bowl_2 at plate_1") == (("on", "akita_black_bowl_2", "plate_1") in facts)
        short = batches.short_questions(one.view, one.active, Random(at))
        for sample in short:
            if sample.instruction.startswith("Is "):
                assert sample.plan == (
                    "yes" if re.search(r"\btop\b", sample.instruction) and one.active else "no"
                )
            else:
                assert sample.plan in sample.instruction
        assert len(short) == 5
        asked = batches.draw_row(one, at, 2, Random(at), ask=1.0)
        assert [sample.budget is None for sample in asked.samples].count(True) == 1 + len(short)


def test_lessons_say_what_is_where() -> None:
    one = record(3)
    active = {atom[1] for atom in one["atoms"] if atom[0] == "open"}
    taught = look.lesson(one, 4)
    cells = taught.cells.reshape(2, 4, 4, len(look.KINDS))
    assert not cells[1].any()
    for entity in one["scene"]["entities"]:
        kind, _, part = split_id(entity["id"])
        left, top, right, bottom = entity["box"]
        x, y = int((left + right) / 2 * 4 / 256), int((top + bottom) / 2 * 4 / 256)
        if kind in look.KINDS and not part:
            assert cells[0, y, x, look.KINDS.index(kind)] == 1
        if entity["id"] in active:
            assert cells[0, y, x, look.KINDS.index("open")] == 1
    upper, middle, lower, microwave, stove = taught.flags
    assert (upper, lower) == (float(bool(active)), 0)
    assert (middle, microwave, stove) == (-1, -1, 0)


def test_a_tower_learns_to_look(data: Path, prepared: Path, tokenizer: Any) -> None:
    records, pictures = prepare.load(prepared, TINY.pixels)
    names = [one.id for one in records]
    lessons = look.read_lessons(data, [*names[:-1], "unknown"], 2)
    assert lessons[-1] is None
    visual = architecture.new_model(tokenizer, TINY, 0).model.visual
    seen: list[tuple[int, dict[str, float]]] = []
    look.learn_to_look(
        visual,
        pictures,
        lessons,
        steps=75,
        batch=8,
        learning_rate=3e-3,
        half=False,
        validation=range(6),
        log=lambda *values: seen.append(values),
    )
    assert [step for step, _ in seen] == [25, 50, 75]
    (_, first), *_, (_, last) = seen
    assert last["loss"] < 0.8 * first["loss"]
    # An open drawer is a bright picture, so the flags can be told.
    assert last["training"] > 0.9
    assert last["validation"] > 0.9


def test_a_mirror_swaps_columns() -> None:
    cells = np.arange(2 * 9 * 4).reshape(2, 3, 3, 4)
    flat = look.mirrored(cells.reshape(18, 4), 2).reshape(2, 3, 3, 4)
    assert (flat[:, :, 0] == cells[:, :, 2]).all()
    assert (flat[:, :, 1] == cells[:, :, 1]).all()


def test_a_towers_outputs_are_scaled(prepared: Path, tokenizer: Any) -> None:
    _, pictures = prepare.load(prepared, TINY.pixels)
    visual = architecture.new_model(tokenizer, TINY, 0).model.visual
    shown = torch.from_numpy(pictures[:4].copy())
    before = look.tower_outputs(visual, shown, TINY.patch)
    look.rescale(visual, pictures[:4].copy(), 0.25)
    after = look.tower_outputs(visual, shown, TINY.patch)
    for old, new in zip(before, after, strict=True):
        assert float(new.detach().std()) == pytest.approx(0.25)
        assert torch.allclose(new / new.std(), old / old.std(), atol=1e-4)


def test_a_frozen_tower_stays_as_it_is(prepared: Path, tokenizer: Any, tmp_path: Path) -> None:
    for freeze in (True, False):
        run = trainer(tmp_path / str(freeze), prepared, tokenizer, freeze=freeze)
        before = {name: tensor.clone() for name, tensor in run.model.state_dict().items()}
        losses(run, 2)
        after = run.model.state_dict()
        moved = {name for name, tensor in before.items() if not torch.equal(tensor, after[name])}
        assert any("language_model" in name for name in moved)
        assert any(".visual." in name for name in moved) == (not freeze)


def trainer(folder: Path, prepared: Path, tokenizer: Any, **options: Any) -> loop.Trainer:
    records, pictures = prepare.load(prepared, TINY.pixels)
    chosen = loop.Settings(
        **{"states": 3, "branches": 2, "warm_up": 5, "half": False, "learning_rate": 3e-3, **options}
    )
    model = architecture.new_model(tokenizer, TINY, chosen.seed)
    return loop.Trainer(folder, model, tokenizer, records, pictures, chosen)


def losses(run: loop.Trainer, steps: int) -> list[float]:
    return [run.advance()[0] for _ in range(steps)]


def test_a_resumed_run_goes_on_as_if_it_had_not_stopped(
    prepared: Path, tokenizer: Any, tmp_path: Path
) -> None:
    whole = losses(trainer(tmp_path / "whole", prepared, tokenizer, steps=8), 8)
    first = trainer(tmp_path / "parts", prepared, tokenizer, steps=8)
    assert not first.resume()
    start = losses(first, 5)
    first.save()
    second = trainer(tmp_path / "parts", prepared, tokenizer, steps=8)
    assert second.resume()
    assert (second.step, second.seen) == (5, first.seen)
    assert start + losses(second, 3) == whole


def test_a_run_logs_saves_and_exports(prepared: Path, tokenizer: Any, tmp_path: Path) -> None:
    run = trainer(tmp_path / "run", prepared, tokenizer, steps=20, evaluate_every=10, save_every=10)
    run.validation = run.training[:2]
    run.run(until=12)
    assert run.step == 12
    lines = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [10, 10]
    assert {"loss", "rate", "samples_per_second"} <= lines[0].keys()
    assert lines[1]["validation_loss"] > 0
    rates = [run.settings.rate(step) for step in range(20)]
    assert max(rates) == run.settings.learning_rate
    assert rates[-1] < 0.2 * max(rates)
    again = trainer(tmp_path / "run", prepared, tokenizer, steps=20)
    again.resume()
    again.run(seconds=0.0)
    assert again.step == 12

    architecture.save(tmp_path / "model", run.model, tokenizer, TINY)
    from clamp.hosts.hf.models import load_model

    loaded = load_model(tmp_path / "model", dtype="float32")
    for name, tensor in run.model.state_dict().items():
        expected = tensor.bfloat16().float()
        assert torch.equal(loaded.model.state_dict()[name], expected), name
    assert loaded.processor.image_processor.temporal_patch_size == 1


def test_no_states_to_train_on(prepared: Path, tokenizer: Any, tmp_path: Path) -> None:
    records, pictures = prepare.load(prepared, TINY.pixels)
    empty = [replace(one, wishes=()) for one in records]
    model = architecture.new_model(tokenizer, TINY, 0)
    with pytest.raises(ValueError, match="None of the 10 records is for training"):
        loop.Trainer(tmp_path, model, tokenizer, empty, pictures, loop.Settings())


@pytest.mark.slow
def test_training_learns_to_plan_and_to_look(prepared: Path, tokenizer: Any, tmp_path: Path) -> None:
    run = trainer(tmp_path, prepared, tokenizer, steps=400, states=6, branches=4, rename=0.0, freeze=False)
    first = sum(losses(run, 10)) / 10
    losses(run, 380)
    last = sum(losses(run, 10)) / 10
    assert last < 0.25 * first
