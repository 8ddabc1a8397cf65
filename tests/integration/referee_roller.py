#!/usr/bin/env python3
"""An independent referee for Roller.

A second implementation of docs/rules/roller.md, written from the rules alone and sharing
nothing with the engine. It is slow and plain on purpose: the ids in the comments (RO2.3 ...)
are those of the rules.

  check FILE.pip ... [--sheets DIR]           replay records, check every event and the score
  legal FILE.pip [--sheets DIR]               what may come next, one event a line
  play [--seats N] [--sheet S] [--seed K]     one random record to stdout
  compare PIPWRIGHT [--games N] [--seed S]    referee and program must agree everywhere
  selftest                                    the worked examples of the rules
"""
import copy
import random
import sys
import tempfile
from itertools import product

sys.dont_write_bytecode = True  # leave no folder behind in the tests
import referee  # noqa: E402
from referee import Fault, after, random_game, refused  # noqa: E402

FACES = range(3, 9)  # RO1.2
BONUSES = ["more", "two", "third"]  # RO3
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # RO5


class Sheet(referee.Sheet):
    def __init__(self, path):
        super().__init__(path)
        self.rounds, self.dice = self.data["rounds"], self.data["dice"]  # RO1.5
        cells = self.data["cells"]
        self.printed = {c["name"]: c.get("print") for c in cells}  # a number, "x" or None
        place = {(c["q"], c["r"]): c["name"] for c in cells}
        self.neighbours = {c["name"]: [place[c["q"] + q, c["r"] + r] for q, r in STEPS
                                       if (c["q"] + q, c["r"] + r) in place] for c in cells}
        self.kinds = {a["name"]: a["kind"] for a in self.data["areas"]}
        self.areas = {a: [c["name"] for c in cells if c["area"] == a] for a in self.kinds}
        self.pairs = {}  # RO1.4: number -> its two hexes
        for number in FACES:
            hexes = [name for name in self.printed if self.printed[name] == number]
            if len(hexes) not in (0, 2):
                raise Fault(f"{path}: {number} is printed {len(hexes)} times")
            if hexes:
                self.pairs[number] = hexes


class Seat:
    """One player's paper."""

    def __init__(self, sheet):
        self.hexes = dict(sheet.printed)
        self.bonuses = list(BONUSES)  # those not used yet
        self.red, self.green = [], []
        self.begin_round()

    def begin_round(self):
        self.selections = []  # the first and the second; None for a void one
        self.used_bonus = False  # RO3: at most one per round
        self.started = None  # a bonus that waits for its `put` or `take`
        self.number = None  # of the path being written or just written
        self.left = 0  # how many hexes of it are to be written yet
        self.last = None  # its last hex; None once the path is something of the past
        self.done = False  # the rows are written


