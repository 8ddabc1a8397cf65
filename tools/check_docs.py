#!/usr/bin/env python3
"""In every Markdown file, links to files and headings of the project lead somewhere, and paths that are named exist.
docs/adding-a-game.md has every slot of a game's table."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
PATH = re.compile(r"`((?:bench|docs|include|sheets|src|tests|tools|web)/[\w./-]+)`")
MADE = ("web/dist", "web/node_modules")  # by the build
EXAMPLE = re.compile(r"new[-_]game|NAME")  # stands for what somebody will add


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def headings(path):
    """The anchors of a file as GitHub makes them."""
    for line in re.findall(r"^#+ (.*)$", read(path), re.M):
        yield re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-")


def check_links(path, text):
    for target in filter(None, (one or other for one, other in LINK.findall(text))):
        name, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", name):
            continue
        file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(os.path.join(ROOT, file)):
            yield f"{path}: there is no {target}"
        elif anchor and file.endswith(".md") and anchor not in headings(file):
            yield f"{path}: {file} has no heading #{anchor}"


def check_paths(path, text):
    """From the top of the project, or from where the document is."""
    for name in PATH.findall(text):
        found = any(os.path.exists(os.path.join(ROOT, folder, name)) for folder in ("", os.path.dirname(path)))
        if not found and not EXAMPLE.search(name) and not name.startswith(MADE):
            yield f"{path}: there is no {name}"


def check_slots():
    table = re.search(r"^struct pip_game {$(.*?)^};$", read("include/pipwright/game.h"), re.S | re.M)[1]
    table = re.sub(r"/\*.*?\*/", "", table, flags=re.S)
    slots = re.findall(r"\(\*(\w+)\)\(", table)
    for line in re.findall(r"^    ([^(]*?);", table, re.M):
        slots += re.findall(r"(\w+)(?:,|$)", line)
    document = set(re.findall(r"`(\w+)`", read("docs/adding-a-game.md")))
    yield from (f"docs/adding-a-game.md: says nothing of {slot}" for slot in slots if slot not in document)
    if len(slots) < 20:
        yield f"include/pipwright/game.h: only {len(slots)} slots were found"


def main():
    listing = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = listing.stdout.split()
    faults = [fault for path in paths for check in (check_links, check_paths) for fault in check(path, read(path))]
    faults += check_slots()
    print("\n".join(faults + [f"{len(paths)} documents, {len(faults)} faults"]))
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
