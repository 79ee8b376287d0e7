# Each target sets itself up in .venv first (tools/setup.sh), with what it needs; nothing else has to be installed.
PYTHON_IN = .venv/bin/python
# Tests run a process on each core; with threads of their own the processes would wait for each other.
ONE_THREAD = OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 OMP_NUM_THREADS=1
PYTEST = $(ONE_THREAD) $(PYTHON_IN) -m pytest -n auto
LAB = $(PYTHON_IN) -m jupyterlab $$([ "$$(id -u)" != 0 ] || echo --allow-root)
export PYTHON
# What is installed is compiled when it is first imported, and kept: or each of hundreds of processes would do it again.
unexport PYTHONDONTWRITEBYTECODE
# Linux: what is freed stays with the process, so that no call pays for new memory because of what ran before it.
KEEP_MEMORY = MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=4294967296

# TERM is also what a terminal is called: it counts only where it was given to make.
TERM_NAME = $(if $(findstring command line,$(origin TERM)),$(TERM))
# What is newer than a week may not have reached every mirror.
PIN = $(PYTHON_IN) -m uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --no-header \
	--no-annotate --no-emit-index-url --no-emit-find-links --no-emit-package evalbook --no-emit-package evalbook-tools \
	--exclude-newer "1 week"
BOOK_NEEDS = pyproject.toml tools/pyproject.toml --extra plots --extra book --extra site --extra write --group book
FROM = $(if $(ASSIGNMENTS),--assignments "$(ASSIGNMENTS)")

.DEFAULT_GOAL := help
.PHONY: help book pdf site-zip test test-homework test-all quick slow oldest peers bench image hub work publish picture lab write serve rerun \
	claims class-report questions homework export grade dist links lint pins clean setup setup-homework setup-tests

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

setup:
	@sh tools/setup.sh

setup-homework:
	@sh tools/setup.sh homework

setup-tests:
	@sh tools/setup.sh tests

book: setup  ## build the site and say how to open it
	@rm -rf _build/html _build/evalbook.pdf
	@.venv/bin/jupyter-book build . --all -W -n --keep-going -q
	@echo; echo "The book is built. Open it with a browser:"; echo "  $(CURDIR)/_build/html/index.html"

pdf: setup-tests  ## print the book as one PDF, which the site then offers (CORE=1: another PDF, with the core only)
	@$(MAKE) --no-print-directory book
	@$(PYTHON_IN) -m evalbook_tools.paper $(if $(CORE),--core --target _build/evalbook-core.pdf)
	@$(if $(CORE),:,.venv/bin/jupyter-book build . -W -n --keep-going -q)

site-zip: book  ## pack the site into one zip, to hand out or to put on a server
	@rm -f _build/evalbook-site.zip
	@$(PYTHON_IN) -m evalbook_tools.site_zip _build/html _build/evalbook-site.zip
	@echo "The site is packed into one zip:"; echo "  $(CURDIR)/_build/evalbook-site.zip"

test: setup-tests  ## run the tests: package, notebooks, site, one term of homework
	@$(MAKE) --no-print-directory -j 2 lint quick  # mypy alone would keep one core busy, and the others idle

# In one session: a test of the package by itself, those of a page or a file together (conftest.py).
quick: setup-tests
	@$(PYTEST) -q --dist loadscope --no-loadscope-reorder src tests book homework/assignments homework/tests/test_one_term.py \
		$(if $(COVERED),--cov=src/evalbook --cov-fail-under=100)

test-homework: setup-tests  ## run the tests of homework: grading, class report, question bank
	@$(PYTEST) -q --dist loadscope --no-loadscope-reorder homework/tests

test-all: setup-tests  ## run every test, also with the oldest versions, rare peers, simulations, grading and every page in depth
	@$(MAKE) --no-print-directory test COVERED=1
	@$(MAKE) --no-print-directory test-homework
	@$(MAKE) --no-print-directory -j 2 oldest peers  # while one environment is fetched, another one tests
	@$(MAKE) --no-print-directory slow

# THIRD=number of commits: a third of them, which the number chooses (conftest.py).
slow: setup-tests
	@$(PYTEST) -q --dist loadscope --no-loadscope-reorder -m slow $(if $(THIRD),--third $(THIRD)) src tests homework/tests

oldest: setup-tests  ## run the tests of the package with the oldest versions that pyproject.toml allows
	@[ -x .venv-oldest/bin/pip ] || $(PYTHON_IN) -m venv .venv-oldest
	@.venv-oldest/bin/pip install -qq --no-compile --disable-pip-version-check --requirement requirements/oldest.txt
	@$(ONE_THREAD) PYTHONPATH=src:tools .venv-oldest/bin/python -m pytest -q -n auto --dist worksteal -o addopts= --strict-markers \
		--doctest-modules --disable-warnings -m "not slow" --hypothesis-profile few src tests --ignore tests/book \
		--ignore tests/tools --ignore tests/teaching/test_answers.py

