#!/usr/bin/env python3
"""An independent referee for Lost Cities Roll & Write.

A second implementation of docs/rules/lost-cities.md, written from the rules alone and
sharing nothing with the engine. It is slow and plain on purpose: the ids in the comments
(LC3.1 ...) are those of the rules.

  check FILE.pip ... [--sheets DIR]           replay records, check every event and the score
  legal FILE.pip [--sheets DIR]               what may come next, one event a line
  play [--seats N] [--order O] [--sheet S] [--seed K]    one random record to stdout
  compare PIPWRIGHT [--games N] [--seed S]    referee and program must agree everywhere
  selftest                                    the worked examples of the rules
"""
import random
import sys
import tempfile
from itertools import product

sys.dont_write_bytecode = True  # leave no folder behind in the tests
import referee  # noqa: E402
from referee import Fault, after, random_game, refused  # noqa: E402

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"]  # LC1.2, in this order
ORDERS = ["simultaneous", "sequence"]  # LC2.7, the default first
BOXES = 9  # LC1.4: boxes of an expedition, steps of the two other columns


class Sheet(referee.Sheet):
    def __init__(self, path):
        super().__init__(path)
        sheet = self.data
        self.ladders = sheet["ladders"]
        self.columns = {c: sheet["columns"][c] for c in COLOURS if c in sheet["columns"]}
        self.bridge, self.bonus = sheet["bridge"], sheet["bonus"]
        self.bridges = {*self.columns, "artefacts", "dice"}  # LC1.4, LC8.1
        if self.ladders["dice"][BOXES] != 0:
            raise Fault(f"{path}: nine dice symbols must be worth 0")  # LC9.3


class Seat:
    """One player's paper."""

    def __init__(self, sheet):
        self.numbers = {c: [] for c in sheet.columns}  # bottom to top
        self.circle = {c: False for c in sheet.columns}
        self.summit = {c: False for c in sheet.columns}
        self.artefacts = 0
        self.symbols = 0
        self.paid = set()  # bridges that pay this seat
        self.has_chosen = False  # this turn: wrote or refused
        self.accelerating = False  # this turn: an acceleration is to be used or declined

    def exhausted(self):  # LC6.2
        return self.symbols == BOXES

    def finished_turn(self):
        return self.has_chosen and not self.accelerating


