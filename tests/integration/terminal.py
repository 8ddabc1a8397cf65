#!/usr/bin/env python3
"""terminal.py PIPWRIGHT: games in the terminal and through a pipe: what is asked, understood, shown, hidden and kept."""
import os
import unittest

from program import NO, OK, USAGE, Case, Terminal, run

WIPED = "\x1b[3J"


class Keeping(Case):
    def test_a_whole_game_through_a_pipe_can_be_verified(self):
        for game, players in (("lost-cities", "Ada,bot:greedy,Ben"), ("pig", "Ada,bot:random")):
            path = self.path(game)
            text = self.answers(OK, "play", game, "--players", players, "--seed", "3", "--save", path, text="1\n" * 3000)
            self.assertIn("The game is over.", text)
            self.assertIn("follow from the seed", self.answers(OK, "verify", path))

    def test_a_game_that_is_there_is_never_overwritten(self):
        path = self.path("game.pip")
        self.answers(OK, "play", "--seed", "1", "--save", path, text="1\nquit\n")
        kept = self.read(path)
        for arguments in (["--save", path], ["pig", "--save", path], ["--load", self.file("o.pip", kept), "--save", path]):
            told = self.answers(USAGE, "play", *arguments)
            for way in ("another name", "--load " + path, "remove it"):
                self.assertIn(way, told)
        text = self.answers(OK, "play", "pig", "--seed", "2", text=f"save {path}\nquit\n")
        self.assertIn("stays as it is", text)
        self.assertEqual(self.read(path), kept)

    def test_save_in_a_game_may_be_said_again(self):
        path = self.path("game.pip")
        text = self.answers(OK, "play", "--seed", "1", "--players", "Ada,Ben", text=f"save {path}\n1\nsave {path}\nquit\n")
        self.assertEqual(text.count(f"Saved to {path}."), 2)
        self.assertIn("\n0 ", self.read(path))

    def test_an_empty_file_holds_no_game_and_may_be_written(self):
        path = self.file("empty.pip", "")
        self.answers(OK, "play", "--seed", "1", "--save", path, text="quit\n")
        self.answers(OK, "verify", path)

    def test_a_loaded_game_is_kept_where_it_was(self):
        path = self.path("game.pip")
        start = ("play", "--players", "Ada,Ben", "--first", "Ada", "--seed", "1", "--save", path)
        self.answers(OK, *start, text="red 2\nquit\n")
        text = self.answers(OK, "play", "--load", path, text="yellow 5\nquit\n")
        self.assertIn(f"Go on with: pipwright play --load {path}", text)
        self.assertIn("\n0 red 2\n1 yellow 5\n", self.read(path))
        other, kept = self.path("other.pip"), self.read(path)
        self.answers(OK, "play", "--load", path, "--save", other, text="1\nquit\n")
        self.assertEqual(self.read(path), kept)
        self.assertGreater(len(self.read(other)), len(kept))

    def test_each_step_is_kept_at_once(self):
        path = self.path("game.pip")
        terminal = Terminal("play", "--players", "Ada,Ben", "--first", "Ada", "--seed", "1", "--save", path)
        self.addCleanup(terminal.close)
        terminal.until("\n> ")
        terminal.say("r 2", "Ben, choose")
        terminal.until("\n> ")
        self.assertTrue(self.read(path).endswith("\n0 red 2\n"))
        self.assertEqual(os.listdir(self.folder), ["game.pip"])

    def test_a_place_that_cannot_be_written_loses_nothing(self):
        text = run("play", "--seed", "1", text="save /nowhere/x.pip\nquit\n")
        self.assertEqual(text.returncode, OK)
        self.assertIn("cannot write /nowhere/x.pip", text.stderr)

    def test_the_end_of_the_input_ends_the_game(self):
        self.assertIn("Stopped.", self.answers(OK, "play", text=""))

    def test_a_game_kept_nowhere_is_not_left_by_one_word(self):
        terminal = Terminal("play", "--seed", "1", "--first", "Player")
        self.addCleanup(terminal.close)
        terminal.until("\n> ")
        self.assertIn("save FILE keeps it", terminal.say("q", "\n> "))
        self.assertEqual(terminal.end("q"), OK)


