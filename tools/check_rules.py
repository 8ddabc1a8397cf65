#!/usr/bin/env python3
"""What docs/rules says is true of the sources.

- Every rule id has a test named after it, and every id that the sources speak of is a rule.
- Every rule has a row in the table `From rule to function`, and whatever a row names is defined in
  the file that it names behind it.
- A German file (GAME.de.md) has the same ids as the English one.

With --selftest the checks are tried on texts that break them.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = "## From rule to function"
ID = r"[A-Z]{2}\d+(?:\.\d+)?"


def read(pattern):
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, ROOT), file.read()


def ids_of(text):
    return re.findall(r"^- \*{0,2}([A-Z]{2}\d+\.\d+)\b", text, re.M)


def is_defined(name, source):
    """As a function, an object, a struct or an enum of C."""
    kind, _, tag = name.partition(" ")
    if kind in ("struct", "enum"):
        return re.search(rf"^{kind} {re.escape(tag)} \{{", source, re.M) is not None
    name = re.escape(name)
    function = rf"^[a-z][\w *]*\b{name}\([^;{{}}]*\) \{{"
    thing = rf"^[a-z][\w *]*\b{name}(?:\[[^\]]*\])* ="
    return re.search(f"{function}|{thing}", source, re.M) is not None


def row_faults(cell, folder, sources):
    """What is wrong with the second column of one row: names in backticks, then their file."""
    names, any_file = [], False
    for word in re.findall(r"`([^`]+)`", cell):
        if not re.search(r"/|\.(c|h|json)$", word):
            names.append(word)
            continue
        any_file = True
        path = word if "/" in word else f"{folder}/{word}"
        if path not in sources:
            yield f"there is no {path}"
        for name in names if path in sources else []:
            if not is_defined(name, sources[path]):
                yield f"`{name}` is not defined in {path}"
        names = []
    for name in names:
        yield f"`{name}` has no file named behind it"
    if not any_file:
        yield "names no file"


def table_faults(path, text, sources):
    """The table of one file of rules."""
    folder = "src/games/" + os.path.basename(path).removesuffix(".md")
    before, found, table = text.partition(f"\n{TABLE}\n")
    if not found:
        yield f"{path}: has no section '{TABLE}'"
        return
    rows, first = set(), before.count("\n") + 3
    for number, line in enumerate(table.split("\n## ")[0].split("\n"), first):
        cells = re.fullmatch(rf"\| ({ID}(?:, {ID})*) \| (.*) \|", line)
        if cells:
            rows.update(cells[1].split(", "))
            yield from (f"{path}:{number}: {fault}" for fault in row_faults(cells[2], folder, sources))
    for rule in ids_of(text):
        if rule not in rows:
            yield f"{path}: {rule} has no row in the table '{TABLE}'"


def id_faults(path, text, english):
    """Ids that stand twice; in a translation also those that it lacks or has beyond the original."""
    ids = ids_of(text)
    for rule in sorted({rule for rule in ids if ids.count(rule) > 1}):
        yield f"{path}: {rule} is there twice"
    for rule in english or ():
        if rule not in ids:
            yield f"{path}: {rule} is missing"
    for rule in ids if english is not None else ():
        if rule not in english:
            yield f"{path}: {rule} is no rule of the English file"


def test_faults(rules, tests):
    named = set(re.findall(r"\btest_([A-Z]{2}\d+_\d+)_\w+\(", tests))
    for rule, path in rules.items():
        if rule.replace(".", "_") not in named:
            yield f"{path}: no test is named after {rule}"


def source_faults(rules, sources):
    for path, text in sources.items():
        for rule in re.findall(r"\b((?:LC|RO|ES)\d+\.\d+)\b", text):
            if rule not in rules:
                yield f"{path}: speaks of {rule}, which is no rule"


def selftest():
    source = {"src/games/x/x.c": "static int one(int a,\n        int b) {\n    two();\n}\n"
                                 "const struct pip_game pip__x = {\n", "src/games/x/x.h": "struct s {\n"}
    good = f"- **XX1.1** A.\n- **XX1.2** B.\n\n{TABLE}\n\n| rule | function |\n|---|---|\n" \
           "| XX1.1, XX1.2 | `one`, `pip__x` (`x.c`); `struct s` (`x.h`) |\n\n## After\n"
    assert not list(table_faults("docs/rules/x.md", good, source))
    for old, new, fault in (
            ("`one`", "`two`", "docs/rules/x.md:8: `two` is not defined in src/games/x/x.c"),
            ("struct s", "struct t", "docs/rules/x.md:8: `struct t` is not defined in src/games/x/x.h"),
            ("`x.c`", "`y.c`", "docs/rules/x.md:8: there is no src/games/x/y.c"),
            (" (`x.h`)", "", "docs/rules/x.md:8: `struct s` has no file named behind it"),
            (", XX1.2 |", " |", f"docs/rules/x.md: XX1.2 has no row in the table '{TABLE}'"),
            (TABLE, "## Functions", f"docs/rules/x.md: has no section '{TABLE}'")):
        found = list(table_faults("docs/rules/x.md", good.replace(old, new, 1), source))
        assert fault in found, (fault, found)
    english = ["XX1.1", "XX1.2"]
    assert not list(id_faults("x.de.md", good, english)) and not list(id_faults("x.md", good, None))
    wrong = "- **XX1.1** A.\n- **XX1.1** A.\n- XX1.3 C.\n"
    assert len(list(id_faults("x.de.md", wrong, english))) == 3
    assert list(test_faults({"XX1.1": "x.md"}, "void test_XX1_2_a(void)")) == \
        ["x.md: no test is named after XX1.1"]
    assert list(source_faults({"ES1.1": "x.md"}, {"x.c": "/* ES1.1, ES1.2 */"})) == \
        ["x.c: speaks of ES1.2, which is no rule"]
    print("selftest ok")


def main():
    texts = {path: text for path, text in read("docs/rules/*.md") if ids_of(text)}
    sources = dict(read("src/**/*.[ch]")) | dict(read("sheets/*/*.json")) | dict(read("web/src/**/*.ts*"))
    english = {path: text for path, text in texts.items() if not path.endswith(".de.md")}
    rules = {rule: path for path, text in english.items() for rule in ids_of(text)}
    faults = []
    for path, text in texts.items():
        original = english.get(path.replace(".de.md", ".md"))
        if path in english:
            faults += table_faults(path, text, sources)
            faults += id_faults(path, text, None)
        elif original is None:
            faults.append(f"{path}: there is no English file beside it")
        else:
            faults += id_faults(path, text, ids_of(original))
    faults += test_faults(rules, "".join(text for _, text in read("tests/unit/*.c")))
    faults += source_faults(rules, dict(read("src/games/*/*.[ch]")))
    print("\n".join(faults + [f"{len(rules)} rules, {len(faults)} faults"]))
    return 1 if faults or not rules else 0


if __name__ == "__main__":
    sys.exit(selftest() if sys.argv[1:] == ["--selftest"] else main())