class Game(referee.Game):
    def __init__(self, sheet, seats, options):
        super().__init__(sheet, seats, options)
        self.order = options["order"]
        self.seats = [Seat(sheet) for _ in range(seats)]
        self.turn = 0
        self.dice = None  # (colours, numbers) on offer; None where a roll is due
        self.passed = {}  # bridge -> the turn in which it was first passed

    def active(self):  # LC2.6, LC2.8
        return self.turn % len(self.seats)

    def seats_to_move(self):
        n = len(self.seats)
        clockwise = [(self.active() + k) % n for k in range(n)]
        waiting = [s for s in clockwise if not self.seats[s].finished_turn()]
        # LC2.7: first the active seat's whole move, then the others at once or one by one
        if waiting[0] == self.active() or self.order == "sequence":
            return waiting[:1]
        return waiting

    def possible(self):
        if self.dice is None:
            return ["* dice 6"]  # LC2.1
        return [f"{s} {move}" for s in self.seats_to_move() for move in self.moves_of(s)]

    def moves_of(self, s):
        seat = self.seats[s]
        if seat.accelerating:  # LC4.1, LC4.2, LC4.3, LC4.6
            return ["> -"] + [f"> {c}" for c in self.sheet.columns if not seat.summit[c]]
        moves = ["-"]  # LC2.2, LC2.4, LC6.3: refusing is always allowed
        for colour, die in product(*self.dice):
            if colour in self.sheet.columns:
                moves += self.ways_to_write(seat, colour, die)
        return moves

    def ways_to_write(self, seat, colour, die):  # LC2.5
        written, ways = seat.numbers[colour], []
        if die == 0 and not written and not seat.circle[colour]:  # LC3.3, LC3.4, LC3.5
            ways.append(f"{colour} x")
        number = 10 if die == 0 else die  # LC3.2
        rises = not written or number >= written[-1]  # LC3.1; LC3.6 for the summit
        if rises and not seat.summit[colour]:  # LC3.7: a marked summit finishes the colour
            ways.append(f"{colour} {number}")
        return ways

    def move(self, s, words):
        seat = self.seats[s]
        seat.has_chosen = True
        if words[0] == ">":
            self.accelerate(seat, words[1])
        elif words[0] == "-":
            self.refuse(seat)
        else:
            if s == self.active():
                self.take_dice_away(*words)
            self.write(seat, *words)
        if all(each.finished_turn() for each in self.seats):
            self.end_turn()

    def roll(self, words):  # LC1.2, LC1.3, LC2.1
        colours, numbers = words[:3], words[3:]
        faces = set(colours) <= set(COLOURS) and set(numbers) <= set("0123456789")
        if len(words) != 6 or not faces:
            raise Fault(f"'{' '.join(words)}' is not a roll of three colour and three number dice")
        if colours != sorted(colours, key=COLOURS.index) or numbers != sorted(numbers):
            raise Fault(f"'{' '.join(words)}': the dice are not in order")
        self.dice = colours, [int(n) for n in numbers]

    def take_dice_away(self, colour, what):  # LC2.3
        self.dice[0].remove(colour)
        self.dice[1].remove(0 if what in ("x", "10") else int(what))

    def write(self, seat, colour, what):
        if what == "x":
            seat.circle[colour] = True  # LC3.3
        else:
            self.fill(seat, colour, int(what))

    def accelerate(self, seat, colour):
        seat.accelerating = False
        if colour != "-":  # LC4.6: it may be declined
            below = seat.numbers[colour][-1:] or [1]  # LC4.1, LC4.2, LC4.7
            self.fill(seat, colour, below[0])  # LC4.4: never the circle

    def fill(self, seat, colour, number):
        """Write in the next box of the expedition, or mark its summit above the ninth."""
        written = seat.numbers[colour]
        if len(written) == BOXES:  # LC3.6, LC4.3
            seat.summit[colour] = True
            self.shade_artefact(seat)
            return
        box = self.sheet.columns[colour][len(written)]
        written.append(number)
        if len(written) == self.sheet.bridge:  # LC7.1, LC4.5
            self.pass_bridge(seat, colour)
        if box == ">":  # LC4.1, LC4.5
            seat.accelerating = True
        if box == "v":  # LC5.1, LC4.5
            self.shade_artefact(seat)

    def shade_artefact(self, seat):
        if seat.artefacts < BOXES:  # LC5.2
            seat.artefacts += 1
            if seat.artefacts == self.sheet.bridge:  # LC7.1
                self.pass_bridge(seat, "artefacts")

    def refuse(self, seat):
        if not seat.exhausted():  # LC6.1, LC6.3
            seat.symbols += 1
            if seat.symbols == self.sheet.bridge:  # LC7.1
                self.pass_bridge(seat, "dice")

    def pass_bridge(self, seat, bridge):  # LC7.2
        if self.passed.setdefault(bridge, self.turn) == self.turn:
            seat.paid.add(bridge)

    def end_turn(self):  # LC2.6, LC8.1
        all_exhausted = all(seat.exhausted() for seat in self.seats)
        self.over = all_exhausted or set(self.passed) == self.sheet.bridges
        self.turn += 1
        self.dice = None
        for seat in self.seats:
            seat.has_chosen = False

    def score(self, s):
        seat, ladders, items = self.seats[s], self.sheet.ladders, {}
        for colour, numbers in seat.numbers.items():
            items[colour] = ladders["expedition"][len(numbers)]  # LC9.2
            if seat.circle[colour]:
                items[colour] *= 2
            elif not numbers:
                items[colour] = 0  # LC9.1
        items["artefacts"] = ladders["artefacts"][seat.artefacts]  # LC9.3
        items["dice symbols"] = ladders["dice"][seat.symbols]
        items["bonus bridges"] = self.sheet.bonus * len(seat.paid)  # LC7.2, LC7.3
        return items  # LC9.4: the total is their sum

    def describe(self):
        lines = [f"turn {self.turn}, dice {self.dice}, bridges passed {self.passed}"]
        return "\n".join(lines + [f"seat {s}: {vars(seat)}" for s, seat in enumerate(self.seats)])


# Random play: the referee's own dice and choices.


def random_roll(rng, palette, faces):
    colours = sorted((rng.choice(palette) for _ in range(3)), key=COLOURS.index)
    numbers = sorted(rng.choice(faces) for _ in range(3))
    return " ".join(["*", *colours, *map(str, numbers)])


def random_move(rng, style, moves):
    """One of the legal events of one seat."""
    others = [m for m in moves if not m.endswith("-")]
    if not others or style == "timid" and rng.random() < 0.6:
        return next(m for m in moves if m.endswith("-"))
    if style == "careful":  # a circle or the lowest number
        numbers = [int(m.split(" ")[-1]) for m in others if m[-1].isdigit()]
        others = [m for m in others if m.endswith((" x", f" {min(numbers, default=0)}"))] or others
    return rng.choice(others if style in ("eager", "careful") else moves)


