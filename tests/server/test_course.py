"""What a viewer of a match may be told again, row by row."""

from __future__ import annotations

import random

from kafenio.audience import SPECTATOR
from kafenio.game import load
from kafenio.server.course import CLOSE, DEAL, REMEMBERED, TABLE, VIEWERS, Course, Row
from kafenio.server.sealed import prepared
from server.test_undo import Seeded
from support import Case, each_count


def test_the_earliest_row_is_the_first_of_the_match_as_long_as_it_is_remembered_and_each_viewer_has_his_own() -> None:
    base, rng = tuple(range(10, 10 + VIEWERS)), random.Random(1)
    course = Course(load("kozel").of(None, players=4), base)
    forgotten = False
    while not course.match.over and course.n < 2 * REMEMBERED:
        if course.deal is None:
            number = course.deal_number + 1
            course.prepared[number] = prepared(course.match, Seeded(number))
            course.apply(Row(course.n + 1, TABLE, DEAL))
        elif course.window:
            for seat in course.window[rng.randrange(3) :]:  # the others say nothing
                course.apply(Row(course.n + 1, seat, rng.choice(course.legal(seat))))
            course.apply(Row(course.n + 1, TABLE, CLOSE))
        else:
            course.apply(Row(course.n + 1, course.turn, rng.choice(course.legal(course.turn))))
        for viewer in range(VIEWERS):
            since = course.earliest(viewer)
            told = course.missed(viewer, since)
            assert told is not None and len(told) == course.v[viewer] - since
            assert course.missed(viewer, since - 1) is None
            assert since == base[viewer] or course.n > REMEMBERED
            forgotten |= since > base[viewer]
    assert forgotten and len({v - b for v, b in zip(course.v, base, strict=True)}) > 1


@each_count
def test_a_row_on_trial_leaves_no_trace_once_it_is_taken_back(case: Case) -> None:
    game, rng = case.game(), random.Random(2)
    course, tried = Course(game), 0
    course.prepared[1] = prepared(course.match, Seeded(1))
    course.apply(Row(1, TABLE, DEAL))
    while course.deal is not None:
        if course.window:
            course.apply(Row(course.n + 1, TABLE, CLOSE))
            continue
        row = Row(course.n + 1, course.turn, rng.choice(course.legal(course.turn)), f"c{course.n}", 5, course.n)
        before, take_back = seen(course), course.trial(row)
        course.apply(row)
        if take_back is None:
            assert course.deal is None or course.window
            continue
        after = seen(course)
        take_back()
        assert seen(course) == before != after
        course.apply(row)
        assert seen(course) == after
        tried += 1
    assert tried > 10 or game.NAME == "kozel"


def seen(course: Course) -> object:
    """Everything that a course tells."""
    seats = range(course.game.seats)
    return (
        (course.n, list(course.v), course.moment, course.moment_at, course.turn, list(course.charges), set(course.ids)),
        [course.legal(seat) for seat in seats],
        [course.view(seat) for seat in (*seats, None)],
        [course.may_undo(seat, seats) for seat in seats],
        [course.missed(seat, 0) for seat in (*seats, SPECTATOR)],
        list(course.match.deals[-1].plays),
    )
