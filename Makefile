# Everything a person does with the project. `make` alone lists it.

.DEFAULT_GOAL := help
.PHONY: help run load measure-presets month test slow browser proxies alarms citus dashboards units clients packages morning demo audit-demo bench bench-peers drill-citus drill-clocks drill-cluster drill-messages drill-topologies drill-image drill-restore drill-power release fuzz rules fingerprints corpus corpus-check lint types contracts schema examples lint-api release-api drift coverage check lock clean diff-rlcard matrix format migrate shell pictures wheel web web-check web-icons web-figures web-packages web-test

BIN := .venv/bin
PYTHON_RUN := $(BIN)/python -m devtools
TEST_SETTINGS := DJANGO_SETTINGS_MODULE=config.settings.test
PROCESSES ?= auto
# As many processes as there are cores, but no more than one PostgreSQL has connections for. A process that is done takes
# tests from the end of another's list, so neighbours mostly stay together and share what they set up.
PARALLEL := -n $(PROCESSES) --maxprocesses 4 --dist worksteal
HERE := not browser and not clients and not proxies and not citus
PYTHON ?= $(BIN)/python

help: ## Show this list
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Every day

run: ## Start everything on this machine (PORT=8000); Ctrl-C stops it
	@requirements/install run
	@$(PYTHON_RUN) run

test: ## Run the tests on a database and broker of their own; `make slow` has the rest (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest $(PARALLEL) -m 'not slow and $(HERE)' $(ARGS)

check: test slow lint types contracts drift coverage ## All that CI checks and that needs neither a browser nor generators of clients

format: ## Put all code into the form that `make lint` checks, as far as a program can
	@requirements/install dev
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

migrate: ## Apply migrations to the database of a running `make run`, or of DATABASE_URL (ARGS=...)
	@requirements/install run
	@$(BIN)/python manage.py migrate $(ARGS)

shell: ## Open a Python shell on the database of a running `make run`, or of DATABASE_URL (ARGS=...)
	@requirements/install run
	@$(BIN)/python manage.py shell $(ARGS)

##@ More tests

slow: ## Run the tests that kill processes, play many matches, or search long for leaks (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest $(PARALLEL) -m 'slow and $(HERE)' $(ARGS)

coverage: ## Check that tests/engine runs every branch of the engine
	@requirements/install test
	@HYPOTHESIS_PROFILE=once $(BIN)/python -m pytest tests/engine -q $(PARALLEL) -m 'not slow' --cov=engine --cov-branch --cov-report=term-missing:skip-covered

matrix: ## Send all requests of the authorisation matrix, and take out each check to see it notice (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest tests/authorisation -o python_files='test_*.py mutants.py' $(PARALLEL) $(ARGS)

browser: ## Run the tests in a real browser, which must be installed; with npm, axe-core too (ARGS=...)
	@requirements/install test
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/node_modules; fi
	@$(BIN)/python -m pytest tests/browser -m browser $(ARGS)

proxies: ## Run nginx and Caddy, which must be installed, with the samples in deploy/ (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest tests/config/test_proxies.py -m proxies $(ARGS)

alarms: ## Ask a Prometheus, which must be installed, all questions of the alarms and dashboards in deploy/ (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest tests/config/test_dashboards.py -m proxies $(ARGS)

units: ## Check the units of deploy/systemd with systemd-analyze, which must be installed (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m pytest tests/config/test_units.py -m proxies $(ARGS)

citus: ## Run the service's statements on a Citus cluster; PG_CONFIG: of the PostgreSQL that has Citus (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m tests.games.citus $(ARGS)

clients: ## Generate clients, and have them, the examples and the guide play with a live service (ARGS=...)
	@requirements/install clients
	@$(BIN)/python -m pytest tests/clients -m clients $(ARGS)

morning: ## Have an author's first morning: client, guest, match over the stream, mishaps, verification
	@requirements/install clients
	@PYTHONPATH=clients/python/src $(BIN)/python -m tests.clients.live $(BIN)/python examples/morning.py

