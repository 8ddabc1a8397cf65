#!/usr/bin/env python3
"""commands.py PIPWRIGHT: the command line as people and programs use it: answers, exit codes, bad input."""
import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import unittest

from program import FAILED, GOLDEN, NO, OK, PROGRAM, ROOT, USAGE, Case, golden, run

HEADER = "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 2\n\n"


class Help(Case):
    def test_every_command_explains_itself_with_an_example(self):
        overview = self.answers(OK, "--help")
        names = [line.split()[0] for line in overview.splitlines() if line.startswith("  ")]
        self.assertIn("play", names)
        for name in names:
            self.assertIn("example: pipwright " + name, self.answers(OK, name, "--help"))

    def test_wrong_use_is_two(self):
        for arguments in ([], ["dance"], ["sim"], ["sim", "chess"], ["sim", "pig", "--games", "many"],
                          ["sim", "pig", "--bots", "clever,random"], ["sim", "pig", "--bots", "random", "--seats", "2"],
                          ["sim", "lost-cities", "--seats", "6", "--bots", "random,random,random,random,random,random"],
                          ["sim", "pig", "--shard", "2/2"], ["sim", "pig", "--colour", "red"],
                          ["sim", "lost-cities", "--option", "order=backwards"], ["legal"], ["legal", "/nowhere"],
                          ["sheet", "paint"], ["replay", os.path.join(GOLDEN, "pig.pip"), "--at", "9999"],
                          ["sim", "lost-cities", "--sheet", "moon"], ["perft", "pig", "--depth", "99"]):
            with self.subTest(arguments):
                self.assertTrue(self.answers(USAGE, *arguments).strip())

    def test_output_that_cannot_be_written_is_three(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "sheet", "list"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn("cannot write", done.stderr)


class Records(Case):
    def test_legal_says_what_record_md_says(self):
        fresh = self.file("fresh.pip", HEADER)
        self.assertEqual(self.answers(OK, "legal", fresh), "* dice 6\n")
        rolled = self.file("rolled.pip", HEADER + "* red red blue 0 3 7\n")
        self.assertEqual(self.answers(OK, "legal", rolled),
                         "0 -\n0 blue 10\n0 blue 3\n0 blue 7\n0 blue x\n0 red 10\n0 red 3\n0 red 7\n0 red x\n")
        self.assertEqual(self.answers(OK, "legal", "-", text=HEADER), "* dice 6\n")
        with open(os.path.join(GOLDEN, "pig.pip"), encoding="utf-8") as file:
            whole = file.read()
        closing = whole[whole.rindex("="):]
        self.assertEqual(self.answers(OK, "legal", self.file("o.pip", whole[:-len(closing)])), closing)
        self.assertEqual(self.answers(OK, "legal", os.path.join(GOLDEN, "pig.pip")), "")

    def test_verify_finds_forged_dice_and_scores(self):
        path = os.path.join(GOLDEN, "lost-cities-solo.pip")
        self.assertIn("follow from the seed", self.answers(OK, "verify", path))
        with open(path, encoding="utf-8") as file:
            text = file.read()
        forged = self.file("seed.pip", text.replace("dice seed 00", "dice seed 01"))
        self.assertIn("event 1: the seed gives", self.answers(NO, "verify", forged))
        score = self.file("score.pip", text[:text.rindex("=")] + "= 9999\n")
        self.assertRegex(self.answers(NO, "verify", score), r"score.pip:\d+:1: the score is")

    def test_who_resigned_is_named_and_cannot_win(self):
        path = os.path.join(GOLDEN, "lost-cities-resigned.pip")
        self.assertIn("\nAda (seat 1) resigned and cannot win.\n", self.answers(OK, "verify", "--strict", path))
        both = self.answers(OK, "verify", path, os.path.join(GOLDEN, "pig.pip")).splitlines()
        self.assertEqual(len(both), 2)
        self.assertIn("Ada (seat 1) resigned and cannot win.", both[0])
        found = json.loads(self.answers(OK, "verify", "--json", path))
        self.assertEqual((found["resigned"], found["winners"]), ([1], [0]))  # seat 1 has the most points
        stayed = self.file("stayed.pip", golden("lost-cities-resigned.pip").replace("! 1\n", ""))
        found = json.loads(self.answers(OK, "verify", "--json", stayed))
        self.assertEqual((found["resigned"], found["winners"]), ([], [1]))
        shown = self.answers(OK, "replay", path)
        self.assertIn("       Ada resigned\n   12  0 -", shown)
        self.assertIn("Ada, 360 points, resigned", shown)
        self.assertNotIn("resigned", self.answers(OK, "replay", path, "--at", "10"))
        scores = json.loads(self.answers(OK, "replay", "--json", path))["scores"]
        self.assertEqual([score.get("resigned", False) for score in scores], [False, True, False])

    def test_verify_takes_several_files_and_says_a_line_of_each(self):
        good, other = (os.path.join(GOLDEN, name + ".pip") for name in ("lost-cities-solo", "pig"))
        lines = self.answers(OK, "verify", good, other).splitlines()
        self.assertEqual([line.split(":")[0] for line in lines], [good, other])
        forged = self.file("forged.pip", golden("pig.pip").replace("dice seed 00", "dice seed 01"))
        cut = self.file("cut.pip", golden("pig.pip")[:-1])
        done = run("verify", good, forged, cut, other)
        self.assertEqual(done.returncode, NO)
        self.assertEqual([line.split(":")[0] for line in done.stdout.splitlines()], [good, other])
        self.assertEqual([line.split(":")[0] for line in done.stderr.splitlines()], [forged, cut])
        done = run("verify", "--json", good, forged, cut, other)
        self.assertEqual(done.returncode, NO)
        self.assertEqual([(found["file"], found["ok"]) for found in json.loads(done.stdout)],
                         [(good, True), (forged, False), (cut, False), (other, True)])
        self.assertEqual(json.loads(run("verify", "--json", good).stdout)["dice"], "verified")

    def test_verify_strict_wants_all_evidence_and_says_what_is_missing(self):
        whole = golden("lost-cities-fair.pip")
        seeded, closing = golden("pig.pip"), golden("pig.pip").rindex("=")
        secret = whole[whole.index("fair-secret"):].split("\n")[0] + "\n"
        dice = seeded[seeded.index("dice seed"):].split("\n")[0] + "\n"
        cases = {"whole": (whole, "what you kept from before the first roll"), "seeded": (seeded, None),
                 "secret": (whole.replace(secret, ""), "the secret of the fair dice; what you kept"),
                 "unsaid": (seeded.replace(dice, ""), "where the dice come from"), "real": (seeded.replace(dice, "dice real\n"), "real ones"),
                 "open": (seeded[:closing], "the closing line with the score"),
                 "cut": (seeded[:seeded[:closing - 1].rindex("\n") + 1], "the end of the game")}
        for name, (content, missing) in cases.items():
            with self.subTest(name):
                path = self.file(name + ".pip", content)
                self.answers(OK, "verify", path)
                if missing:
                    self.assertIn(missing, self.answers(NO, "verify", "--strict", path))
                else:
                    self.answers(OK, "verify", "--strict", path)
                found = json.loads(run("verify", "--strict", "--json", path).stdout)
                self.assertEqual((found["ok"], bool(found["missing"])), (missing is None, missing is not None))

    def test_bad_records_say_where_and_exit_one(self):
        good = HEADER.encode() + b"* red red blue 0 3 7\n"
        cases = {
            "empty": (b"", "1:1"),
            "not-a-record": (b"hello\n", "1:1"),
            "version": (b"pipwright record 2\n\n", "1:1"),
            "cut": (good[:-1], "6:21"),
            "crlf": (good.replace(b"\n", b"\r\n"), "1:19"),
            "nul": (good + b"0 red\x00 3\n", "7:6"),
            "utf8": (good + b"0 \xff\n", "7:3"),
            "blank": (good + b"\n", "7:1"),
            "illegal": (good + b"0 green 3\n", "7:1"),
            "unsorted": (HEADER.encode() + b"* blue red red 0 3 7\n", "6:1"),
            "twice": (b"pipwright record 1\ngame pig\ngame pig\n\n", "3:1"),
            "seats": (HEADER.replace("seats 2", "seats 9").encode(), "4:7"),
            "no-sheet": (b"pipwright record 1\ngame pig\nseats 2\n\n", "4:1"),
            "hash": (HEADER.replace("seats", "sheet-hash " + "0" * 64 + "\nseats").encode(), "4:12"),
            "huge-line": (good + b"0 " + b"x" * 900000 + b"\n", "7:1"),
        }
        for name, (content, place) in cases.items():
            with self.subTest(name):
                path = self.file(name + ".pip", content)
                for command in ("legal", "replay", "verify"):
                    self.assertIn(f"{path}:{place}", self.answers(NO, command, path))

    def test_a_file_that_is_too_large_is_refused(self):
        self.assertIn("larger than", self.answers(NO, "legal", self.file("big.pip", b"x" * 3000000)))

    def test_replay_stops_where_it_is_told(self):
        text = self.answers(OK, "replay", os.path.join(GOLDEN, "lost-cities-solo.pip"), "--at", "3")
        self.assertIn("    3  ", text)
        self.assertNotIn("    4  ", text)


class Rules(Case):
    LANGUAGES = ("en", "de")
    GAMES = ("escape", "lost-cities", "pig", "roller")

    def numbers(self, game):
        """What the game's default sheet says, as the tables of the short rules have it."""
        sheets = {"lost-cities": "jungle", "escape": "temple"}
        with open(os.path.join(ROOT, "sheets", game, sheets[game] + ".json"), encoding="utf-8") as file:
            sheet = json.load(file)
        if game == "lost-cities":
            ladders = [sheet["ladders"][name] for name in ("expedition", "artefacts", "dice")]
            return [[count, *(ladder[count] for ladder in ladders)] for count in range(1, 10)]
        lines = [sheet["rounds"]] + [sheet["goals"][name] for name in ("easy", "normal", "hard")]
        return [[line[seats] for seats in "234"] for line in lines]

    def test_the_games_are_listed(self):
        text = self.answers(OK, "rules")
        self.assertEqual(re.findall(r"^[a-z-]+", text, re.M), list(self.GAMES))

    def test_every_game_is_explained_in_both_languages_within_80_columns(self):
        for game in self.GAMES:
            for language in self.LANGUAGES:
                text = self.answers(OK, "rules", game, "--language", language)
                self.assertLessEqual(max(map(len, text.splitlines())), 80)
                self.assertNotRegex(text, r"\*|`|\[[A-Z]{2}\d")
                self.assertEqual("Würfel" in text, language == "de")
                self.assertIn("pipwright sheet show", text)

    def test_both_languages_tell_the_same_rules_and_all_of_them_exist(self):
        for game in self.GAMES:
            told = [re.findall(r"[A-Z]{2}\d+(?:\.\d+)?\b", self.answers(OK, "rules", game, "--ids", "--language", each).
                               split("In this program")[0].split("In diesem Programm")[0]) for each in self.LANGUAGES]
            self.assertEqual(*told)
            for rule in set(told[0]):
                for language in self.LANGUAGES:
                    self.assertTrue(self.answers(OK, "rules", rule, "--language", language).startswith(rule + " "))

    def test_the_short_rules_tell_every_rule_a_player_needs(self):
        told = "".join(self.answers(OK, "rules", game, "--ids") for game in self.GAMES)
        unneeded = {"LC8.2", "ES2.6"} # follow from others
        for game in ("lost-cities", "roller", "escape"):
            with open(os.path.join(ROOT, "docs", "rules", game + ".md"), encoding="utf-8") as file:
                rules = set(re.findall(r"^- \*\*([A-Z]{2}\d+\.\d+)\*\*", file.read(), re.M))
            sheets = {rule for rule in rules if rule.startswith(("RO5.", "ES9."))}
            self.assertEqual({rule for rule in rules - sheets if not re.search(rule + r"\b", told)}, rules & unneeded)

    def test_ladders_rounds_and_goals_are_those_of_the_default_sheets(self):
        for game in ("lost-cities", "escape"):
            for language in self.LANGUAGES:
                text = self.answers(OK, "rules", game, "--language", language)
                for line in self.numbers(game):
                    self.assertRegex(text, r"\D" + r"\s+".join(map(str, line)) + r"\n")

    def test_one_rule_or_a_chapter_is_printed_by_its_number(self):
        self.assertRegex(self.answers(OK, "rules", "LC4.2"), r"\ALC4\.2 An acceleration may begin[^\n]*\n\Z")
        self.assertRegex(self.answers(OK, "rules", "lc4.2", "--language", "de"), r"\ALC4\.2 Eine Beschleunigung darf")
        self.assertIn("RO3.4", self.answers(OK, "rules", "RO3"))
        self.assertRegex(self.answers(OK, "rules", "LC10.1"), r"blue +X 3 3 6 7 9 9 9 10 10 +100")

    def test_what_is_not_there_is_named(self):
        for arguments in (["chess"], ["LC99.1"], ["x" * 200], ["roller", "--language", "fr"]):
            self.assertIn(arguments[-1], self.answers(USAGE, "rules", *arguments))
        self.answers(NO, "rules", "roller", "--example")

    def test_the_example_of_425_points_can_be_replayed_and_verified(self):
        self.assertIn("rules lost-cities --example | pipwright replay -", self.answers(OK, "rules", "lost-cities"))
        record = self.answers(OK, "rules", "lost-cities", "--example")
        self.assertIn("Ada, 425 points", self.answers(OK, "replay", "-", text=record))
        self.assertIn("the score is right", self.answers(OK, "verify", "-", text=record))
        with open(os.path.join(ROOT, "docs", "examples", "lost-cities-425.pip"), encoding="utf-8") as file:
            self.assertEqual(record, file.read())


class Sheets(Case):
    def test_own_sheets_are_played_recorded_and_replayed(self):
        with open(os.path.join(ROOT, "sheets", "lost-cities", "jungle.json"), encoding="utf-8") as file:
            sheet = json.load(file)
        sheet["name"] = "tiny"
        sheet["columns"] = {"red": ".........", "blue": "....v...>"}
        path = self.file("tiny.json", json.dumps(sheet))
        self.assertIn("sound", self.answers(OK, "sheet", "check", path))
        self.answers(OK, "sim", "lost-cities", "--sheet", path, "--bots", "greedy,random", "--games", "2",
                     "--record", os.path.join(self.folder, "games"))
        record = os.path.join(self.folder, "games", "game-00000001.pip")
        self.assertIn("--sheet", self.answers(NO, "verify", record))
        self.assertIn("sound", self.answers(OK, "verify", record, "--sheet", path))

    def test_show_has_ladders_goals_and_thresholds_for_every_number_of_seats(self):
        jungle = self.answers(OK, "sheet", "show", "jungle")
        self.assertIn("Open bridges (+20): red", jungle)
        self.assertIn("  points       -50 -20 -15 -10   5  10  15 | 30  35  50\n", jungle)
        self.assertIn("  points           -40 -30 -20  10  20  30 | 60  70 100\n", jungle)
        self.assertNotIn("2 seats", jungle)
        for name in ("temple", "temple-variant"):
            with open(os.path.join(ROOT, "sheets", "escape", name + ".json"), encoding="utf-8") as file:
                sheet = json.load(file)
            shown = self.answers(OK, "sheet", "show", name)
            for seats in "234":
                alone = self.answers(OK, "sheet", "show", name, "--seats", seats)
                for difficulty, goals in sheet["goals"].items():
                    heading = "" if difficulty == "easy" else f"{seats} seats, difficulty={difficulty}:\n"
                    goal = f"Round 1 of {sheet['rounds'][seats]}, {sheet['rounds'][seats] - 1} more after it. Gems: 0 of {goals[seats]}"
                    self.assertIn(heading + goal, alone)
                    self.assertIn(heading + goal, shown)
                for track, about in sheet["tracks"].items():
                    boxes = ["*" if i + 1 == about["gem"][seats] else "." for i in range(about["boxes"])]
                    self.assertRegex(alone, rf"  {track} +{re.escape(' '.join(boxes))}\n")
                    self.assertRegex(shown, rf"  {track} +{re.escape(' '.join(boxes))}\n")
        self.assertIn("2 to 4", self.answers(USAGE, "sheet", "show", "temple", "--seats", "5"))

    def test_every_fault_of_a_sheet_is_listed_with_its_place(self):
        path = self.file("bad.json", '{\n  "pipwright-sheet": 1, "game": "lost-cities", "name": "Bad Name",\n'
                         '  "title": {"en": "x", "de": 3},\n  "columns": {"red": "..", "pink": "........."},\n'
                         '  "ladders": {},\n  "bridge": 77, "bonus": 20\n}\n')
        faults = self.answers(NO, "sheet", "check", path)
        for expected in ("2:", "name: a name is made of", "title.de: must be a string", "columns.red: must have 9",
                         "columns.pink: unknown key", "ladders.dice: is missing", f"{path}:6:13: bridge"):
            self.assertIn(expected, faults)

    def test_a_changed_sheet_that_keeps_a_shipped_name_is_warned_of(self):
        with open(os.path.join(ROOT, "sheets", "pig", "classic.json"), "rb") as file:
            shipped = file.read()
        for name, content, warned in (("same", shipped, False), ("changed", shipped + b"\n", True),
                                      ("own", shipped.replace(b'"classic"', b'"mine"') + b"\n", False)):
            path = self.file(name + ".json", content)
            done = run("sheet", "check", path)
            self.assertEqual((done.returncode, "sound" in done.stdout), (OK, True))
            self.assertEqual('warning: name: "classic" is the name of a shipped sheet' in done.stderr, warned)

    def test_hostile_sheets_are_refused(self):
        for name, content in {"empty": b"", "deep": b"[" * 60000, "dup": b'{"a":1,"a":2}', "text": b"no", "bom": b"\xef\xbb\xbf{}",
                              "huge": b" " * 70000, "list": b"[]", "nul": b"{\"a\": [2\x00]}", "number": b'{"pipwright-sheet": 1e999}'}.items():
            with self.subTest(name):
                self.assertTrue(self.answers(NO, "sheet", "check", self.file(name + ".json", content)))


class Studies(Case):
    """What `sheet study` says of a sheet, and that it is what the games say."""
    def study(self, which, *more):
        return json.loads(self.answers(OK, "sheet", "study", which, "--bots", "greedy", "--json", *more))

    def part(self, study, title):
        (part,) = (part for part in study["parts"] if part["part"].startswith(title))
        return part["count"], {row["name"]: row for row in part["rows"]}

    def test_scores_are_those_of_the_same_games_in_sim(self):
        for which, game, seats in (("jungle", "lost-cities", 3), ("turtle", "roller", 2), ("temple", "escape", 2), ("classic", "pig", 2)):
            study = self.study(which, "--games", "40", "--seats", str(seats), "--seed", "5")
            sim = json.loads(self.answers(OK, "sim", game, "--sheet", which, "--bots", ",".join(["greedy"] * seats), "--games", "40",
                                          "--seed", "5", "--json"))
            means = [result["mean"] for result in sim["results"]]
            self.assertAlmostEqual(study["score"]["mean"], sum(means) / seats)
            self.assertEqual(study["score"]["lowest"], min(sim["totals"]["lowest"]))
            self.assertEqual(study["score"]["highest"], max(sim["totals"]["highest"]))
            self.assertEqual(study["turns_per_game"], sim["turns_per_game"])
            self.assertEqual(sum(bar["count"] for bar in study["score"]["histogram"]), 40 * (1 if game == "escape" else seats))
            quantiles = list(study["score"]["quantiles"].values())
            self.assertEqual(quantiles, sorted(quantiles))
            self.assertEqual("seats" in study, game in ("lost-cities", "pig"))
            for seat in study.get("seats", []):
                self.assertAlmostEqual(seat["win_share"], sim["results"][seat["seat"]]["win_share"])
                self.assertAlmostEqual(seat["above_mean"], means[seat["seat"]] - sum(means) / seats)
            self.assertEqual(study.get("win_rate"), sim.get("win_rate"))

    def test_threads_change_nothing(self):
        for which in ("jungle", "turtle", "temple"):
            whole = self.answers(OK, "sheet", "study", which, "--bots", "greedy", "--games", "31")
            self.assertEqual(self.answers(OK, "sheet", "study", which, "--bots", "greedy", "--games", "31", "--threads", "3"), whole)
            self.assertNotEqual(self.answers(OK, "sheet", "study", which, "--bots", "greedy", "--games", "31", "--seed", "2"), whole)

    def test_the_parts_of_lost_cities_add_up(self):
        study = self.study("jungle", "--games", "60")
        sheets, columns = self.part(study, "columns")
        games, bridges = self.part(study, "bonus bridges")
        self.assertEqual((sheets, games), (120, 60))
        _, whole = self.part(study, "sheets")
        self.assertEqual(list(columns), ["red", "orange", "yellow", "green", "blue", "purple", "artefacts", "dice"])
        points = sum(column["points"] for column in columns.values()) + 20 * whole["all"]["bridges"]
        self.assertAlmostEqual(points, study["score"]["mean"])
        self.assertAlmostEqual(whole["all"]["exhausted"], columns["dice"]["full"])
        for name, bridge in bridges.items():
            self.assertAlmostEqual(bridge["seat 0"] + bridge["seat 1"], 2 * columns[name]["bonus"])
            self.assertAlmostEqual(bridge["seat 0"] + bridge["seat 1"] - bridge["several"], bridge["anybody"])

    def test_the_parts_of_roller_add_up(self):
        study = self.study("snowflake", "--games", "10")
        _, areas = self.part(study, "areas")
        _, hexes = self.part(study, "hexes")
        self.assertAlmostEqual(sum(hex["empty"] for hex in hexes.values()), sum(area["hexes left"] for area in areas.values()))
        self.assertEqual(list(self.part(study, "bonuses")[1]), ["more", "two", "third"])
        self.assertEqual(list(self.part(study, "pairs")[1]), list("345678"))

    def test_the_parts_of_escape_add_up(self):
        study = self.study("temple", "--games", "60", "--option", "difficulty=hard")
        lost, missing = self.part(study, "what was missing")
        _, games = self.part(study, "games")
        _, gems = self.part(study, "gems")
        _, chambers = self.part(study, "chambers")
        self.assertEqual(lost, round(60 * (1 - study["win_rate"])))
        self.assertAlmostEqual(sum(source["gems"] for source in gems.values()), study["score"]["mean"])
        self.assertAlmostEqual(games["all"]["gems"], study["score"]["mean"])
        self.assertTrue(0 < lost and 0 < missing["all"]["gems"] + missing["all"]["seats at the exit"])
        self.assertEqual(len(chambers), 25)
        for chamber in chambers.values():
            self.assertLessEqual(chamber["crossed"], chamber["times"])

    def test_own_sheets_are_studied_and_faults_are_said(self):
        with open(os.path.join(ROOT, "sheets", "lost-cities", "jungle.json"), encoding="utf-8") as file:
            sheet = json.load(file)
        sheet["name"] = "tiny"
        sheet["columns"] = {"red": ".........", "blue": "....v...>"}
        path = self.file("tiny.json", json.dumps(sheet))
        self.assertEqual(list(self.part(self.study(path, "--games", "5", "--seats", "1"), "columns")[1]),
                         ["red", "blue", "artefacts", "dice"])
        told = self.answers(OK, "sheet", "study", path, "--games", "5", "--bots", "random")
        self.assertIn("5 games between bots that play as random", told)
        self.answers(OK, "sheet", "study", "temple-variant", "--games", "2", "--bots", "random")
        sheet["bridge"] = 77
        self.assertIn("bridge", self.answers(NO, "sheet", "study", self.file("bad.json", json.dumps(sheet))))
        self.assertTrue(self.answers(USAGE, "sheet", "study"))
        for more in (["--seats", "6"], ["--games", "0"], ["--bots", "genius"], ["--threads", "0"], ["--option", "order=chaos"]):
            with self.subTest(more):
                self.assertTrue(self.answers(USAGE, "sheet", "study", path, *more))


class Simulation(Case):
    def sim(self, *more):
        return self.answers(OK, "sim", "lost-cities", "--seats", "3", "--bots", "greedy,random,random", "--games", "301",
                            "--seed", "7", "--json", *more)

    def test_threads_and_shards_give_the_same_bits(self):
        whole = self.sim()
        self.assertEqual(self.sim("--threads", "2"), whole)
        self.assertEqual(self.sim("--threads", "7"), whole)
        for shards in (1, 3, 5):
            paths = [self.file(f"{i}-{shards}.json", self.sim("--shard", f"{i}/{shards}", "--threads", "2"))
                     for i in range(shards)]
            self.assertEqual(self.answers(OK, "sim", "--merge", *paths), whole)
        self.assertIn("missing", self.answers(NO, "sim", "--merge", *paths[1:]))
        self.assertIn("twice", self.answers(NO, "sim", "--merge", *paths[1:], paths[1]))
        spoilt = json.loads(whole)
        spoilt["totals"]["wins"] = ["a", None, 1]
        self.assertIn("not the output", self.answers(NO, "sim", "--merge", self.file("s.json", json.dumps(spoilt))))

    def test_games_do_not_depend_on_how_many_are_played(self):
        folders = [os.path.join(self.folder, name) for name in "ab"]
        for folder, games in zip(folders, ("9", "4")):
            self.answers(OK, "sim", "lost-cities", "--games", games, "--seed", "5", "--record", folder)
        self.assertEqual(len(os.listdir(folders[0])), 9)
        for name in os.listdir(folders[1]):
            with open(os.path.join(folders[0], name)) as a, open(os.path.join(folders[1], name)) as b:
                self.assertEqual(a.read(), b.read())

    def test_a_folder_that_cannot_be_written_is_three(self):
        self.answers(FAILED, "sim", "pig", "--games", "2", "--record", "/proc/nowhere")


class Archive(Case):
    def take_in(self, **records):
        """Takes records into a store; what is said, and which games are in it after."""
        for name, content in records.items():
            self.file(os.path.join("records", name + ".pip"), content)
        store = self.path("games.db")
        done = run("archive", "import", store, self.path("records"))
        self.answers(OK, "archive", "export", store, self.path("out"))
        return done, sorted(os.listdir(self.path("out")))

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("records"))

    def test_import_takes_in_what_holds(self):
        done, stored = self.take_in(fair=golden("lost-cities-fair.pip"), seed=golden("pig.pip"), half=golden("roller-turtle-under-way.pip"))
        self.assertEqual((done.returncode, done.stdout), (OK, "2 taken in, 1 left out, 0 failed\n"))
        self.assertEqual(stored, ["fair.pip", "seed.pip"])

    def test_import_refuses_what_is_forged_with_file_and_reason(self):
        fair, seed = golden("lost-cities-fair.pip"), golden("pig.pip")
        nonce = fair[fair.index("fair-nonce 0 "):].split("\n")[0]
        changed = {"seed": seed.replace("dice seed 00", "dice seed 01"),
                   "nonce": fair.replace(nonce, "fair-nonce 0 " + "0" * 32),
                   "commitment": fair.replace("dice fair ", "dice fair " + "0" * 64 + "\n; "),
                   "score": seed[:seed.rindex("=")] + "= 100 100\n",
                   "rule": seed.replace("\n0 roll\n", "\n1 roll\n", 1)}
        done, stored = self.take_in(good=seed, **changed)
        self.assertEqual((done.returncode, done.stdout), (NO, "1 taken in, 0 left out, 5 failed\n"))
        self.assertEqual(stored, ["good.pip"])
        for name, reason in (("seed", "the seed gives"), ("nonce", "the secret gives"), ("commitment", "not the secret of the commitment"),
                             ("score", "the score is"), ("rule", "not that seat's turn")):
            said = [line for line in done.stderr.splitlines() if line.startswith(self.path(f"records/{name}.pip:"))]
            self.assertEqual(len(said), 1, done.stderr)
            self.assertIn(reason, said[0])

    def test_a_sheet_of_another_name_does_not_stand_in_for_the_one_a_record_names(self):
        with open(os.path.join(ROOT, "sheets", "pig", "classic.json"), encoding="utf-8") as file:
            self.file(os.path.join("records", "game.json"), file.read().replace('"classic"', '"mine"'))
        done, stored = self.take_in(game=golden("pig.pip"))
        self.assertEqual((done.returncode, stored), (OK, ["game.pip"]), done.stderr)