class Game(referee.Game):
    def __init__(self, sheet, seats, options):
        super().__init__(sheet, seats, options)
        self.seats = [Seat(sheet) for _ in range(seats)]
        self.round = 0
        self.dice = None  # None where a roll is due
        self.known_moves = {}  # seat -> what it may do, until its next event

    def possible(self):
        if self.dice is None:
            return [f"* dice {self.sheet.dice}"]  # RO2.1
        # RO2.8: all at once
        return [f"{s} {move}" for s in range(len(self.seats)) for move in self.moves_of(s)]

    def moves_of(self, s):
        if s not in self.known_moves:
            self.known_moves[s] = self.find_moves(self.seats[s])
        return self.known_moves[s]

    def find_moves(self, seat):
        if seat.done:
            return []
        if seat.started == "two":  # RO3.2
            return [f"put {cell}" for cell in self.empty(seat)]
        if seat.started == "third":  # RO3.3
            return self.takes(seat)
        if seat.left > 0:
            return [f"put {cell}" for cell in self.next_hexes(seat, seat.number, seat.left)]
        # RO2.7: a void selection only where no number can be selected
        moves = (self.takes(seat) or ["skip"]) if len(seat.selections) < 2 else self.rows(seat)
        return moves + [f"bonus {bonus}" for bonus in self.usable_bonuses(seat)]

    def empty(self, seat):
        return [cell for cell, what in seat.hexes.items() if what is None]

    def takes(self, seat):
        """RO2.2, RO2.4, RO2.5: rolled, not chosen before, and there is room for all of it."""
        return [f"take {number}" for number in sorted(set(self.dice))
                if number not in seat.selections
                and self.next_hexes(seat, number, self.dice.count(number), fresh=True)]

    def next_hexes(self, seat, number, count, fresh=False):
        """Where the next of `count` hexes may be written: RO2.3, RO2.9."""
        if fresh or seat.last is None:  # RO2.3: the first beside a hex that holds the number
            beside = [cell for cell in self.empty(seat)
                      if any(seat.hexes[n] == number for n in self.sheet.neighbours[cell])]
        else:  # RO2.3: each further one beside the hex just written
            beside = [n for n in self.sheet.neighbours[seat.last] if seat.hexes[n] is None]
        return [cell for cell in beside if self.path_fits(seat, [cell], count - 1)]

    def path_fits(self, seat, path, more):
        """Can the path go on for so many hexes?"""
        if more == 0:
            return True
        return any(self.path_fits(seat, path + [n], more - 1)
                   for n in self.sheet.neighbours[path[-1]]
                   if seat.hexes[n] is None and n not in path)

    def rows(self, seat):  # RO2.6, RO2.7
        a, b = ["-" if number is None else number for number in seat.selections]
        return [f"rows {a} {b}", f"rows {b} {a}"]

    def usable_bonuses(self, seat):  # RO3, RO3.4: each once, one per round, if it can be done
        if seat.used_bonus:
            return []
        can = {"two": self.empty(seat) != [],  # RO3.2
               "third": len(seat.selections) == 2 and None not in seat.selections
               and self.takes(seat) != [],  # RO3.3, RO3.4: after two that were made
               "more": seat.last is not None  # RO3.1: straight after the last hex of a path
               and any(seat.hexes[n] is None for n in self.sheet.neighbours[seat.last])}
        return [bonus for bonus in seat.bonuses if can[bonus]]

    def roll(self, words):  # RO1.2, RO2.1
        if len(words) != self.sheet.dice or not set(words) <= set(map(str, FACES)):
            raise Fault(f"'{' '.join(words)}' is not a roll of {self.sheet.dice} dice")
        if words != sorted(words):
            raise Fault(f"'{' '.join(words)}': the dice are not in order")
        self.dice = [int(w) for w in words]
        self.known_moves = {}

    def move(self, s, words):
        seat = self.seats[s]
        self.known_moves.pop(s, None)
        if words[0] == "take":
            self.take(seat, int(words[1]))
        elif words[0] == "skip":
            seat.last = None
            seat.selections.append(None)  # RO2.7; after a void first there is none for the second
        elif words[0] == "put":
            self.put(seat, words[1])
        elif words[0] == "bonus":
            self.use_bonus(seat, words[1])
        else:
            self.write_rows(seat, words[1:])
        if all(each.done for each in self.seats):
            self.end_round()

    def take(self, seat, number):
        if seat.started == "third":
            seat.started = None  # RO3.3: in no row box
        else:
            seat.selections.append(number)
        seat.number, seat.left, seat.last = number, self.dice.count(number), None  # RO2.2

    def use_bonus(self, seat, bonus):
        seat.bonuses.remove(bonus)
        seat.used_bonus = True
        if bonus == "more":  # RO3.1
            seat.left = 1
        else:
            seat.started = bonus

    def put(self, seat, cell):
        if seat.started == "two":  # RO3.2
            seat.hexes[cell], seat.started, seat.last = 2, None, None
        else:
            seat.hexes[cell], seat.last = seat.number, cell
            seat.left -= 1

    def write_rows(self, seat, numbers):  # RO2.6, RO5.4
        for row, number in zip((seat.red, seat.green), numbers):
            row.append(None if number == "-" else int(number))
        seat.done = True

    def end_round(self):
        self.round += 1
        self.over = self.round == self.sheet.rounds  # RO4.1
        self.dice = None
        for seat in self.seats:
            seat.begin_round()

    def score(self, s):
        seat, items = self.seats[s], {}
        for area, cells in self.sheet.areas.items():
            factor = 2 if self.sheet.kinds[area] == "middle" else 1  # RO4.3
            items[area] = factor * self.area_score([seat.hexes[cell] for cell in cells])
        for number, (one, other) in self.sheet.pairs.items():  # RO4.4
            items[f"pair {number}"] = number if other in self.chain(seat, one) else 0
        items["bonuses"] = 2 * len(seat.bonuses)  # RO4.5
        items["red row"], items["green row"] = row_score(seat.red), row_score(seat.green)
        return items

    def area_score(self, contents):  # RO4.2
        numbers = [what for what in contents if what not in (None, "x")]
        if None in contents or not numbers:
            return 0
        return max(numbers, key=lambda n: (numbers.count(n), n))

    def chain(self, seat, start):
        """All hexes joined to this one by hexes of its number."""
        joined = [start]
        for cell in joined:
            joined += [n for n in self.sheet.neighbours[cell]
                       if seat.hexes[n] == seat.hexes[start] and n not in joined]
        return joined

    def describe(self):
        lines = [f"round {self.round}, dice {self.dice}"]
        for s, seat in enumerate(self.seats):
            own = {c: n for c, n in seat.hexes.items() if n != self.sheet.printed[c]}
            rest = {k: v for k, v in vars(seat).items() if k != "hexes"}
            lines.append(f"seat {s}: written {own}, {rest}")
        return "\n".join(lines)


