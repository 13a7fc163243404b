"""``python -m clamp.cli``."""

from clamp.cli import main

main()
