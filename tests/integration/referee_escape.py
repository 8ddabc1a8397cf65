#!/usr/bin/env python3
"""An independent referee for Escape Roll & Write.

A second implementation of docs/rules/escape.md, written from the rules alone and sharing
nothing with the engine. It is slow and plain on purpose: the ids in the comments (ES3.1 ...)
are those of the rules.

  check FILE.pip ... [--sheets DIR]           replay records, check every event and the result
  legal FILE.pip [--sheets DIR]               what may come next, one event a line
  play [--seats N] [--difficulty D] [--variant V] [--sheet S] [--seed K]
                                              one random record to stdout
  compare PIPWRIGHT [--games N] [--seed S]    referee and program must agree everywhere
  selftest                                    the worked examples of the rules
"""
import random
import sys
import tempfile
from itertools import combinations, product

sys.dont_write_bytecode = True  # leave no folder behind in the tests
import referee  # noqa: E402
from referee import Fault, after, random_game, refused  # noqa: E402

SYMBOLS = ["torch", "key", "adventurer", "gold", "black"]  # ES1.2, in this order
FACES = ["torch", "key", "adventurer", "adventurer", "gold", "black"]
SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
TRACKS = ["dash", "heal", "reroll", "key", "torch", "gold"]  # ES1.4
JOKER = ["reroll", "key", "gold", "torch"]  # ES3.5
TEMPORARY = ["key", "torch", "gold"]  # ES6.5
DICE, EXTRA_DICE = 8, 2  # ES1.2
OPTIONS = {"difficulty": ["easy", "normal", "hard"],  # the default first
           "variant": ["none", "closed", "lottery", "dice"]}


class Chamber:
    def __init__(self, name, entry, action):
        self.name, self.entry, self.action = name, entry, action
        self.neighbours = {}  # side -> name of the chamber behind an open pathway
        self.gates = set()  # sides with a pathway to the outside


class Sheet(referee.Sheet):
    def __init__(self, path):
        super().__init__(path)
        self.side, self.gems = self.data["side"], self.data["gems"]
        self.tracks, self.maps = self.data["tracks"], self.data["maps"]
        walls = {tuple(wall.split(" ")) for wall in self.data.get("walls", [])}
        grid = {(row, column): Chamber(f"{chr(97 + row)}{column + 1}", c["entry"], c["action"])
                for row, line in enumerate(self.data["chambers"]) for column, c in enumerate(line)}
        self.chambers = {chamber.name: chamber for chamber in grid.values()}
        for (row, column), chamber in grid.items():  # ES1.3
            for side, (south, east) in SIDES.items():
                other = grid.get((row + south, column + east))
                if (chamber.name, side) in walls:
                    continue
                if other is None:
                    chamber.gates.add(side)
                elif (other.name, OPPOSITE[side]) not in walls:
                    chamber.neighbours[side] = other.name
        self.exit = next(name for name, c in self.chambers.items() if c.action == "exit")
        self.special = {}  # ES4.1: colour -> its two chambers
        for name, chamber in self.chambers.items():
            if chamber.action.startswith("special:"):
                self.special.setdefault(chamber.action, []).append(name)

    def goal(self, difficulty, seats):  # ES1.5
        return self.data["goals"][difficulty][str(seats)]

    def rounds(self, seats):  # ES1.6
        return self.data["rounds"][str(seats)]


class Map:
    """A treasure map on one seat's sheet: what it still needs."""

    def __init__(self, data):
        self.bonus, self.gem, self.gives = list(data["bonus"]), list(data["gem"]), data["gives"]
        self.open = True

    def cross_off(self, symbol):  # ES5.2: the bonus side first; not needed, lost
        side = self.bonus if symbol in self.bonus else self.gem
        if symbol in side:
            side.remove(symbol)


class Seat:
    """One player's temple sheet."""

    def __init__(self, sheet):
        self.side = None  # ES1.7
        self.chamber = None  # None while outside
        self.crossed = set()  # ES3.4: chambers whose action was performed
        self.closed = set()  # ES8.4: (chamber, side), both ways
        self.maps = {number: Map(data) for number, data in enumerate(sheet.maps, 1)}  # ES1.8
        self.taken = []  # dice taken from the common pool this turn


