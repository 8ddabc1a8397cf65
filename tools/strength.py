#!/usr/bin/env python3
"""strength.py PROGRAM [WORD]...: measures how strong the bots are, and writes it into docs/strength.md.

Every row of the tables there is one command, which anybody can run again: games, seeds and bots say all, and the
totals do not depend on threads. With WORDs only the rows whose command holds all of them are measured; the others
stay as they are. A row keeps the date on which it was measured.
"""
import datetime
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "strength.md")
ROW = re.compile(r"^\| `pipwright ((?:sim|solve) [^`]*)` \| *([^|]*?) *\| *([^|]*?) *\| *([^|]*?) *\|$")


def figures(told):
    """What sim found, in a few words: of a team how often it won, of one seat its mean, else the first seat's wins; and
    what solve did: the share of the optimum, or how often the last round was the best one and what it gave away, or what each bot gave away in a turn."""
    if "optimum" in told:
        share = tuple(100 * share for share in (told["play"]["share"], *told["play"]["share_95"]))
        return "share %.2f %% (%.2f to %.2f)" % share
    if "too_large" in told:
        losses = ("%s %.1f (%.1f to %.1f)" % (bot["bot"], bot["loss"], *bot["loss_95"]) for bot in told["bots"])
        return "%d solved, %d too large; loss: " % (told["solved"], told["too_large"]) + ", ".join(losses)
    if "last_loss" in told:
        share = tuple(100 * share for share in (told["best"], *told["best_95"]))
        return "best %.1f %% (%.1f to %.1f), " % share + "loss %.3f (%.3f to %.3f)" % (
            told["last_loss"], *told["last_loss_95"])
    if "win_rate" in told:
        return "won %.1f %% (%.1f to %.1f)" % tuple(100 * share for share in (told["win_rate"], *told["win_rate_95"]))
    first = told["results"][0]
    mean = "mean %.2f (%.2f to %.2f)" % (first["mean"], *first["mean_95"])
    if len(told["results"]) == 1:
        return mean
    wins = tuple(100 * share for share in (first["win_share"], *first["win_share_95"]))
    return "wins %.1f %% (%.1f to %.1f), " % wins + mean


def measure(program, command):
    words = command.split()
    done = subprocess.run([program, *words, "--threads", "2", "--json"], capture_output=True, text=True, check=True,
                          cwd=ROOT)
    return figures(json.loads(done.stdout))


def main():
    program, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for i, line in enumerate(lines):
        row = ROW.match(line)
        if not row or not all(word in row[1] for word in wanted):
            continue
        found = measure(program, row[1])
        lines[i] = "| `pipwright %s` | %s | %s | %s |" % (row[1], row[2], found, datetime.date.today())
        print(lines[i], flush=True)
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))


if __name__ == "__main__":
    main()
