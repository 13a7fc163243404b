"""An HMM is what it says: validated, immutable, in one stated convention, and the same after a round trip."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from types import SimpleNamespace
from unittest.mock import create_autospec

import numpy as np
import pytest
from hmm_oracles import brute_likelihood, hmms, random_hmm
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import HMMError
from clamp.hmm import HMM, Corpus, baum_welch, expected_counts, fingerprint, fit_vision, forward
from clamp.hmm.storage import CONFIG_NAME, WEIGHTS_NAME


def parts(seed: int = 0, states: int = 3, vocab: int = 5):
    hmm = random_hmm(seed, states, vocab)
    return np.array(hmm.initial), np.array(hmm.transition), np.array(hmm.emission)


class Tokenizer:
    """The part of a tokenizer that a fingerprint needs."""

    def __init__(self, *tokens: str):
        self.tokens = tokens

    def get_vocab(self) -> dict[str, int]:
        return {token: index for index, token in enumerate(self.tokens)}


def test_parameters_are_copied_and_read_only():
    initial, transition, emission = parts()
    hmm = HMM(initial, transition, emission)
    initial[:], transition[:], emission[:] = 0, 0, 0
    assert hmm.initial.sum() == pytest.approx(1)
    assert hmm.emission.sum() == pytest.approx(3)
    for array in (hmm.initial, hmm.transition, hmm.emission):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(AttributeError):
        hmm.initial = initial  # type: ignore[misc]
    assert (hmm.num_states, hmm.vocab_size, hmm.dtype) == (3, 5, np.float64)


def test_precision_is_kept_and_half_precision_is_widened():
    torch = pytest.importorskip("torch")
    initial, transition, emission = parts()
    assert HMM(*(a.astype(np.float32) for a in (initial, transition, emission))).dtype == np.float32
    assert HMM(initial.tolist(), transition.tolist(), emission.tolist()).dtype == np.float64
    half = np.full((2, 2), 0.5, np.float16)
    assert HMM(half[0], half, half).dtype == np.float32
    tensors = [torch.tensor(a, requires_grad=True) for a in (initial, transition, emission)]
    assert np.array_equal(HMM(*tensors).emission, emission)
    bfloat = torch.full((2, 2), 0.5, dtype=torch.bfloat16)
    assert HMM(bfloat[0], bfloat, bfloat).dtype == np.float32
    assert HMM(initial, transition, emission).astype(np.float32).dtype == np.float32


@pytest.mark.parametrize("name", ["initial", "transition", "emission"])
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda row: row.__setitem__(0, np.nan), "is nan, not a probability"),
        (lambda row: row.__setitem__(0, np.inf), "is inf, not a probability"),
        (lambda row: row.__setitem__(slice(0, 2), [-0.25, 1.25]), "= -0.25 is negative"),
        (lambda row: row.__imul__(0.9), "sums to .*, not 1"),
    ],
)
def test_parameters_that_are_no_probabilities_are_refused(name, damage, message):
    arrays = dict(zip(("initial", "transition", "emission"), parts(), strict=True))
    row = arrays[name] if name == "initial" else arrays[name][1]
    damage(row)
    with pytest.raises(HMMError, match=message) as error:
        HMM(**arrays)
    assert name in str(error.value)
    if name != "initial":
        assert "1" in str(error.value)  # the row is named


@pytest.mark.parametrize(
    "shapes",
    [((2,), (3, 3), (3, 4)), ((3,), (3, 3), (4, 3)), ((3,), (3, 2), (3, 4)), ((3, 1), (3, 3), (3, 4))],
)
def test_shapes_that_disagree_are_refused(shapes):
    with pytest.raises(HMMError, match=r"\[H\], \[H, H\], \[H, V\]"):
        HMM(*(np.full(shape, 1 / shape[-1]) for shape in shapes))


def test_empty_and_non_numeric_parameters_are_refused():
    with pytest.raises(HMMError, match="at least one"):
        HMM(np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0)))
    with pytest.raises(HMMError, match="must be numbers"):
        HMM(["a"], [["b"]], [["c"]])
    with pytest.raises(HMMError, match="at least one"):
        HMM.random(0, 4, seed=0)


@given(hmms(max_vocab=3, zeros=0.2), st.lists(st.integers(0, 0), max_size=4))
def test_emit_first_conversion_keeps_every_probability(hmm, tokens):
    converted = HMM.from_emit_first(*hmm.to_emit_first())
    assert converted.num_states == hmm.num_states + 1
    assert brute_likelihood(converted, tokens) == pytest.approx(brute_likelihood(hmm, tokens), rel=1e-9)


def test_emit_first_means_that_the_initial_state_emits():
    initial, transition, emission = parts()
    hmm = HMM.from_emit_first(initial, transition, emission)
    assert np.exp([hmm.log_likelihood([v]) for v in range(5)]) == pytest.approx(initial @ emission)


def test_random_models_are_positive_and_repeatable():
    hmm = HMM.random(4, 9, seed=3, dtype=np.float32)
    assert hmm.dtype == np.float32
    assert min(hmm.initial.min(), hmm.transition.min(), hmm.emission.min()) > 0
    assert np.array_equal(hmm.emission, HMM.random(4, 9, seed=3, dtype=np.float32).emission)
    assert not np.array_equal(hmm.emission, HMM.random(4, 9, seed=4, dtype=np.float32).emission)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_saving_and_loading_is_exact(tmp_path, dtype):
    hmm = random_hmm(1, 4, 6).astype(dtype).for_tokenizer(Tokenizer("a", "b", "c"))
    loaded = HMM.from_pretrained(hmm.save_pretrained(tmp_path / "deep" / "hmm"))
    for name in ("initial", "transition", "emission"):
        assert np.array_equal(getattr(loaded, name), getattr(hmm, name))
    assert loaded.dtype == dtype
    assert loaded.tokenizer_fingerprint == hmm.tokenizer_fingerprint
    assert loaded.emission.T.flags.c_contiguous
    assert sorted(path.name for path in (tmp_path / "deep" / "hmm").iterdir()) == [CONFIG_NAME, WEIGHTS_NAME]


def test_the_tokenizer_is_checked_on_load(tmp_path):
    right, wrong = Tokenizer("a", "b", "c"), Tokenizer("a", "c", "b")
    path = random_hmm(1, 2, 4).for_tokenizer(right).save_pretrained(tmp_path)
    assert HMM.from_pretrained(path, tokenizer=right).vocab_size == 4  # a padded vocabulary is fine
    with pytest.raises(HMMError, match="made for another tokenizer"):
        HMM.from_pretrained(path, tokenizer=wrong)
    with pytest.raises(HMMError, match=r"has id 4 \('e'\)"):
        HMM.from_pretrained(path, tokenizer=Tokenizer("a", "b", "c", "d", "e"))
    with pytest.raises(HMMError, match="does not say which tokenizer"):
        random_hmm(1, 2, 4).check_tokenizer(right)
    with pytest.raises(HMMError, match="Expected a tokenizer"):
        fingerprint("gpt2")
    with pytest.raises(HMMError, match="empty vocabulary"):
        fingerprint({})


def test_fingerprints_depend_on_the_ids_and_nothing_else():
    assert fingerprint({"b": 1, "a": 0}) == fingerprint({"a": 0, "b": 1})
    assert len({fingerprint({"a": 0, "b": 1}), fingerprint({"a": 1, "b": 0}), fingerprint({"a": 0})}) == 3


def test_damaged_and_foreign_files_are_refused(tmp_path):
    path = random_hmm(1, 2, 4).save_pretrained(tmp_path)
    whole = (path / CONFIG_NAME).read_text()

    def edited(**changes):
        (path / CONFIG_NAME).write_text(json.dumps(json.loads(whole) | changes))

    for changes, message in [
        ({"model_type": "llama"}, "does not describe an HMM"),
        ({"format_version": 2}, "format version 2"),
        ({"convention": "emit-first"}, "'emit-first'"),
        ({"vocab_size": 5}, "says vocab_size = 5, but the tensors .* have 4"),
    ]:
        edited(**changes)
        with pytest.raises(HMMError, match=message):
            HMM.from_pretrained(path)
    (path / CONFIG_NAME).write_text("{")
    with pytest.raises(HMMError, match="is not JSON"):
        HMM.from_pretrained(path)
    (path / CONFIG_NAME).unlink()
    with pytest.raises(HMMError, match="holds no HMM"):
        HMM.from_pretrained(path)
    (path / CONFIG_NAME).write_text(whole)
    weights = (path / WEIGHTS_NAME).read_bytes()
    (path / WEIGHTS_NAME).write_bytes(weights[:-8])
    with pytest.raises(HMMError, match="interrupted"):
        HMM.from_pretrained(path)
    (path / WEIGHTS_NAME).unlink()
    with pytest.raises(HMMError, match="is missing"):
        HMM.from_pretrained(path)
    from safetensors.numpy import save_file

    save_file({"initial": np.ones(2)}, path / WEIGHTS_NAME)
    with pytest.raises(HMMError, match="no tensor emission, transition"):
        HMM.from_pretrained(path)
    with pytest.raises(HMMError, match="no directory"):
        HMM.from_pretrained("/nowhere/at/all")


def test_the_hub_is_used_as_hugging_face_users_expect(tmp_path, monkeypatch):
    """The Hub's own functions, with their own signatures, over a folder."""
    hub = pytest.importorskip("huggingface_hub")
    hmm = random_hmm(1, 2, 4)
    remote = tmp_path / "remote"

    def upload_folder(*, repo_id, folder_path, **_):
        shutil.copytree(folder_path, remote / repo_id)
        return "https://hub/commit/1"

    create = create_autospec(hub.create_repo, return_value=SimpleNamespace(repo_id="someone/renamed"))
    upload = create_autospec(hub.upload_folder, side_effect=upload_folder)
    download = create_autospec(hub.snapshot_download, side_effect=lambda repo_id, **_: str(remote / repo_id))
    monkeypatch.setattr(hub, "create_repo", create)
    monkeypatch.setattr(hub, "upload_folder", upload)
    monkeypatch.setattr(hub, "snapshot_download", download)

    options = {"commit_message": "Better", "revision": "main", "create_pr": True, "token": "hf_1"}
    assert hmm.push_to_hub("someone/hmm", private=True, **options) == "https://hub/commit/1"
    create.assert_called_once_with("someone/hmm", private=True, token="hf_1", exist_ok=True)
    assert upload.call_args.kwargs.items() >= options.items()
    assert {path.name for path in (remote / "someone/renamed").iterdir()} == {CONFIG_NAME, WEIGHTS_NAME}

    loaded = HMM.from_pretrained("someone/renamed", revision="v1", token="hf_1")
    assert np.array_equal(loaded.emission, hmm.emission)
    assert download.call_args.kwargs["revision"] == "v1"
    assert download.call_args.kwargs["token"] == "hf_1"

    download.side_effect = OSError("no network")
    with pytest.raises(HMMError, match="no network"):
        HMM.from_pretrained("someone/hmm")


@pytest.mark.parametrize(
    ("package", "use"),
    [
        ("huggingface_hub", lambda hmm, path: HMM.from_pretrained("someone/hmm")),
        ("safetensors.numpy", lambda hmm, path: hmm.save_pretrained(path)),
        ("safetensors", lambda hmm, path: HMM.from_pretrained(path)),
        ("torch", lambda hmm, path: forward(hmm, [[0]])),
        ("torch", lambda hmm, path: expected_counts(hmm, Corpus.of([[0]]))),
        ("torch", lambda hmm, path: baum_welch(hmm, Corpus.of([[0]]))),
        ("torch", lambda hmm, path: fit_vision(hmm, Corpus.of([[0]]), np.ones((1, 1)))),
    ],
)
def test_without_an_optional_package_the_error_says_what_to_install(tmp_path, monkeypatch, package, use):
    hmm = random_hmm(1, 2, 4)
    hmm.save_pretrained(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(HMMError, match=r"is not installed; clamp-planning\[transformers\] brings it"):
        use(hmm, tmp_path)


def test_importing_the_package_imports_neither_torch_nor_transformers():
    code = "import sys, clamp.hmm; print([m for m in ('torch', 'transformers', 'rich') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
