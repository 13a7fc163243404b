"""An HMM carried over to another tokenizer and adapted there: NLL before and after each iteration, and under
each of the paper's configurations R0 … R5 and the two variants that it names and did not test.

    clamp sample --model MODEL_B --prompts prompts.jsonl --samples 6 --out texts
    python experiments/hmm_adaptation.py HMM --continuations texts/continuations.jsonl \
        --source TOKENIZER_A --target TOKENIZER_B --target-vocab-size 151936 --out results

Without a second model, ``--retokenise`` takes continuations in tokens of the source and spells their texts
with the target's tokens. Called again, it goes on where it stopped. Writes ``results.json`` and ``table.md``.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from clamp.automata.vocabulary import as_tokenizer, encode_batch
from clamp.errors import ClampError, HMMError
from clamp.hmm import (
    CONFIGURATIONS,
    HMM,
    AdaptationConfig,
    AdaptationSession,
    Continuation,
    Corpus,
    adapt,
    entity_columns,
    nll,
    remap,
)
from clamp.hmm.corpus import read_jsonl
from clamp.hmm.storage import write_atomically
from clamp.hmm.training.distill import split_by_prompt, unigram_nll

_OBJECT = re.compile(r"^(\w+), id: \d+", re.MULTILINE)
"""How EAI's prompts list the objects of a scene."""

Record = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Prompt:
    """A held-out prompt's continuations: what TTBA adapts to, and what is measured."""

    samples: Sequence[Continuation]
    tests: Sequence[Continuation]


def main(
    hmm: Annotated[Path, typer.Argument(help="Folder of the HMM.")],
    continuations: Annotated[Path, typer.Option(help="As clamp sample writes them.")],
    source: Annotated[str, typer.Option(help="Tokenizer of the HMM: a tokenizer.json or its folder.")],
    target: Annotated[str, typer.Option(help="Tokenizer to carry it over to.")],
    out: Annotated[Path, typer.Option(help="Folder of the results.")],
    target_vocab_size: Annotated[int | None, typer.Option(help="Width of the target model's logits.")] = None,
    retokenise: Annotated[
        bool, typer.Option("--retokenise", help="The continuations are in source tokens.")
    ] = False,
    iterations: Annotated[int, typer.Option(help="Of TTDA.")] = 3,
    held_out_share: Annotated[float, typer.Option(help="Share of the prompts to measure on.")] = 0.2,
    seed: Annotated[int, typer.Option(help="Of the split.")] = 0,
) -> None:
    """Write OUT/results.json and OUT/table.md."""
    out.mkdir(parents=True, exist_ok=True)
    if retokenise:
        continuations = retokenised(continuations, source, target, out / "continuations.jsonl")
    carried, coverage = carried_over(hmm, source, target, target_vocab_size, out)
    tiers = AdaptationConfig(domain=True, domain_iterations=iterations)
    adapted = adapt(
        carried, continuations, out / "ttda", config=tiers, held_out_share=held_out_share, seed=seed
    )
    records = [record for record in read_jsonl(continuations) if record["tokens"]]
    train, held_out = split_by_prompt(records, held_out_share, seed)
    domain = [continuation(records[index]) for index in train.tolist()]
    prompts = by_prompt([records[index] for index in held_out.tolist()])
    tests = [test for prompt in prompts for test in prompt.tests]
    rows: dict[str, Any] = _read(out / "configurations.json")
    for name, config in configurations(records, domain, as_tokenizer(target), iterations).items():
        if name not in rows:
            rows[name] = measure(carried, config, domain, prompts)
            _write(out / "configurations.json", rows)
            typer.echo(f"{name}: {rows[name]:.3f} nats a token", err=True)
    measured = Corpus.of(test.tokens for test in tests)
    baseline = unigram_nll(Corpus.of(text.tokens for text in domain), measured, carried.vocab_size, 1e-3)
    results = {
        "coverage": coverage,
        "ttda": dataclasses.asdict(adapted.report),
        "test_plans": len(tests),
        "test_tokens": len(measured.tokens),
        "samples_for_ttba": float(np.mean([len(prompt.samples) for prompt in prompts])),
        "test_prompts": len(prompts),
        "nll": rows,
        "unigram_nll": baseline,
    }
    _write(out / "results.json", results)
    (out / "table.md").write_text(table(results))
    typer.echo(table(results))