class Game(referee.Game):
    """`step` says what is due:
    side            a seat picks its side
    extra           the extra dice are to be rolled
    close           a seat closes a pathway
    before          heal, dash, or the first roll
    dice            dice are to be rolled
    rolled          reroll, or keep
    next            dash, or the next roll
    explore         entering chambers
    joker, unlock   a choice in a chamber; then `back` is due again (ES6)
    take            a seat takes dice from the common pool
    map, complete   a seat crosses off symbols; completes maps or leaves
    """

    def __init__(self, sheet, seats, options):
        super().__init__(sheet, seats, options)
        self.variant = options["variant"]
        if sheet.side != ("normal" if self.variant == "none" else "variant"):  # ES8.6
            raise Fault(f"variant={self.variant} cannot be played on the side {sheet.side}")
        self.goal = sheet.goal(options["difficulty"], seats)
        self.seats = [Seat(sheet) for _ in range(seats)]
        self.marked, self.used = dict.fromkeys(TRACKS, 0), dict.fromkeys(TRACKS, 0)
        self.gems = {"chambers": 0, "tracks": 0, "special chambers": 0, "maps": 0}
        self.unlocked = set()  # ES4.2: colours
        self.dice, self.extra_dice = DICE, EXTRA_DICE  # in the game; ES8.3
        self.cursed = [0, 0, 0]  # ES1.4
        self.extra = None  # the faces of the extra dice
        self.turn = 0
        self.queue = list(range(seats))  # the seats that act in the steps side, close, take, map
        self.step = "side"

    def active(self):  # ES1.6
        return self.turn % len(self.seats)

    def others(self):
        """Clockwise from the active seat's left: ES1.8, ES5.1."""
        n = len(self.seats)
        return [(self.active() + k) % n for k in range(1, n)]

    def number_of_gems(self):
        return sum(self.gems.values())

    def available(self, track):  # ES6.1
        return self.marked[track] > self.used[track]

    # What may come next.

    def possible(self):
        if self.step == "extra":
            return ["* extra 2"]
        if self.step == "dice":
            return [f"* dice {self.rolling}"]  # ES2.3
        own = self.step in ("side", "close", "take", "map", "complete")
        s = self.queue[0] if own else self.active()
        return [f"{s} {move}" for move in getattr(self, f"moves_{self.step}")(self.seats[s])]

    def moves_side(self, _):  # ES1.7
        return [f"side {side}" for side in SIDES if side not in [s.side for s in self.seats]]

    def moves_close(self, seat):  # ES8.1: entry symbols in order, not to the outside
        return [f"close {name} {side}" for name, chamber in self.sheet.chambers.items()
                if chamber.entry == self.extra
                for side in chamber.neighbours if (name, side) not in seat.closed]

    def moves_before(self, seat):  # ES2.2, ES6.3
        heals = [f"heal {k}" for k in (1, 2, 3) if self.cursed[k - 1] and self.available("heal")]
        return heals + self.moves_next(seat)

    def moves_rolled(self, _):  # ES2.4, ES6.4
        free = [face for face in self.rolled if face != "black"]
        keeps = {" ".join(some) for k in range(len(free) + 1) for some in combinations(free, k)}
        return [f"keep {kept or '-'}" for kept in keeps] + ["reroll"] * self.available("reroll")

    def moves_next(self, seat):
        return ["roll"] + self.dashes(seat)

    def dashes(self, seat):  # ES6, ES6.2
        return [f"dash {name}" for name in self.within_reach(seat) if self.available("dash")]

    def within_reach(self, seat):  # ES3.1, ES3.2, ES8.4
        if seat.chamber is None:
            return [name for name, c in self.sheet.chambers.items() if seat.side in c.gates]
        doors = self.sheet.chambers[seat.chamber].neighbours
        return [name for side, name in doors.items() if (seat.chamber, side) not in seat.closed]

    def moves_explore(self, seat):
        moves = ["end"] + self.dashes(seat)
        for name in self.within_reach(seat):
            first, second = self.sheet.chambers[name].entry
            if first in self.kept and second in self.kept \
                    and (first != second or self.kept.count(first) >= 2):  # ES3.1, ES3.3
                moves.append(f"enter {name}")
        return moves + [f"use {track}" for track in TEMPORARY if self.available(track)]  # ES6.5

    def moves_joker(self, _):  # ES3.5, ES8.2
        return [f"joker {c}" for c in (self.extra if self.variant == "lottery" else JOKER)]

    def moves_unlock(self, _):  # ES8.3
        return ["unlock gems"] + ["unlock die"] * (self.extra_dice > 0)

    def moves_take(self, _):  # ES5.1: one or two
        return [f"take {' '.join(some)}" for k in (1, 2) for some in combinations(self.pool, k)]

    def moves_map(self, seat):  # ES5.2
        return [f"map {number}" for number, m in seat.maps.items() if m.open]

    def moves_complete(self, seat):  # ES5.3
        return ["leave"] + [f"complete {number}" for number, m in seat.maps.items()
                            if m.open and not m.bonus]

    # What happens.

    def roll(self, words):
        if self.step == "extra":
            if len(words) != 3 or words[0] != "extra" or not set(words[1:]) <= set(SYMBOLS):
                raise Fault(f"'{' '.join(words)}' is not a roll of the extra dice")
            self.extra = words[1:]
            self.begin_closing()
        else:
            if len(words) != self.rolling or not set(words) <= set(SYMBOLS):
                raise Fault(f"'{' '.join(words)}' is not a roll of {self.rolling} dice")
            if words != sorted(words, key=SYMBOLS.index):
                raise Fault(f"'{' '.join(words)}': the dice are not in order")
            self.rolled, self.step = words, "rolled"

    def move(self, s, words):
        getattr(self, f"do_{words[0]}")(self.seats[s], *words[1:])
        outside_exit = [seat for seat in self.seats if seat.chamber != self.sheet.exit]
        self.won = not outside_exit and self.number_of_gems() >= self.goal  # ES7.1
        lost = self.turn == len(self.seats) * self.sheet.rounds(len(self.seats))  # ES7.2
        self.over = self.won or lost

    def do_side(self, seat, side):
        seat.side = side
        self.queue.pop(0)
        if not self.queue:
            self.begin_turn()

    def begin_turn(self):
        self.kept, self.pool = [], []
        self.move_cursed()  # ES2.1
        self.unrolled = self.dice - sum(self.cursed)  # the dice pool
        if self.variant == "closed" or self.variant == "lottery" and self.active() == 0:
            self.step = "extra"  # ES8.1, ES8.2, ES8.5
        else:
            self.step = "before"

    def move_cursed(self):
        self.cursed = [0] + self.cursed[:2]

    def begin_closing(self):  # ES8.1, ES8.5
        if self.variant == "closed":
            masks = min(self.extra.count("black"), self.unrolled)
            self.unrolled -= masks
            self.cursed[0] += masks
            if "black" not in self.extra:
                self.queue = [self.active(), self.others()[0]]
                self.next_closing()
                return
        self.step = "before"

    def next_closing(self):
        """To the next seat that has something to close."""
        while self.queue and not self.moves_close(self.seats[self.queue[0]]):
            self.queue.pop(0)
        self.step = "close" if self.queue else "before"

    def do_close(self, seat, name, side):  # ES8.4
        other = self.sheet.chambers[name].neighbours[side]
        seat.closed |= {(name, side), (other, OPPOSITE[side])}
        self.queue.pop(0)
        self.next_closing()

    def do_heal(self, _, space):  # ES6.3
        self.used["heal"] += 1
        self.unrolled += self.cursed[int(space) - 1]
        self.cursed[int(space) - 1] = 0

    def do_roll(self, _):  # ES2.3
        self.rolling = min(2, self.unrolled)
        self.unrolled -= self.rolling
        self.step = "dice" if self.rolling else "explore"

    def do_reroll(self, _):  # ES6.4
        self.used["reroll"] += 1
        self.step = "dice"

    def do_keep(self, _, *symbols):  # ES2.4
        rest = list(self.rolled)
        for symbol in symbols:
            if symbol != "-":
                rest.remove(symbol)
                self.kept.append(symbol)
        self.cursed[0] += rest.count("black")
        self.pool += [symbol for symbol in rest if symbol != "black"]
        self.step = "next" if self.unrolled else "explore"  # ES2.5

    def do_use(self, _, symbol):  # ES6.5
        self.used[symbol] += 1
        self.kept.append(symbol)

    def do_dash(self, seat, name):  # ES6.2
        self.used["dash"] += 1
        self.stand_in(seat, name)

    def do_enter(self, seat, name):  # ES3.1, ES3.3
        for symbol in self.sheet.chambers[name].entry:
            self.kept.remove(symbol)
        self.stand_in(seat, name)

    def stand_in(self, seat, name):
        seat.chamber = name
        action = self.sheet.chambers[name].action
        if action in self.sheet.special:
            self.try_to_unlock(action)
        elif name not in seat.crossed:  # ES3.4
            seat.crossed.add(name)
            if action == "joker":
                self.back, self.step = self.step, "joker"
            elif action == "gem":
                self.gain("chambers")
            elif action in TRACKS:
                self.mark(action)

    def try_to_unlock(self, colour):  # ES4.2
        occupied = {seat.chamber for seat in self.seats}
        if colour not in self.unlocked and set(self.sheet.special[colour]) <= occupied:
            self.unlocked.add(colour)
            if self.variant == "dice":  # ES8.3
                self.back, self.step = self.step, "unlock"
            else:
                self.unlock("gems")

    def do_unlock(self, _, what):
        self.step = self.back
        self.unlock(what)

    def unlock(self, what):
        if what == "gems":
            self.gain("special chambers")
            self.gain("special chambers")
        else:
            self.extra_dice -= 1
            self.dice += 1  # rolled from the next turn on, see begin_turn

    def do_joker(self, _, choice):  # ES3.5, ES8.2
        self.step = self.back
        if choice == "black":
            self.move_cursed()
        elif choice != "adventurer":
            self.mark(choice)

    def mark(self, track):
        if self.marked[track] < self.sheet.tracks[track]["boxes"]:  # ES3.6
            self.marked[track] += 1
            if self.marked[track] == self.sheet.tracks[track]["gem"][str(len(self.seats))]:
                self.gain("tracks")  # ES3.7

    def gain(self, source):
        if self.number_of_gems() < self.sheet.gems:  # ES3.6
            self.gems[source] += 1

    def do_end(self, _):  # ES2.5, ES2.6
        self.pool.sort(key=SYMBOLS.index)
        self.queue = self.others()
        for seat in self.seats:
            seat.taken = []
        self.next_taking()

    def next_taking(self):  # ES5.1
        if self.queue and self.pool:
            self.step = "take"
        else:  # ES5.2: in the same order those that took dice or can complete a map
            self.queue = [s for s in self.others() if self.seats[s].taken
                          or self.moves_complete(self.seats[s]) != ["leave"]]
            self.next_map()

    def do_take(self, seat, *symbols):
        seat.taken = list(symbols)
        for symbol in symbols:
            self.pool.remove(symbol)
        self.queue.pop(0)
        self.next_taking()

    def next_map(self):
        if not self.queue:
            self.turn += 1  # ES5.5: all other dice are back, see begin_turn
            self.begin_turn()
        else:
            seat = self.seats[self.queue[0]]
            self.step = "map" if seat.taken and self.moves_map(seat) else "complete"

    def do_map(self, seat, number):  # ES5.2
        for symbol in seat.taken:
            seat.maps[int(number)].cross_off(symbol)
        self.step = "complete"

    def do_complete(self, seat, number):  # ES5.3, ES5.4
        done = seat.maps[int(number)]
        done.open = False
        self.mark(done.gives)
        if not done.gem:
            self.gain("maps")

    def do_leave(self, _):
        self.queue.pop(0)
        self.next_map()

    def score(self, _):  # ES1.1: the same for all
        return dict(self.gems)

    def closing_line(self):  # ES7.1, ES7.2
        return f"= {'won' if self.won else 'lost'} {self.number_of_gems()}"

    def describe(self):
        own = {k: v for k, v in vars(self).items() if k not in ("sheet", "seats")}
        lines = [f"{own}"]
        for s, seat in enumerate(self.seats):
            maps = {n: (m.bonus, m.gem) if m.open else "closed" for n, m in seat.maps.items()}
            lines.append(f"seat {s}: {vars(seat) | {'maps': maps}}")
        return "\n".join(lines)


