#!/usr/bin/env python3
"""Every rule id in docs/rules has a test named after it and a row in the table from rule to function, every function
that the table names is there, and every id in the sources is a rule."""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RULE = r"[A-Z]{2}\d+\.\d+"


def read(pattern):
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, ROOT), file.read()


def find_rules():
    """Each id with the file that has it."""
    return {rule: path for path, text in read("docs/rules/*.md")
            for rule in re.findall(rf"^- \*{{0,2}}({RULE})", text, re.M)}


def check_tests(rules):
    tests = set(re.findall(r"\btest_([A-Z]{2}\d+_\d+)_\w+\(", "".join(text for _, text in read("tests/unit/*.c"))))
    for rule, path in rules.items():
        if rule.replace(".", "_") not in tests:
            yield f"{path}: no test is named after {rule}"


def check_sources(rules):
    for path, text in read("src/games/*/*.[ch]"):
        for rule in re.findall(r"\b((?:LC|RO|ES)\d+\.\d+)\b", text):
            if rule not in rules:
                yield f"{path}: speaks of {rule}, which is no rule"


# ---- The tables from rule to function ----

def defines(code, name):
    """Whether C source has the function, type, variable or member of that name; `a.b` is a member that is set in a."""
    if "." in name:
        whole, member = name.split(".")
        return (not whole or defines(code, whole)) and re.search(rf"\.{member} = ", code) is not None
    if name.startswith(("struct ", "enum ")):
        return re.search(rf"\b{name} {{", code) is not None
    function = rf"^\w[^;{{}}()=]*\b{name}\([^;{{]*\) {{"
    macro = rf"^#define {name}\b"
    data = rf"^\s*(?!return\b)(?:static |const |extern )*(?:struct \w+|enum \w+|\w+) [^;{{}}()=]*\b{name}\b[^;{{}}()]*[;={{]"
    return any(re.search(pattern, code, re.M) for pattern in (function, macro, data))


def code_of(path):
    """A source without comments; None if there is no such file."""
    for _, text in read(path):
        return re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return None


def check_row(folder, places):
    """In a row, names stand before the file that has them; those behind the last one are in some file of the row."""
    names, files = [], []
    for word in re.findall(r"`([^`]+)`", places):
        if re.search(r"\.(c|h|json)$", word):
            path = word if "/" in word else f"{folder}/{word}"
            code = code_of(path)
            if code is None:
                yield f"there is no {path}"
            yield from (f"{path} has no {name}" for name in names if code is not None and not defines(code, name))
            names, files = [], files + [code or ""]
        else:
            names.append(word)
    if not files:
        yield "no file is named"
        return
    yield from (f"no file named there has {name}" for name in names if not any(defines(code, name) for code in files))


def check_tables(rules):
    for path, text in read("docs/rules/*.md"):
        folder = "src/games/" + os.path.basename(path).removesuffix(".md")
        placed = set()
        for ids, places in re.findall(r"^\| ([A-Z]{2}\d[^|]*) \| (.*) \|$", text, re.M):
            placed |= set(ids.split(", "))
            yield from (f"{path}: {ids}: {fault}" for fault in check_row(folder, places))
        yield from (f"{path}: no row says where {rule} is" for rule, where in rules.items()
                    if where == path and not {rule, rule.split(".")[0]} & placed)


def main():
    rules = find_rules()
    faults = [*check_tests(rules), *check_sources(rules), *check_tables(rules)]
    print("\n".join(faults + [f"{len(rules)} rules, {len(faults)} faults"]))
    return 1 if faults or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
