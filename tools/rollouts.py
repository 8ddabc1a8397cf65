#!/usr/bin/env python3
"""rollouts.py PIPWRIGHT GAME BOTS GAMES SEED [SIM OPTION...]: what stratified first rolls and luck taken away are worth.

Bots play, and the costliest choices of every game are played on 128 times in each way: with plain dice (the same for all
lines), with a stratified first roll, and with the luck of later rolls taken away as well, reckoned by more and more
outcomes. For each way stands by which factor it makes the variance of a difference smaller, for as many playouts and for
as much processor time. Errors of 8 batches are rough, so the figures are means over choices.
"""
import glob
import json
import os
import resource
import subprocess
import sys
import tempfile

PLAYOUTS = 128
WAYS = [("plain", ["--loose", "--luck", "0"]), ("stratified", ["--luck", "0"]), ("luck by 4", ["--luck", "4"]),
        ("luck by 16", ["--luck", "16"])]


def spent():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def variances(program, path, way):
    """Of each choice that was played on: the variance of a difference, for one playout; and the seconds that it took."""
    asked = [program, "review", path, "--json", "--outcomes", "1", "--playouts", "0"]
    before = spent()
    subprocess.run(asked, check=True, capture_output=True)
    between = spent()
    told = subprocess.run([*asked, "--level", "master", "--clear", "0", "--rollouts", str(PLAYOUTS), *way], check=True,
                          capture_output=True)
    card = json.loads(told.stdout)
    key = "errorWin" if card["counts"] == "win" else "error"
    rolled = {choice["choice"]: choice["rollouts"] for choice in card["choices"] if "rollouts" in choice}
    return ({number: one[key] ** 2 * one["samples"] for number, one in rolled.items()},
            (spent() - between - (between - before)) / max(1, len(rolled)))


def main():
    program, game, bots, games, seed, *more = sys.argv[1:]
    found = {name: [] for name, _ in WAYS}
    seconds = dict.fromkeys(found, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "sim", game, "--bots", bots, "--games", games, "--seed", seed, "--record", folder, *more],
                       check=True, stdout=subprocess.DEVNULL)
        for path in sorted(glob.glob(os.path.join(folder, "*.pip"))):
            told = {name: variances(program, path, way) for name, way in WAYS}
            common = set.intersection(*(set(variance) for variance, _ in told.values()))
            for name, (variance, cost) in told.items():
                found[name] += [variance[number] for number in common]
                seconds[name] += cost
    plain, cost = sum(found["plain"]), seconds["plain"]
    print(f"{game}, {bots}, {games} games, seed {seed}: {len(found['plain'])} choices")
    for name in found:
        factor = plain / sum(found[name]) if sum(found[name]) else float("nan")
        print(f"{name:12} standard error of one playout {(sum(found[name]) / max(1, len(found[name]))) ** 0.5:8.4g}, variance "
              f"factor {factor:5.2f}, for the same time {factor * cost / max(1e-9, seconds[name]):5.2f}")


main()
