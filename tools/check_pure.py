#!/usr/bin/env python3
"""check_pure.py ARCHIVE: proves that base, games, match, bots, review and sim are pure and that layers include downwards.

Symbols: their objects may call each other and a few string functions of libc, nothing else: no allocation,
I/O, clock or randomness; and they hold no data that can be written. Text and instructions: no floating point,
no assembly. Includes: a file names only headers of its own layer or of a lower one, and no game names another.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PURE = ("base", "games", "match", "bots", "review", "sim")
LIBC = {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strchr",
        "__stack_chk_fail", "__popcountdi2"}
SYSTEM = {"stdbool.h", "stddef.h", "stdint.h", "string.h"}
LAYERS = {  # layer: what its sources may include from src/
    "base": {"base"},
    "games": {"base", "games"},
    "match": {"base", "games", "match"},
    "bots": {"base", "games", "match", "bots"},
    "review": {"base", "games", "match", "bots", "review"},
    "sim": {"base", "games", "match", "bots", "sim"},
    "train": {"base", "games", "match", "bots", "sim", "train"},
    "sheet": {"base", "games", "sheet"},
    "fair": {"base", "games", "match", "fair"},
    "wasm": {"base", "games", "match", "bots", "sim", "wasm"},
    "solve": {"base", "games", "bots", "solve"},
    "guest": {"guest"},
    "cli": {"cli", "guest", "review", "server", "solve", "store", "train"},
    "store": {"store"},
    "server": {"guest", "server", "store"},
}
PUBLIC = {  # public header: what it may include
    "base.h": set(), "dice.h": {"base.h"}, "game.h": {"dice.h"}, "match.h": {"game.h"},
    "record.h": {"match.h"}, "sheet.h": {"game.h"}, "fair.h": {"match.h"}, "bot.h": {"game.h"},
    "review.h": {"bot.h", "match.h"}, "sim.h": {"bot.h"},
}
# Arithmetic on floats or doubles; moves of whole vectors (movups) are not meant.
FLOATING = re.compile(r"\b(?:(?:add|sub|mul|div|sqrt|max|min|cvt\w*|ucomi|comi)(?:ss|sd|ps|pd)|f(?:add|sub|mul|div|ld|st|ild)\w*)\b")


def sources(folder):
    for path, _, names in os.walk(os.path.join(ROOT, folder)):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(path, name), ROOT)


def includes(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', file.read(), re.M)


def check_public_headers():
    for path in sources("include"):
        own = os.path.basename(path)
        for _, name in includes(path):
            local = name.removeprefix("pipwright/")
            if local != name and local not in PUBLIC.get(own, set()):
                yield f"{path}: may not include {name}"
            if local == name and name not in SYSTEM:
                yield f"{path}: may not include <{name}>"


def check_include(path, layer, quote, name):
    if quote == '"':
        target = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if not os.path.exists(os.path.join(ROOT, target)):
            target = os.path.join("src", name)
        parts = target.split(os.sep)
        if parts[1] not in LAYERS[layer]:
            yield f"{path}: {layer} may not include {name}"
        own = path.split(os.sep)
        if layer == "games" and len(own) > 3 and len(parts) > 3 and own[2] != parts[2]:
            yield f"{path}: one game may not include another ({name})"
    elif layer in PURE and not name.startswith("pipwright/") and name not in SYSTEM:
        yield f"{path}: pure code may not include <{name}>"


def check_sources():
    for path in sources("src"):
        layer = path.split(os.sep)[1]
        if layer not in LAYERS:
            yield f"{path}: src/{layer} has no place among the layers"
            continue
        for quote, name in includes(path):
            yield from check_include(path, layer, quote, name)


def check_text():
    """Words that pure code has no use for, comments aside."""
    paths = [p for layer in PURE for p in sources(os.path.join("src", layer))] + list(sources("include"))
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            code = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', "", file.read(), flags=re.S)
        for word in re.findall(r"\b(float|double|asm|__asm__|volatile|__builtin_ia32_\w+)\b", code):
            yield f"{path}: pure code has no use for {word}"


def pure_objects(archive):
    """Names of the archive's members that come from pure sources, generated tables included."""
    names = {os.path.basename(p) + ".o" for layer in PURE for p in sources(os.path.join("src", layer))}
    members = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True).stdout.split()
    return [m for m in members if m in names or m.startswith("sheets_") or m == "nets.c.o"], members


def check_symbols(archive, pure):
    listing = subprocess.run(["nm", "-A", archive], capture_output=True, text=True, check=True).stdout
    defined = {}
    wanted = []
    for line in listing.splitlines():
        where, rest = line.split(":", 2)[1:] if line.count(":") > 1 else line.split(":", 1)
        fields = rest.split()
        if fields[-2] == "U":
            wanted.append((where, fields[-1]))
        elif fields[-2] in "TRDB":
            defined.setdefault(fields[-1], set()).add(where)
    for where, symbol in wanted:
        if where in pure and symbol not in LIBC and not defined.get(symbol, set()) & set(pure):
            yield f"{where}: calls {symbol}, which is not pure"


def check_data(archive, pure):
    """Constant tables with pointers in them are relocated once (.data.rel.ro); all else must not be writable."""
    listing = subprocess.run(["objdump", "-t", archive], capture_output=True, text=True, check=True).stdout
    member = ""
    for line in listing.splitlines():
        if ":     file format" in line:
            member = line.split(":")[0]
        found = re.search(r"\sO\s(\.data|\.bss|\*COM\*|\.tdata|\.tbss)\s\S+\s(\S+)$", line)
        if member in pure and found:
            yield f"{member}: {found[2]} can be written"


def check_instructions(archive, pure):
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", archive], capture_output=True,
                          text=True, check=True).stdout
    member = ""
    for line in code.splitlines():
        if ":     file format" in line:
            member = line.split(":")[0]
        elif member in pure and FLOATING.search(line):
            yield f"{member}: floating point: {line.strip()}"


def main():
    archive = sys.argv[1]
    pure, members = pure_objects(archive)
    faults = list(check_public_headers()) + list(check_sources()) + list(check_text())
    faults += check_symbols(archive, pure)
    faults += check_data(archive, pure)
    faults += check_instructions(archive, pure)
    if len(pure) < 8:
        faults.append(f"{archive}: only {len(pure)} pure objects found among {len(members)}")
    for fault in faults:
        print(fault)
    print(f"{len(pure)} pure objects, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
