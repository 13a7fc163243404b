"""llama.cpp writes what transformers writes of the same weights, and keeps what every host promises."""

from __future__ import annotations

import copy
import json
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import GraphSystem
from roots import EXAMPLES

pytest.importorskip("llama_cpp")
pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_gguf import write_gguf
from tiny_models import model, planner, tokenizer
from typer.testing import CliRunner

from clamp.cli import app
from clamp.contracts import check_host
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.errors import HMMError, HostError
from clamp.hmm import HMM
from clamp.hosts.choices import Sure
from clamp.hosts.hf.models import LoadedModel
from clamp.hosts.hf.sampling import ModelSampler
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.llamacpp import model as engine
from clamp.hosts.llamacpp.planner import LlamaCppPlanner
from clamp.hosts.llamacpp.sampling import LlamaCppSampler
from clamp.hosts.sampling import SamplerSettings
from clamp.planning.system import Action
from clamp.request.request import Request

CALLS = PlanFormat.calls()
PICK, PUT, LOOK = Action("Pick", ("cup",)), Action("Put", ("cup", "shelf")), Action("Look")
TIDY = GraphSystem([PICK, PUT, LOOK], {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
COMMON = "You write plans for a robot with one gripper that tidies a kitchen. Format: Name(argument). "
PROMPTS = [
    f"{COMMON}Task: {task}" for task in ("put the cup away", "tidy", "look around, then tidy up", "go")
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf")


@pytest.fixture
def writer(file: Path) -> LlamaCppPlanner:
    return LlamaCppPlanner.from_pretrained(file, threads=1)


def asked(host: Any, prompts: list[str] = PROMPTS, **options: Any) -> list[PlanRequest]:
    constraint = PlanConstraint(TIDY, host.vocabulary, CALLS, budget=5, loops=True)
    return [PlanRequest(prompt, constraint, **options) for prompt in prompts]


def test_it_keeps_the_contract(writer: LlamaCppPlanner) -> None:
    check_host(writer)


def test_tokens_are_those_of_the_tokenizer_that_the_file_was_made_of(writer: LlamaCppPlanner) -> None:
    other = planner()
    assert writer.vocabulary.size == other.vocabulary.size
    for token in range(writer.vocabulary.size):
        assert writer.vocabulary.bytes_of(token) == other.vocabulary.bytes_of(token)
    assert other.vocabulary.eos_ids <= writer.vocabulary.eos_ids
    texts = [*PROMPTS, "Pick(red_cup_2)\n", "žluťoučký 🍎", "<eos>"]
    ours, theirs = writer.tokenizer(texts)["input_ids"], tokenizer()(texts)["input_ids"]
    assert ours == theirs
    assert [writer.tokenizer.decode(one) for one in ours] == texts
    chat = [{"role": "user", "content": "Go."}]
    told = {"add_generation_prompt": True, "tokenize": False}
    assert writer.tokenizer.apply_chat_template(chat, **told) == tokenizer().apply_chat_template(chat, **told)


@pytest.mark.parametrize("batch_size", [1, 3])
def test_same_weights_write_the_same(writer: LlamaCppPlanner, batch_size: int) -> None:
    other = planner()
    free = [PlanRequest(prompt, None, CALLS, TIDY, max_new_tokens=12) for prompt in PROMPTS]
    for ours, theirs in (
        (asked(writer), asked(other)),
        (asked(writer, temperature=1.0, seed=3), asked(other, temperature=1.0, seed=3)),
        (free, free),
    ):
        found = writer.plan_many(ours, batch_size=batch_size, trace=True)
        wanted = other.plan_many(theirs, batch_size=batch_size, trace=True)
        for one, two in zip(found, wanted, strict=True):
            assert (one.text, one.status, one.actions) == (two.text, two.status, two.actions)
            assert [step.wanted for step in one.trace] == [step.wanted for step in two.trace]


def test_particles_and_beams_are_those_of_transformers(writer: LlamaCppPlanner) -> None:
    other = planner()
    (ours,), (theirs,) = (
        host.plan_many(asked(host, PROMPTS[:1], particles=6, seed=5)) for host in (writer, other)
    )
    assert ours.text == theirs.text
    assert ours.posterior is not None
    assert theirs.posterior is not None
    assert ours.posterior.log_validity == pytest.approx(theirs.posterior.log_validity, rel=1e-3)
    mine, his = (
        host.beams(PROMPTS[0], PlanConstraint(TIDY, host.vocabulary, CALLS, budget=3, loops=True), 5)
        for host in (writer, other)
    )
    assert [one.text for one in mine] == [one.text for one in his]
    np.testing.assert_allclose([one[1] for one in mine], [one[1] for one in his], rtol=1e-3)


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_texts_are_sampled_as_transformers_samples_them(writer: LlamaCppPlanner, temperature: float) -> None:
    settings: SamplerSettings = {"max_new_tokens": 12, "temperature": temperature, "opening": "Pick("}
    other = planner()
    loaded = LoadedModel(other.model, other.tokenizer, "tiny")
    ours, theirs = LlamaCppSampler(writer, **settings), ModelSampler(loaded, **settings)
    pairs = [
        pair
        for seed in range(8)
        for pair in zip(ours(PROMPTS * 2, seed), theirs(PROMPTS * 2, seed), strict=True)
    ]
    # Probabilities differ in the fourth digit: now and then a draw falls to a
    # neighbour, and what follows is another text.
    alike = [engine._common(one.tokens, other.tokens) for one, other in pairs]
    assert min(alike) >= 2  # the opening
    assert np.mean(alike) > 0.7 * 12
    same = [(one.confidence, other.confidence) for one, other in pairs if one.tokens == other.tokens]
    assert [one for one, _ in same] == pytest.approx([other for _, other in same], rel=1e-2)
    assert ours(PROMPTS, 1) != ours(PROMPTS, 2)
    ours(["Something else was read before."], 5)
    whole = ours(PROMPTS, 3)
    assert whole == ours(PROMPTS, 3)
    parts = [*ours(PROMPTS[:1], 3), *ours(PROMPTS[1:], 3, first=1)]  # what is done again is drawn alike
    assert [one.tokens for one in parts] == [one.tokens for one in whole]


def test_what_does_not_fit_the_context_is_not_sampled(writer: LlamaCppPlanner) -> None:
    with pytest.raises(HostError, match="Shorten it"):
        LlamaCppSampler(writer, max_new_tokens=5)(["go " * writer.context], 0)
    with pytest.raises(HostError, match="Prompt 1 has no tokens"):
        LlamaCppSampler(writer, max_new_tokens=5)(["go", ""], 0)


def test_an_hmm_made_for_the_tokenizer_guides(file: Path) -> None:
    width = planner().vocabulary.size
    random = np.random.default_rng(0)
    hmm = HMM(
        random.dirichlet(np.ones(3)), random.dirichlet(np.ones(3), 3), random.dirichlet(np.ones(width), 3)
    ).for_tokenizer(tokenizer())
    with pytest.raises(HMMError, match="another tokenizer"):  # the padding of the file has names
        LlamaCppPlanner.from_pretrained(file, threads=1, hmm=hmm)
    undeclared = HMM(hmm.initial, hmm.transition, hmm.emission)
    ours = LlamaCppPlanner.from_pretrained(file, threads=1, hmm=undeclared, guidance=2.0)
    theirs = planner(hmm=hmm, guidance=2.0)
    one, two = (host.plan(TIDY, "Tidy up.", budget=4) for host in (ours, theirs))
    assert one.text == two.text
    assert [step.score for step in one.trace] == pytest.approx([step.score for step in two.trace])


# ------------------------------------------------------------------ the cache


def test_a_prefix_is_kept_and_read_no_second_time(
    writer: LlamaCppPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: list[int] = []
    feed = engine.Sequences._feed

    def counted(self: Any, tokens: Any, *where: int) -> Any:
        fed.append(len(tokens))
        return feed(self, tokens, *where)

    monkeypatch.setattr(engine.Sequences, "_feed", counted)
    first = writer.plan_many(asked(writer, PROMPTS[:1]))[0].text
    read = sum(fed)
    fed.clear()
    assert writer.plan_many(asked(writer, PROMPTS[:1]))[0].text == first
    assert sum(fed) == 1 < read
    fed.clear()
    writer.plan_many(asked(writer, PROMPTS[1:2]))
    assert sum(fed) < read


def test_rows_that_find_no_room_wait_and_lose_nothing(
    file: Path, writer: LlamaCppPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A context of few cells: rows leave and are read anew, and a row that is alone gets a larger one."""
    plain = [one.text for one in writer.plan_many(asked(writer, PROMPTS * 2))]
    grown: list[int] = []
    grow = engine.Sequences._grow
    monkeypatch.setattr(engine, "_LEAST_CELLS", 256)
    monkeypatch.setattr(engine, "_MARGIN", 1)
    monkeypatch.setattr("clamp.hosts.llamacpp.planner._EXPECTED", 1)
    monkeypatch.setattr(engine.Sequences, "_grow", lambda self: (grown.append(self._cells), grow(self))[1])
    small = LlamaCppPlanner.from_pretrained(file, threads=1)
    assert [one.text for one in small.plan_many(asked(small, PROMPTS * 2))] == plain
    long = [PlanRequest(PROMPTS[0], None, CALLS, TIDY, max_new_tokens=400, temperature=1.0, particles=1)]
    wanted = writer.plan_many(long)[0].text
    assert small.plan_many(long)[0].text == wanted
    assert grown
    many = asked(small, PROMPTS[:1], particles=7, seed=5)
    grown.clear()
    fresh = LlamaCppPlanner.from_pretrained(file, threads=1)
    assert (
        fresh.plan_many(many)[0].text
        == writer.plan_many(asked(writer, PROMPTS[:1], particles=7, seed=5))[0].text
    )


def test_several_threads_and_an_unfinished_stream_do_not_mix(writer: LlamaCppPlanner) -> None:
    alone = [writer.plan(TIDY, f"Tidy {number}.", budget=4).text for number in range(3)]
    found: dict[int, str] = {}

    def write(number: int) -> None:
        found[number] = writer.plan(TIDY, f"Tidy {number}.", budget=4).text

    with writer.stream(Request.of(TIDY, "Tidy 0.", budget=4)) as stream:
        threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        actions = tuple(stream)
    assert [found[number] for number in range(3)] == alone
    assert actions == writer.plan(TIDY, "Tidy 0.", budget=4).actions


# ------------------------------------------------------------------ what is refused


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.write_bytes(b"PK\x03\x04" + bytes(100)), "no GGUF file"),
        (lambda path: path.write_bytes(b""), "no GGUF file"),
        (lambda path: path.write_bytes(b"GGUF" + bytes(200)), "cannot load"),
        (_cut, "cannot load"),
        (lambda path: path.unlink(), "no model file"),
    ],
)
def test_what_is_no_model_is_refused(
    file: Path, tmp_path: Path, spoil: Callable[[Path], Any], why: str
) -> None:
    path = tmp_path / "spoilt.gguf"
    path.write_bytes(file.read_bytes())
    spoil(path)
    with pytest.raises(HostError, match=why):
        LlamaCppPlanner.from_pretrained(path)


def test_what_it_cannot_do_is_refused(writer: LlamaCppPlanner, file: Path) -> None:
    with pytest.raises(HostError, match="no mmproj"):
        writer.write([PlanRequest("Look.", images=[EXAMPLES / "libero" / "drawer" / "agentview.jpg"])])
    with pytest.raises(HostError, match="at most 255 texts side by side"):
        writer.plan_many(asked(writer, PROMPTS[:1], particles=300))
    with pytest.raises(HostError, match="another process"):
        pickle.dumps(writer)
    with pytest.raises(HostError, match="threads"):
        LlamaCppPlanner.from_pretrained(file, threads=0)
    with pytest.raises(HostError, match="context of"):
        writer.write([PlanRequest("word " * 5000)])


def test_a_file_without_a_template_is_asked_in_plain_words(tmp_path: Path) -> None:
    plain = LlamaCppPlanner.from_pretrained(write_gguf(tmp_path / "plain.gguf", chat_template=""), threads=1)
    assert plain.tokenizer.chat_template is None
    assert plain.plan(TIDY, "Tidy up.", budget=4)
    refusing = "{{ raise_exception('No system here.') }}"
    strict = LlamaCppPlanner.from_pretrained(
        write_gguf(tmp_path / "strict.gguf", chat_template=refusing), threads=1
    )
    with pytest.raises(HostError, match="No system here"):
        strict.plan(TIDY, "Tidy up.", budget=4)


# ------------------------------------------------------------------ the command line


def clamp(*arguments: str) -> tuple[int, str, str]:
    task = str(EXAMPLES / "kitchen" / "task.yaml")
    result = CliRunner().invoke(app, ["plan", task, "--host", "llamacpp", *arguments])
    return result.exit_code, result.stdout, " ".join(result.stderr.split())


def test_a_plan_from_the_command_line(file: Path) -> None:
    code, out, err = clamp("--model", str(file), "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["status"] == "plan"
    assert found["certificate"]["valid"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--device", "cpu"), "llama.cpp chooses the device"),
        (("--dtype", "float32"), "weights as the GGUF file has them"),
        (("--image", "a.png"), "no mmproj-….gguf"),
        (("--model", "Qwen/Qwen3-VL-4B-Instruct"), "GGUF files"),
        (("--model", "embedded"), "GGUF files"),
        (("--model", "missing.gguf"), "no model file"),
    ],
)
def test_bad_input_is_refused_before_anything_is_loaded(arguments: tuple[str, ...], why: str) -> None:
    code, out, err = clamp(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert "Traceback" not in err


def write_adapter(path: Path, arch: str, layer: str, down: np.ndarray, up: np.ndarray) -> Path:
    """A low-rank change (LoRA) of one layer's weights, with alpha twice its rank."""
    gguf: Any = pytest.importorskip("gguf")
    file = gguf.GGUFWriter(path, arch)
    file.add_type("adapter")
    file.add_string("adapter.type", "lora")
    file.add_float32("adapter.lora.alpha", 2.0 * len(down))
    file.add_tensor(f"{layer}.weight.lora_a", down)
    file.add_tensor(f"{layer}.weight.lora_b", up)
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()
    return path


def test_an_adapter_changes_the_contexts_that_have_it_and_no_others(
    writer: LlamaCppPlanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader writes what the same weights would with the change added to them; plans are written as before."""
    made = copy.deepcopy(model("llama"))
    linear = made.model.layers[0].self_attn.v_proj
    random = np.random.default_rng(0)
    wide, narrow = linear.weight.shape[1], linear.weight.shape[0]
    down = random.normal(0, 0.7, (2, wide)).astype(np.float32)
    up = random.normal(0, 0.7, (narrow, 2)).astype(np.float32)
    linear.weight.data += 2.0 * linear.weight.new_tensor(up @ down)
    merged = LlamaCppPlanner.from_pretrained(write_gguf(tmp_path / "merged.gguf", made=made), threads=1)
    monkeypatch.setattr(
        "clamp.hosts.llamacpp.planner.adapter_for",
        lambda _: write_adapter(tmp_path / "a.gguf", "llama", "blk.0.attn_v", down, up),
    )
    monkeypatch.setattr("clamp.hosts.llamacpp.planner.sure_of", lambda _: Sure(None, 0.9))

    def beams(host: LlamaCppPlanner) -> list[Any]:
        constraint = PlanConstraint(TIDY, host.vocabulary, CALLS, budget=3, loops=True)
        return list(host.beams(PROMPTS[0], constraint, 5))

    before = beams(writer)
    reader = writer.reader
    assert isinstance(reader, LlamaCppPlanner)
    assert reader is writer.reader
    assert reader.sure == Sure(None, 0.9)
    ours, wanted = beams(reader), beams(merged)
    assert [one.text for one in ours] == [one.text for one in wanted]
    np.testing.assert_allclose([one[1] for one in ours], [one[1] for one in wanted], rtol=1e-3)
    assert abs(ours[0][1] - before[0][1]) > 0.01
    after = beams(writer)
    assert [one.text for one in after] == [one.text for one in before]
    np.testing.assert_allclose([one[1] for one in after], [one[1] for one in before], rtol=1e-6)


def test_what_is_no_adapter_of_a_model_is_refused_in_words(writer: LlamaCppPlanner, tmp_path: Path) -> None:
    assert writer.reader is None  # none ships for it
    weights = writer._weights
    ones = np.ones((2, 2), np.float32)
    other = write_adapter(tmp_path / "other.gguf", "qwen2", "blk.0.attn_v", ones, ones)
    unfit = write_adapter(tmp_path / "unfit.gguf", "llama", "blk.0.attn_v", ones, ones)
    (cut := tmp_path / "cut.gguf").write_bytes(other.read_bytes()[:60])
    (text := tmp_path / "text.gguf").write_text("an adapter, to be sure")
    for path in (other, unfit, cut, text, write_gguf(tmp_path / "model.gguf"), tmp_path / "nowhere.gguf"):
        with pytest.raises(HostError, match=path.name):
            weights.adapter(path)
    assert writer.plan_many(asked(writer, PROMPTS[:1]))[0].status == "plan"
