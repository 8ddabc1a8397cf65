#!/usr/bin/env python3
"""luck.py PIPWRIGHT GAME BOTS GAMES SEED [SIM OPTION...]: how much of the spread of scores is luck.

Bots play, every game is reviewed, and the variance of seat 0's scores is compared with that of its scores less luck.
"""
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile


def main():
    program, game, bots, games, seed, *more = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "sim", game, "--bots", bots, "--games", games, "--seed", seed, "--record", folder, *more],
                       check=True, stdout=subprocess.DEVNULL)
        cards = []
        for path in sorted(glob.glob(os.path.join(folder, "*.pip"))):
            told = subprocess.run([program, "review", path, "--json", "--playouts", "0"], check=True, capture_output=True)
            cards.append(json.loads(told.stdout)["cards"][0])
    key = "win" if game == "escape" else "value"
    luck = [card["luckWin" if game == "escape" else "luck"] for card in cards]
    ends = [card["end"][key] for card in cards]
    raw, rest = statistics.variance(ends), statistics.variance(end - own for end, own in zip(ends, luck))
    error = statistics.stdev(luck) / len(luck) ** 0.5
    print(f"{game}, {bots}, {games} games, seed {seed}")
    print(f"luck {statistics.mean(luck):.3f}, standard error {error:.3f}")
    print(f"variance {raw:.4g}, without luck {rest:.4g}: a factor of {raw / rest:.2f}")


main()
