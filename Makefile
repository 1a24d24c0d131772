PYTHON ?= python3
BIN := .venv/bin
RELEASE := .release/bin
VERSION = $(shell $(PYTHON) -c 'import cetr; print(cetr.__version__)')
# The pins name every package that is needed, each with its hashes: nothing else is fetched.
INSTALL := python -m pip install --quiet --disable-pip-version-check --no-deps
PIN := uv pip compile --quiet --universal --python-version 3.11.0 --generate-hashes --no-header --no-annotate --upgrade

.PHONY: check test test-long demo docs pictures format pins distributions audit release clean
.DELETE_ON_ERROR:

# Everything below needs the environment; it is rebuilt when one of its sources changes. Pip would compile on one core; like
# pip, we go on if a file of somebody's package does not compile.
.venv: pyproject.toml setup.py pins/dev.txt $(wildcard cetr/compiled/*.pyx cetr/compiled/*.px[di])
	$(PYTHON) -m venv .venv
	$(BIN)/$(INSTALL) --require-hashes --no-compile --requirement pins/dev.txt
	-$(BIN)/python -m compileall -qq -j 0 .venv
	PYTHONWARNINGS=ignore $(BIN)/$(INSTALL) --no-build-isolation --editable .
	touch .venv

check: .venv
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/build_cli.py --check
	$(BIN)/sphinx-build --quiet --fail-on-warning --builder dummy docs docs/_build/dummy

# The tests start hundreds of commands. If they may not keep bytecode, each of them compiles the project again.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses auto --dist worksteal

test: .venv
	$(BIN)/annotate install-browser --quiet
	$(PYTEST) -m 'not long'

test-long: .venv
	$(BIN)/annotate install-browser --quiet
	$(PYTEST) -m long

format: .venv
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

demo: .venv
	$(BIN)/annotate install-browser --quiet
	$(BIN)/python -m annotate.demo

# DATA=FOLDER: see docs/build_pictures.py.
pictures: .venv
	PYTHONPATH=. $(BIN)/python docs/build_pictures.py --data '$(DATA)'
	PYTHONPATH=. $(BIN)/python docs/build_site_picture.py

docs: .venv
	$(BIN)/python docs/build_cli.py
	$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env --builder html docs docs/_build/html
	@echo 'docs/_build/html/index.html'

# The newest versions that go together, for all systems and Pythons from 3.11 on. Needs uv and the network.
pins:
	$(PIN) pyproject.toml --extra dev --group build --output-file pins/dev.txt
	$(PIN) pyproject.toml --extra parquet --extra pictures --extra plot --extra serve --extra warc --group build --constraint pins/dev.txt --output-file pins/toolkit.txt
	$(PIN) --group release --constraint pins/dev.txt --output-file pins/release.txt

.release: pins/release.txt
	$(PYTHON) -m venv --clear .release
	$(RELEASE)/$(INSTALL) --require-hashes --requirement pins/release.txt
	touch .release

# sdist and wheel of both distributions, checked, and the toolkit's bill of materials (CycloneDX).
distributions: .release
	rm -rf dist packaging/extract/dist
	$(RELEASE)/python -m build --no-isolation --outdir dist .
	$(RELEASE)/python -m build --no-isolation --outdir packaging/extract/dist packaging/extract
	$(RELEASE)/twine check --strict dist/* packaging/extract/dist/*
	$(PYTHON) -m venv --clear --without-pip .release/toolkit
	$(RELEASE)/python -m pip --python .release/toolkit/bin/python install --quiet --no-deps --require-hashes --requirement pins/toolkit.txt
	sed 's/^dynamic = \["version"\]$$/version = "$(VERSION)"/' pyproject.toml > .release/pyproject.toml
	$(RELEASE)/cyclonedx-py environment --pyproject .release/pyproject.toml --output-reproducible --output-file sbom.cdx.json .release/toolkit/bin/python

# Fails if a pinned package has a known vulnerability, or if the service knows nothing about it. Needs the network.
# AUDIT=osv asks another service.
AUDIT ?= pypi
audit: .release
	@$(RELEASE)/pip-audit --strict --disable-pip --require-hashes --requirement pins/toolkit.txt --vulnerability-service $(AUDIT) || { \
	  echo 'audit: not passed. If a vulnerability is listed above, raise that pin. If a package was "not found", or nothing answered:' >&2; \
	  echo 'audit: the package index here may be a mirror that knows no vulnerabilities: use direct access, or AUDIT=osv' >&2; \
	  exit 1; }

# See CONTRIBUTING.md. It publishes nothing; pushing the tag does.
release:
	@test -z "$$(git status --porcelain)" || { echo 'release: the working tree has changes: commit them' >&2; exit 1; }
	@grep -Eq '^## \[$(VERSION)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$$' CHANGELOG.md || { echo 'release: CHANGELOG.md: date the section [$(VERSION)]' >&2; exit 1; }
	@! grep -Eiq '^## .*unreleased' CHANGELOG.md || { echo 'release: CHANGELOG.md: the section that is unreleased belongs to [$(VERSION)]' >&2; exit 1; }
	@grep -qx 'version: $(VERSION)' CITATION.cff || { echo 'release: CITATION.cff: version is not $(VERSION)' >&2; exit 1; }
	@! git rev-parse --quiet --verify refs/tags/v$(VERSION) >/dev/null || { echo 'release: the tag v$(VERSION) exists' >&2; exit 1; }
	$(MAKE) distributions
	git tag --annotate v$(VERSION) --message 'cetr-gold $(VERSION)'
	@echo 'now: git push origin v$(VERSION)'

clean:
	rm -rf .venv .release build dist cetr/compiled/*.so sbom.cdx.json packaging/extract/dist docs/_build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