peers: setup-tests  ## compare with libraries that are rarely used
	@[ -x .venv-peers/bin/pip ] || $(PYTHON_IN) -m venv .venv-peers
	@.venv-peers/bin/pip install -qq --no-compile --disable-pip-version-check --requirement requirements/peers.txt
	@PYTHONPATH=src .venv-peers/bin/python -m pytest -q -o addopts= --strict-markers tests/peers

bench: setup-tests  ## time every function beside its peers
	@$(KEEP_MEMORY) $(PYTHON_IN) -m pytest benchmarks -k "$(ONLY)"

image:  ## build the image for a hub and for grading (needs Docker)
	@docker info >/dev/null 2>&1 || { echo "evalbook: Docker is not running here. Start it, or read in Dockerfile what the image contains" >&2; exit 1; }
	@docker build --tag evalbook .

hub: .venv-hub/installed  ## PASSWORD=words: start a hub for a closed classroom on this machine (needs npm)
	@test -n "$(PASSWORD)" || { echo "evalbook: choose a password for the students, such as make hub PASSWORD=chalk-and-board" >&2; exit 1; }
	@git rev-parse --quiet --verify refs/heads/working-copies >/dev/null || \
		{ echo "evalbook: there are no published working copies yet. Run make publish first" >&2; exit 1; }
	@mkdir -p students
	@cd students && PASSWORD="$(PASSWORD)" PATH="$(CURDIR)/.venv-hub/bin:$$PATH" jupyterhub --config ../tools/jupyterhub_config.py

# The proxy is of the last line that runs with Node 18.
.venv-hub/installed: requirements.txt requirements/hub.txt | setup
	@command -v npm >/dev/null || { echo "evalbook: the hub needs a proxy from npm, which is not installed (on Debian: apt install npm)" >&2; exit 1; }
	@rm -rf .venv-hub
	@$(PYTHON_IN) -m venv .venv-hub
	@.venv-hub/bin/pip install -qq --no-compile --disable-pip-version-check --requirement requirements.txt --requirement requirements/hub.txt
	@npm install --silent --no-audit --no-fund --fetch-retries 1 --prefix .venv-hub configurable-http-proxy@5.1.0
	@touch $@

lint: setup-tests
	@$(PYTHON_IN) -m ruff check --quiet .
	@$(PYTHON_IN) -m ruff format --check --quiet .
	@$(PYTHON_IN) -m mypy

work: setup  ## write working copies of all chapters into work/, beside those that are there (CHAPTER=notebook: only of that one)
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) -m evalbook_tools.working_copies $(if $(CHAPTER),--chapter "$(CHAPTER)")

picture: setup-tests  ## take the picture in the README again, with Chromium
	@$(MAKE) --no-print-directory book
	@$(PYTHON_IN) -m evalbook_tools.readme_picture

publish: setup  ## write the working copies into a branch that a hub, Binder and Colab can open
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) -m evalbook_tools.working_copies.publish

# Copies hold plain Markdown. jupyterlab-myst, which authors need, spreads each of their tables over the whole page.
lab: work  ## open JupyterLab on the working copies
	@JUPYTER_CONFIG_PATH=tools/jupyterlab_of_copies $(LAB) --notebook-dir work

write: setup  ## open JupyterLab on the book itself, for authors
	@$(LAB) --notebook-dir book

serve: setup  ## build the site, and again whenever a page changes
	@.venv/bin/jupyter-book config sphinx . >/dev/null
	@$(PYTHON_IN) -m sphinx_autobuild . _build/html --watch src --watch tools --ignore "*/conf.py" --open-browser

