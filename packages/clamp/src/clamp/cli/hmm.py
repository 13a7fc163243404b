"""``clamp sample``, ``distill``, ``adapt`` and ``remap``: hidden Markov models for the lookahead."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from clamp.checks import no_unicode
from clamp.cli.console import (
    AsJson,
    ModelName,
    guarded,
    messages,
    number,
    print_json,
    results,
    whole,
    working,
)
from clamp.cli.options import pairs_of
from clamp.cluster import Lost, check_address, fold, opened
from clamp.errors import HMMError
from clamp.files import alone, check_folder, parse_json, read_lines, shown, write_json
from clamp.hosts.choices import check_model
from clamp.hosts.loading import SAMPLING_HOSTS, check_host_options
from clamp.request.settings import MANY, SEEDS, TOKENS, Spread

if TYPE_CHECKING:
    from clamp.cluster import Cluster
    from clamp.hmm.training.distill import States, Texts
    from clamp.hosts.hf.models import Known, LoadedModel
    from clamp.hosts.planner import PlanHost
    from clamp.hosts.sampling import SamplerSettings

_texts = partial(typer.Option, rich_help_panel="The texts that the model writes")
_learning = partial(typer.Option, rich_help_panel="Learning")

_PROMPTS = 'Prompts: one a line, or JSON Lines of strings or of objects with "prompt".'
Prompts = Annotated[Path | None, typer.Option(help=_PROMPTS)]
Chat = Annotated[
    bool, _texts("--chat", help="Put each prompt through the model's chat template, as plans' are.")
]


def _text(given: str) -> str:
    if (flaw := no_unicode(given)) is not None:
        raise typer.BadParameter(f"{flaw}.")
    return given


Opening = Annotated[
    str,
    _texts(parser=_text, metavar="TEXT", help="Text that every continuation begins with, such as '{\"'."),
]
Temperature = Annotated[
    float,
    _texts(parser=number(0, 1_000), metavar="NUMBER", help="1 samples the model's own distribution."),
]
Samples = Annotated[int, _texts(parser=whole(1, MANY), metavar="N", help="Continuations of each prompt.")]
MaxNewTokens = Annotated[
    int, _texts(parser=whole(1, TOKENS), metavar="N", help="Longest continuation, in tokens.")
]
_spread = partial(typer.Option, rich_help_panel=Spread.panel)
Ray = Annotated[
    str | None, _spread(metavar="ADDRESS", help=Spread.model_fields["ray"].description, show_default=False)
]
RayShare = Annotated[
    float, _spread(parser=number(), metavar="NUMBER", help=Spread.model_fields["ray_share"].description)
]


def _host(given: str) -> str:
    if given not in SAMPLING_HOSTS:
        raise typer.BadParameter(
            f"{shown(given)} is none that texts are sampled with: {', '.join(SAMPLING_HOSTS)}."
        )
    return given


Host = Annotated[
    str,
    _texts(parser=_host, metavar="NAME", help=f"What runs the model: {', '.join(SAMPLING_HOSTS)}."),
]
BatchSize = Annotated[
    int, _texts(parser=whole(1, MANY), metavar="N", help="Continuations written, or read, at once.")
]


@guarded
def sample(
    prompts: Annotated[Path, typer.Option(help=_PROMPTS)],
    out: Annotated[Path, typer.Option(help="Folder; called again, it goes on where it stopped.")],
    model: ModelName = None,
    host: Host = "transformers",
    chat: Chat = False,
    opening: Opening = "",
    temperature: Temperature = 1.0,
    samples: Samples = 1,
    max_new_tokens: MaxNewTokens = 256,
    batch_size: BatchSize = 8,
    seed: Annotated[int, typer.Option(parser=whole(*SEEDS), metavar="N", help="Of the sampling.")] = 0,
    ray: Ray = None,
    ray_share: RayShare = 1.0,
    as_json: AsJson = False,
) -> None:
    """Write unconstrained continuations of prompts to OUT/continuations.jsonl, for distill and adapt."""
    texts = _prompts(prompts)
    check_folder(out, "folder of continuations (--out)", HMMError)
    there = _check_host(host, model)
    asked = _Asked(texts, chat, opening, temperature, samples, max_new_tokens, batch_size, seed, host)
    with _many(ray, ray_share, out, there) as cluster:
        path = _sampled(_model(host, model, cluster), model, asked, out, cluster)
    written = len(texts) * samples
    if as_json:
        print_json({"continuations": str(path), "count": written})
    else:
        results().print(f"{written:,} continuations are in {path}.")


@guarded
def distill(
    out: Annotated[Path, typer.Option(help="Folder of the HMM; called again, it goes on where it stopped.")],
    model: ModelName = None,
    host: Host = "transformers",
    prompts: Prompts = None,
    continuations: Annotated[
        Path | None, typer.Option(help='Skip sampling: JSON Lines of objects with "tokens".')
    ] = None,
    states: Annotated[int, _learning(parser=whole(1, MANY), metavar="N", help="Hidden states H.")] = 128,
    epochs: Annotated[
        int,
        _learning(parser=whole(1, MANY), metavar="N", help="Passes of Baum-Welch over the continuations."),
    ] = 10,
    chat: Chat = False,
    opening: Opening = "",
    temperature: Temperature = 1.0,
    samples: Samples = 1,
    max_new_tokens: MaxNewTokens = 256,
    batch_size: BatchSize = 8,
    encoded: Annotated[
        int,
        _learning(
            parser=whole(1, 1 << 31),
            metavar="N",
            help="Continuations whose hidden states the start of learning is made from.",
        ),
    ] = 1_000,
    noise: Annotated[
        bool, _learning("--noise", help="Start learning from noise, not from the model's hidden states.")
    ] = False,
    seed: Annotated[
        int, typer.Option(parser=whole(*SEEDS), metavar="N", help="Of sampling, split and start.")
    ] = 0,
    ray: Ray = None,
    ray_share: RayShare = 1.0,
    as_json: AsJson = False,
) -> None:
    """Distil an HMM from what a frozen model writes; reports held-out NLL beside two baselines."""
    from clamp.hmm import BaumWelch, DistillConfig
    from clamp.hmm import distill as fit
    from clamp.hmm.corpus import read_jsonl
    from clamp.hmm.training.distill import check_memory

    if (prompts is None) == (continuations is None):
        raise HMMError("Give either --prompts, to sample continuations of, or --continuations.")
    if host != "transformers" and continuations is not None:
        raise HMMError(f"--host {host}: nothing is written, for --continuations are there. Leave it out.")
    if host != "transformers" and not noise:
        raise HMMError(
            f"--host {host}: hidden states, which learning starts from, are read with transformers alone. Start from "
            f"noise (--noise); or write the texts with `clamp sample --host {host}`, and learn from them with "
            "--continuations."
        )
    check_memory(states)
    config = DistillConfig(
        num_states=states,
        batch_size=batch_size,
        seed=seed,
        encoded=encoded,
        training=BaumWelch(epochs=epochs, seed=seed),
    )
    texts = None if prompts is None else _prompts(prompts)
    check_folder(out, "HMM (--out)", HMMError)
    if continuations is not None and next(read_jsonl(continuations), None) is None:
        raise HMMError(f"{continuations} holds no tokens: there is nothing to learn from.")
    with _many(ray, ray_share, out, _check_host(host, model)) as cluster:
        loaded = _model(host, model, cluster)
        if texts is not None:
            asked = _Asked(texts, chat, opening, temperature, samples, max_new_tokens, batch_size, seed, host)
            continuations = _sampled(loaded, model, asked, out, cluster)
        assert continuations is not None
        from clamp.hosts.hf.models import LoadedModel
        from clamp.hosts.hf.sampling import ModelEncoder

        here = None if noise or not isinstance(loaded, LoadedModel) else ModelEncoder(loaded)
        with _bar("Reading hidden states") as on_encoded:
            found = fit(
                continuations,
                out,
                vocab_size=_width(loaded),
                tokenizer=loaded.tokenizer,
                config=config,
                encoder=here,
                encoders=None if noise or cluster is None else partial(_encoders, cluster, model),
                on_encoded=on_encoded,
                progress=True,
                fold=fold if cluster is None else cluster.fold,
            )
    if as_json:
        print_json(asdict(found.report))
        return
    console = results()
    for epoch in found.report.epochs:
        console.print(
            f"epoch {epoch['index']}: train {epoch['train_nll']:.3f}, held-out {epoch['held_out_nll']:.3f}"
        )
    console.print(
        f"Held-out NLL, nats a token: HMM {found.report.nll:.3f}, unigram {found.report.unigram_nll:.3f}, "
        f"uniform {found.report.uniform_nll:.3f} ({found.report.train_tokens:,} training tokens, "
        f"{found.report.held_out_tokens:,} held out). The HMM is in {out}.",
    )


@guarded
def adapt(
    hmm: Annotated[Path, typer.Argument(help="Folder of the HMM.")],
    continuations: Annotated[
        Path, typer.Option(help='What the model wrote in the domain: JSON Lines of objects with "tokens".')
    ],
    out: Annotated[Path, typer.Option(help="Folder of the new HMM; called again, it goes on.")],
    tokenizer: Annotated[
        str | None, typer.Option(help="Tokenizer of the continuations (a name or folder), to be checked.")
    ] = None,
    iterations: Annotated[
        int,
        _learning(parser=whole(most=MANY), metavar="N", help="Baum-Welch iterations, of emissions only."),
    ] = 3,
    anchor: Annotated[
        float,
        _learning(
            parser=number(), metavar="NUMBER", help="Share of the old emissions in the result, 0 to 1."
        ),
    ] = 0.1,
    frobenius: Annotated[
        float | None,
        _learning(
            parser=number(),
            metavar="NUMBER",
            help="Instead of the mixture: weight of the squared distance to the old emissions (A8).",
        ),
    ] = None,
    pseudocount: Annotated[
        float,
        _learning(
            parser=number(),
            metavar="NUMBER",
            help="Counts of the old row in each estimate; 0 is no smoothing.",
        ),
    ] = 1.0,
    min_confidence: Annotated[
        float | None,
        _learning(
            parser=number(),
            metavar="NUMBER",
            help="Variant: learn only from what the model wrote with at least this confidence.",
        ),
    ] = None,
    entities: Annotated[
        Path | None,
        _learning(help="Variant: fit only tokens that spell these strings, one a line; needs --tokenizer."),
    ] = None,
    held_out_share: Annotated[
        float,
        _learning(parser=number(), metavar="NUMBER", help="Share of the prompts kept to measure on."),
    ] = 0.1,
    seed: Annotated[int, typer.Option(parser=whole(*SEEDS), metavar="N", help="Of the split.")] = 0,
    ray: Ray = None,
    ray_share: RayShare = 1.0,
    as_json: AsJson = False,
) -> None:
    """Adapt an HMM to a domain (TTDA); reports the NLL before and after each iteration."""
    from clamp.hmm import HMM, AdaptationConfig, entity_columns
    from clamp.hmm import adapt as fit
    from clamp.hmm.corpus import read_jsonl

    if not 0 <= anchor <= 1:
        raise HMMError(f"--anchor is {anchor:g}; it must lie between 0 and 1.")
    if not 0 < held_out_share < 1:
        raise HMMError(f"--held-out-share is {held_out_share:g}; it must lie between 0 and 1.")
    check_folder(out, "HMM (--out)", HMMError)
    if entities is not None and tokenizer is None:
        raise HMMError("--entities needs --tokenizer, to know which tokens spell them.")
    names = (
        () if entities is None else [line.strip() for _, line in read_lines(entities, "entities", HMMError)]
    )
    if next(read_jsonl(continuations), None) is None:
        raise HMMError(f"{continuations} holds no tokens: there is nothing to learn from.")
    config = AdaptationConfig(
        domain=True,
        domain_iterations=iterations,
        domain_weight=1 - anchor,
        frobenius=frobenius,
        pseudocount=pseudocount,
        min_confidence=min_confidence,
    )
    source = HMM.from_pretrained(hmm)
    if tokenizer is not None:
        speller = _tokenizer(tokenizer)
        source.check_tokenizer(speller)
        if entities is not None:
            config = replace(config, columns=entity_columns(speller, [name for name in names if name]))
    console = messages()

    def on_iteration(done: int, train: float, held_out: float) -> None:
        what = "before" if done == 0 else f"iteration {done}"
        console.print(f"{what}: train {train:.3f}, held-out {held_out:.3f} nats a token")

    with _many(ray, ray_share, out) as cluster:
        found = fit(
            source,
            continuations,
            out,
            config=config,
            held_out_share=held_out_share,
            seed=seed,
            on_iteration=on_iteration,
            fold=fold if cluster is None else cluster.fold,
        )
    report = found.report
    if as_json:
        print_json(report.to_json())
        return
    results().print(
        f"Held-out NLL, nats a token: {report.held_out_nll[0]:.3f} before, {report.held_out_nll[-1]:.3f} "
        f"after (unigram {report.unigram_nll:.3f}, uniform {report.uniform_nll:.3f}); learned from "
        f"{report.accepted:,} of {report.sequences:,} continuations. The HMM is in {out}.",
    )


@contextmanager
def _many(
    address: str | None, share: float, out: Path, *needs: Callable[[], None]
) -> Generator[Cluster | None]:
    """The cluster that does the work, if one is asked for; what it did is in ``summary.json`` afterwards.

    Raises:
        ClampError: If there is none, or work cannot begin there.
    """
    if address is None:
        if share != 1:
            raise HMMError("--ray-share is of the workers of a cluster: give --ray ADDRESS, too.")
        yield None
        return
    check_address(address, share)
    with alone(out, HMMError):
        pass  # or another process is at it, which is known now and not in minutes
    with ExitStack() as stack:
        with working("Joining the cluster"):
            cluster = stack.enter_context(opened(address, share))
            cluster.check(out, needs)
        yield cluster
        write_json(out / "summary.json", {"cluster": cluster.summary()})


def _check_host(host: str, model: str | None) -> Callable[[], None]:
    """Refuse a model that is not there, or is none for the host; the same check, for a cluster's nodes."""
    check = partial(check_host_options, host, model, device=None, dtype=None, pictures=False)
    check()
    return check


