#!/usr/bin/env python3
"""mutate.py [--most N] [--seed S] [--file F ...] [--list | --selftest]: whether the tests of bots notice small faults.

Changes one place of one source file at a time, in a copy of the tree (build/mutate): a comparison flipped, + made -, `and`
made `or`, a small number one too large, a statement left out. Builds it, and runs the unit tests that concern the file, then the
signature. A mutant is killed if one of them fails; whether only the signature noticed is said, because that is written anew
whenever a bot is meant to change. One that compiles to the very same code is none. Which mutants are tried depends on the
seed and the sources alone. Lines of the preprocessor are left alone: what stands there is measured, not tested.
"""
import argparse
import fnmatch
import glob
import os
import random
import re
import resource
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "mutate")
TREE, BUILD = os.path.join(WORK, "tree"), os.path.join(WORK, "build")
WALL_SECONDS = 1800  # for what sleeps; what computes has its own limit

THINKING = ["think", "evaluate", "lines", "walk", "turn", "turns", "plan", "placements", "hands", "barter"]

# The tests that concern files, the quickest first; the first pattern that fits a file counts.
TESTS = [
    ("src/bots/net*.c", ["think", "train"]),
    ("src/bots/*.c", ["bots", "think", "bots_fair", "bots_pinned"]),
    ("src/games/lost-cities/*.c", ["bots", "lost_cities", "think", "bots_pinned"]),
    ("src/games/pig/*.c", ["pig", "bots", "think", "bots_pinned"]),
    ("src/games/roller/*.c", ["roller", "bots", "roller_slow", "roller_think", "think", "bots_pinned"]),
    ("src/games/escape/*.c", ["escape_lines", "escape_think", "escape_greedy", "bots", "think", "bots_pinned"]),
]


def tests_of(path):
    return next(tests for pattern, tests in TESTS if fnmatch.fnmatch(path, pattern))


def all_files():
    files = glob.glob("src/bots/*.c", root_dir=ROOT)
    for name in THINKING:
        files += glob.glob(f"src/games/*/{name}.c", root_dir=ROOT)
    return sorted(files)


# ---- Mutants ----