fuzz: ## Make up requests from openapi.yaml by the thousand, by three identities (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m tests.fuzz $(ARGS)

##@ Demos, figures and drills

demo: ## Play a whole match over HTTP and check its log (URL=... for a running service)
	@requirements/install run
	@$(PYTHON_RUN) demo

audit-demo: ## Check matches with two programs, falsify them, and see every lie caught (URL=... for a running service)
	@requirements/install test
	@$(PYTHON_RUN) audit-demo

bench: ## Measure; figures and method are in docs/contributors/performance.md (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.benchmarks $(ARGS)

bench-peers: ## Measure a look and a move beside boardgame.io, the leanest service and RLCard (PEERS_SAMPLES=7)
	@requirements/install test
	@$(BIN)/python -m devtools.benchmarks.peers

drill-clocks: ## Let 10,000 games fall due at once, and kill the sweepers (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.drills.clocks $(ARGS)

drill-cluster: ## Run two of every process, three brokers, a replica and a pooler; kill each in play (ARGS="web-1 postgres --seconds 20")
	@requirements/install test
	@$(BIN)/python -m devtools.drills.cluster $(ARGS)

drill-messages: ## Fail in every way while messages are sent, and count what arrives (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.drills.messages $(ARGS)

drill-topologies: ## Kill nodes of RabbitMQ, a Valkey cluster, Sentinels (also by TLS), and play through pgbouncer (ARGS="cluster --rounds 9")
	@requirements/install test
	@$(BIN)/python -m devtools.drills.topologies $(ARGS)

drill-image: ## Run compose.yaml by Docker in a machine of its own: play, kill, restore; needs root on Linux (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.drills.image $(ARGS)

drill-citus: ## Kill a node of a Citus cluster while people play; PG_CONFIG as for `make citus` (ARGS="node-2 --seconds 30")
	@requirements/install test
	@$(BIN)/python -m devtools.drills.citus $(ARGS)

load: ## Play with many clients on a service of its own, or URL=... (PLAYERS=64 SECONDS=30 ARGS="--think 1 --streams")
	@requirements/install test
	@$(PYTHON_RUN).load $(if $(URL),--url $(URL)) $(if $(PLAYERS),--players $(PLAYERS)) $(if $(SECONDS),--seconds $(SECONDS)) $(ARGS)

drill-restore: ## Back up in play, restore to moments, and count which answered commands are there (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.drills.restore $(ARGS)

drill-power: ## Cut the power of the database's machine in play, on a disk that forgets; needs root on Linux (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.drills.power $(ARGS)

measure-presets: ## Count the decisions in matches of every preset, for GET /v1/presets (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m devtools.measure_presets $(ARGS)

month: ## Let people play in virtual time, by public tables and by seeks (ARGS="--people 1000 --days 30")
	@requirements/install test
	@$(BIN)/python -m devtools.month $(ARGS)

##@ Rules

rules: ## Survey every game: scenarios, watched random matches, house rules together (ARGS=...)
	@requirements/install test
	@$(BIN)/python -m engine rules tests/engine/data/scenarios.json $(ARGS)

fingerprints: ## Write the fingerprints of all rules anew: only for a change of behavior that is meant
	@requirements/install test
	@$(BIN)/python -m engine fingerprints > tests/engine/data/fingerprints.json

corpus: ## Add what the corpus of transcripts lacks; what is there never changes
	@requirements/install test
	@$(BIN)/python -m tests.corpus add

corpus-check: ## Check the corpus of transcripts with any Python the engine runs on (PYTHON=python3.13)
	@$(PYTHON) -m tests.corpus check

diff-rlcard: ## Compare two-seat classic UNO with RLCard's, move by move (ARGS=games)
	@requirements/install test
	@$(BIN)/python -m devtools.benchmarks.rlcard_diff $(ARGS)

##@ Style, types and imports