def row_score(row):  # RO4.6
    reached = 0
    for number in FACES:
        if number not in row:
            break
        reached = number
    return reached


def random_player(game, rng):
    """The referee's own dice and choices."""
    styles = [rng.choice(["any", "eager", "thrifty", "filling"]) for _ in game.seats]
    faces = list(FACES)
    if rng.random() < 0.5:  # crooked dice: long paths, void selections
        faces = rng.choices(faces, k=rng.randint(1, 4))

    def choose():
        if game.dice is None:
            return " ".join(["*"] + sorted(str(rng.choice(faces)) for _ in range(game.sheet.dice)))
        s = rng.choice([s for s, seat in enumerate(game.seats) if not seat.done])  # RO2.8
        moves = game.moves_of(s)
        bonuses = [m for m in moves if m.startswith("bonus")]
        others = [m for m in moves if not m.startswith("bonus")]
        if styles[s] == "eager" and bonuses:
            moves = bonuses
        if styles[s] == "thrifty" and rng.random() < 0.9:
            moves = others
        if styles[s] == "filling" and moves[0].startswith("put"):  # fills areas one by one
            order = [cell for cells in game.sheet.areas.values() for cell in cells]
            moves = [min(moves, key=lambda m: order.index(m.split(" ")[1]))]
        return f"{s} {rng.choice(moves)}"
    return choose


class Roller(referee.Rules):
    name, seats = "roller", range(1, 9)  # RO1.1
    sheets = ["snowflake", "honeycomb", "turtle"]
    Sheet, Game = Sheet, Game

    def canonical(self, events, seats):
        """From seat 0."""
        return referee.by_turns(events, lambda seat, turn: seat)

    def player(self, game, rng):
        return random_player(game, rng)

    def simulations(self):
        for k, (seats, name) in enumerate(product((1, 2, 3, 8), self.sheets)):
            yield seats, name, {}, [["random", "greedy"][(s + k) % 2] for s in range(seats)]

    def own_games(self, folder):
        sheets = [(self.shipped(name), ()) for name in self.sheets]
        sheets += [(Sheet(path), ("--sheet", path)) for path in self.training_sheets(folder)]
        for (sheet, arguments), seats in product(sheets, (1, 2, 3, 5, 8)):
            yield sheet, arguments, seats, {}

    def training_sheets(self, folder):
        """Small sheets, soon full: void selections, an area of x, other rounds and dice."""
        pairs = [((-1, 1), (1, 0)), ((-1, 3), (1, 1)), ((-2, 0), (1, -2)),
                 ((-2, 2), (2, -1)), ((-3, 2), (3, -3)), ((-1, -2), (2, 1))]
        what = {(0, 0): "x"} | {place: 3 + k for k, pair in enumerate(pairs) for place in pair}
        stones = {(4, 0): "x", (4, -1): "x"}
        kinds = {"heart": "middle", "west": "outer", "east": "outer", "stones": "outer"}
        for name, rounds, dice, far in (("referee-narrow", 9, 8, {}),
                                        ("referee-wide", 6, 5, stones)):
            cells = []
            for r, q in product(range(-4, 5), repeat=2):
                if max(abs(q), abs(r), abs(q + r)) < 4 or (q, r) in far:
                    area = "heart" if q == 0 else "west" if q < 0 else "east" if q < 4 else "stones"
                    cell = {"name": f"{'abcdefghi'[r + 4]}{q + 5}", "q": q, "r": r, "area": area}
                    if (q, r) in what | far:
                        cell["print"] = (what | far)[q, r]
                    cells.append(cell)
            areas = [{"name": area, "kind": kind} for area, kind in kinds.items()
                     if any(cell["area"] == area for cell in cells)]
            yield self.training_sheet(folder, name, rounds=rounds, dice=dice, areas=areas,
                                      cells=cells)

    def selftest(self):
        selftest_score(Game(self.shipped("snowflake"), 1, {}))
        selftest_round(self.shipped("honeycomb"))
        selftest_records(self)


# Selftest.


