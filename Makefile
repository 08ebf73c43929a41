# The front door. Everything else is CMake presets (CMakePresets.json) and tools/.
SHELL := /bin/bash
JOBS ?=
BUILD := cmake --build $(if $(JOBS),-j $(JOBS)) --preset

.DEFAULT_GOAL := help
.PHONY: help demo drive test build setup bench measure lint soak timing python leaks wheel package chroot defaults reproduced bounded bits wallclock advice tidy sanitize thread fuzz faults format approve reference docs clean setup-dev setup-test setup-package

help: ## list the targets
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/  make \1|\2/p' $(MAKEFILE_LIST) | \
	  while IFS='|' read -r target text; do printf '%-18s%s\n' "$$target" "$$text"; done

demo: setup build/build.ninja ## build the program, drive the Iltis up a ramp and down stairs, write a page of it
	@$(BUILD) release --target takt-cli
	@$(MAKE) --no-print-directory drive

# By itself, because it looks for what the build has made.
drive:
	build/takt run iltis --method 'hybrid+trapezoidal(passes=3)' --until 8s --every 10ms \
	  --out build/demo.csv $(if $(wildcard build/web/page.stamp),--report build/demo.html)
	@echo; echo '$(if $(wildcard build/web/page.stamp),Open build/demo.html in a browser: it shows the run.,There \
	is no report: the program was built without pages, see above.)'

test: setup-test build ## build everything and run all tests
	@grep -q takt_python build/build.ninja || cmake --preset release
	@! grep -q takt_python build/build.ninja || $(BUILD) release --target python
	@ctest --preset release
	@awk '/^\[  PASSED  \]/ {n += $$4} END {print n " cases of the test programs passed"}' \
	  build/Testing/Temporary/LastTest.log

build: setup build/build.ninja ## build the library, the program and the tests
	@$(BUILD) release

setup: ## install the Debian packages that are missing
	@tools/setup

python: setup-python build/build.ninja ## build the Python module into build/python
	@grep -q takt_python build/build.ninja || cmake --preset release
	@$(BUILD) release --target python
	@echo 'PYTHONPATH=build/python python3 -c "import takt" finds it; pip install --no-build-isolation . installs it'

leaks: python ## make a hundred thousand simulations in Python and others: memory (minutes)
	TAKT_LEAKS=100000 PYTHONPATH=build/python /usr/bin/python3 -m pytest -q tests/python/test_leaks.py

wheel: python ## let pip build and install the Python module from a copy of the sources, without a network (minutes)
	/usr/bin/python3 tests/python/pip_test.py build full

package: setup-package build/build.ninja ## make Debian packages of program, library and Python module in build/packages
	@cmake --preset release
	@$(BUILD) release --target takt_packages

chroot: package ## install the packages in a clean Debian, use them there, remove them (as root; minutes)
	python3 tools/package_test.py build/packages build/chroot

bench: setup build/build.ninja ## build and run the benchmarks, results in build/bench.json
	@$(BUILD) release --target takt_bench
	build/takt_bench --benchmark_out=build/bench.json --benchmark_out_format=json

measure: setup-test python ## measure pages, studies and what Python costs, against their limits
	@$(BUILD) release --target takt-cli takt_rollout_loop $$(ninja -C build -t targets all | sed -n 's/^\(takt-mpi\): .*/\1/p')
	@failed=0; \
	PYTHONPATH=build/python /usr/bin/python3 tools/measure_python.py build/tests/takt_rollout_loop || failed=1; \
	python3 tools/measure_studies.py build/takt build/measure/studies || failed=1; \
	python3 tools/measure.py build/takt build/measure || failed=1; \
	exit $$failed

lint: setup-dev build-lint/build.ninja ## check formatting, layers, file sizes; clang-tidy on what changed last
	@failed=0; \
	python3 tools/layers.py || failed=1; \
	python3 tools/file_size.py || failed=1; \
	python3 tools/format.py --check || [ $$? -eq 77 ] || failed=1; \
	python3 tools/tidy_changed.py build-lint || failed=1; \
	exit $$failed

tidy: setup-dev build-tidy/build.ninja ## compile with clang-tidy
	@$(BUILD) tidy -- -k 0

