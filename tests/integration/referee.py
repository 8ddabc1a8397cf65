"""What the referees of all games share.

A referee is a second implementation of a game's rules, written from the rules alone and sharing
nothing with the engine. Here is what is no game's rules: records, sheets, random play, the
comparison with the program, the command line. A game's own file, referee_GAME.py, holds a
`Sheet`, a `Game` and a `Rules`, and ends with `main(ItsRules(), __doc__)`.
"""
import argparse
import hashlib
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

SHEETS = Path(__file__).resolve().parents[2] / "sheets"


class Fault(Exception):
    """A record breaks the rules, in this line if it is known."""

    def __init__(self, why, line=1):
        super().__init__(why)
        self.why, self.line = why, line


class Difference(Exception):
    """The program and the referee do not agree."""


class Sheet:
    """A sheet file; a game's own class reads what it needs from `data`."""

    def __init__(self, path):
        text = Path(path).read_bytes()
        self.data = json.loads(text)
        self.name, self.hash = self.data["name"], hashlib.sha256(text).hexdigest()


class Game:
    """A position. A game's own class adds its state and
    possible()             what may come next, in any order; a roll that is due as `* dice N`
    roll(words)            a roll happens; raises Fault unless it is one that can be thrown now
    move(seat, words)      a legal move happens; sets `over` when the game has ended
    score(seat)            name of an item -> points
    describe()             the position in a few lines, for a reader
    """

    def __init__(self, sheet, seats, options):
        self.sheet, self.number_of_seats, self.options = sheet, seats, options
        self.over = self.closed = False

    def legal(self):
        if self.closed:
            return []
        if self.over:
            return [self.closing_line()]
        return sorted(set(self.possible()), key=str.encode)

    def apply(self, event):
        legal = self.legal()
        if event.startswith("* ") and legal and legal[0].startswith("* "):
            self.roll(event.split(" ")[1:])
        elif event not in legal:
            raise Fault(f"'{event}' is not legal here, but: {', '.join(legal) or 'nothing'}")
        elif event.startswith("="):
            self.closed = True
        else:
            who, *words = event.split(" ")
            self.move(int(who), words)

    def total(self, s):
        return sum(self.score(s).values())

    def closing_line(self):
        return " ".join(["="] + [str(self.total(s)) for s in range(self.number_of_seats)])


def by_turns(events, place):
    """Turn by turn: the roll, then each seat's steps together, in the order of place(seat, turn)."""
    keyed, turn = [], -1
    for position, event in enumerate(events):
        is_roll = event.startswith("*")
        turn += is_roll
        keyed.append((turn, -1 if is_roll else place(int(event.split(" ")[0]), turn), position, event))
    return [event for _, _, _, event in sorted(keyed)]


class Rules:
    """What a game's own file tells about the game, beside its positions."""

    name = None  # of the game
    seats = range(1)  # the numbers of seats it can be played with
    options = {}  # key -> values, the default first
    sheets = []  # the names of the shipped ones, the default first
    play_seats = 2  # the default of `play`
    compare_games = 4  # the default of `compare`: simulated games a configuration
    Sheet, Game = Sheet, Game

    def canonical(self, events, seats):
        """The events, without the closing line, in the order in which a record is written."""
        return events

    def player(self, game, rng):
        """A function without arguments: the next event of a random game, never a closing line."""
        raise NotImplementedError

    def sheet_for(self, options):
        """The name of the shipped sheet to play on unless another is asked for."""
        return self.sheets[0]

    def simulations(self):
        """Configurations for the program's bots: (seats, sheet name, options, bots)."""
        raise NotImplementedError

    def own_games(self, folder):
        """Configurations for random games: (sheet, arguments for the program, seats, options)."""
        raise NotImplementedError

    def selftest(self):
        raise NotImplementedError

    def shipped(self, name):
        return self.Sheet(SHEETS / self.name / f"{name}.json")

    def training_sheet(self, folder, name, **keys):
        """Writes a sheet file of this game; its path."""
        path = Path(folder) / f"{name}.json"
        path.write_text(json.dumps({
            "pipwright-sheet": 1, "game": self.name, "name": name,
            "title": {"en": name, "de": name}, **keys}, indent=2) + "\n", encoding="utf-8")
        return path


