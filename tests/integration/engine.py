#!/usr/bin/env python3
"""engine.py PIPWRIGHT: the line protocol from both sides. `pipwright engine` says what docs/engine.md shows; programs
hold seats in sim and play, are told nothing that is hidden, and lose the seat when they misbehave."""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest

from program import OK, PROGRAM, ROOT, USAGE, Case, run

EXAMPLE = os.path.join(ROOT, "docs", "examples", "engine_bot.py")
with open(os.path.join(ROOT, "docs", "engine.md"), encoding="utf-8") as document:
    TRANSCRIPTS = re.findall(r"^```\n(\$ pipwright engine.*?)^```", document.read(), re.S | re.M)

# A guest whose answer to "go" is the body of a function; it may use what it was told.
GUEST = """
import os, sys, time
told, legal = [], []
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def answer():
{body}
for line in sys.stdin:
    told.append(line)
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "hello":
        open({pids!r}, "a").write(f"{{os.getpid()}}\\n")
        say("ready 1\\n")
    elif word == "record":
        legal = []
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        answer()
        told = []
    elif word == "quit":
        break
"""
MISBEHAVIOUR = {
    "illegal": ('say("best red 99\\n")', "the rules do not allow"),
    "nonsense-behind-a-good-step": ('say("best " + legal[0] + ", dance\\n")', "the rules do not allow"),
    "crash": ("os.abort()", "ended without an answer"),
    "garbage": ('say("\\x07what do I know\\n")', "is no answer"),
    "endless": ('say("best " + "x" * 200000)', "does not end"),
    "refusal": ('say("error no idea\\n")', "error no idea"),
}


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Guests(Case):
    def guest(self, body, name="guest"):
        """A program that answers so; its pids are noted."""
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        path = self.file(name + ".py", GUEST.format(body=lines, pids=self.path(name + ".pids")))
        return f"exec:{sys.executable} {path}"

    def pids(self, name="guest"):
        return [int(pid) for pid in self.read(self.path(name + ".pids")).split()]

    def sim(self, game, bots, *more):
        done = run("sim", game, "--bots", bots, "--json", "--limit", "120000", *more)
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)["totals"], done.stderr


class Engine(Case):
    def speak(self, text, *arguments):
        return self.answers(OK, "engine", *arguments, text=text).splitlines()

    def test_says_what_the_document_shows(self):
        self.assertTrue(TRANSCRIPTS)
        for transcript in TRANSCRIPTS:
            command, _, talk = transcript.partition("\n")
            said = "".join(line[2:] + "\n" for line in talk.splitlines() if line.startswith("> "))
            heard = [line[2:] for line in talk.splitlines() if line.startswith("< ")]
            self.assertEqual(self.speak(said, *shlex.split(command)[3:]), heard)

    def test_bad_lines_get_an_error_and_lose_nothing(self):
        start = "setup lost-cities seats 2\nplay * red red blue 0 3 7\n"
        bad = ("dance", "setup chess", "setup lost-cities seats 9", "setup lost-cities sheet moon", "setup pig seats",
               "play 1 red 3", "play 0 red 9", "play", "go seat 1", "go seat 7", "go nodes many", "go nodes", "bot clever",
               "hello 2", "record now", "record\npipwright record 1\ngame chess\n\nend", "record\nend", "go  seat 0")
        good = self.speak(start + "go\n", "--bot", "greedy")
        for line in bad:
            with self.subTest(line):
                answer = self.speak(f"{start}{line}\ngo\n", "--bot", "greedy")
                self.assertRegex(answer[0], "^error .")
                self.assertEqual(answer[1:], good)

    def test_without_a_position_there_is_nothing_to_think_about(self):
        self.assertEqual([line.split()[0] for line in self.speak("go\nplay 0 roll\n")], ["error", "error"])

    def test_hidden_choices_in_a_record_change_nothing(self):
        """Asked for seat 2, it looks away from what seat 1 has chosen at the same time."""
        record = ("record\npipwright record 1\ngame lost-cities\nsheet jungle\nseats 3\n\n"
                  "* yellow blue purple 3 7 9\n0 yellow 9\n{}end\n")
        for bot in ("club", "master"):
            answers = {tuple(self.speak(record.format(more) + "go seat 2 nodes 500\n", "--bot", bot))
                       for more in ("", "1 blue 3\n", "1 purple 7\n", "1 -\n")}
            self.assertEqual(len(answers), 1)
            self.assertIn("best", str(answers))

    def test_wrong_use_is_two(self):
        self.answers(USAGE, "engine", "--bot", "clever")
        self.answers(USAGE, "engine", "chess")


