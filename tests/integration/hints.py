#!/usr/bin/env python3
"""hints.py PIPWRIGHT: that hints are right where the truth is known (tests/known), in both languages.

Every sentence is read back and compared with the figures of --json: what it names must be the largest, have its sign, and
add up. tools/known.py has made the positions.
"""
import json
import os
import re
import sys
import unittest

from program import OK, ROOT, Case

sys.path.insert(0, os.path.join(ROOT, "tools"))
from known import said  # noqa: E402

KNOWN = os.path.join(ROOT, "tests", "known")
NUMBER = r"([+-]?\d+(?:[.,]\d)?)"
WORDS = {
    "en": {"points": "points", "to_win": "to win", "to_escape": "to escape", "lacks": "lacks ", "same": "as good",
           "share": "percentage points of the chance ",
           "hardly": "lacks next to nothing", "but": "(but ", "more": " more)", "nothing": "nothing",
           "choices": r"(\d+) choices?", "brings": "compared with the second, the first brings: ", "equal": "the first two bring the same.",
           "alike": "the first two do not differ noticeably: ", "else": "all else", "together": "together ",
           "error": "(standard error ", "over": "With either the game is over; ", "times": r"Played on (\d+) times, ",
           "besides": "Right after the first, compared with the second: ",
           "doubt": "Played on, the second is ahead: the judge may be wrong here."},
    "de": {"points": "Punkte", "to_win": "Siegchance", "to_escape": "Fluchtchance", "lacks": "es fehlen ",
           "share": "Prozentpunkte ", "same": "genauso gut", "hardly": "es fehlt fast nichts", "but": "(aber ",
           "more": " mehr)", "nothing": "nichts",
           "choices": r"(\d+) Möglichkeit(?:en)?", "brings": "bringt das Erste gegenüber dem Zweiten: ",
           "equal": "die ersten beiden bringen gleich viel.",
           "alike": "unterscheiden sich die ersten beiden nicht merklich: ", "else": "alles andere", "together": "zusammen ",
           "error": "(Standardfehler ", "over": "Mit beiden ist die Partie zu Ende; ", "times": r"(\d+)-mal weitergespielt ",
           "besides": "Gleich nach dem Ersten, verglichen mit dem Zweiten: ",
           "doubt": "Weitergespielt liegt das Zweite vorn: Hier kann das Urteil falsch sein."},
}
ITEMS = {"artefacts": "Artefakte", "dice symbols": "Würfelsymbole", "bonus bridges": "Bonus-Brücken", "bonuses": "Boni",
         "red row": "rote Reihe", "green row": "grüne Reihe", "chambers": "Kammern", "tracks": "Leisten",
         "way to the exit": "Weg zum Ausgang", "dice for the others": "Würfel für die anderen",
         "special chambers": "besondere Kammern", "maps": "Schatzkarten", "middle": "Mittelbereich", "red": "rot",
         "orange": "orange", "yellow": "gelb", "green": "grün", "blue": "blau", "purple": "lila",
         **{f"pair {n}": f"Zahlenpaar {n}" for n in range(3, 9)}}


def figure(text):
    return float(text.replace(",", "."))


