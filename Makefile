# `make demo` and `make test` need only Python 3.11 or later and git; everything they install goes into .venv. `make check`
# also needs Node 18, Chromium, Coq 8.16 and LaTeX: `make programs` lists what is missing, `make system-packages` installs it.
PYTHON ?= python3
BIN := .venv/bin

# uv trusts the certificates of the system, as pip does, and not only its own list.
export UV_SYSTEM_CERTS := 1

# Always store compiled modules, because the tests start Python hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo docs web coq checker coq-library test check programs system-packages layers firefox snapshots coverage others packaging bench clean

setup: .venv/ready

# uv installs in seconds, and pip in a minute. uv does not read the settings of pip; if uv finds no packages, pip installs them.
.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip uv
	VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --editable '.[dev]' || $(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

demo: setup
	$(BIN)/sprague games
	@echo; echo "One position from each of the five papers:"
	$(BIN)/sprague solve empty-transfer 3,5,9,4
	$(BIN)/sprague solve sharing-nim 0,6,13
	$(BIN)/sprague solve dynamic-nim:stop=3,limit=2x-1 5,9,3
	$(BIN)/sprague solve subtraction-transfer:a=2,b=2,c=1 20,14
	$(BIN)/sprague solve nim 5,11,14
	@echo; echo "One of the five papers, re-run (sprague papers re-runs all, in half a minute):"
	$(BIN)/sprague papers lengyel

# Build the site in build/site/html and check every link. No page loads a file from another host.
docs: setup build/playground/.ready
	$(BIN)/python -m website

# Download Python for browsers, which the playground of the site uses: Pyodide from npm and pydantic from PyPI, checked by hashes.
build/playground/.ready: website/package-lock.json website/playground/requirements.txt | .venv/ready
	cd website && npm ci --silent --no-audit --no-fund
	rm -rf build/playground/wheels
	$(BIN)/python -m pip download --quiet --no-deps --require-hashes --only-binary :all: --python-version 3.14 \
		--platform pyemscripten_2026_0_wasm32 -d build/playground/wheels -r website/playground/requirements.txt
	touch $@

# Check the JavaScript of the web pages: its types, the generated types of the web API, lint, and the vendored library.
web: setup web/node_modules/.ready
	$(BIN)/python web/api_types.py --check
	$(BIN)/python web/glossary.py --check
	cd web && npm run --silent check
	node web/vendor.mjs --check

web/node_modules/.ready: web/package-lock.json
	cd web && npm ci --silent --no-audit --no-fund
	touch $@

# Check the certificates of the documentation and the theorems of the five papers with Coq, which takes a few minutes.
coq: setup
	$(BIN)/python benchmarks/coq.py
	coqchk -silent -o -Q "$$($(BIN)/sprague export --library)" Sprague $(patsubst coq/%.v,Sprague.%,$(wildcard coq/*.v))

# Compile the Coq library as a user of Coq does, without Python and without the package.
coq-library:
	$(MAKE) -C coq

# The independent checker as one zip file, build/sprague-checker.pyz.
checker: setup
	$(BIN)/python packaging/build_checker.py build/sprague-checker.pyz

# The tests that need only Python, in minutes; nothing is installed outside the checkout. The run ends with a list of the
# layers of tests that it left out.
QUICK := not (slow or docs or papers or browser or firefox or coq or node or latex)
test: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pytest -n auto --dist loadfile -m "$(QUICK)"

# Everything. The other layers of tests and the checks that are not tests run at the same time, to use both cores.
check: programs test web/node_modules/.ready build/playground/.ready
	$(MAKE) --jobs 2 layers others

# Report all missing programs at once.
programs:
	@$(PYTHON) -m tests.programs

# Install the programs that `make check` needs from Debian's packages. No other target changes the system.
system-packages:
	packages=$$($(PYTHON) -m tests.programs --packages) && sh packaging/system_packages.sh $$packages

layers: setup
	SPRAGUE_EXAMPLES=all $(BIN)/pytest -n auto --dist loadfile -m "(not ($(QUICK)) or hypothesis) and not firefox" --durations=25

# The tests of the pages in Firefox, which need the package firefox-esr or firefox. They are too new to be part of make check.
firefox: setup
	$(BIN)/pytest -n auto -m firefox

# Rewrite the exact texts in tests/snapshots.txt and the outputs shown in documents; read the change in git diff.
snapshots: programs setup
	SPRAGUE_EXAMPLES=all $(BIN)/pytest -n auto --renew-snapshots --drop-old-snapshots

others: setup
	$(BIN)/pre-commit run --all-files
	$(BIN)/mypy
	$(MAKE) web
	$(MAKE) docs
	$(MAKE) packaging

# Branch coverage of the tests of `make test`, with a row for each package. Compiled kernels are not measured:
# SPRAGUE_KERNELS=plain make coverage measures them all, and takes three times as long.
coverage: setup
	$(BIN)/pytest -n auto -m "$(QUICK)" --cov --cov-report= --timeout=1200
	mkdir -p build
	$(BIN)/coverage json --quiet -o build/coverage.json
	$(BIN)/python -m tests.coverage_table build/coverage.json

# Build the wheel and the sdist, and install them into empty environments: with the newest and the lowest versions of the
# libraries, with each extra alone, and with every installed version of Python.
packaging: setup
	$(BIN)/python packaging/check.py

# Measure the speed of all parts, which takes about 25 minutes. The site generates its page on speed from docs/measured.json.
bench: export SPRAGUE_MEASURED = docs/measured.json
bench: setup build/playground/.ready
	for name in importing first_minute tables heaps closed_forms periods proofs web playground atlas atlas_coq; do \
		echo; echo "$$name:"; $(BIN)/python benchmarks/$$name.py || exit 1; \
	done

clean:
	rm -rf .venv web/node_modules website/node_modules build/playground