class Seats(Guests):
    def test_the_engine_in_a_seat_plays_like_the_bot_inside(self):
        for game, more in (("lost-cities", ("--seats", "3")), ("roller", ("--seats", "2")), ("escape", ("--seats", "2"))):
            with self.subTest(game):
                rest = ",greedy" * (int(more[1]) - 1)
                inside, _ = self.sim(game, "greedy" + rest, "--games", "2", *more)
                outside, said = self.sim(game, f"exec:{PROGRAM} engine --bot greedy" + rest, "--games", "2", *more)
                self.assertEqual((outside, said), (inside, ""))

    def test_the_example_is_short_and_better_than_chance(self):
        with open(EXAMPLE, encoding="utf-8") as file:
            self.assertLess(len(file.readlines()), 60)
        totals, said = self.sim("lost-cities", f"exec:{EXAMPLE},random", "--games", "20", "--threads", "2")
        self.assertEqual((said, totals["forfeits"]), ("", [0, 0]))
        self.assertGreater(totals["wins"][0], totals["wins"][1])
        self.assertEqual(totals, self.sim("lost-cities", f"exec:{EXAMPLE},random", "--games", "20")[0])

    def test_the_example_knows_no_game_and_plays_them_all(self):
        for game in ("pig", "roller", "escape"):
            totals, said = self.sim(game, f"exec:{EXAMPLE},random", "--games", "1")
            self.assertEqual((said, totals["forfeits"]), ("", [0, 0]))

    def test_the_example_plays_at_a_table_and_in_the_arena(self):
        save = self.path("game.pip")
        told = self.answers(OK, "play", "lost-cities", "--players", f"exec:{EXAMPLE},bot:greedy,exec:{EXAMPLE}", "--seed",
                            "5", "--limit", "120000", "--save", save)
        self.assertIn("engine_bot.py 2", told)
        self.answers(OK, "verify", save)
        self.assertNotIn("!", self.read(save))
        report = json.loads(self.answers(OK, "sim", "pig", "--arena", f"exec:{EXAMPLE},greedy", "--games", "2", "--json"))
        self.assertEqual([bot["forfeits"] for bot in report["bots"]], [0, 0])

    def test_a_record_starts_no_program(self):
        mark = self.path("mark")
        record = f"pipwright record 1\ngame pig\nsheet classic\nseats 2\nseat 0 exec:touch {mark}\ndice real\n\n"
        run("play", "--load", self.file("evil.pip", record), text="quit\n")
        self.assertFalse(os.path.exists(mark))

    def test_no_shell_reads_the_command(self):
        mark = self.path("mark")
        totals, _ = self.sim("pig", f"exec:true;touch {mark},random", "--games", "1")
        self.assertEqual(totals["forfeits"], [1, 0])
        self.assertFalse(os.path.exists(mark))