class Record:
    """A parsed `.pip` file: headers, and events as (line number, text)."""

    def __init__(self, rules, path):
        self.rules, self.headers, self.events, in_header = rules, {}, [], True
        self.resigned = []  # seats that have given up; no events
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
            elif line.startswith("!"):
                self.resigned.append((number, line, len(self.events)))
            elif line:
                self.events.append((number, line))
            else:
                raise Fault("a blank line in the body", number)
        for key in ("game", "sheet", "seats"):
            if key not in self.headers:
                raise Fault(f"the header '{key}' is missing")
        self.seats = int(self.headers["seats"])
        self.options = {key: self.headers.get(f"option {key}", values[0])
                        for key, values in rules.options.items()}
        for key in self.headers:
            if key.startswith("seat ") and key[5:] not in map(str, range(self.seats)):
                raise Fault(f"'{key}': there is no such seat")
        self.check_resigned()

    def check_resigned(self):
        """A seat resigns once, and not after the closing line."""
        closed = next((i for i, (_, text) in enumerate(self.events) if text.startswith("=")), None)
        lines = [line for _, line, _ in self.resigned]
        for number, line, place in self.resigned:
            if line not in (f"! {seat}" for seat in range(self.seats)) or lines.count(line) > 1:
                raise Fault(f"'{line}' is not a seat that resigns once", number)
            if closed is not None and place > closed:
                raise Fault(f"'{line}': the game is over here", number)

    def read_header(self, line, number):
        known = {"game": self.rules.name, "seats": "|".join(map(str, self.rules.seats)),
                 "sheet": "[a-z0-9-]+", "sheet-hash": "[0-9a-f]{64}"}
        known |= {f"option {k}": "|".join(values) for k, values in self.rules.options.items()}
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
            raise Fault(f"'{line}' is not possible in {self.rules.name}", number)
        self.headers[key] = value

    def sheet(self, folder):
        sheet = self.rules.Sheet(Path(folder) / self.rules.name / f"{self.headers['sheet']}.json")
        if self.headers.get("sheet-hash", sheet.hash) != sheet.hash:
            raise Fault(f"the sheet-hash is not that of the sheet, {sheet.hash}")
        return sheet

    def replay(self, sheet):
        game = self.rules.Game(sheet, self.seats, self.options)
        for number, event in self.events:
            try:
                game.apply(event)
            except Fault as fault:
                raise Fault(fault.why, number) from None
        return game


def record_text(rules, sheet, seats, options, events):
    head = ["pipwright record 1", f"game {rules.name}", f"sheet {sheet.name}",
            f"sheet-hash {sheet.hash}", f"seats {seats}"]
    head += [f"option {key}={options[key]}" for key in rules.options]
    names = [f"seat {s} Referee {s}" for s in range(seats)]
    return "\n".join(head + names + [""] + events) + "\n"


def random_game(rules, sheet, seats, options, rng):
    """A finished game: its events in the order in which they happened, and its end position."""
    game, events = rules.Game(sheet, seats, options), []
    choose = rules.player(game, rng)
    while not game.closed:
        event = game.closing_line() if game.over else choose()
        game.apply(event)
        events.append(event)
    return events, game


def after(game, *events):
    """For selftests: what is legal after these events."""
    for event in events:
        game.apply(event)
    return game.legal()


def refused(rules, sheet, seats, options, events):
    """For selftests: does some event break the rules?"""
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        path = Path(folder) / "game.pip"
        path.write_text(record_text(rules, sheet, seats, options, events), encoding="utf-8")
        try:
            Record(rules, path).replay(sheet)
        except Fault:
            return True
    return False


# Comparing with the program.


