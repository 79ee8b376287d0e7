# Each target sets itself up in .venv first (tools/setup.sh); nothing else needs to be installed.
PYTHON_IN = .venv/bin/python
export PYTHON
# Linux: what is freed stays with the process, so that no call pays for new memory because of what ran before it.
KEEP_MEMORY = MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=4294967296

.DEFAULT_GOAL := help
.PHONY: help book site-zip test bench lab serve rerun class-report lint pins clean setup

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

setup:
	@sh tools/setup.sh

book: setup  ## build the site and say how to open it
	@rm -rf _build/html
	@.venv/bin/jupyter-book build . --all -W -n --keep-going -q
	@echo; echo "The book is built. Open it with a browser:"; echo "  $(CURDIR)/_build/html/index.html"

site-zip: book  ## pack the site into one file, to hand out or to put on a server
	@rm -f _build/evalbook-site.zip
	@cd _build/html && "$(CURDIR)/$(PYTHON_IN)" -m zipfile -c ../evalbook-site.zip .
	@echo "Packed: $(CURDIR)/_build/evalbook-site.zip"

test: setup lint  ## run every test: package, notebooks, site
	@$(PYTHON_IN) -m pytest -q -n auto src tests --ignore tests/book --cov=src/evalbook --cov-fail-under=100
	@$(PYTHON_IN) -m pytest -n auto --no-loadscope-reorder book tests/book

bench: setup  ## time every function beside its peers
	@$(KEEP_MEMORY) $(PYTHON_IN) -m pytest benchmarks -k "$(ONLY)"

lint: setup
	@$(PYTHON_IN) -m ruff check --quiet .
	@$(PYTHON_IN) -m ruff format --check --quiet .
	@$(PYTHON_IN) -m mypy

lab: setup  ## open JupyterLab on the book, to run and change its pages
	@$(PYTHON_IN) -m jupyterlab --notebook-dir book

serve: setup  ## build the site, and again whenever a page changes
	@.venv/bin/jupyter-book config sphinx . >/dev/null
	@PYTHONPATH=book/_ext $(PYTHON_IN) -m sphinx_autobuild . _build/html --watch src --ignore "*/conf.py" --open-browser

rerun: setup  ## execute all notebooks again and store their outputs, normalized
	@$(PYTHON_IN) tools/notebooks.py rerun

class-report: setup  ## PROGRESS=folder: what a class bet, from the files that students exported
	@test -n "$(PROGRESS)" || { echo "evalbook: say where the exported files are: make class-report PROGRESS=folder" >&2; exit 1; }
	@$(PYTHON_IN) tools/class_report.py "$(PROGRESS)"

pins: setup  ## choose the versions in requirements.txt anew, from requirements.in
	@$(PYTHON_IN) tools/pins.py

clean:  ## remove the site, the environment and all caches
	@rm -rf _build .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
