# Two commands do everything: `make play` and `make test`. Both install what is missing first.
# The rest is a short name for each step; CMakePresets.json holds the details.

JOBS ?= $(shell nproc)

.PHONY: play test test-proxies build web shots walk weights puzzles strength bench bench-load attack crash fuzz fmt install coverage mutate clean need-build need-web need-test

# Serves the game on http://127.0.0.1:8080/ until you stop it with Ctrl-C; tables are kept in pipwright.db.
play: build web
	@build/release/pipwright serve --web web/dist

test: need-test
	@python3 tools/run_tests.py --jobs $(JOBS)

# Games through the proxies of docs/operations.md, and a look at the systemd unit; nginx and caddy have to be installed.
test-proxies: build
	@PIPWRIGHT=build/release/pipwright node --test tests/integration/proxies.test.mjs

build: need-build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target pipwright_program

# The web client, into web/dist.
web: need-web
	@cmake --preset wasm >/dev/null
	@cmake --build --preset wasm -j $(JOBS) >/dev/null
	@cd web && npm ci --no-audit --no-fund --loglevel=error >/dev/null && npm run --silent build

# Screenshots of every screen: those of the documents into docs/screenshots, more to look at into build/shots.
shots: need-test build web
	@cd web && npm run --silent shots

# Ten times as long as in `make test`: plays all games in the browser by random taps, at six sizes and in both languages,
# and looks whether every state fits.
walk: need-test build web
	@cd web && WALK_STATES=20000 node --test tests/walks.test.mjs

# Finds every puzzle of puzzles/ anew, from a fixed seed. Some minutes; GAME=roller takes one game's.
puzzles: build
	@for game in $(or $(GAME),lost-cities roller escape); do \
	    build/release/pipwright puzzles $$game --count 60 --seed 2026 --output puzzles/$$game.txt || exit 1; done

# Trains every net of weights/ anew, from fixed seeds. About an hour; GAME=roller takes one game's.
weights: build
	@tools/weights $(CURDIR)/build/release/pipwright $(GAME)

# Measures how strong the bots are, row by row, into docs/strength.md. Some hours; ROWS="roller expert" takes some.
strength: build
	@python3 tools/strength.py build/release/pipwright $(ROWS)

# The engine's speed, and that of bots in WASM beside it; then, in a browser, how soon the page can be used and how long a
# tap takes to be seen.
bench: need-test build web
	@build/release/pipwright bench lost-cities
	@cmake --build --preset release -j $(JOBS) --target bench_bots >/dev/null
	@node bench/wasm.mjs
	@cd web && node tests/bench.mjs

# What the server bears: latency with 2,000 tables, moves a second, memory, idle tables. About two minutes.
bench-load: need-build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS) --target pipwright_program bench_load
	@build/release/bench/bench_load

# Attacks on the server while an innocent player measures what they wait for, about ten minutes; ATTACK_ONLY=names picks some.
attack: need-test build
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS) --target faulty
	@ATTACK=long PIPWRIGHT=build/release/pipwright PIPWRIGHT_FAULTY=build/dev/tests/libfaulty.so \
		node --test --test-reporter=spec tests/attack/attacks.test.mjs

# Kills the server 1,000 times, then lets the power fail 200 times; nothing that was acknowledged may be lost. About ten minutes.
crash: need-test build
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS) --target power
	@SERVER_KILLS=$(or $(KILLS),1000) PIPWRIGHT=build/release/pipwright \
		node --test --test-reporter=spec tests/integration/server_crash.test.mjs
	@SERVER_KILLS=$(or $(CUTS),200) SERVER_POWER=build/dev/tests/libpower.so PIPWRIGHT=build/release/pipwright \
		node --test --test-reporter=spec tests/integration/server_crash.test.mjs

# Runs the fuzz targets until they find something or you stop them; FUZZ_SECONDS=60 limits each.
fuzz: need-test
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz -j $(JOBS)
	@python3 tools/fuzz.py build/fuzz --seconds $(or $(FUZZ_SECONDS),0)

fmt:
	@git ls-files '*.c' '*.h' | xargs clang-format -i
	@cd web && npm run --silent fmt

install: build web
	@cmake --build --preset release -j $(JOBS)
	@cmake --install build/release

coverage: need-test
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage -j $(JOBS)
	@ctest --preset coverage -L unit
	@python3 tools/coverage.py build/coverage

# Small faults in how bots think, one at a time, and whether the tests notice; MOST=200 SEED=7 FILE=src/bots/net.c pick others.
mutate: need-test
	@python3 tools/mutate.py --most $(or $(MOST),40) --seed $(or $(SEED),1) $(addprefix --file ,$(FILE))

clean:
	@rm -rf build

need-build:
	@tools/need build

need-web:
	@tools/need build web

need-test:
	@tools/need build web test
