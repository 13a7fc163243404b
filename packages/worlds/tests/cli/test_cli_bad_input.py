"""Bad input on the command line, family by family: exit code 2, a message, never a traceback."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import flat
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp import files
from clamp.cli import app
from clamp.visible import printable

DOMAIN, PROBLEM = str(EXAMPLES / "kitchen/domain.pddl"), str(EXAMPLES / "kitchen/problem.pddl")
PDDL = ["--domain", DOMAIN, "--problem", PROBLEM, "--instruction", "Tidy up."]
FIELDS = f"domain: {DOMAIN}\nproblem: {PROBLEM}\ninstruction: Tidy up.\n"
HIDDEN = "\u202ered\u200b\x1b[31m"


def refused(*arguments: Any, code: int = 2) -> str:
    """What a command says that must refuse its input."""
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert len(result.stderr) < 8_000
    assert printable(result.stderr) == result.stderr
    return flat(result.stderr.replace("│", " "))


# -- every option that is a path, with everything that is no such file --------------------------------


def missing(folder: Path) -> str:
    return str(folder / "nowhere")


def a_folder(folder: Path) -> str:
    return str(folder)


def a_device(folder: Path) -> str:
    return "/dev/zero"


def a_null_device(folder: Path) -> str:
    return "/dev/null"


def a_null_character(folder: Path) -> str:
    return str(folder / "a\0b")


def a_long_name(folder: Path) -> str:
    return str(folder / ("x" * 5_000))


def a_loop(folder: Path) -> str:
    (folder / "loop").symlink_to(folder / "loop")
    return str(folder / "loop")


def a_broken_link(folder: Path) -> str:
    (folder / "link").symlink_to(folder / "gone")
    return str(folder / "link")


def below_a_file(folder: Path) -> str:
    (folder / "file").write_text("x")
    return str(folder / "file" / "inside")


def a_socket(folder: Path) -> str:
    path = f"/tmp/clamp-{os.getpid()}.sock"
    Path(path).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)
    return path


def a_silent_pipe(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return str(folder / "pipe")


def a_stalling_pipe(folder: Path) -> str:
    os.mkfifo(folder / "stalls")
    STALLING.append(os.open(folder / "stalls", os.O_RDWR))  # a writer that never ends
    os.write(STALLING[-1], b"(define")
    return str(folder / "stalls")


STALLING: list[int] = []
"""Kept open until the tests end."""


def an_endless_pipe(folder: Path) -> str:
    os.mkfifo(folder / "flood")

    def flood() -> None:
        try:
            with open(folder / "flood", "wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 65_536)
        except OSError:
            return

    threading.Thread(target=flood, daemon=True).start()
    return str(folder / "flood")


def latin_1(folder: Path) -> str:
    (folder / "latin").write_bytes("Größe: café\n".encode("latin-1"))
    return str(folder / "latin")


def utf_16(folder: Path) -> str:
    (folder / "wide").write_bytes("domain: x\n".encode("utf-16"))
    return str(folder / "wide")


def only_a_mark(folder: Path) -> str:
    (folder / "mark").write_bytes(b"\xef\xbb\xbf")
    return str(folder / "mark")


def nothing(folder: Path) -> str:
    (folder / "empty").write_bytes(b"")
    return str(folder / "empty")


def binary(folder: Path) -> str:
    (folder / "binary").write_bytes(bytes(range(256)) * 8)
    return str(folder / "binary")


def too_large(folder: Path) -> str:
    with open(folder / "large", "wb") as file:
        file.truncate(1 << 34)  # holes: it takes no disk
    return str(folder / "large")


NO_FILES = [
    missing,
    a_folder,
    a_device,
    a_null_device,
    a_null_character,
    a_long_name,
    a_loop,
    a_broken_link,
    below_a_file,
    a_socket,
    a_silent_pipe,
    a_stalling_pipe,
    an_endless_pipe,
]
NO_TEXTS = [latin_1, utf_16, only_a_mark, nothing, binary, too_large]

READERS: dict[str, Callable[[str, Path], list[Any]]] = {
    "task": lambda path, out: ["plan", path],
    "--task": lambda path, out: ["plan", "--task", path],
    "--domain": lambda path, out: ["plan", "--domain", path, *PDDL[2:]],
    "--problem": lambda path, out: ["plan", *PDDL[:2], "--problem", path, *PDDL[4:]],
    "--scene": lambda path, out: ["plan", *PDDL, "--scene", path],
    "--image": lambda path, out: ["plan", *PDDL, "--image", f"front={path}", "--seen", "milk"],
    "lint": lambda path, out: ["lint", path, PROBLEM],
    "lint --task": lambda path, out: ["lint", DOMAIN, PROBLEM, "--task", path],
    "sample": lambda path, out: ["sample", "--prompts", path, "--out", out],
    "distill": lambda path, out: ["distill", "--continuations", path, "--out", out],
    "--hmm": lambda path, out: ["plan", *PDDL, "--hmm", path],
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe is given up at once, and no model is ever loaded."""
    monkeypatch.setattr(files, "_WRITER_SECONDS", 0.2)

    def load(*_: Any, **__: Any) -> Any:
        pytest.fail("a model was loaded")

    import clamp.hosts.hf.models

    monkeypatch.setattr(clamp.hosts.hf.models, "load_model", load)