class Store(Case):
    """store check: the database of a server, sound and damaged."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("records"))
        for name in ("pig", "lost-cities-solo"):
            self.file(os.path.join("records", name + ".pip"), golden(name + ".pip"))
        self.store = self.path("games.db")
        self.answers(OK, "archive", "import", self.store, self.path("records"))

    def change(self, sql):
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            database.executescript(sql)

    def test_a_sound_store_is_said_to_be_and_left_as_it_is(self):
        with open(self.store, "rb") as file:
            before = file.read()
        self.assertRegex(self.answers(OK, "store", "check", self.store),
                         r"games.db: all is as it was written \(tables: 2, events: [1-9]\d+, sheets: 0, daily entries: 0, kept values: 0\)\n")
        found = json.loads(self.answers(OK, "store", "check", "--json", self.store))
        self.assertEqual((found["sound"], found["tables"], found["faults"]), (True, 2, []))
        with open(self.store, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_every_damaged_table_is_named_with_what_is_wrong(self):
        self.change("UPDATE events SET text = replace(text, 'e', 'f') WHERE seq = 3; DELETE FROM heads WHERE number = 2")
        done = run("store", "check", self.store)
        self.assertEqual(done.returncode, NO)
        self.assertEqual(len(done.stderr.splitlines()), 2)
        self.assertRegex(done.stderr, r"games.db: table [\w-]+: .* is damaged: its events are not what was written\n")
        self.assertRegex(done.stderr, r"games.db: table [\w-]+: .* is damaged: it has no head\n")
        self.assertIn("games.db: damaged (tables: 2", done.stdout)
        done = run("store", "check", self.store, "--json")
        self.assertEqual(done.returncode, NO)
        found = json.loads(done.stdout)
        self.assertFalse(found["sound"])
        self.assertEqual(len(found["faults"]), 2)
        self.assertTrue(all(fault["where"].startswith("table ") and fault["what"] for fault in found["faults"]))

    def test_what_is_no_store_of_ours_is_no_and_what_is_not_there_is_wrong_use(self):
        text = self.file("text.db", "not a database\n" * 100)
        self.assertIn("is not a database", self.answers(NO, "store", "check", text))
        found = json.loads(run("store", "check", "--json", text).stdout)
        self.assertEqual((found["sound"], found["faults"][0]["where"]), (False, "the file"))
        self.answers(USAGE, "store", "check", self.path("nowhere.db"))
        self.answers(USAGE, "store", "polish", self.store)
        self.assertFalse(os.path.exists(self.path("nowhere.db")))


class Measuring(Case):
    def test_bench_reports_rate_and_blocks(self):
        report = json.loads(self.answers(OK, "bench", "--games", "20", "--json"))
        self.assertGreater(report["decisions_per_second"], 0)
        self.assertGreater(report["blocks_per_decision"], 0)
        self.assertLessEqual(report["state_bytes"], 256)

    def test_perft_counts(self):
        self.assertEqual(self.answers(OK, "perft", "lost-cities", "--depth", "2"), "1 12320\n2 88550\n")


class Training(Case):
    def test_what_is_no_share_is_refused_before_anything_is_learned(self):
        net = self.path("pig.net")
        for wrong in ("abc", "7", "-0.1", "0.5x", ""):
            for option in ("--rate", "--lambda", "--explore"):
                self.answers(USAGE, "train", "pig", "--games", "10", "--output", net, option, wrong)
        self.assertFalse(os.path.exists(net))
        self.answers(OK, "train", "pig", "--games", "10", "--output", net, "--explore", "1")
        self.assertTrue(os.path.exists(net))


class Solve(Case):
    SHEET = os.path.join(ROOT, "sheets", "lost-cities", "training", "jungle-{}.json")

    def test_the_optimum_is_told_stored_and_played_against(self):
        kept, sheet = self.path("one"), self.SHEET.format(1)
        told = self.answers(OK, "solve", "lost-cities", "--sheet", sheet, "--output", kept)
        self.assertEqual(told, "Lost Cities Roll & Write on jungle-1, alone\noptimum 25.8688, at most 0.00001 off\n")
        played = self.answers(OK, "solve", "lost-cities", "--sheet", sheet, "--from", kept, "--play", "random",
                              "--games", "50", "--seed", "2", "--threads", "2")
        self.assertTrue(played.startswith(told + "\nrandom, 50 games, seed 2, "))
        self.assertRegex(played, r"share of the optimum -?[\d.]+ %, 95 % interval -?[\d.]+ to -?[\d.]+\n$")
        found = json.loads(self.answers(OK, "solve", "lost-cities", "--sheet", sheet, "--play", "optimum", "--json"))
        self.assertEqual((found["sheet"], round(found["optimum"], 4)), ("jungle-1", 25.8688))
        self.assertEqual((found["play"]["share"], found["play"]["share_95"]), (1, [1, 1]))
        with open(kept, "rb") as file:
            content = file.read()
        of = ("solve", "lost-cities", "--sheet", sheet, "--from")
        self.assertIn("cut short", self.answers(NO, *of, self.file("cut", content[:-5])))
        self.assertIn("larger than", self.answers(NO, *of, self.file("long", content + b"x")))
        self.assertIn("not a file of solved", self.answers(NO, *of, sheet))
        self.assertIn("another sheet", self.answers(NO, "solve", "lost-cities", "--sheet", self.SHEET.format(2),
                                                    "--from", kept))
        self.assertIn("cannot write", self.answers(FAILED, "solve", "lost-cities", "--sheet", sheet, "--output",
                                                   self.path("no/where")))

    def game_of_greedy(self, game, seats):
        """A record's path, and its lines."""
        games = self.path("games")
        os.mkdir(games)
        self.answers(OK, "sim", game, "--seats", str(seats), "--bots", ",".join(["greedy"] * seats), "--games", "1",
                     "--seed", "4", "--record", games)
        whole, = (os.path.join(games, name) for name in os.listdir(games))
        with open(whole, encoding="utf-8") as file:
            return whole, file.read().splitlines(keepends=True)

    def test_the_last_round_of_roller_is_told_exactly(self):
        whole, lines = self.game_of_greedy("roller", 1)
        roll = max(number for number, line in enumerate(lines) if line.startswith("* "))
        rolled = self.file("rolled.pip", "".join(lines[:roll + 1]).encode())
        told = self.answers(OK, "solve", "roller", rolled)
        points, turn = re.match(r"the best turn ends the game with (\d+) points: (.*)\n\d+ positions", told).groups()
        ended = self.file("ended.pip", "".join(lines[:roll + 1]).encode() +
                          "".join(f"0 {step}\n" for step in turn.split(", ")).encode())
        self.assertIn(f"{points} points", self.answers(OK, "replay", ended))
        self.assertEqual(json.loads(self.answers(OK, "solve", "roller", rolled, "--json"))["best"], int(points))
        self.assertIn("in the last round", self.answers(NO, "solve", "roller", whole))
        played = ("solve", "roller", "--play", "greedy", "--games", "20", "--seed", "2")
        self.assertRegex(self.answers(OK, *played, "--threads", "2"),
                         r"greedy, 20 games, seed 2, .*\nthe best turn in [\d.]+ %, .*\nmean loss [\d.]+, ")
        found = json.loads(self.answers(OK, *played, "--json"))
        self.assertLessEqual(found["best_95"][0], found["best"])
        self.assertGreaterEqual(found["last_loss"], 0)

    def test_a_turn_of_escape_is_told_exactly_with_every_first_choice(self):
        whole, lines = self.game_of_greedy("escape", 2)
        keeps = [number for number, line in enumerate(lines) if re.match(r"\d keep", line)]
        taken = next(number for number, line in enumerate(lines) if re.match(r"\d take", line))
        upto = lambda number: self.file("here.pip", "".join(lines[:number]).encode())
        last = max(number for number in keeps if number < taken)  # of the first turn
        told = self.answers(OK, "solve", "escape", upto(last))
        worth = re.match(r"turn 1, seat 0: worth (-?[\d.]+) under the best play of the turn\n"
                         r"its end is valued by the net for temple, 2 to 2 seats; to have won is 1000\n", told)[1]
        choices = re.findall(r"^ +(-?[\d.]+)  (.*)$", told, re.M)
        legal = self.answers(OK, "legal", upto(last)).splitlines()
        self.assertEqual(sorted("0 " + move for _, move in choices), sorted(legal))
        self.assertEqual(choices[0][0], worth)
        self.assertEqual(sorted((float(value) for value, _ in choices), reverse=True),
                         [float(value) for value, _ in choices])
        found = json.loads(self.answers(OK, "solve", "escape", upto(last), "--json"))
        self.assertAlmostEqual(found["worth"], float(worth), 5)
        self.assertEqual([choice["move"] for choice in found["choices"]], [move for _, move in choices])
        roll = json.loads(self.answers(OK, "solve", "escape", upto(last - 1), "--json"))
        self.assertEqual(roll["choices"], [])  # the dice come next
        self.assertIn("active seat", self.answers(NO, "solve", "escape", upto(taken)))
        self.assertIn("active seat", self.answers(NO, "solve", "escape", whole))
        self.assertIn("not of Escape", self.answers(NO, "solve", "escape", self.file(
            "pig.pip", b"pipwright record 1\ngame pig\nsheet classic\nseats 2\n\n")))

    def test_a_bound_is_told(self):
        of = ("solve", "lost-cities", "--sheet", self.SHEET.format(2), "--bound", "fine")
        found = json.loads(self.answers(OK, *of, "--json"))
        self.assertTrue(110.9757 < found["bound"] < 187)
        self.assertIn("nobody expects more than %.3f" % found["bound"], self.answers(OK, *of, "--threads", "2"))

    def test_a_position_is_solved_line_by_line(self):
        folder = os.path.join(os.path.dirname(GOLDEN), "known")
        known = json.loads(self.read(os.path.join(folder, "known.json")))
        name = next(name for name in sorted(known) if name.startswith("lost-cities-jungle-club"))
        of = ("solve", "lost-cities", os.path.join(folder, name + ".pip"))
        best, second = json.loads(self.answers(OK, *of, "--json"))[:2]
        self.assertEqual((best["points"], best["line"], second["points"]),
                         (known[name]["exact"], known[name]["line"], known[name]["second"]))
        self.assertIn("%.6f  %s\n" % (best["points"], ", ".join(best["line"])), self.answers(OK, *of))
        rolled = self.file("rolled.pip", HEADER.replace("seats 2", "seats 1") + "* red red blue 0 3 7\n")
        self.assertTrue(self.answers(NO, "solve", "lost-cities", rolled))

    def test_what_cannot_be_solved_is_wrong_use(self):
        one, four = self.SHEET.format(1), self.SHEET.format(4)
        for arguments in (["pig"], ["chess"], ["lost-cities"], ["lost-cities", "--sheet", four, "--play", "greedy"],
                          ["lost-cities", "--sheet", four, "--output", self.path("four")],
                          ["lost-cities", "--sheet", one, "--play", "nobody"],
                          ["lost-cities", "--sheet", one, "--threads", "0"],
                          ["lost-cities", "--sheet", one, "--bound", "smooth"],
                          ["lost-cities", "--sheet", one, "--bound", "fine", "--play", "greedy"],
                          ["roller", "--play", "greedy", "--bound", "fine"], ["yahtzee", "--bound", "fine"],
                          ["lost-cities", "--sheet", one, "--from", "/nowhere"],
                          ["lost-cities", "--sheet", one, "--games", "0"], ["yahtzee", "--sheet", one],
                          ["yahtzee", "record"], ["roller"], ["roller", "record", "--play", "greedy"],
                          ["roller", "--play", "optimum"], ["roller", "--play", "greedy", "--output", "x"],
                          ["escape"], ["escape", "record", "--positions", "2"], ["roller", "--positions", "2"],
                          ["escape", "--positions", "2", "--from", "x"], ["escape", "record", "--play", "greedy"],
                          ["escape", "--positions", "1", "--play", "nobody"],
                          ["escape", "--positions", "1", "--seats", "9"]):
            with self.subTest(arguments):
                self.assertTrue(self.answers(USAGE, "solve", *arguments).strip())


