# Two commands, both from nothing: `make study` and `make test`. Relative paths and `python -m` only, because a folder
# may have spaces in its name; what is there is not fetched again, so a second run needs no network.

PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin/python
CARGO := cargo --quiet
MANIFEST := --manifest-path core/Cargo.toml
STUDY := runs/smoke

export CARGO_NET_OFFLINE := true
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONHOME

.PHONY: study test test-all bench environment rust build check clean
.NOTPARALLEL:

study: build  ## environment, build, the smoke study; prints the path of its report last
	@$(RUN) -m mtg_causal_rl run smoke --out $(STUDY)
	@$(RUN) -m mtg_causal_rl report $(STUDY)

test: build check  ## environment, build, every check of a change
	$(RUN) -m pytest -q

test-all: build check  ## what is too slow for every change as well, in file order and in random order
	$(RUN) -m pytest -q -p no:randomly
	$(RUN) -m pytest -q -m "slow or not slow" --hypothesis-profile=deep -rA --durations=20

bench: build  ## decisions per second beside a null environment, and instructions where valgrind is installed
	@$(RUN) -m mtg_causal_rl bench
	@$(RUN) benchmarks/instructions.py

environment:
	@test -x $(RUN) && cmp -s requirements.lock $(VENV)/requirements.lock || { \
	  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Python 3.11 or newer is needed: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }; \
	  test -x $(RUN) || $(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
	    echo "Python has no venv module: on Debian, apt-get install python3-venv" >&2; exit 1; }; \
	  echo "Installing requirements.lock"; \
	  $(RUN) -m pip install --quiet -r requirements.lock && cp requirements.lock $(VENV)/requirements.lock; }

rust:
	@command -v cc >/dev/null || { echo "A C compiler is missing: on Debian, apt-get install gcc libc6-dev" >&2; exit 1; }
	@sh core/toolchain.sh

build: environment rust
	@echo "Building the core"
	@VIRTUAL_ENV="$$PWD/$(VENV)" PIP_QUIET=1 $(RUN) -m maturin develop --release >$(VENV)/build.log 2>&1 \
	  || { cat $(VENV)/build.log >&2; exit 1; }

check: build
	$(CARGO) fmt --check $(MANIFEST)
	$(CARGO) clippy $(MANIFEST) --release --all-targets -- -D warnings
	$(CARGO) test $(MANIFEST) --release
	$(RUN) -m ruff check .
	$(RUN) -m mypy
	$(RUN) tests/architecture/sizes.py

clean:  ## what was built; the environment ($(VENV)) and the runs stay
	rm -rf core/target src/mtg_causal_rl/_core dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
