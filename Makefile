# make play plays, make serve serves browsers, make quick checks what a minute allows, make test everything;
# each makes a virtual environment in .venv first. make serve OPTIONS="--host 0.0.0.0" hands options on.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt
COMPILED := $(BIN)/python scripts/compile_solver.py  # does nothing where that was done

.PHONY: play serve site wheels release quick test check scripts simulate docs documentation solved fair bench clean

play: .venv/played
	@$(COMPILED)
	@trap : INT; $(BIN)/fivesquare || [ $$? -eq 130 ]  # 130: left with Ctrl-C, which is no failure

serve: .venv/served
	@$(COMPILED)
	@trap : INT; $(BIN)/fivesquare serve $(OPTIONS) || [ $$? -eq 130 ]

site: .venv/documented
	@$(COMPILED)
	@$(BIN)/fivesquare site build/site $(OPTIONS)

wheels: .venv/released  # in dist/
	@$(BIN)/python scripts/build_wheels.py $(OPTIONS)

release: .venv/released  # all that is released of a commit, in dist/; nothing is uploaded
	@$(BIN)/python scripts/make_release.py $(OPTIONS)

quick: check scripts
	$(BIN)/python -m pytest --quick -p no:schemathesis --numprocesses=auto --dist=loadfile

test: check scripts
	@echo "Running all tests: 20 to 30 minutes on two cores, more beside other work."
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || [ -n "$$CHROMIUM" ] || echo "Chromium is not installed: the tests of the pages are skipped."
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile --no-loadscope-reorder $(OPTIONS)

check: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

scripts:  # what checks the scripts of the pages
	@if command -v npm >/dev/null; then \
		cd tests/web/scripts && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent; } \
			|| echo "npm ci failed in tests/web/scripts: the scripts of the pages are not checked."; \
	else echo "npm is not installed: the scripts of the pages are not checked."; fi

simulate: .venv/tested  # the server on a faulty machine: make simulate OPTIONS="--seed 7 --steps 1000000"
	@cd tests && ../$(BIN)/python -m web.simulation $(OPTIONS)

docs: .venv/tested
	$(BIN)/python scripts/fill_docs.py
	$(BIN)/python scripts/draw_house.py
	$(BIN)/python scripts/record_session.py
	$(BIN)/python scripts/draw_screens.py
	$(BIN)/python scripts/photograph_pages.py

documentation: .venv/documented  # as a site, in build/documentation
	@$(COMPILED)
	@$(BIN)/python -m fivesquare.web.static_site.documentation build/documentation
	@echo "The documentation is in build/documentation. To read it: python -m http.server -d build/documentation"

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
	$(BIN)/python bench/environments.py
	$(BIN)/python bench/tournaments.py

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Fivesquare needs Python 3.11 or newer; try: make play PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in .venv ..."
	@$(PYTHON) -m venv .venv

.venv/played: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare ..."
	@$(PIP) --editable '.[full]'
	@touch $@

.venv/served: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what serves it ..."
	@$(PIP) --editable '.[web]'
	@touch $@

.venv/documented: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what builds its documentation ..."
	@$(PIP) --editable '.[site]'
	@touch $@

.venv/released: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what releases it ..."
	@$(PIP) --editable '.[release]'
	@touch $@

.venv/tested: .venv/bin/python pyproject.toml constraints.txt
	@echo "Installing Fivesquare and what its tests need ..."
	@$(PIP) --editable '.[test]'
	@touch $@ .venv/played .venv/served .venv/documented .venv/released
