"""What a server does before its engine, which takes minutes to start: refuse what cannot be served."""

# vLLM is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from clamp.errors import ClampError
from clamp.hosts.vllm.batch import engine_tokens
from clamp.serve.admission import start_workshop
from clamp.serve.description import operator_hmms


def before_the_engine(words: Sequence[str]) -> None:
    """Start the process that plans for a server, and end the start of one whose HMM does not fit its model.

    Args:
        words: The command line, without the program.

    Raises:
        SystemExit: With the reason.
    """
    try:
        start_workshop()
        if operator_hmms():
            config = _model_config(words)
            if config is not None:
                read: Any = import_module("vllm.tokenizers").cached_tokenizer_from_config
                engine_tokens(config, read(config))
    except ClampError as error:
        raise SystemExit(f"Error: {error}") from None


def _model_config(words: Sequence[str]) -> Any:
    """The model that a command line names, read by vLLM's own parser; ``None`` if vLLM itself will complain of it."""
    parsing: Any = import_module("vllm.utils.argparse_utils")
    options: Any = import_module("vllm.entrypoints.launchers.cli_args")
    engine: Any = import_module("vllm.engine.arg_utils").EngineArgs
    try:
        asked: Any = options.make_arg_parser(parsing.FlexibleArgumentParser()).parse_args(
            list(words[1:] if words[:1] == ["serve"] else words)
        )
        asked.model = asked.model_tag or asked.model
        return engine.from_cli_args(asked).create_model_config()
    except (
        Exception,
        SystemExit,
    ):  # of its own: vLLM reads the same line next, and says what is wrong with it
        return None