def random_player(game, rng):
    """The referee's own dice and choices."""
    styles = [rng.choice(["any", "eager", "eager", "greedy"]) for _ in game.seats]
    dice = rng.choice([FACES, FACES, FACES[:5], FACES + ["black"] * 2,  # fair ones and crooked ones
                       ["black", "black", "black", "gold"], rng.choices(SYMBOLS[:4], k=3)])

    def choose():
        if game.step == "extra":
            return " ".join(["* extra"] + rng.choices(dice if rng.random() < 0.5 else FACES, k=2))
        if game.step == "dice":
            faces = rng.choices(dice, k=game.rolling)
            return " ".join(["*"] + sorted(faces, key=SYMBOLS.index))
        moves = game.legal()
        seat = game.seats[int(moves[0].split(" ")[0])]
        style = styles[int(moves[0].split(" ")[0])]
        if style != "any" and len(moves) > 1 and rng.random() < 0.9:
            idle = ("end", "leave") if rng.random() < 0.95 else ()
            moves = [m for m in moves if m.split(" ")[1] not in idle]
            if game.step in ("before", "next", "explore") and game.number_of_gems() >= game.goal:
                moves = homeward(game, seat, moves)
            elif game.step == "rolled" and style == "greedy":
                moves = [max(moves, key=lambda m: len(m.split(" ")))]
        return rng.choice(moves)
    return choose