class Beginning(Case):
    def test_wishes_that_exclude_each_other_are_refused(self):
        path = self.path("game.pip")
        self.answers(OK, "play", "--seed", "1", "--save", path, text="")
        self.assertIn("leave out --seed", self.answers(USAGE, "play", "--load", path, "--seed", "3"))
        self.assertIn("leave out --seed", self.answers(USAGE, "play", "--real-dice", "--seed", "3"))
        self.assertIn("leave out other options", self.answers(USAGE, "play", "--load", path, "--first", "Player"))

    def test_names_may_have_spaces_around_them(self):
        self.assertIn("0 Ada, 1 Ben Bo, 2 Greedy", self.answers(OK, "play", "--players", " Ada , Ben Bo,bot:greedy ", "--first", "Ada"))

    def test_each_wrong_name_has_its_own_reason(self):
        long = "x" * 65
        for players, reason in (("Ada,,Ben", "name 2 is empty"), ("Ada, ", "name 2 is empty"), (long, f'"{long}" has 65 bytes; a name has at most 64'),
                                ("a,b,c,d,e,f,g,h,Zoe", 'more than 8: no seat is left for "Zoe"'), ("Ada,Ada", 'two are called "Ada"'),
                                ("Ada;", '"Ada;" cannot be a name'), ("a,b,c,d,e,f", "lost-cities is for 1 to 5 players, not 6"),
                                ("Ada,bot:clever", 'no bot "clever"; there are: random greedy club expert master')):
            with self.subTest(players):
                self.assertIn(reason, self.answers(USAGE, "play", "--players", players))

    def test_options_find_their_sheet_and_say_which(self):
        for command in (["play"], ["sim", "--games", "1"], ["perft", "--depth", "1"], ["bench", "--games", "1"]):
            done = run(command[0], "escape", *command[1:], "--option", "variant=lottery")
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertIn("played on the sheet temple-variant", done.stderr)
        self.assertEqual(run("sim", "escape", "--games", "1").stderr, "")
        self.assertIn("these do: temple-variant",
                      self.answers(USAGE, "sim", "escape", "--option", "variant=lottery", "--sheet", "temple"))

    def test_two_bots_never_have_the_same_name(self):
        table = lambda *more: self.answers(OK, "play", "--first", "0", *more)
        self.assertIn("0 Player, 1 Club (bot).", table())
        self.assertIn("0 Player, 1 Club 1 (bot), 2 Club 2 (bot).", table("--seats", "3"))
        self.assertIn("0 Greedy 1, 1 Greedy 2 (bot), 2 Greedy 3 (bot), 3 Random (bot).",
                      table("--players", "Greedy 1,bot:greedy,bot:greedy,bot:random"))
        self.assertIn("0 greedy, 1 Greedy 1 (bot).", table("--players", "greedy,bot:greedy"))
        path = self.path("game.pip")
        self.answers(OK, "play", "--seats", "3", "--first", "Player", "--save", path)
        self.assertIn("\nseat 1 bot:club\nseat 2 bot:club\n", self.read(path))

    def test_the_help_says_what_to_expect_of_each_level(self):
        told = self.answers(OK, "play", "--help")
        for level in ("random    any legal move", "greedy    takes what", "club      knows what", "expert    knows what", "master    also plays"):
            self.assertIn("\n" + " " * 25 + level, told)
        self.assertEqual([line for line in told.splitlines() if line.endswith(" (default)")], [line for line in told.splitlines() if " club " in line])

    def test_bots_of_every_level_play_to_the_end(self):
        for level in ("random", "greedy", "club", "expert", "master"):
            text = self.answers(OK, "play", "pig", "--players", f"Ada,bot:{level}", "--seed", "3", text="1\n" * 3000)
            self.assertTrue("The game is over." in text, text[-400:])

    def test_LC2_8_who_begins_is_drawn_and_proven(self):
        begun = set()
        for seed in range(16):
            path = self.path(f"{seed}.pip")
            text = self.answers(OK, "play", "--players", "Ada,Ben,Cem", "--seed", str(seed), "--save", path)
            begun.add(text[text.index("Drawn: "):].split()[1])
            self.assertIn("follow from the seed", self.answers(OK, "verify", path))
            drawn = self.read(path).split("\nfirst draw ")[1][0]
            forged = self.file("forged.pip", self.read(path).replace(f"first draw {drawn}", f"first draw {(int(drawn) + 1) % 3}"))
            self.assertIn("first: the seed gives", self.answers(NO, "verify", forged))
        self.assertEqual(begun, {"Ada", "Ben", "Cem"})

    def test_LC2_8_who_begins_can_be_named(self):
        for name, seats in (("Ben", "0 Ben, 1 Cem, 2 Ada"), ("cem", "0 Cem, 1 Ada, 2 Ben"), ("Ada", "0 Ada, 1 Ben, 2 Cem")):
            path = self.path(name)
            text = self.answers(OK, "play", "--players", "Ada,Ben,Cem", "--first", name, "--save", path)
            self.assertIn(seats, text)
            self.assertNotIn("\nfirst ", self.read(path))
        self.assertIn('not "Zoe"', self.answers(USAGE, "play", "--first", "Zoe"))
        self.assertIn("all act at the same time", self.answers(USAGE, "play", "roller", "--first", "Player"))

    def test_with_real_dice_people_are_asked_who_begins(self):
        terminal = Terminal("play", "--players", "Ada,Ben", "--real-dice")
        self.addCleanup(terminal.close)
        terminal.until("Who begins?")
        terminal.until("\n> ")
        self.assertIn("fits no name here", terminal.say("Zoe", "\n> "))
        self.assertIn("0 Ben, 1 Ada.\nBen begins.", terminal.say("ben", "What do they show?"))
        path = self.path("real.pip")
        self.answers(OK, "play", "--players", "Ada,Ben", "--real-dice", "--first", "draw", "--save", path)
        self.assertNotIn("\nfirst ", self.read(path))


