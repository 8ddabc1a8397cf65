#!/usr/bin/env python3
"""A bot of one's own, whole, in the protocol of docs/engine.md. It knows no rules: it is told what is legal, and takes
small numbers first, because in Lost Cities they leave room for larger ones. From the top of the project:

    pipwright sim lost-cities --bots exec:docs/examples/engine_bot.py,random --games 100
    pipwright play lost-cities --players Ada,exec:docs/examples/engine_bot.py
"""
import random
import sys


class Position:
    """What the host has said since the last answer."""

    def __init__(self):
        self.record = []  # lines as in docs/record.md
        self.states = {}  # by seat: the sheet as JSON text
        self.legal = []   # what the seat may do next

    def game(self):
        return next((line[5:] for line in self.record if line.startswith("game ")), "")


def choose(position):
    """One of position.legal. Equal positions get equal answers, so that a simulation can be had again."""
    moves = position.legal
    chance = random.Random("\n".join(position.record))
    if position.game() == "lost-cities":
        numbers = [move for move in moves if move.split()[-1].isdigit()]
        smallest = min((int(move.split()[-1]) for move in numbers), default=0)
        moves = [move for move in numbers if int(move.split()[-1]) == smallest] or moves
    return chance.choice(moves)


def main():
    position = Position()
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "hello":
            print("id name small numbers first", "ready 1", sep="\n", flush=True)
        elif word == "record":
            position = Position()
            for line in iter(sys.stdin.readline, "end\n"):
                position.record.append(line.rstrip("\n"))
        elif word == "state":
            seat, _, text = rest.partition(" ")
            position.states[int(seat)] = text
        elif word == "legal":
            position.legal.append(rest)
        elif word == "go":
            print("best", choose(position), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