soak: setup build/build.ninja ## run models for a hundred million steps: drift and memory (an hour)
	@$(BUILD) release --target takt_soak
	build/tests/takt_soak

timing: setup build/build.ninja ## time a million steps of each family beside a loop of fixed work
	@$(BUILD) release --target takt_timing
	build/tests/takt_timing

defaults: setup build/build.ninja ## run the candidates for the default method on every model (an hour; goes on where it stopped)
	@$(BUILD) release --target takt_defaults
	build/tests/takt_defaults docs/default-methods-candidates.csv candidates
	build/tests/takt_defaults docs/default-methods-chosen.csv chosen
	@python3 tools/defaults.py docs/default-methods-candidates.csv docs/default-methods-chosen.csv docs/default-methods.md

reproduced: setup build/build.ninja ## run every experiment of the papers and write docs/reproduced.md again (an hour)
	@$(BUILD) release --target takt-cli
	@python3 tools/reproduced.py build/takt

bounded: setup build/build.ninja ## run every bounded method on every model for 10000 steps: heap and work (hours)
	@$(BUILD) release --target takt_bounded
	build/tests/takt_bounded

wallclock: setup-dev build/build.ninja ## run models against the clock beside cyclictest
	@$(BUILD) release --target takt-cli
	@python3 tools/wallclock.py build/takt

advice: setup build/build.ninja ## let takt tune and takt certify look at every shipped model (ten minutes)
	@$(BUILD) release --target takt-cli
	python3 tools/advise.py

sanitize: setup-dev build-sanitize/build.ninja ## run all tests that are not about time under the address and undefined-behaviour sanitizers
	@$(BUILD) sanitize
	@ctest --preset sanitize $(if $(WITHOUT),-LE '^$(WITHOUT)$$')

thread: setup-dev build-thread/build.ninja ## run the tests of loop, recorder and channels under the thread sanitizer
	@$(BUILD) thread --target takt_test_unit
	@ctest --preset thread -L unit

bits: setup-dev build/build.ninja build-clang/build.ninja ## compare what both compilers compute, bit for bit, with both instruction sets
	@$(BUILD) release --target takt_bits
	@$(BUILD) clang --target takt_bits
	TAKT_ISA=baseline python3 tools/bits.py build/tests/takt_bits build-clang/tests/takt_bits
	python3 tools/bits.py build/tests/takt_bits build-clang/tests/takt_bits

fuzz: setup-dev build-fuzz/build.ninja ## build the fuzz targets and run each for a while
	@$(BUILD) fuzz
	@ctest --preset fuzz

faults: build ## run the loop for minutes with faults of network, disk and controller
	@TAKT_FAULTS_LONG=1 ctest --preset release -L faults --verbose

format: ## format all sources
	@python3 tools/format.py

approve: ## accept the received texts of approval tests as the approved ones
	@python3 tools/approve.py

reference: setup-test build/build.ninja ## write docs/reference.md, the tables of docs/model-files.md and all pictures again
	@$(BUILD) release --target takt-cli
	build/takt list --markdown >build/reference.md
	@mv build/reference.md docs/reference.md
	build/takt list --signs >build/signs.md
	@mv build/signs.md docs/signs.md
	@python3 tools/model_tables.py build/takt
	@python3 tools/picture.py build/takt
	@python3 tools/pictures.py build/takt
	@python3 tools/picture_iltis.py build/takt
	build/takt run iltis --method 'hybrid+trapezoidal(passes=3)' --until 8s --report build/reference.html --quiet
	cd build/web && node test/picture.mjs ../reference.html ../../docs/images/report.png 4.8

docs: ## the documentation as a site with search, in build/site
	@tools/setup docs
	@python3 tools/site.py
	@mkdocs build --quiet --strict --clean --config-file docs/mkdocs.yml
	@echo 'open build/site/index.html in a browser; the search needs a server:'
	@echo '  python3 -m http.server --bind 127.0.0.1 --directory build/site 8000   and http://localhost:8000'

clean: ## remove the build folders
	rm -rf build build-*/

setup-dev:
	@tools/setup dev

setup-test:
	@tools/setup test

setup-package:
	@tools/setup package

setup-python:
	@tools/setup python

build/build.ninja: | setup
	@cmake --preset release

build-%/build.ninja: | setup
	@cmake --preset $*