class Answers(Case):
    def play(self, *lines, arguments=("--players", "Ada,Ben", "--first", "Ada", "--seed", "1")):
        return self.answers(OK, "play", *arguments, text="".join(line + "\n" for line in lines))

    def test_moves_are_understood_however_they_are_typed(self):
        for typed in ("red 2", " red 2", "RED 2", "r 2", "R2", "re  2 ", "\tred\t2", "1", " 1 "):
            with self.subTest(typed):
                self.assertIn("Ada: red 2\n", self.play(typed))

    def test_commands_are_understood_however_they_are_typed(self):
        for typed in ("q", "quit", "exit", " Quit", "EXIT", "qui"):
            self.assertEqual(self.play(typed, "red 2").count("Ada: red 2"), 0, typed)
        for typed in ("undo", "u", " UNDO "):
            self.assertIn("Taken back: a step of Ada.", self.play("red 2", typed))
        for typed in ("sheet Ben", "SHEET 1", "sh b"):
            self.assertIn("> Dice: red yellow purple, 2 5 9\n", self.play(typed))
            self.assertIn("\nBen, 0 points\n", self.play(typed))
        self.assertIn("Whose sheet? Type sheet and one of: 0 Ada, 1 Ben", self.play("sheet 7"))
        for typed in ("?", "help", "h"):
            self.assertIn("  save FILE ", self.play(typed))

    def test_what_could_mean_several_things_is_refused_and_named(self):
        self.assertIn('"r" could be: red 2, red 5, red 9. Write more of it.', self.play("r"))
        self.assertIn('"s" could be: sheet, score, save. Write more of it.', self.play("s"))
        self.assertIn('"h" could be: hold, help.', self.play("roll", "h", arguments=("pig", "--first", "Player", "--seed", "1")))
        self.assertIn('"blue 2" is not one of the moves above', self.play("blue 2"))

    def test_a_number_is_never_short_for_a_longer_one(self):
        lines = ("r r b 0 0 1", "red 1")
        self.assertIn("Ada: red 1\n", self.play(*lines, arguments=("--players", "Ada,Ben", "--first", "Ada", "--real-dice")))
        lines = ("r r b 0 0 3", "red 1")
        self.assertIn("is not one of the moves", self.play(*lines, arguments=("--players", "Ada,Ben", "--first", "Ada", "--real-dice")))

    def test_enter_shows_the_moves_again(self):
        self.assertEqual(self.play("").count("Ada, choose"), 2)


