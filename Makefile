# `make play` and `make test` each work as the first command on a fresh machine with Python 3.11+, pip and make.
PYTHON ?= $(shell tools/which-python)
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup play test test-slow check lint bench pictures clean

# The browser's part is built when its sources have changed; where it cannot be, the server says so on its page.
setup: $(READY)
	-@tools/build-web

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[server,paper,sim,dev]"
	touch $(READY)

play: setup
	$(BIN)/orsha play

test: setup
	tools/system-packages
	tools/build-web --run test
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

test-slow: setup
	tools/system-packages
	$(BIN)/python -m pytest -m slow

lint: setup
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports
	tools/build-web --run check

check: lint
	tools/system-packages
	tools/build-web --run test
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --cov --cov-report=term

# The pictures of the browser's pages that the docs show, taken anew in real Chromium.
pictures: setup
	tools/system-packages
	$(BIN)/python -m tests.web.pictures

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv web/node_modules web/src/api/schema.d.ts src/orsha/server/site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist build
