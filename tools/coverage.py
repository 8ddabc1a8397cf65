#!/usr/bin/env python3
"""coverage.py BUILD_DIR: after tests of the coverage preset, how many lines of each source file they ran."""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def counters(build):
    for path, _, names in os.walk(os.path.abspath(build)):
        yield from (os.path.join(path, name) for name in names if name.endswith(".gcda"))


def main():
    lines = {}
    for counter in counters(sys.argv[1]):
        done = subprocess.run(["gcov", "--json-format", "--stdout", counter], capture_output=True, text=True,
                              cwd=os.path.dirname(counter), check=True)
        for report in map(json.loads, done.stdout.splitlines()):
            for file in report["files"]:
                name = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), ROOT)
                if name.startswith("src/"):
                    for line in file["lines"]:
                        key = (name, line["line_number"])
                        lines[key] = lines.get(key, 0) + line["count"]
    files = sorted({name for name, _ in lines})
    for name in files + [""]:
        counts = [count for (file, _), count in lines.items() if file == name or not name]
        ran = sum(count > 0 for count in counts)
        print(f"{100 * ran / max(1, len(counts)):6.1f} %  {ran:5} of {len(counts):5}  {name or 'all'}")


if __name__ == "__main__":
    main()