class Sentence:
    """The hint as text, taken apart."""

    def __init__(self, text, language):
        self.words = words = WORDS[language]
        head, self.body = text.split("\n\n", 1)
        self.count = int(re.search(words["choices"], head)[1])
        self.choices = []
        lines = self.body.split("\n\n")[0].rstrip("\n").split("\n")
        for name, worth in zip(lines[::2], lines[1::2]):
            number, line = re.fullmatch(r" +(\d+)  (.*)", name).groups()
            assert int(number) == len(self.choices) + 1
            self.choices.append((line, *self.worth(worth.strip())))
        self.why = self.body.split("\n\n")[-1].strip("\n").split("\n") if "\n\n" in self.body else []

    def amounts(self, text):
        """{"points": 2.3, "win": 1.4}: what stands in words like "1.4 % to win, 2.3 points"; differences of chances are
        percentage points."""
        found = {}
        for part in re.findall(NUMBER + r"( %)? ([^,;()]+)", text):
            number, percent, unit = part
            share = not percent and unit.startswith(self.words["share"])
            unit = unit[len(self.words["share"]):] if share else unit
            win = percent or share
            assert unit.strip() in ((self.words["to_win"], self.words["to_escape"]) if win else (self.words["points"],)), part
            found["win" if win else "points"] = figure(number)
        return found

    def worth(self, text):
        worth, _, lacks = text.partition("; ")
        if not lacks:
            return self.amounts(worth), None
        if lacks in (self.words["same"], self.words["hardly"]):
            return self.amounts(worth), lacks
        assert lacks.startswith(self.words["lacks"]), lacks
        less, _, more = lacks[len(self.words["lacks"]):].partition(" " + self.words["but"])
        assert not more or more.endswith(self.words["more"]), lacks
        found = {} if less == self.words["nothing"] else self.amounts(less)
        for key, amount in self.amounts(more[:-len(self.words["more"])]).items():
            found[key] = -amount
        return self.amounts(worth), found

    def parts(self, text):
        """Items in order, what all else is, the total, its error, and the chance."""
        items, rest, win = [], 0.0, None
        told, _, total = text.rpartition(self.words["together"])
        for part in filter(None, told.rstrip("; ").split(", ")):
            name, number = re.fullmatch(r"(.*) " + NUMBER, part).groups()
            if name == self.words["else"]:
                rest = figure(number)
            else:
                items.append((name, figure(number)))
        together = re.match(NUMBER + r"(?: \((?:standard error|Standardfehler) " + NUMBER + r"\))?(?:, (.*))?", total)
        if together[3]:
            win = figure(re.match(NUMBER + " " + self.words["share"], together[3])[1])
        return items, rest, figure(together[1]), figure(together[2]) if together[2] else 0.0, win


