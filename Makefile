# `make` alone prints what can be made. All that is installed lies in .venv, which may be deleted at any time.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
export PYTHONDONTWRITEBYTECODE := # what one process compiles, the next one need not
.PHONY: help serve test test-quick test-long check-game check audit compile offline site game strings messages bench load mutants fuzz browser firefox postgres

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 18

DATA_DIR ?= data
serve: compile ## serve Tally to the phones at the table (HOST, PORT); the first time installs what it needs
	@{ nice $(MAKE) --no-print-directory offline || echo 'Tally serves without work offline.'; } >&2 & \
	mkdir -p "$(DATA_DIR)"; DATA_DIR="$(DATA_DIR)" exec $(BIN)/python tally.py serve

# Measuring coverage more than doubles the time, so it is done only where scoring is tested without pages around it.
SCORING := scorers tests/scorers $(sort $(dir $(wildcard tests/games/*/test_*.py)))
CORES := $(shell nproc 2>/dev/null || echo 2)
# A browser and the test that waits for it take turns: three such pairs keep two cores busy.
AT_ONCE = $(shell expr $(CORES) \* 3 / 2)
RUN = $(BIN)/python -m pytest -n $(AT_ONCE) --dist worksteal $(PYTEST)
# The tests of one game are few: more processes take longer to look for them than to run them.
FEW = 2

# The advisories are asked for while the tests run, since they may be slow to come; what they say is printed at the end.
test: check compile browser postgres offline ## run the checks and the tests, in a real browser too, and ask for advisories
	@$(BIN)/python tools/audit.py > .venv/audit & audit=$$!; \
	$(RUN) -n $(CORES) -m "not long" --cov --cov-fail-under=98 $(SCORING) && \
	$(RUN) -m "not long" tests $(SCORING:%=--ignore=%) && \
	{ wait $$audit; code=$$?; cat .venv/audit; exit $$code; }

test-quick: .venv/dev.txt .venv/offline.txt compile postgres ## run the tests that need no browser
	$(RUN) -m "not browser and not long"

test-long: browser firefox postgres .venv/dev.txt compile offline ## run all that `make test` passes over: other cases, longer tests, what chance tries for minutes
	$(RUN) -m long

check-game: .venv/dev.txt compile ## run only what concerns one game: make check-game SLUG=name
	$(BIN)/ruff check scorers/$(SLUG)
	$(BIN)/ruff format --check scorers/$(SLUG)
	$(BIN)/mypy scorers/$(SLUG)
	$(RUN) -n $(FEW) -m "not browser and not long" -k $(SLUG) scorers/$(SLUG) tests

check: .venv/dev.txt ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

audit: .venv/dev.txt
	@$(BIN)/python tools/audit.py

compile: .venv/serve.txt ## compile the translations, and compress the static files
	@$(BIN)/python -m web.catalogs
	@$(BIN)/python -m web.serving.static_copies

offline: .venv/offline.txt compile ## build what lets browsers go on without the network; from then on `make serve` offers it
	@$(BIN)/python offline/build.py

site: offline ## write Tally as plain files for any host to build/site (BASE_PATH, PUBLIC_URL)
	@$(BIN)/python tools/make_site.py

game: .venv/dev.txt ## write the folder of a new game, which passes every test: make game SLUG=name
	@$(BIN)/python tools/new_game.py $(SLUG)
	@$(MAKE) --no-print-directory messages
	@$(BIN)/python tools/new_game.py --translate $(SLUG)
	@$(MAKE) --no-print-directory compile

strings: messages ## bring the Chinese catalogue in line with the texts in the code, and say what is untranslated
	@$(BIN)/python tools/untranslated.py

messages: .venv/dev.txt
	@mkdir -p build
	$(BIN)/pybabel -q extract -F pyproject.toml -k N_ --no-location --omit-header --ignore-dirs '.* _* tests bench mutants build' -o build/messages.pot .
	$(BIN)/pybabel -q update -i build/messages.pot -d translations -l zh_Hant --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

bench: .venv/bench.txt compile browser postgres offline ## print the figures of the README
	@for bench in bench/[a-z]*.py; do PYTHONPATH=.:tests/support $(BIN)/python $$bench || exit 1; done

load: .venv/dev.txt compile ## print what mixed work from 64 connections does to `make serve` (SECONDS; needs wrk)
	@PYTHONPATH=.:tests/support $(BIN)/python bench/load.py

mutants: .venv/dev.txt compile ## write small mistakes into the scoring, and see whether tests notice (MUTANTS, by default all; hours)
	@$(BIN)/python tools/mutants.py $(MUTANTS)

fuzz: .venv/dev.txt compile ## send nonsense to every game, address and page
	@$(BIN)/python tools/fuzz.py

# $(call install,commands of which one has to be there,packages that bring it,what needs it)
install = \
	@for command in $(1); do command -v $$command >/dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && apt-get install -y --no-install-recommends $(2); \
	else \
		echo '$(3) As root: apt-get update && apt-get install $(2)' >&2; exit 1; \
	fi

browser:
	$(call install,chromium-headless-shell chromium chromium-browser google-chrome,chromium-headless-shell fonts-noto-cjk,The browser tests need Chromium.)

postgres:
	$(if $(TEST_DATABASE_URL),,$(call install,/usr/lib/postgresql/*/bin/initdb initdb,postgresql,The tests of shared sheets need PostgreSQL.))

firefox:
	$(call install,firefox-esr firefox,firefox-esr,One of the long tests needs Firefox.)

# What pyproject.toml asks for, in the versions of constraints.txt. The file is written first, and deleted again if pip fails.
READ := import tomllib; pyproject = tomllib.load(open("pyproject.toml", "rb"));
.venv/serve.txt: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	@$(BIN)/python -c '$(READ) print(*pyproject["project"]["dependencies"], sep="\n")' > $@
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $@

.venv/dev.txt .venv/bench.txt .venv/offline.txt: .venv/%.txt: .venv/serve.txt
	@$(BIN)/python -c '$(READ) print(*pyproject["dependency-groups"]["$*"], sep="\n")' > $@
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $@

.venv/bench.txt: .venv/dev.txt