SWAPS = [(r"<=", "<"), (r">=", ">"), (r"==", "!="), (r"!=", "=="), (r"(?<![-<>=])>(?![>=])", ">="),
         (r"(?<![<])<(?![<=])", "<="), (r"\+=", "-="), (r"-=", "+="), (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"),
         (r"&&", "||"), (r"\|\|", "&&")]
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NUMBER_MOST = 99  # larger ones are weights, tuned and measured; one more or less is no fault
DECLARATION = re.compile(r"(const |static |struct |enum |unsigned |bool |int |char |size_t |uint\w+ |int\w+_t |pip_\w+ )")
STRUCTURE = re.compile(r"(static |const )*(struct|union)\b[^=(]*\{")


def code_of(source):
    """The lines with everything blanked that is not code: comments, texts, the preprocessor."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    source = re.sub(r'/\*.*?\*/|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', blank, source, flags=re.S)
    source = re.sub(r"^#(.*\\\n)*.*$", blank, source, flags=re.M)
    return source.split("\n")


def is_statement(code, number):
    """Whether the line is a whole statement that may be left out: no declaration, nothing that others need to compile."""
    line, before = code[number].strip(), code[number - 1].strip() if number else ""
    if not line.endswith(";") or DECLARATION.match(line) or re.match(r"(return|case|default|goto|for|while|if|else|\}|\.)", line):
        return False
    return line.count("(") == line.count(")") and (before == "" or before[-1] in "{};:)" or before == "else")


def mutants_of(source):
    """(line number, what changes, the new line)"""
    lines, code = source.split("\n"), code_of(source)
    depth, structure = 0, False
    for number, (line, bare) in enumerate(zip(lines, code)):
        structure |= depth == 0 and bool(STRUCTURE.match(bare))
        inside, depth = depth > 0 and not structure, depth + bare.count("{") - bare.count("}")
        structure &= depth > 0
        if not inside:
            continue
        for pattern, new in SWAPS:
            for match in re.finditer(pattern, bare):
                yield number, f"{match.group()} to {new}", line[:match.start()] + new + line[match.end():]
        for match in NUMBER.finditer(bare):
            if int(match.group()) > NUMBER_MOST:
                continue
            new = str(int(match.group()) + 1)
            yield number, f"{match.group()} to {new}", line[:match.start()] + new + line[match.end():]
        if is_statement(code, number):
            yield number, "left out", line[:len(line) - len(line.lstrip())] + ";"


def choose(files, seed, most):
    """Mutants of all files in turn, each file's in an order of the seed's."""
    piles = []
    for path in files:
        with open(os.path.join(ROOT, path)) as file:
            pile = [(path, *mutant) for mutant in mutants_of(file.read())]
        random.Random(f"{seed} {path}").shuffle(pile)
        piles.append(pile)
    random.Random(seed).shuffle(piles)
    rounds = (pile[i] for i in range(max(map(len, piles), default=0)) for pile in piles if i < len(pile))
    return [mutant for mutant, _ in zip(rounds, range(most))]


SAMPLE = """#define SIX 6 /* 7 < 8 */
struct pair {
    int two[2];
};
static int f(struct pair *p) {
    int sum = p->two[0] + 1000;
    g("a < b"); /* 1 == 2 */
    if (sum <= 3 && p)
        sum -= 2;
    return sum << SIX;
}
"""
MUTANTS = {(5, "0 to 1"), (5, "+ to -"), (6, "left out"), (7, "<= to <"), (7, "3 to 4"), (7, "&& to ||"), (8, "-= to +="),
           (8, "2 to 3"), (8, "left out")}


def selftest():
    """What is code is changed, each in its ways, and nothing else is."""
    found = [(number, what) for number, what, _ in mutants_of(SAMPLE)]
    if set(found) != MUTANTS or len(found) != len(MUTANTS):
        sys.exit(f"too many: {set(found) - MUTANTS}, too few: {MUTANTS - set(found)}")
    return 0


# ---- Trying them ----


def copy_tree():
    """The sources as they are now; those that have not changed keep their time, so that little is built again."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, check=True).stdout
    names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
    for name in filter(lambda name: os.path.isfile(os.path.join(ROOT, name)), names):
        source, target = os.path.join(ROOT, name), os.path.join(TREE, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as file:
            text = file.read()
        if not os.path.exists(target) or open(target, "rb").read() != text:
            shutil.copy(source, target)
    for path, _, files in os.walk(TREE):
        for name in files:
            if os.path.relpath(os.path.join(path, name), TREE) not in names:
                os.remove(os.path.join(path, name))


def configure():
    subprocess.run(["cmake", "-G", "Ninja", "-S", TREE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=", "-DCMAKE_C_FLAGS=-O2 -w",
                    "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF"], check=True, stdout=subprocess.DEVNULL)


def build(targets):
    return subprocess.run(["cmake", "--build", BUILD, "-j", str(os.cpu_count()), "--target", *targets],
                          capture_output=True, text=True)


def object_of(path):
    with open(os.path.join(BUILD, "CMakeFiles", "pipwright.dir", path + ".o"), "rb") as file:
        return file.read()


class Tests:
    """Runs tests; knows from the unchanged tree how much of the processor each needs."""

    def __init__(self):
        self.needs = {}

    def command(self, test):
        if test == "signature":
            return ["sh", "-c", f"'{BUILD}/pipwright' bench --signature | diff -q '{TREE}/tests/signature.txt' -"]
        return [os.path.join(BUILD, "tests", f"test_{test}")]

    def passes(self, test):
        limit = int(10 * self.needs[test] + 10) if test in self.needs else resource.RLIM_INFINITY
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            done = subprocess.run(self.command(test), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=TREE,
                                  timeout=WALL_SECONDS,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        except subprocess.TimeoutExpired:
            return False
        if test not in self.needs:
            self.needs[test] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        return done.returncode == 0


def program_of(test):
    return "pipwright_program" if test == "signature" else f"test_{test}"


def verdict(path, text, original, tests):
    """What becomes of a file with this text, whose object was `original`. A test is only built when its turn comes."""
    with open(os.path.join(TREE, path), "w") as file:
        file.write(text)
    if build(["pipwright"]).returncode != 0:
        return "does not compile"
    if object_of(path) == original:
        return "the same code"
    for test in tests_of(path) + ["signature"]:
        if build([program_of(test)]).returncode != 0 or not tests.passes(test):
            return f"killed by {test}"
    return "SURVIVED"


def try_all(mutants):
    tests, count, survived = Tests(), {}, []
    wanted = sorted({test for path, *_ in mutants for test in tests_of(path)}) + ["signature"]
    built = build(["pipwright", *map(program_of, wanted)])
    if built.returncode != 0:
        sys.exit("the tree does not build:\n" + built.stdout[-2000:])
    for test in wanted:
        if not tests.passes(test):
            sys.exit(f"{test} fails before anything is changed")
    original = {path: object_of(path) for path, *_ in mutants}
    for path, number, what, line in mutants:
        with open(os.path.join(TREE, path)) as file:
            whole = file.read()
        lines = whole.split("\n")
        said = f"{path}:{number + 1}: {what}: {lines[number].strip()}"
        lines[number] = line
        try:
            found = verdict(path, "\n".join(lines), original[path], tests)
        finally:
            with open(os.path.join(TREE, path), "w") as file:
                file.write(whole)
        kind = "killed by tests" if found.startswith("killed by") and "signature" not in found else found
        count[kind] = count.get(kind, 0) + 1
        print(f"{found:26} {said}", flush=True)
        if found == "SURVIVED":
            survived.append(said)
    print("\n" + "\n".join(f"{number:5} {kind}" for kind, number in sorted(count.items())))
    return 1 if survived else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--most", type=int, default=40, help="so many mutants (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--file", action="append", help="only of this file; may be said more than once, and have a *")
    parser.add_argument("--list", action="store_true", help="only say which they are")
    parser.add_argument("--selftest", action="store_true", help="whether it finds what there is in a few lines")
    args = parser.parse_args()
    if args.selftest:
        return selftest()
    files = [path for path in all_files() if not args.file or any(fnmatch.fnmatch(path, f) for f in args.file)]
    if not files:
        sys.exit("no such file; there are: " + " ".join(all_files()))
    mutants = choose(files, args.seed, args.most)
    if args.list:
        for path, number, what, line in mutants:
            print(f"{path}:{number + 1}: {what}: {line.strip()}")
        return 0
    copy_tree()
    configure()
    return try_all(mutants)


if __name__ == "__main__":
    sys.exit(main())
