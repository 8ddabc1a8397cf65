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
import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"]  # LC1.2, in this order
ORDERS = ["simultaneous", "sequence"]  # LC2.7, the default first
BOXES = 9  # LC1.4: boxes of an expedition, steps of the two other columns
SHEETS = Path(__file__).resolve().parents[2] / "sheets"


class Fault(Exception):
    """A record breaks the rules, in this line if it is known."""

    def __init__(self, why, line=1):
        super().__init__(why)
        self.why, self.line = why, line


class Sheet:
    def __init__(self, path):
        data = Path(path).read_bytes()
        sheet = json.loads(data)
        self.hash = hashlib.sha256(data).hexdigest()
        self.name, self.ladders = sheet["name"], sheet["ladders"]
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


class Game:
    def __init__(self, sheet, seats, order):
        self.sheet, self.order = sheet, order
        self.seats = [Seat(sheet) for _ in range(seats)]
        self.turn = 0
        self.dice = None  # (colours, numbers) on offer; None where a roll is due
        self.passed = {}  # bridge -> the turn in which it was first passed
        self.over = self.closed = False

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

    def legal(self):
        if self.closed:
            return []
        if self.over:
            return [self.closing_line()]
        if self.dice is None:
            return ["* dice 6"]  # LC2.1
        moves = {f"{s} {move}" for s in self.seats_to_move() for move in self.moves_of(s)}
        return sorted(moves, key=str.encode)

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

    def apply(self, event):
        legal = self.legal()
        if legal == ["* dice 6"] and event.startswith("* "):
            self.dice = self.read_roll(event)
            return
        if event not in legal:
            raise Fault(f"'{event}' is not legal here, but: {', '.join(legal) or 'nothing'}")
        who, *words = event.split(" ")
        if who == "=":
            self.closed = True
            return
        seat = self.seats[int(who)]
        seat.has_chosen = True
        if words[0] == ">":
            self.accelerate(seat, words[1])
        elif words[0] == "-":
            self.refuse(seat)
        else:
            if int(who) == self.active():
                self.take_dice_away(*words)
            self.write(seat, *words)
        if all(s.finished_turn() for s in self.seats):
            self.end_turn()

    def read_roll(self, event):  # LC1.2, LC1.3, LC2.1
        words = event.split(" ")[1:]
        colours, numbers = words[:3], words[3:]
        faces = set(colours) <= set(COLOURS) and set(numbers) <= set("0123456789")
        if len(words) != 6 or not faces:
            raise Fault(f"'{event}' is not a roll of three colour and three number dice")
        if colours != sorted(colours, key=COLOURS.index) or numbers != sorted(numbers):
            raise Fault(f"'{event}': the dice are not in order")
        return colours, [int(n) for n in numbers]

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
        items["dice"] = ladders["dice"][seat.symbols]
        items["bridges"] = self.sheet.bonus * len(seat.paid)  # LC7.2, LC7.3
        return items

    def total(self, s):  # LC9.4
        return sum(self.score(s).values())

    def closing_line(self):
        return " ".join(["="] + [str(self.total(s)) for s in range(len(self.seats))])


class Record:
    """A parsed `.pip` file: headers, and events as (line number, text)."""

    def __init__(self, path):
        self.headers, self.events, in_header = {}, [], True
        text = Path(path).read_bytes().decode("utf-8")
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            if ";" in line:  # a comment to the end of the line
                line = line[:line.index(";")].rstrip(" ")
                if line == "" and number > 1:
                    continue
            if number == 1:
                if line != "pipwright record 1":
                    raise Fault("the first line is not 'pipwright record 1'")
            elif in_header and line:
                self.read_header(line, number)
            elif in_header:
                in_header = False
            elif line:
                self.events.append((number, line))
            else:
                raise Fault("a blank line in the body", number)
        for key in ("game", "sheet", "seats"):
            if key not in self.headers:
                raise Fault(f"the header '{key}' is missing")
        self.seats = int(self.headers["seats"])
        self.order = self.headers.get("option order", ORDERS[0])
        for key in self.headers:
            if key.startswith("seat ") and key[5:] not in map(str, range(self.seats)):
                raise Fault(f"'{key}': there is no such seat")

    def read_header(self, line, number):
        known = {"game": "lost-cities", "seats": "[1-5]", "sheet": "[a-z0-9-]+",  # LC1.1
                 "sheet-hash": "[0-9a-f]{64}", "option order": "|".join(ORDERS)}
        pattern = r"option [^ =]+(?==)|seat [0-9](?= )|(?!option|seat )[^ ]+(?= )"
        start = re.match(pattern, line)
        if not start or start.end() + 1 == len(line):
            raise Fault(f"'{line}' is not a header line", number)
        key, value = start.group(), line[start.end() + 1:]
        if key in self.headers:
            raise Fault(f"the header '{key}' is there twice", number)
        if key.startswith("option") and key not in known:
            raise Fault(f"'{line}': there is no such option", number)
        if not re.fullmatch(known.get(key, ".*"), value):
            raise Fault(f"'{line}' is not possible in lost-cities", number)
        self.headers[key] = value

    def sheet(self, folder):
        sheet = Sheet(Path(folder) / "lost-cities" / f"{self.headers['sheet']}.json")
        if self.headers.get("sheet-hash", sheet.hash) != sheet.hash:
            raise Fault(f"the sheet-hash is not that of the sheet, {sheet.hash}")
        return sheet

    def replay(self, sheet):
        game = Game(sheet, self.seats, self.order)
        for number, event in self.events:
            try:
                game.apply(event)
            except Fault as fault:
                raise Fault(fault.why, number) from None
        return game