class Hints(Case):
    def hint(self, name, known, *more):
        sheet = ["--sheet", os.path.join(ROOT, known["sheet"])] if known["sheet"] else []
        return self.answers(OK, "hint", os.path.join(KNOWN, name + ".pip"), "--playouts", "16", *sheet, *more)

    def check_choices(self, told, hint, known, language):
        team, win = known["game"] == "escape", known["game"] == "escape"
        self.assertEqual((told.count, len(told.choices)), (hint["count"], len(hint["choices"])))
        for (words, worth, lacks), choice in zip(told.choices, hint["choices"]):
            self.assertEqual(words, said(known["game"], choice["line"], language == "de"))
            if not team:
                self.assertAlmostEqual(worth["points"], choice["value"], delta=0.0501)
            if win:
                self.assertAlmostEqual(worth["win"], 100 * choice["win"], delta=0.0501)
            if choice is hint["choices"][0]:
                self.assertIsNone(lacks)
                continue
            off = 100 * choice["lacksWin"] if win else choice["lacks"]
            if lacks == told.words["same"]:
                self.assertEqual(off, 0)
            elif lacks == told.words["hardly"]:
                self.assertLess(abs(off), 0.0501)
            else:
                self.assertAlmostEqual(lacks["win" if win else "points"], off, delta=0.0501)

    def check_why(self, told, hint, language):
        if "split" not in hint:
            self.assertEqual(len(hint["choices"]), 1)
            return
        words, split = told.words, hint["split"]
        self.besides += self.check_besides(told, split, language)
        total, error = split["total"], split["error"]
        sentence = told.why[0]
        if sentence.startswith(words["over"]):
            self.assertEqual(error, 0)
            sentence = sentence[len(words["over"]):]
        else:
            times = re.match(words["times"], sentence)
            self.assertEqual(int(times[1]), split["samples"])
            sentence = sentence[times.end():]
        by_win = any(choice["win"] for choice in hint["choices"])
        behind = split["won"] < -2 * split["wonError"] if by_win else total < -2 * error
        self.assertEqual(words["doubt"] in told.why, behind)
        if sentence == words["equal"]:
            self.assertLess(abs(total), 0.25)
        elif sentence.startswith(words["alike"]):
            _, _, together, _, _ = told.parts(sentence[len(words["alike"]):])
            self.assertTrue(abs(total) < 0.25 or abs(total) < 2 * error)
            self.assertAlmostEqual(together, total, delta=0.0501)
        else:
            self.assertTrue(sentence.startswith(words["brings"]), sentence)
            self.check_parts(told, sentence[len(words["brings"]):].rstrip("."), split, language)

    def check_besides(self, told, split, language):
        """What the first leads to at once besides points stands there whole, and nothing where it leads to the same."""
        lines = [line for line in told.why if line.startswith(told.words["besides"])]
        name = lambda item: ITEMS[item["name"]] if language == "de" else item["name"]
        words = [f"{name(item)} {item['more']:+d}" for item in split["besides"] if item["more"]]
        self.assertEqual(lines, [told.words["besides"] + ", ".join(words) + "."] if words else [])
        return len(words)

    def check_parts(self, told, text, split, language):
        if told.words["together"] not in text: # only the chance differs
            win = figure(re.match(NUMBER + " " + told.words["share"], text)[1])
            self.assertAlmostEqual(win, 100 * split["won"], delta=0.0501)
            return
        items, rest, together, error, win = told.parts(text)
        figures = {ITEMS.get(item["name"], item["name"]) if language == "de" else item["name"]: item for item in split["items"]}
        sizes = [abs(number) for _, number in items]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        for name, number in items:
            self.assertAlmostEqual(number, figures[name]["points"], delta=0.0501)
            self.assertGreaterEqual(abs(figures[name]["points"]), 2 * figures[name]["error"])
        clear = [abs(item["points"]) for item in split["items"]
                 if abs(item["points"]) >= 0.25 and abs(item["points"]) >= 2 * item["error"]]
        if clear: # the one that is named first is the largest
            self.assertAlmostEqual(sizes[0], max(clear), delta=0.0501)
        if items:
            self.assertAlmostEqual(sum(number for _, number in items) + rest, together, places=5)
        self.assertAlmostEqual(together, split["total"], delta=0.0501)
        self.assertAlmostEqual(error, split["error"], delta=0.0501)
        if win is not None:
            self.assertAlmostEqual(win, 100 * split["won"], delta=0.0501)

    def check_truth(self, hint, known):
        """The best choice is the one that is known; its figures are exact where the game is over, and else within four of
        the errors that are stated."""
        best = hint["choices"][0]
        if known["game"] == "escape":
            self.assertEqual(best["win"], 1)
        elif known["last"]:
            self.assertAlmostEqual(best["value"], known["exact"], delta=0.0005)
        if known["second"] is None or known["game"] == "escape":
            return
        self.assertEqual(best["line"], known["line"])
        if known["last"]:
            self.assertAlmostEqual(hint["choices"][1]["lacks"], known["exact"] - known["second"], delta=0.0005)

    def test_hints_are_right_and_say_what_their_figures_say(self):
        with open(os.path.join(KNOWN, "known.json"), encoding="utf-8") as file:
            positions = json.load(file)
        self.assertGreaterEqual(len(positions), 40)
        self.besides = 0
        for name, known in positions.items():
            hint = json.loads(self.hint(name, known, "--json"))
            with self.subTest(name):
                self.check_truth(hint, known)
            for language in ("en", "de"):
                with self.subTest(name, language=language):
                    told = Sentence(self.hint(name, known, "--language", language), language)
                    if known["second"] is not None:
                        self.assertEqual(told.choices[0][0], known[language])
                    self.check_choices(told, hint, known, language)
                    self.check_why(told, hint, language)
        self.assertGreater(self.besides, 10, "what lines lead to is told in some of them")

    def test_played_on_the_figures_are_the_exact_ones_within_their_error(self):
        """Where master plays on, what the second lacks is what the solver says, within four standard errors."""
        with open(os.path.join(KNOWN, "known.json"), encoding="utf-8") as file:
            positions = json.load(file)
        for name, known in positions.items():
            if known["second"] is None:
                continue
            with self.subTest(name):
                hint = json.loads(self.hint(name, known, "--level", "master", "--rollouts", "128", "--luck", "4", "--json"))
                self.assertEqual(hint["choices"][0]["line"], known["line"])
                second = hint["choices"][1]
                lacks = known["exact"] - known["second"]
                self.assertLessEqual(lacks - second["lacks"], 4 * second["error"] + 0.001)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
