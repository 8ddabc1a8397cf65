#!/usr/bin/env python3
"""fuzz.py BUILD_DIR [--seconds N] [--target NAME]: runs the fuzz targets on the golden records, the shipped
sheets and what is in tests/fuzz as a start. 0 seconds means until something is found. What breaks a target is kept in
BUILD_DIR/found and its path is printed."""
import argparse
import glob
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEEDS = {
    "record": glob.glob(f"{ROOT}/tests/golden/*.pip"),
    "sheet": glob.glob(f"{ROOT}/sheets/*/*.json"),
    "moves": [],
    "http": glob.glob(f"{ROOT}/tests/fuzz/http/*"),
    "frames": glob.glob(f"{ROOT}/tests/fuzz/frames/*"),
    "server": glob.glob(f"{ROOT}/tests/fuzz/server/*"),
    "stored": glob.glob(f"{ROOT}/tests/fuzz/stored/*"),
}

# A server keeps what it was told, and looks for leaks itself when nothing is kept. Weighing inputs by how rare they are takes as long
# as a run.
MORE = {"server": ["-detect_leaks=0", "-entropic=0"]}


def seed_folder(build, target, brief):
    """A corpus folder with copies of the seeds, which grows; that of a brief run starts anew, since all of it is run first."""
    folder = os.path.join(build, "brief" if brief else "corpus", target)
    if brief:
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    for path in SEEDS[target]:
        link = os.path.join(folder, "seed-" + os.path.basename(path))
        if not os.path.exists(link):
            with open(path, "rb") as source, open(link, "wb") as copy:
                copy.write(source.read())
    return folder


def command(build, target, seconds):
    found = os.path.join(build, "found", "")
    os.makedirs(found, exist_ok=True)
    return [os.path.join(build, "tests", "fuzz", f"fuzz_{target}"), seed_folder(build, target, 0 < seconds <= 30),
            f"-artifact_prefix={found}", f"-max_total_time={seconds}", "-max_len=65536",
            "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0",
            *MORE.get(target, [])]


def environment(target):
    """Runs on the server allocate much: less is kept about each allocation. ASAN_OPTIONS=malloc_context_size=30 brings it back."""
    quick = {"ASAN_OPTIONS": "malloc_context_size=1:quarantine_size_mb=32"} if target == "server" else {}
    return {**quick, **os.environ}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--target", choices=sorted(SEEDS), action="append")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    running = [subprocess.Popen(command(build, target, options.seconds), env=environment(target))
               for target in options.target or sorted(SEEDS)]
    codes = [process.wait() for process in running]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
