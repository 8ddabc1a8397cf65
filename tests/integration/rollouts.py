#!/usr/bin/env python3
"""rollouts.py PIPWRIGHT: `review --level master`: the same bytes from threads, shards and runs that were cut short."""
import json
import os
import subprocess
import sys
import time
import unittest

from program import GOLDEN, NO, OK, PROGRAM, USAGE, Case

SMALL = ("--level", "master", "--rollouts", "64", "--luck", "4", "--outcomes", "1", "--playouts", "2", "--json")


class Rollouts(Case):
    @staticmethod
    def asked(name, *more):
        return ("review", os.path.join(GOLDEN, name + ".pip"), *SMALL, *more)

    def review(self, name, *more):
        return self.answers(OK, *self.asked(name, *more))

    def test_threads_shards_and_resumed_runs_change_no_byte(self):
        for name, *more in (("pig",), ("lost-cities-solo", "--cut", "6"), ("escape-closed-under-way", "--cut", "1")):
            with self.subTest(name):
                whole = self.review(name, *more, "--state", self.path(name))
                self.assertEqual(self.review(name, *more, "--threads", "3"), whole)
                parts = [self.path(f"{name}-{i}") for i in range(3)]
                for i, part in enumerate(parts):
                    self.assertEqual(self.review(name, *more, "--shard", f"{i}/3", "--state", part), "")
                added = [word for part in reversed(parts) for word in ("--part", part)]
                self.assertEqual(self.review(name, *more, *added), whole)
                self.resume(name, whole, *more)

    def resume(self, name, whole, *more):
        """From a file cut off anywhere, with another number of threads: the same card, and the same file."""
        kept = self.read(self.path(name)).encode()
        for share in (0.02, 0.5, 0.97):
            cut = self.file("cut", kept[:int(len(kept) * share)])
            self.assertEqual(self.review(name, *more, "--state", cut, "--threads", "2"), whole)
            self.assertEqual(self.read(cut).encode(), kept)

    def test_a_run_that_is_killed_goes_on(self):
        name, state = "lost-cities-solo", self.path("killed")
        more = ("--cut", "6", "--rollouts", "256", "--clear", "0", "--state", state)
        process = subprocess.Popen([PROGRAM, *self.asked(name, *more)], stdout=subprocess.DEVNULL)
        while process.poll() is None and not (os.path.exists(state) and os.path.getsize(state) > 200):
            time.sleep(0.01)
        process.kill()
        process.wait()
        self.assertEqual(self.review(name, *more), self.review(name, *more[:-2]))

    def test_what_was_played_on_is_said(self):
        quick = ("--cut", "6")
        card = json.loads(self.review("lost-cities-solo", *quick))
        rolled = [choice for choice in card["choices"] if "rollouts" in choice]
        self.assertGreaterEqual(len(rolled), len(card["cards"][0]["costly"]))
        for choice in rolled:
            told = choice["rollouts"]
            self.assertGreater(told["error"], 0)
            if told["counts"]:
                self.assertAlmostEqual(choice["loss"], max(told["loss"], 0), 3)
            else:
                self.assertAlmostEqual(choice["loss"], told["judged"], 3)
        self.assertEqual(card["cards"][0]["rolledOut"], sum(choice["rollouts"]["counts"] for choice in rolled))
        every = json.loads(self.review("lost-cities-solo", *quick, "--above", "4"))
        self.assertGreater(sum("rollouts" in choice for choice in every["choices"]), len(rolled))
        text = [word for word in self.asked("lost-cities-solo", *quick) if word != "--json"]
        self.assertIn("played on 64 times, standard error", self.answers(OK, *text))
        self.assertIn("64-mal weitergespielt, Standardfehler", self.answers(OK, *text, "--language", "de"))
        self.assertIn("64-mal weitergespielt, Standardfehler", self.answers(OK, *text, "--html", "--language", "de"))

    def test_bad_input_is_said(self):
        whole = self.path("state")
        self.review("pig", "--state", whole)
        self.assertIn("another game", self.answers(NO, *self.asked("lost-cities-solo", "--state", whole)))
        self.assertIn("in another way", self.answers(NO, *self.asked("pig", "--seed", "2", "--part", whole)))
        letter = self.file("letter", "Dear aunt")
        self.assertIn("not what a run keeps", self.answers(NO, *self.asked("pig", "--state", letter)))
        self.assertEqual(self.read(letter), "Dear aunt")
        broken = self.file("broken", self.read(whole).splitlines()[0] + "\n0 0 x\n")
        self.assertIn("broken:2", self.answers(NO, *self.asked("pig", "--part", broken)))
        for more in (("--shard", "0/2"), ("--shard", "2/2", "--state", whole), ("--luck", "3"), ("--rollouts", "1"),
                     ("--above", "much"), ("--threads", "0"), ("--level", "club"), ("--level", "expert")):
            with self.subTest(more):
                self.assertTrue(self.answers(USAGE, *self.asked("pig", *more)))

    def test_a_hint_of_master_counts(self):
        path = os.path.join(GOLDEN, "lost-cities-five-under-way.pip")
        asked = ("hint", path, "--level", "master", "--rollouts", "32", "--luck", "0", "--playouts", "2")
        hint = json.loads(self.answers(OK, *asked, "--json"))
        self.assertEqual(json.loads(self.answers(OK, *asked, "--json", "--threads", "2")), hint)
        lacks = [choice["lacksWin"] for choice in hint["choices"]]
        self.assertEqual((lacks[0], lacks), (0, sorted(lacks)))
        self.assertEqual(hint["rollouts"], 32)
        self.assertIn("Played on up to 32 times", self.answers(OK, *asked))
        self.assertIn("Bis zu 32-mal weitergespielt", self.answers(OK, *asked, "--language", "de"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