def expect_same(path, what, program, referee, game=None):
    if program != referee:
        where = f"the position:\n{game.describe()}\n" if game else ""
        raise Difference(f"{path}: {what}\n  program: {program}\n  referee: {referee}\n{where}"
                         f"the record:\n{Path(path).read_text(encoding='utf-8')}")


def run(*command):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    if done.returncode != 0:
        raise Difference(f"exit {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def compare_replay(rules, program, path, sheet, *arguments):
    """Replays one record on both sides; the number of positions compared."""
    record = Record(rules, path)
    try:
        answer = json.loads(run(program, "replay", path, "--json", *arguments))
    except Difference as difference:
        raise Difference(f"{difference}the record:\n{path.read_text(encoding='utf-8')}") from None
    header = [answer["game"], answer["sheet"], answer["seats"], answer["options"]]
    expect_same(path, "header", header, [rules.name, sheet.name, record.seats, record.options])
    ours = [text for _, text in record.events if not text.startswith("=")]
    theirs = [event["text"] for event in answer["events"] if not event["text"].startswith("=")]
    expect_same(path, "events in canonical order", theirs, rules.canonical(ours, record.seats))

    game = rules.Game(sheet, record.seats, record.options)
    for number, event in enumerate(answer["events"], 1):
        what = f"event {number} '{event['text']}'"
        expect_same(path, f"{what}: legal", event["legal"], game.legal(), game)
        try:
            game.apply(event["text"])
        except Fault as fault:
            expect_same(path, what, event["text"], fault.why, game)
    # A closed record may list its closing line among the events or leave it out.
    if len(ours) == len(record.events) or answer["next"] != []:
        expect_same(path, "next, after the last event", answer["next"], game.legal(), game)

    expect_same(path, "seats", [x["seat"] for x in answer["scores"]], list(range(record.seats)))
    for score in answer["scores"]:
        s, items = score["seat"], {x["name"]: x["points"] for x in score["items"]}
        expect_same(path, f"score of seat {s}", items, game.score(s), game)
        expect_same(path, f"total of seat {s}, {items}", score["total"], game.total(s), game)
        resigned = any(line == f"! {s}" for _, line, _ in record.resigned)
        expect_same(path, f"seat {s} resigned", score.get("resigned", False), resigned, game)
    return len(answer["events"]) + 1


def compare_program_games(rules, program, folder, games, seed):
    """Games of the program's own bots, each checked as a file too; yields positions."""
    for k, (seats, name, options, bots) in enumerate(rules.simulations()):
        target = Path(folder) / "-".join(["sim", str(seats), name, *options.values(), str(k)])
        target.mkdir()
        asked = [word for key in options for word in ("--option", f"{key}={options[key]}")]
        run(program, "sim", rules.name, "--seats", seats, "--sheet", name, *asked, "--bots",
            ",".join(bots), "--games", games, "--seed", seed + k, "--record", target)
        paths = sorted(target.rglob("*.pip"))
        if len(paths) != games:
            raise Difference(f"{target}: sim wrote {len(paths)} records, not {games}")
        for path in paths:
            try:
                record = Record(rules, path)
                sheet = record.sheet(SHEETS)
                positions = compare_replay(rules, program, path, sheet)
                why = "" if record.replay(sheet).closed else "the record is not closed"
            except Fault as fault:
                why = f"line {fault.line}: {fault.why}"
            expect_same(path, "faults", "", why)
            expect_same(path, "what was asked for", (sheet.name, record.seats, record.options),
                        (name, seats, options))
            yield positions


def compare_own_games(rules, program, folder, games, seed):
    """The referee's own games, a third of them cut off somewhere; yields positions."""
    rng = random.Random(seed)
    configurations = list(rules.own_games(folder)) * games
    for k, (sheet, arguments, seats, options) in enumerate(configurations):
        events, _ = random_game(rules, sheet, seats, options, rng)
        if k % 3 == 2:
            events = events[:rng.choice([len(events) - 1, rng.randrange(len(events))])]
        path = Path(folder) / f"own-{k}.pip"
        path.write_text(record_text(rules, sheet, seats, options, events), encoding="utf-8")
        yield compare_replay(rules, program, path, sheet, *arguments)
        if k % 4 == 1 and len(events) > 1:
            spoilt = spoil(events, random.Random(seed + k))
            path.write_text(record_text(rules, sheet, seats, options, spoilt), encoding="utf-8")
            compare_faults(rules, program, path, sheet, *arguments)


def spoil(events, rng):
    """The events with one of them missing, doubled, turned round, or another in its place."""
    k = rng.randrange(len(events))
    first, *words = events[k].split(" ")
    turned = " ".join([first] + words[::-1])
    instead = rng.choice([[], [events[k]] * 2, [turned], [rng.choice(events)]])
    return events[:k] + instead + events[k + 1:]


def compare_faults(rules, program, path, sheet, *arguments):
    """Both sides find the record sound, or fault the same line."""
    try:
        Record(rules, path).replay(sheet)
        line = "none"
    except Fault as fault:
        line = str(fault.line)
    done = subprocess.run([program, "replay", path, "--json", *arguments], capture_output=True,
                          encoding="utf-8", timeout=300)
    fault = re.match(re.escape(str(path)) + r":([0-9]+):", done.stderr + done.stdout)
    found = "none" if done.returncode == 0 else fault[1] if fault else done.stderr
    expect_same(path, "the line of the first fault", found, line)


def compare(rules, program, games, seed):
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        try:
            positions = list(compare_program_games(rules, program, folder, games, seed))
            positions += compare_own_games(rules, program, folder, (games + 1) // 2, seed)
        except (Difference, Fault, OSError, ValueError, LookupError, TypeError,
                subprocess.TimeoutExpired) as reason:
            print(f"referee: {type(reason).__name__}: {reason}")
            return 1
    print(f"referee: {len(positions)} games, {sum(positions)} positions, no difference")
    return 0


# The command line.


def check(rules, paths, folder, then=lambda path, game: print(f"ok {path}")):
    status = 0
    for path in paths:
        try:
            record = Record(rules, path)
            then(path, record.replay(record.sheet(folder)))
        except Fault as fault:
            print(f"{path}:{fault.line}: {fault.why}")
            status = 1
        except (OSError, ValueError) as reason:
            print(f"{path}:1: {reason}")
            status = 1
    return status


def play(rules, args):
    options = {key: getattr(args, key) for key in rules.options}
    sheet = rules.shipped(args.sheet or rules.sheet_for(options))
    try:
        events, _ = random_game(rules, sheet, args.seats, options, random.Random(args.seed))
    except Fault as fault:
        print(f"referee: {fault.why}")
        return 1
    print(record_text(rules, sheet, args.seats, options, events), end="")
    return 0


def read_arguments(rules, description):
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, count in (("check", "+"), ("legal", 1)):
        command = commands.add_parser(name)
        command.add_argument("files", nargs=count)
        command.add_argument("--sheets", default=SHEETS)
    command = commands.add_parser("play")
    command.add_argument("--seats", type=int, choices=rules.seats, default=rules.play_seats)
    for key, values in rules.options.items():
        command.add_argument(f"--{key}", choices=values, default=values[0])
    command.add_argument("--sheet")
    command.add_argument("--seed", type=int, default=1)
    command = commands.add_parser("compare")
    command.add_argument("program")
    command.add_argument("--games", type=int, default=rules.compare_games,
                         help="simulated games a configuration")
    command.add_argument("--seed", type=int, default=1)
    commands.add_parser("selftest")
    return parser.parse_args()


def main(rules, description):
    args = read_arguments(rules, description)
    if args.command == "check":
        return check(rules, args.files, args.sheets)
    if args.command == "legal":
        return check(rules, args.files, args.sheets,
                     lambda path, game: print("".join(f"{e}\n" for e in game.legal()), end=""))
    if args.command == "compare":
        return compare(rules, args.program, args.games, args.seed)
    if args.command == "play":
        return play(rules, args)
    rules.selftest()
    print("referee: selftest ok")
    return 0
