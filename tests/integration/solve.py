#!/usr/bin/env python3
"""solve.py PIPWRIGHT: what the solver finds where it takes some seconds; wants the release build."""
import os
import re
import sys
import unittest

from program import NO, OK, ROOT, Case, run

TRAINING = os.path.join(ROOT, "sheets", "lost-cities", "training")
PATIENCE = 1800


def number(pattern, text):
    return [float(figure) for figure in re.search(pattern, text).groups()]


class Solve(Case):
    def solve(self, *arguments, code=OK):
        done = run("solve", *arguments, "--threads", "2", timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_yahtzee_is_worth_what_others_have_found(self):
        told = self.solve("yahtzee")
        self.assertIn("optimum 254.5896 with free Jokers", told)  # Verhoeff 1999
        self.assertIn("optimum 254.5877 with forced Jokers", told)

    def test_three_expeditions_are_solved_stored_and_played(self):
        sheet, kept = os.path.join(TRAINING, "jungle-3.json"), self.path("three")
        solved = self.solve("lost-cities", "--sheet", sheet, "--output", kept)
        optimum, = number(r"optimum ([\d.]+),", solved)
        of = ("lost-cities", "--sheet", sheet, "--from", kept, "--games", "4000", "--seed", "5")
        best = self.solve(*of, "--play", "optimum")
        self.assertTrue(best.startswith(solved))
        self.assertIn("mean loss a decision 0.0000, a game 0.000;", best)
        mean, low, high = number(r"mean score ([\d.]+), 95 % interval ([\d.]+) to ([\d.]+)", best)
        error = (high - low) / 2 / 1.96
        self.assertLess(abs(mean - optimum), 3 * error)
        greedy = self.solve(*of, "--play", "greedy")
        mean, low, high = number(r"mean score ([\d.]+), 95 % interval ([\d.]+) to ([\d.]+)", greedy)
        exact, least, most = number(r"the mean is ([\d.]+), 95 % interval ([\d.]+) to ([\d.]+)", greedy)
        self.assertLess(abs(mean - exact), 3 * (high - low + most - least) / 2 / 1.96)
        self.assertLess(most - least, high - low)
        with open(kept, "r+b") as file:
            file.seek(100_000_000)
            byte = file.read(1)[0]
            file.seek(100_000_000)
            file.write(bytes([byte ^ 16]))
        self.assertIn("damaged", self.solve(*of, code=NO))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
