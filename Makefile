# Two commands do everything: `make play` and `make test`. Both install what is missing first.
# The rest is a short name for each step; CMakePresets.json holds the details.

JOBS ?= $(shell nproc)

.PHONY: play test build bench fuzz fmt install coverage clean need-build need-test

play: build
	@build/release/pipwright play

test: need-test
	@python3 tools/run_tests.py --jobs $(JOBS)

build: need-build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target pipwright_program

bench: build
	@build/release/pipwright bench lost-cities

# Runs the fuzz targets until they find something or you stop them; FUZZ_SECONDS=60 limits each.
fuzz: need-test
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz -j $(JOBS)
	@python3 tools/fuzz.py build/fuzz --seconds $(or $(FUZZ_SECONDS),0)

fmt:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

install: build
	@cmake --build --preset release -j $(JOBS)
	@cmake --install build/release

coverage: need-test
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage -j $(JOBS)
	@ctest --preset coverage -L unit
	@python3 tools/coverage.py build/coverage

clean:
	@rm -rf build

need-build:
	@tools/need build

need-test:
	@tools/need build test