def _model(host: str, name: str | None, cluster: Cluster | None = None) -> LoadedModel | Known | PlanHost:
    """The model; where a cluster's workers hold it, what is known of it without its weights."""
    from clamp.hosts.writers import load_for_sampling

    with working("Loading the model") as say:
        if cluster is None or host == "llamacpp":  # which maps the file, and reads what it needs
            return load_for_sampling(host, name, say)
        from clamp.hosts.hf.models import known_model

        return known_model(name)


def _width(loaded: LoadedModel | Known | PlanHost) -> int:
    """Ids of a model, padding included."""
    own: int | None = getattr(loaded, "vocab_size", None)
    return cast("PlanHost", loaded).vocabulary.size if own is None else own


@dataclass(frozen=True)
class _Asked:
    """What is to be sampled."""

    texts: Sequence[str]
    chat: bool
    opening: str
    temperature: float
    samples: int
    max_new_tokens: int
    batch_size: int
    seed: int
    host: str

    @property
    def settings(self) -> SamplerSettings:
        """What each continuation depends on, besides the host."""
        return {
            "max_new_tokens": self.max_new_tokens,
            "temperature": self.temperature,
            "opening": self.opening,
        }


def _sampled(
    loaded: LoadedModel | Known | PlanHost,
    model: str | None,
    asked: _Asked,
    out: Path,
    cluster: Cluster | None,
) -> Path:
    """The file of continuations, written or gone on with."""
    from clamp.hmm.training.distill import sample_continuations, written_by
    from clamp.hosts.writers import ModelWork, sampler_of
    from clamp.request.prompts import render

    texts = asked.texts
    if asked.chat:
        texts = [render([{"role": "user", "content": text}], loaded.tokenizer) for text in texts]
    sampler = sampler_of(asked.host, loaded, asked.settings) if cluster is None else None
    # Runs of former releases, which had one host, do not name it.
    of_host = {} if asked.host == "transformers" else {"host": asked.host}
    with _bar("Sampling") as on_batch:
        return sample_continuations(
            texts,
            sampler,
            out,
            samples_per_prompt=asked.samples,
            batch_size=asked.batch_size,
            seed=asked.seed,
            model=f"{loaded.name}@{loaded.revision}",
            settings={**asked.settings, **of_host},
            on_batch=on_batch,
            writers=None
            if cluster is None
            else partial(written_by, cluster, partial(ModelWork, asked.host, model, asked.settings)),
        )


