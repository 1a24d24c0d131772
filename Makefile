PYTHON ?= python3
BIN := .venv/bin

.PHONY: check test demo docs pictures format clean
.DELETE_ON_ERROR:

# Everything below needs the environment; it is rebuilt when what it is made of changes.
.venv: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=23.3'
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch .venv

check: .venv
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/build_cli.py --check
	$(BIN)/sphinx-build --quiet --fail-on-warning --builder dummy docs docs/_build/dummy

test: .venv
	$(BIN)/annotate install-browser --quiet
	$(BIN)/pytest --numprocesses auto --dist worksteal

format: .venv
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

demo: .venv
	$(BIN)/annotate install-browser --quiet
	$(BIN)/python -m annotate.demo

pictures: .venv
	$(BIN)/python docs/build_pictures.py

docs: .venv
	$(BIN)/python docs/build_cli.py
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env --builder html docs docs/_build/html
	@echo 'docs/_build/html/index.html'

clean:
	rm -rf .venv build dist docs/_build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
