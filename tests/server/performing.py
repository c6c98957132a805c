"""A script on a real server: people on their seats, bots, somebody who watches; all that each of them is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kafenio.audience import SPECTATOR
from kafenio.server.course import UNDO
from server.client import Human, Pair, Refusal, Server, run, table_of
from server.scripts import AGAIN, Script, Step

__all__ = ["Performance", "performed"]

DAYS = {"kind": "days", "days": 30}  # a window closes when everybody asked has answered, not by the clock
REJOIN_EVERY = 6  # steps
TALK_EVERY = 11


def performed(
    server: Server | Pair, packs: Path, script: Script, leak: str = "", calm: bool = False, **wanted: Any
) -> Performance:
    """The whole script; `leak` names a fault, for a server that has such. Calm: what is no step happens at the end only."""
    found = Performance(server, packs, script, leak)
    run(found.all(calm, wanted))
    return found


class Performance:
    """`sent`: every byte sent, by viewer, with names for the ids of people and of the table."""

    def __init__(self, server: Server | Pair, packs: Path, script: Script, leak: str) -> None:
        self.server = server
        self.packs = packs
        self.script = script
        self.leak = leak
        self.people = [Human(server, f"P{seat}").come_in() for seat in script.people]
        self.watcher = Human(server, "W").come_in()
        self.everyone = [*self.people, self.watcher]
        self.v = dict.fromkeys(range(len(self.everyone)), 0)
        self.sent: dict[int, list[str]] = {}
        self.words = 0

    async def all(self, calm: bool, wanted: dict[str, Any]) -> None:
        game, script = self.script.game, self.script
        made = await table_of(
            self.people,
            game.NAME,
            players=game.seats,
            options=game.options.plain(),
            bots=script.bots,
            public=True,
            free_chat=True,
            **{"clock": DAYS, **wanted},
        )
        self.watcher.table = made["id"]
        await self.watcher.connect()
        await self.all_of(self.people, lambda h: h.state.get("watching"))
        await self.begin(not any(step.play == AGAIN for step in script.steps))
        for i, step in enumerate(script.steps):
            await self.perform(step, i)
            follows = script.steps[i + 1 : i + 2]
            if follows and follows[0].seat in script.people and not calm:  # nothing happens meanwhile
                await self.between(i)
        await self.talk("bye")
        for human in self.everyone:
            await self.rejoin(human, fresh=True)
        self.sent = {SPECTATOR if h.seat is None else h.seat: self.comparable(h) for h in self.everyone}

    async def begin(self, last: bool) -> None:
        """Everybody agrees, one after the other, so that all are told in the same order."""
        deals = {"1": self.script.pack} if last else {}
        self.packs.write_text(json.dumps({**deals, "leak": self.leak}))
        for person in self.people:
            begins, seat = person is self.people[-1], person.seat or 0
            await person.agree()

            def told(h: Human, begins: bool = begins, seat: int = seat) -> bool:
                return h.state["state"] == "playing" if begins else bool(h.state["seats"][seat].get("agreed"))

            await self.all_of(self.everyone, told)

    async def all_of(self, people: Iterable[Human], true: Callable[[Human], Any]) -> None:
        for human in people:
            await human.until(lambda h=human: true(h))  # type: ignore[misc]

    async def perform(self, step: Step, i: int) -> None:
        if step.play == AGAIN:
            await self.all_of(self.everyone, lambda h: h.over)
            await self.begin(not any(s.play == AGAIN for s in self.script.steps[i + 1 :]))
            return
        if step.seat in self.script.people:
            person = self.people[step.seat]
            if step.play == UNDO:
                await self.take_back(person)
            else:
                await person.play(step.play)
        seeing = range(len(self.everyone))
        if step.secret:
            seeing = range(step.seat, step.seat + 1) if step.seat in self.script.people else range(0)
        for k in seeing:
            self.v[k] += 1
        await self.all_of([self.everyone[k] for k in seeing], lambda h: h.now["v"] == self.v[self.everyone.index(h)])

    async def take_back(self, person: Human) -> None:
        """Asked once and refused, asked again and granted."""
        others = [h for h in self.people if h is not person]
        await person.send({"t": "undo", "id": f"no{self.v[0]}"})
        await self.all_of(self.everyone, lambda h: h.undo.get("waiting"))
        await others[0].send({"t": "undo_answer", "yes": False})
        await self.all_of(self.everyone, lambda h: h.undo.get("refused"))
        await person.send({"t": "undo", "id": f"yes{self.v[0]}"})
        for n, other in enumerate(others):

            def asked(h: Human, waiting: int = len(others) - n) -> bool:
                return len(h.undo.get("waiting", [])) == waiting

            await self.all_of(self.everyone, asked)
            await other.send({"t": "undo_answer", "yes": True})

    async def between(self, i: int) -> None:
        """Words, sockets lost and opened again, questions over HTTP."""
        human = self.everyone[i % len(self.everyone)]
        if i % TALK_EVERY == 0:
            await self.talk(f"after {i}")
        if i % REJOIN_EVERY == 0:
            await self.rejoin(human, fresh=i % (2 * REJOIN_EVERY) == 0)

    async def talk(self, text: str) -> None:
        """Everybody says something, and asks for the pages of the table."""
        for human in self.everyone:
            self.words += 2
            await human.send({"t": "say", "phrase": "one_moment"})
            await human.send({"t": "say", "text": text})
            await self.all_of(self.everyone, lambda h: len(h.said) == self.words)
            self.ask(human)

    def ask(self, human: Human) -> None:
        """What the pages of the table tell him; the record is refused while the match is on."""
        human.frames.append(json.dumps(human.http("GET", f"/api/tables/{human.table}"), separators=(",", ":")))
        try:
            human.frames.append(human.http("GET", f"/api/tables/{human.table}/record"))
        except Refusal as e:
            human.frames.append(str(e))

    async def rejoin(self, human: Human, fresh: bool) -> None:
        """His socket ends; he comes back as one who knows nothing, or who has missed something."""
        others = [h for h in self.everyone if h is not human]

        def here(other: Human) -> bool:
            if human.seat is None:
                return bool(other.state.get("watching"))
            return bool(other.state["seats"][human.seat].get("here"))

        await human.close()
        await self.all_of(others, lambda h: not here(h))
        human.now["v"] = max(0, human.now["v"] - 3)
        await human.connect(fresh=fresh)
        await self.all_of(others, here)

    def comparable(self, human: Human) -> list[str]:
        """Frames with names for ids; the seal, which depends on the pack, and times are made equal.

        Of two processes the other one tells of an open window once for all the rows that it hears together: how many these
        are is chance, so there these frames are left out.
        """
        found = []
        for frame in human.frames:
            if isinstance(self.server, Pair) and frame.startswith('{"t":"clock"'):
                continue
            for pattern, same in EQUAL:
                frame = re.sub(pattern, same, frame)
            frame = frame.replace(human.table, "TABLE")
            for other in self.everyone:
                frame = frame.replace(other.id, other.name)
            found.append(frame)
        return found

    def deeds(self, seat: int) -> list[dict[str, Any]]:
        """What a seat has done, as spectators were told it."""
        return [event for event in self.watcher.told if event.get("seat") == seat]


EQUAL = [
    (r'"seal":"[0-9a-f]{64}"', '"seal":"#"'),
    (r'"left_s":\[[0-9.,]*\]', '"left_s":[]'),
    (r'"window_s":[0-9.]+\}', '"window_s":0}'),
]
