"""The scripts under ``experiments`` are no package of their own: tests import them from there."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments"))
