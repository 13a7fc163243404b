"""The command ``clamp``, also as ``python -m clamp``."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Load the command line, which takes a second or more, and run it.

    Ctrl-C while it loads ends the program as it does later: with one line and exit code 130. It is no exception
    then, since what is being imported might catch one, or be left half made.
    """
    before = signal.getsignal(signal.SIGINT)
    heeded = before is signal.default_int_handler  # in the background it may be ignored, and stays so
    if heeded:
        signal.signal(signal.SIGINT, _leave)
    from clamp.cli import main as run

    if heeded:
        signal.signal(signal.SIGINT, before)
    run()


def _leave(signum: int, frame: object) -> None:
    os.write(2, b"Interrupted.\n")
    os._exit(130)


if __name__ == "__main__":
    main()