@pytest.mark.sampled(69)
@pytest.mark.parametrize("make", [*NO_FILES, *NO_TEXTS], ids=lambda make: make.__name__)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_is_refused(
    quick: None, tmp_path: Path, reader: str, make: Callable[[Path], str]
) -> None:
    if make in NO_TEXTS and reader in ("--image", "--hmm") and make is not nothing:
        pytest.skip("the family of texts")
    if make is latin_1 and reader == "sample":
        pass
    path = make(tmp_path)
    said = refused(*READERS[reader](path, tmp_path / "out"))
    assert "Error" in said
    assert not (tmp_path / "out").exists()


SECRETS = {
    "a line": "SECRET\n",
    "passwords": "root:x:0:0:SECRET:/root:/bin/bash\nSECRET:x:1:1::/:/bin/sh\n",
    "a key": "-----BEGIN SECRET-----\nSECRET+/=\n",
    "a comment before": "; notes\n\nSECRET\n",
    "in parentheses": "(SECRET (a b))\n",
    "in a program": "(define (SECRET x) (SECRET x))\n",
    "in another program": "(defun f (SECRET) SECRET)\n(f SECRET)\n",
    "after a definition": "(define (f x) x)\n(SECRET)\n",
    "in quotes": '"SECRET"\n',
    "in brackets": "[SECRET]\n",
    "not closed": "(SECRET (SECRET\n",
    "closed too often": "SECRET)\n",
    "not UTF-8": "SECRET \xff\n",
}


@pytest.mark.sampled(60)
@pytest.mark.parametrize("content", SECRETS)
@pytest.mark.parametrize("reader", [*READERS, "rules check", "libero", "--rule-book"])
def test_a_file_of_another_kind_is_not_read_out(
    quick: None, tmp_path: Path, reader: str, content: str
) -> None:
    """An error about a file that is not what it was taken for says where, not what stands there."""
    readers = READERS | {
        "rules check": lambda path, out: ["rules", "check", "--plan", path, tmp_path / "book"],
        "libero": lambda path, out: ["plan", "--world", f"libero:{path}"],
        "--rule-book": lambda path, out: ["plan", *PDDL, "--rule-book", path],
    }
    if reader == "sample":
        pytest.skip("any text is a prompt")
    (tmp_path / "book").write_text("rules: [{never: open(fridge)}]")
    name = "x.bddl" if reader == "libero" else "x"
    tmp_path = tmp_path / "x"  # the name of a test is no secret
    tmp_path.mkdir()
    (tmp_path / name).write_bytes(SECRETS[content].encode("latin-1"))
    assert "secret" not in refused(*readers[reader](str(tmp_path / name), tmp_path / "out")).lower()


