"""No byte sent to a viewer depends on a card that he has not seen.

A script of plays is made offline from a known pack. For a viewer, cards that he has not seen by then are exchanged in the
pack; where the script stays legal, a real server plays both, and every byte sent to him must be the same. Identities of
people and tables, the seal (it must depend on the pack) and times are made equal first.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kafenio.audience import SPECTATOR, audiences
from kafenio.contract import Deal, Rng
from kafenio.errors import KafenioError
from kafenio.game import Game, load
from kafenio.server.course import CLOSE, DEAL, TABLE, Course, Row
from kafenio.server.sealed import Prepared
from server.client import Human, Server, everybody_agrees, run, table_of

SAID = ("announce", "claim", "call", "finish")


def known_cards(deal: Deal, seat: int | None) -> int:
    """Every card of which a viewer has seen where it lies."""
    found, told = 0, audiences(type(deal))
    for name, value in deal.view(seat).fields.items():
        if name == "stock":
            found |= sum(1 << n for n in value if n is not None)
        elif told[name].who in ("held", "face down"):
            for part in value:
                found |= part.shown
        elif told[name].who == "face up":
            for cards in [value] if isinstance(value, int) else value:
                found |= cards
    return found


class Step(NamedTuple):
    seat: int  # -1: the window closes
    play: str


class Script(NamedTuple):
    game: Game
    pack: list[int]
    steps: list[Step]
    known: list[int]  # by viewer: every card he has seen by the end


def begun(game: Game, pack: list[int]) -> Course:
    """A course whose first deal is this pack, as the server of these tests deals it. BadRecord for one it would not keep."""
    course = Course(game)
    facts = {**course.match.facts(), "dealer": 0}
    deal = game.deal(pack, facts, None, Rng(7))
    texts = tuple(map(game.repair_text, game.repairs(deal)))
    course.prepared[1] = Prepared(1, 0, "seat", (), game.PACK.text(pack), texts, 0, "salt")
    course.apply(Row(1, TABLE, DEAL))
    return course


def add(course: Course, step: Step) -> None:
    course.apply(Row(course.n + 1, step.seat, step.play if step.seat == TABLE else course.check(step.seat, step.play)))


def eventful(game: Game, length: int) -> Script:
    """With something said, where the game has that."""
    scripts = [scripted(game, seed, length) for seed in range(1, 30)]
    return next((s for s in scripts if any(step.play.startswith(SAID) for step in s.steps)), scripts[0])


def scripted(game: Game, seed: int, length: int) -> Script:
    """Random plays; whoever may say something says it."""
    rng = random.Random(seed)
    pack = list(range(len(game.PACK)))
    rng.shuffle(pack)
    pack = [
        card for card in pack if card in set(game.pack({"dealer": 0, "deal_number": 1, **Course(game).match.facts()}))
    ]
    course = begun(game, pack)
    known = [0] * 6
    steps: list[Step] = []

    def look() -> None:
        for viewer in range(6):
            if course.deal is not None and (viewer < game.seats or viewer == SPECTATOR):
                known[viewer] |= known_cards(course.deal, None if viewer == SPECTATOR else viewer)

    look()
    while len(steps) < length and course.deal is not None:
        if course.window:
            for seat in course.window:
                if len(course.legal(seat)) > 1:
                    steps.append(Step(seat, course.legal(seat)[-1]))
                    add(course, steps[-1])
            steps.append(Step(TABLE, CLOSE))
        else:
            legal = course.legal(course.turn)
            said = [text for text in legal if text.startswith(SAID)]
            steps.append(Step(course.turn, rng.choice(said or legal)))
        add(course, steps[-1])
        look()
    return Script(game, pack, steps, known)


def exchanged(script: Script, viewer: int, seed: int) -> Script | None:
    """The same script with cards exchanged that the viewer has not seen; None if none is found that stays legal."""
    game, rng = script.game, random.Random(seed)
    unseen = [card for card in script.pack if not script.known[viewer] >> card & 1]
    for attempt in range(300):
        if len(unseen) < 2:
            return None
        some = rng.sample(unseen, len(unseen) if attempt < 100 else rng.randint(2, min(6, len(unseen))))
        other = some[1:] + some[:1]
        swap = dict(zip(some, other, strict=True))
        pack = [swap.get(card, card) for card in script.pack]
        names = {game.PACK.name(a): game.PACK.name(b) for a, b in swap.items()}
        steps = [Step(s.seat, " ".join(names.get(word, word) for word in s.play.split())) for s in script.steps]
        try:
            course = begun(game, pack)
            if course.prepared[1].repairs != begun(game, script.pack).prepared[1].repairs:
                continue
            for step in steps:
                if step.seat == TABLE and not course.window:
                    break
                add(course, step)
            else:
                return Script(game, pack, steps, script.known)
        except (KafenioError, AssertionError):
            continue
    return None


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("leaks") / "packs.json"
    found.write_text("{}")
    return found


@pytest.fixture(scope="module")
def known(packs: Path) -> Iterator[Server]:
    """A server whose packs the test chooses."""
    running = Server(f"sqlite:///{packs.parent}/kafenio.db", packs)
    yield running
    running.stop()


async def performed(server: Server, packs: Path, script: Script, options: dict[str, Any]) -> dict[int, list[str]]:
    """The script on the real server: people on every seat, somebody who watches, words, sockets lost and opened again.

    Every byte sent, by viewer, made comparable.
    """
    game = script.game
    packs.write_text(json.dumps({"1": script.pack}))
    people = [Human(server, f"P{seat}").come_in() for seat in range(game.seats)]
    watcher = Human(server, "W").come_in()
    made = await table_of(people, game.NAME, options=options, public=True, window_s=0.1)
    watcher.table = made["id"]
    await watcher.connect()
    everyone = [*people, watcher]
    for person in people:
        await person.until(lambda p=person: p.state.get("watching"))  # type: ignore[misc]
    for person in people:  # one after the other, so that everybody is told in the same order
        await person.agree()
        for other in everyone:
            await other.until(lambda o=other, s=person.seat: o.state["seats"][s].get("agreed") or o.now.get("deal"))  # type: ignore[misc]
    await everybody_agrees([])
    v = {human.name: 1 for human in everyone}
    for human in everyone:
        await human.until(lambda h=human: h.now["v"] == 1)  # type: ignore[misc]
    for i, step in enumerate(script.steps):
        if step.seat == TABLE:
            seen = everyone
        else:
            await people[step.seat].play(step.play)
            secret = next((s for s in script.steps[i:] if s.seat == TABLE or s.play not in CLAIMS), None)
            seen = (
                [people[step.seat]] if step.play in CLAIMS and secret is not None and secret.seat == TABLE else everyone
            )
        for human in seen:
            v[human.name] += 1
            await human.until(lambda h=human: h.now["v"] == v[h.name])  # type: ignore[misc]
        if i == len(script.steps) // 2:
            await people[0].send({"t": "say", "phrase": "one_moment"})
            for human in everyone:
                await human.until(lambda h=human: h.said)  # type: ignore[misc]
    for human in everyone:
        await human.close()
    for human in everyone:
        await human.connect(fresh=True)
        await human.close()
        human.now["v"] = max(0, human.now["v"] - 4)
        await human.connect()
        await human.close()
    return {SPECTATOR if h.seat is None else h.seat: comparable(h.frames, everyone) for h in everyone}


CLAIMS = ("claim moscow", "claim molodka", "claim aces", "no claim", "announce ronda", "announce tringla", "pass", "call 0", "call 1", "call 2", "call 3")  # fmt: skip


def comparable(frames: list[str], everyone: list[Human]) -> list[str]:
    found = []
    for frame in frames:
        if frame.startswith('{"t":"ping"'):
            continue
        frame = re.sub(r'"seal":"[0-9a-f]{64}"', '"seal":"#"', frame.replace(everyone[0].table, "TABLE"))
        frame = re.sub(r'"window_s":[0-9.]+\}', '"window_s":0}', frame)
        frame = re.sub(r'"(here|watching)":(true|\d+),?', "", frame)  # who hangs up first is chance
        for human in everyone:
            frame = frame.replace(human.id, human.name)
        found.append(frame)
    return found


LEAKING: list[tuple[str, dict[str, Any], int]] = [
    ("kontsina", {}, 30),
    ("konchinka", {}, 26),
    ("kozel", {"players": 3}, 24),
    ("ronda", {"announce_timing": "before_play", "players": 3}, 26),
]


@pytest.mark.parametrize(("name", "options", "length"), LEAKING, ids=[name for name, _, _ in LEAKING])
def test_every_byte_is_the_same_when_unseen_cards_are_exchanged(
    known: Server, packs: Path, name: str, options: dict[str, Any], length: int
) -> None:
    options = {**options, "first_dealer": "seat:0"}
    game = load(name).of(None, **options)
    compared = 0

    async def body() -> None:
        nonlocal compared
        script = eventful(game, length)
        first = await performed(known, packs, script, options)
        for viewer in (0, game.seats - 1, SPECTATOR):
            other = exchanged(script, viewer, 1)
            if other is None:
                continue
            assert other.pack != script.pack
            second = await performed(known, packs, other, options)
            assert second[viewer] == first[viewer]
            compared += 1

    run(body())
    assert compared >= 2