def random_player(game, rng):
    styles = [rng.choice(["any", "eager", "careful", "timid"]) for _ in game.seats]
    palette, faces = COLOURS, list(range(10))
    if rng.random() < 0.6:  # crooked dice reach the summits
        columns = list(game.sheet.columns)
        palette = rng.sample(COLOURS, rng.randint(1, 4)) + rng.sample(columns, 1)
        faces = rng.choice([[1, 1, 2, 3], [0, 1, 2, 2], [0, 0, 1, 9], [4, 5, 6, 7]])

    def choose():
        if game.dice is None:
            return random_roll(rng, palette, faces)
        s = rng.choice(game.seats_to_move())  # LC2.7: interleaved when simultaneous
        return random_move(rng, styles[s], [m for m in game.legal() if m.startswith(f"{s} ")])
    return choose


class LostCities(referee.Rules):
    name, seats, options = "lost-cities", range(1, 6), {"order": ORDERS}  # LC1.1, LC2.7
    sheets = ["jungle", "ruins"]
    Sheet, Game = Sheet, Game

    def canonical(self, events, seats):
        """Clockwise from the active seat."""
        return referee.by_turns(events, lambda seat, turn: (seat - turn) % seats)

    def player(self, game, rng):
        return random_player(game, rng)

    def simulations(self):
        for k, (seats, order, name) in enumerate(product(self.seats, ORDERS, self.sheets)):
            bots = [["random", "greedy"][(s + k // 2) % 2] for s in range(seats)]
            yield seats, name, {"order": order}, bots

    def own_games(self, folder):
        sheets = [(self.shipped(name), ()) for name in self.sheets]
        sheets += [(Sheet(path), ("--sheet", path)) for path in self.training_sheets(folder)]
        for (sheet, arguments), seats, order in product(sheets, self.seats, ORDERS):
            yield sheet, arguments, seats, {"order": order}

    def training_sheets(self, folder):
        """Small sheets, one of them with its own ladders, bridge and bonus: sheets are data."""
        usual = [[-50, -20, -15, -10, 5, 10, 15, 30, 35, 50],
                 [0, -40, -30, -20, 10, 20, 30, 60, 70, 100],
                 [0, -40, -30, -20, 10, 20, 30, 60, 70, 0], 7, 20]
        other = [[-40, -30, -10, -5, 0, 5, 20, 25, 40, 60],
                 [0, -35, -25, -10, 15, 20, 35, 55, 75, 90],
                 [0, -30, -20, -15, 5, 25, 30, 50, 65, 0], 6, 30]
        for name, columns, (expedition, artefacts, dice, bridge, bonus) in [
                ("referee-two", {"red": ">v.>v.>v>", "blue": "v>>>vv>v>"}, usual),
                ("referee-three", {"orange": ">" * 9, "green": "v" * 9, "purple": "." * 9}, usual),
                ("referee-one", {"yellow": "v>v>v>v>v"}, other)]:
            ladders = {"expedition": expedition, "artefacts": artefacts, "dice": dice}
            yield self.training_sheet(folder, name, columns=columns, ladders=ladders,
                                      bridge=bridge, bonus=bonus)

    def selftest(self):
        jungle = self.shipped("jungle")
        for test in (selftest_score, selftest_writing, selftest_turn):
            test(jungle)
        selftest_records(self, jungle)


# Selftest.


def position(sheet, seats=1, order=ORDERS[0], **columns):
    """A hand-made position: seat 0 with columns such as 'X 2 3' (X circle, S summit)."""
    game = Game(sheet, seats, {"order": order})
    for colour, text in columns.items():
        words = text.split()
        game.seats[0].circle[colour], game.seats[0].summit[colour] = "X" in words, "S" in words
        game.seats[0].numbers[colour] = [int(w) for w in words if w not in "XS"]
    return game


def selftest_score(jungle):
    game = position(jungle, red="X 2 3 3 5 7 7 8 10", yellow="1 1 4 4 5 5 6",  # LC10.1
                    green="1 2 3 5 6 8 8 9", blue="X 3 3 6 7 9 9 9 10 10", purple="X 4 4 5")
    seat = game.seats[0]
    seat.artefacts, seat.symbols, seat.paid = 8, 7, {"red", "blue", "dice", "artefacts"}
    assert list(game.score(0).values()) == [70, 0, 30, 35, 100, -20, 70, 60, 80]
    assert game.total(0) == 425 and game.closing_line() == "= 425"
    seat.symbols = 9  # LC7.3, LC9.3: exhausted, its bridge still pays
    assert game.score(0)["dice symbols"] == 0 and game.score(0)["bonus bridges"] == 80
    game = position(jungle, orange="X", yellow="X 5", green="5")  # LC9.1, LC9.2
    assert list(game.score(0).values()) == [0, -100, -40, -20, 0, 0, 0, 0, 0]


def selftest_writing(jungle):
    roll, nine = "* red red blue 0 0 4", "1 1 1 1 1 1 1 1 6"
    assert after(position(jungle, blue="5"), roll) == [  # LC3.1, LC3.2, LC3.3, LC3.5
        "0 -", "0 blue 10", "0 red 10", "0 red 4", "0 red x"]
    assert after(position(jungle, red="X", blue="1"), roll) == [
        "0 -", "0 blue 10", "0 blue 4", "0 red 10", "0 red 4"]
    game = position(jungle, red=nine)  # LC3.6, LC3.7 the summit, once
    assert after(game, "* red red red 5 6 7") == ["0 -", "0 red 6", "0 red 7"]
    assert after(game, "0 red 7", "* red red red 0 6 7") == ["0 -"]
    assert game.seats[0].artefacts == 1
    game = position(jungle, red="3", blue=nine, purple="S " + nine, yellow="X")  # LC4
    assert after(game, "* red red red 3 3 3", "0 red 3") == [
        "0 > -", "0 > blue", "0 > green", "0 > orange", "0 > red", "0 > yellow"]
    after(game, "0 > green")  # green's first box is an arrow
    assert game.seats[0].numbers["green"] == [1] and game.seats[0].accelerating
    assert after(game, "0 > blue") == ["* dice 6"] and game.seats[0].summit["blue"]
    game = position(jungle)  # LC5.2
    game.seats[0].artefacts = 9
    after(game, "* purple purple purple 1 1 1", "0 purple 1")
    assert game.seats[0].artefacts == 9 and game.seats[0].numbers["purple"] == [1]


def selftest_turn(jungle):
    roll, reds = "* red blue blue 3 3 7", "* red red red 1 1 1"
    left = ["-", "blue 3", "blue 7"]  # LC2.3 the dice taken are gone; refused, all stay
    assert after(position(jungle, 3), roll, "0 red 3") == [f"{s} {m}" for s in (1, 2) for m in left]
    left += ["red 3", "red 7"]
    assert after(position(jungle, 3), roll, "0 -") == [f"{s} {m}" for s in (1, 2) for m in left]
    game = position(jungle, 3, "sequence")  # LC2.7 only the next seat
    assert after(game, roll, "0 -") == [f"1 {m}" for m in left]
    assert after(game, "1 -", "2 -", reds) == ["1 -", "1 red 1"]
    game = position(jungle, 3)  # LC7.2 all who pass in the same turn are paid, later ones not
    game.seats[0].symbols, game.seats[1].symbols, game.seats[2].symbols = 6, 6, 5
    after(game, reds, "0 -", "2 -", "1 -", reds, "1 -", "2 -")
    assert [s.paid for s in game.seats] == [{"dice"}, {"dice"}, set()]
    game = position(jungle, 2, red="1 1 1 1 1 1")  # LC8.1 all bridges, at the end of the turn
    game.passed, game.turn = {b: 0 for b in jungle.bridges - {"red"}}, 2
    assert after(game, reds, "0 red 1") == ["1 -", "1 red 1"] and game.seats[0].paid == {"red"}
    assert after(game, "1 -") == ["= 50 -40"] and after(game, "= 50 -40") == []
    game = position(jungle, 2)  # LC8.1 all exhausted, LC6.3
    game.seats[0].symbols, game.seats[1].symbols = 9, 8
    assert after(game, reds, "0 -", "1 -") == ["= 0 0"] and game.seats[0].symbols == 9


def selftest_records(rules, jungle):
    """Random games survive writing and canonical order; spoilt ones are found out."""
    rng, seen = random.Random(1), set()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        sheets = [jungle, *map(Sheet, rules.training_sheets(folder))]
    for k, (sheet, seats, order) in enumerate(product(sheets, range(1, 6), ORDERS * 2)):
        options = {"order": order}
        events, game = random_game(rules, sheet, seats, options, rng)
        again = Game(sheet, seats, options)  # LC2.7 the order of arrival does not matter
        after(again, *rules.canonical(events[:-1], seats), events[-1])
        assert again.closed and list(map(vars, again.seats)) == list(map(vars, game.seats))
        seen.add("exhausted" if all(s.exhausted() for s in game.seats) else "bridges")
        seen.update("summit" for s in game.seats if any(s.summit.values()))
        seen.update("nine artefacts" for s in game.seats if s.artefacts == BOXES)
        spoilt = [events[:-1] + [events[-1] + "1"], events + ["0 -"], events[1:],
                  events[:1] + events, events[:1] + ["0 red 11"] + events[1:]][k % 5]
        assert not refused(rules, sheet, seats, options, events)
        assert refused(rules, sheet, seats, options, spoilt)
    assert seen == {"exhausted", "bridges", "summit", "nine artefacts"}, seen


if __name__ == "__main__":
    sys.exit(referee.main(LostCities(), __doc__))
