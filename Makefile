# Everything a contributor runs. `make` alone lists the targets.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
INSTALL := $(PIP) install --quiet

JOBS := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

NATIVE_SOURCES := CMakeLists.txt $(shell find kernel bindings)
CPP_FILES = $(shell find kernel bindings -name '*.cpp' -o -name '*.hpp' -o -name '*.h')

STAMP_VENV := $(VENV)/.stamp-venv
STAMP_SETUP := $(VENV)/.stamp-setup
STAMP_BENCH := $(VENV)/.stamp-bench
RIVALS := .venv-rivals
STAMP_RIVALS := $(RIVALS)/.stamp
STAMP_FUZZ := $(VENV)/.stamp-fuzz

SANITIZE_DIR := build/sanitize
SANITIZE_TESTS ?= tests/kernel
CMAKE = $(shell command -v cmake || echo $(VENV)/bin/cmake)

.DEFAULT_GOAL := help
.PHONY: help setup demo play lint browser test check format sanitize bench fuzz docs corpora clean
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# An install from a wheel has its bytecode, too: half of a cold start.
setup: $(STAMP_SETUP) ## create .venv and install gridwright there (again when its native sources changed)
	@$(PY) -m compileall -q src bench

demo: setup ## run the demonstration
	$(PY) examples/demo.py

play: setup ## serve the page and open it
	$(VENV)/bin/gridwright play

lint: setup ## formatting, lint and types
	$(PY) -m ruff format --check --quiet .
	$(PY) -m ruff check --quiet .
	$(PY) -m mypy
	@$(VENV)/bin/clang-format --dry-run -Werror $(CPP_FILES)

# Debian's chromium, for the tests of the page: installed where that is possible; elsewhere they are skipped and say why.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		{ apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1; } || \
		echo "chromium is not here and cannot be installed: the tests of the page are skipped" >&2

# Lint is one of the tests (tests/test_lint.py), so that the other core need not wait for it.
test: setup browser ## lint, types and tests: about seven minutes on two idle cores
	$(PY) -m pytest -n auto --maxprocesses 2 --dist worksteal

check: test ## the same, the sanitized kernel tests (some ten minutes) and the slow tests (hours on two cores)
	$(MAKE) --no-print-directory sanitize
	$(PY) -m pytest -n auto --maxprocesses 2 --dist worksteal -m slow

format: setup ## reformat the Python and C++ sources
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix-only --quiet .
	$(VENV)/bin/clang-format -i $(CPP_FILES)

# The sanitizer runtime must come first in the process; libstdc++ goes with it so that thrown exceptions are seen.
# Capturing at the Python level only lets the sanitizer's own report through.
sanitize: setup ## run the kernel tests against a kernel built with the address and undefined-behaviour sanitizers
	$(CMAKE) -S . -B $(SANITIZE_DIR) -DCMAKE_BUILD_TYPE=Debug -DGRIDWRIGHT_SANITIZE=ON -DCMAKE_CXX_COMPILER=$(CXX) \
		-DPython_EXECUTABLE=$(CURDIR)/$(PY) -Dnanobind_DIR="$$($(PY) -m nanobind --cmake_dir)" >/dev/null
	env -u MAKEFLAGS -u MAKELEVEL $(CMAKE) --build $(SANITIZE_DIR)
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		GRIDWRIGHT_KERNEL_DIR=$(CURDIR)/$(SANITIZE_DIR) $(PY) -m pytest --capture=sys $(SANITIZE_TESTS)

bench: setup $(STAMP_BENCH) $(STAMP_RIVALS) ## run the benchmarks
	$(PY) -m bench

fuzz: setup $(STAMP_FUZZ) ## fuzz for MINUTES minutes (10 unless told)
	$(PY) -m fuzz --minutes $(or $(MINUTES),10)

docs: setup ## write the tables, references and pictures of the docs from the code
	$(PY) docs/write.py

corpora: setup ## make the shipped puzzles anew: every genre, all tiers (some twenty minutes)
	$(PY) -m gridwright.corpus.shipped
	$(PY) -m gridwright.server.examples

clean: ## remove everything that was built, .venv too
	rm -rf build $(VENV) $(RIVALS) .pytest_cache .mypy_cache .ruff_cache .hypothesis src/gridwright/native/_kernel.pyi
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The build requirements go into .venv, so that builds need no isolated environment and stay incremental.
# CMake comes from the system, or from PyPI where there is none.
$(STAMP_VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "gridwright needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
		echo "Name a newer one: make setup PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --upgrade pip
	@touch $@

# An editable install knows the packages that were there when it was made: a new one means a new install. The .pth file
# lets scripts import `bench`, which is in no wheel.
PACKAGES := $(sort $(dir $(shell find src -name '*.py')))
PACKAGE_LIST := build/packages.txt
$(shell mkdir -p build; echo '$(PACKAGES)' | cmp -s - $(PACKAGE_LIST) || echo '$(PACKAGES)' > $(PACKAGE_LIST))

$(STAMP_SETUP): $(STAMP_VENV) pyproject.toml $(NATIVE_SOURCES) $(PACKAGE_LIST)
	@$(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> $(VENV)/build-requires.txt
	@command -v cmake >/dev/null || echo cmake >> $(VENV)/build-requires.txt
	$(INSTALL) -r $(VENV)/build-requires.txt
	$(INSTALL) --no-build-isolation -e '.[all,dev]'
	@echo $(CURDIR) > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/gridwright-clone.pth"
	@touch $@

$(STAMP_BENCH): pyproject.toml | $(STAMP_SETUP)
	$(INSTALL) --no-build-isolation -e '.[all,bench]'
	@touch $@

# Step-by-step programs by other people, under the GPL: run, never imported, so in an environment of their own.
# Without them the benchmark says so and goes on.
$(STAMP_RIVALS): Makefile
	$(PYTHON) -m venv $(RIVALS)
	$(RIVALS)/bin/python -m pip --disable-pip-version-check install --quiet hodoku-py==0.2.1 dokusan==0.1.0 \
		|| echo "hodoku-py or dokusan does not install here: benchmarks without them" >&2
	@touch $@

# atheris has no build for every Python; without it the fuzzer falls back on hypothesis.
$(STAMP_FUZZ): pyproject.toml | $(STAMP_SETUP)
	$(INSTALL) hypothesis
	$(INSTALL) --only-binary :all: atheris || echo "atheris does not install on this Python: fuzzing without it" >&2
	@touch $@
