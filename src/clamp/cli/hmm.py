"""``clamp distill`` and ``clamp remap``: hidden Markov models for the lookahead."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from clamp.cli.console import guarded, messages, print_json, results
from clamp.errors import HMMError

ModelName = Annotated[
    str | None, typer.Option(help="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default.")
]


@guarded
def distill(
    out: Annotated[Path, typer.Option(help="Folder of the HMM; called again, it goes on where it stopped.")],
    model: ModelName = None,
    prompts: Annotated[
        Path | None,
        typer.Option(help='Prompts: one a line, or JSON Lines of strings or of objects with "prompt".'),
    ] = None,
    continuations: Annotated[
        Path | None, typer.Option(help='Skip sampling: JSON Lines of objects with "tokens".')
    ] = None,
    states: Annotated[int, typer.Option(help="Hidden states H.")] = 128,
    epochs: Annotated[int, typer.Option(help="Passes of Baum-Welch over the continuations.")] = 10,
    chat: Annotated[
        bool, typer.Option("--chat", help="Put each prompt through the model's chat template, as plans' are.")
    ] = False,
    opening: Annotated[
        str, typer.Option(help="Text that every continuation begins with, such as '{\"'.")
    ] = "",
    temperature: Annotated[float, typer.Option(help="1 samples the model's own distribution.")] = 1.0,
    samples: Annotated[int, typer.Option(help="Continuations of each prompt.")] = 1,
    max_new_tokens: Annotated[int, typer.Option(help="Longest continuation, in tokens.")] = 256,
    batch_size: Annotated[int, typer.Option(help="Prompts continued at once.")] = 8,
    noise: Annotated[
        bool, typer.Option("--noise", help="Start learning from noise, not from the model's hidden states.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of sampling, split and start.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> None:
    """Distil an HMM from what a frozen model writes; reports held-out NLL beside two baselines."""
    from clamp.hmm import BaumWelch, DistillConfig, sample_continuations
    from clamp.hmm import distill as fit

    if (prompts is None) == (continuations is None):
        raise HMMError("Give either --prompts, to sample continuations of, or --continuations.")
    texts = None if prompts is None else _prompts(prompts)
    from clamp.hosts.models import load_model
    from clamp.hosts.sampling import ModelEncoder, ModelSampler

    console = messages()
    with console.status("Loading the model") as status:
        loaded = load_model(model, progress=lambda line: status.update(line))
    if texts is not None:
        from rich.progress import Progress

        from clamp.hosts.prompts import render

        if chat:
            texts = [render([{"role": "user", "content": text}], loaded.tokenizer) for text in texts]
        with Progress(console=console) as bar:
            sampling = bar.add_task("Sampling", total=len(texts) * samples)
            continuations = sample_continuations(
                texts,
                ModelSampler(
                    loaded, max_new_tokens=max_new_tokens, temperature=temperature, opening=opening
                ),
                out,
                samples_per_prompt=samples,
                batch_size=batch_size,
                seed=seed,
                model=f"{loaded.name}@{loaded.revision}",
                settings={
                    "max_new_tokens": max_new_tokens,
                    "temperature": temperature,
                    "opening": opening,
                },
                on_batch=lambda done, total: bar.update(sampling, completed=done, total=total),
            )
    assert continuations is not None
    network: Any = loaded.model
    width = int(network.config.get_text_config().vocab_size)
    found = fit(
        continuations,
        out,
        vocab_size=width,
        tokenizer=loaded.tokenizer,
        config=DistillConfig(
            num_states=states, batch_size=batch_size, seed=seed, training=BaumWelch(epochs=epochs, seed=seed)
        ),
        encoder=None if noise else ModelEncoder(loaded),
        progress=True,
    )
    report = asdict(found.report)
    if as_json:
        print_json(report)
        return
    results().print(
        f"Held-out NLL, nats a token: HMM {found.report.nll:.3f}, unigram {found.report.unigram_nll:.3f}, "
        f"uniform {found.report.uniform_nll:.3f} ({found.report.train_tokens:,} training tokens, "
        f"{found.report.held_out_tokens:,} held out). The HMM is in {out}.",
        markup=False,
    )


def _prompts(path: Path) -> list[str]:
    """The prompts of a file, in order.

    Raises:
        HMMError: If there is none, or a line of JSON holds no prompt.
    """
    found: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        if line.lstrip()[0] not in '{"':
            found.append(line)
            continue
        try:
            value: Any = json.loads(line)
        except json.JSONDecodeError as error:
            raise HMMError(f"{path}:{number}: not JSON: {error.msg}.") from None
        prompt: Any = value.get("prompt") if isinstance(value, dict) else value  # pyright: ignore
        if not isinstance(prompt, str) or not prompt:
            raise HMMError(f'{path}:{number}: a line is a prompt, or an object with "prompt": "…".')
        found.append(prompt)
    if not found:
        raise HMMError(f"{path} holds no prompts.")
    return found


@guarded
def remap(
    hmm: Annotated[Path, typer.Argument(help="Folder of the HMM.")],
    source: Annotated[str, typer.Option(help="Tokenizer that the HMM was made for: a name or folder.")],
    target: Annotated[str, typer.Option(help="Tokenizer of the model to guide: a name or folder.")],
    out: Annotated[Path, typer.Option(help="Folder of the new HMM.")],
    target_vocab_size: Annotated[
        int | None, typer.Option(help="Width of the target model's logits, where its vocabulary is padded.")
    ] = None,
    surface: Annotated[
        list[str] | None, typer.Option(help="Report the mass ratio of this string; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> None:
    """Carry an HMM over to another tokenizer, with a report of how much of it could be spelt."""
    from clamp.hmm import HMM
    from clamp.hmm import remap as carry

    before, after = _tokenizer(source), _tokenizer(target)
    with messages().status("Carrying the HMM over"):
        model = HMM.from_pretrained(hmm, tokenizer=before)
        found, coverage = carry(model, before, after, target_vocab_size, surfaces=tuple(surface or ()))
        found.save_pretrained(out)
    if as_json:
        print_json(asdict(coverage))
        return
    console = results()
    console.print(
        f"{coverage.single:,} target tokens spelt by one source token, {coverage.multi:,} by several, "
        f"{coverage.unusable:,} unusable; row entropy x {coverage.row_entropy_ratio:.3f}."
    )
    for text, ratio in coverage.mass_ratios.items():
        console.print(f"mass of {text!r}: x {ratio:.3g}", markup=False)


def _tokenizer(name: str) -> Any:
    """A tokenizer.json, or the tokenizer of a model."""
    for path in (Path(name), Path(name) / "tokenizer.json"):
        if path.is_file() and path.suffix == ".json":
            from tokenizers import Tokenizer

            try:
                return Tokenizer.from_file(str(path))
            except Exception as error:  # tokenizers raises plain Exception
                raise HMMError(f"{path} is no tokenizer: {error}.") from None
    from clamp.hosts.models import load_tokenizer

    return load_tokenizer(name)