class RealDice(Case):
    def play(self, game, *lines, players="Ada,Ben", options=()):
        text = "".join(line + "\n" for line in lines)
        first = () if game == "roller" else ("--first", players.split(",")[0])
        return self.answers(OK, "play", game, "--players", players, *first, "--real-dice", *options, text=text)

    def test_dice_are_understood_short_and_in_any_order(self):
        for typed in ("red orange yellow 1 2 3", "r o y 1 2 3", " R O Y 3 2 1", "1 y 2 o 3 r", "r, o, y, 1, 2, 3"):
            self.assertIn("Rolled: red orange yellow 1 2 3\n", self.play("lost-cities", typed))
        rolled = ("side north", "side east", "roll")
        for typed, told in (("t k", "torch key"), ("a g", "adventurer gold"), ("B B", "black black"), ("g t", "torch gold")):
            self.assertIn(f"Rolled: {told}\n", self.play("escape", *rolled, typed))
        extra = self.play("escape", "side north", "side east", "k t", options=("--option", "variant=closed"))
        self.assertIn("Rolled: extra key torch\n", extra)

    def test_wrong_dice_are_refused_with_the_reason(self):
        for typed, reason in (("r o y 1 2", "That is 5 of the 6 dice."), ("r o y g 1 2", '"g" is one too many of its kind.'),
                              ("r o y 1 2 pink", '"pink" is on no die. The faces are: red, orange'), ("r o y 1 2 34", '"34" is on no die.')):
            self.assertIn(reason, self.play("lost-cities", typed))

    def test_a_mistyped_roll_can_be_taken_back_until_somebody_has_acted(self):
        text = self.play("lost-cities", "r r b 0 3 7", "undo", "r r g 1 2 3", "undo", "undo", "r r p 1 2 3", "red 3")
        self.assertEqual(text.count("Taken back: the roll."), 2)
        self.assertEqual(text.count("Nothing can be taken back"), 1)
        self.assertIn("Rolled: red red purple 1 2 3\nAda", text.replace("\n\nDice", "\nAda"))
        text = self.play("lost-cities", "r r b 0 3 7", "red 3", "undo", "undo", "r r g 1 2 3")
        self.assertIn("Taken back: a step of Ada.", text)
        self.assertIn("Taken back: the roll.", text)
        self.assertIn("Rolled: red red green 1 2 3\n", text)

    def test_bots_that_acted_on_a_mistyped_roll_act_anew(self):
        path = self.path("game.pip")
        text = self.play("lost-cities", "r r b 0 3 7", "undo", "o o y 1 2 3", "quit", players="bot:greedy,Ada", options=("--save", path))
        self.assertIn("Taken back: the roll.", text)
        events = self.read(path).split("\n\n")[1].splitlines()
        self.assertEqual(events[0], "* orange orange yellow 1 2 3")
        self.assertEqual([event[0] for event in events], ["*", "0"])

    def test_seeded_dice_are_never_taken_back(self):
        text = self.answers(OK, "play", "--seed", "1", "--players", "Ada,Ben", text="undo\n")
        self.assertIn("Nothing can be taken back", text)

    def test_move_text_undo_save_and_load(self):
        path = self.path("game.pip")
        text = self.play("lost-cities", "red red blue 3 7 0", "nonsense", "red 3", "undo", "red x", "score", f"save {path}", "quit")
        self.assertIn("is not one of the moves", text)
        self.assertIn("Taken back: a step of Ada", text)
        self.assertEqual(self.answers(OK, "legal", path).splitlines()[-1], "1 red 7")
        self.assertTrue(self.read(path).endswith("* red red blue 0 3 7\n0 red x\n"))
        self.assertIn("Ben: blue 7", self.answers(OK, "play", "--load", path, text="blue 7\nquit\n"))


class TableTalk(Case):
    def play(self, *lines, players="Ada,Ben,Cem"):
        return self.answers(OK, "play", "--players", players, "--first", "Ada", "--real-dice", text="".join(line + "\n" for line in lines))

    def test_LC2_10_artefacts_and_accelerations_are_said_when_they_are_known(self):
        text = self.play("p g y 3 4 5", "purple 3", "green 4", "> green", "quit")
        self.assertIn("Ada: purple 3\n  Ada shades an artefact, 1 in all.\n", text)
        self.assertNotIn("Ben accelerates", text) # Ben has chosen, Cem has not
        text = self.play("p g y 3 4 5", "purple 3", "green 4", "> green", "-", "quit")
        self.assertIn("Ben: > green\n  Ben accelerates green and writes 4.\n", text)

    def test_LC2_10_bridges_and_exhaustion_are_said_with_the_points(self):
        refusal = ["r r r 1 1 1"] + ["-"] * 2
        text = self.play(*refusal * 9, players="Ada,Ben")
        for name in ("Ada", "Ben"):
            self.assertIn(f"{name}: -\n  {name} passes the bonus bridge of the dice symbols and gets 20 points.\n", text)
            self.assertIn(f"{name}: -\n  {name} is exhausted.\n", text)


