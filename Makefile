# Two commands: `make play` starts a game on the virtual board, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: api audit lock lowest stress play test types check bench-gate bench-accept docs pictures fast test-compiled kernel slow clean

play: $(VENV)/.ready-to-play
	$(BIN)/reedboard play --board virtual $(ARGS)

test: $(VENV)/.ready-to-test
	sh tests/machine/prepare.sh
	$(MAKE) --no-print-directory kernel
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/pytest -n 3 --dist worksteal $(ARGS)

# The page's scripts beside the API's description and the templates, as TypeScript judges them: a second.
types: $(VENV)/.ready-to-test
	sh tests/machine/prepare.sh
	$(BIN)/python tests/page_types/describe.py
	tests/machine/node_modules/.bin/tsc -p .

# What a small edit needs before a commit: under a minute on two cores; no browser, no virtual machine, no slow proof.
check: $(VENV)/.ready-to-test kernel
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -q -m "not slow" tests/rules tests/host tests/documents tests/test_import_law.py tests/test_readme.py $(ARGS)

# The key rows of tracker and engine beside those accepted last; fails on a worse one. Minutes, on a quiet machine.
# After a change that is worth it: `make bench-accept`, and the reason in the commit.
bench-gate: $(VENV)/.ready-to-test
	$(BIN)/reedboard bench gate --against docs/results/accepted.json

bench-accept: $(VENV)/.ready-to-test
	$(BIN)/reedboard bench gate --against docs/results/accepted.json --accept

# All documents as a site in build/docs; look at it with `python3 -m http.server --directory build/docs`.
docs: $(VENV)/.ready-to-test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The API's description (OpenAPI), written anew from the code.
api: $(VENV)/.ready-to-test
	$(BIN)/python docs/api/describe.py

# The README's pictures, taken anew from the real page in Chromium.
pictures: $(VENV)/.ready-to-test
	sh tests/machine/prepare.sh
	$(BIN)/python docs/pictures/take.py

# The optional compiled build: the files of the engine and of the tracker that take the time; four times and twice as fast.
# Needs a C compiler, and six minutes.
# What is compiled wins over the .py beside it, so after an edit of these files: `make fast` again, or `make slow`.
COMPILED := board captures castling codes ending follow generate keys line_table lines mask movement moves outcome en_passant fen fenreader \
	machine_moves particulars/dual_chess particulars/sfhiodgei perft play position reach replies rules san sanreader special tallies \
	search/ends search/ground search/line search/order search/root search/table search/tree search/values state
COMPILED_TRACKER := beam complete costs effects footprint gesture health line observe player_input probe silence sites stands_wrong \
	story taken_back think twins under_way unheard untraced verdict
COMPILE := sh "$(CURDIR)/rules/compile.sh" "$(abspath $(BIN))/python"

fast: $(VENV)/.ready-to-test slow kernel
	cd rules && $(COMPILE) ../tests/rules/digest.py $(COMPILED:%=fairyrules/%.py)
	cd host && $(COMPILE) "../tests/host/tracker_digest.py 12" $(COMPILED_TRACKER:%=reedboard/tracker/%.py)

# The tests of rules and tracker on the compiled build; whatever they say, plain Python runs again afterwards.
# What is compiled cannot be replaced from outside, as test_tracker_asked_before does.
test-compiled: fast
	$(BIN)/pytest -n 2 --dist worksteal -k "not asked_before" tests/rules tests/host/test_tracker_*.py tests/host/test_story.py \
		tests/host/test_infer.py $(ARGS); tested=$$?; $(MAKE) --no-print-directory slow kernel; exit $$tested

# The tree of the search in C, where there is a compiler; without it the search is Python's. It carries the checksum of
# its source, so a library of another day is not used.
KERNEL := rules/fairyrules/search/kernel/kernel
kernel: $(KERNEL).library

$(KERNEL).library: $(KERNEL).c
	command -v cc > /dev/null || { echo "No C compiler (cc) was found: the search stays in Python, a tenth as fast. Install one and run: make kernel"; exit 0; }; \
	cc -O3 -shared -fPIC -DSOURCE=$$($(PYTHON) -c 'import sys, zlib; print(zlib.crc32(open(sys.argv[1], "rb").read()))' $<)u -o $@.new $< && \
	mv $@.new $@

slow:
	rm -rf rules/build rules/*.so rules/fairyrules/*.so rules/fairyrules/*/*.so $(KERNEL).library
	rm -rf host/build host/*.so host/reedboard/tracker/*.so

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

# What is taken from others: known holes as far as the package index tells them, licences, whether the lock holds all.
audit: $(VENV)/.ready-to-test
	$(BIN)/python -m pip install --quiet --editable '.[audit]'
	$(BIN)/python tests/machine/audit.py

# The versions a release is installed with, each with the checksums of its files; no package host is named in it.
lock: $(VENV)/.ready-to-test
	$(BIN)/python -m pip install --quiet --editable '.[audit]'
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--no-header --strip-extras --upgrade --output-file requirements.lock pyproject.toml

# The quick tests with another Python and the lowest versions of what we depend on: `make lowest PYTHON=python3.13`.
lowest:
	$(PYTHON) -m venv .venv-lowest
	$(PYTHON) tests/machine/audit.py lowest > .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pip install --quiet --editable '.[dev]' --constraint .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pytest -q -m "not slow" tests/rules tests/host $(ARGS)
	rm -rf .venv-lowest

# Every attack at full length: hours; make test runs seconds of each.
stress: $(VENV)/.ready-to-test
	for attack in failpoints images kills lines damage fuzz flood requests silence soak; do \
		$(BIN)/reedboard stress $$attack --results docs/results/stress-$$attack.md || exit 1; done

clean:
	rm -rf $(VENV) typings tests/machine/node_modules .mypy_cache .ruff_cache .pytest_cache