def record_text(sheet, seats, order, events):
    head = ["pipwright record 1", "game lost-cities", f"sheet {sheet.name}",
            f"sheet-hash {sheet.hash}", f"seats {seats}", f"option order={order}"]
    names = [f"seat {s} Referee {s}" for s in range(seats)]
    return "\n".join(head + names + [""] + events) + "\n"


def canonical(events, seats):
    """Turn by turn: the roll, then clockwise from the active seat each seat's steps together."""
    keyed, turn = [], -1
    for position, event in enumerate(events):
        is_roll = event.startswith("*")
        turn += is_roll
        place = -1 if is_roll else (int(event.split(" ")[0]) - turn) % seats
        keyed.append((turn, place, position, event))
    return [event for _, _, _, event in sorted(keyed)]


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


def random_game(sheet, seats, order, rng):
    """A finished game: its events in the order in which they happened, and its end position."""
    game, events = Game(sheet, seats, order), []
    styles = [rng.choice(["any", "eager", "careful", "timid"]) for _ in range(seats)]
    palette, faces = COLOURS, list(range(10))
    if rng.random() < 0.6:  # crooked dice reach the summits
        palette = rng.sample(COLOURS, rng.randint(1, 4)) + rng.sample(list(sheet.columns), 1)
        faces = rng.choice([[1, 1, 2, 3], [0, 1, 2, 2], [0, 0, 1, 9], [4, 5, 6, 7]])
    while not game.closed:
        if game.over:
            event = game.closing_line()
        elif game.dice is None:
            event = random_roll(rng, palette, faces)
        else:
            s = rng.choice(game.seats_to_move())  # LC2.7: interleaved when simultaneous
            event = random_move(rng, styles[s], [m for m in game.legal() if m.startswith(f"{s} ")])
        game.apply(event)
        events.append(event)
    return events, game


def training_sheets(folder):
    """Writes small sheets, one of them with its own ladders, bridge and bonus: sheets are data."""
    usual = [[-50, -20, -15, -10, 5, 10, 15, 30, 35, 50],
             [0, -40, -30, -20, 10, 20, 30, 60, 70, 100],
             [0, -40, -30, -20, 10, 20, 30, 60, 70, 0], 7, 20]
    other = [[-40, -30, -10, -5, 0, 5, 20, 25, 40, 60], [0, -35, -25, -10, 15, 20, 35, 55, 75, 90],
             [0, -30, -20, -15, 5, 25, 30, 50, 65, 0], 6, 30]
    for name, columns, (expedition, artefacts, dice, bridge, bonus) in [
            ("referee-two", {"red": ">v.>v.>v>", "blue": "v>>>vv>v>"}, usual),
            ("referee-three", {"orange": ">" * 9, "green": "v" * 9, "purple": "." * 9}, usual),
            ("referee-one", {"yellow": "v>v>v>v>v"}, other)]:
        path = Path(folder) / f"{name}.json"
        path.write_text(json.dumps({
            "pipwright-sheet": 1, "game": "lost-cities", "name": name,
            "title": {"en": name, "de": name}, "columns": columns,
            "ladders": {"expedition": expedition, "artefacts": artefacts, "dice": dice},
            "bridge": bridge, "bonus": bonus}, indent=2) + "\n", encoding="utf-8")
        yield path


# Comparing with the program.


class Difference(Exception):
    pass


def expect_same(path, what, program, referee):
    if program != referee:
        raise Difference(f"{path}: {what}\n  program: {program}\n  referee: {referee}\n"
                         f"the record:\n{Path(path).read_text(encoding='utf-8')}")


