# Two commands do all the set-up: `make play` and `make test`. They need Python 3.11 or later and make; a C compiler makes
# the games about 100 times faster.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATIC := src/kafenio/server/static
SOURCES := setup.py pyproject.toml $(shell find src -name '*.py' -o -name '*.pxd')

.PHONY: play web test test-long lint build clean

# The web client where it could be built, the terminal otherwise.
play: $(VENV)/installed web
	@if [ -f $(STATIC)/index.html ]; then $(BIN)/kafenio serve --open; else $(BIN)/kafenio play; fi

web: $(VENV)/installed
	@$(BIN)/python web/build.py

test: $(VENV)/tests web
	@$(MAKE) --no-print-directory lint
	$(BIN)/python tests/run.py

test-long: $(VENV)/long web
	@$(MAKE) --no-print-directory lint
	$(BIN)/python tests/run.py --long

lint: $(VENV)/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Everything compiled anew where its source has changed.
build: $(VENV)/installed

$(VENV)/pip: constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt 'setuptools>=77' wheel 'Cython>=3.3,<3.4'
	@touch $@

$(VENV)/installed: $(VENV)/pip $(SOURCES)
	KAFENIO_WEB=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation --editable '.[server]'
	@touch $@

$(VENV)/tests: $(VENV)/pip $(SOURCES)
	KAFENIO_WEB=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation --editable '.[server,test]'
	@touch $(VENV)/installed $@

$(VENV)/long: $(VENV)/tests
	KAFENIO_WEB=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation --editable '.[server,test,ray]'
	@touch $@

clean:
	rm -rf $(VENV) build web/node_modules web/src/generated $(STATIC) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
