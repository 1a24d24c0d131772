PYTHON ?= python3
BIN := .venv/bin

.PHONY: check test demo docs pictures format distributions release clean
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

# DATA=FOLDER SCORES=FILE: see docs/build_pictures.py.
pictures: .venv
	PYTHONPATH=. $(BIN)/python docs/build_pictures.py --data '$(DATA)' --scores '$(SCORES)'

docs: .venv
	$(BIN)/python docs/build_cli.py
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env --builder html docs docs/_build/html
	@echo 'docs/_build/html/index.html'

# sdist and wheel of both distributions, checked.
distributions: .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt build twine
	rm -rf dist packaging/extract/dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m build --outdir packaging/extract/dist packaging/extract
	$(BIN)/twine check --strict dist/* packaging/extract/dist/*

# See CONTRIBUTING.md. Publishes nothing: who pushes the tag does.
release: VERSION = $(shell $(BIN)/python -c 'import cetr; print(cetr.__version__)')
release: .venv
	@test -z "$$(git status --porcelain)" || { echo 'release: the working tree has changes: commit them' >&2; exit 1; }
	@grep -Eq '^## \[$(VERSION)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$$' CHANGELOG.md || { echo 'release: CHANGELOG.md: date the section [$(VERSION)]' >&2; exit 1; }
	@grep -qx 'version: $(VERSION)' CITATION.cff || { echo 'release: CITATION.cff: version is not $(VERSION)' >&2; exit 1; }
	@! git rev-parse --quiet --verify refs/tags/v$(VERSION) >/dev/null || { echo 'release: the tag v$(VERSION) exists' >&2; exit 1; }
	$(MAKE) distributions
	git tag --annotate v$(VERSION) --message 'cetr-gold $(VERSION)'
	@echo 'now: git push origin v$(VERSION)'

clean:
	rm -rf .venv build dist packaging/extract/dist docs/_build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