class Reviews(Case):
    SMALL = ("--outcomes", "8", "--playouts", "2")

    @staticmethod
    def kept(name):
        return os.path.join(GOLDEN, name + ".pip")

    def test_a_card_adds_up_in_every_game(self):
        for name in ("lost-cities-sequence", "roller-two", "escape", "pig", "lost-cities-five-under-way"):
            with self.subTest(name):
                card = json.loads(self.answers(OK, "review", self.kept(name), "--json", *self.SMALL))
                self.assertEqual((card["stage"], card["progress"]), ("done", 1000))
                for seat in card["cards"]:
                    own = [choice for choice in card["choices"] if choice["seat"] == seat["seat"] and choice["count"] > 1]
                    self.assertEqual(len(own), seat["choices"])
                    self.assertAlmostEqual(sum(choice["loss"] for choice in own), seat["loss"], 2)
                    luck = sum(roll["after"][seat["seat"]]["value"] - roll["before"][seat["seat"]]["value"] for roll in card["rolls"])
                    self.assertAlmostEqual(luck, seat["luck"], 2)
                    parts = seat["start"]["value"] + seat["luck"] - seat["loss"] + seat["rest"]
                    self.assertAlmostEqual(parts, seat["end"]["value"], 2)

    def test_it_is_told_in_both_languages_and_as_a_page(self):
        path = self.kept("lost-cities-solo")
        self.assertIn("best or nearly so", self.answers(OK, "review", path, *self.SMALL))
        self.assertIn("beste oder fast beste Wahl", self.answers(OK, "review", path, "--language", "de", *self.SMALL))
        page = self.answers(OK, "review", path, "--html", *self.SMALL)
        self.assertTrue(page.startswith("<!doctype html>") and page.rstrip().endswith("</html>"))
        self.assertNotIn("<script", page)

    def test_a_hint_ranks_what_can_be_done(self):
        rolled = self.file("rolled.pip", HEADER + "* red red blue 0 3 7\n")
        hint = json.loads(self.answers(OK, "hint", rolled, "--json", "--playouts", "2"))
        lacks = [choice["lacksWin"] for choice in hint["choices"]]
        self.assertEqual((hint["seat"], lacks[0]), (0, 0))
        self.assertEqual(len(hint["split"]["items"]), 9)
        self.assertIn("refuse the dice", self.answers(OK, "hint", rolled, "--playouts", "0"))

    def test_bad_input_is_said(self):
        fresh, bad = self.file("fresh.pip", HEADER), self.file("bad.pip", "nonsense\n")
        nowhere = self.file("nowhere.pip", HEADER.replace("jungle", "nowhere"))
        self.assertIn("a roll is due", self.answers(NO, "hint", fresh))
        self.assertIn("is over", self.answers(NO, "hint", self.kept("pig")))
        self.assertIn("0 %", self.answers(OK, "review", fresh))
        for command in ("review", "hint"):
            self.assertIn("bad.pip:1:1", self.answers(NO, command, bad))
            self.assertIn("no sheet of this name", self.answers(NO, command, nowhere))
            self.answers(USAGE, command, fresh, "--language", "fr")
        self.answers(USAGE, "review", self.kept("pig"), "--seat", "2")
        self.answers(USAGE, "review", self.kept("pig"), "--json", "--html")