class AtTheSameTime(Case):
    def terminal(self, *arguments):
        terminal = Terminal("play", *arguments)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_choice_is_wiped_before_the_next_person_looks(self):
        terminal = self.terminal("--players", "Ada,Ben,Cem", "--first", "Ada", "--seed", "1")
        terminal.until("\n> ")
        terminal.say("red 2", "Ben, choose")
        terminal.until("\n> ")
        told = terminal.say("yellow 9", "Hand over to Cem.")
        self.assertIn(WIPED, told)
        after = told[told.rindex(WIPED):] + terminal.until("\n> ") + terminal.say("", "Cem, choose") + terminal.until("\n> ")
        self.assertNotIn("yellow 9", after.split("Cem, choose")[0])
        self.assertNotIn("Ben:", after)
        told = terminal.say("purple 5", "Rolled:")
        self.assertIn("Ben: yellow 9\nCem: purple 5\n", told)

    def test_a_choice_can_be_taken_back_when_handing_over(self):
        terminal = self.terminal("roller", "--players", "Ada,Ben", "--seed", "1")
        terminal.until("\n> ")
        for move in ("take 3", "put d2", "take 4", "put b2"):
            terminal.say(move, "\n> ")
        terminal.say("rows 3 4", "Hand over to Ben.")
        self.assertIn("Taken back: a step of Ada.", terminal.say("undo", "Ada, choose"))
        terminal.until("rows 4 3")

    def test_a_pipe_shows_no_choice_before_all_have_chosen_and_says_what_it_cannot_do(self):
        start = ("play", "--players", "Ada,Ben,Cem", "--first", "Ada", "--seed", "1")
        text = self.answers(OK, *start, text="red 2\nyellow 9\nquit\n")
        self.assertNotIn("Ben: yellow 9", text)
        self.assertNotIn(WIPED, text)
        self.assertEqual(text.count("wiped from it."), 1)
        self.assertIn("Ben: yellow 9", self.answers(OK, *start, text="red 2\nyellow 9\npurple 5\nquit\n"))

    def test_LC2_9_anybody_who_chooses_may_ask_for_turns(self):
        start = ("play", "--players", "Ada,Ben,Cem,Dan", "--first", "Ada", "--seed", "1")
        text = self.answers(OK, *start, text="red 2\nyellow 9\nturns\nturns\npurple 5\n-\n")
        self.assertIn("Cem asks for turns", text)
        self.assertIn("You are taking turns already", text)
        shown = text[text.index("Cem asks for turns"):]
        self.assertLess(shown.index("Ben: yellow 9"), shown.index("Cem, choose"))
        self.assertLess(shown.index("Cem: purple 5"), shown.index("Dan, choose"))
        self.assertIn("Nobody else chooses", self.answers(OK, *start, text="turns\n"))
        self.assertIn("  turns ", self.answers(OK, *start, text="help\n"))

    def test_LC2_9_turns_are_kept_with_the_game(self):
        path = self.path("game.pip")
        self.answers(OK, "play", "--players", "Ada,Ben,Cem", "--first", "Ada", "--seed", "1", "--save", path,
                     text="red 2\nturns\nquit\n")
        text = self.answers(OK, "play", "--load", path, text="yellow 9\nquit\n")
        self.assertLess(text.index("Ben: yellow 9"), text.index("Cem, choose"))


class Tutor(Case):
    def play(self, *lines, level="clear", game=("lost-cities", "--players", "Ada", "--seed", "3")):
        return self.answers(OK, "play", *game, "--tutor", level, text="".join(line + "\n" for line in lines))

    def test_it_asks_before_a_costly_choice_is_final_and_takes_it_back(self):
        text = self.play("yellow 9", "h", "perhaps", "n", "quit")
        self.assertRegex(text, r"This costs about [0-9.]+ points: the level expert expects [0-9.]+ after it, and [0-9.]+ after")
        self.assertIn("[y] play it, [n] take it back", text)
        self.assertRegex(text, r"> Best: [a-z ]+ ?[0-9]*\.\n")
        self.assertIn("Type y to play it, n to take it back", text)
        self.assertNotIn("Ada: yellow 9", text)
        self.assertEqual(text.count("Ada, choose"), 2)
        self.assertIn("Ada: yellow 9", self.play("yellow 9", "y", "quit"))
        self.assertIn("Stopped.", self.play("yellow 9"))

    def test_what_was_taken_back_is_not_asked_about_twice(self):
        text = self.play("yellow 9", "n", "yellow 9", "quit")
        self.assertEqual(text.count("This costs about"), 1)
        self.assertIn("Ada: yellow 9", text)

    def test_all_steps_of_a_choice_are_taken_back(self):
        game = ("roller", "--players", "Ada", "--seed", "1")
        steps = ("take 3", "put d2", "take 4", "put b2", "rows 3 4")
        asked = self.play(*steps, "n", "quit", level="all", game=game)
        self.assertIn("This costs about", asked)
        last = asked[asked.rindex("This costs about"):]
        self.assertIn("take 3", last)
        self.assertIn("take 4", last)

    def test_off_is_the_default_and_levels_ask_less_and_less(self):
        answers = ["1", "y"] * 400
        asked = [self.play(*answers, level=level).count("This costs about") for level in ("off", "big", "clear", "all")]
        self.assertEqual(asked[0], 0)
        self.assertTrue(0 < asked[1] <= asked[2] <= asked[3], asked)
        self.assertIn("--tutor is off, big, clear or all", self.answers(USAGE, "play", "--tutor", "much"))

    def test_the_end_counts_what_was_asked_and_changed(self):
        text = self.play("yellow 9", "n", *["1", "y"] * 400, level="big")
        self.assertIn("The game is over.", text)
        self.assertEqual(f"The tutor asked {text.count('This costs about')} times; choices changed after that: 1.",
                         next(line for line in text.splitlines() if line.startswith("The tutor asked")))