def run(*command):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    if done.returncode != 0:
        raise Difference(f"exit {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def compare_replay(program, path, sheet, *arguments):
    """Replays one record on both sides; the number of positions compared."""
    record = Record(path)
    try:
        answer = json.loads(run(program, "replay", path, "--json", *arguments))
    except Difference as difference:
        raise Difference(f"{difference}the record:\n{path.read_text(encoding='utf-8')}") from None
    header = [answer["game"], answer["sheet"], answer["seats"], answer["options"]]
    expect_same(path, "header", header,
                ["lost-cities", sheet.name, record.seats, {"order": record.order}])
    ours = [text for _, text in record.events if not text.startswith("=")]
    theirs = [event["text"] for event in answer["events"] if not event["text"].startswith("=")]
    expect_same(path, "events in canonical order", theirs, canonical(ours, record.seats))

    game = Game(sheet, record.seats, record.order)
    for number, event in enumerate(answer["events"], 1):
        expect_same(path, f"event {number} '{event['text']}': legal", event["legal"], game.legal())
        try:
            game.apply(event["text"])
        except Fault as fault:
            expect_same(path, f"event {number}", event["text"], fault.why)
    # A closed record may list its closing line among the events or leave it out.
    if len(ours) == len(record.events) or answer["next"] != []:
        expect_same(path, "next, after the last event", answer["next"], game.legal())

    expect_same(path, "seats", [x["seat"] for x in answer["scores"]], list(range(record.seats)))
    for score in answer["scores"]:
        s, items, own = score["seat"], score["items"], game.score(score["seat"])
        expect_same(path, f"total of seat {s}, {own}", score["total"], game.total(s))
        expect_same(path, f"sum of seat {s}, {own}", sum(x["points"] for x in items), game.total(s))
        for item in items:
            points = own.get(item["name"], item["points"])
            expect_same(path, f"seat {s}, {item['name']}", item["points"], points)
    return len(answer["events"]) + 1


def compare_program_games(program, folder, games, seed):
    """Games of the program's own bots, each checked as a file too; yields positions."""
    matrix = product(range(1, 6), ORDERS, ("jungle", "ruins"))
    for k, (seats, order, name) in enumerate(matrix):
        bots = ",".join(["random", "greedy"][(s + k // 2) % 2] for s in range(seats))
        target = Path(folder) / f"sim-{seats}-{order}-{name}"
        target.mkdir()
        run(program, "sim", "lost-cities", "--seats", seats, "--sheet", name, "--option",
            f"order={order}", "--bots", bots, "--games", games, "--seed", seed + k,
            "--record", target)
        paths = sorted(target.rglob("*.pip"))
        if len(paths) != games:
            raise Difference(f"{target}: sim wrote {len(paths)} records, not {games}")
        for path in paths:
            try:
                record = Record(path)
                sheet = record.sheet(SHEETS)
                why = "" if record.replay(sheet).closed else "the record is not closed"
            except Fault as fault:
                why = f"line {fault.line}: {fault.why}"
            expect_same(path, "faults", "", why)
            expect_same(path, "what was asked for", (sheet.name, record.seats, record.order),
                        (name, seats, order))
            yield compare_replay(program, path, sheet)


def compare_own_games(program, folder, games, seed):
    """The referee's own games, a third of them cut off somewhere; yields positions."""
    rng = random.Random(seed)
    sheets = [(Sheet(SHEETS / "lost-cities" / f"{n}.json"), ()) for n in ("jungle", "ruins")]
    sheets += [(Sheet(path), ("--sheet", path)) for path in training_sheets(folder)]
    matrix = product(range(games), sheets, range(1, 6), ORDERS)
    for k, (_, (sheet, arguments), seats, order) in enumerate(matrix):
        events, _ = random_game(sheet, seats, order, rng)
        if k % 3 == 2:
            events = events[:rng.choice([len(events) - 1, rng.randrange(len(events))])]
        path = Path(folder) / f"own-{k}.pip"
        path.write_text(record_text(sheet, seats, order, events), encoding="utf-8")
        yield compare_replay(program, path, sheet, *arguments)


def compare(program, games, seed):
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        try:
            positions = list(compare_program_games(program, folder, games, seed))
            positions += compare_own_games(program, folder, (games + 1) // 2, seed)
        except (Difference, Fault, OSError, ValueError, LookupError, TypeError,
                subprocess.TimeoutExpired) as reason:
            print(f"referee: {type(reason).__name__}: {reason}")
            return 1
    print(f"referee: {len(positions)} games, {sum(positions)} positions, no difference")
    return 0


# Selftest.


def position(sheet, seats=1, order=ORDERS[0], **columns):
    """A hand-made position: seat 0 with columns such as 'X 2 3' (X circle, S summit)."""
    game = Game(sheet, seats, order)
    for colour, text in columns.items():
        words = text.split()
        game.seats[0].circle[colour], game.seats[0].summit[colour] = "X" in words, "S" in words
        game.seats[0].numbers[colour] = [int(w) for w in words if w not in "XS"]
    return game


def after(game, *events):
    for event in events:
        game.apply(event)
    return game.legal()


def selftest_score(jungle):
    game = position(jungle, red="X 2 3 3 5 7 7 8 10", yellow="1 1 4 4 5 5 6",  # LC10.1
                    green="1 2 3 5 6 8 8 9", blue="X 3 3 6 7 9 9 9 10 10", purple="X 4 4 5")
    seat = game.seats[0]
    seat.artefacts, seat.symbols, seat.paid = 8, 7, {"red", "blue", "dice", "artefacts"}
    assert list(game.score(0).values()) == [70, 0, 30, 35, 100, -20, 70, 60, 80]
    assert game.total(0) == 425 and game.closing_line() == "= 425"
    seat.symbols = 9  # LC7.3, LC9.3: exhausted, its bridge still pays
    assert game.score(0)["dice"] == 0 and game.score(0)["bridges"] == 80
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


def selftest_records(jungle):
    """Random games survive writing and canonical order; spoilt ones are found out."""
    rng, seen = random.Random(1), set()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        sheets, path = [jungle, *map(Sheet, training_sheets(folder))], Path(folder) / "game.pip"
        for k, (sheet, seats, order) in enumerate(product(sheets, range(1, 6), ORDERS * 2)):
            events, game = random_game(sheet, seats, order, rng)
            ordered = canonical(events[:-1], seats) + events[-1:]
            path.write_text(record_text(sheet, seats, order, ordered))
            again = Record(path).replay(sheet)  # LC2.7 the order of arrival does not matter
            assert again.closed and list(map(vars, again.seats)) == list(map(vars, game.seats))
            seen.add("exhausted" if all(s.exhausted() for s in game.seats) else "bridges")
            seen.update("summit" for s in game.seats if any(s.summit.values()))
            seen.update("nine artefacts" for s in game.seats if s.artefacts == BOXES)
            spoilt = [events[:-1] + [events[-1] + "1"], events + ["0 -"], events[1:],
                      events[:1] + events, events[:1] + ["0 red 11"] + events[1:]][k % 5]
            path.write_text(record_text(sheet, seats, order, spoilt))
            try:
                Record(path).replay(sheet)
                raise AssertionError("a spoilt record was accepted")
            except Fault:
                pass
    assert seen == {"exhausted", "bridges", "summit", "nine artefacts"}, seen


def check(paths, folder, then=lambda path, game: print(f"ok {path}")):
    status = 0
    for path in paths:
        try:
            record = Record(path)
            then(path, record.replay(record.sheet(folder)))
        except Fault as fault:
            print(f"{path}:{fault.line}: {fault.why}")
            status = 1
        except (OSError, ValueError) as reason:
            print(f"{path}:1: {reason}")
            status = 1
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, count in (("check", "+"), ("legal", 1)):
        command = commands.add_parser(name)
        command.add_argument("files", nargs=count)
        command.add_argument("--sheets", default=SHEETS)
    command = commands.add_parser("play")
    command.add_argument("--seats", type=int, choices=range(1, 6), default=2)
    command.add_argument("--order", choices=ORDERS, default=ORDERS[0])
    command.add_argument("--sheet", default="jungle")
    command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("compare")
    command.add_argument("program")
    command.add_argument("--games", type=int, default=4, help="simulated games a configuration")
    command.add_argument("--seed", type=int, default=1)
    commands.add_parser("selftest")
    args = parser.parse_args()

    if args.command == "check":
        return check(args.files, args.sheets)
    if args.command == "legal":
        return check(args.files, args.sheets,
                     lambda path, game: print("".join(f"{e}\n" for e in game.legal()), end=""))
    if args.command == "compare":
        return compare(args.program, args.games, args.seed)
    if args.command == "play":
        sheet = Sheet(SHEETS / "lost-cities" / f"{args.sheet}.json")
        events, _ = random_game(sheet, args.seats, args.order, random.Random(args.seed))
        print(record_text(sheet, args.seats, args.order, events), end="")
        return 0
    jungle = Sheet(SHEETS / "lost-cities" / "jungle.json")
    for test in (selftest_score, selftest_writing, selftest_turn, selftest_records):
        test(jungle)
    print("referee: selftest ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
