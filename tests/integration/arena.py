#!/usr/bin/env python3
"""arena.py PIPWRIGHT: `sim --arena`: totals that no split changes, early stops, ratings."""
import json
import math
import sys
import unittest

from program import NO, OK, PROGRAM, USAGE, Case


class Arena(Case):
    def arena(self, game, bots, *more):
        return self.answers(OK, "sim", game, "--arena", bots, "--json", *more)

    def report(self, *arguments):
        return json.loads(self.arena(*arguments))

    def shards(self, count, *arguments):
        return [self.file(f"{i}-{count}.json", self.arena(*arguments, "--shard", f"{i}/{count}")) for i in range(count)]

    def test_threads_and_shards_change_no_bit(self):
        for game, bots, more in (("lost-cities", "greedy,random", ()), ("lost-cities", "greedy,random,club",
                                 ("--seats", "3")), ("escape", "greedy,random", ("--seats", "2"))):
            with self.subTest(game=game, bots=bots):
                arguments = (game, bots, "--games", "7", "--nodes", "200", *more)
                whole = self.arena(*arguments)
                self.assertEqual(self.arena(*arguments, "--threads", "3"), whole)
                paths = self.shards(3, *arguments)
                self.assertEqual(self.answers(OK, "sim", "--merge", *reversed(paths)), whole)
                self.assertIn("missing", self.answers(NO, "sim", "--merge", *paths[1:]))
                self.assertIn("twice", self.answers(NO, "sim", "--merge", *paths, paths[0]))

    def test_an_early_stop_is_the_same_one_everywhere(self):
        arguments = ("pig", "greedy,random", "--games", "300", "--sprt", "0.5,0.57")
        whole = self.arena(*arguments)
        report = json.loads(whole)
        self.assertLess(report["totals"]["rounds"], 300)
        self.assertEqual(self.arena(*arguments, "--threads", "4"), whole)
        paths = self.shards(2, *arguments)
        self.assertEqual(self.answers(OK, "sim", "--merge", *paths), whole)
        self.assertIn("missing", self.answers(NO, "sim", "--merge", paths[0]))

    def test_greedy_against_random_is_soon_clear_in_either_order(self):
        for bots, stronger in (("greedy,random", "first"), ("random,greedy", "second")):
            report = self.report("lost-cities", bots, "--games", "200", "--sprt", "0.5,0.57")
            self.assertEqual(report["duels"][0]["stronger"], stronger)
            self.assertLess(report["totals"]["rounds"], 40)
            self.assertEqual(report["duels"][0]["after"], report["totals"]["rounds"])

    def test_equals_are_not_told_apart(self):
        """The same bot twice, with chances of their own."""
        equals = ",".join(f"exec:{PROGRAM} engine --bot random --seed {seed}" for seed in (1, 2))
        report = self.report("pig", equals, "--games", "12", "--sprt", "0.5,0.52")
        self.assertEqual((report["duels"][0]["stronger"], report["totals"]["rounds"]), ("open", 12))
        report = self.report("pig", equals, "--games", "300", "--sprt", "0.5,0.7")
        self.assertEqual(report["duels"][0]["stronger"], "neither")
        self.assertLess(report["totals"]["rounds"], 300)

    def test_the_same_bot_in_every_seat_is_no_better_than_itself(self):
        """Duplicate dice: a bot without chance of its own and its copy share every round to the point."""
        report = self.report("lost-cities", "greedy,greedy", "--games", "10")
        duel = report["duels"][0]
        self.assertEqual((duel["share"]["value"], duel["score_ahead"]["value"]), (0.5, 0))
        self.assertEqual(duel["share"]["95"], [0.5, 0.5])

    def test_totals_are_those_of_the_games(self):
        """What sim says of the same games, seat by seat."""
        report = self.report("lost-cities", "greedy,random", "--games", "12", "--seed", "9")
        wins = score = 0
        for seat, bots in enumerate(("greedy,random", "random,greedy")):
            totals = json.loads(self.answers(OK, "sim", "lost-cities", "--bots", bots, "--games", "12", "--seed", "9",
                                             "--json"))["totals"]
            wins += totals["wins"][seat]
            score += totals["score"][seat]
        self.assertEqual(report["games"], 24)
        self.assertAlmostEqual(report["duels"][0]["share"]["value"], wins / 840 / 24)
        self.assertAlmostEqual(report["bots"][0]["score"]["value"], score / 24)

    def test_one_against_others_is_its_share_of_wins(self):
        report = self.report("lost-cities", "greedy,random", "--seats", "3", "--games", "6")
        wins = 0
        for seat in range(3):
            bots = ["random"] * 3
            bots[seat] = "greedy"
            wins += json.loads(self.answers(OK, "sim", "lost-cities", "--bots", ",".join(bots), "--games", "6",
                                            "--json"))["totals"]["wins"][seat]
        first = report["one_against_others"][0]
        self.assertEqual((first["bot"], first["others"]), ("greedy", "random"))
        self.assertAlmostEqual(first["wins"]["value"], wins / 840 / 18)

    def test_ratings_of_two_are_the_odds_of_their_duels(self):
        report = self.report("pig", "greedy,random", "--games", "400")
        ratings = [bot["rating"]["value"] for bot in report["bots"]]
        duels = 800
        points = report["duels"][0]["share"]["value"] * duels
        share = (points + 0.5) / (duels + 1)
        self.assertAlmostEqual(ratings[0] - ratings[1], 400 * math.log10(share / (1 - share)), places=4)
        self.assertAlmostEqual(sum(ratings), 0, places=6)
        for bot in report["bots"]:
            low, high = bot["rating"]["95"]
            self.assertLess(low, bot["rating"]["value"])
            self.assertLess(bot["rating"]["value"], high)

    def test_ratings_rise_with_strength_and_lie_within_their_intervals(self):
        few = self.report("lost-cities", "random,greedy", "--games", "10", "--seed", "2")
        self.assertGreater(few["bots"][1]["rating"]["value"], few["bots"][0]["rating"]["value"] + 200)
        low, high = few["bots"][1]["rating"]["95"]
        self.assertGreater(high - low, 50, "ten rounds won throughout are no certainty")

    def test_teams_are_compared_by_games_won_with_the_same_dice(self):
        report = self.report("escape", "greedy,random", "--seats", "2", "--games", "12")
        duel, bots = report["duels"][0], report["bots"]
        self.assertEqual(report["games"], 24)
        self.assertAlmostEqual(duel["won_ahead"]["value"], bots[0]["won"]["value"] - bots[1]["won"]["value"])
        self.assertAlmostEqual(duel["share"]["value"], 0.5 + duel["won_ahead"]["value"] / 2)

    def test_for_people_it_is_a_table(self):
        told = self.answers(OK, "sim", "pig", "--arena", "greedy,random", "--games", "50", "--sprt", "0.5,0.9")
        self.assertIn("rating", told)
        self.assertIn("greedy : random", told)

    def test_wrong_use_is_two(self):
        for more in (("--arena", "greedy"), ("--arena", "greedy,clever"), ("--arena", ",".join(["random"] * 9)),
                     ("--arena", "greedy,random", "--sprt", "0.6,0.5"), ("--arena", "greedy,random", "--sprt", "0.5"),
                     ("--arena", "greedy,random", "--bots", "greedy,random"), ("--sprt", "0.5,0.6"),
                     ("--arena", "greedy,random", "--record", self.path("r"))):
            with self.subTest(more):
                self.assertTrue(self.answers(USAGE, "sim", "pig", *more).strip())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
