# make play plays, make serve serves browsers, make test checks everything; each makes a virtual environment
# in .venv first. make serve OPTIONS="--host 0.0.0.0" hands options on.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt
COMPILE := from fivesquare.terminal import screen, waiting; waiting.warm_up_aloud(screen.Screen())

.PHONY: play serve wheel test check docs solved fair bench clean

play: .venv/played
	@trap : INT; $(BIN)/fivesquare || [ $$? -eq 130 ]  # 130: left with Ctrl-C, which is no failure

serve: .venv/served
	@trap : INT; $(BIN)/fivesquare serve $(OPTIONS) || [ $$? -eq 130 ]

wheel: .venv/played
	@$(BIN)/python scripts/build_wheel.py

test: check
	$(BIN)/python -m pytest --numprocesses=auto

check: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy bench/web.py
	$(BIN)/mypy bench/research.py
	$(BIN)/mypy bench/arena.py

docs: .venv/tested
	$(BIN)/python scripts/fill_docs.py
	$(BIN)/python scripts/record_session.py
	$(BIN)/python scripts/photograph_pages.py

solved: .venv/tested
	$(BIN)/python scripts/fill_solved.py

fair: .venv/tested
	$(BIN)/python scripts/fill_fair.py

bench: .venv/tested
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/start.py
	$(BIN)/python bench/compare.py
	$(BIN)/python bench/threads.py
	$(BIN)/python bench/levels.py --boards 0.1
	$(BIN)/python bench/research.py
	$(BIN)/python bench/arena.py

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Fivesquare needs Python 3.11 or newer; try: make play PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in .venv ..."
	@$(PYTHON) -m venv .venv

.venv/played: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare ..."
	@$(PIP) --editable .
	@$(BIN)/python -c '$(COMPILE)'
	@touch $@

.venv/served: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what serves it ..."
	@$(PIP) --editable '.[web]'
	@touch $@

.venv/tested: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what its tests need ..."
	@$(PIP) --editable '.[test]'
	@touch $@ .venv/played .venv/served
