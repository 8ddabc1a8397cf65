#!/usr/bin/env python3
"""fair_dice.py PIPWRIGHT TEST_FAIR: fair dice from outside. The programs of docs/fair-dice.md, taken from there,
compute its vectors and prove records that the library made; `pipwright verify` finds what was forged."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, MAKER = map(os.path.abspath, sys.argv[1:3])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GOLDEN = os.path.join(ROOT, "tests", "golden", "lost-cities-fair.pip")
OK, NO = range(2)
ESCAPE = ((2, 3, "draw"), (3, 8, "variant=closed"), (4, 5, "draw", "variant=lottery"), (2, 6, "variant=dice"))
GAMES = (("lost-cities", 1, 4), ("lost-cities", 2, 7), ("lost-cities", 5, 200, "draw"), ("pig", 2, 1), ("pig", 4, 99),
         ("roller", 1, 2), ("roller", 3, 12), *(("escape", *made) for made in ESCAPE))
with open(os.path.join(ROOT, "docs", "fair-dice.md"), encoding="utf-8") as document:
    DOCUMENT = document.read()
ROLL, VERIFIER = re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.S | re.M)
JAVASCRIPT, = re.findall(r"^```js\n(.*?)^```", DOCUMENT, re.S | re.M)
VECTORS = re.search(r"^```\n(secret .*?)^```", DOCUMENT, re.S | re.M)[1]


def run(*command, text=""):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def make(game, seats, seed, *words):
    done = run(MAKER, "record", game, str(seats), str(seed), *words)
    assert done.returncode == 0, done
    return done.stdout


def vectors():
    """What the vectors are made of, then a list of (roll, sides of the dice, sides rolled)."""
    value = dict(re.findall(r"^(secret|commitment|table|nonce \d) (\S+)$", VECTORS, re.M))
    parts = (value["secret"], value["table"], [value["nonce 0"], value["nonce 1"]])
    rolls = [(int(k), [int(n) for n in dice.replace(",", "").split()], [int(n) for n in sides.split()])
             for k, dice, sides in re.findall(r"^roll (\d+) of ([\d, ]+): ([\d ]+)$", VECTORS, re.M)]
    return value, parts, rolls


def as_written(dice, sides):
    """Sides of equal dice sorted; of dice with 1,291 sides the faces."""
    pairs = sorted(zip(dice, (side // 255 if n == 1291 else side for n, side in zip(dice, sides))))
    return [side for _, side in pairs]


class Document(unittest.TestCase):
    def test_python_computes_the_vectors(self):
        import hashlib
        names = {}
        exec(ROLL, names)  # the document is ours
        value, (secret, table, nonces), rolls = vectors()
        self.assertEqual(hashlib.sha256(bytes.fromhex(secret)).hexdigest(), value["commitment"])
        self.assertGreater(len(rolls), 10)
        for k, dice, sides in rolls:
            self.assertEqual(as_written(dice, names["roll"](bytes.fromhex(secret), table, nonces, k, dice)), sides)

    def test_javascript_computes_the_vectors(self):
        _, (secret, table, nonces), rolls = vectors()
        script = f"""globalThis.crypto ??= require("node:crypto").webcrypto; // Node 18 has it here only
        {JAVASCRIPT}
        const secret = Uint8Array.from(Buffer.from("{secret}", "hex")), rolls = {json.dumps(rolls)};
        const all = rolls.map(([k, dice]) => roll(secret, "{table}", {json.dumps(nonces)}, k, dice));
        Promise.all(all).then((sides) => console.log(JSON.stringify(sides)));"""
        done = run("node", "-", text=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        for (_, dice, sides), found in zip(rolls, json.loads(done.stdout), strict=True):
            self.assertEqual(as_written(dice, found), sides)

    def test_the_page_shows_the_steps_of_the_first_roll(self):
        import hmac
        _, (secret, table, nonces), _ = vectors()
        message = "\n".join(["pipwright fair 1", table, *nonces, "0", "0", ""])
        block = hmac.digest(bytes.fromhex(secret), message.encode(), "sha256")
        self.assertIn(" ".join(block[i:i + 4].hex() for i in range(0, 32, 4)), DOCUMENT)
        self.assertIn(f"{int.from_bytes(block[:4], 'big') * 216000:,}", DOCUMENT)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(GOLDEN, encoding="utf-8") as file:
            self.golden = file.read()

    def file(self, content, name="game.pip"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(content)
        return path

    def answers(self, code, content, *more):
        done = run(PROGRAM, "verify", self.file(content), *more)
        self.assertEqual(done.returncode, code, done)
        return done.stdout if code == OK else done.stderr

    def cut(self, rolls):
        """The golden record up to and with that many rolls."""
        lines = self.golden.splitlines(keepends=True)
        places = [i for i, line in enumerate(lines) if line.startswith("*")]
        return "".join(lines[:places[rolls - 1] + 1])

    def changed(self, key, old, new, text=None):
        """The golden record with the value after `key` changed from `old` at its beginning."""
        text = text or self.golden
        self.assertIn(f"\n{key} {old}", text)
        return text.replace(f"\n{key} {old}", f"\n{key} {new}")


class Verifier(Case):
    def prove(self, content):
        return run(sys.executable, self.file(ROLL + VERIFIER, "verifier.py"), self.file(content))

    def test_the_golden_record_is_what_the_library_makes(self):
        self.assertEqual(make("lost-cities", 2, 7), self.golden)

    def test_it_proves_what_the_library_made(self):
        for made in GAMES:
            with self.subTest(made):
                content = make(*made)
                done = self.prove(content)
                self.assertEqual(done.returncode, OK, done.stderr)
                self.assertIn("all rolls follow", done.stdout)
                self.assertIn("follow from the secret", self.answers(OK, content))

    def test_the_games_have_every_kind_of_dice(self):
        names = {os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(ROOT, "sheets", "*", "*"))}
        self.assertEqual({game for game, *_ in GAMES}, names)
        rolls = "".join(re.sub(r"^[^*].*\n", "", make("escape", *made), flags=re.M) for made in ESCAPE)
        for kind in (r"^\* extra (\w+) (\w+)$", r"^\* (?!extra)\w+ \w+$", r"^\* \w+$"):
            self.assertRegex(rolls, re.compile(kind, re.M))

    def test_it_finds_a_forged_roll_in_every_game(self):
        for made in GAMES:
            content = make(*made)
            rolls = list(re.finditer(r"^\* .*$", content, re.M))
            for roll in {rolls[0], rolls[-1], *(roll for roll in rolls if " extra " in roll[0][:10])}:
                other = next(each[0] for each in rolls if each[0] != roll[0] and len(each[0].split()) == len(roll[0].split()))
                done = self.prove(content[:roll.start()] + other + content[roll.end():])
                self.assertEqual(done.returncode, NO, (made, roll[0], other))

    def test_it_finds_that_somebody_else_was_drawn(self):
        for seed in (4, 6):  # with others the nonces happen to draw a second one, if they had lain in that order
            content = make("lost-cities", 3, seed, "draw")
            drawn = re.search(r"^first draw (\d)$", content, re.M)[1]
            for seat in "012":
                found = self.prove(self.changed("first draw", drawn, seat, content))
                self.assertEqual(found.returncode, OK if seat == drawn else NO, (seed, seat, found))

    def test_it_finds_what_was_forged(self):
        for content in (self.changed("fair-table", "harbour-1", "harbour-2"), self.changed("fair-secret", "07", "08"),
                        self.changed("fair-nonce 1", "02", "03"), self.changed("dice fair", "ce", "cf"),
                        self.cut(3)[:-2] + "9\n"):
            self.assertEqual(self.prove(content).returncode, NO)


class Verify(Case):
    def test_a_revealed_secret_proves_every_roll(self):
        commitment = re.search(r"^dice fair (\w+)$", self.golden, re.M)[1]
        text = self.answers(OK, self.golden)
        self.assertIn("All 22 rolls follow from the secret", text)
        self.assertIn(commitment, text)
        report = json.loads(self.answers(OK, self.golden, "--json"))
        self.assertEqual((report["ok"], report["dice"]), (True, "verified"))
        self.assertEqual(report["fair"], {"commitment": commitment, "table": "harbour-1", "revealed": True,
                                          "nonces": ["01" * 16, "02" * 16]})

    def test_proven_is_only_what_was_kept_from_before_the_first_roll(self):
        commitment = re.search(r"^dice fair (\w+)$", self.golden, re.M)[1]
        kept = {"--table": "harbour-1", "--commitment": commitment, "--nonce": "01" * 16}
        words = [word for pair in kept.items() for word in pair]
        self.assertIn("It is not proven that nobody chose the secret afterwards", self.answers(OK, self.golden))
        self.assertIn("what you kept from before the first roll", self.answers(NO, self.golden, "--strict"))
        self.assertFalse(json.loads(self.answers(OK, self.golden, "--json"))["proven"])
        self.assertIn("are those you kept", self.answers(OK, self.golden, "--strict", *words))
        self.assertIn("are those you kept", self.answers(OK, self.golden, "--strict", *words, "--nonce", "02" * 16))
        self.assertTrue(json.loads(self.answers(OK, self.golden, "--strict", "--json", *words))["proven"])
        for i in range(0, 6, 2):  # two of three are not enough
            self.assertIn("what you kept", self.answers(NO, self.golden, "--strict", *words[:i], *words[i + 2:]))
        for option, line, other in (("--table", "fair-table", "harbour-2"), ("--commitment", "dice", "0" * 64),
                                    ("--nonce", "fair-nonce", "03" * 16), ("--nonce", "fair-nonce", "01" * 15)):
            words = [word for pair in {**kept, option: other}.items() for word in pair]
            self.assertIn(f"{line}: ", self.answers(NO, self.golden, *words))
            report = json.loads(run(PROGRAM, "verify", self.file(self.golden), "--json", *words).stdout)
            self.assertEqual((report["ok"], report["dice"], report["proven"]), (False, "forged", False))

    def test_a_bot_adds_no_nonce(self):
        bot = self.golden.replace("\nseats 2\n", "\nseats 2\nseat 0 Ada\nseat 1 bot:greedy\n")
        self.assertNotEqual(bot, self.golden)
        self.forged(bot, "fair-nonce 1: the seat is a bot's, which adds only zeros")

    def test_without_the_secret_nothing_is_proven_yet(self):
        content = re.sub(r"\nfair-secret \w+", "", self.golden)
        text = self.answers(OK, content)
        self.assertIn("the score is right", text)
        self.assertIn("not revealed", text)
        report = json.loads(self.answers(OK, content, "--json"))
        self.assertEqual((report["ok"], report["dice"], report["fair"]["revealed"]), (True, "not yet verifiable", False))
        self.assertIn("not revealed", self.answers(OK, content[:content.index("\n\n") + 2]))

    def forged(self, content, *expected):
        fault = self.answers(NO, content)
        for part in expected:
            self.assertIn(part, fault)
        done = run(PROGRAM, "verify", self.file(content), "--json")
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["ok"], report["dice"]), (NO, False, "forged"))
        self.assertIn(report["fault"], fault)

    def test_a_forged_roll_is_named_with_its_event(self):
        for rolls in (1, 3):
            whole = self.cut(rolls)
            line = whole.splitlines()[-1]
            other = line[:-1] + ("8" if line.endswith("9") else "9")
            event = len(whole[whole.index("\n\n") + 2:].splitlines())
            self.forged(whole.replace(line, other), f'event {event}: the secret gives "{line}", not "{other}"',
                        f"(rolls that differ: 1 of {rolls})")

    def test_a_forged_header_is_found(self):
        self.forged(self.changed("fair-table", "harbour-1", "harbour-2"), "event 1: the secret gives", "22 of 22")
        self.forged(self.changed("fair-nonce 0", "01", "11"), "event 1: the secret gives", "22 of 22")
        self.forged(self.changed("fair-nonce 1", "02", "12"), "event 1: the secret gives", "22 of 22")
        self.forged(self.changed("fair-secret", "07", "17"), "fair-secret: this is not the secret")
        self.forged(self.changed("dice fair", "ce", "cf"), "fair-secret: this is not the secret")

    def test_lines_that_are_not_sound_are_named(self):
        for content, fault in ((self.changed("fair-nonce 1", "02", "0"), "fair-nonce 1: a nonce is 32 digits"),
                               (re.sub(r"\nfair-table \S+", "", self.golden), "fair-nonce: stands where only fair-table"),
                               (re.sub(r"\nfair-\S+ .*", "", self.golden), "fair-table: is missing"),
                               (self.changed("fair-secret", "07", "G7"), "fair-secret: a secret is 64 digits")):
            self.assertIn(fault, self.answers(NO, content))
            report = json.loads(run(PROGRAM, "verify", self.file(content), "--json").stdout)
            self.assertEqual((report["ok"], report["dice"]), (False, "unsound"))
            self.assertIn(fault, report["fault"])

    def test_a_game_with_fair_dice_goes_on_only_at_its_table(self):
        done = run(PROGRAM, "play", "--load", self.file(self.cut(1)))
        self.assertEqual(done.returncode, NO)
        self.assertIn("fair dice", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
