"""A play is taken back by consent, but never once it has shown somebody a card: what counts as shown, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from kafenio.contract import Deal
from kafenio.game import Game, load
from kafenio.server.course import CLOSE, DEAL, TABLE, UNDO, Course, Row
from kafenio.server.sealed import Shuffler, prepared
from server.client import Human, Server, everybody_agrees, run, table_of
from server.scripts import known_cards
from server.test_play import step
from support import FIRST, Case, each_count


def played(game: Game, seed: int, most: int) -> Iterator[tuple[Course, Deal, int]]:
    """Each play of a deal of random plays: the course after it, the deal before it, and who has played."""
    course, rng = Course(game), random.Random(seed)
    course.prepared[1] = prepared(course.match, Seeded(seed))
    course.apply(Row(1, TABLE, DEAL))
    for _ in range(most):
        if course.deal is None:
            return
        if course.window:
            course.apply(Row(course.n + 1, TABLE, CLOSE))
            continue
        before, seat = course.deal.copy(), course.turn
        course.apply(Row(course.n + 1, seat, rng.choice(course.legal(seat))))
        if course.deal is not None and not course.window:
            yield course, before, seat


class Seeded(Shuffler):
    """Packs by a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffled(self, cards: Sequence[int], number: int) -> list[int]:
        found = list(cards)
        random.Random(self.seed).shuffle(found)
        return found


def shown_to(before: Deal, after: Deal, seat: int) -> set[int | None]:
    """Who has seen a card in a play that he had not seen, and that the player did not hold."""
    own = before.hands[seat]
    viewers = (*range(after.seats), None)
    return {v for v in viewers if known_cards(after, v) & ~(known_cards(before, v) | own)}


@each_count
def test_a_play_may_be_taken_back_unless_a_person_has_seen_another_card_by_it(case: Case) -> None:
    game = case.game()
    found = set()
    for seed in range(3):
        for course, before, seat in played(game, seed, 60):
            assert course.deal is not None
            saw = shown_to(before, course.deal, seat)
            everybody = range(game.seats)
            assert course.may_undo(seat, everybody) == (not saw)
            found.add(not saw)
            for people in ([seat], [s for s in everybody if s not in saw]):
                assert course.may_undo(seat, people) == (None not in saw and not saw & set(people))
            assert not course.may_undo((seat + 1) % game.seats, everybody)
    assert found == {True, False}


@each_count
def test_a_play_taken_back_leaves_no_trace(case: Case) -> None:
    game = case.game()
    for seed in range(3):
        for course, before, seat in played(game, seed, 12):
            if course.may_undo(seat, range(game.seats)):
                course.apply(Row(course.n + 1, seat, UNDO))
                assert course.deal is not None
                for viewer in (*range(game.seats), None):
                    assert course.view(viewer) == before.view(viewer)
                return
    raise AssertionError("nothing could be taken back")


def test_a_draw_stands_and_so_does_a_trick_that_a_person_takes_but_what_only_a_bot_saw_does_not_count() -> None:
    """Kozel: who takes a trick sees the cards thrown face down into it, and everybody draws while there is a stock."""
    game = load("kozel").of(None, players=3)
    drawn, by_bot, taken = 0, 0, 0
    for seed in range(40):
        for course, before, seat in played(game, seed, 60):
            assert course.deal is not None
            saw = shown_to(before, course.deal, seat)
            if before.left != course.deal.left:
                drawn += 1
                by_bot += seat not in saw
                assert saw and not course.may_undo(seat, range(3))
                assert course.may_undo(seat, [seat]) == (seat not in saw)
            elif saw and None not in saw and seat not in saw:
                taken += 1
                assert not course.may_undo(seat, range(3)) and course.may_undo(seat, [seat])
    assert drawn > by_bot > 0 and taken > 0


def test_after_a_draw_nothing_can_be_taken_back(server: Server) -> None:
    async def body() -> None:
        humans = [Human(server, f"P{i}").come_in() for i in range(2)]
        await table_of(humans, "kontsina", options={"first_dealer": "seat:1"})
        await everybody_agrees(humans)
        a, b = humans
        while True:
            left = a.now["view"].get("left")
            a, b = await step(a, b, lambda legal: legal[0])
            if a.now["view"].get("left") != left:
                break
            assert b.now["undo"]
        assert not b.now.get("undo")
        await b.send({"t": "undo", "id": "u1"})
        await b.until(lambda: b.refusals)
        assert b.refusals[0]["code"] == "not_now" and "shown nobody" in b.refusals[0]["text"]

    run(body())


def test_there_is_a_case_for_each_game() -> None:
    assert len({case.name for case in FIRST}) == 4
