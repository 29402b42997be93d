# `make` lists the targets. Everything is installed into .venv, which can be deleted at any time.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
export PYTHONDONTWRITEBYTECODE := # so that later processes reuse the bytecode
.PHONY: help serve develop test test-quick test-long coverage node check-game check-game-pages check audit compile offline site game strings bench load mutants faults fuzz browser firefox webkit postgres machines

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 18

DATA_DIR ?= data
serve: compile $(if $(findstring postgres,$(DATABASE_URL)),.venv/postgres.txt) ## serve Tally in the local network (HOST, PORT); installs dependencies first
	@{ nice $(MAKE) --no-print-directory offline || echo 'The offline bundle could not be built; Tally is served without offline use.'; } >&2 & \
	mkdir -p "$(DATA_DIR)"; DATA_DIR="$(DATA_DIR)" exec $(BIN)/python tally.py serve

develop: compile ## serve to this machine, and show an edited file at the next reload
	@mkdir -p "$(DATA_DIR)"; DATA_DIR="$(DATA_DIR)" exec $(BIN)/python tally.py develop

CORES := $(shell nproc 2>/dev/null || echo 2)
# A test waits while its browser works, so three processes for two cores keep them busy; each more would begin a browser and servers of its own.
AT_ONCE = $(shell expr $(CORES) \* 3 / 2)
RUN = $(BIN)/python -m pytest -n $(AT_ONCE) --dist worksteal $(PYTEST)
# Every test with its seconds is in build/durations/.
TIMED = --durations=20 --junit-xml=build/durations/$@.xml
# One game has few tests: more processes would spend longer on collection than on tests.
FEW = 2

# The audit runs alongside the tests, since the advisory database may be slow; its report is printed at the end.
test: check compile browser offline node ## run the checks, every feature's tests once, and the dependency audit
	@$(BIN)/python tools/audit.py > .venv/audit & audit=$$!; \
	$(RUN) -m "not long and not fuzz" $(TIMED) && \
	{ wait $$audit; code=$$?; cat .venv/audit; exit $$code; }

test-quick: .venv/dev.txt .venv/offline.txt compile node ## run the tests that need no browser
	$(RUN) -m "not browser and not long and not fuzz"

test-long: coverage browser firefox webkit postgres machines .venv/dev.txt compile offline node ## run the matrix that `make test` skips: languages, devices, databases, offline use, slow tests, and coverage
	$(RUN) -m "long and not fuzz and not faults" $(TIMED)