def carried_over(
    folder: Path, source: str, target: str, size: int | None, out: Path
) -> tuple[HMM, dict[str, Any]]:
    """The HMM over the target's ids, and how well it could be spelt; made once."""
    path = out / "coverage.json"
    if not path.exists():
        hmm, coverage = remap(folder, source, target, size)
        hmm.save_pretrained(out / "remapped")
        _write(path, dataclasses.asdict(coverage))
    return HMM.from_pretrained(out / "remapped", tokenizer=as_tokenizer(target)), _read(path)


def retokenised(path: Path, source: str, target: str, out: Path) -> Path:
    """The same texts in the target's tokens, each shown with the prompt and the confidence that it had."""
    if out.exists():
        return out
    records = list(read_jsonl(path))
    reader, writer = as_tokenizer(source), as_tokenizer(target)
    texts = [reader.decode(record["tokens"]) for record in records]
    lines = [
        json.dumps({**record, "tokens": ids}) + "\n"
        for record, ids in zip(records, encode_batch(writer, texts), strict=True)
    ]
    write_atomically(out, "".join(lines).encode())
    return out


def continuation(record: Record) -> Continuation:
    return Continuation(record["tokens"], record.get("confidence"))


def by_prompt(records: Sequence[Record]) -> list[Prompt]:
    """The continuations of each prompt: at most 5, and at most half, for TTBA; the others to measure on."""
    found: dict[str, list[Continuation]] = {}
    for record in records:
        if "prompt" not in record:
            raise HMMError('TTBA needs the prompt of every continuation; one has none under "prompt".')
        found.setdefault(record["prompt"], []).append(continuation(record))
    groups = [texts for texts in found.values() if len(texts) > 1]
    if not groups:
        raise HMMError("TTBA needs two continuations or more of each prompt; none has. Sample more.")
    return [Prompt(texts[:cut], texts[cut:]) for texts in groups for cut in (min(5, len(texts) // 2),)]


def configurations(
    records: Sequence[Record], domain: Sequence[Continuation], tokenizer: Any, iterations: int
) -> dict[str, AdaptationConfig]:
    """R0 … R5, and R1 and R3 confidence-gated at the median, or with the columns of entities only."""
    found = {
        name: dataclasses.replace(config, domain_iterations=iterations)
        for name, config in CONFIGURATIONS.items()
    }
    confidences = [text.confidence for text in domain if text.confidence is not None]
    entities = sorted({name for record in records for name in _OBJECT.findall(record.get("prompt", ""))})
    for name in ("R1", "R3"):
        if len(confidences) == len(domain):
            gate = float(np.median(confidences))
            found[f"{name}, confidence-gated"] = dataclasses.replace(found[name], min_confidence=gate)
        if entities:
            columns = entity_columns(tokenizer, entities)
            found[f"{name}, entity columns only"] = dataclasses.replace(found[name], columns=columns)
    return found


def measure(
    hmm: HMM, config: AdaptationConfig, domain: Sequence[Continuation], prompts: Sequence[Prompt]
) -> float:
    """NLL per token of the tests, each met before OTTA learns from it."""
    session = AdaptationSession.start(hmm, config, domain)
    total, tokens = 0.0, 0
    for prompt in prompts:
        ready, for_prompt = session, session.for_prompt(prompt.samples)
        for test in prompt.tests:
            if session is not ready:
                ready, for_prompt = session, session.for_prompt(prompt.samples)
            corpus = Corpus.of([test.tokens])
            total += nll(for_prompt, corpus) * len(corpus.tokens)
            tokens += len(corpus.tokens)
            session = session.after_plan(test)
    return total / tokens


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    ttda = results["ttda"]
    lines = ["| iteration | train | held-out |", "| --- | --- | --- |"]
    for number, pair in enumerate(zip(ttda["train_nll"], ttda["held_out_nll"], strict=True)):
        lines.append(f"| {number or 'before'} | {pair[0]:.3f} | {pair[1]:.3f} |")
    lines += ["", "| configuration | held-out NLL |", "| --- | --- |"]
    lines += [f"| {name} | {value:.3f} |" for name, value in results["nll"].items()]
    lines += [f"| token frequencies | {results['unigram_nll']:.3f} |"]
    return "\n".join(lines) + "\n"


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text()) if path.exists() else {}


def _write(path: Path, document: dict[str, Any]) -> None:
    write_atomically(path, (json.dumps(document, indent=2) + "\n").encode())


if __name__ == "__main__":
    try:
        typer.run(main)
    except ClampError as error:
        raise SystemExit(f"Error: {error}") from None