# -- every file with a structure ----------------------------------------------------------------------

BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(8)
)
TASKS = {
    "deep": FIELDS + "seen: " + "[" * 20_000 + "]" * 20_000,
    "deep block": FIELDS + "".join(" " * n + "a:\n" for n in range(2_000)),
    "digits": FIELDS + "budget: " + "9" * 6_000,
    "hexadecimal digits": FIELDS + "budget: 0x" + "f" * 6_000,
    "many digits in a list": FIELDS + "seen: [" + "9" * 250 + "]",
    "not a number": FIELDS + "temperature: .nan",
    "infinite": FIELDS + "temperature: .inf",
    "negative seed": FIELDS + "seed: -1",
    "enormous budget": FIELDS + "budget: 99999999999999999999",
    "bomb": BOMB + FIELDS + "seen: *i\n",
    "itself": FIELDS + "seen: &s [*s]\n",
    "merged itself": FIELDS + "aliases: &s {<<: *s}\n",
    "unknown anchor": FIELDS + "seen: *nothing\n",
    "date": FIELDS + "seen: [2024-99-99]\n",
    "tag": FIELDS + "seen: !!python/object:os.system {}\n",
    "bool tag": FIELDS + "budget: !!bool maybe\n",
    "int tag": FIELDS + "budget: !!int ''\n",
    "time tag": FIELDS + "budget: !!timestamp x\n",
    "list as key": FIELDS + "? [a, b]\n: c\n",
    "mapping as key": FIELDS + "? {a: b}\n: c\n",
    "number as key": FIELDS + "7: c\n",
    "two documents": FIELDS + "---\n" + FIELDS,
    "tab": FIELDS + "\tbudget: 3\n",
    "twice within": FIELDS + "aliases: {a: milk, a: fridge}\n",
    "twice, as a number and as another": FIELDS + "rules: {1: 'G true', 0x1: 'F true'}\n",
    "twice, as a truth and as another": FIELDS + "aliases: {yes: milk, true: fridge}\n",
    "twice, below a list": FIELDS + "rules: [{a: b, 'a': c}]\n",
    "control": FIELDS + "seen: ['\x1b[31m']\n",
    "hidden": FIELDS + f'seen: ["{HIDDEN.encode("unicode_escape").decode()}"]\n',
    "long name": FIELDS + "x" * 100_000 + ": 1\n",
    "long value": FIELDS + "constraints: " + "x" * 500_000 + "\n",
    "empty instruction": FIELDS.replace("Tidy up.", "'  '"),
    "null character": FIELDS.replace(DOMAIN, '"a\\0b"'),
    "wrong types": FIELDS + "seen: {a: b}\n",
    "images": FIELDS + "images: [3]\n",
    "rules": FIELDS + "rules: {a: {b: c}}\n",
}


@pytest.mark.parametrize("keys", ["1 0x1", "yes true", "a 'a'", "1 1.0", "~ null"])
def test_a_key_given_twice_hides_nothing(quick: None, tmp_path: Path, keys: str) -> None:
    """One of two rules would be dropped, and nobody told: keys are compared as what they stand for."""
    first, second = keys.split()
    (tmp_path / "book").write_text(f"rules:\n  {first}: {{never: open(fridge)}}\n  {second}: {{never: a}}\n")
    said = refused("rules", "show", tmp_path / "book")
    assert "book:3: " in said
    assert "was given before, in line 2" in said


