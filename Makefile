# Each target sets itself up in .venv first (tools/setup.sh); nothing else needs to be installed.
PYTHON_IN = .venv/bin/python
# Tests run a process on each core; with threads of their own the processes would wait for each other.
ONE_THREAD = OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 OMP_NUM_THREADS=1
PYTEST = $(ONE_THREAD) $(PYTHON_IN) -m pytest -n auto
LAB = $(PYTHON_IN) -m jupyterlab $$([ "$$(id -u)" != 0 ] || echo --allow-root)
export PYTHON
# Linux: what is freed stays with the process, so that no call pays for new memory because of what ran before it.
KEEP_MEMORY = MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=4294967296

# TERM is also what a terminal is called: it counts only where it was given to make.
TERM_NAME = $(if $(findstring command line,$(origin TERM)),$(TERM))
FROM = $(if $(ASSIGNMENTS),--assignments "$(ASSIGNMENTS)")

.DEFAULT_GOAL := help
.PHONY: help book nbgrader pdf site-zip test test-package test-all oldest peers bench image work publish lab write serve rerun class-report questions homework grade dist links lint pins clean setup

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

setup:
	@sh tools/setup.sh

book: setup  ## build the site and say how to open it
	@rm -rf _build/html _build/evalbook.pdf
	@.venv/bin/jupyter-book build . --all -W -n --keep-going -q
	@echo; echo "The book is built. Open it with a browser:"; echo "  $(CURDIR)/_build/html/index.html"

pdf: book  ## print the book as one PDF, which the site then offers
	@$(PYTHON_IN) tools/paper
	@.venv/bin/jupyter-book build . -W -n --keep-going -q

site-zip: book  ## pack the site into one file, to hand out or to put on a server
	@rm -f _build/evalbook-site.zip
	@cd _build/html && "$(CURDIR)/$(PYTHON_IN)" -m zipfile -c ../evalbook-site.zip .
	@echo "Packed: $(CURDIR)/_build/evalbook-site.zip"

test: setup  ## run the tests: package, notebooks, site
	@$(MAKE) --no-print-directory -j 2 lint test-package  # mypy alone would keep one core busy, and the others idle
	@$(PYTEST) --dist loadscope --no-loadscope-reorder book homework/*/*.ipynb tests/book

test-package: setup
	@$(PYTEST) -q --dist worksteal src tests --ignore tests/book

test-all: oldest peers nbgrader  ## run what is slow: oldest versions, rare peers, simulations, grading, every page in depth
	@$(PYTEST) -q --dist worksteal -m "slow or not slow" src tests --ignore tests/book --ignore tests/homework \
		--cov=src/evalbook --cov-fail-under=100
	@$(ONE_THREAD) $(PYTHON_IN) -m pytest -q -m slow tests/homework
	@$(PYTEST) -q --dist loadscope --no-loadscope-reorder -m slow tests/book

oldest: setup  ## run the tests of the package with the oldest versions that pyproject.toml allows
	@[ -x .venv-oldest/bin/pip ] || $(PYTHON_IN) -m venv .venv-oldest
	@.venv-oldest/bin/pip install -qq --disable-pip-version-check --requirement requirements-oldest.txt
	@$(ONE_THREAD) PYTHONPATH=src .venv-oldest/bin/python -m pytest -q -n auto --dist worksteal -o addopts= --strict-markers \
		--doctest-modules --disable-warnings -m "not slow" src tests --ignore tests/book --ignore tests/homework

peers: setup  ## compare with libraries that are rarely used
	@[ -x .venv-peers/bin/pip ] || $(PYTHON_IN) -m venv .venv-peers
	@.venv-peers/bin/pip install -qq --disable-pip-version-check --requirement requirements-peers.txt
	@PYTHONPATH=src .venv-peers/bin/python -m pytest -q -o addopts= --strict-markers tests/peers

bench: setup  ## time every function beside its peers
	@$(KEEP_MEMORY) $(PYTHON_IN) -m pytest benchmarks -k "$(ONLY)"

image:  ## build the image for a hub and for grading (needs Docker)
	@docker info >/dev/null 2>&1 || { echo "evalbook: no Docker is running here; the image is described in Dockerfile" >&2; exit 1; }
	@docker build --tag evalbook .

lint: setup
	@$(PYTHON_IN) -m ruff check --quiet .
	@$(PYTHON_IN) -m ruff format --check --quiet .
	@$(PYTHON_IN) -m mypy

work: setup  ## write working copies of all chapters into work/, beside those that are there
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) tools/working_copies.py

publish: setup  ## write the working copies as a branch that a hub, Binder and Colab open
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) tools/publish.py

lab: work  ## open JupyterLab on the working copies
	@$(LAB) --notebook-dir work

write: setup  ## open JupyterLab on the book itself, for authors
	@$(LAB) --notebook-dir book

serve: setup  ## build the site, and again whenever a page changes
	@.venv/bin/jupyter-book config sphinx . >/dev/null
	@PYTHONPATH=book/_ext $(PYTHON_IN) -m sphinx_autobuild . _build/html --watch src --ignore "*/conf.py" --open-browser

