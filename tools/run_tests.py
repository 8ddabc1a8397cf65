#!/usr/bin/env python3
"""Builds every preset that has tests, runs them all, and closes with `N passed, N failed, N skipped`.

A program of many tests (cmocka, unittest, node) counts once for each of them, every other test once.
"""
import argparse
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRESETS = ["release", "wasm", "fuzz", "dev", "asan"]  # tests of dev use what the first three build
TESTED = ["dev", "asan"]


def run(command, **more):
    return subprocess.run(command, cwd=ROOT, **more)


def build(preset, jobs):
    """Configures and builds, with warnings as errors in every preset; prints the output only if it fails."""
    for command in (["cmake", "--preset", preset, "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"],
                    ["cmake", "--build", "--preset", preset, "-j", str(jobs)]):
        done = run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(done.stdout)
            return False
    return True


def build_web():
    """The web client, of the WASM module."""
    for command in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "check"], ["npm", "run", "build"]):
        done = subprocess.run(command, cwd=os.path.join(ROOT, "web"), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(done.stdout)
            return False
    return True


def count_output(text):
    """Passed, failed and skipped as the test runner in it says; None if there is none."""
    def number(pattern):
        found = re.search(pattern, text, re.M)
        return int(found[1]) if found else 0

    if re.search(r"^\[=+\] .*Running \d+ test", text, re.M):  # cmocka; newer ones name the group
        passed = len(re.findall(r"^\[ +OK +\]", text, re.M))
        skipped = len(re.findall(r"^\[ +SKIPPED +\] \w+$", text, re.M))
        return passed, len(re.findall(r"^\[ RUN +\]", text, re.M)) - passed - skipped, skipped
    if re.search(r"^Ran \d+ tests? in", text, re.M):  # unittest
        failed, skipped = number(r"failures=(\d+)") + number(r"errors=(\d+)"), number(r"skipped=(\d+)")
        return max(0, number(r"^Ran (\d+)") - failed - skipped), failed, skipped
    if re.search(r"^# pass \d+", text, re.M):  # node:test
        return number(r"^# pass (\d+)"), number(r"^# fail (\d+)"), number(r"^# skipped (\d+)")
    return None


def count_case(case):
    text = (case.findtext("system-out") or "").replace("\r", "")
    status = case.get("status")
    failed = status == "fail" or case.find("failure") is not None
    if status in ("notrun", "disabled") or case.find("skipped") is not None:
        return 0, 0, 1
    counts = count_output(text) or (0 if failed else 1, 1 if failed else 0, 0)
    if failed and counts[1] == 0:  # crashed, or failed outside a test function
        counts = (counts[0], 1, counts[2])
    return counts


def run_preset(preset, jobs):
    """Many tests wait for something most of the time, so one more than there are processors runs at once."""
    junit = os.path.join(ROOT, "build", preset, "junit.xml")
    if os.path.exists(junit):
        os.remove(junit)
    run(["ctest", "--preset", preset, "-j", str(jobs + 1), "--output-junit", junit,
         "--test-output-size-passed", "10000000", "--test-output-size-failed", "10000000"],
        env={**os.environ, "CMOCKA_MESSAGE_OUTPUT": "STDOUT"})
    if not os.path.exists(junit):
        return 0, 1, 0
    counts = [count_case(case) for case in ET.parse(junit).getroot().iter("testcase")]
    return tuple(map(sum, zip(*counts))) if counts else (0, 1, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    jobs = parser.parse_args().jobs
    start = time.time()
    total = [0, 0, 0]
    for preset in PRESETS:
        print(f"building {preset}", flush=True)
        good = build(preset, jobs) and (preset != "wasm" or build_web())
        counts = (0, 0, 0) if good else (0, 1, 0)
        if good and preset in TESTED:
            counts = run_preset(preset, jobs)
        total = [a + b for a, b in zip(total, counts)]
    print(f"{time.time() - start:.0f} seconds")
    print("%d passed, %d failed, %d skipped" % tuple(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