def test_a_document_without_a_plan_is_no_plan_that_keeps_all_rules(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("rules: [{never: open(fridge)}]")
    (tmp_path / "plan").write_text('{"status": "fail", "actions": [], "failure": {"cause": "goal"}}')
    assert "no plan was found" in refused("rules", "check", tmp_path / "book", "--plan", tmp_path / "plan")


@pytest.mark.parametrize("name", TASKS)
def test_a_task_file_that_makes_no_sense(quick: None, tmp_path: Path, name: str) -> None:
    path = tmp_path / "task.yaml"
    path.write_text(TASKS[name])
    assert "Error" in refused("plan", path)


SCENES = {
    "truncated": '{"entities": [',
    "list": "[]",
    "text": '"scene"',
    "null": "null",
    "deep": '{"entities": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "digits": '{"entities": [{"id": "milk", "mask_area": ' + "9" * 6_000 + "}]}",
    "infinite": '{"entities": [{"id": "milk", "score": 1e400}]}',
    "not a number": '{"entities": [{"id": "milk", "score": NaN}]}',
    "twice": '{"entities": [], "entities": []}',
    "surrogate": '{"entities": [{"id": "\\ud800"}]}',
    "hidden": json.dumps({"entities": [{"id": HIDDEN}]}),
    "long": json.dumps({"entities": [{"id": "x" * 1_000_000}]}),
    "no id": '{"entities": [{}]}',
    "crowded": json.dumps({"entities": [{"id": f"o{number}"} for number in range(10_001)]}),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_that_makes_no_sense(quick: None, tmp_path: Path, name: str) -> None:
    path = tmp_path / "scene.json"
    path.write_text(SCENES[name])
    assert "Error" in refused("plan", *PDDL, "--scene", path)


LINES = {
    "not JSON": "{",
    "list": "[1]",
    "no tokens": '{"tokens": 3}',
    "text tokens": '{"tokens": ["a"]}',
    "deep": '{"tokens": ' + "[" * 100_000,
    "digits": '{"tokens": [' + "9" * 6_000 + "]}",
    "prompt": '{"tokens": [1], "prompt": [1]}',
    "confidence": '{"tokens": [1], "confidence": "high"}',
}


@pytest.mark.parametrize("name", LINES)
def test_continuations_that_make_no_sense(quick: None, tmp_path: Path, name: str) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(LINES[name] + "\n")
    assert "Error" in refused("distill", "--continuations", path, "--out", tmp_path / "out")


# -- numbers and names --------------------------------------------------------------------------------

NUMBERS = [
    ("plan", "--budget"),
    ("plan", "--temperature"),
    ("plan", "--seed"),
    ("plan", "--max-new-tokens"),
    ("plan", "--guidance"),
    ("plan", "--visibility-floor"),
    ("plan", "--forget-after"),
    ("sample", "--temperature"),
    ("sample", "--samples"),
    ("sample", "--seed"),
    ("distill", "--states"),
    ("distill", "--epochs"),
    ("adapt", "--held-out-share"),
    ("bench mask", "--size"),
    ("bench mask", "--patience"),
    ("bench hmm", "--threads"),
    ("bench scale", "--size"),
    ("bench scale", "--seconds"),
    ("bench eai-virtualhome", "--limit"),
    ("bench libero", "--budget"),
]
GIVEN = ["nan", "inf", "1e400", "-1", "9" * 6_000, "many", "", HIDDEN, "0x10"]
NEEDED = {
    "plan": PDDL,
    "sample": ["--prompts", "p", "--out", "o"],
    "distill": ["--continuations", "p", "--out", "o"],
    "adapt": ["hmm", "--continuations", "p", "--out", "o"],
    "bench eai-virtualhome": ["--out", "o"],
    "bench libero": ["--data", "d", "--out", "o"],
}


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: repr(given[:8]))
@pytest.mark.parametrize(("command", "option"), NUMBERS, ids=" ".join)
def test_a_number_that_is_none(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, option: str, given: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*command.split(), *NEEDED.get(command, []), f"{option}={given}")
    assert "rror" in said


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seen", "table,red_cupp_1"], "Did you mean 'red_cup_1'"),
        (["--seen", f"table,{HIDDEN}"], "u202e"),
        (["--seen", "x" * 1_000_000], "x"),
        (["--instruction", " "], "empty"),
        (["--model", ""], "empty"),
        (["--model", "a\0b"], "null"),
        (["--dtype", "int8"], "bfloat16"),
        (["--dtype", "float"], "bfloat16"),
        (["--device", "tpu:99"], "cpu"),
        (["--device", "meta"], "cpu"),
        (["--device", "cuda:99"], "cpu"),
        (["--device", "cpu:7"], "one device"),
        (["--instruction", "tidy \udcff"], "lone surrogate"),
        (["--format", "{name}\udcff({args})"], "lone surrogate"),
        (["--model", "a/\udcff"], "lone surrogate"),
        (["--device", HIDDEN], "cpu"),
        (["--host", "other"], "vllm"),
        (["--constraints", "all"], "world"),
        (["--format", "prose"], "virtualhome_json"),
        (["--alias", "x"], "NAME=ENTITY"),
        (["--rule", "G ("], "rror"),
        (["--rule", "(" * 20_000], "rror"),
        (["--environment", "nothing_here:make"], "MODULE:FUNCTION"),
        (["--environment", "nothing_here"], "MODULE:FUNCTION"),
        (["--environment", ".x:y"], "MODULE:FUNCTION"),
        (["--environment", "json:nothing"], "MODULE:FUNCTION"),
        (["--environment", "json:decoder"], "no function"),
        (["--environment", "json:dumps"], "MODULE:FUNCTION"),
        (["--environment", HIDDEN], "MODULE:FUNCTION"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_name_that_means_nothing(quick: None, arguments: list[str], message: str) -> None:
    assert message in refused("plan", *PDDL, *arguments)


def test_what_is_wrong_is_said_at_once(quick: None, tmp_path: Path) -> None:
    """No error hides another that could be found beside it: each has its own line."""
    wrong: dict[str, tuple[list[str], str]] = {
        "a missing instruction": ([], "missing `instruction`"),
        "a domain": (["--domain", str(tmp_path / "none.pddl")], "none.pddl"),
        "a dtype": (["--dtype", "int8"], "bfloat16"),
        "a device": (["--device", "meta"], "'meta'"),
        "a host": (["--host", "other"], "'other'"),
        "a picture": (["--annotate", "/proc/clamp.png"], "/proc/clamp.png"),
        "a model": (["--model", str(tmp_path)], "config.json"),
        "an HMM": (["--hmm", str(tmp_path)], "HMM"),
        "what is seen": (["--seen", "unicorn"], "unicorn"),
        "a slack": (["--slack", "1", "--constraints", "token"], "--slack 1"),
    }
    pairs = [("a missing instruction", name) for name in wrong]
    for names in (list(wrong), *([one for one in wrong if one != name] for name in wrong), *pairs):
        given = {name: wrong[name] for name in names}
        words = [word for more, _ in given.values() for word in more]
        words += [] if "a domain" in given else ["--domain", DOMAIN]
        words += ["--instruction", "Tidy up."] if "a missing instruction" not in given else []
        said = refused("plan", "--problem", PROBLEM, *words)
        for name, (_, message) in given.items():
            if name == "what is seen" and len(given) > 2:
                continue  # it is compared with a world, once there is one
            assert message in said, (name, said)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "code",
    [
        "def make(problem) return 3",
        "def make(problem): return 3",
        "def make(): return 3",
        "def make(problem): raise KeyError('x')",
        "import sys; sys.exit(0)",
        "1/0",
        "make = 3",
        "class W:\n  def observe(self): return 3\n  def execute(self, a): pass\nmake = lambda p: W()",
        "class W:\n  def observe(self): raise OSError(2)\n  def execute(self, a): pass\nmake = lambda p: W()",
    ],
)
def test_an_environment_of_the_current_folder_that_is_broken(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (tmp_path / "brokensim.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "brokensim", raising=False)
    said = refused("plan", *PDDL, "--environment", "brokensim:make")
    assert "brokensim:make" in said
    assert "No module named" not in said
    sys.modules.pop("brokensim", None)


# -- models -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("transformers")
    from tiny_models import model, tokenizer

    folder = tmp_path_factory.mktemp("model")
    model().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def _edit(name: str, change: Callable[[Any], Any]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        path = folder / name
        path.write_text(json.dumps(change(json.loads(path.read_text()))))

    return edit


def _only_pickled(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def _index(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "evil.bin")
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": "evil.bin"}}')


def _no_tokenizer(folder: Path) -> None:
    for path in folder.glob("token*"):
        path.unlink()


def _cut(name: str, size: int) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:size]) and None


DAMAGE: dict[str, tuple[Callable[[Path], Any], str]] = {
    "empty": (lambda folder: [path.unlink() for path in folder.iterdir()], "no config.json"),
    "no tokenizer": (_no_tokenizer, "no tokenizer"),
    "tokenizer cut off": (_cut("tokenizer.json", 500), "tokenizer"),
    "config cut off": (_cut("config.json", 60), "cannot"),
    "config a list": (lambda folder: (folder / "config.json").write_text("[]"), "cannot"),
    "config's types": (_edit("config.json", lambda found: found | {"hidden_size": "big"}), "cannot"),
    "unknown type": (_edit("config.json", lambda found: found | {"model_type": "nonsense"}), "cannot"),
    "code of its own": (
        _edit(
            "config.json",
            lambda found: found | {"model_type": "nonsense", "auto_map": {"AutoConfig": "evil.Config"}},
        ),
        "cannot",
    ),
    "another shape": (_edit("config.json", lambda found: found | {"intermediate_size": 64}), "cannot|shape"),
    "more layers": (_edit("config.json", lambda found: found | {"num_hidden_layers": 3}), "no weights"),
    "pickled weights": (_only_pickled, "pytorch_model.bin"),
    "an index of pickles": (_index, "evil.bin"),
    "weights cut off": (_cut("model.safetensors", 4_000), "cannot"),
    "weights empty": (_cut("model.safetensors", 0), "cannot"),
    "header too large": (
        lambda folder: (folder / "model.safetensors").write_bytes(struct.pack("<Q", 1 << 62) + b"{}"),
        "cannot",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_folder_that_holds_no_whole_model(whole_model: Path, tmp_path: Path, name: str) -> None:
    import re
    import shutil

    folder = tmp_path / "model"
    shutil.copytree(whole_model, folder)
    damage, message = DAMAGE[name]
    damage(folder)
    said = refused("sample", "--model", folder, "--prompts", DOMAIN, "--out", tmp_path / "out")
    assert re.search(message, said), said


# -- outputs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [below_a_file, a_null_character, a_long_name, a_loop, a_device])
@pytest.mark.parametrize("command", ["sample", "distill", "bench eai-virtualhome", "bench libero"])
def test_a_folder_that_cannot_be_written(
    quick: None, tmp_path: Path, command: str, make: Callable[[Path], str]
) -> None:
    needed = {
        "sample": ["--prompts", DOMAIN],
        "distill": ["--prompts", DOMAIN],
        "bench libero": ["--data", tmp_path],
    }
    said = refused(*command.split(), *needed.get(command, []), "--out", make(tmp_path))
    # A null character is refused where options are read, before anything knows what the path is for.
    assert ("null character" if make is a_null_character else "cannot write") in said


@pytest.mark.parametrize("text", ['"\\ud800"', '{"prompt": "a\\udfff"}'])
def test_prompts_that_are_no_text(quick: None, tmp_path: Path, text: str) -> None:
    (tmp_path / "prompts").write_text(f"fine\n{text}\n")
    said = refused("sample", "--prompts", tmp_path / "prompts", "--out", tmp_path / "out")
    assert "prompts:2: " in said
    assert "lone surrogate" in said
    assert "lone surrogate" in refused("sample", "--prompts", DOMAIN, "--out", "o", "--opening", "\udcff")


@pytest.mark.parametrize("columns", ["0", "1", "abc", "-3", "9" * 50])
def test_a_terminal_of_an_impossible_width(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = CliRunner().invoke(app, ["plan", "--help"], env={"COLUMNS": columns})
    assert shown.exit_code == 0
    assert "--domain" in shown.output


def test_more_states_than_any_memory_holds(quick: None, tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_text('{"tokens": [1, 2]}\n{"tokens": [1, 2]}\n')
    for source in (["--continuations", tmp_path / "lines.jsonl"], ["--prompts", DOMAIN]):
        said = refused("distill", *source, "--out", tmp_path / "out", "--states", "1000000")
        assert "GiB" in said
        assert "fewer states" in said


def test_two_runs_in_one_folder(quick: None, tmp_path: Path) -> None:
    from clamp.errors import HMMError
    from clamp.hmm import sample_continuations

    with files.alone(tmp_path, HMMError), pytest.raises(HMMError, match="Another run is writing"):
        sample_continuations(["a"], lambda prompts, seed: [], tmp_path)


def test_a_picture_that_cannot_be_written_does_not_take_the_plan_with_it(tiny: Any, tmp_path: Path) -> None:
    pil = pytest.importorskip("PIL.Image")
    pil.new("RGB", (64, 64)).save(tmp_path / "front.png")
    pictured = ["plan", *PDDL, "--image", str(tmp_path / "front.png"), "--seen", "milk,fridge,table"]
    for path in (tmp_path / "no" / "x.png", tmp_path, "/dev/full/x.png", tmp_path / "x.nonsense"):
        refused(*pictured, "--annotate", path)
    assert tiny == []


# -- terminals, pipes, full disks: processes of their own ----------------------------------------------

LINT = ["lint", DOMAIN, PROBLEM]


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    clamp = f'"{sys.executable}" -m clamp'
    source = str(Path(files.__file__).parent.parent)
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command.replace('CLAMP', clamp)}"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": source, **environment},
        timeout=120,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_outputs_that_take_nothing() -> None:
    lint = f"CLAMP lint {DOMAIN} {PROBLEM}"
    for command, code in (
        (f"{lint} > /dev/full", 2),
        ("CLAMP plan --help > /dev/full", 2),
        ("CLAMP lint nowhere nowhere >&- 2>&-", 2),
        ("CLAMP lint nowhere nowhere 2> /dev/full", 2),
        ("CLAMP plan --help | true", 141),
    ):
        done = shell(command)
        assert done.returncode == code, (command, done)
        assert b"Traceback" not in done.stderr
        assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("latin-1", marks=pytest.mark.slow)])
def test_terminals_without_all_letters(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "task.yaml").write_text(FIELDS + 'seen: ["naïve…", "\\u202e"]\n', encoding="utf-8")
    for command, code in (("CLAMP plan --help", 0), (f"CLAMP plan {tmp_path}/task.yaml", 2)):
        done = shell(command, PYTHONIOENCODING=encoding)
        assert done.returncode == code, done
        assert b"Traceback" not in done.stderr
        (done.stdout + done.stderr).decode(encoding)


def test_a_defect_has_a_code_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    from clamp import cli

    def broken() -> None:
        raise KeyError("x")

    monkeypatch.setattr(cli, "app", broken)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 70
    assert "defect of CLAMP" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["goal", "--host", "vllm", *PDDL], "transformers and llamacpp"),
        (["goal", "--host", "llamacpp", "--model", "m.safetensors", *PDDL], "does not end in .gguf"),
        (["sample", "--host", "onnx", "--prompts", PROBLEM, "--out", "x"], "transformers, vllm, llamacpp"),
        (["distill", "--host", "llamacpp", "--prompts", PROBLEM, "--out", "x"], "hidden states"),
        (["distill", "--host", "vllm", "--continuations", PROBLEM, "--out", "x"], "nothing is written"),
        (["bench", "preferences", "--host", "onnx", "--out", "x"], "host: it is 'transformers'"),
        (["bench", "preferences", "--host", "llamacpp", "--rows", "saycan", "--out", "x"], "'saycan'"),
    ],
)
def test_a_host_is_asked_for_what_it_can_do(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(*arguments)
    assert not (tmp_path / "x").exists()
