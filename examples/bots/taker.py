"""A bot for Kafenio in plain Python: it takes as many cards as it can, and lays or throws what the rest of the table likes least.

Try it: kafenio arena kontsina --bots "cmd:python3 examples/bots/taker.py",random --matches 20
"""

import json
import random
import sys

view, legal = {}, []


def say(line):
    print(line, flush=True)


def worth(play):
    """The more cards a play takes the better; a card equal to one on the table should not be laid beside it."""
    cards = play.replace("+", " ").split()[1:]
    if play.startswith("lay"):
        ranks = [card[:-1] for card in view.get("table", "").split()]
        return -ranks.count(cards[0][:-1])
    return 10 * len(cards)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "kafenio":
        say("bot taker in Python")
    elif word == "game":
        say("ready")  # any game will do
    elif word == "match":
        random.seed(json.loads(rest)["seed"])  # the same match, the same plays
    elif word == "view":
        view, legal = json.loads(rest), []
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        say("play " + max(legal, key=lambda play: (worth(play), random.random())))
    elif word == "quit":
        break