def homeward(game, seat, moves):
    """The moves that bring the adventurer nearer to the exit, or that lead nowhere; else `end`, or
    on with rolling."""
    def distance(name):
        if name is None:
            return 9
        return sum(abs(ord(a) - ord(b)) for a, b in zip(name, game.sheet.exit))
    here = distance(seat.chamber)
    good = [m for m in moves if m.split(" ")[1] == "use" and here
            or m.split(" ")[1] in ("enter", "dash") and distance(m.split(" ")[2]) < here]
    return good or [m for m in game.legal() if m.split(" ")[1] in ("end", "roll")]


class Escape(referee.Rules):
    name, seats, options = "escape", range(2, 5), OPTIONS  # ES1.1
    sheets = ["temple", "temple-variant"]
    compare_games = 2
    Sheet, Game = Sheet, Game

    def sheet_for(self, options):  # ES8.6
        return "temple" if options["variant"] == "none" else "temple-variant"

    def player(self, game, rng):
        return random_player(game, rng)

    def configurations(self):
        for seats, difficulty, variant in product(self.seats, *OPTIONS.values()):
            yield seats, {"difficulty": difficulty, "variant": variant}

    def simulations(self):
        for seats, options in self.configurations():
            for bot in ("random", "greedy"):
                yield seats, self.sheet_for(options), options, [bot] * seats

    def own_games(self, folder):
        for seats, options in self.configurations():
            yield self.shipped(self.sheet_for(options)), (), seats, options
        for seats, options in self.configurations():
            path = self.small_sheet(folder, self.sheet_for(options), options["difficulty"])
            yield Sheet(path), ("--sheet", path), seats, options

    def small_sheet(self, folder, name, difficulty):
        """A shipped sheet made easy: low goals and small maps, so that teams win; short tracks and
        few gems, so that both run full; walls, also towards the outside."""
        keys = dict(self.shipped(name).data)
        for key in ("pipwright-sheet", "game", "name", "title"):
            del keys[key]
        level = OPTIONS["difficulty"].index(difficulty)
        keys["goals"] = {d: {str(n): 1 + k for n in self.seats}
                         for k, d in enumerate(OPTIONS["difficulty"])}
        keys["rounds"] = {str(n): 9 for n in self.seats}
        keys["gems"] = 3 + 6 * level
        keys["tracks"] = {track: {"boxes": 2 + level, "gem": {"2": 1, "3": 2, "4": 2 + level}}
                          for track in TRACKS}
        keys["maps"] = [{"bonus": [SYMBOLS[k % 4]], "gives": track, "gem": [SYMBOLS[k // 2]]}
                        for k, track in enumerate(TRACKS)]
        keys["walls"] = [[], ["b2 east", "c2 north"], ["d4 west", "a2 north", "e5 east"]][level]
        return self.training_sheet(folder, f"referee-{name}-{difficulty}", **keys)

    def selftest(self):
        selftest_turn(self)
        selftest_pool(self)
        selftest_dash(self)
        selftest_end(self)
        selftest_variants(self)
        selftest_records(self)


# Selftest.


# The shipped sheets may change, this one does not. Entry symbols by their first letters.
TEMPLE = ["gt gem, ak special:red, aa joker, ta special:yellow, kg gem",
          "at special:green, ka key, ag reroll, ga torch, at special:blue",
          "tt gem, ak gold, aa exit, ka heal, kk gem",
          "ag special:blue, tk heal, at reroll, gg key, ga special:green",
          "tg gem, ta special:yellow, kt joker, ga special:red, gk gem"]
MAPS = ["tk dash gak", "ga dash tkg", "ta heal ggk", "ka reroll ttg", "gt key akt", "kg torch ata"]


def selftest_sheet(rules, side):
    def symbols(letters):
        return [next(s for s in SYMBOLS if s[0] == letter) for letter in letters]
    chambers = [[{"entry": symbols(text.split(" ")[0]), "action": text.split(" ")[1]}
                 for text in row.split(", ")] for row in TEMPLE]
    maps = [{"bonus": symbols(bonus), "gives": gives, "gem": symbols(gem)}
            for bonus, gives, gem in (text.split(" ") for text in MAPS)]
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        return Sheet(rules.training_sheet(
            folder, "selftest", side=side, chambers=chambers, maps=maps, gems=30,
            tracks={track: {"boxes": 6, "gem": {"2": 3, "3": 4, "4": 6}} for track in TRACKS},
            goals={"easy": {"2": 14, "3": 20, "4": 22}}, rounds={"2": 8, "3": 7, "4": 6}))


def begin(rules, seats, variant="none"):
    """A game with all seats outside, seat 0 before its first roll."""
    options = {"difficulty": "easy", "variant": variant}
    sheet = selftest_sheet(rules, "normal" if variant == "none" else "variant")
    game = Game(sheet, seats, options)
    after(game, *[f"{s} side {side}" for s, side in zip(range(seats), SIDES)])
    return game


def explore(game, *kept):
    """Seat 0 stands before exploring, with these dice kept."""
    game.step, game.kept, game.unrolled = "explore", list(kept), 0
    return game.legal()


def selftest_turn(rules):
    game = begin(rules, 2)
    assert game.legal() == ["0 roll"] and after(game, "0 roll") == ["* dice 2"]  # ES2.3
    assert after(game, "* key black") == ["0 keep -", "0 keep key"]  # ES2.4
    game.marked["reroll"] = 1
    assert after(game, "0 reroll", "* key gold") == [  # ES6.4, once
        "0 keep -", "0 keep gold", "0 keep key", "0 keep key gold"]
    after(game, "0 keep key", "0 roll", "* black black", "0 keep -", "0 roll", "* gold gold",
          "0 keep gold gold", "0 roll", "* torch torch")
    assert after(game, "0 keep torch") == ["0 end", "0 enter a1", "0 enter a5"]  # ES3.2
    assert game.cursed == [2, 0, 0] and game.pool == ["gold", "torch"]
    assert after(game, "0 enter a1") == ["0 end"] and game.gems["chambers"] == 1  # ES3.4, ES3.5
    game.cursed, game.marked["heal"] = [0, 1, 3], 1  # ES2.1: the third space comes back
    after(game, "0 end", "1 take gold", "1 map 1", "1 leave")
    assert game.cursed == [0, 0, 1] and game.unrolled == 7
    assert game.legal() == ["1 heal 3", "1 roll"]  # ES2.2
    assert after(game, "1 heal 3") == ["1 roll"] and game.unrolled == 8  # ES6.3
    game = begin(rules, 2)  # ES2.3: an empty pool
    game.unrolled = 0
    assert after(game, "0 roll") == ["0 end"]
    game = begin(rules, 2)  # ES6.2, ES6.5, ES3.5 joker
    game.marked |= {"dash": 1, "key": 1}
    assert explore(game) == ["0 dash a1", "0 dash a2", "0 dash a3", "0 dash a4", "0 dash a5",
                             "0 end", "0 use key"]
    assert after(game, "0 dash a3") == ["0 joker gold", "0 joker key", "0 joker reroll",
                                        "0 joker torch"]
    game.marked["torch"] = 6  # ES3.6
    assert after(game, "0 joker torch") == ["0 end", "0 use key", "0 use torch"]
    assert game.marked["torch"] == 6 and game.number_of_gems() == 0
    game.seats[0].chamber, game.seats[0].crossed = "c3", {"c2"}  # ES3.4 once
    assert explore(game, "adventurer", "key")[1] == "0 enter c2"
    after(game, "0 enter c2")
    assert game.marked["gold"] == 0 and game.kept == []


def selftest_pool(rules):
    game = begin(rules, 3)
    explore(game)
    game.pool = ["key", "torch", "torch"]
    assert after(game, "0 end") == ["1 take key", "1 take torch", "1 take torch key",
                                    "1 take torch torch"]  # ES5.1
    assert after(game, "1 take torch key") == ["2 take torch"]
    assert after(game, "2 take torch") == [f"1 map {k}" for k in range(1, 7)]  # ES5.2
    assert after(game, "1 map 1") == ["1 complete 1", "1 leave"]  # ES5.3
    assert after(game, "1 complete 1") == ["1 leave"] and game.marked["dash"] == 1  # ES5.4
    assert game.number_of_gems() == 0 and not game.seats[1].maps[1].open
    after(game, "1 leave", "2 map 6")  # a torch map 6 needs on its gem side
    assert game.seats[2].maps[6].gem == ["adventurer", "adventurer"]
    game.seats[2].maps[6].bonus, game.seats[2].maps[6].gem = [], []
    after(game, "2 complete 6")
    assert game.gems["maps"] == 1 and game.marked["torch"] == 1
    game.used["dash"] = 1
    assert after(game, "2 leave") == ["1 roll"] and game.unrolled == 8  # ES5.5
    explore(game)
    for each in game.seats[2].maps.values():  # no map is open
        each.open = False
    game.pool = ["gold"]
    assert after(game, "1 end", "2 take gold") == ["2 leave"]
    game = begin(rules, 2)
    explore(game)
    assert after(game, "0 end") == ["1 roll"]  # nothing to take, nothing to complete: no map step
    game = begin(rules, 4)  # ES5.2: seat 2 has no dice but a map that is ready, as has the active one
    explore(game)
    game.seats[2].maps[3].bonus = game.seats[0].maps[3].bonus = []
    game.pool = ["gold"]
    assert after(game, "0 end", "1 take gold", "1 map 1", "1 leave") == ["2 complete 3", "2 leave"]
    assert after(game, "2 complete 3") == ["2 leave"] and game.marked["heal"] == 1
    assert after(game, "2 leave") == ["1 roll"]
    explore(game)
    assert after(game, "1 end") == ["0 complete 3", "0 leave"]


def selftest_dash(rules):
    game = begin(rules, 2)  # ES6: at any moment without a roll to decide
    game.seats[0].chamber, game.marked["dash"] = "c3", 3
    game.cursed, game.unrolled = [0, 4, 0], 4
    assert game.legal() == ["0 dash b3", "0 dash c2", "0 dash c4", "0 dash d3", "0 roll"]
    assert after(game, "0 dash c4") == [  # a heal, of use at once
        "0 dash b4", "0 dash c3", "0 dash c5", "0 dash d4", "0 heal 2", "0 roll"]
    assert after(game, "0 roll") == ["* dice 2"]
    assert after(game, "* key gold") == ["0 keep -", "0 keep gold", "0 keep key", "0 keep key gold"]
    game.seats[0].chamber = "b3"
    after(game, "0 keep -", "0 dash a3")
    assert after(game, "0 joker reroll") == ["0 dash a2", "0 dash a4", "0 dash b3", "0 roll"]
    assert after(game, "0 roll", "* key black") == ["0 keep -", "0 keep key", "0 reroll"]
    assert after(game, "0 keep -")[-1] == "0 end"
    game = begin(rules, 2)  # an empty pool: the roll is still to come
    game.seats[0].chamber, game.marked["dash"], game.unrolled = "b3", 1, 0
    assert after(game, "0 dash a3", "0 joker key") == ["0 roll"]
    assert after(game, "0 roll") == ["0 end", "0 use key"]
    game = begin(rules, 2, "dice")  # ES8.3
    game.seats[1].chamber, game.marked["dash"] = "e4", 1
    assert after(game, "0 dash a2", "0 unlock die") == ["0 roll"] and game.unrolled == 8
    game = begin(rules, 2)  # ES7.1
    game.seats[0].chamber, game.seats[1].chamber, game.gems["maps"] = "c2", "c3", 14
    game.marked["dash"] = 1
    assert after(game, "0 dash c3") == ["= won 14"]


def selftest_end(rules):
    game = begin(rules, 2)
    game.seats[0].chamber, game.seats[1].chamber, game.gems["maps"] = "c2", "c3", 14
    explore(game, "adventurer", "adventurer")
    assert after(game, "0 enter c3") == ["= won 14"] and after(game, "= won 14") == []  # ES7.1
    game = begin(rules, 2)  # ES4.2
    game.seats[1].chamber, game.marked["dash"] = "e4", 1
    explore(game)
    after(game, "0 dash a2")
    assert game.gems["special chambers"] == 2 and game.unlocked == {"special:red"}
    game.turn = 15  # ES7.2: the last of eight rounds
    explore(game)
    assert after(game, "1 end") == ["= lost 2"]


def selftest_variants(rules):
    game = begin(rules, 2, "closed")  # ES8.1, ES8.4, ES8.5
    assert game.legal() == ["* extra 2"]
    closable = after(game, "* extra adventurer gold")  # b3 and, on the rim, d1
    assert closable == ["0 close b3 east", "0 close b3 north", "0 close b3 south",
                        "0 close b3 west", "0 close d1 east", "0 close d1 north",
                        "0 close d1 south"]
    assert after(game, "0 close b3 south") == [move.replace("0", "1", 1) for move in closable]
    assert after(game, "1 close d1 east") == ["0 roll"]
    game.seats[0].chamber, game.marked["dash"] = "c3", 1  # shut from the other side too
    assert explore(game) == ["0 dash c2", "0 dash c4", "0 dash d3", "0 end"]
    game = begin(rules, 2, "closed")
    assert after(game, "* extra black black") == ["0 roll"]
    assert game.cursed == [2, 0, 0] and game.unrolled == 6
    game = begin(rules, 2, "lottery")  # ES8.2
    after(game, "* extra black key")
    game.step, game.back, game.cursed = "joker", "explore", [1, 0, 2]
    assert game.legal() == ["0 joker black", "0 joker key"]
    assert after(game, "0 joker black") == ["0 end"] and game.cursed == [0, 1, 0]
    assert after(game, "0 end") == ["1 roll"] and game.unrolled == 7
    game = begin(rules, 2, "dice")  # ES8.3
    game.seats[1].chamber, game.marked["dash"] = "e4", 1
    explore(game)
    assert after(game, "0 dash a2") == ["0 unlock die", "0 unlock gems"]
    assert after(game, "0 unlock die", "0 end") == ["1 roll"] and game.unrolled == 9
    game.step, game.extra_dice = "unlock", 0
    assert game.legal() == ["1 unlock gems"]
    try:  # ES8.6
        Game(game.sheet, 2, {"difficulty": "easy", "variant": "none"})
        raise AssertionError("a sheet of the wrong side was accepted")
    except Fault:
        pass


def selftest_records(rules):
    """Random games can be read again; spoilt ones are found out."""
    rng, seen = random.Random(1), set()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        configurations = list(rules.own_games(folder))
    for k, (sheet, _, seats, options) in enumerate(configurations * 2):
        events, game = random_game(rules, sheet, seats, options, rng)
        seen.add("won" if game.won else "lost")
        seen.update(event.split(" ")[1] for event in events if event[0].isdigit())
        spoilt = [events[:-1] + [events[-1] + "1"], events + ["0 end"], events[1:],
                  events[:1] + events, events[:1] + ["1 side up"] + events[1:]][k % 5]
        assert not refused(rules, sheet, seats, options, events)
        assert refused(rules, sheet, seats, options, spoilt)
    words = ["side", "heal", "roll", "reroll", "keep", "enter", "dash", "use", "joker", "unlock",
             "close", "end", "take", "map", "complete", "leave", "won", "lost"]
    assert seen == set(words), set(words) ^ seen


if __name__ == "__main__":
    sys.exit(referee.main(Escape(), __doc__))