# Coverage more than doubles the run time, so it is measured only for the tests of the scoring code.
coverage: .venv/dev.txt compile ## measure the coverage of the scoring code, which must be 98 %
	$(RUN) -n $(CORES) --cov --cov-fail-under=98 scorers tests/scorers $(sort $(dir $(wildcard tests/games/*/test_*.py)))

check-game: .venv/dev.txt compile ## run the checks and tests of one game: make check-game SLUG=name
	@$(BIN)/python tools/check_game.py --mistakes $(SLUG)
	@code=0; set -x; \
	$(BIN)/ruff check scorers/$(SLUG) tests/games/$(SLUG) || code=1; \
	$(BIN)/ruff format --check scorers/$(SLUG) tests/games/$(SLUG) || code=1; \
	$(BIN)/mypy scorers/$(SLUG) || code=1; \
	$(RUN) -n $(FEW) -m "not browser and not fuzz" -k "$(SLUG) or test_translations" --ignore tests/project/test_tools.py \
		scorers/$(SLUG) tests || code=1; \
	$(BIN)/python tools/check_game.py $$([ $$code = 0 ] || echo --failed) $(SLUG) || code=1; \
	{ set +x; } 2>/dev/null; exit $$code

check-game-pages: browser .venv/dev.txt compile ## look at the pages of one game in a browser: make check-game-pages SLUG=name
	@$(BIN)/python tools/check_game.py --mistakes $(SLUG)
	@rm -rf build/pages/$(SLUG) && mkdir -p build/pages/$(SLUG)
	@PICTURES=build/pages/$(SLUG) $(RUN) -n $(FEW) -m "" -k "$(SLUG)" $(addprefix tests/browser/test_,tables.py layout.py rules.py result.py reveal.py share.py compare.py); \
	code=$$?; echo "Pictures of its sheet, result, comparison and rules are in build/pages/$(SLUG)/."; exit $$code

check: .venv/dev.txt ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

audit: .venv/dev.txt
	@$(BIN)/python tools/audit.py

compile: translations/zh_Hant/LC_MESSAGES/messages.mo ## compile the translations, and compress the static files
	@$(BIN)/python -m web.serving.static_copies

%.mo: %.po .venv/serve.txt
	@$(BIN)/pybabel -q compile -l zh_Hant -i $< -o $@

offline: .venv/offline.txt compile ## build the offline bundle, which `make serve` then offers
	@$(BIN)/python offline/build.py

site: offline ## write Tally as a static site to build/site (BASE_PATH, PUBLIC_URL)
	@$(BIN)/python tools/make_site.py

game: .venv/dev.txt ## create the folder of a new game: make game SLUG=name LIKE=counts|rounds|painted
	@$(BIN)/python tools/new_game.py '$(SLUG)' $(LIKE)

strings: .venv/dev.txt ## update the Chinese catalogues from the code, and list untranslated texts
	@$(BIN)/python tools/strings.py

# The benchmarks use modules of the tests.
SUPPORT := .:tests/support
bench: .venv/dev.txt compile browser machines offline ## run the benchmarks of the README
	@for bench in bench/[a-z]*.py; do PYTHONPATH=$(SUPPORT) $(BIN)/python $$bench || exit 1; done

load: .venv/dev.txt compile ## load-test `make serve` with 64 connections (SECONDS; needs wrk)
	@PYTHONPATH=$(SUPPORT) $(BIN)/python bench/load.py

mutants: .venv/dev.txt compile ## run mutation tests of the scoring code (MUTANTS, by default all; takes hours)
	@$(BIN)/python tools/mutants.py $(MUTANTS)

faults: machines .venv/dev.txt compile ## kill and cut servers, a proxy and databases under load (PHONES, READERS, AGE; some 20 minutes)
	AGE=$${AGE:-300} $(BIN)/python -m pytest -n 1 -m "" -rP tests/machines

fuzz: .venv/dev.txt compile ## fuzz every game, the API and the pages (some minutes)
	@$(BIN)/python tools/fuzz.py

# $(call install,alternative commands,packages that provide one of them,message)
install = \
	@for command in $(1); do command -v $$command >/dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && apt-get install -y --no-install-recommends $(2); \
	else \
		echo '$(3) As root: apt-get update && apt-get install $(2)' >&2; exit 1; \
	fi

# What the tests of scripts use beside Node, in the versions of tests/js/package.json.
node: tests/js/node_modules
tests/js/node_modules: tests/js/package.json .venv/offline.txt
	$(BIN)/npm install --prefix tests/js --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

browser:
	$(call install,chromium-headless-shell chromium chromium-browser google-chrome,chromium-headless-shell fonts-noto-cjk,The browser tests need Chromium.)

postgres:
	$(if $(TEST_DATABASE_URL),,$(call install,/usr/lib/postgresql/*/bin/initdb initdb,postgresql,The tests of shared sheets need PostgreSQL.))

machines: postgres
	$(call install,pgbouncer /usr/sbin/pgbouncer,pgbouncer,The tests of several servers need PgBouncer.)
	$(call install,nginx /usr/sbin/nginx,nginx,The tests of several servers need nginx.)
	$(call install,curl,curl,The tests of several servers need curl.)
	$(call install,openssl,openssl,The tests of several servers need openssl.)
	$(call install,systemd-analyze,systemd,The tests of several servers need systemd-analyze.)

firefox:
	$(call install,firefox-esr firefox,firefox-esr,One of the long tests needs Firefox.)

webkit:
	$(call install,WebKitWebDriver,webkit2gtk-driver,Some of the long tests need WebKitGTK.)
	$(call install,Xvfb,xvfb,The long tests in WebKitGTK need a screen.)

# The requirements of pyproject.toml in the versions of constraints.txt. The file is written first, and deleted if pip fails.
READ := import tomllib; pyproject = tomllib.load(open("pyproject.toml", "rb"));
.venv/serve.txt: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	@$(BIN)/python -c '$(READ) print(*pyproject["project"]["dependencies"], sep="\n")' > $@
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $@

.venv/dev.txt .venv/offline.txt: .venv/%.txt: .venv/serve.txt
	@$(BIN)/python -c '$(READ) print(*pyproject["dependency-groups"]["$*"], sep="\n")' > $@
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $@

.venv/postgres.txt: .venv/serve.txt
	@$(BIN)/python -c '$(READ) print(*pyproject["project"]["optional-dependencies"]["postgres"], sep="\n")' > $@
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $@
