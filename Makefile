# Every target sets up what it needs in .venv; Python and make are all that has to be there.
# With another Python: make test PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS := $(VENV)/peers
LOCALES := bot/presentation/locales
TEMPLATE := $(VENV)/mastermind.pot
PIP_INSTALL := python -m pip install --quiet --disable-pip-version-check --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --no-config --universal --upgrade --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links
STRICT_COVERAGE := $(BIN)/coverage report --include='bot/engine/*,bot/matches/*' --fail-under=100

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SOAKS := storage-kills storage-control histories presses fuzz bot-kills errors load solve
.PHONY: help install play gallery screenshots run test check page-check soak $(SOAKS:%=soak-%) \
	bench lock messages emojis clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/.development ## set up everything for work on the bot

play: $(VENV)/.runtime ## play in the browser, with no Discord account
	@$(BIN)/python -m sandbox.play $(if $(FRESH),--fresh)

gallery: $(VENV)/.runtime ## see every message of the bot in the browser
	@$(BIN)/python -m tools.gallery

screenshots: $(VENV)/.development ## photograph the page for the README; wants Chromium
	@$(BIN)/python -m tools.screenshots

run: $(VENV)/.runtime ## start the bot with the settings of .env
	@$(BIN)/python -m bot run

test: check ## all checks, then all tests with coverage
	$(BIN)/python -m pytest --numprocesses 4 --dist loadfile --cov --cov-fail-under=90
	@# Silent when all is well: the count of the tests is to be the last line.
	@$(STRICT_COVERAGE) > /dev/null 2>&1 || $(STRICT_COVERAGE)

check: $(VENV)/.development page-check ## format, lint, types and layers, without the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(SOAKS:%=soak-%) ## the long tests, some two hours; one of them: make soak-histories

# The counts are those of each program; with others: make soak-fuzz OPTIONS='--count 1000 --seed 7'
$(filter-out soak-storage-control,$(SOAKS:%=soak-%)): soak-%: $(VENV)/.development
	$(BIN)/python -m tests.soak.$(subst -,_,$*) $(OPTIONS)

soak-storage-control: $(VENV)/.development
	$(BIN)/python -m tests.soak.storage_kills --control --count 20 $(OPTIONS)

bench: $(VENV)/.runtime $(PEERS)/.installed ## speed and quality of play beside goals and other packages, a minute
	@$(BIN)/python -m bench.solver $(OPTIONS)

# The page's scripts need nothing of npm; only what checks them comes from there.
page-check:
	@if command -v npm > /dev/null; then \
		$(MAKE) --no-print-directory node_modules/.package-lock.json \
			&& node_modules/.bin/biome check --error-on-warnings sandbox/page/static \
			&& node_modules/.bin/tsc; \
	else \
		echo "Not checked, since npm is missing: the scripts and styles of the sandbox's page."; \
	fi

lock: $(VENV)/.development ## renew the lock files
	$(COMPILE) --python-version 3.11 --output-file requirements.txt pyproject.toml
	$(COMPILE) --python-version 3.11 --constraint requirements.txt --group dev \
		--output-file requirements-dev.txt pyproject.toml
	$(COMPILE) --python-version 3.14 --output-file requirements-bench.txt bench/peers.py

messages: $(VENV)/.development ## bring the catalogues up to date with the strings in the code
	$(BIN)/pybabel --quiet extract --no-default-keywords \
		-k _ -k gettext -k ngettext:1,2 -k cmd --sort-by-file --add-location=file --no-wrap --output-file $(TEMPLATE) bot cogs
	$(BIN)/pybabel --quiet update --domain mastermind --no-wrap --no-fuzzy-matching \
		--ignore-obsolete --ignore-pot-creation-date --input-file $(TEMPLATE) --output-dir $(LOCALES)

emojis: $(VENV)/.development ## draw the emojis again
	$(BIN)/python -m tools.draw_emojis

clean: ## remove what the targets made; data and settings stay
	rm -rf $(VENV) node_modules .coverage .coverage.* .hypothesis .mypy_cache .ruff_cache \
		.pytest_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp is newer than the lock file that was installed, so a second call has nothing to do.
$(VENV)/.runtime: requirements.txt $(BIN)/pip
	@echo "Installing into $(VENV): $<"
	@$(BIN)/$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.development: requirements-dev.txt $(BIN)/pip
	@echo "Installing into $(VENV): $<"
	@$(BIN)/$(PIP_INSTALL) -r $<
	@touch $@

# The packages that bench/ measures beside the bot; they work with older Pythons than they ask for.
# Without a network there is no stamp, only what pip said; the bench tells that, and does without.
$(PEERS)/.installed: requirements-bench.txt $(BIN)/pip
	@echo "Installing into $(PEERS): $<"
	@$(BIN)/python -m venv --clear $(PEERS)
	@if $(PEERS)/bin/$(PIP_INSTALL) --ignore-requires-python -r $< 2> $(PEERS)/pip.log; \
		then rm $(PEERS)/pip.log; touch $@; fi

node_modules/.package-lock.json: package-lock.json
	@echo "Installing into node_modules: package-lock.json"
	@npm ci --silent --no-audit --no-fund
	@touch $@

# pip is the last thing that venv puts there: without it the folder is empty or half made.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
