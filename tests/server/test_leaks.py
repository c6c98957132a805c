"""No byte sent to a viewer depends on a card, or on an answer, that he has not seen.

A script is made offline: a whole match and the first deal of a rematch, or that deal alone, with plays taken back, people and
bots. For a viewer, cards that he has not seen by then are exchanged in the pack; where the script stays legal, a real server
plays both, with words, sockets lost and opened again (in windows too), pages asked for and somebody who watches; and every
byte sent to the viewer must be the same. Identities of people and tables, the seal (it must depend on the pack) and times are
made equal first. Bots play the same when they see the same: a script in which one would not is passed over.

`leaky.py` is the same server with faults: each must be found out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kafenio.audience import SPECTATOR
from kafenio.game import Game, load
from server.client import Pair, Server
from server.making import Makes
from server.performing import performed
from server.scripts import AGAIN, SAID, Script, exchanged, scripted
from support import LONG


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("leaks") / "packs.json"
    found.write_text("{}")
    return found


@pytest.fixture(scope="module")
def known(made_once: Makes, packs: Path) -> Server | Pair:
    """A server whose packs the test chooses."""
    return made_once(packs=packs)


@pytest.fixture(scope="module")
def leaky(made_once: Makes, packs: Path) -> Server | Pair:
    """The same server with faults."""
    return made_once(packs=packs, program="leaky")


class Plan(NamedTuple):
    name: str
    options: dict[str, Any]
    length: int
    bots: tuple[str, ...] = ()
    matches: int = 0  # whole ones before

    def game(self) -> Game:
        return load(self.name).of(None, **self.options, first_dealer="seat:0")

    def label(self) -> str:
        return f"{self.name}-{self.game().seats}-{len(self.bots)}-{self.matches}"

    def script(self) -> Script:
        """With something said, where the game has that, and something taken back, where people follow one another."""
        game = self.game()
        scripts = [scripted(game, seed, self.length, self.bots, self.matches) for seed in range(1, 30)]
        return max(scripts, key=lambda s: (saying(s) is not None, -len(s.steps)))


def saying(script: Script) -> int | None:
    """The first step of the last match with which somebody says something that others may not."""
    last = max((i for i, step in enumerate(script.steps) if step.play == AGAIN), default=-1)
    return next((i for i, s in enumerate(script.steps) if i > last and s.play.startswith(SAID)), None)


PLANS = [
    Plan("kontsina", {"deals": 1, "match_tie": "draw"}, 24, matches=1),
    Plan("konchinka", {}, 26, bots=("greedy",)),
    Plan("kozel", {"players": 3, "deals": 1}, 30, matches=1),
    Plan("ronda", {"announce_timing": "before_play", "players": 3}, 26, bots=("greedy",)),
]
MORE = [
    Plan("kontsina", {"players": 4}, 40, bots=("random",)),
    Plan("konchinka", {"players": 3, "target_score": 5}, 40, matches=1),
    Plan("konchinka", {"target_score": 5}, 40, bots=("greedy",), matches=2),
    Plan("kozel", {"players": 4, "partnerships": True, "deals": 1}, 40, bots=("greedy",), matches=1),
    Plan("kozel", {"players": 5, "money": True, "deals": 1}, 40, bots=("random", "greedy"), matches=1),
    Plan("ronda", {"target_score": 21}, 30, matches=1),
    Plan("ronda", {"players": 4, "announce_timing": "before_play"}, 40, bots=("greedy", "random")),
]


@pytest.mark.parametrize("plan", [*PLANS, *MORE] if LONG else PLANS, ids=Plan.label)
def test_every_byte_is_the_same_when_unseen_cards_are_exchanged(known: Server, packs: Path, plan: Plan) -> None:
    script = plan.script()
    first = performed(known, packs, script)
    assert first.sent[SPECTATOR] == performed(known, packs, script).sent[SPECTATOR]  # else nothing could be compared
    for viewer in (*script.people, SPECTATOR) if LONG else sorted({0, script.people[-1], SPECTATOR}):
        other = exchanged(script, viewer, 1)
        assert other is not None and other.pack != script.pack
        assert performed(known, packs, other).sent[viewer] == first.sent[viewer]


def test_a_bot_plays_the_same_when_cards_that_it_has_not_seen_are_exchanged(known: Server, packs: Path) -> None:
    plan = PLANS[1]
    script = plan.script()
    other = exchanged(script, 1, 1)
    assert other is not None and other.pack != script.pack
    first, second = performed(known, packs, script), performed(known, packs, other)
    assert first.deeds(1) == second.deeds(1) != []
    assert first.sent[0] != second.sent[0]  # the other's hand is among what was exchanged


WINDOWS = [
    Plan("kozel", {"players": 3}, 8),
    Plan("ronda", {"announce_timing": "before_play", "players": 3}, 8),
]
OPEN: dict[str, Any] = {
    "calm": True,
    "clock": {"kind": "untimed"},
    "window_s": 60.0,
}  # no window closes before the test ends


def answering(plan: Plan) -> tuple[Script, Script, Script]:
    """Up to a window that is still open: somebody has said something, or that he says nothing, or has not answered."""
    script = plan.script()
    end = saying(script)
    assert end is not None and script.steps[end].secret and not any(step.secret for step in script.steps[:end])
    before, said = script.steps[:end], script.steps[end]
    silent = said._replace(play="no claim" if plan.name == "kozel" else "pass")
    said_it, no, nothing = (script._replace(steps=steps) for steps in ([*before, said], [*before, silent], before))
    return said_it, no, nothing


@pytest.mark.parametrize("plan", WINDOWS, ids=[plan.name for plan in WINDOWS])
def test_an_answer_in_an_open_window_changes_no_byte_for_others(known: Server, packs: Path, plan: Plan) -> None:
    """Neither what it is nor that it was given, and not for who comes back meanwhile."""
    scripts = answering(plan)
    seat = scripts[0].steps[-1].seat
    said, no, nothing = (performed(known, packs, script, **OPEN) for script in scripts)
    for viewer in {0, 1, 2, SPECTATOR} - {seat}:
        assert said.sent[viewer] == no.sent[viewer] == nothing.sent[viewer]
    assert len({tuple(p.sent[seat]) for p in (said, no, nothing)}) == 3


# Each fault of the leaky server is found out by the same comparisons.


def test_the_leaky_server_without_a_fault_is_as_the_other(leaky: Server, known: Server, packs: Path) -> None:
    script = WINDOWS[0].script()
    assert performed(leaky, packs, script).sent == performed(known, packs, script).sent


@pytest.mark.parametrize("fault", ["event", "stock", "undo"])
def test_a_card_that_is_told_too_early_is_found_out(leaky: Server, packs: Path, fault: str) -> None:
    script = PLANS[0]._replace(length=8, matches=0).script()
    other = exchanged(script, SPECTATOR, 1)
    assert other is not None
    first, second = (performed(leaky, packs, s, fault).sent[SPECTATOR] for s in (script, other))
    assert first != second


@pytest.mark.parametrize("fault", ["answer", "answered"])
def test_an_answer_that_is_told_too_early_is_found_out(leaky: Server, packs: Path, fault: str) -> None:
    said, _, nothing = (performed(leaky, packs, script, fault, **OPEN) for script in answering(WINDOWS[0]))
    assert said.sent[SPECTATOR] != nothing.sent[SPECTATOR]