class Forfeits(Guests):
    def test_whoever_misbehaves_loses_the_seat_with_one_message(self):
        for name, (body, why) in MISBEHAVIOUR.items():
            with self.subTest(name):
                totals, said = self.sim("lost-cities", self.guest(body, name) + ",greedy", "--games", "2")
                self.assertEqual(totals["forfeits"], [2, 0])
                self.assertEqual(totals["wins"], [0, 2 * 840])
                self.assertEqual(said.count("\n"), 1, said)
                self.assertIn(why, said)
                self.assertEqual(len(self.pids(name)), 2, "a new one for every game")
                self.assertTrue(all(map(gone, self.pids(name))))

    def test_silence_is_ended_by_the_limit(self):
        totals, said = self.sim("pig", self.guest("time.sleep(3600)") + ",random", "--games", "1", "--limit", "200")
        self.assertIn("has not answered within 200 ms", said)
        self.assertEqual(totals["forfeits"], [1, 0])
        self.assertTrue(all(map(gone, self.pids())))

    def test_who_reads_nothing_more_does_not_hold_up_the_host(self):
        body = "say('info x\\n' * 40000)\nsay('best ' + legal[0] + '\\n')"
        totals, said = self.sim("pig", self.guest(body) + ",random", "--games", "1")
        self.assertEqual((totals["forfeits"], said), ([0, 0], ""))

    def test_a_program_that_is_not_there(self):
        totals, said = self.sim("pig", "exec:/nowhere/bot,random", "--games", "2", "--threads", "2")
        self.assertEqual(totals["forfeits"], [2, 0])
        self.assertIn("cannot be started: No such file", said)
        self.assertEqual(said.count("\n"), 1)

    def test_it_loses_only_the_game_in_which_it_misbehaves(self):
        body = f"import os.path\nif not os.path.exists({self.path('once')!r}):\n    open({self.path('once')!r}, 'w')\n" \
               "    os.abort()\nsay('best ' + legal[-1] + '\\n')"
        totals, _ = self.sim("pig", self.guest(body) + ",random", "--games", "3")
        self.assertEqual(totals["forfeits"], [1, 0])

    def test_at_a_table_random_plays_on_and_the_record_says_so(self):
        save = self.path("game.pip")
        told = self.answers(OK, "play", "lost-cities", "--players", self.guest("os.abort()") + ",bot:greedy", "--seed", "5",
                            "--save", save)
        self.assertEqual(told.count("lost its seat"), 1)
        self.assertRegex(self.read(save), r"(?m)^! [01]$")
        self.assertRegex(self.read(save), r"(?m)^= ")
        self.answers(OK, "verify", save)

    def test_programs_do_not_outlive_a_host_that_is_killed(self):
        guest = self.guest("time.sleep(3600)")
        host = subprocess.Popen([PROGRAM, "sim", "pig", "--bots", guest + ",random", "--limit", "3000000"],
                                stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while not os.path.exists(self.path("guest.pids")) or not self.read(self.path("guest.pids")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        host.send_signal(signal.SIGKILL)
        host.wait()
        while not all(map(gone, self.pids())):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)


class Hidden(Guests):
    """A spy writes down all it is told."""

    def spy(self, name):
        return self.guest(f"open({self.path(name + '.told')!r}, 'a').writelines(told)\nsay('best ' + legal[0] + '\\n')", name)

    def told(self, name):
        """Questions: the lines between two answers."""
        return [question.splitlines() for question in re.split(r"(?m)^go .*\n", self.read(self.path(name + ".told")))[:-1]]

    def test_choices_of_the_same_moment_are_not_told(self):
        """Seat 0 chooses before seats 1 and 2 are asked; at the same time as them it may be, and then it is hidden."""
        self.sim("lost-cities", "greedy,greedy," + self.spy("spy"), "--games", "2")
        together = 0
        for question in self.told("spy"):
            events = [line for line in question if re.match(r"[*\d]", line)]
            last = max(i for i, line in enumerate(events) if line[0] == "*")
            since = [line[0] for line in events[last + 1:]]
            others = {who for who in since if who != "2"}
            self.assertLessEqual(len(others), 1, events[last:]) # the active one alone
            together += bool(others)
        self.assertGreater(together, 10)

    def test_sheets_show_no_more_than_the_record(self):
        """In Roller all choose at once, and greedy in seat 0 has chosen before the spy is asked."""
        self.sim("roller", "greedy," + self.spy("spy"), "--games", "1")
        written = []
        for question in self.told("spy"):
            events = [line for line in question if re.match(r"[*\d]", line)]
            last = max(i for i, line in enumerate(events) if line[0] == "*")
            self.assertEqual({line[0] for line in events[last + 1:]} - {"1"}, set())
            state = next(line for line in question if line.startswith("state 0 "))
            numbers = re.search(r'"numbers":\[([\d,]*)\]', state)[1].split(",")
            puts = sum(line.startswith("0 put ") for line in events)
            written.append(sum(number != "0" for number in numbers) - puts)
        self.assertEqual(set(written), {written[0]}) # what is printed
        self.assertGreater(puts, 10)

    def test_nothing_tells_the_dice_to_come(self):
        self.sim("lost-cities", "greedy," + self.spy("spy"), "--games", "1", "--seed", "4711")
        for question in self.told("spy"):
            self.assertFalse([line for line in question if line.startswith(("dice", "fair-")) or "4711" in line])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