def selftest_score(game):
    assert game.area_score([7, 6, 6, 6, 6, 3, 3]) == 6  # RO4.2, the rulebook's example
    assert game.area_score([7, 7, 6, 6, "x"]) == 7 and game.area_score([2, 2, 8]) == 2
    assert game.area_score(["x", "x"]) == 0 and game.area_score([8, 8, None]) == 0
    assert row_score([5, 3, 7, 4, None]) == 5 and row_score([4, 5, 6]) == 0  # RO4.6
    assert row_score([8, 7, 6, 5, 4, 3, 3]) == 8 and row_score([]) == 0
    assert game.total(0) == 6 and game.score(0)["bonuses"] == 6  # RO4.5
    seat, sheet = game.seats[0], game.sheet
    for cell, what in sheet.printed.items():  # RO4.3, RO4.4: all that is free becomes a 5
        seat.hexes[cell] = what or 5
    score = game.score(0)
    assert score["pair 5"] == 5 and score["pair 3"] == score["pair 8"] == 0
    assert score["middle"] == 10 and all(score[a] == 5 for a in sheet.areas if a != "middle")
    game.over, seat.bonuses = True, []
    assert game.legal() == ["= 45"] and after(game, "= 45") == []


def fill(game, number, cells):
    for cell in cells:
        game.seats[0].hexes[cell] = number


def selftest_round(sheet):
    game = Game(sheet, 1, {})
    takes = ["0 bonus two", "0 take 3", "0 take 7", "0 take 8"]  # RO3.4: no third number yet
    assert after(game, "* 3 3 3 7 8 8 8 8") == takes  # RO2.2
    printed = sheet.pairs[3]
    starts = {n for cell in printed for n in sheet.neighbours[cell] if not sheet.printed[n]}
    assert after(game, "0 take 3") == sorted(f"0 put {cell}" for cell in starts)  # RO2.3
    path = [sorted(starts)[0]]
    for _ in range(2):  # RO2.3: each beside the one before; RO3.1 only after the last
        assert not any("bonus" in move for move in after(game, f"0 put {path[-1]}"))
        path.append(game.legal()[0].split(" ")[2])
        assert path[-1] in sheet.neighbours[path[-2]]
    assert after(game, f"0 put {path[-1]}")[:2] == ["0 bonus more", "0 bonus two"]
    again = copy.deepcopy(game)
    after(again, "0 take 8")
    assert "0 bonus third" in walk(again)  # RO3.4: after two
    assert after(again, "0 bonus third") == ["0 take 7"] and after(again, "0 take 7")
    assert walk(again) == ["0 rows 3 8", "0 rows 8 3"]  # RO3.3: in no row box
    after(game, "0 bonus more")  # RO3.1
    assert walk(game) == ["0 take 7", "0 take 8"]  # RO3: one bonus per round
    after(game, "0 take 8")
    assert walk(game) == ["0 rows 3 8", "0 rows 8 3"]  # RO2.6
    assert after(game, "0 rows 8 3") == ["* dice 8"]
    assert game.seats[0].red == [8] and game.seats[0].green == [3]
    game = Game(sheet, 1, {})  # RO2.7: a void first, then a void second
    fill(game, "x", game.empty(game.seats[0])[1:])
    free = game.empty(game.seats[0])[0]
    roll = "* 3 3 4 4 5 5 6 6"
    assert after(game, roll) == ["0 bonus two", "0 skip"]
    assert after(game, "0 skip", "0 bonus two") == [f"0 put {free}"]
    assert after(game, f"0 put {free}", "0 skip") == ["0 rows - -"]


def walk(game):
    """Writes the whole path, each time in the first hex that is allowed."""
    while game.legal()[0].startswith("0 put"):
        game.apply(game.legal()[0])
    return game.legal()


def selftest_records(rules):
    """Random games survive canonical order; spoilt ones are found out."""
    rng, seen = random.Random(1), set()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        sheets = [rules.shipped("turtle"), *map(Sheet, rules.training_sheets(folder))]
    for k, (sheet, seats) in enumerate(product(sheets, (1, 2, 3, 4, 1))):
        events, game = random_game(rules, sheet, seats, {}, rng)
        again = Game(sheet, seats, {})  # RO2.8 the order of arrival does not matter
        after(again, *rules.canonical(events[:-1], seats), events[-1])
        assert again.closed and list(map(vars, again.seats)) == list(map(vars, game.seats))
        seen.update(" ".join(event.split(" ")[1:3]) for event in events if "bonus" in event)
        seen.update("skip" for event in events if "skip" in event)
        spoilt = [events[:-1] + [events[-1] + "1"], events + ["0 skip"], events[1:],
                  events[:1] + events, events[:1] + ["0 take 9"] + events[1:]][k % 5]
        assert not refused(rules, sheet, seats, {}, events)
        assert refused(rules, sheet, seats, {}, spoilt)
    assert seen == {"bonus more", "bonus two", "bonus third", "skip"}, seen


if __name__ == "__main__":
    sys.exit(referee.main(Roller(), __doc__))