lint: ## Check style and formatting
	@requirements/install dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: ## Check types
	@requirements/install dev
	@$(BIN)/mypy
	@cd clients/python && ../../$(BIN)/mypy

contracts: ## Check who imports whom
	@requirements/install test
	@$(BIN)/lint-imports --no-cache

##@ API description

schema: ## Write openapi.yaml anew, and the types of the package for Python
	@requirements/install test
	@$(TEST_SETTINGS) $(BIN)/python manage.py openapi
	@$(BIN)/python clients/python/generate.py openapi.yaml

packages: schema ## Write openapi.yaml and the types of the packages in clients/ anew, and build them into build/packages
	@mkdir -p build/packages
	@cd clients/typescript && npm ci --no-audit --no-fund --silent && npm pack --silent --pack-destination ../../build/packages
	@$(BIN)/uv build --quiet --out-dir build/packages clients/python

examples: ## Record the examples of all operations anew
	@requirements/install test
	@EXAMPLES=write $(BIN)/python -m pytest tests/contract/test_examples.py -q -k anew

pictures: ## Take the pictures of docs/pictures anew, in a Chromium of this machine (ARGS=reference.png)
	@requirements/install test
	@$(BIN)/python -m devtools.pictures $(ARGS)

dashboards: ## Draw the dashboards of deploy/grafana from eight minutes of play with faults; needs Prometheus and Chromium
	@requirements/install test
	@$(PYTHON_RUN).dashboards $(ARGS)

lint-api: ## Check openapi.yaml with two public linters
	@openapi/lint/run

release-api: schema ## Keep openapi.yaml as the description that later ones must not break
	cp openapi.yaml openapi/released/v1-$$(date -u +%Y-%m-%d).yaml

drift: ## Fail if openapi.yaml is not what the code says, or the package for Python not what openapi.yaml says
	@requirements/install test
	@$(TEST_SETTINGS) $(BIN)/python manage.py openapi --check
	@$(BIN)/python clients/python/generate.py openapi.yaml --check

##@ Releases

release: ## Record the commit that is checked out as a release, and build its wheel (VERSION=1.0.0)
	@requirements/install test
	@$(BIN)/python -m devtools.release record $(VERSION)
	@$(MAKE) --no-print-directory wheel

wheel: ## Build the wheel of the service into build/wheels
	@requirements/install test
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --wheel-dir build/wheels .

##@ Web client

NPM_CI := npm ci --no-audit --no-fund --silent

web: web-packages ## Check the web client's types, and build it into web/dist; needs npm (ARGS=--watch)
	@cd web && npm run --silent types && node build.mjs $(ARGS)

web-check: web-packages ## Fail if the web client's types are wrong, or web/dist is not what web/src makes
	@cd web && npm run --silent types && node build.mjs --check

web-test: web-packages ## Run the web client's tests in Node (ARGS="outbox times" for some files)
	@cd web && node tests/run.mjs $(ARGS)

web-icons: ## Draw the icons and the picture of links in web/public anew; needs a Chromium
	@requirements/install test
	@$(BIN)/python -m devtools.web_icons

web-figures: ## Measure the web client on a slow phone with a slow line (ARGS="http://127.0.0.1:8000" for a running service)
	@requirements/install test
	@$(PYTHON_RUN).web_figures $(ARGS)

web-packages: web/node_modules ## Install what the web client is built and tested with, as its lock says
	@cd clients/typescript && $(NPM_CI) && node generate.mjs ../../openapi.yaml

web/node_modules: web/package-lock.json
	@cd web && $(NPM_CI)
	@touch $@

##@ Upkeep

lock: ## Resolve requirements/*.in anew (ARGS=--upgrade for newer versions)
	@requirements/install dev
	@PATH="$(CURDIR)/$(BIN):$$PATH" requirements/lock $(ARGS)

clean: ## Remove the environment, all caches and the data of `make run`
	@[ ! -x $(BIN)/python ] || $(PYTHON_RUN) forget
	rm -rf .venv .state build clients/typescript/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
