#!/usr/bin/env python3
"""Every rule id in docs/rules has a test named after it, and every id in the sources is a rule."""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(pattern):
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, ROOT), file.read()


def main():
    rules = {}
    for path, text in read("docs/rules/*.md"):
        for rule in re.findall(r"^- \*{0,2}([A-Z]{2}\d+\.\d+)", text, re.M):
            rules[rule] = path
    tests = set(re.findall(r"\btest_([A-Z]{2}\d+_\d+)_\w+\(", "".join(text for _, text in read("tests/unit/*.c"))))
    faults = [f"{path}: no test is named after {rule}" for rule, path in rules.items()
              if rule.replace(".", "_") not in tests]
    for path, text in read("src/games/*/*.[ch]"):
        for rule in re.findall(r"\b((?:LC|RO|ES)\d+\.\d+)\b", text):
            if rule not in rules:
                faults.append(f"{path}: speaks of {rule}, which is no rule")
    print("\n".join(faults + [f"{len(rules)} rules, {len(faults)} faults"]))
    return 1 if faults or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
