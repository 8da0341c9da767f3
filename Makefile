PYTHON ?= python3
PORT ?= 5006
VENV = .venv
BIN = $(VENV)/bin
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal --durations 15

.PHONY: serve test check lint bench docs

serve: $(VENV)/installed
	$(BIN)/kvpage serve --port $(PORT)

test: $(VENV)/installed-test
	sh tests/browser/get_chromium.sh $(BIN)
	$(PYTEST) $(ARGS)

check: lint $(VENV)/installed-test
	$(PYTEST) --ignore tests/browser $(ARGS)

lint: $(VENV)/installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

bench: $(VENV)/installed-test
	sh tests/browser/get_chromium.sh $(BIN)
	$(BIN)/python bench/bench.py

docs: $(VENV)/installed-docs
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html
	@echo "The site is in docs/_build/html"

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kvpage needs Python 3.11 or later; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/installed-%: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	touch $@