rerun: setup-homework  ## execute all notebooks again and store their outputs, normalized
	@$(PYTHON_IN) -m evalbook_tools.notebooks rerun
	@$(PYTHON_IN) -m evalbook_tools.notebooks rerun homework/assignments/*/*.ipynb

claims: setup  ## test the conclusions of the chapters on other splits and data, and store the counts (ONLY=chapter)
	@$(ONE_THREAD) PYTHONPATH=tests $(PYTHON_IN) -m evalbook_tools.claims --only "$(ONLY)"

class-report: setup-homework  ## PROGRESS=folder: report what a class bet and still knew (FROM=, TO=: chapters or weeks; PLAN=14: of this course; ROSTER=table; TABLE=file: points)
	@test -n "$(PROGRESS)" || { echo "evalbook: say where the exported files are, such as make class-report PROGRESS=folder" >&2; exit 1; }
	@$(PYTHON_IN) -m evalbook_homework.class_report "$(PROGRESS)" --from "$(if $(findstring command line,$(origin FROM)),$(FROM))" --to "$(TO)" \
		$(if $(ROSTER),--roster "$(ROSTER)") $(if $(PLAN),--plan "$(PLAN)") $(if $(TABLE),--table "$(TABLE)")

homework: setup-homework  ## TERM=name: pack the assignments (ROSTER=table: other numbers for each student; CHAPTERS=core)
	@test -n "$(TERM_NAME)" || { echo "evalbook: name the term, such as make homework TERM=2027-spring" >&2; exit 1; }
	@$(PYTHON_IN) -m evalbook_homework.grading $(FROM) release --term "$(TERM_NAME)" --only "$(ONLY)" \
		$(if $(ROSTER),--roster "$(ROSTER)") $(if $(CHAPTERS),--chapters "$(CHAPTERS)")

export: setup-homework  ## TERM=name TO=nbgrader or otter: write the assignments for this grader, with the same numbers for all (CHAPTERS=core)
	@test -n "$(TERM_NAME)" && test -n "$(TO)" || { echo "evalbook: name the term and the grader, such as make export TERM=2027-spring TO=nbgrader, or TO=otter" >&2; exit 1; }
	@[ "$(TO)" != otter ] || $(MAKE) --no-print-directory .venv-exports/installed
	@$(PYTHON_IN) -m evalbook_homework.grading $(FROM) export --term "$(TERM_NAME)" --to "$(TO)" --only "$(ONLY)" \
		$(if $(CHAPTERS),--chapters "$(CHAPTERS)")

.venv-exports/installed: requirements/exports.txt | setup
	@echo "evalbook: setting up .venv-exports with nbgrader and otter-grader. This happens once and takes a minute or more …"
	@rm -rf .venv-exports
	@$(PYTHON_IN) -m venv .venv-exports
	@.venv-exports/bin/pip install -qq --no-compile --disable-pip-version-check --requirement requirements/exports.txt
	@touch $@

grade: setup-homework  ## SUBMISSIONS=folder TERM=name: grade what was handed in (ROSTER=table; DUE=time: mark what is late)
	@test -n "$(SUBMISSIONS)" && test -n "$(TERM_NAME)" || { echo "evalbook: say where the submissions are and name the term, such as make grade SUBMISSIONS=folder TERM=2027-spring" >&2; exit 1; }
	@$(PYTHON_IN) -m evalbook_homework.grading $(FROM) grade --term "$(TERM_NAME)" --submissions "$(SUBMISSIONS)" \
		$(if $(ROSTER),--roster "$(ROSTER)") $(if $(DUE),--due "$(DUE)") $(if $(UNCONFINED),--unconfined) \
		$(if $(CELL_SECONDS),--cell-seconds "$(CELL_SECONDS)") $(if $(WALL_MINUTES),--wall-minutes "$(WALL_MINUTES)")

questions: setup-homework  ## write all bets, exercises and due questions as a question bank for Moodle
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) -m evalbook_homework.question_bank

dist: setup-tests  ## build the package as a wheel and a source archive, into dist/
	@rm -rf dist
	@$(PYTHON_IN) -m uv build --quiet --no-build-isolation --offline
	@ls -d "$(CURDIR)"/dist/*

links: setup  ## follow every link to another site and say which are broken (needs a network; no test does this)
	@.venv/bin/jupyter-book build . --all -q --builder linkcheck --path-output _build/links

pins: setup-tests  ## choose all pinned versions again, from the three files pyproject.toml
	@{ grep '^#' requirements.txt && $(PIN) $(BOOK_NEEDS) && printf '%s\n' '-e .' '-e ./tools'; } > .pins && mv .pins requirements.txt
	@{ grep '^#' requirements/homework.txt && grep == requirements.txt | $(PIN) $(BOOK_NEEDS) homework/pyproject.toml --constraints - | \
		grep -vxF -f requirements.txt && echo '-e ./homework'; } > .pins && mv .pins requirements/homework.txt
	@{ grep '^#' requirements/tests.txt && cat requirements.txt requirements/homework.txt | grep == | \
		$(PIN) $(BOOK_NEEDS) homework/pyproject.toml --extra dask --extra paper --extra claims --extra data \
		--group tests --group check --constraints - | \
		grep -vxF -f requirements.txt -f requirements/homework.txt; } > .pins && mv .pins requirements/tests.txt
	@{ grep '^#' requirements/peers.txt && $(PIN) --group peers; } > .pins && mv .pins requirements/peers.txt
	@{ grep '^#' requirements/hub.txt && grep == requirements.txt | $(PIN) --constraints - --group hub; } > .pins \
		&& mv .pins requirements/hub.txt
	@{ grep '^#' requirements/exports.txt && grep == requirements.txt | $(PIN) pyproject.toml --extra book --constraints - \
		--group exports; } > .pins && mv .pins requirements/exports.txt
	@{ grep '^#' requirements/oldest.txt && $(PIN) pyproject.toml --all-extras --group lowest --no-deps --resolution lowest-direct | \
		$(PIN) - --group tests; } > .pins && mv .pins requirements/oldest.txt

clean:  ## remove the site, the environments and all caches
	@rm -rf _build build dist .venv .venv-oldest .venv-peers .venv-exports .venv-hub .coverage .mypy_cache .pytest_cache .hypothesis .benchmarks
	@find . \( -name .ruff_cache -o -name __pycache__ \) -prune -exec rm -rf {} +