def _encoders(cluster: Cluster, model: str | None, batches: Sequence[Texts]) -> Iterator[tuple[int, States]]:
    """Have a cluster's workers read hidden states."""
    from clamp.hosts.writers import ModelWork

    with cluster.crew(partial(ModelWork, "transformers", model, {}), len(batches)) as crew:
        for number, told in crew.map(batches):
            if isinstance(told, Lost):
                raise HMMError(f"The hidden states of some continuations cannot be read. {told.said}")
            yield number, told


@contextmanager
def _bar(title: str) -> Generator[Callable[[int, int], None]]:
    """A progress bar on standard error that shows itself when there is something to count."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=messages())
    task = bar.add_task(title)

    def report(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    try:
        yield report
    finally:
        bar.stop()


def _prompts(path: Path) -> list[str]:
    """The prompts of a file, in order.

    Raises:
        HMMError: If there is none, or a line of JSON holds no prompt.
    """
    found: list[str] = []
    for place, line in read_lines(path, "prompts", HMMError):
        if not line.strip():
            continue
        if line.lstrip()[0] not in '{"':
            found.append(line)
            continue
        value: Any = parse_json(line, f"{path}:{place}", HMMError)
        prompt: Any = value.get("prompt") if isinstance(value, dict) else value  # pyright: ignore
        if not isinstance(prompt, str) or not prompt.strip():
            raise HMMError(
                f'{path}:{place}: a line is a prompt, or an object with "prompt": "…", but it is '
                f"{shown(line)}."
            )
        found.append(prompt)
        if (flaw := no_unicode(prompt)) is not None:
            raise HMMError(f"{path}:{place}: the prompt is no text: {flaw}.")
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
        int | None,
        typer.Option(
            parser=whole(1, 1 << 24),
            metavar="N",
            help="Width of the target model's logits, where its vocabulary is padded.",
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(help="Spell each target token's bytes, or its decoded text: bytes or text.")
    ] = "bytes",
    special: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TARGET=SOURCE",
            help="A token that stands for another, as end-of-sequence; may be repeated.",
        ),
    ] = None,
    surface: Annotated[
        list[str] | None, typer.Option(help="Report the mass ratio of this string; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Carry an HMM over to another tokenizer, with a report of how much of it could be spelt."""
    from clamp.hmm import HMM
    from clamp.hmm import remap as carry

    check_folder(out, "HMM (--out)", HMMError)
    if by not in ("bytes", "text"):
        raise HMMError(f"--by is {by!r}; choose bytes or text.")
    pairs = pairs_of("--special", special or [], "TARGET=SOURCE")
    model = HMM.from_pretrained(hmm)
    for name in (source, target):
        _check_tokenizer(name)
    before, after = _tokenizer(source), _tokenizer(target)
    model.check_tokenizer(before)
    with working("Carrying the HMM over"):
        found, coverage = carry(
            model,
            before,
            after,
            target_vocab_size,
            by="text" if by == "text" else "bytes",
            special=pairs,
            surfaces=tuple(surface or ()),
        )
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
        console.print(f"mass of {text!r}: x {ratio:.3g}")


def _tokenizer(name: str) -> Any:
    """A tokenizer.json, alone or in a folder, or the tokenizer of a model."""
    from clamp.automata.vocabulary import as_tokenizer

    if _is_file(name):
        return as_tokenizer(Path(name))
    _check_tokenizer(name)
    from clamp.hosts.hf.models import load_tokenizer

    return load_tokenizer(name)


def _check_tokenizer(name: str) -> None:
    if not _is_file(name):
        check_model(name, weights=False)


def _is_file(name: str) -> bool:
    path = Path(name)
    return path.suffix == ".json" or (path / "tokenizer.json").is_file()