class WhatIf(Case):
    def game(self, *arguments):
        path = self.path("game.pip")
        self.answers(OK, "play", "--players", "Ada,bot:greedy,Ben", "--first", "Ada", "--seed", "3", "--save", path, *arguments,
                     text="1\n" * 3000)
        return path

    def events(self, path):
        return [line for line in self.read(path).split("\n\n", 1)[1].splitlines() if line[0] not in "=?!"]

    def rolls(self, path):
        return [event for event in self.events(path) if event.startswith("*")]

    def test_a_game_goes_on_from_any_event_in_any_seat_with_the_same_dice(self):
        path, other = self.game(), self.path("other.pip")
        kept = self.read(path)
        text = self.answers(OK, "play", "--load", path, "--at", "9", "--seat", "ben", "--save", other, text="2\n" * 3000)
        self.assertIn("0 Club (bot), 1 Greedy (bot), 2 Ben.", text)
        self.assertEqual(self.read(path), kept)
        self.assertEqual(self.events(other)[:9], self.events(path)[:9])
        self.assertNotEqual(self.events(other), self.events(path))
        shared = min(len(self.rolls(other)), len(self.rolls(path)))
        self.assertEqual(self.rolls(other)[:shared], self.rolls(path)[:shared])
        self.assertIn("follow from the seed", self.answers(OK, "verify", other))

    def test_other_dice_come_if_asked_for_and_nobody_says_from_where(self):
        path, again = self.game(), []
        for name in ("one.pip", "two.pip"):
            other = self.path(name)
            self.answers(OK, "play", "--load", path, "--at", "9", "--seat", "0", "--new-dice", "--seed", "5", "--save", other,
                         text="1\n" * 3000)
            self.assertEqual(self.events(other)[:9], self.events(path)[:9])
            self.assertNotEqual(self.rolls(other)[:8], self.rolls(path)[:8])
            self.assertNotIn("\ndice ", self.read(other))
            again.append(self.rolls(other)[:4])
        self.assertEqual(*again)

    def test_dice_that_came_come_again_where_no_seed_is_known(self):
        path, other = self.game(), self.path("other.pip")
        real = self.file("real.pip", "\n".join(line for line in self.read(path).replace("dice seed", "dice-were").splitlines()
                                              if not line.startswith(("dice-were", "first"))) + "\n")
        self.answers(OK, "play", "--load", real, "--at", "9", "--seat", "Ada", "--save", other, text="1\n" * 3000)
        shared = min(len(self.rolls(other)), len(self.rolls(path)))
        self.assertEqual(self.rolls(other)[:shared], self.rolls(path)[:shared])

    def test_wishes_that_make_no_sense_are_refused(self):
        path = self.game()
        self.assertIn("--load FILE", self.answers(USAGE, "play", "--at", "3"))
        self.assertIn("is past its end", self.answers(USAGE, "play", "--load", path, "--at", "99999"))
        self.assertIn("--seat wants", self.answers(USAGE, "play", "--load", path, "--seat", "Zoe"))

    def test_without_a_place_to_save_the_record_stays_as_it_is(self):
        path = self.game()
        kept = self.read(path)
        self.assertIn("Stopped.", self.answers(OK, "play", "--load", path, "--at", "5", "--seat", "Ada", text="1\nquit\n"))
        self.assertEqual(self.read(path), kept)


if __name__ == "__main__":
    unittest.main(argv=["terminal.py"])
