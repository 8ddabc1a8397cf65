#!/usr/bin/env python3
"""known.py PIPWRIGHT: makes the positions of tests/known, whose best choice is known exactly.

Bots play, games are cut off before a choice, `pipwright solve` says what everything there is worth, and what is clear
is kept: the record, and in known.json the best line in the words of a record and as people say it in both languages. The
words come from the tables below, not from the program.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "known")
TRAINING = os.path.join(ROOT, "sheets", "lost-cities", "training")
GERMAN = {"red": "rot", "orange": "orange", "yellow": "gelb", "green": "grün", "blue": "blau", "purple": "lila",
          "skip": "nichts wählen", "bonus": "Bonus", "more": "eine mehr", "two": "eine Zwei", "third": "dritte Zahl",
          "end": "Zug beenden", "roll": "würfeln", "reroll": "Neuwurf", "leave": "keine Schatzkarte abschließen",
          "torch": "Fackel", "key": "Schlüssel", "adventurer": "Abenteurer", "gold": "goldene Maske",
          "black": "schwarze Maske", "gems": "zwei Edelsteine", "die": "Zusatzwürfel", "north": "Norden", "east": "Osten",
          "south": "Süden", "west": "Westen", "-": "nichts"}
# The verb comes last: the move's other words in its place, and what stands between them.
VERBS = {"roller": {"take": ("{} wählen", " "), "put": ("in {} eintragen", " "),
                    "rows": ("{} in die grüne Reihe", " in die rote und ")},
         "escape": {"side": ("von {} hereinkommen", " "), "close": ("den Durchgang von {} versperren", " nach "),
                    "heal": ("Feld {} heilen", " "), "keep": ("{} behalten", " und "), "enter": ("{} betreten", " "),
                    "dash": ("nach {} sprinten", " "), "use": ("Leihwürfel {} benutzen", " "),
                    "joker": ("{} für den Joker wählen", " "), "unlock": ("{} nehmen", " "), "take": ("{} nehmen", " und "),
                    "map": ("auf Schatzkarte {} abstreichen", " "), "complete": ("Schatzkarte {} abschließen", " ")}}


def said_lost_cities(move, german):
    word = (lambda colour: GERMAN[colour]) if german else (lambda colour: colour)
    if move == "-":
        return "die Würfel ablehnen" if german else "refuse the dice"
    if move == "> -":
        return "nicht beschleunigen" if german else "do not accelerate"
    if move.startswith("> "):
        return f"{word(move[2:])} beschleunigen" if german else f"accelerate {move[2:]}"
    colour, what = move.split()
    if what == "x":
        return f"{word(colour)} Verdoppelungsfeld" if german else f"{colour} double point circle"
    return f"{word(colour)} {what}"


def said_german(game, move):
    words = move.split()
    place, between = VERBS[game].get(words[0], ("{}", " "))
    return place.format(between.join(GERMAN.get(word, word) for word in words[words[0] in VERBS[game]:]))


def said(game, line, german):
    if game == "lost-cities":
        return ", ".join(said_lost_cities(move, german) for move in line)
    return ", ".join(said_german(game, move) if german else move for move in line)


class Maker:
    def __init__(self, program):
        self.program = program
        self.known = {}

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True)

    def games(self, folder, game, *arguments):
        self.run("sim", game, "--record", folder, *arguments)
        for path in sorted(glob.glob(os.path.join(folder, "*.pip"))):
            with open(path, encoding="utf-8") as file:
                yield file.read().splitlines()

    def keep(self, name, lines, game, sheet, line, exact, second, last):
        with open(os.path.join(FOLDER, name + ".pip"), "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")
        self.known[name] = {"game": game, "sheet": sheet, "line": line, "exact": exact, "second": second, "last": last,
                            "en": said(game, line, False), "de": said(game, line, True)}
        print(name, exact, second, "; ".join(line), flush=True)

    def lost_cities(self, sheet, bot, seed, games, last, least, most, file=None):
        """Choices of one alone: the last ones of games, or one somewhere in each where the sheet is small."""
        given = ["--sheet", file] if file else ["--sheet", sheet]
        with tempfile.TemporaryDirectory() as folder:
            played = list(self.games(folder, "lost-cities", "--seats", "1", "--bots", bot, "--games", str(games), "--seed",
                                     str(seed), *given))
        before = len(self.known)
        for number, lines in enumerate(played):
            rolls = [at for at, line in enumerate(lines) if line.startswith("* ")]
            at = rolls[-1] if last else rolls[len(rolls) * (number + 1) // (games + 1)]
            if len(self.known) - before < most:
                self.ask_lost_cities(f"lost-cities-{sheet}-{bot}-{number}", lines[:at + 1], last, least, file)

    def ask_lost_cities(self, name, lines, last, least, file):
        path = os.path.join(FOLDER, name + ".pip")
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")
        done = self.run("solve", "lost-cities", path, "--json", *(["--sheet", file] if file else []))
        worth = json.loads(done.stdout) if done.returncode == 0 else []
        if len(worth) < 2 or worth[0]["points"] - worth[1]["points"] < least:
            os.remove(path)
            return
        self.keep(name, lines, "lost-cities", os.path.relpath(file, ROOT) if file else None, worth[0]["line"],
                  worth[0]["points"], worth[1]["points"], last)

    def roller(self, sheet, seed, games):
        """The last round, as far as only one number is left to be written: its best turn is counted."""
        with tempfile.TemporaryDirectory() as folder:
            played = list(self.games(folder, "roller", "--seats", "1", "--bots", "club", "--games", str(games), "--seed",
                                     str(seed), "--sheet", sheet))
        for number, lines in enumerate(played):
            takes = [at for at, line in enumerate(lines) if " take " in line]
            name = f"roller-{sheet}-{number}"
            path = os.path.join(FOLDER, name + ".pip")
            cut = lines[:takes[-1] + 1]
            with open(path, "w", encoding="utf-8") as out:
                out.write("\n".join(cut) + "\n")
            done = self.run("solve", "roller", path)
            told = done.stdout.splitlines()
            if done.returncode != 0 or "with" not in told[0]:
                os.remove(path)
                continue
            points = int(told[0].split(" with ")[1].split()[0])
            self.keep(name, cut, "roller", None, told[0].split("points: ")[1].split(", "), points, None, True)

    def escape(self, difficulty, seats, seed, games):
        """One step from the exit, which wins."""
        with tempfile.TemporaryDirectory() as folder:
            played = list(self.games(folder, "escape", "--bots", ",".join(["expert"] * seats), "--games", str(games),
                                     "--seed", str(seed), "--option", f"difficulty={difficulty}"))
        for number, lines in enumerate(played):
            if not lines[-1].startswith("= won"):
                continue
            at = len(lines) - 2
            if lines[at].startswith("*"):
                continue
            self.keep(f"escape-{difficulty}-{seats}-{number}", lines[:at], "escape", None, [lines[at].split(" ", 1)[1]], 1,
                      None, True)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    maker = Maker(os.path.abspath(sys.argv[1]))
    file = os.path.join(TRAINING, "jungle-2.json") # of fewer expeditions no net has learned
    for bot in ("club", "random"):
        maker.lost_cities("jungle-2", bot, 62, 12, False, 2, 4, file)
    for sheet in ("jungle", "ruins"):
        for bot in ("club", "random"):
            maker.lost_cities(sheet, bot, 61, 60, True, 1, 4)
    for sheet in ("snowflake", "honeycomb", "turtle"):
        maker.roller(sheet, 62, 4)
    for difficulty, seats in (("easy", 2), ("normal", 2), ("easy", 3)):
        maker.escape(difficulty, seats, 63, 10)
    with open(os.path.join(FOLDER, "known.json"), "w", encoding="utf-8") as out:
        json.dump(maker.known, out, indent=1, ensure_ascii=False, sort_keys=True)
        out.write("\n")
    print(len(maker.known))


if __name__ == "__main__":
    main()