class Puzzles(Case):
    FOLDER = os.path.join(ROOT, "puzzles")
    GAMES = ("lost-cities", "roller", "escape")
    LEAST = 60  # of a game

    def shipped(self, game):
        with open(os.path.join(self.FOLDER, game + ".txt"), encoding="utf-8") as file:
            return file.read()

    def test_every_shipped_one_holds_and_greedy_misses_half(self):
        for game in self.GAMES:
            with self.subTest(game):
                said = self.answers(OK, "puzzles", "--check", os.path.join(self.FOLDER, game + ".txt"))
                count, missed = re.search(r": (\d+) puzzles hold; greedy misses (\d+)", said).groups()
                self.assertGreaterEqual(int(count), self.LEAST)
                self.assertGreaterEqual(2 * int(missed), int(count))

    def test_a_set_has_variety(self):
        for game in self.GAMES:
            text = self.shipped(game)
            seats = set(re.findall(r"^seats (\d)$", text, re.M))
            self.assertLessEqual({"2", "3", "4"} if game == "escape" else {"1", "2", "3", "4"}, seats)
            sheets = set(re.findall(r"^sheet (\S+)$", text, re.M))
            self.assertEqual(len(sheets), {"lost-cities": 2, "roller": 3, "escape": 1}[game])
            if game == "escape":
                self.assertEqual(len(set(re.findall(r"^option difficulty=(\S+)$", text, re.M))), 3)
            self.assertGreater(len(set(re.findall(r"^puzzle-seat (\d)$", text, re.M))), 2)

    def test_the_same_seed_finds_the_same(self):
        for game in self.GAMES:
            with self.subTest(game):
                found = run("puzzles", game, "--count", "2", "--seed", "2026").stdout
                self.assertTrue(self.shipped(game).startswith(found) and found.count("puzzle-best") == 2)

    def test_a_puzzle_is_a_record_and_a_wrong_answer_is_found(self):
        first = "pipwright record 1\n" + self.shipped("lost-cities").split("pipwright record 1\n")[1]
        path = self.file("one.pip", first)
        self.assertIn("follow from the seed", self.answers(OK, "verify", path))
        hint = json.loads(self.answers(OK, "hint", path, "--json", "--playouts", "0", "--seat",
                                       re.search(r"^puzzle-seat (\d)$", first, re.M).group(1)))
        self.assertIn("puzzle-best " + ", ".join(hint["choices"][0]["line"]) + "\n", first)
        best, following = (re.search(f"^puzzle-{key} (.*)$", first, re.M).group(1) for key in ("best", "next"))
        swapped = first.replace("puzzle-best " + best, "puzzle-best " + following)
        self.assertIn("another answer", self.answers(NO, "puzzles", "--check", self.file("bad.pip", swapped)))
        doubt = re.sub(r"^puzzle-played .*$", "puzzle-played 400 1.000 0.900 0.0100 0.0090", first, flags=re.M)
        self.assertIn("not confirmed", self.answers(NO, "puzzles", "--check", self.file("doubt.pip", doubt)))
        self.assertIn("the same position", self.answers(NO, "puzzles", "--check", self.file("two.pip", first + first)))
        self.assertIn("which seat", self.answers(NO, "puzzles", "--check", self.file("plain.pip", HEADER)))

    def test_wrong_use_is_said(self):
        for arguments in (["puzzles"], ["puzzles", "chess"], ["puzzles", "roller", "--count", "0"],
                          ["puzzles", "roller", "--check", "x"], ["puzzles", "--check", "/nowhere"]):
            with self.subTest(arguments):
                self.assertTrue(self.answers(USAGE, *arguments).strip())
        self.assertIn("no puzzle", self.answers(NO, "puzzles", "pig", "--seed", "1"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
