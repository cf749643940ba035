# Two commands: `make play` starts a game on the virtual board, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check clean

play: $(VENV)/.ready-to-play
	$(BIN)/reedboard play --board virtual $(ARGS)

test: $(VENV)/.ready-to-test
	sh tests/machine/prepare.sh
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)

# What a small edit needs before a commit: seconds, no browser, no virtual machine.
check: $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -q tests/rules tests/host $(ARGS)

$(VENV)/.ready-to-play: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "reedboard needs Python 3.11 or newer; found " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.ready-to-test: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "reedboard needs Python 3.11 or newer; found " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.ready-to-play

clean:
	rm -rf $(VENV) typings tests/machine/node_modules .mypy_cache .ruff_cache .pytest_cache
