# Each target sets itself up in .venv first (tools/setup.sh); nothing else needs to be installed.
PYTHON_IN = .venv/bin/python
# Tests run a process on each core; with threads of their own the processes would wait for each other.
ONE_THREAD = OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 OMP_NUM_THREADS=1
PYTEST = $(ONE_THREAD) $(PYTHON_IN) -m pytest -n auto
LAB = $(PYTHON_IN) -m jupyterlab $$([ "$$(id -u)" != 0 ] || echo --allow-root)
export PYTHON
# Linux: what is freed stays with the process, so that no call pays for new memory because of what ran before it.
KEEP_MEMORY = MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=4294967296

.DEFAULT_GOAL := help
.PHONY: help book pdf site-zip test test-all oldest peers bench image work publish lab write serve rerun class-report questions dist links lint pins clean setup

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

test: setup lint  ## run the tests: package, notebooks, site
	@$(PYTEST) -q --dist worksteal src tests --ignore tests/book --cov=src/evalbook --cov-fail-under=100
	@$(PYTEST) --dist loadscope --no-loadscope-reorder book tests/book

test-all: oldest peers  ## run what is slow: the oldest versions, rare peers, simulations, the wheel, every page in depth
	@$(PYTEST) -q --dist worksteal -m slow src tests --ignore tests/book
	@$(PYTEST) -q --dist loadscope --no-loadscope-reorder -m slow tests/book

oldest: setup  ## run the tests of the package with the oldest versions that pyproject.toml allows
	@[ -x .venv-oldest/bin/pip ] || $(PYTHON_IN) -m venv .venv-oldest
	@.venv-oldest/bin/pip install -qq --disable-pip-version-check --requirement requirements-oldest.txt
	@$(ONE_THREAD) PYTHONPATH=src .venv-oldest/bin/python -m pytest -q -n auto --dist worksteal -o addopts= --strict-markers \
		--doctest-modules --disable-warnings -m "not slow" src tests --ignore tests/book

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

class-report: setup  ## PROGRESS=folder: what a class bet, from the files that students exported
	@test -n "$(PROGRESS)" || { echo "evalbook: say where the exported files are: make class-report PROGRESS=folder" >&2; exit 1; }
	@$(PYTHON_IN) tools/class_report.py "$(PROGRESS)"

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
	@rm -rf _build build dist src/*.egg-info .venv .venv-oldest .venv-peers .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