rerun: setup  ## execute all notebooks again and store their outputs, normalized
	@$(PYTHON_IN) tools/notebooks.py rerun

class-report: setup  ## PROGRESS=folder: what a class bet and still knew, from the files that students exported
	@test -n "$(PROGRESS)" || { echo "evalbook: say where the exported files are: make class-report PROGRESS=folder" >&2; exit 1; }
	@$(PYTHON_IN) tools/class_report.py "$(PROGRESS)"

nbgrader: setup
	@[ -x .venv-homework/bin/pip ] || $(PYTHON_IN) -m venv .venv-homework
	@.venv-homework/bin/pip install -qq --disable-pip-version-check --requirement requirements-homework.txt

homework: nbgrader  ## TERM=name: draw a term's numbers and pack the assignments for students
	@test -n "$(TERM_NAME)" || { echo "evalbook: say which term: make homework TERM=2027-spring" >&2; exit 1; }
	@$(PYTHON_IN) tools/homework $(FROM) release --term "$(TERM_NAME)" --only "$(ONLY)"

grade: setup  ## SUBMISSIONS=folder TERM=name: grade what was handed in (ROSTER=table: who did not)
	@test -n "$(SUBMISSIONS)" && test -n "$(TERM_NAME)" || { echo "evalbook: say what and for which term: make grade SUBMISSIONS=folder TERM=2027-spring" >&2; exit 1; }
	@$(PYTHON_IN) tools/homework $(FROM) grade --term "$(TERM_NAME)" --submissions "$(SUBMISSIONS)" \
		$(if $(ROSTER),--roster "$(ROSTER)") $(if $(UNCONFINED),--unconfined)

questions: setup  ## write all bets, exercises and due questions as a bank for Moodle
	@[ -e _build/html/objects.inv ] || $(MAKE) --no-print-directory book
	@$(PYTHON_IN) tools/question_bank

dist: setup  ## build the package as a wheel and a source archive, into dist/
	@$(PYTHON_IN) tools/distributions.py

links: setup  ## follow every link to another site and say which are broken (needs a network; no test does this)
	@$(PYTHON_IN) tools/links.py

pins: setup  ## choose all pinned versions anew, from requirements.in and pyproject.toml
	@$(PYTHON_IN) tools/pins.py

clean:  ## remove the site, the environments and all caches
	@rm -rf _build build dist src/*.egg-info .venv .venv-homework .venv-oldest .venv-peers .coverage .mypy_cache .pytest_cache .hypothesis .benchmarks
	@find . \( -name .ruff_cache -o -name __pycache__ \) -prune -exec rm -rf {} +
